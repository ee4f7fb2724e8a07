//! All hands of 14 tiles: how many are how far from a win.
//!
//! A suit matters only by its size, its row and its tally, so its patterns fall into few
//! classes; joined suits do too. Every set of 14 out of the 136 tiles is counted.

use super::{
    join::{Missing, complement, join, least},
    row::{Prefix, prefix_of},
    special::Tally,
};
use crate::{
    Tiles,
    tile::{SUIT_KINDS, suit_len},
};
use rustc_hash::FxHashMap;

const SIZE: u32 = 14;
/// Ways to take so many of the four copies of a kind.
const WAYS: [u64; 5] = [1, 4, 6, 4, 1];

/// Size, row and tally, and how many sets of tiles have them.
type Classes = FxHashMap<(u32, Missing, Tally), u64>;

/// Counts a class. The bytes of a row that mean nothing must not tell classes apart.
fn add(classes: &mut Classes, size: u32, row: Missing, tally: Tally, ways: u64) {
    let row = row.map(|word| word & 0xff_ffff_ffff);
    *classes.entry((size, row, tally)).or_default() += ways;
}

fn patterns(kinds: usize) -> Vec<(u32, u64)> {
    (0..kinds).fold(vec![(0, 1)], |patterns, kind| {
        let copies = |(held, ways): (u32, u64)| {
            (0..5).map(move |n: u32| (held | (n << (3 * kind)), ways * WAYS[n as usize]))
        };
        let all = patterns.into_iter().flat_map(copies);
        all.filter(|&(held, _)| suit_len(held) <= SIZE).collect()
    })
}

fn suit(suit: usize) -> (usize, Classes) {
    let (limits, kinds) = (Tiles::FULL.suit(suit), SUIT_KINDS[suit]);
    let patterns = patterns(kinds);
    let mut prefixes = FxHashMap::default();
    let mut classes = Classes::default();
    for &(held, ways) in &patterns {
        let begin = prefix_of(held);
        let prefix = prefixes.entry(begin).or_insert_with(|| Prefix::new(begin, limits, kinds));
        let row = prefix.row(held, limits, kinds).missing;
        add(&mut classes, suit_len(held), row, Tally::of(held, limits, kinds), ways);
    }
    (patterns.len(), classes)
}

fn joined(a: &Classes, b: &Classes) -> Classes {
    let mut classes = Classes::default();
    for (&(a_size, a_row, a_tally), a_ways) in a {
        for (&(b_size, b_row, b_tally), b_ways) in b {
            if a_size + b_size <= SIZE {
                let row = join(a_row, b_row);
                add(&mut classes, a_size + b_size, row, a_tally + b_tally, a_ways * b_ways);
            }
        }
    }
    classes
}

#[test]
fn every_hand_of_fourteen_tiles() {
    let (numbered, honours) = (suit(0), suit(3));
    // The patterns of a suit, and of the honours.
    assert_eq!([numbered.0, honours.0], [405_350, 43_130]);
    let a = joined(&numbered.1, &numbered.1);
    let b = joined(&numbered.1, &honours.1);
    // By distance from each of the forms, and from the nearest.
    let mut counts = [[0u64; 15]; 4];
    for (&(a_size, a_row, a_tally), a_ways) in &a {
        for (&(b_size, b_row, b_tally), b_ways) in &b {
            if a_size + b_size == SIZE {
                let standard = least(a_row, complement(b_row, 4));
                let (pairs, orphans) = (a_tally + b_tally).distances();
                let nearest = standard.min(pairs).min(orphans);
                for (counts, distance) in counts.iter_mut().zip([standard, pairs, orphans, nearest])
                {
                    counts[distance as usize] += a_ways * b_ways;
                }
            }
        }
    }
    let [_, pairs, orphans, nearest] = counts;
    assert_eq!(
        nearest[..8],
        [
            12_859_078_207_674,
            2_966_241_795_738_948,
            99_154_452_630_748_356,
            828_714_358_375_292_670,
            1_867_404_976_243_926_528,
            1_211_948_980_271_480_832,
            233_501_763_289_743_360,
            6_601_397_483_077_632,
        ]
    );
    // 14 of 136 tiles; seven of 34 kinds, two of four copies; 13 kinds, of one two copies.
    let all = (0..14).fold(1u128, |all, k| all * (136 - k) / (k + 1));
    for counts in counts {
        assert_eq!(u128::from(counts.iter().sum::<u64>()), all);
    }
    assert_eq!(pairs[0], 5_379_616 * 6u64.pow(7));
    assert_eq!(orphans[0], 13 * 6 * 4u64.pow(12));
}
