//! The policy that the figures belong to: what to discard, when to declare riichi, and when to
//! win.

use super::{
    improve::{Improve, Values},
    plain::Plain,
    ready::Judge,
    terms::{Aim, Figures, ScoreQuestion},
};
use crate::{
    Bag, Distances, Luck, Reds, Riichi, Situation, Tile, TileSet, Tiles,
    dealt::Shown,
    solve::{Root, best_first, throws},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Decisions after which a policy forgets those it has made.
const FORGET: usize = 1 << 20;

/// A ready hand that waits for so many tiles has a good shape (良形).
pub const GOOD_SHAPE: u32 = 5;

/// What to do with a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Win.
    Win,
    /// Throw a tile.
    Throw {
        /// Its kind.
        tile: Tile,
        /// Whether it is the red five.
        red: bool,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
}

/// What to do after each draw. Knows every hand that can follow from the question's.
#[derive(Debug, Clone)]
pub struct ScorePolicy {
    pub(super) situation: Situation,
    pub(super) limits: Tiles,
    pub(super) root: Root,
    /// What it could begin with.
    roots: Vec<Root>,
    pub(super) distances: Distances,
    /// Of a whole set of tiles: tells which kinds a hand waits for.
    pub(super) shapes: Distances,
    /// Our own discards before this one, where that matters.
    pub(super) question_river: TileSet,
    pub(super) source: Source,
    pub(super) judge: Arc<Judge>,
    aim: Aim,
    known: FxHashMap<(Bag, Tile, bool, usize), Move>,
}

#[derive(Debug, Clone)]
pub(super) enum Source {
    Plain(Box<Plain>),
    Improve(Box<Improve>, Arc<Values>),
}

/// One possible discard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Choice {
    pub(crate) tile: Tile,
    pub(crate) red: bool,
    pub(crate) riichi: bool,
    pub(crate) figures: Figures,
}

impl ScorePolicy {
    pub(super) fn new(
        question: &ScoreQuestion,
        limits: Tiles,
        roots: Vec<Root>,
        judge: Arc<Judge>,
        source: Source,
    ) -> Option<Self> {
        let root = *roots.first()?;
        let base = question.question();
        Some(Self {
            situation: base.situation().clone(),
            limits,
            root,
            roots,
            distances: base.distances(limits),
            shapes: base.distances(base.situation().players().full_set()),
            question_river: base.river(),
            source,
            judge,
            aim: question.terms().aim,
            known: FxHashMap::default(),
        })
    }

    /// The draws of the question.
    pub fn draws(&self) -> usize {
        self.judge.draws()
    }

    /// The discard that it begins with; none if no tile was drawn.
    pub fn discard(&self) -> Option<(Tile, bool)> {
        self.root.thrown
    }

    /// The concealed tiles after that.
    pub fn waiting(&self) -> Bag {
        self.root.bag()
    }

    /// Begins with another discard of the same question; `false` if it does not know it.
    pub fn follow(&mut self, discard: (Tile, bool)) -> bool {
        self.begin(Some(discard))
    }

    /// Begins with a discard, or with the hand itself if no tile was drawn; `false` if it does
    /// not know it.
    pub(crate) fn begin(&mut self, thrown: Option<(Tile, bool)>) -> bool {
        let root = self.roots.iter().find(|root| root.thrown == thrown).copied();
        if let Some(root) = root {
            self.root = root;
        }
        root.is_some()
    }

    /// Of the times that the hand becomes ready, the part in which it then waits for
    /// [`GOOD_SHAPE`] tiles or more; `None` if it never is.
    pub fn good_shape(&mut self) -> Option<f64> {
        let (tiles, reds, draws) = (self.root.tiles, self.root.reds, self.draws());
        let [good, all] = match &mut self.source {
            Source::Plain(plain) => plain.first_ready(tiles, reds, draws),
            Source::Improve(graph, values) => graph.first_ready(values, tiles, reds, draws),
        };
        (all > 0.0).then(|| good / all)
    }

    /// Whether riichi is declared with the first discard.
    pub fn is_riichi(&mut self) -> bool {
        let draws = self.draws();
        let dealt = self.root.thrown.is_none() && self.judge.first.is_some();
        !dealt && self.declares(self.root.tiles, self.root.reds, draws)
    }

    /// Whether riichi is double with so many draws left.
    pub fn is_double(&self, draws: usize) -> bool {
        self.judge.first == Some(draws)
    }

    /// What to do with a tile that is drawn to a waiting hand in silence, when `draws` are
    /// left afterwards.
    pub fn play(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize) -> Move {
        let draws = draws.min(self.draws());
        if let Some(&known) = self.known.get(&(waiting, tile, red, draws)) {
            return known;
        }
        let play = self.decide(waiting, tile, red, draws);
        if self.known.len() > FORGET {
            self.known.clear();
        }
        self.known.insert((waiting, tile, red, draws), play);
        play
    }

    fn decide(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize) -> Move {
        let drawn = waiting.tiles().with(tile);
        let reds = waiting.reds().more(tile, red);
        if self.distances.distance(drawn) == Some(0) {
            let luck = self.luck(Riichi::None, false, draws);
            let points = self.points(drawn, reds.len(), tile, luck, 0);
            if points > 0 && !self.refuses(waiting, tile, red, draws, points) {
                return Move::Win;
            }
        }
        if let Some(best) = self.choices(waiting, tile, red, draws).first() {
            return Move::Throw { tile: best.tile, red: best.red, riichi: best.riichi };
        }
        // Ready as dealt, riichi can be declared only now.
        let dealt = self.root.thrown.is_none() && self.is_double(draws);
        let riichi = dealt && self.declares(waiting.tiles(), waiting.reds(), draws);
        Move::Throw { tile, red, riichi }
    }

