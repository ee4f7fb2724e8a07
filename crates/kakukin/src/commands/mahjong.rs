//! `kakukin mahjong`: the chance to complete a hand.

use super::{advise, hands, input, points, score};
use crate::{
    args::{
        ChainArgs, ContextArgs, MahjongArgs, MahjongCommand, MovesArgs, PlayArgs, ShantenArgs,
        WinArgs,
    },
    failure::Failure,
    output::Output,
    progress::Progress,
};
use kakukin_mahjong::{
    Answer, Bag, Chain, Divisor, Draws, Forms, Hand, MAX_DRAWS, MAX_EXTRA, MAX_GAMES, MAX_STATES,
    MAX_UNSEEN, Meld, Method, Objective, Optimal, Players, Policy, Question, STATES, Situation,
    Solver, Stopped, Tile, Tiles,
};
use kakukin_report::{
    ChainDocument, FormChainDocument, Lang, ShantenDocument, TileStyle, WinDocument,
};
use kakukin_series::Confidence;
use kakukin_sweep::{InputError, Problem};

/// The deepest explanation.
const MAX_DEPTH: u64 = 8;

pub(crate) fn run(args: MahjongArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        MahjongCommand::Shanten(args) => shanten(&args, output),
        MahjongCommand::Win(args) => match &args.hands {
            Some(file) => win_hands(&args, file, output),
            None => win(&args, output),
        },
        MahjongCommand::Score(args) => score::run(&args, output),
        MahjongCommand::Advise(args) => advise::run(&args, output),
        MahjongCommand::Points(args) => points::run(&args, output),
        MahjongCommand::Rules(args) => points::rules(&args, output),
        MahjongCommand::Chain(args) if args.hand.is_some() || args.form.is_some() => {
            form_chain(&args, output)
        }
        MahjongCommand::Chain(args) => chain(&args, output),
    }
}

fn shanten(args: &ShantenArgs, output: &Output) -> Result<(), Failure> {
    let style = style(args.tiles.as_deref())?;
    let situation = situation(hand(args.hand.as_deref(), &args.context)?, &args.context)?;
    let document = ShantenDocument::new(&situation);
    output.document(&document, |x, lang| x.text(lang, style), ShantenDocument::csv)
}

/// The hand of the command line.
pub(super) fn hand(text: Option<&str>, context: &ContextArgs) -> Result<Hand, InputError> {
    let Some(text) = text else {
        return Err(InputError::new("hand", "", Problem::Missing, "234578m1689p357s1z"));
    };
    Hand::parse(text, melds(context)?)
}

fn melds(context: &ContextArgs) -> Result<Vec<Meld>, InputError> {
    context.meld.iter().map(|text| text.parse()).collect()
}

/// A hand among everything that is seen.
pub(super) fn situation(hand: Hand, context: &ContextArgs) -> Result<Situation, InputError> {
    let players = context.players.as_deref().map_or(Ok(Players::Four), str::parse)?;
    let mut situation = Situation::new(hand, players)?;
    for text in &context.dora {
        situation = situation.with_dora(Bag::parse("dora", text)?)?;
    }
    for text in &context.seen {
        situation = situation.with_seen(Bag::parse("seen", text)?)?;
    }
    if let Some(text) = &context.north {
        situation = situation.with_north(input::whole("north", text, 0..=4)? as u32)?;
    }
    Ok(situation)
}

pub(super) fn style(text: Option<&str>) -> Result<TileStyle, InputError> {
    match text {
        None | Some("letters") => Ok(TileStyle::Letters),
        Some("unicode") => Ok(TileStyle::Unicode),
        Some(other) => Err(InputError::new("tiles", other, Problem::Unknown, "letters, unicode")),
    }
}

/// The draws to come and the moves that are looked at.
pub(super) fn question(situation: Situation, args: &MovesArgs) -> Result<Question, InputError> {
    let mut question = match &args.draws_left {
        None => Question::new(situation)?,
        Some(text) => {
            let left = input::whole("draws-left", text, 0..=u64::from(MAX_DRAWS))?;
            Question::from_now(situation, left as u32)?
        }
    };
    let divisor = args.divisor.as_deref().map(str::parse::<Divisor>).transpose()?;
    question = match (&args.improve, divisor) {
        (None, None) => question,
        (None, Some(divisor)) => {
            let allowed = "--improve 0..3";
            return Err(InputError::new("divisor", divisor.name(), Problem::Conflict, allowed));
        }
        (Some(text), divisor) => {
            let extra = input::whole("improve", text, 0..=u64::from(MAX_EXTRA))? as u8;
            let divisor = divisor.unwrap_or_default();
            question.with_method(Method::Improve { extra, divisor })?
        }
    };
    if args.all && args.improve.is_some() {
        return Err(InputError::new("all", "", Problem::Conflict, "--all | --improve N"));
    }
    question = question.with_all_discards(args.all);
    if !args.form.is_empty() {
        question = question.with_forms(args.form.join(",").parse::<Forms>()?)?;
    }
    let most = input::whole_or(
        "max-states",
        args.max_states.as_deref(),
        STATES as u64,
        1..=MAX_STATES as u64,
    )?;
    question.with_most_states(most)
}

