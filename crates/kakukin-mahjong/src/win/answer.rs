//! What the hand is worth, discard by discard.

use crate::{Form, Tile};

/// What a hand that has discarded is worth, by draws left from 0 on. All figures
/// belong to the same way of playing.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    pub(crate) win: Vec<f64>,
    pub(crate) ron: Vec<f64>,
    pub(crate) tenpai: Vec<f64>,
    pub(crate) forms: [Vec<f64>; 3],
}

impl Worth {
    pub(crate) fn none(draws: usize) -> Self {
        let zero = vec![0.0; draws + 1];
        let (win, ron, tenpai) = (zero.clone(), zero.clone(), zero.clone());
        Self { win, ron, tenpai, forms: [zero.clone(), zero.clone(), zero] }
    }

    /// The chance to win.
    pub fn win(&self) -> &[f64] {
        &self.win
    }

    /// The chance to win by a tile that another discards (ロン), which is part of that.
    pub fn ron(&self) -> &[f64] {
        &self.ron
    }

    /// The chance to be ready (聴牌) at some time.
    pub fn tenpai(&self) -> &[f64] {
        &self.tenpai
    }

    /// The chance to be ready first in this form; a hand may be ready in two at once.
    pub fn tenpai_in(&self, form: Form) -> &[f64] {
        &self.forms[form as usize]
    }
}

/// A discard and what it leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Discard {
    pub(crate) tile: Tile,
    pub(crate) distance: Option<u32>,
    pub(crate) worth: Worth,
}

impl Discard {
    /// The kind that is thrown.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// The distance afterwards; `None` if the hand cannot be completed any more.
    pub fn distance(&self) -> Option<u32> {
        self.distance
    }

    /// What the rest is worth.
    pub fn worth(&self) -> &Worth {
        &self.worth
    }
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub(crate) distance: Option<u32>,
    pub(crate) states: usize,
    pub(crate) waiting: Option<Worth>,
    pub(crate) discards: Vec<Discard>,
}

impl Answer {
    /// Tiles to be exchanged; `None` if the hand cannot be completed any more.
    pub fn distance(&self) -> Option<u32> {
        self.distance
    }

    /// Whether it is a winning hand.
    pub fn is_won(&self) -> bool {
        self.distance == Some(0)
    }

    /// The states of the computation.
    pub fn states(&self) -> usize {
        self.states
    }

    /// What a hand that has not drawn is worth.
    pub fn waiting(&self) -> Option<&Worth> {
        self.waiting.as_ref()
    }

    /// The discards of a hand that has drawn, the best with all draws to come first.
    pub fn discards(&self) -> &[Discard] {
        &self.discards
    }
}
