//! What a hand can expect in points.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    play::{Play, PlayFields},
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Aim, Distances, Hand, Method, Problem, ScoreAnswer, ScorePolicy, ScoreQuestion, ScoreSolver,
    Tile, TileSet,
};
use kakukin_report::{ScoreDocument, ScoreGames};
use std::ops::ControlFlow;

query! {
    /// What is asked of the expected score.
    pub struct ScoreQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// For what is played.
        part stakes StakesFields,
        /// How it is played.
        part terms TermsFields,
        /// Also the best of each figure, whatever the others are.
        flag each_best,
        /// Draws and moves.
        part moves MovesFields,
        /// The way of playing.
        part play PlayFields,
    }
}

/// A question about the expected score that can be answered.
#[derive(Debug, Clone)]
pub struct ScoreJob {
    question: ScoreQuestion,
    play: Play,
    thrown: Option<(Tile, bool)>,
    each_best: bool,
}

impl ScoreQuery {
    /// What is asked of some hand.
    pub fn question(
        &self,
        hand: Hand,
        bounds: &MahjongBounds,
    ) -> Result<ScoreQuestion, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        terms::question(hand, context, stakes, terms, moves, bounds)
    }

    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<ScoreJob, InputError> {
        let question = self.question(self.context.hand(self.hand.as_deref())?, bounds)?;
        let play = self.play.play(bounds)?;
        let thrown = self.play.thrown(question.question())?;
        if let Some(thrown) = thrown {
            check(thrown.0, &question)?;
        }
        Ok(ScoreJob { question, play, thrown, each_best: self.each_best })
    }
}

impl ScoreJob {
    /// Works it out. Dealt games that were broken off say how many there were.
    pub fn answer(&self, watch: &dyn Watch) -> Result<ScoreDocument, Stopped> {
        let (question, play) = (&self.question, &self.play);
        watch.begin(question.question().most_states() as u64, "win.progress");
        let mut report = |states| watch.at(states);
        let mut solver = ScoreSolver::default();
        let needed = play.depth.is_some() || play.games.is_some() || self.thrown.is_some();
        let (answer, mut policy) = solve(&mut solver, question, self.thrown, needed, &mut report)?;
        let mut document = ScoreDocument::new(question, &answer);
        if policy.is_none() && needed {
            if let Some(tile) = self.thrown.filter(|_| answer.distance().is_some()) {
                let known = answer.discards().iter().map(|x| x.tile()).collect();
                return Err(unknown(tile.0, known).into());
            }
            let field = if play.games.is_some() { "verify" } else { "explain" };
            if play.games.is_some() || play.depth.is_some() {
                return Err(InputError::new(field, "", Problem::NothingToPlay, "HAND").into());
            }
        }
        if self.each_best {
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
        if let Some((policy, requested)) = policy.as_ref().zip(play.games) {
            watch.begin(requested, "win.games");
            let (seed, confidence) = (play.seed, play.confidence);
            let dealt = policy.verify(requested, seed, |done| watch.at(done))?;
            let mean = policy.mean(&dealt);
            let games = ScoreGames { dealt, mean, requested, seed, confidence };
            document.verified(policy.discard(), &games);
        }
        Ok(document)
    }
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
        Err(kakukin_mahjong::Stopped::Refused(error))
            if !needed && error.problem == Problem::TooManyKept =>
        {
            Ok((solver.answer_watched(question, report)?, None))
        }
        done => Ok(done?),
    }
}

/// Without improvement only unneeded tiles are looked at.
fn check(thrown: Tile, question: &ScoreQuestion) -> Result<(), InputError> {
    let asked = question.question();
    let (situation, hand) = (asked.situation(), asked.situation().hand());
    if asked.method() == Method::Plain && !asked.all_discards() {
        let mut distances = Distances::new(situation.limits(), hand.sets_needed(), asked.forms());
        let analysis = distances.analyse(hand.concealed());
        if analysis.distance().is_some_and(|d| d > 0) && !analysis.unneeded().has(thrown) {
            return Err(unknown(thrown, analysis.unneeded()));
        }
    }
    Ok(())
}

fn unknown(tile: Tile, known: TileSet) -> InputError {
    InputError::new("discard", tile, BadValue::OutOfRange, known)
}
