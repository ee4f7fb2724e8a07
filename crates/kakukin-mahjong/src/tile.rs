//! The 34 kinds of tiles, and bags of them.

use std::fmt;

/// How many kinds of tiles there are.
pub const KINDS: usize = 34;
/// Copies of each kind in a set.
pub const COPIES: u32 = 4;
/// Kinds in each suit, honours last.
pub(crate) const SUIT_KINDS: [usize; 4] = [9, 9, 9, 7];
const LETTERS: [char; 4] = ['m', 'p', 's', 'z'];

/// A kind of tile: 1m..9m, 1p..9p, 1s..9s, then east, south, west, north,
/// white, green, red as 1z..7z.
///
/// ```
/// use kakukin_mahjong::Tile;
/// let east = Tile::new(27).unwrap();
/// assert_eq!(east.to_string(), "1z");
/// assert_eq!((east.suit(), east.rank()), (3, 0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The kind with this number, 0..34.
    pub const fn new(index: usize) -> Option<Self> {
        if index < KINDS { Some(Self(index as u8)) } else { None }
    }

    /// The kind at `rank` (from 0) of `suit` (manzu 0, pinzu 1, souzu 2, honours 3).
    pub const fn of(suit: usize, rank: usize) -> Option<Self> {
        if suit < 4 && rank < SUIT_KINDS[suit] { Some(Self((suit * 9 + rank) as u8)) } else { None }
    }

    /// Every kind, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..KINDS as u8).map(Self)
    }

    /// Its number, 0..34.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Manzu 0, pinzu 1, souzu 2, honours 3.
    pub const fn suit(self) -> usize {
        self.0 as usize / 9
    }

    /// Its place in the suit, from 0.
    pub const fn rank(self) -> usize {
        self.0 as usize % 9
    }

    /// A one, a nine, or an honour.
    pub const fn is_orphan(self) -> bool {
        self.suit() == 3 || self.rank() == 0 || self.rank() == 8
    }

    /// A five of a suit, of which one copy may be red.
    pub const fn is_five(self) -> bool {
        self.suit() < 3 && self.rank() == 4
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank() + 1, LETTERS[self.suit()])
    }
}

/// One bit for each kind, three bits apart: laid out as [`Tiles`] are.
pub(crate) type Kinds = [u32; 4];

/// A set of kinds.
///
/// ```
/// use kakukin_mahjong::{Tile, TileSet};
/// let east = Tile::new(27).unwrap();
/// let set: TileSet = [east].into_iter().collect();
/// assert!(set.has(east));
/// assert_eq!(set.to_string(), "1z");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(Kinds);

impl TileSet {
    /// Whether the kind is in the set.
    pub const fn has(self, tile: Tile) -> bool {
        (self.0[tile.suit()] >> (3 * tile.rank())) & 1 == 1
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(move |&tile| self.has(tile))
    }

