//! All ways to take the tiles of a suit apart into runs, triplets and perhaps a pair.

use crate::tile::suit_len;

/// As many ways as a suit has at most; a test counts them all.
pub(crate) const WAYS: usize = 4;

/// One way to take a suit apart: kinds as bits, the lowest first. Runs are known
/// by their lowest tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Way {
    pub(crate) triplets: u32,
    pub(crate) runs: u32,
    /// Pairs of equal runs.
    pub(crate) twins: u32,
    /// The pair, as a bit.
    pub(crate) pair: u32,
}

/// The ways to take one suit apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways {
    list: [Way; WAYS],
    len: usize,
}

impl Ways {
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Way] {
        &self.list[..self.len]
    }

    #[inline]
    fn push(&mut self, way: Way) {
        debug_assert!(self.len < WAYS, "more ways than a suit has");
        if self.len < WAYS {
            self.list[self.len] = way;
            self.len += 1;
        }
    }
}

/// The ways of a suit of three bits a kind, with a pair if the number of tiles asks for
/// one. Empty if the suit cannot be taken apart.
#[inline]
pub(crate) fn suit(tiles: u32) -> Ways {
    let mut ways = Ways { list: [Way::default(); WAYS], len: 0 };
    match suit_len(tiles) % 3 {
        _ if tiles == 0 => ways.push(Way::default()),
        0 => walk(tiles, 0, false, Way::default(), &mut ways),
        2 => walk(tiles, 0, true, Way::default(), &mut ways),
        _ => {}
    }
    ways
}

/// From the lowest kind up: what is not pair or triplet there begins runs, so every
/// way is met once.
fn walk(mut tiles: u32, mut rank: u32, pair: bool, way: Way, ways: &mut Ways) {
    if tiles == 0 {
        if !pair {
            ways.push(way);
        }
        return;
    }
    let skip = tiles.trailing_zeros() / 3;
    tiles >>= 3 * skip;
    rank += skip;
    let count = tiles & 7;
    let rest = tiles >> 3;
    // As many runs as the next two kinds allow; of these, so many are left over here.
    let most = if rank <= 6 { (rest & 7).min((rest >> 3) & 7) } else { 0 };
    let bit = 1 << rank;
    let runs = |n: u32, way: Way| Way {
        runs: way.runs | if n > 0 { bit } else { 0 },
        twins: way.twins + n / 2,
        ..way
    };
    if count <= most {
        walk(rest - count * 0o11, rank + 1, pair, runs(count, way), ways);
    }
    if pair && count >= 2 && count - 2 <= most {
        let way = runs(count - 2, Way { pair: bit, ..way });
        walk(rest - (count - 2) * 0o11, rank + 1, false, way, ways);
    }
    if count >= 3 && count - 3 <= most {
        let way = runs(count - 3, Way { triplets: way.triplets | bit, ..way });
        walk(rest - (count - 3) * 0o11, rank + 1, pair, way, ways);
    }
}

/// The one way of the honours, if there is one: no runs, at most one pair.
#[inline]
pub(crate) fn honours(tiles: u32) -> Option<Way> {
    const ONE: u32 = 0o1_111_111;
    let [low, middle, high] = [tiles & ONE, (tiles >> 1) & ONE, (tiles >> 2) & ONE];
    let pair = middle & !low;
    if high != 0 || low & !middle != 0 || pair & pair.wrapping_sub(1) != 0 {
        return None;
    }
    Some(Way { triplets: packed(low), pair: packed(pair), ..Way::default() })
}

/// Bits three apart, moved together.
#[inline]
fn packed(mut bits: u32) -> u32 {
    let mut result = 0;
    while bits != 0 {
        result |= 1 << (bits.trailing_zeros() / 3);
        bits &= bits - 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every suit of up to 14 tiles.
    fn all(rank: u32, tiles: u32, left: u32, each: &mut impl FnMut(u32)) {
        if rank == 9 {
            return each(tiles);
        }
        for count in 0..=left.min(4) {
            all(rank + 1, tiles | count << (3 * rank), left - count, each);
        }
    }

    /// The tiles that a way is made of; more than two equal runs are not told apart.
    fn made(way: Way) -> u32 {
        let spread = |bits: u32| {
            (0..9).filter(|rank| bits >> rank & 1 == 1).map(|rank| 1 << (3 * rank)).sum::<u32>()
        };
        3 * spread(way.triplets) + 2 * spread(way.pair) + 0o111 * spread(way.runs)
    }

    #[test]
    fn there_are_few_ways() {
        let (mut suits, mut most) = (0, 0);
        all(0, 0, 14, &mut |tiles| {
            suits += 1;
            let ways = suit(tiles);
            most = most.max(ways.as_slice().len());
            for &way in ways.as_slice() {
                let pairs = u32::from(suit_len(tiles) % 3 == 2);
                assert_eq!(way.pair.count_ones(), pairs);
                assert!(way.twins > 0 || made(way) == tiles, "{tiles:o}");
            }
        });
        assert_eq!((suits, most), (405_350, 4));
        assert_eq!(suit(0o111).as_slice().len(), 1);
        assert_eq!(suit(0o333).as_slice().len(), 2);
        assert_eq!(suit(0o112).as_slice().len(), 0);
    }

    #[test]
    fn honours_make_triplets_and_a_pair() {
        let way = honours(0o3_000_023).unwrap();
        assert_eq!((way.triplets, way.pair), (0b100_0001, 0b10));
        for wrong in [0o1, 0o4, 0o22, 0o1_000_003] {
            assert_eq!(honours(wrong), None);
        }
        assert_eq!(honours(0), Some(Way::default()));
    }
}
