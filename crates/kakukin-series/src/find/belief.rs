//! What is known of the first player's win rate: a number, an interval, or a
//! record of games.

use crate::{InputError, Probability};
use kakukin_core::{BadValue, Beta, MAX_RECORD, Rational, to_f64};

/// What is known of the first player's share of the decided games.
///
/// ```
/// use kakukin_series::Belief;
/// let record = Belief::Record { wins: 129, losses: 101 };
/// assert_eq!(record.point()?.to_string(), "129/230");
/// let [low, high] = record.range();
/// assert!(0.49 < low && low < 0.5 && 0.62 < high && high < 0.63);
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Belief {
    /// It is this.
    Known(Probability),
    /// It is about this: off by no more than the band, and wherever it lies the rule shall be fair.
    About {
        /// The value that was given.
        p: Probability,
        /// How far off it may be.
        band: Probability,
    },
    /// It lies between these, all values being equally likely.
    Between(Probability, Probability),
    /// The first player won and lost so many games. Before them all values were
    /// equally likely; after them the posterior is Beta(wins + 1, losses + 1).
    Record {
        /// Games that the first player won.
        wins: u64,
        /// Games that the second player won.
        losses: u64,
    },
    /// An estimate that is worth a record of so many decided games of which the first player won
    /// this share; the share need not be a whole number of games.
    Estimate {
        /// The estimate.
        p: Probability,
        /// What it is worth.
        games: u64,
    },
}

/// The share of the posterior over which the worst case is taken.
pub const CREDIBLE: f64 = 0.95;
/// What is left out at each end of a posterior when means are taken over it.
const TAIL: f64 = 1e-13;

/// A value of p and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Node {
    pub(crate) p: f64,
    pub(crate) weight: f64,
}

impl Belief {
    /// Refuses what cannot be.
    pub fn check(&self) -> Result<(), InputError> {
        match self {
            Self::Known(_) => Ok(()),
            Self::About { band, .. } if !band.exact().is_zero() => Ok(()),
            Self::About { band, .. } => {
                Err(InputError::new("band", band, BadValue::OutOfRange, "> 0"))
            }
            Self::Between(low, high) if low.exact() < high.exact() => Ok(()),
            Self::Between(low, high) => {
                let value = format!("{low}..{high}");
                Err(InputError::new("p", value, BadValue::BadForm, "LOW..HIGH, LOW < HIGH"))
            }
            Self::Record { wins, losses } => {
                for (field, value) in [("wins", wins), ("losses", losses)] {
                    if *value > MAX_RECORD {
                        let allowed = format!("0..{MAX_RECORD}");
                        return Err(InputError::new(field, value, BadValue::OutOfRange, allowed));
                    }
                }
                if wins + losses == 0 {
                    let allowed = "WINS + LOSSES >= 1";
                    return Err(InputError::new("wins", wins, BadValue::OutOfRange, allowed));
                }
                Ok(())
            }
            Self::Estimate { games, .. } => {
                if !(1..=2 * MAX_RECORD).contains(games) {
                    let allowed = format!("1..{}", 2 * MAX_RECORD);
                    return Err(InputError::new("games", games, BadValue::OutOfRange, allowed));
                }
                Ok(())
            }
        }
    }

    /// How often the first player won and lost, where that is known.
    fn record(&self) -> Option<[f64; 2]> {
        match self {
            Self::Known(_) | Self::About { .. } | Self::Between(..) => None,
            Self::Record { wins, losses } => Some([*wins as f64, *losses as f64]),
            Self::Estimate { p, games } => {
                let games = *games as f64;
                Some([p.to_f64() * games, p.complement().to_f64() * games])
            }
        }
    }

    /// Whether p is known for certain.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// The single value that stands for all: the middle of an interval, the share
    /// of a record.
    pub fn point(&self) -> Result<Probability, InputError> {
        match self {
            Self::Known(p) | Self::About { p, .. } | Self::Estimate { p, .. } => Ok(p.clone()),
            Self::Between(low, high) => {
                Ok(Probability::new((low.exact() + high.exact()) / Rational::from(2))?)
            }
            Self::Record { wins, losses } => Ok(Probability::from_ratio(*wins, wins + losses)?),
        }
    }

    /// Between which values the worst case is looked for: the ends of an interval,
    /// or of the central 95 % of a posterior.
    pub fn range(&self) -> [f64; 2] {
        self.quantiles((1.0 - CREDIBLE) / 2.0)
    }

    fn quantiles(&self, tail: f64) -> [f64; 2] {
        match self {
            Self::Known(p) => [p.to_f64(); 2],
            Self::About { p, band } => {
                // The ends as decimals give them: 0.7 - 0.05 is 0.65.
                let end = |x: Rational| to_f64(&x).clamp(0.0, 1.0);
                [end(p.exact() - band.exact()), end(p.exact() + band.exact())]
            }
            Self::Between(low, high) => [low.to_f64(), high.to_f64()],
            Self::Record { .. } | Self::Estimate { .. } => self
                .record()
                .and_then(|[wins, losses]| Beta::new(wins + 1.0, losses + 1.0))
                .map_or([0.0, 1.0], |beta| beta.without_tails(tail)),
        }
    }

