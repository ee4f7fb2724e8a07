//! The figures of a series: who wins it, how fair it is, how long it takes.

use crate::{
    Draws, Ending, InputError, Outcome, Player, Series, State,
    backward::{Payoff, values},
    forward::{Forward, Position},
    lattice::{Lattice, Slots},
    model::Slopes,
};
use kakukin_core::{Field, Integer, Natural, Number, Probability, Rational, checkpoint, to_f64};

/// The figures of a series, in `f64` or exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures<N> {
    /// The probabilities of the endings; they add up to 1.
    pub outcome: Outcome<N>,
    /// The probability that the series takes exactly that many games, by
    /// number of games from 0 to the limit.
    pub games: Vec<N>,
    /// The expected number of counted games in which A, and B, is first.
    pub first_games: [N; 2],
}

impl<N: Field> Figures<N> {
    /// A's share of the decided series, the fairness figure; `None` if no
    /// series can be decided.
    pub fn decided(&self) -> Option<N> {
        let (a, b) = (self.outcome.a(), self.outcome.b());
        let mut both = a.clone();
        both.add(&b);
        if both.is_zero() { None } else { Some(a.over(&both)) }
    }

    /// A's share of the decided series less one half.
    pub fn bias(&self) -> Option<N> {
        let half = N::one().over(&N::from_count(2));
        self.decided().map(|a| a.minus(&half))
    }

    /// The expected number of games, from the start of the series.
    pub fn expected_games(&self) -> N {
        let mut sum = N::zero();
        for (games, probability) in self.games.iter().enumerate() {
            sum.add_product(&N::from_count(games as u32), probability);
        }
        sum
    }

    /// The fewest games after which no more than this is still going on. Summed
    /// from the end, where the terms are small, so that no digit is lost.
    fn booked(&self, missing: N) -> u32 {
        let mut going_on = N::zero();
        for (games, probability) in self.games.iter().enumerate().rev() {
            going_on.add(probability);
            if going_on > missing {
                return games as u32;
            }
        }
        0
    }
}

impl Figures<f64> {
    /// How many games to book so that the series is over with at least this
    /// probability; `bound` is the relative error that the figures may have.
    pub fn games_for(&self, probability: &Probability, bound: f64) -> u32 {
        self.booked(probability.complement().to_f64() * (1.0 + bound))
    }
}

impl Figures<Rational> {
    /// How many games to book so that the series is over with at least this
    /// probability.
    pub fn games_for(&self, probability: &Probability) -> u32 {
        self.booked(probability.complement().exact().clone())
    }

    /// The same figures in `f64`, each rounded once.
    pub fn rounded(&self) -> Figures<f64> {
        Figures {
            outcome: self.outcome.map(to_f64),
            games: self.games.iter().map(to_f64).collect(),
            first_games: [to_f64(&self.first_games[0]), to_f64(&self.first_games[1])],
        }
    }
}

/// How the bias moves with the rates, the limit held fixed.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitivity<N> {
    /// Derivative of the bias with respect to p.
    pub p: N,
    /// Derivative of the bias with respect to f.
    pub f: N,
}

/// What one state in mid-series is worth, and how likely it is.
#[derive(Debug, Clone, PartialEq)]
pub struct StateValue<N> {
    /// A's points, on the scale of the rule.
    pub a_points: u32,
    /// B's points.
    pub b_points: u32,
    /// Who is first in the next game.
    pub next_first: Player,
    /// The probability that the series comes here.
    pub existence: N,
    /// The probability that A wins from here.
    pub a: N,
    /// The probability that B wins from here.
    pub b: N,
    /// The probability that nobody wins from here.
    pub none: N,
    /// The expected number of games still to be played.
    pub games_left: N,
    /// What the score and the number of games do not tell.
    pub(crate) slot: usize,
}

impl Series {
    /// The figures in `f64`; [`Series::error_bound`] says how far they can be off.
    pub fn figures(&self) -> Figures<f64> {
        self.figures_from(self.start())
    }

    /// The figures from a state on. Games are counted from the start of the series.
    pub fn figures_from(&self, state: State) -> Figures<f64> {
        self.figures_over(&self.lattice(), state.0, |x, _| *x, to_f64)
    }

