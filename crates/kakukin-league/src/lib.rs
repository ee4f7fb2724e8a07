//! Leagues: epsilon points (イプシロン勝ち点制), zero-sum points per game that
//! are scaled by the first player's advantage.
//!
//! No I/O, no clock, no locale.

mod epsilon;

pub use epsilon::{DrawPoints, EpsilonPoints, Scale, Sides};
pub use kakukin_sweep::{InputError, Probability, Problem, Rational};
