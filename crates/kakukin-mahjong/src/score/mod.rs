//! The expected score of a hand: by discard and by draws left.

mod advise;
mod answer;
mod colours;
mod exact;
mod explain;
mod forward;
mod improve;
mod lanes;
mod outcomes;
mod plain;
mod policy;
mod ready;
mod rows;
mod shown;
mod solver;
mod sweep;
mod terms;
mod ura;
mod verify;
mod wait;

pub use advise::{Advice, Advised, Reason};
pub use answer::{Prospect, ScoreAnswer, ScoreDiscard, Ura};
pub use explain::ScoreStep;
pub use outcomes::Outcomes;
pub(crate) use plain::place;
pub use policy::{GOOD_SHAPE, Move, ScorePolicy};
pub(crate) use ready::Judge;
pub(crate) use shown::{AtTable, Stand};
pub use solver::ScoreSolver;
pub use terms::{Aim, EQUAL_POINTS, ScoreQuestion, Terms};
pub(crate) use terms::{READY, SCORE, TENPAI, WIN};
pub use verify::ScoreVerified;
pub(crate) use wait::Place;
