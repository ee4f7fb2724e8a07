//! Seven pairs and thirteen orphans, by counting kinds.

use super::{IMPOSSIBLE, row::WAIT};
use crate::{Tiles, tile::Kinds};

/// The kinds that thirteen orphans needs.
pub(crate) const ORPHANS: Kinds = [0o100_000_001, 0o100_000_001, 0o100_000_001, 0o1_111_111];

/// What a form misses, and the three sets of kinds as in a suit's row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Special {
    pub(crate) distance: u8,
    pub(crate) wait: Kinds,
    pub(crate) discard: Kinds,
    pub(crate) keep: Kinds,
}

/// Kinds of which there are at least one, two, three.
struct AtLeast {
    one: Kinds,
    two: Kinds,
    three: Kinds,
}

impl AtLeast {
    #[inline]
    fn of(tiles: Tiles) -> Self {
        let suits = std::array::from_fn::<u32, 4, _>(|s| tiles.suit(s));
        Self {
            one: suits.map(|x| (x | (x >> 1) | (x >> 2)) & WAIT),
            two: suits.map(|x| ((x >> 1) | (x >> 2)) & WAIT),
            three: suits.map(|x| ((x & (x >> 1)) | (x >> 2)) & WAIT),
        }
    }
}

#[inline]
fn both(a: Kinds, b: Kinds) -> Kinds {
    std::array::from_fn(|s| a[s] & b[s])
}

#[inline]
fn either(a: Kinds, b: Kinds) -> Kinds {
    std::array::from_fn(|s| a[s] | b[s])
}

#[inline]
fn without(a: Kinds, b: Kinds) -> Kinds {
    std::array::from_fn(|s| a[s] & !b[s])
}

#[inline]
fn size(kinds: Kinds) -> u32 {
    // The suits' bits are three apart, so three suits fit into one word.
    (kinds[0] | (kinds[1] << 1) | (kinds[2] << 2)).count_ones() + kinds[3].count_ones()
}

const NONE: Kinds = [0; 4];

/// Seven different pairs; `None` if too few kinds can still make a pair.
#[inline]
pub(crate) fn seven_pairs(held: Tiles, limits: Tiles) -> Option<Special> {
    let held = AtLeast::of(held);
    let possible = AtLeast::of(limits).two;
    let singles = both(without(held.one, held.two), possible);
    let (pairs, single) = (size(held.two), size(singles));
    let open = 7u32.saturating_sub(pairs);
    let fresh = open.saturating_sub(single);
    let absent = without(possible, held.one);
    if fresh > 0 && size(absent) < fresh {
        return None;
    }
    // A tile is in surplus where it is the third of its kind, where its kind
    // cannot become a pair, and where there are more kinds than are wanted.
    let hopeless = without(without(held.one, held.two), possible);
    let spare = if single > open { singles } else { NONE };
    let extra = if pairs > 7 { held.two } else { NONE };
    Some(Special {
        distance: (open + fresh) as u8,
        wait: match (open, fresh) {
            (0, _) => NONE,
            (_, 0) => singles,
            _ => either(singles, absent),
        },
        discard: either(either(held.three, hopeless), either(spare, extra)),
        keep: either(without(held.two, held.three), if open > 0 { singles } else { NONE }),
    })
}

/// One of each orphan and a second one of any; `None` if one can no longer be had.
#[inline]
pub(crate) fn thirteen_orphans(held: Tiles, limits: Tiles) -> Option<Special> {
    let can = AtLeast::of(limits);
    if without(ORPHANS, can.one) != NONE || both(ORPHANS, can.two) == NONE {
        return None;
    }
    let held = AtLeast::of(held);
    let kinds = both(held.one, ORPHANS);
    let twice = both(held.two, ORPHANS);
    let missing = without(ORPHANS, kinds);
    let paired = size(twice);
    let others = without(held.one, ORPHANS);
    Some(Special {
        distance: (14 - size(kinds) - u32::from(paired > 0)) as u8,
        wait: if paired > 0 { missing } else { either(missing, both(ORPHANS, can.two)) },
        discard: either(
            either(others, both(held.three, ORPHANS)),
            if paired > 1 { twice } else { NONE },
        ),
        keep: without(kinds, held.three),
    })
}

/// What a suit contributes to the two forms, as counts that add up over the suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tally {
    /// Kinds held at least twice.
    pairs: u8,
    /// Kinds held once that can become a pair.
    singles: u8,
    /// Kinds not held that can become a pair.
    absent: u8,
    /// Orphans held, and held twice.
    orphans: u8,
    twice: u8,
    /// Orphans that can no longer be had, and those that can still be a pair.
    lost: u8,
    pairable: u8,
}

impl Tally {
    /// The counts of one suit of `kinds` kinds.
    pub(crate) fn of(held: u32, limits: u32, kinds: usize) -> Self {
        let bag = |suit: u32| AtLeast::of(Tiles::from_suits([suit, 0, 0, 0]));
        let (held, can) = (bag(held), bag(limits));
        let orphans = ORPHANS[if kinds == 9 { 0 } else { 3 }];
        let count = |set: u32| set.count_ones() as u8;
        Self {
            pairs: count(held.two[0]),
            singles: count(held.one[0] & !held.two[0] & can.two[0]),
            absent: count(can.two[0] & !held.one[0]),
            orphans: count(held.one[0] & orphans),
            twice: count(held.two[0] & orphans),
            lost: count(orphans & !can.one[0]),
            pairable: count(orphans & can.two[0]),
        }
    }

    /// The distances from seven pairs and from thirteen orphans, [`IMPOSSIBLE`] where so.
    #[inline]
    pub(crate) fn distances(self) -> (u8, u8) {
        let open = 7u8.saturating_sub(self.pairs);
        let fresh = open.saturating_sub(self.singles);
        let pairs = if fresh > self.absent { IMPOSSIBLE } else { open + fresh };
        let impossible = self.lost > 0 || self.pairable == 0;
        let orphans =
            if impossible { IMPOSSIBLE } else { 14 - self.orphans - u8::from(self.twice > 0) };
        (pairs, orphans)
    }
}

impl std::ops::Add for Tally {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            singles: self.singles + other.singles,
            absent: self.absent + other.absent,
            orphans: self.orphans + other.orphans,
            twice: self.twice + other.twice,
            lost: self.lost + other.lost,
            pairable: self.pairable + other.pairable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{KINDS, SUIT_KINDS};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn suits_add_up(
            pairable in 0..100u8,
            kinds in prop::collection::vec((0..100u8, 0..5u8, 0..30u8), KINDS),
        ) {
            let limit = |k: usize| match kinds[k] {
                (chance, copies, _) if chance < pairable => copies.max(2),
                (_, copies, _) => copies.min(1),
            };
            let held = |k: usize| kinds[k].2.saturating_sub(25).min(limit(k));
            let limits = Tiles::from_counts(&std::array::from_fn(limit)).unwrap();
            let hand = Tiles::from_counts(&std::array::from_fn(held)).unwrap();
            let tally = |s| Tally::of(hand.suit(s), limits.suit(s), SUIT_KINDS[s]);
            let (pairs, orphans) = (tally(0) + tally(1) + tally(2) + tally(3)).distances();
            let distance = |special: Option<Special>| special.map_or(IMPOSSIBLE, |s| s.distance);
            prop_assert_eq!(pairs, distance(seven_pairs(hand, limits)));
            prop_assert_eq!(orphans, distance(thirteen_orphans(hand, limits)));
        }
    }
}
