//! Rules that no other rule beats in every respect, each with the reason why
//! it is among them.

use kakukin_core::checkpoint;
use serde::Serialize;

/// What makes a rule good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// A small bias.
    Bias,
    /// A good chance for the stronger player.
    Skill,
    /// Few expected games.
    Games,
    /// A small limit.
    Limit,
    /// A small probability that nobody wins.
    None,
}

impl Criterion {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bias => "bias",
            Self::Skill => "skill",
            Self::Games => "games",
            Self::Limit => "limit",
            Self::None => "none",
        }
    }

    /// All criteria, those first that people ask for first.
    pub const ALL: [Self; 5] = [Self::Bias, Self::Limit, Self::Games, Self::Skill, Self::None];
}

/// One number for each of [`Criterion::ALL`]; less is better.
pub(crate) type Costs = [f64; 5];

/// Costs are compared as multiples of this: the figures are not more exact.
const SAME: f64 = 1e-12;

/// Costs with nothing in them but what counts.
pub(crate) fn rounded(costs: Costs) -> Costs {
    costs.map(|x| (x / SAME).round())
}

/// The indices of all that nothing else beats, in the order given; of equals the
/// first. Costs are [`rounded`].
pub(crate) fn frontier(costs: &[Costs]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    // What comes later in this order cannot beat what comes earlier.
    order.sort_by(|&x, &y| {
        let pairs = costs[x].iter().zip(&costs[y]);
        pairs.map(|(x, y)| x.total_cmp(y)).find(|o| o.is_ne()).unwrap_or(x.cmp(&y))
    });
    let mut kept: Vec<usize> = Vec::new();
    for index in order {
        checkpoint();
        let beaten = |&other: &usize| at_least_as_good(&costs[other], &costs[index], ALL);
        if !kept.iter().any(beaten) {
            kept.push(index);
        }
    }
    kept.sort_unstable();
    kept
}

/// A set of criteria, as bits in the order of [`Criterion::ALL`].
type Set = u8;
const ALL: Set = 0b11111;

fn at_least_as_good(x: &Costs, y: &Costs, set: Set) -> bool {
    (0..5).all(|k| set >> k & 1 == 0 || x[k] <= y[k])
}

/// For each member of the frontier, the fewest criteria in which no other member is
/// as good: why it is there.
pub(crate) fn reasons(costs: &[Costs], frontier: &[usize]) -> Vec<Vec<Criterion>> {
    let mut sets: Vec<Set> = (1..=ALL).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let reason = |&index: &usize| {
        let own = &costs[index];
        let alone = |&&set: &&Set| {
            let others = frontier.iter().filter(|&&other| other != index);
            !others.into_iter().any(|&other| at_least_as_good(&costs[other], own, set))
        };
        let set = sets.iter().find(alone).copied().unwrap_or(ALL);
        (0..5).filter(|k| set >> k & 1 == 1).map(|k| Criterion::ALL[k]).collect()
    };
    frontier.iter().map(reason).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_on_the_frontier_is_beaten_and_all_else_is(
            numbers in prop::collection::vec(prop::array::uniform5(0u8..6), 1..40),
        ) {
            let costs: Vec<Costs> = numbers.iter().map(|row| row.map(f64::from)).collect();
            let found = frontier(&costs);
            let beats = |x: usize, y: usize| {
                (0..5).all(|k| numbers[x][k] <= numbers[y][k]) && numbers[x] != numbers[y]
            };
            for k in 0..costs.len() {
                let beaten = (0..costs.len()).any(|other| beats(other, k));
                let repeated = (0..k).any(|other| numbers[other] == numbers[k]);
                prop_assert_eq!(found.contains(&k), !beaten && !repeated);
            }
            for (reason, &index) in reasons(&costs, &found).iter().zip(&found) {
                // Nothing at all is as good in the criteria named, but for what it beats
                // itself or what is just the same; and no fewer criteria would do.
                let place = |c: &Criterion| Criterion::ALL.iter().position(|x| x == c).unwrap();
                let named: Vec<usize> = reason.iter().map(place).collect();
                let as_good = |other: usize, in_all: &[usize]| {
                    in_all.iter().all(|&k| numbers[other][k] <= numbers[index][k])
                };
                let rivals: Vec<usize> = (0..costs.len())
                    .filter(|&other| numbers[other] != numbers[index] && !beats(index, other))
                    .collect();
                prop_assert!(!rivals.iter().any(|&other| as_good(other, &named)));
                for left_out in &named {
                    let fewer: Vec<usize> =
                        named.iter().copied().filter(|k| k != left_out).collect();
                    let empty = fewer.is_empty() && rivals.is_empty();
                    prop_assert!(empty || rivals.iter().any(|&other| as_good(other, &fewer)));
                }
            }
        }
    }
}
