//! The second sweep of type 1: the exact score of the policy that the first one found.

use super::{
    lanes::{Lane, Lanes},
    plain::{Plain, Waited, draw_by_draw},
    wait::{PLACES, Place, Wait},
};
use crate::{
    KINDS, Tile, TileSet,
    graph::{Stopped, Target, Watch, checkpoint_at},
    parallel::in_parallel,
};
use wide::f64x4;

/// What the second sweep brings, by draws left.
#[derive(Debug, Clone, Default)]
pub(super) struct Again {
    /// The exact score; nothing where ura indicators are not put aside.
    pub(super) score: Vec<f64>,
    /// At a table, wins by discards, and what wins of others cost.
    pub(super) ron: Vec<f64>,
    pub(super) cost: Vec<f64>,
}

impl Plain {
    /// The exact scores of the roots by draws left: the first sweep guessed at which tiles are
    /// left for the ura indicator; here it is put aside beforehand.
    pub(super) fn exact(
        &self,
        targets: &[Target],
        waits: &[Waited],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Again>, Stopped> {
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
            let row = |(&target, (waited, copies)): (&Target, &Waited)| {
                let at = top.at(target) * n;
                let score = |d: usize| {
                    let mut sums = [0.0; 3];
                    for (lane, value) in lanes.lanes.iter().zip(rows[at + d].to_array()) {
                        let sum = &mut sums[lane.figure()];
                        *sum += value * self.share(lane, d, *waited, f64::from(*copies));
                    }
                    sums
                };
                (0..n).map(score).collect::<Vec<[f64; 3]>>()
            };
            targets.iter().zip(waits).map(row).collect::<Vec<_>>()
        });
        // Always in the same order, so that sums do not depend on threads.
        let mut sums = vec![vec![[0.0; 3]; n]; targets.len()];
        for part in parts {
            for (sums, part) in sums.iter_mut().flatten().zip(part.into_iter().flatten()) {
                sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
        }
        let column = |rows: &[[f64; 3]], k: usize| rows.iter().map(|row| row[k]).collect();
        let again = |rows: Vec<[f64; 3]>| Again {
            score: column(&rows, 0),
            ron: column(&rows, 1),
            cost: column(&rows, 2),
        };
        Ok(sums.into_iter().map(again).collect())
    }

    /// The lanes of which the exact score is the sum.
    pub(super) fn lanes(&self, waits: &[Waited]) -> Vec<Lane> {
        let hits: TileSet = self.ready.waits.items().iter().flat_map(Wait::indicators).collect();
        let waited = |tile: Tile| waits.iter().any(|(waits, _)| waits.has(tile));
        let unseen = |tile| f64::from(self.judge.unseen.count(tile));
        let mut group = Box::new([0.0; KINDS]);
        for tile in hits.iter().filter(|&tile| !waited(tile)) {
            group[tile.index()] = unseen(tile);
        }
        let mut lanes = if self.exact { vec![Lane::Base, Lane::Group(group)] } else { Vec::new() };
        if self.judge.table.is_some() {
            lanes.extend([Lane::Ron, Lane::Cost]);
        }
        if !self.exact {
            return lanes;
        }
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
    pub(super) fn share(&self, lane: &Lane, draws: usize, waited: TileSet, copies: f64) -> f64 {
        let (left, all) = (self.judge.left[draws], self.judge.left[self.judge.draws()]);
        let gone = if all > copies { (left - copies).max(0.0) / (all - copies) } else { 0.0 };
        if left <= 0.0 && lane.is_aside() {
            return 0.0;
        }
        match lane {
            Lane::Base | Lane::Ron | Lane::Cost => 1.0,
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
        rows.reserve((bottom.states + bottom.choices.len()) * n);
        for (hand, silent) in ready.silent.chunks_exact(n).enumerate() {
            checkpoint_at(hand);
            if let Some(table) = &self.judge.table {
                self.judge.lanes_at(table, &self.ready_hand(hand), lanes, rows);
                continue;
            }
            self.judge.lanes(ready.waits.get(hand), silent, ready.riichi[hand], lanes, rows);
        }
        bottom.pick(rows, n);
    }

    fn climb_lanes(&self, layer: usize, below: &[f64x4], lanes: &Lanes, rows: &mut Vec<f64x4>) {
        let n = self.judge.draws() + 1;
        let (solved, under) = (&self.layers[layer], &self.layers[layer - 1]);
        rows.clear();
        rows.reserve((solved.states + solved.choices.len()) * n);
        let mut edges: Vec<(f64x4, &[f64x4])> = Vec::with_capacity(PLACES);
        let ends = self.judge.ends(|lost| f64x4::from(lanes.only(&Lane::Cost, lost)));
        let mut nothing = f64x4::from(lanes.base_only(self.judge.closing.not_ready));
        if let Some((stay, lost)) = ends.first() {
            nothing = nothing * *stay + *lost;
        }
        for (state, own) in solved.edges.iter().enumerate() {
            checkpoint_at(state);
            let mut useful = f64x4::ZERO;
            edges.clear();
            for edge in own {
                let copies = lanes.copies(edge.place, f64::from(edge.copies));
                useful += copies;
                edges.push((copies, &below[under.at(edge.target) * n..][..n]));
            }
            let most = f64x4::ONE / useful;
            let weights = |d: usize| lanes.weights[d].fast_min(most);
            draw_by_draw(n, &edges, useful, weights, nothing, &ends, rows);
        }
        solved.pick(rows, n);
    }
}
