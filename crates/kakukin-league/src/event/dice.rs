//! Events played with dice: what is not exact, and how many games and hours it takes. The same
//! seed gives the same figures with any number of threads.

use super::{
    Event,
    figures::{EventFigures, Histogram, OrderFigures, PlayerFigures, TrueRanks},
    play::Luck,
};
use crate::InputError;
use kakukin_core::Canceller;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::{ControlFlow, Range};

/// The most events of one simulation.
pub const MAX_EVENT_RUNS: u64 = 10_000_000;
/// The most events times their encounters: about an hour.
pub(super) const MAX_WORK: u64 = 50_000_000_000;
/// The events that share one random stream: part of what a seed means.
const CHUNK: u64 = 64;
/// The chunks between two reports of progress.
const BATCH: u64 = 32;
/// Of larger events the chances of the first places only are kept.
const MOST_PLACES: usize = 64;
/// The lots of sides are thrown with a stream of their own.
const OF_LOTS: u64 = 0x51de_1c4b_70f5_ea11;

/// One event being thrown.
struct Dice<'e> {
    event: &'e Event,
    /// A round of many players takes a while.
    canceller: &'e Canceller,
    random: Xoshiro256PlusPlus,
    /// The ratings of this event, where they are drawn.
    ratings: Vec<f64>,
    /// Whose lots of sides all fall on the better side, or on the worse.
    favoured: Option<(usize, bool)>,
    /// Games of the encounters of this round.
    round: Vec<u32>,
    /// Games of each player.
    games: Vec<u32>,
    /// How many games one after the other each round takes.
    slots: Vec<u32>,
    /// The stage that is played, and that of each round.
    stage: usize,
    stages: Vec<usize>,
    total: u32,
    /// When each board is free again.
    boards: Vec<u32>,
}

impl<'e> Dice<'e> {
    fn new(event: &'e Event, seed: u64, canceller: &'e Canceller) -> Self {
        Self {
            event,
            canceller,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            ratings: Vec::new(),
            favoured: None,
            round: Vec::new(),
            games: vec![0; event.players()],
            slots: Vec::new(),
            stage: 0,
            stages: Vec::new(),
            total: 0,
            boards: Vec::new(),
        }
    }

    /// A fresh event; ratings are drawn where they are not known.
    fn begin(&mut self) {
        self.games.fill(0);
        self.slots.clear();
        self.stages.clear();
        self.round.clear();
        self.total = 0;
        if let Some((means, errors)) = self.event.leads.errors() {
            self.ratings.clear();
            for (mean, error) in means.iter().zip(errors) {
                let drawn = mean + error * normal(&mut self.random);
                self.ratings.push(drawn.round());
            }
        }
    }

    fn lead(&self, x: usize, y: usize) -> (usize, bool) {
        match self.ratings.is_empty() {
            true => self.event.leads.of(x, y),
            false => self.event.leads.between(self.ratings[x], self.ratings[y]),
        }
    }

    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.random.next_u64()) * count as u128) >> 64) as usize
    }
}

impl Luck for Dice<'_> {
    fn encounter(&mut self, rule: usize, x: usize, y: usize, x_first: Option<bool>) -> u8 {
        let x_first = x_first.unwrap_or_else(|| self.side(rule, x, y));
        let (lead, turned) = self.lead(x, y);
        let throw = self.random.next_u64() >> 1;
        let thrown = self.event.odds[rule].throw(lead, x_first != turned, throw);
        self.games[x] += thrown.games;
        self.games[y] += thrown.games;
        self.total += thrown.games;
        self.round.push(thrown.games);
        if turned { 2 - thrown.winner } else { thrown.winner }
    }

    fn side(&mut self, rule: usize, x: usize, y: usize) -> bool {
        // Thrown even where it does not count: all that follows stays as it is.
        let lot = self.random.next_u64() >> 63 == 0;
        let favoured = self.favoured.and_then(|(player, better)| {
            let (lead, turned) = self.lead(x, y);
            self.event.favoured_by(rule, lead, turned, [x, y], player, better)
        });
        favoured.unwrap_or(lot)
    }

    fn mirror(&mut self, rule: usize, players: &[usize], games: &[[usize; 2]]) -> bool {
        let lot = self.random.next_u64() >> 63 == 0;
        let Some((player, better)) = self.favoured else { return lot };
        let lead = |x, y| self.lead(x, y);
        let gain = self.event.table_gain(rule, players, games, player, lead);
        if gain == 0.0 { lot } else { (gain < 0.0) == better }
    }

    fn shuffle(&mut self, players: &mut [usize]) {
        for last in (1..players.len()).rev() {
            let other = self.below(last + 1);
            players.swap(last, other);
        }
    }

    fn round(&mut self) {
        self.canceller.checkpoint();
        let boards = match self.event.boards {
            0 => self.round.len(),
            boards => boards.min(self.round.len()),
        };
        self.boards.clear();
        self.boards.resize(boards, 0);
        for &games in &self.round {
            if let Some(free) = self.boards.iter_mut().min() {
                *free += games;
            }
        }
        self.slots.push(self.boards.iter().copied().max().unwrap_or(0));
        self.stages.push(self.stage);
        self.round.clear();
    }

    fn stage(&mut self, number: usize) {
        self.stage = number;
    }
}

