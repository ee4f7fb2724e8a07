//! The normal distribution of all strengths given the sites: its means and what is needed of
//! its covariances, exactly or, for many players, from samples.

use super::{
    games::Games,
    likelihood::TERMS,
    sampled::{LANES, Lanes, SAMPLES},
    sites::Site,
};
use crate::fit::matrix::{Factor, Matrix};
use kakukin_core::checkpoint;

/// Up to so many players covariances are exact: the work grows with the third power.
pub(super) const MAX_EXACT: usize = 250;

/// Means and covariances.
#[derive(Debug)]
pub(super) struct Field {
    /// The precision of each strength before any game.
    pub(super) prior: Vec<f64>,
    pub(super) mean: Vec<f64>,
    pub(super) variance: Vec<f64>,
    /// How the means move with each of the terms.
    pub(super) moves: Vec<[f64; TERMS]>,
    /// Mean and variance of the lead of each meeting.
    pub(super) leads: Vec<(f64, f64)>,
    /// The logarithm of the determinant of the precision, where it is known.
    pub(super) log_determinant: Option<f64>,
    how: How,
}

#[derive(Debug)]
enum How {
    Exact(Vec<f64>),
    Sampled(Box<Lanes>),
}

/// The right-hand sides: what the sites say of the strengths, and of how they move.
#[derive(Debug, Clone)]
pub(super) struct Pull {
    pub(super) mean: Vec<f64>,
    pub(super) moves: Vec<[f64; TERMS]>,
}

impl Pull {
    pub(super) fn new(nodes: usize) -> Self {
        Self { mean: vec![0.0; nodes], moves: vec![[0.0; TERMS]; nodes] }
    }

    pub(super) fn clear(&mut self) {
        self.mean.fill(0.0);
        self.moves.fill([0.0; TERMS]);
    }

    /// What it is with terms that have moved by so much.
    pub(super) fn shift(&mut self, by: [f64; TERMS]) {
        for (mean, moves) in self.mean.iter_mut().zip(&self.moves) {
            *mean += dot(*moves, by);
        }
    }
}

impl Field {
    pub(super) fn new(games: &Games) -> Self {
        if games.nodes <= MAX_EXACT {
            return Self::with(games, How::Exact(Vec::new()));
        }
        Self::sampled(games)
    }

    pub(super) fn sampled(games: &Games) -> Self {
        Self::with(games, How::Sampled(Box::new(Lanes::new(games.nodes))))
    }