/// What is asked of the chance to win.
fn win_question(situation: Situation, args: &WinArgs) -> Result<Question, InputError> {
    // Seat, rules and sticks do not change the chance to win, but must be right.
    points::stakes(&args.stakes)?.check(situation.players())?;
    let objective = args.objective.as_deref().map_or(Ok(Objective::Win), str::parse)?;
    Ok(question(situation, &args.moves)?.with_objective(objective))
}

/// `--explain HAND`: a depth may be left out, and then the hand is not one.
pub(super) fn hand_and_depth<'a>(
    hand: &'a Option<String>,
    play: &'a PlayArgs,
) -> (Option<&'a str>, Option<&'a str>) {
    match (hand, play.explain.as_deref()) {
        (None, Some(text)) if text.chars().any(char::is_alphabetic) => (Some(text), Some("1")),
        (hand, depth) => (hand.as_deref(), depth),
    }
}

/// The way of playing: how much of it is shown, and how it is put to the test.
pub(super) struct Play {
    pub(super) depth: Option<usize>,
    pub(super) games: Option<u64>,
    pub(super) seed: u64,
    pub(super) confidence: Confidence,
    pub(super) pool: rayon::ThreadPool,
}

impl Play {
    pub(super) fn new(args: &PlayArgs, depth: Option<&str>) -> Result<Self, InputError> {
        let depth = depth.map(|text| input::whole("explain", text, 1..=MAX_DEPTH)).transpose()?;
        let needed = [("seed", args.seed.is_some()), ("confidence", args.confidence.is_some())];
        let needless = needed.into_iter().find(|(_, given)| *given && args.verify.is_none());
        if let Some((field, _)) = needless {
            return Err(InputError::new(field, "", Problem::Conflict, "--verify N"));
        }
        let games = args.verify.as_deref().map(|text| input::whole("verify", text, 1..=MAX_GAMES));
        Ok(Self {
            depth: depth.map(|depth| depth as usize),
            games: games.transpose()?,
            seed: input::whole_or("seed", args.seed.as_deref(), 1, 0..=u64::MAX)?,
            confidence: input::confidence(&args.confidence)?,
            pool: input::threads(args.threads.as_deref())?,
        })
    }
}

