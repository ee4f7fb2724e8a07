//! Strengths as random effects: normally distributed over the players, with a spread that is
//! estimated with everything else.
//!
//! Strengths rᵢ ~ N(0, σ²) in Elo points (with given ratings: slope · rating + what they do not
//! tell); a lead means an expected score ([`kakukin_core::Davidson`]). With p, f, the slope and σ
//! fixed, the posterior of the strengths is found by expectation propagation (`sites.rs`); p, f
//! and the slope are where the marginal likelihood is greatest, with its curvature
//! (`settle.rs`). σ decides how far players are drawn together, and its posterior is not normal:
//! it is gone through point by point, and everything else is a mixture over these points. So the
//! intervals hold what is not known of σ too.
//!
//! The density of σ is integrated from its derivative, Σ E(rᵢ²)/σ² - n at the best terms, which
//! needs no determinants: for many players covariances are sampled (`sampled.rs`).

mod field;
mod games;
mod hermite;
mod likelihood;
mod mixture;
mod sampled;
mod settle;
mod sites;

use super::{Fit, FitOptions, FittedValue, Known, NoFit, Rating, logistic};
use crate::{Pair, Players};
use games::Games;
use hermite::hermite;
use kakukin_core::Confidence;
pub(super) use likelihood::ELO;
use likelihood::{Scale, TERMS, Terms};
use mixture::Part;
use settle::{Rest, Settled, Settling};

/// Meetings beyond which σ is known so well that few points tell of it, and sites of a few games
/// each are integrated with fewer points.
const MANY: usize = 100_000;
/// Points of σ lie this many standard deviations apart, and go out until their density is this
/// much smaller (as a logarithm), on each side at most so many.
const APART: f64 = 0.75;
const FADED: f64 = 7.0;
const MOST_POINTS: usize = 14;
/// A spread of four Elo points is none.
const LEAST_SPREAD: f64 = 0.023;
/// More rounds of samples for the errors of ratings.
const ROUNDS: usize = 3;

/// What holds at one spread.
#[derive(Clone)]
struct Point {
    ln_sigma: f64,
    /// The logarithm of the density of ln σ, up to a constant.
    density: f64,
    terms: Terms,
    settled: Settled,
    /// Strengths in natural units as they are shown, and their standard deviations.
    strengths: Vec<(f64, f64)>,
}

pub(super) fn fit(
    players: &Players,
    pairs: &[Pair],
    options: &FitOptions<'_>,
) -> Result<Fit, NoFit> {
    let least = options.min_games.unwrap_or(1);
    let games = Games::new(players, pairs, least, options.known);
    if games.games == 0 {
        return Err(NoFit::NotJoined);
    }
    if games.decided == 0 {
        return Err(NoFit::AllDrawn);
    }
    let points = points(&games, &options.known);
    Ok(described(&games, pairs, &points, options, least))
}

/// Everything at the spreads that are likely.
fn points(games: &Games, known: &Known<'_>) -> Vec<Point> {
    let many = games.meetings.len() > MANY;
    let mut settling = Settling::new(games, hermite(if many { 3 } else { 9 }), Scale::Score);
    let exact = settling.field.is_exact();
    let rest = match (exact, many) {
        (true, _) => Rest { sites: 1e-5, terms: 1e-4 },
        (false, false) => Rest { sites: 3e-3, terms: 1e-2 },
        (false, true) => Rest { sites: 1e-2, terms: 3e-2 },
    };
    let settled = settling.run(true, rest);
    let step = if many { 3f64.sqrt() } else { APART } / settled.curve.sqrt();
    let step = step.clamp(1e-4, 0.5);
    let centre = settling.ln_sigma;
    // Without the step that `run` has made at last.
    let settled = Settled { slope: 0.0, ..settled };
    let rounds = if exact { 0 } else { ROUNDS };
    let first = point(games, &mut settling, settled, known, rounds);
    // What does not rest at its best place is not gone through at all others.
    if many || (!exact && !first.settled.at_rest) {
        return alike(first, step);
    }
    let mut found = vec![first];
    for side in [1.0, -1.0] {
        let mut before = (0.0, 0.0);
        for number in 1..=MOST_POINTS {
            settling.ln_sigma = centre + side * step * number as f64;
            if settling.ln_sigma < libm::log(LEAST_SPREAD) {
                break;
            }
            let settled = settling.run(false, rest);
            let (density, slope) = before;
            let density = density + side * step * (slope + settled.slope) / 2.0;
            before = (density, settled.slope);
            let rounds = usize::from(!exact);
            let mut next = point(games, &mut settling, settled, known, rounds);
            next.density = density;
            found.push(next);
            if density < -FADED {
                break;
            }
        }
    }
    for point in &mut found {
        point.density -= point.settled.log_precision / 2.0;
    }
    found.sort_by(|a, b| a.ln_sigma.total_cmp(&b.ln_sigma));
    found
}

