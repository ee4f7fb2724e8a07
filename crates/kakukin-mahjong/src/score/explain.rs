//! The policy as a tree: after each draw that changes the hand, what to throw, whether to declare
//! riichi, and then.

use super::{
    policy::{Choice, Move, ScorePolicy},
    terms::{EQUAL_POINTS, SCORE, WIN},
};
use crate::{
    Bag, EQUAL, InputError, Reds, Riichi, Tile, TileSet, Tiles,
    explain::{Draw, Explain, Stepped},
};

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
        let limits = match self.root.thrown {
            // What is thrown has been seen.
            Some((tile, _)) if self.limits == self.situation.limits() => self.limits.without(tile),
            _ => self.limits,
        };
        let (held, unseen) = (self.root.reds, self.judge.unseen_reds);
        let most = std::array::from_fn(|suit| (held.of(suit) + unseen.of(suit)) as u8);
        let reds = Reds::new(most).unwrap_or_default();
        self.tree(self.waiting(), (limits, reds), depth, self.draws())
    }
}

impl Explain for ScorePolicy {
    type Step = ScoreStep;

    fn useful(&mut self, waiting: Tiles) -> TileSet {
        self.distances.analyse(waiting).useful()
    }

    fn step(&mut self, waiting: Bag, draw: Draw) -> Option<Stepped<ScoreStep>> {
        let Draw { tile, red, left, useful, draws } = draw;
        let drawn = waiting.plus(tile, red);
        let mut step = ScoreStep {
            draw: (tile, red),
            left,
            useful,
            discards: Vec::new(),
            riichi: false,
            distance: 0,
            score: 0.0,
            win: 1.0,
            next: Vec::new(),
        };
        let Move::Throw { tile: thrown, red: was_red, riichi } =
            self.play(waiting, tile, red, draws)
        else {
            let luck = self.luck(Riichi::None, false, draws);
            let points = self.points(drawn.tiles(), drawn.reds().len(), tile, luck, 0);
            step.score = f64::from(points);
            return Some((step, None));
        };
        if (thrown, was_red) == (tile, red) && !riichi {
            return None;
        }
        let mut choices = self.choices(waiting, tile, red, draws);
        if choices.is_empty() {
            // Ready as dealt: the draw is thrown, with riichi.
            let figures = self.figures(waiting.tiles(), waiting.reds(), draws)?;
            choices.push(Choice { tile, red, riichi, figures });
        }
        let best = choices[0];
        let near = |choice: &Choice, column: usize, equal: f64| {
            (choice.figures[column] - best.figures[column]).abs() < equal
        };
        let equal = choices
            .iter()
            .filter(|choice| near(choice, SCORE, EQUAL_POINTS) && near(choice, WIN, EQUAL));
        step.discards = equal.map(|choice| (choice.tile, choice.red)).collect();
        step.riichi = riichi;
        (step.score, step.win) = (best.figures[SCORE], best.figures[WIN]);
        let rest = drawn.tiles().without(best.tile);
        step.distance = self.distances.distance(rest).unwrap_or(u32::MAX);
        // After riichi nothing is decided any more.
        Some((step, (!riichi).then_some((best.tile, best.red))))
    }

    fn next(step: &mut ScoreStep) -> &mut Vec<ScoreStep> {
        &mut step.next
    }
}
