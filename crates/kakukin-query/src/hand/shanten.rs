//! How far a hand is from a win.

use super::context::ContextFields;
use crate::{InputError, fields::query};
use kakukin_report::ShantenDocument;

query! {
    /// How far a hand is from a win, and by which tiles it gets nearer.
    pub struct ShantenQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
    }
}

impl ShantenQuery {
    /// Checks and answers it: the work is a few microseconds.
    pub fn answer(&self) -> Result<ShantenDocument, InputError> {
        let hand = self.context.hand(self.hand.as_deref())?;
        Ok(ShantenDocument::new(&self.context.situation(hand)?))
    }
}
