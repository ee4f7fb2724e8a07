//! The hands around an origin, for computations with improvement and going back (type 2): hands
//! near enough to the origin may draw and discard anything, the others only what is useful and
//! unneeded.
//!
//! Write over(h) for the tiles of h that the origin lacks. A hand is *slack* when over(h) + T(h) <
//! T(origin) + extra. The graph is closed under every draw and discard of slack hands and the
//! useful draws and unneeded discards of the others, and any two of its hands that differ by one
//! tile are joined: the draw lowers the distance or the discard does not raise it, so one of both
//! always makes the edge. So a discarded tile can be drawn again, the graph has cycles, and the
//! turn is the outer loop.

use super::{
    hands::{Hand, Hands, View, Word, any_of, each},
    lists::Lists,
    watch::{Stopped, Watch},
};
use crate::{Reds, Tiles};
use std::sync::Arc;

/// Marks copies of a tile that is useful but was not at the origin.
pub(super) const LATE: u8 = 0x80;

/// The most halves of a graph: about a gigabyte.
const MOST_HALVES: usize = 1 << 22;

/// A graph around an origin.
#[derive(Debug)]
pub(crate) struct Around {
    /// Of the origin.
    pub(crate) distance: u8,
    pub(crate) hands: Hands,
    pub(crate) waiting: Nodes,
    pub(crate) drawn: Nodes,
}

impl Around {
    /// Grows the graph from the tiles of its origin, which may have `extra` moves more than the
    /// shortest way.
    pub(crate) fn new(
        mut hands: Hands,
        origin: Tiles,
        has_drawn: bool,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let origin = hands.coloured(origin, Reds::NONE);
        let View { distance, .. } = hands.view(origin);
        // What is thrown as useless may be wanted later, when there is less of it.
        let wanted = if hands.has_thrown() { [!0; 2] } else { hands.view(origin).useful() };
        let bound = distance + extra;
        let (mut waiting, mut drawn) = (Nodes::default(), Nodes::default());
        if has_drawn { &mut drawn } else { &mut waiting }.number(origin);
        loop {
            for node in waiting.pending() {
                draws(&mut hands, node, bound, wanted, &mut waiting, &mut drawn);
                let states = waiting.hands.len() + drawn.hands.len();
                watch.room(&hands, MOST_HALVES, states)?;
                watch.states(states)?;
            }
            let pending = drawn.pending();
            if pending.is_empty() {
                break;
            }
            for node in pending {
                discards(&mut hands, node, bound, &mut waiting, &mut drawn);
                let states = waiting.hands.len() + drawn.hands.len();
                watch.room(&hands, MOST_HALVES, states)?;
                watch.states(states)?;
            }
        }
        Ok(Self { distance, hands, waiting, drawn })
    }

    /// The hands, waiting and drawn.
    pub(crate) fn states(&self) -> usize {
        self.waiting.hands.len() + self.drawn.hands.len()
    }
}

/// A graph that is laid out for sweeps, and knows its hands.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    hands: Hands,
    found: Arc<[Found; 2]>,
    pub(crate) lists: Arc<Lists>,
}

impl Graph {
    /// The graph with its lists.
    pub(crate) fn new(around: Around, lists: Lists) -> Self {
        let Around { hands, waiting, drawn, .. } = around;
        Self { hands, found: Arc::new([waiting.found, drawn.found]), lists: Arc::new(lists) }
    }

    /// The place of a waiting hand in the sweep.
    pub(crate) fn place(&self, waiting: Tiles) -> Option<usize> {
        let number = self.found[0].get(self.hands.find(waiting)?)?;
        Some(self.lists.place[number as usize] as usize)
    }

    /// Whether a drawn hand is in the graph.
    pub(crate) fn has_drawn(&self, drawn: Tiles) -> bool {
        self.hands.find(drawn).is_some_and(|hand| self.found[1].get(hand).is_some())
    }
}

