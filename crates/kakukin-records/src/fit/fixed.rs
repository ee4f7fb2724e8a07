//! Strength separated from the first move: a Bradley-Terry-Davidson model fitted to games.
//!
//! Player i has a strength θᵢ; moving first is worth γ. With δ = θ(first) - θ(second) + γ,
//! the first player wins, draws and loses in the proportions exp(δ/2) : ν : exp(-δ/2).
//! Between equal players the first wins the share p = 1/(1 + exp(-γ)) of the decided games,
//! and f = ν/(ν + 2 cosh(γ/2)) are drawn.
//!
//! The likelihood is concave in θ, γ and ln ν, so Newton's method finds its one maximum.

use super::{
    Fit, FittedValue, NoFit, Rating, logistic,
    matrix::{Factor, Matrix},
    network::{Place, places},
};
use crate::{Pair, Players};
use kakukin_core::{Confidence, elo_of_score};

/// The most players of a fit: the work grows with the third power.
pub const MAX_FITTED: usize = 1_000;
/// Elo points of one unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// A first move worth so much, or draws so rare, are at the end of the world: no maximum.
const FARTHEST: f64 = 30.0;
const MOST_STEPS: usize = 100;

/// Fits the model to all players of at least so many games. Without a number, to as many
/// players as can be fitted: those with the most games.
pub(super) fn fit(
    players: &Players,
    pairs: &[Pair],
    min_games: Option<u64>,
    confidence: Confidence,
) -> Result<Fit, NoFit> {
    log_odds(players, pairs, min_games, confidence).map(as_scores)
}

/// Elo points as people mean them: the expected score against a player of mean strength when
/// sides are even, and that of the first player between equals. In the model itself strengths add
/// up as log-odds of decided games.
fn as_scores(fit: Fit) -> Fit {
    let gamma = fit.first_move.value / ELO;
    let nu = fit.f.map_or(0.0, |f| f.value / (1.0 - f.value) * 2.0 * (gamma / 2.0).cosh());
    // The score that log-odds of decided games mean, as Elo points, and how it moves with them.
    let score = |odds: f64| {
        let half = odds / ELO / 2.0;
        let (win, loss) = (libm::exp(half), libm::exp(-half));
        let (sum, score) = (win + loss + nu, win + nu / 2.0);
        let score = score / sum;
        let slope = (2.0 + nu * libm::cosh(half)) / (sum * sum) / (score * (1.0 - score)) / 2.0;
        (elo_of_score(score), slope)
    };
    let rating = |rating: &Rating| {
        let (elo, slope) = score(rating.elo);
        Rating { elo, error: rating.error * slope, ..*rating }
    };
    let FittedValue { value, error, interval } = fit.first_move;
    let (first_move, slope) = score(value);
    Fit {
        first_move: FittedValue {
            value: first_move,
            error: error * slope,
            interval: interval.map(|end| score(end).0),
        },
        ratings: fit.ratings.iter().map(rating).collect(),
        ..fit
    }
}

/// The fit on its own scale: strengths as log-odds of decided games, in Elo points of that.
pub(super) fn log_odds(
    players: &Players,
    pairs: &[Pair],
    min_games: Option<u64>,
    confidence: Confidence,
) -> Result<Fit, NoFit> {
    let count = players.names().len();
    let least = min_games.unwrap_or_else(|| least_games(count, pairs));
    let places = places(count, pairs, least);
    let mut numbers = vec![usize::MAX; count];
    let mut fitted = Vec::new();
    for (player, place) in places.iter().enumerate() {
        if *place == Place::In {
            numbers[player] = fitted.len();
            fitted.push(player);
        }
    }
    if fitted.len() < 2 {
        // Where all have the same number of games no number leaves out just some of them.
        let cut = min_games.is_none() && places.iter().all(|place| *place == Place::FewGames);
        return Err(if cut && count > MAX_FITTED { NoFit::TooMany } else { NoFit::NotJoined });
    }
    if fitted.len() > MAX_FITTED {
        return Err(NoFit::TooMany);
    }
    let inside =
        |pair: &&Pair| numbers[pair.first] != usize::MAX && numbers[pair.second] != usize::MAX;
    let renumbered =
        |pair: &Pair| Pair { first: numbers[pair.first], second: numbers[pair.second], ..*pair };
    let pairs: Vec<Pair> = pairs.iter().filter(inside).map(renumbered).collect();
    let data = Data::new(fitted.len(), pairs);
    let maximum = data.maximum()?;
    let left = |why| places.iter().filter(|place| **place == why).count();
    Ok(Fit {
        min_games: least,
        few_games: left(Place::FewGames),
        apart: left(Place::Apart),
        ..data.described(&maximum, &fitted, confidence)
    })
}

