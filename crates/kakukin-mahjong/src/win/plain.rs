//! Without improvement (type 1): only draws that bring the hand nearer, only
//! discards that keep it as near. The recurrence is then exact.
//!
//! The graph falls into layers of equal distance. Three things keep it small, none of which
//! changes a value: tiles in no nearest target are all alike, so hands are told apart by the
//! others alone; hands that differ by a symmetry of what is left are one; and states with the
//! same odds of the same successors share one row of values (a *class*), so that values are
//! worked out for classes only.

use super::{
    answer::Worth,
    question::{Objective, Value, better},
};
use crate::{
    Tiles,
    graph::{Clock, Hand, Hands, MOST_KEYED, Stopped, Watch, each, key},
    map::{MOST_KEYS, MOST_NUMBERS, Map},
};
use rustc_hash::FxHasher;
use std::{cmp::Ordering, hash::Hasher, sync::Arc};

/// Where a hand of a layer leads: a state of that layer (even), a choice between
/// several of them (odd), or, in the layer of distance 1, what it waits for.
type Target = u32;

/// Beyond so many hands in a layer, only the representatives are remembered.
const MOST_ALIASES: usize = 100_000;

/// Entries of the table of ready hands: up to 136 waits, and the forms they belong to.
const READY: usize = 137 << 3;

/// All hands of one distance.
#[derive(Debug, Default)]
struct Layer {
    states: Vec<Hand>,
    /// Ends of the states' edges.
    edges_at: Vec<u32>,
    /// Target in the layer below, and in the last three bits the unseen copies.
    edges: Vec<u32>,
    /// Ends of the choices' candidates, which are states of this layer.
    choices_at: Vec<u32>,
    candidates: Vec<Target>,
    waiting: Map,
    drawn: Map,
}

/// A layer with its values.
#[derive(Debug, Clone, Default)]
struct Solved {
    found: Map,
    state_class: Vec<u32>,
    choice_class: Vec<u32>,
    values: Vec<f64>,
}

/// The hands that can follow from some hands, with what they are worth.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    hands: Hands,
    clock: Clock,
    objective: Objective,
    /// From distance 1 up; only the last one unless all are kept.
    layers: Vec<Arc<Solved>>,
    distance: u8,
    columns: usize,
    /// In the layer of distance 1: the row of values of each kind of ready hand.
    ready: Vec<u32>,
    /// The forms of all ready hands, where they all agree.
    forms: Option<u8>,
}

impl Layer {
    /// Where a hand leads that has discarded; a new state is added.
    fn waiting(&mut self, hands: &mut Hands, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.waiting.get(met) {
            return target;
        }
        let hand = hands.representative(hand);
        if let Some(target) = self.waiting.get(key(hand)) {
            return self.alias(met, target);
        }
        let view = hands.view(hand);
        let target = if view.distance == 1 {
            (hands.left(hand, view.useful()) << 3) | u32::from(view.forms)
        } else {
            let live = hands.live(hand, &view);
            if live == hand {
                return self.state(hand);
            }
            self.state(live)
        };
        self.waiting.insert(key(hand), target);
        if key(hand) == met { target } else { self.alias(met, target) }
    }

    /// Remembers where a hand leads that another one stands for.
    fn alias(&mut self, met: u64, target: Target) -> Target {
        if self.waiting.len() < MOST_ALIASES {
            self.waiting.insert(met, target);
        }
        target
    }

    /// Where a hand leads that has drawn.
    fn drawn(&mut self, hands: &mut Hands, full: u8, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.drawn.get(met) {
            return target;
        }
        let hand = hands.representative(hand);
        let target = match self.drawn.get(key(hand)) {
            Some(target) => target,
            None => self.choice(hands, full, hand),
        };
        if key(hand) != met && self.drawn.len() < MOST_ALIASES {
            self.drawn.insert(met, target);
        }
        target
    }