/// Hands with one number of tiles.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nodes {
    found: Found,
    pub(crate) hands: Vec<Hand>,
    pub(crate) distance: Vec<u8>,
    /// The forms that a ready hand is ready in.
    pub(crate) forms: Vec<u8>,
    /// Tiles of a waiting hand that the origin lacks.
    pub(crate) over: Vec<u8>,
    /// The hands in the order in which their edges were made.
    order: Vec<u32>,
    /// Ends of their own edges: useful draws, or unneeded discards.
    ends: Vec<u32>,
    /// The hands at their other side.
    edges: Vec<u32>,
    /// Copies of the tile that can be drawn, of all kinds that may change places with it, and
    /// [`LATE`].
    copies: Vec<u8>,
}

impl Nodes {
    #[inline]
    fn number(&mut self, hand: Hand) -> u32 {
        let number = self.found.number(hand, self.hands.len() as u32);
        if number as usize == self.hands.len() {
            self.hands.push(hand);
            self.distance.push(0);
            self.forms.push(0);
            self.over.push(0);
        }
        number
    }

    /// The hands whose edges are still to be made, those with the same first half together:
    /// their neighbours then lie together too.
    fn pending(&mut self) -> Vec<u32> {
        let mut pending: Vec<u32> = (self.order.len() as u32..self.hands.len() as u32).collect();
        by_count(&mut pending, |i| self.hands[i as usize][0]);
        self.order.extend_from_slice(&pending);
        pending
    }

    /// Every edge: the hand, the other one, and the copies with their mark.
    pub(crate) fn each_edge(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).zip(&self.order).flat_map(|((from, &to), &node)| {
            let edges = from as usize..to as usize;
            let parts = self.edges[edges.clone()].iter().zip(&self.copies[edges]);
            parts.map(move |(&other, &copies)| (node as usize, other as usize, copies))
        })
    }
}

/// The draws of a waiting hand: edges by the useful ones, and if it is slack the
/// hands that any other draw leads to.
fn draws(
    hands: &mut Hands,
    node: u32,
    bound: u8,
    wanted: [Word; 2],
    waiting: &mut Nodes,
    drawn: &mut Nodes,
) {
    let hand = waiting.hands[node as usize];
    let view = hands.view(hand);
    waiting.distance[node as usize] = view.distance;
    waiting.forms[node as usize] = view.forms;
    let over = hands.over(hand);
    waiting.over[node as usize] = over;
    let slack = over + view.distance < bound;
    let (useful, first) = (view.useful(), hands.first(hand));
    each([useful[0] & first[0], useful[1] & first[1]], |at, bit| {
        let (held, left) = hands.drawn_from(hand, at, bit);
        let late = if wanted[at] >> bit & 1 == 0 { LATE } else { 0 };
        waiting.copies.push((left * hands.alike(hand, at, bit, held)) | late);
        let with = hands.with(hand, at, bit);
        waiting.edges.push(drawn.number(with));
    });
    waiting.ends.push(waiting.edges.len() as u32);
    if slack {
        let others: [Word; 2] =
            std::array::from_fn(|at| any_of(hands.part(hand, at).left) & !useful[at] & first[at]);
        each(others, |at, bit| {
            let with = hands.with(hand, at, bit);
            drawn.number(with);
        });
    }
}

/// The discards of a hand that has drawn: edges by the unneeded ones, and if it is
/// slack the hands that any other discard leads to.
fn discards(hands: &mut Hands, node: u32, bound: u8, waiting: &mut Nodes, drawn: &mut Nodes) {
    let hand = drawn.hands[node as usize];
    let view = hands.view(hand);
    drawn.distance[node as usize] = view.distance;
    let slack = hands.over(hand) + view.distance < bound;
    let (unneeded, first) = (view.unneeded(), hands.first(hand));
    each([unneeded[0] & first[0], unneeded[1] & first[1]], |at, bit| {
        let without = hands.without(hand, at, bit);
        // Read the other way round it is a draw of the hand that it leaves.
        let (held, left) = hands.drawn_from(without, at, bit);
        drawn.copies.push(left * hands.alike(without, at, bit, held));
        drawn.edges.push(waiting.number(without));
    });
    drawn.ends.push(drawn.edges.len() as u32);
    if slack {
        let others: [Word; 2] =
            std::array::from_fn(|at| any_of(hands.part(hand, at).held) & !unneeded[at] & first[at]);
        each(others, |at, bit| {
            let without = hands.without(hand, at, bit);
            waiting.number(without);
        });
    }
}

