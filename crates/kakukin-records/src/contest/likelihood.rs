//! How likely results are if a player's expected score, or that score in standard deviations,
//! were some other value: the likelihood at its maximum under one constraint.
//!
//! Results fall into classes of equal steps: 0, ½, 1 for single games, 0, ¼, ½, ¾, 1 for pairs.
//! With shares wᵢ of n results, the greatest likelihood under Σ pᵢ fᵢ = 0 has pᵢ = wᵢ/(1 + x fᵢ),
//! and lies n·max Σ wᵢ ln(1 + x fᵢ) below the greatest of all. The maximum is taken over all x for
//! which no 1 + x fᵢ is negative, classes without a result included: where it is at an end, one
//! of these has a chance of its own. Nothing is added to empty classes.

use super::MAX_CLASSES;
use kakukin_core::checkpoint;

/// So many steps are always enough; Newton's method takes about five.
const MOST_STEPS: usize = 100;
/// So many turns of the constraint on a score in deviations, which is not linear.
const MOST_TURNS: usize = 200;
/// Chances are not drawn further towards one end: only one class is left there.
const FARTHEST_PULL: f64 = 300.0;

/// Results by class, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frequencies {
    counts: [u64; MAX_CLASSES],
    classes: usize,
}

type Classes = [f64; MAX_CLASSES];

impl Frequencies {
    /// Of single games: losses, draws, wins.
    pub fn games(counts: [u64; 3]) -> Self {
        let [losses, draws, wins] = counts;
        Self { counts: [losses, draws, wins, 0, 0], classes: 3 }
    }

    /// Of pairs of games: by the points of both, 0, ½, 1, 1½, 2.
    pub fn pairs(counts: [u64; 5]) -> Self {
        Self { counts, classes: 5 }
    }

    /// One result more.
    pub fn add(&mut self, class: usize) {
        if let Some(count) = self.counts[..self.classes].get_mut(class) {
            *count += 1;
        }
    }

    /// The same without any result.
    pub fn emptied(self) -> Self {
        Self { counts: [0; MAX_CLASSES], ..self }
    }

    /// How many results there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The games of one result.
    pub fn games_each(&self) -> u64 {
        if self.classes == 3 { 1 } else { 2 }
    }

    fn score(&self, class: usize) -> f64 {
        class as f64 / (self.classes - 1) as f64
    }

    fn scores(&self) -> Classes {
        std::array::from_fn(|class| self.score(class.min(self.classes - 1)))
    }

    fn shares(&self) -> Classes {
        let total = self.total().max(1) as f64;
        self.counts.map(|count| count as f64 / total)
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.expect(&self.shares(), |score| score)
    }

    /// The variance of one result, around its mean.
    pub fn variance(&self) -> f64 {
        self.variance_around(self.mean())
    }

    /// The mean square of what lies between a result and a score.
    pub fn variance_around(&self, mean: f64) -> f64 {
        self.expect(&self.shares(), |score| (score - mean) * (score - mean))
    }

    fn expect(&self, shares: &Classes, of: impl Fn(f64) -> f64) -> f64 {
        (0..self.classes).map(|class| shares[class] * of(self.score(class))).sum()
    }

    /// How far the log-likelihood lies below its maximum where the expected score is this, between
    /// 0 and 1.
    pub fn deficit_of_mean(&self, mean: f64) -> f64 {
        let away = self.scores().map(|score| score - mean);
        if let Some(chances) = self.tilted(&away) {
            return self.deficit(&chances);
        }
        // At an end all results must be there.
        let mut seen = (0..self.classes).filter(|&class| self.counts[class] > 0);
        if seen.all(|class| away[class] == 0.0) { 0.0 } else { f64::INFINITY }
    }

    /// How far the log-likelihood lies below its maximum where the expected score lies so many
    /// standard deviations of one result above ½.
    ///
    /// g = μ - ½ - t σ is not linear in p, but convex where t is positive (a deviation is concave);
    /// a negative t is seen from the other side. So each turn takes the tangent of g at the last
    /// answer. Where the results lie above t, tangents contain all that is allowed, and it is a
    /// concave problem with one answer; where they lie below, tangents allow nothing else, and each
    /// answer is better than the one before.
    pub fn deficit_of_distance(&self, distance: f64) -> f64 {
        if distance < 0.0 {
            return self.turned().deficit_of_distance(-distance);
        }
        if distance == 0.0 {
            return self.deficit_of_mean(0.5);
        }
        let scores = self.scores();
        let mut chances = self.at_distance(distance);
        for _ in 0..MOST_TURNS {
            checkpoint();
            let (mean, deviation) = self.moments(&chances);
            let tangent = scores.map(|score| {
                let away = (score - mean) / deviation;
                score - 0.5 - distance * deviation * (1.0 + away * away) / 2.0
            });
            let Some(next) = self.tilted(&tangent) else { break };
            let moved: f64 = chances.iter().zip(&next).map(|(old, new)| (old - new).abs()).sum();
            chances = next;
            if moved < 1e-13 {
                break;
            }
        }
        self.deficit(&chances)
    }

