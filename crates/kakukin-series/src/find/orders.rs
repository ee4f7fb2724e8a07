//! The best of all turn orders that can be fixed in advance, for one choice of
//! points.
//!
//! After some games only the numbers of games with A and with B first matter, so an
//! order is a path in the plane of these two numbers, and A's winning chance is a sum
//! over its edges and its end. Of the 2^n paths the one whose sum comes nearest to
//! the goal is found by meeting in the middle: all first halves against all second
//! halves, sorted, which takes about 2^(n/2) steps.

use super::{
    course::{Counts, Rates, Stage},
    lanes::{Lanes, Sums, Table},
    needs::Needs,
};
use crate::{InputError, Pattern, Player, Turns};

/// The aim is met equally well if biases agree to this.
const TIE: f64 = 1e-13;

/// A turn order: bit n is set if B is first in game n + 1.
pub(crate) type Order = u64;

/// An order of so many games, by its name if it has one.
pub(crate) fn turns(order: Order, games: u32) -> Result<Turns, InputError> {
    let first = |n: u32| Player::BOTH[(order >> n & 1) as usize];
    let named = [Turns::Fixed, Turns::Alternating, Turns::Abba, Turns::ThueMorse];
    let agrees = |turns: &Turns| (0..games).all(|n| turns.scheduled(n as usize) == Some(first(n)));
    match named.into_iter().find(agrees) {
        Some(turns) => Ok(turns),
        None => Ok(Turns::Pattern(Pattern::new((0..games).map(first).collect())?)),
    }
}

/// What is known of the series apart from the points.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    /// The limits that are tried. Unless they are free, the limit of series that
    /// take at most 0, 1, 2, ... games without draws.
    pub(crate) limits: Vec<u32>,
    free: bool,
    /// Chance of a game to be drawn and pass the turn.
    pub(crate) drawn: f64,
    /// The largest acceptable probability that nobody wins.
    most_none: f64,
    /// How likely so many of so many games are decided: by games, then decided games.
    decided: Vec<Vec<f64>>,
}

/// The best order of some points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Best {
    pub(crate) order: Order,
    pub(crate) limit: u32,
    /// Distance of A's share of the decided series from one half.
    pub(crate) off: f64,
}

/// Numbers for all counts of games with A and B first, together at most some.
#[derive(Debug, Clone)]
struct Plane<T> {
    stride: usize,
    cells: Vec<T>,
}

impl<T: Clone> Plane<T> {
    fn new(most: u32, value: T) -> Self {
        let stride = most as usize + 1;
        Self { stride, cells: vec![value; stride * stride] }
    }
    fn at(&self, a: usize, b: usize) -> &T {
        &self.cells[a * self.stride + b]
    }
    fn at_mut(&mut self, a: usize, b: usize) -> &mut T {
        &mut self.cells[a * self.stride + b]
    }
}

/// One half of a path: what its edges add up to, and which way it goes.
type Half = (f64, Order);

struct Paths<'a> {
    /// What a game with A, and with B first adds to A's chance.
    gains: [Plane<f64>; 2],
    /// What is added, and what nobody wins, if the series stops here.
    end: Plane<[f64; 2]>,
    /// Whether a series without draws is over by now.
    over: Plane<bool>,
    /// The game after which a series without draws must be over, if any.
    must_end: Option<u32>,
    limit: u32,
    orders: &'a Orders,
}

impl Orders {
    pub(crate) fn new(limits: Vec<u32>, free: bool, drawn: f64, most_none: f64) -> Self {
        let most = limits.last().copied().unwrap_or(0);
        let (mut counts, rates) = (Counts::new(most), Rates::of(drawn));
        let mut decided = vec![counts.decided.clone()];
        for _ in 0..most {
            counts.play(|_| &rates);
            decided.push(counts.decided.clone());
        }
        Self { limits, free, drawn, most_none, decided }
    }

