//! Score sheets as a document: what the arbiter of a series, or of a whole round, fills in.

use super::{NeedDocument, Pairing, needs::needs};
use crate::RuleDocument;
use crate::SchemaName;
use kakukin_core::BadValue;
use kakukin_series::{Draws, InputError, Player, Rule, Series};
use serde::Serialize;

/// The most games that one sheet has rows for.
pub const MAX_SHEET_GAMES: u32 = 100;
/// The most rows of all sheets together.
pub const MAX_SHEET_ROWS: usize = 20_000;
/// The most games of a sheet that takes half a page.
pub(super) const MAX_HALF_GAMES: u32 = 7;

/// What is known before the round.
#[derive(Debug, Clone, Default)]
pub struct ScoreSheetOptions {
    /// The event.
    pub event: Option<String>,
    /// The date, as it shall be printed.
    pub date: Option<String>,
    /// One series for each; names that are not known are empty.
    pub pairings: Vec<Pairing>,
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
    /// How a series is scored.
    pub rule: RuleDocument,
    /// Who is first in each game up to the limit; null where it depends on results.
    pub first: Vec<Option<Player>>,
    /// What a player still needs.
    pub needs: Vec<NeedDocument>,
    /// Whether more points can be missing than are listed.
    pub more_needs: bool,
    /// The series, a sheet for each.
    pub pairings: Vec<Pairing>,
    /// Whether a page with all pairings comes first.
    pub overview: bool,
    /// Two sheets on a page instead of one.
    pub half_pages: bool,
}

impl ScoreSheetDocument {
    /// Refuses more rows than anybody would print.
    pub fn new(series: &Series, options: &ScoreSheetOptions) -> Result<Self, InputError> {
        let limit = series.limit();
        let refuse = |field, value: String, allowed: String| {
            Err(InputError::new(field, value, BadValue::OutOfRange, allowed))
        };
        if limit > MAX_SHEET_GAMES {
            return refuse("limit", limit.to_string(), format!("1..{MAX_SHEET_GAMES}"));
        }
        let most = MAX_SHEET_ROWS / limit as usize;
        if options.pairings.len() > most {
            return refuse("series", options.pairings.len().to_string(), format!("1..{most}"));
        }
        if options.half_pages && limit > MAX_HALF_GAMES {
            return refuse("per-page", "2".into(), format!("1 (`limit` > {MAX_HALF_GAMES})"));
        }
        let known = |index| first_in(series.rule(), index, limit as usize);
        let first: Vec<Option<Player>> = (0..limit as usize).map(known).collect();
        let (needs, more_needs) = needs(series.rule(), &first);
        Ok(Self {
            schema: SchemaName::default(),
            event: options.event.clone(),
            date: options.date.clone(),
            rule: RuleDocument::new(series),
            first,
            needs,
            more_needs,
            pairings: options.pairings.clone(),
            overview: options.overview,
            half_pages: options.half_pages,
        })
    }
}

/// Who is first in the game of this index, if that is known before the series.
fn first_in(rule: &Rule, index: usize, limit: usize) -> Option<Player> {
    let turns = rule.turns();
    match rule.draws() {
        // The game may be played again the other way round.
        Draws::Swap => None,
        // A draw holds the order up, unless it is always the same.
        Draws::Keep if index > 0 => {
            let first = turns.scheduled(0)?;
            (1..limit).all(|game| turns.scheduled(game) == Some(first)).then_some(first)
        }
        // Where results decide, A is first in game 1.
        _ if index == 0 => turns.scheduled(0).or(Some(Player::A)),
        _ => turns.scheduled(index),
    }
}
