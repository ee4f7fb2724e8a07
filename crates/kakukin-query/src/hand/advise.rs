//! What to discard, and why.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    score::ScoreJob,
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{InputError, Problem, fields::query};
use kakukin_mahjong::Hand;

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

impl AdviseQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<ScoreJob, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        let hand = context.hand(self.hand.as_deref())?;
        if !hand.has_drawn() {
            return Err(InputError::new("hand", hand, Problem::NotDrawn, Hand::DRAWN));
        }
        let question = terms::question(hand, context, stakes, terms, moves, bounds)?;
        Ok(ScoreJob::advice(question, moves.wants_strongest(true)))
    }
}