/// The smallest number of games that not too many players have.
fn least_games(count: usize, pairs: &[Pair]) -> u64 {
    let mut games = vec![0u64; count];
    for pair in pairs {
        games[pair.first] += pair.tally.games();
        games[pair.second] += pair.tally.games();
    }
    games.sort_unstable_by(|a, b| b.cmp(a));
    games.get(MAX_FITTED).map_or(1, |games| games + 1)
}

/// The games of players 0, 1, ..
struct Data {
    players: usize,
    pairs: Vec<Pair>,
    draws: u64,
    /// All of them drawn?
    decided: u64,
}

/// θ, then γ, then ln ν if there are draws.
type Parameters = Vec<f64>;

struct Maximum {
    at: Parameters,
    factor: Factor,
    value: f64,
}

/// What one game is expected to be.
struct Expected {
    /// The mean of 1/2 for a win of the first, -1/2 for a loss, 0 for a draw, and its variance.
    score: f64,
    spread: f64,
    draw: f64,
    log_sum: f64,
    /// Half of δ.
    half: f64,
}

impl Data {
    fn new(players: usize, pairs: Vec<Pair>) -> Self {
        let draws = pairs.iter().map(|pair| pair.tally.draws).sum();
        let decided = pairs.iter().map(|pair| pair.tally.decided()).sum();
        Self { players, pairs, draws, decided }
    }

    fn size(&self) -> usize {
        self.players + 1 + usize::from(self.draws > 0)
    }

    fn expected(&self, at: &[f64], pair: &Pair) -> Expected {
        let half = (at[pair.first] - at[pair.second] + at[self.players]) / 2.0;
        // Divided by the largest of the three, so that nothing overflows.
        let draw = at.get(self.players + 1).copied().unwrap_or(f64::NEG_INFINITY);
        let largest = half.abs().max(draw);
        let [win, loss, draw] = [half, -half, draw].map(|x| libm::exp(x - largest));
        let sum = win + loss + draw;
        let score = (win - loss) / (2.0 * sum);
        Expected {
            score,
            spread: (win + loss) / (4.0 * sum) - score * score,
            draw: draw / sum,
            log_sum: largest + libm::log(sum),
            half,
        }
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let of = |pair: &Pair| {
            let expected = self.expected(at, pair);
            let (first, second) = (pair.tally.first as f64, pair.tally.second as f64);
            (first - second) * expected.half - pair.tally.games() as f64 * expected.log_sum
        };
        let drawn = at.get(self.players + 1).map_or(0.0, |draw| draw * self.draws as f64);
        self.pairs.iter().map(of).sum::<f64>() + drawn
    }

