//! How far a hand is from a win, which tiles bring it nearer, and which it can spare.
#![allow(missing_docs)]
mod join;
mod row;
mod special;
mod suit;

use crate::tile::SUIT_KINDS;
use crate::Tiles;
pub(crate) use join::{Missing, complement, join, least, reaching, share};
pub(crate) use row::{DISCARD, KEEP, WAIT, Prefix, Row, prefix_of};
pub(crate) use special::{Tally, seven_pairs, thirteen_orphans};
use suit::SuitMemo;

#[derive(Debug)]
pub struct Distances { limits: Tiles, suits: [SuitMemo; 4] }
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analysis { pub standard: u8, pub pairs: u8, pub orphans: u8, pub distance: u8, pub wait: [u32;4], pub discard: [u32;4], pub keep: [u32;4] }

impl Distances {
    pub fn new(limits: Tiles) -> Self {
        Self { limits, suits: std::array::from_fn(|s| SuitMemo::new(limits.suit(s), SUIT_KINDS[s])) }
    }
    pub fn rows(&self)->usize { self.suits.iter().map(|s| s.len()).sum() }
    pub fn distance(&mut self, tiles: Tiles, groups: u32) -> (u8,u8,u8) {
        let [m, p, s, z] = &mut self.suits;
        let a = join(m.row(tiles.suit(0)).missing, p.row(tiles.suit(1)).missing);
        let b = join(s.row(tiles.suit(2)).missing, z.row(tiles.suit(3)).missing);
        let st = least(a, complement(b, groups));
        if groups == 4 {
            (st, special::seven_pairs(tiles, self.limits).map_or(99, |x| x.distance), special::thirteen_orphans(tiles, self.limits).map_or(99, |x| x.distance))
        } else {(st, 99, 99)}
    }
    pub fn analyse(&mut self, tiles: Tiles, groups: u32) -> Analysis {
        let [m, p, s, z] = &mut self.suits;
        let rows = [m.row(tiles.suit(0)), p.row(tiles.suit(1)), s.row(tiles.suit(2)), z.row(tiles.suit(3))];
        let a = join(rows[0].missing, rows[1].missing);
        let b = join(rows[2].missing, rows[3].missing);
        let rests = [join(rows[1].missing, b), join(rows[0].missing, b), join(a, rows[3].missing), join(a, rows[2].missing)];
        let standard = least(a, complement(b, groups));
        let mut an = Analysis { standard, pairs: 99, orphans: 99, distance: standard, wait: [0;4], discard: [0;4], keep: [0;4] };
        let mut specials = [None, None];
        if groups == 4 {
            specials = [special::seven_pairs(tiles, self.limits), special::thirteen_orphans(tiles, self.limits)];
            an.pairs = specials[0].map_or(99, |x| x.distance);
            an.orphans = specials[1].map_or(99, |x| x.distance);
            an.distance = an.distance.min(an.pairs).min(an.orphans);
        }
        if standard == an.distance {
            for i in 0..4 {
                let mut mask = reaching(rows[i].missing, complement(rests[i], groups), standard);
                let mut sets = 0;
                while mask != 0 { sets |= rows[i].sets[mask.trailing_zeros() as usize]; mask &= mask - 1; }
                an.wait[i] |= sets & WAIT;
                an.discard[i] |= (sets & DISCARD) >> 1;
                an.keep[i] |= (sets & KEEP) >> 2;
            }
        }
        for x in specials.into_iter().flatten().filter(|x| x.distance == an.distance) {
            for i in 0..4 { an.wait[i] |= x.wait[i]; an.discard[i] |= x.discard[i]; an.keep[i] |= x.keep[i]; }
        }
        an
    }
}
pub fn bench_row(p: u32) -> u32 { let r = row::Prefix::new(p, 0o444444444, 9).row(p, 0o444444444, 9); r.sets[3] ^ r.missing[1] as u32 }
pub fn bench_row2(p: u32) -> u32 { let r = row::Prefix::new(p, 0o444444444, 9); std::hint::black_box(&r); 0 }
