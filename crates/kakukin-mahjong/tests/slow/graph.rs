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
    useful: bool,
}

/// One hand: draws if it is waiting, discards if it has drawn.
struct Node {
    hand: Counts,
    distance: u8,
    draws: Vec<Draw>,
    discards: Vec<usize>,
    /// Useful copies, and those of them that the origin had no use for.
    useful: i128,
    late: i128,
    /// Tiles that the origin lacks.
    over: i128,
}

/// The hands that can follow from one.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<Counts, usize>,
    /// Tiles that a waiting hand does not see.
    whole: i128,
    /// Where what the origin held stays seen: its tiles, and its useful draws.
    origin: Option<(Counts, Vec<usize>)>,
}

impl Graph {
    /// Only useful draws, only unneeded discards, and no way back.
    pub(crate) fn plain(distance: &mut Distance, origin: &Counts) -> Self {
        let mut graph = Self::empty(distance, origin);
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
        let mut graph = Self::empty(distance, origin);
        if divisor == Divisor::Seen {
            graph.whole = total(&distance.limits) - total(origin);
            graph.origin = Some((*origin, distance.useful(origin)));
        }
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

    fn empty(distance: &mut Distance, origin: &Counts) -> Self {
        let tiles = total(origin) - (total(origin) % 3 - 1);
        let whole = total(&distance.limits) - tiles;
        let (nodes, index) = (Vec::new(), FxHashMap::default());
        let mut graph = Self { nodes, index, whole, origin: None };
        graph.node(distance, *origin);
        graph
    }

    fn node(&mut self, distance: &mut Distance, hand: Counts) -> usize {
        *self.index.entry(hand).or_insert_with(|| {
            let distance = distance.distance(&hand);
            let over = self.origin.as_ref().map_or(0, |(origin, _)| {
                let more = |(h, o): (&u8, &u8)| i128::from(h.saturating_sub(*o));
                hand.iter().zip(origin).map(more).sum()
            });
            let (draws, discards) = (Vec::new(), Vec::new());
            self.nodes.push(Node { hand, distance, draws, discards, useful: 0, late: 0, over });
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
        let useful = self.nodes[to].distance < self.nodes[at].distance;
        let mut copies = distance.left(&hand, kind);
        if let Some((origin, wanted)) = &self.origin {
            copies = copies.min(distance.left(origin, kind));
            if useful && !wanted.contains(&kind) {
                self.nodes[at].late += copies;
            }
        }
        self.nodes[at].draws.push(Draw { to, copies, useful });
        self.nodes[at].useful += if useful { copies } else { 0 };
        to
    }

    pub(crate) fn states(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a hand, if it is there.
    pub(crate) fn place(&self, hand: &Counts) -> Option<usize> {
        self.index.get(hand).copied()
    }

    /// What one useful and one other tile weigh, as fractions, at a draw from `left` tiles after so
    /// many others.
    fn weights(
        &self,
        divisor: Divisor,
        left: i128,
        before: i128,
        node: &Node,
    ) -> [(i128, i128); 2] {
        let useful = node.useful;
        match divisor {
            Divisor::Seen => {
                let all = self.whole - node.over;
                let (mut x, mut y) = (1, left.max(useful));
                if node.late > 0 {
                    let parts = 16 * useful * all;
                    let away = i128::from(self.nodes[0].distance);
                    x *= parts - away * node.late * (before - node.over).max(0);
                    y *= parts;
                }
                let far = if all > useful { (y - useful * x, y * (all - useful)) } else { (0, 1) };
                [(x, y), far]
            }
            Divisor::Wall => [(1, left); 2],
            Divisor::Constant => [(1, self.whole); 2],
            // Where nobody can be there may be more useful tiles than tiles.
            Divisor::Split if useful > left => [(1, useful), (0, 1)],
            Divisor::Split if useful == self.whole => [(1, left), (0, 1)],
            Divisor::Split => [(1, left), (left - useful, left * (self.whole - useful))],
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
                let gone = (clock.draws - d) as i128;
                let weights = self.weights(divisor, clock.left(d), gone, node);
                for k in (0..2).filter(|&k| k != ready || node.distance > 1) {
                    let mut sums = [0; 2];
                    for draw in &node.draws {
                        let gain = before[draw.to][k] - value[k];
                        sums[usize::from(!draw.useful)] += draw.copies * gain;
                    }
                    let part = |(sum, (x, y)): (i128, (i128, i128))| sum / y * x + sum % y * x / y;
                    let parts = sums.into_iter().zip(weights).map(part);
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
    /// By turn and node: one useful tile, one other, and staying.
    weights: Vec<Vec<[Rational; 3]>>,
    one: Rational,
}

impl<'g> Chain<'g> {
    pub(crate) fn new(graph: &'g Graph, divisor: Divisor, clock: &Clock) -> Self {
        let weights = |turn: usize| {
            let left = clock.left(clock.draws - turn);
            let of = |node: &Node| {
                let both = graph.weights(divisor, left, turn as i128, node);
                let [near, far] = both.map(|(x, y)| Rational::from(x) / Rational::from(y));
                let copies: i128 = node.draws.iter().map(|draw| draw.copies).sum();
                let useful = &near * Rational::from(node.useful);
                let others = &far * Rational::from(copies - node.useful);
                [near, far, Rational::ONE - useful - others]
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
        let [near, far, stay] = &self.weights[turn][from];
        visit(from, stay);
        for draw in &node.draws {
            let won = self.graph.nodes[draw.to].distance == 0;
            let to = if won { self.graph.states() } else { draw.to };
            let weight = if draw.useful { near } else { far };
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
