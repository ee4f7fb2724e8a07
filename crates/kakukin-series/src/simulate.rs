//! Simulation: series played with dice, beside the exact figures.
//!
//! It plays game after game by the words of the rule. Of the sweeps it shares
//! only the turn orders, and the table of certain winners where a rule stops
//! early, so that it can serve as their oracle.

use crate::{
    Draws, Ending, Figures, InputError, Outcome, Player, Series, Turns, Undecided, clinch::Clinch,
    lattice::Slots,
};
use kakukin_core::{BadValue, Canceller, Confidence, Rational, checkpoint, to_f64};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::ops::ControlFlow;

/// The most series of one simulation.
pub const MAX_SERIES: u64 = 1_000_000_000_000;
/// The most games that one simulation may be expected to play.
const MAX_GAMES: f64 = 1e13;
/// The most series that share one random stream, and the games that they shall
/// play at most on average. Both are part of what a seed means.
const MOST_IN_CHUNK: u64 = 1 << 14;
const GAMES_IN_CHUNK: f64 = (1u64 << 22) as f64;
/// The games between two reports of progress: a fraction of a second.
const GAMES_IN_BATCH: f64 = (1u64 << 24) as f64;

/// The games between two checkpoints: microseconds.
const GAMES_BETWEEN: u64 = 1 << 12;

/// What a simulation counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Series played.
    pub series: u64,
    /// Series in which no game was drawn, by ending.
    pub without_draws: Outcome<u64>,
    /// Series with at least one drawn game, by ending.
    pub with_draws: Outcome<u64>,
    /// How many series took exactly that many games, from 0 to the limit.
    pub games: Vec<u64>,
    /// Games really played, draws that do not count included.
    pub played: u64,
}

impl Tally {
    fn new(limit: u32) -> Self {
        Self {
            series: 0,
            without_draws: Outcome::default(),
            with_draws: Outcome::default(),
            games: vec![0; limit as usize + 1],
            played: 0,
        }
    }

    fn add(&mut self, other: &Self) {
        self.series += other.series;
        self.played += other.played;
        add_counts(&mut self.without_draws, &other.without_draws);
        add_counts(&mut self.with_draws, &other.with_draws);
        for (sum, part) in self.games.iter_mut().zip(&other.games) {
            *sum += part;
        }
    }

    /// All series by ending.
    pub fn outcome(&self) -> Outcome<u64> {
        let mut sum = self.without_draws.clone();
        add_counts(&mut sum, &self.with_draws);
        sum
    }

    /// The mean number of games really played.
    pub fn mean_played(&self) -> f64 {
        self.played as f64 / self.series as f64
    }

    /// The mean number of counted games.
    pub fn mean_games(&self) -> f64 {
        let sum: f64 = self.games.iter().enumerate().map(|(n, &k)| n as f64 * k as f64).sum();
        sum / self.series as f64
    }
}

fn add_counts(sums: &mut Outcome<u64>, parts: &Outcome<u64>) {
    for (sum, part) in sums.parts_mut().into_iter().zip(parts.parts()) {
        *sum += part;
    }
}

/// A share as it was observed, with its Wilson interval and the exact value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Observed {
    /// How often it happened.
    pub count: u64,
    /// Its share.
    pub rate: f64,
    /// Wilson interval, lower and upper end.
    pub interval: [f64; 2],
    /// The exact probability.
    pub exact: f64,
    /// Whether the interval holds the exact probability.
    pub inside: bool,
}

impl Observed {
    fn new(count: u64, of: u64, exact: f64, confidence: Confidence) -> Self {
        let interval = confidence.wilson(count, of);
        // An ulp of slack: a certain event must not fall out of its interval by rounding.
        let inside = interval[0] - 1e-15 <= exact && exact <= interval[1] + 1e-15;
        Self { count, rate: count as f64 / of as f64, interval, exact, inside }
    }
}

/// What was observed, what is exact, and how far chance may take them apart.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// The series that was played.
    pub series: Series,
    /// How often it was to be played.
    pub requested: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: Confidence,
    /// What was counted.
    pub tally: Tally,
    /// The exact figures.
    pub figures: Figures<f64>,
    /// The exact probabilities of series without a drawn game, by ending.
    pub exact_without_draws: Outcome<f64>,
    /// The same of series with a drawn game.
    pub exact_with_draws: Outcome<f64>,
    /// All series by ending.
    pub outcome: Outcome<Observed>,
    /// Series that A, and that B, has won.
    pub won: [Observed; 2],
    /// A's and B's share of the decided series; `None` if none was decided.
    pub decided: Option<[Observed; 2]>,
    /// The exact expectation of the games really played.
    pub expected_played: f64,
}

