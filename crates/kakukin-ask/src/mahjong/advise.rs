//! What to throw, and why.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{fields::fields, watch::Watch};
use kakukin_mahjong::{Advice, Hand, ScoreQuestion, ScoreSolver, Stopped};
use kakukin_report::AdviseDocument;
use kakukin_sweep::{InputError, Problem};

fields! {
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
pub struct AdviseAsked {
    question: ScoreQuestion,
}

impl AdviseQuery {
    /// Checks everything.
    pub fn asked(&self, bounds: &MahjongBounds) -> Result<AdviseAsked, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        let hand = context.hand(self.hand.as_deref())?;
        if !hand.has_drawn() {
            return Err(InputError::new("hand", hand, Problem::NotDrawn, Hand::DRAWN));
        }
        let question = terms::question(hand, context, stakes, terms, moves, bounds)?;
        Ok(AdviseAsked { question })
    }
}

impl AdviseAsked {
    /// Works it out.
    pub fn answer(&self, watch: &dyn Watch) -> Result<AdviseDocument, Stopped> {
        watch.begin(self.question.question().most_states() as u64, "win.progress");
        let mut solver = ScoreSolver::default();
        let advice = Advice::new(&mut solver, &self.question, &mut |states| watch.at(states))?;
        Ok(AdviseDocument::new(&self.question, &advice))
    }
}
