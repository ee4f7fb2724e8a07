//! Strength: what a lead in Elo points does to a game that moving first and draws also shape.
//!
//! A lead of d points means an expected score of s = 1/(1 + 10^(-d/400)) when sides are even, a
//! win counting 1 and a draw ½. That alone does not say how often a game between unequal players
//! is drawn; Davidson's model does (Journal of the American Statistical Association 65, 1970;
//! with an advantage of one side: Davidson and Beaver, Biometrics 33, 1977):
//!
//! ```text
//! first wins : second wins : draw  =  θx : 1/(θx) : ν
//! θ² = p/(1 - p),    ν = f/(1 - f) · (θ + 1/θ)
//! ```
//!
//! x = 1 is a game between equals and gives back p and f. For the first player's lead d, x is
//! what makes the score of even sides, (x + ν/2)/(x + 1/x + ν), equal to s. With h = d ln 10/800
//! and b = ν/2 the solution of that quadratic equation is
//!
//! ```text
//! ln x = h + arsinh(b sinh h),
//! ```
//!
//! which is odd in h, so that a lead of the second player is the same with 1/x, and which cancels
//! nowhere. f = 0 gives b = 0 and x = 10^(d/800): the logistic formula, in which moving first
//! adds 400 log10(p/(1 - p)) points. Where draws are common x is steeper (ln x = 2h at b = 1),
//! and the draw rate falls as players grow apart.
//!
//! Everything is computed with `libm`: every machine gives the same bits.

use crate::{BadValue, InputError};
use std::f64::consts::LN_10;

/// A lead is reckoned with as if it were at most this many points: long before, the stronger
/// player's score is 1 to the last digit.
const UTMOST: f64 = 40_000.0;

/// The expected score of a player who is this many Elo points stronger, when sides are even.
///
/// ```
/// assert!((kakukin_core::score_of_elo(100.0) - 0.640_065).abs() < 1e-6);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    // For a negative lead without cancellation.
    let odds = libm::pow(10.0, -elo.abs() / 400.0);
    if elo < 0.0 { odds / (1.0 + odds) } else { 1.0 / (1.0 + odds) }
}

/// The lead in Elo points with which a player expects this score when sides are even: the
/// inverse of [`score_of_elo`]. A score of 0 is -∞ points, a score of 1 is ∞; NaN outside 0..1.
///
/// ```
/// assert!((kakukin_core::elo_of_score(0.75) - 190.848_5).abs() < 1e-4);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 / LN_10 * (libm::log(score) - libm::log1p(-score))
}

/// A game as the model of this file sees it: what it is like between equals, and hence between
/// players of any strengths.
///
/// ```
/// use kakukin_core::Davidson;
/// let game = Davidson::new(0.7, 0.1)?;
/// let [first, draw, second] = game.game(100.0);
/// assert!((first - 0.746_581_6).abs() < 1e-7);
/// assert!((draw - 0.085_778_0).abs() < 1e-7);
/// assert!((second - 0.167_640_4).abs() < 1e-7);
/// # Ok::<(), kakukin_core::InputError>(())
/// ```
///
/// A game in which one side wins all decided games (p = 0 or 1) and some are drawn has no θ and
/// no ν. The model's own limit for p → 1 is useless: the nearer p is to 1, the more even sides
/// would draw, the larger is x, and a game in which the weaker player is first would always be
/// drawn, however small the lead. Here such games are what they are between equals, whoever
/// plays: who wins them is settled by the sides, and a lead changes nothing (x = 1). That is the
/// limit for d → 0, taken first. Without draws the two limits agree for any lead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Davidson {
    /// p and 1 - p.
    share: [f64; 2],
    /// f and 1 - f.
    drawn: [f64; 2],
    /// b = ν/2; infinite where one side wins all decided games and some are drawn.
    half_nu: f64,
}