    /// The largest limit.
    pub(crate) fn most(&self) -> u32 {
        self.limits.last().copied().unwrap_or(0)
    }

    /// Writes down what points do whatever the order; equal descriptions, equal
    /// chances.
    pub(crate) fn describe(&self, needs: &Needs, out: &mut Vec<u8>) {
        let most = self.most();
        out.extend((0..=most).map(|j| needs.as_first(j).min(most + 1) as u8));
        if self.free || self.drawn > 0.0 {
            for a in 0..=most {
                (0..=most - a).for_each(|b| needs.describe_end(a, b, out));
            }
        }
    }

    /// The best order for these points, if there is one within the limits. `table`
    /// must know the model for as many games as the largest limit.
    pub(crate) fn best(&self, table: &Table<Lanes<1>>, needs: &Needs) -> Option<Best> {
        let mut paths = self.paths(table, needs);
        let mut best: Option<Best> = None;
        for (without_draws, &limit) in self.limits.iter().enumerate().skip(1) {
            paths.must_end = (!self.free).then_some(without_draws as u32);
            paths.limit = limit;
            if let Some(found) = paths.best()
                && best.is_none_or(|best| found.off < best.off - TIE)
            {
                best = Some(found);
            }
        }
        best
    }

    fn paths(&self, table: &Table<Lanes<1>>, needs: &Needs) -> Paths<'_> {
        let most = self.most();
        let mut gains = [Plane::new(most, 0.0), Plane::new(most, 0.0)];
        let mut end = Plane::new(most, [0.0; 2]);
        let mut over = Plane::new(most, true);
        for a in 0..=most {
            for b in 0..=most - a {
                if needs.open_wins(a, b) == 0 {
                    continue;
                }
                let (x, y) = (a as usize, b as usize);
                *over.at_mut(x, y) = false;
                let one = |a_games, b_games, at_limit| {
                    let mut sums = Sums::zero();
                    let stage = Stage { a_games, b_games, at_limit, ..Stage::new([a, b]) };
                    table.add_stage(&stage, needs, &mut sums);
                    [sums.a.0[0], sums.none.0[0]]
                };
                *gains[0].at_mut(x, y) = one(1.0, 0.0, 0.0)[0];
                *gains[1].at_mut(x, y) = one(0.0, 1.0, 0.0)[0];
                *end.at_mut(x, y) = one(0.0, 0.0, 1.0);
            }
        }
        if self.drawn > 0.0 {
            let decided = 1.0 - self.drawn;
            gains = gains.map(|plane| self.thinned(&plane, |x| x * decided, |x, y, w| x + y * w));
            end = self.thinned(&end, |x| x, |x, y, w| [x[0] + y[0] * w, x[1] + y[1] * w]);
        }
        Paths { gains, end, over, must_end: None, limit: most, orders: self }
    }

    /// From counts of decided games to counts of all games: the mean over which of
    /// them were drawn.
    fn thinned<T: Copy + Default>(
        &self,
        plane: &Plane<T>,
        scale: impl Fn(T) -> T,
        add: impl Fn(T, T, f64) -> T,
    ) -> Plane<T> {
        let size = plane.stride;
        let mut half = Plane::new(size as u32 - 1, T::default());
        let mut all = half.clone();
        for a in 0..size {
            for b in 0..size - a {
                let parts = (0..=a).map(|m| (*plane.at(m, b), self.decided[a][m]));
                *half.at_mut(a, b) = parts.fold(T::default(), |x, (y, w)| add(x, y, w));
            }
        }
        for a in 0..size {
            for b in 0..size - a {
                let parts = (0..=b).map(|m| (*half.at(a, m), self.decided[b][m]));
                *all.at_mut(a, b) = scale(parts.fold(T::default(), |x, (y, w)| add(x, y, w)));
            }
        }
        all
    }
}

