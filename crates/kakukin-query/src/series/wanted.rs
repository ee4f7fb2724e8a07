//! The rule of a series where none is given: the one that is proposed for its rates.

use crate::{
    InputError, Stopped,
    series::{recommended::RecommendedJob, rule::SeriesFields},
    watch::{Unwatched, Watch},
};
use kakukin_series::{PresetRates, Ranked, Series};

/// The most rules that are tried.
const MOST_RULES: usize = 1_000_000;
/// The most turn orders times draw policies.
const MOST_PAIRS: usize = 24;
/// What a search counts as, in cells of a sweep.
const SEARCH_WORK: u64 = 1_000_000;

/// A series whose rule is given, or still to be found.
#[derive(Debug, Clone)]
pub struct WantedSeries {
    rule: WantedRule,
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

#[derive(Debug, Clone)]
enum WantedRule {
    Given(Box<Series>),
    Proposed(Box<RecommendedJob>),
}

impl SeriesFields {
    /// The series that the fields describe. Without points it has the rule that is proposed for
    /// its rates, within the turn order, the draw policy and the limit that are given.
    pub fn wanted(&self) -> Result<WantedSeries, InputError> {
        let fields = &self.model;
        let rated = [&fields.p, &fields.preset, &fields.game].iter().any(|given| given.is_some());
        if self.rule.points.is_some() || !rated {
            return self.given();
        }
        let Some(search) = self.recommended()? else { return self.given() };
        let (_, preset) = fields.model()?;
        let search = Box::new(search.within(MOST_PAIRS, MOST_RULES)?);
        Ok(WantedSeries { rule: WantedRule::Proposed(search), preset })
    }

    fn given(&self) -> Result<WantedSeries, InputError> {
        let (series, preset) = self.series()?;
        Ok(WantedSeries { rule: WantedRule::Given(Box::new(series)), preset })
    }
}

impl WantedSeries {
    /// The most games that the organiser has time for: the limit of a rule that is given, else that
    /// within which one is looked for.
    pub fn most_games(&self) -> u32 {
        match &self.rule {
            WantedRule::Given(series) => series.limit(),
            WantedRule::Proposed(search) => search.limit(),
        }
    }

    /// The cells that a sweep visits, a search included.
    pub fn work(&self) -> u64 {
        match &self.rule {
            WantedRule::Given(series) => series.work(),
            WantedRule::Proposed(_) => SEARCH_WORK,
        }
    }

    /// The series, its rule found if need be, and then with what is said of the rule.
    pub fn run(&self, watch: &dyn Watch) -> Result<(Series, Option<Ranked>), Stopped> {
        match &self.rule {
            WantedRule::Given(series) => Ok(((**series).clone(), None)),
            WantedRule::Proposed(search) => {
                let found = search.run(watch)?;
                Ok((found.series, Some(found.ranked)))
            }
        }
    }

    /// The same for work that is short and that nobody watches.
    pub fn series(&self) -> Result<Series, InputError> {
        match self.run(&Unwatched) {
            Ok((series, _)) => Ok(series),
            Err(Stopped::Refused(error)) => Err(error),
            // Nobody watches, so nobody cancels: a rule was looked for, and there is none.
            Err(Stopped::Cancelled) => Err(RecommendedJob::nothing_within(self.most_games())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::{find::FindQuery, model::ModelFields, rule::RuleFields};

    fn fields(p: &str, f: &str, limit: &str) -> SeriesFields {
        let text = |text: &str| Some(text.to_string());
        let model = ModelFields { p: text(p), f: text(f), ..ModelFields::default() };
        let rule = RuleFields { limit: text(limit), ..RuleFields::default() };
        SeriesFields { model, rule }
    }

    /// Without points a series has the rule that `find` proposes.
    #[test]
    fn the_same_question_gives_the_same_rule() {
        for (p, f, limit) in [("70%", "10%", "7"), ("62%", "0", "11"), ("80%", "45%", "5")] {
            let query = FindQuery {
                p: Some(p.into()),
                f: Some(f.into()),
                limit: Some(limit.into()),
                ..FindQuery::default()
            };
            let answer = query.job(None).unwrap().run(&Unwatched).unwrap();
            let wanted = fields(p, f, limit).wanted().unwrap();
            let series = wanted.series().unwrap();
            let found = &answer.ranked[0].series;
            let rule = found.rule().clone().with_limit(found.limit()).unwrap();
            assert_eq!(*series.rule(), rule);
            assert!(series.limit() <= wanted.most_games());
        }
    }

    #[test]
    fn what_is_given_is_kept() {
        let mut asked = fields("70%", "10%", "9");
        asked.rule.draws = Some("replay".into());
        asked.rule.undecided = Some("game".into());
        asked.rule.clinch = true;
        let series = asked.wanted().unwrap().series().unwrap();
        assert_eq!(series.rule().draws_as_written(), "replay");
        assert_eq!(series.rule().undecided().code(), "game");
        assert!(series.rule().clinch());
        asked.rule.points = Some("1/2/3".into());
        let series = asked.wanted().unwrap().series().unwrap();
        assert_eq!(series.rule().points().to_string(), "1/2/3");
        // Neither points nor rates: the points are asked for.
        assert_eq!(SeriesFields::default().wanted().unwrap_err().field, "points");
    }
}