    /// The discards of a hand that has drawn, and stands for those like it.
    fn choice(&mut self, hands: &mut Hands, full: u8, hand: Hand) -> Target {
        let view = hands.view(hand);
        let live = hands.live(hand, &view);
        let spare = hands.tiles(live) <= full;
        let target = if view.distance == 1 && spare {
            // The more waits the better at every turn.
            (hands.left(hand, view.useful()) << 3) | u32::from(view.forms)
        } else if live != hand
            && let Some(target) = self.drawn.get(key(live))
        {
            target
        } else {
            let mut candidates = [0; 15];
            let mut count = 0;
            if spare {
                candidates[0] = self.state(live);
                count = 1;
            }
            let unneeded = if live == hand { view } else { hands.view(live) }.unneeded();
            each(unneeded, |at, bit| {
                let without = hands.without(live, at, bit);
                let target = self.waiting(hands, without);
                if !candidates[..count].contains(&target) {
                    candidates[count] = target;
                    count += 1;
                }
            });
            let target = if view.distance == 1 {
                candidates[..count].iter().copied().max().unwrap_or(0)
            } else if count == 1 {
                candidates[0]
            } else {
                self.candidates.extend_from_slice(&candidates[..count]);
                self.choices_at.push(self.candidates.len() as u32);
                ((self.choices_at.len() as u32 - 1) << 1) | 1
            };
            if live != hand {
                self.drawn.insert(key(live), target);
            }
            target
        };
        self.drawn.insert(key(hand), target);
        target
    }

    /// The state of a hand without dead tiles.
    fn state(&mut self, hand: Hand) -> Target {
        let key = key(hand);
        self.waiting.get(key).unwrap_or_else(|| {
            self.states.push(hand);
            let target = (self.states.len() as u32 - 1) << 1;
            self.waiting.insert(key, target);
            target
        })
    }

    /// Follows every useful draw into the layer below.
    fn descend(
        &mut self,
        hands: &mut Hands,
        full: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut below =
            Self { drawn: Map::with_capacity(3 * self.states.len()), ..Self::default() };
        for i in 0..self.states.len() {
            let states = below.states.len().max(below.choices_at.len());
            watch.room(hands, MOST_KEYED, states)?;
            watch.states(states)?;
            if states >= MOST_NUMBERS as usize / 2 {
                // Targets have one bit less than numbers.
                return Err(watch.too_many(&format!(">= {states}")));
            }
            let hand = self.states[i];
            let useful = hands.view(hand).useful();
            each(useful, |at, bit| {
                let copies = (hands.part(hand, at).left >> bit) as u32 & 7;
                let with = hands.with(hand, at, bit);
                self.edges.push((below.drawn(hands, full, with) << 3) | copies);
            });
            self.edges_at.push(self.edges.len() as u32);
        }
        watch.add(below.states.len());
        Ok(below)
    }
}

impl Plain {
    /// Follows the hands of `roots`, all of the same distance of 1 or more, to the end.
    /// `full` is the number of tiles of a hand that has discarded. With `keep`
    /// every hand on the way can be asked for afterwards.
    pub(crate) fn new(
        mut hands: Hands,
        full: u8,
        clock: Clock,
        objective: Objective,
        roots: &[Tiles],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Self, Vec<Worth>), Stopped> {
        let mut layer = Layer::default();
        let mut distance = 1;
        let mut targets = Vec::with_capacity(roots.len());
        for &root in roots {
            let root = hands.hand(root);
            distance = hands.view(root).distance;
            targets.push(layer.waiting(&mut hands, root));
        }
        watch.add(layer.states.len());
        let mut layers: Vec<Layer> = Vec::with_capacity(usize::from(distance));
        for _ in 1..distance {
            let below = layer.descend(&mut hands, full, watch)?;
            if !keep {
                layer.waiting = Map::default();
            }
            layer.drawn = Map::default();
            layer.states = Vec::new();
            layers.push(layer);
            layer = below;
        }
        let mut plain = Self {
            hands,
            clock,
            objective,
            layers: Vec::new(),
            distance,
            columns: 2,
            ready: vec![u32::MAX; READY],
            forms: None,
        };
        let bottom = match layers.last() {
            None => plain.ready_values(targets.iter().copied(), layer),
            Some(above) => plain.ready_values(above.edges.iter().map(|edge| edge >> 3), layer),
        };
        plain.layers.push(Arc::new(bottom));
        while let Some(layer) = layers.pop() {
            let solved = plain.climb(layer);
            if !keep {
                plain.layers.clear();
            }
            plain.layers.push(Arc::new(solved));
        }
        let top = plain.layers.len() - 1;
        let worth = targets.iter().map(|&target| plain.worth(top, target)).collect();
        Ok((plain, worth))
    }

    /// What was met, for another computation.
    pub(crate) fn into_hands(self) -> Hands {
        self.hands
    }

