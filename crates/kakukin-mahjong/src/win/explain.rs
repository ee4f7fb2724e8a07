//! The policy as a tree: after each draw that changes the hand, what to throw, and then.

use super::{policy::Policy, question::EQUAL};
use crate::{InputError, Problem, Tile, Tiles};

/// The most steps of an explanation.
pub const MAX_STEPS: usize = 20_000;

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
        let mut room = MAX_STEPS;
        let draws = self.draws();
        self.steps(waiting, limits, depth, draws, &mut room).ok_or_else(|| {
            let allowed = format!("<= {MAX_STEPS}");
            InputError::new("explain", depth, Problem::TooManySteps, allowed)
        })
    }

    fn steps(
        &mut self,
        waiting: Tiles,
        limits: Tiles,
        depth: usize,
        draws: usize,
        room: &mut usize,
    ) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        if depth == 0 || draws == 0 {
            return Some(steps);
        }
        let useful = self.useful(waiting);
        for draw in Tile::all() {
            let left = limits.count(draw).saturating_sub(waiting.count(draw));
            if left == 0 {
                continue;
            }
            let drawn = waiting.with(draw);
            let mut step = Step {
                draw,
                left,
                useful: useful.has(draw),
                discards: Vec::new(),
                distance: self.distance(drawn),
                value: 1.0,
                next: Vec::new(),
            };
            if step.distance > 0 {
                if self.discard(waiting, draw, draws - 1) == draw {
                    continue;
                }
                let choices = self.choices(drawn, draws - 1);
                let Some(&best) = choices.first() else { continue };
                step.value = best.value[0];
                let equal = choices.iter().filter(|choice| {
                    (0..2).all(|k| (choice.value[k] - best.value[k]).abs() < EQUAL)
                });
                step.discards = equal.map(|choice| choice.tile).collect();
                let rest = drawn.without(best.tile);
                step.distance = self.distance(rest);
                // What is thrown has been seen.
                let limits = limits.without(best.tile);
                step.next = self.steps(rest, limits, depth - 1, draws - 1, room)?;
            }
            *room = room.checked_sub(1)?;
            steps.push(step);
        }
        Some(steps)
    }
}