impl Paths<'_> {
    /// Whether a path may come here: neither too early nor too late to its end.
    fn allowed(&self, a: usize, b: usize) -> bool {
        let over = *self.over.at(a, b);
        match self.must_end {
            Some(last) => over == (a + b >= last as usize),
            // Without draws, a limit that is never reached is none.
            None => !over || self.orders.drawn > 0.0 || a + b == self.limit as usize,
        }
    }

    /// The order of as many games as the limit that comes nearest to an even chance.
    fn best(&self) -> Option<Best> {
        let limit = self.limit;
        let (games, middle) = (limit as usize, limit as usize / 2);
        let mut firsts: Vec<Vec<Half>> = vec![Vec::new(); middle + 1];
        // A is first in game 1: the other orders are the same with the names changed.
        self.extend((0, 0), 0, middle, (0.0, 0), &mut |(a, _), half| firsts[a].push(half));
        let mut best: Option<Best> = None;
        for (a, first) in firsts.iter_mut().enumerate().filter(|(_, halves)| !halves.is_empty()) {
            let mut seconds: Vec<Vec<Half>> = vec![Vec::new(); games + 1];
            let start = (a, middle - a);
            self.extend(start, middle, games, (0.0, 0), &mut |(a, _), half| seconds[a].push(half));
            sort(first);
            for (a, second) in seconds.iter_mut().enumerate() {
                let [won, none] = *self.end.at(a, games - a);
                if second.is_empty() || none >= 1.0 || none > self.orders.most_none * (1.0 + 1e-13)
                {
                    continue;
                }
                sort(second);
                let aim = (1.0 - none) / 2.0 - won;
                let (off, order) = nearest(first, second, aim);
                let found = Best { order, limit, off: off / (1.0 - none) };
                let better = |best: Best| {
                    found.off < best.off - TIE
                        || found.off < best.off + TIE && before(found.order, best.order)
                };
                if best.is_none_or(better) {
                    best = Some(found);
                }
            }
        }
        best
    }

    fn extend(
        &self,
        (a, b): (usize, usize),
        game: usize,
        to: usize,
        (sum, order): Half,
        found: &mut impl FnMut((usize, usize), Half),
    ) {
        if game == to {
            return found((a, b), (sum, order));
        }
        for first in Player::BOTH {
            let next = if first == Player::A { (a + 1, b) } else { (a, b + 1) };
            let mirrored = game == 0 && first == Player::B;
            if !mirrored && self.allowed(next.0, next.1) {
                let sum = sum + self.gains[first.index()].at(a, b);
                let order = order | (first.index() as Order) << game;
                self.extend(next, game + 1, to, (sum, order), found);
            }
        }
    }
}

/// Whether an order has A first where the other has B, at their first difference.
fn before(order: Order, other: Order) -> bool {
    let differ = order ^ other;
    differ != 0 && order >> differ.trailing_zeros() & 1 == 0
}

/// Sorts halves by their sums, and of those that agree keeps the one with A first
/// earlier.
fn sort(halves: &mut Vec<Half>) {
    halves.sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
    halves.dedup_by(|next, kept| {
        let agree = next.0 - kept.0 <= TIE / 4.0;
        if agree && before(next.1, kept.1) {
            kept.1 = next.1;
        }
        agree
    });
}

/// The two halves, both sorted, whose sum comes nearest to the aim.
fn nearest(first: &[Half], second: &[Half], aim: f64) -> (f64, Order) {
    let mut best = (f64::INFINITY, 0);
    let mut k = second.len();
    for &(x, order) in first {
        // Second halves from k on are too large for all later first halves.
        while k > 0 && x + second[k - 1].0 > aim {
            k -= 1;
        }
        for &(y, rest) in &second[k.saturating_sub(1)..(k + 1).min(second.len())] {
            let off = (x + y - aim).abs();
            if off < best.0 {
                best = (off, order | rest);
            }
        }
    }
    best
}
