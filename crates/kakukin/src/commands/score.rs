//! `kakukin mahjong score`: what a hand can expect in points.

use super::{
    hands, input,
    mahjong::{self, Play},
    points,
};
use crate::{
    args::{ContextArgs, MovesArgs, ScoreArgs, StakesArgs, TermsArgs},
    failure::Failure,
    output::{Format, Output},
    progress::Progress,
};
use kakukin_mahjong::{
    Aim, Distances, Hand, Method, ScoreAnswer, ScorePolicy, ScoreQuestion, ScoreSolver, Stopped,
    Terms, Tile, TileSet,
};
use kakukin_report::{Lang, ScoreDocument, ScoreGames, TileStyle};
use kakukin_sweep::{InputError, Problem};
use std::ops::ControlFlow;

/// Everything that is asked about points.
pub(super) fn question(
    hand: Hand,
    context: &ContextArgs,
    stakes: &StakesArgs,
    terms: &TermsArgs,
    moves: &MovesArgs,
) -> Result<ScoreQuestion, InputError> {
    let situation = mahjong::situation(hand, context)?;
    let others = u64::from(situation.players().number()) - 1;
    let others = |text| input::whole("others-tenpai", text, 0..=others).map(|n| n as u32);
    let terms = Terms {
        stakes: points::stakes(stakes)?,
        aim: terms.objective.as_deref().map_or(Ok(Aim::Score), str::parse)?,
        riichi: !terms.no_riichi,
        haitei: !terms.no_haitei,
        refuse: terms.refuse,
        others_ready: terms.others_tenpai.as_deref().map(others).transpose()?,
    };
    if terms.refuse && terms.aim != Aim::Score {
        let allowed = "--objective score";
        return Err(InputError::new("refuse", "", Problem::Conflict, allowed));
    }
    let question = mahjong::question(situation, moves)?;
    ScoreQuestion::new(question, terms)
}

