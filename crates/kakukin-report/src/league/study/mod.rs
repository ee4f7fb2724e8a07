//! How well epsilon points, win counts and series find the true order of a field: `field.rs`
//! reads the players, `plan.rs` composes league and series and computes, `document.rs` is the
//! result as plain data with its text, CSV and chart.

mod document;
mod field;
mod plan;

pub use document::{ErrorsDocument, StudyChart, StudyDocument, StudyMethod, StudyPlayer, StudyRow};
pub use field::{Entrant, read_field};
pub use plan::{MAX_STUDY_RATES, Schedule, StudyPlan, StudyRequest, StudyRuns};
