//! Type 2 as it is written, and type 1, as graphs of hands; swept in fixed point, or put into the
//! generic core in fractions.

use super::{Clock, Counts, Distance, Values, Worth, best, kinds, total, with, without, worth};
use kakukin_core::TurnChain;
use kakukin_mahjong::{Divisor, KINDS, Rational};
use rustc_hash::FxHashMap;

/// One draw of a waiting hand.
struct Draw {
    to: usize,
    copies: i128,
    /// Useful since the origin, useful by now, or not.
    class: usize,
}

/// One hand: draws if it is waiting, discards if it has drawn.
struct Node {
    hand: Counts,
    distance: u8,
    draws: Vec<Draw>,
    discards: Vec<usize>,
    /// Useful copies, and those of them that were useful at the origin.
    useful: i128,
    early: i128,
    /// Tiles that the origin lacks.
    over: i128,
}

/// The hands that can follow from one.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<Counts, usize>,
    origin: Counts,
    /// What is useful at the origin.
    wanted: Vec<usize>,
    /// Whether tiles of the origin that were thrown are not drawn again.
    gone: bool,
    /// Tiles that a waiting hand does not see, and those unseen at the origin.
    whole: i128,
    unseen: i128,
}

impl Graph {
    /// Only useful draws, only unneeded discards, and no way back.
    pub(crate) fn plain(distance: &mut Distance, origin: &Counts) -> Self {
        let mut graph = Self::empty(distance, origin, false);
        graph.grow(distance, |distance, hand| {
            if total(hand) % 3 == 1 { distance.useful(hand) } else { distance.unneeded(hand) }
        });
        for at in 0..graph.nodes.len() {
            let hand = graph.nodes[at].hand;
            if total(&hand) % 3 == 1 {
                for kind in distance.useful(&hand) {
                    graph.add_draw(distance, at, kind);
                }
            } else {
                let rest = |kind| graph.index[&without(hand, kind)];
                let discards = distance.unneeded(&hand);
                graph.nodes[at].discards = discards.into_iter().map(rest).collect();
            }
        }
        graph
    }

    /// Every draw and discard of slack hands, and each edge in both directions.
    pub(crate) fn improve(
        distance: &mut Distance,
        origin: &Counts,
        extra: u8,
        divisor: Divisor,
    ) -> Self {
        let mut graph = Self::empty(distance, origin, divisor == Divisor::Gone);
        let bound = distance.distance(origin) + extra;
        let own = |distance: &mut Distance, hand: &Counts| {
            let over: u8 = hand.iter().zip(origin).map(|(h, o)| h.saturating_sub(*o)).sum();
            let slack = over + distance.distance(hand) < bound;
            let waiting = total(hand) % 3 == 1;
            match (waiting, slack) {
                (true, true) => (0..KINDS).filter(|&k| hand[k] < distance.limits[k]).collect(),
                (true, false) => distance.useful(hand),
                (false, true) => kinds(*hand).collect(),
                (false, false) => distance.unneeded(hand),
            }
        };
        let edges = graph.grow(distance, own);
        for (waiting, kind) in edges {
            let at = graph.index[&waiting];
            let to = graph.add_draw(distance, at, kind);
            graph.nodes[to].discards.push(at);
        }
        graph
    }

    fn empty(distance: &mut Distance, origin: &Counts, gone: bool) -> Self {
        let tiles = total(origin) - (total(origin) % 3 - 1);
        let whole = total(&distance.limits) - tiles;
        let mut graph = Self {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            origin: *origin,
            wanted: distance.useful(origin),
            gone,
            whole,
            unseen: total(&distance.limits) - total(origin),
        };
        graph.node(distance, *origin);
        graph
    }

    fn node(&mut self, distance: &mut Distance, hand: Counts) -> usize {
        *self.index.entry(hand).or_insert_with(|| {
            let distance = distance.distance(&hand);
            let (draws, discards) = (Vec::new(), Vec::new());
            let over = hand.iter().zip(&self.origin).map(|(h, o)| h.saturating_sub(*o)).sum::<u8>();
            let over = i128::from(over);
            self.nodes.push(Node { hand, distance, draws, discards, useful: 0, early: 0, over });
            self.nodes.len() - 1
        })
    }

