//! The finder: the best of all rules, each behaviour judged once.

mod candidate;
mod course;
mod farey;
mod lanes;
mod needs;
mod request;
mod search;
mod space;
mod walk;

pub use request::{MAX_FIND_LIMIT, Request};
pub use search::{Findings, Found, Score, Search};