    /// How many kinds.
    pub fn len(self) -> usize {
        self.0.iter().map(|suit| suit.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(crate) const fn from_suits(suits: Kinds) -> Self {
        Self(suits)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::default();
        for tile in tiles {
            set.0[tile.suit()] |= 1 << (3 * tile.rank());
        }
        set
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Tiles(self.0).fmt(f)
    }
}

/// How many of each kind, at most seven: three bits a kind, a word a suit.
///
/// ```
/// use kakukin_mahjong::{Tile, Tiles};
/// let east = Tile::new(27).unwrap();
/// let tiles = Tiles::EMPTY.with(east).with(east);
/// assert_eq!((tiles.count(east), tiles.len()), (2, 2));
/// assert_eq!(tiles.to_string(), "11z");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tiles([u32; 4]);

impl Tiles {
    /// No tile at all.
    pub const EMPTY: Self = Self([0; 4]);
    /// Four of each kind.
    pub const FULL: Self = Self([0o444_444_444, 0o444_444_444, 0o444_444_444, 0o4_444_444]);

    /// From how many there are of each kind; `None` above four of one.
    pub fn from_counts(counts: &[u8; KINDS]) -> Option<Self> {
        let mut tiles = Self::EMPTY;
        for (tile, &n) in Tile::all().zip(counts) {
            if u32::from(n) > COPIES {
                return None;
            }
            tiles.0[tile.suit()] |= u32::from(n) << (3 * tile.rank());
        }
        Some(tiles)
    }

    /// How many of each kind.
    pub fn counts(self) -> [u8; KINDS] {
        std::array::from_fn(|i| ((self.0[i / 9] >> (3 * (i % 9))) & 7) as u8)
    }

    /// How many of this kind.
    #[inline]
    pub const fn count(self, tile: Tile) -> u32 {
        (self.0[tile.suit()] >> (3 * tile.rank())) & 7
    }

    /// How many tiles.
    pub fn len(self) -> u32 {
        self.0.iter().map(|&suit| suit_len(suit)).sum()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// One more of this kind. There must be fewer than seven.
    #[inline]
    #[must_use]
    pub const fn with(mut self, tile: Tile) -> Self {
        self.0[tile.suit()] += 1 << (3 * tile.rank());
        self
    }

    /// One fewer of this kind. There must be one.
    #[inline]
    #[must_use]
    pub const fn without(mut self, tile: Tile) -> Self {
        self.0[tile.suit()] -= 1 << (3 * tile.rank());
        self
    }

    /// All of both, if no kind has more than seven copies.
    pub fn and(self, other: Self) -> Option<Self> {
        Tile::all()
            .all(|tile| self.count(tile) + other.count(tile) <= 7)
            .then(|| Self(std::array::from_fn(|s| self.0[s] + other.0[s])))
    }

    /// What is left when `other` is taken away, if all of it is there.
    pub fn less(self, other: Self) -> Option<Self> {
        Tile::all()
            .all(|tile| self.count(tile) >= other.count(tile))
            .then(|| Self(std::array::from_fn(|s| self.0[s] - other.0[s])))
    }

    /// The kinds that are there, in order.
    pub fn kinds(self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(move |&tile| self.count(tile) > 0)
    }

    /// Every tile, in order, copies one after the other.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.kinds().flat_map(move |tile| (0..self.count(tile)).map(move |_| tile))
    }

    /// One suit, three bits a kind.
    pub(crate) const fn suit(self, suit: usize) -> u32 {
        self.0[suit]
    }

    pub(crate) const fn from_suits(suits: [u32; 4]) -> Self {
        Self(suits)
    }
}

/// The number of tiles in a suit of three bits a kind.
pub(crate) const fn suit_len(suit: u32) -> u32 {
    // Pairs, then quadruples of kinds; the ninth by itself.
    let pairs = (suit & 0o070_707_070) / 8 + (suit & 0o707_070_707);
    let mut sum = 0;
    let mut rest = pairs;
    while rest > 0 {
        sum += rest & 0o77;
        rest >>= 6;
    }
    sum
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (suit, letter) in LETTERS.iter().enumerate() {
            for tile in self.iter().filter(|tile| tile.suit() == suit) {
                write!(f, "{}", tile.rank() + 1)?;
            }
            if self.0[suit] > 0 {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl FromIterator<Tile> for Tiles {
    /// At most seven of a kind.
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_count() {
        let mut counts = [0u8; KINDS];
        for (i, n) in counts.iter_mut().enumerate() {
            *n = (i * 7 % 5) as u8;
        }
        let tiles = Tiles::from_counts(&counts).unwrap();
        assert_eq!(tiles.counts(), counts);
        assert_eq!(tiles.len(), counts.iter().map(|&n| u32::from(n)).sum::<u32>());
        assert_eq!(tiles.iter().collect::<Tiles>(), tiles);
        assert_eq!(Tiles::FULL.len(), 136);
        assert_eq!(Tiles::FULL.less(tiles).unwrap().and(tiles), Some(Tiles::FULL));
        assert_eq!(tiles.less(Tiles::FULL), None);
        counts[3] = 5;
        assert_eq!(Tiles::from_counts(&counts), None);
    }
}
