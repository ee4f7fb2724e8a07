//! Turn orders: who is first in each game of a series.

use crate::{InputError, Player};
use kakukin_core::{BadValue, known_word, plain_word};
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

/// The words for each order that needs no letters.
const WORDS: [(Turns, &str); 6] = [
    (
        Turns::Fixed,
        "fixed fixed-turns fixed-order always-first a-always-first a-first-in-every-game \
         固定 固定制 先後固定 先後固定制 毎局先手",
    ),
    (
        Turns::Alternating,
        "alternating alternate alternately alternating-turns take-turns \
         交互 交互制 先後交互 先後交互制 交代 交替 先後交代 先後交替",
    ),
    (Turns::Abba, "abba turns-abba abba順"),
    (
        Turns::ThueMorse,
        "thue-morse thue-morse-turns トゥエ・モース トゥエ・モース順 トゥエ・モース列",
    ),
    (
        Turns::LoserFirst,
        "loser-first loser-is-first 敗者先手 敗者先手制 敗者が先手 \
         負けた方が先 負けた方が先手 負けたほうが先手 負けた側が先手",
    ),
    (
        Turns::WinnerFirst,
        "winner-first winner-is-first 勝者先手 勝者先手制 勝者が先手 \
         勝った方が先 勝った方が先手 勝ったほうが先手 勝った側が先手",
    ),
];

/// The letters of a pattern that is written without saying so: `AAB`, `turns AAB`, `ＡＡＢ 順`.
fn letters(text: &str) -> Option<Pattern> {
    let plain = plain_word(text);
    let bare = ["turns", "intheorder"].into_iter().find_map(|word| plain.strip_prefix(word));
    let bare = bare.unwrap_or(&plain);
    let bare = ["の順", "順"].into_iter().find_map(|word| bare.strip_suffix(word)).unwrap_or(bare);
    (bare.len() > 1).then(|| bare.parse().ok())?
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

/// Reads an order by its name, by the words for it in either language, or by its letters.
impl FromStr for Turns {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        if let Some(pattern) = text.trim().strip_prefix("pattern=") {
            let pattern = pattern.parse();
            return pattern
                .map(Self::Pattern)
                .map_err(|e: InputError| InputError { value: text.into(), ..e });
        }
        let known = known_word(text, &WORDS).cloned();
        known
            .or_else(|| letters(text).map(Self::Pattern))
            .ok_or_else(|| InputError::new("turns", text, BadValue::Unknown, Self::ALLOWED))
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
        for text in ["", "unfixed", "pattern=", "pattern=ABC", "abc", "A", "b", "順", "turns"] {
            assert!(text.parse::<Turns>().is_err(), "{text}");
        }
    }

    #[test]
    fn words_of_both_languages() {
        let words = [
            ("Alternating turns", "alternating"),
            ("交互", "alternating"),
            ("先後交互制", "alternating"),
            ("先後固定", "fixed"),
            ("ＡＢＢＡ順", "abba"),
            ("Thue–Morse", "thue-morse"),
            ("トゥエ・モース順", "thue-morse"),
            ("負けた方が先", "loser-first"),
            ("Winner first", "winner-first"),
            ("abab", "pattern=ABAB"),
            ("turns AAB", "pattern=AAB"),
            ("ＡＡＢ 順", "pattern=AAB"),
        ];
        for (text, order) in words {
            assert_eq!(text.parse::<Turns>().unwrap().to_string(), order, "{text}");
        }
    }
}
