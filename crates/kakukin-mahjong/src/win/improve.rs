//! With improvement and going back (type 2): hands near enough to the origin may
//! draw and throw anything, the others only what is useful and unneeded.
//!
//! Write over(h) for the tiles of h that the origin lacks. A hand is *slack* when
//! over(h) + T(h) < T(origin) + extra. The graph is closed under every draw and discard of slack
//! hands and the useful draws and unneeded discards of the others, and any two of its hands
//! that differ by one tile are joined: the draw lowers the distance or the discard does not
//! raise it, so one of both always makes the edge. So a thrown tile can be drawn again, the graph
//! has cycles, and the turn is the outer loop.

use super::{
    clock::Clock,
    hands::{Hand, Hands, KINDS, Word, each},
    map::Map,
};

/// How a draw's chance is worked out although thrown tiles are not in the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Divisor {
    /// Useful tiles are as likely as they are, e/(S - t); the others share the rest
    /// pro rata. Always a probability.
    #[default]
    Split,
    /// Every tile e/(S - t), as if thrown tiles were still there; may exceed 1.
    Wall,
    /// Every tile e/S, as if thrown tiles went back.
    Constant,
}

/// Hands with one number of tiles.
#[derive(Debug, Default)]
struct Nodes {
    found: Map,
    hands: Vec<Hand>,
    distance: Vec<u8>,
    /// Ends of each hand's own edges: useful draws, or unneeded discards.
    ends: Vec<u32>,
    /// The hands at their other side.
    edges: Vec<u32>,
    /// Unseen copies of the tile.
    copies: Vec<u8>,
}

/// The graph of all hands that may follow.
#[derive(Debug)]
pub(crate) struct Improve {
    hands: Hands,
    waiting: Nodes,
    drawn: Nodes,
    /// Edges by their other side, see [`Nodes::edges`].
    back_waiting: Back,
    back_drawn: Back,
}

/// Edges turned round.
#[derive(Debug, Default)]
struct Back {
    ends: Vec<u32>,
    edges: Vec<u32>,
    copies: Vec<u8>,
}

impl Nodes {
    #[inline]
    fn number(&mut self, hand: Hand) -> u32 {
        let key = (u64::from(hand[0]) << 32) | u64::from(hand[1]);
        self.found.get(key).unwrap_or_else(|| {
            let number = self.hands.len() as u32;
            self.hands.push(hand);
            self.found.insert(key, number);
            number
        })
    }

