//! Riichi mahjong: the chance to complete a hand, as a finite-horizon chain.
//!
//! So far this is the chain of a hand whose useful tiles do not branch (seed
//! 004, equations 1 to 5).
//!
//! No I/O, no clock, no locale.

mod chain;

pub use chain::{Chain, MAX_DISTANCE, MAX_UNSEEN};
pub use kakukin_sweep::{InputError, Problem, Rational};
