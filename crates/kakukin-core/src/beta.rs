//! The Beta distribution: what a record of games says about a rate.

/// The most wins, and the most losses, of a record that a rate is told by.
pub const MAX_RECORD: u64 = 1_000_000;

/// What is believed of a rate after so many hits and misses.
///
/// ```
/// use kakukin_core::Beta;
/// // 129 wins and 101 losses, all rates being equally likely before.
/// let beta = Beta::after(129, 101);
/// assert!((beta.mean() - 130.0 / 232.0).abs() < 1e-15);
/// let [low, high] = beta.without_tails(0.025);
/// assert!(0.49 < low && low < 0.5 && 0.62 < high && high < 0.63);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// After so many hits and misses, all rates having been equally likely before them.
    pub fn after(hits: u64, misses: u64) -> Self {
        Self { a: hits as f64 + 1.0, b: misses as f64 + 1.0 }
    }

    /// The distribution itself; both parameters positive and finite.
    pub fn new(a: f64, b: f64) -> Option<Self> {
        let good = |x: f64| x.is_finite() && x > 0.0;
        (good(a) && good(b)).then_some(Self { a, b })
    }

    /// Its two parameters.
    pub fn parameters(self) -> [f64; 2] {
        [self.a, self.b]
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        self.a / (self.a + self.b)
    }

    /// The standard deviation.
    pub fn deviation(self) -> f64 {
        let sum = self.a + self.b;
        (self.mean() * (self.b / sum) / (sum + 1.0)).sqrt()
    }

    /// The chance that the rate is at most `x`. Its relative error, and that of its
    /// complement, is that of the logarithms of factorials: about 1e-15 times the number of games.
    pub fn below(self, x: f64) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        if x >= 1.0 {
            return 1.0;
        }
        // The fraction converges fast on the near side of the mean.
        if x <= (self.a + 1.0) / (self.a + self.b + 2.0) {
            lower(self.a, self.b, x)
        } else {
            1.0 - lower(self.b, self.a, 1.0 - x)
        }
    }

    /// The rate below which it lies with this chance.
    pub fn quantile(self, chance: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        if chance <= 0.0 || chance >= 1.0 {
            return if chance <= 0.0 { low } else { high };
        }
        // Halving cannot fail, and the ends of lopsided records are near 0 or 1 where
        // other methods wander; below this many halvings nothing changes any more.
        for _ in 0..200 {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if self.below(middle) < chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        low + (high - low) / 2.0
    }

    /// Between which values it lies when so much is left out at each end.
    pub fn without_tails(self, tail: f64) -> [f64; 2] {
        // From the mirror image: near 1 a rate has few digits left.
        [self.quantile(tail), 1.0 - Self { a: self.b, b: self.a }.quantile(tail)]
    }
}

/// The regularised incomplete beta function below its mean, by its continued fraction
/// (Lentz's way to sum it up). It takes about as many steps as the root of a + b.
fn lower(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let most = 1_000 + 10 * (a + b).sqrt() as u64;
    let front = libm::exp(
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
            + a * libm::log(x)
            + b * libm::log1p(-x),
    ) / a;
    let away = |x: f64| if x.abs() < TINY { TINY } else { x };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut sum = d;
    for step in 1..=most {
        let m = step as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        sum *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        let change = d * c;
        sum *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rational, to_f64};
    use proptest::prelude::*;

    /// The chance of at least `a` hits in `a + b - 1` trials, in fractions.
    fn binomial_tail(a: u64, b: u64, x: &Rational) -> Rational {
        let trials = a + b - 1;
        let rest = Rational::ONE - x;
        let power = |base: &Rational, n: u64| (0..n).fold(Rational::ONE, |p, _| p * base);
        let mut ways = Rational::ONE;
        let mut sum = Rational::ZERO;
        for hits in 0..=trials {
            if hits >= a {
                sum += &ways * power(x, hits) * power(&rest, trials - hits);
            }
            ways = ways * Rational::from(trials - hits) / Rational::from(hits + 1);
        }
        sum
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// For whole parameters the distribution is a binomial tail.
        #[test]
        fn as_binomial_tails(a in 1u64..30, b in 1u64..30, n in 1u64..200) {
            let x = Rational::from(n) / Rational::from(200);
            let exact = to_f64(&binomial_tail(a, b, &x));
            let found = Beta::new(a as f64, b as f64).unwrap().below(n as f64 / 200.0);
            let small = exact.min(1.0 - exact).max(1e-16);
            prop_assert!((found - exact).abs() < 1e-9 * small + 1e-15, "{found} {exact}");
        }

        /// A quantile is where the chance is reached, also for long and lopsided records.
        #[test]
        fn quantiles_are_reached(
            a in 0u32..8, b in 0u32..8, chance in 0.0001f64..0.9999,
        ) {
            let beta = Beta::after(10u64.pow(a), 10u64.pow(b));
            let x = beta.quantile(chance);
            let step = 4.0 * f64::EPSILON * x;
            prop_assert!(beta.below(x - step) <= chance + 1e-9, "{x}");
            prop_assert!(beta.below(x + step) >= chance - 1e-9, "{x}");
        }
    }

    #[test]
    fn the_ends() {
        let beta = Beta::after(0, 0);
        assert!((beta.quantile(0.3) - 0.3).abs() < 1e-15);
        assert_eq!((beta.quantile(0.0), beta.quantile(1.0)), (0.0, 1.0));
        assert_eq!((beta.below(-1.0), beta.below(2.0)), (0.0, 1.0));
        let [low, high] = Beta::after(0, 1_000_000_000).without_tails(0.025);
        assert!(low > 0.0 && low < 1e-10 && high > 3e-9 && high < 4e-9, "{low} {high}");
        assert!(Beta::new(0.0, 1.0).is_none() && Beta::new(1.0, f64::NAN).is_none());
    }
}
