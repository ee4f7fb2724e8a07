//! A series in play: results come in one by one, and each says what comes next and who is
//! likely to win.

mod prospects;

pub use prospects::{Need, NeedKind};

use crate::{
    Draws, Ending, Event, InputError, Outcome, Player, Series, State, Undecided,
    backward::{Payoff, sweep},
    evaluate::powers,
    forward::Position,
    lattice::{Lattice, Slots},
};
use kakukin_core::{Field, GameResult, Number, Rational, to_f64};
use serde::Serialize;
use std::{cmp::Reverse, collections::HashMap};

/// The chances that a series ends with A, with B, or with nobody as its winner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Chances"))]
pub struct Chances<N> {
    /// A wins the series.
    pub a: N,
    /// B wins it.
    pub b: N,
    /// Nobody does.
    pub none: N,
}

/// A series at one moment of play: before a game, or when it is over.
///
/// It is a value: [`Running::after`] gives the moment after one more game, and the one
/// before it is still there.
///
/// ```
/// use kakukin_series::{GameResult, Model, Player, Rule, Running, Series, Turns};
/// let model = Model::new("70%".parse()?, "10%".parse()?)?;
/// let series = Series::new(model, Rule::new(1, 2, 3, Turns::Alternating)?)?;
/// let start = Running::new(&series);
/// let upset = start.after(GameResult::Second).unwrap();
/// assert_eq!((upset.score(), upset.first()), ([0, 2], Some(Player::B)));
/// let [before, after] = series.chances(&[start, upset])[..] else { panic!() };
/// assert!(before.a > 0.5 && after.a < 0.25);
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Running<'s> {
    series: &'s Series,
    /// After the games that count.
    at: Position,
    /// Whether a drawn game is being played again with sides swapped.
    swapped: bool,
    /// Who won what decides a series that nobody had won at the limit.
    decided_for: Option<Player>,
    played: u32,
}

impl<'s> Running<'s> {
    /// The moment before the first game.
    pub fn new(series: &'s Series) -> Self {
        Self { series, at: Position::START, swapped: false, decided_for: None, played: 0 }
    }

    /// The points of A and of B, on the scale of [`crate::Rule::points`].
    pub fn score(self) -> [u32; 2] {
        self.series.score(State(self.at))
    }

    /// The games that count so far.
    pub fn games(self) -> u32 {
        self.at.games as u32
    }

    /// The games really played so far, draws included that do not count.
    pub fn played(self) -> u32 {
        self.played
    }

    /// How the series ended; `None` while it goes on.
    pub fn ending(self) -> Option<Ending> {
        match (self.series.ending(self.at)?, self.series.rule().undecided()) {
            (Ending::None, Undecided::Second) => Some(Ending::BByDecider),
            (Ending::None, way) if way != Undecided::None => {
                self.decided_for.map(Ending::by_decider)
            }
            (ending, _) => Some(ending),
        }
    }

    /// What decides the series now: points are equal at the limit, and its result is awaited.
    pub fn decider(self) -> Option<Undecided> {
        let equal = self.series.ending(self.at) == Some(Ending::None);
        (equal && self.ending().is_none()).then(|| self.series.rule().undecided())
    }

    /// Whether it ended before the target and the limit, because its winner was certain.
    pub fn clinched(self) -> bool {
        let on_points = [Some(Ending::AOnPoints), Some(Ending::BOnPoints)];
        on_points.contains(&self.ending()) && self.games() < self.series.limit()
    }

    /// Who is first in the next game; `None` when the series is over. In what decides a series
    /// that nobody has won, lots decide about the sides: there A stands for the first player.
    pub fn first(self) -> Option<Player> {
        if self.ending().is_some() {
            return None;
        }
        if self.decider().is_some() {
            return Some(Player::A);
        }
        let scheduled = self.scheduled();
        Some(if self.swapped { scheduled.other() } else { scheduled })
    }

    /// The state that [`Series::figures_from`] starts from; `None` when the series is over, and
    /// while a drawn game is being played again with sides swapped.
    pub fn state(self) -> Option<State> {
        let between_games = !self.swapped && self.decider().is_none();
        (self.ending().is_none() && between_games).then_some(State(self.at))
    }

    /// The probability of each of [`GameResult::ALL`] in the next game; `None` when the series
    /// is over.
    pub fn probabilities(self) -> Option<[Rational; 3]> {
        if self.decider().is_some() {
            let [a, b] = self.series.decider()?.chances();
            return Some([a, b, Rational::ZERO]);
        }
        let game = self.series.model().game(self.first()?);
        Some([game.first, game.second, game.draw])
    }