    /// The exact figures, where the work allows it.
    pub fn exact_figures(&self) -> Result<Figures<Rational>, InputError> {
        self.exact_figures_from(self.start())
    }

    /// The exact figures from a state on.
    pub fn exact_figures_from(&self, state: State) -> Result<Figures<Rational>, InputError> {
        let lattice = self.exact_lattice()?;
        let powers = powers(&lattice);
        let convert =
            |x: &Integer, games: usize| Rational::from_parts(x.clone(), powers[games].clone());
        Ok(self.figures_over(&lattice, state.0, convert, Rational::clone))
    }

    /// `convert` makes a figure of a mass after so many games of the sweep, `weight` of a chance.
    fn figures_over<N: Number, M: Number>(
        &self,
        lattice: &Lattice<N>,
        start: Position,
        convert: impl Fn(&N, usize) -> M,
        weight: impl Fn(&Rational) -> M,
    ) -> Figures<M> {
        let sweep = self.sweep(lattice, start);
        let mut outcome = Outcome::sum_over_powers(&sweep.exits, &lattice.denominator)
            .map(|x| convert(x, sweep.exits.len()));
        if let Some(decider) = self.decider() {
            outcome.decide(&decider.chances().each_ref().map(&weight));
        }
        let mut games = vec![M::zero(); start.games + 1];
        let ended = sweep.exits.iter().enumerate();
        games.extend(ended.map(|(k, exits)| {
            if std::mem::needs_drop::<M>() {
                // To reduce a long fraction takes long.
                checkpoint();
            }
            convert(&exits.total(), k + 1)
        }));
        let first_games = match &sweep.in_play {
            None => self.first_games(&games, start.games),
            Some(in_play) => [0, 1].map(|first| {
                let mut sum = M::zero();
                for (k, masses) in in_play.iter().enumerate() {
                    sum.add(&convert(&masses[first], k));
                }
                sum
            }),
        };
        Figures { outcome, games, first_games }
    }

    /// The endings of series in which no game at all is drawn; they add up to
    /// the probability of such a series.
    pub(crate) fn figures_without_draws(&self) -> Outcome<f64> {
        let weights = Player::BOTH.map(|first| {
            let game = self.model().game(first);
            let decided = [to_f64(&game.first), to_f64(&game.second)].into_iter();
            decided.chain([0.0; 2]).take(self.rule().steps(first).len()).collect()
        });
        let lattice = Lattice::new(self.rule(), self.limit(), weights, 1.0);
        let mut outcome = Outcome::sum_over_powers(&self.exits(&lattice, Position::START), &1.0);
        if let Some(decider) = self.decider() {
            outcome.decide(&decider.chances().each_ref().map(to_f64));
        }
        outcome
    }

    /// Where the schedule tells who is first, the games with A first are those
    /// of A's numbers that are reached.
    fn first_games<N: Number>(&self, games: &[N], from: usize) -> [N; 2] {
        let mut sums = [N::zero(), N::zero()];
        let mut still_on = N::zero();
        for index in (from..games.len() - 1).rev() {
            still_on.add(&games[index + 1]);
            if let Some(first) = self.rule().turns().scheduled(index) {
                sums[first.index()].add(&still_on);
            }
        }
        sums
    }

    /// What each game of a forward sweep ended.
    pub(crate) fn exits<N: Number>(
        &self,
        lattice: &Lattice<N>,
        start: Position,
    ) -> Vec<Outcome<N>> {
        self.sweep(lattice, start).exits
    }

    fn sweep<N: Number>(&self, lattice: &Lattice<N>, start: Position) -> Sweep<N> {
        let slots = Slots::of(self.rule(), lattice.limit);
        let mut forward = Forward::new(lattice, self.clinch(), start);
        let layers = lattice.limit - start.games;
        let mut exits = Vec::with_capacity(layers);
        let mut in_play = (slots != Slots::Single).then(|| Vec::with_capacity(layers));
        while forward.games < lattice.limit {
            if let Some(in_play) = &mut in_play {
                let mut masses = [N::zero(), N::zero()];
                for slot in 0..slots.count(forward.games) {
                    let first = slots.first(self.rule(), forward.games, slot);
                    masses[first.index()].add(&forward.in_slot(slot));
                }
                in_play.push(masses);
            }
            exits.push(forward.step());
        }
        Sweep { exits, in_play }
    }

