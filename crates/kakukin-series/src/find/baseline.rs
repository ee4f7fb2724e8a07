//! Rules that everybody knows, for comparison.

use super::{
    finder::Ranked,
    search::Score,
    skill::{LEADS, Skill},
};
use crate::{InputError, Model, Probability, Rule, Series, Turns};
use serde::{Serialize, Serializer};
use std::fmt;

/// The best of n that a rule is compared with, between two odd numbers of games.
#[derive(Debug, Clone, PartialEq)]
pub struct BestOf {
    /// The number of games; a fraction where the expected length lies between.
    pub games: f64,
    /// The stronger player's share at each of [`LEADS`].
    pub stronger: [f64; 3],
}

/// A rule that everybody knows, for comparison.
#[derive(Debug, Clone)]
pub struct Baseline {
    /// Which one.
    pub kind: BaselineKind,
    /// What is said of it.
    pub ranked: Ranked,
}

/// The rules that everybody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BaselineKind {
    /// One game.
    OneGame,
    /// Two games, each player first in one of them.
    OneEach,
    /// Whoever wins more of so many games.
    BestOf(u32),
}

impl BaselineKind {
    /// All that are listed.
    pub const ALL: [Self; 5] =
        [Self::OneGame, Self::OneEach, Self::BestOf(3), Self::BestOf(5), Self::BestOf(7)];

    /// The rule. A draw uses up a game and the turn passes.
    pub fn rule(self) -> Result<Rule, InputError> {
        match self {
            Self::OneGame => Rule::new(1, 1, 1, Turns::Fixed)?.with_limit(1),
            Self::OneEach => Rule::new(1, 1, 2, Turns::Alternating)?.with_limit(2),
            Self::BestOf(n) => Rule::new(1, 1, n / 2 + 1, Turns::Alternating)?.with_limit(n),
        }
    }
}

impl fmt::Display for BaselineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneGame => f.write_str("one_game"),
            Self::OneEach => f.write_str("one_each"),
            Self::BestOf(n) => write!(f, "best_of_{n}"),
        }
    }
}

impl Serialize for BaselineKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for BaselineKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BaselineKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A rule that everybody knows.",
            "pattern": "^(one_game|one_each|best_of_[0-9]+)$",
        })
    }
}

/// The scores of any rule, by the general engine.
pub(crate) fn scores(rule: &Rule, models: &[Model]) -> Result<Vec<Score>, InputError> {
    let score = |model: &Model| {
        let series = Series::new(model.clone(), rule.clone())?;
        Ok(Score::of(&series, &series.figures()))
    };
    models.iter().map(score).collect()
}

/// Best of 1, 3, 5, ... games: expected length and the stronger player's share, worked
/// out as far as they are asked for.
#[derive(Debug)]
pub(crate) struct Ladder {
    p: Probability,
    f: Probability,
    rungs: Vec<(f64, [f64; 3])>,
}

impl Ladder {
    pub(crate) fn new(p: &Probability, f: &Probability) -> Self {
        Self { p: p.clone(), f: f.clone(), rungs: Vec::new() }
    }

    fn rung(&mut self, index: usize) -> Result<(f64, [f64; 3]), InputError> {
        while self.rungs.len() <= index {
            let rule = BaselineKind::BestOf(2 * self.rungs.len() as u32 + 1).rule()?;
            let model = Model::new(self.p.clone(), self.f.clone())?;
            let games = scores(&rule, &[model])?[0].games;
            let stronger = Skill::shares(&self.p, &self.f, LEADS, |models| scores(&rule, models))?;
            self.rungs.push((games, stronger));
        }
        Ok(self.rungs[index])
    }

    /// The best of n of this expected length, in a straight line between two odd
    /// numbers of games.
    pub(crate) fn of_length(&mut self, games: f64) -> Result<BestOf, InputError> {
        let mut index = 0;
        while self.rung(index + 1)?.0 < games && index < 200 {
            index += 1;
        }
        let ((low, below), (high, above)) = (self.rung(index)?, self.rung(index + 1)?);
        let share = ((games - low) / (high - low)).clamp(0.0, 1.0);
        Ok(BestOf {
            games: 2.0 * (index as f64 + share) + 1.0,
            stronger: std::array::from_fn(|k| below[k] + share * (above[k] - below[k])),
        })
    }
}