pub(super) fn run(args: &ScoreArgs, output: &Output) -> Result<(), Failure> {
    if let Some(file) = &args.hands {
        return many(args, file, output);
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    let (hand, depth) = mahjong::hand_and_depth(&args.hand, &args.play);
    let hand = mahjong::hand(hand, &args.context)?;
    let question = question(hand, &args.context, &args.stakes, &args.terms, &args.moves)?;
    let play = Play::new(&args.play, depth)?;
    let thrown = args.play.discard.as_deref().map(|text| thrown(text, &question)).transpose()?;

    let most = question.question().most_states() as u64;
    let progress = Progress::new(most, "win.progress", output.lang);
    let mut report = |states| progress.at(states);
    let mut solver = ScoreSolver::default();
    let needed = play.depth.is_some() || play.games.is_some() || thrown.is_some();
    let (answer, mut policy) = play.pool.install(|| {
        let mut report = |states| progress.at(states);
        solve(&mut solver, &question, thrown, needed, &mut report)
    })?;
    let mut document = ScoreDocument::new(&question, &answer);
    if policy.is_none() && needed {
        if let Some(tile) = thrown.filter(|_| answer.distance().is_some()) {
            return Err(
                unknown(tile.0, answer.discards().iter().map(|x| x.tile()).collect()).into()
            );
        }
        let field = if play.games.is_some() { "verify" } else { "explain" };
        if play.games.is_some() || play.depth.is_some() {
            return Err(InputError::new(field, "", Problem::NothingToPlay, "HAND").into());
        }
    }
    if args.each_best {
        let mut answers = vec![(question.terms().aim, answer)];
        for aim in Aim::ALL.into_iter().filter(|&aim| aim != question.terms().aim) {
            let other = question.clone().with_aim(aim);
            answers.push((aim, solver.answer_watched(&other, &mut report)?));
        }
        document.each_best(&answers);
    }
    if let Some(policy) = &mut policy {
        document.with_outcomes(policy.discard(), &policy.outcomes(&mut report)?);
        if let Some(depth) = play.depth {
            document.explained(policy.discard(), &policy.explain(depth)?);
        }
    }
    progress.finish();
    let mut broken = false;
    if let Some((policy, requested)) = policy.as_ref().zip(play.games) {
        let progress = Progress::new(requested, "win.games", output.lang);
        let (seed, confidence) = (play.seed, play.confidence);
        let dealt =
            play.pool.install(|| policy.verify(requested, seed, |done| progress.at(done)))?;
        progress.finish();
        broken = dealt.games < requested;
        let mean = policy.mean(&dealt);
        let games = ScoreGames { dealt, mean, requested, seed, confidence };
        document.verified(policy.discard(), &games);
    }
    output.document(&document, |x, lang| x.text(lang, style), ScoreDocument::csv)?;
    if broken { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The answer and the way of playing. To keep what every hand is worth may be too much where the
/// answer alone is not; unless it is `needed`, that is not worth a refusal.
fn solve(
    solver: &mut ScoreSolver,
    question: &ScoreQuestion,
    thrown: Option<(Tile, bool)>,
    needed: bool,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(ScoreAnswer, Option<ScorePolicy>), Stopped> {
    match solver.policy(question, thrown, report) {
        Err(Stopped::Refused(error)) if !needed && error.problem == Problem::TooManyKept => {
            solver.answer_watched(question, report).map(|answer| (answer, None))
        }
        done => done,
    }
}

/// The tile of `--discard`. Without improvement only unneeded tiles are looked at.
fn thrown(text: &str, question: &ScoreQuestion) -> Result<(Tile, bool), InputError> {
    let asked = question.question();
    let thrown = mahjong::discard(text, asked)?;
    let (situation, hand) = (asked.situation(), asked.situation().hand());
    if asked.method() == Method::Plain && !asked.all_discards() {
        let mut distances = Distances::new(situation.limits(), hand.sets_needed(), asked.forms());
        let analysis = distances.analyse(hand.concealed());
        if analysis.distance().is_some_and(|d| d > 0) && !analysis.unneeded().has(thrown.0) {
            return Err(unknown(thrown.0, analysis.unneeded()));
        }
    }
    Ok(thrown)
}

fn unknown(tile: Tile, known: TileSet) -> InputError {
    InputError::new("discard", tile, Problem::OutOfRange, known)
}

/// Many hands of a file.
fn many(args: &ScoreArgs, file: &str, output: &Output) -> Result<(), Failure> {
    let conflicts = [("hand", args.hand.is_some()), ("meld", !args.context.meld.is_empty())];
    hands::alone(&conflicts, &args.play)?;
    if args.each_best && output.format == Format::Text {
        // A line has no room for it.
        let allowed = "--format csv, --format jsonl";
        return Err(InputError::new("each-best", "--hands", Problem::Conflict, allowed).into());
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    hands::run(&ScoreHands { args, style }, file, args.play.threads.as_deref(), output)
}

struct ScoreHands<'a> {
    args: &'a ScoreArgs,
    style: TileStyle,
}

impl hands::Batch for ScoreHands<'_> {
    type Question = ScoreQuestion;
    type Document = ScoreDocument;
    const SCHEMA: &'static str = ScoreDocument::SCHEMA;

    fn question(&self, hand: Hand) -> Result<ScoreQuestion, InputError> {
        let args = self.args;
        question(hand, &args.context, &args.stakes, &args.terms, &args.moves)
    }

    fn hand(question: &ScoreQuestion) -> &Hand {
        question.question().situation().hand()
    }

    fn answers(&self, questions: &[ScoreQuestion]) -> Vec<Result<ScoreDocument, Stopped>> {
        let solve = |list: &[_]| ScoreSolver::answer_all_until(list, &Progress::go_on);
        // One list of answers for each other aim, if each figure's best is asked for.
        let own_aim = questions.first().map(|question| question.terms().aim);
        let mut each: Vec<_> = Aim::ALL
            .into_iter()
            .filter(|&aim| self.args.each_best && own_aim != Some(aim))
            .map(|aim| {
                let list: Vec<_> = questions.iter().map(|own| own.clone().with_aim(aim)).collect();
                (aim, solve(&list).into_iter())
            })
            .collect();
        let answers = questions.iter().zip(solve(questions)).map(|(question, answer)| {
            let others: Vec<_> = each
                .iter_mut()
                .filter_map(|(aim, list)| list.next().map(|answer| answer.map(|x| (*aim, x))))
                .collect();
            let answer = answer?;
            let mut document = ScoreDocument::new(question, &answer);
            if self.args.each_best {
                let mut answers = others.into_iter().collect::<Result<Vec<_>, Stopped>>()?;
                answers.push((question.terms().aim, answer));
                document.each_best(&answers);
            }
            Ok(document)
        });
        answers.collect()
    }

    fn number(document: &mut ScoreDocument, line: usize) {
        document.line = Some(line);
    }

    fn text(&self, document: &ScoreDocument, lang: Lang) -> String {
        document.line_text(lang, self.style)
    }

    fn csv_header() -> String {
        ScoreDocument::csv_header()
    }

    fn csv_rows(document: &ScoreDocument) -> String {
        document.csv_rows()
    }
}