/// A standard normal number (Marsaglia's polar method).
fn normal(random: &mut impl Rng) -> f64 {
    let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    loop {
        let (u, v) = (unit(), unit());
        let s = u * u + v * v;
        if s > 0.0 && s < 1.0 {
            return u * libm::sqrt(-2.0 * libm::log(s) / s);
        }
    }
}

/// What some thrown events add up to.
#[derive(Debug, Clone, Default)]
struct Sums {
    runs: u64,
    places: Vec<u64>,
    place_sums: Vec<u64>,
    order: [f64; 5],
    order_squares: [f64; 5],
    games: Histogram,
    slots: Histogram,
    rounds: Vec<Histogram>,
    starts: Vec<Histogram>,
    /// The first and the last stage that a round belonged to.
    stages: Vec<[usize; 2]>,
    of_players: Vec<Histogram>,
}

impl Sums {
    fn new(players: usize) -> Self {
        Self {
            places: vec![0; players * players.min(MOST_PLACES)],
            place_sums: vec![0; players],
            of_players: vec![Histogram::default(); players],
            ..Self::default()
        }
    }

    fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        let add = |sums: &mut [u64], parts: &[u64]| {
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        };
        add(&mut self.places, &other.places);
        add(&mut self.place_sums, &other.place_sums);
        for k in 0..5 {
            self.order[k] += other.order[k];
            self.order_squares[k] += other.order_squares[k];
        }
        self.games.add(&other.games);
        self.slots.add(&other.slots);
        self.rounds.resize(self.rounds.len().max(other.rounds.len()), Histogram::default());
        self.rounds.iter_mut().zip(&other.rounds).for_each(|(sum, part)| sum.add(part));
        self.starts.resize(self.rounds.len(), Histogram::default());
        self.starts.iter_mut().zip(&other.starts).for_each(|(sum, part)| sum.add(part));
        for (round, &[first, last]) in other.stages.iter().enumerate() {
            self.belongs(round, first);
            self.belongs(round, last);
        }
        self.of_players.iter_mut().zip(&other.of_players).for_each(|(sum, part)| sum.add(part));
    }
}

impl Sums {
    /// A round was one of this stage.
    fn belongs(&mut self, round: usize, stage: usize) {
        match self.stages.get_mut(round) {
            Some([first, last]) => (*first, *last) = ((*first).min(stage), (*last).max(stage)),
            None => self.stages.push([stage; 2]),
        }
    }
}

