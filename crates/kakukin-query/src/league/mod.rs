//! Leagues and events: epsilon points, standings, studies of scorings and of whole events.

mod epsilon;
mod event;
mod field;
mod rule;
mod standings;
mod study;

pub use epsilon::{EpsilonJob, EpsilonQuery};
pub use event::{EventPlayersFields, EventStudyJob, EventStudyQuery};
pub use standings::{StandingsJob, StandingsQuery};
pub use study::{StudyJob, StudyQuery};
