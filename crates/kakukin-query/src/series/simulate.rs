//! A series played many times.

use crate::{
    InputError,
    fields::query,
    number::{confidence, whole_or},
    series::rule::SeriesFields,
    watch::Watch,
};
use kakukin_report::{Lang, SimulateDocument};
use kakukin_series::{Confidence, MAX_SERIES, Series};

/// As many as the author's tables were made with.
const USUAL_SERIES: u64 = 2_000_000;

query! {
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
pub struct SimulateJob {
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
    pub fn job(&self, lang: Lang) -> Result<SimulateJob, InputError> {
        let count = whole_or("series", self.series.as_deref(), USUAL_SERIES, 1..=MAX_SERIES)?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?;
        let confidence = confidence(&self.confidence)?;
        let (series, note) = self.described.series(lang)?;
        Ok(SimulateJob { series, count, seed, confidence, note })
    }
}

impl SimulateJob {
    /// Plays. A simulation that was broken off says what it has.
    pub fn answer(&self, watch: &dyn Watch) -> Result<SimulateDocument, InputError> {
        watch.begin(self.count, "simulate.progress");
        let tally = self.series.simulate(self.count, self.seed, |done| watch.at(done))?;
        let Self { count, seed, confidence, .. } = *self;
        Ok(SimulateDocument::new(&self.series, &tally, count, seed, confidence))
    }
}
