//! Draw policies: what a drawn game does to a series.

use crate::{InputError, rule::written};
use kakukin_core::{BadValue, Rational, parse_rational};
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

impl FromStr for Draws<Rational> {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new("draws", text, problem, Self::ALLOWED);
        Ok(match text.trim() {
            "pass" => Self::Pass,
            "keep" => Self::Keep,
            "replay" => Self::Replay,
            "swap" => Self::Swap,
            "second" => Self::Second,
            other => {
                let points =
                    other.strip_prefix("points=").ok_or_else(|| refuse(BadValue::Unknown))?;
                let parts: Vec<&str> = points.split(['/', '／']).collect();
                let [first, second] = parts[..] else {
                    return Err(refuse(BadValue::BadForm));
                };
                let number = |text| parse_rational("draws", text).map_err(|e| refuse(e.problem));
                Self::Points { first: number(first)?, second: number(second)? }
            }
        })
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
