//! The policy as a tree: after each draw that changes the hand, what to throw, and then.

use super::{policy::Policy, question::EQUAL};
use crate::{
    Bag, InputError, Reds, Tile, TileSet, Tiles,
    explain::{Draw, Explain, Stepped},
};

/// One draw and what follows from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The tile that is drawn.
    pub draw: Tile,
    /// Its unseen copies.
    pub left: u32,
    /// Whether it brings the hand nearer; with improvement others may be kept too.
    pub useful: bool,
    /// What to throw, several kinds if they are equally good; none if the hand is won.
    pub discards: Vec<Tile>,
    /// The distance afterwards.
    pub distance: u32,
    /// The figure that is aimed at, afterwards.
    pub value: f64,
    /// The draws after that.
    pub next: Vec<Step>,
}

impl Policy {
    /// What follows from a hand that has discarded, to a depth of 1 or more draws. The
    /// draws are taken to come at once: each leaves one draw less.
    pub fn explain(
        &mut self,
        waiting: Tiles,
        limits: Tiles,
        depth: usize,
    ) -> Result<Vec<Step>, InputError> {
        let draws = self.draws();
        self.tree(Bag::plain(waiting), (limits, Reds::NONE), depth, draws)
    }
}

impl Explain for Policy {
    type Step = Step;

    fn useful(&mut self, waiting: Tiles) -> TileSet {
        Self::useful(self, waiting)
    }

    fn step(&mut self, waiting: Bag, draw: Draw) -> Option<Stepped<Step>> {
        let Draw { tile, left, useful, draws, .. } = draw;
        let waiting = waiting.tiles();
        let drawn = waiting.with(tile);
        let mut step = Step {
            draw: tile,
            left,
            useful,
            discards: Vec::new(),
            distance: self.distance(drawn),
            value: 1.0,
            next: Vec::new(),
        };
        if step.distance == 0 {
            return Some((step, None));
        }
        if self.discard(waiting, tile, draws) == tile {
            return None;
        }
        let choices = self.choices(drawn, draws);
        let best = *choices.first()?;
        let equal = choices
            .iter()
            .filter(|choice| (0..2).all(|k| (choice.value[k] - best.value[k]).abs() < EQUAL));
        step.discards = equal.map(|choice| choice.tile).collect();
        step.value = best.value[0];
        step.distance = self.distance(drawn.without(best.tile));
        Some((step, Some((best.tile, false))))
    }

    fn next(step: &mut Step) -> &mut Vec<Step> {
        &mut step.next
    }
}
