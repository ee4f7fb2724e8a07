//! The chain of a mahjong hand without branching.

use crate::{
    HandDocument, Lang, SchemaName,
    hand::shanten::{form_words, shanten_words},
    layout::percent,
    table::{Columns, plain},
};
use kakukin_core::{Fraction, to_f64};
use kakukin_mahjong::{Chain, ChainResult, Form, FormChain, Rational};
use serde::Serialize;

/// The probability of completing a hand, turn by turn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// Useful tiles at each stage.
    pub useful: Vec<u32>,
    /// Unseen tiles at turn 0.
    pub unseen: u32,
    /// How many turns there are: the length of the lists.
    pub turns: u32,
    /// Probability of having completed the hand after turn 1, 2, ...
    pub probability: Vec<f64>,
    /// The same as exact fractions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Vec<Fraction>>,
}

impl ChainDocument {
    /// The document of a chain.
    fn new(chain: &Chain, fractions: &[Rational], exact: bool) -> Self {
        Self {
            schema: SchemaName::default(),
            useful: chain.useful().to_vec(),
            unseen: chain.unseen(),
            turns: chain.turns(),
            probability: fractions.iter().map(to_f64).collect(),
            exact: exact.then(|| fractions.iter().map(Fraction::from).collect()),
        }
    }

    fn columns(&self) -> Columns<'_, usize> {
        let columns = Columns::<usize>::new().both("turn", "chain.turn", |k| k + 1, plain).both(
            "probability",
            "chain.probability",
            |&k| self.probability[k],
            percent,
        );
        match &self.exact {
            Some(exact) => columns.both("exact", "chain.exact", |&k| exact[k].to_string(), plain),
            None => columns,
        }
    }

    fn rows(&self) -> Vec<usize> {
        (0..self.probability.len()).collect()
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        self.columns().to_text(&self.rows(), lang)
    }

    /// One CSV row for each turn.
    pub fn csv(&self) -> String {
        self.columns().to_csv(&self.rows())
    }
}

/// The way from a hand to some forms alone, draw by draw.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormChainDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The hand and its melds on one line.
    pub hand: String,
    /// The hand and everything seen.
    pub situation: HandDocument,
    /// The forms that count.
    pub forms: Vec<Form>,
    /// Shanten of the nearest of them; `null` if none can be completed any more.
    pub shanten: Option<i32>,
    /// Unseen tiles.
    pub unseen: u32,
    /// Unseen copies of tiles that help now.
    pub useful_left: u32,
    /// Probability of being ready after 1, 2, ... draws.
    pub tenpai: Vec<f64>,
    /// Probability of having won after 1, 2, ... draws.
    pub win: Vec<f64>,
}

impl FormChainDocument {
    /// The document of a way to some forms.
    fn new(chain: &FormChain) -> Self {
        let FormChain { question, analysis, useful_left, chances } = chain;
        let situation = question.situation();
        Self {
            schema: SchemaName::default(),
            hand: situation.hand().to_string(),
            situation: HandDocument::new(situation),
            forms: question.forms().iter().collect(),
            shanten: analysis.shanten(),
            unseen: situation.unseen(),
            useful_left: *useful_left,
            tenpai: chances.iter().map(|chance| chance.0).collect(),
            win: chances.iter().map(|chance| chance.1).collect(),
        }
    }

    fn columns(&self) -> Columns<'_, usize> {
        Columns::<usize>::new()
            .both("draws", "chain.draws", |k| k + 1, plain)
            .both("tenpai", "mahjong.tenpai", |&k| self.tenpai[k], percent)
            .both("win", "mahjong.win", |&k| self.win[k], percent)
    }

    fn rows(&self) -> Vec<usize> {
        (0..self.win.len()).collect()
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let forms: Vec<String> = self.forms.iter().map(|form| form_words(*form, lang)).collect();
        let (forms, shanten) = (forms.join(", "), shanten_words(self.shanten, lang));
        let table = self.columns().to_text(&self.rows(), lang);
        format!("{}  {forms}: {shanten}\n\n{table}", self.hand)
    }

    /// One CSV row for each number of draws.
    pub fn csv(&self) -> String {
        self.columns().to_csv(&self.rows())
    }
}

/// What a chain is: of useful tiles, or of a hand.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ChainAnswer {
    /// From useful tiles.
    Useful(ChainDocument),
    /// From a hand to a form.
    Form(FormChainDocument),
}

impl ChainAnswer {
    /// The document of a result.
    pub fn new(result: &ChainResult) -> Self {
        match result {
            ChainResult::Useful { chain, chances, exact } => {
                Self::Useful(ChainDocument::new(chain, chances, *exact))
            }
            ChainResult::Form(chain) => Self::Form(FormChainDocument::new(chain)),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Useful(document) => document.text(lang),
            Self::Form(document) => document.text(lang),
        }
    }

    /// The document as CSV.
    pub fn csv(&self) -> String {
        match self {
            Self::Useful(document) => document.csv(),
            Self::Form(document) => document.csv(),
        }
    }
}
