//! The policy that the figures belong to: what to discard, hand by hand.

use super::{
    improve::{Improve, Values},
    plain::Plain,
    question::{Question, Value, better},
};
use crate::{
    Distances, Tile, TileSet, Tiles,
    others::{Coming, Standing},
    solve::best_first,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Decisions after which a policy forgets those it has made.
const FORGET: usize = 1 << 20;

/// What to throw after each draw. Knows every hand that can follow from the question's.
#[derive(Debug, Clone)]
pub struct Policy {
    draws: usize,
    distances: Distances,
    /// Where others show tiles, or may win: what is to come, our own discards, and what tells which
    /// kinds a hand waits for.
    pub(super) table: Option<Coming>,
    pub(super) river: TileSet,
    pub(super) shapes: Distances,
    source: Source,
    useful: FxHashMap<Tiles, TileSet>,
    chosen: FxHashMap<(Tiles, usize), Option<Tile>>,
}

/// What the values of hands come from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// There is nothing to choose.
    Nothing,
    Plain(Box<Plain>),
    Improve(Box<Improve>, Arc<Values>),
}

/// One possible discard and what it leaves is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Choice {
    pub(crate) tile: Tile,
    pub(crate) value: Value,
}

impl Policy {
    /// For hands within `limits`.
    pub(super) fn new(question: &Question, limits: Tiles, river: TileSet, source: Source) -> Self {
        let situation = question.situation();
        let standing = Standing::in_silence(situation.hand());
        let (others, players) = (question.others(), situation.players());
        let coming = || Coming::new(others, players, standing, question.draws());
        Self {
            table: (!others.is_alone()).then(coming),
            river,
            shapes: question.distances(players.full_set()),
            draws: question.draws(),
            distances: question.distances(limits),
            source,
            useful: FxHashMap::default(),
            chosen: FxHashMap::default(),
        }
    }

    /// The draws of the question.
    pub(crate) fn draws(&self) -> usize {
        self.draws
    }

    /// The distance of a hand.
    pub(crate) fn distance(&mut self, hand: Tiles) -> u32 {
        self.distances.distance(hand).unwrap_or(u32::MAX)
    }

    /// The draws that bring a hand nearer.
    pub(crate) fn useful(&mut self, waiting: Tiles) -> TileSet {
        let distances = &mut self.distances;
        *self.useful.entry(waiting).or_insert_with(|| distances.analyse(waiting).useful())
    }

    /// What a waiting hand is worth with so many draws left.
    pub(crate) fn value(&mut self, waiting: Tiles, draws: usize) -> Option<Value> {
        match &mut self.source {
            Source::Nothing => None,
            Source::Plain(plain) => plain.value(waiting, draws),
            Source::Improve(graph, values) => {
                graph.graph.place(waiting).map(|place| values[draws][place])
            }
        }
    }

    /// The discards after a draw that leaves so many, the best one first. On the shortest way a
    /// draw that does not help leaves no choice but to throw it.
    pub(crate) fn choices(&mut self, drawn: Tiles, draws: usize) -> Vec<Choice> {
        let kinds: Vec<Tile> = match &mut self.source {
            Source::Nothing => Vec::new(),
            Source::Plain(_) => self.distances.analyse(drawn).unneeded().iter().collect(),
            // The graph joins any two of its hands, but has not every hand.
            Source::Improve(graph, _) => {
                let known = graph.graph.has_drawn(drawn);
                drawn.kinds().filter(|_| known).collect()
            }
        };
        let mut choices: Vec<Choice> = kinds
            .into_iter()
            .filter_map(|tile| {
                self.value(drawn.without(tile), draws).map(|value| Choice { tile, value })
            })
            .collect();
        // The first of the best, as when the figures were worked out.
        best_first(&mut choices, |a, b| better(a.value, b.value));
        choices
    }

    /// What to throw when `tile` is drawn to a waiting hand, and `draws` are left
    /// afterwards.
    pub fn discard(&mut self, waiting: Tiles, tile: Tile, draws: usize) -> Tile {
        let drawn = waiting.with(tile);
        let draws = draws.min(self.draws);
        if matches!(self.source, Source::Plain(_)) && !self.useful(waiting).has(tile) {
            return tile;
        }
        if let Some(&known) = self.chosen.get(&(drawn, draws)) {
            return known.unwrap_or(tile);
        }
        let best = self.choices(drawn, draws).first().map(|choice| choice.tile);
        if self.chosen.len() + self.useful.len() > FORGET {
            self.chosen.clear();
            self.useful.clear();
        }
        self.chosen.insert((drawn, draws), best);
        best.unwrap_or(tile)
    }
}