/// Sorts by a key, by counting.
fn by_count(list: &mut Vec<u32>, key: impl Fn(u32) -> u32) {
    let most = list.iter().map(|&i| key(i)).max().unwrap_or(0);
    let mut starts = vec![0u32; most as usize + 2];
    for &i in list.iter() {
        starts[key(i) as usize + 1] += 1;
    }
    for k in 1..starts.len() {
        starts[k] += starts[k - 1];
    }
    let mut sorted = vec![0; list.len()];
    for &i in list.iter() {
        let start = &mut starts[key(i) as usize];
        sorted[*start as usize] = i;
        *start += 1;
    }
    *list = sorted;
}

/// The places of hands in ascending order of distance, first and second half.
pub(super) fn places(hands: &[Hand], distances: &[u8]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..hands.len() as u32).collect();
    by_count(&mut order, |i| hands[i as usize][1]);
    by_count(&mut order, |i| hands[i as usize][0]);
    by_count(&mut order, |i| u32::from(distances[i as usize]));
    let mut places = vec![0; order.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i as usize] = place as u32;
    }
    places
}

/// The numbers of hands: a small table of second halves for each first half, so that
/// the neighbours of hands with the same first half are found in the same few tables.
#[derive(Debug, Clone, Default)]
struct Found(Vec<Table>);

/// Second halves with their numbers, by open addressing; a power of two of places.
#[derive(Debug, Clone, Default)]
struct Table {
    slots: Vec<u64>,
    len: u32,
}

const FREE: u64 = u64::MAX;

impl Table {
    #[inline]
    fn place(&self, half: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = half.wrapping_mul(0x9e37_79b1) as usize >> 12;
        while self.slots[place & mask] >> 32 != u64::from(half) && self.slots[place & mask] != FREE
        {
            place += 1;
        }
        place & mask
    }

    #[inline]
    fn number(&mut self, half: u32, new: u32) -> u32 {
        if 4 * (self.len as usize + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let place = self.place(half);
        if self.slots[place] == FREE {
            self.slots[place] = (u64::from(half) << 32) | u64::from(new);
            self.len += 1;
        }
        self.slots[place] as u32
    }

    #[cold]
    fn grow(&mut self) {
        let places = (2 * self.slots.len()).max(4);
        let slots = std::mem::replace(&mut self.slots, vec![FREE; places]);
        for slot in slots.into_iter().filter(|&slot| slot != FREE) {
            let place = self.place((slot >> 32) as u32);
            self.slots[place] = slot;
        }
    }
}

impl Found {
    /// The number of a hand; `new` if it has none yet.
    #[inline]
    fn number(&mut self, hand: Hand, new: u32) -> u32 {
        let first = hand[0] as usize;
        if first >= self.0.len() {
            self.0.resize(2 * first + 1, Table::default());
        }
        self.0[first].number(hand[1], new)
    }

    fn get(&self, hand: Hand) -> Option<u32> {
        let table = self.0.get(hand[0] as usize).filter(|table| table.len > 0)?;
        let slot = table.slots[table.place(hand[1])];
        (slot != FREE).then_some(slot as u32)
    }
}

/// The nodes at their places.
pub(super) fn sorted<T: Copy + Default>(nodes: &[T], places: &[u32]) -> Vec<T> {
    let mut sorted = vec![T::default(); nodes.len()];
    for (node, &place) in nodes.iter().zip(places) {
        sorted[place as usize] = *node;
    }
    sorted
}