    /// Adds every hand that follows; the edges as waiting hand and kind.
    fn grow(
        &mut self,
        distance: &mut Distance,
        own: impl Fn(&mut Distance, &Counts) -> Vec<usize>,
    ) -> Vec<(Counts, usize)> {
        let mut edges = Vec::new();
        let mut at = 0;
        while at < self.nodes.len() {
            let hand = self.nodes[at].hand;
            let waiting = total(&hand) % 3 == 1;
            for kind in own(distance, &hand) {
                let other = if waiting { with(hand, kind) } else { without(hand, kind) };
                self.node(distance, other);
                edges.push((if waiting { hand } else { other }, kind));
            }
            at += 1;
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn add_draw(&mut self, distance: &Distance, at: usize, kind: usize) -> usize {
        let hand = self.nodes[at].hand;
        let to = self.index[&with(hand, kind)];
        let mut seen = hand;
        if self.gone {
            seen[kind] = seen[kind].max(self.origin[kind]);
        }
        let copies = distance.left(&seen, kind);
        let class = match self.nodes[to].distance < self.nodes[at].distance {
            true if !self.gone || self.wanted.contains(&kind) => 0,
            true => 1,
            false => 2,
        };
        let node = &mut self.nodes[at];
        node.draws.push(Draw { to, copies, class });
        node.useful += if class < 2 { copies } else { 0 };
        node.early += if class == 0 { copies } else { 0 };
        to
    }

    pub(crate) fn states(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a hand, if it is there.
    pub(crate) fn place(&self, hand: &Counts) -> Option<usize> {
        self.index.get(hand).copied()
    }

    /// What one tile of each class weighs, as fractions, at a draw from `left` tiles.
    fn weights(&self, divisor: Divisor, left: i128, node: &Node) -> [(i128, i128); 3] {
        let useful = node.useful;
        match divisor {
            Divisor::Wall => [(1, left); 3],
            Divisor::Constant => [(1, self.whole); 3],
            // Where nobody can be there may be more useful tiles than tiles.
            Divisor::Split if useful > left => [(1, useful), (1, useful), (0, 1)],
            Divisor::Split if useful == self.whole => [(1, left), (1, left), (0, 1)],
            Divisor::Split => {
                let near = (1, left);
                [near, near, (left - useful, left * (self.whole - useful))]
            }
            Divisor::Gone => {
                let early = node.early;
                let one = left.max(if node.distance > 1 { early } else { useful });
                let others = self.unseen - node.over - early;
                // Shared alike, (one - early) / (one others), and three quarters of the way from
                // there to 1 / one, less where most of the wall is drawn.
                let all = self.unseen * self.unseen;
                let part = all.min(4 * left * left);
                let (short, long) = if others > 0 { (one - early, others) } else { (0, 1) };
                let far = 4 * all * short + 3 * part * (long - short);
                let far = (far, 4 * all * one * long);
                [(1, one), far, far]
            }
        }
    }

    /// What every waiting hand is worth by draws left. The figure at `ready` is the chance to
    /// be ready.
    pub(crate) fn sweep(&self, divisor: Divisor, clock: &Clock, ready: usize) -> Swept {
        let start = |node: &Node| {
            std::array::from_fn(|k| if k == ready && node.distance <= 1 { ONE } else { 0 })
        };
        let mut now: Vec<Values<i128>> = self.nodes.iter().map(start).collect();
        let mut values = Vec::new();
        for d in 0..=clock.draws {
            let before = now.clone();
            for (value, node) in now.iter_mut().zip(&self.nodes).filter(|_| d > 0) {
                let weights = self.weights(divisor, clock.left(d), node);
                for k in (0..2).filter(|&k| k != ready || node.distance > 1) {
                    let mut sums = [0; 3];
                    for draw in &node.draws {
                        let gain = before[draw.to][k] - value[k];
                        sums[draw.class] += draw.copies * gain;
                    }
                    let parts = sums.into_iter().zip(weights).map(|(sum, (x, y))| sum * x / y);
                    value[k] += parts.sum::<i128>();
                }
            }
            for (at, node) in self.nodes.iter().enumerate() {
                if node.distance == 0 {
                    now[at] = [ONE; 2];
                } else if !node.discards.is_empty() {
                    now[at] = best(node.discards.iter().map(|&to| now[to]), SAME);
                }
            }
            values.push(now.clone());
        }
        Swept { values, ready }
    }
}

/// 1 in fixed point.
const ONE: i128 = 1 << 96;
/// What is not farther apart is equal; every step rounds by less than one.
const SAME: i128 = 1 << 30;

/// The values of a sweep.
pub(crate) struct Swept {
    /// By draws left and node.
    values: Vec<Vec<Values<i128>>>,
    ready: usize,
}

impl Swept {
    /// What a node is worth.
    pub(crate) fn worth(&self, at: usize) -> Worth {
        let values = self.values.iter().map(|row| row[at].map(|x| x as f64 / ONE as f64));
        worth(values, self.ready)
    }
}

/// A graph as a chain over turns; the last state is the win.
pub(crate) struct Chain<'g> {
    graph: &'g Graph,
    turns: usize,
    /// By turn and node: one tile of each class, and staying.
    weights: Vec<Vec<[Rational; 4]>>,
    one: Rational,
}

impl<'g> Chain<'g> {
    pub(crate) fn new(graph: &'g Graph, divisor: Divisor, clock: &Clock) -> Self {
        let weights = |turn: usize| {
            let left = clock.left(clock.draws - turn);
            let of = |node: &Node| {
                let weights = graph.weights(divisor, left, node);
                let [a, b, c] = weights.map(|(x, y)| Rational::from(x) / Rational::from(y));
                let mut stay = Rational::ONE;
                for draw in &node.draws {
                    stay -= [&a, &b, &c][draw.class] * Rational::from(draw.copies);
                }
                [a, b, c, stay]
            };
            graph.nodes.iter().map(of).collect()
        };
        let turns = clock.draws;
        Self { graph, turns, weights: (0..turns).map(weights).collect(), one: Rational::ONE }
    }

    /// What the states are worth at the end.
    pub(crate) fn end(&self) -> Vec<Rational> {
        let mut end = vec![Rational::ZERO; self.graph.states()];
        end.push(Rational::ONE);
        end
    }
}

impl TurnChain<Rational> for Chain<'_> {
    fn states(&self) -> usize {
        self.graph.states() + 1
    }

    fn turns(&self) -> usize {
        self.turns
    }

    fn moves(&self, turn: usize, from: usize, visit: &mut impl FnMut(usize, &Rational)) {
        let Some(node) = self.graph.nodes.get(from) else { return visit(from, &self.one) };
        if total(&node.hand) % 3 == 2 {
            return;
        }
        let weights = &self.weights[turn][from];
        visit(from, &weights[3]);
        for draw in &node.draws {
            let won = self.graph.nodes[draw.to].distance == 0;
            let to = if won { self.graph.states() } else { draw.to };
            let weight = &weights[draw.class];
            visit(to, &(weight * Rational::from(draw.copies)));
        }
    }

    fn options(&self, state: usize) -> &[usize] {
        match self.graph.nodes.get(state) {
            Some(node) if node.distance > 0 => &node.discards,
            _ => &[],
        }
    }
}
