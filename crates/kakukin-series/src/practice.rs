//! What is usual in a game: what a draw leads to, and how a match without a winner is decided.

use crate::{Draws, InputError, Undecided};
use kakukin_core::{BadValue, Rational, known_word};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A game whose practice is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// The words for each game.
const WORDS: [(Practice, &str); 4] = [
    (Practice::Shogi, "shogi 将棋 本将棋"),
    (Practice::ComputerShogi, "computer-shogi コンピュータ将棋 将棋ソフト"),
    (Practice::Chess, "chess チェス"),
    (Practice::Go, "go igo baduk weiqi 囲碁 碁"),
];

/// Reads a game by its name in either language.
impl FromStr for Practice {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = known_word(text, &WORDS).copied();
        known.ok_or_else(|| {
            let allowed = Self::ALL.map(Self::code).join(", ");
            InputError::new("game", text, BadValue::Unknown, allowed)
        })
    }
}
