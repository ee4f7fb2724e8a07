//! Without improvement (type 1): every draw that is kept brings the hand nearer, no discard
//! takes it farther. As for the chance to win, each chance is then exact.
//!
//! The graph falls into layers of equal distance. Hands are told apart by their live part and its
//! red fives (a red five is thrown last: it never lowers a score). The figures come from one sweep
//! from the ready hands upwards, which also settles every choice; the exact score under that
//! policy comes from a second one, see [`Lane`].

use super::{
    outcomes::{Come, Count},
    policy::GOOD_SHAPE,
    ready::{Judge, Lane, Lanes, PLACES, Place, Wait, figures},
    terms::{Aim, Figures, SCORE},
};
use crate::{
    KINDS, Reds, Tile, TileSet, Tiles,
    graph::{Hand, Hands, MOST_KEYED, Stopped, Watch, Word, each, key},
    map::{MOST_NUMBERS, Map},
    parallel::in_parallel,
};
use std::sync::Arc;
use wide::f64x4;

/// The most rows of figures, one for each draw, of one layer: two gigabytes, and two layers are
/// held at once. Some hands of 6-shanten need that much.
const MOST_CELLS: usize = 64_000_000;
/// The most of all layers that are kept for a policy.
const MOST_KEPT: usize = 48_000_000;
/// The most of one layer for which the ura indicators are put aside one by one: every thread has
/// two layers of its own then.
const MOST_EXACT: usize = 32_000_000;

/// Ready hands between two signs of life.
const BEAT: usize = 4096;

/// A state of a layer (even) or a choice between several of them (odd).
type Target = u32;

/// All hands of one distance.
#[derive(Debug, Default)]
struct Layer {
    states: Vec<Hand>,
    edges_at: Vec<u32>,
    edges: Vec<Edge>,
    choices_at: Vec<u32>,
    candidates: Vec<Target>,
    waiting: Map,
    drawn: Map,
}

/// A useful draw.
#[derive(Debug, Clone, Copy)]
struct Edge {
    target: Target,
    place: Place,
    copies: u8,
}

/// A layer with its figures: the rows of the states, then those of the choices.
#[derive(Debug, Default)]
struct Solved {
    waiting: Map,
    edges_at: Vec<u32>,
    edges: Vec<Edge>,
    choices_at: Vec<u32>,
    candidates: Vec<Target>,
    /// The candidate of each choice at each number of draws left.
    picks: Vec<u8>,
    states: usize,
    rows: Vec<f64x4>,
}

/// What ready hands wait for, and where they declare riichi.
#[derive(Debug, Default)]
pub(crate) struct ReadyHands {
    /// The tiles, and how many of them are red fives.
    tiles: Vec<(Tiles, u32)>,
    waits: Vec<Wait>,
    ends: Vec<u32>,
    /// The score in silence by draws left, one hand after the other.
    silent: Vec<f64>,
    /// A bit for each number of draws left.
    riichi: Vec<u128>,
}

impl ReadyHands {
    fn waits(&self, hand: usize) -> &[Wait] {
        let from = hand.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.waits[from as usize..self.ends[hand] as usize]
    }
}

/// Hands that can follow from some hands, with what they are worth.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub(crate) hands: Hands,
    pub(crate) judge: Arc<Judge>,
    aim: Aim,
    /// From distance 1 up.
    layers: Vec<Arc<Solved>>,
    ready: Arc<ReadyHands>,
    distance: u8,
    /// Whether the ura indicators are put aside one by one.
    pub(crate) exact: bool,
}

