//! One rule in full: every course of its series, and what every score is worth.

use crate::{ModelDocument, RuleDocument};
use kakukin_core::{Fraction, to_f64};
use kakukin_series::{Branch, Ending, Event, FullCourse, FullRule, Player, short_count};
use serde::Serialize;

/// A rule under a model, in full.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChosenDocument {
    /// How one game goes.
    pub model: ModelDocument,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// How many courses a series can take.
    pub leaves: String,
    /// The courses; empty if they are too many to be drawn.
    pub courses: Vec<CourseDocument>,
    /// What every score is worth, by number of games played and who is first next.
    pub scores: Vec<ScoreBlock>,
}

/// One course of a series.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CourseDocument {
    /// The games, first to last.
    pub games: Vec<BranchDocument>,
    /// How it ended.
    pub result: Ending,
    /// Its probability.
    pub probability: f64,
    /// The same as a fraction.
    pub exact: Fraction,
    /// How many of its games it has in common with the course before.
    pub shared: usize,
}

/// One game of a course.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BranchDocument {
    /// What happened: `first`, `second`, `draw`, `swapped_first`, `swapped_second`.
    pub face: Event,
    /// Who won it; null for a draw.
    pub winner: Option<Player>,
    /// A's points after it, on the scale of the rule.
    pub a: u32,
    /// B's points after it.
    pub b: u32,
}

/// The scores after some number of games.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreBlock {
    /// Games played.
    pub games: u32,
    /// Who is first in the next one.
    pub next_first: Player,
    /// The scores that can occur, by A's and then B's points.
    pub cells: Vec<ScoreCell>,
}

/// One score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreCell {
    /// A's points, on the scale of the rule.
    pub a_points: u32,
    /// B's points.
    pub b_points: u32,
    /// The probability that the series comes here.
    pub existence: f64,
    /// The probability that A wins from here.
    pub a: f64,
    /// The probability that B wins from here.
    pub b: f64,
}

impl ChosenDocument {
    pub(super) fn new(rule: &FullRule) -> Self {
        let FullRule { series, leaves, courses, scores } = rule;
        Self {
            model: ModelDocument::new(series.model()),
            rule: RuleDocument::new(series),
            leaves: short_count(leaves),
            courses: courses.iter().map(CourseDocument::new).collect(),
            scores: scores.iter().map(ScoreBlock::new).collect(),
        }
    }
}

impl CourseDocument {
    fn new(course: &FullCourse) -> Self {
        let game = |branch: &Branch| BranchDocument {
            face: branch.event,
            winner: branch.winner,
            a: branch.a,
            b: branch.b,
        };
        Self {
            games: course.games.iter().map(game).collect(),
            result: course.ending,
            probability: to_f64(&course.probability),
            exact: (&course.probability).into(),
            shared: course.shared,
        }
    }
}

impl ScoreBlock {
    fn new(block: &kakukin_series::ScoreBlock) -> Self {
        let &kakukin_series::ScoreBlock { games, next_first, ref cells } = block;
        let cell = |cell: &kakukin_series::ScoreCell| {
            let &kakukin_series::ScoreCell { a_points, b_points, existence, a, b } = cell;
            ScoreCell { a_points, b_points, existence, a, b }
        };
        Self { games, next_first, cells: cells.iter().map(cell).collect() }
    }
}
