//! The plain way to everything: distances by looking at every target, graphs hand by hand,
//! integers over a common denominator. Shares no code with the product.

#![allow(dead_code)] // each test file uses its part

pub(crate) mod deal;
pub(crate) mod expect;
pub(crate) mod graph;
pub(crate) mod table;
pub(crate) mod yaku;

use kakukin_mahjong::{Form, Forms, KINDS, Situation, Tile, Tiles};
use rustc_hash::FxHashMap;
use std::{rc::Rc, sync::OnceLock};

/// How many of each kind.
pub(crate) type Counts = [u8; KINDS];

pub(crate) fn with(mut hand: Counts, kind: usize) -> Counts {
    hand[kind] += 1;
    hand
}

pub(crate) fn without(mut hand: Counts, kind: usize) -> Counts {
    hand[kind] -= 1;
    hand
}

pub(crate) fn total(hand: &Counts) -> i128 {
    hand.iter().map(|&n| i128::from(n)).sum()
}

pub(crate) fn less(mut all: Counts, some: &Counts) -> Counts {
    all.iter_mut().zip(some).for_each(|(all, some)| *all -= some);
    all
}

pub(crate) fn kinds(hand: Counts) -> impl Iterator<Item = usize> {
    (0..KINDS).filter(move |&kind| hand[kind] > 0)
}

pub(crate) fn tile(kind: usize) -> Tile {
    Tile::new(kind).unwrap()
}

pub(crate) fn tiles(hand: &Counts) -> Tiles {
    Tiles::from_counts(hand).unwrap()
}

/// Where each suit begins.
const SUITS: [usize; 5] = [0, 9, 18, 27, 34];
/// The highest bit of each kind when a kind has four bits.
const HIGH: u64 = 0x8888_8888_8888_8888;

fn packed(suit: &[u8]) -> u64 {
    suit.iter().rev().fold(0, |word, &n| (word << 4) | u64::from(n))
}

