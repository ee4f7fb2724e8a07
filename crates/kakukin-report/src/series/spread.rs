//! The bias of a rule over all that p may be: the worst of it, and its curve.

use crate::Lang;
use kakukin_series::{BiasAt, Spread};
use serde::Serialize;

/// The bias where p is not known for certain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpreadDocument {
    /// Mean distance of A's share from one half.
    pub expected: f64,
    /// By how much that may be wrong.
    pub expected_error: f64,
    /// The largest distance.
    pub worst: f64,
    /// By how much it may be larger.
    pub worst_error: f64,
    /// The p at which it is found.
    pub worst_p: f64,
    /// The bias at some values of p, from one end of their range to the other.
    pub curve: Vec<BiasAt>,
}

impl SpreadDocument {
    pub(crate) fn new(spread: &Spread) -> Self {
        let Spread { expected, expected_error, worst, worst_error, worst_p, curve } =
            spread.clone();
        Self { expected, expected_error, worst, worst_error, worst_p, curve }
    }

    /// The worst that can happen.
    pub(crate) fn worst_words(&self, lang: Lang) -> String {
        let [low, high] = [self.curve.first(), self.curve.last()]
            .map(|end| end.map_or_else(String::new, |at| rate_percent(at.p)));
        tr!(lang, "find.worst", low = low, high = high, worst = points(self.worst))
    }

    /// The worst, and the way there.
    pub(crate) fn words(&self, lang: Lang) -> String {
        let worst = self.worst_words(lang);
        // The ends, the middle, and half-way between.
        let shown = self.curve.iter().step_by((self.curve.len() / 4).max(1));
        let shown = shown.map(|at| {
            let bias = format!("{:+.2}", 100.0 * at.bias);
            tr!(lang, "find.curve_at", p = rate_percent(at.p), bias = bias)
        });
        let list = shown.collect::<Vec<_>>().join(&tr!(lang, "list.comma"));
        format!("{worst}\n{}\n", tr!(lang, "find.curve", list = list))
    }
}

/// A bias in points.
pub(super) fn points(bias: f64) -> String {
    format!("{:.2}", 100.0 * bias)
}

/// A rate of a band in per cent, as short as it can be.
pub(super) fn rate_percent(rate: f64) -> String {
    format!("{}", (rate * 1e6).round() / 1e4)
}
