//! Results as people report them.

use crate::{GameResult, InputError, Player};
use kakukin_core::BadValue;
use std::{fmt, str::FromStr};

/// A result as somebody reports it: by the side that won, or by the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedResult {
    /// The side that won, or a draw.
    Side(GameResult),
    /// The player who won.
    Winner(Player),
}

impl ReportedResult {
    /// What is understood.
    pub const ALLOWED: &'static str = "first, second, draw, a, b, 先手, 後手, 引分";

    /// The result of a game in which `first` is first.
    pub fn result(self, first: Player) -> GameResult {
        match self {
            Self::Side(result) => result,
            Self::Winner(winner) => winner.win(first),
        }
    }
}

impl FromStr for ReportedResult {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Ok(match text.trim().to_lowercase().as_str() {
            "first" | "先手" | "先手勝ち" | "先手勝" => Self::Side(GameResult::First),
            "second" | "後手" | "後手勝ち" | "後手勝" => Self::Side(GameResult::Second),
            "draw" | "引分" | "引分け" | "引き分け" => Self::Side(GameResult::Draw),
            "a" | "ａ" => Self::Winner(Player::A),
            "b" | "ｂ" => Self::Winner(Player::B),
            _ => return Err(InputError::new("result", text, BadValue::Unknown, Self::ALLOWED)),
        })
    }
}

/// As it is written on the command line.
impl fmt::Display for ReportedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Side(GameResult::First) => "first",
            Self::Side(GameResult::Second) => "second",
            Self::Side(GameResult::Draw) => "draw",
            Self::Winner(Player::A) => "a",
            Self::Winner(Player::B) => "b",
        })
    }
}