fn win(args: &WinArgs, output: &Output) -> Result<(), Failure> {
    let style = style(args.tiles.as_deref())?;
    let (hand_text, depth) = hand_and_depth(&args.hand, &args.play);
    let situation = situation(hand(hand_text, &args.context)?, &args.context)?;
    let question = win_question(situation, args)?;
    let Play { depth, games, seed, confidence, pool } = Play::new(&args.play, depth)?;
    if args.play.discard.is_some() && depth.is_none() && games.is_none() {
        return Err(InputError::new("discard", "", Problem::Conflict, "--verify N").into());
    }
    if games.is_some() {
        // Before the work, not after it.
        question.situation().needs_known_melds("verify")?;
    }
    let thrown = args.play.discard.as_deref().map(|text| discard(text, &question)).transpose()?;
    let thrown = thrown.map(|(tile, _)| tile);

    let progress = Progress::new(question.most_states() as u64, "win.progress", output.lang);
    let mut report = |states| progress.at(states);
    // The optimum first: it is refused at once where it is too much.
    let optimal = args.optimal.then(|| Optimal::new(&question, &mut report)).transpose()?;
    let mut solver = Solver::default();
    let (answer, policy) = pool.install(|| {
        let mut report = |states| progress.at(states);
        if depth.is_some() || games.is_some() {
            let (answer, policy) = solver.policy(&question, thrown, &mut report)?;
            return Ok((answer, Some(policy)));
        }
        Ok::<_, Stopped>((solver.answer_watched(&question, &mut report)?, None))
    })?;
    progress.finish();
    let mut document = WinDocument::new(&question, &answer);
    if let Some(optimal) = &optimal {
        document.optimised(optimal);
    }
    let mut broken = false;
    if let Some(mut policy) = policy {
        let Some((tile, waiting)) = followed(&question, &answer, thrown)? else {
            let field = if games.is_some() { "verify" } else { "explain" };
            return Err(InputError::new(field, "", Problem::NothingToPlay, "HAND").into());
        };
        if let Some(depth) = depth {
            let limits = seen_after(&question, tile);
            let steps = policy.explain(waiting, limits, depth)?;
            document.explained(tile, &steps);
        }
        if let Some(games) = games {
            let progress = Progress::new(games, "win.games", output.lang);
            let dealt = pool.install(|| {
                Policy::verify(&policy, question.situation(), waiting, games, seed, |done| {
                    progress.at(done)
                })
            })?;
            progress.finish();
            broken = dealt.games < games;
            document.verified(tile, dealt, games, seed, confidence);
        }
    }
    output.document(&document, |x, lang| x.text(lang, style), WinDocument::csv)?;
    if broken { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The tile of `--discard`, and whether it is a red five.
pub(super) fn discard(text: &str, question: &Question) -> Result<(Tile, bool), InputError> {
    let hand = question.situation().hand();
    let held = hand.concealed();
    if !hand.has_drawn() {
        return Err(InputError::new("discard", text, Problem::NotDrawn, Hand::DRAWN));
    }
    let bag = Bag::parse("discard", text)?;
    let one = bag.iter().next().filter(|_| bag.len() == 1);
    let reds = |tile: Tile| if tile.is_five() { hand.reds().of(tile.suit()) } else { 0 };
    match one {
        Some((tile, true)) if reds(tile) > 0 => Ok((tile, true)),
        // A five is the red one where there is no other.
        Some((tile, false)) if held.count(tile) > 0 => Ok((tile, held.count(tile) == reds(tile))),
        Some(_) => Err(InputError::new("discard", text, Problem::NotInHand, hand.bag())),
        None => Err(InputError::new("discard", bag.len(), Problem::WrongTileCount, "1")),
    }
}

/// Many hands of a file.
fn win_hands(args: &WinArgs, file: &str, output: &Output) -> Result<(), Failure> {
    let conflicts = [
        ("hand", args.hand.is_some()),
        ("meld", !args.context.meld.is_empty()),
        ("optimal", args.optimal),
    ];
    hands::alone(&conflicts, &args.play)?;
    let style = style(args.tiles.as_deref())?;
    hands::run(&WinHands { args, style }, file, args.play.threads.as_deref(), output)
}

struct WinHands<'a> {
    args: &'a WinArgs,
    style: TileStyle,
}

impl hands::Batch for WinHands<'_> {
    type Question = Question;
    type Document = WinDocument;
    const SCHEMA: &'static str = WinDocument::SCHEMA;

    fn question(&self, hand: Hand) -> Result<Question, InputError> {
        win_question(situation(hand, &self.args.context)?, self.args)
    }

    fn hand(question: &Question) -> &Hand {
        question.situation().hand()
    }

    fn answers(&self, questions: &[Question]) -> Vec<Result<WinDocument, Stopped>> {
        let answers = Solver::answer_all_until(questions, &Progress::go_on);
        let answers = questions.iter().zip(answers);
        answers.map(|(question, x)| x.map(|x| WinDocument::new(question, &x))).collect()
    }

    fn number(document: &mut WinDocument, line: usize) {
        document.line = Some(line);
    }

    fn text(&self, document: &WinDocument, lang: Lang) -> String {
        document.line_text(lang, self.style)
    }

    fn csv_header() -> String {
        WinDocument::csv_header()
    }

    fn csv_rows(document: &WinDocument) -> String {
        document.csv_rows()
    }
}

/// The discard that is followed, the best unless one is named, and the hand it leaves.
fn followed(
    question: &Question,
    answer: &Answer,
    thrown: Option<Tile>,
) -> Result<Option<(Option<Tile>, Tiles)>, InputError> {
    let tiles = question.situation().hand().concealed();
    if !question.situation().hand().has_drawn() {
        return Ok(answer.distance().map(|_| (None, tiles)));
    }
    let known: Vec<Tile> = answer.discards().iter().map(|discard| discard.tile()).collect();
    match thrown {
        Some(tile) if !known.contains(&tile) => {
            let allowed: Tiles = known.into_iter().collect();
            Err(InputError::new("discard", tile, Problem::OutOfRange, allowed))
        }
        _ if answer.distance().is_none() => Ok(None),
        thrown => {
            // What is nearest is followed unless something else is named.
            let near = answer
                .discards()
                .iter()
                .find(|x| question.method() != Method::Plain || x.distance() == answer.distance());
            let tile = thrown.or(near.map(|discard| discard.tile()));
            Ok(tile.map(|tile| (Some(tile), tiles.without(tile))))
        }
    }
}

