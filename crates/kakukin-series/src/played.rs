//! How many games are really played where draws do not count, or one more game decides.

use crate::{
    Draws, Outcome, Player, Series, State,
    forward::Position,
    lattice::{self, Lattice},
};
use kakukin_core::{Number, PowerSeries, Probability, Rational, to_f64};

/// The most multiplications of one such sweep.
const MAX_WORK: u128 = 2_000_000_000;
/// What the sum of the terms may be short of the wanted probability by rounding.
const SLACK: f64 = 1e-12;

/// The number of games that are really played, as far as it was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The probability of exactly that many games, from 0 on.
    pub probabilities: Vec<f64>,
}

impl Played {
    /// How many games to book so that the series is over with at least this
    /// probability; `None` if that is more than was asked for.
    pub fn games_for(&self, probability: &Probability) -> Option<u32> {
        let wanted = probability.to_f64() - SLACK;
        let mut sum = 0.0;
        let enough = self.probabilities.iter().position(|p| {
            sum += p;
            sum >= wanted
        });
        enough.map(|games| games as u32)
    }
}

impl Series {
    /// The number of games played from the start of the series on, draws that do
    /// not count included (those of the games before a state aside), with as many
    /// terms as it takes to hold the wanted probability. `None` if that would take
    /// too much work, or can never be held.
    pub fn played(&self, state: State, wanted: &Probability) -> Option<Played> {
        let start = state.0;
        if wanted.to_f64() >= 1.0 {
            return None;
        }
        let mut terms = 2 * (self.limit() as usize - start.games) + 8;
        // Where even a quarter of the mean is out of reach there is no use in trying.
        let figures = self.figures();
        let least = (self.expected_played(&figures, to_f64) / 4.0) as usize;
        if !self.can_count(least) {
            return None;
        }
        loop {
            let mut probabilities = vec![0.0; start.games];
            probabilities.extend(self.played_over(start, terms, to_f64)?);
            let mut played = Played { probabilities };
            if let Some(games) = played.games_for(wanted) {
                played.probabilities.truncate(games as usize + 1);
                return Some(played);
            }
            terms = terms.checked_mul(2)?;
        }
    }

    /// The first terms of the exact distribution of games really played.
    pub fn exact_played(&self, terms: usize) -> Option<Vec<Rational>> {
        self.played_over(Position::START, terms, Rational::clone)
    }

    /// Whether a sweep with so many terms is within bounds.
    fn can_count(&self, terms: usize) -> bool {
        let visits = lattice::work(self.rule(), self.limit()).unwrap_or(u128::MAX);
        let held = lattice::memory(self.rule(), self.limit()).saturating_mul(terms as u128);
        visits.saturating_mul((terms as u128).pow(2)) <= MAX_WORK && held <= MAX_WORK / 100
    }

    fn played_over<N: Number>(
        &self,
        start: Position,
        terms: usize,
        convert: impl Fn(&Rational) -> N,
    ) -> Option<Vec<N>> {
        if !self.can_count(terms) {
            return None;
        }
        let weights = Player::BOTH.map(|first| {
            let weights = self.weights_by_board(first, terms, &convert).into_iter();
            weights.map(PowerSeries::new).collect()
        });
        let lattice = Lattice::new(self.rule(), self.limit(), weights, PowerSeries::one());
        let mut sum = Outcome::<PowerSeries<N>>::zero();
        self.exits(&lattice, start).iter().for_each(|exits| sum.add(exits));
        let Some(again) = self.decider().and_then(|decider| decider.played.as_ref()) else {
            return Some(sum.total().coefficients().to_vec());
        };
        let undecided = std::mem::replace(&mut sum.none, PowerSeries::zero());
        let mut total = sum.total();
        let decided = convert(&(Rational::ONE - again));
        total.add_product(&games_of_decider(&convert(again), &decided, terms), &undecided);
        Some(total.coefficients().to_vec())
    }

    /// For each of [`crate::Rule::steps`] the probability that it happens at the
    /// first, second, ... board of a counted game, as coefficients of z, z^2, ...
    fn weights_by_board<N: Number>(
        &self,
        first: Player,
        terms: usize,
        convert: impl Fn(&Rational) -> N,
    ) -> Vec<Vec<N>> {
        let zeros = || vec![N::zero(); terms];
        let mut weights: Vec<_> = self.rule().steps(first).iter().map(|_| zeros()).collect();
        let games = [first, first.other()].map(|side| {
            let game = self.model().game(side);
            [convert(&game.first), convert(&game.second), convert(&game.draw)]
        });
        let mut reached = N::one();
        let mut swapped = 0;
        let mut board = 1;
        while board < terms {
            let [first_wins, second_wins, draw] = &games[swapped];
            // After a swap the events are the swapped ones, two places further on.
            weights[2 * swapped][board].add_product(&reached, first_wins);
            weights[2 * swapped + 1][board].add_product(&reached, second_wins);
            match self.rule().draws() {
                Draws::Replay => {}
                Draws::Swap => swapped = 1 - swapped,
                _ => {
                    weights[2][board].add_product(&reached, draw);
                    break;
                }
            }
            reached = N::product(&reached, draw);
            board += 1;
        }
        weights
    }
}

/// The number of games of a decider that is played again while it is drawn, as coefficients of
/// 1, z, z^2, ...
fn games_of_decider<N: Number>(again: &N, decided: &N, terms: usize) -> PowerSeries<N> {
    let mut probabilities = vec![N::zero(); terms];
    let mut drawn = N::one();
    for probability in probabilities.iter_mut().skip(1) {
        *probability = N::product(&drawn, decided);
        drawn = N::product(&drawn, again);
    }
    PowerSeries::new(probabilities)
}
