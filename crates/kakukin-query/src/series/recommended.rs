//! The rule that is taken where none is given: the one that `find` proposes, so that the same
//! question has the same rule everywhere.

use crate::{
    InputError, Stopped,
    series::{
        find::{FindJob, FindQuery},
        model::ModelFields,
        rule::{RuleFields, SeriesFields},
    },
    watch::Watch,
};
use kakukin_core::BadValue;
use kakukin_series::{Ranked, Series};

/// A search for the rule of a series whose points are not given.
#[derive(Debug, Clone)]
pub struct RecommendedJob {
    search: FindJob,
    asked: SeriesFields,
}

/// A rule that was taken because none was given.
#[derive(Debug, Clone)]
pub struct RecommendedRule {
    /// The series by this rule.
    pub series: Series,
    /// What is said of the rule.
    pub ranked: Ranked,
}

impl SeriesFields {
    /// The search for the best rule at these rates, within what is given of the rule; `None` if
    /// its points are given, or games that belong to no rates.
    pub fn recommended(&self) -> Result<Option<RecommendedJob>, InputError> {
        let ModelFields { p, f, preset, game, a_first, b_first, .. } = &self.model;
        let RuleFields { points, turns, draws, limit, undecided, .. } = &self.rule;
        if points.is_some() || a_first.is_some() || b_first.is_some() {
            return Ok(None);
        }
        let query = FindQuery {
            p: p.clone(),
            f: f.clone(),
            preset: preset.clone(),
            game: game.clone(),
            limit: limit.clone(),
            turns: turns.iter().cloned().collect(),
            draws: draws.iter().cloned().collect(),
            undecided: undecided.clone(),
            ..FindQuery::default()
        };
        Ok(Some(RecommendedJob { search: query.job(None)?, asked: self.clone() }))
    }
}

impl RecommendedJob {
    /// The same with at most so many pairs of a turn order and a draw policy, and so many rules.
    pub fn within(self, pairs: usize, rules: usize) -> Result<Self, InputError> {
        Ok(Self { search: self.search.within(pairs, rules)?, ..self })
    }

    /// The most games of the rule.
    pub(crate) fn limit(&self) -> u32 {
        self.search.limit()
    }

    /// What is said if no rule of at most so many games can be proposed.
    pub(crate) fn nothing_within(limit: u32) -> InputError {
        let allowed = "`points` FIRST/SECOND/TARGET (1/2/3), `undecided`, `limit`";
        InputError::new("limit", limit, BadValue::OutOfRange, allowed)
    }

    /// Searches for the rule that is proposed first.
    pub fn run(&self, watch: &dyn Watch) -> Result<RecommendedRule, Stopped> {
        let answer = self.search.run(watch)?;
        if !answer.finished() {
            return Err(Stopped::Cancelled);
        }
        let Some(proposal) = answer.proposals.into_iter().next() else {
            return Err(Self::nothing_within(self.limit()).into());
        };
        let found = &proposal.ranked.series;
        let rule = found.rule().clone().with_limit(found.limit()).map_err(InputError::from)?;
        let rule = rule.with_clinch(self.asked.rule.clinch);
        let (model, _) = self.asked.model.model()?;
        let series = Series::new(model, rule).map_err(InputError::from)?;
        Ok(RecommendedRule { series, ranked: proposal.ranked })
    }
}