    /// The gradient, and the negative of the second derivatives. Strengths are determined up
    /// to a constant only: that their sum is zero is added as an observation.
    fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let (gamma, draw) = (self.players, self.players + 1);
        let mut gradient = vec![0.0; self.size()];
        let mut matrix = Matrix::zero(self.size());
        for pair in &self.pairs {
            let expected = self.expected(at, pair);
            let games = pair.tally.games() as f64;
            let score = (pair.tally.first as f64 - pair.tally.second as f64) / 2.0;
            let change = score - games * expected.score;
            gradient[pair.first] += change;
            gradient[pair.second] -= change;
            gradient[gamma] += change;
            let spread = games * expected.spread;
            let (i, j) = (pair.first, pair.second);
            for (row, column, sign) in [
                (i, i, 1.0),
                (j, j, 1.0),
                (i, j, -1.0),
                (gamma, gamma, 1.0),
                (gamma, i, 1.0),
                (gamma, j, -1.0),
            ] {
                matrix.add(row, column, sign * spread);
            }
            if self.draws > 0 {
                gradient[draw] += pair.tally.draws as f64 - games * expected.draw;
                let joint = -games * expected.score * expected.draw;
                matrix.add(draw, draw, games * expected.draw * (1.0 - expected.draw));
                matrix.add(draw, gamma, joint);
                matrix.add(draw, i, joint);
                matrix.add(draw, j, -joint);
            }
        }
        for row in 0..self.players {
            for column in 0..=row {
                matrix.add(row, column, self.anchor());
            }
        }
        (gradient, matrix)
    }

    /// How firmly the sum of the strengths is held at zero: about as firmly as everything else.
    fn anchor(&self) -> f64 {
        (self.decided + self.draws) as f64 / (self.players * self.players) as f64
    }

    fn maximum(&self) -> Result<Maximum, NoFit> {
        if self.decided == 0 {
            return Err(NoFit::AllDrawn);
        }
        let mut at = vec![0.0; self.size()];
        let mut value = self.log_likelihood(&at);
        for _ in 0..MOST_STEPS {
            let (mut step, matrix) = self.derivatives(&at);
            let gradient = step.clone();
            let factor = matrix.factor().ok_or(NoFit::NoMaximum)?;
            factor.solve(&mut step);
            // What a whole step promises; in units of the likelihood.
            let promise: f64 = step.iter().zip(&gradient).map(|(step, slope)| step * slope).sum();
            let mut length = 1.0;
            let (next, higher) = loop {
                let next: Parameters =
                    at.iter().zip(&step).map(|(x, step)| x + length * step).collect();
                let higher = self.log_likelihood(&next);
                // Near the maximum nothing is higher any more but for rounding.
                if higher >= value || promise < 1e-9 || length < 1e-6 {
                    break (next, higher);
                }
                length /= 2.0;
            };
            (at, value) = (next, higher);
            let beyond = |x: &f64| !x.is_finite() || x.abs() > FARTHEST;
            if at[self.players..].iter().any(beyond) {
                return Err(NoFit::NoMaximum);
            }
            if promise < 1e-16 * (1.0 + value.abs()) {
                let (_, matrix) = self.derivatives(&at);
                let factor = matrix.factor().ok_or(NoFit::NoMaximum)?;
                return Ok(Maximum { at, factor, value });
            }
        }
        Err(NoFit::NoMaximum)
    }

    fn described(&self, maximum: &Maximum, players: &[usize], confidence: Confidence) -> Fit {
        let Maximum { at, factor, value } = maximum;
        let (gamma, draw) = (self.players, self.players + 1);
        let covariance = |index: usize| {
            let mut unit = vec![0.0; self.size()];
            unit[index] = 1.0;
            factor.solve(&mut unit);
            unit
        };
        let of_gamma = covariance(gamma);
        let error = of_gamma[gamma].sqrt();
        let interval = confidence.around(at[gamma], error);
        let p = logistic(at[gamma]);
        let f = (self.draws > 0).then(|| {
            // The logit of f is ln ν - ln(2 cosh(γ/2)).
            let slope = -libm::tanh(at[gamma] / 2.0) / 2.0;
            let half = (at[gamma] / 2.0).abs();
            let logit = at[draw] - half - libm::log1p(libm::exp(-2.0 * half));
            let variance = covariance(draw)[draw]
                + slope * slope * of_gamma[gamma]
                + 2.0 * slope * of_gamma[draw];
            let error = variance.max(0.0).sqrt();
            let f = logistic(logit);
            let interval = confidence.around(logit, error).map(logistic);
            FittedValue { value: f, error: f * (1.0 - f) * error, interval }
        });
        let mut games = vec![0; self.players];
        for pair in &self.pairs {
            games[pair.first] += pair.tally.games();
            games[pair.second] += pair.tally.games();
        }
        // What the anchor adds to every variance.
        let held = 1.0 / (self.anchor() * (self.players * self.players) as f64);
        let variances = factor.inverse_diagonal();
        let mean = at[..self.players].iter().sum::<f64>() / self.players as f64;
        let rating = |k: usize| Rating {
            player: players[k],
            elo: ELO * (at[k] - mean),
            error: ELO * (variances[k] - held).max(0.0).sqrt(),
            games: games[k],
        };
        let mut ratings: Vec<Rating> = (0..self.players).map(rating).collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.player.cmp(&b.player)));
        Fit {
            p: FittedValue {
                value: p,
                error: p * (1.0 - p) * error,
                interval: interval.map(logistic),
            },
            f,
            first_move: FittedValue {
                value: ELO * at[gamma],
                error: ELO * error,
                interval: interval.map(|x| ELO * x),
            },
            ratings,
            games: self.decided + self.draws,
            min_games: 0,
            few_games: 0,
            apart: 0,
            log_likelihood: Some(*value),
            spread: None,
            slope: None,
            settled: true,
            approximate: false,
        }
    }
}

#[cfg(test)]
#[path = "fixed_tests.rs"]
mod tests;
