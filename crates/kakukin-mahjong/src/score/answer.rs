//! What the hand is worth in points, discard by discard.

use super::terms::{Aim, Figures, READY, SCORE, TENPAI, WIN};
use crate::Tile;
use serde::Serialize;

/// What a hand that has discarded can expect, by draws left from 0 on. All figures belong to the
/// same way of playing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prospect {
    columns: [Vec<f64>; 4],
    /// Wins by discards, and the balance of the round, where others do something.
    ron: Vec<f64>,
    balance: Vec<f64>,
}

impl Prospect {
    pub(crate) fn new(rows: &[Figures]) -> Self {
        let columns = std::array::from_fn(|k| rows.iter().map(|row| row[k]).collect());
        Self { columns, ..Self::default() }
    }

    /// The same at a table: wins by discards, and what is lost by wins of others.
    pub(crate) fn at_table(mut self, ron: Vec<f64>, costs: &[f64]) -> Self {
        self.balance = self.score().iter().zip(costs).map(|(score, cost)| score - cost).collect();
        self.ron = ron;
        self
    }

    /// Takes what throwing a tile costs off the balance.
    pub(crate) fn endangered(&mut self, cost: f64) {
        self.balance.iter_mut().for_each(|balance| *balance -= cost);
    }

    /// The figures with so many draws left as the aim looks at them: score, win and tenpai, with
    /// the balance in the place of the score if it is wanted.
    pub(crate) fn judged(&self, draws: usize, aim: Aim) -> [f64; 3] {
        let row = self.at(draws);
        let first = match (aim, self.balance.get(draws)) {
            (Aim::Balance, Some(&balance)) => balance,
            _ => row[SCORE],
        };
        [first, row[WIN], row[TENPAI]]
    }

    /// With what something adds to the rows: to the figures, to wins by discards, and to costs.
    pub(crate) fn add(&mut self, more: impl Iterator<Item = (Figures, f64, f64)>) {
        for (d, (figures, ron, cost)) in more.enumerate() {
            for (column, figure) in self.columns.iter_mut().zip(figures) {
                column[d] += figure;
            }
            if let (Some(own), Some(balance)) = (self.ron.get_mut(d), self.balance.get_mut(d)) {
                *own += ron;
                *balance += figures[SCORE] - cost;
            }
        }
    }

    /// Another row, in which wins by discards and costs are `stay` times those of one draw less.
    pub(crate) fn replace(&mut self, draws: usize, row: Figures, stay: f64) {
        for (column, figure) in self.columns.iter_mut().zip(row) {
            column[draws] = figure;
        }
        if !self.ron.is_empty() {
            self.ron[draws] = stay * self.ron[draws - 1];
            let cost = self.columns[SCORE][draws - 1] - self.balance[draws - 1];
            // What is lost by a stick or to others is lost later, but for a win at once.
            self.balance[draws] = row[SCORE] - (stay * cost);
        }
    }

    /// Divides by the chance that the round went on, given with what was lost if it did not.
    pub(crate) fn rescale(&mut self, go_on: impl Fn(usize) -> (f64, f64)) {
        for d in 0..self.balance.len() {
            let (stay, lost) = go_on(d);
            let cost = (self.columns[SCORE][d] - self.balance[d] - lost) / stay;
            self.columns.iter_mut().for_each(|column| column[d] /= stay);
            self.ron[d] /= stay;
            self.balance[d] = self.columns[SCORE][d] - cost;
        }
    }

    /// The expected score: points of wins with honba and sticks, and payments at the end if
    /// they count.
    pub fn score(&self) -> &[f64] {
        &self.columns[SCORE]
    }

    /// The chance to win; without a yaku there is no win.
    pub fn win(&self) -> &[f64] {
        &self.columns[WIN]
    }

    /// The chance to win by a tile that another discards (ロン), which is part of that. Empty for a
    /// hand alone.
    pub fn ron(&self) -> &[f64] {
        &self.ron
    }

    /// The balance of the round (局収支): the score less what wins of others and a riichi that does
    /// not win cost. Empty for a hand alone.
    pub fn balance(&self) -> &[f64] {
        &self.balance
    }

    /// The chance to be ready (聴牌) at some time.
    pub fn tenpai(&self) -> &[f64] {
        &self.columns[TENPAI]
    }

    /// The chance to be ready at the end without a win.
    pub fn tenpai_at_end(&self) -> &[f64] {
        &self.columns[READY]
    }

    /// The figures with so many draws left.
    pub(crate) fn at(&self, draws: usize) -> Figures {
        std::array::from_fn(|k| self.columns[k].get(draws).copied().unwrap_or(0.0))
    }
}

/// A discard and what it leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreDiscard {
    pub(crate) tile: Tile,
    pub(crate) red: bool,
    pub(crate) distance: Option<u32>,
    pub(crate) riichi: bool,
    pub(crate) prospect: Prospect,
}

impl ScoreDiscard {
    /// The kind that is thrown.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// Whether it is the red five.
    pub fn is_red(&self) -> bool {
        self.red
    }

    /// The distance afterwards; `None` if the hand cannot be completed any more.
    pub fn distance(&self) -> Option<u32> {
        self.distance
    }

    /// Whether riichi is declared with it, with all draws to come.
    pub fn is_riichi(&self) -> bool {
        self.riichi
    }

    /// The figures with all draws to come.
    pub(crate) fn now(&self) -> Figures {
        self.prospect.at(self.prospect.score().len().saturating_sub(1))
    }

    /// The same as the aim looks at them: the balance in the place of the score if it is wanted.
    pub(crate) fn judged(&self, aim: Aim) -> Figures {
        let mut now = self.now();
        now[SCORE] = self.prospect.judged(self.prospect.score().len().saturating_sub(1), aim)[0];
        now
    }

    /// What the rest can expect.
    pub fn prospect(&self) -> &Prospect {
        &self.prospect
    }
}

/// How the ura indicators were taken into account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "UraMethod"))]
#[serde(rename_all = "snake_case")]
pub enum Ura {
    /// There are none.
    None,
    /// Exactly: put aside before the first draw.
    Exact,
    /// Taken from the tiles that can be unseen at the win: the waits, and of the others
    /// each as likely as another.
    Split,
}

impl Ura {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Exact => "exact",
            Self::Split => "split",
        }
    }
}

/// The answer to a question about points.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreAnswer {
    pub(crate) distance: Option<u32>,
    pub(crate) states: usize,
    pub(crate) ura: Ura,
    pub(crate) waiting: Option<Prospect>,
    pub(crate) discards: Vec<ScoreDiscard>,
}

impl ScoreAnswer {
    /// Tiles to be exchanged; `None` if the hand cannot be completed any more.
    pub fn distance(&self) -> Option<u32> {
        self.distance
    }

    /// Whether it is a complete hand.
    pub fn is_won(&self) -> bool {
        self.distance == Some(0)
    }

    /// The states of the computation.
    pub fn states(&self) -> usize {
        self.states
    }

    /// How the ura indicators were taken into account.
    pub fn ura(&self) -> Ura {
        self.ura
    }

    /// What a hand that has not drawn can expect.
    pub fn waiting(&self) -> Option<&Prospect> {
        self.waiting.as_ref()
    }

    /// The discards of a hand that has drawn, the best with all draws to come first.
    pub fn discards(&self) -> &[ScoreDiscard] {
        &self.discards
    }
}
