//! Worked examples: courses of play that show how a rule works, picked by what is stated.

use crate::{Course, Ending, Event, GameResult, InputError, Player, Series};
use serde::Serialize;

/// Courses of more games than this show nothing to a reader.
const LONGEST: usize = 60;
/// The most games of a course that is taken in at a glance.
const MOST_TOLD: u32 = 7;

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
    /// It is short and has wins with both sides.
    Telling,
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
            Self::Telling => "telling",
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

    /// One short course that shows at a glance how the rule works: of each small number of games
    /// the likeliest that has a winner, and of these the one that tells most. Refuses series of
    /// too many states.
    pub fn telling_example(&self) -> Result<Option<Example>, InputError> {
        let mut best: Option<Example> = None;
        for games in self.shortest()..=self.limit().min(MOST_TOLD) {
            let of_length = |ending: Ending, n| n == games && ending.winner().is_some();
            let course = self.likeliest_course(of_length)?;
            let example = course.map(|course| Example::new(ExampleCriterion::Telling, &course));
            // Of those that tell as much the shortest.
            let more =
                |example: &Example| best.as_ref().is_none_or(|x| example.tells() > x.tells());
            if let Some(example) = example.filter(more) {
                best = Some(example);
            }
        }
        Ok(best)
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
    /// How many things it shows: wins with each side, and points of each player.
    fn tells(&self) -> usize {
        let won = |result| self.games.iter().any(|game| game.result == result);
        let scored = |points: fn(&ExampleGame) -> u32| {
            self.games.last().is_some_and(|game| points(game) > 0)
        };
        let shown = [
            won(GameResult::First),
            won(GameResult::Second),
            scored(|game| game.a),
            scored(|game| game.b),
        ];
        shown.into_iter().filter(|shown| *shown).count()
    }

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