impl Layer {
    /// The state of a hand that has discarded.
    fn waiting(&mut self, hands: &mut Hands, hand: Hand) -> Target {
        if let Some(target) = self.waiting.get(key(hand)) {
            return target;
        }
        let view = hands.view(hand);
        let live = if view.distance == 1 { hand } else { hands.live(hand, &view) };
        let target = self.state(live);
        if live != hand {
            self.waiting.insert(key(hand), target);
        }
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

    /// Where a hand leads that has drawn.
    fn drawn(&mut self, hands: &mut Hands, full: u8, hand: Hand) -> Target {
        if let Some(target) = self.drawn.get(key(hand)) {
            return target;
        }
        let view = hands.view(hand);
        let live = hands.live(hand, &view);
        let target = if live != hand
            && let Some(target) = self.drawn.get(key(live))
        {
            target
        } else {
            let mut candidates = [0; 15];
            let mut count = 0;
            if hands.tiles(live) <= full {
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
            let target = if count == 1 {
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

    /// Follows every useful draw into the layer below.
    fn descend(
        &mut self,
        hands: &mut Hands,
        full: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut below = Self::default();
        for i in 0..self.states.len() {
            let states = below.states.len().max(below.choices_at.len());
            watch.room(hands, MOST_KEYED, states)?;
            watch.states(states)?;
            if states >= MOST_NUMBERS as usize / 2 {
                return Err(watch.too_many(&format!(">= {states}")));
            }
            let hand = self.states[i];
            let useful = hands.view(hand).useful();
            each(hands.drawable(hand, useful), |at, bit| {
                let copies = hands.copies(hand, at, bit).1;
                let with = hands.with(hand, at, bit);
                let target = below.drawn(hands, full, with);
                self.edges.push(Edge { target, place: place(at, bit), copies });
            });
            self.edges_at.push(self.edges.len() as u32);
        }
        watch.add(below.states.len());
        Ok(below)
    }
}

/// The tile at a bit of a half.
pub(crate) fn place(at: usize, bit: u32) -> Place {
    let (suit, slot) = (2 * at + (bit / 32) as usize, (bit % 32) as usize / 3);
    let tile = |rank| Tile::of(suit, rank).expect("bits are tiles");
    if slot == 9 { Place::of(tile(4), true) } else { Place::of(tile(slot), false) }
}

/// The kinds of two sets of bits.
fn kinds(sets: [Word; 2]) -> TileSet {
    let mut tiles = Vec::new();
    each(sets, |at, bit| tiles.push(place(at, bit).tile()));
    tiles.into_iter().collect()
}

impl Plain {
    /// Follows the hands of `roots`, all of the same distance of 1 or more, to the end.
    /// `full` is the number of tiles of a hand that has discarded. With `keep` every hand on the
    /// way can be asked for afterwards.
    pub(crate) fn new(
        mut hands: Hands,
        full: u8,
        mut judge: Judge,
        aim: Aim,
        roots: &[(Tiles, Reds)],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Self, Vec<Vec<Figures>>), Stopped> {
        let mut layer = Layer::default();
        let mut distance = 1;
        let mut targets = Vec::with_capacity(roots.len());
        let mut waits = Vec::with_capacity(roots.len());
        for &(tiles, reds) in roots {
            let root = hands.coloured(tiles, reds);
            let view = hands.view(root);
            distance = view.distance;
            targets.push(layer.waiting(&mut hands, root));
            let useful = view.useful();
            waits.push((kinds(useful), hands.left(root, hands.drawable(root, useful))));
        }
        watch.add(layer.states.len());
        let mut layers: Vec<Layer> = Vec::with_capacity(usize::from(distance));
        for _ in 1..distance {
            let below = layer.descend(&mut hands, full, watch)?;
            layer.drawn = Map::default();
            layer.states = Vec::new();
            layers.push(layer);
            layer = below;
        }
        judge.in_time(distance);
        let n = judge.draws() + 1;
        let cells = |layer: &Layer| {
            (layer.states.len().max(layer.edges_at.len()) + layer.choices_at.len()) * n
        };
        let all = || layers.iter().chain([&layer]).map(cells);
        let largest = all().max().unwrap_or(0);
        let most = if keep { MOST_KEPT } else { MOST_CELLS };
        if if keep { all().sum() } else { largest } > most {
            return Err(Watch::too_many_kept(watch.total(), most));
        }
        let exact = judge.ura == 1 && largest <= MOST_EXACT;
        let (ready, bottom) = settle(&mut hands, &judge, aim, layer);
        let mut plain = Self {
            hands,
            judge: Arc::new(judge),
            aim,
            layers: vec![Arc::new(bottom)],
            ready: Arc::new(ready),
            distance,
            exact,
        };
        while let Some(layer) = layers.pop() {
            watch.beat(layer.edges_at.len())?;
            let solved = plain.climb(layer);
            if !keep && let Some(below) = plain.layers.last_mut().and_then(Arc::get_mut) {
                below.rows = Vec::new();
            }
            plain.layers.push(Arc::new(solved));
        }
        let top = &plain.layers[plain.layers.len() - 1];
        let mut figures: Vec<Vec<Figures>> = targets
            .iter()
            .map(|&target| top.row(target, n).iter().map(|x| x.to_array()).collect())
            .collect();
        if exact {
            for (figures, exact) in figures.iter_mut().zip(plain.exact(&targets, &waits, watch)?) {
                for (figures, score) in figures.iter_mut().zip(exact) {
                    figures[SCORE] = score;
                }
            }
        }
        Ok((plain, figures))
    }

    /// The figures of a layer from those of the one below it.
    fn climb(&self, layer: Layer) -> Solved {
        let n = self.judge.draws() + 1;
        let below = &self.layers[self.layers.len() - 1];
        let states = layer.edges_at.len();
        let choices = layer.choices_at.len();
        let mut solved = Solved {
            rows: Vec::with_capacity((states + choices) * n),
            picks: Vec::with_capacity(choices * n),
            states,
            waiting: layer.waiting,
            edges_at: layer.edges_at,
            edges: layer.edges,
            choices_at: layer.choices_at,
            candidates: layer.candidates,
        };
        let nothing = f64x4::from([self.judge.closing.not_ready, 0.0, 0.0, 0.0]);
        let mut edges: Vec<(f64x4, &[f64x4])> = Vec::with_capacity(PLACES);
        let mut from = 0;
        for &to in &solved.edges_at {
            let own = &solved.edges[from..to as usize];
            from = to as usize;
            let useful = own.iter().map(|edge| f64::from(edge.copies)).sum::<f64>();
            edges.clear();
            edges.extend(
                own.iter()
                    .map(|edge| (f64x4::splat(f64::from(edge.copies)), below.row(edge.target, n))),
            );
            let weights = |d| f64x4::splat(self.judge.clock.weight_among(d, useful));
            draw_by_draw(n, &edges, f64x4::splat(useful), weights, nothing, &mut solved.rows);
        }
        solved.choose(self.aim, n);
        solved
    }

    /// The exact scores of the roots by draws left: the first sweep guessed at which tiles are
    /// left for the ura indicator; here it is put aside beforehand.
    fn exact(
        &self,
        targets: &[Target],
        waits: &[(TileSet, u32)],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Vec<f64>>, Stopped> {
        let n = self.judge.draws() + 1;
        watch.beat(self.ready.riichi.len())?;
        let lanes = self.lanes(waits);
        let batches: Vec<Lanes> = lanes
            .chunks(4)
            .map(|chunk| {
                let lane = |k: usize| chunk.get(k).cloned().unwrap_or(Lane::Empty);
                Lanes::new(&self.judge, std::array::from_fn(lane))
            })
            .collect();
        let top = &self.layers[self.layers.len() - 1];
        let parts = in_parallel(&batches, |lanes, [rows, above]: &mut [Vec<f64x4>; 2]| {
            self.ready_lanes(lanes, rows);
            for layer in 1..self.layers.len() {
                self.climb_lanes(layer, rows, lanes, above);
                std::mem::swap(rows, above);
            }
            let row = |(&target, (waited, copies)): (&Target, &(TileSet, u32))| {
                let at = top.at(target) * n;
                let score = |d: usize| {
                    let parts = lanes.lanes.iter().zip(rows[at + d].to_array());
                    let share = |lane| self.share(lane, d, *waited, f64::from(*copies));
                    parts.map(|(lane, value)| value * share(lane)).sum::<f64>()
                };
                (0..n).map(score).collect::<Vec<f64>>()
            };
            targets.iter().zip(waits).map(row).collect::<Vec<_>>()
        });
        // Always in the same order, so that sums do not depend on threads.
        let mut sums = vec![vec![0.0; n]; targets.len()];
        for part in parts {
            for (sums, part) in sums.iter_mut().flatten().zip(part.into_iter().flatten()) {
                *sums += part;
            }
        }
        Ok(sums)
    }

    /// The lanes of which the exact score is the sum.
    fn lanes(&self, waits: &[(TileSet, u32)]) -> Vec<Lane> {
        let hits: TileSet = self.ready.waits.iter().flat_map(Wait::indicators).collect();
        let waited = |tile: Tile| waits.iter().any(|(waits, _)| waits.has(tile));
        let unseen = |tile| f64::from(self.judge.unseen.count(tile));
        let mut group = Box::new([0.0; KINDS]);
        for tile in hits.iter().filter(|&tile| !waited(tile)) {
            group[tile.index()] = unseen(tile);
        }
        let mut lanes = vec![Lane::Base, Lane::Group(group)];
        for place in (0..PLACES).filter_map(Place::new) {
            let tile = place.tile();
            if hits.has(tile) && waited(tile) && self.copies(place) > 0.0 {
                lanes.push(Lane::One(place));
            }
        }
        lanes
    }

    /// Unseen copies of a place at the beginning.
    fn copies(&self, place: Place) -> f64 {
        let (tile, reds) = (place.tile(), self.judge.unseen_reds);
        let red = if place.tile().is_five() { reds.of(tile.suit()) } else { 0 };
        let all = self.judge.unseen.count(tile);
        f64::from(if place.is_red() { red } else { all.saturating_sub(red) })
    }

    /// How much of a lane is in the score of a root that waits for `waited`, `copies` in all, with
    /// so many draws left. Where fewer are left than at the beginning, tiles have gone that
    /// it does not wait for.
    fn share(&self, lane: &Lane, draws: usize, waited: TileSet, copies: f64) -> f64 {
        let (left, all) = (self.judge.left[draws], self.judge.left[self.judge.draws()]);
        let gone = if all > copies { (left - copies).max(0.0) / (all - copies) } else { 0.0 };
        if left <= 0.0 && !matches!(lane, Lane::Base) {
            return 0.0;
        }
        match lane {
            Lane::Base => 1.0,
            Lane::Group(_) => gone / left,
            Lane::One(place) if waited.has(place.tile()) => self.copies(*place) / left,
            Lane::One(place) => self.copies(*place) * gone / left,
            Lane::Empty => 0.0,
        }
    }

    fn ready_lanes(&self, lanes: &Lanes, rows: &mut Vec<f64x4>) {
        let n = self.judge.draws() + 1;
        let (bottom, ready) = (&self.layers[0], &self.ready);
        rows.clear();
        rows.reserve((bottom.states + bottom.choices_at.len()) * n);
        for (hand, silent) in ready.silent.chunks_exact(n).enumerate() {
            self.judge.lanes(ready.waits(hand), silent, ready.riichi[hand], lanes, rows);
        }
        bottom.pick(rows, n);
    }

    fn climb_lanes(&self, layer: usize, below: &[f64x4], lanes: &Lanes, rows: &mut Vec<f64x4>) {
        let n = self.judge.draws() + 1;
        let (solved, under) = (&self.layers[layer], &self.layers[layer - 1]);
        rows.clear();
        rows.reserve((solved.states + solved.choices_at.len()) * n);
        let mut edges: Vec<(f64x4, &[f64x4])> = Vec::with_capacity(PLACES);
        let nothing = f64x4::from(lanes.base_only(self.judge.closing.not_ready));
        let mut from = 0;
        for &to in &solved.edges_at {
            let own = &solved.edges[from..to as usize];
            from = to as usize;
            let mut useful = f64x4::ZERO;
            edges.clear();
            for edge in own {
                let copies = lanes.copies(edge.place, f64::from(edge.copies));
                useful += copies;
                edges.push((copies, &below[under.at(edge.target) * n..][..n]));
            }
            let most = f64x4::ONE / useful;
            let weights = |d: usize| lanes.weights[d].fast_min(most);
            draw_by_draw(n, &edges, useful, weights, nothing, rows);
        }
        solved.pick(rows, n);
    }

    /// The figures of a hand that has discarded, with so many draws left; `None` if it does
    /// not follow from the roots.
    pub(crate) fn figures(&mut self, waiting: Tiles, reds: Reds, draws: usize) -> Option<Figures> {
        let (at, state) = self.state(waiting, reds)?;
        let n = self.judge.draws() + 1;
        Some(self.layers[at].rows[state * n + draws].to_array())
    }

    /// Sweeps forward from a hand with so many draws left, and counts the wins. Returns the
    /// chance to declare riichi.
    pub(crate) fn forward(
        &mut self,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
        mass: f64,
        count: &mut Count<'_>,
    ) -> Result<f64, Stopped> {
        let Some((top, state)) = self.state(waiting, reds) else { return Ok(0.0) };
        let root = self.hands.coloured(waiting, reds);
        let useful = self.hands.view(root).useful();
        let left = self.hands.left(root, self.hands.drawable(root, useful));
        let waits = (kinds(useful), left);
        let judge = self.judge.clone();
        let mut declared = 0.0;
        let lanes = if self.exact { self.lanes(&[waits]) } else { vec![Lane::Base] };
        for chunk in lanes.chunks(4) {
            let lane = |k: usize| chunk.get(k).cloned().unwrap_or(Lane::Empty);
            let lanes = Lanes::new(&judge, std::array::from_fn(lane));
            count.beat(self.ready.riichi.len())?;
            let arrivals = self.arrivals(top, state, draws, mass, &lanes);
            for (hand, masses) in arrivals.chunks_exact(judge.draws() + 1).enumerate() {
                if hand % BEAT == 0 {
                    count.beat(self.ready.riichi.len())?;
                }
                if masses.iter().all(|mass| *mass == f64x4::ZERO) {
                    continue;
                }
                let (tiles, reds) = self.ready.tiles[hand];
                let come = Come { tiles, reds, waits: self.ready.waits(hand) };
                let riichi = self.ready.riichi[hand];
                for (column, lane) in lanes.lanes.iter().enumerate() {
                    let mass = |d: usize| masses[d].as_array()[column];
                    let share = self.share(lane, draws, waits.0, f64::from(left));
                    let mut by_draws: Vec<f64> = (0..masses.len())
                        .map(|d| if riichi >> d & 1 == 1 { mass(d) * share } else { 0.0 })
                        .collect();
                    if matches!(lane, Lane::Base) {
                        declared += by_draws.iter().sum::<f64>();
                        let least = judge.least_taken(come.waits);
                        for d in (0..masses.len()).filter(|d| riichi >> d & 1 == 0) {
                            let mass = mass(d);
                            if mass != 0.0 {
                                judge.each_win(come.waits, d, &least, &mut |at, wait, chance| {
                                    count.silent(&come, &come.waits[wait], at, mass * chance);
                                });
                            }
                        }
                    }
                    by_draws[0] = 0.0;
                    self.count_riichi(&come, &by_draws, lane, column, &lanes, count);
                }
            }
        }
        Ok(declared)
    }

    /// The chances to be ready first with a good shape, and at all.
    pub(crate) fn first_ready(&mut self, waiting: Tiles, reds: Reds, draws: usize) -> [f64; 2] {
        let Some((top, state)) = self.state(waiting, reds) else { return [0.0; 2] };
        let lanes = [Lane::Base, Lane::Empty, Lane::Empty, Lane::Empty];
        let lanes = Lanes::new(&self.judge, lanes);
        let arrivals = self.arrivals(top, state, draws, 1.0, &lanes);
        let mut sums = [0.0; 2];
        for (hand, masses) in arrivals.chunks_exact(self.judge.draws() + 1).enumerate() {
            let mass = masses.iter().map(|mass| mass.as_array()[0]).sum::<f64>();
            let copies = self.ready.waits(hand).iter().map(|wait| wait.copies).sum::<u32>();
            sums[0] += if copies >= GOOD_SHAPE { mass } else { 0.0 };
            sums[1] += mass;
        }
        sums
    }

    /// Counts the wins after riichi of one lane: without ura, or what an indicator changes.
    fn count_riichi(
        &self,
        come: &Come<'_>,
        declared: &[f64],
        lane: &Lane,
        column: usize,
        lanes: &Lanes,
        count: &mut Count<'_>,
    ) {
        let judge = &self.judge;
        let copies =
            |wait: &Wait| lanes.copies(wait.place, f64::from(wait.copies)).as_array()[column];
        let all: f64 = come.waits.iter().map(copies).sum();
        let weight = |d: usize| {
            let weight = lanes.weights[d].as_array()[column];
            if all > 0.0 { weight.min(1.0 / all) } else { weight }
        };
        let guess = judge.ura_of(come.tiles, come.waits);
        let ura = |wait: &Wait, d: usize| match lane {
            Lane::Base if !self.exact => guess(wait, d),
            Lane::Base => vec![(0, 1.0)],
            Lane::Empty => Vec::new(),
            Lane::Group(_) | Lane::One(_) => {
                let mut changes = Vec::new();
                for (tile, han) in wait.han() {
                    let part = match lane {
                        Lane::Group(unseen) => unseen[tile.index()],
                        Lane::One(place) if place.tile() == tile => 1.0,
                        _ => 0.0,
                    };
                    if part > 0.0 {
                        changes.extend([(han, part), (0, -part)]);
                    }
                }
                changes
            }
        };
        if declared.iter().any(|&mass| mass != 0.0) {
            count.riichi(come, declared, &weight, &copies, &ura);
        }
    }

    /// The chances to come to each ready hand with so many draws left, lane by lane.
    fn arrivals(
        &self,
        top: usize,
        state: usize,
        draws: usize,
        mass: f64,
        lanes: &Lanes,
    ) -> Vec<f64x4> {
        let n = self.judge.draws() + 1;
        let mut masses = vec![f64x4::ZERO; self.layers[top].states * n];
        masses[state * n + draws] = f64x4::splat(mass);
        for layer in (1..=top).rev() {
            let (solved, under) = (&self.layers[layer], &self.layers[layer - 1]);
            let mut below = vec![f64x4::ZERO; under.states * n];
            let mut from = 0;
            for (own, &to) in masses.chunks_exact_mut(n).zip(&solved.edges_at) {
                let edges = &solved.edges[from..to as usize];
                from = to as usize;
                if own.iter().all(|mass| *mass == f64x4::ZERO) {
                    continue;
                }
                let mut useful = f64x4::ZERO;
                for edge in edges {
                    useful += lanes.copies(edge.place, f64::from(edge.copies));
                }
                let most = f64x4::ONE / useful;
                for d in (1..n).rev() {
                    let weight = own[d] * lanes.weights[d].fast_min(most);
                    for edge in edges {
                        let copies = lanes.copies(edge.place, f64::from(edge.copies));
                        below[under.picked(edge.target, d - 1, n) * n + d - 1] += copies * weight;
                    }
                    let stay = own[d] - useful * weight;
                    own[d - 1] += stay;
                }
            }
            masses = below;
        }
        masses
    }

    /// The layer and the number of a hand that has discarded.
    fn state(&mut self, waiting: Tiles, reds: Reds) -> Option<(usize, usize)> {
        let hand = self.hands.coloured(waiting, reds);
        let view = self.hands.view(hand);
        if view.distance > self.distance || view.distance == 0 {
            return None;
        }
        let at = usize::from(view.distance) - 1;
        let live = if at == 0 { hand } else { self.hands.live(hand, &view) };
        Some((at, (self.layers[at].waiting.get(key(live))? >> 1) as usize))
    }

    /// What a ready hand waits for, and where it declares riichi; `None` if it is not ready or
    /// does not follow from the roots.
    pub(crate) fn ready(&mut self, waiting: Tiles, reds: Reds) -> Option<(&[Wait], u128)> {
        let (at, state) = self.state(waiting, reds)?;
        (at == 0).then(|| (self.ready.waits(state), self.ready.riichi[state]))
    }
}

/// The rows of a hand from those of its useful draws, of which there are so many copies.
#[inline]
fn draw_by_draw(
    n: usize,
    edges: &[(f64x4, &[f64x4])],
    useful: f64x4,
    weights: impl Fn(usize) -> f64x4,
    nothing: f64x4,
    rows: &mut Vec<f64x4>,
) {
    let mut value = nothing;
    rows.push(value);
    for d in 1..n {
        let mut odds = f64x4::ZERO;
        for (copies, row) in edges {
            odds += *copies * row[d - 1];
        }
        value += (odds - value * useful) * weights(d);
        rows.push(value);
    }
}

/// The ready hands of the lowest layer: their waits, and riichi or silence, whichever is better
/// with so many draws left.
fn settle(hands: &mut Hands, judge: &Judge, aim: Aim, layer: Layer) -> (ReadyHands, Solved) {
    let n = judge.draws() + 1;
    let mut ready = ReadyHands::default();
    let mut rows = Vec::with_capacity((layer.states.len() + layer.choices_at.len()) * n);
    let mut declared = vec![[0.0; 2]; n];
    for &hand in &layer.states {
        let (tiles, reds) = (hands.bag(hand), hands.reds(hand).len());
        let useful = hands.view(hand).useful();
        let from = ready.waits.len();
        each(hands.drawable(hand, useful), |at, bit| {
            let (place, copies) = (place(at, bit), hands.copies(hand, at, bit).1);
            let reds = reds + u32::from(place.is_red());
            ready.waits.push(judge.wait(tiles, reds, place, copies.into()));
        });
        ready.tiles.push((tiles, reds));
        ready.ends.push(ready.waits.len() as u32);
        let waits = &ready.waits[from..];
        if judge.can_riichi {
            judge.riichi(tiles, waits, &mut declared);
        }
        let (mut riichi, mut d) = (0, 0);
        judge.silence(waits, &mut |held| {
            ready.silent.push(held[0]);
            let mut best = figures(held);
            // With no draw left a riichi is of no use.
            if d > 0 && judge.can_riichi {
                let other = figures(declared[d]);
                if aim.prefers(&other, &best) {
                    best = other;
                    riichi |= 1 << d;
                }
            }
            rows.push(f64x4::from(best));
            d += 1;
        });
        ready.riichi.push(riichi);
    }
    let mut solved = Solved {
        waiting: layer.waiting,
        choices_at: layer.choices_at,
        candidates: layer.candidates,
        states: layer.states.len(),
        rows,
        ..Solved::default()
    };
    solved.choose(aim, n);
    (ready, solved)
}

impl Solved {
    /// The place of a target's row.
    #[inline]
    fn at(&self, target: Target) -> usize {
        (target >> 1) as usize + if target & 1 == 1 { self.states } else { 0 }
    }

    #[inline]
    fn row(&self, target: Target, n: usize) -> &[f64x4] {
        &self.rows[self.at(target) * n..][..n]
    }

    /// The state that a target leads to with so many draws left.
    fn picked(&self, target: Target, draws: usize, n: usize) -> usize {
        let number = (target >> 1) as usize;
        if target & 1 == 0 {
            return number;
        }
        let from = number.checked_sub(1).map_or(0, |before| self.choices_at[before]) as usize;
        let pick = usize::from(self.picks[number * n + draws]);
        (self.candidates[from + pick] >> 1) as usize
    }

    /// Settles the choices.
    fn choose(&mut self, aim: Aim, n: usize) {
        let mut from = 0;
        for &to in &self.choices_at {
            let candidates = &self.candidates[from..to as usize];
            from = to as usize;
            for d in 0..n {
                let figures = |target: Target| self.rows[(target >> 1) as usize * n + d];
                let (mut best, mut pick) = (figures(candidates[0]).to_array(), 0);
                for (k, &target) in candidates.iter().enumerate().skip(1) {
                    let other = figures(target).to_array();
                    if aim.prefers(&other, &best) {
                        (best, pick) = (other, k as u8);
                    }
                }
                self.picks.push(pick);
                self.rows.push(f64x4::from(best));
            }
        }
    }

    /// Adds the rows of the choices as they were settled.
    fn pick(&self, rows: &mut Vec<f64x4>, n: usize) {
        let mut from = 0;
        for (&to, picks) in self.choices_at.iter().zip(self.picks.chunks_exact(n)) {
            let candidates = &self.candidates[from..to as usize];
            from = to as usize;
            for (d, &pick) in picks.iter().enumerate() {
                let target = candidates[usize::from(pick)];
                rows.push(rows[(target >> 1) as usize * n + d]);
            }
        }
    }
}
