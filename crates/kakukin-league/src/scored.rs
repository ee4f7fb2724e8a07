//! A league with everything that its standings rest on: rates, points, games.

use crate::{DrawPoints, EpsilonPoints, InputError, RankBy, Scale, Standings, Tally, TieBreak};
use kakukin_core::{Probability, Rational};
use serde::Serialize;

/// How games are scored and players ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Scoring {
    /// First player's share of the decided games.
    pub p: Probability,
    /// Draw rate.
    pub f: Probability,
    /// Where the two come from.
    pub rates: RatesOrigin,
    /// What a draw is worth.
    pub draws: DrawPoints,
    /// How large the points are.
    pub scale: Scale,
    /// What players are ranked by.
    pub rank_by: RankBy,
    /// What decides between equals, in this order.
    pub tie_breaks: Vec<TieBreak>,
}

/// Where p and f come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RatesOrigin {
    /// They were given.
    Given,
    /// From the games of the league itself, as counted.
    Raw,
    /// From the games of the league itself, with strength taken out.
    Adjusted,
}

impl RatesOrigin {
    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Raw => "raw",
            Self::Adjusted => "adjusted",
        }
    }
}

/// Games that count, but not for anybody's standing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutOfLeague {
    /// A player has no name.
    pub nameless: u64,
    /// Both players have the same name.
    pub same_name: u64,
}

/// Games that count as won and lost although they were not played to their end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Adjudged {
    /// Lost by a foul.
    pub fouls: u64,
    /// Lost by absence.
    pub forfeits: u64,
}

impl Adjudged {
    /// Whether there are any.
    pub fn any(&self) -> bool {
        self.fouls > 0 || self.forfeits > 0
    }
}

/// The games of a league, how they are scored, and who stands where.
#[derive(Debug, Clone)]
pub struct ScoredLeague {
    /// How games are scored and players ranked.
    pub scoring: Scoring,
    /// The points of every result.
    pub points: EpsilonPoints<Rational>,
    /// The games.
    pub tally: Tally,
    /// Who stands where.
    pub standings: Standings,
    /// Games that count as won and lost although they were not played to their end.
    pub adjudged: Adjudged,
    /// Games that count, but not for anybody's standing.
    pub left_out: LeftOutOfLeague,
}

impl ScoredLeague {
    /// The standings of the games of a tally, all of which were played to their end.
    pub fn new(tally: Tally, scoring: Scoring) -> Result<Self, InputError> {
        let Scoring { p, f, draws, scale, rank_by, tie_breaks, .. } = &scoring;
        let points = EpsilonPoints::new(p, f, *draws, *scale)?;
        let standings = Standings::new(&tally, &points, *rank_by, tie_breaks);
        let (adjudged, left_out) = (Adjudged::default(), LeftOutOfLeague::default());
        Ok(Self { scoring, points, tally, standings, adjudged, left_out })
    }
}