/// Every sum of up to four groups, with and without a pair, of a suit: the groups, the pairs,
/// and the tiles, four bits a kind.
fn all_targets(kinds: usize, runs: bool) -> Vec<(usize, usize, u64)> {
    let triplets = (0..kinds).map(|kind| 3 << (4 * kind));
    let runs = (0..if runs { kinds - 2 } else { 0 }).map(|kind| 0x111 << (4 * kind));
    let groups: Vec<u64> = triplets.chain(runs).collect();
    let mut sums = vec![vec![0]];
    for size in 1..=4 {
        let more = |&sum: &u64| groups.iter().map(move |group| sum + group).collect::<Vec<_>>();
        let mut next: Vec<u64> = sums[size - 1].iter().flat_map(more).filter(fits).collect();
        next.sort_unstable();
        next.dedup();
        sums.push(next);
    }
    let mut targets = Vec::new();
    for (size, sums) in sums.iter().enumerate() {
        for &sum in sums {
            targets.push((size, 0, sum));
            let pairs = (0..kinds).map(|kind| sum + (2 << (4 * kind))).filter(fits);
            targets.extend(pairs.map(|sum| (size, 1, sum)));
        }
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether no kind has more than four.
fn fits(sum: &u64) -> bool {
    (sum + 0x3333_3333_3333_3333) & HIGH == 0
}

/// Whether no kind has more than in the limits.
fn is_within(sum: u64, limits: u64) -> bool {
    ((limits | HIGH) - sum) & HIGH == HIGH
}

/// The sum of max(target - held, 0).
fn missing(target: u64, held: u64) -> u8 {
    let difference = (target | HIGH) - held;
    let positive = difference & (((difference & HIGH) >> 3) * 7);
    let pairs = (positive & 0x0f0f_0f0f_0f0f_0f0f) + ((positive >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// The least that is missing for 0..4 groups, without and with a pair.
type Row = [[u8; 2]; 5];
const FAR: u8 = 99;

/// Distances by looking at every target of every suit.
pub(crate) struct Distance {
    pub(crate) limits: Counts,
    pub(crate) groups: usize,
    pub(crate) forms: Forms,
    targets: [Vec<(usize, usize, u64)>; 4],
    rows: [FxHashMap<u64, Row>; 4],
    known: FxHashMap<Counts, u8>,
}

impl Distance {
    pub(crate) fn new(limits: Counts, groups: usize, forms: Forms) -> Self {
        static SUIT: OnceLock<Vec<(usize, usize, u64)>> = OnceLock::new();
        static HONOURS: OnceLock<Vec<(usize, usize, u64)>> = OnceLock::new();
        let targets = std::array::from_fn(|s| {
            let all = match s {
                3 => HONOURS.get_or_init(|| all_targets(7, false)),
                _ => SUIT.get_or_init(|| all_targets(9, true)),
            };
            let own = packed(&limits[SUITS[s]..SUITS[s + 1]]);
            let can =
                |&&(size, _, sum): &&(usize, usize, u64)| size <= groups && is_within(sum, own);
            all.iter().filter(can).copied().collect()
        });
        let rows = Default::default();
        Self { limits, groups, forms, targets, rows, known: FxHashMap::default() }
    }

    /// With the forms that are open to the hand.
    pub(crate) fn of(situation: &Situation) -> Self {
        let forms = if situation.hand().is_unmelded() { Forms::ALL } else { Forms::STANDARD };
        Self::with_forms(situation, forms)
    }

    pub(crate) fn with_forms(situation: &Situation, forms: Forms) -> Self {
        let groups = situation.hand().sets_needed() as usize;
        Self::new(situation.limits().counts(), groups, forms)
    }

    /// Tiles to exchange; [`FAR`] if there is no target.
    pub(crate) fn distance(&mut self, hand: &Counts) -> u8 {
        if let Some(&known) = self.known.get(hand) {
            return known;
        }
        let least = self.each_form(hand).into_iter().min().unwrap();
        self.known.insert(*hand, least);
        least
    }

    fn each_form(&mut self, hand: &Counts) -> [u8; 3] {
        Form::ALL.map(|form| match form {
            _ if !self.forms.has(form) => FAR,
            Form::Standard => self.standard(hand),
            Form::SevenPairs => self.seven_pairs(hand),
            Form::ThirteenOrphans => self.thirteen_orphans(hand),
        })
    }

    /// The forms that are nearest.
    pub(crate) fn nearest(&mut self, hand: &Counts) -> [bool; 3] {
        let now = self.distance(hand);
        self.each_form(hand).map(|distance| distance == now)
    }

    fn standard(&mut self, hand: &Counts) -> u8 {
        let mut sum = [[FAR; 2]; 5];
        sum[0][0] = 0;
        for s in 0..4 {
            let suit = SUITS[s]..SUITS[s + 1];
            let held = packed(&hand[suit]);
            let targets = &self.targets[s];
            let row = *self.rows[s].entry(held).or_insert_with(|| {
                let mut row = [[FAR; 2]; 5];
                for &(size, pair, target) in targets {
                    row[size][pair] = row[size][pair].min(missing(target, held));
                }
                row
            });
            let mut next = [[FAR; 2]; 5];
            for (size, pair) in (0..5).flat_map(|size| [(size, 0), (size, 1)]) {
                for (own, own_pair) in (0..5 - size).flat_map(|own| [(own, 0), (own, 1)]) {
                    if pair + own_pair < 2 {
                        let least = &mut next[size + own][pair + own_pair];
                        *least = (*least).min(sum[size][pair] + row[own][own_pair]).min(FAR);
                    }
                }
            }
            sum = next;
        }
        sum[self.groups][1]
    }

    /// The seven kinds that miss least.
    fn seven_pairs(&self, hand: &Counts) -> u8 {
        let can = (0..KINDS).filter(|&kind| self.limits[kind] >= 2);
        let of = |kind: usize| 2u8.saturating_sub(hand[kind]);
        let mut missing: Vec<u8> = can.map(of).collect();
        missing.sort_unstable();
        if missing.len() < 7 { FAR } else { missing[..7].iter().sum::<u8>() }
    }

    /// The second copy of each kind in turn.
    fn thirteen_orphans(&self, hand: &Counts) -> u8 {
        let orphans = || (0..KINDS).filter(|&kind| tile(kind).is_orphan());
        let mut least = FAR;
        for second in orphans() {
            let mut target = [0; KINDS];
            orphans().for_each(|kind| target[kind] = 1);
            target[second] += 1;
            let can = (0..KINDS).all(|kind| target[kind] <= self.limits[kind]);
            if can {
                let missing = (0..KINDS).map(|kind| target[kind].saturating_sub(hand[kind]));
                least = least.min(missing.sum());
            }
        }
        least
    }

    /// The draws that lower the distance.
    pub(crate) fn useful(&mut self, hand: &Counts) -> Vec<usize> {
        let now = self.distance(hand);
        (0..KINDS)
            .filter(|&kind| {
                hand[kind] < self.limits[kind] && self.distance(&with(*hand, kind)) < now
            })
            .collect()
    }

    /// The discards that do not raise it.
    pub(crate) fn unneeded(&mut self, hand: &Counts) -> Vec<usize> {
        let now = self.distance(hand);
        kinds(*hand).filter(|&kind| self.distance(&without(*hand, kind)) == now).collect()
    }

    /// Unseen copies, thrown ones among them.
    pub(crate) fn left(&self, hand: &Counts, kind: usize) -> i128 {
        i128::from(self.limits[kind] - hand[kind])
    }
}

/// The unseen tiles before each draw, by draws left.
#[derive(Clone)]
pub(crate) struct Clock {
    unseen: i128,
    pub(crate) draws: usize,
}

impl Clock {
    pub(crate) fn new(unseen: u32, draws: usize) -> Self {
        Self { unseen: i128::from(unseen), draws }
    }

    /// How many tiles the next draw is from.
    pub(crate) fn left(&self, draws: usize) -> i128 {
        self.unseen - (self.draws - draws) as i128
    }

    /// The product of these for all draws to come: the denominator of figures.
    pub(crate) fn whole(&self, draws: usize) -> i128 {
        (1..=draws).map(|d| self.left(d)).product()
    }
}

/// The aim, and the other figure, which breaks ties.
pub(crate) type Values<T> = [T; 2];

/// Win and tenpai by draws left.
pub(crate) type Worth = Vec<[f64; 2]>;

fn worth(values: impl Iterator<Item = Values<f64>>, ready: usize) -> Worth {
    values.map(|x| [x[1 - ready], x[ready]]).collect()
}

/// Type 1 as the recurrence is written: every useful draw, every unneeded discard. Figures
/// are numerators by draws left, over [`Clock::whole`].
pub(crate) struct Plain {
    pub(crate) distance: Distance,
    clock: Clock,
    /// The place of the chance to be ready in [`Values`]: 1 if the aim is to win.
    ready: usize,
    /// Whether more useful tiles were met than tiles are left: where nobody can be, or where
    /// melds are unknown. The recurrence then gives no probabilities.
    pub(crate) beyond: bool,
    known: FxHashMap<Counts, Rc<Vec<Values<i128>>>>,
}

impl Plain {
    pub(crate) fn new(distance: Distance, clock: Clock, ready: usize) -> Self {
        Self { distance, clock, ready, beyond: false, known: FxHashMap::default() }
    }

    /// What a hand that has discarded is worth.
    fn waiting(&mut self, hand: &Counts) -> Rc<Vec<Values<i128>>> {
        if let Some(known) = self.known.get(hand) {
            return known.clone();
        }
        let is_ready = self.distance.distance(hand) == 1;
        let mut draws = Vec::new();
        for kind in self.distance.useful(hand) {
            let drawn = self.drawn(&with(*hand, kind));
            draws.push((self.distance.left(hand, kind), drawn));
        }
        let mut figures: Vec<Values<i128>> = Vec::new();
        for d in 0..=self.clock.draws {
            figures.push(std::array::from_fn(|k| {
                if k == self.ready && is_ready {
                    return self.clock.whole(d);
                }
                let Some(before) = d.checked_sub(1) else { return 0 };
                let own = figures[before][k];
                let left = self.clock.left(d);
                let useful: i128 = draws.iter().map(|(copies, _)| copies).sum();
                self.beyond |= useful > left;
                let gains = draws.iter().map(|(copies, drawn)| copies * (drawn[before][k] - own));
                own * left + gains.sum::<i128>()
            }));
        }
        let figures = Rc::new(figures);
        self.known.insert(*hand, figures.clone());
        figures
    }

    /// What a hand that has drawn is worth.
    fn drawn(&mut self, hand: &Counts) -> Rc<Vec<Values<i128>>> {
        if let Some(known) = self.known.get(hand) {
            return known.clone();
        }
        let figures: Vec<_> = if self.distance.distance(hand) == 0 {
            (0..=self.clock.draws).map(|d| [self.clock.whole(d); 2]).collect()
        } else {
            let discards = self.distance.unneeded(hand);
            let options: Vec<_> =
                discards.iter().map(|&kind| self.waiting(&without(*hand, kind))).collect();
            let best = |d: usize| best(options.iter().map(|option| option[d]), 0);
            (0..=self.clock.draws).map(best).collect()
        };
        let figures = Rc::new(figures);
        self.known.insert(*hand, figures.clone());
        figures
    }

    /// What a hand that has discarded is worth.
    pub(crate) fn worth(&mut self, hand: &Counts) -> Worth {
        let figures = self.waiting(hand);
        let part = |(d, x): (usize, &Values<i128>)| {
            x.map(|numerator| numerator as f64 / self.clock.whole(d) as f64)
        };
        worth(figures.iter().enumerate().map(part), self.ready)
    }
}

/// The best of some values; aims that are not more than `same` apart are equal.
fn best(options: impl Iterator<Item = Values<i128>> + Clone, same: i128) -> Values<i128> {
    let aim = options.clone().map(|x| x[0]).max().unwrap();
    let equal = options.filter(|x| aim - x[0] <= same);
    [aim, equal.map(|x| x[1]).max().unwrap()]
}
