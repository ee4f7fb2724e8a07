//! One rule in full: every course of its series, and what every score is worth.

use crate::{ModelDocument, RuleDocument, series::tree::event_key};
use kakukin_core::{BadValue, Fraction, to_f64};
use kakukin_series::{Ending, InputError, Player, Problem, Series, StateValue};
use serde::Serialize;
use std::{collections::BTreeMap, ops::ControlFlow};

/// The most courses that are drawn: what a reader can still follow.
pub(super) const MOST_COURSES: u64 = 3_000;
/// The most games of a rule whose scores are all listed.
const MOST_GAMES: u32 = 100;
/// The most cells that one sweep over its scores may visit.
const MOST_WORK: u64 = 200_000;

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
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_series::Event"))]
    pub face: &'static str,
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

/// A rule that is known not to be too large to be shown in full.
#[derive(Debug)]
pub(super) struct Chosen<'s>(&'s Series);

impl<'s> Chosen<'s> {
    pub(super) fn new(series: &'s Series) -> Result<Self, InputError> {
        if series.limit() > MOST_GAMES {
            let allowed = format!("1..{MOST_GAMES}");
            return Err(InputError::new(
                "rule-limit",
                series.limit(),
                Problem::RuleTooLong,
                allowed,
            ));
        }
        if series.work() > MOST_WORK {
            let allowed = format!("<= {MOST_WORK}");
            return Err(InputError::new("points", series.work(), BadValue::TooMuchWork, allowed));
        }
        Ok(Self(series))
    }

    pub(super) fn document(&self) -> Result<ChosenDocument, InputError> {
        let series = self.0;
        let (leaves, courses) = courses(series)?;
        Ok(ChosenDocument {
            model: ModelDocument::new(series.model()),
            rule: RuleDocument::new(series),
            leaves,
            courses,
            scores: (0..series.limit())
                .flat_map(|games| blocks(games, &series.values(games)))
                .collect(),
        })
    }
}

/// The number of courses, and the courses unless they are too many.
fn courses(series: &Series) -> Result<(String, Vec<CourseDocument>), InputError> {
    let tree = match series.tree(u64::MAX) {
        Ok(tree) if *tree.leaves() > MOST_COURSES.into() => {
            return Ok((tree.leaves().to_string(), Vec::new()));
        }
        Ok(tree) => tree,
        // Beyond counting on fingers: the leading digits.
        Err(e) if e.problem == Problem::TooManyLeaves => return Ok((e.value, Vec::new())),
        Err(e) => return Err(e),
    };
    let mut courses = Vec::new();
    let mut before: Vec<usize> = Vec::new();
    let _: ControlFlow<()> = tree.visit(|leaf| {
        // Where fewer branches are left than on the path above, another one was taken.
        let same = before.iter().zip(leaf.siblings_left).take_while(|(x, y)| x == y);
        let shared = if courses.is_empty() { 0 } else { same.count() };
        before = leaf.siblings_left.to_vec();
        let game = |branch: &kakukin_series::Branch| BranchDocument {
            face: event_key(branch.event),
            winner: branch.winner,
            a: branch.a,
            b: branch.b,
        };
        courses.push(CourseDocument {
            games: leaf.path.iter().map(game).collect(),
            result: leaf.ending,
            probability: to_f64(leaf.probability),
            exact: leaf.probability.into(),
            shared,
        });
        ControlFlow::Continue(())
    });
    Ok((tree.leaves().to_string(), courses))
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
