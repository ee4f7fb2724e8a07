//! Every way the real wall can be drawn, and hands at random.

use super::{Counts, Distance, kinds, less, tile, tiles, total, with, without};
use kakukin_mahjong::{Bag, Hand, KINDS, Meld, MeldKind, Players, Policy, Reds, Situation};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

/// The tiles that can be drawn.
pub(crate) fn wall(situation: &Situation) -> Counts {
    less(situation.limits().counts(), &situation.hand().concealed().counts())
}

/// In how many orders so many tiles of a wall can be drawn, copies told apart.
fn orders(wall: &Counts, draws: usize) -> i128 {
    (0..draws as i128).map(|drawn| total(wall) - drawn).product()
}

/// What a policy really does: in how many orders of the draws it wins, is ready, and is
/// ready first in each form.
pub(crate) struct Played<'p> {
    policy: &'p mut Policy,
    distance: &'p mut Distance,
    known: FxHashMap<(Counts, Counts, usize), [i128; 5]>,
}

impl<'p> Played<'p> {
    pub(crate) fn new(policy: &'p mut Policy, distance: &'p mut Distance) -> Self {
        Self { policy, distance, known: FxHashMap::default() }
    }

    /// The chances to win, to be ready, and to be so first in each form from a waiting hand.
    pub(crate) fn chances(&mut self, hand: &Counts, wall: &Counts, draws: usize) -> [f64; 5] {
        self.orders(hand, wall, draws).map(|n| n as f64 / orders(wall, draws) as f64)
    }

    fn orders(&mut self, hand: &Counts, wall: &Counts, draws: usize) -> [i128; 5] {
        let mut sum = [0; 5];
        if let Some(&known) = self.known.get(&(*hand, *wall, draws)) {
            return known;
        }
        for kind in kinds(*wall).filter(|_| draws > 0) {
            let (drawn, rest) = (with(*hand, kind), without(*wall, kind));
            let part = if self.distance.distance(&drawn) == 0 {
                [orders(&rest, draws - 1); 5]
            } else {
                let discard = self.policy.discard(tiles(hand), tile(kind), draws - 1);
                self.orders(&without(drawn, discard.index()), &rest, draws - 1)
            };
            sum.iter_mut().zip(part).for_each(|(sum, n)| *sum += i128::from(wall[kind]) * n);
        }
        if self.distance.distance(hand) == 1 {
            let whole = orders(wall, draws);
            let [a, b, c] = self.distance.nearest(hand).map(|near| whole * i128::from(near));
            sum = [sum[0], whole, a, b, c];
        }
        self.known.insert((*hand, *wall, draws), sum);
        sum
    }
}

/// The best that can be done: every draw, every discard.
pub(crate) struct Best<'d> {
    distance: &'d mut Distance,
    /// Whether being ready is enough.
    ready: bool,
    known: FxHashMap<(Counts, Counts, usize), i128>,
}

impl<'d> Best<'d> {
    pub(crate) fn new(distance: &'d mut Distance, ready: bool) -> Self {
        Self { distance, ready, known: FxHashMap::default() }
    }

    pub(crate) fn chance(&mut self, hand: &Counts, wall: &Counts, draws: usize) -> f64 {
        self.orders(hand, wall, draws) as f64 / orders(wall, draws) as f64
    }

    fn orders(&mut self, hand: &Counts, wall: &Counts, draws: usize) -> i128 {
        let distance = usize::from(self.distance.distance(hand)) - usize::from(self.ready);
        if distance == 0 {
            return orders(wall, draws);
        }
        if draws < distance {
            return 0;
        }
        if let Some(&known) = self.known.get(&(*hand, *wall, draws)) {
            return known;
        }
        let mut sum = 0;
        for kind in kinds(*wall) {
            let (drawn, rest) = (with(*hand, kind), without(*wall, kind));
            let best = if self.distance.distance(&drawn) == 0 {
                orders(&rest, draws - 1)
            } else {
                let mut options = Vec::new();
                for discard in kinds(drawn) {
                    options.push(self.orders(&without(drawn, discard), &rest, draws - 1));
                }
                options.into_iter().max().unwrap()
            };
            sum += i128::from(wall[kind]) * best;
        }
        self.known.insert((*hand, *wall, draws), sum);
        sum
    }
}

pub(crate) fn bag(counts: &Counts) -> Bag {
    Bag::new(tiles(counts), Reds::NONE).unwrap()
}

