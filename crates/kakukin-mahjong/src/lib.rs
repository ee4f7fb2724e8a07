//! Riichi mahjong: the chance to complete a hand, as a finite-horizon chain.
//!
//! No I/O, no clock, no locale.

mod chain;
mod tile;

pub use chain::{Chain, MAX_DISTANCE, MAX_UNSEEN};
pub use kakukin_sweep::{InputError, Problem, Rational};
pub use tile::{COPIES, KINDS, Tile, Tiles};
