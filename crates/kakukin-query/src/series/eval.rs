//! The figures of one rule.

use crate::{
    InputError, Problem,
    fields::query,
    number::{whole, with_original_value},
    series::rule::SeriesFields,
};
use kakukin_core::{BadValue, Rational, parse_rational};
use kakukin_report::{Chart, EvalDocument, EvalOptions, Lang, MOST_SCORES};
use kakukin_series::{Next, Player, Probability, Series, State, parse_interval};
use std::str::FromStr;

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
    }
}

query! {
    /// A chart of one rule.
    pub struct EvalChartQuery {
        /// What is asked of the rule.
        part query EvalQuery,
        /// What is shown.
        text chart "CHART",
        /// A range of p that is shaded.
        number band "LOW..HIGH",
    }
}

impl EvalChartQuery {
    /// The chart, the question, and the band.
    pub fn job(&self, lang: Lang) -> Result<(EvalChart, EvalJob, Option<[f64; 2]>), InputError> {
        let chart = self.chart.as_deref().map_or(Ok(EvalChart::Bias), str::parse)?;
        let band = self.band.as_deref().map(|text| {
            let refuse = || InputError::new("band", text, BadValue::BadForm, "66%..74%");
            parse_interval("band", text)?.ok_or_else(refuse)
        });
        let band = band.transpose()?.map(|(low, high)| [low.to_f64(), high.to_f64()]);
        let asked = self.query.job(lang)?;
        asked.check(chart)?;
        Ok((chart, asked, band))
    }
}

/// A question about one rule that can be answered.
#[derive(Debug, Clone)]
pub struct EvalJob {
    /// The series.
    pub series: Series,
    /// What is wanted beside the usual figures.
    pub options: EvalOptions,
    /// Where the rates come from, if they were not given.
    pub note: Option<String>,
    state: Option<String>,
}

impl EvalQuery {
    /// Checks everything.
    pub fn job(&self, lang: Lang) -> Result<EvalJob, InputError> {
        let (series, note) = self.described.series(lang)?;
        let state = match &self.state {
            Some(text) => Some(state(&series, text, next(self)?)?),
            None if self.next_first.is_some() || self.decided.is_some() => {
                return Err(InputError::new("state", "", BadValue::Missing, "A:B@G"));
            }
            None => None,
        };
        let least = state.map_or(0, |state| u64::from(state.games()));
        let most = u64::from(series.limit()) - 1;
        let after = self.after.as_deref().map(|text| whole("after", text, least..=most));
        let book = self.book.as_deref().map(|text| {
            let rates = text.split([',', '、']).map(|text| Probability::parse("book", text));
            rates.collect::<Result<_, _>>()
        });
        let options = EvalOptions {
            exact: self.exact,
            state,
            after: after.transpose()?.map(|games| games as u32),
            book: book.transpose()?.unwrap_or_default(),
        };
        Ok(EvalJob { series, options, note, state: self.state.clone() })
    }
}

impl EvalJob {
    /// Refuses a chart that cannot be drawn, before anything is computed.
    pub fn check(&self, chart: EvalChart) -> Result<(), InputError> {
        chart.check(&self.series, self.state.as_deref())
    }

    /// The figures.
    pub fn answer(&self) -> Result<EvalDocument, InputError> {
        Ok(EvalDocument::new(&self.series, &self.options)?)
    }
}

/// The charts of one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvalChart {
    /// Bias against p.
    Bias,
    /// The number of games.
    Games,
    /// The chance at every score.
    Scores,
    /// The chance of the stronger player.
    Stronger,
}

impl EvalChart {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bias => "bias",
            Self::Games => "games",
            Self::Scores => "scores",
            Self::Stronger => "stronger",
        }
    }

    /// Refuses a chart that cannot be drawn, before anything is computed.
    fn check(self, series: &Series, state: Option<&str>) -> Result<(), InputError> {
        let refuse =
            |allowed| Err(InputError::new("chart", self.name(), BadValue::Conflict, allowed));
        match self {
            Self::Games => Ok(()),
            // All other charts are about whole series.
            _ if state.is_some() => refuse("`chart` games"),
            Self::Bias | Self::Stronger if series.model().rates().is_none() => {
                refuse("`p`, `preset`; `chart` games, scores")
            }
            Self::Scores if series.rule().target_in_units() > MOST_SCORES => {
                let (units, most) = (series.rule().target_in_units(), MOST_SCORES);
                let allowed = format!("<= {most}");
                Err(InputError::new("points", units, Problem::TooManyScores, allowed))
            }
            _ => Ok(()),
        }
    }

    /// Draws it.
    pub fn chart(
        self,
        series: &Series,
        document: &EvalDocument,
        lang: Lang,
    ) -> Result<Chart, InputError> {
        let chart = match self {
            Self::Bias => Chart::bias_against_p(series, lang)?,
            Self::Games => Some(Chart::games(document, lang)),
            Self::Scores => Chart::chance_by_score(series, lang)?,
            Self::Stronger => Chart::stronger(series, lang)?,
        };
        let missing = || InputError::new("chart", self.name(), BadValue::Conflict, "`chart` games");
        chart.ok_or_else(missing)
    }
}

impl FromStr for EvalChart {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let all = [Self::Bias, Self::Games, Self::Scores, Self::Stronger];
        all.into_iter().find(|chart| chart.name() == text).ok_or_else(|| {
            InputError::new("chart", text, BadValue::Unknown, "bias, games, scores, stronger")
        })
    }
}

fn next(query: &EvalQuery) -> Result<Next, InputError> {
    match (&query.next_first, &query.decided) {
        (None, None) => Ok(Next::Implied),
        (Some(text), None) => match text.as_str() {
            "a" | "A" => Ok(Next::First(Player::A)),
            "b" | "B" => Ok(Next::First(Player::B)),
            _ => Err(InputError::new("next-first", text, BadValue::Unknown, "a, b")),
        },
        (None, Some(text)) => {
            let most = u64::from(kakukin_series::MAX_LIMIT);
            Ok(Next::Decided(whole("decided", text, 0..=most)? as u32))
        }
        (Some(_), Some(text)) => {
            Err(InputError::new("decided", text, BadValue::Conflict, "`next-first` | `decided`"))
        }
    }
}

/// `A:B@G`, the points as the organiser writes them.
fn state(series: &Series, text: &str, next: Next) -> Result<State, InputError> {
    let refuse = |problem: Problem| InputError::new("state", text, problem, "A:B@G (1:2@3)");
    let form = || refuse(BadValue::BadForm.into());
    let (score, games) = text.split_once('@').ok_or_else(form)?;
    let (a, b) = score.split_once(':').ok_or_else(form)?;
    let games =
        whole("state", games, 0..=u64::from(series.limit())).map_err(|e| refuse(e.problem))? as u32;
    let scale = Rational::from(series.rule().points().scale);
    let points = |text: &str| {
        let scaled = parse_rational("state", text).map_err(|e| refuse(e.problem.into()))? * &scale;
        if !scaled.is_int() {
            return Err(refuse(kakukin_series::Problem::Unreachable.into()));
        }
        u32::try_from(scaled.trunc()).map_err(|_| refuse(BadValue::OutOfRange.into()))
    };
    let state = series.state(points(a)?, points(b)?, games, next);
    state.map_err(|e| with_original_value(e, &[("state", &Some(text.to_string()))]))
}
