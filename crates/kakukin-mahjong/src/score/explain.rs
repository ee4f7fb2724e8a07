//! The policy as a tree: after each draw that changes the hand, what to throw, whether to declare
//! riichi, and then.

use super::{
    policy::{Choice, Move, ScorePolicy, bag},
    terms::{EQUAL_POINTS, SCORE, WIN},
};
use crate::{Bag, InputError, Problem, Reds, Riichi, Tile, Tiles, win::MAX_STEPS};

/// One draw and what follows from it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreStep {
    /// The tile that is drawn, and whether it is a red five.
    pub draw: (Tile, bool),
    /// Its unseen copies.
    pub left: u32,
    /// Whether it brings the hand nearer; with improvement others may be kept too.
    pub useful: bool,
    /// What to throw, several tiles if they are equally good; none if the hand is won.
    pub discards: Vec<(Tile, bool)>,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// The distance afterwards.
    pub distance: u32,
    /// The expected score afterwards; what a win brings in silence.
    pub score: f64,
    /// The chance to win afterwards.
    pub win: f64,
    /// The draws after that.
    pub next: Vec<ScoreStep>,
}

impl ScorePolicy {
    /// What follows from the hand after its discard, to a depth of 1 or more draws. The
    /// draws are taken to come at once: each leaves one draw less.
    pub fn explain(&mut self, depth: usize) -> Result<Vec<ScoreStep>, InputError> {
        let mut room = MAX_STEPS;
        let draws = self.draws();
        let limits = match self.root.thrown {
            // What is thrown has been seen.
            Some((tile, _)) if self.limits == self.situation.limits() => self.limits.without(tile),
            _ => self.limits,
        };
        let reds = self.red_limits();
        self.steps(self.waiting(), limits, reds, depth, draws, &mut room).ok_or_else(|| {
            let allowed = format!("<= {MAX_STEPS}");
            InputError::new("explain", depth, Problem::TooManySteps, allowed)
        })
    }

    /// The most red fives that the concealed tiles could hold now.
    fn red_limits(&self) -> Reds {
        let (held, unseen) = (self.root.reds, self.judge.unseen_reds);
        let most = std::array::from_fn(|suit| (held.of(suit) + unseen.of(suit)) as u8);
        Reds::new(most).unwrap_or_default()
    }

    fn steps(
        &mut self,
        waiting: Bag,
        limits: Tiles,
        reds: Reds,
        depth: usize,
        draws: usize,
        room: &mut usize,
    ) -> Option<Vec<ScoreStep>> {
        let mut steps = Vec::new();
        if depth == 0 || draws == 0 {
            return Some(steps);
        }
        let useful = self.distances.analyse(waiting.tiles()).useful();
        for tile in Tile::all() {
            let copies = limits.count(tile).saturating_sub(waiting.tiles().count(tile));
            let own = |reds: Reds| if tile.is_five() { reds.of(tile.suit()) } else { 0 };
            let red = own(reds).saturating_sub(own(waiting.reds())).min(copies);
            for (red, left) in [(true, red), (false, copies - red)] {
                if left == 0 {
                    continue;
                }
                let after = (depth, draws - 1);
                let step = self.step(waiting, (tile, red), left, limits, reds, after, room)?;
                if let Some(mut step) = step {
                    step.useful = useful.has(tile);
                    *room = room.checked_sub(1)?;
                    steps.push(step);
                }
            }
        }
        Some(steps)
    }

    /// One draw; `Some(None)` if it changes nothing.
    #[expect(clippy::too_many_arguments, reason = "what is seen and what is left")]
    fn step(
        &mut self,
        waiting: Bag,
        draw: (Tile, bool),
        left: u32,
        limits: Tiles,
        reds: Reds,
        (depth, draws): (usize, usize),
        room: &mut usize,
    ) -> Option<Option<ScoreStep>> {
        let (tile, red) = draw;
        let drawn = waiting.tiles().with(tile);
        let drawn_reds = waiting.reds().more(tile, red);
        let mut step = ScoreStep {
            draw,
            left,
            useful: false,
            discards: Vec::new(),
            riichi: false,
            distance: 0,
            score: 0.0,
            win: 1.0,
            next: Vec::new(),
        };
        match self.play(waiting, tile, red, draws) {
            Move::Win => {
                let luck = self.luck(Riichi::None, false, draws);
                step.score = f64::from(self.points(drawn, drawn_reds.len(), tile, luck, 0));
                Some(Some(step))
            }
            Move::Throw { tile: thrown, red: was_red, riichi } => {
                if (thrown, was_red) == draw && !riichi {
                    return Some(None);
                }
                let mut choices = self.choices(waiting, tile, red, draws);
                if choices.is_empty() {
                    // Ready as dealt: the draw is thrown, with riichi.
                    let Some(figures) = self.figures(waiting.tiles(), waiting.reds(), draws) else {
                        return Some(None);
                    };
                    choices.push(Choice { tile, red, riichi, figures });
                }
                let best = choices[0];
                let equal = choices.iter().filter(|choice| {
                    (choice.figures[SCORE] - best.figures[SCORE]).abs() < EQUAL_POINTS
                        && (choice.figures[WIN] - best.figures[WIN]).abs() < crate::EQUAL
                });
                step.discards = equal.map(|choice| (choice.tile, choice.red)).collect();
                step.riichi = riichi;
                (step.score, step.win) = (best.figures[SCORE], best.figures[WIN]);
                let rest = drawn.without(best.tile);
                step.distance = self.distances.distance(rest).unwrap_or(u32::MAX);
                if !riichi {
                    let left_reds = drawn_reds.fewer(best.tile, best.red);
                    // What is thrown has been seen.
                    let reds = reds.fewer(best.tile, best.red);
                    let limits = limits.without(best.tile);
                    let rest = bag(rest, left_reds);
                    step.next = self.steps(rest, limits, reds, depth - 1, draws, room)?;
                }
                Some(Some(step))
            }
        }
    }
}
