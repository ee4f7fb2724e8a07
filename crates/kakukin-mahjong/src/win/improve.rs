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
    answer::Worth,
    clock::Clock,
    hands::{Hand, Hands, Word, any_of, each},
    question::{Divisor, EQUAL, Method, Objective, Question, Value},
    solver::{Stopped, Watch},
};
use crate::Tiles;
use std::sync::Arc;

/// The most halves of a graph: about a gigabyte.
const MOST_HALVES: usize = 1 << 22;

/// Hands with one number of tiles.
#[derive(Debug, Clone, Default)]
struct Nodes {
    found: Found,
    hands: Vec<Hand>,
    distance: Vec<u8>,
    /// The forms that a ready hand is ready in.
    forms: Vec<u8>,
    /// The hands in the order in which their edges were made.
    order: Vec<u32>,
    /// Ends of their own edges: useful draws, or unneeded discards.
    ends: Vec<u32>,
    /// The hands at their other side.
    edges: Vec<u32>,
    /// Unseen copies of the tile, of all kinds that may change places with it.
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

    /// Every edge: the hand, the other one, and the copies.
    fn each_edge(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).zip(&self.order).flat_map(|((from, &to), &node)| {
            let edges = from as usize..to as usize;
            let parts = self.edges[edges.clone()].iter().zip(&self.copies[edges]);
            parts.map(move |(&other, &copies)| (node as usize, other as usize, copies))
        })
    }
}

/// The graph of all hands that may follow.
#[derive(Debug, Clone)]
pub(crate) struct Improve {
    hands: Hands,
    waiting: Arc<Found>,
    drawn: Arc<Found>,
    states: usize,
    lists: Arc<Lists>,
    /// The forms of all ready hands, where they all agree.
    forms: Option<u8>,
    /// Whether some are ready for thirteen orphans.
    orphans: bool,
}

/// What every waiting hand is worth at each number of draws left, in the order of the
/// sweep.
pub(crate) type Values = Vec<Vec<Value>>;

