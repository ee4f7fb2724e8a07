//! The bias of a rule over all that p may be, in words: the worst of it, and its curve.

use crate::Lang;
use kakukin_series::Spread;

/// The worst that can happen.
pub(crate) fn worst_words(spread: &Spread, lang: Lang) -> String {
    let [low, high] = [spread.curve.first(), spread.curve.last()]
        .map(|end| end.map_or_else(String::new, |at| rate_percent(at.p)));
    tr!(lang, "find.worst", low = low, high = high, worst = points(spread.worst))
}

/// The worst, and the way there.
pub(crate) fn words(spread: &Spread, lang: Lang) -> String {
    let worst = worst_words(spread, lang);
    // The ends, the middle, and half-way between.
    let shown = spread.curve.iter().step_by((spread.curve.len() / 4).max(1));
    let shown = shown.map(|at| {
        let bias = format!("{:+.2}", 100.0 * at.bias);
        tr!(lang, "find.curve_at", p = rate_percent(at.p), bias = bias)
    });
    let list = shown.collect::<Vec<_>>().join(&tr!(lang, "list.comma"));
    format!("{worst}\n{}\n", tr!(lang, "find.curve", list = list))
}

/// A bias in points.
pub(super) fn points(bias: f64) -> String {
    format!("{:.2}", 100.0 * bias)
}

/// A rate of a band in per cent, as short as it can be, and never with more digits than anybody
/// knows of it.
pub(super) fn rate_percent(rate: f64) -> String {
    format!("{}", (rate * 1e4).round() / 1e2)
}
