//! Worked examples: courses of play that show how a rule works, picked by what is stated.

use crate::{Course, Ending, Event, GameResult, InputError, Player, Series};
use serde::Serialize;

/// Courses of more games than this show nothing to a reader.
const LONGEST: usize = 60;

/// Courses of play that show how a rule works.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Examples {
    /// Up to four different courses, each the likeliest of its kind.
    pub courses: Vec<Example>,
    /// Whether some are missing because they are too long to be read.
    pub too_long: bool,
}

/// One course of a series, game by game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExampleDocument"))]
pub struct Example {
    /// Why it was picked.
    pub criterion: ExampleCriterion,
    /// The games, first to last.
    pub games: Vec<ExampleGame>,
    /// How it ends.
    pub result: Ending,
    /// How likely exactly this course is.
    pub probability: f64,
}

/// Why a course is an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExampleCriterion {
    /// It is the likeliest of all.
    Likeliest,
    /// It is the likeliest that the other player wins.
    OtherWinner,
    /// It is the likeliest that is decided at the limit.
    OnPoints,
    /// It is the likeliest that ends without a winner.
    None,
    /// It is the likeliest of those that take the most games.
    Longest,
}

impl ExampleCriterion {
    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Likeliest => "likeliest",
            Self::OtherWinner => "other_winner",
            Self::OnPoints => "on_points",
            Self::None => "none",
            Self::Longest => "longest",
        }
    }
}

/// One game of a course.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleGame {
    /// Who is first in the decisive game.
    pub first: Player,
    /// What happens.
    pub result: GameResult,
    /// Whether a draw that did not count came before, with sides swapped after it.
    pub swapped: bool,
    /// A's points after it.
    pub a: u32,
    /// B's points after it.
    pub b: u32,
}

impl Series {
    /// Courses of play that show how the rule works. Refuses series of too many states.
    pub fn examples(&self) -> Result<Examples, InputError> {
        let mut picked = Picked { series: self, examples: Examples::default() };
        picked.pick(ExampleCriterion::Likeliest, |_, _| true)?;
        let winner = picked.examples.courses.first().and_then(|example| example.result.winner());
        if let Some(winner) = winner {
            let other = Some(winner.other());
            picked.pick(ExampleCriterion::OtherWinner, |ending, _| ending.winner() == other)?;
        }
        let on_points = |ending| matches!(ending, Ending::AOnPoints | Ending::BOnPoints);
        let at_limit = |games| games == self.limit();
        picked.pick(ExampleCriterion::OnPoints, |ending, games| {
            on_points(ending) && at_limit(games)
        })?;
        picked.pick(ExampleCriterion::None, |ending, _| ending == Ending::None)?;
        if picked.examples.courses.len() < 3 {
            let most = self.figures().games.iter().rposition(|&p| p > 0.0);
            picked.pick(ExampleCriterion::Longest, |_, games| Some(games as usize) == most)?;
        }
        Ok(picked.examples)
    }
}

struct Picked<'s> {
    series: &'s Series,
    examples: Examples,
}

impl Picked<'_> {
    /// Adds the likeliest course of a kind, unless there is none or it is there already.
    fn pick(
        &mut self,
        criterion: ExampleCriterion,
        accept: impl Fn(Ending, u32) -> bool,
    ) -> Result<(), InputError> {
        let Examples { courses, too_long } = &mut self.examples;
        let example =
            self.series.likeliest_course(accept)?.map(|course| Example::new(criterion, &course));
        let new = |example: &Example| courses.iter().all(|known| known.games != example.games);
        match example.filter(new) {
            Some(example) if example.games.len() > LONGEST => *too_long = true,
            example => courses.extend(example),
        }
        Ok(())
    }
}

impl Example {
    fn new(criterion: ExampleCriterion, course: &Course) -> Self {
        let games = course.games.iter().map(|(first, branch)| {
            let (result, swapped) = match branch.event {
                Event::FirstWins => (GameResult::First, false),
                Event::SecondWins => (GameResult::Second, false),
                Event::Draw => (GameResult::Draw, false),
                Event::SwappedFirstWins => (GameResult::First, true),
                Event::SwappedSecondWins => (GameResult::Second, true),
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
