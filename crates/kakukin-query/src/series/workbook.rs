//! The fairest rules of many rates, as a workbook.

use crate::{
    InputError,
    fields::query,
    number::{parts, whole, whole_or},
    series::model::ModelFields,
    series::rule::{RuleFields, SeriesFields},
    watch::{Watch, WorkUnit},
};
use kakukin_series::{
    MAX_BOOK_SEED, MAX_BOOK_SERIES, MAX_FIND_LIMIT, PresetRates, Rulebook, RulebookPlan,
    RulebookRequest,
};
use std::ops::RangeInclusive;

/// Numbers of games that a club evening, a day or a title match may have.
const USUAL_LIMITS: [u32; 6] = [3, 5, 7, 9, 11, 15];
/// As many series as the author's workbook had.
const USUAL_SERIES: u64 = 2_000;
/// The author's example.
const USUAL_P: &str = "70%";
const USUAL_F: &str = "10%";
const USUAL_POINTS: &str = "1/2/3";
/// A morning of games, as where nothing else is asked of the finder.
const USUAL_RULE_LIMIT: u32 = 7;
/// Limits within which a rule is found at once.
const SHOWN_LIMITS: RangeInclusive<u32> = USUAL_RULE_LIMIT..=15;

query! {
    /// What a workbook shows.
    pub struct WorkbookQuery {
        /// Largest numbers of games.
        numbers limit "N,..",
        /// Series that are played by the sheet of dice.
        number series "N",
        /// The seed of the dice.
        number seed "N",
        /// The games of the rule that is shown in full.
        part model ModelFields,
        /// Its points and target.
        number points "FIRST/SECOND/TARGET",
        /// Its turn order.
        text turns "ORDER",
        /// What a draw does in it.
        text draws "POLICY",
        /// Its largest number of games.
        number rule_limit "N",
        /// Who wins in it when nobody has won at the limit.
        text undecided "none|lot|second|game|armageddon",
        /// It stops when nobody can be caught any more.
        flag clinch,
    }
}

/// A workbook that can be computed.
#[derive(Debug)]
pub struct WorkbookJob {
    plan: RulebookPlan,
    /// The preset that the rates of the rule shown in full come from.
    pub preset: Option<PresetRates>,
}

impl WorkbookQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<WorkbookJob, InputError> {
        let limits = limits(&self.limit)?;
        let series = self.series.as_deref();
        let series = whole_or("series", series, USUAL_SERIES, 1..=MAX_BOOK_SERIES)?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=MAX_BOOK_SEED)?;
        let of_rule = |e: InputError| if e.field == "limit" { e.in_field("rule-limit") } else { e };
        let wanted = self.described(&limits).wanted().map_err(of_rule)?;
        let chosen = wanted.series().map_err(of_rule)?;
        let request = RulebookRequest::of_the_author(limits, series, seed, chosen)?;
        Ok(WorkbookJob { plan: RulebookPlan::new(request)?, preset: wanted.preset })
    }

    /// The rule that is shown in full: what is proposed for the rates of the author's example, as
    /// far as nothing else is said. It takes no more games than the longest rules of the book.
    fn described(&self, limits: &[u32]) -> SeriesFields {
        let mut model = self.model.clone();
        let given = [&model.p, &model.preset, &model.game, &model.a_first, &model.b_first];
        if given.iter().all(|given| given.is_none()) {
            model.p = Some(USUAL_P.into());
            model.f = model.f.or(Some(USUAL_F.into()));
        }
        // Games given outright have no rates for which a rule could be found.
        let outright = model.a_first.is_some() || model.b_first.is_some();
        let points = self.points.clone().or_else(|| outright.then(|| USUAL_POINTS.into()));
        let usual_limit = points.is_none().then(|| shown_limit(limits).to_string());
        SeriesFields {
            model,
            rule: RuleFields {
                points,
                turns: self.turns.clone(),
                draws: self.draws.clone(),
                limit: self.rule_limit.clone().or(usual_limit),
                undecided: self.undecided.clone(),
                clinch: self.clinch,
            },
        }
    }
}

impl WorkbookJob {
    /// Computes everything; nothing if it was cancelled.
    pub fn run(&self, watch: &dyn Watch) -> Result<Option<Rulebook>, InputError> {
        watch.begin(self.plan.steps(), WorkUnit::Steps);
        Ok(self.plan.run(|done| watch.at(done))?)
    }
}

/// The limit within which the rule shown in full is looked for: one of the book, if that has one
/// that is neither too short nor long to search.
fn shown_limit(limits: &[u32]) -> u32 {
    let longest = limits.iter().copied().max().unwrap_or(USUAL_RULE_LIMIT);
    let enough = limits.iter().copied().filter(|limit| SHOWN_LIMITS.contains(limit)).min();
    enough.unwrap_or(longest.min(USUAL_RULE_LIMIT))
}

/// The largest numbers of games.
fn limits(lists: &[String]) -> Result<Vec<u32>, InputError> {
    if lists.is_empty() {
        return Ok(USUAL_LIMITS.to_vec());
    }
    let most = u64::from(MAX_FIND_LIMIT);
    let limit = |text| Ok(whole("limit", text, 1..=most)? as u32);
    parts(lists).map(limit).collect()
}
