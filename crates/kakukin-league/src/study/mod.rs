//! How well a scoring method finds the true order of the players.
//!
//! A [`Study`] is a field of players with known strengths and a list of encounters whose
//! chances are input: the caller knows what games and series are like. If the
//! possible final scores are few, they are all enumerated (`sweep.rs`); otherwise leagues
//! are simulated (`dice.rs`). Both are measured by `figures.rs`;
//! `outcome.rs` is the result of a whole study, of several scoring methods and win rates.

use crate::{InputError, Problem};
use kakukin_core::BadValue;
mod dice;
mod figures;
mod outcome;
mod sweep;

pub use dice::{MAX_RUNS, Simulated};
pub use figures::{Figures, StudyFigure};
pub use outcome::{Entrant, MeanFigures, StudyMethod, StudyOutcome, StudyRow, StudyRuns};
pub use sweep::MAX_STATES;

use figures::Yardstick;
use kakukin_core::{Integer, Natural, Number, Rational, lcm};

/// The most players of one study.
pub const MAX_STUDY_PLAYERS: usize = 64;
/// The most encounters of one study: everybody meets everybody twice.
pub const MAX_ENCOUNTERS: usize = MAX_STUDY_PLAYERS * (MAX_STUDY_PLAYERS - 1);
/// The most ways in which one encounter can end.
const MAX_CHANCES: usize = 16;
/// The largest sum of points: sums and differences of them stay within an `i64`.
const MAX_POINTS: i64 = 1 << 60;

/// One way in which an encounter can end.
#[derive(Debug, Clone, PartialEq)]
pub struct Chance<N> {
    /// How likely it is; those of an encounter add up to 1.
    pub probability: N,
    /// What each of the two players gets, as whole numbers on a scale of the caller.
    pub points: [i64; 2],
}

/// Two players who meet.
#[derive(Debug, Clone, PartialEq)]
pub struct Encounter<N> {
    /// The numbers of the two.
    pub players: [usize; 2],
    /// How it can end.
    pub chances: Vec<Chance<N>>,
}

/// A field of players, and who meets whom.
#[derive(Debug, Clone)]
pub struct Study<N> {
    yardstick: Yardstick,
    encounters: Vec<Encounter<N>>,
    /// So many rounds whose pairings are drawn by lot; otherwise all encounters, each once.
    rounds: Option<u32>,
}

impl<N: Number> Study<N> {
    /// Players of these strengths who meet as listed. Equal strengths are equal.
    ///
    /// ```
    /// use kakukin_league::{Chance, Encounter, Study};
    /// let chance = |probability, points| Chance { probability, points };
    /// let chances = vec![chance(0.75, [1, 0]), chance(0.25, [0, 1])];
    /// let study = Study::new(&[100.0, 0.0], vec![Encounter { players: [0, 1], chances }])?;
    /// assert_eq!(study.exact(|x| *x).unwrap().best, 0.75);
    /// # Ok::<(), kakukin_league::InputError>(())
    /// ```
    pub fn new(strengths: &[f64], encounters: Vec<Encounter<N>>) -> Result<Self, InputError> {
        let players = strengths.len();
        if !(2..=MAX_STUDY_PLAYERS).contains(&players) {
            let allowed = format!("2..{MAX_STUDY_PLAYERS}");
            return Err(InputError::new("players", players, BadValue::OutOfRange, allowed));
        }
        if let Some(strength) = strengths.iter().find(|strength| !strength.is_finite()) {
            return Err(InputError::new("elo", strength, BadValue::NotANumber, "1500"));
        }
        if !(1..=MAX_ENCOUNTERS).contains(&encounters.len()) {
            let (count, allowed) = (encounters.len(), format!("1..{MAX_ENCOUNTERS}"));
            return Err(InputError::new("encounters", count, BadValue::OutOfRange, allowed));
        }
        let mut most = 0i64;
        for Encounter { players: [x, y], chances } in &encounters {
            if *x.max(y) >= players {
                let allowed = format!("0..{players}");
                return Err(InputError::new("player", x.max(y), BadValue::OutOfRange, allowed));
            }
            if x == y {
                return Err(InputError::new("player", x, Problem::SamePlayer, "FIRST, SECOND"));
            }
            if !(1..=MAX_CHANCES).contains(&chances.len()) {
                let allowed = format!("1..{MAX_CHANCES}");
                return Err(InputError::new("chances", "", BadValue::OutOfRange, allowed));
            }
            let points = chances.iter().flat_map(|chance| chance.points);
            let largest = points.map(i64::unsigned_abs).max().unwrap_or(0);
            most = most.saturating_add_unsigned(largest);
        }
        if most > MAX_POINTS {
            let allowed = format!("<= {MAX_POINTS}");
            return Err(InputError::new("points", most, BadValue::OutOfRange, allowed));
        }
        Ok(Self { yardstick: Yardstick::new(strengths), encounters, rounds: None })
    }

    /// Players of these strengths in so many rounds whose pairings are drawn by lot; with an
    /// odd number of players one rests in each. `encounter` says how it goes when two meet,
    /// the one with the smaller number named first.
    pub fn by_lot<E: From<InputError>>(
        strengths: &[f64],
        rounds: u32,
        mut encounter: impl FnMut(usize, usize) -> Result<Encounter<N>, E>,
    ) -> Result<Self, E> {
        let most = (2 * MAX_ENCOUNTERS / strengths.len().max(2)) as u32;
        if !(1..=most).contains(&rounds) {
            let allowed = format!("1..{most}");
            return Err(InputError::new("rounds", rounds, BadValue::OutOfRange, allowed).into());
        }
        let players = strengths.len().min(MAX_STUDY_PLAYERS + 1);
        let pairs = (0..players).flat_map(|x| (x + 1..players).map(move |y| (x, y)));
        let encounters = pairs.map(|(x, y)| encounter(x, y)).collect::<Result<_, E>>()?;
        Ok(Self { rounds: Some(rounds), ..Self::new(strengths, encounters)? })
    }
}

/// Fractions as whole numbers over one denominator, which is the last of the answer: sums of
/// them compare exactly. Refused where they would be too large.
///
/// ```
/// use kakukin_league::{Rational, whole_points};
/// let (half, third) = (Rational::ONE / Rational::from(2), Rational::ONE / Rational::from(3));
/// assert_eq!(whole_points(&[half, -third])?, (vec![3, -2], 6));
/// # Ok::<(), kakukin_league::InputError>(())
/// ```
pub fn whole_points(points: &[Rational]) -> Result<(Vec<i64>, i64), InputError> {
    let fold = |all: Natural, x: &Rational| lcm(&all, x.denominator());
    let denominator = points.iter().fold(Natural::ONE, fold);
    let refuse = |value: &Rational| {
        let allowed = "<= 15 digits";
        InputError::new("p", value, BadValue::TooLong, allowed)
    };
    // Room for the sum over all encounters.
    let most = MAX_POINTS / MAX_ENCOUNTERS as i64;
    let whole = |x: Integer| i64::try_from(x).ok().filter(|x| x.abs() <= most);
    let scale = whole(denominator.clone().into());
    let scale = scale.ok_or_else(|| refuse(points.first().unwrap_or(&Rational::ONE)))?;
    let on_scale = |x: &Rational| {
        let (numerator, below) = (x.numerator().clone(), x.denominator());
        whole(numerator * Integer::from(&denominator / below)).ok_or_else(|| refuse(x))
    };
    Ok((points.iter().map(on_scale).collect::<Result<_, _>>()?, scale))
}
