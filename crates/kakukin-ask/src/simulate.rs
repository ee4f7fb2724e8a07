//! A series played many times.

use crate::{
    fields::fields,
    number::{confidence, whole_or},
    rule::SeriesFields,
    watch::Watch,
};
use kakukin_report::{Lang, SimulateDocument};
use kakukin_series::{Confidence, MAX_SERIES, Series};
use kakukin_sweep::InputError;

/// As many as the author's tables were made with.
const USUAL_SERIES: u64 = 2_000_000;

fields! {
    /// What is played, and how often.
    pub struct SimulateQuery {
        /// The rule and the games.
        part described SeriesFields,
        /// How many series.
        number series "N",
        /// The seed of the dice.
        number seed "N",
        /// The level of the intervals.
        number confidence "RATE",
    }
}

/// A simulation that can be made.
#[derive(Debug, Clone)]
pub struct SimulateAsked {
    series: Series,
    /// How many series.
    pub count: u64,
    seed: u64,
    confidence: Confidence,
    /// Where the rates come from, if they were not given.
    pub note: Option<String>,
}

impl SimulateQuery {
    /// Checks everything.
    pub fn asked(&self, lang: Lang) -> Result<SimulateAsked, InputError> {
        let count = whole_or("series", self.series.as_deref(), USUAL_SERIES, 1..=MAX_SERIES)?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?;
        let confidence = confidence(&self.confidence)?;
        let (series, note) = self.described.series(lang)?;
        Ok(SimulateAsked { series, count, seed, confidence, note })
    }
}

impl SimulateAsked {
    /// Plays. A simulation that was broken off says what it has.
    pub fn answer(&self, watch: &dyn Watch) -> Result<SimulateDocument, InputError> {
        watch.begin(self.count, "simulate.progress");
        let tally = self.series.simulate(self.count, self.seed, |done| watch.at(done))?;
        let Self { count, seed, confidence, .. } = *self;
        Ok(SimulateDocument::new(&self.series, &tally, count, seed, confidence))
    }
}
