//! A tile as it lies on the table: its kind, and whether it is a red five; in the notations of
//! the formats.

use kakukin_mahjong::{Bag, Reds, Tile};
use std::fmt;

/// What is on the face of a tile.
///
/// ```
/// use kakukin_logs::Face;
/// let face = Face::from_mjai("5pr").unwrap();
/// assert!(face.is_red());
/// assert_eq!(face.to_string(), "0p");
/// assert_eq!(Face::from_tenhou(52), Some(face));
/// assert_eq!(Face::from_number(52, true), Some(face));
/// assert_eq!(Face::from_number(52, false).unwrap().mjai(), "5p");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    tile: Tile,
    red: bool,
}

/// The honours as mjai writes them.
const HONOURS: [&str; 7] = ["E", "S", "W", "N", "P", "F", "C"];
/// The suits with letters.
const SUITS: [char; 3] = ['m', 'p', 's'];

impl Face {
    /// How many different faces there are.
    pub(crate) const KINDS: usize = 37;

    /// Only fives are red.
    pub const fn new(tile: Tile, red: bool) -> Option<Self> {
        if red && !tile.is_five() { None } else { Some(Self { tile, red }) }
    }

    /// Its kind.
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// Whether it is a red five.
    pub const fn is_red(self) -> bool {
        self.red
    }

    /// From its number in a set of 136, the first five of each suit being red or not.
    pub fn from_number(number: usize, reds: bool) -> Option<Self> {
        let red = reds && matches!(number, 16 | 52 | 88);
        Self::new(Tile::new(number / 4)?, red)
    }

    /// From 11..19, 21..29, 31..39, 41..47, and 51, 52, 53 for the red fives.
    pub fn from_tenhou(code: u64) -> Option<Self> {
        let (tens, ones) = ((code / 10) as usize, (code % 10) as usize);
        match (tens, ones) {
            (5, 1..=3) => Self::new(Tile::of(ones - 1, 4)?, true),
            (1..=4, 1..) => Self::new(Tile::of(tens - 1, ones - 1)?, false),
            _ => None,
        }
    }

    /// From `1m`, `5sr`, `E`.
    pub fn from_mjai(text: &str) -> Option<Self> {
        if let Some(rank) = HONOURS.iter().position(|&name| name == text) {
            return Self::new(Tile::of(3, rank)?, false);
        }
        let (plain, red) = text.strip_suffix('r').map_or((text, false), |plain| (plain, true));
        let mut letters = plain.chars();
        let (rank, suit) = (letters.next()?.to_digit(10)?, letters.next()?);
        let suit = SUITS.iter().position(|&letter| letter == suit)?;
        let rank = (rank as usize).checked_sub(1)?;
        if letters.next().is_some() { None } else { Self::new(Tile::of(suit, rank)?, red) }
    }

    /// As mjai writes it.
    pub fn mjai(self) -> String {
        match self.tile.suit() {
            3 => HONOURS[self.tile.rank()].into(),
            _ => format!("{}{}", self.tile, if self.red { "r" } else { "" }),
        }
    }

    /// Its place among all faces: the kinds, then the red fives.
    pub(crate) const fn index(self) -> usize {
        if self.red { 34 + self.tile.suit() } else { self.tile.index() }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.red {
            true => write!(f, "0{}", SUITS[self.tile.suit()]),
            false => self.tile.fmt(f),
        }
    }
}

/// The tiles in a bag, if they can be.
pub(crate) fn bag(faces: impl IntoIterator<Item = Face>) -> Option<Bag> {
    faces.into_iter().try_fold(Bag::EMPTY, |bag, face| bag.with(face.tile, face.red))
}

/// One tile less, if it is there.
pub(crate) fn without(bag: Bag, face: Face) -> Option<Bag> {
    let (tile, mut reds) = (face.tile, bag.reds().counts());
    let red = if tile.is_five() { bag.reds().of(tile.suit()) } else { 0 };
    let there = if face.red { red } else { bag.tiles().count(tile) - red };
    if there == 0 {
        return None;
    }
    if face.red {
        reds[tile.suit()] -= 1;
    }
    Bag::new(bag.tiles().without(tile), Reds::new(reds)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_tells_the_same_tile() {
        for number in 0..136 {
            let face = Face::from_number(number, true).unwrap();
            assert_eq!(Face::from_mjai(&face.mjai()), Some(face));
            let (suit, rank) = (face.tile().suit() as u64, face.tile().rank() as u64);
            let code = if face.is_red() { 51 + suit } else { 10 * (suit + 1) + rank + 1 };
            assert_eq!(Face::from_tenhou(code), Some(face));
        }
        assert_eq!(Face::from_number(136, true), None);
        for code in [0, 10, 20, 48, 50, 54, 60, 99, u64::MAX] {
            assert_eq!(Face::from_tenhou(code), None, "{code}");
        }
        for text in ["", "?", "0m", "5zr", "1mr", "10m", "5m r", "５m", "e"] {
            assert_eq!(Face::from_mjai(text), None, "{text}");
        }
    }

    #[test]
    fn the_red_five_and_the_others_are_apart() {
        let [red, plain] = ["5sr", "5s"].map(|text| Face::from_mjai(text).unwrap());
        let both = bag([red, plain]).unwrap();
        let rest = without(both, plain).unwrap();
        assert_eq!((without(rest, plain), without(rest, red)), (None, Some(Bag::EMPTY)));
    }
}