    /// The moment after one more game; `None` when the series is over. What decides it in the end
    /// goes on until somebody has won; it cannot be drawn where lots do, or where a draw is a win
    /// of the second player.
    pub fn after(self, result: GameResult) -> Option<Self> {
        let first = self.first()?;
        let played = self.played.saturating_add(1);
        if let Some(way) = self.decider() {
            if result == GameResult::Draw && way != Undecided::Game {
                return None;
            }
            let played = if way == Undecided::Lot { self.played } else { played };
            return Some(Self { decided_for: Player::winner_of(result, first), played, ..self });
        }
        let event = match (result, self.swapped, self.series.rule().draws()) {
            (GameResult::Draw, _, Draws::Replay) => return Some(Self { played, ..self }),
            (GameResult::Draw, swapped, Draws::Swap) => {
                return Some(Self { swapped: !swapped, played, ..self });
            }
            (GameResult::Draw, ..) => Event::Draw,
            (GameResult::First, false, _) => Event::FirstWins,
            (GameResult::First, true, _) => Event::SwappedFirstWins,
            (GameResult::Second, false, _) => Event::SecondWins,
            (GameResult::Second, true, _) => Event::SwappedSecondWins,
        };
        let rule = self.series.rule();
        let step = rule.steps(self.scheduled()).into_iter().find(|step| step.event == event)?;
        let at = Position {
            a: self.at.a + step.a as usize,
            b: self.at.b + step.b as usize,
            games: self.at.games + 1,
            slot: self.slots().next(rule, self.at.slot, step.winner),
        };
        Some(Self { at, swapped: false, played, ..self })
    }

    /// Who is first in the next counted game when it is played for the first time.
    fn scheduled(self) -> Player {
        self.slots().first(self.series.rule(), self.at.games, self.at.slot)
    }

    fn slots(self) -> Slots {
        Slots::of(self.series.rule(), self.series.limit() as usize)
    }

    /// The positions whose values say what this moment is worth.
    fn rests_on(self) -> Vec<Position> {
        if self.ending().is_some() || self.decider().is_some() {
            Vec::new()
        } else if self.swapped {
            self.decided().into_iter().flatten().flat_map(|(next, _)| next.rests_on()).collect()
        } else {
            vec![self.at]
        }
    }

    /// The decided results of the game that is being played again, with its present sides and
    /// with the others.
    fn decided(self) -> [Vec<(Self, Rational)>; 2] {
        [self.swapped, !self.swapped].map(|swapped| {
            let game = Self { swapped, ..self };
            let weights = game.probabilities().into_iter().flatten();
            let results = GameResult::ALL.into_iter().zip(weights).take(2);
            results.filter_map(|(result, weight)| Some((game.after(result)?, weight))).collect()
        })
    }
}