impl Davidson {
    /// The game that goes like this between equals: `p` is the first player's share of the
    /// decided games, `f` the share of drawn games. f = 1 is refused: a game that is always
    /// drawn says nothing about what a lead would do.
    pub fn new(p: f64, f: f64) -> Result<Self, InputError> {
        if !(0.0..=1.0).contains(&p) {
            return Err(InputError::new("p", p, BadValue::OutOfRange, "0 <= p <= 1"));
        }
        if !(0.0..1.0).contains(&f) {
            return Err(InputError::new("f", f, BadValue::OutOfRange, "0 <= f < 1"));
        }
        let half_nu = match f {
            // Not 0/0 where p is 0 or 1.
            0.0 => 0.0,
            // ν/2 = f/(1 - f) (θ + 1/θ)/2, and θ + 1/θ = 1/√(p(1 - p)).
            _ => f / (1.0 - f) / (2.0 * libm::sqrt(p) * libm::sqrt(1.0 - p)),
        };
        Ok(Self { share: [p, 1.0 - p], drawn: [f, 1.0 - f], half_nu })
    }

    /// The game with these θ and ν: for a fit, whose parameters are their logarithms. θ must be
    /// positive and ν not negative, both finite.
    pub fn from_theta_nu(theta: f64, nu: f64) -> Result<Self, InputError> {
        if !(theta > 0.0 && theta.is_finite()) {
            return Err(InputError::new("theta", theta, BadValue::OutOfRange, "0 < theta"));
        }
        if !(nu >= 0.0 && nu.is_finite()) {
            return Err(InputError::new("nu", nu, BadValue::OutOfRange, "0 <= nu"));
        }
        // Divided by the larger of θ and 1/θ, so that no square overflows.
        let (larger, smaller) = (theta.max(1.0 / theta), theta.min(1.0 / theta));
        let ratio = smaller / larger;
        let (most, least) = (1.0 / (1.0 + ratio), ratio / (1.0 + ratio));
        let share = if theta >= 1.0 { [most, least] } else { [least, most] };
        let (decided, draws) = (1.0 + ratio, nu / larger);
        let drawn = [draws / (decided + draws), decided / (decided + draws)];
        Ok(Self { share, drawn, half_nu: nu / 2.0 })
    }

    /// The first player's share of the decided games between equals.
    pub fn p(&self) -> f64 {
        self.share[0]
    }

    /// The share of drawn games between equals.
    pub fn f(&self) -> f64 {
        self.drawn[0]
    }

    /// θ: how moving first weighs. 0 or infinite where one side wins all decided games.
    pub fn theta(&self) -> f64 {
        libm::sqrt(self.share[0]) / libm::sqrt(self.share[1])
    }

    /// ν: how draws weigh. Infinite where one side wins all decided games and some are drawn.
    pub fn nu(&self) -> f64 {
        2.0 * self.half_nu
    }

    /// The same game if no side had an advantage: its score is [`score_of_elo`] of the lead,
    /// whatever its draw rate. Where ν is infinite it would always be drawn, and is `None`.
    pub fn even_sides(&self) -> Option<Self> {
        Self::from_theta_nu(1.0, self.nu()).ok()
    }

    /// x: how a lead of the first player weighs; a factor of θ. Minus the lead gives 1/x.
    pub fn factor(&self, elo: f64) -> f64 {
        if !self.half_nu.is_finite() {
            return 1.0;
        }
        // e^(h + arsinh(b sinh h)) without a logarithm, so that b = 0 is a power of ten.
        let lead = elo.abs().min(UTMOST);
        let pull = self.half_nu * libm::sinh(half_log(lead));
        let factor = libm::pow(10.0, lead / 800.0) * (pull + libm::hypot(1.0, pull));
        if elo < 0.0 { 1.0 / factor } else { factor }
    }

    /// ln x, the derivatives of which the other functions give.
    pub fn ln_factor(&self, elo: f64) -> f64 {
        if !self.half_nu.is_finite() {
            return 0.0;
        }
        let h = half_log(elo);
        h + libm::asinh(self.half_nu * libm::sinh(h))
    }

