//! What hands that may call are worth: one sweep from the ready hands upwards.

use super::{
    graph::{Context, Graph, Layer, NONE, Offer, Target},
    wall::Wall,
};
use crate::{
    graph::{Hand, Stopped, Watch, checkpoint_at},
    others::Coming,
};
use std::sync::Arc;

/// The figures that are swept together.
pub(crate) const COLUMNS: usize = 6;
/// What a hand is worth after a discard with so many tiles left in the wall.
pub(crate) type Row = [f64; COLUMNS];

/// What is worked out.
pub(crate) trait Figures {
    /// Whether the first is better.
    fn prefers(&self, a: &Row, b: &Row) -> bool;
    /// Adds what a ready hand is worth, wall by wall.
    fn ready(&mut self, context: &mut Context, hand: Hand, wall: &Wall, rows: &mut Vec<Row>);
    /// What a hand is worth at the end that is not ready.
    fn nothing(&self) -> Row;
    /// What a win of another adds that costs so much on average.
    fn lost(&self, cost: f64) -> Row;
    /// What the others do before and after we called.
    fn coming(&self, called: bool) -> &Coming;
}

/// A layer with what its hands are worth.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    /// Where the rows of each state and then of each choice begin.
    at: Vec<usize>,
    states: usize,
    rows: Vec<Row>,
}

impl Solved {
    /// The rows of a target.
    #[inline]
    pub(crate) fn of(&self, target: Target) -> &[Row] {
        let number = (target >> 1) as usize + if target & 1 == 1 { self.states } else { 0 };
        &self.rows[self.at[number]..self.at[number + 1]]
    }
}

/// What is needed at each wall, before and after calls.
#[derive(Debug, Clone)]
struct Times {
    wall: Wall,
    called: bool,
    /// By row: the chance of one unseen tile, and of one shown by a discard.
    weights: Vec<[f64; 2]>,
    /// By row: the chance that the round goes on to the draw, and what is added if not.
    ends: Vec<(f64, Row)>,
}

impl Times {
    fn new(wall: Wall, calls: usize, figures: &impl Figures) -> Self {
        let called = calls > 0;
        let coming = figures.coming(called);
        let (mut weights, mut ends) = (Vec::new(), Vec::new());
        for row in 0..wall.rows(called) {
            let left = wall.of(called, row);
            let unseen = wall.unseen(calls, left);
            let each = if unseen > 0.0 { 1.0 / unseen } else { 0.0 };
            weights.push([each, each * coming.shown]);
            let (stay, cost) = coming.go_on(left / wall.around);
            ends.push((stay, figures.lost(cost)));
        }
        Self { wall, called, weights, ends }
    }

    /// The row after our next draw; none if there is no draw left.
    #[inline]
    fn drawn(&self, row: usize) -> Option<usize> {
        row.checked_sub(if self.called { self.wall.around } else { 1 })
    }
}

/// The sweep of one graph.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<F> {
    pub(crate) graph: Graph,
    pub(crate) wall: Wall,
    pub(crate) figures: F,
    /// Whether tiles are called; without, only hands that never called are looked at.
    calling: bool,
    /// By the number of calls.
    times: Vec<Times>,
    /// Every layer from that of the roots down, if all are kept.
    kept: Vec<Arc<Solved>>,
}

impl<F: Figures> Sweep<F> {
    pub(crate) fn new(graph: Graph, wall: Wall, figures: F) -> Self {
        let most = graph.contexts.iter().map(|own| own.calls.len()).max().unwrap_or(0);
        let times = (0..=most).map(|calls| Times::new(wall, calls, &figures)).collect();
        Self { graph, wall, figures, calling: true, times, kept: Vec::new() }
    }

