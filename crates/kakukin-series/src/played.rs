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

/// The most games of what decides an undecided series that are told apart.
const MOST_FURTHER: usize = 10_000;
/// What the probabilities of endings by games may be short of 1.
const CUT: f64 = 1e-12;

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

    /// For each number of games really played, from 0 on, the chances that A wins with it, that
    /// nobody does, and that B does; what decides an undecided series included. They are short
    /// of 1 by no more than 1e-12, for what has no end. `None` if that would take too much work.
    pub fn endings_by_games(&self) -> Option<Vec<[f64; 3]>> {
        let three = |a, none, b| [a, none, b];
        let mut endings: Vec<[f64; 3]> = if self.some_draws_do_not_count() {
            let mut terms = 2 * self.limit() as usize + 8;
            loop {
                let outcome = self.outcome_over(Position::START, terms, to_f64)?;
                let (a, b) = (outcome.a(), outcome.b());
                let [a, none, b] = [&a, &outcome.none, &b].map(PowerSeries::coefficients);
                let at = |x: &[f64], k: usize| x.get(k).copied().unwrap_or(0.0);
                let all: Vec<_> =
                    (0..terms).map(|k| three(at(a, k), at(none, k), at(b, k))).collect();
                if all.iter().flatten().sum::<f64>() > 1.0 - CUT {
                    break all;
                }
                terms = terms.checked_mul(2)?;
            }
        } else {
            let exits = self.exits(&self.lattice(), Position::START);
            let counted = exits.iter().map(|exit| three(exit.a(), exit.none, exit.b()));
            std::iter::once([0.0; 3]).chain(counted).collect()
        };
        let Some(decider) = self.decider() else { return Some(endings) };
        let [a, b] = decider.chances().each_ref().map(to_f64);
        // The chances that what decides takes exactly so many games.
        let mut further = vec![0.0];
        match decider.played.as_ref().map(to_f64) {
            None => further[0] = 1.0,
            Some(again) => {
                let mut going_on = 1.0;
                while going_on > CUT && further.len() < MOST_FURTHER {
                    further.push(going_on * (1.0 - again));
                    going_on *= again;
                }
            }
        }
        let open: Vec<f64> =
            endings.iter_mut().map(|ending| std::mem::replace(&mut ending[1], 0.0)).collect();
        endings.resize(open.len() + further.len() - 1, [0.0; 3]);
        for (games, open) in open.iter().enumerate().filter(|(_, open)| **open > 0.0) {
            for (more, chance) in further.iter().enumerate() {
                endings[games + more][0] += open * chance * a;
                endings[games + more][2] += open * chance * b;
            }
        }
        Some(endings)
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
        let mut outcome = self.outcome_over(start, terms, &convert)?;
        let Some(again) = self.decider().and_then(|decider| decider.played.as_ref()) else {
            return Some(outcome.total().coefficients().to_vec());
        };
        let undecided = std::mem::replace(&mut outcome.none, PowerSeries::zero());
        let mut total = outcome.total();
        let decided = convert(&(Rational::ONE - again));
        total.add_product(&games_of_decider(&convert(again), &decided, terms), &undecided);
        Some(total.coefficients().to_vec())
    }

    fn outcome_over<N: Number>(
        &self,
        start: Position,
        terms: usize,
        convert: impl Fn(&Rational) -> N,
    ) -> Option<Outcome<PowerSeries<N>>> {
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
        Some(sum)
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

#[cfg(test)]
mod tests {
    use crate::{Draws, Model, Rule, Series, Turns, Undecided};
    use kakukin_core::{Rational, to_f64};

    /// Endings by games are those of the sweeps, seen from two sides.
    #[test]
    fn endings_by_games_add_up_to_the_figures() {
        let policies = ["pass", "replay", "swap", "second"];
        for (policy, undecided) in policies
            .iter()
            .flat_map(|policy| Undecided::ALL.into_iter().map(move |undecided| (policy, undecided)))
        {
            let model = Model::with_elo("70%".parse().unwrap(), "20%".parse().unwrap(), 60.0);
            let draws: Draws<Rational> = policy.parse().unwrap();
            let rule = Rule::parse("1/3/4", Turns::Alternating, draws).unwrap();
            let rule = rule.with_limit(4).unwrap().with_undecided(undecided);
            let series = Series::new(model.unwrap(), rule).unwrap();
            let figures = series.figures();
            let endings = series.endings_by_games().unwrap();
            let sums = endings.iter().fold([0.0; 3], |mut sums, ending| {
                sums.iter_mut().zip(ending).for_each(|(sum, x)| *sum += x);
                sums
            });
            let wanted = [figures.outcome.a(), figures.outcome.none, figures.outcome.b()];
            for (sum, wanted) in sums.into_iter().zip(wanted) {
                assert!((sum - wanted).abs() < 1e-11, "{policy} {undecided}: {sum} {wanted}");
            }
            let games: f64 = (0u32..)
                .zip(&endings)
                .map(|(games, ending)| f64::from(games) * ending.iter().sum::<f64>())
                .sum();
            let played = series.expected_played(&figures, to_f64);
            assert!((games - played).abs() < 1e-8, "{policy} {undecided}: {games} {played}");
        }
    }
}
