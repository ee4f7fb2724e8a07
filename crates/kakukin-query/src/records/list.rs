//! The games of records, one by one.

use super::{
    EstimateQuery, RecordFields,
    source::{Source, survey, survey_after},
};
use crate::{InputError, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_records::{By, Counting, Plan, ReadSummary, Reading, Record, SurveyPart};
use std::ops::ControlFlow;

query! {
    /// Which games are listed.
    pub struct RecordsQuery {
        /// How records are read, and which of their games count.
        part records RecordFields,
    }
}

/// A list that can be made.
#[derive(Debug, Clone)]
pub struct RecordsJob {
    plan: Plan,
    /// What an estimate counts by itself.
    survey: Plan,
    how: Reading,
}

impl RecordsQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<RecordsJob, InputError> {
        let all = Counting { fouls: true, forfeits: true, handicap: true };
        let filter = self.records.filter()?;
        let counting = self.records.counting(all)?;
        let survey = Plan {
            filter: filter.clone(),
            counting: self.records.counting(EstimateQuery::COUNTING)?,
            by: By::ALL.to_vec(),
            keep_duplicates: self.records.keep_duplicates,
            ..Plan::default()
        };
        let plan = Plan {
            filter,
            counting,
            players: false,
            sideless: true,
            keep_duplicates: self.records.keep_duplicates,
            ..Plan::default()
        };
        Ok(RecordsJob { plan, survey, how: self.records.reading()? })
    }
}

impl RecordsJob {
    /// Counts the games in place of listing them, with every kind of group, for an estimate that
    /// puts such surveys together.
    pub fn survey(&self, source: &dyn Source, watch: &dyn Watch) -> Result<SurveyPart, InputError> {
        let mut all = |_: &str, _: &_, _| ControlFlow::Continue(());
        let plan = self.survey.clone();
        let (survey, read, games) = survey_after(&[], source, &self.how, plan, watch, &mut all)?;
        Ok(SurveyPart::new(&survey, &read, &games))
    }

    /// Hands on the games as they are read, each with the name of its file, and says what was
    /// read. More than `most` are refused; `game` says whether to go on.
    pub fn run(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
        most: u64,
        mut game: impl FnMut(&str, &Record) -> ControlFlow<()>,
    ) -> Result<ReadSummary, InputError> {
        let mut games = 0;
        let mut each = |file: &str, record: &Record, _| {
            games += 1;
            if games > most { ControlFlow::Break(()) } else { game(file, record) }
        };
        let (_, read) = survey(source, &self.how, self.plan.clone(), watch, &mut each)?;
        if games > most {
            return Err(InputError::new("games", games, BadValue::TooMany, most));
        }
        // Games that are counted apart elsewhere are in this list like all others.
        Ok(read.without_apart())
    }
}