impl Simulation {
    /// Sets a tally beside the exact figures of its series.
    pub fn new(
        series: &Series,
        tally: Tally,
        requested: u64,
        seed: u64,
        confidence: Confidence,
    ) -> Self {
        let figures = series.figures();
        let (exact_without_draws, exact_with_draws) = series.draw_breakdown(&figures);
        let counts = tally.outcome();
        let observed = |count, of, exact| Observed::new(count, of, exact, confidence);
        let of = |ending| observed(*counts.of(ending), tally.series, *figures.outcome.of(ending));
        let [a, b] = counts.won();
        let decided = match figures.decided() {
            Some(exact) if a + b > 0 => {
                Some([observed(a, a + b, exact), observed(b, a + b, 1.0 - exact)])
            }
            _ => None,
        };
        let outcome = &figures.outcome;
        Self {
            requested,
            seed,
            confidence,
            exact_without_draws,
            exact_with_draws,
            outcome: Outcome::from_fn(of),
            won: [(a, outcome.a()), (b, outcome.b())]
                .map(|(count, exact)| observed(count, tally.series, exact)),
            decided,
            expected_played: series.expected_played(&figures, to_f64),
            series: series.clone(),
            tally,
            figures,
        }
    }

    /// Whether all series were played.
    pub fn finished(&self) -> bool {
        self.tally.series == self.requested
    }
}

/// The thresholds of one game on 63 random bits: below the first the first
/// player wins, below the second it is drawn.
#[derive(Debug, Clone, Copy)]
struct Dice {
    first: u64,
    first_or_draw: u64,
}

struct Play<'s> {
    series: &'s Series,
    dice: [Dice; 2],
    slots: Slots,
    clinch: Option<&'s Clinch>,
    /// Series that share one random stream.
    chunk: u64,
}

