//! The four winds: of a seat, and of a round.

use crate::{InputError, Tile, notation::half_width};
use kakukin_core::BadValue;
use serde::Serialize;
use std::{fmt, str::FromStr};

/// A wind. East is the dealer's seat, and the first round's.
///
/// ```
/// use kakukin_mahjong::Wind;
/// assert_eq!("南".parse::<Wind>()?, Wind::South);
/// assert_eq!(Wind::South.to_string(), "S");
/// assert_eq!(Wind::South.tile().to_string(), "2z");
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wind {
    /// 東
    #[serde(rename = "E")]
    East,
    /// 南
    #[serde(rename = "S")]
    South,
    /// 西
    #[serde(rename = "W")]
    West,
    /// 北
    #[serde(rename = "N")]
    North,
}

/// Letter, word, and character of each.
const NAMES: [(&str, &str, &str); 4] =
    [("E", "east", "東"), ("S", "south", "南"), ("W", "west", "西"), ("N", "north", "北")];

const ALLOWED: &str = "E, S, W, N, 東, 南, 西, 北";

const TILES: [Tile; 4] = [
    Tile::of(3, 0).unwrap(),
    Tile::of(3, 1).unwrap(),
    Tile::of(3, 2).unwrap(),
    Tile::of(3, 3).unwrap(),
];

impl Wind {
    /// Every wind, in order.
    pub const ALL: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];

    /// Reads E, east, 東 or 1z, in the name of `field`.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, InputError> {
        let plain = half_width(text);
        let is_meant = |wind: &Self| {
            let (letter, word, character) = NAMES[*wind as usize];
            plain.eq_ignore_ascii_case(letter)
                || plain.eq_ignore_ascii_case(word)
                || plain == character
                || plain == wind.tile().to_string()
        };
        Self::ALL
            .into_iter()
            .find(is_meant)
            .ok_or_else(|| InputError::new(field, text, BadValue::Unknown, ALLOWED))
    }

    /// Its tile.
    pub const fn tile(self) -> Tile {
        TILES[self as usize]
    }
}

impl FromStr for Wind {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse("wind", text)
    }
}

impl fmt::Display for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[*self as usize].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winds_have_many_names() {
        for (wind, names) in Wind::ALL.into_iter().zip([
            ["E", "east", "東", "1z", "Ｅ"],
            ["s", "South", "南", "2z", "Ｓ"],
            ["W", "WEST", "西", "3z", "Ｗ"],
            ["N", "north", "北", "4z", " n "],
        ]) {
            for name in names {
                assert_eq!(name.parse(), Ok(wind), "{name}");
            }
            assert_eq!(wind.to_string().parse(), Ok(wind));
        }
        for text in ["", "5z", "x", "1m", "東南"] {
            let error = Wind::parse("seat", text).unwrap_err();
            assert_eq!((error.field, error.problem), ("seat", BadValue::Unknown.into()));
        }
    }
}
