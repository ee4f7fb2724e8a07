//! Intervals for observed rates.

use crate::{BadValue, Beta, InputError, Probability};
use statrs::distribution::{ContinuousCDF, Normal};

/// Where a standard normal number lies below with this chance.
///
/// ```
/// assert!((kakukin_core::normal_quantile(0.975) - 1.959_964).abs() < 1e-6);
/// ```
pub fn normal_quantile(chance: f64) -> f64 {
    Normal::standard().inverse_cdf(chance)
}

/// How sure an interval shall be, as a number of standard deviations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    level: f64,
    outside: f64,
    z: f64,
}

impl Confidence {
    /// A level such as 95 %, strictly between 0 and 1.
    pub fn new(level: &Probability) -> Result<Self, InputError> {
        let exact = level.to_f64();
        // From the complement: near 1 the level itself has no digits left.
        let outside = level.complement().to_f64();
        if exact <= 0.0 || outside <= 0.0 {
            return Err(InputError::new("confidence", level, BadValue::OutOfRange, "0 < C < 1"));
        }
        let z = -Normal::standard().inverse_cdf(outside / 2.0);
        Ok(Self { level: exact, outside, z })
    }

    /// The level itself.
    pub fn level(self) -> f64 {
        self.level
    }

    /// The interval around an observed mean with its standard error.
    pub fn around(self, mean: f64, error: f64) -> [f64; 2] {
        [mean - self.z * error, mean + self.z * error]
    }

    /// Wilson's score interval for `hits` out of `trials`.
    ///
    /// ```
    /// use kakukin_core::Confidence;
    /// let confidence = Confidence::new(&"95%".parse()?)?;
    /// let [low, high] = confidence.wilson(7, 10);
    /// assert!((low - 0.3968).abs() < 1e-4 && (high - 0.8922).abs() < 1e-4);
    /// # Ok::<(), kakukin_core::InputError>(())
    /// ```
    pub fn wilson(self, hits: u64, trials: u64) -> [f64; 2] {
        if trials == 0 {
            return [0.0, 1.0];
        }
        let (hits, n, z2) = (hits as f64, trials as f64, self.z * self.z);
        let rate = hits / n;
        let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = self.z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the interval touches 0 and 1 exactly; rounding may not.
        let low = if hits == 0.0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if hits == n { 1.0 } else { (centre + half).min(1.0) };
        [low, high]
    }

    /// The interval of Clopper and Pearson for `hits` out of `trials`: it holds the true
    /// rate at least as often as it promises, whatever the rate is.
    ///
    /// ```
    /// use kakukin_core::Confidence;
    /// let confidence = Confidence::new(&"95%".parse()?)?;
    /// let [low, high] = confidence.clopper_pearson(7, 10);
    /// assert!((low - 0.3475).abs() < 1e-4 && (high - 0.9333).abs() < 1e-4);
    /// # Ok::<(), kakukin_core::InputError>(())
    /// ```
    pub fn clopper_pearson(self, hits: u64, trials: u64) -> [f64; 2] {
        let misses = trials.saturating_sub(hits);
        let tail = self.outside / 2.0;
        let end = |hits: u64, misses: u64| match hits {
            0 => 0.0,
            _ => Beta::new(hits as f64, misses as f64 + 1.0).map_or(0.0, |b| b.quantile(tail)),
        };
        [end(hits, misses), 1.0 - end(misses, hits)]
    }

    /// The central interval of a posterior.
    pub fn posterior(self, beta: Beta) -> [f64; 2] {
        beta.without_tails(self.outside / 2.0)
    }
}