impl Series {
    /// Plays that many series. The same seed gives the same tally at any number
    /// of threads. `progress` hears how many are done, several times a second, and may
    /// cancel; the tally then covers what was done.
    pub fn simulate(
        &self,
        series: u64,
        seed: u64,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Tally, InputError> {
        if series == 0 || series > MAX_SERIES {
            let allowed = format!("1..{MAX_SERIES}");
            return Err(InputError::new("series", series, BadValue::OutOfRange, allowed));
        }
        let figures = self.figures();
        let expected = self.expected_played(&figures, to_f64).max(1.0);
        let games = series as f64 * expected;
        if games > MAX_GAMES {
            let (games, allowed) = (format!("{games:.0}"), format!("<= {MAX_GAMES:.0}"));
            return Err(InputError::new("series", games, BadValue::TooMuchWork, allowed));
        }
        let play = Play {
            series: self,
            dice: Player::BOTH.map(|first| {
                let game = self.model().game(first);
                let bits = |x: &Rational| {
                    let scaled = x * Rational::from(1u64 << 63);
                    u64::try_from(scaled.floor()).unwrap_or(1 << 63)
                };
                Dice { first: bits(&game.first), first_or_draw: bits(&(&game.first + &game.draw)) }
            }),
            slots: Slots::of(self.rule(), self.limit() as usize),
            clinch: self.clinch(),
            chunk: ((GAMES_IN_CHUNK / expected) as u64).clamp(1, MOST_IN_CHUNK),
        };
        let mut tally = Tally::new(self.limit());
        let chunks = series.div_ceil(play.chunk);
        let batch = ((GAMES_IN_BATCH / (play.chunk as f64 * expected)) as u64).clamp(16, 1024);
        for from in (0..chunks).step_by(batch as usize) {
            let part = play.batch(from..(from + batch).min(chunks), series, seed);
            tally.add(&part);
            if progress(tally.series).is_break() {
                break;
            }
        }
        Ok(tally)
    }

    /// The probabilities of the author's breakdown: series without a drawn game
    /// by ending, and series with one.
    pub fn draw_breakdown(&self, figures: &Figures<f64>) -> (Outcome<f64>, Outcome<f64>) {
        let without = self.figures_without_draws();
        let mut with = figures.outcome.clone();
        for (all, part) in with.parts_mut().into_iter().zip(without.parts()) {
            *all = (*all - part).max(0.0);
        }
        (without, with)
    }
}

impl Play<'_> {
    fn batch(&self, chunks: std::ops::Range<u64>, series: u64, seed: u64) -> Tally {
        let canceller = Canceller::current();
        let play = |mut tally: Tally, chunk: u64| {
            let series = (series - chunk * self.chunk).min(self.chunk);
            canceller.lend(|| self.play_chunk(chunk, series, seed, &mut tally));
            tally
        };
        let empty = || Tally::new(self.series.limit());
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            chunks.into_par_iter().fold(empty, play).reduce(empty, |mut sum, part| {
                sum.add(&part);
                sum
            })
        }
        #[cfg(not(feature = "parallel"))]
        {
            chunks.fold(empty(), play)
        }
    }

    fn play_chunk(&self, chunk: u64, series: u64, seed: u64, tally: &mut Tally) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(seed ^ mix(chunk)));
        tally.series += series;
        // A local, so that it stays in a register.
        let mut played = 0;
        for _ in 0..series {
            self.one_series(&mut random, &mut played, tally);
        }
        tally.played += played;
    }

    fn one_series(&self, random: &mut impl Rng, played: &mut u64, tally: &mut Tally) {
        let rule = self.series.rule();
        let points = rule.points();
        let mut score = [0u32; 2];
        let (mut games, mut decided, mut drawn) = (0u32, 0u32, false);
        let mut by_result = Player::A;
        let ending = loop {
            let index = if *rule.draws() == Draws::Keep { decided } else { games };
            let mut first = rule.turns().scheduled(index as usize).unwrap_or(by_result);
            let winner = loop {
                *played += 1;
                if played.is_multiple_of(GAMES_BETWEEN) {
                    checkpoint();
                }
                let dice = self.dice[first as usize];
                let throw = random.next_u64() >> 1;
                if throw < dice.first {
                    break Some(first);
                }
                if throw >= dice.first_or_draw {
                    break Some(first.other());
                }
                drawn = true;
                match rule.draws() {
                    Draws::Replay => {}
                    Draws::Swap => first = first.other(),
                    Draws::Second => break Some(first.other()),
                    Draws::Pass | Draws::Keep | Draws::Points { .. } => break None,
                }
            };
            games += 1;
            match (winner, rule.draws()) {
                (Some(winner), _) => {
                    score[winner as usize] +=
                        if winner == first { points.first } else { points.second };
                    decided += 1;
                    by_result = match rule.turns() {
                        Turns::LoserFirst => winner.other(),
                        _ => winner,
                    };
                }
                (None, Draws::Points { first: d1, second: d2 }) => {
                    score[first as usize] += d1;
                    score[first.other() as usize] += d2;
                }
                (None, _) => {}
            }
            match self.ending(score, games, decided, by_result) {
                Some(Ending::None) => break self.decider(random, played),
                Some(ending) => break ending,
                None => {}
            }
        };
        let part = if drawn { &mut tally.with_draws } else { &mut tally.without_draws };
        *part.of_mut(ending) += 1;
        tally.games[games as usize] += 1;
    }

    /// Plays what decides a series that nobody has won at the limit.
    fn decider(&self, random: &mut impl Rng, played: &mut u64) -> Ending {
        loop {
            // The sides of every game are drawn by lot.
            let first = if random.next_u64() >> 63 == 0 { Player::A } else { Player::B };
            let winner = match self.series.rule().undecided() {
                Undecided::None => return Ending::None,
                Undecided::Lot => Some(first),
                Undecided::Second => Some(Player::B),
                way @ (Undecided::Game | Undecided::Armageddon) => {
                    *played += 1;
                    let (dice, throw) = (self.dice[first as usize], random.next_u64() >> 1);
                    match throw {
                        throw if throw < dice.first => Some(first),
                        throw if throw >= dice.first_or_draw => Some(first.other()),
                        _ => (way == Undecided::Armageddon).then_some(first.other()),
                    }
                }
            };
            if let Some(winner) = winner {
                return Ending::by_decider(winner);
            }
            checkpoint();
        }
    }

    fn ending(&self, [a, b]: [u32; 2], games: u32, decided: u32, next: Player) -> Option<Ending> {
        let rule = self.series.rule();
        let target = rule.points().target;
        let leader = a.cmp(&b);
        if a >= target || b >= target {
            return Some(if a >= target && b >= target {
                Ending::both_reached(leader)
            } else if a >= target {
                Ending::AReached
            } else {
                Ending::BReached
            });
        }
        if games == self.series.limit() {
            return Some(Ending::on_points(leader));
        }
        let clinch = self.clinch?;
        let slot = match self.slots {
            Slots::Single => 0,
            Slots::Decided { period } => decided as usize % period,
            Slots::FirstPlayer => next as usize,
        };
        let [a, b] = [a, b].map(|points| (points / rule.unit()) as usize);
        clinch.winner(games as usize, slot, a, b).map(Ending::on_points)
    }
}

/// The finaliser of SplitMix64: neighbouring seeds and chunks become unrelated.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
