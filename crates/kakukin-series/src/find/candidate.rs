//! The rules that are tried: at least one for every behaviour, the smallest of
//! each among them.
//!
//! docs/finder.md has the proof. In short: what a rule does depends on its points
//! only through comparisons of wins. All ratios between two neighbours of a Farey
//! sequence compare alike, so one ratio is tried for each; and with the ratio
//! fixed, a target can be lowered until it is one more than a score that players can
//! have, without changing anything.

use super::farey::ratios;

/// Points and limit of a rule that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Candidate {
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) target: u32,
    /// The most games that are played.
    pub(crate) limit: u32,
    /// Whether that is not the formula's limit.
    pub(crate) own_limit: bool,
}

impl Candidate {
    /// Short series come first, then small numbers.
    pub(crate) fn size(&self) -> impl Ord + use<> {
        (self.limit, self.target, self.second, self.first)
    }
}

/// Which scores can matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The most wins that a player can have on one side, and on the other:
    /// A as first and B as second player, then A as second and B as first.
    pub(crate) sides: [u32; 2],
    /// The most wins of one side that the target can be worth on the side that
    /// earns less; `None` if the target may be out of reach.
    pub(crate) most_wins: Option<u32>,
}

/// Calls `found(first, second, target)` for every triple that must be tried,
/// `first <= second` only unless `larger_first`.
pub(crate) fn triples(reach: Reach, larger_first: bool, mut found: impl FnMut(u32, u32, u32)) {
    let order = reach.most_wins.unwrap_or(u32::MAX).min(reach.sides[0].max(reach.sides[1])).max(1);
    let mut values = Vec::new();
    for (small, large) in ratios(order) {
        targets(small, large, reach, &mut values, &mut found);
        if larger_first && small < large {
            targets(large, small, reach, &mut values, &mut found);
        }
    }
}

fn targets(
    first: u32,
    second: u32,
    reach: Reach,
    values: &mut Vec<u32>,
    found: &mut impl FnMut(u32, u32, u32),
) {
    let least = first.max(second);
    let most = reach.most_wins.map_or(u32::MAX, |wins| wins * first.min(second));
    values.clear();
    let [x, y] = reach.sides;
    for [as_first, as_second] in [[x, y], [y, x]] {
        for i in 0..=as_first.min(most / first) {
            let left = (most - i * first) / second;
            values.extend((0..=as_second.min(left)).map(|j| i * first + j * second));
        }
    }
    values.sort_unstable();
    values.dedup();
    let above = values.iter().copied().skip(1).map(Some).chain([None]);
    for (&below, above) in values.iter().zip(above) {
        // All targets above one score and up to the next are the same.
        let target = (below + 1).max(least);
        let largest = above.unwrap_or(if reach.most_wins.is_some() { most } else { u32::MAX });
        if target <= largest {
            found(first, second, target);
        }
    }
}
