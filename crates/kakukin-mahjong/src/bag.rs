//! Tiles as they lie on a table: some of the fives may be red, and no kind has
//! a fifth copy.

use crate::{COPIES, Notation, Reds, Tile, Tiles};
use std::fmt;

/// Tiles with their red fives. At most four of each kind, and never more red
/// fives than fives, so whatever holds a bag need not ask again.
///
/// ```
/// use kakukin_mahjong::Bag;
/// let bag = Bag::parse("hand", "6m 0m5m4m 1z")?;
/// assert_eq!(bag.to_string(), "4056m1z");
/// assert_eq!((bag.len(), bag.reds().len()), (5, 1));
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bag {
    tiles: Tiles,
    reds: Reds,
}

impl Bag {
    /// No tile at all.
    pub const EMPTY: Self = Self { tiles: Tiles::EMPTY, reds: Reds::NONE };

    /// Checks that there are at most four of each kind and at least as many
    /// fives as red fives.
    pub fn new(tiles: Tiles, reds: Reds) -> Option<Self> {
        let fits = |tile: Tile| {
            let reds = if tile.is_five() { reds.of(tile.suit()) } else { 0 };
            (reds..=COPIES).contains(&tiles.count(tile))
        };
        Tile::all().all(fits).then_some(Self { tiles, reds })
    }

    /// The tiles, red or not.
    pub const fn tiles(self) -> Tiles {
        self.tiles
    }

    /// The red fives among them.
    pub const fn reds(self) -> Reds {
        self.reds
    }

    /// How many tiles.
    pub fn len(self) -> u32 {
        self.tiles.len()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.tiles.is_empty()
    }

    /// One more tile; `None` for a fifth copy, and for a red tile that is no five.
    #[must_use]
    pub fn with(self, tile: Tile, red: bool) -> Option<Self> {
        if self.tiles.count(tile) >= COPIES || (red && !tile.is_five()) {
            return None;
        }
        let mut reds = self.reds.counts();
        if red {
            reds[tile.suit()] += 1;
        }
        Some(Self { tiles: self.tiles.with(tile), reds: Reds::new(reds)? })
    }

    /// With a tile that is drawn: nobody holds a fifth copy.
    #[inline]
    pub(crate) fn plus(self, tile: Tile, red: bool) -> Self {
        Self { tiles: self.tiles.with(tile), reds: self.reds.more(tile, red) }
    }

    /// Without a tile that is among them.
    #[inline]
    pub(crate) fn minus(self, tile: Tile, red: bool) -> Self {
        Self { tiles: self.tiles.without(tile), reds: self.reds.fewer(tile, red) }
    }

    /// Tiles of a hand, none of them red.
    pub(crate) fn plain(tiles: Tiles) -> Self {
        Self { tiles, reds: Reds::NONE }
    }

    /// All of both, or the first kind of which there would be more than four.
    pub fn and(self, other: Self) -> Result<Self, Tile> {
        other.iter().try_fold(self, |bag, (tile, red)| bag.with(tile, red).ok_or(tile))
    }

    /// Every tile in order and whether it is red, red fives before the others.
    pub fn iter(self) -> impl Iterator<Item = (Tile, bool)> {
        self.tiles.kinds().flat_map(move |tile| {
            let reds = if tile.is_five() { self.reds.of(tile.suit()) } else { 0 };
            (0..self.tiles.count(tile)).map(move |copy| (tile, copy < reds))
        })
    }
}

impl fmt::Display for Bag {
    /// In mpsz notation, red fives as 0 before the other fives.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(Notation::Mpsz).unwrap_or_default())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::KINDS;
    use proptest::prelude::*;

    /// Any bag, the nearly full ones included.
    pub(crate) fn any_bag() -> impl Strategy<Value = Bag> {
        let counts = prop_oneof![
            prop::collection::vec(0..=4u8, KINDS),
            prop::collection::vec(prop_oneof![9 => Just(0u8), 1 => 1..=4u8], KINDS),
        ];
        (counts, prop::array::uniform3(0..=4u8)).prop_map(|(counts, reds)| {
            let tiles = Tiles::from_counts(&counts.try_into().unwrap()).unwrap();
            let fives = |suit| tiles.count(Tile::of(suit, 4).unwrap()) as u8;
            let reds = std::array::from_fn(|suit| reds[suit].min(fives(suit)));
            Bag::new(tiles, Reds::new(reds).unwrap()).unwrap()
        })
    }

    #[test]
    fn wrong_bags_cannot_be_made() {
        let five = Tile::of(0, 4).unwrap();
        let east = Tile::of(3, 0).unwrap();
        let red = Reds::new([1, 0, 0]).unwrap();
        assert_eq!(Bag::new(Tiles::EMPTY, red), None);
        assert_eq!(Bag::new([five; 5].into_iter().collect(), Reds::NONE), None);
        assert_eq!(Bag::EMPTY.with(east, true), None);
        let full = Bag::new(Tiles::FULL, red).unwrap();
        assert_eq!(full.with(five, false), None);
        assert_eq!(full.and(Bag::EMPTY.with(east, false).unwrap()), Err(east));
    }

    proptest! {
        #[test]
        fn a_bag_is_its_tiles_one_by_one(bag in any_bag()) {
            prop_assert_eq!(Bag::EMPTY.and(bag), Ok(bag));
            prop_assert_eq!(bag.iter().count() as u32, bag.len());
            prop_assert_eq!(bag.iter().filter(|&(_, red)| red).count() as u32, bag.reds().len());
        }
    }
}
