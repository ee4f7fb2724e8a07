//! Suits joined: the fewest tiles that several suits together lack for a number of
//! groups and a pair, by min-plus convolution of their rows.

use wide::u8x16;

/// No such target exists within the limits. Four of these fit into seven bits.
pub(crate) const NEVER: u8 = 30;

/// What one suit, or several together, miss: for 0..5 groups without a pair in the
/// bytes of the first word, with a pair in those of the second. Bytes above four
/// groups are meaningless, and never read.
pub(crate) type Missing = [u64; 2];

const NEVERS: u64 = u64::from_le_bytes([NEVER; 8]);

/// Every entry as far as can be.
pub(crate) const IMPOSSIBLE: Missing = [NEVERS; 2];

#[inline(always)]
fn bytes(words: [u64; 2]) -> u8x16 {
    u8x16::new((u128::from(words[0]) | (u128::from(words[1]) << 64)).to_le_bytes())
}

#[inline(always)]
fn words(bytes: u8x16) -> Missing {
    let word = u128::from_le_bytes(bytes.to_array());
    [word as u64, (word >> 64) as u64]
}

/// What both miss together.
#[inline(always)]
pub(crate) fn join(a: Missing, b: Missing) -> Missing {
    let splat = |word: u64, groups: u32| {
        let all = ((word >> (8 * groups)) & 0xff) * 0x0101_0101_0101_0101;
        bytes([all; 2])
    };
    let mut least = bytes(a) + splat(b[0], 0);
    least = least.min(bytes([NEVERS, a[0]]) + splat(b[1], 0));
    for groups in 1..5 {
        let below = NEVERS >> (64 - 8 * groups);
        let raised = [(a[0] << (8 * groups)) | below, (a[1] << (8 * groups)) | below];
        least = least.min(bytes(raised) + splat(b[0], groups));
        least = least.min(bytes([NEVERS, raised[0]]) + splat(b[1], groups));
    }
    words(least)
}

/// For each entry of a suit what the others then miss, if `groups` groups and one
/// pair are needed in all.
#[inline(always)]
pub(crate) fn complement(rest: Missing, groups: u32) -> Missing {
    let turned =
        |word: u64| (word.swap_bytes() >> (8 * (7 - groups))) | (NEVERS << (8 * (groups + 1)));
    [turned(rest[1]), turned(rest[0])]
}

/// For each entry of one of two parts what the other must then bring for `entry` of both.
#[inline(always)]
pub(crate) fn share(other: Missing, entry: u32) -> Missing {
    let groups = entry & 7;
    if entry & 8 != 0 { complement(other, groups) } else { [complement(other, groups)[1], NEVERS] }
}

/// The least of all entries of a row together with what the others then miss.
#[inline(always)]
pub(crate) fn least(row: Missing, complement: Missing) -> u8 {
    let sum = bytes(row) + bytes(complement);
    let [low, high] = words(sum);
    let least = bytes([low, 0]).min(bytes([high, 0]));
    let [word, _] = words(least);
    let least = bytes([word, 0]).min(bytes([word >> 32, 0]));
    let [word, _] = words(least);
    let least = bytes([word, 0]).min(bytes([word >> 16, 0]));
    let [word, _] = words(least);
    (word as u8).min((word >> 8) as u8)
}

/// The places of a row, 0..16, that reach `distance`.
#[inline(always)]
pub(crate) fn reaching(row: Missing, complement: Missing, distance: u8) -> u32 {
    let sum = bytes(row) + bytes(complement);
    sum.simd_eq(u8x16::splat(distance)).to_bitmask()
}
