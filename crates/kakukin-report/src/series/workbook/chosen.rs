//! One rule in full: every course of its series, and what every score is worth.

use crate::{ModelDocument, RuleDocument};
use kakukin_core::{Fraction, to_f64};
use kakukin_series::{Branch, Ending, FullCourse, FullRule, ScoreBlock, short_count};
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
    pub games: Vec<Branch>,
    /// How it ended.
    pub result: Ending,
    /// Its probability.
    pub probability: f64,
    /// The same as a fraction.
    pub exact: Fraction,
    /// How many of its games it has in common with the course before.
    pub shared: usize,
}

impl ChosenDocument {
    pub(super) fn new(rule: &FullRule) -> Self {
        let FullRule { series, leaves, courses, scores } = rule;
        Self {
            model: ModelDocument::new(series.model()),
            rule: RuleDocument::new(series),
            leaves: short_count(leaves),
            courses: courses.iter().map(CourseDocument::new).collect(),
            scores: scores.clone(),
        }
    }
}

impl CourseDocument {
    fn new(course: &FullCourse) -> Self {
        Self {
            games: course.games.clone(),
            result: course.ending,
            probability: to_f64(&course.probability),
            exact: (&course.probability).into(),
            shared: course.shared,
        }
    }
}
