//! A mixture of normal distributions: what is believed of a figure over all spreads of strengths.

use std::f64::consts::SQRT_2;

/// One part: weight, mean, standard deviation. Weights add up to 1.
pub(super) type Part = (f64, f64, f64);

/// The mean of a function.
pub(super) fn mean(parts: &[Part], points: &[(f64, f64)], of: impl Fn(f64) -> f64) -> f64 {
    let part = |(weight, mean, deviation): &Part| {
        let mean_of = points.iter().map(|(z, share)| share * of(mean + deviation * z));
        weight * mean_of.sum::<f64>()
    };
    parts.iter().map(part).sum()
}

/// Mean and standard deviation of the figure itself.
pub(super) fn moments(parts: &[Part]) -> (f64, f64) {
    let mean: f64 = parts.iter().map(|(weight, mean, _)| weight * mean).sum();
    let spread = |(weight, own, deviation): &Part| {
        weight * (deviation * deviation + (own - mean) * (own - mean))
    };
    (mean, parts.iter().map(spread).sum::<f64>().sqrt())
}

/// Where the figure is less with this chance.
pub(super) fn quantile(parts: &[Part], chance: f64) -> f64 {
    let below = |x: f64| {
        let part = |(weight, mean, deviation): &Part| match deviation {
            // A certain value.
            0.0 => weight * f64::from(u8::from(*mean <= x)),
            _ => weight * 0.5 * libm::erfc((mean - x) / (deviation * SQRT_2)),
        };
        parts.iter().map(part).sum::<f64>()
    };
    let ends = parts.iter().filter(|part| part.0 > 0.0);
    let low = ends.clone().map(|(_, mean, deviation)| mean - 40.0 * deviation);
    let high = ends.map(|(_, mean, deviation)| mean + 40.0 * deviation);
    let (mut low, mut high) = (low.fold(f64::MAX, f64::min), high.fold(f64::MIN, f64::max));
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) < chance { low = middle } else { high = middle }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::random::hermite::hermite;

    #[test]
    fn one_part_is_the_normal_distribution() {
        let one = [(1.0, 3.0, 2.0)];
        assert!((quantile(&one, 0.975) - (3.0 + 2.0 * 1.959_963_984_540_054)).abs() < 1e-9);
        assert_eq!(moments(&one), (3.0, 2.0));
        assert!((mean(&one, &hermite(9), |x| x * x) - 13.0).abs() < 1e-9);
    }

    #[test]
    fn two_parts_are_between() {
        let two = [(0.5, -1.0, 0.0), (0.5, 1.0, 1.0)];
        assert!((quantile(&two, 0.75) - 1.0).abs() < 1e-6);
        let (mean, deviation) = moments(&two);
        assert!(mean.abs() < 1e-15 && (deviation - 1.5f64.sqrt()).abs() < 1e-12);
    }
}
