//! A series played many times.

use crate::{
    InputError,
    fields::query,
    number::{confidence, whole_or},
    series::rule::SeriesFields,
    watch::{Watch, WorkUnit},
};
use kakukin_series::{Confidence, MAX_SERIES, PresetRates, Series, Simulation};

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
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

impl SimulateQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<SimulateJob, InputError> {
        let count = whole_or("series", self.series.as_deref(), USUAL_SERIES, 1..=MAX_SERIES)?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?;
        let confidence = confidence(&self.confidence)?;
        let (series, preset) = self.described.series()?;
        Ok(SimulateJob { series, count, seed, confidence, preset })
    }
}

impl SimulateJob {
    /// The cells that all sweeps visit for the exact figures beside.
    pub fn work(&self) -> u64 {
        self.series.work().saturating_mul(if self.series.rule().clinch() { 12 } else { 4 })
    }

    /// Plays. A simulation that was cancelled says what it has.
    pub fn run(&self, watch: &dyn Watch) -> Result<Simulation, InputError> {
        watch.begin(self.count, WorkUnit::Series);
        let Self { count, seed, confidence, .. } = *self;
        let tally = self.series.simulate(count, seed, |done| watch.at(done))?;
        Ok(Simulation::new(&self.series, tally, count, seed, confidence))
    }
}
