//! A policy as a tree: after each draw that changes the hand, what to do, and then.

use crate::{Bag, InputError, Problem, Reds, Tile, TileSet, Tiles};

/// The most steps of an explanation.
pub const MAX_STEPS: usize = 20_000;

/// A draw that may be explained.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw {
    pub(crate) tile: Tile,
    pub(crate) red: bool,
    /// Unseen copies.
    pub(crate) left: u32,
    /// Whether it brings the hand nearer.
    pub(crate) useful: bool,
    /// The draws left afterwards.
    pub(crate) draws: usize,
}

/// A step and, where the hand goes on from there, what is thrown.
pub(crate) type Stepped<S> = (S, Option<(Tile, bool)>);

/// A policy that can be explained.
pub(crate) trait Explain {
    /// One draw and what follows from it.
    type Step;

    /// The draws that bring a hand nearer.
    fn useful(&mut self, waiting: Tiles) -> TileSet;

    /// What to do with a draw; `None` if it changes nothing.
    fn step(&mut self, waiting: Bag, draw: Draw) -> Option<Stepped<Self::Step>>;

    /// The draws after a step.
    fn next(step: &mut Self::Step) -> &mut Vec<Self::Step>;

    /// What follows from a hand that has discarded, to a depth of 1 or more of so many draws. The
    /// draws are taken to come at once: each leaves one draw less. The concealed tiles can hold
    /// `limits` at the most, `reds` of them red.
    fn tree(
        &mut self,
        waiting: Bag,
        (limits, reds): (Tiles, Reds),
        depth: usize,
        draws: usize,
    ) -> Result<Vec<Self::Step>, InputError> {
        let mut room = MAX_STEPS;
        self.steps(waiting, limits, reds, depth, draws, &mut room).ok_or_else(|| {
            let allowed = format!("<= {MAX_STEPS}");
            InputError::new("explain", depth, Problem::TooManySteps, allowed)
        })
    }

    /// The same as long as there is room.
    fn steps(
        &mut self,
        waiting: Bag,
        limits: Tiles,
        reds: Reds,
        depth: usize,
        draws: usize,
        room: &mut usize,
    ) -> Option<Vec<Self::Step>> {
        let mut steps = Vec::new();
        if depth == 0 || draws == 0 {
            return Some(steps);
        }
        let draws = draws - 1;
        let useful = self.useful(waiting.tiles());
        for tile in Tile::all() {
            let copies = limits.count(tile).saturating_sub(waiting.tiles().count(tile));
            let own = |reds: Reds| if tile.is_five() { reds.of(tile.suit()) } else { 0 };
            let red = own(reds).saturating_sub(own(waiting.reds())).min(copies);
            for (red, left) in [(true, red), (false, copies - red)] {
                if left == 0 {
                    continue;
                }
                let draw = Draw { tile, red, left, useful: useful.has(tile), draws };
                let Some((mut step, thrown)) = self.step(waiting, draw) else { continue };
                if let Some((thrown, was_red)) = thrown {
                    let rest = waiting.plus(tile, red).minus(thrown, was_red);
                    // What is thrown has been seen.
                    let (limits, reds) = (limits.without(thrown), reds.fewer(thrown, was_red));
                    *Self::next(&mut step) =
                        self.steps(rest, limits, reds, depth - 1, draws, room)?;
                }
                *room = room.checked_sub(1)?;
                steps.push(step);
            }
        }
        Some(steps)
    }
}
