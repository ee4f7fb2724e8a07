//! A score as engine developers read it: Elo difference, likelihood of superiority, normalised
//! Elo, each with what it may be.

use super::Frequencies;
use kakukin_core::{Confidence, elo_of_score};
use serde::Serialize;
use std::f64::consts::{FRAC_1_SQRT_2, LN_10, SQRT_2};

/// Normalised Elo points of one standard deviation of a game.
const NORMALIZED: f64 = 800.0 / LN_10;
/// Scores in deviations beyond this are not told apart from certain wins.
const FARTHEST: f64 = 50.0;

/// The Elo difference at which a score is expected; none for 0 and 1.
fn elo_difference(score: f64) -> Option<f64> {
    Some(elo_of_score(score)).filter(|elo| elo.is_finite())
}

/// What results say of the strength of the one over the other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchFigures {
    /// The mean score of a game; null without games.
    pub score: Option<f64>,
    /// The scores that the results do not speak against.
    pub score_interval: [f64; 2],
    /// The standard deviation of a game's score; null without games.
    pub deviation: Option<f64>,
    /// The Elo difference at which this score is expected; null if one side has every point.
    pub elo: Option<f64>,
    /// Its interval; an end without a bound is null.
    pub elo_interval: [Option<f64>; 2],
    /// The likelihood of superiority; null without games.
    pub los: Option<f64>,
    /// Normalised Elo; null if all results are the same.
    pub normalized_elo: Option<f64>,
    /// Its interval; an end without a bound is null.
    pub normalized_elo_interval: [Option<f64>; 2],
}

impl MatchFigures {
    /// What these results say.
    pub fn new(results: &Frequencies, confidence: Confidence) -> Self {
        let [_, z] = confidence.around(0.0, 1.0);
        let total = results.total() as f64;
        let [score, deviation, los] = match total > 0.0 {
            true => {
                // Around ½: how far from it equal players come.
                let spread = (total * results.variance_around(0.5)).sqrt();
                let away = total * (results.mean() - 0.5);
                let away = if spread > 0.0 { away / spread } else { 0.0 };
                let each = results.games_each() as f64;
                let deviation = (each * results.variance()).sqrt();
                [results.mean(), deviation, normal_below(away)].map(Some)
            }
            false => [None; 3],
        };
        let score_interval = score_interval(results, z);
        // Of pairs, in deviations of a game.
        let unit = NORMALIZED / (results.games_each() as f64).sqrt();
        let distance = distance(results);
        let ends = distance.map_or([None; 2], |centre| distance_interval(results, centre, z));
        Self {
            score,
            score_interval,
            deviation,
            elo: score.and_then(elo_difference),
            elo_interval: score_interval.map(elo_difference),
            los,
            normalized_elo: distance.map(|distance| unit * distance),
            normalized_elo_interval: ends.map(|end| end.map(|distance| unit * distance)),
        }
    }
}

/// The mean score in standard deviations of a result above ½; none if all results are the same.
pub(super) fn distance(results: &Frequencies) -> Option<f64> {
    let deviation = results.variance().sqrt();
    (deviation > 0.0).then(|| (results.mean() - 0.5) / deviation)
}

/// The scores whose likelihood is not too far below the greatest.
fn score_interval(results: &Frequencies, z: f64) -> [f64; 2] {
    let total = results.total() as f64;
    let mean = results.mean();
    if total == 0.0 {
        return [0.0, 1.0];
    }
    [-1.0, 1.0].map(|way| {
        let room = if way < 0.0 { mean } else { 1.0 - mean };
        let end = mean + way * room;
        let first =
            (z * (results.variance() / total).sqrt()).max(room / (total + 1.0)).min(room / 2.0);
        let off = |step: f64| {
            // At the end itself the likelihood is nothing.
            let left = room - step;
            if left <= 0.0 {
                f64::MAX
            } else {
                deficit_root(results.deficit_of_mean(mean + way * step)) - z
            }
        };
        match room > 0.0 {
            true => root(off, first, room).map_or(end, |step| mean + way * step),
            false => end,
        }
    })
}

/// The same for scores in deviations.
fn distance_interval(results: &Frequencies, centre: f64, z: f64) -> [Option<f64>; 2] {
    let first = z / (results.total() as f64).sqrt();
    [-1.0, 1.0].map(|way| {
        let off = |step: f64| deficit_root(results.deficit_of_distance(centre + way * step)) - z;
        root(off, first, FARTHEST).map(|step| centre + way * step)
    })
}

fn deficit_root(deficit: f64) -> f64 {
    (2.0 * deficit).sqrt()
}

/// Where a function that rises from below zero crosses it, from 0 on: a bracket is looked for in
/// growing steps up to `farthest`, and made smaller by the chord (Illinois).
fn root(of: impl Fn(f64) -> f64, first: f64, farthest: f64) -> Option<f64> {
    // What is impossible is not infinitely far away from what is not.
    let of = |x: f64| of(x).min(1e9);
    let (mut low, mut below) = (0.0, of(0.0));
    if below >= 0.0 {
        return Some(0.0);
    }
    let mut high = first;
    let mut above = of(high);
    while above < 0.0 {
        (low, below) = (high, above);
        // Half of what is left where there is an end; doubled where that is far away.
        high = (2.0 * high).min(high + (farthest - high) / 2.0);
        if high >= farthest * (1.0 - 1e-12) || high <= low {
            return None;
        }
        above = of(high);
    }
    let mut side = 0;
    for _ in 0..200 {
        let chord = low - below * (high - low) / (above - below);
        let middle = if chord > low && chord < high { chord } else { low + (high - low) / 2.0 };
        if high - low <= 1e-13 * high.max(1e-3) || middle <= low || middle >= high {
            break;
        }
        let value = of(middle);
        if value < 0.0 {
            (low, below) = (middle, value);
            above /= if side < 0 { 2.0 } else { 1.0 };
            side = -1;
        } else {
            (high, above) = (middle, value);
            below /= if side > 0 { 2.0 } else { 1.0 };
            side = 1;
        }
        if value.abs() < 1e-12 {
            return Some(middle);
        }
    }
    Some(low + (high - low) / 2.0)
}

/// The share of a standard normal distribution below a value.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// From normalised Elo to standard deviations of one result.
pub(super) fn distance_of_normalized(elo: f64, results: &Frequencies) -> f64 {
    let of_game = elo / NORMALIZED;
    if results.games_each() == 2 { of_game * SQRT_2 } else { of_game }
}
