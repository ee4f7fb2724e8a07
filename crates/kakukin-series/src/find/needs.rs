//! What each player needs: the target counted in wins instead of points.

use std::ops::Range;

/// The points of a rule seen as a staircase in the plane of wins.
///
/// With `i` wins as first and `j` wins as second player a player is short of the
/// target exactly if `i < as_first(j)`, and exactly if `j < as_second(i)`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    first: u32,
    second: u32,
    as_first: Vec<u32>,
    as_second: Vec<u32>,
}

/// How a score at the limit is judged, by A's wins of all games that were won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// A has more points with at least this many wins.
    pub(crate) leads: u32,
    /// With one win fewer the points are equal.
    pub(crate) can_tie: bool,
}

impl Judgement {
    /// Writes down who wins after every score of these numbers of A's wins, `won` more
    /// being added to them.
    pub(crate) fn describe(self, open: u128, won: u32, out: &mut Vec<u8>) {
        // The fewest wins with which A has more points, of those that are open.
        let leads = self.leads.saturating_sub(won);
        out.push((open & (u128::MAX << leads)).trailing_zeros() as u8);
        let ties = self.can_tie && self.leads > won && open >> (leads - 1) & 1 == 1;
        out.push(u8::from(ties));
    }
}

impl Needs {
    /// Takes over the points of a rule; memory is kept.
    pub(crate) fn set(&mut self, first: u32, second: u32, target: u32) {
        (self.first, self.second) = (first, second);
        let fill = |row: &mut Vec<u32>, mine: u32, other: u32| {
            row.clear();
            let steps = target.div_ceil(other);
            row.extend((0..steps).map(|n| (target - n * other).div_ceil(mine)));
        };
        fill(&mut self.as_first, first, second);
        fill(&mut self.as_second, second, first);
    }

    /// The points of `i` wins as first and `j` wins as second player.
    pub(crate) fn worth(&self, i: u32, j: u32) -> u32 {
        self.first * i + self.second * j
    }

    /// Wins as first player needed beside `j` wins as second player.
    #[inline]
    pub(crate) fn as_first(&self, j: u32) -> u32 {
        self.as_first.get(j as usize).copied().unwrap_or(0)
    }

    /// Wins as second player needed beside `i` wins as first player.
    #[inline]
    pub(crate) fn as_second(&self, i: u32) -> u32 {
        self.as_second.get(i as usize).copied().unwrap_or(0)
    }

    /// The numbers of A's wins as second player for which both players can be
    /// short of the target when B was first in `b_first` decided games.
    #[inline]
    pub(crate) fn rows(&self, b_first: u32) -> Range<u32> {
        let least = (b_first + 1).saturating_sub(self.as_second.len() as u32);
        least..(b_first + 1).min(self.as_first.len() as u32)
    }

    /// Beside `j` wins as second player, the numbers of A's wins as first player with
    /// which both are short of the target. All other decided games are B's wins.
    #[inline]
    pub(crate) fn open(&self, a_first: u32, b_first: u32, j: u32) -> Range<u32> {
        let least = (a_first + 1).saturating_sub(self.as_second(b_first - j));
        least..(a_first + 1).min(self.as_first(j))
    }

    /// The numbers of A's wins with which both can be short of the target, as bits.
    pub(crate) fn open_wins(&self, a_first: u32, b_first: u32) -> u128 {
        let mut open = 0;
        for j in self.rows(b_first) {
            let wins = self.open(a_first, b_first, j);
            if !wins.is_empty() {
                open |= (1u128 << (wins.end + j)) - (1 << (wins.start + j));
            }
        }
        open
    }

    /// Writes down who wins when the series stops here, after every open score.
    pub(crate) fn describe_end(&self, a_first: u32, b_first: u32, out: &mut Vec<u8>) {
        let open = self.open_wins(a_first, b_first);
        if open != 0 {
            self.judge(a_first, b_first).describe(open, 0, out);
        }
    }

    /// Who has more points when all decided games are counted: A has
    /// first * i + second * j, and B the rest of them, so only i + j matters.
    #[inline]
    pub(crate) fn judge(&self, a_first: u32, b_first: u32) -> Judgement {
        let (sum, both) = (self.first * b_first + self.second * a_first, self.first + self.second);
        Judgement { leads: sum / both + 1, can_tie: sum % both == 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_staircase_says_what_the_points_say(
            target in 1u32..40, first in 1u32..40, second in 1u32..40,
            a_first in 0u32..12, b_first in 0u32..12, i in 0u32..12, j in 0u32..12,
        ) {
            let (first, second) = (first.min(target), second.min(target));
            let mut needs = Needs::default();
            needs.set(first, second, target);
            let short = first * i + second * j < target;
            prop_assert_eq!(short, i < needs.as_first(j));
            prop_assert_eq!(short, j < needs.as_second(i));
            let (i, j) = (i.min(a_first), j.min(b_first));
            let a = first * i + second * j;
            let b = first * (b_first - j) + second * (a_first - i);
            let open = needs.rows(b_first).contains(&j) && needs.open(a_first, b_first, j).contains(&i);
            prop_assert_eq!(open, a < target && b < target);
            let judgement = needs.judge(a_first, b_first);
            prop_assert_eq!(a > b, i + j >= judgement.leads);
            prop_assert_eq!(a == b, judgement.can_tie && i + j + 1 == judgement.leads);
        }
    }
}
