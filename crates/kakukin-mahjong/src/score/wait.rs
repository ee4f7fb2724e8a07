//! Tiles that complete a ready hand, and what they bring.

use crate::{KINDS, Tile};

/// Kinds and, after them, the red five of each suit.
pub(crate) const PLACES: usize = KINDS + 3;

/// The han that luck can add, and one more for none; beyond them nothing changes any more.
pub(super) const MORE: usize = 14;

/// A kind of tile, or a red five.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u8);

impl Place {
    pub(crate) fn of(tile: Tile, red: bool) -> Self {
        Self((if red { KINDS + tile.suit() } else { tile.index() }) as u8)
    }

    /// The place with this number.
    pub(crate) fn new(index: usize) -> Option<Self> {
        (index < PLACES).then_some(Self(index as u8))
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn is_red(self) -> bool {
        self.index() >= KINDS
    }

    pub(crate) fn tile(self) -> Tile {
        let at = self.index();
        let index = if at < KINDS { at } else { 9 * (at - KINDS) + 4 };
        Tile::new(index).expect("a place is a tile")
    }
}

/// Kinds in a complete hand, at most: seven pairs, or thirteen orphans.
pub(super) const MOST_HITS: usize = 14;

/// One tile that completes a ready hand.
#[derive(Debug, Clone)]
pub(crate) struct Wait {
    pub(crate) place: Place,
    /// Unseen copies.
    pub(crate) copies: u32,
    /// Points in silence, then with the last tile; 0 is no win.
    pub(crate) silent: [u32; 2],
    /// Points with riichi and so many han more, ura among them.
    pub(super) raised: [u32; MORE],
    /// The ura indicators that hit, and how many han each brings.
    pub(super) hits: [(Tile, u8); MOST_HITS],
    pub(super) count: u8,
}

impl Wait {
    /// The same for another copy of the tile, red or not.
    pub(crate) fn coloured(&self, red: bool, copies: u32) -> Self {
        Self { place: Place::of(self.place.tile(), red), copies, ..self.clone() }
    }

    /// Points with riichi and so many han more.
    #[inline]
    pub(super) fn with_riichi(&self, more: usize) -> f64 {
        f64::from(self.raised[more.min(MORE - 1)])
    }

    #[inline]
    pub(super) fn hits(&self) -> &[(Tile, u8)] {
        &self.hits[..usize::from(self.count)]
    }

    /// The ura indicators that hit, with their han.
    pub(crate) fn han(&self) -> impl Iterator<Item = (Tile, u32)> {
        self.hits().iter().map(|&(tile, han)| (tile, u32::from(han)))
    }

    /// The ura indicators that hit.
    pub(crate) fn indicators(&self) -> impl Iterator<Item = Tile> {
        self.hits().iter().map(|hit| hit.0)
    }
}
