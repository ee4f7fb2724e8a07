//! Score sheets as a document: what the arbiter of a series, or of a whole round, fills in.

use crate::{RuleDocument, SchemaName};
use kakukin_series::{Pairing, Player, ScoreSheet, WinsNeeded};
use serde::Serialize;

/// How sheets are put on paper.
#[derive(Debug, Clone, Copy, Default)]
pub struct Paper {
    /// Whether a page with all pairings comes first.
    pub overview: bool,
    /// Two sheets on a page instead of one.
    pub half_pages: bool,
}

/// The sheets of one series or of a whole round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreSheetDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The event, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The date, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The number of the round; left out if it is not one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// Who is first in each game up to the limit; null where it depends on results.
    pub first: Vec<Option<Player>>,
    /// Who is first in each of them by the turn order, before any draw swaps sides; null where
    /// even that depends on results.
    pub scheduled: Vec<Option<Player>>,
    /// What a player still needs.
    pub needs: Vec<WinsNeeded>,
    /// Whether more points can be missing than are listed.
    pub more_needs: bool,
    /// The series, a sheet for each.
    pub pairings: Vec<Pairing>,
    /// Players without an opponent in this round; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<String>,
    /// Whether a page with all pairings comes first.
    pub overview: bool,
    /// Two sheets on a page instead of one.
    pub half_pages: bool,
}

impl ScoreSheetDocument {
    /// The document of what the sheets say.
    pub fn new(sheet: &ScoreSheet, paper: Paper) -> Self {
        Self {
            schema: SchemaName::default(),
            event: sheet.round.event.clone(),
            date: sheet.round.date.clone(),
            round: None,
            rule: RuleDocument::new(&sheet.series),
            first: sheet.first.clone(),
            scheduled: sheet.scheduled.clone(),
            needs: sheet.needs.clone(),
            more_needs: sheet.more_needs,
            pairings: sheet.round.pairings.clone(),
            byes: sheet.round.byes.clone(),
            overview: paper.overview,
            half_pages: paper.half_pages,
        }
    }

    /// The same sheets as those of a round of this number.
    pub fn of_round(self, round: usize) -> Self {
        Self { round: Some(round), ..self }
    }
}
