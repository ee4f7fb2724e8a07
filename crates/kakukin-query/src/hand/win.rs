//! The chance to win by discard and turn.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    play::{Play, PlayFields},
    stakes::StakesFields,
};
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Answer, Hand, Method, Objective, Optimal, Policy, Problem, Question, Solver, Tile, Tiles,
};
use kakukin_report::WinDocument;

query! {
    /// What is asked of the chance to win.
    pub struct WinQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// Draws and moves.
        part moves MovesFields,
        /// What is wanted most.
        text objective "AIM",
        /// The way of playing.
        part play PlayFields,
        /// Also the true optimum.
        flag optimal,
        /// For what is played; it does not change the chance.
        part stakes StakesFields,
    }
}

/// A question about the chance to win that can be answered.
#[derive(Debug, Clone)]
pub struct WinJob {
    question: Question,
    play: Play,
    thrown: Option<Tile>,
    optimal: bool,
}

impl WinQuery {
    /// What is asked of some hand.
    pub fn question(&self, hand: Hand, bounds: &MahjongBounds) -> Result<Question, InputError> {
        let situation = self.context.situation(hand)?;
        // Seat, rules and sticks do not change the chance to win, but must be right.
        self.stakes.stakes()?.check(situation.players())?;
        let objective = self.objective.as_deref().map_or(Ok(Objective::Win), str::parse)?;
        Ok(self.moves.question(situation, bounds)?.with_objective(objective))
    }

    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<WinJob, InputError> {
        let question = self.question(self.context.hand(self.hand.as_deref())?, bounds)?;
        let play = self.play.play(bounds)?;
        if self.play.discard.is_some() && play.depth.is_none() && play.games.is_none() {
            return Err(InputError::new("discard", "", BadValue::Conflict, "`verify` N"));
        }
        if play.games.is_some() {
            // Before the work, not after it.
            question.situation().needs_known_melds("verify")?;
        }
        let thrown = self.play.thrown(&question)?.map(|(tile, _)| tile);
        Ok(WinJob { question, play, thrown, optimal: self.optimal })
    }
}

impl WinJob {
    /// Works it out. Dealt games that were broken off say how many there were.
    pub fn answer(&self, watch: &dyn Watch) -> Result<WinDocument, Stopped> {
        let (question, play) = (&self.question, &self.play);
        watch.begin(question.most_states() as u64, "win.progress");
        let mut report = |states| watch.at(states);
        // The optimum first: it is refused at once where it is too much.
        let optimal = self.optimal.then(|| Optimal::new(question, &mut report)).transpose()?;
        let mut solver = Solver::default();
        let (answer, policy) = if play.depth.is_some() || play.games.is_some() {
            let (answer, policy) = solver.policy(question, self.thrown, &mut report)?;
            (answer, Some(policy))
        } else {
            (solver.answer_watched(question, &mut report)?, None)
        };
        let mut document = WinDocument::new(question, &answer);
        if let Some(optimal) = &optimal {
            document.optimised(optimal);
        }
        let Some(mut policy) = policy else { return Ok(document) };
        let Some((tile, waiting)) = followed(question, &answer, self.thrown)? else {
            let field = if play.games.is_some() { "verify" } else { "explain" };
            return Err(InputError::new(field, "", Problem::NothingToPlay, "HAND").into());
        };
        if let Some(depth) = play.depth {
            let limits = seen_after(question, tile);
            document.explained(tile, &policy.explain(waiting, limits, depth)?);
        }
        if let Some(games) = play.games {
            watch.begin(games, "win.games");
            let (situation, seed) = (question.situation(), play.seed);
            let dealt =
                Policy::verify(&policy, situation, waiting, games, seed, |done| watch.at(done))?;
            document.verified(tile, dealt, games, seed, play.confidence);
        }
        Ok(document)
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
            Err(InputError::new("discard", tile, BadValue::OutOfRange, allowed))
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
