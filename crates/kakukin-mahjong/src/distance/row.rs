//! What one suit can contribute: for 0 to 4 groups, without and with a pair,
//! the least number of tiles to exchange, and which tiles that concerns.

use super::join::{IMPOSSIBLE, Missing};
use wide::i32x4;

/// Three sets of kinds, or-ed over all the nearest targets g of a pattern h. They
/// lie three bits a kind, as the pattern itself does: the kinds with g > h ...
pub(crate) const WAIT: u32 = 0o111_111_111;
/// ... with g < h, one bit further up (and another one up those with g >= h > 0).
pub(crate) const DISCARD: u32 = WAIT << 1;

/// One suit's contribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// Tiles missing from the nearest target.
    pub(crate) missing: Missing,
    /// The three sets of kinds.
    pub(crate) sets: [u32; 16],
}

impl Row {
    /// The sets of some entries, a bit each, or-ed.
    #[inline(always)]
    pub(crate) fn sets_of(&self, mut entries: u32) -> u32 {
        let mut sets = 0;
        while entries != 0 {
            sets |= self.sets[entries.trailing_zeros() as usize];
            entries &= entries - 1;
        }
        sets
    }
}

/// A number of missing tiles less 16 above 27 bits of sets, for 0..4 groups without the
/// pair, for 0..4 groups with it, and for four groups without and with it.
/// Zero or more is unreachable; no path adds more than 14.
type Lanes = [i32x4; 3];

const DISTANCE: i32 = 27;
const UNREACHED: Lanes = [i32x4::ZERO; 3];

/// The nearer of both in every lane, or the sets of both if they are equally near.
#[inline(always)]
fn nearer(a: i32x4, b: i32x4) -> i32x4 {
    let top = i32x4::splat(-1 << DISTANCE);
    let (da, db) = (a & top, b & top);
    (a & !da.simd_gt(db)) | (b & !db.simd_gt(da))
}

/// The lanes with so many more groups. What had four groups already is none of these.
#[inline(always)]
fn raised(from: &Lanes, groups: usize) -> Lanes {
    let ([a, b, c, d], [e, f, g, h]) = (from[0].to_array(), from[1].to_array());
    let lanes = |x, y, z| [i32x4::new(x), i32x4::new(y), i32x4::new(z)];
    match groups {
        0 => *from,
        1 => lanes([0, a, b, c], [0, e, f, g], [d, h, 0, 0]),
        2 => lanes([0, 0, a, b], [0, 0, e, f], [c, g, 0, 0]),
        _ => lanes([0, 0, 0, a], [0, 0, 0, e], [b, f, 0, 0]),
    }
}

/// The kinds that [`Prefix::new`] looks at; the rest is left to [`Prefix::row`].
pub(crate) const PREFIX_KINDS: usize = 5;

/// The targets of a suit's first kinds, by how many runs began two kinds ago and
/// one kind ago. Three equal runs are three triplets, so two of each are enough.
#[derive(Debug, Clone)]
pub(crate) struct Prefix([[Lanes; 3]; 3]);

impl Prefix {
    /// The first kinds of `pattern` (three bits each), whose targets keep within `limits`.
    pub(crate) fn new(pattern: u32, limits: u32, kinds: usize) -> Self {
        let mut now = [[UNREACHED; 3]; 3];
        now[0][0][0] = i32x4::new([-16 << DISTANCE, 0, 0, 0]);
        for kind in 0..PREFIX_KINDS {
            now = next(&now, pattern, limits, kind, kinds);
        }
        Self(now)
    }

    /// The row of the whole pattern, of which this is the beginning.
    pub(crate) fn row(&self, pattern: u32, limits: u32, kinds: usize) -> Row {
        let mut now = next(&self.0, pattern, limits, PREFIX_KINDS, kinds);
        for kind in PREFIX_KINDS + 1..kinds {
            now = next(&now, pattern, limits, kind, kinds);
        }
        let mut row = Row { missing: IMPOSSIBLE, sets: [0; 16] };
        for pair in 0..2 {
            let [[a, b, c, d], four] = [pair, 2].map(|k| now[0][0][k].to_array());
            for (m, lane) in [a, b, c, d, four[pair]].into_iter().enumerate() {
                if lane < 0 {
                    let missing = ((lane >> DISTANCE) + 16) as u64;
                    row.missing[pair] &= !(0xff << (8 * m));
                    row.missing[pair] |= missing << (8 * m);
                    row.sets[8 * pair + m] = lane as u32 & ((1 << DISTANCE) - 1);
                }
            }
        }
        row
    }
}

/// Goes on from the targets of the kinds before `kind` to those with it. Honours
/// (fewer than nine kinds) have no runs.
#[expect(clippy::needless_range_loop, reason = "the indices are numbers of runs")]
#[inline(always)]
fn next(
    now: &[[Lanes; 3]; 3],
    pattern: u32,
    limits: u32,
    kind: usize,
    kinds: usize,
) -> [[Lanes; 3]; 3] {
    let held = ((pattern >> (3 * kind)) & 7) as i32;
    let limit = ((limits >> (3 * kind)) & 7) as usize;
    let step: [i32x4; 5] = std::array::from_fn(|g| {
        let g = g as i32;
        let missing = (g - held).max(0);
        let (wait, discard) = (i32::from(g > held), i32::from(g < held));
        let keep = i32::from(g >= held && held > 0);
        i32x4::splat((missing << DISTANCE) | ((wait | (discard << 1) | (keep << 2)) << (3 * kind)))
    });
    let runs = kinds == 9;
    let most = |begun: bool| if runs && begun { 2 } else { 0 };
    let (most_older, most_old) = (most(kind >= 2), most((1..=7).contains(&kind)));
    let most_new = most(kind + 2 < kinds);
    let mut next = [[UNREACHED; 3]; 3];
    for old in 0..=most_old.min(limit) {
        for new in 0..=most_new.min(limit - old) {
            // Without and with a triplet of this kind.
            let (mut plain, mut triplet) = (UNREACHED, UNREACHED);
            for older in 0..=most_older.min(limit - old - new) {
                let from = &now[older][old];
                let used = older + old + new;
                // Adding the distance and the sets at once: no bit of a later kind is set yet.
                plain[0] = nearer(plain[0], from[0] + step[used]);
                plain[1] = nearer(plain[1], from[1] + step[used]);
                if new == 0 {
                    plain[2] = nearer(plain[2], from[2] + step[used]);
                }
                if used + 2 <= limit {
                    plain[1] = nearer(plain[1], from[0] + step[used + 2]);
                    if new == 0 {
                        let [without, ..] = from[2].to_array();
                        let paired = i32x4::new([0, without, 0, 0]);
                        plain[2] = nearer(plain[2], paired + step[used + 2]);
                    }
                }
                if used + 3 <= limit {
                    triplet[0] = nearer(triplet[0], from[0] + step[used + 3]);
                    triplet[1] = nearer(triplet[1], from[1] + step[used + 3]);
                }
            }
            let to = &mut next[old][new];
            *to = raised(&plain, new);
            if old + new + 3 <= limit {
                let more = raised(&triplet, new + 1);
                for (to, more) in to.iter_mut().zip(more) {
                    *to = nearer(*to, more);
                }
            }
        }
    }
    next
}

/// The part of a pattern that its [`Prefix`] depends on.
pub(crate) fn prefix_of(pattern: u32) -> u32 {
    pattern & ((1 << (3 * PREFIX_KINDS)) - 1)
}