impl Series {
    /// The chances at several moments of this series, all with one sweep.
    pub fn chances(&self, moments: &[Running<'_>]) -> Vec<Chances<f64>> {
        let chances = self.chances_over(&self.lattice(), moments, |x, _| *x, to_f64);
        chances.into_iter().map(Chances::settled).collect()
    }

    /// The exact chances at several moments, where the work allows it.
    pub fn exact_chances(
        &self,
        moments: &[Running<'_>],
    ) -> Result<Vec<Chances<Rational>>, InputError> {
        let lattice = self.exact_lattice()?;
        let powers = powers(&lattice);
        let convert =
            |x: &_, left: usize| Rational::from_parts(Clone::clone(x), powers[left].clone());
        Ok(self.chances_over(&lattice, moments, convert, Rational::clone))
    }

    /// `convert` makes a figure of a value so many games before the limit.
    fn chances_over<N: Number, M: Field>(
        &self,
        lattice: &Lattice<N>,
        moments: &[Running<'_>],
        convert: impl Fn(&N, usize) -> M,
        weight: impl Fn(&Rational) -> M,
    ) -> Vec<Chances<M>> {
        let mut values = self.values_at(lattice, &wanted(moments), convert);
        if let Some(decider) = self.decider() {
            let [a, b] = decider.chances().each_ref().map(&weight);
            for chances in values.values_mut() {
                let none = std::mem::replace(&mut chances.none, M::zero());
                chances.a.add_product(&a, &none);
                chances.b.add_product(&b, &none);
            }
        }
        moments.iter().map(|moment| moment.worth(&values, &weight)).collect()
    }

    /// The chances at these positions, before anything decides a series that nobody has won.
    fn values_at<N: Number, M>(
        &self,
        lattice: &Lattice<N>,
        wanted: &[Position],
        convert: impl Fn(&N, usize) -> M,
    ) -> HashMap<Position, Chances<M>> {
        let from = wanted.last().map_or(lattice.limit, |at| at.games);
        let side = lattice.side;
        let chance_of = |winner: Option<Player>| {
            let mut end = Outcome::zero();
            for ending in Ending::ALL.into_iter().filter(|ending| ending.winner() == winner) {
                *end.of_mut(ending) = N::one();
            }
            let mut found = Vec::with_capacity(wanted.len());
            let payoff = Payoff { end, game: N::zero() };
            sweep(lattice, self.clinch(), &payoff, from, |games, layer| {
                let here = wanted[found.len()..].iter().take_while(|at| at.games == games);
                let values = here.map(|at| &layer[(at.slot * side + at.a) * side + at.b]);
                let values: Vec<M> = values.map(|x| convert(x, lattice.limit - games)).collect();
                found.extend(values);
            });
            found
        };
        let [a, b, none] = [Some(Player::A), Some(Player::B), None].map(chance_of);
        let chances = a.into_iter().zip(b).zip(none);
        let chances = chances.map(|((a, b), none)| Chances { a, b, none });
        wanted.iter().copied().zip(chances).collect()
    }
}

/// The positions that these moments rest on, in the order in which a backward sweep comes by.
fn wanted(moments: &[Running<'_>]) -> Vec<Position> {
    let mut wanted: Vec<Position> = moments.iter().flat_map(|m| m.rests_on()).collect();
    wanted.sort_by_key(|at| (Reverse(at.games), at.slot, at.a, at.b));
    wanted.dedup();
    wanted
}

impl Running<'_> {
    fn worth<M: Field>(
        self,
        values: &HashMap<Position, Chances<M>>,
        weight: &impl Fn(&Rational) -> M,
    ) -> Chances<M> {
        if let Some(ending) = self.ending() {
            return Chances::certain(ending.winner());
        }
        if let (Some(_), Some(decider)) = (self.decider(), self.series.decider()) {
            let [a, b] = decider.chances().each_ref().map(weight);
            return Chances { a, b, none: M::zero() };
        }
        if let (false, Some(chances)) = (self.swapped, values.get(&self.at)) {
            return chances.clone();
        }
        // The game is played with these sides, then with those, until it is decided:
        // v = w + d v' and v' = w' + d' v.
        let [here, there] = self.decided().map(|results| {
            let mut sum = Chances::nothing();
            for (next, probability) in results {
                sum.add_product(&weight(&probability), &next.worth(values, weight));
            }
            sum
        });
        let draw = |player| weight(&self.series.model().game(player).draw);
        let (d, other_d) = match self.scheduled() {
            scheduled if self.swapped => (draw(scheduled.other()), draw(scheduled)),
            scheduled => (draw(scheduled), draw(scheduled.other())),
        };
        let mut sum = here;
        sum.add_product(&d, &there);
        let decided = M::one().minus(&M::product(&d, &other_d));
        Chances { a: sum.a.over(&decided), b: sum.b.over(&decided), none: sum.none.over(&decided) }
    }
}

impl Chances<f64> {
    /// What alone is possible is certain: its terms may add up to a rounding less than 1.
    fn settled(self) -> Self {
        match self {
            Self { b: 0.0, none: 0.0, .. } => Self { a: 1.0, ..self },
            Self { a: 0.0, none: 0.0, .. } => Self { b: 1.0, ..self },
            Self { a: 0.0, b: 0.0, .. } => Self { none: 1.0, ..self },
            _ => self,
        }
    }
}

impl<N: Number> Chances<N> {
    fn nothing() -> Self {
        Self { a: N::zero(), b: N::zero(), none: N::zero() }
    }

    fn certain(winner: Option<Player>) -> Self {
        let mut chances = Self::nothing();
        *match winner {
            Some(Player::A) => &mut chances.a,
            Some(Player::B) => &mut chances.b,
            None => &mut chances.none,
        } = N::one();
        chances
    }

    fn add_product(&mut self, weight: &N, other: &Self) {
        self.a.add_product(weight, &other.a);
        self.b.add_product(weight, &other.b);
        self.none.add_product(weight, &other.none);
    }
}