    /// A bound on the relative error of every probability and expected number of
    /// [`Series::figures`] (underflow aside), and so on the absolute error of every
    /// probability.
    ///
    /// All terms are positive, so errors only add up. Each game costs one rounding
    /// for the weight, one for the product and one for each sum into a cell. What
    /// ends is summed up by rows: a row, the rows, the moves, the slots, the games;
    /// scores that take both to the target are added one by one.
    pub fn error_bound(&self) -> f64 {
        let slots =
            Slots::of(self.rule(), self.limit() as usize).count(self.limit() as usize) as f64;
        let steps = Player::BOTH.map(|first| self.rule().steps(first));
        let moves = steps[0].len() as f64;
        let both = steps.iter().flatten().map(|step| f64::from(step.a) * f64::from(step.b));
        let both = both.fold(0.0, f64::max);
        let (limit, side) = (f64::from(self.limit()), f64::from(self.rule().target_in_units()));
        let into_a_cell = moves * slots.min(2.0) + 2.0;
        let of_a_layer = 2.0 * side + slots * (moves + 1.0) + both;
        let roundings = limit * (into_a_cell + 1.0) + of_a_layer + 8.0;
        let unit = f64::EPSILON / 2.0;
        roundings * unit / (1.0 - roundings * unit)
    }

    /// The expected number of games that are really played, those draws
    /// included that do not count, and whatever is played because nobody has won at the limit.
    pub fn expected_played<N: Field>(
        &self,
        figures: &Figures<N>,
        convert: impl Fn(&Rational) -> N,
    ) -> N {
        let mut sum = N::zero();
        for first in Player::BOTH {
            let draw = |player| self.model().game(player).draw;
            let one = || Rational::ONE;
            let factor = match self.rule().draws() {
                Draws::Replay => one() / (one() - draw(first)),
                Draws::Swap => (one() + draw(first)) / (one() - draw(first) * draw(first.other())),
                _ => one(),
            };
            sum.add_product(&convert(&factor), &figures.first_games[first.index()]);
        }
        if let Some(decider) = self.decider() {
            let mut undecided = figures.outcome.a_by_decider.clone();
            undecided.add(&figures.outcome.b_by_decider);
            sum.add_product(&convert(&decider.games()), &undecided);
        }
        sum
    }

    /// The derivative of the bias with respect to p and f, at this limit;
    /// `None` if the games were given outright or nothing can be decided.
    pub fn sensitivity(&self) -> Option<Sensitivity<f64>> {
        if !self.model().has_slopes() {
            return None;
        }
        let lattice = self.sloped_lattice();
        let exits = self.exits(&lattice, Position::START);
        let mut sum = Outcome::sum_over_powers(&exits, &lattice.denominator);
        if let Some(decider) = self.decider() {
            // Between equals it does not move with the rates.
            sum.decide(&decider.chances().map(|x| Slopes::constant(to_f64(&x))));
        }
        let (a, b) = (sum.a(), sum.b());
        slope_of_share([&a.value, &b.value], [&a.slope, &b.slope])
    }

    /// The exact derivative of the bias.
    pub fn exact_sensitivity(&self) -> Result<Option<Sensitivity<Rational>>, InputError> {
        if !self.model().has_slopes() {
            return Ok(None);
        }
        let lattice = self.exact_sloped_lattice()?;
        let exits = self.exits(&lattice, Position::START);
        // The common denominator cancels in the share, and in its slope: both
        // are homogeneous of degree zero in the masses.
        let mut sum = Outcome::sum_over_powers(&exits, &lattice.denominator)
            .map(|x| x.map(|i| Rational::from(i.clone())));
        if let Some(decider) = self.decider() {
            sum.decide(&decider.chances().map(Slopes::constant));
        }
        let (a, b) = (sum.a(), sum.b());
        Ok(slope_of_share([&a.value, &b.value], [&a.slope, &b.slope]))
    }

    /// What every state after this many games is worth, with the probability
    /// of coming there; states that cannot occur are left out, and at the limit none is left.
    pub fn values(&self, games: u32) -> Vec<StateValue<f64>> {
        self.values_from(self.start(), games)
    }

