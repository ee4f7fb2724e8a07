//! What to throw, and why.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_mahjong::{Advice, Hand, Problem, ScoreQuestion, ScoreSolver};
use kakukin_report::AdviseDocument;

query! {
    /// A hand about which advice is wanted.
    pub struct AdviseQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// For what is played.
        part stakes StakesFields,
        /// How it is played.
        part terms TermsFields,
        /// Draws and moves.
        part moves MovesFields,
    }
}

/// Advice that can be given.
#[derive(Debug, Clone)]
pub struct AdviseJob {
    question: ScoreQuestion,
}

impl AdviseQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<AdviseJob, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        let hand = context.hand(self.hand.as_deref())?;
        if !hand.has_drawn() {
            return Err(InputError::new("hand", hand, Problem::NotDrawn, Hand::DRAWN));
        }
        let question = terms::question(hand, context, stakes, terms, moves, bounds)?;
        Ok(AdviseJob { question })
    }
}

impl AdviseJob {
    /// Works it out.
    pub fn answer(&self, watch: &dyn Watch) -> Result<AdviseDocument, Stopped> {
        watch.begin(self.question.question().most_states() as u64, "win.progress");
        let mut solver = ScoreSolver::default();
        let advice = Advice::new(&mut solver, &self.question, &mut |states| watch.at(states))?;
        Ok(AdviseDocument::new(&self.question, &advice))
    }
}
