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
    hands::{Hand, Hands, KINDS, Word, each, key},
};

use crate::map::Map;

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
    sweep: Lists,
}

impl Nodes {
    #[inline]
    fn number(&mut self, hand: Hand) -> u32 {
        let key = key(hand);
        self.found.get(key).unwrap_or_else(|| {
            let number = self.hands.len() as u32;
            self.hands.push(hand);
            self.found.insert(key, number);
            number
        })
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
                let first: [Word; 2] = std::array::from_fn(|at| hands.part(hand, at).first);
                let useful = view.useful();
                let slack = hands.over(hand) + view.distance < bound;
                waiting.distance.push(view.distance);
                each([useful[0] & first[0], useful[1] & first[1]], |at, bit| {
                    let part = hands.part(hand, at);
                    let (left, held) = ((part.left >> bit) as u8 & 7, (part.held >> bit) as u32 & 7);
                    waiting.copies.push(left * hands.alike(hand, at, bit, held));
                    let with = hands.with(hand, at, bit);
                    waiting.edges.push(drawn.number(with));
                });
                waiting.ends.push(waiting.edges.len() as u32);
                if slack {
                    let others: [Word; 2] = std::array::from_fn(|at| {
                        let left = hands.part(hand, at).left;
                        (left | (left >> 1) | (left >> 2)) & KINDS & !useful[at] & first[at]
                    });
                    each(others, |at, bit| {
                        let with = hands.with(hand, at, bit);
                        drawn.number(with);
                    });
                }
            }
            if drawn.ends.len() == drawn.hands.len() {
                break;
            }
            while drawn.ends.len() < drawn.hands.len() {
                let hand = drawn.hands[drawn.ends.len()];
                let view = hands.view(hand);
                let first: [Word; 2] = std::array::from_fn(|at| hands.part(hand, at).first);
                let unneeded = view.unneeded();
                let slack = hands.over(hand) + view.distance < bound;
                drawn.distance.push(view.distance);
                each([unneeded[0] & first[0], unneeded[1] & first[1]], |at, bit| {
                    let part = hands.part(hand, at);
                    let (left, held) = ((part.left >> bit) as u8 & 7, (part.held >> bit) as u32 & 7);
                    let without = hands.without(hand, at, bit);
                    drawn.copies.push((left + 1) * hands.alike(without, at, bit, held - 1));
                    drawn.edges.push(waiting.number(without));
                });
                drawn.ends.push(drawn.edges.len() as u32);
                if slack {
                    let others: [Word; 2] = std::array::from_fn(|at| {
                        let held = hands.part(hand, at).held;
                        (held | (held >> 1) | (held >> 2)) & KINDS & !unneeded[at] & first[at]
                    });
                    each(others, |at, bit| {
                        let without = hands.without(hand, at, bit);
                        waiting.number(without);
                    });
                }
            }
            if waiting.hands.len() + drawn.hands.len() > most {
                return None;
            }
        }
        let sweep = Lists::new(&waiting, &drawn);
        Some(Self { hands, waiting, drawn, sweep })
    }

    pub(crate) fn states(&self) -> usize { self.waiting.hands.len() + self.drawn.hands.len() }
    pub(crate) fn edges(&self) -> usize { self.waiting.edges.len() + self.drawn.edges.len() }

    /// values of waiting nodes at each number of draws left shown to `seen`.
    pub(crate) fn sweep(&self, clock: &Clock, divisor: Divisor, whole: f64, mut seen: impl FnMut(usize, &[[f64; 2]], &[u32])) {
        let lists = &self.sweep;
        let mut waiting = vec![[0.0; 2]; lists.waiting.len()];
        let mut drawn = vec![[0.0; 2]; lists.drawn.len()];
        for (node, value) in lists.waiting.iter().zip(&mut waiting) {
            value[1] = f64::from(u8::from(node.distance <= 1));
        }
        for d in 0..=clock.draws() {
            if d > 0 {
                let weight = clock.weight(d);
                let mut at = 0;
                for (i, node) in lists.waiting.iter().enumerate() {
                    if usize::from(node.distance) > d + 1 {
                        break;
                    }
                    let useful = f64::from(node.useful);
                    let (x, y) = match divisor {
                        Divisor::Wall => (weight, weight),
                        Divisor::Constant => (1.0 / whole, 1.0 / whole),
                        Divisor::Split => {
                            let x = weight.min(1.0 / useful);
                            (x, (1.0 - useful * x) / (whole - useful))
                        }
                    };
                    let wins = f64::from(node.wins);
                    let mut near = [wins; 2];
                    let end = at + node.near as usize;
                    for (&to, &copies) in lists.waiting_edges[at..end].iter().zip(&lists.copies[at..end]) {
                        let value = drawn[to as usize];
                        near[0] += f64::from(copies) * value[0];
                        near[1] += f64::from(copies) * value[1];
                    }
                    at = end;
                    let mut far = [0.0; 2];
                    let end = at + node.far as usize;
                    for (&to, &copies) in lists.waiting_edges[at..end].iter().zip(&lists.copies[at..end]) {
                        let value = drawn[to as usize];
                        far[0] += f64::from(copies) * value[0];
                        far[1] += f64::from(copies) * value[1];
                    }
                    at = end;
                    let stay = 1.0 - useful * x - f64::from(node.other) * y;
                    let now = waiting[i];
                    waiting[i] = [near[0] * x + far[0] * y + now[0] * stay, if node.distance <= 1 { 1.0 } else { near[1] * x + far[1] * y + now[1] * stay }];
                }
            }
            seen(d, &waiting, &lists.place);
            let mut at = 0;
            for (i, node) in lists.drawn.iter().enumerate() {
                if usize::from(node.distance) > d + 1 {
                    break;
                }
                let end = at + node.count as usize;
                // Win first; among equals, tenpai. Two passes without a branch to guess wrong.
                let options = &lists.drawn_edges[at..end];
                let mut win = 0.0;
                for &to in options {
                    let value = waiting[to as usize][0];
                    win = if value > win { value } else { win };
                }
                let mut tenpai = 0.0;
                for &to in options {
                    let value = waiting[to as usize];
                    let equal = if value[0] == win { value[1] } else { 0.0 };
                    tenpai = if equal > tenpai { equal } else { tenpai };
                }
                at = end;
                drawn[i] = [win, tenpai];
            }
        }
    }

    pub(crate) fn waiting_number(&mut self, tiles: crate::Tiles) -> Option<u32> {
        let hand = self.hands.hand(tiles);
        self.waiting.found.get(key(hand))
    }
}

