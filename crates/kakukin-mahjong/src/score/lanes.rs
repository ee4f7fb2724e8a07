//! The exact score where one ura indicator is turned up: it is put aside before the first draw. The
//! score is the sum of lanes, four of which are swept together.

use super::{
    ready::Judge,
    shown::AtTable,
    wait::{PLACES, Place, Wait},
};
use crate::{KINDS, others::By};
use wide::f64x4;

impl Judge {
    /// The points of a ready hand under a given choice of riichi or silence (a bit for each
    /// number of draws left), one column for each of four lanes.
    pub(crate) fn lanes(
        &self,
        waits: &[Wait],
        silent: &[f64],
        riichi: u128,
        lanes: &Lanes,
        rows: &mut Vec<f64x4>,
    ) {
        let ippatsu = usize::from(self.ippatsu);
        let (copies, points) = lanes.totals(waits);
        let most = f64x4::ONE / copies;
        let step = |d: usize, points: f64x4, after: f64x4| {
            let weight = lanes.weights[d].fast_min(most);
            points * weight + after * (f64x4::ONE - copies * weight)
        };
        let end = f64x4::from(lanes.base_only(self.end(true)[0]));
        let from = rows.len();
        let mut later = end;
        for (d, &silent) in silent.iter().enumerate() {
            let last = self.last(d);
            let mut now = later;
            if d > 0 {
                now = step(d, points[last + ippatsu], later);
                later = step(d, points[last], later);
            }
            let declared = riichi >> d & 1 == 1;
            rows.push(if declared { now } else { f64x4::from(lanes.base_only(silent)) });
        }
        if let Some(first) = self.first.filter(|first| riichi >> first & 1 == 1) {
            later = end;
            for d in 1..=first {
                let last = 1 + self.last(d);
                if d == first {
                    rows[from + d] = step(d, points[last + ippatsu], later);
                }
                later = step(d, points[last], later);
            }
        }
    }
}

impl Judge {
    /// The same at a table, where others show tiles and may win.
    pub(crate) fn lanes_at(
        &self,
        table: &AtTable,
        hand: &ReadyHand<'_>,
        lanes: &Lanes,
        rows: &mut Vec<f64x4>,
    ) {
        let from = rows.len();
        rows.resize(from + hand.silent.len(), f64x4::ZERO);
        let rows = &mut rows[from..];
        let (copies, draw) = lanes.totals(hand.waits);
        let (_, shown) = lanes.totals(hand.ron);
        let by = if hand.furiten { By::Draws } else { By::Any };
        for (column, lane) in lanes.lanes.iter().enumerate() {
            let copies = copies.as_array()[column];
            let each = if copies > 0.0 { 1.0 / copies } else { 0.0 };
            let chances = table.riichi.of(copies as u32, by, u32::from(lane.is_aside()));
            for (d, row) in rows.iter_mut().enumerate() {
                let declared = hand.riichi >> d & 1 == 1;
                let won = || {
                    let double = usize::from(self.first == Some(d));
                    let [drawn, by_discard] = &chances.luck[d];
                    let points = |more: usize| {
                        let points = |totals: &[f64x4; 4]| totals[double + more].as_array()[column];
                        drawn[more] * points(&draw) + by_discard[more] * points(&shown)
                    };
                    each * (0..3).map(points).sum::<f64>()
                };
                let value = match lane {
                    Lane::Ron => hand.apart[d][0],
                    Lane::Cost => hand.apart[d][1],
                    Lane::Empty => 0.0,
                    Lane::Base if !declared => hand.silent[d],
                    _ if !declared => 0.0,
                    Lane::Base => {
                        let (alive, lost) = (chances.alive[d], 1.0 - chances.win[d]);
                        won() + alive * self.closing.ready - lost * self.closing.stick
                    }
                    Lane::Group(_) | Lane::One(_) => won(),
                };
                row.as_mut_array()[column] = value;
            }
        }
    }
}

/// One of the sums that the score under the exact ura indicator falls into: what is won
/// without ura, and what each indicator adds if it is put aside before the first draw.
#[derive(Debug, Clone)]
pub(crate) enum Lane {
    /// Without ura.
    Base,
    /// All indicators that nobody waits for together, by their unseen copies.
    Group(Box<[f64; KINDS]>),
    /// One that is waited for.
    One(Place),
    /// At a table: wins by discards, which is no part of the score.
    Ron,
    /// At a table: what wins of others cost, which is none either.
    Cost,
    /// Nothing; fills the last batch.
    Empty,
}

