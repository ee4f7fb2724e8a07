//! The patterns of one suit met in a computation: each has a number and its row.

use super::{
    row::{Prefix, Row, prefix_of},
    special::Tally,
};
use crate::{map::Map, tile::suit_len};

/// A pattern's number in its table.
pub(crate) type Id = u16;

/// The most patterns a table can number.
pub(crate) const MOST_PATTERNS: usize = Id::MAX as usize;

/// The kinds of a suit, and the red five as one more: a word's tenth place counts the fives
/// among its fives that are red. Shapes do not see it.
pub(crate) const SLOTS: usize = 10;
/// The place of the red five.
pub(crate) const RED: usize = 9;
const FIVE: usize = 4;
const SHAPE: u32 = 0o777_777_777;

/// A neighbour that has not been asked for yet.
const UNKNOWN: Id = Id::MAX;

/// One suit's patterns under one set of limits. Where patterns that differ by a
/// symmetry of the limits have the same future, they share a number.
#[derive(Debug, Clone)]
pub(crate) struct Suit {
    limits: u32,
    kinds: usize,
    symmetry: Symmetry,
    ids: Map,
    begun: Map,
    prefixes: Vec<Prefix>,
    patterns: Vec<Pattern>,
}

/// Which patterns have the same future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symmetry {
    /// Only equal ones.
    None,
    /// 1..9 may be read as 9..1.
    Mirror,
    /// Honours with the same label may change places.
    Honours([u8; 7]),
}

/// What is known of a pattern.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    /// Copies of each kind, three bits a kind.
    pub(crate) held: u32,
    /// Copies that could still be drawn, likewise; of the fives those that are not red.
    pub(crate) left: u32,
    pub(crate) tiles: u8,
    /// One kind of each that may change places.
    pub(crate) first: u32,
    pub(crate) tally: Tally,
    /// The patterns with one tile more and one tile less, as far as they were asked for.
    more: [Id; SLOTS],
    less: [Id; SLOTS],
    pub(crate) row: Row,
}

impl Suit {
    /// An empty table.
    pub(crate) fn new(limits: u32, kinds: usize, symmetry: Symmetry) -> Self {
        Self {
            limits,
            kinds,
            symmetry,
            ids: Map::default(),
            begun: Map::default(),
            prefixes: Vec::with_capacity(32),
            patterns: Vec::with_capacity(64),
        }
    }

    /// Whether the table is made for these limits.
    pub(crate) fn serves(&self, limits: u32, kinds: usize) -> bool {
        (self.limits, self.kinds) == (limits, kinds)
    }

    /// How many kinds may change places with `kind` if so many copies of each are held.
    pub(crate) fn alike(&self, held: u32, kind: usize, copies: u32) -> u8 {
        let Symmetry::Honours(labels) = self.symmetry else { return 1 };
        let same = |&k: &usize| labels[k] == labels[kind] && (held >> (3 * k)) & 7 == copies;
        (0..7).filter(same).count() as u8
    }

    /// The kinds of a pattern of which none before can change places with them.
    fn first(&self, held: u32) -> u32 {
        let Symmetry::Honours(labels) = self.symmetry else { return u32::MAX };
        let at = |kind: usize| (held >> (3 * kind)) & 7;
        let new = |&k: &usize| (0..k).all(|j| labels[j] != labels[k] || at(j) != at(k));
        (0..7).filter(new).fold(0, |set, kind| set | (1 << (3 * kind)))
    }

    /// How many patterns have been met.
    pub(crate) fn len(&self) -> usize {
        self.patterns.len()
    }

    #[inline]
    pub(crate) fn pattern(&self, id: Id) -> &Pattern {
        &self.patterns[id as usize]
    }

    /// The number of the pattern that holds so many tiles.
    #[inline]
    pub(crate) fn id(&mut self, held: u32) -> Id {
        match self.ids.get(u64::from(held)) {
            Some(id) => id as Id,
            None => self.meet(held),
        }
    }

    /// The row of the pattern that holds so many tiles. A full table begins anew, so no
    /// numbers must be held.
    #[inline]
    pub(crate) fn row(&mut self, held: u32) -> &Row {
        let id = match self.ids.get(u64::from(held)) {
            Some(id) => id as Id,
            None => self.meet_anew(held),
        };
        &self.patterns[id as usize].row
    }

    /// The number of a pattern, if it has been met.
    pub(crate) fn find(&self, held: u32) -> Option<Id> {
        self.ids.get(u64::from(self.canonical(held))).map(|id| id as Id)
    }