    /// What the row of values with one number of draws left at `at` is judged by.
    fn judged(&self, values: &[f64], at: usize) -> Value {
        let n = self.clock.draws() + 1;
        let [aim, other] = self.objective.order(values[at], values[at + n]);
        // Where all ready hands are of the same forms, there is nothing to tell apart.
        [aim, other, if self.columns > 2 { values[at + 2 * n] } else { 0.0 }]
    }

    /// What a hand that has discarded is worth with so many draws left. `None` if it
    /// does not follow from the roots. Needs `keep`.
    pub(crate) fn value(&mut self, waiting: Tiles, draws: usize) -> Option<Value> {
        let hand = self.hands.hand(waiting);
        let view = self.hands.view(hand);
        if view.distance > self.distance {
            return None;
        }
        let at = usize::from(view.distance) - 1;
        let n = self.clock.draws() + 1;
        let target = if at == 0 {
            let target = (self.hands.left(hand, view.useful()) << 3) | u32::from(view.forms);
            (self.ready[target as usize] != u32::MAX).then_some(target)?
        } else {
            self.layers[at].found.get(key(self.hands.live(hand, &view)))?
        };
        let row = self.class(at, target) as usize * n * self.columns;
        Some(self.judged(&self.layers[at].values, row + draws))
    }

    /// Ready hands: each draw wins or does not.
    fn ready_values(&mut self, targets: impl Iterator<Item = Target>, layer: Layer) -> Solved {
        let mut seen = [false; READY];
        for target in targets {
            seen[target as usize] = true;
        }
        let mut masks =
            seen.iter().enumerate().filter(|(_, seen)| **seen).map(|(i, _)| i as u8 & 7);
        let first = masks.next().unwrap_or(1);
        self.forms = masks.all(|mask| mask == first).then_some(first);
        self.columns = if self.forms.is_some() { 2 } else { 5 };
        let n = self.clock.draws() + 1;
        let mut values = Vec::new();
        for (ready, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
            self.ready[ready] = (values.len() / (n * self.columns)) as u32;
            let waits = (ready >> 3) as f64;
            let mut win = 0.0;
            values.push(win);
            for d in 1..n {
                win += waits * (1.0 - win) * self.clock.weight_among(d, waits);
                values.push(win);
            }
            values.resize(values.len() + n, 1.0);
            for form in 0..self.columns - 2 {
                values.resize(values.len() + n, f64::from(ready as u8 >> form & 1));
            }
        }
        Solved { found: layer.waiting, values, ..Solved::default() }
    }

    /// The row of values of a target in the layer that was solved last (or is at `at`).
    #[inline]
    fn class(&self, at: usize, target: Target) -> u32 {
        let layer = &self.layers[at];
        if layer.state_class.is_empty() {
            // Distance 1 has no states of its own.
            self.ready[target as usize]
        } else if target & 1 == 0 {
            layer.state_class[(target >> 1) as usize]
        } else {
            layer.choice_class[(target >> 1) as usize]
        }
    }

    /// The values of a layer from those of the one below it.
    fn climb(&mut self, layer: Layer) -> Solved {
        let n = self.clock.draws() + 1;
        let row = n * self.columns;
        let below = self.layers.len() - 1;
        let mut classes = Classes::default();
        let mut values: Vec<f64> = Vec::new();
        let mut odds = vec![0.0; row];
        let mut signature: Vec<u32> = Vec::with_capacity(34);
        let mut state_class = Vec::with_capacity(layer.edges_at.len());
        let mut from = 0;
        for &to in &layer.edges_at {
            signature.clear();
            for &edge in &layer.edges[from..to as usize] {
                signature.push((self.class(below, edge >> 3) << 8) | (edge & 7));
            }
            from = to as usize;
            merge(&mut signature);
            let (class, new) = classes.number(&signature);
            state_class.push(class);
            if new {
                odds.fill(0.0);
                let mut useful = 0.0;
                for &part in &signature {
                    let copies = f64::from(part & 0xff);
                    useful += copies;
                    let row = &self.layers[below].values[(part >> 8) as usize * row..][..row];
                    for (odds, value) in odds.iter_mut().zip(row) {
                        *odds += copies * value;
                    }
                }
                for column in odds.chunks_exact(n) {
                    let mut value = 0.0;
                    values.push(value);
                    for d in 1..n {
                        let weight = self.clock.weight_among(d, useful);
                        value += (column[d - 1] - useful * value) * weight;
                        values.push(value);
                    }
                }
            }
        }
        let plain = classes.len();
        let mut choices = Classes::default();
        let mut choice_class = Vec::with_capacity(layer.choices_at.len());
        from = 0;
        for &to in &layer.choices_at {
            signature.clear();
            let candidates = &layer.candidates[from..to as usize];
            signature.extend(candidates.iter().map(|&target| state_class[(target >> 1) as usize]));
            from = to as usize;
            signature.sort_unstable();
            signature.dedup();
            if let [only] = signature[..] {
                choice_class.push(only);
                continue;
            }
            let (class, new) = choices.number(&signature);
            choice_class.push(plain + class);
            if new {
                let at = values.len();
                values.resize(at + row, 0.0);
                for d in 0..n {
                    let place = |class: u32| class as usize * row + d;
                    let value = |class: u32| self.judged(&values, place(class));
                    let best = signature.iter().copied().reduce(|best, other| {
                        if better(value(other), value(best)) { other } else { best }
                    });
                    let best = place(best.unwrap_or(0));
                    for column in 0..self.columns {
                        values[at + column * n + d] = values[best + column * n];
                    }
                    // Of equals the best, so that differences do not add up.
                    let aim = usize::from(self.objective == Objective::Tenpai) * n;
                    let all = signature.iter().map(|&class| values[place(class) + aim]);
                    values[at + aim + d] = all.fold(0.0, f64::max);
                }
            }
        }
        let (rank, values) = ranked(&values, row);
        for class in state_class.iter_mut().chain(&mut choice_class) {
            *class = rank[*class as usize];
        }
        Solved { found: layer.waiting, state_class, choice_class, values }
    }

