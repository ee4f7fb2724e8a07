//! p and f from records.

use super::{
    Part, RecordFields,
    source::{Source, no_games, survey_after},
};
use crate::{
    InputError, Problem,
    fields::query,
    number::{confidence, parts, whole, whole_or},
    watch::Watch,
};
use kakukin_core::BadValue;
use kakukin_records::{
    Basis, Counting, Estimate, EstimateOptions, Plan, ReadSummary, Reading, Recommended,
};
use kakukin_series::Probability;
use serde::Deserialize;
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
    /// Which games count if nothing else is said: those that were played to their end.
    pub const COUNTING: Counting = Counting { fouls: false, forfeits: false, handicap: false };

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
            counting: self.records.counting(Self::COUNTING)?,
            by,
            band: whole_or("band", self.band.as_deref(), 200, 1..=MAX_BAND)? as u32,
            players: !self.no_fit,
            sideless: false,
            keep_duplicates: self.records.keep_duplicates,
        })
    }

    fn options(&self) -> Result<EstimateOptions, InputError> {
        let basis = self.basis.as_deref();
        let basis = basis.filter(|word| *word != "auto").map(str::parse).transpose()?;
        if self.no_fit && basis == Some(Basis::Adjusted) {
            let allowed = "`basis` | `no-fit`";
            return Err(InputError::new("basis", "adjusted", BadValue::Conflict, allowed));
        }
        let least = self.min_games.as_deref();
        Ok(EstimateOptions {
            confidence: confidence(&self.confidence)?,
            adjust: !self.no_fit,
            min_games: least.map(|text| whole("min-games", text, 1..=MAX_LEAST)).transpose()?,
            basis,
        })
    }
}

impl EstimateJob {
    /// Reads and counts. If that was cancelled, the rates are those of what was read.
    pub fn run(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
    ) -> Result<(Estimate, ReadSummary), InputError> {
        self.run_after(&[], source, watch)
    }

    /// The same after what other runs have found.
    pub fn run_after(
        &self,
        parts: &[Part],
        source: &dyn Source,
        watch: &dyn Watch,
    ) -> Result<(Estimate, ReadSummary), InputError> {
        let mut all = |_: &str, _: &_, _| ControlFlow::Continue(());
        let plan = self.plan.clone();
        let (survey, read, _) = survey_after(parts, source, &self.how, plan, watch, &mut all)?;
        if survey.all.games() == 0 {
            return Err(no_games(source, &read, survey.unwanted));
        }
        Ok((Estimate::new(&survey, &self.options)?, read))
    }
}

/// The name of the document that an estimate is written as.
const SCHEMA: &str = "kakukin/estimate/1";
/// How to make such a document, as a refusal shows it.
const FORM: &str = "kakukin estimate FILES `format` json";

/// What of an estimate that was written as JSON is read again.
#[derive(Debug, Deserialize)]
struct WrittenEstimate {
    schema: String,
    recommended: Option<WrittenRates>,
    read: WrittenReading,
}

#[derive(Debug, Deserialize)]
struct WrittenRates {
    basis: Basis,
    p: String,
    f: String,
    games: u64,
}

#[derive(Debug, Deserialize)]
struct WrittenReading {
    complete: bool,
}

/// The rates that an estimate written as JSON recommends, and whether it was of all records.
pub(crate) fn read_estimate(json: &[u8]) -> Result<(Recommended, bool), InputError> {
    let refuse = |problem: Problem| InputError::new("from", "", problem, FORM);
    let written: WrittenEstimate =
        serde_json::from_slice(json).map_err(|_| refuse(BadValue::BadForm.into()))?;
    if written.schema != SCHEMA {
        return Err(InputError::new("from", written.schema, BadValue::BadForm, FORM));
    }
    let Some(WrittenRates { basis, p, f, games }) = written.recommended else {
        return Err(refuse(Problem::NoDecidedGames));
    };
    let [p, f] = [p, f].map(|rate| Probability::parse("from", &rate));
    Ok((Recommended { basis, p: p?, f: f?, games }, written.read.complete))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_read_again() {
        let json = |schema: &str, recommended: &str| {
            format!(
                r#"{{"schema": "{schema}", "p": {{}}, "recommended": {recommended},
                "read": {{"complete": false, "files": 1}}}}"#
            )
        };
        let rates = r#"{"basis": "adjusted", "p": "7/10", "f": "0", "games": 40}"#;
        let (found, complete) = read_estimate(json(SCHEMA, rates).as_bytes()).unwrap();
        assert_eq!((found.basis, found.games, complete), (Basis::Adjusted, 40, false));
        assert_eq!((found.p.to_string(), found.f.to_string()), ("7/10".into(), "0".into()));
        let problem = |json: &str| read_estimate(json.as_bytes()).unwrap_err().problem;
        assert_eq!(problem(&json(SCHEMA, "null")), Problem::NoDecidedGames);
        assert_eq!(problem(&json("kakukin/find/1", rates)), BadValue::BadForm);
        assert_eq!(problem(&json(SCHEMA, &rates.replace("7/10", "x"))), BadValue::NotANumber);
        assert_eq!(problem("{}"), BadValue::BadForm);
    }
}
