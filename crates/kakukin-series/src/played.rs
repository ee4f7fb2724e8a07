//! How many games are really played where draws do not count.

use crate::{
    Draws, Outcome, Player, Series, State,
    forward::Position,
    lattice::{self, Lattice},
};
use kakukin_sweep::{Number, PowerSeries, Probability, Rational, to_f64};

/// The most multiplications of one such sweep.
const MAX_WORK: u128 = 2_000_000_000;

impl Series {
    /// The probability that exactly that many games are played from the start of
    /// the series on, draws that do not count included, by number of games from
    /// 0 on; as many terms as it takes to hold the wanted probability. `None` if that would
    /// take too much work, or can never be held.
    pub fn played(&self, state: Option<State>, wanted: &Probability) -> Option<Vec<f64>> {
        let start = state.map_or(Position::START, |state| state.0);
        let wanted = wanted.to_f64() - 3.0 * self.error_bound();
        let left = self.limit() as usize - start.games;
        let mut terms = 2 * left + 8;
        loop {
            let mut played = self.played_over(start, terms, to_f64)?;
            let mut sum = 0.0;
            let enough = played.iter().position(|p| {
                sum += p;
                sum >= wanted
            });
            if let Some(last) = enough {
                played.truncate(last + 1);
                // The games before the state have been played, one board each at least.
                played.splice(0..0, vec![0.0; start.games]);
                return Some(played);
            }
            terms = terms.checked_mul(2)?;
        }
    }

    /// The first terms of the exact distribution of games really played.
    pub fn exact_played(&self, terms: usize) -> Option<Vec<Rational>> {
        self.played_over(Position::START, terms, Rational::clone)
    }

    fn played_over<N: Number>(
        &self,
        start: Position,
        terms: usize,
        convert: impl Fn(&Rational) -> N,
    ) -> Option<Vec<N>> {
        let visits = lattice::work(self.rule(), self.limit()).ok()?;
        if visits * (terms as u128).pow(2) > MAX_WORK {
            return None;
        }
        let weights = Player::BOTH.map(|first| {
            let weights = self.weights_by_board(first, terms).into_iter();
            weights.map(|w| PowerSeries::new(w.iter().map(&convert).collect())).collect()
        });
        let lattice = Lattice::new(self.rule(), self.limit(), weights, PowerSeries::one());
        let sum = self.exits(&lattice, start).iter().fold(Outcome::zero(), |mut sum, exits| {
            Outcome::add(&mut sum, exits);
            sum
        });
        Some(sum.total().coefficients().to_vec())
    }

    /// For each of [`crate::Rule::steps`] the probability that it happens at the
    /// first, second, ... board of a counted game, as coefficients of z, z^2, ...
    fn weights_by_board(&self, first: Player, terms: usize) -> Vec<Vec<Rational>> {
        let zeros = || vec![Rational::ZERO; terms];
        let mut weights: Vec<_> = self.rule().steps(first).iter().map(|_| zeros()).collect();
        let mut reached = Rational::ONE;
        let mut side = first;
        let mut board = 1;
        while board < terms {
            let game = self.model().game(side);
            // After a swap the events are the swapped ones, two places further on.
            let place = if side == first { 0 } else { 2 };
            weights[place][board] += &reached * &game.first;
            weights[place + 1][board] += &reached * &game.second;
            match self.rule().draws() {
                Draws::Replay => {}
                Draws::Swap => side = side.other(),
                _ => {
                    weights[2][board] += &reached * &game.draw;
                    break;
                }
            }
            reached *= game.draw;
            board += 1;
        }
        weights
    }
}
