//! Axes: what is measured along them, where their ticks stand, where a value lies.

use serde::Serialize;

/// What is measured along an axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartAxis"))]
pub struct Axis {
    /// Its name.
    pub label: String,
    /// How its values are written.
    pub unit: Unit,
    /// Its ends; null where they are not laid down and the values decide.
    pub range: Option<[f64; 2]>,
    /// How it is divided.
    pub scale: Scale,
}

/// How values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartUnit"))]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// As they are.
    Number,
    /// A share, as a percentage.
    Percent,
    /// A difference of shares, in percentage points with a sign.
    Points,
}

/// How an axis is divided.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartScale"))]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal differences, equal lengths.
    Even,
    /// Equal ratios, equal lengths; what is below the least value lies at its place.
    Ratios {
        /// The least value that is told apart.
        least: f64,
    },
}

impl Unit {
    /// As short as a tick wants it.
    pub(crate) fn brief(self, x: f64) -> String {
        match self {
            Self::Number => trimmed(x, 2),
            Self::Percent => format!("{} %", trimmed(100.0 * x, 4)),
            Self::Points if x.abs() < 1e-12 => "0".into(),
            Self::Points => {
                format!("{}{}", if x > 0.0 { "+" } else { "−" }, trimmed(100.0 * x.abs(), 4))
            }
        }
    }

    /// With the digits that a table wants.
    pub(crate) fn precise(self, x: f64) -> String {
        match self {
            Self::Number => trimmed(x, 4),
            Self::Percent => crate::layout::percent(x),
            Self::Points => crate::layout::signed_points(x),
        }
    }
}

/// At most so many decimals, no zeros at the end.
fn trimmed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    if !text.contains('.') {
        return text;
    }
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".into(),
        text => text.to_string(),
    }
}

impl Axis {
    /// An axis whose ends follow from its values.
    pub(crate) fn new(label: String, unit: Unit) -> Self {
        Self { label, unit, range: None, scale: Scale::Even }
    }

    /// The same axis between two ends.
    pub(crate) fn between(self, low: f64, high: f64) -> Self {
        Self { range: Some([low, high]), ..self }
    }

    /// The axis laid out for these values.
    pub(crate) fn laid(&self, values: impl Iterator<Item = f64>) -> Laid {
        let (mut low, mut high) = match self.range {
            Some([low, high]) => (low, high),
            None => values
                .filter(|x| x.is_finite())
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x))),
        };
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        match self.scale {
            Scale::Ratios { least } => {
                let low = least.log10().floor();
                let high = high.max(least * 10.0).log10().ceil();
                let ticks = (low as i32..=high as i32).map(|k| 10f64.powi(k)).collect();
                Laid { low, high, ticks, scale: self.scale }
            }
            Scale::Even => {
                if high - low < 1e-9 {
                    (low, high) = (low - 0.01, high + 0.01);
                }
                let step = nice((high - low) / 5.0);
                if self.range.is_none() {
                    (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
                }
                let from = (low / step - 1e-9).ceil() as i64;
                let to = (high / step + 1e-9).floor() as i64;
                let ticks = (from..=to).map(|k| k as f64 * step).collect();
                Laid { low, high, ticks, scale: self.scale }
            }
        }
    }
}

/// The next of 1, 2, 5, 10, 20, ... times a power of ten.
fn nice(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= x * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

/// An axis with its ends and ticks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Laid {
    low: f64,
    high: f64,
    pub(crate) ticks: Vec<f64>,
    scale: Scale,
}

impl Laid {
    /// Where a value lies: 0 at the low end, 1 at the high one.
    pub(crate) fn place(&self, x: f64) -> f64 {
        let x = match self.scale {
            Scale::Even => x,
            Scale::Ratios { least } => x.max(least).log10(),
        };
        ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Whether zero lies between the ends.
    pub(crate) fn has_zero(&self) -> bool {
        self.scale == Scale::Even && self.low < 0.0 && self.high > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new(String::new(), Unit::Percent);
        let laid = axis.laid([0.013, 0.187].into_iter());
        assert_eq!(
            laid.ticks.iter().map(|&x| Unit::Percent.brief(x)).collect::<Vec<_>>(),
            ["0 %", "5 %", "10 %", "15 %", "20 %"]
        );
        assert_eq!((laid.place(0.0), laid.place(0.2)), (0.0, 1.0));
        let laid = axis.clone().between(0.5, 0.95).laid(std::iter::empty());
        assert_eq!(laid.ticks.len(), 5);
        // No values, one value, and values that are no numbers leave an axis that can be drawn.
        for values in [vec![], vec![0.3], vec![f64::NAN]] {
            let laid = axis.laid(values.into_iter());
            assert!(laid.place(0.3).is_finite() && !laid.ticks.is_empty());
        }
    }

    #[test]
    fn ratios_end_at_the_least() {
        let scale = Scale::Ratios { least: 1e-4 };
        let laid =
            Axis { scale, ..Axis::new(String::new(), Unit::Percent) }.laid([0.02].into_iter());
        assert_eq!((laid.place(0.0), laid.place(1e-4), laid.place(0.1)), (0.0, 0.0, 1.0));
        assert_eq!(laid.ticks.len(), 4);
    }

    #[test]
    fn signs_and_digits() {
        assert_eq!(Unit::Points.brief(-0.05), "−5");
        assert_eq!(Unit::Points.brief(0.0), "0");
        assert_eq!(Unit::Points.brief(0.1), "+10");
        assert_eq!(Unit::Number.brief(400.0), "400");
        assert_eq!(Unit::Percent.brief(0.00001), "0.001 %");
    }
}
