//! The figures of one rule.

use crate::{
    InputError, Problem,
    fields::query,
    number::{whole, with_original_value},
    series::rule::SeriesFields,
    watch::Watch,
};
use kakukin_core::{BadValue, Rational, known_word, parse_rational};
use kakukin_series::{
    Belief, ChartData, Evaluation, EvaluationOptions, MAX_CHART_SCORES, Next, Player, PresetRates,
    Probability, RuleChart, Series, State, parse_interval, parse_rate_list,
};

query! {
    /// What is asked of one rule.
    pub struct EvalQuery {
        /// The rule and the games.
        part described SeriesFields,
        /// Also as exact fractions.
        flag exact,
        /// From this score on: points of A, of B, games played.
        number state "A:B@G",
        /// Who is first in the next game, where the score does not tell.
        text next_first "a|b",
        /// How many of the games were decided, where the score does not tell.
        number decided "N",
        /// What every score after so many games is worth.
        number after "G",
        /// How many games to book so that they are enough with these probabilities.
        number book "RATE",
        /// How far off p may be, or what it lies between: the bias wherever it is.
        number band "RATE|LOW..HIGH",
    }
}

query! {
    /// A chart of one rule.
    pub struct EvalChartQuery {
        /// What is asked of the rule.
        part query EvalQuery,
        /// What is shown.
        text chart "CHART",
    }
}

/// A question about one rule that can be answered.
#[derive(Debug, Clone)]
pub struct EvalJob {
    series: Series,
    /// All but the state, which takes a sweep to check.
    options: EvaluationOptions,
    state: Option<Score>,
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

/// A state as it was given.
#[derive(Debug, Clone)]
struct Score {
    text: String,
    a: u32,
    b: u32,
    games: u32,
    next: Next,
}

/// A chart of one rule that can be drawn.
#[derive(Debug, Clone)]
pub struct EvalChartJob {
    rule: EvalJob,
    chart: RuleChart,
    /// A range of p that is shaded.
    pub band: Option<[f64; 2]>,
}

impl EvalQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<EvalJob, InputError> {
        let (series, preset) = self.described.series()?;
        let state = match &self.state {
            Some(text) => Some(Score::read(&series, text, next(self)?)?),
            None if self.next_first.is_some() || self.decided.is_some() => {
                return Err(InputError::new("state", "", BadValue::Missing, "A:B@G"));
            }
            None => None,
        };
        let least = state.as_ref().map_or(0, |state| u64::from(state.games));
        let most = u64::from(series.limit()) - 1;
        let after = self.after.as_deref().map(|text| match least <= most {
            true => whole("after", text, least..=most),
            false => {
                let state = self.state.clone().unwrap_or_default();
                Err(InputError::new("state", state, BadValue::Conflict, "`after`"))
            }
        });
        let book = self.book.as_deref().map(|text| parse_rate_list("book", text));
        let belief = self.band.as_deref().map(|text| band(text, &series)).transpose()?.flatten();
        let options = EvaluationOptions {
            belief,
            exact: self.exact,
            state: None,
            after: after.transpose()?.map(|games| games as u32),
            book: book.transpose()?.unwrap_or_default(),
        };
        Ok(EvalJob { series, options, state, preset })
    }
}

impl EvalChartQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<EvalChartJob, InputError> {
        let chart = self.chart.as_deref().map_or(Ok(RuleChart::Bias), str::parse)?;
        let mut rule = self.query.job()?;
        rule.check(chart)?;
        // It is only shaded.
        let band = rule.options.belief.take().map(|belief| belief.range());
        Ok(EvalChartJob { rule, chart, band })
    }
}

impl EvalJob {
    /// The cells of one sweep.
    pub fn cells(&self) -> u64 {
        self.series.work()
    }

    /// The cells that all sweeps visit: derivatives, values of states, certain winners and exact
    /// fractions cost some sweeps more.
    pub fn work(&self) -> u64 {
        let sweeps = if self.options.exact { 200 } else { 4 };
        let early = if self.series.rule().clinch() { 8 } else { 0 };
        let over_p = self.options.belief.as_ref().map_or(0, |_| u64::from(self.series.limit()) + 1);
        self.cells().saturating_mul(sweeps + early + over_p)
    }

    /// Evaluates the rule, from a state that it can have.
    pub fn run(&self, _: &dyn Watch) -> Result<Evaluation, InputError> {
        let state = self.state.as_ref().map(|score| score.state(&self.series)).transpose()?;
        Ok(self.series.evaluate(&EvaluationOptions { state, ..self.options.clone() })?)
    }