    /// The pattern that stands for all with the same future.
    fn canonical(&self, held: u32) -> u32 {
        match self.symmetry {
            Symmetry::None => held,
            Symmetry::Mirror => held.min(mirrored(held)),
            Symmetry::Honours(labels) => sorted(held, &labels),
        }
    }

    /// The pattern with one more tile of a kind.
    #[inline]
    pub(crate) fn more(&mut self, id: Id, kind: usize) -> Id {
        let known = self.patterns[id as usize].more[kind];
        if known != UNKNOWN {
            return known;
        }
        let to = self.id(self.patterns[id as usize].held + one(kind));
        self.patterns[id as usize].more[kind] = to;
        to
    }

    /// The pattern with one tile less of a kind. A red five goes after the others, unless it is
    /// asked for.
    #[inline]
    pub(crate) fn less(&mut self, id: Id, kind: usize) -> Id {
        let known = self.patterns[id as usize].less[kind];
        if known != UNKNOWN {
            return known;
        }
        let held = self.patterns[id as usize].held;
        let gone = if kind == FIVE && all_red(held) { one(RED) } else { one(kind) };
        let to = self.id(held - gone);
        self.patterns[id as usize].less[kind] = to;
        to
    }

    /// The pattern without one tile of each kind of a set.
    pub(crate) fn less_all(&mut self, id: Id, set: u32) -> Id {
        if set & (set - 1) == 0 {
            return self.less(id, set.trailing_zeros() as usize / 3);
        }
        let held = self.patterns[id as usize].held;
        let red = set & one(FIVE) != 0 && all_red(held);
        self.id(held - set - if red { 1 << (3 * RED) } else { 0 })
    }

    #[cold]
    fn meet_anew(&mut self, held: u32) -> Id {
        if self.patterns.len() == MOST_PATTERNS {
            *self = Self::new(self.limits, self.kinds, self.symmetry);
        }
        self.meet(held)
    }

    #[cold]
    fn meet(&mut self, held: u32) -> Id {
        let canonical = self.canonical(held);
        if canonical != held {
            let id = self.id(canonical);
            self.ids.insert(u64::from(held), u32::from(id));
            return id;
        }
        let id = self.patterns.len() as Id;
        let begin = prefix_of(held);
        let prefix = self.begun.get(u64::from(begin)).unwrap_or_else(|| {
            let new = self.prefixes.len() as u32;
            self.prefixes.push(Prefix::new(begin, self.limits & SHAPE, self.kinds));
            self.begun.insert(u64::from(begin), new);
            new
        });
        let prefix = &self.prefixes[prefix as usize];
        let (shape, limits) = (held & SHAPE, self.limits & SHAPE);
        let reds = (self.limits - held) >> (3 * RED);
        self.patterns.push(Pattern {
            held,
            left: (self.limits - held) - (reds << (3 * FIVE)),
            tiles: suit_len(shape) as u8,
            first: self.first(shape),
            tally: Tally::of(shape, limits, self.kinds),
            more: [UNKNOWN; SLOTS],
            less: [UNKNOWN; SLOTS],
            row: prefix.row(shape, limits, self.kinds),
        });
        self.ids.insert(u64::from(held), u32::from(id));
        id
    }
}

/// One tile of a kind.
const fn one(kind: usize) -> u32 {
    if kind == RED { (1 << (3 * RED)) | (1 << (3 * FIVE)) } else { 1 << (3 * kind) }
}

/// Whether every five that is held is red; honours have none.
const fn all_red(held: u32) -> bool {
    let reds = held >> (3 * RED);
    reds > 0 && reds == (held >> (3 * FIVE)) & 7
}

/// A suit's word with so many of its fives red.
pub(crate) const fn reddened(suit: u32, reds: u32) -> u32 {
    suit | (reds << (3 * RED))
}

/// A suit's word without its colours.
pub(crate) const fn shape(suit: u32) -> u32 {
    suit & SHAPE
}

pub(crate) fn mirrored(suit: u32) -> u32 {
    (0..9).fold(0, |to, k| to | (((suit >> (3 * k)) & 7) << (3 * (8 - k))))
}

/// Honours of equal labels in ascending order of their number.
fn sorted(mut held: u32, labels: &[u8; 7]) -> u32 {
    let at = |word: u32, kind: u32| (word >> (3 * kind)) & 7;
    for low in 0..6 {
        for high in low + 1..7 {
            let swap = at(held, low) ^ at(held, high);
            let alike = labels[low as usize] == labels[high as usize];
            if alike && at(held, low) > at(held, high) {
                held ^= (swap << (3 * low)) | (swap << (3 * high));
            }
        }
    }
    held
}
