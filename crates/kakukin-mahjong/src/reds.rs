//! Red fives: how many there are of each suit.

use crate::Tile;

/// How many red fives of each suit, at most four. Which rule set has how many
/// is not decided here; [`Bag`](crate::Bag) sees to it that they are among the fives.
///
/// ```
/// use kakukin_mahjong::Reds;
/// let reds = Reds::new([1, 0, 2]).unwrap();
/// assert_eq!((reds.of(2), reds.len()), (2, 3));
/// assert_eq!(Reds::new([5, 0, 0]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Reds([u8; 3]);

impl Reds {
    /// No red five.
    pub const NONE: Self = Self([0; 3]);

    /// From the numbers of red 5m, 5p, 5s; `None` above four of one.
    pub fn new(counts: [u8; 3]) -> Option<Self> {
        counts.iter().all(|&n| n <= 4).then_some(Self(counts))
    }

    /// The numbers of red 5m, 5p, 5s.
    pub const fn counts(self) -> [u8; 3] {
        self.0
    }

    /// How many of this suit (manzu 0, pinzu 1, souzu 2); honours have none.
    pub fn of(self, suit: usize) -> u32 {
        self.0.get(suit).copied().map_or(0, u32::from)
    }

    /// Without a tile that is thrown; only a red five makes a difference.
    pub(crate) fn fewer(mut self, tile: Tile, red: bool) -> Self {
        if red {
            self.0[tile.suit()] -= 1;
        }
        self
    }

    /// With a tile that is drawn.
    pub(crate) fn more(mut self, tile: Tile, red: bool) -> Self {
        if red {
            self.0[tile.suit()] += 1;
        }
        self
    }

    /// How many red fives.
    pub fn len(self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}