    /// What the roots are worth by draws left. `before` discards come before our next draw, which
    /// is where the roots stand that have not drawn; for others see [`Wall`].
    pub(crate) fn roots(
        &mut self,
        calling: bool,
        before: Option<usize>,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<Row>>, Stopped> {
        self.calling = calling;
        let layers = std::mem::take(&mut self.graph.layers);
        let mut solved = Arc::new(Solved::default());
        let mut held = 0;
        let mut result = Ok(());
        let mut top = Vec::new();
        for (number, layer) in layers.iter().enumerate().rev() {
            held = if keep { held } else { 0 };
            result = self.room(layer, &mut held, watch);
            if result.is_err() {
                break;
            }
            let ready = number + 1 == layers.len();
            if let (0, Some(before), false) = (number, before, ready) {
                let own = self.graph.targets.iter();
                top = own.map(|&target| self.before_draw(layer, &solved, target, before)).collect();
                break;
            }
            let own = if ready { self.ready(layer) } else { self.climb(layer, &solved) };
            solved = Arc::new(own);
            if keep {
                self.kept.insert(0, solved.clone());
            }
        }
        if top.is_empty() && result.is_ok() {
            let own = self.graph.targets.iter();
            top = own.map(|&target| solved.of(target).to_vec()).collect();
        }
        self.graph.layers = layers;
        result.map(|()| top)
    }

    /// Whether there is room for the rows of a layer.
    fn room(&self, layer: &Layer, held: &mut usize, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        let rows: usize = layer.states.iter().map(|state| self.length(state.0)).sum();
        let chosen = layer.choices.iter().filter_map(|own| own.first());
        let choices: usize =
            chosen.map(|&target| self.length(layer.states[(target >> 1) as usize].0)).sum();
        // Two layers are held at a time.
        let (figures, most) = ((rows + choices) * COLUMNS, watch.most_kept() / 2);
        *held += figures;
        if *held > most {
            return Err(Watch::too_many_kept(watch.total(), most));
        }
        watch.beat(layer.states.len())
    }

    /// How many rows a hand of a context has.
    fn length(&self, context: u32) -> usize {
        let called = !self.graph.contexts[context as usize].calls.is_empty();
        if called && !self.calling { 0 } else { self.wall.rows(called) }
    }

    /// Ready hands.
    fn ready(&mut self, layer: &Layer) -> Solved {
        let mut solved = Solved { states: layer.states.len(), ..Solved::default() };
        for (state, &(context, hand)) in layer.states.iter().enumerate() {
            checkpoint_at(state);
            solved.at.push(solved.rows.len());
            if self.length(context) > 0 {
                let own = &mut self.graph.contexts[context as usize];
                self.figures.ready(own, hand, &self.wall, &mut solved.rows);
            }
        }
        self.choose(layer, &mut solved);
        solved
    }

    /// A layer from the one below it.
    fn climb(&self, layer: &Layer, below: &Solved) -> Solved {
        let mut solved = Solved { states: layer.states.len(), ..Solved::default() };
        let mut odds = Vec::new();
        for (state, &(context, _)) in layer.states.iter().enumerate() {
            checkpoint_at(state);
            let from = solved.rows.len();
            solved.at.push(from);
            let length = self.length(context);
            let calls = self.graph.contexts[context as usize].calls.len();
            if length == 0 {
                continue;
            }
            let times = &self.times[calls];
            let useful = odds_of(layer, below, state, length, &mut odds);
            let offers = if self.calling { layer.offers.get(state) } else { &[] };
            for row in 0..length {
                let value = self.after_discards(&solved.rows[from..], &odds, useful, times, row);
                let value = self.called(value, offers, below, times, row, self.wall.around - 1);
                solved.rows.push(value);
            }
        }
        self.choose(layer, &mut solved);
        solved
    }

    /// What a hand is worth after the discards of a go-around.
    fn after_discards(
        &self,
        own: &[Row],
        odds: &[Row],
        useful: f64,
        times: &Times,
        row: usize,
    ) -> Row {
        let value = match times.drawn(row) {
            Some(drawn) => draw(&own[drawn], &odds[drawn], useful, times.weights[row][0]),
            None => self.figures.nothing(),
        };
        let (stay, lost) = &times.ends[row];
        std::array::from_fn(|k| value[k] * stay + lost[k])
    }

    /// What a state of a layer is worth at a wall, before so many discards of the go-around. Needs
    /// layers that are kept.
    pub(crate) fn before_discards(
        &self,
        (at, target): (usize, Target),
        wall: usize,
        discards: usize,
    ) -> Row {
        let (layer, state) = (&self.graph.layers[at], (target >> 1) as usize);
        let calls = self.graph.contexts[layer.states[state].0 as usize].calls.len();
        let (times, row) = (&self.times[calls], self.wall.row(calls > 0, wall));
        let (own, below) = (self.kept[at].of(target), &self.kept[at + 1]);
        let mut odds = Vec::new();
        let useful = odds_of(layer, below, state, own.len(), &mut odds);
        let value = self.after_discards(own, &odds, useful, times, row);
        self.called(value, layer.offers.get(state), below, times, row, discards)
    }

    /// What a state is worth after a discard. Needs layers that are kept.
    pub(crate) fn after_discard(&self, (at, target): (usize, Target), wall: usize) -> Row {
        let context = self.graph.layers[at].states[(target >> 1) as usize].0;
        let called = !self.graph.contexts[context as usize].calls.is_empty();
        self.kept[at].of(target)[self.wall.row(called, wall)]
    }

    /// What a hand is worth before the last `discards` discards of a go-around, if it is worth so
    /// much after them.
    fn called(
        &self,
        mut value: Row,
        offers: &[Offer],
        below: &Solved,
        times: &Times,
        row: usize,
        discards: usize,
    ) -> Row {
        if offers.is_empty() {
            return value;
        }
        let (left, others) = (self.wall.of(times.called, row), self.wall.around - 1);
        let all: f64 = offers.iter().map(|offer| f64::from(offer.copies)).sum();
        let weight = times.weights[row][1].min(1.0 / all);
        // The last tile of the wall cannot be called any more.
        for seat in (others + 1 - discards..=others.min(left.saturating_sub(1))).rev() {
            let mut sum = [0.0; COLUMNS];
            for offer in offers {
                let target = if seat == others { offer.any } else { offer.pon };
                if target == NONE {
                    continue;
                }
                let called = &below.of(target)[left - seat];
                if self.figures.prefers(called, &value) {
                    let copies = f64::from(offer.copies);
                    for k in 0..COLUMNS {
                        sum[k] += copies * (called[k] - value[k]);
                    }
                }
            }
            for k in 0..COLUMNS {
                value[k] += weight * sum[k];
            }
        }
        value
    }

    /// What a root is worth by draws left if so many discards come before our draw, and nobody can
    /// win before it.
    fn before_draw(
        &self,
        layer: &Layer,
        below: &Solved,
        target: Target,
        before: usize,
    ) -> Vec<Row> {
        let solved = self.climb(layer, below);
        let on = solved.of(target);
        let (state, times) = ((target >> 1) as usize, &self.times[0]);
        let mut odds = Vec::new();
        let useful = odds_of(layer, below, state, on.len(), &mut odds);
        let offers = if self.calling { layer.offers.get(state) } else { &[] };
        let row = |row: usize| match times.drawn(row) {
            Some(drawn) => {
                let weight = times.weights[row][0];
                let value = draw(&on[drawn], &odds[drawn], useful, weight);
                self.called(value, offers, below, times, row, before)
            }
            None => self.figures.nothing(),
        };
        (0..on.len()).map(row).collect()
    }

    /// Makes the choices.
    fn choose(&self, layer: &Layer, solved: &mut Solved) {
        for (choice, candidates) in layer.choices.iter().enumerate() {
            checkpoint_at(choice);
            solved.at.push(solved.rows.len());
            let length = candidates.first().map_or(0, |&target| solved.of_state(target).len());
            for row in 0..length {
                let mut best = solved.of_state(candidates[0])[row];
                for &target in &candidates[1..] {
                    let other = &solved.of_state(target)[row];
                    if self.figures.prefers(other, &best) {
                        best = *other;
                    }
                }
                solved.rows.push(best);
            }
        }
        solved.at.push(solved.rows.len());
    }
}

impl Solved {
    /// The rows of a state while those of choices are still to come.
    #[inline]
    fn of_state(&self, target: Target) -> &[Row] {
        let number = (target >> 1) as usize;
        let to = self.at.get(number + 1).copied().unwrap_or(self.rows.len());
        &self.rows[self.at[number]..to]
    }
}

/// Before a draw of one of so many useful copies, of which the next rows are worth `odds` together.
#[inline]
fn draw(on: &Row, odds: &Row, useful: f64, weight: f64) -> Row {
    let weight = if useful * weight > 1.0 { 1.0 / useful } else { weight };
    std::array::from_fn(|k| on[k] + (odds[k] - useful * on[k]) * weight)
}

/// The rows of all useful draws of a state together, and how many there are.
fn odds_of(layer: &Layer, below: &Solved, state: usize, length: usize, odds: &mut Vec<Row>) -> f64 {
    odds.clear();
    odds.resize(length, [0.0; COLUMNS]);
    let mut useful = 0.0;
    for own in layer.draws.get(state) {
        let copies = f64::from(own.copies);
        useful += copies;
        for (odds, row) in odds.iter_mut().zip(below.of(own.target)) {
            for k in 0..COLUMNS {
                odds[k] += copies * row[k];
            }
        }
    }
    useful
}