    fn with(games: &Games, how: How) -> Self {
        let nodes = games.nodes;
        Self {
            prior: vec![1.0; nodes],
            mean: vec![0.0; nodes],
            variance: vec![0.0; nodes],
            moves: vec![[0.0; TERMS]; nodes],
            leads: vec![(0.0, 0.0); games.meetings.len()],
            log_determinant: None,
            how,
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        matches!(self.how, How::Exact(_))
    }

    /// The spread of the strengths before any game.
    pub(super) fn set_spread(&mut self, games: &Games, sigma: f64) {
        self.prior.fill(1.0 / (sigma * sigma));
        if let Some(anchor) = games.anchor {
            self.prior[anchor] = FREE;
        }
    }

    /// Leads as they are before any game.
    pub(super) fn forget(&mut self, sigma: f64) {
        self.leads.fill((0.0, 2.0 * sigma * sigma));
    }

    /// Solves for these sites.
    pub(super) fn solve(&mut self, games: &Games, sites: &[Site], pull: &Pull) {
        match &mut self.how {
            How::Exact(_) => self.solve_exactly(games, sites, pull),
            How::Sampled(_) => self.solve_sampled(games, sites, pull, LOOSE),
        }
    }

    fn solve_exactly(&mut self, games: &Games, sites: &[Site], pull: &Pull) {
        let nodes = games.nodes;
        let Some(factor) = factor(games, sites, &self.prior) else { return };
        let mut solved = pull.mean.clone();
        factor.solve(&mut solved);
        self.mean = solved;
        let mut column = vec![0.0; nodes];
        for term in 0..TERMS {
            for (x, pull) in column.iter_mut().zip(&pull.moves) {
                *x = pull[term];
            }
            factor.solve(&mut column);
            for (moves, x) in self.moves.iter_mut().zip(&column) {
                moves[term] = *x;
            }
        }
        let covariance = factor.inverse();
        let cell = |i: usize, j: usize| covariance[i * nodes + j];
        for (k, variance) in self.variance.iter_mut().enumerate() {
            *variance = cell(k, k);
        }
        for (lead, meeting) in self.leads.iter_mut().zip(&games.meetings) {
            let [i, j] = meeting.players.map(|player| player as usize);
            if i == j {
                continue;
            }
            let variance = cell(i, i) + cell(j, j) - 2.0 * cell(i, j);
            *lead = (self.mean[i] - self.mean[j], variance);
        }
        self.log_determinant = Some(factor.log_determinant());
        self.how = How::Exact(covariance);
    }

    fn solve_sampled(&mut self, games: &Games, sites: &[Site], pull: &Pull, tolerance: f64) {
        let How::Sampled(lanes) = &mut self.how else { return };
        lanes.prepare(games, sites, &self.prior, pull);
        lanes.solve(games, sites, tolerance);
        for (k, x) in lanes.solution().iter().enumerate() {
            self.mean[k] = x[0];
            self.moves[k].copy_from_slice(&x[1..=TERMS]);
            self.variance[k] = lanes.variance(k);
        }
        // Where anchors are one strength, a player may have met it more than once.
        let mut rest = 0;
        for met in games.meetings.chunk_by(|a, b| a.players == b.players) {
            let [i, j] = met[0].players.map(|player| player as usize);
            let these = rest..rest + met.len();
            if i == j {
                rest = these.end;
                continue;
            }
            let precision = sites[these.clone()].iter().map(|site| site.precision).sum();
            let bound = 1.0 / self.prior[i] + 1.0 / self.prior[j];
            let variance = lanes.variance_of_lead(i, j, precision).min(bound);
            self.leads[these].fill((self.mean[i] - self.mean[j], variance));
            rest += met.len();
        }
    }

    /// The covariance of each strength with a sum of strengths, and the variances once more,
    /// from so many rounds of samples.
    pub(super) fn finish(
        &mut self,
        games: &Games,
        sites: &[Site],
        pull: &Pull,
        sum: &[f64],
        rounds: usize,
    ) -> Vec<f64> {
        if let How::Exact(covariance) = &self.how {
            let row = |k: usize| &covariance[k * games.nodes..][..games.nodes];
            return (0..games.nodes)
                .map(|k| row(k).iter().zip(sum).map(|(x, y)| x * y).sum())
                .collect();
        }
        self.solve_sampled(games, sites, pull, TIGHT);
        let How::Sampled(lanes) = &mut self.how else { return Vec::new() };
        let mut variances = vec![0.0; games.nodes];
        let mut found = vec![0.0; games.nodes];
        for round in 0..rounds {
            lanes.again(games, sites, &self.prior, sum, round as u64 + 1);
            lanes.solve(games, sites, LOOSE);
            for (k, x) in lanes.solution().iter().enumerate() {
                variances[k] += lanes.variance(k) / rounds as f64;
                found[k] = x[0];
            }
        }
        self.variance = variances;
        found
    }
}

/// Nothing is known of what has this precision: a standard deviation of 10,000 units.
const FREE: f64 = 1e-8;
/// How far the residual of solutions falls: while sites still move, and at the end.
const LOOSE: f64 = 1e-4;
const TIGHT: f64 = 1e-6;

const _: () = assert!(SAMPLES + TERMS + 1 == LANES);

fn factor(games: &Games, sites: &[Site], prior: &[f64]) -> Option<Factor> {
    let mut matrix = Matrix::zero(games.nodes);
    for (k, prior) in prior.iter().enumerate() {
        checkpoint();
        matrix.add(k, k, *prior);
    }
    for (meeting, site) in games.meetings.iter().zip(sites) {
        let [i, j] = meeting.players.map(|player| player as usize);
        if i != j {
            matrix.add(i, i, site.precision);
            matrix.add(j, j, site.precision);
            matrix.add(i, j, -site.precision);
        }
    }
    matrix.factor()
}

pub(super) fn dot(a: [f64; TERMS], b: [f64; TERMS]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
