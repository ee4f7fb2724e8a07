//! Draw policies: what a drawn game does to a series.

use crate::{
    InputError,
    rule::{points_number, written},
};
use kakukin_core::{BadValue, Rational, known_word};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// What a drawn game does. `T` is the type of points: exact fractions as the
/// organiser writes them, integers once a rule has scaled them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Draws<T = u32> {
    /// It counts, gives nothing, and the turn passes (the rule of the articles).
    Pass,
    /// It counts, gives nothing, and the same sides play again.
    Keep,
    /// It does not count; the same sides play again.
    Replay,
    /// It does not count; the game is played again with sides swapped.
    Swap,
    /// It counts, gives these points to the first and the second player, and
    /// the turn passes.
    Points {
        /// Points for the first player.
        first: T,
        /// Points for the second player.
        second: T,
    },
    /// It counts as a win of the second player.
    Second,
}

impl<T> Draws<T> {
    /// Whether somebody has reached the target when the limit comes, whatever the results: then
    /// nobody is ever ahead by more than the other can still win, either. `without_draws` is the
    /// most games of a series in which sides are never swapped and no draw counts, `least` and
    /// `target` are the points of the cheaper win and those that win.
    pub fn always_won(&self, limit: u32, without_draws: u32, least: u32, target: u32) -> bool {
        match self {
            Self::Replay | Self::Second => limit >= without_draws,
            // With sides swapped either may win each game the cheap way.
            Self::Swap => limit >= (2 * target.div_ceil(least.max(1))).saturating_sub(1),
            Self::Pass | Self::Keep | Self::Points { .. } => false,
        }
    }

    /// What the command line accepts.
    pub const ALLOWED: &'static str = "pass, keep, replay, swap, points=D1/D2, second";

    /// Whether a drawn game uses up one game without deciding it, so that a
    /// series with draws needs a larger limit.
    pub fn use_up_games(&self) -> bool {
        matches!(self, Self::Pass | Self::Keep | Self::Points { .. })
    }

    /// The same policy with its points converted.
    pub fn map<U>(self, mut convert: impl FnMut(T) -> U) -> Draws<U> {
        match self {
            Self::Pass => Draws::Pass,
            Self::Keep => Draws::Keep,
            Self::Replay => Draws::Replay,
            Self::Swap => Draws::Swap,
            Self::Second => Draws::Second,
            Self::Points { first, second } => {
                Draws::Points { first: convert(first), second: convert(second) }
            }
        }
    }
}

impl Draws<Rational> {
    /// The policy as people write it: points as decimals where they have such a form.
    ///
    /// ```
    /// let draws: kakukin_series::Draws<_> = "points=50%/2".parse()?;
    /// assert_eq!(draws.as_written(), "points=0.5/2");
    /// # Ok::<(), kakukin_series::InputError>(())
    /// ```
    pub fn as_written(&self) -> String {
        self.clone().map(|points| written(&points)).to_string()
    }
}

/// The words for each policy that needs no points, with or without that it is about draws.
const WORDS: [(Draws, &str); 5] = [
    (
        Draws::Pass,
        "pass count draws-count 引分けも1局 引き分けも1局 1局消化 1局を消化 \
         1局を消化し手番は次へ移る a-draw-uses-up-a-game-the-turn-passes",
    ),
    (
        Draws::Keep,
        "keep draws-count-sides-kept sides-kept 引分けも1局先後そのまま 先後そのまま \
         1局を消化し同じ手番で次を指す 1局を消化し同じ先後で次を指す a-draw-uses-up-a-game-same-sides-again",
    ),
    (
        Draws::Replay,
        "replay replayed draws-replayed a-draw-is-replayed a-draw-is-replayed-with-the-same-sides \
         指し直し 指直し 打ち直し 引分けは指し直し 引き分けは指し直し 同じ手番で指し直す 同じ先後で指し直す \
         無勝負 引分けは無勝負 引き分けは無勝負",
    ),
    (
        Draws::Swap,
        "swap swapped sides-swapped draws-replayed-sides-swapped \
         a-draw-is-replayed-with-sides-swapped replayed-with-sides-swapped repetition \
         千日手 千日手指し直し 千日手は指し直し 先後入替 先後入れ替え 先後を入れ替え \
         先後を入れ替えて指し直し 先後を入れ替えて指し直す 引分けは先後を入れ替えて指し直し",
    ),
    (
        Draws::Second,
        "second draws-win-for-second a-draw-is-a-win-of-the-second-player \
         後手勝ち 後手の勝ち 後手の勝ちとする 引分けは後手勝ち 引分けは後手の勝ち",
    ),
];

/// Reads a policy by its name, or by the words for it in either language.
impl FromStr for Draws<Rational> {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new("draws", text, problem, Self::ALLOWED);
        if let Some(policy) = known_word(text, &WORDS) {
            return Ok(policy.clone().map(Rational::from));
        }
        let points = text.trim().strip_prefix("points=");
        let points = points.ok_or_else(|| refuse(BadValue::Unknown))?;
        let parts: Vec<&str> = points.split(['/', '／']).collect();
        let [first, second] = parts[..] else {
            return Err(refuse(BadValue::BadForm));
        };
        let number = |text| points_number(text).map_err(refuse);
        Ok(Self::Points { first: number(first)?, second: number(second)? })
    }
}

impl<T: fmt::Display> fmt::Display for Draws<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Keep => f.write_str("keep"),
            Self::Replay => f.write_str("replay"),
            Self::Swap => f.write_str("swap"),
            Self::Points { first, second } => write!(f, "points={first}/{second}"),
            Self::Second => f.write_str("second"),
        }
    }
}

impl Serialize for Draws {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Draws<Rational> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_written())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Draws<Rational> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DrawsAsWritten".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A draw policy; points are those of the first and the second player, as they were written.",
            "pattern": "^(pass|keep|replay|swap|second|points=[0-9./]+)$",
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Draws {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Draws".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A draw policy; points are those of the first and the second player, on the scale of the rule.",
            "pattern": "^(pass|keep|replay|swap|second|points=[0-9]+/[0-9]+)$",
        })
    }
}