    /// Refuses a chart that cannot be drawn, before anything is computed.
    pub fn check(&self, chart: RuleChart) -> Result<(), InputError> {
        let refuse =
            |allowed| Err(InputError::new("chart", chart.name(), BadValue::Conflict, allowed));
        match chart {
            RuleChart::Games => Ok(()),
            // All other charts are about whole series.
            _ if self.state.is_some() => refuse("`chart` games"),
            RuleChart::Bias | RuleChart::Stronger if self.series.model().rates().is_none() => {
                refuse("`p`, `preset`; `chart` games, scores")
            }
            RuleChart::Scores if !self.series.scores_fit_a_chart() => {
                let units = self.series.rule().target_in_units();
                let allowed = format!("<= {MAX_CHART_SCORES}");
                Err(InputError::new("points", units, Problem::TooManyScores, allowed))
            }
            _ => Ok(()),
        }
    }

    /// What a chart of the evaluated rule shows.
    pub fn chart(
        &self,
        chart: RuleChart,
        evaluation: &Evaluation,
    ) -> Result<ChartData, InputError> {
        let missing =
            || InputError::new("chart", chart.name(), BadValue::Conflict, "`chart` games");
        evaluation.chart_data(chart)?.ok_or_else(missing)
    }
}

impl EvalChartJob {
    /// The cells that all sweeps visit: a curve has about a hundred points.
    pub fn work(&self) -> u64 {
        self.rule.cells().saturating_mul(100)
    }

    /// Evaluates the rule, and what the chart shows.
    pub fn run(&self, watch: &dyn Watch) -> Result<(Evaluation, ChartData), InputError> {
        let evaluation = self.rule.run(watch)?;
        let data = self.rule.chart(self.chart, &evaluation)?;
        Ok((evaluation, data))
    }
}

fn next(query: &EvalQuery) -> Result<Next, InputError> {
    match (&query.next_first, &query.decided) {
        (None, None) => Ok(Next::Implied),
        (Some(text), None) => {
            let players = [(Player::A, "a Ａさん"), (Player::B, "b Ｂさん")];
            let first = known_word(text, &players).copied();
            let refuse = || InputError::new("next-first", text, BadValue::Unknown, "a, b");
            Ok(Next::First(first.ok_or_else(refuse)?))
        }
        (None, Some(text)) => {
            let most = u64::from(kakukin_series::MAX_LIMIT);
            Ok(Next::Decided(whole("decided", text, 0..=most)? as u32))
        }
        (Some(_), Some(text)) => {
            Err(InputError::new("decided", text, BadValue::Conflict, "`next-first` | `decided`"))
        }
    }
}

/// What p may be; nothing if it is known after all.
fn band(text: &str, series: &Series) -> Result<Option<Belief>, InputError> {
    let belief = match parse_interval("band", text)? {
        Some((low, high)) => Belief::Between(low, high),
        None => {
            let band = Probability::parse("band", text)?;
            let Some((p, _)) = series.model().rates() else {
                return Err(InputError::new("band", text, BadValue::Conflict, "`p`, `preset`"));
            };
            if band.exact().is_zero() {
                return Ok(None);
            }
            Belief::About { p: p.clone(), band }
        }
    };
    series
        .check_spread(&belief)
        .map_err(|e| with_original_value(e, &[("band", &Some(text.to_string()))]))?;
    Ok(Some(belief))
}

impl Score {
    /// `A:B@G`, the points as the organiser writes them.
    fn read(series: &Series, text: &str, next: Next) -> Result<Self, InputError> {
        let refuse = |problem: Problem| InputError::new("state", text, problem, "A:B@G (1:2@3)");
        let form = || refuse(BadValue::BadForm.into());
        let (score, games) = text.split_once(['@', '＠']).ok_or_else(form)?;
        let (a, b) = score.split_once([':', '：']).ok_or_else(form)?;
        let games = whole("state", games, 0..=u64::from(series.limit()))
            .map_err(|e| refuse(e.problem))? as u32;
        let scale = Rational::from(series.rule().points().scale);
        let points = |text: &str| {
            let scaled =
                parse_rational("state", text).map_err(|e| refuse(e.problem.into()))? * &scale;
            if !scaled.is_int() {
                return Err(refuse(kakukin_series::Problem::Unreachable.into()));
            }
            u32::try_from(scaled.trunc()).map_err(|_| refuse(BadValue::OutOfRange.into()))
        };
        Ok(Self { text: text.to_string(), a: points(a)?, b: points(b)?, games, next })
    }

    /// The state, if the series can have it.
    fn state(&self, series: &Series) -> Result<State, InputError> {
        let state = series.state(self.a, self.b, self.games, self.next);
        state.map_err(|e| with_original_value(e, &[("state", &Some(self.text.clone()))]))
    }
}
