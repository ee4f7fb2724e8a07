//! The chain of a mahjong hand without branching.

use crate::{
    Lang,
    layout::{columns, csv, percent},
};
use kakukin_mahjong::Chain;
use kakukin_sweep::to_f64;
use serde::Serialize;

/// The probability of completing a hand, turn by turn.
#[derive(Debug, Clone, Serialize)]
pub struct ChainDocument {
    /// Name and version of this format.
    pub schema: &'static str,
    /// Useful tiles at each stage.
    pub useful: Vec<u32>,
    /// Unseen tiles at turn 0.
    pub unseen: u32,
    /// Turns.
    pub turns: u32,
    /// Probability of having completed the hand after turn 1, 2, ...
    pub probability: Vec<f64>,
    /// The same as exact fractions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Vec<String>>,
}

impl ChainDocument {
    /// The document of a chain.
    pub fn new(chain: &Chain, exact: bool) -> Self {
        // Small enough to be exact always, and rounded once.
        let fractions = chain.exact_probabilities();
        Self {
            schema: "kakukin/mahjong-chain/1",
            useful: chain.useful().to_vec(),
            unseen: chain.unseen(),
            turns: chain.turns(),
            probability: fractions.iter().map(to_f64).collect(),
            exact: exact.then(|| fractions.iter().map(ToString::to_string).collect()),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut header = vec![tr!(lang, "chain.turn"), tr!(lang, "chain.probability")];
        if self.exact.is_some() {
            header.push(tr!(lang, "chain.exact"));
        }
        let rows = self.probability.iter().enumerate().map(|(k, &p)| {
            let mut row = vec![(k + 1).to_string(), percent(p)];
            row.extend(self.exact.as_ref().map(|exact| exact[k].clone()));
            row
        });
        columns(header, rows.collect(), &[])
    }

    /// One CSV row for each turn.
    pub fn csv(&self) -> String {
        let mut header = vec!["turn", "probability"];
        if self.exact.is_some() {
            header.push("exact");
        }
        let rows = self.probability.iter().enumerate().map(|(k, p)| {
            let mut row = vec![(k + 1).to_string(), p.to_string()];
            row.extend(self.exact.as_ref().map(|exact| exact[k].clone()));
            row
        });
        csv(&header, rows)
    }
}
