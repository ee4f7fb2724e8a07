//! The graphs swept forward: where a policy leads.

use super::{
    colours::{Colours, MOST_ROWS},
    improve::{Improve, Values},
    lanes::{Lane, Lanes},
    outcomes::{Come, Count},
    plain::{Plain, waited},
    policy::GOOD_SHAPE,
    terms::Figures,
    wait::Wait,
};
use crate::{
    Reds, Tiles,
    graph::{CHUNK, Stopped, checkpoint_at},
    others::By,
};
use kakukin_core::checkpoint;
use rustc_hash::FxHashMap;
use std::ops::Range;
use wide::f64x4;

/// Ready hands between two signs of life.
const BEAT: usize = 64;

impl Plain {
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
        let waits = waited(&mut self.hands, root);
        let judge = self.judge.clone();
        let mut declared = 0.0;
        let mut lanes = if self.exact { self.lanes(&[waits]) } else { vec![Lane::Base] };
        lanes.retain(|lane| !matches!(lane, Lane::Ron | Lane::Cost));
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
                let come = Come { tiles, reds, waits: self.ready.waits.get(hand) };
                let riichi = self.ready.riichi[hand];
                for (column, lane) in lanes.lanes.iter().enumerate() {
                    let mass = |d: usize| masses[d].as_array()[column];
                    let share = self.share(lane, draws, waits.0, f64::from(waits.1));
                    let mut by_draws: Vec<f64> = (0..masses.len())
                        .map(|d| if riichi >> d & 1 == 1 { mass(d) * share } else { 0.0 })
                        .collect();
                    if matches!(lane, Lane::Base) {
                        declared += by_draws.iter().sum::<f64>();
                        if let Some(table) = &judge.table {
                            let own = self.ready_hand(hand);
                            for d in (0..masses.len()).filter(|d| riichi >> d & 1 == 0) {
                                let mass = mass(d);
                                let mut won = |wait: usize, drawn, last, chance: f64| {
                                    let wait = &come.waits[wait];
                                    count.won(&come, wait, [drawn, last], mass * chance);
                                };
                                if mass != 0.0 {
                                    judge.each_win_at(table, &own, d, &mut won);
                                }
                            }
                            by_draws[0] = 0.0;
                            self.count_riichi(hand, &come, &by_draws, lane, column, &lanes, count);
                            continue;
                        }
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
                    self.count_riichi(hand, &come, &by_draws, lane, column, &lanes, count);
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
            let copies = self.ready.waits.get(hand).iter().map(|wait| wait.copies).sum::<u32>();
            sums[0] += if copies >= GOOD_SHAPE { mass } else { 0.0 };
            sums[1] += mass;
        }
        sums
    }

