//! What is usual in a game: what a draw leads to, and how a match without a winner is decided.

use crate::{Draws, InputError, Undecided};
use kakukin_core::{BadValue, Rational};
use serde::Serialize;
use std::str::FromStr;

/// A game whose practice is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Practice {
    /// Shogi: repetition (千日手) is played again with sides swapped.
    Shogi,
    /// Shogi between programs.
    ComputerShogi,
    /// Chess: draws count, and armageddon decides.
    Chess,
    /// Go: the rare game without a result is played again.
    Go,
}

impl Practice {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Shogi, Self::ComputerShogi, Self::Chess, Self::Go];

    /// What is typed for it, and its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::ComputerShogi => "computer-shogi",
            Self::Chess => "chess",
            Self::Go => "go",
        }
    }

    /// The preset that has its rates.
    pub fn preset(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::ComputerShogi => "computer shogi",
            Self::Chess => "chess",
            Self::Go => "go",
        }
    }

    /// What a drawn game leads to.
    pub fn draws(self) -> Draws<Rational> {
        match self {
            Self::Shogi | Self::ComputerShogi => Draws::Swap,
            Self::Chess => Draws::Pass,
            Self::Go => Draws::Replay,
        }
    }

    /// What decides where nobody has won at the limit.
    pub fn undecided(self) -> Undecided {
        match self {
            Self::Chess => Undecided::Armageddon,
            _ => Undecided::None,
        }
    }
}

impl FromStr for Practice {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let asked = text.trim().to_lowercase().replace(' ', "-");
        let known = match asked.as_str() {
            "将棋" => Some(Self::Shogi),
            "コンピュータ将棋" => Some(Self::ComputerShogi),
            "チェス" => Some(Self::Chess),
            "囲碁" => Some(Self::Go),
            _ => Self::ALL.into_iter().find(|game| game.code() == asked),
        };
        known.ok_or_else(|| {
            let allowed = Self::ALL.map(Self::code).join(", ");
            InputError::new("game", text, BadValue::Unknown, allowed)
        })
    }
}
