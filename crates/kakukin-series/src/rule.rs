//! The rule of a series: points, target, turn order, draw policy, limit.

use crate::{Draws, InputError, Player, Problem, Turns, Undecided, limits};
use kakukin_core::{
    BadValue, Comma, Natural, Rational, Unit, Written, lcm, parse_rational, to_f64,
};
use serde::Serialize;
use std::fmt;

/// The largest target after decimal points have been scaled to integers.
pub const MAX_TARGET: u32 = 1_000_000;
/// The largest limit on the number of games.
pub const MAX_LIMIT: u32 = 1_000_000;

const POINTS_ALLOWED: &str = "FIRST/SECOND/TARGET (1/2/3), 0 < FIRST, SECOND <= TARGET <= 1000000";

/// What may stand between points. The first of these that does is what separates them, so
/// that the others can be parts of numbers: `0,5/1/1,5`.
const SEPARATORS: [&[char]; 6] = [
    &['/', '／'],
    &[':', '：'],
    &['、'],
    &[',', '，'],
    &['-', '－', '−', '–', '‐', 'ー'],
    &[' ', '\u{3000}', '\t'],
];

/// The points of a rule, as integers.
///
/// Decimals are scaled exactly: 0.5/1/1.5 becomes 1/2/3 with `scale` 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Points {
    /// Points for a win as first player (先手勝ち点).
    pub first: u32,
    /// Points for a win as second player (後手勝ち点).
    pub second: u32,
    /// Points that win the series at once (目標点).
    pub target: u32,
    /// What the organiser's points were multiplied by.
    pub scale: u32,
}

/// Scaled points as the organiser writes them.
///
/// ```
/// assert_eq!(kakukin_series::unscaled(15, 10), "1.5");
/// assert_eq!(kakukin_series::unscaled(1, 3), "1/3");
/// ```
pub fn unscaled(points: u32, scale: u32) -> String {
    written(&(Rational::from(points) / Rational::from(scale)))
}

/// A number as people write it: a decimal if it has such a form, else a fraction.
pub(crate) fn written(exact: &Rational) -> String {
    let decimal = to_f64(exact).to_string();
    let back = parse_rational("points", &decimal);
    if back.is_ok_and(|back| back == *exact) { decimal } else { exact.to_string() }
}

/// Reads the points of a win or of a draw. Fractions are left to whoever has no better form: they
/// could not be told from what separates the points.
pub(crate) fn points_number(text: &str) -> Result<Rational, BadValue> {
    match Written::read(text, Comma::Thousands)? {
        Written { unit: Unit::Fraction, .. } => Err(BadValue::NotANumber),
        written => Ok(written.value()),
    }
}

/// FIRST/SECOND/TARGET as the organiser writes them.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, target] =
            [self.first, self.second, self.target].map(|points| unscaled(points, self.scale));
        write!(f, "{first}/{second}/{target}")
    }
}

/// The rule of a series. Every value of this type is valid.
///
/// ```
/// use kakukin_series::{Draws, Rule, Turns};
/// let rule = Rule::new(1, 2, 3, Turns::Alternating)?;
/// assert_eq!((rule.shortest()?, rule.limit_without_draws()?), (2, 5));
/// let decimal = Rule::parse("0.5/1/1.5", Turns::Fixed, Draws::Pass)?;
/// assert_eq!(decimal.points().target, 3);
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    points: Points,
    turns: Turns,
    draws: Draws,
    limit: Option<u32>,
    clinch: bool,
    undecided: Undecided,
}

impl Rule {
    /// A rule with integer points, draws passing the turn, and the formula limit.
    pub fn new(first: u32, second: u32, target: u32, turns: Turns) -> Result<Self, InputError> {
        Self::scaled([first, second, target].map(Rational::from), turns, Draws::Pass)
    }

    /// A rule with integer points that are known to be valid, draws giving none.
    pub(crate) fn whole(points: [u32; 3], turns: Turns, draws: Draws) -> Self {
        let [first, second, target] = points;
        debug_assert!(first.min(second) > 0 && first.max(second) <= target);
        debug_assert!(target <= MAX_TARGET && !matches!(draws, Draws::Points { .. }));
        let points = Points { first, second, target, scale: 1 };
        Self { points, turns, draws, limit: None, clinch: false, undecided: Undecided::None }
    }

