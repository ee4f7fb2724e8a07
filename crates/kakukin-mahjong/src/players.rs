//! How many play, and which tiles they play with.

use crate::{InputError, Tile, Tiles, notation::half_width};
use kakukin_core::BadValue;
use std::{fmt, str::FromStr};

/// The number of players; three play without 2m..8m.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Players {
    /// Three players (三人麻雀), 108 tiles.
    Three,
    /// Four players, 136 tiles.
    #[default]
    Four,
}

impl Players {
    /// How many.
    pub const fn number(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// Whether they play with this kind of tile.
    pub const fn has(self, tile: Tile) -> bool {
        matches!(self, Self::Four) || tile.suit() != 0 || tile.is_orphan()
    }

    /// All their tiles.
    pub const fn full_set(self) -> Tiles {
        match self {
            Self::Three => {
                let manzu = Tiles::FULL.suit(0) & 0o700_000_007;
                let [p, s, z] = [Tiles::FULL.suit(1), Tiles::FULL.suit(2), Tiles::FULL.suit(3)];
                Tiles::from_suits([manzu, p, s, z])
            }
            Self::Four => Tiles::FULL,
        }
    }

    /// Discards after the last draw of whoever draws the first tile of the wall.
    pub(crate) const fn usual_tail(self) -> u32 {
        match self {
            // 55 tiles.
            Self::Three => 0,
            // 70 tiles.
            Self::Four => 1,
        }
    }

    /// How many tiles they have.
    pub fn total(self) -> u32 {
        self.full_set().len()
    }
}

impl FromStr for Players {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match &half_width(text)[..] {
            "3" => Ok(Self::Three),
            "4" => Ok(Self::Four),
            _ => Err(InputError::new("players", text, BadValue::OutOfRange, "3, 4")),
        }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_tiles() {
        for (text, total) in [("3", 108), ("４", 136)] {
            let players: Players = text.parse().unwrap();
            assert_eq!(players.total(), total);
            for tile in Tile::all() {
                let copies = if players.has(tile) { 4 } else { 0 };
                assert_eq!(players.full_set().count(tile), copies, "{tile}");
            }
        }
        assert!(!Players::Three.has(Tile::of(0, 4).unwrap()));
        for text in ["", "2", "34", "x"] {
            let error = text.parse::<Players>().unwrap_err();
            assert_eq!((error.field, error.problem), ("players", BadValue::OutOfRange.into()));
        }
    }
}
