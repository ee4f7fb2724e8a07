//! The expected score of a hand: by discard and by draws left.

mod answer;
mod improve;
mod outcomes;
mod parallel;
mod plain;
mod policy;
mod ready;
mod solver;
mod terms;
mod verify;

pub use answer::{Prospect, ScoreAnswer, ScoreDiscard, Ura};
pub use outcomes::Outcomes;
pub use policy::{Move, ScorePolicy};
pub use solver::ScoreSolver;
pub use terms::{Aim, ScoreQuestion, Terms};
pub use verify::ScoreVerified;
