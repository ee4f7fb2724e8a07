//! Worked examples: courses of play that show how a rule works, picked by what is stated.

use kakukin_series::{Course, Ending, Event, InputError, Player, Series};
use serde::Serialize;

/// Courses of more games than this show nothing to a reader.
const LONGEST: usize = 60;

/// Why a course of play was picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExampleCriterion {
    /// The likeliest course.
    Likeliest,
    /// The likeliest that the other player wins.
    OtherWinner,
    /// The likeliest that is decided on points at the limit.
    OnPoints,
    /// The likeliest without a winner.
    None,
    /// The likeliest of the longest.
    Longest,
}

/// One course of a series, game by game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleDocument {
    /// Why it was picked: the likeliest of all (`likeliest`), of those that the other player
    /// wins (`other_winner`), that are decided at the limit (`on_points`), that end without
    /// a winner (`none`), or that take the most games (`longest`).
    #[cfg_attr(feature = "schema", schemars(with = "ExampleCriterion"))]
    pub criterion: &'static str,
    /// The games, first to last.
    pub games: Vec<ExampleGame>,
    /// How it ends.
    pub result: Ending,
    /// How likely exactly this course is.
    pub probability: f64,
}

/// One game of a course.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleGame {
    /// Who is first in the decisive game.
    pub first: Player,
    /// What happens: `first`, `second` or `draw`.
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_core::GameResult"))]
    pub result: &'static str,
    /// Whether a draw that did not count came before, with sides swapped after it.
    pub swapped: bool,
    /// A's points after it.
    pub a: u32,
    /// B's points after it.
    pub b: u32,
}

/// Up to four different courses, each the likeliest of its kind, and whether some are missing
/// because they are too long to be read.
pub(super) fn examples(series: &Series) -> Result<(Vec<ExampleDocument>, bool), InputError> {
    let mut picked = Picked { series, examples: Vec::new(), too_long: false };
    picked.pick("likeliest", |_, _| true)?;
    let winner = picked.examples.first().and_then(|example| example.result.winner());
    if let Some(winner) = winner {
        picked.pick("other_winner", |ending, _| ending.winner() == Some(winner.other()))?;
    }
    let on_points = |ending| matches!(ending, Ending::AOnPoints | Ending::BOnPoints);
    picked.pick("on_points", |ending, games| on_points(ending) && games == series.limit())?;
    picked.pick("none", |ending, _| ending == Ending::None)?;
    if picked.examples.len() < 3 {
        let most = series.figures().games.iter().rposition(|&p| p > 0.0);
        picked.pick("longest", |_, games| Some(games as usize) == most)?;
    }
    Ok((picked.examples, picked.too_long))
}

struct Picked<'s> {
    series: &'s Series,
    examples: Vec<ExampleDocument>,
    too_long: bool,
}

impl Picked<'_> {
    /// Adds the likeliest course of a kind, unless there is none or it is there already.
    fn pick(
        &mut self,
        criterion: &'static str,
        accept: impl Fn(Ending, u32) -> bool,
    ) -> Result<(), InputError> {
        let course = self.series.likeliest_course(accept)?;
        let example = course.map(|course| ExampleDocument::new(criterion, &course));
        let new = |example: &ExampleDocument| {
            self.examples.iter().all(|known| known.games != example.games)
        };
        match example.filter(new) {
            Some(example) if example.games.len() > LONGEST => self.too_long = true,
            example => self.examples.extend(example),
        }
        Ok(())
    }
}

impl ExampleDocument {
    fn new(criterion: &'static str, course: &Course) -> Self {
        let games = course.games.iter().map(|(first, branch)| {
            let (result, swapped) = match branch.event {
                Event::FirstWins => ("first", false),
                Event::SecondWins => ("second", false),
                Event::Draw => ("draw", false),
                Event::SwappedFirstWins => ("first", true),
                Event::SwappedSecondWins => ("second", true),
            };
            let first = if swapped { first.other() } else { *first };
            ExampleGame { first, result, swapped, a: branch.a, b: branch.b }
        });
        Self {
            criterion,
            games: games.collect(),
            result: course.ending,
            probability: course.probability,
        }
    }
}
