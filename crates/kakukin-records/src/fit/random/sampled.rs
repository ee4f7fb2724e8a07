//! Covariances of many strengths, from samples.
//!
//! With precision H = diag(prior) + Σ w (eᵢ - eⱼ)(eᵢ - eⱼ)ᵀ a vector b of random signs, weighted
//! by the roots of the prior and of the w, has covariance H; so x = H⁻¹b has covariance H⁻¹. All
//! right-hand sides, those of the means too, are solved at once by conjugate gradients.
//!
//! A variance is not taken from the samples alone: of two players, given all others, it is known,
//! and only the variance of the conditional means is sampled (Sidén et al., "Efficient covariance
//! approximations for large sparse precision matrices", JCGS 27, 2018). Random numbers are
//! hashes of what they are for: the same games give the same figures, and what converges can.

use super::{field::Pull, games::Games, likelihood::TERMS, sites::Site};
use kakukin_core::checkpoint;

/// Right-hand sides solved at once: the means, how they move with the terms, samples.
pub(super) const LANES: usize = 16;
pub(super) const SAMPLES: usize = LANES - 1 - TERMS;
const FIRST_SAMPLE: usize = 1 + TERMS;
const MOST_STEPS: usize = 400;
/// Meetings between two checkpoints.
const STRETCH: usize = 1 << 14;

type Row = [f64; LANES];

#[derive(Debug)]
pub(super) struct Lanes {
    right: Vec<Row>,
    x: Vec<Row>,
    residual: Vec<Row>,
    direction: Vec<Row>,
    product: Vec<Row>,
    /// The diagonal of H.
    diagonal: Vec<f64>,
    prior: Vec<f64>,
}

impl Lanes {
    pub(super) fn new(nodes: usize) -> Self {
        let rows = || vec![[0.0; LANES]; nodes];
        Self {
            right: rows(),
            x: rows(),
            residual: rows(),
            direction: rows(),
            product: rows(),
            diagonal: vec![0.0; nodes],
            prior: vec![0.0; nodes],
        }
    }

    /// The right-hand sides of these sites.
    pub(super) fn prepare(&mut self, games: &Games, sites: &[Site], prior: &[f64], pull: &Pull) {
        self.sample(games, sites, prior, 0);
        for (k, row) in self.right.iter_mut().enumerate() {
            row[0] = pull.mean[k];
            row[1..=TERMS].copy_from_slice(&pull.moves[k]);
        }
    }

    /// Other samples, and this right-hand side in the place of the means.
    pub(super) fn again(
        &mut self,
        games: &Games,
        sites: &[Site],
        prior: &[f64],
        right: &[f64],
        round: u64,
    ) {
        self.sample(games, sites, prior, round);
        for (k, row) in self.right.iter_mut().enumerate() {
            row[..FIRST_SAMPLE].fill(0.0);
            row[0] = right[k];
            self.x[k][1..].fill(0.0);
        }
    }

    fn sample(&mut self, games: &Games, sites: &[Site], prior: &[f64], round: u64) {
        self.prior.copy_from_slice(prior);
        self.diagonal.copy_from_slice(prior);
        for (k, row) in self.right.iter_mut().enumerate() {
            let signs = hash(round << 48 | 1 << 40 | k as u64);
            let root = prior[k].sqrt();
            for (lane, to) in row.iter_mut().enumerate().skip(FIRST_SAMPLE) {
                *to = signed(root, signs, lane);
            }
        }
        for (number, (meeting, site)) in games.meetings.iter().zip(sites).enumerate() {
            let [i, j] = meeting.players.map(|player| player as usize);
            if i == j {
                continue;
            }
            self.diagonal[i] += site.precision;
            self.diagonal[j] += site.precision;
            let signs = hash(round << 48 | number as u64);
            let root = site.precision.sqrt();
            for lane in FIRST_SAMPLE..LANES {
                let value = signed(root, signs, lane);
                self.right[i][lane] += value;
                self.right[j][lane] -= value;
            }
        }
    }

