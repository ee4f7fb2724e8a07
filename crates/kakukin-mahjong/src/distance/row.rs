//! What one suit can contribute: for 0 to 4 groups, without and with a pair,
//! the least number of tiles to exchange, and which tiles that concerns.

use super::join::{IMPOSSIBLE, Missing};

/// Three sets of kinds, or-ed over all the nearest targets g of a pattern h. They
/// lie three bits a kind, as the pattern itself does: the kinds with g > h ...
pub(crate) const WAIT: u32 = 0o111_111_111;
/// ... with g < h ...
pub(crate) const DISCARD: u32 = WAIT << 1;
/// ... and with g >= h > 0.
pub(crate) const KEEP: u32 = WAIT << 2;

/// One suit's contribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// Tiles missing from the nearest target.
    pub(crate) missing: Missing,
    /// The three sets of kinds.
    pub(crate) sets: [u32; 16],
}

/// A number of missing tiles less 16 above 27 bits of sets: lanes for 0..=4 groups,
/// without and with the pair. Zero or more is unreachable; no path adds more than 14.
type Lanes = [[i32; 8]; 2];

const DISTANCE: i32 = 27;
const UNREACHED: Lanes = [[0; 8]; 2];

/// The nearer of both, or the sets of both if they are equally near.
#[inline(always)]
fn nearer(a: i32, b: i32) -> i32 {
    let (da, db) = (a >> DISTANCE, b >> DISTANCE);
    (if da <= db { a } else { 0 }) | (if db <= da { b } else { 0 })
}

/// Moves `from` on by `GROUPS` more groups at the price of `step`.
#[inline(always)]
fn advance<const GROUPS: usize>(from: &[i32; 8], to: &mut [i32; 8], step: i32) {
    for m in 0..5 - GROUPS {
        // Adding the distance and or-ing the sets at once: no bit of a later kind is set yet.
        to[m + GROUPS] = nearer(to[m + GROUPS], from[m] + step);
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
        now[0][0][0][0] = -16 << DISTANCE;
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
            for m in 0..5 {
                let lane = now[0][0][pair][m];
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
    let step: [i32; 5] = std::array::from_fn(|g| {
        let g = g as i32;
        let missing = (g - held).max(0);
        let (wait, discard) = (i32::from(g > held), i32::from(g < held));
        let keep = i32::from(g >= held && held > 0);
        (missing << DISTANCE) | ((wait | (discard << 1) | (keep << 2)) << (3 * kind))
    });
    let runs = kinds == 9;
    let most = |begun: bool| if runs && begun { 2 } else { 0 };
    let (most_older, most_old) = (most(kind >= 2), most((1..=7).contains(&kind)));
    let most_new = most(kind + 2 < kinds);
    let mut next = [[UNREACHED; 3]; 3];
    for older in 0..=most_older.min(limit) {
        for old in 0..=most_old.min(limit - older) {
            let from = &now[older][old];
            for new in 0..=most_new.min(limit - older - old) {
                let used = older + old + new;
                let to = &mut next[old][new];
                match new {
                    0 => extend::<0, 1>(from, to, &step, used, limit),
                    1 => extend::<1, 2>(from, to, &step, used, limit),
                    _ => extend::<2, 3>(from, to, &step, used, limit),
                }
            }
        }
    }
    next
}

/// One kind: `NEW` runs begin, and then nothing, a pair or a triplet (`MORE` = `NEW` + 1 groups).
#[inline(always)]
fn extend<const NEW: usize, const MORE: usize>(
    from: &Lanes,
    to: &mut Lanes,
    step: &[i32; 5],
    used: usize,
    limit: usize,
) {
    advance::<NEW>(&from[0], &mut to[0], step[used]);
    advance::<NEW>(&from[1], &mut to[1], step[used]);
    if used + 2 <= limit {
        advance::<NEW>(&from[0], &mut to[1], step[used + 2]);
    }
    if used + 3 <= limit {
        advance::<MORE>(&from[0], &mut to[0], step[used + 3]);
        advance::<MORE>(&from[1], &mut to[1], step[used + 3]);
    }
}

/// The part of a pattern that its [`Prefix`] depends on.
pub(crate) fn prefix_of(pattern: u32) -> u32 {
    pattern & ((1 << (3 * PREFIX_KINDS)) - 1)
}