    /// How a win comes about that leaves so many draws.
    pub(super) fn luck(&self, riichi: Riichi, ippatsu: bool, draws: usize) -> Luck {
        Luck {
            riichi,
            ippatsu,
            last_tile: draws == 0 && self.judge.haitei,
            first_turn: self.root.thrown.is_none()
                && self.judge.first == Some(draws)
                && riichi == Riichi::None,
            ..Luck::default()
        }
    }

    /// What a complete hand brings.
    pub(super) fn points(&self, drawn: Tiles, reds: u32, tile: Tile, luck: Luck, ura: u32) -> u32 {
        self.judge.paid(self.judge.scorer.readings(drawn, reds, tile, true).points(luck, ura))
    }

    /// Whether a tile is taken that another discards to a ready hand which it completes.
    pub(super) fn takes_discard(
        &mut self,
        waiting: Bag,
        tile: Tile,
        red: bool,
        how: Shown,
    ) -> bool {
        let riichi = if how.riichi { Riichi::Single } else { Riichi::None };
        let drawn = waiting.tiles().with(tile);
        let reds = waiting.reds().more(tile, red);
        let luck = Luck { riichi, last_tile: how.last, ..Luck::default() };
        let readings = self.judge.scorer.readings(drawn, reds.len(), tile, false);
        let points = self.judge.paid(readings.points(luck, 0));
        if points == 0 || how.riichi || !self.judge.refuses() {
            return points > 0;
        }
        let judge = self.judge.clone();
        let (Source::Plain(plain), Some(table)) = (&mut self.source, &judge.table) else {
            return true;
        };
        let Some((waits, ron, furiten)) = plain.ready_at_table(waiting.tiles(), waiting.reds())
        else {
            return true;
        };
        f64::from(points) >= judge.least_taken_at(table, waits, ron, furiten)[how.draws][1]
    }

    /// Whether going on is better than a win of so many points.
    fn refuses(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize, points: u32) -> bool {
        if !self.judge.refuses() {
            return false;
        }
        if let Source::Plain(plain) = &mut self.source {
            let judge = plain.judge.clone();
            let ready = plain.ready(waiting.tiles(), waiting.reds());
            let least = match &judge.table {
                None => ready.map_or(0.0, |(waits, _)| judge.least_taken(waits)[draws + 1]),
                Some(table) => {
                    let ready = plain.ready_at_table(waiting.tiles(), waiting.reds());
                    ready.map_or(0.0, |(waits, ron, furiten)| {
                        judge.least_taken_at(table, waits, ron, furiten)[draws + 1][0]
                    })
                }
            };
            return f64::from(points) < least;
        }
        let win = [f64::from(points), 1.0, 1.0, 0.0];
        let aim = self.aim;
        let best = self.choices(waiting, tile, red, draws).first().copied();
        best.is_some_and(|best| aim.prefers(&best.figures, &win))
    }

    /// The figures of a hand that has discarded.
    pub(crate) fn figures(&mut self, waiting: Tiles, reds: Reds, draws: usize) -> Option<Figures> {
        match &mut self.source {
            Source::Plain(plain) => plain.figures(waiting, reds, draws),
            Source::Improve(graph, values) => {
                let place = graph.place(waiting, reds)?;
                Some(values.figures[draws][place].to_array())
            }
        }
    }

    /// Whether riichi is declared with the discard that leaves this hand.
    fn declares(&mut self, waiting: Tiles, reds: Reds, draws: usize) -> bool {
        match &mut self.source {
            Source::Plain(plain) => {
                plain.ready(waiting, reds).is_some_and(|(_, riichi)| riichi >> draws & 1 == 1)
            }
            Source::Improve(graph, values) => {
                graph.place(waiting, reds).is_some_and(|place| values.declares(place, draws))
            }
        }
    }

    /// The discards after a draw that does not win, the best one first. On the shortest way a
    /// draw that does not help leaves no choice but to throw it.
    pub(crate) fn choices(
        &mut self,
        waiting: Bag,
        tile: Tile,
        red: bool,
        draws: usize,
    ) -> Vec<Choice> {
        let drawn = waiting.tiles().with(tile);
        let reds = waiting.reds().more(tile, red);
        let kinds: Vec<(Tile, bool)> = match &self.source {
            Source::Plain(_) => {
                let useful = self.distances.analyse(waiting.tiles()).useful();
                let complete = self.distances.distance(drawn) == Some(0);
                if !useful.has(tile) || complete {
                    return Vec::new();
                }
                let unneeded = self.distances.analyse(drawn).unneeded();
                // A red five goes last.
                let red = |tile: Tile| tile.is_five() && drawn.count(tile) == reds.of(tile.suit());
                unneeded.iter().map(|tile| (tile, red(tile))).collect()
            }
            // The graph joins any two of its hands, but has not every hand.
            Source::Improve(graph, _) => {
                let known = graph.graph.has_drawn(drawn);
                if known { throws(drawn, reds) } else { vec![(tile, red)] }
            }
        };
        let mut choices = Vec::with_capacity(kinds.len());
        for (tile, red) in kinds {
            let rest = drawn.without(tile);
            let reds = reds.fewer(tile, red);
            if let Some(figures) = self.figures(rest, reds, draws) {
                let riichi = self.declares(rest, reds, draws);
                choices.push(Choice { tile, red, riichi, figures });
            }
        }
        best_first(&mut choices, |a, b| self.aim.prefers(&a.figures, &b.figures));
        choices
    }
}