/// With many players σ is known so well that nothing else moves with it: its density is that of
/// the normal distribution, at three points.
fn alike(centre: Point, step: f64) -> Vec<Point> {
    let aside = |side: f64| Point {
        ln_sigma: centre.ln_sigma + side * step,
        density: -1.5,
        ..centre.clone()
    };
    vec![aside(-1.0), centre.clone(), aside(1.0)]
}

/// Strengths as they are shown: above their mean, above the anchors, or around the given ratings.
fn point(
    games: &Games,
    settling: &mut Settling<'_>,
    settled: Settled,
    known: &Known<'_>,
    rounds: usize,
) -> Point {
    let nodes = games.nodes as f64;
    let origin: Vec<f64> = match games.anchor {
        Some(anchor) => (0..games.nodes).map(|k| f64::from(u8::from(k == anchor))).collect(),
        None => vec![1.0 / nodes; games.nodes],
    };
    let Settling { field, sites, pull, terms, ln_sigma, .. } = settling;
    let with_origin = field.finish(games, sites, pull, &origin, rounds);
    let weigh = |of: &dyn Fn(usize) -> f64| -> f64 {
        origin.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(k, s)| s * of(k)).sum()
    };
    let middle = weigh(&|k| field.mean[k]);
    let own = weigh(&|k| with_origin[k]);
    let given = given(games, known);
    let middle_given = weigh(&|k| given[k]);
    let mut middle_moves = [0.0; TERMS];
    for (term, middle) in middle_moves.iter_mut().enumerate() {
        *middle = weigh(&|k| field.moves[k][term]);
    }
    let strength = |k: usize| {
        if games.anchor == Some(k) {
            return (0.0, 0.0);
        }
        let above = given[k] - middle_given;
        let mut moves = field.moves[k];
        for (moves, middle) in moves.iter_mut().zip(middle_moves) {
            *moves -= middle;
        }
        moves[2] += above;
        let mut variance = field.variance[k] - 2.0 * with_origin[k] + own;
        for row in 0..TERMS {
            for column in 0..TERMS {
                variance += moves[row] * moves[column] * settled.covariance[row][column];
            }
        }
        (field.mean[k] - middle + terms.slope * above, variance.max(0.0).sqrt())
    };
    let strengths = (0..games.nodes).map(strength).collect();
    Point { ln_sigma: *ln_sigma, density: 0.0, terms: *terms, settled, strengths }
}

/// The given rating of each strength in natural units.
fn given(games: &Games, known: &Known<'_>) -> Vec<f64> {
    let mut given = vec![0.0; games.nodes];
    if let Some(ratings) = known.ratings {
        for (node, rating) in games.node_of.iter().zip(ratings) {
            if let Some(node) = node {
                given[*node as usize] = rating / ELO;
            }
        }
    }
    if let Some(anchor) = games.anchor {
        given[anchor] = known.mean_rating() / ELO;
    }
    given
}