    /// Reads `FIRST/SECOND/TARGET`, also with other signs between them; decimals allowed.
    ///
    /// ```
    /// use kakukin_series::{Draws, Rule, Turns};
    /// let rule = |points| Rule::parse(points, Turns::Fixed, Draws::Pass);
    /// for points in ["1,2,3", "1-2-3", "1:2:3", "1 2 3", "１／２／３", "1、2、3"] {
    ///     assert_eq!(rule(points)?, rule("1/2/3")?);
    /// }
    /// assert_eq!(rule("0,5/1/1,5")?, rule("0.5/1/1.5")?);
    /// # Ok::<(), kakukin_series::InputError>(())
    /// ```
    pub fn parse(points: &str, turns: Turns, draws: Draws<Rational>) -> Result<Self, InputError> {
        let refuse = |problem: Problem| InputError::new("points", points, problem, POINTS_ALLOWED);
        let between = SEPARATORS.into_iter().find(|signs| points.trim().contains(*signs));
        let parts: Vec<&str> = match between {
            Some([' ', ..]) => points.split_whitespace().collect(),
            signs => points.split(signs.unwrap_or_default()).collect(),
        };
        let [first, second, target] = parts[..] else {
            return Err(refuse(BadValue::BadForm.into()));
        };
        let number = |text| points_number(text).map_err(|problem| refuse(problem.into()));
        Self::scaled([number(first)?, number(second)?, number(target)?], turns, draws)
            .map_err(|e| if e.field == "points" { refuse(e.problem) } else { e })
    }

    /// A rule with exact points of any kind, scaled to integers together with
    /// the points of a draw.
    pub fn scaled(
        points: [Rational; 3],
        turns: Turns,
        draws: Draws<Rational>,
    ) -> Result<Self, InputError> {
        let [first, second, target] = &points;
        let refuse = |problem: Problem| {
            InputError::new("points", format!("{first}/{second}/{target}"), problem, POINTS_ALLOWED)
        };
        if points.iter().any(|x| *x <= Rational::ZERO) {
            return Err(refuse(BadValue::OutOfRange.into()));
        }
        if target < first || target < second {
            return Err(refuse(Problem::TargetBelowWin));
        }
        let mut all: Vec<&Rational> = points.iter().collect();
        if let Draws::Points { first: d1, second: d2 } = &draws {
            let value = format!("points={d1}/{d2}");
            let allowed = format!("points=D1/D2, 0 <= D1 <= {first}, 0 <= D2 <= {second}");
            if *d1 < Rational::ZERO || *d2 < Rational::ZERO {
                return Err(InputError::new("draws", value, BadValue::OutOfRange, allowed));
            }
            if d1 > first || d2 > second {
                return Err(InputError::new("draws", value, Problem::DrawAboveWin, allowed));
            }
            all.extend([d1, d2]);
        }
        let scale = all.iter().fold(Natural::ONE, |scale, x| lcm(&scale, x.denominator()));
        let scale_exact = Rational::from(scale.clone());
        let fits = u32::try_from(&scale).ok();
        let Some(scale) = fits.filter(|_| target * &scale_exact <= Rational::from(MAX_TARGET))
        else {
            // The target itself is too large, or only the decimals make it so.
            let large = *target > Rational::from(MAX_TARGET);
            return Err(refuse(match large {
                true => BadValue::OutOfRange.into(),
                false => Problem::TooFine,
            }));
        };
        // Nothing exceeds the target, so everything fits.
        let integer =
            |x: &Rational| u32::try_from((x * &scale_exact).trunc()).unwrap_or(MAX_TARGET);
        Ok(Self {
            points: Points {
                first: integer(first),
                second: integer(second),
                target: integer(target),
                scale,
            },
            turns,
            draws: draws.map(|x| integer(&x)),
            limit: None,
            clinch: false,
            undecided: Undecided::None,
        })
    }

    /// The same rule with this limit instead of the formula's.
    pub fn with_limit(self, limit: u32) -> Result<Self, InputError> {
        if limit == 0 || limit > MAX_LIMIT {
            let allowed = format!("1..{MAX_LIMIT}");
            return Err(InputError::new("limit", limit, BadValue::OutOfRange, allowed));
        }
        Ok(Self { limit: Some(limit), ..self })
    }

