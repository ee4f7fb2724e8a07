//! The points of one game under the epsilon system.

use crate::{InputError, Problem};
use kakukin_core::{BadValue, Probability, Rational};
use serde::Serialize;
use std::str::FromStr;

/// What a draw is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrawPoints {
    /// Nothing, and wins are those of the article: the table uses p alone.
    Zero,
    /// Every result is worth score minus expectation, with the score 1, 1/2, 0 and
    /// the first player's expectation E = (1 - f) p + f / 2.
    Expectation,
}

impl DrawPoints {
    /// Its name on the command line and in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Expectation => "expectation",
        }
    }
}

impl FromStr for DrawPoints {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "zero" => Ok(Self::Zero),
            "expectation" => Ok(Self::Expectation),
            _ => Err(InputError::new("draws", text, BadValue::Unknown, "zero, expectation")),
        }
    }
}

/// How large the points are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scale {
    /// The article's: two wins, one on each side, move 2 points of traffic, 1 for each player.
    Article = 1,
    /// Twice that: at p = 1/2 a win is +1 and a loss -1, as usual.
    Ordinary = 2,
}

impl FromStr for Scale {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "1" => Ok(Self::Article),
            "2" => Ok(Self::Ordinary),
            _ => Err(InputError::new("scale", text, BadValue::Unknown, "1, 2")),
        }
    }
}

/// The points of the two sides of a game after one result.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Sides_{N}"))]
pub struct Sides<N> {
    /// What the first player gets.
    pub first: N,
    /// What the second player gets.
    pub second: N,
}

impl Sides<Rational> {
    fn zero_sum(first: Rational) -> Self {
        Self { second: -&first, first }
    }
}

impl<N> Sides<N> {
    /// The same over another type of number.
    pub fn map<M>(&self, convert: impl Fn(&N) -> M) -> Sides<M> {
        Sides { first: convert(&self.first), second: convert(&self.second) }
    }
}

/// The points of every result of a game: zero-sum, and of expectation zero for
/// equal players.
///
/// ```
/// use kakukin_league::{DrawPoints, EpsilonPoints, Scale};
/// let p = "70%".parse()?;
/// let points = EpsilonPoints::new(&p, &"0".parse()?, DrawPoints::Zero, Scale::Article)?;
/// assert_eq!(points.first_win.first.to_string(), "3/10");
/// assert_eq!(points.second_win.second.to_string(), "7/10");
/// # Ok::<(), kakukin_league::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "EpsilonPoints_{N}")
)]
pub struct EpsilonPoints<N> {
    /// The first player wins.
    pub first_win: Sides<N>,
    /// The second player wins.
    pub second_win: Sides<N>,
    /// The game is drawn.
    pub draw: Sides<N>,
}

impl EpsilonPoints<Rational> {
    /// The points for the first player's share `p` of the decided games, which
    /// must be inside (0, 1), and the draw rate `f`.
    pub fn new(
        p: &Probability,
        f: &Probability,
        draws: DrawPoints,
        scale: Scale,
    ) -> Result<Self, InputError> {
        let (one, half) = (Rational::ONE, Rational::ONE / Rational::from(2));
        if p.exact().is_zero() || *p.exact() == one {
            return Err(InputError::new("p", p, BadValue::OutOfRange, "0 < p < 1"));
        }
        if *f.exact() == one {
            return Err(InputError::new("f", f, Problem::AllDrawn, "0 <= f < 1"));
        }
        let scale = Rational::from(scale as u32);
        let expected = match draws {
            DrawPoints::Zero => p.exact().clone(),
            DrawPoints::Expectation => (&one - f.exact()) * p.exact() + f.exact() * &half,
        };
        let draw = match draws {
            DrawPoints::Zero => Rational::ZERO,
            DrawPoints::Expectation => half - &expected,
        };
        Ok(Self {
            first_win: Sides::zero_sum((one - &expected) * &scale),
            second_win: Sides::zero_sum(-expected * &scale),
            draw: Sides::zero_sum(draw * scale),
        })
    }
}

impl<N> EpsilonPoints<N> {
    /// The same over another type of number.
    pub fn map<M>(&self, convert: impl Fn(&N) -> M) -> EpsilonPoints<M> {
        EpsilonPoints {
            first_win: self.first_win.map(&convert),
            second_win: self.second_win.map(&convert),
            draw: self.draw.map(&convert),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rate(text: &str) -> Probability {
        text.parse().unwrap()
    }

    /// The article on epsilon points: worth 1/(2p) and 1/(2(1-p)), stretched so that the two add up to
    /// 2 of traffic, half of which changes hands.
    #[test]
    fn the_definition_of_the_article() {
        for percent in 1..100u64 {
            let p = Probability::from_ratio(percent, 100).unwrap();
            let points =
                EpsilonPoints::new(&p, &rate("0"), DrawPoints::Zero, Scale::Article).unwrap();
            let two = Rational::from(2);
            let first_worth = Rational::ONE / (&two * p.exact());
            let second_worth = Rational::ONE / (&two * (Rational::ONE - p.exact()));
            let stretch = &two / (&first_worth + &second_worth);
            assert_eq!(points.first_win.first, first_worth * &stretch / &two);
            assert_eq!(points.second_win.second, second_worth * &stretch / &two);
        }
    }

    #[test]
    fn one_half_on_the_ordinary_scale_is_plus_and_minus_one() {
        let points = EpsilonPoints::new(
            &rate("1/2"),
            &rate("0.3"),
            DrawPoints::Expectation,
            Scale::Ordinary,
        )
        .unwrap();
        assert_eq!(points.first_win.first, Rational::ONE);
        assert_eq!(points.second_win.first, -Rational::ONE);
        assert_eq!(points.draw.first, Rational::ZERO);
    }

    #[test]
    fn refusals() {
        for p in ["0", "1"] {
            let e = EpsilonPoints::new(&rate(p), &rate("0"), DrawPoints::Zero, Scale::Article);
            assert_eq!(e.unwrap_err().problem, BadValue::OutOfRange);
        }
        let e = EpsilonPoints::new(&rate("0.7"), &rate("1"), DrawPoints::Zero, Scale::Article);
        assert_eq!(e.unwrap_err().problem, Problem::AllDrawn);
    }

    proptest! {
        /// Zero-sum after every result, zero expectation for equal players, and
        /// without draws the two modes agree on wins.
        #[test]
        fn zero_sum_and_zero_mean(p in 1u64..50, f in 0u64..50, expectation: bool, ordinary: bool) {
            let (p, f) = (Probability::from_ratio(p, 50).unwrap(), Probability::from_ratio(f, 50).unwrap());
            let draws = if expectation { DrawPoints::Expectation } else { DrawPoints::Zero };
            let scale = if ordinary { Scale::Ordinary } else { Scale::Article };
            let points = EpsilonPoints::new(&p, &f, draws, scale).unwrap();
            for sides in [&points.first_win, &points.second_win, &points.draw] {
                prop_assert!((&sides.first + &sides.second).is_zero());
            }
            let decided = Rational::ONE - f.exact();
            let mean = &decided * p.exact() * &points.first_win.first
                + &decided * p.complement().exact() * &points.second_win.first
                + f.exact() * &points.draw.first;
            prop_assert!(mean.is_zero());
            let article = EpsilonPoints::new(&p, &rate("0"), DrawPoints::Zero, scale).unwrap();
            let plain = EpsilonPoints::new(&p, &rate("0"), draws, scale).unwrap();
            prop_assert_eq!(plain.first_win, article.first_win);
            prop_assert_eq!(plain.second_win, article.second_win);
        }
    }
}
