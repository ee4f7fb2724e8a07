//! p and f from records.

use super::{
    RecordFields,
    source::{Source, no_games, survey},
};
use crate::{
    InputError,
    fields::query,
    number::{confidence, parts, whole, whole_or},
    watch::Watch,
};
use kakukin_core::BadValue;
use kakukin_records::{Counting, Plan, Reading};
use kakukin_report::{EstimateDocument, EstimateOptions};
use std::ops::ControlFlow;

/// The widest band of ratings.
const MAX_BAND: u64 = 10_000;
/// The most games that can be asked of a player.
const MAX_LEAST: u64 = 1_000_000;

query! {
    /// Which games are counted, and what is made of them.
    pub struct EstimateQuery {
        /// How records are read, and which of their games count.
        part records RecordFields,
        /// Groups to show.
        texts by "GROUP,..",
        /// The width of a band of ratings.
        number band "N",
        /// The level of the intervals.
        number confidence "RATE",
        /// How many games a player must have where strength is taken out.
        number min_games "N",
        /// On which rates a rule shall rest.
        text basis "BASIS",
        /// Strength is not taken out.
        flag no_fit,
    }
}

/// An estimate that can be made.
#[derive(Debug, Clone)]
pub struct EstimateJob {
    plan: Plan,
    options: EstimateOptions,
    how: Reading,
}

impl EstimateQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<EstimateJob, InputError> {
        let (plan, options) = (self.plan()?, self.options()?);
        Ok(EstimateJob { plan, options, how: self.records.reading()? })
    }

    fn plan(&self) -> Result<Plan, InputError> {
        let mut by = Vec::new();
        for word in parts(&self.by) {
            let group = word.parse()?;
            if !by.contains(&group) {
                by.push(group);
            }
        }
        Ok(Plan {
            filter: self.records.filter()?,
            counting: self.records.counting(Counting::default())?,
            by,
            band: whole_or("band", self.band.as_deref(), 200, 1..=MAX_BAND)? as u32,
            players: !self.no_fit,
        })
    }

    fn options(&self) -> Result<EstimateOptions, InputError> {
        let basis = self.basis.as_deref();
        let said = basis.filter(|word| *word != "auto").map(str::parse).transpose()?;
        if let (true, Some("adjusted")) = (self.no_fit, basis) {
            let allowed = "`basis` | `no-fit`";
            return Err(InputError::new("basis", "adjusted", BadValue::Conflict, allowed));
        }
        let least = self.min_games.as_deref();
        Ok(EstimateOptions {
            confidence: confidence(&self.confidence)?,
            adjust: !self.no_fit,
            min_games: least.map(|text| whole("min-games", text, 1..=MAX_LEAST)).transpose()?,
            basis: said,
        })
    }
}

impl EstimateJob {
    /// Reads and counts. If that was broken off, the document is of what was read.
    pub fn answer(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
    ) -> Result<EstimateDocument, InputError> {
        let mut all = |_: &str, _: &_, _| ControlFlow::Continue(());
        let (survey, read) = survey(source, self.how, self.plan.clone(), watch, &mut all)?;
        if survey.all.games() == 0 {
            return Err(no_games(source));
        }
        Ok(EstimateDocument::new(&survey, read, &self.options)?)
    }
}
