//! The current state of a live series: everything that people see of it.

use crate::{ModelDocument, RuleDocument, SchemaName};
use kakukin_series::{LiveCourse, LiveState, Names, Practice};
use serde::Serialize;

/// A live series at this moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The event, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The names of the players.
    pub players: Names,
    /// The game, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Practice>,
    /// How one game goes.
    pub model: ModelDocument,
    /// How the series is scored.
    pub rule: RuleDocument,
    /// What it has come to.
    #[serde(flatten)]
    pub course: LiveCourse,
}

impl LiveDocument {
    /// The document of what a series has come to.
    pub fn new(state: LiveState) -> Self {
        Self {
            schema: SchemaName::default(),
            model: ModelDocument::new(state.series.model()),
            rule: RuleDocument::new(&state.series),
            title: state.title,
            players: state.players,
            game: state.game,
            course: state.course,
        }
    }
}
