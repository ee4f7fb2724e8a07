//! A rule and a model together: what everything is computed from.

use crate::{
    Draws, Model, Player, Rule,
    clinch::Clinch,
    forward::{Forward, Position},
    lattice::{self, Lattice, Slots, over_common_denominator, weights},
    model::Slopes,
    unscaled,
};
use kakukin_sweep::{InputError, Integer, Number, Problem, Rational, bit_length, to_f64};
use std::sync::Arc;

/// The most words of big integers that an exact sweep may touch.
const MAX_EXACT_WORK: u128 = 100_000_000;
/// The most bytes that the layers of an exact sweep may take.
const MAX_EXACT_BYTES: u128 = 1 << 30;

/// A series about to be played: a rule under a model, with its limits worked
/// out and its size checked.
///
/// ```
/// use kakukin_series::{Model, Rule, Series, Turns};
/// let model = Model::new("70%".parse()?, "10%".parse()?)?;
/// let series = Series::new(model, Rule::new(1, 2, 3, Turns::Alternating)?)?;
/// assert_eq!((series.shortest(), series.limit()), (2, 6));
/// let a = series.figures().decided().unwrap();
/// assert!((a - 0.5191546143680983).abs() < 1e-15);
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series {
    model: Model,
    rule: Rule,
    limit: u32,
    limit_without_draws: u32,
    shortest: u32,
    clinch: Option<Arc<Clinch>>,
    /// The exact weights of [`Rule::steps`] by who is first, worked out once.
    weights: Arc<[Vec<Slopes<Rational>>; 2]>,
}

/// A state in mid-series that can really occur. Made by [`Series::state`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State(pub(crate) Position);

/// What a score does not tell about the turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The score and the number of games say it all, or only one thing is possible.
    Implied,
    /// This player is first in the next game.
    First(Player),
    /// This many of the games played were decided.
    Decided(u32),
}

impl Series {
    /// Works out the limits and refuses what would take too much work.
    pub fn new(model: Model, rule: Rule) -> Result<Self, InputError> {
        lattice::check_scores(&rule)?;
        let limit = rule.limit_at(&model.draw_rate())?;
        lattice::work(&rule, limit)?;
        let clinch = if rule.clinch() { Some(Arc::new(Clinch::new(&rule, limit)?)) } else { None };
        let mut series = Self {
            limit,
            limit_without_draws: rule.limit_without_draws()?,
            shortest: rule.shortest()?.min(limit),
            weights: Arc::new(Player::BOTH.map(|first| weights(&rule, &model, first))),
            model,
            rule,
            clinch,
        };
        if series.clinch.is_some() {
            series.shortest = series.first_end();
        }
        Ok(series)
    }

    /// The first game with which the series can end, by the rule alone.
    fn first_end(&self) -> u32 {
        let lattice = self.structure(|_| Reachable(true));
        let mut sweep = Forward::new(&lattice, self.clinch(), Position::START);
        while sweep.step().total().is_zero() {}
        sweep.games as u32
    }

    /// The model of a game.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The rule of the series.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The most games that are played (上限対局数).
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// The most games of a series without draws.
    pub fn limit_without_draws(&self) -> u32 {
        self.limit_without_draws
    }

    /// The fewest games in which a series can end (最短対局数): at the target, at
    /// the limit if that comes first, or when the winner is certain if that ends it.
    pub fn shortest(&self) -> u32 {
        self.shortest
    }

