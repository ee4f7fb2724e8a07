//! Sites and terms found together, for one spread of strengths or with the likeliest one.

use super::{
    field::{Field, Pull, dot},
    games::Games,
    likelihood::{Scale, TERMS, Terms},
    sites::{Site, Step, Told, first_sites, pass},
};
use kakukin_core::checkpoint;

/// What is believed of γ, of ln ν and of the slope of given ratings before any game: their means
/// and standard deviations. The first two are so wide that they matter only where nothing else
/// does, as when the first player wins every game.
const BELIEVED: [(f64, f64); TERMS - 1] = [(0.0, 5.0), (0.0, 8.0), (1.0, 1.0)];
/// The standard deviation of how sides go with strength, per spread of strengths: believed of the
/// strengths themselves it would make small spreads more likely. Wide, so that few games are not
/// read as if sides had been drawn by lot: with 0.7, p came out a point higher where the stronger
/// player is first in two games of three (tests/schedules.rs).
const SIDES: f64 = 2.0;
/// The spread of strengths before any game: exponential with this mean (300 Elo points).
const USUAL_SPREAD: f64 = 1.727;
const MOST_PASSES: usize = 100;
/// Where a pass costs next to nothing.
const MOST_EXACT_PASSES: usize = 1_000;

/// A fit under way.
#[derive(Debug)]
pub(super) struct Settling<'g> {
    games: &'g Games,
    points: Vec<(f64, f64)>,
    pub(super) terms: Terms,
    pub(super) ln_sigma: f64,
    pub(super) field: Field,
    pub(super) sites: Vec<Site>,
    pub(super) pull: Pull,
    /// The last step of the terms, which the sites have not followed yet.
    moved: [f64; TERMS],
}

/// What holds once sites and terms have settled.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    /// The derivative of the logarithm of the posterior density by ln σ, the terms at their best.
    pub(super) slope: f64,
    /// About its second derivative, with a minus.
    pub(super) curve: f64,
    /// The covariance of the terms.
    pub(super) covariance: [[f64; TERMS]; TERMS],
    /// The logarithm of the determinant of their precision.
    pub(super) log_precision: f64,
    /// The logarithm of the marginal likelihood, where it is known.
    pub(super) evidence: Option<f64>,
    /// Whether everything has come to rest.
    pub(super) at_rest: bool,
}

/// How still everything must be: sites in standard deviations of leads, terms in theirs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub(super) sites: f64,
    pub(super) terms: f64,
}

impl<'g> Settling<'g> {
    pub(super) fn new(games: &'g Games, points: Vec<(f64, f64)>, scale: Scale) -> Self {
        let share = |some: u64, all: u64| (some as f64 + 0.5) / (all as f64 + 1.0);
        let f = share(games.draws, games.games);
        let ln_nu =
            if games.draws == 0 { f64::NEG_INFINITY } else { libm::log(2.0 * f / (1.0 - f)) };
        let terms = Terms { gamma: 0.0, ln_nu, slope: 1.0, sides: 0.0, scale };
        let ln_sigma = 0.0;
        let mut field = Field::new(games);
        field.set_spread(games, 1.0);
        field.forget(1.0);
        let (sites, pull) = first_sites(games, &field, &terms);
        let moved = [0.0; TERMS];
        Self { games, points, terms, ln_sigma, field, sites, pull, moved }
    }

    /// Whether each of the terms is in the model.
    fn free(&self) -> [bool; TERMS] {
        [true, self.games.draws > 0, self.games.rated, true]
    }

    /// The mean and the standard deviation of a term before any game.
    fn believed(&self, term: usize) -> (f64, f64) {
        let sides = (0.0, SIDES / libm::exp(self.ln_sigma));
        BELIEVED.get(term).copied().unwrap_or(sides)
    }

    /// Runs until everything rests, the spread too if it is `free`.
    pub(super) fn run(&mut self, free: bool, rest: Rest) -> Settled {
        let most = if self.field.is_exact() { MOST_EXACT_PASSES } else { MOST_PASSES };
        let mut passes = 0;
        loop {
            checkpoint();
            passes += 1;
            let sigma = libm::exp(self.ln_sigma);
            self.field.set_spread(self.games, sigma);
            self.field.solve(self.games, &self.sites, &self.pull);
            let carried = self.carried();
            let (slope, curve) = self.slope_by_spread(sigma);
            // Where all sites at once go too far, smaller steps come to rest.
            let pace = match passes {
                0..=12 => 1.0,
                13..=50 => 0.6,
                _ => 0.3,
            };
            let told = self.pass(pace);
            let (precision, step) = self.step(&told, carried);
            let step = step.map(|step| pace * step);
            self.moved = step;
            self.terms = self.terms.moved(step);
            self.pull.shift(step);
            let mut still = told.change < rest.sites
                && (0..TERMS).all(|k| step[k].abs() * precision[k][k].sqrt() < rest.terms);
            if free {
                let step = (pace * slope / curve).clamp(-0.3, 0.3);
                still &= step.abs() * curve.sqrt() < rest.terms;
                self.ln_sigma += step;
            }
            if still || passes == most {
                let (covariance, log_precision) = inverse(precision);
                return Settled {
                    slope,
                    curve,
                    covariance,
                    log_precision,
                    evidence: self.evidence(&told),
                    at_rest: still,
                };
            }
        }
    }

