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
        self.deficit(&self.tilted(&away).unwrap_or_default())
    }

    /// How far the log-likelihood lies below its maximum where the expected score lies so many
    /// standard deviations of one result above ½.
    pub fn deficit_of_distance(&self, distance: f64) -> f64 {
        // Σ pᵢ(aᵢ - ½) = t σ is not linear in p: each turn takes its tangent at the last answer.
        let scores = self.scores();
        let mut chances: Classes =
            std::array::from_fn(|i| if i < self.classes { 1.0 / self.classes as f64 } else { 0.0 });
        for _ in 0..MOST_TURNS {
            checkpoint();
            let mean = self.expect(&chances, |score| score);
            let deviation = self.expect(&chances, |score| (score - mean).powi(2)).sqrt();
            if deviation < 1e-12 {
                return f64::INFINITY;
            }
            let tangent = scores.map(|score| {
                let away = (score - mean) / deviation;
                score - 0.5 - distance * deviation * (1.0 + away * away) / 2.0
            });
            let Some(next) = self.tilted(&tangent) else { return f64::INFINITY };
            let moved: f64 = chances.iter().zip(&next).map(|(old, new)| (old - new).abs()).sum();
            chances = next;
            if moved < 1e-13 {
                break;
            }
        }
        self.deficit(&chances)
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
