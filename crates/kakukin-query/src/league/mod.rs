//! Leagues: epsilon points, standings, the study of scorings.

mod epsilon;
mod field;
mod standings;
mod study;

pub use epsilon::{EpsilonJob, EpsilonQuery};
pub use standings::{StandingsJob, StandingsQuery};
pub use study::{StudyJob, StudyQuery};
