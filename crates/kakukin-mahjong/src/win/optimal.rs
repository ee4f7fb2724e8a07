//! The true optimum: every draw from the real wall, every discard, nothing left out. Only for
//! few draws; it measures what the other methods lose.

use super::question::{Objective, Question};
use crate::{
    Distances, InputError, Tile, Tiles,
    graph::{Stopped, Watch},
};
use kakukin_core::BadValue;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// The most draws for which the optimum is worked out.
pub const MAX_OPTIMAL_DRAWS: usize = 12;

/// The optimum of a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Optimal {
    /// What each discard is worth if everything after it is done best, the best first; for a
    /// hand that has not drawn its own value alone.
    pub values: Vec<(Option<Tile>, f64)>,
    /// The states of the computation.
    pub states: usize,
}

struct Search<'w> {
    distances: Distances,
    objective: Objective,
    watch: Watch<'w>,
    /// By hand and wall; how many draws are left follows from the wall.
    known: FxHashMap<(Tiles, Tiles), f64>,
}

impl Optimal {
    /// Works it out. The bound on the states is the question's.
    pub fn new(
        question: &Question,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, Stopped> {
        let draws = question.draws();
        if draws > MAX_OPTIMAL_DRAWS {
            let allowed = format!("0..{MAX_OPTIMAL_DRAWS} (`optimal`)");
            return Err(if question.is_standard() {
                InputError::new("draws-left", "", BadValue::Missing, allowed)
            } else {
                InputError::new("draws-left", draws, BadValue::OutOfRange, allowed)
            }
            .into());
        }
        question.needs_no_discards("optimal")?;
        let situation = question.situation();
        situation.needs_known_melds("optimal")?;
        let (hand, limits) = (situation.hand(), situation.limits());
        let tiles = hand.concealed();
        let mut search = Search {
            distances: question.distances(limits),
            objective: question.objective(),
            watch: Watch::new(question.most_states(), question.most_kept(), report),
            known: FxHashMap::default(),
        };
        let wall = limits.less(tiles).unwrap_or(Tiles::EMPTY);
        let mut values = Vec::new();
        if hand.has_drawn() {
            for tile in tiles.kinds() {
                let value = search.waiting(tiles.without(tile), wall, draws)?;
                values.push((Some(tile), value));
            }
        } else {
            values.push((None, search.waiting(tiles, wall, draws)?));
        }
        values.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap_or(std::cmp::Ordering::Equal));
        Ok(Self { values, states: search.known.len() })
    }
}

impl Search<'_> {
    fn distance(&mut self, hand: Tiles) -> usize {
        self.distances.distance(hand).unwrap_or(u32::MAX) as usize
    }

    /// The best that a waiting hand can do with so many draws from this wall.
    fn waiting(&mut self, hand: Tiles, wall: Tiles, draws: usize) -> Result<f64, Stopped> {
        let distance = self.distance(hand);
        let needed = match self.objective {
            Objective::Win => distance,
            Objective::Tenpai => distance - 1,
        };
        if needed == 0 {
            return Ok(1.0);
        }
        if needed > draws {
            return Ok(0.0);
        }
        if let Some(&known) = self.known.get(&(hand, wall)) {
            return Ok(known);
        }
        self.watch.states(self.known.len())?;
        let mut sum = 0.0;
        if needed == draws {
            // No draw may be wasted. A tile that would help may be gone: thrown, or drawn.
            let useful = self.distances.analyse(hand).useful();
            for tile in useful.iter().filter(|&tile| wall.count(tile) > 0) {
                let value = self.drawn(hand, tile, wall, draws)?;
                sum += f64::from(wall.count(tile)) * value;
            }
        } else {
            for tile in wall.kinds() {
                sum += f64::from(wall.count(tile)) * self.drawn(hand, tile, wall, draws)?;
            }
        }
        let value = sum / f64::from(wall.len());
        self.known.insert((hand, wall), value);
        Ok(value)
    }

    /// The best after one draw.
    fn drawn(
        &mut self,
        hand: Tiles,
        tile: Tile,
        wall: Tiles,
        draws: usize,
    ) -> Result<f64, Stopped> {
        let drawn = hand.with(tile);
        if self.distance(drawn) == 0 {
            return Ok(1.0);
        }
        let wall = wall.without(tile);
        let mut best: f64 = 0.0;
        for discard in drawn.kinds() {
            best = best.max(self.waiting(drawn.without(discard), wall, draws - 1)?);
        }
        Ok(best)
    }
}
