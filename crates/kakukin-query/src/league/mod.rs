//! Leagues and events: epsilon points, standings, studies of scorings and of whole events.

mod bracket;
mod choose;
mod epsilon;
mod event;
mod field;
mod pair;
mod rule;
mod standings;
mod study;

pub use bracket::{DrawnBracket, EventBracketJob, EventBracketQuery};
pub use choose::{EventFindJob, EventFindQuery};
pub use epsilon::{EpsilonJob, EpsilonQuery};
pub use event::{EventPlayersFields, EventStudyJob, EventStudyQuery};
pub use pair::{EventPairJob, EventPairQuery, EventSeatsFields, EventSheetFields, PairedRounds};
pub use standings::{StandingsJob, StandingsQuery};
pub use study::{StudyJob, StudyQuery};
