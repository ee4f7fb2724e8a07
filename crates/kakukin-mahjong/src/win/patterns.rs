//! The patterns of the four suits met in one computation: each has a number, its
//! row, and links to the patterns with one tile more or less.

use crate::{
    Tiles,
    distance::{Prefix, Row, prefix_of},
    tile::SUIT_KINDS,
};
use rustc_hash::FxHashMap;

/// A pattern's number in its table.
pub(crate) type Id = u16;
/// A hand as the numbers of its four suits.
pub(crate) type Ids = [Id; 4];

/// A link that has not been followed yet.
const UNKNOWN: Id = Id::MAX;

/// One suit's patterns under one set of limits.
#[derive(Debug)]
pub(crate) struct Table {
    limits: u32,
    kinds: usize,
    symmetric: bool,
    palindrome: bool,
    ids: FxHashMap<u32, Id>,
    prefixes: FxHashMap<u32, Prefix>,
    entries: Vec<Entry>,
}

/// What is known of a pattern.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) row: Row,
    /// Three bits a kind.
    pub(crate) pattern: u32,
    /// Unseen copies, three bits a kind.
    pub(crate) left: u32,
    pub(crate) tiles: u32,
    more: [Id; 9],
}

impl Table {
    fn new(limits: u32, kinds: usize, symmetric: bool) -> Self {
        Self {
            limits,
            kinds,
            symmetric,
            palindrome: symmetric && kinds == 9 && mirrored(limits) == limits,
            ids: FxHashMap::default(),
            prefixes: FxHashMap::default(),
            entries: Vec::new(),
        }
    }

    /// The representative of all patterns that differ by a symmetry of the limits.
    fn canonical(&self, pattern: u32) -> u32 {
        if self.palindrome {
            pattern.min(mirrored(pattern))
        } else if self.symmetric && self.kinds == 7 {
            sorted(pattern, self.limits)
        } else {
            pattern
        }
    }

    fn id(&mut self, pattern: u32) -> Id {
        if let Some(&id) = self.ids.get(&pattern) {
            return id;
        }
        let canonical = self.canonical(pattern);
        let id = match self.ids.get(&canonical) {
            Some(&id) => id,
            None => self.add(canonical),
        };
        self.ids.insert(pattern, id);
        id
    }

    fn add(&mut self, pattern: u32) -> Id {
        let id = self.entries.len() as Id;
        let begin = prefix_of(pattern);
        let prefix = self
            .prefixes
            .entry(begin)
            .or_insert_with(|| Prefix::new(begin, self.limits, self.kinds));
        self.entries.push(Entry {
            row: prefix.row(pattern, self.limits, self.kinds),
            pattern,
            left: self.limits - pattern,
            tiles: crate::tile::suit_len(pattern),
            more: [UNKNOWN; 9],
        });
        self.ids.insert(pattern, id);
        id
    }

    fn more(&mut self, id: Id, kind: usize) -> Id {
        let entry = &self.entries[id as usize];
        let known = entry.more[kind];
        if known != UNKNOWN {
            return known;
        }
        let to = self.id(entry.pattern + (1 << (3 * kind)));
        self.entries[id as usize].more[kind] = to;
        to
    }
}

fn mirrored(pattern: u32) -> u32 {
    (0..9).fold(0, |to, k| to | ((pattern >> (3 * k)) & 7) << (3 * (8 - k)))
}

/// Honours with equal limits in ascending order of their number.
fn sorted(mut pattern: u32, limits: u32) -> u32 {
    let at = |word: u32, kind: u32| (word >> (3 * kind)) & 7;
    for low in 0..6 {
        for high in low + 1..7 {
            let (a, b) = (at(pattern, low), at(pattern, high));
            if at(limits, low) == at(limits, high) && a > b {
                let swap = a ^ b;
                pattern ^= (swap << (3 * low)) | (swap << (3 * high));
            }
        }
    }
    pattern
}

/// The tables of the four suits; suits with equal limits share one.
#[derive(Debug)]
pub(crate) struct Patterns {
    tables: Vec<Table>,
    table_of: [usize; 4],
    symmetric: bool,
}

impl Patterns {
    pub(crate) fn new(limits: Tiles, symmetric: bool) -> Self {
        let mut tables: Vec<Table> = Vec::new();
        let table_of = std::array::from_fn(|suit| {
            let (own, kinds) = (limits.suit(suit), SUIT_KINDS[suit]);
            tables.iter().position(|t| t.limits == own && t.kinds == kinds).unwrap_or_else(|| {
                tables.push(Table::new(own, kinds, symmetric));
                tables.len() - 1
            })
        });
        Self { tables, table_of, symmetric }
    }

    /// The hand's numbers, as its representative if symmetric.
    pub(crate) fn hand(&mut self, tiles: Tiles) -> Ids {
        let hand = std::array::from_fn(|s| self.tables[self.table_of[s]].id(tiles.suit(s)));
        self.ordered(hand)
    }

    pub(crate) fn entry(&self, hand: Ids, suit: usize) -> &Entry {
        &self.tables[self.table_of[suit]].entries[hand[suit] as usize]
    }

    pub(crate) fn tiles(&self, hand: Ids) -> Tiles {
        Tiles::from_suits(std::array::from_fn(|s| self.entry(hand, s).pattern))
    }

    pub(crate) fn len(&self, hand: Ids) -> u32 {
        (0..4).map(|s| self.entry(hand, s).tiles).sum()
    }

    /// With one more tile.
    pub(crate) fn with(&mut self, mut hand: Ids, suit: usize, kind: usize) -> Ids {
        hand[suit] = self.tables[self.table_of[suit]].more(hand[suit], kind);
        self.ordered(hand)
    }

    /// Without one tile of each kind of the sets.
    pub(crate) fn less(&mut self, mut hand: Ids, sets: &[u32; 4]) -> Ids {
        for suit in 0..4 {
            if sets[suit] != 0 {
                let table = &mut self.tables[self.table_of[suit]];
                let pattern = table.entries[hand[suit] as usize].pattern;
                hand[suit] = table.id(pattern - sets[suit]);
            }
        }
        self.ordered(hand)
    }

    /// Suits that share a table in ascending order.
    #[inline]
    fn ordered(&self, mut hand: Ids) -> Ids {
        if self.symmetric {
            for (a, b) in [(0, 1), (1, 2), (0, 1)] {
                if self.table_of[a] == self.table_of[b] && hand[a] > hand[b] {
                    hand.swap(a, b);
                }
            }
            if self.table_of[0] == self.table_of[2] && self.table_of[0] != self.table_of[1] && hand[0] > hand[2] {
                hand.swap(0, 2);
            }
        }
        hand
    }

    pub(crate) fn count(&self) -> usize {
        self.tables.iter().map(|t| t.entries.len()).sum()
    }
}
