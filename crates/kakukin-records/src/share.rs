//! An observed rate, with its uncertainty expressed in three ways.

use kakukin_core::{Beta, Confidence};
use serde::Serialize;

/// So many hits out of so many trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub of: u64,
    /// The share; nothing if it never could have happened.
    pub rate: Option<f64>,
    /// Wilson's score interval.
    pub wilson: [f64; 2],
    /// The interval of Clopper and Pearson: never less sure than it says.
    pub clopper_pearson: [f64; 2],
    /// What is believed after the games, all rates having been equally likely before.
    pub posterior: Posterior,
}

/// A Beta distribution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Posterior {
    /// First parameter: hits + 1.
    pub a: f64,
    /// Second parameter: misses + 1.
    pub b: f64,
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// The central interval.
    pub interval: [f64; 2],
}

impl Share {
    /// The share of `hits` in `of`, with intervals of this confidence.
    pub fn new(hits: u64, of: u64, confidence: Confidence) -> Self {
        let beta = Beta::after(hits, of.saturating_sub(hits));
        let [a, b] = beta.parameters();
        Self {
            hits,
            of,
            rate: (of > 0).then(|| hits as f64 / of as f64),
            wilson: confidence.wilson(hits, of),
            clopper_pearson: confidence.clopper_pearson(hits, of),
            posterior: Posterior {
                a,
                b,
                mean: beta.mean(),
                deviation: beta.deviation(),
                interval: confidence.posterior(beta),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// All three hold the share itself; Clopper-Pearson holds Wilson's side of it and the
        /// posterior's interval.
        #[test]
        fn intervals_hold_the_share(hits in 0u64..500, misses in 0u64..500) {
            let confidence = Confidence::new(&"95%".parse().unwrap()).unwrap();
            let share = Share::new(hits, hits + misses, confidence);
            if let Some(rate) = share.rate {
                for [low, high] in [share.wilson, share.clopper_pearson] {
                    prop_assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
                }
            }
            let ([low, high], [inner_low, inner_high]) =
                (share.clopper_pearson, share.posterior.interval);
            prop_assert!(low <= inner_low + 1e-12 && inner_high <= high + 1e-12);
        }
    }
}
