//! One rule in full: every course of its series, and what every score is worth.

use crate::{Branch, Ending, InputError, Player, Problem, Series, StateValue};
use kakukin_core::{BadValue, Natural, Rational};
use serde::Serialize;
use std::{collections::BTreeMap, ops::ControlFlow};

/// The most courses that are listed: what a reader can still follow.
pub const MAX_COURSES: u64 = 3_000;
/// The most games of a rule whose scores are all listed.
const MOST_GAMES: u32 = 100;
/// The most cells that one sweep over its scores may visit.
const MOST_WORK: u64 = 200_000;

/// A rule under a model, in full.
#[derive(Debug, Clone)]
pub struct FullRule {
    /// The rule and the model.
    pub series: Series,
    /// How many courses a series can take.
    pub leaves: Natural,
    /// The courses; empty if they are more than [`MAX_COURSES`].
    pub courses: Vec<FullCourse>,
    /// What every score is worth, by number of games played and who is first next.
    pub scores: Vec<ScoreBlock>,
}

/// One course of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct FullCourse {
    /// The games, first to last.
    pub games: Vec<Branch>,
    /// How it ended.
    pub ending: Ending,
    /// Its probability.
    pub probability: Rational,
    /// How many of its games it has in common with the course before.
    pub shared: usize,
}

/// The scores after some number of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

impl FullRule {
    /// Refuses a rule that is too large to be shown in full.
    pub(super) fn check(series: &Series) -> Result<(), InputError> {
        if series.limit() > MOST_GAMES {
            let (limit, allowed) = (series.limit(), format!("1..{MOST_GAMES}"));
            return Err(InputError::new("rule-limit", limit, Problem::RuleTooLong, allowed));
        }
        if series.work() > MOST_WORK {
            let allowed = format!("<= {MOST_WORK}");
            return Err(InputError::new("points", series.work(), BadValue::TooMuchWork, allowed));
        }
        Ok(())
    }

    pub(super) fn new(series: &Series) -> Result<Self, InputError> {
        Self::check(series)?;
        let leaves = series.leaves()?;
        Ok(Self {
            courses: match leaves > Natural::from(MAX_COURSES) {
                true => Vec::new(),
                false => courses(series)?,
            },
            leaves,
            scores: (0..series.limit())
                .flat_map(|games| blocks(games, &series.values(games)))
                .collect(),
            series: series.clone(),
        })
    }
}

fn courses(series: &Series) -> Result<Vec<FullCourse>, InputError> {
    let mut courses = Vec::new();
    let mut before: Vec<usize> = Vec::new();
    let _: ControlFlow<()> = series.tree(u64::MAX)?.visit(|leaf| {
        // Where fewer branches are left than on the path above, another one was taken.
        let same = before.iter().zip(leaf.siblings_left).take_while(|(x, y)| x == y);
        let shared = if courses.is_empty() { 0 } else { same.count() };
        before = leaf.siblings_left.to_vec();
        courses.push(FullCourse {
            games: leaf.path.to_vec(),
            ending: leaf.ending,
            probability: leaf.probability.clone(),
            shared,
        });
        ControlFlow::Continue(())
    });
    Ok(courses)
}

/// The scores after so many games, apart by who is first next.
fn blocks(games: u32, values: &[StateValue<f64>]) -> Vec<ScoreBlock> {
    let block =
        |first: Player| {
            // States that the turn order tells apart, but not the score: each counts as often
            // as the series comes there.
            let mut sums: BTreeMap<(u32, u32), [f64; 3]> = BTreeMap::new();
            for value in values.iter().filter(|value| value.next_first == first) {
                let sum = sums.entry((value.a_points, value.b_points)).or_default();
                let weighted = [1.0, value.a, value.b].map(|x| x * value.existence);
                *sum = [0, 1, 2].map(|k| sum[k] + weighted[k]);
            }
            let cell = |((a_points, b_points), [existence, a, b]): ((u32, u32), [f64; 3])| {
                ScoreCell { a_points, b_points, existence, a: a / existence, b: b / existence }
            };
            let cells: Vec<ScoreCell> = sums.into_iter().map(cell).collect();
            (!cells.is_empty()).then_some(ScoreBlock { games, next_first: first, cells })
        };
    Player::BOTH.into_iter().filter_map(block).collect()
}
