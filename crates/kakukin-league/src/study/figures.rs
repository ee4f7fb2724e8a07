//! Final scores against the true order.

use crate::InputError;
use kakukin_core::{BadValue, Field};
use serde::Serialize;
use std::str::FromStr;

/// How near an order comes to the true one; means over all ways a league can go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ErrorsDocument"))]
pub struct Figures<N = f64> {
    /// Spearman's rank correlation, equal players having the mean of their ranks; 0 where it
    /// is not defined because all are equal.
    pub spearman: f64,
    /// Kendall's tau-b; 0 where it is not defined because all are equal.
    pub kendall: f64,
    /// The chance that the strongest player wins; a first place shared by k counts 1/k.
    pub best: N,
    /// The mean distance of a player's rank from his true one.
    pub rank_error: N,
}

/// One of the [`Figures`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StudyFigure {
    /// Spearman's rank correlation.
    Spearman,
    /// Kendall's tau-b.
    Kendall,
    /// The chance that the strongest player wins.
    Best,
    /// The mean rank error.
    RankError,
}

impl FromStr for StudyFigure {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "spearman" => Ok(Self::Spearman),
            "kendall" => Ok(Self::Kendall),
            "best" => Ok(Self::Best),
            "rank-error" => Ok(Self::RankError),
            _ => {
                let allowed = "spearman, kendall, best, rank-error";
                Err(InputError::new("chart", text, BadValue::Unknown, allowed))
            }
        }
    }
}

/// The true order, ready to be compared with.
#[derive(Debug, Clone)]
pub(super) struct Yardstick {
    /// Twice the rank of each player: with means of ranks it is still a whole number.
    ranks: Vec<i64>,
    /// The sum of the squared distances of `ranks` from their mean.
    spread: i64,
    /// Pairs of players who are not equal.
    unequal: i64,
    /// Who are strongest.
    best: Vec<bool>,
}

/// One outcome of a league, in whole numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Judged {
    pub(super) spearman: f64,
    pub(super) kendall: f64,
    /// Of those on the first place, how many are strongest, and how many there are.
    pub(super) best: [u32; 2],
    /// The sum of the distances of ranks, twice.
    pub(super) errors: u32,
}

/// Room for one judgement after another.
#[derive(Debug, Default)]
pub(super) struct Bench {
    order: Vec<usize>,
    ranks: Vec<i64>,
}

impl Yardstick {
    pub(super) fn new(strengths: &[f64]) -> Self {
        let (mut order, mut ranks) = (Vec::new(), Vec::new());
        // Adding zero makes one zero of the two that there are.
        rank(
            strengths.len(),
            |x, y| (strengths[x] + 0.0).total_cmp(&(strengths[y] + 0.0)),
            &mut order,
            &mut ranks,
        );
        let top = ranks.iter().copied().min();
        let best = ranks.iter().map(|rank| Some(*rank) == top).collect();
        let unequal = pairs(ranks.len()).filter(|&(x, y)| ranks[x] != ranks[y]).count() as i64;
        Self { spread: spread(&ranks), ranks, unequal, best }
    }

    pub(super) fn players(&self) -> usize {
        self.ranks.len()
    }

    /// Compares final scores with the true order.
    pub(super) fn judge(&self, scores: &[i64], bench: &mut Bench) -> Judged {
        rank(scores.len(), |x, y| scores[x].cmp(&scores[y]), &mut bench.order, &mut bench.ranks);
        let (ranks, middle) = (&bench.ranks, scores.len() as i64 + 1);
        let both = ranks.iter().zip(&self.ranks);
        let together: i64 = both.clone().map(|(r, t)| (r - middle) * (t - middle)).sum();
        let errors: i64 = both.map(|(r, t)| (r - t).abs()).sum();
        let (mut agreed, mut unequal) = (0i64, 0i64);
        for (x, y) in pairs(ranks.len()) {
            let (here, there) = (ranks[x] - ranks[y], self.ranks[x] - self.ranks[y]);
            agreed += here.signum() * there.signum();
            unequal += here.signum().abs();
        }
        let top = ranks.iter().copied().min();
        let first = ranks.iter().zip(&self.best).filter(|(rank, _)| Some(**rank) == top);
        let best = first.clone().filter(|(_, best)| **best).count() as u32;
        Judged {
            spearman: correlation(together, spread(ranks), self.spread),
            kendall: correlation(agreed, unequal, self.unequal),
            best: [best, first.count() as u32],
            errors: errors as u32,
        }
    }

    /// What a rank error is counted in: half places of one of so many players.
    fn parts(&self) -> u32 {
        2 * self.players() as u32
    }
}

impl Judged {
    /// The figures of this outcome alone.
    pub(super) fn figures<N: Field>(&self, yardstick: &Yardstick) -> Figures<N> {
        let ratio = |above: u32, below: u32| N::from_count(above).over(&N::from_count(below));
        let [best, first] = self.best;
        Figures {
            spearman: self.spearman,
            kendall: self.kendall,
            best: ratio(best, first),
            rank_error: ratio(self.errors, yardstick.parts()),
        }
    }
}

/// Twice the rank of each, the largest first, equals having the mean of theirs.
fn rank(
    count: usize,
    compare: impl Fn(usize, usize) -> std::cmp::Ordering,
    order: &mut Vec<usize>,
    ranks: &mut Vec<i64>,
) {
    order.clear();
    order.extend(0..count);
    order.sort_unstable_by(|&x, &y| compare(y, x));
    ranks.clear();
    ranks.resize(count, 0);
    let mut above = 0;
    for equal in order.chunk_by(|&x, &y| compare(x, y).is_eq()) {
        for &player in equal {
            ranks[player] = (2 * above + equal.len() + 1) as i64;
        }
        above += equal.len();
    }
}

fn spread(ranks: &[i64]) -> i64 {
    let middle = ranks.len() as i64 + 1;
    ranks.iter().map(|rank| (rank - middle) * (rank - middle)).sum()
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |y| (0..y).map(move |x| (x, y)))
}

fn correlation(together: i64, one: i64, other: i64) -> f64 {
    if one == 0 || other == 0 {
        return 0.0;
    }
    // The root of each by itself: equal spreads give exactly 1.
    if one == other {
        return together as f64 / one as f64;
    }
    together as f64 / ((one as f64) * (other as f64)).sqrt()
}