    fn back(&self, others: usize) -> Back {
        let mut ends = vec![0u32; others + 1];
        for &to in &self.edges {
            ends[to as usize + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut back = Back { edges: vec![0; self.edges.len()], copies: vec![0; self.edges.len()], ends: Vec::new() };
        let mut from = 0;
        for (node, &to) in self.ends.iter().enumerate() {
            for edge in from as usize..to as usize {
                let place = &mut ends[self.edges[edge] as usize];
                back.edges[*place as usize] = node as u32;
                back.copies[*place as usize] = self.copies[edge];
                *place += 1;
            }
            from = to;
        }
        ends.truncate(others);
        back.ends = ends;
        back
    }
}

impl Improve {
    /// Builds the graph; `None` if it has more than `most` hands.
    pub(crate) fn new(mut hands: Hands, origin: crate::Tiles, drawn_origin: bool, extra: u8, most: usize) -> Option<Self> {
        let (mut waiting, mut drawn) = (Nodes::default(), Nodes::default());
        let start = hands.hand(origin);
        let bound = hands.view(start).distance + extra;
        if drawn_origin { drawn.number(start); } else { waiting.number(start); }
        loop {
            while waiting.ends.len() < waiting.hands.len() {
                let hand = waiting.hands[waiting.ends.len()];
                let view = hands.view(hand);
                let useful = view.useful();
                let slack = hands.over(hand) + view.distance < bound;
                waiting.distance.push(view.distance);
                each(useful, |at, bit| {
                    let with = hands.with(hand, at, bit);
                    waiting.edges.push(drawn.number(with));
                    waiting.copies.push((hands.part(hand, at).left >> bit) as u8 & 7);
                });
                waiting.ends.push(waiting.edges.len() as u32);
                if slack {
                    let others: [Word; 2] = std::array::from_fn(|at| {
                        let left = hands.part(hand, at).left;
                        (left | (left >> 1) | (left >> 2)) & KINDS & !useful[at]
                    });
                    each(others, |at, bit| { let with = hands.with(hand, at, bit); drawn.number(with); });
                }
            }
            if drawn.ends.len() == drawn.hands.len() { break; }
            while drawn.ends.len() < drawn.hands.len() {
                let hand = drawn.hands[drawn.ends.len()];
                let view = hands.view(hand);
                let unneeded = view.unneeded();
                let slack = hands.over(hand) + view.distance < bound;
                drawn.distance.push(view.distance);
                each(unneeded, |at, bit| {
                    let without = hands.without(hand, at, bit);
                    drawn.edges.push(waiting.number(without));
                    drawn.copies.push(((hands.part(hand, at).left >> bit) as u8 & 7) + 1);
                });
                drawn.ends.push(drawn.edges.len() as u32);
                if slack {
                    let others: [Word; 2] = std::array::from_fn(|at| {
                        let held = hands.part(hand, at).held;
                        (held | (held >> 1) | (held >> 2)) & KINDS & !unneeded[at]
                    });
                    each(others, |at, bit| { let without = hands.without(hand, at, bit); waiting.number(without); });
                }
            }
            if waiting.hands.len() + drawn.hands.len() > most { return None; }
        }
        let back_waiting = drawn.back(waiting.hands.len());
        let back_drawn = waiting.back(drawn.hands.len());
        Some(Self { hands, waiting, drawn, back_waiting, back_drawn })
    }

    pub(crate) fn states(&self) -> usize { self.waiting.hands.len() + self.drawn.hands.len() }
    pub(crate) fn edges(&self) -> usize { self.waiting.edges.len() + self.drawn.edges.len() }

    /// values of waiting nodes at each number of draws left shown to `seen`.
    pub(crate) fn sweep(&self, clock: &Clock, divisor: Divisor, whole: f64, mut seen: impl FnMut(usize, &[[f64; 2]])) {
        let (n13, n14) = (self.waiting.hands.len(), self.drawn.hands.len());
        let ready = |distance: u8| if distance <= 1 { 1.0 } else { 0.0 };
        let mut waiting: Vec<[f64; 2]> = self.waiting.distance.iter().map(|&t| [0.0, ready(t)]).collect();
        let mut drawn: Vec<[f64; 2]> = vec![[0.0; 2]; n14];
        // Totals of copies over useful edges and the other ones.
        let mut useful = vec![0.0; n13];
        let mut other = vec![0.0; n13];
        let mut from = 0;
        for (i, &to) in self.waiting.ends.iter().enumerate() { useful[i] = self.waiting.copies[from..to as usize].iter().map(|&c| f64::from(c)).sum(); from = to as usize; }
        let mut from = 0;
        for (i, &to) in self.back_waiting.ends.iter().enumerate() { other[i] = self.back_waiting.copies[from..to as usize].iter().map(|&c| f64::from(c)).sum(); from = to as usize; }
        for d in 0..=clock.draws() {
            if d > 0 {
                let weight = clock.weight(d);
                let (mut a, mut b) = (0usize, 0usize);
                for i in 0..n13 {
                    let (a_end, b_end) = (self.waiting.ends[i] as usize, self.back_waiting.ends[i] as usize);
                    let mut near = [0.0; 2];
                    for (&to, &copies) in self.waiting.edges[a..a_end].iter().zip(&self.waiting.copies[a..a_end]) {
                        let value = drawn[to as usize];
                        near[0] += f64::from(copies) * value[0];
                        near[1] += f64::from(copies) * value[1];
                    }
                    let mut far = [0.0; 2];
                    for (&to, &copies) in self.back_waiting.edges[b..b_end].iter().zip(&self.back_waiting.copies[b..b_end]) {
                        let value = drawn[to as usize];
                        far[0] += f64::from(copies) * value[0];
                        far[1] += f64::from(copies) * value[1];
                    }
                    (a, b) = (a_end, b_end);
                    let (x, y) = match divisor {
                        Divisor::Wall => (weight, weight),
                        Divisor::Constant => (1.0 / whole, 1.0 / whole),
                        Divisor::Split => {
                            let x = weight.min(1.0 / useful[i]);
                            (x, (1.0 - useful[i] * x) / (whole - useful[i]))
                        }
                    };
                    let stay = 1.0 - useful[i] * x - other[i] * y;
                    let now = waiting[i];
                    waiting[i] = [near[0] * x + far[0] * y + now[0] * stay, near[1] * x + far[1] * y + now[1] * stay];
                    if self.waiting.distance[i] <= 1 { waiting[i][1] = 1.0; }
                }
            }
            seen(d, &waiting);
            let (mut a, mut b) = (0usize, 0usize);
            for i in 0..n14 {
                let (a_end, b_end) = (self.drawn.ends[i] as usize, self.back_drawn.ends[i] as usize);
                let mut best = [-1.0; 2];
                for &to in self.drawn.edges[a..a_end].iter().chain(&self.back_drawn.edges[b..b_end]) {
                    let value = waiting[to as usize];
                    if value[0] > best[0] || value[0] == best[0] && value[1] > best[1] { best = value; }
                }
                (a, b) = (a_end, b_end);
                drawn[i] = if self.drawn.distance[i] == 0 { [1.0; 2] } else { best };
            }
        }
    }

    pub(crate) fn waiting_number(&mut self, tiles: crate::Tiles) -> Option<u32> {
        let hand = self.hands.hand(tiles);
        self.waiting.found.get((u64::from(hand[0]) << 32) | u64::from(hand[1]))
    }
}