impl Lane {
    /// Of which figure it is a part: the score, wins by discards, costs.
    pub(super) fn figure(&self) -> usize {
        match self {
            Self::Ron => 1,
            Self::Cost => 2,
            _ => 0,
        }
    }

    /// Whether a tile is put aside.
    pub(super) fn is_aside(&self) -> bool {
        matches!(self, Self::Group(_) | Self::One(_))
    }
}

/// A ready hand at a table.
#[derive(Debug)]
pub(crate) struct ReadyHand<'r> {
    pub(crate) waits: &'r [Wait],
    /// The same by discards, and whether none of them wins.
    pub(crate) ron: &'r [Wait],
    pub(crate) furiten: bool,
    /// By draws left, the score in silence, wins by discards and costs as it is played, and whether
    /// riichi is declared.
    pub(crate) silent: &'r [f64],
    pub(crate) apart: &'r [[f64; 2]],
    pub(crate) riichi: u128,
}

/// Four lanes that are swept together.
#[derive(Debug, Clone)]
pub(crate) struct Lanes {
    pub(crate) lanes: [Lane; 4],
    /// The chance of one tile to be the next draw, by draws left: the ura tile of a lane cannot
    /// be drawn.
    pub(crate) weights: Vec<f64x4>,
    /// For each place the copies that a lane takes away.
    gone: [f64x4; PLACES],
}

impl Lanes {
    pub(crate) fn new(judge: &Judge, lanes: [Lane; 4]) -> Self {
        let weight = |d: usize| {
            lanes.each_ref().map(|lane| match lane {
                Lane::Base | Lane::Ron | Lane::Cost => judge.clock.weight(d),
                _ => judge.inverse[d],
            })
        };
        let gone = |at: usize| {
            lanes.each_ref().map(|lane| match lane {
                Lane::One(place) if place.index() == at => 1.0,
                _ => 0.0,
            })
        };
        Self {
            weights: (0..=judge.draws()).map(|d| f64x4::from(weight(d))).collect(),
            gone: std::array::from_fn(|at| f64x4::from(gone(at))),
            lanes,
        }
    }

    /// A number in the lane without ura, nothing in the others.
    pub(crate) fn base_only(&self, number: f64) -> [f64; 4] {
        self.lanes.each_ref().map(|lane| if matches!(lane, Lane::Base) { number } else { 0.0 })
    }

    /// A number in one lane, nothing in the others.
    pub(crate) fn only(&self, wanted: &Lane, number: f64) -> [f64; 4] {
        let same = |lane: &Lane| std::mem::discriminant(lane) == std::mem::discriminant(wanted);
        self.lanes.each_ref().map(|lane| if same(lane) { number } else { 0.0 })
    }

    /// How many copies of a tile can be drawn in each lane.
    #[inline]
    pub(crate) fn copies(&self, place: Place, copies: f64) -> f64x4 {
        f64x4::splat(copies) - self.gone[place.index()]
    }

    /// Copies that win, and the points of all of them with riichi and 0..4 han more.
    fn totals(&self, waits: &[Wait]) -> (f64x4, [f64x4; 4]) {
        let mut copies = f64x4::ZERO;
        let mut points = [[0.0; 4]; 4];
        for wait in waits {
            let own = self.copies(wait.place, f64::from(wait.copies));
            copies += own;
            let own = own.to_array();
            for (column, lane) in self.lanes.iter().enumerate() {
                let mut add = |weight: f64, han: u8| {
                    for (more, points) in points.iter_mut().enumerate() {
                        let raised = wait.with_riichi(more + usize::from(han));
                        points[column] += own[column] * weight * (raised - wait.with_riichi(more));
                    }
                };
                match lane {
                    Lane::Base => {
                        for (more, points) in points.iter_mut().enumerate() {
                            points[column] += own[column] * wait.with_riichi(more);
                        }
                    }
                    Lane::Group(unseen) => {
                        for &(tile, han) in wait.hits() {
                            add(unseen[tile.index()], han);
                        }
                    }
                    Lane::One(place) => {
                        for &(_, han) in wait.hits().iter().filter(|hit| hit.0 == place.tile()) {
                            add(1.0, han);
                        }
                    }
                    Lane::Ron | Lane::Cost | Lane::Empty => {}
                }
            }
        }
        (copies, points.map(f64x4::from))
    }
}
