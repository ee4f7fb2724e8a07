//! A rule and a model together: what everything is computed from.

use crate::{
    Draws, InputError, Model, Player, Points, Rule,
    clinch::Clinch,
    forward::{Forward, Position},
    lattice::{self, Lattice, over_common_denominator, weights},
    model::Slopes,
    state::Reachable,
    undecided::Decider,
};
use kakukin_core::{BadValue, Integer, Number, Rational, bit_length, to_f64};
use std::sync::{Arc, OnceLock};

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
    /// Where the rule stops early.
    early: Option<Arc<EarlyEnd>>,
    /// The exact weights of [`Rule::steps`] by who is first, worked out once.
    weights: Arc<[Vec<Rational>; 2]>,
    decider: Option<Arc<Decider>>,
}

/// What is worked out for a rule that stops when the winner is certain, when it is first needed.
#[derive(Debug, Default)]
struct EarlyEnd {
    clinch: OnceLock<Clinch>,
    shortest: OnceLock<u32>,
}

impl Series {
    /// Works out the limits and refuses what would take too much work. This takes microseconds;
    /// whatever takes longer waits until it is asked for.
    pub fn new(model: Model, rule: Rule) -> Result<Self, InputError> {
        lattice::check_scores(&rule, 1)?;
        let limit_without_draws = rule.limit_without_draws()?;
        let limit = rule.limit_from(limit_without_draws, &model.draw_rate())?;
        lattice::work(&rule, limit)?;
        if rule.clinch() {
            Clinch::check(&rule, limit)?;
        }
        Ok(Self {
            limit,
            limit_without_draws,
            shortest: rule.shortest()?.min(limit),
            weights: Arc::new(
                Player::BOTH.map(|first| lattice::values(rule.draws(), &model, first)),
            ),
            early: rule.clinch().then(Arc::default),
            decider: rule.undecided().decider(&model)?.map(Arc::new),
            model,
            rule,
        })
    }

    /// The first game with which the series can end, by the rule alone.
    fn first_end(&self) -> u32 {
        let lattice = self.structure();
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
        match &self.early {
            None => self.shortest,
            Some(early) => *early.shortest.get_or_init(|| self.first_end()),
        }
    }

    /// The most games that a series can really take under this model: the limit, unless
    /// every series is over before.
    pub fn longest(&self) -> u32 {
        let lattice = self.counting_lattice::<Reachable>();
        let mut sweep = Forward::new(&lattice, self.clinch(), Position::START);
        let going_on = |sweep: &Forward<'_, Reachable>| {
            (0..lattice.slots_after(sweep.games)).any(|slot| sweep.in_slot(slot).0)
        };
        while sweep.games < lattice.limit && going_on(&sweep) {
            sweep.step();
        }
        sweep.games as u32
    }

    /// Whether somebody has reached the target when the limit comes, whatever the results.
    pub fn always_won(&self) -> bool {
        let Points { first, second, target, .. } = self.rule.points();
        let least = first.min(second);
        self.rule.draws().always_won(self.limit, self.limit_without_draws, least, target)
    }

    /// Whether games can be drawn that do not count, so that more are played
    /// than counted.
    pub fn some_draws_do_not_count(&self) -> bool {
        let uncounted = matches!(self.rule.draws(), Draws::Replay | Draws::Swap);
        uncounted && !self.model.draw_rate().is_zero()
    }

    /// Whether more games can be played than counted: draws that do not count, or one more game
    /// that decides a series without a winner.
    pub fn some_games_do_not_count(&self) -> bool {
        let decider = self.decider().is_some_and(|decider| decider.played.is_some());
        decider || self.some_draws_do_not_count()
    }

    /// How many cells one sweep visits: at most 4,000,000,000, which takes some
    /// seconds. Known before anything is computed.
    pub fn work(&self) -> u64 {
        lattice::work(&self.rule, self.limit).map_or(u64::MAX, |work| work as u64)
    }

    /// What decides a series that nobody has won at the limit.
    pub(crate) fn decider(&self) -> Option<&Decider> {
        self.decider.as_deref()
    }

    pub(crate) fn clinch(&self) -> Option<&Clinch> {
        let early = self.early.as_deref()?;
        Some(early.clinch.get_or_init(|| Clinch::new(&self.rule, self.limit)))
    }

    /// The weights over another type of number.
    fn weights_as<N>(&self, convert: impl Fn(&Rational) -> N) -> [Vec<N>; 2] {
        [0, 1].map(|first| self.weights[first].iter().map(&convert).collect())
    }

    /// The weights with their slopes, which only derivatives need.
    fn sloped_weights(&self) -> [Vec<Slopes<Rational>>; 2] {
        Player::BOTH.map(|first| weights(self.rule.draws(), &self.model, first))
    }

    pub(crate) fn lattice(&self) -> Lattice<f64> {
        let weights = self.weights_as(to_f64);
        Lattice::new(&self.rule, self.limit, weights, 1.0)
    }

    pub(crate) fn sloped_lattice(&self) -> Lattice<Slopes<f64>> {
        let weights = self.sloped_weights();
        let weights = weights.map(|side| side.iter().map(|w| w.map(to_f64)).collect());
        Lattice::new(&self.rule, self.limit, weights, Number::one())
    }

    /// Integers over a common denominator, with slopes.
    pub(crate) fn exact_sloped_lattice(&self) -> Result<Lattice<Slopes<Integer>>, InputError> {
        let (weights, denominator) = over_common_denominator(&self.sloped_weights());
        self.check_exact(bit_length(&denominator))?;
        let denominator = Slopes::constant(denominator.into());
        Ok(Lattice::new(&self.rule, self.limit, weights, denominator))
    }

    /// Integers over a common denominator.
    pub(crate) fn exact_lattice(&self) -> Result<Lattice<Integer>, InputError> {
        let flat = self.weights_as(|w| Slopes::constant(w.clone()));
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

    /// The rule alone: every event that the policy knows can happen.
    pub(crate) fn structure(&self) -> Lattice<Reachable> {
        let weights = self.weights_as(|_| Reachable(true));
        Lattice::new(&self.rule, self.limit, weights, Reachable(true))
    }

    /// The events that can happen under the model, each of weight one: a sweep
    /// over it counts paths.
    pub(crate) fn counting_lattice<N: Number>(&self) -> Lattice<N> {
        let weights = self.weights_as(|w| if w.is_zero() { N::zero() } else { N::one() });
        Lattice::new(&self.rule, self.limit, weights, N::one())
    }

    /// The exact probabilities of [`Rule::steps`].
    pub(crate) fn step_weights(&self, first: Player) -> impl Iterator<Item = &Rational> {
        self.weights[first.index()].iter()
    }
}

fn refuse_above(field: &'static str, size: u128, most: u128) -> Result<(), InputError> {
    if size > most {
        let allowed = format!("<= {most}");
        return Err(InputError::new(field, size, BadValue::TooMuchWork, allowed));
    }
    Ok(())
}
