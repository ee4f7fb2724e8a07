//! Leagues played with dice, where there are too many ways they can go.

use super::{
    Chance, Encounter, Study,
    figures::{Bench, Figures, Yardstick},
};
use crate::InputError;
use kakukin_core::{BadValue, Canceller};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::{ControlFlow, Range};

/// The most leagues of one simulation.
pub const MAX_RUNS: u64 = 100_000_000;
/// The leagues that share one random stream: part of what a seed means.
const CHUNK: u64 = 256;
/// The chunks between two reports of progress.
const BATCH: u64 = 32;

/// What a simulation says.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated {
    /// Leagues played.
    pub runs: u64,
    /// The means.
    pub figures: Figures<f64>,
    /// Their standard errors.
    pub errors: Figures<f64>,
}

/// The endings of an encounter on 63 random bits: the first whose bound is above the throw.
struct Dice {
    players: [usize; 2],
    bounds: Vec<(u64, [i64; 2])>,
}

impl Dice {
    fn new(encounter: &Encounter<f64>) -> Self {
        let mut sum = 0.0;
        let mut bound = |chance: &Chance<f64>| {
            sum += chance.probability;
            ((sum * (1u64 << 63) as f64) as u64, chance.points)
        };
        let mut bounds: Vec<_> = encounter.chances.iter().map(&mut bound).collect();
        // Whatever rounding has left belongs to the last that can happen.
        let last = encounter.chances.iter().rposition(|chance| chance.probability > 0.0);
        if let Some(last) = last {
            bounds.truncate(last + 1);
            bounds[last].0 = u64::MAX;
        }
        Self { players: encounter.players, bounds }
    }

    fn throw(&self, random: &mut impl Rng, scores: &mut [i64]) {
        let throw = random.next_u64() >> 1;
        let ending = self.bounds.iter().find(|(bound, _)| throw < *bound);
        if let Some((_, points)) = ending {
            for (player, points) in self.players.iter().zip(points) {
                scores[*player] += points;
            }
        }
    }
}

/// Sums of the four figures and of their squares.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    runs: u64,
    sums: [f64; 4],
    squares: [f64; 4],
}

impl Sums {
    fn count(&mut self, figures: &Figures<f64>) {
        self.runs += 1;
        let Figures { spearman, kendall, best, rank_error } = *figures;
        for (k, x) in [spearman, kendall, best, rank_error].into_iter().enumerate() {
            self.sums[k] += x;
            self.squares[k] += x * x;
        }
    }

    fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        for k in 0..4 {
            self.sums[k] += other.sums[k];
            self.squares[k] += other.squares[k];
        }
    }

    fn simulated(&self) -> Simulated {
        let runs = self.runs as f64;
        let figures = |[spearman, kendall, best, rank_error]: [f64; 4]| Figures {
            spearman,
            kendall,
            best,
            rank_error,
        };
        let means = self.sums.map(|sum| sum / runs);
        let error = |k: usize| {
            let variance = (self.squares[k] / runs - means[k] * means[k]).max(0.0);
            (variance / (runs - 1.0).max(1.0)).sqrt()
        };
        Simulated {
            runs: self.runs,
            figures: figures(means),
            errors: figures(std::array::from_fn(error)),
        }
    }
}

struct Play<'s> {
    yardstick: &'s Yardstick,
    dice: Vec<Dice>,
    rounds: Option<u32>,
    canceller: Canceller,
}

impl Study<f64> {
    /// Plays the league that many times. The same seed gives the same figures at any number of
    /// threads, and the same throws to studies that differ in their points alone. `progress`
    /// hears how many are done and may cancel it: then there is no result.
    pub fn simulate(
        &self,
        runs: u64,
        seed: u64,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Simulated>, InputError> {
        if !(1..=MAX_RUNS).contains(&runs) {
            let allowed = format!("1..{MAX_RUNS}");
            return Err(InputError::new("runs", runs, BadValue::OutOfRange, allowed));
        }
        let play = Play {
            yardstick: &self.yardstick,
            dice: self.encounters.iter().map(Dice::new).collect(),
            rounds: self.rounds,
            canceller: Canceller::current(),
        };
        let chunks = runs.div_ceil(CHUNK);
        let mut sums = Sums::default();
        for from in (0..chunks).step_by(BATCH as usize) {
            // In the order of the chunks, so that no rounding depends on the threads.
            let parts = play.batch(from..(from + BATCH).min(chunks), runs, seed);
            parts.iter().for_each(|part| sums.add(part));
            if progress(sums.runs).is_break() {
                return Ok(None);
            }
        }
        Ok(Some(sums.simulated()))
    }
}

impl Play<'_> {
    fn batch(&self, chunks: Range<u64>, runs: u64, seed: u64) -> Vec<Sums> {
        let play = |chunk: u64| self.chunk(chunk, (runs - chunk * CHUNK).min(CHUNK), seed);
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            chunks.into_par_iter().map(play).collect()
        }
        #[cfg(not(feature = "parallel"))]
        {
            chunks.map(play).collect()
        }
    }

    fn chunk(&self, chunk: u64, runs: u64, seed: u64) -> Sums {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(seed ^ mix(chunk)));
        let (mut sums, mut bench) = (Sums::default(), Bench::default());
        let mut scores = vec![0i64; self.yardstick.players()];
        let mut seats: Vec<usize> = (0..scores.len()).collect();
        for _ in 0..runs {
            self.canceller.checkpoint();
            scores.fill(0);
            match self.rounds {
                None => self.dice.iter().for_each(|dice| dice.throw(&mut random, &mut scores)),
                Some(rounds) => {
                    for _ in 0..rounds {
                        shuffle(&mut seats, &mut random);
                        for two in seats.chunks_exact(2) {
                            let dice = &self.dice[pair(two[0], two[1], scores.len())];
                            dice.throw(&mut random, &mut scores);
                        }
                    }
                }
            }
            let judged = self.yardstick.judge(&scores, &mut bench);
            sums.count(&judged.figures(self.yardstick));
        }
        sums
    }
}

/// The place of a pair among all pairs, those of the first player first.
fn pair(x: usize, y: usize, players: usize) -> usize {
    let (low, high) = (x.min(y), x.max(y));
    low * (2 * players - low - 1) / 2 + high - low - 1
}

/// Fisher and Yates. So few seats that the last bits of a throw do not matter.
fn shuffle(seats: &mut [usize], random: &mut impl Rng) {
    for last in (1..seats.len()).rev() {
        let below = last as u128 + 1;
        let other = (u128::from(random.next_u64()) * below) >> 64;
        seats.swap(last, other as usize);
    }
}

/// The finaliser of SplitMix64: neighbouring seeds and chunks become unrelated.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
