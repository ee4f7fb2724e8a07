//! `kakukin mahjong`: the chance to complete a hand.

use super::{
    advise, call,
    hands::{self, Lines},
    input, logs, points, score,
};
use crate::{
    InputError,
    args::{MahjongArgs, MahjongCommand, PictureArgs, ShantenArgs, WinArgs},
    failure::Failure,
    output::Output,
    plot::Plot,
    threads,
};
use kakukin_core::BadValue;
use kakukin_query::{ChainQuery, MahjongBounds, MovesFields, PlayFields, Unwatched, WinChartQuery};
use kakukin_report::{ByDiscard, ChainAnswer, Chart, ShantenDocument, TileStyle, WinDocument};

pub(crate) fn run(args: MahjongArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        MahjongCommand::Shanten(args) => shanten(&args, output),
        MahjongCommand::Win(mut args) => {
            input::table(&mut args.query.moves.others, output.lang)?;
            match &args.many.hands {
                Some(file) => win_hands(&args, file, output),
                None => win(*args, output),
            }
        }
        MahjongCommand::Score(args) => score::run(*args, output),
        MahjongCommand::Advise(args) => advise::run(*args, output),
        MahjongCommand::Call(args) => call::run(*args, output),
        MahjongCommand::Points(args) => points::run(&args, output),
        MahjongCommand::Rules(query) => points::rules(&query, output),
        MahjongCommand::Chain(query) => chain(&query, output),
        MahjongCommand::Log(args) => logs::log(&args, output),
        MahjongCommand::Table(args) => logs::table(&args, output),
        MahjongCommand::Review(args) => logs::review(&args, output),
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
pub(super) fn plot(args: &PictureArgs) -> Result<Option<Plot>, Failure> {
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
    let plot = plot(&args.picture)?;
    let query = WinChartQuery { query: args.query, chart: args.picture.chart };
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
    let style = style(args.tiles.as_deref())?;
    let lines = Lines { file, many: &args.many, style, output };
    hands::run(&args.query, &picture(&args.picture), &lines, WinDocument::new)
}

/// What asks for a picture.
pub(super) fn picture(args: &PictureArgs) -> [(&'static str, bool); 2] {
    [("plot", args.plot.is_some()), ("chart", args.chart.is_some())]
}

fn chain(query: &ChainQuery, output: &Output) -> Result<(), Failure> {
    let job = query.job()?;
    let pool = threads::pool(None)?;
    let answer = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = ChainAnswer::new(&answer);
    output.document(&document, ChainAnswer::text, ChainAnswer::csv)
}
