//! The chance to win, and to be ready, from a hand: by discard and by draws left.

mod answer;
#[cfg(test)]
mod drift;
mod explain;
mod improve;
mod optimal;
mod plain;
mod policy;
mod question;
mod solver;
mod verify;

pub use answer::{Answer, Discard, Worth};
pub use explain::Step;
pub(crate) use improve::{Weights, barred};
pub use optimal::{MAX_OPTIMAL_DRAWS, Optimal};
pub use policy::Policy;
pub(crate) use question::better;
pub use question::{
    Divisor, Draws, EQUAL, MAX_DRAWS, MAX_EXTRA, MAX_KEPT, MAX_STATES, Method, Objective, Question,
    STATES, TURNS,
};
pub use solver::Solver;
pub use verify::Verified;
