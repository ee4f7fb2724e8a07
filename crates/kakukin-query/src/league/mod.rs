//! Leagues: epsilon points, standings.

mod epsilon;
mod standings;

pub use epsilon::EpsilonQuery;
pub use standings::{StandingsJob, StandingsQuery};