    fn worth(&self, at: usize, target: Target) -> Worth {
        let n = self.clock.draws() + 1;
        let row = n * self.columns;
        let values = &self.layers[at].values[self.class(at, target) as usize * row..][..row];
        let column = |k: usize| values[k * n..][..n].to_vec();
        let forms = match self.forms {
            Some(mask) => {
                [0, 1, 2].map(|form| if mask >> form & 1 == 1 { column(1) } else { vec![0.0; n] })
            }
            None => [2, 3, 4].map(column),
        };
        Worth { win: column(0), tenpai: column(1), forms }
    }
}

/// Rows of so many values in ascending order, equal ones once, and the rank of each row. The
/// order of sums must not depend on the order in which hands were met: then figures do not depend
/// on what the solver did before.
fn ranked(values: &[f64], row: usize) -> (Vec<u32>, Vec<f64>) {
    let rows: Vec<&[f64]> = values.chunks_exact(row).collect();
    let compare = |a: &[f64], b: &[f64]| {
        // Last first: with all draws to come most rows differ.
        let pairs = a.iter().rev().zip(b.iter().rev());
        pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_unstable_by(|&a, &b| compare(rows[a], rows[b]));
    let mut rank = vec![0; rows.len()];
    let mut sorted: Vec<f64> = Vec::with_capacity(values.len());
    for (k, &class) in order.iter().enumerate() {
        if k == 0 || compare(rows[order[k - 1]], rows[class]).is_ne() {
            sorted.extend_from_slice(rows[class]);
        }
        rank[class] = (sorted.len() / row) as u32 - 1;
    }
    (rank, sorted)
}

/// Sorts the parts of a signature and adds up the copies of equal classes.
fn merge(signature: &mut Vec<u32>) {
    signature.sort_unstable();
    signature.dedup_by(|next, kept| {
        let equal = *next >> 8 == *kept >> 8;
        if equal {
            *kept += *next & 0xff;
        }
        equal
    });
}

/// Numbers for lists of words, equal lists equal numbers.
#[derive(Debug, Default)]
struct Classes {
    found: Map,
    ends: Vec<u32>,
    words: Vec<u32>,
}

impl Classes {
    fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The number of a list, and whether it is new.
    fn number(&mut self, list: &[u32]) -> (u32, bool) {
        let mut hasher = FxHasher::default();
        for &word in list {
            hasher.write_u32(word);
        }
        let mut hash = hasher.finish() % MOST_KEYS;
        while let Some(class) = self.found.get(hash) {
            let from = class.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
            if self.words[from as usize..self.ends[class as usize] as usize] == *list {
                return (class, false);
            }
            // Another list with the same hash: the next place.
            hash = (hash + 1) % MOST_KEYS;
        }
        let class = self.len();
        self.found.insert(hash, class);
        self.words.extend_from_slice(list);
        self.ends.push(self.words.len() as u32);
        (class, true)
    }
}