    /// The same rule, ending as soon as the winner is certain (`true`) or only
    /// at the target or the limit (`false`, the author's rule).
    pub fn with_clinch(self, clinch: bool) -> Self {
        Self { clinch, ..self }
    }

    /// The same rule with this for series that nobody has won at the limit.
    pub fn with_undecided(self, undecided: Undecided) -> Self {
        Self { undecided, ..self }
    }

    /// The points, as integers.
    pub fn points(&self) -> Points {
        self.points
    }

    /// The turn order.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The draw policy, its points on the same scale as [`Rule::points`].
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// The draw policy with its points as the organiser writes them.
    ///
    /// ```
    /// use kakukin_series::{Rule, Turns};
    /// let rule = Rule::parse("1/1/3", Turns::Alternating, "points=0.4/0.6".parse()?)?;
    /// assert_eq!(rule.draws().to_string(), "points=2/3");
    /// assert_eq!(rule.draws_as_written(), "points=0.4/0.6");
    /// # Ok::<(), kakukin_series::InputError>(())
    /// ```
    pub fn draws_as_written(&self) -> String {
        self.draws.clone().map(|points| unscaled(points, self.points.scale)).to_string()
    }

    /// Whether the series ends as soon as its winner is certain.
    pub fn clinch(&self) -> bool {
        self.clinch
    }

    /// Who wins when nobody has won at the limit.
    pub fn undecided(&self) -> Undecided {
        self.undecided
    }

    /// The limit that was set, if it is not the formula's.
    pub fn own_limit(&self) -> Option<u32> {
        self.limit
    }

    /// The largest number of games that a series without draws can take.
    pub fn limit_without_draws(&self) -> Result<u32, InputError> {
        limits::without_draws(self)
    }

    /// The fewest games in which a series can end at the target.
    pub fn shortest(&self) -> Result<u32, InputError> {
        limits::shortest(self)
    }

    /// The most games that are played at this draw rate: the limit that was
    /// set, or ceil(limit without draws / (1 - f)) where draws use up games. Where
    /// they swap sides, as many as a series can take that is won on any sides.
    pub fn limit_at(&self, draw_rate: &Rational) -> Result<u32, InputError> {
        match self.limit {
            Some(limit) => Ok(limit),
            None => self.limit_from(self.limit_without_draws()?, draw_rate),
        }
    }

    /// [`Rule::limit_at`] where the limit without draws is known.
    pub(crate) fn limit_from(&self, without: u32, draw_rate: &Rational) -> Result<u32, InputError> {
        match (self.limit, &self.draws) {
            (Some(limit), _) => Ok(limit),
            (None, draws) if draws.use_up_games() => limits::with_draws(without, draw_rate),
            // Any game may be won on either side, and the series shall still be decided.
            (None, Draws::Swap) if !draw_rate.is_zero() => {
                Ok(limits::on_any_side(self).max(without))
            }
            (None, _) => Ok(without),
        }
    }

    /// The largest unit that all points are multiples of; sweeps count in it.
    pub(crate) fn unit(&self) -> u32 {
        let unit = gcd(self.points.first, self.points.second);
        match self.draws {
            Draws::Points { first, second } => gcd(unit, gcd(first, second)),
            _ => unit,
        }
    }

    /// The target in units: how many of them reach it. There are no more different scores
    /// of one player.
    pub fn target_in_units(&self) -> u32 {
        self.points.target.div_ceil(self.unit())
    }