fn described(
    games: &Games,
    pairs: &[Pair],
    points: &[Point],
    options: &FitOptions<'_>,
    least: u64,
) -> Fit {
    let highest = points.iter().map(|point| point.density).fold(f64::MIN, f64::max);
    let weights: Vec<f64> = points.iter().map(|point| libm::exp(point.density - highest)).collect();
    let all: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|weight| weight / all).collect();
    // A figure by its value and its slopes at each point.
    let parts = |of: &dyn Fn(&Terms) -> (f64, [f64; TERMS])| -> Vec<Part> {
        let part = |(point, weight): (&Point, &f64)| {
            let (value, slopes) = of(&point.terms);
            let mut variance = 0.0;
            for row in 0..TERMS {
                for column in 0..TERMS {
                    variance +=
                        slopes[row] * slopes[column] * point.settled.covariance[row][column];
                }
            }
            (*weight, value, variance.max(0.0).sqrt())
        };
        points.iter().zip(&weights).map(part).collect()
    };
    let gamma = parts(&|terms| (terms.gamma, [1.0, 0.0, 0.0, 0.0]));
    let p = share(&gamma, options.confidence);
    let f = (games.draws > 0).then(|| {
        let logit = parts(&|terms| {
            let (value, [by_gamma, by_nu]) = terms.logit_f();
            (value, [by_gamma, by_nu, 0.0, 0.0])
        });
        share(&logit, options.confidence)
    });
    let first_move = plain(&parts(&first_move), options.confidence, ELO);
    let slope = games.rated.then(|| {
        plain(&parts(&|terms| (terms.slope, [0.0, 0.0, 1.0, 0.0])), options.confidence, 1.0)
    });
    let best = points.iter().max_by(|a, b| a.density.total_cmp(&b.density));
    let (ratings, few_games) = ratings(games, pairs, points, &weights, options);
    Fit {
        p,
        f,
        first_move,
        spread: Some(spread(points, options.confidence)),
        slope,
        ratings,
        games: games.games,
        min_games: least,
        few_games,
        apart: 0,
        log_likelihood: best.and_then(|point| point.settled.evidence),
        settled: points.iter().all(|point| point.settled.at_rest),
        approximate: games.nodes > field::MAX_EXACT,
    }
}

/// The expected score of the first player between equals, as a lead in natural units, and how it
/// moves with the terms.
fn first_move(terms: &Terms) -> (f64, [f64; TERMS]) {
    let of = |terms: &Terms| {
        let (p, f) = (logistic(terms.gamma), logistic(terms.logit_f().0));
        let score = (1.0 - f) * p + f / 2.0;
        let other = (1.0 - f) * (1.0 - p) + f / 2.0;
        libm::log(score / other)
    };
    const STEP: f64 = 1e-4;
    let mut slopes = [0.0; TERMS];
    for (term, slope) in slopes.iter_mut().enumerate().take(2) {
        let mut by = [0.0; TERMS];
        by[term] = STEP;
        *slope = (of(&terms.moved(by)) - of(&terms.moved(by.map(|x| -x)))) / (2.0 * STEP);
    }
    if terms.ln_nu == f64::NEG_INFINITY {
        slopes[1] = 0.0;
    }
    (of(terms), slopes)
}

/// A rate that is known by its logit: its mean, its deviation, its interval.
fn share(logit: &[Part], confidence: Confidence) -> FittedValue {
    let points = hermite(15);
    let mean = mixture::mean(logit, &points, logistic);
    let square = mixture::mean(logit, &points, |x| (logistic(x) - mean) * (logistic(x) - mean));
    FittedValue {
        value: mean,
        error: square.sqrt(),
        interval: ends(logit, confidence).map(logistic),
    }
}

fn plain(parts: &[Part], confidence: Confidence, unit: f64) -> FittedValue {
    let (mean, deviation) = mixture::moments(parts);
    FittedValue {
        value: unit * mean,
        error: unit * deviation,
        interval: ends(parts, confidence).map(|x| unit * x),
    }
}

fn ends(parts: &[Part], confidence: Confidence) -> [f64; 2] {
    let tail = (1.0 - confidence.level()) / 2.0;
    [mixture::quantile(parts, tail), mixture::quantile(parts, 1.0 - tail)]
}