    /// d ln x / d lead, always positive where one side does not win everything.
    pub fn ln_factor_slope(&self, elo: f64) -> f64 {
        if !self.half_nu.is_finite() {
            return 0.0;
        }
        let (_, root, arm) = self.arms(elo);
        LN_10 / 800.0 * (1.0 + arm / root)
    }

    /// d² ln x / d lead²: what Newton's method needs besides the slope.
    pub fn ln_factor_curvature(&self, elo: f64) -> f64 {
        if !self.half_nu.is_finite() {
            return 0.0;
        }
        let (pull, root, arm) = self.arms(elo);
        // b sinh h (1 - b²)/r³ with r² = 1 + b² sinh² h; b cosh h is the arm, so that
        // 1 - b² = r² - arm².
        let steep = LN_10 / 800.0;
        let tilt = arm / root;
        steep * steep * (pull / root) * (1.0 - tilt) * (1.0 + tilt)
    }

    /// d ln x / d ln ν at a fixed lead, between -1 and 1.
    pub fn ln_factor_by_ln_nu(&self, elo: f64) -> f64 {
        if !self.half_nu.is_finite() {
            return 0.0;
        }
        let (pull, root, _) = self.arms(elo);
        pull / root
    }

    /// d ln x / d p and d ln x / d f at a fixed lead. Zero by p where p is 0 or 1.
    pub fn ln_factor_by_rates(&self, elo: f64) -> [f64; 2] {
        let ([p, q], decided) = (self.share, self.drawn[1]);
        if p == 0.0 || q == 0.0 {
            return [0.0; 2];
        }
        // ln ν = ln f - ln(1 - f) - ½ ln p - ½ ln(1 - p) + a constant; by f without dividing by f.
        let h = half_log(elo);
        let by_half_nu = libm::sinh(h) / libm::hypot(1.0, self.half_nu * libm::sinh(h));
        let by_p = self.half_nu * (p - q) / (2.0 * p * q);
        let by_f = 1.0 / (2.0 * libm::sqrt(p) * libm::sqrt(q)) / (decided * decided);
        [by_half_nu * by_p, by_half_nu * by_f]
    }

    /// The chances that the first player, who has this lead (negative: who is weaker), wins;
    /// that nobody does; that the second player does.
    pub fn game(&self, elo: f64) -> [f64; 3] {
        // The weights of the model times √(p(1 - p)) (1 - f).
        let ([p, q], [f, decided]) = (self.share, self.drawn);
        let x = self.factor(elo);
        let (first, second) = (decided * p * x, decided * q / x);
        let sum = first + second + f;
        [first / sum, f / sum, second / sum]
    }

    /// The derivatives of the three chances of [`Davidson::game`] by the lead; they add up to 0.
    pub fn game_slope(&self, elo: f64) -> [f64; 3] {
        let [first, draw, second] = self.game(elo);
        let steep = self.ln_factor_slope(elo);
        // Of w/(sum of weights), where ln w changes by +1, 0, -1 times d ln x.
        let common = first - second;
        [
            // 1 - common without cancellation.
            steep * first * (draw + 2.0 * second),
            -steep * draw * common,
            -steep * second * (draw + 2.0 * first),
        ]
    }

    /// The first player's expected score: a win counts 1, a draw ½.
    pub fn score(&self, elo: f64) -> f64 {
        let [first, draw, _] = self.game(elo);
        first + draw / 2.0
    }

    /// sinh, the root and the arm that all derivatives are made of: b sinh h,
    /// √(1 + b² sinh² h), b cosh h.
    fn arms(&self, elo: f64) -> (f64, f64, f64) {
        let h = half_log(elo);
        let pull = self.half_nu * libm::sinh(h);
        (pull, libm::hypot(1.0, pull), self.half_nu * libm::cosh(h))
    }
}