    /// The state with these points (on the scale of [`Rule::points`]) after this
    /// many games. Refused if the series cannot be there, or is over there.
    pub fn state(&self, a: u32, b: u32, games: u32, next: Next) -> Result<State, InputError> {
        let value = format!("{a}:{b}@{games}");
        let points = self.rule.points();
        let (target, shown) = (points.target, unscaled(points.target, points.scale));
        let allowed = format!("A:B@G, A < {shown}, B < {shown}, G < {}", self.limit);
        let refuse = |problem| InputError::new("state", &value, problem, &allowed);
        if a >= target || b >= target || games >= self.limit {
            return Err(refuse(Problem::OutOfRange));
        }
        if let Next::Decided(decided) = next {
            if *self.rule.draws() != Draws::Keep {
                let allowed = "--draws keep";
                return Err(InputError::new("decided", decided, Problem::Conflict, allowed));
            }
            if decided > games || !self.can_be_decided(a, b, decided) {
                let allowed = format!("0..{games} ({value})");
                return Err(InputError::new("decided", decided, Problem::Unreachable, allowed));
            }
        }
        let unit = self.rule.unit();
        if !a.is_multiple_of(unit) || !b.is_multiple_of(unit) {
            return Err(refuse(Problem::Unreachable));
        }
        let (a, b) = ((a / unit) as usize, (b / unit) as usize);
        let lattice = self.structure(|_| Reachable(true));
        let mut sweep = Forward::new(&lattice, self.clinch(), Position::START);
        for _ in 0..games {
            sweep.step();
        }
        let slots = Slots::of(&self.rule, self.limit as usize);
        let games = games as usize;
        let fits = |slot: usize| match (next, &slots) {
            (Next::Implied, _) => true,
            (Next::First(player), _) => slots.first(&self.rule, games, slot) == player,
            (Next::Decided(decided), Slots::Decided { period }) => {
                decided as usize % period == slot
            }
            (Next::Decided(_), _) => true,
        };
        let mut possible: Vec<usize> =
            (0..lattice.slots_after(games)).filter(|&slot| sweep.row(slot, a)[b].0).collect();
        if let (Next::First(player), false) = (next, possible.is_empty()) {
            possible.retain(|&slot| fits(slot));
            if possible.is_empty() {
                let letter = |player: Player| format!("{player:?}").to_lowercase();
                let (given, allowed) = (letter(player), letter(player.other()));
                return Err(InputError::new("next-first", given, Problem::Unreachable, allowed));
            }
        }
        possible.retain(|&slot| fits(slot));
        match possible[..] {
            [] => Err(refuse(Problem::Unreachable)),
            [slot] => Ok(State(Position { a, b, games, slot })),
            _ => {
                let more = match slots {
                    Slots::Decided { .. } => "--decided N",
                    _ => "--next-first a|b",
                };
                Err(InputError::new("state", &value, Problem::AmbiguousState, more))
            }
        }
    }

    /// Whether these points can come from exactly so many decided games: the
    /// same rule without draws says it.
    fn can_be_decided(&self, a: u32, b: u32, decided: u32) -> bool {
        let points = self.rule.points();
        let points = [points.first, points.second, points.target].map(Rational::from);
        let without = Rule::scaled(points, self.rule.turns().clone(), Draws::Replay);
        let limited = without.and_then(|rule| rule.with_limit(self.limit));
        let series = limited.and_then(|rule| Self::new(self.model.clone(), rule));
        series.is_ok_and(|series| series.state(a, b, decided, Next::Implied).is_ok())
    }

    /// Whether games can be drawn that do not count, so that more are played
    /// than counted.
    pub fn some_draws_do_not_count(&self) -> bool {
        let uncounted = matches!(self.rule.draws(), Draws::Replay | Draws::Swap);
        uncounted && !self.model.draw_rate().is_zero()
    }

    /// Who is first in the next game of a state.
    pub fn next_first(&self, state: State) -> Player {
        let slots = Slots::of(&self.rule, self.limit as usize);
        slots.first(&self.rule, state.0.games, state.0.slot)
    }

    /// How many cells one sweep visits: at most 4,000,000,000, which takes some
    /// seconds. Known before anything is computed.
    pub fn work(&self) -> u64 {
        lattice::work(&self.rule, self.limit).map_or(u64::MAX, |work| work as u64)
    }

    pub(crate) fn clinch(&self) -> Option<&Clinch> {
        self.clinch.as_deref()
    }

    /// The weights over another type of number.
    fn weights_as<N>(&self, convert: impl Fn(&Slopes<Rational>) -> N) -> [Vec<N>; 2] {
        [0, 1].map(|first| self.weights[first].iter().map(&convert).collect())
    }