/// What random situations may be like.
#[derive(Clone)]
pub(crate) struct Wish {
    pub(crate) groups: std::ops::RangeInclusive<usize>,
    pub(crate) distance: std::ops::RangeInclusive<u8>,
    /// Whether melds may be unknown.
    pub(crate) unknown: bool,
    /// The most other tiles that are seen.
    pub(crate) seen: usize,
}

/// Random situations, the same at every run.
pub(crate) struct Dealer {
    pub(crate) random: Xoshiro256PlusPlus,
}

impl Dealer {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick(&mut self, from: &Counts) -> usize {
        let mut at = self.below(total(from) as usize) as u8;
        let hit = |n: &u8| {
            let here = at < *n;
            at = at.saturating_sub(*n);
            here
        };
        from.iter().position(hit).unwrap()
    }

    pub(crate) fn take(&mut self, from: &mut Counts) -> usize {
        let kind = self.pick(from);
        from[kind] -= 1;
        kind
    }

    /// A group that is still there, and its kind of meld.
    fn group(&mut self, left: &mut Counts) -> (MeldKind, Counts) {
        loop {
            let first = self.below(KINDS);
            let mut group = [0; KINDS];
            let kind = if self.one_in(3) || first >= 27 || first % 9 > 6 {
                group[first] = 3;
                MeldKind::Pon
            } else {
                group[first..first + 3].fill(1);
                MeldKind::Chi
            };
            if (0..KINDS).all(|kind| group[kind] <= left[kind]) {
                *left = less(*left, &group);
                return (kind, group);
            }
        }
    }

    /// A situation that comes up to the wish.
    pub(crate) fn deal(&mut self, wish: &Wish) -> Situation {
        loop {
            if let Some(situation) = self.try_deal(wish) {
                let mut distance = Distance::of(&situation);
                let hand = situation.hand().concealed().counts();
                if wish.distance.contains(&distance.distance(&hand)) {
                    return situation;
                }
            }
        }
    }

    /// A complete hand of which some tiles were changed.
    fn try_deal(&mut self, wish: &Wish) -> Option<Situation> {
        let players = if self.one_in(5) { Players::Three } else { Players::Four };
        let mut left = players.full_set().counts();
        let groups = wish.groups.start() + self.below(wish.groups.clone().count());
        let mut hand = [0; KINDS];
        if groups == 4 && self.one_in(5) {
            while kinds(hand).count() < 7 {
                let kind = self.pick(&left);
                hand[kind] = 2;
            }
        } else if groups == 4 && self.one_in(12) {
            (0..KINDS).filter(|&kind| tile(kind).is_orphan()).for_each(|k| hand[k] = 1);
            hand[27 + self.below(7)] += 1;
        } else {
            for _ in 0..groups {
                let (_, group) = self.group(&mut left);
                (0..KINDS).for_each(|kind| hand[kind] += group[kind]);
            }
            let pair = (0..KINDS).filter(|&kind| left[kind] >= 2).collect::<Vec<_>>();
            hand[pair[self.below(pair.len())]] += 2;
        }
        left = less(players.full_set().counts(), &hand);
        let known = !wish.unknown || self.one_in(2);
        let mut melds = Vec::new();
        while known && melds.len() < 4 - groups {
            let (mut kind, mut group) = self.group(&mut left);
            let first = kinds(group).next().unwrap();
            if kind == MeldKind::Pon && left[first] > 0 && self.one_in(2) {
                (kind, group[first]) = (MeldKind::ClosedKan, 4);
                left[first] -= 1;
            }
            if players == Players::Four || kind != MeldKind::Chi {
                melds.push(Meld::new(kind, bag(&group)).unwrap());
            }
        }
        for _ in 0..self.below(5) {
            let old = self.take(&mut hand);
            let new = self.take(&mut left);
            hand[new] += 1;
            left[old] += 1;
        }
        if self.one_in(2) {
            let old = self.take(&mut hand);
            left[old] += 1;
        }
        let mut seen = [0; KINDS];
        let mut dora = seen;
        for _ in 0..self.below(wish.seen.min(3) + 1) {
            dora[self.take(&mut left)] += 1;
        }
        if self.one_in(2) {
            for _ in 0..self.below(wish.seen + 1) {
                seen[self.take(&mut left)] += 1;
            }
            // Kinds of which none is left.
            for _ in 0..self.below(1 + wish.seen / 6) {
                let kind = self.below(KINDS);
                seen[kind] += std::mem::take(&mut left[kind]);
            }
        }
        let hand = Hand::new(bag(&hand), melds).ok()?;
        Situation::new(hand, players)
            .and_then(|table| table.with_dora(bag(&dora)))
            .and_then(|table| table.with_seen(bag(&seen)))
            .ok()
    }
}