/// The most copies of each kind that a hand can hold once `thrown` is seen on the table.
fn seen_after(question: &Question, thrown: Option<Tile>) -> Tiles {
    let limits = question.situation().limits();
    thrown.map_or(limits, |tile| limits.without(tile))
}

/// Why there is no answer, for the user.
impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Refused(error) => Self::Input(error),
            Stopped::Broken => Self::BrokenOff,
        }
    }
}

fn chain(args: &ChainArgs, output: &Output) -> Result<(), Failure> {
    let most = u64::from(MAX_UNSEEN);
    let context = &args.context;
    let given = [
        ("meld", !context.meld.is_empty()),
        ("dora", !context.dora.is_empty()),
        ("seen", !context.seen.is_empty()),
        ("players", context.players.is_some()),
        ("north", context.north.is_some()),
    ];
    if let Some((field, _)) = given.into_iter().find(|(_, given)| *given) {
        return Err(InputError::new(field, "", Problem::Conflict, "HAND --form SHAPE").into());
    }
    let Some(useful) = &args.useful else {
        return Err(InputError::new("useful", "", Problem::Missing, "N,N,.. (20,8,8)").into());
    };
    let stages: Result<Vec<u32>, InputError> = useful
        .split([',', '、'])
        .map(|part| {
            let count = input::whole("useful", part, 0..=most);
            count.map(|n| n as u32).map_err(|e| InputError { value: useful.clone(), ..e })
        })
        .collect();
    let unseen = input::whole_or("unseen", args.unseen.as_deref(), 123, 1..=most)?;
    let turns = input::whole_or("turns", args.turns.as_deref(), 17, 1..=most)?;
    let chain = Chain::new(stages?, unseen as u32, turns as u32)?;
    let document = ChainDocument::new(&chain, args.exact);
    output.document(&document, ChainDocument::text, ChainDocument::csv)
}

/// The way to seven pairs or thirteen orphans from a hand.
fn form_chain(args: &ChainArgs, output: &Output) -> Result<(), Failure> {
    for (field, given) in [("useful", &args.useful), ("unseen", &args.unseen)] {
        if let Some(given) = given {
            let allowed = "HAND --form seven-pairs";
            return Err(InputError::new(field, given, Problem::Conflict, allowed).into());
        }
    }
    if args.exact {
        return Err(InputError::new("exact", "", Problem::Conflict, "--useful 20,8,8").into());
    }
    let Some(text) = &args.form else {
        let allowed = "seven-pairs, thirteen-orphans, standard";
        return Err(InputError::new("form", "", Problem::Missing, allowed).into());
    };
    let forms: Forms = text.parse()?;
    let situation = situation(hand(args.hand.as_deref(), &args.context)?, &args.context)?;
    if situation.hand().has_drawn() {
        let (given, allowed) = (situation.hand().bag().len(), "1, 4, 7, 10, 13");
        return Err(InputError::new("hand", given, Problem::WrongTileCount, allowed).into());
    }
    let most = u64::from(MAX_DRAWS.min(situation.unseen())).max(1);
    let turns = input::whole_or("turns", args.turns.as_deref(), 17.min(most), 1..=most)?;
    let question =
        Question::from_now(situation, 1)?.with_objective(Objective::Tenpai).with_forms(forms)?;
    let mut solver = Solver::default();
    let mut chances = Vec::new();
    let progress = Progress::new(turns, "win.draws", output.lang);
    for draws in 1..=turns as u32 {
        let question = question.clone().with_draws(Draws::Left(draws))?;
        let mut report = |_| progress.at(u64::from(draws) - 1);
        let answer = solver.answer_watched(&question, &mut report)?;
        let worth = answer.waiting().map(|worth| (worth.tenpai(), worth.win()));
        let (tenpai, win) = worth.unwrap_or((&[], &[]));
        let last = |list: &[f64]| list.last().copied().unwrap_or(0.0);
        chances.push((last(tenpai), last(win)));
    }
    progress.finish();
    let document = FormChainDocument::new(&question, &chances);
    output.document(&document, FormChainDocument::text, FormChainDocument::csv)
}