impl Event {
    /// The figures of the event: exact where they can be (unless that is not wanted), thrown
    /// otherwise, always with thrown numbers of games. `progress` hears how many of
    /// [`Self::steps`] are done and may cancel it: then there is no result.
    pub fn figures(
        &self,
        runs: u64,
        seed: u64,
        exact_wanted: bool,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<EventFigures>, InputError> {
        self.check_runs(runs)?;
        let exact = if exact_wanted { self.exact() } else { None };
        if progress(0).is_break() {
            return Ok(None);
        }
        let canceller = Canceller::current();
        let fixed = self.leads.errors().is_none().then(|| TrueRanks::new(&self.ratings));
        let mut sums = Sums::new(self.players());
        let chunks = runs.div_ceil(CHUNK);
        for from in (0..chunks).step_by(BATCH as usize) {
            let play = |chunk: u64| {
                let runs = (runs - chunk * CHUNK).min(CHUNK);
                self.chunk(chunk, runs, seed, fixed.as_ref(), &canceller)
            };
            // In the order of the chunks, so that no rounding depends on the threads.
            each(from..(from + BATCH).min(chunks), play).iter().for_each(|part| sums.add(part));
            if progress(sums.runs).is_break() {
                return Ok(None);
            }
        }
        let (side_luck, error, of_players) = match &exact {
            Some(exact) => {
                let luck = &exact.side_luck;
                let mean = luck.iter().sum::<f64>() / luck.len() as f64;
                (mean, None, luck.iter().map(|luck| (*luck, None)).collect::<Vec<_>>())
            }
            None => {
                let Some((mean, error, luck)) =
                    self.thrown_luck(runs, seed, |done| progress(sums.runs + done))
                else {
                    return Ok(None);
                };
                (mean, Some(error), luck.into_iter().map(|(x, e)| (x, Some(e))).collect())
            }
        };
        let count = sums.runs as f64;
        let kept = self.players().min(MOST_PLACES);
        let players = (0..self.players()).map(|player| {
            let row = &sums.places[player * kept..][..kept];
            let (side_luck, side_luck_error) = of_players[player];
            let games = sums.of_players[player].clone();
            match &exact {
                Some(ExactLaw { law, .. }) => {
                    let all = law.places(player).iter().enumerate();
                    PlayerFigures {
                        win: law.win(player),
                        win_error: None,
                        places: law.places(player)[..kept].to_vec(),
                        expected_place: all.map(|(k, p)| (k + 1) as f64 * p).sum(),
                        side_luck,
                        side_luck_error,
                        games,
                    }
                }
                None => {
                    let win = row[0] as f64 / count;
                    PlayerFigures {
                        win,
                        win_error: Some((win * (1.0 - win) / count).sqrt()),
                        places: row.iter().map(|n| *n as f64 / count).collect(),
                        expected_place: sums.place_sums[player] as f64 / count,
                        side_luck,
                        side_luck_error,
                        games,
                    }
                }
            }
        });
        let players = players.collect();
        let (order, order_errors) = match (&exact, &fixed) {
            (Some(exact), Some(ranks)) => (exact.law.order(ranks), None),
            _ => {
                let means = sums.order.map(|sum| sum / count);
                let errors = std::array::from_fn(|k| {
                    let variance = (sums.order_squares[k] / count - means[k] * means[k]).max(0.0);
                    (variance / (count - 1.0).max(1.0)).sqrt()
                });
                (OrderFigures::of(means), Some(OrderFigures::of(errors)))
            }
        };
        Ok(Some(EventFigures {
            exact: exact.is_some(),
            players,
            order,
            order_errors,
            side_luck,
            side_luck_error: error,
            games: sums.games,
            slots: sums.slots,
            rounds: sums.rounds,
            starts: sums.starts,
            stages: sums.stages.iter().map(|[x, y]| (x == y).then_some(*x)).collect(),
            runs: sums.runs,
        }))
    }

    /// How many steps [`Self::figures`] reports at most.
    pub fn steps(&self, runs: u64) -> u64 {
        runs + self.lot_runs(runs) * self.players() as u64
    }

    /// Pairs of events for each player in which lots fall one way and the other.
    fn lot_runs(&self, runs: u64) -> u64 {
        runs.div_ceil(2 * self.players() as u64).max(2)
    }

    fn chunk(
        &self,
        chunk: u64,
        runs: u64,
        seed: u64,
        fixed: Option<&TrueRanks>,
        canceller: &Canceller,
    ) -> Sums {
        let n = self.players();
        let kept = n.min(MOST_PLACES);
        let mut dice = Dice::new(self, mix(seed ^ mix(chunk)), canceller);
        let mut sums = Sums::new(n);
        let mut order: Vec<usize> = Vec::with_capacity(n);
        for _ in 0..runs {
            canceller.checkpoint();
            dice.begin();
            let mut classes = self.play(&mut dice);
            order.clear();
            for class in &mut classes {
                dice.shuffle(class);
                order.extend_from_slice(class);
            }
            for (place, &player) in order.iter().enumerate() {
                sums.place_sums[player] += place as u64 + 1;
                if place < kept {
                    sums.places[player * kept + place] += 1;
                }
            }
            let drawn;
            let ranks = match fixed {
                Some(ranks) => ranks,
                None => {
                    drawn = TrueRanks::new(&dice.ratings);
                    &drawn
                }
            };
            let figures = of_order(&order, ranks).list();
            for (k, figure) in figures.into_iter().enumerate() {
                sums.order[k] += figure;
                sums.order_squares[k] += figure * figure;
            }
            sums.games.count(dice.total);
            sums.slots.count(dice.slots.iter().sum());
            sums.rounds.resize(sums.rounds.len().max(dice.slots.len()), Histogram::default());
            sums.starts.resize(sums.rounds.len(), Histogram::default());
            let mut before = 0;
            for (round, &slots) in dice.slots.iter().enumerate() {
                sums.rounds[round].count(slots);
                // The sum is counted: quantiles of rounds do not add up.
                sums.starts[round].count(before);
                before += slots;
                sums.belongs(round, dice.stages[round]);
            }
            for (histogram, games) in sums.of_players.iter_mut().zip(&dice.games) {
                histogram.count(*games);
            }
            sums.runs += 1;
        }
        sums
    }

    /// Side luck by pairs of events with the same throws: its mean, the standard error of that,
    /// and for each player.
    #[allow(clippy::type_complexity)]
    fn thrown_luck(
        &self,
        runs: u64,
        seed: u64,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Option<(f64, f64, Vec<(f64, f64)>)> {
        let (canceller, pairs) = (Canceller::current(), self.lot_runs(runs));
        let n = self.players() as u64;
        let mut luck = Vec::new();
        for from in (0..n).step_by(BATCH as usize) {
            let canceller = &canceller;
            let of = |player: u64| {
                let mut sums = [0.0f64; 2];
                for pair in 0..pairs {
                    canceller.checkpoint();
                    let stream = mix(seed ^ OF_LOTS ^ mix(player * pairs + pair));
                    let [better, worse] = [true, false].map(|better| {
                        let mut dice = Dice::new(self, stream, canceller);
                        dice.favoured = Some((player as usize, better));
                        dice.begin();
                        let first = self.play(&mut dice).into_iter().next().unwrap_or_default();
                        let shared = first.len() as f64;
                        if first.contains(&(player as usize)) { 1.0 / shared } else { 0.0 }
                    });
                    let gain: f64 = better - worse;
                    sums[0] += gain;
                    sums[1] += gain * gain;
                }
                let count = pairs as f64;
                let mean = sums[0] / count;
                let variance = (sums[1] / count - mean * mean).max(0.0);
                (mean, (variance / (count - 1.0).max(1.0)).sqrt())
            };
            let to = (from + BATCH).min(n);
            luck.extend(each(from..to, of));
            if progress(to * pairs).is_break() {
                return None;
            }
        }
        let count = luck.len() as f64;
        let mean = luck.iter().map(|(luck, _)| luck).sum::<f64>() / count;
        let error = luck.iter().map(|(_, error)| error * error).sum::<f64>().sqrt() / count;
        Some((mean, error, luck))
    }
}

use super::exact::ExactEvent as ExactLaw;

/// The figures of one final order.
fn of_order(order: &[usize], ranks: &TrueRanks) -> OrderFigures {
    let middle = ranks.middle();
    let together = order
        .iter()
        .enumerate()
        .map(|(place, &player)| ((place + 1) as f64 - middle) * (ranks.rank[player] - middle));
    let Some(&winner) = order.first() else { return OrderFigures::default() };
    let kept: f64 = order.iter().take(ranks.top).map(|&player| ranks.in_top[player]).sum();
    let true_ranks: Vec<f64> = order.iter().map(|&player| ranks.rank[player]).collect();
    OrderFigures {
        best_wins: f64::from(u8::from(ranks.best[winner])),
        winner_rank: ranks.rank[winner],
        spearman: ranks.spearman(together.sum()),
        kendall: ranks.kendall(agreed(&true_ranks)),
        kept: kept / ranks.top as f64,
    }
}

/// Pairs in their true order less those against it.
fn agreed(ranks: &[f64]) -> f64 {
    if ranks.len() <= MOST_PLACES {
        let mut agreed = 0i64;
        for (k, x) in ranks.iter().enumerate() {
            for y in &ranks[k + 1..] {
                agreed += i64::from(x < y) - i64::from(x > y);
            }
        }
        return agreed as f64;
    }
    let (one, other) = ranks.split_at(ranks.len() / 2);
    let sorted = |half: &[f64]| {
        let mut half = half.to_vec();
        half.sort_by(f64::total_cmp);
        half
    };
    let later = sorted(other);
    let across: f64 = one
        .iter()
        .map(|x| {
            let below = later.partition_point(|y| y < x);
            let up_to = later.partition_point(|y| y <= x);
            (later.len() - up_to) as f64 - below as f64
        })
        .sum();
    across + agreed(one) + agreed(other)
}

/// All of a range, in its order.
fn each<T: Send>(range: Range<u64>, work: impl Fn(u64) -> T + Sync + Send) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        range.into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        range.map(work).collect()
    }
}

/// The finaliser of SplitMix64: neighbouring seeds and chunks become unrelated.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
