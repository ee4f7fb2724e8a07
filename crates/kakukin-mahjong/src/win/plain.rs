//! The shortest way only (type 1): only draws that bring the hand nearer, only
//! discards that keep it as near. The recurrence is then exact.
//!
//! The graph falls into [`Layers`] of equal distance. States with the same odds of the same
//! successors share one row of values (a *class*), so that values are worked out for classes only.

use super::{
    answer::Worth,
    question::{Objective, Question, Value, better},
};
use crate::{
    Tiles,
    graph::{
        Clock, Edge, Hand, Hands, Layer, Layers, Stopped, Target, View, Watch, checkpoint_at, key,
    },
    map::{MOST_KEYS, Map},
    others::{By, Coming, Furiten, Luckily, Pools, Standing},
    runs::Runs,
    solve::Group,
};
use rustc_hash::FxHasher;
use std::{cmp::Ordering, hash::Hasher, sync::Arc};

/// Entries of the table of ready hands: up to 136 waits, and the forms they belong to.
const READY: usize = 137 << 3;

/// A useful draw: the target in the layer below, and in the last three bits the unseen copies.
#[derive(Debug, Clone, Copy)]
struct Draw(u32);

impl Edge for Draw {
    #[inline]
    fn new(target: Target, _: usize, _: u32, copies: u8) -> Self {
        Self((target << 3) | u32::from(copies))
    }

    /// What it waits for, and in which forms; where furiten matters too, that is not all.
    #[inline]
    fn ready(hands: &Hands, hand: Hand, view: &View) -> Option<Target> {
        (!hands.tells_ready_apart()).then(|| kind_of_ready(hands, hand, view))
    }
}

/// What a ready hand waits for, and in which forms.
#[inline]
fn kind_of_ready(hands: &Hands, hand: Hand, view: &View) -> Target {
    (hands.left(hand, view.useful()) << 3) | u32::from(view.forms)
}

impl Draw {
    #[inline]
    fn target(self) -> Target {
        self.0 >> 3
    }

    #[inline]
    fn copies(self) -> u32 {
        self.0 & 7
    }
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
    columns: usize,
    /// In the layer of distance 1: the row of values of each kind of ready hand.
    ready: Vec<u32>,
    /// The forms of all ready hands, where they all agree.
    forms: Option<u8>,
    /// Where others show tiles, or may win.
    table: Option<Arc<Table>>,
}

/// What others do while the hand is played.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) pools: Pools,
    /// Which ready hands cannot win by a discard.
    pub(crate) furiten: Furiten,
}

impl Table {
    /// For some discards; `None` if the others do nothing.
    pub(crate) fn new(question: &Question, group: &Group) -> Option<Self> {
        let (situation, others) = (question.situation(), question.others());
        if others.is_alone() {
            return None;
        }
        let standing = Standing::in_silence(situation.hand());
        let (draws, players) = (question.draws(), situation.players());
        let coming = Coming::new(others, players, standing, draws);
        let waits_now = group.distance == Some(1) && group.roots[0].thrown.is_none();
        let luckily = Luckily { ippatsu: false, haitei: false, discards_next: !waits_now };
        let pool = situation.unseen() - draws as u32;
        let furiten = Furiten::new(group.river, group.limits, question);
        Some(Self { pools: Pools::new(pool, coming, luckily), furiten })
    }
}

