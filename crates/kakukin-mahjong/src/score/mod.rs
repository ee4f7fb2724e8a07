//! The expected score of a hand: by discard and by draws left.

mod answer;
mod plain;
mod ready;
mod solver;
mod terms;

pub use answer::{Prospect, ScoreAnswer, ScoreDiscard, Ura};
pub use solver::ScoreSolver;
pub use terms::{Aim, ScoreQuestion, Terms};
