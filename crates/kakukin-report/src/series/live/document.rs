//! The current state of a live series: everything that people see of it.

use crate::{ModelDocument, RuleDocument, SchemaName};
use kakukin_series::{
    Chances, LiveAudit, LiveEnd, LiveGame, LiveGames, LiveNeed, LiveNext, LiveScore, LiveState,
    Names, Player, Stamp,
};
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
    /// How one game goes.
    pub model: ModelDocument,
    /// How the series is scored.
    pub rule: RuleDocument,
    /// When the record was made.
    pub started: Stamp,
    /// The points of both.
    pub score: LiveScore,
    /// How many games were played.
    pub games: LiveGames,
    /// Who is first in the next game; null when the series is over.
    pub next_first: Option<Player>,
    /// Whether the next game is a drawn one played again.
    pub played_again: bool,
    /// The chances to win the series.
    pub chances: Chances<f64>,
    /// The end; null while the series goes on.
    pub ending: Option<LiveEnd>,
    /// What A, and B, needs to win the series; null when it is over.
    pub needs: Option<[LiveNeed; 2]>,
    /// What each result of the next game would do.
    pub next: Vec<LiveNext>,
    /// The chances before the first game.
    pub at_start: Chances<f64>,
    /// The games whose results stand.
    pub history: Vec<LiveGame>,
    /// Every entry ever made.
    pub audit: Vec<LiveAudit>,
    /// The last seal.
    pub seal: String,
}

impl LiveDocument {
    /// The document of what a series has come to.
    pub fn new(state: &LiveState) -> Self {
        let series = &state.series;
        Self {
            schema: SchemaName::default(),
            title: state.title.clone(),
            players: state.players.clone(),
            model: ModelDocument::new(series.model()),
            rule: RuleDocument::new(series),
            started: state.started.clone(),
            score: state.score,
            games: state.games,
            next_first: state.next_first,
            played_again: state.played_again,
            chances: state.chances,
            ending: state.ending,
            needs: state.needs,
            next: state.next.clone(),
            at_start: state.at_start,
            history: state.history.clone(),
            audit: state.audit.clone(),
            seal: state.seal.clone(),
        }
    }
}