    pub(crate) fn lattice(&self) -> Lattice<f64> {
        let weights = self.weights_as(|w| to_f64(&w.value));
        Lattice::new(&self.rule, self.limit, weights, 1.0)
    }

    pub(crate) fn sloped_lattice(&self) -> Lattice<Slopes<f64>> {
        let weights = self.weights_as(|w| w.map(to_f64));
        Lattice::new(&self.rule, self.limit, weights, Number::one())
    }

    /// Integers over a common denominator, with slopes.
    pub(crate) fn exact_sloped_lattice(&self) -> Result<Lattice<Slopes<Integer>>, InputError> {
        let (weights, denominator) = over_common_denominator(&self.weights);
        self.check_exact(bit_length(&denominator))?;
        let denominator = Slopes::constant(denominator.into());
        Ok(Lattice::new(&self.rule, self.limit, weights, denominator))
    }

    /// Integers over a common denominator.
    pub(crate) fn exact_lattice(&self) -> Result<Lattice<Integer>, InputError> {
        let flat = self.weights_as(|w| Slopes::constant(w.value.clone()));
        let (weights, denominator) = over_common_denominator(&flat);
        self.check_exact(bit_length(&denominator))?;
        let weights = weights.map(|side| side.into_iter().map(|w| w.value).collect());
        Ok(Lattice::new(&self.rule, self.limit, weights, denominator.into()))
    }

    /// Refuses an exact sweep that would take too long to sweep, or to reduce its
    /// fractions.
    fn check_exact(&self, bits: usize) -> Result<(), InputError> {
        self.check_growth("exact", bits, MAX_EXACT_WORK)?;
        let words = u128::from(self.limit) * bits as u128 / 64;
        let reducing = u128::from(self.limit) * words * words / 100;
        refuse_above("exact", reducing, MAX_EXACT_WORK)
    }

    /// Refuses a sweep whose numbers grow by this many bits with each game if it
    /// would touch too many words or need too much memory.
    pub(crate) fn check_growth(
        &self,
        field: &'static str,
        bits: usize,
        most: u128,
    ) -> Result<(), InputError> {
        let words = 1 + u128::from(self.limit) * bits as u128 / 64;
        let visits = lattice::work(&self.rule, self.limit)?;
        let bytes = lattice::memory(&self.rule, self.limit) * (32 + 8 * words);
        refuse_above(field, visits * (1 + words / 2), most)?;
        refuse_above(field, bytes, MAX_EXACT_BYTES)
    }

    /// The rule alone: every event that the policy knows has the same weight.
    fn structure<N: Number>(&self, weight: impl Fn(usize) -> N) -> Lattice<N> {
        let weights =
            Player::BOTH.map(|first| (0..self.rule.steps(first).len()).map(&weight).collect());
        Lattice::new(&self.rule, self.limit, weights, N::one())
    }

    /// The events that can happen under the model, each of weight one: a sweep
    /// over it counts paths.
    pub(crate) fn counting_lattice<N: Number>(&self) -> Lattice<N> {
        let weights = self.weights_as(|w| if w.value.is_zero() { N::zero() } else { N::one() });
        Lattice::new(&self.rule, self.limit, weights, N::one())
    }

    /// The exact probabilities of [`Rule::steps`].
    pub(crate) fn step_weights(&self, first: Player) -> impl Iterator<Item = &Rational> {
        self.weights[first.index()].iter().map(|w| &w.value)
    }
}

fn refuse_above(field: &'static str, size: u128, most: u128) -> Result<(), InputError> {
    if size > most {
        let allowed = format!("<= {most}");
        return Err(InputError::new(field, size, Problem::TooMuchWork, allowed));
    }
    Ok(())
}

/// Whether a state can be reached: the sum is "or", the product "and".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reachable(bool);

impl Number for Reachable {
    fn zero() -> Self {
        Self(false)
    }
    fn one() -> Self {
        Self(true)
    }
    fn is_zero(&self) -> bool {
        !self.0
    }
    fn add(&mut self, other: &Self) {
        self.0 |= other.0;
    }
    fn add_product(&mut self, weight: &Self, value: &Self) {
        self.0 |= weight.0 && value.0;
    }
}
