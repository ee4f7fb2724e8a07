//! The core that every part of kakukin stands on.
//!
//! A series of games and a mahjong hand are the same thing: a finite graph of
//! states, a clock, and probabilities on the edges. Swept **forward** it says
//! where one is likely to be (existence); swept **backward** it says what each
//! state is worth (value). At every cut the inner product of the two is the
//! same number.
//!
//! There are two clocks. A [`Graph`] is *self-clocked*: its states are numbered
//! in topological order, and one pass over them is enough. A [`TurnChain`] is
//! *turn-clocked*: the same states exist at every turn, edges may go anywhere
//! and their weights may depend on the turn, so the turn is the outer loop.
//!
//! Everything is generic over the [`Number`]: `f64` for speed, [`Rational`] or
//! integers over a common denominator for exact results, [`Dual`] for
//! derivatives.
//!
//! No I/O, no clock, no locale.

mod beta;
mod dual;
mod game;
mod graph;
mod input;
mod interval;
mod number;
mod power;
mod rate;
mod turn;

pub use beta::{Beta, MAX_RECORD};
pub use dual::Dual;
pub use game::GameResult;
pub use graph::{Graph, GraphBuilder, GraphError};
pub use input::{InputError, Problem};
pub use interval::Confidence;
pub use number::{Field, Integer, Natural, Number, Rational, bit_length, lcm, to_f64};
pub use power::PowerSeries;
pub use rate::{Probability, narrow, parse_rational};
pub use turn::{Policy, TurnChain, backward, backward_best, forward, forward_under};

/// The inner product of an existence vector and a value vector: the figure
/// that is the same at every cut of a sweep.
///
/// ```
/// assert_eq!(kakukin_core::inner_product(&[0.5, 0.5], &[1.0, 0.0]), 0.5);
/// ```
pub fn inner_product<N: Number>(existence: &[N], value: &[N]) -> N {
    debug_assert_eq!(existence.len(), value.len());
    let mut sum = N::zero();
    for (q, p) in existence.iter().zip(value) {
        sum.add_product(q, p);
    }
    sum
}