    /// How likely a value is, up to a constant factor.
    fn density(&self, p: f64) -> f64 {
        let Some([wins, losses]) = self.record() else { return 1.0 };
        let log = |n: f64, x: f64| if n == 0.0 { 0.0 } else { n * libm::log(x) };
        let peak = wins / (wins + losses);
        let height = |p: f64| log(wins, p) + log(losses, 1.0 - p);
        libm::exp(height(p) - height(peak))
    }

    /// Where means are taken: nearly all that is possible.
    pub(crate) fn support(&self) -> [f64; 2] {
        self.quantiles(TAIL)
    }

    /// Nodes and weights of a quadrature that is split at these points, in rising
    /// order and inside the support; the weights are not normalised.
    pub(crate) fn nodes(&self, splits: &[f64], rule: &Legendre) -> Vec<Node> {
        let mut nodes = Vec::new();
        for ends in splits.windows(2) {
            let (middle, half) = ((ends[0] + ends[1]) / 2.0, (ends[1] - ends[0]) / 2.0);
            nodes.extend(rule.0.iter().map(|node| {
                let p = middle + half * node.p;
                Node { p, weight: half * node.weight * self.density(p) }
            }));
        }
        nodes
    }
}

/// Gauss-Legendre quadrature on [-1, 1].
#[derive(Debug, Clone)]
pub(crate) struct Legendre(Vec<Node>);

impl Legendre {
    pub(crate) fn new(count: usize) -> Self {
        let n = count as f64;
        let nodes = (0..count).map(|k| {
            let mut x = libm::cos(std::f64::consts::PI * (k as f64 + 0.75) / (n + 0.5));
            let mut slope = 1.0;
            // Newton's method doubles the digits each time.
            for _ in 0..8 {
                let (mut last, mut now) = (1.0, x);
                for m in 2..=count {
                    let m = m as f64;
                    (last, now) = (now, ((2.0 * m - 1.0) * x * now - (m - 1.0) * last) / m);
                }
                slope = n * (x * now - last) / (x * x - 1.0);
                x -= now / slope;
            }
            Node { p: x, weight: 2.0 / ((1.0 - x * x) * slope * slope) }
        });
        let mut nodes: Vec<Node> = nodes.collect();
        nodes.reverse();
        Self(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrature_is_exact_for_polynomials() {
        for count in [2, 8, 12, 16] {
            let rule = Legendre::new(count);
            for degree in 0..2 * count {
                let sum: f64 = rule.0.iter().map(|n| n.weight * n.p.powi(degree as i32)).sum();
                let exact = if degree % 2 == 1 { 0.0 } else { 2.0 / (degree as f64 + 1.0) };
                assert!((sum - exact).abs() < 1e-14, "{count} {degree}");
            }
        }
    }

    #[test]
    fn means_of_a_posterior() {
        // Mean and variance of Beta(a, b): a/(a+b), ab/((a+b)^2 (a+b+1)).
        let most = MAX_RECORD;
        for (wins, losses) in [
            (0, 1),
            (3, 0),
            (129, 101),
            (7, 100_000),
            (500_000, 400_000),
            (0, most),
            (most, 0),
            (1, most),
            (most, 3),
            (most, most),
        ] {
            let belief = Belief::Record { wins, losses };
            let [low, high] = belief.support();
            let splits: Vec<f64> =
                (0..=8).map(|k| low + (high - low) * f64::from(k) / 8.0).collect();
            let nodes = belief.nodes(&splits, &Legendre::new(16));
            let mass: f64 = nodes.iter().map(|n| n.weight).sum();
            let mean = nodes.iter().map(|n| n.weight * n.p).sum::<f64>() / mass;
            let square = |n: &Node| n.weight * (n.p - mean) * (n.p - mean);
            let variance = nodes.iter().map(square).sum::<f64>() / mass;
            let (a, b) = (wins as f64 + 1.0, losses as f64 + 1.0);
            assert!((mean - a / (a + b)).abs() < 1e-11 * mean, "{wins} {losses} {mean}");
            let exact = a * b / ((a + b) * (a + b) * (a + b + 1.0));
            assert!((variance - exact).abs() < 1e-8 * exact, "{wins} {losses} {variance} {exact}");
        }
    }

    #[test]
    fn refusals() {
        let p = |text: &str| text.parse::<Probability>().unwrap();
        assert!(Belief::Between(p("0.7"), p("0.7")).check().is_err());
        assert!(Belief::Record { wins: 0, losses: 0 }.check().is_err());
        assert!(Belief::Record { wins: MAX_RECORD + 1, losses: 0 }.check().is_err());
        assert!(Belief::Estimate { p: p("0.7"), games: 0 }.check().is_err());
    }

    /// An estimate that is a record is that record.
    #[test]
    fn estimates_are_records() {
        let record = Belief::Record { wins: 129, losses: 101 };
        let p = Probability::from_ratio(129, 230).unwrap();
        let estimate = Belief::Estimate { p, games: 230 };
        assert_eq!(record.point(), estimate.point());
        for (one, two) in record.range().into_iter().zip(estimate.range()) {
            assert!((one - two).abs() < 1e-12);
        }
        for p in [0.4, 0.5, 0.6] {
            assert!((record.density(p) / estimate.density(p) - 1.0).abs() < 1e-9);
        }
    }
}
