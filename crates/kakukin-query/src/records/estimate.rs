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
use kakukin_core::{BadValue, parse_rational, to_f64};
use kakukin_records::{
    Basis, Counting, Estimate, EstimateOptions, MAX_RATING, Method, Plan, ReadSummary, Reading,
    Recommended,
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
        /// How strength is taken out.
        text fit "FIT",
        /// Whether ratings in the records tell strengths beforehand.
        text ratings "USE",
        /// Players whose ratings are certain.
        texts anchor "NAME=ELO",
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
            players: self.method()?.is_some(),
            sideless: false,
            keep_duplicates: self.records.keep_duplicates,
        })
    }

    /// How strength is taken out; nothing if it is not.
    fn method(&self) -> Result<Option<Method>, InputError> {
        let said = self.fit.as_deref();
        if self.no_fit && said.is_some_and(|fit| fit != "none") {
            let allowed = "`fit` none | `no-fit`";
            return Err(InputError::new("fit", said.unwrap_or(""), BadValue::Conflict, allowed));
        }
        match said {
            _ if self.no_fit => Ok(None),
            None => Ok(Some(Method::default())),
            Some("none") => Ok(None),
            Some(fit) => Ok(Some(fit.parse()?)),
        }
    }

    /// The players whose ratings are certain.
    fn anchors(&self) -> Result<Vec<(String, f64)>, InputError> {
        let anchor = |text: &String| {
            let refuse = |problem| InputError::new("anchor", text, problem, "NAME=ELO");
            // A name may have an equals sign in it, a rating has none.
            let parts = text.rsplit_once('=').filter(|(name, _)| !name.trim().is_empty());
            let (name, elo) = parts.ok_or_else(|| refuse(BadValue::BadForm))?;
            let elo =
                parse_rational("anchor", elo.trim()).map_err(|_| refuse(BadValue::BadForm))?;
            let elo = Some(to_f64(&elo)).filter(|elo| elo.abs() <= MAX_RATING);
            Ok((name.trim().to_string(), elo.ok_or_else(|| refuse(BadValue::OutOfRange))?))
        };
        self.anchor.iter().map(anchor).collect()
    }

    fn options(&self) -> Result<EstimateOptions, InputError> {
        let basis = self.basis.as_deref();
        let basis = basis.filter(|word| *word != "auto").map(str::parse).transpose()?;
        let (method, anchors) = (self.method()?, self.anchors()?);
        if method.is_none() && basis == Some(Basis::Adjusted) {
            let allowed = "`basis` | `no-fit`";
            return Err(InputError::new("basis", "adjusted", BadValue::Conflict, allowed));
        }
        // Strengths that are each by themselves start from nothing.
        let ratings = self.ratings.as_deref();
        if method != Some(Method::Random) {
            let fit = if self.no_fit { "`no-fit`" } else { "`fit` random" };
            if let Some(use_) = ratings.filter(|use_| *use_ == "given") {
                return Err(InputError::new("ratings", use_, BadValue::Conflict, fit));
            }
            if let Some(anchor) = self.anchor.first() {
                return Err(InputError::new("anchor", anchor, BadValue::Conflict, fit));
            }
        }
        let least = self.min_games.as_deref();
        Ok(EstimateOptions {
            confidence: confidence(&self.confidence)?,
            method,
            ratings: ratings.map(str::parse).transpose()?.unwrap_or_default(),
            anchors,
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

/// The name of the document that an estimate is written as, and of what it was before: what is
/// read of it has not changed.
const SCHEMAS: [&str; 2] = ["kakukin/estimate/2", "kakukin/estimate/1"];
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
    /// Not in the first version.
    #[serde(flatten)]
    within: Option<WrittenIntervals>,
}

#[derive(Debug, Deserialize)]
struct WrittenIntervals {
    p_low: String,
    p_high: String,
    f_low: String,
    f_high: String,
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
    if !SCHEMAS.contains(&written.schema.as_str()) {
        return Err(InputError::new("from", written.schema, BadValue::BadForm, FORM));
    }
    let Some(WrittenRates { basis, p, f, games, within }) = written.recommended else {
        return Err(refuse(Problem::NoDecidedGames));
    };
    let rate = |text: &str| Probability::parse("from", text);
    let pair = |low: &str, high: &str| Ok::<_, InputError>([rate(low)?, rate(high)?]);
    let within = within.map(|WrittenIntervals { p_low, p_high, f_low, f_high }| {
        Ok::<_, InputError>((pair(&p_low, &p_high)?, pair(&f_low, &f_high)?))
    });
    let (p_interval, f_interval) = within.transpose()?.unzip();
    let (p, f) = (rate(&p)?, rate(&f)?);
    Ok((Recommended { basis, p, p_interval, f, f_interval, games }, written.read.complete))
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
        let (found, complete) = read_estimate(json(SCHEMAS[1], rates).as_bytes()).unwrap();
        assert_eq!((found.basis, found.games, complete), (Basis::Adjusted, 40, false));
        assert_eq!((found.p.to_string(), found.f.to_string()), ("7/10".into(), "0".into()));
        assert_eq!(found.p_interval, None);
        let more = rates
            .replace('}', r#", "p_low": "3/5", "p_high": "4/5", "f_low": "0", "f_high": "1/9"}"#);
        let (found, _) = read_estimate(json(SCHEMAS[0], &more).as_bytes()).unwrap();
        let [low, high] = found.p_interval.unwrap();
        assert_eq!((low.to_string(), high.to_string()), ("3/5".into(), "4/5".into()));
        let problem = |json: &str| read_estimate(json.as_bytes()).unwrap_err().problem;
        assert_eq!(problem(&json(SCHEMAS[0], "null")), Problem::NoDecidedGames);
        assert_eq!(problem(&json("kakukin/find/1", rates)), BadValue::BadForm);
        assert_eq!(problem(&json(SCHEMAS[0], &rates.replace("7/10", "x"))), BadValue::NotANumber);
        assert_eq!(problem("{}"), BadValue::BadForm);
    }
}