impl Plain {
    /// Follows the hands of a group to the end. With `keep` every hand on the way can be asked for
    /// afterwards.
    pub(crate) fn new(
        mut hands: Hands,
        question: &Question,
        group: &Group,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Self, Vec<Worth>), Stopped> {
        let (roots, table) = (&group.roots, Table::new(question, group));
        let situation = question.situation();
        let full = (3 * situation.hand().sets_needed() + 1) as u8;
        hands.tell_ready_apart(table.as_ref().is_some_and(|table| !table.furiten.is_empty()));
        let roots: Vec<Hand> = roots.iter().map(|root| hands.hand(root.tiles)).collect();
        let Layers { mut layers, targets } =
            Layers::<Draw>::new(&mut hands, full, &roots, keep, watch)?;
        let mut plain = Self {
            hands,
            clock: Clock::new(situation.unseen(), question.draws()),
            objective: question.objective(),
            layers: Vec::new(),
            columns: 2,
            ready: vec![u32::MAX; READY],
            forms: None,
            table: table.map(Arc::new),
        };
        let ready = layers.pop();
        let bottom = match (layers.last(), ready) {
            (_, Some(ready)) if plain.hands.tells_ready_apart() => plain.ready_states(ready),
            // Ready hands are worth what they wait for, so that their layer has no states.
            (None, _) => plain.ready_values(targets.iter().copied()),
            (Some(above), _) => {
                plain.ready_values(above.edges.items().iter().map(|edge| edge.target()))
            }
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
        [aim, other, if self.forms.is_none() { values[at + 2 * n] } else { 0.0 }]
    }

    /// What a hand that has discarded is worth with so many draws left. `None` if it
    /// does not follow from the roots. Needs `keep`.
    pub(crate) fn value(&mut self, waiting: Tiles, draws: usize) -> Option<Value> {
        let hand = self.hands.hand(waiting);
        let view = self.hands.view(hand);
        let at = usize::from(view.distance) - 1;
        if at >= self.layers.len() {
            return None;
        }
        let n = self.clock.draws() + 1;
        let target = if at == 0 && self.hands.tells_ready_apart() {
            self.layers[0].found.get(key(hand))?
        } else if at == 0 {
            let target = kind_of_ready(&self.hands, hand, &view);
            (self.ready[target as usize] != u32::MAX).then_some(target)?
        } else {
            self.layers[at].found.get(key(self.hands.live(hand, &view)))?
        };
        let row = self.class(at, target) as usize * n * self.columns;
        Some(self.judged(&self.layers[at].values, row + draws))
    }

    /// Ready hands: each draw wins or does not.
    fn ready_values(&mut self, targets: impl Iterator<Item = Target>) -> Solved {
        let mut seen = [false; READY];
        for target in targets {
            seen[target as usize] = true;
        }
        let seen: Vec<Target> = (0..READY as Target).filter(|&i| seen[i as usize]).collect();
        self.agree(seen.iter().copied());
        let mut values = Vec::new();
        for (class, &ready) in seen.iter().enumerate() {
            self.ready[ready as usize] = class as u32;
            self.ready_row(ready, By::Any, &mut values);
        }
        Solved { values, ..Solved::default() }
    }

    /// Takes note of the forms of all ready hands, and so of the columns.
    fn agree(&mut self, ready: impl Iterator<Item = Target>) {
        let mut masks = ready.map(|ready| ready as u8 & 7);
        let first = masks.next().unwrap_or(1);
        self.forms = masks.all(|mask| mask == first).then_some(first);
        self.columns = if self.forms.is_some() { 2 } else { 5 } + usize::from(self.table.is_some());
    }

    /// The row of values of a kind of ready hand.
    fn ready_row(&self, ready: Target, by: By, values: &mut Vec<f64>) {
        let n = self.clock.draws() + 1;
        let chances = self.table.as_ref().map(|table| table.pools.of(ready >> 3, by, 0));
        match chances {
            Some(chances) => values.extend_from_slice(&chances.win),
            None => {
                let waits = f64::from(ready >> 3);
                let mut win = 0.0;
                values.push(win);
                for d in 1..n {
                    win += waits * (1.0 - win) * self.clock.weight_among(d, waits);
                    values.push(win);
                }
            }
        }
        values.resize(values.len() + n, 1.0);
        if self.forms.is_none() {
            for form in 0..3 {
                values.resize(values.len() + n, f64::from(ready as u8 >> form & 1));
            }
        }
        if let Some(chances) = chances {
            values.extend_from_slice(&chances.ron);
        }
    }

    /// Ready hands where it matters which tiles they wait for.
    fn ready_states(&mut self, layer: Layer<Draw>) -> Solved {
        let Some(table) = self.table.clone() else { return Solved::default() };
        let mut furiten = table.furiten.clone();
        let kinds: Vec<(Target, By)> = layer
            .ready_hands()
            .iter()
            .enumerate()
            .map(|(state, &hand)| {
                checkpoint_at(state);
                let view = self.hands.view(hand);
                let useful = self.hands.kinds_of(view.useful());
                let barred = furiten.bars(self.hands.bag(hand), useful);
                let kind = kind_of_ready(&self.hands, hand, &view);
                (kind, if barred { By::Draws } else { By::Any })
            })
            .collect();
        self.agree(kinds.iter().map(|kind| kind.0));
        let mut values = Vec::new();
        let mut rows: Vec<(Target, By)> = Vec::new();
        let mut state_class = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let known = rows.iter().position(|own| *own == kind);
            state_class.push(known.unwrap_or_else(|| {
                self.ready_row(kind.0, kind.1, &mut values);
                rows.push(kind);
                rows.len() - 1
            }) as u32);
        }
        self.chosen(layer, state_class, rows.len() as u32, values)
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
    fn climb(&mut self, layer: Layer<Draw>) -> Solved {
        let n = self.clock.draws() + 1;
        let row = n * self.columns;
        let below = self.layers.len() - 1;
        let table = self.table.clone();
        let mut classes = Classes::default();
        let mut values: Vec<f64> = Vec::new();
        let mut odds = vec![0.0; row];
        let mut signature: Vec<u32> = Vec::with_capacity(34);
        let mut state_class = Vec::with_capacity(layer.edges.len());
        for (state, edges) in layer.edges.iter().enumerate() {
            checkpoint_at(state);
            signature.clear();
            for edge in edges {
                signature.push((self.class(below, edge.target()) << 8) | edge.copies());
            }
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
                        if let Some(table) = &table {
                            value *= table.pools.coming().go_on(d).0;
                        }
                        values.push(value);
                    }
                }
            }
        }
        self.chosen(layer, state_class, classes.len(), values)
    }

    /// A layer of which the states have been worked out: the choices between them.
    fn chosen(
        &self,
        layer: Layer<Draw>,
        mut state_class: Vec<u32>,
        plain: u32,
        mut values: Vec<f64>,
    ) -> Solved {
        let n = self.clock.draws() + 1;
        let row = n * self.columns;
        let mut signature: Vec<u32> = Vec::with_capacity(34);
        let mut choices = Classes::default();
        let mut choice_class = Vec::with_capacity(layer.choices.len());
        for (choice, candidates) in layer.choices.iter().enumerate() {
            checkpoint_at(choice);
            signature.clear();
            signature.extend(candidates.iter().map(|&target| state_class[(target >> 1) as usize]));
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

    /// Where our draw is next nobody can win before it.
    pub(crate) fn draw_next(&self, worth: &mut Worth) {
        let Some(table) = &self.table else { return };
        let [a, b, c] = &mut worth.forms;
        for column in [&mut worth.win, &mut worth.ron, &mut worth.tenpai, a, b, c] {
            for (d, value) in column.iter_mut().enumerate().skip(1) {
                *value /= table.pools.coming().go_on(d).0;
            }
        }
    }

    fn worth(&self, at: usize, target: Target) -> Worth {
        let n = self.clock.draws() + 1;
        let row = n * self.columns;
        let values = &self.layers[at].values[self.class(at, target) as usize * row..][..row];
        let column = |k: usize| values[k * n..][..n].to_vec();
        let ron = if self.table.is_some() { column(self.columns - 1) } else { vec![0.0; n] };
        let forms = match self.forms {
            Some(mask) => {
                [0, 1, 2].map(|form| if mask >> form & 1 == 1 { column(1) } else { vec![0.0; n] })
            }
            None => [2, 3, 4].map(column),
        };
        Worth { win: column(0), ron, tenpai: column(1), forms }
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
    lists: Runs<u32>,
}

impl Classes {
    fn len(&self) -> u32 {
        self.lists.len() as u32
    }

    /// The number of a list, and whether it is new.
    fn number(&mut self, list: &[u32]) -> (u32, bool) {
        let mut hasher = FxHasher::default();
        for &word in list {
            hasher.write_u32(word);
        }
        let mut hash = hasher.finish() % MOST_KEYS;
        while let Some(class) = self.found.get(hash) {
            if self.lists.get(class as usize) == list {
                return (class, false);
            }
            // Another list with the same hash: the next place.
            hash = (hash + 1) % MOST_KEYS;
        }
        let class = self.len();
        self.found.insert(hash, class);
        self.lists.add(list);
        (class, true)
    }
}
