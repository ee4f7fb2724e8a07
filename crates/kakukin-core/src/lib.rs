#![doc = include_str!("../README.md")]

mod beta;
mod cancel;
mod dual;
mod fraction;
mod game;
mod graph;
mod input;
mod interval;
mod number;
mod power;
mod rate;
mod seen;
mod stopped;
mod strength;
mod turn;
mod word;
mod written;

pub use beta::{Beta, MAX_RECORD};
pub use cancel::{Cancelled, Canceller, cancellable, checkpoint};
pub use dual::Dual;
pub use fraction::Fraction;
pub use game::GameResult;
pub use graph::{Graph, GraphBuilder, GraphError};
pub use input::{BadValue, InputError, Refusal};
pub use interval::{Confidence, normal_quantile};
pub use number::{Field, Integer, Natural, Number, Rational, bit_length, lcm, to_f64};
pub use power::PowerSeries;
pub use rate::{Probability, parse_rational, without_about};
pub use seen::{as_seen, compose, does_something, is_unseen, one_line, turns_around};
pub use stopped::Stopped;
pub use strength::{Davidson, elo_of_score, score_of_elo};
pub use turn::{Policy, TurnChain, backward, backward_best, forward, forward_under};
pub use word::{known_word, plain_word};
pub use written::{Comma, MAX_NUMBER, Unit, Written, narrow};

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
