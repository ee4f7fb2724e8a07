//! Ready hands that cannot win by a discard: they wait for a tile that was discarded before (振聴).

use crate::{Distances, Forms, Question, Tile, TileSet, Tiles};

/// Our own discards, and what tells whether a hand waits for one of them.
#[derive(Debug, Clone)]
pub(crate) struct Furiten {
    river: TileSet,
    /// Of a whole set of tiles: a wait of which no copy is left is a wait, too.
    distances: Distances,
    limits: Tiles,
}

impl Furiten {
    /// `limits`: the most copies that the concealed tiles could hold.
    pub(crate) fn new(river: TileSet, limits: Tiles, question: &Question) -> Self {
        let all = question.situation().players().full_set();
        Self { river, distances: question.distances(all), limits }
    }

    /// Nothing was discarded.
    pub(crate) fn none() -> Self {
        let distances = Distances::new(Tiles::EMPTY, 4, Forms::STANDARD);
        Self { river: TileSet::default(), distances, limits: Tiles::EMPTY }
    }

    /// The same after so many calls more.
    pub(crate) fn after(&self, calls: u32, question: &Question) -> Self {
        if calls == 0 || self.is_empty() {
            return self.clone();
        }
        let situation = question.situation();
        let groups = situation.hand().sets_needed() - calls;
        let full = situation.players().full_set();
        let distances = Distances::new(full, groups, Forms::STANDARD);
        Self { distances, ..self.clone() }
    }

    /// With other limits to what the concealed tiles can hold.
    pub(crate) fn within(&mut self, limits: Tiles) {
        self.limits = limits;
    }

    /// Whether nothing was discarded.
    pub(crate) fn is_empty(&self) -> bool {
        self.river.is_empty()
    }

    /// The same for a hand that may have gone back over its discards: what the origin had more of
    /// was discarded since.
    pub(crate) fn bars_around(&mut self, ready: Tiles, waits: TileSet, origin: Tiles) -> bool {
        let lost = |tile: Tile| origin.count(tile) > ready.count(tile);
        waits.iter().any(lost) || self.bars(ready, waits)
    }

    /// Whether a ready hand is barred that waits for these kinds, and perhaps for others of which
    /// no copy is left.
    pub(crate) fn bars(&mut self, ready: Tiles, waits: TileSet) -> bool {
        let Self { river, distances, limits } = self;
        river.iter().any(|tile: Tile| {
            if waits.has(tile) {
                return true;
            }
            let held = ready.count(tile);
            held >= limits.count(tile)
                && held < 4
                && distances.distance(ready.with(tile)) == Some(0)
        })
    }
}