/// The spread of strengths in Elo points: its median, its deviation, its interval.
fn spread(points: &[Point], confidence: Confidence) -> FittedValue {
    const FINE: usize = 40;
    let at: Vec<(f64, f64)> = points.iter().map(|point| (point.ln_sigma, point.density)).collect();
    let highest = at.iter().map(|(_, density)| *density).fold(f64::MIN, f64::max);
    // Through the three points that are nearest, a parabola; beyond the ends as far as it falls.
    let density = |x: f64| {
        let centre = at.partition_point(|point| point.0 < x).clamp(1, at.len().max(3) - 2);
        let Some([a, b, c]) = at.get(centre - 1..centre + 2) else { return 0.0 };
        let term = |one: &(f64, f64), two: &(f64, f64), three: &(f64, f64)| {
            one.1 * (x - two.0) * (x - three.0) / ((one.0 - two.0) * (one.0 - three.0))
        };
        let value = term(a, b, c) + term(b, a, c) + term(c, a, b) - highest;
        libm::exp(value.min(1.0))
    };
    let (first, last) = (at[0].0, at[at.len() - 1].0);
    let reach = (last - first) / at.len() as f64;
    let falls = |out: f64, end: f64| density(out) < density(end);
    let low = if falls(first - reach, first) { first - 2.0 * reach } else { first };
    let high = if falls(last + reach, last) { last + 2.0 * reach } else { last };
    let steps = FINE * (at.len() + 4);
    let width = (high - low) / steps as f64;
    let mut below = Vec::with_capacity(steps);
    let (mut sum, mut first_moment, mut second_moment) = (0.0, 0.0, 0.0);
    for k in 0..steps {
        let x = low + (k as f64 + 0.5) * width;
        let (mass, sigma) = (density(x), ELO * libm::exp(x));
        sum += mass;
        first_moment += mass * sigma;
        second_moment += mass * sigma * sigma;
        below.push(sum);
    }
    let quantile = |chance: f64| {
        let k = below.partition_point(|mass| *mass < chance * sum);
        ELO * libm::exp(low + (k as f64 + 0.5) * width)
    };
    let mean = first_moment / sum;
    let tail = (1.0 - confidence.level()) / 2.0;
    FittedValue {
        value: quantile(0.5),
        error: (second_moment / sum - mean * mean).max(0.0).sqrt(),
        interval: [quantile(tail), quantile(1.0 - tail)],
    }
}

/// The strengths of all players, the strongest first, and how many players have too few games.
fn ratings(
    games: &Games,
    pairs: &[Pair],
    points: &[Point],
    weights: &[f64],
    options: &FitOptions<'_>,
) -> (Vec<Rating>, usize) {
    let mut played = vec![0u64; games.node_of.len()];
    for pair in pairs {
        if games.node_of[pair.first].is_some() && games.node_of[pair.second].is_some() {
            played[pair.first] += pair.tally.games();
            played[pair.second] += pair.tally.games();
        }
    }
    let shown = |node: usize| {
        let parts: Vec<Part> = points
            .iter()
            .zip(weights)
            .map(|(point, weight)| (*weight, point.strengths[node].0, point.strengths[node].1))
            .collect();
        mixture::moments(&parts)
    };
    let middle = match (games.anchor, options.known.ratings) {
        (None, Some(_)) => {
            let given = given(games, &options.known);
            ELO * given.iter().sum::<f64>() / games.nodes as f64
        }
        (Some(_), _) => options.known.mean_anchor(),
        (None, None) => 0.0,
    };
    let anchor = |player: usize| options.known.anchors.iter().find(|(known, _)| *known == player);
    let mut few_games = 0;
    let mut ratings = Vec::new();
    for (player, node) in games.node_of.iter().enumerate() {
        let Some(node) = node else {
            few_games += 1;
            continue;
        };
        let (mean, error) = shown(*node as usize);
        let (elo, error) = match anchor(player) {
            Some((_, elo)) => (*elo, 0.0),
            None => (middle + ELO * mean, ELO * error),
        };
        ratings.push(Rating { player, elo, error, games: played[player] });
    }
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.player.cmp(&b.player)));
    (ratings, few_games)
}

#[cfg(test)]
mod tests;