    /// Counts the wins after riichi of one lane: without ura, or what an indicator changes.
    #[expect(clippy::too_many_arguments, reason = "one lane of one hand")]
    fn count_riichi(
        &self,
        hand: usize,
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
            Lane::Ron | Lane::Cost | Lane::Empty => Vec::new(),
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
        if let Some(table) = &judge.table {
            let own = self.ready_hand(hand);
            let by = if own.furiten { By::Draws } else { By::Any };
            let chances = table.riichi.of(all as u32, by, u32::from(lane.is_aside()));
            count.riichi_at(come, declared, chances, &copies, &ura);
        } else if declared.iter().any(|&mass| mass != 0.0) {
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
        let ends = self.judge.ends(|_| f64x4::ZERO);
        for layer in (1..=top).rev() {
            let (solved, under) = (&self.layers[layer], &self.layers[layer - 1]);
            let mut below = vec![f64x4::ZERO; under.states * n];
            let states = masses.chunks_exact_mut(n).zip(solved.edges.iter());
            for (at, (own, edges)) in states.enumerate() {
                checkpoint_at(at);
                if own.iter().all(|mass| *mass == f64x4::ZERO) {
                    continue;
                }
                let mut useful = f64x4::ZERO;
                for edge in edges {
                    useful += lanes.copies(edge.place, f64::from(edge.copies));
                }
                let most = f64x4::ONE / useful;
                for d in (1..n).rev() {
                    if let Some((stay, _)) = ends.get(d) {
                        own[d] *= *stay;
                    }
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
}

impl Improve {
    /// Spreads the chance to be in a waiting row over the rows that it draws to.
    fn spread(&self, row: usize, edges: Range<usize>, chance: f64, drawn: &mut [f64]) {
        let (shape, own) = self.waiting.shape(row);
        let code = self.waiting.fives[shape];
        for edge in edges {
            let to = self.graph.lists.edges[edge] as usize;
            let start = self.drawn.starts[to] as usize;
            match Colours::suit(self.drawn.fives[to], code) {
                None => drawn[start + own] += chance * f64::from(self.graph.lists.copies[edge]),
                Some(suit) => {
                    let five = self.colours.drawn(code, suit)[own];
                    for (copies, row) in [five.plain, five.red] {
                        drawn[start + usize::from(row)] += chance * f64::from(copies);
                    }
                }
            }
        }
    }

    /// The discards of the drawn rows that have a chance, by what the waiting hands are worth.
    fn throw(&self, drawn: &mut [f64], waiting: &[f64x4], mut visit: impl FnMut(usize, f64)) {
        let aims = self.aims(waiting);
        let mut at = 0;
        for (shape, node) in self.graph.lists.drawn.iter().enumerate() {
            let options = &self.links.options[at..at + usize::from(node.count)];
            at += options.len();
            let rows = self.drawn.rows(shape);
            let chances = &mut drawn[rows];
            if options.is_empty() || chances.iter().all(|&chance| chance == 0.0) {
                continue;
            }
            let (picks, _) = self.pick::<MOST_ROWS>(shape, options, &aims, waiting);
            for (chance, pick) in chances.iter_mut().zip(picks) {
                if *chance != 0.0 {
                    visit(pick as usize, *chance);
                    *chance = 0.0;
                }
            }
        }
    }

    /// Sweeps forward from a hand with so many draws left, and counts the wins. Returns the
    /// chance to declare riichi.
    pub(crate) fn forward(
        &self,
        values: &Values,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
        mass: f64,
        count: &mut Count<'_>,
    ) -> Result<f64, Stopped> {
        let Some(root) = self.place(waiting, reds) else { return Ok(0.0) };
        let draw_next = count.draw_next;
        let (lists, judge, n) = (&self.graph.lists, &self.judge, self.judge.draws() + 1);
        let mut now = vec![0.0; self.waiting.len()];
        let mut drawn = vec![0.0; self.drawn.len()];
        let mut declared: FxHashMap<usize, Vec<f64>> = FxHashMap::default();
        now[root] = mass;
        for d in (1..=draws).rev() {
            count.beat(self.states())?;
            let before = &values.figures[d - 1];
            let aims = self.aims(before);
            let mut next = vec![0.0; now.len()];
            let mut at = 0;
            for (shape, node) in lists.waiting.iter().enumerate() {
                checkpoint_at(shape);
                let edges = at..at + usize::from(node.near);
                let others = edges.end..edges.end + usize::from(node.far);
                at = others.end;
                for row in self.waiting.rows(shape) {
                    let mut mass = now[row];
                    if mass == 0.0 {
                        continue;
                    }
                    let first = row == root && self.is_dealt(d);
                    if values.declares(row, d) {
                        declared.entry(row).or_insert_with(|| vec![0.0; n])[d] += mass;
                        continue;
                    }
                    // Where our draw is next nothing comes before it.
                    if !(draw_next && row == root && d == draws) {
                        mass = self.come_through(row, d, mass, count);
                    }
                    let [x, y] = self.weights.of(d, f64::from(node.useful));
                    let gone = f64::from(node.useful) * x + f64::from(node.other) * y;
                    next[row] += mass * (1.0 - gone);
                    self.spread(row, others.clone(), mass * y, &mut drawn);
                    if node.distance > 1 {
                        self.spread(row, edges.clone(), mass * x, &mut drawn);
                        continue;
                    }
                    checkpoint();
                    let (tiles, reds, waits) = self.ready_at(row);
                    let come = Come { tiles, reds, waits: &waits };
                    for wait in &waits {
                        let chance = mass * x * f64::from(wait.copies);
                        let to = self.won_row(shape, row, edges.clone(), wait.place);
                        let goes_on = to.filter(|_| self.go_on && !first).filter(|&to| {
                            let on = self.best_at(to, &aims, before);
                            judge.taken(wait, d == 1, self.aim, &on) == on
                        });
                        match goes_on {
                            Some(to) => drawn[to] += chance,
                            None if first => count.first_draw(&come, wait, d, chance),
                            None => count.silent(&come, wait, d, chance),
                        }
                    }
                }
            }
            self.throw(&mut drawn, before, |row, chance| next[row] += chance);
            now = next;
        }
        if judge.table.is_some() {
            for (row, &mass) in now.iter().enumerate().take(self.ready_rows()) {
                if mass != 0.0 {
                    self.come_through(row, 0, mass, count);
                }
            }
        }
        let mut all = 0.0;
        let mut hands: Vec<_> = declared.into_iter().collect();
        hands.sort_unstable_by_key(|hand| hand.0);
        for (row, declared) in hands {
            checkpoint();
            let (tiles, reds, waits) = self.ready_at(row);
            let come = Come { tiles, reds, waits: &waits };
            all += declared.iter().sum::<f64>();
            let copies = |wait: &Wait| f64::from(wait.copies);
            let total = waits.iter().map(copies).sum::<f64>();
            let weight = |d: usize| judge.weight(d, total);
            let ura = judge.ura_of(tiles, &waits);
            if let Some(table) = &judge.table {
                let (shape, _) = self.waiting.shape(row);
                let by = if self.ready.furiten[shape] { By::Draws } else { By::Any };
                let own = table.draw_next();
                let begin = draw_next && row == root;
                for (d, &mass) in declared.iter().enumerate().filter(|(_, mass)| **mass != 0.0) {
                    let mut at = vec![0.0; n];
                    at[d] = mass;
                    let pools = if begin && d == draws { &own.riichi } else { &table.riichi };
                    count.riichi_at(&come, &at, pools.of(total as u32, by, 0), &copies, &ura);
                }
            } else {
                count.riichi(&come, &declared, &weight, &copies, &ura);
            }
        }
        Ok(all)
    }

    /// What is left of the chance to be in a waiting row, in silence, when the others have discarded
    /// and none of them has won; wins by their discards are counted.
    fn come_through(&self, row: usize, draws: usize, mass: f64, count: &mut Count<'_>) -> f64 {
        let Some(table) = &self.judge.table else { return mass };
        let coming = table.coming();
        let mut left = mass;
        if row < self.ready_rows() {
            let (shape, own) = self.waiting.shape(row);
            let (tiles, reds, waits) = self.ready_at(row);
            let ron = self.by_discards(tiles, self.waiting.fives[shape], own, &waits);
            let come = Come { tiles, reds, waits: &waits };
            for last in [false, true] {
                let hit = self.hit(row, draws)[usize::from(last)];
                let takes = |wait: &Wait| wait.silent[usize::from(last)] > 0;
                let copies = ron.iter().filter(|wait| takes(wait)).map(|wait| wait.copies);
                let all = f64::from(copies.sum::<u32>());
                for (wait, ron) in waits.iter().zip(&ron).filter(|(_, ron)| takes(ron)) {
                    let part = f64::from(ron.copies) / all.max(1.0);
                    count.won(&come, wait, [false, last], mass * hit * part);
                }
                left -= mass * hit;
            }
        }
        left * coming.go_on(draws).0
    }

    /// The figures of the best discard of a drawn row.
    fn best_at(&self, row: usize, aims: &[f64], waiting: &[f64x4]) -> Figures {
        let (shape, own) = self.drawn.shape(row);
        let chunk = shape / CHUNK;
        let before = &self.graph.lists.drawn[chunk * CHUNK..shape];
        let skipped: usize = before.iter().map(|node| usize::from(node.count)).sum();
        let from = self.graph.lists.options_at[chunk] + skipped;
        let options =
            &self.links.options[from..][..usize::from(self.graph.lists.drawn[shape].count)];
        let (picks, _) = self.pick::<MOST_ROWS>(shape, options, aims, waiting);
        waiting[picks[own] as usize].to_array()
    }

    /// The chances to be ready first with a good shape, and at all.
    pub(crate) fn first_ready(
        &self,
        values: &Values,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
    ) -> [f64; 2] {
        let Some(root) = self.place(waiting, reds) else { return [0.0; 2] };
        let lists = &self.graph.lists;
        let mut sums = [0.0; 2];
        let mut come = |row: usize, mass: f64| {
            let places = &self.ready.shapes[self.waiting.shape(row).0].1;
            let copies = places.iter().map(|(_, copies)| copies).sum::<u32>();
            sums[0] += if copies >= GOOD_SHAPE { mass } else { 0.0 };
            sums[1] += mass;
        };
        let ready = self.ready_rows();
        let mut now = vec![0.0; self.waiting.len()];
        let mut drawn = vec![0.0; self.drawn.len()];
        if root < ready {
            come(root, 1.0);
        } else {
            now[root] = 1.0;
        }
        for d in (1..=draws).rev() {
            let stay = self.judge.table.as_ref().map_or(1.0, |table| table.coming().go_on(d).0);
            let mut at = 0;
            for (shape, node) in lists.waiting.iter().enumerate() {
                let edges = at..at + usize::from(node.near);
                let others = edges.end..edges.end + usize::from(node.far);
                at = others.end;
                for row in self.waiting.rows(shape) {
                    let mass = now[row] * stay;
                    if mass == 0.0 {
                        continue;
                    }
                    let [x, y] = self.weights.of(d, f64::from(node.useful));
                    self.spread(row, edges.clone(), mass * x, &mut drawn);
                    self.spread(row, others.clone(), mass * y, &mut drawn);
                    let gone = f64::from(node.useful) * x + f64::from(node.other) * y;
                    now[row] = mass * (1.0 - gone);
                }
            }
            self.throw(&mut drawn, &values.figures[d - 1], |row, chance| {
                if row < ready {
                    come(row, chance);
                } else {
                    now[row] += chance;
                }
            });
        }
        sums
    }
}
