//! Turn orders: who is first in each game of a series.

use crate::{InputError, Player};
use kakukin_core::BadValue;
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// Who is first in each game. A is first in game 1, unless a pattern says
/// otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Turns {
    /// A is first in every game (先後固定制).
    Fixed,
    /// A is first in games 1, 3, 5, ... (先後交互制).
    Alternating,
    /// A B B A, repeated.
    Abba,
    /// A B B A B A A B ...: the Thue-Morse sequence.
    ThueMorse,
    /// The loser of a game is first in the next; a draw keeps the order.
    LoserFirst,
    /// The winner of a game is first in the next; a draw keeps the order.
    WinnerFirst,
    /// A given pattern, repeated.
    Pattern(Pattern),
}

/// A non-empty pattern of first players, such as `AABB`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern(Vec<Player>);

impl Pattern {
    /// The longest accepted pattern.
    pub const MAX_LENGTH: usize = 1000;
    const ALLOWED: &'static str = "pattern=AB.. (A, B; 1..1000)";

    /// A pattern of this many letters, each the player who is first.
    pub fn new(players: Vec<Player>) -> Result<Self, InputError> {
        if players.is_empty() || players.len() > Self::MAX_LENGTH {
            let length = players.len();
            return Err(InputError::new("turns", length, BadValue::OutOfRange, Self::ALLOWED));
        }
        Ok(Self(players))
    }

    /// The players who are first, game by game, until it begins again.
    pub fn players(&self) -> &[Player] {
        &self.0
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|player| write!(f, "{player:?}"))
    }
}

impl FromStr for Pattern {
    type Err = InputError;
    fn from_str(letters: &str) -> Result<Self, InputError> {
        let refuse = || InputError::new("turns", letters, BadValue::BadForm, Self::ALLOWED);
        let players = letters.chars().map(|c| match c {
            'A' | 'a' | 'Ａ' => Ok(Player::A),
            'B' | 'b' | 'Ｂ' => Ok(Player::B),
            _ => Err(refuse()),
        });
        Self::new(players.collect::<Result<_, _>>()?).map_err(|_| refuse())
    }
}

impl Turns {
    /// What the command line accepts.
    pub const ALLOWED: &'static str =
        "fixed, alternating, abba, thue-morse, loser-first, winner-first, pattern=ABBA..";

    /// Who is first in the game of this index (from 0), where the order is laid
    /// down beforehand; `None` where it depends on results.
    pub fn scheduled(&self, index: usize) -> Option<Player> {
        let b_is_first = match self {
            Self::Fixed => false,
            Self::Alternating => index % 2 == 1,
            Self::Abba => matches!(index % 4, 1 | 2),
            Self::ThueMorse => index.count_ones() % 2 == 1,
            Self::Pattern(Pattern(players)) => players[index % players.len()] == Player::B,
            Self::LoserFirst | Self::WinnerFirst => return None,
        };
        Some(if b_is_first { Player::B } else { Player::A })
    }

    /// After how many games the order repeats itself; `None` if it never does
    /// or depends on results.
    pub fn period(&self) -> Option<usize> {
        match self {
            Self::Fixed => Some(1),
            Self::Alternating => Some(2),
            Self::Abba => Some(4),
            Self::Pattern(Pattern(players)) => Some(players.len()),
            Self::ThueMorse | Self::LoserFirst | Self::WinnerFirst => None,
        }
    }

    /// Who is first after a game with this winner, for the orders that depend
    /// on results.
    pub(crate) fn after_win(&self, winner: Player) -> Player {
        match self {
            Self::LoserFirst => winner.other(),
            _ => winner,
        }
    }
}

impl FromStr for Turns {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Ok(match text.trim() {
            "fixed" => Self::Fixed,
            "alternating" => Self::Alternating,
            "abba" => Self::Abba,
            "thue-morse" => Self::ThueMorse,
            "loser-first" => Self::LoserFirst,
            "winner-first" => Self::WinnerFirst,
            other => match other.strip_prefix("pattern=") {
                Some(letters) => Self::Pattern(
                    letters
                        .parse()
                        .map_err(|e: InputError| InputError { value: text.into(), ..e })?,
                ),
                None => {
                    return Err(InputError::new("turns", text, BadValue::Unknown, Self::ALLOWED));
                }
            },
        })
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => f.write_str("fixed"),
            Self::Alternating => f.write_str("alternating"),
            Self::Abba => f.write_str("abba"),
            Self::ThueMorse => f.write_str("thue-morse"),
            Self::LoserFirst => f.write_str("loser-first"),
            Self::WinnerFirst => f.write_str("winner-first"),
            Self::Pattern(pattern) => write!(f, "pattern={pattern}"),
        }
    }
}

impl Serialize for Turns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Turns {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Turns".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A turn order.",
            "pattern": "^(fixed|alternating|abba|thue-morse|loser-first|winner-first|pattern=[AB]+)$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(turns: &str) -> String {
        let turns: Turns = turns.parse().unwrap();
        (0..8).map(|i| format!("{:?}", turns.scheduled(i).unwrap())).collect()
    }

    #[test]
    fn schedules() {
        assert_eq!(letters("fixed"), "AAAAAAAA");
        assert_eq!(letters("alternating"), "ABABABAB");
        assert_eq!(letters("abba"), "ABBAABBA");
        assert_eq!(letters("thue-morse"), "ABBABAAB");
        assert_eq!(letters("pattern=aaB"), "AABAABAA");
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for text in [
            "fixed",
            "alternating",
            "abba",
            "thue-morse",
            "loser-first",
            "winner-first",
            "pattern=AABB",
        ] {
            assert_eq!(text.parse::<Turns>().unwrap().to_string(), text);
        }
        for text in ["", "Fixed!", "pattern=", "pattern=ABC", "abab"] {
            assert!(text.parse::<Turns>().is_err(), "{text}");
        }
    }
}
