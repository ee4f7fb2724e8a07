//! How far a hand is from a win.

use super::context::ContextFields;
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_mahjong::{Outlook, Situation};

query! {
    /// How far a hand is from a win, and by which tiles it gets nearer.
    pub struct ShantenQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
    }
}

/// A hand whose distance can be told.
#[derive(Debug, Clone)]
pub struct ShantenJob {
    situation: Situation,
}

impl ShantenQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<ShantenJob, InputError> {
        let hand = self.context.hand(self.hand.as_deref())?;
        Ok(ShantenJob { situation: self.context.situation(hand)? })
    }
}

impl ShantenJob {
    /// Works it out, in a few microseconds.
    pub fn run(&self, _: &dyn Watch) -> Result<Outlook, Stopped> {
        Ok(Outlook::new(self.situation.clone()))
    }
}