    fn pass(&mut self, pace: f64) -> Told {
        let Self { games, points, terms, field, sites, pull, moved, .. } = self;
        pass(games, field, terms, Step { moved: *moved, pace }, points, sites, pull)
    }

    /// How much of what is known of the terms goes into the strengths instead.
    fn carried(&self) -> [[f64; TERMS]; TERMS] {
        let mut carried = [[0.0; TERMS]; TERMS];
        for (pull, moves) in self.pull.moves.iter().zip(&self.field.moves) {
            for row in 0..TERMS {
                for column in 0..TERMS {
                    carried[row][column] += pull[row] * moves[column];
                }
            }
        }
        carried
    }

    /// The precision of the terms and Newton's step.
    fn step(
        &self,
        told: &Told,
        carried: [[f64; TERMS]; TERMS],
    ) -> ([[f64; TERMS]; TERMS], [f64; TERMS]) {
        let at = [self.terms.gamma, self.terms.ln_nu, self.terms.slope, self.terms.sides];
        let free = self.free();
        let mut precision = [[0.0; TERMS]; TERMS];
        let mut slope = [0.0; TERMS];
        for row in 0..TERMS {
            if !free[row] {
                precision[row][row] = 1.0;
                continue;
            }
            let (mean, deviation) = self.believed(row);
            slope[row] = told.slope[row] - (at[row] - mean) / (deviation * deviation);
            for column in 0..TERMS {
                if free[column] {
                    let (high, low) = (row.max(column), row.min(column));
                    let both = (carried[row][column] + carried[column][row]) / 2.0;
                    precision[row][column] = told.known[high][low] - both;
                }
            }
            precision[row][row] += 1.0 / (deviation * deviation);
        }
        // While nothing is settled less may seem known than nothing.
        if !is_positive(precision) {
            for row in 0..TERMS {
                let (own, (_, deviation)) = (told.known[row][row].max(0.0), self.believed(row));
                precision[row] = [0.0; TERMS];
                precision[row][row] =
                    if free[row] { own + 1.0 / (deviation * deviation) } else { 1.0 };
            }
        }
        let (covariance, _) = inverse(precision);
        let step = covariance.map(|row| dot(row, slope).clamp(-0.5, 0.5));
        (precision, step)
    }

    /// The derivative of the logarithm of the density by ln σ, and about its second.
    fn slope_by_spread(&self, sigma: f64) -> (f64, f64) {
        let precision = 1.0 / (sigma * sigma);
        let (mut slope, mut curve) = (1.0 - sigma / USUAL_SPREAD, sigma / USUAL_SPREAD);
        for (k, (mean, variance)) in self.field.mean.iter().zip(&self.field.variance).enumerate() {
            if self.games.anchor != Some(k) {
                slope += (mean * mean + variance) * precision - 1.0;
                let learnt = 1.0 - (variance * precision).min(1.0);
                curve += 2.0 * learnt * learnt;
            }
        }
        let sides = self.terms.sides * sigma / SIDES;
        slope += 1.0 - sides * sides;
        (slope, curve.max(0.5))
    }

    fn evidence(&self, told: &Told) -> Option<f64> {
        let prior: f64 = self.field.prior.iter().map(|prior| libm::log(*prior)).sum();
        let quadratic: f64 = self.field.mean.iter().zip(&self.pull.mean).map(|(m, h)| m * h).sum();
        Some(told.evidence + (prior - self.field.log_determinant? + quadratic) / 2.0)
    }
}

/// Whether a symmetric matrix is positive definite, with something to spare.
fn is_positive(matrix: [[f64; TERMS]; TERMS]) -> bool {
    let mut rows = matrix;
    (0..TERMS).all(|k| {
        let pivot = rows[k][k];
        let row = rows[k];
        for values in &mut rows[k + 1..] {
            let factor = values[k] / pivot;
            for (x, y) in values.iter_mut().zip(row) {
                *x -= factor * y;
            }
        }
        pivot > 1e-3 * matrix[k][k] && pivot.is_finite()
    })
}

/// The inverse of a symmetric positive definite matrix, and the logarithm of its determinant.
pub(super) fn inverse(matrix: [[f64; TERMS]; TERMS]) -> ([[f64; TERMS]; TERMS], f64) {
    let mut rows = [[0.0; 2 * TERMS]; TERMS];
    for (k, row) in rows.iter_mut().enumerate() {
        row[..TERMS].copy_from_slice(&matrix[k]);
        row[TERMS + k] = 1.0;
    }
    let mut log = 0.0;
    for k in 0..TERMS {
        let pivot = rows[k][k].max(1e-12);
        log += libm::log(pivot);
        rows[k] = rows[k].map(|x| x / pivot);
        let row = rows[k];
        for (other, values) in rows.iter_mut().enumerate() {
            if other != k {
                let factor = values[k];
                for (x, y) in values.iter_mut().zip(row) {
                    *x -= factor * y;
                }
            }
        }
    }
    let mut found = [[0.0; TERMS]; TERMS];
    for (to, row) in found.iter_mut().zip(rows) {
        to.copy_from_slice(&row[TERMS..]);
    }
    (found, log)
}