    /// What one game can do to the score when `first` is first, every event
    /// that the draw policy tells apart, in the order of the outcome tree.
    pub(crate) fn steps(&self, first: Player) -> Vec<Step> {
        let unit = self.unit();
        let (win_first, win_second) = (self.points.first / unit, self.points.second / unit);
        let step = |event, winner: Option<Player>, mine: u32, theirs: u32| {
            let (a, b) = if first == Player::A { (mine, theirs) } else { (theirs, mine) };
            Step { event, winner, a, b }
        };
        let second = first.other();
        let mut steps = vec![
            step(Event::FirstWins, Some(first), win_first, 0),
            step(Event::SecondWins, Some(second), 0, win_second),
        ];
        match self.draws {
            Draws::Pass | Draws::Keep => steps.push(step(Event::Draw, None, 0, 0)),
            Draws::Points { first: d1, second: d2 } => {
                steps.push(step(Event::Draw, None, d1 / unit, d2 / unit));
            }
            Draws::Second => steps.push(step(Event::Draw, Some(second), 0, win_second)),
            Draws::Replay => {}
            Draws::Swap => {
                steps.push(step(Event::SwappedFirstWins, Some(second), 0, win_first));
                steps.push(step(Event::SwappedSecondWins, Some(first), win_second, 0));
            }
        }
        steps
    }
}

/// What happened in one counted game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BranchFace"))]
pub enum Event {
    /// The first player won (表).
    #[serde(rename = "first")]
    FirstWins,
    /// The second player won (裏).
    #[serde(rename = "second")]
    SecondWins,
    /// The game was drawn (失).
    #[serde(rename = "draw")]
    Draw,
    /// After a draw that did not count, with sides swapped, the first player won.
    #[serde(rename = "swapped_first")]
    SwappedFirstWins,
    /// After a draw that did not count, with sides swapped, the second player won.
    #[serde(rename = "swapped_second")]
    SwappedSecondWins,
}

impl Event {
    /// One letter for each event: H and T are the author's heads and tails.
    pub fn letter(self) -> char {
        match self {
            Self::FirstWins => 'H',
            Self::SecondWins => 'T',
            Self::Draw => 'D',
            Self::SwappedFirstWins => 'h',
            Self::SwappedSecondWins => 't',
        }
    }
}

/// What one event of a game does to the score, in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) event: Event,
    pub(crate) winner: Option<Player>,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(points: &str, draws: &str) -> Problem {
        Rule::parse(points, Turns::Fixed, draws.parse().unwrap()).unwrap_err().problem
    }

    #[test]
    fn decimals_are_scaled_together() {
        let rule =
            Rule::parse("1/1/3", Turns::Alternating, "points=0.4/0.6".parse().unwrap()).unwrap();
        assert_eq!(rule.points(), Points { first: 5, second: 5, target: 15, scale: 5 });
        assert_eq!(rule.draws().to_string(), "points=2/3");
        let rule = Rule::parse("0.5/1/1.5", Turns::Fixed, Draws::Pass).unwrap();
        assert_eq!(rule.points(), Points { first: 1, second: 2, target: 3, scale: 2 });
        assert_eq!(Rule::new(10, 20, 35, Turns::Fixed).unwrap().target_in_units(), 4);
    }

    #[test]
    fn refusals() {
        assert_eq!(problem("0/2/3", "pass"), BadValue::OutOfRange);
        assert_eq!(problem("1/2/-3", "pass"), BadValue::OutOfRange);
        assert_eq!(problem("1/4/3", "pass"), Problem::TargetBelowWin);
        assert_eq!(problem("4/1/3", "pass"), Problem::TargetBelowWin);
        assert_eq!(problem("1/2", "pass"), BadValue::BadForm);
        assert_eq!(problem("1/2/3/4", "pass"), BadValue::BadForm);
        assert_eq!(problem("a/2/3", "pass"), BadValue::NotANumber);
        assert_eq!(problem("1/2/1000001", "pass"), BadValue::OutOfRange);
        assert_eq!(problem("0.0000001/0.0000002/1", "pass"), Problem::TooFine);
        let tiny = format!("0.{}1", "0".repeat(19));
        assert_eq!(problem(&format!("{tiny}/{tiny}/{tiny}"), "pass"), Problem::TooFine);
        assert!("points=1/2/3".parse::<Draws<Rational>>().is_err());
        assert_eq!(problem("1/2/3", "points=2/0"), Problem::DrawAboveWin);
        assert_eq!(problem("1/2/3", "points=0.5/-1"), BadValue::OutOfRange);
        let rule = Rule::new(1, 2, 3, Turns::Fixed).unwrap();
        assert!(rule.clone().with_limit(0).is_err());
        assert!(rule.with_limit(1_000_000_000).is_err());
    }
}