/// h: half the natural logarithm of the odds that a lead means.
fn half_log(elo: f64) -> f64 {
    elo.clamp(-UTMOST, UTMOST) * (LN_10 / 800.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn davidson(p: f64, f: f64) -> Davidson {
        Davidson::new(p, f).unwrap()
    }

    /// x as the definition writes it: the root of (1 - s)x² - ν(s - ½)x - s = 0.
    fn plain_factor(p: f64, f: f64, elo: f64) -> f64 {
        let theta = (p / (1.0 - p)).sqrt();
        let nu = f / (1.0 - f) * (theta + 1.0 / theta);
        let s = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let half = nu * (s - 0.5);
        (half + (half * half + 4.0 * s * (1.0 - s)).sqrt()) / (2.0 * (1.0 - s))
    }

    fn near(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs()))
    }

    #[test]
    fn check_figures() {
        // Of the definition, to the digits that it gives.
        let even = davidson(0.5, 0.6);
        assert!((even.factor(100.0) - 2.039_386_8).abs() < 5e-8);
        let known = [0.368_804_0, 0.542_521_9, 0.088_674_0];
        for (ours, theirs) in even.game(100.0).into_iter().zip(known) {
            assert!((ours - theirs).abs() < 5.1e-8);
        }
        assert!((even.score(100.0) - 0.640_065_0).abs() < 5e-8);
        let shogi = davidson(0.7, 0.1);
        assert!((shogi.factor(100.0) - 1.381_531_9).abs() < 5e-8);
        let known = [
            (100.0, [0.746_581_6, 0.085_778_0, 0.167_640_4]),
            (-100.0, [0.490_851_7, 0.107_639_2, 0.401_509_1]),
        ];
        for (elo, known) in known {
            for (ours, theirs) in shogi.game(elo).into_iter().zip(known) {
                assert!((ours - theirs).abs() < 5.1e-8, "{elo}: {ours} {theirs}");
            }
        }
    }

    #[test]
    fn without_draws_it_is_the_logistic_formula() {
        for p in [1e-9, 0.2, 0.5, 0.7, 0.999_999] {
            for elo in [-4000.0f64, -250.0, -1.0, 0.0, 10.0, 400.0, 4000.0] {
                let game = davidson(p, 0.0);
                assert_eq!(game.factor(elo.abs()), libm::pow(10.0, elo.abs() / 800.0));
                let odds = p / (1.0 - p) * 10f64.powf(elo / 400.0);
                let [first, draw, second] = game.game(elo);
                assert!((first / (odds / (1.0 + odds)) - 1.0).abs() < 1e-13, "{p} {elo}");
                assert!((second * (1.0 + odds) - 1.0).abs() < 1e-13, "{p} {elo}");
                assert_eq!(draw, 0.0);
            }
        }
    }

    #[test]
    fn sides_that_settle_everything_do_so_for_every_lead() {
        for f in [0.0, 1e-9, 0.1, 0.999] {
            for elo in [-4000.0, -1.0, 0.0, 1.0, 4000.0] {
                assert_eq!(davidson(1.0, f).game(elo)[2], 0.0);
                assert_eq!(davidson(0.0, f).game(elo)[0], 0.0);
                assert!(near(davidson(1.0, f).game(elo)[1], f, 1e-15), "{f} {elo}");
                assert!(near(davidson(0.0, f).game(elo)[1], f, 1e-15), "{f} {elo}");
                if f > 0.0 {
                    assert_eq!(davidson(1.0, f).ln_factor_slope(elo), 0.0);
                    assert_eq!(davidson(1.0, f).game_slope(elo), [0.0; 3]);
                }
            }
        }
        assert!(davidson(1.0, 0.1).even_sides().is_none());
        assert_eq!(davidson(1.0, 0.0).even_sides().unwrap().f(), 0.0);
    }

    #[test]
    fn extreme_rates_and_leads_stay_finite() {
        let rates = [5e-324, 1e-300, 1e-39, 1e-9, 0.5, 1.0 - f64::EPSILON / 2.0];
        for p in rates.into_iter().chain([0.0, 1.0]) {
            for f in rates.into_iter().chain([0.0]) {
                for elo in [0.0, 1e-9, 1.0, 4000.0, 1e9, f64::INFINITY] {
                    let game = davidson(p, f);
                    for elo in [elo, -elo] {
                        let parts = game.game(elo);
                        assert!(parts.iter().all(|x| (0.0..=1.0).contains(x)), "{p} {f} {elo}");
                        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{p} {f} {elo}");
                        let x = game.factor(elo);
                        assert!(x > 0.0 && x.is_finite(), "{p} {f} {elo}: {x}");
                        assert!(game.ln_factor_slope(elo).is_finite(), "{p} {f} {elo}");
                        assert!(game.ln_factor_curvature(elo).is_finite(), "{p} {f} {elo}");
                        assert!(game.ln_factor_by_ln_nu(elo).abs() <= 1.0, "{p} {f} {elo}");
                    }
                }
            }
        }
    }

    #[test]
    fn refusals() {
        for (p, f, field) in [(-0.1, 0.1, "p"), (f64::NAN, 0.1, "p"), (1.1, 0.1, "p")]
            .into_iter()
            .chain([(0.5, 1.0, "f"), (0.5, -0.1, "f"), (0.5, f64::NAN, "f")])
        {
            let error = Davidson::new(p, f).unwrap_err();
            assert_eq!((error.field, error.problem), (field, BadValue::OutOfRange));
        }
        for (theta, nu) in [(0.0, 1.0), (f64::INFINITY, 1.0), (1.0, -1.0), (1.0, f64::INFINITY)] {
            assert!(Davidson::from_theta_nu(theta, nu).is_err());
        }
    }

    proptest! {
        #[test]
        fn three_chances_add_up_to_one(p in 0.0f64..=1.0, f in 0.0..1.0, elo in -4000.0..4000.0) {
            let game = davidson(p, f).game(elo);
            prop_assert!((game.iter().sum::<f64>() - 1.0).abs() < 4e-16, "{:?}", game);
        }

        #[test]
        fn equals_have_p_and_f(p in 0.0f64..=1.0, f in 0.0..1.0) {
            let game = davidson(p, f);
            prop_assert_eq!(game.factor(0.0), 1.0);
            let [first, draw, second] = game.game(0.0);
            prop_assert!(near(first, (1.0 - f) * p, 1e-15));
            prop_assert!(near(draw, f, 1e-15));
            prop_assert!(near(second, (1.0 - f) * (1.0 - p), 1e-15));
        }

        #[test]
        fn even_sides_score_what_elo_says(
            p in 0.001..0.999, f in 0.0..0.999, elo in -4000.0..4000.0,
        ) {
            let even = davidson(p, f).even_sides().unwrap();
            prop_assert!(near(even.p(), 0.5, 0.0));
            prop_assert!((even.score(elo) - score_of_elo(elo)).abs() < 1e-13);
            // Whoever is first: the lead weighs the same on both sides.
            prop_assert!(near(even.ln_factor(elo), davidson(p, f).ln_factor(elo), 1e-12));
        }

        #[test]
        fn the_definition(p in 0.01..0.99, f in 0.0..0.99, elo in -800.0..800.0) {
            let game = davidson(p, f);
            let ours = game.factor(elo);
            prop_assert!((ours / plain_factor(p, f, elo) - 1.0).abs() < 1e-9);
            prop_assert!((libm::log(ours) - game.ln_factor(elo)).abs() < 1e-12);
        }

        #[test]
        fn a_lead_of_the_other_is_the_inverse(
            p in 0.0f64..=1.0, f in 0.0..1.0, elo in 0.0f64..4000.0,
        ) {
            let game = davidson(p, f);
            prop_assert_eq!(game.factor(-elo), 1.0 / game.factor(elo));
            prop_assert_eq!(game.ln_factor(-elo), -game.ln_factor(elo));
            // With the sides exchanged the same players have the same chances.
            let [first, draw, second] = game.game(elo);
            let mirrored = Davidson { share: [game.share[1], game.share[0]], ..game };
            let [other_second, other_draw, other_first] = mirrored.game(-elo);
            prop_assert!(near(first, other_first, 1e-14));
            prop_assert!(near(draw, other_draw, 1e-14));
            prop_assert!(near(second, other_second, 1e-14));
        }

        #[test]
        fn more_strength_is_more_score(
            p in 0.001..0.999, f in 0.0..0.999, elo in -1500.0..1500.0, more in 1.0..500.0,
        ) {
            let game = davidson(p, f);
            prop_assert!(game.factor(elo + more) > game.factor(elo));
            let (less, more) = (game.game(elo), game.game(elo + more));
            prop_assert!(more[0] > less[0] && more[2] < less[2]);
        }

        /// By differences, with an error of the order of the square of the step times ν³.
        #[test]
        fn slopes(p in 0.1..0.9, f in 0.0..0.6, elo in -1000.0..1000.0) {
            let game = davidson(p, f);
            let step = 1e-2;
            let by = |figure: &dyn Fn(f64) -> f64| {
                (figure(elo + step) - figure(elo - step)) / (2.0 * step)
            };
            prop_assert!((by(&|d| game.ln_factor(d)) - game.ln_factor_slope(elo)).abs() < 1e-9);
            let curvature = by(&|d| game.ln_factor_slope(d));
            prop_assert!((curvature - game.ln_factor_curvature(elo)).abs() < 1e-9);
            for k in 0..3 {
                let slope = by(&|d| game.game(d)[k]);
                prop_assert!((slope - game.game_slope(elo)[k]).abs() < 1e-9, "{k} {slope}");
            }
            let slopes = game.game_slope(elo);
            prop_assert!(slopes.iter().sum::<f64>().abs() < 1e-15);
            prop_assert!(slopes[0] >= 0.0 && slopes[2] <= 0.0);
        }

        #[test]
        fn slopes_by_rates(p in 0.05..0.95, f in 0.01..0.95, elo in -1000.0..1000.0) {
            let game = davidson(p, f);
            let step = 1e-6;
            let [by_p, by_f] = game.ln_factor_by_rates(elo);
            let at = |p, f| davidson(p, f).ln_factor(elo);
            let differences = [
                (at(p + step, f) - at(p - step, f)) / (2.0 * step),
                (at(p, f + step) - at(p, f - step)) / (2.0 * step),
            ];
            prop_assert!(near(by_p, differences[0], 1e-6), "{} {:?}", by_p, differences);
            prop_assert!(near(by_f, differences[1], 1e-6), "{} {:?}", by_f, differences);
            let nu = game.nu();
            let at = |k: f64| {
                Davidson::from_theta_nu(game.theta(), nu * k.exp()).unwrap().ln_factor(elo)
            };
            let by_ln_nu = (at(step) - at(-step)) / (2.0 * step);
            prop_assert!(near(by_ln_nu, game.ln_factor_by_ln_nu(elo), 1e-6));
        }

        #[test]
        fn theta_and_nu_are_p_and_f(p in 0.001..0.999, f in 0.0..0.999) {
            let game = davidson(p, f);
            let again = Davidson::from_theta_nu(game.theta(), game.nu()).unwrap();
            prop_assert!(near(again.p(), p, 1e-14) && near(again.f(), f, 1e-14));
            prop_assert!(near(again.score(77.0), game.score(77.0), 1e-14));
        }

        #[test]
        fn scores_and_elo_are_inverse(elo in -2000.0f64..2000.0) {
            prop_assert!((score_of_elo(elo) + score_of_elo(-elo) - 1.0).abs() < 4e-16);
            prop_assert!(near(elo_of_score(score_of_elo(-elo.abs())), -elo.abs(), 1e-12));
        }
    }

    #[test]
    fn scores_at_the_ends() {
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.5), 0.0);
        assert!(elo_of_score(1.1).is_nan());
        assert_eq!(score_of_elo(f64::INFINITY), 1.0);
        assert_eq!(score_of_elo(f64::NEG_INFINITY), 0.0);
    }
}