    /// Conjugate gradients, preconditioned by the diagonal, from the solution before.
    pub(super) fn solve(&mut self, games: &Games, sites: &[Site], tolerance: f64) {
        let Self { right, x, residual, direction, product, diagonal, prior } = self;
        multiply(games, sites, prior, x, product);
        let mut wanted = [0.0; LANES];
        let mut power = [0.0; LANES];
        for k in 0..x.len() {
            for lane in 0..LANES {
                residual[k][lane] = right[k][lane] - product[k][lane];
                direction[k][lane] = residual[k][lane] / diagonal[k];
                power[lane] += residual[k][lane] * direction[k][lane];
                wanted[lane] += right[k][lane] * right[k][lane] / diagonal[k];
            }
        }
        let enough = wanted.map(|wanted| wanted * tolerance * tolerance);
        for _ in 0..MOST_STEPS {
            // The means are what everything hangs on; samples are noise anyway.
            let done = |lane: usize| {
                let slack = if lane == 0 { 1.0 } else { 100.0 };
                power[lane] <= slack * enough[lane]
            };
            if (0..LANES).all(done) {
                break;
            }
            multiply(games, sites, prior, direction, product);
            let mut curve = [0.0; LANES];
            for (p, q) in direction.iter().zip(product.iter()) {
                for lane in 0..LANES {
                    curve[lane] += p[lane] * q[lane];
                }
            }
            let mut length = [0.0; LANES];
            for lane in 0..LANES {
                if curve[lane] > 0.0 {
                    length[lane] = power[lane] / curve[lane];
                }
            }
            let mut next = [0.0; LANES];
            for k in 0..x.len() {
                for lane in 0..LANES {
                    x[k][lane] += length[lane] * direction[k][lane];
                    let left = residual[k][lane] - length[lane] * product[k][lane];
                    residual[k][lane] = left;
                    next[lane] += left * left / diagonal[k];
                }
            }
            let mut ratio = [0.0; LANES];
            for lane in 0..LANES {
                if power[lane] > 0.0 {
                    ratio[lane] = next[lane] / power[lane];
                }
            }
            for k in 0..x.len() {
                for lane in 0..LANES {
                    direction[k][lane] =
                        residual[k][lane] / diagonal[k] + ratio[lane] * direction[k][lane];
                }
            }
            power = next;
        }
    }

    pub(super) fn solution(&self) -> &[Row] {
        &self.x
    }

    /// The variance of a strength: known given all others, sampled for their sake.
    pub(super) fn variance(&self, k: usize) -> f64 {
        let inner = self.diagonal[k];
        let mean = |lane: usize| (self.right[k][lane] / inner) - self.x[k][lane];
        1.0 / inner + mean_square(mean)
    }

    /// The variance of a lead, with both strengths unknown.
    pub(super) fn variance_of_lead(&self, i: usize, j: usize, precision: f64) -> f64 {
        if i == j {
            return 0.0;
        }
        let (a, b) = (self.diagonal[i], self.diagonal[j]);
        let determinant = a * b - precision * precision;
        let known = (a + b - 2.0 * precision) / determinant;
        // Given the others, both means solve [a, -w; -w, b] y = -(what the others add).
        let mean = |lane: usize| {
            let of = |k: usize, own: f64, other: f64| {
                let all = self.right[k][lane];
                all - own * self.x[k][lane] + precision * other
            };
            let first = of(i, a, self.x[j][lane]);
            let second = of(j, b, self.x[i][lane]);
            // (b - w) first - (a - w) second, over the determinant.
            ((b - precision) * first - (a - precision) * second) / determinant
        };
        known + mean_square(mean)
    }
}

fn mean_square(of: impl Fn(usize) -> f64) -> f64 {
    (FIRST_SAMPLE..LANES).map(|lane| of(lane) * of(lane)).sum::<f64>() / SAMPLES as f64
}

/// H x.
fn multiply(games: &Games, sites: &[Site], prior: &[f64], x: &[Row], product: &mut [Row]) {
    for ((to, x), prior) in product.iter_mut().zip(x).zip(prior) {
        for lane in 0..LANES {
            to[lane] = prior * x[lane];
        }
    }
    for (meetings, sites) in games.meetings.chunks(STRETCH).zip(sites.chunks(STRETCH)) {
        checkpoint();
        for (meeting, site) in meetings.iter().zip(sites) {
            let [i, j] = meeting.players.map(|player| player as usize);
            if i == j {
                continue;
            }
            let (first, second) = (&x[i], &x[j]);
            let mut flow = [0.0; LANES];
            for lane in 0..LANES {
                flow[lane] = site.precision * (first[lane] - second[lane]);
            }
            for (to, flow) in product[i].iter_mut().zip(flow) {
                *to += flow;
            }
            for (to, flow) in product[j].iter_mut().zip(flow) {
                *to -= flow;
            }
        }
    }
}

fn signed(x: f64, signs: u64, lane: usize) -> f64 {
    if signs >> lane & 1 == 0 { x } else { -x }
}

/// SplitMix64.
fn hash(x: u64) -> u64 {
    let mut x = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