    fn turned(&self) -> Self {
        let mut turned = *self;
        turned.counts[..self.classes].reverse();
        turned
    }

    fn moments(&self, chances: &Classes) -> (f64, f64) {
        let mean = self.expect(chances, |score| score);
        (mean, self.expect(chances, |score| (score - mean) * (score - mean)).sqrt())
    }

    /// Chances at this distance from ½, or a little above: the shares, drawn towards one end.
    fn at_distance(&self, distance: f64) -> Classes {
        // Every class must have a chance that can grow.
        const LEAST: f64 = 1e-3;
        let logs = self.shares().map(|share| libm::log(share + LEAST));
        let drawn = |pull: f64| {
            let used = |class: usize| class < self.classes;
            let at = |class: usize| logs[class] + pull * (self.score(class) - 1.0);
            let weights: Classes =
                std::array::from_fn(|class| if used(class) { libm::exp(at(class)) } else { 0.0 });
            let sum: f64 = weights.iter().sum();
            weights.map(|weight| weight / sum)
        };
        let above = |chances: &Classes| {
            let (mean, deviation) = self.moments(chances);
            mean - 0.5 >= distance * deviation
        };
        let (mut low, mut high) = (0.0, 0.0);
        let mut step = 1.0;
        while step < FARTHEST_PULL && above(&drawn(low)) {
            (low, step) = (low - step, 2.0 * step);
        }
        step = 1.0;
        while step < FARTHEST_PULL && !above(&drawn(high)) {
            (high, step) = (high + step, 2.0 * step);
        }
        for _ in 0..30 {
            let middle = (low + high) / 2.0;
            if above(&drawn(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        drawn(high)
    }

    /// n times Σ wᵢ ln(wᵢ/pᵢ).
    fn deficit(&self, chances: &Classes) -> f64 {
        let shares = self.shares();
        let seen = (0..self.classes).filter(|&class| self.counts[class] > 0);
        let terms = seen.map(|class| match chances[class] {
            chance if chance > 0.0 => self.counts[class] as f64 * libm::log(shares[class] / chance),
            _ => f64::INFINITY,
        });
        terms.sum::<f64>().max(0.0)
    }

    /// The most likely chances for which Σ pᵢ fᵢ = 0; none if all f have one sign.
    fn tilted(&self, f: &Classes) -> Option<Classes> {
        let shares = self.shares();
        let used = &f[..self.classes];
        let most = used.iter().copied().fold(f64::MIN, f64::max);
        let least = used.iter().copied().fold(f64::MAX, f64::min);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        // The slope falls from one end to the other.
        let slope = |x: f64| {
            let mut sums = (0.0, 0.0);
            for (share, f) in shares.iter().zip(used).filter(|(share, _)| **share > 0.0) {
                let part = f / (1.0 + x * f);
                sums.0 += share * part;
                sums.1 -= share * part * part;
            }
            sums
        };
        let mut x = 0.0;
        for _ in 0..MOST_STEPS {
            let (value, change) = slope(x);
            if value > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let step = x - value / change;
            // Where Newton's method leaves the bracket, and at an end where nothing has the
            // slope of zero, halving goes on.
            let next = if step > low && step < high { step } else { low + (high - low) / 2.0 };
            if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
                break;
            }
            x = next;
        }
        let mut chances: Classes = std::array::from_fn(|class| match shares[class] {
            share if share > 0.0 => share / (1.0 + x * f[class]),
            _ => 0.0,
        });
        // What is left over belongs to the empty class at the end that was reached.
        let rest = 1.0 - chances.iter().sum::<f64>();
        let at_end = if x > 0.0 { least } else { most };
        let end = used.iter().position(|value| *value == at_end).filter(|&i| self.counts[i] == 0);
        if let (Some(end), true) = (end, rest > 0.0) {
            chances[end] = rest;
        }
        Some(chances)
    }
}