    /// The same for a series that has come to a state: what can follow it.
    pub fn values_from(&self, state: State, games: u32) -> Vec<StateValue<f64>> {
        self.values_over(&self.lattice(), state.0, games, |x, _| *x, to_f64)
    }

    /// The exact values of the states after this many games.
    pub fn exact_values(&self, games: u32) -> Result<Vec<StateValue<Rational>>, InputError> {
        let lattice = self.exact_lattice()?;
        let powers = powers(&lattice);
        let convert =
            |x: &Integer, games: usize| Rational::from_parts(x.clone(), powers[games].clone());
        Ok(self.values_over(&lattice, Position::START, games, convert, Rational::clone))
    }

    fn values_over<N: Number, M: Number>(
        &self,
        lattice: &Lattice<N>,
        start: Position,
        games: u32,
        convert: impl Fn(&N, usize) -> M,
        weight: impl Fn(&Rational) -> M,
    ) -> Vec<StateValue<M>> {
        let games = (games as usize).max(start.games);
        if games >= lattice.limit {
            return Vec::new();
        }
        let mut forward = Forward::new(lattice, self.clinch(), start);
        while forward.games < games {
            forward.step();
        }
        let pays = |ends: &dyn Fn(Ending) -> bool, game: bool| {
            let number = |yes| if yes { N::one() } else { N::zero() };
            let end = Outcome::from_fn(|ending| number(ends(ending)));
            values(lattice, self.clinch(), &Payoff { end, game: number(game) }, games)
        };
        let won_by = |winner| pays(&move |ending| ending.winner() == winner, false);
        let [a, b, none] = [Some(Player::A), Some(Player::B), None].map(won_by);
        let games_left = pays(&|_| false, true);
        let decider = self.decider().map(|decider| decider.chances().each_ref().map(&weight));
        let slots = Slots::of(self.rule(), lattice.limit);
        let (side, unit) = (lattice.side, self.rule().unit());
        let left = lattice.limit - games;
        let mut found = Vec::new();
        for slot in 0..lattice.slots_after(games) {
            for a_points in 0..side {
                for (b_points, existence) in forward.row(slot, a_points).iter().enumerate() {
                    let cell = (slot * side + a_points) * side + b_points;
                    if !existence.is_zero() {
                        let mut value = StateValue {
                            a_points: a_points as u32 * unit,
                            b_points: b_points as u32 * unit,
                            next_first: slots.first(self.rule(), games, slot),
                            existence: convert(existence, games - start.games),
                            a: convert(&a[cell], left),
                            b: convert(&b[cell], left),
                            none: convert(&none[cell], left),
                            games_left: convert(&games_left[cell], left),
                            slot,
                        };
                        if let Some([a, b]) = &decider {
                            let none = std::mem::replace(&mut value.none, M::zero());
                            value.a.add_product(a, &none);
                            value.b.add_product(b, &none);
                        }
                        found.push(value);
                    }
                }
            }
        }
        found
    }
}

/// What each game of a sweep ended, and what was in play before it by who was
/// first (only where the schedule does not tell).
struct Sweep<N> {
    exits: Vec<Outcome<N>>,
    in_play: Option<Vec<[N; 2]>>,
}

/// The powers of the common denominator, from 1 to that of the limit.
pub(crate) fn powers(lattice: &Lattice<Integer>) -> Vec<Natural> {
    let denominator: Natural = lattice.denominator.clone().try_into().unwrap_or(Natural::ONE);
    let next = |power: &Natural| {
        checkpoint();
        Some(power * &denominator)
    };
    std::iter::successors(Some(Natural::ONE), next).take(lattice.limit + 1).collect()
}

/// The derivative of a / (a + b).
fn slope_of_share<N: Field>([a, b]: [&N; 2], [da, db]: [&[N; 2]; 2]) -> Option<Sensitivity<N>> {
    let mut both = a.clone();
    both.add(b);
    if both.is_zero() {
        return None;
    }
    let square = N::product(&both, &both);
    let slope = |k: usize| N::product(&da[k], b).minus(&N::product(a, &db[k])).over(&square);
    Some(Sensitivity { p: slope(0), f: slope(1) })
}
