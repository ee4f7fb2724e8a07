//! `kakukin mahjong`: the chance to complete a hand.

use super::{advise, call, hands, points, score};
use crate::{
    InputError,
    args::{MahjongArgs, MahjongCommand, ManyArgs, ShantenArgs, WinArgs},
    failure::Failure,
    output::Output,
    plot::Plot,
    progress::Progress,
    threads,
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Hand, Question, Solver, Stopped, WinResult};
use kakukin_query::{
    ChainQuery, MahjongBounds, MovesFields, PlayFields, Unwatched, WinChartQuery, WinQuery,
};
use kakukin_report::{ByDiscard, ChainAnswer, Chart, ShantenDocument, TileStyle, WinDocument};

pub(crate) fn run(args: MahjongArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        MahjongCommand::Shanten(args) => shanten(&args, output),
        MahjongCommand::Win(args) => match &args.many.hands {
            Some(file) => win_hands(&args, file, output),
            None => win(*args, output),
        },
        MahjongCommand::Score(args) => score::run(*args, output),
        MahjongCommand::Advise(args) => advise::run(&args, output),
        MahjongCommand::Call(args) => call::run(&args, output),
        MahjongCommand::Points(args) => points::run(&args, output),
        MahjongCommand::Rules(query) => points::rules(&query, output),
        MahjongCommand::Chain(query) => chain(&query, output),
    }
}

fn shanten(args: &ShantenArgs, output: &Output) -> Result<(), Failure> {
    let style = style(args.tiles.as_deref())?;
    let outlook = args.query.job()?.run(&Unwatched)?;
    let document = ShantenDocument::new(&outlook);
    output.document(&document, |x, lang| x.text(lang, style), ShantenDocument::csv)
}

pub(super) fn style(text: Option<&str>) -> Result<TileStyle, InputError> {
    match text {
        None | Some("letters") => Ok(TileStyle::Letters),
        Some("unicode") => Ok(TileStyle::Unicode),
        Some(other) => Err(InputError::new("tiles", other, BadValue::Unknown, "letters, unicode")),
    }
}

/// The field to blame: a question with extra moves is too large because of them, one without is
/// so by itself.
pub(super) fn blamed(field: &'static str, moves: &MovesFields) -> &'static str {
    let improve = moves.improve.as_deref().is_some_and(|extra| extra != "0");
    if improve && field == "max-states" { "improve" } else { field }
}

/// A refusal of the field to blame.
pub(super) fn blame(
    moves: &MovesFields,
) -> impl Fn(kakukin_query::InputError) -> kakukin_query::InputError {
    |error| {
        let field = blamed(error.field, moves);
        error.in_field(field)
    }
}

/// `--explain HAND`: a depth may be left out, and then the hand is not one.
pub(super) fn hand_not_depth(hand: &mut Option<String>, play: &mut PlayFields) {
    let depth = &mut play.explain;
    let is_hand = |text: &String| text.chars().any(char::is_alphabetic);
    if hand.is_none() && depth.as_ref().is_some_and(is_hand) {
        *hand = depth.replace("1".into());
    }
}

/// The file of `--plot`.
pub(super) fn plot(args: &ManyArgs) -> Result<Option<Plot>, Failure> {
    match (Plot::new(args.plot.as_deref())?, &args.chart) {
        (None, Some(_)) => {
            Err(InputError::new("plot", "", BadValue::Missing, "--plot FILE").into())
        }
        (plot, _) => Ok(plot),
    }
}

fn win(mut args: WinArgs, output: &Output) -> Result<(), Failure> {
    let style = style(args.tiles.as_deref())?;
    hand_not_depth(&mut args.query.hand, &mut args.query.play);
    let plot = plot(&args.many)?;
    let query = WinChartQuery { query: args.query, chart: args.many.chart };
    let (job, chance) = query.job(&MahjongBounds::default())?;
    let pool = threads::pool(args.many.threads.as_deref())?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)));
    let result = result.map_err(|stopped| stopped.map(blame(&query.query.moves)))?;
    let document = WinDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), WinDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::win_over_turns(&document, chance, output.lang))?;
    }
    if result.is_finished() { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Many hands of a file.
fn win_hands(args: &WinArgs, file: &str, output: &Output) -> Result<(), Failure> {
    let query = &args.query;
    let conflicts = [
        ("hand", query.hand.is_some()),
        ("meld", !query.context.meld.is_empty()),
        ("optimal", query.optimal),
        ("plot", args.many.plot.is_some()),
        ("chart", args.many.chart.is_some()),
    ];
    hands::alone(&conflicts, &query.play)?;
    let style = style(args.tiles.as_deref())?;
    hands::run(&WinHands { query }, file, args.many.threads.as_deref(), style, output)
}

struct WinHands<'a> {
    query: &'a WinQuery,
}

impl hands::Batch for WinHands<'_> {
    type Question = Question;
    type Document = WinDocument;

    fn question(&self, hand: Hand) -> Result<Question, kakukin_query::InputError> {
        self.query.question(hand, &MahjongBounds::default())
    }

    fn hand(question: &Question) -> &Hand {
        question.situation().hand()
    }

    fn answers(&self, questions: &[Question]) -> Vec<Result<WinDocument, Stopped>> {
        let answers = Solver::answer_all_until(questions, &Progress::go_on);
        let answers = questions.iter().zip(answers);
        let document = |question: &Question, answer| {
            WinDocument::new(&WinResult::new(question.clone(), answer))
        };
        let blame = |error: kakukin_mahjong::InputError| {
            let field = blamed(error.field, &self.query.moves);
            error.in_field(field)
        };
        answers
            .map(|(question, answer)| {
                let answer = answer.map(|answer| document(question, answer));
                answer.map_err(|stopped| stopped.map(blame))
            })
            .collect()
    }
}

fn chain(query: &ChainQuery, output: &Output) -> Result<(), Failure> {
    let job = query.job()?;
    let pool = threads::pool(None)?;
    let answer = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = ChainAnswer::new(&answer);
    output.document(&document, ChainAnswer::text, ChainAnswer::csv)
}
