//! Everything about a hand at once: with points if there can be any, otherwise its chances.

use super::{ScoreResult, WinResult};
use crate::{Points, Situation, Stakes, Win};
use serde::Serialize;

/// Why there are no points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PointsLeftOut {
    /// Melds are missing that nobody knows.
    UnknownMelds,
    /// With points it is too much work.
    TooLarge,
}

/// What was found out about a hand.
#[derive(Debug, Clone)]
pub enum HandResult {
    /// With points.
    Score(Box<ScoreResult>),
    /// Without.
    Win(Box<WinResult>, PointsLeftOut),
}

impl HandResult {
    /// Whether all games that were asked for were dealt.
    pub fn is_finished(&self) -> bool {
        match self {
            Self::Score(result) => result.is_finished(),
            Self::Win(result, _) => result.is_finished(),
        }
    }
}

/// A win with what it is worth.
#[derive(Debug, Clone)]
pub struct PointsResult {
    /// The complete hand and what is seen.
    pub situation: Situation,
    /// For what it was played.
    pub stakes: Stakes,
    /// How it was won.
    pub win: Win,
    /// Whether the winning tile is the red five.
    pub red: bool,
    /// What it is worth.
    pub points: Points,
}