impl Improve {
    /// Builds the graph around the question's hand.
    pub(crate) fn new(
        question: &Question,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let situation = question.situation();
        let hand = situation.hand();
        let origin = hand.concealed();
        let (limits, groups) = (situation.limits(), hand.sets_needed());
        let mut hands = Hands::around(origin, limits, groups, question.forms());
        let start = hands.hand(origin);
        let bound = hands.view(start).distance + extra;
        let (mut waiting, mut drawn) = (Nodes::default(), Nodes::default());
        if hand.has_drawn() { &mut drawn } else { &mut waiting }.number(start);
        loop {
            for node in waiting.pending() {
                draws(&mut hands, node, bound, &mut waiting, &mut drawn);
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
        let ready = waiting.distance.iter().zip(&waiting.forms).filter(|(t, _)| **t <= 1);
        let mut masks = ready.map(|(_, &forms)| forms);
        let orphans = masks.clone().any(|mask| mask & 4 != 0);
        let first = masks.next().unwrap_or(1);
        Ok(Self {
            forms: masks.all(|mask| mask == first).then_some(first),
            states: waiting.hands.len() + drawn.hands.len(),
            lists: Arc::new(Lists::new(&waiting, &drawn)),
            waiting: Arc::new(waiting.found),
            drawn: Arc::new(drawn.found),
            orphans,
            hands,
        })
    }

    /// The waiting hands of the graph.
    pub(crate) fn waiting_hands(&self) -> usize {
        self.lists.waiting.len()
    }

    /// The hands of the graph, waiting and drawn.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// The place of a waiting hand in the sweep.
    pub(crate) fn place(&self, waiting: Tiles) -> Option<usize> {
        let hand = self.hands.find(waiting)?;
        self.waiting.get(hand).map(|number| self.lists.place[number as usize] as usize)
    }

    /// Whether a drawn hand is in the graph.
    pub(crate) fn has_drawn(&self, drawn: Tiles) -> bool {
        self.hands.find(drawn).is_some_and(|hand| self.drawn.get(hand).is_some())
    }

    /// What some waiting hands are worth (`None` for those that are not in the graph), and with
    /// `keep` what all of them are worth.
    pub(crate) fn sweep(
        &mut self,
        question: &Question,
        roots: &[Tiles],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<Option<Worth>>, Option<Values>), Stopped> {
        let roots: Vec<Option<usize>> = roots.iter().map(|&root| self.place(root)).collect();
        let divisor = match question.method() {
            Method::Improve { divisor, .. } => divisor,
            Method::Plain => Divisor::default(),
        };
        let situation = question.situation();
        let clock = Clock::new(situation.unseen(), question.draws());
        // Tiles that a waiting hand does not hold and nobody else shows.
        let full = 3 * situation.hand().sets_needed() + 1;
        let weights = Weights { clock, divisor, whole: f64::from(situation.limits().len() - full) };
        let objective = question.objective();
        let mut worth: Vec<Option<Worth>> = roots
            .iter()
            .map(|root| {
                root.map(|_| Worth { win: vec![], tenpai: vec![], forms: Default::default() })
            })
            .collect();
        let mut values = keep.then(Values::new);
        let forms = self.forms;
        let lists = &self.lists;
        let states = self.states;
        let mut pulse = || watch.beat(states);
        let add = |row: &[f64], worth: &mut Worth| {
            let [win, tenpai] = objective.order(row[0], row[1]);
            worth.win.push(win);
            worth.tenpai.push(tenpai);
            for form in 0..3 {
                worth.forms[form].push(match forms {
                    Some(mask) => tenpai * f64::from(mask >> form & 1),
                    None => row.get(2 + form).copied().unwrap_or(0.0),
                });
            }
        };
        macro_rules! sweep {
            ($columns:literal) => {
                lists.sweep::<$columns>(&weights, objective, |rows| {
                    for (place, worth) in roots.iter().zip(&mut worth) {
                        if let (Some(place), Some(worth)) = (place, worth) {
                            add(&rows[*place], worth);
                        }
                    }
                    if let Some(values) = &mut values {
                        values.push(rows.iter().map(judged).collect());
                    }
                    pulse()
                })
            };
        }
        match (forms, self.orphans) {
            (Some(_), _) => sweep!(2)?,
            (None, false) => sweep!(4)?,
            (None, true) => sweep!(5)?,
        }
        Ok((worth, values))
    }
}

/// The draws of a waiting hand: edges by the useful ones, and if it is slack the
/// hands that any other draw leads to.
fn draws(hands: &mut Hands, node: u32, bound: u8, waiting: &mut Nodes, drawn: &mut Nodes) {
    let hand = waiting.hands[node as usize];
    let view = hands.view(hand);
    waiting.distance[node as usize] = view.distance;
    waiting.forms[node as usize] = view.forms;
    let slack = hands.over(hand) + view.distance < bound;
    let (useful, first) = (view.useful(), hands.first(hand));
    each([useful[0] & first[0], useful[1] & first[1]], |at, bit| {
        let (held, left) = hands.copies(hand, at, bit);
        waiting.copies.push(left * hands.alike(hand, at, bit, held));
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
        let (held, left) = hands.copies(hand, at, bit);
        let without = hands.without(hand, at, bit);
        // Read the other way round it is a draw of the hand that it leaves.
        drawn.copies.push((left + 1) * hands.alike(without, at, bit, held - 1));
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

/// What a row of the sweep is judged by. Forms do not decide here: a third comparison of
/// every discard at every turn costs a fifth of the sweep.
fn judged<const COLUMNS: usize>(row: &[f64; COLUMNS]) -> Value {
    [row[0], row[1], 0.0]
}

/// What draws weigh.
struct Weights {
    clock: Clock,
    divisor: Divisor,
    /// The unseen tiles of a waiting hand, thrown ones among them.
    whole: f64,
}

impl Weights {
    /// One useful tile, and one of the others, with `draws` left and so many useful ones.
    #[inline]
    fn of(&self, draws: usize, useful: f64) -> [f64; 2] {
        let weight = self.clock.weight(draws);
        match self.divisor {
            Divisor::Wall => [weight; 2],
            Divisor::Constant => [1.0 / self.whole; 2],
            Divisor::Split => {
                let near = self.clock.weight_among(draws, useful);
                let others = self.whole - useful;
                [near, if others > 0.0 { (1.0 - useful * near) / others } else { 0.0 }]
            }
        }
    }
}

/// A waiting hand in the order of the sweep.
#[derive(Debug, Clone, Copy, Default)]
struct Waiting {
    distance: u8,
    forms: u8,
    /// Edges by useful draws that do not win, and by others.
    near: u8,
    far: u8,
    /// Copies that win, that are useful, and of the other edges.
    wins: u8,
    useful: u8,
    other: u8,
}

/// A drawn hand in the order of the sweep.
#[derive(Debug, Clone, Copy, Default)]
struct Drawn {
    distance: u8,
    /// Discards.
    count: u8,
}

/// The graph laid out for the sweep: nearest hands first, and among them those with the
/// same halves together, so that neighbours lie together in memory. Hands that have won are
/// only counted.
#[derive(Debug, Clone, Default)]
struct Lists {
    waiting: Vec<Waiting>,
    /// The draws of the waiting hands one after the other, the useful ones of each first.
    edges: Vec<u32>,
    copies: Vec<u8>,
    drawn: Vec<Drawn>,
    /// The discards of the drawn hands.
    options: Vec<u32>,
    /// The place of each waiting hand.
    place: Vec<u32>,
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
fn places(hands: &[Hand], distances: &[u8]) -> Vec<u32> {
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

impl Lists {
    /// Sweeps from the last draw to the first, turn by turn, and shows what the waiting
    /// hands are worth with 0, 1, ... draws left: the aim, the other figure, and with more
    /// columns tenpai in the first forms.
    fn sweep<const COLUMNS: usize>(
        &self,
        weights: &Weights,
        objective: Objective,
        mut seen: impl FnMut(&[[f64; COLUMNS]]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let win = usize::from(objective == Objective::Tenpai);
        let mut waiting = vec![[0.0; COLUMNS]; self.waiting.len()];
        let mut drawn = vec![[0.0; COLUMNS]; self.drawn.len()];
        for (node, value) in self.waiting.iter().zip(&mut waiting).filter(|(n, _)| n.distance <= 1)
        {
            value[1 - win] = 1.0;
            for (form, column) in value[2..].iter_mut().enumerate() {
                *column = f64::from(node.forms >> form & 1);
            }
        }
        seen(&waiting)?;
        for draws in 1..=weights.clock.draws() {
            // Farther hands cannot even be ready with so few draws.
            let near = |distance: u8| usize::from(distance) <= draws + 1;
            self.choose(&waiting, &mut drawn, |distance| usize::from(distance) <= draws);
            self.draw(draws, weights, win, &drawn, &mut waiting, near);
            seen(&waiting)?;
        }
        Ok(())
    }

    /// One draw: what the waiting hands are worth from what the drawn ones are.
    #[inline]
    fn draw<const COLUMNS: usize>(
        &self,
        draws: usize,
        weights: &Weights,
        win: usize,
        drawn: &[[f64; COLUMNS]],
        waiting: &mut [[f64; COLUMNS]],
        near: impl Fn(u8) -> bool,
    ) {
        let mut at = 0;
        for (node, value) in self.waiting.iter().zip(waiting).take_while(|(n, _)| near(n.distance))
        {
            let mut sum = |edges: u8| {
                let edges = at..at + usize::from(edges);
                at = edges.end;
                let mut sum = [0.0; COLUMNS];
                for (&to, &copies) in self.edges[edges.clone()].iter().zip(&self.copies[edges]) {
                    let value = &drawn[to as usize];
                    for column in 0..COLUMNS {
                        sum[column] += f64::from(copies) * value[column];
                    }
                }
                sum
            };
            let (useful, others) = (sum(node.near), sum(node.far));
            let [x, y] = weights.of(draws, f64::from(node.useful));
            let stay = 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
            if node.distance > 1 {
                for column in 0..COLUMNS {
                    value[column] = useful[column] * x + others[column] * y + value[column] * stay;
                }
            } else {
                // Ready it is already.
                let useful = useful[win] + f64::from(node.wins);
                value[win] = useful * x + others[win] * y + value[win] * stay;
            }
        }
    }

    /// The best discard of every drawn hand: by the aim, among equals by the other figure.
    #[inline]
    fn choose<const COLUMNS: usize>(
        &self,
        waiting: &[[f64; COLUMNS]],
        drawn: &mut [[f64; COLUMNS]],
        near: impl Fn(u8) -> bool,
    ) {
        let mut at = 0;
        for (node, value) in self.drawn.iter().zip(drawn).take_while(|(n, _)| near(n.distance)) {
            let options = &self.options[at..at + usize::from(node.count)];
            at += options.len();
            // Pass by pass, without a branch to guess wrong.
            let mut aim = f64::NEG_INFINITY;
            for &to in options {
                let x = waiting[to as usize][0];
                aim = if x > aim { x } else { aim };
            }
            let (mut other, mut best) = (f64::NEG_INFINITY, 0);
            for &to in options {
                let [x, y] = [waiting[to as usize][0], waiting[to as usize][1]];
                let y = if x > aim - EQUAL { y } else { f64::NEG_INFINITY };
                best = if y > other { to } else { best };
                other = if y > other { y } else { other };
            }
            if COLUMNS > 2 {
                *value = waiting[best as usize];
            }
            // Of equals the best, so that differences do not add up.
            (value[0], value[1]) = (aim, other);
        }
    }

    fn new(waiting: &Nodes, drawn: &Nodes) -> Self {
        let mut nodes: Vec<Waiting> = waiting
            .distance
            .iter()
            .zip(&waiting.forms)
            .map(|(&distance, &forms)| Waiting { distance, forms, ..Waiting::default() })
            .collect();
        let mut others: Vec<Drawn> =
            drawn.distance.iter().map(|&distance| Drawn { distance, count: 0 }).collect();
        for (node, to, copies) in waiting.each_edge() {
            let (node, other) = (&mut nodes[node], &mut others[to]);
            node.useful += copies;
            if other.distance == 0 {
                node.wins += copies;
            } else {
                node.near += 1;
                other.count += 1;
            }
        }
        for (node, to, copies) in drawn.each_edge() {
            others[node].count += 1;
            nodes[to].far += 1;
            nodes[to].other += copies;
        }
        let place = places(&waiting.hands, &waiting.distance);
        // Hands that have won come last, and are left out.
        let last = |distance: &u8| if *distance == 0 { u8::MAX } else { *distance };
        let drawn_place =
            places(&drawn.hands, &drawn.distance.iter().map(last).collect::<Vec<_>>());
        let mut lists = Self {
            waiting: sorted(&nodes, &place),
            drawn: sorted(&others, &drawn_place),
            ..Self::default()
        };
        lists.drawn.truncate(others.iter().filter(|node| node.distance > 0).count());
        // Where the next useful draw, other draw and discard of each belong.
        let mut draws = 0;
        let mut next = |count: u8| {
            let at = draws;
            draws += usize::from(count);
            at
        };
        let (mut near_at, mut far_at): (Vec<usize>, Vec<usize>) =
            lists.waiting.iter().map(|node| (next(node.near), next(node.far))).unzip();
        let mut options = 0;
        let mut option_at = Vec::with_capacity(lists.drawn.len());
        for node in &lists.drawn {
            option_at.push(options);
            options += usize::from(node.count);
        }
        lists.edges = vec![0; draws];
        lists.copies = vec![0; draws];
        lists.options = vec![0; options];
        let mut add = |at: &mut usize, waiting: u32, drawn: u32, copies: u8| {
            lists.edges[*at] = drawn;
            lists.copies[*at] = copies;
            *at += 1;
            let at = &mut option_at[drawn as usize];
            lists.options[*at] = waiting;
            *at += 1;
        };
        for (node, to, copies) in waiting.each_edge().filter(|&(_, to, _)| drawn.distance[to] > 0) {
            let (node, to) = (place[node], drawn_place[to]);
            add(&mut near_at[node as usize], node, to, copies);
        }
        for (node, to, copies) in drawn.each_edge() {
            let (node, to) = (place[to], drawn_place[node]);
            add(&mut far_at[node as usize], node, to, copies);
        }
        lists.place = place;
        lists
    }
}

/// The nodes at their places.
fn sorted<T: Copy + Default>(nodes: &[T], places: &[u32]) -> Vec<T> {
    let mut sorted = vec![T::default(); nodes.len()];
    for (node, &place) in nodes.iter().zip(places) {
        sorted[place as usize] = *node;
    }
    sorted
}