/// A waiting hand in the order of the sweep.
#[derive(Debug, Clone, Copy, Default)]
struct WaitingNode {
    distance: u8,
    /// Edges by useful draws that do not win, and by others.
    near: u8,
    far: u8,
    /// Copies that win, that are useful, and of the other edges.
    wins: u8,
    useful: u8,
    other: u8,
}

#[derive(Debug, Clone, Copy, Default)]
struct DrawnNode {
    distance: u8,
    count: u8,
}

/// The graph laid out for the sweep: nearest hands first, and among them those
/// with as many edges together, so that the inner loops are of predictable length.
#[derive(Debug, Default)]
struct Lists {
    waiting: Vec<WaitingNode>,
    waiting_edges: Vec<u32>,
    copies: Vec<u8>,
    drawn: Vec<DrawnNode>,
    drawn_edges: Vec<u32>,
    /// The place of each waiting hand.
    place: Vec<u32>,
}

/// The places of things in ascending order of their keys, stable.
fn places(keys: impl Iterator<Item = u16> + Clone) -> Vec<u32> {
    let most = keys.clone().max().unwrap_or(0);
    let mut starts = vec![0u32; usize::from(most) + 1];
    for key in keys.clone() {
        starts[key as usize] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    keys.map(|key| {
        let start = &mut starts[key as usize];
        *start += 1;
        *start - 1
    })
    .collect()
}

impl Lists {
    fn new(waiting: &Nodes, drawn: &Nodes) -> Self {
        let mut nodes = vec![WaitingNode::default(); waiting.hands.len()];
        let mut others = vec![DrawnNode::default(); drawn.hands.len()];
        for (node, &distance) in nodes.iter_mut().zip(&waiting.distance) { node.distance = distance; }
        for (node, &distance) in others.iter_mut().zip(&drawn.distance) { node.distance = distance; }
        let mut from = 0;
        for (i, &to) in waiting.ends.iter().enumerate() {
            for edge in from..to as usize {
                let other = &mut others[waiting.edges[edge] as usize];
                nodes[i].useful += waiting.copies[edge];
                if other.distance == 0 { nodes[i].wins += waiting.copies[edge]; } else { nodes[i].near += 1; other.count += 1; }
            }
            from = to as usize;
        }
        from = 0;
        for (i, &to) in drawn.ends.iter().enumerate() {
            others[i].count += (to as usize - from) as u8;
            for edge in from..to as usize {
                let node = &mut nodes[drawn.edges[edge] as usize];
                node.far += 1;
                node.other += drawn.copies[edge];
            }
            from = to as usize;
        }
        let place = places(nodes.iter().map(|n| u16::from(n.distance) << 12 | u16::from(n.near.min(63)) << 6 | u16::from(n.far.min(63))));
        let drawn_place = places(others.iter().map(|n| if n.distance == 0 { 15 << 8 } else { u16::from(n.distance) << 8 | u16::from(n.count) }));
        let kept = others.iter().filter(|n| n.distance > 0).count();
        let mut lists = Self { waiting: vec![WaitingNode::default(); nodes.len()], drawn: vec![DrawnNode::default(); others.len()], ..Self::default() };
        for (node, &p) in nodes.iter().zip(&place) { lists.waiting[p as usize] = *node; }
        for (node, &p) in others.iter().zip(&drawn_place) { lists.drawn[p as usize] = *node; }
        lists.drawn.truncate(kept);
        // Where each one's edges begin.
        let mut near_at = Vec::with_capacity(nodes.len());
        let mut far_at = Vec::with_capacity(nodes.len());
        let mut sum = 0u32;
        for node in &lists.waiting { near_at.push(sum); sum += u32::from(node.near); far_at.push(sum); sum += u32::from(node.far); }
        lists.waiting_edges = vec![0; sum as usize];
        lists.copies = vec![0; sum as usize];
        let mut drawn_at = Vec::with_capacity(kept);
        let mut sum = 0u32;
        for node in &lists.drawn { drawn_at.push(sum); sum += u32::from(node.count); }
        lists.drawn_edges = vec![0; sum as usize];
        let mut from = 0;
        for (i, &to) in waiting.ends.iter().enumerate() {
            let p = place[i];
            for edge in from..to as usize {
                let q = drawn_place[waiting.edges[edge] as usize];
                if (q as usize) < kept {
                    let at = &mut near_at[p as usize];
                    lists.waiting_edges[*at as usize] = q;
                    lists.copies[*at as usize] = waiting.copies[edge];
                    *at += 1;
                    let at = &mut drawn_at[q as usize];
                    lists.drawn_edges[*at as usize] = p;
                    *at += 1;
                }
            }
            from = to as usize;
        }
        from = 0;
        for (i, &to) in drawn.ends.iter().enumerate() {
            let q = drawn_place[i];
            for edge in from..to as usize {
                let p = place[drawn.edges[edge] as usize];
                let at = &mut far_at[p as usize];
                lists.waiting_edges[*at as usize] = q;
                lists.copies[*at as usize] = drawn.copies[edge];
                *at += 1;
                let at = &mut drawn_at[q as usize];
                lists.drawn_edges[*at as usize] = p;
                *at += 1;
            }
            from = to as usize;
        }
        lists.place = place;
        lists
    }
}
