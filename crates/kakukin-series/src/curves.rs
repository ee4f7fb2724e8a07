//! One rule over many rates: how its bias moves with p, and the stronger player's chance
//! with his lead. The limit is held, as it is once a tournament is announced.

use crate::{
    BaselineKind, Evaluation, Figures, InputError, Model, Probability, Rule, ScoreChance, Series,
    find::stronger_by_lead,
};
use kakukin_core::BadValue;
use serde::Serialize;
use std::{collections::BTreeSet, str::FromStr};

/// The most cells that all sweeps of one curve may visit.
const MAX_WORK: u64 = 2_000_000_000;
/// The most scores of one player that a chart shows.
pub const MAX_CHART_SCORES: u32 = 60;
/// The leads of the stronger player on a curve, in steps of Elo points.
const LEADS: std::ops::RangeInclusive<u32> = 0..=20;
const LEAD_STEP: f64 = 20.0;
/// The best of n that every rule is compared with.
const BEST_OF: [u32; 4] = [1, 3, 5, 7];

/// The charts of one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartAbout"))]
#[serde(rename_all = "snake_case")]
pub enum RuleChart {
    /// Bias against p.
    Bias,
    /// The number of games.
    Games,
    /// The chance at every score.
    Scores,
    /// The chance of the stronger player.
    Stronger,
}

impl RuleChart {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Bias, Self::Games, Self::Scores, Self::Stronger];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bias => "bias",
            Self::Games => "games",
            Self::Scores => "scores",
            Self::Stronger => "stronger",
        }
    }
}

impl FromStr for RuleChart {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|chart| chart.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            InputError::new("chart", text, BadValue::Unknown, names)
        })
    }
}

/// What a chart of one rule shows.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartData {
    /// The figures at other win rates.
    Bias(Vec<AtRate>),
    /// The number of games, which the evaluation has.
    Games,
    /// The chances at every score.
    Scores(Vec<ScoreChance>),
    /// The stronger player's share.
    Stronger(ByLead),
}

/// What a rule gives at one first-player win rate.
#[derive(Debug, Clone, PartialEq)]
pub struct AtRate {
    /// The first player's win rate.
    pub p: Probability,
    /// The figures there.
    pub figures: Figures<f64>,
}

/// The stronger player's share of the decided series, pooled over who starts.
#[derive(Debug, Clone, PartialEq)]
pub struct ByLead {
    /// The leads, in Elo points.
    pub leads: Vec<f64>,
    /// The share under the rule, for each lead.
    pub rule: Vec<f64>,
    /// The same for each best of n that it is compared with.
    pub best_of: Vec<(u32, Vec<f64>)>,
}

impl Series {
    /// The same rule at other win rates, the draw rate, the players' lead and the limit
    /// held; `None` if the games were given outright, so that there is no rate to change.
    pub fn at_rates(&self, ps: &[Probability]) -> Result<Option<Vec<AtRate>>, InputError> {
        let Some((_, f)) = self.model().rates() else {
            return Ok(None);
        };
        self.check_sweeps(ps.len())?;
        let rule = self.rule_with_limit()?;
        let at = |p: &Probability| {
            let model = match self.model().lead() {
                Some(lead) => Model::with_lead(p.clone(), f.clone(), lead)?,
                None => Model::new(p.clone(), f.clone())?,
            };
            let figures = Self::new(model, rule.clone())?.figures();
            Ok(AtRate { p: p.clone(), figures })
        };
        ps.iter().map(at).collect::<Result<_, _>>().map(Some)
    }

    /// The stronger player's share at each of some Elo leads, beside the best of n games
    /// for some odd n; `None` if the games were given outright.
    pub fn by_lead(&self, leads: &[f64], best_of: &[u32]) -> Result<Option<ByLead>, InputError> {
        let Some((p, f)) = self.model().rates() else {
            return Ok(None);
        };
        self.check_sweeps(2 * leads.len())?;
        let rule = stronger_by_lead(&self.rule_with_limit()?, p, f, leads)?;
        let best_of = best_of
            .iter()
            .map(|&n| Ok((n, stronger_by_lead(&BaselineKind::BestOf(n).rule()?, p, f, leads)?)))
            .collect::<Result<_, InputError>>()?;
        Ok(Some(ByLead { leads: leads.to_vec(), rule, best_of }))
    }

    /// The same rule at every per cent from 50 to 95, further where its own rate lies outside,
    /// and at that rate; `None` if the games were given outright.
    pub fn bias_curve(&self) -> Result<Option<Vec<AtRate>>, InputError> {
        match self.model().rates() {
            Some((p, _)) => self.at_rates(&rates_around(p)?),
            None => Ok(None),
        }
    }

    /// The stronger player's share at leads up to 400 Elo points, beside the best of some
    /// games; `None` if the games were given outright.
    pub fn stronger_curve(&self) -> Result<Option<ByLead>, InputError> {
        let leads: Vec<f64> = LEADS.map(|k| LEAD_STEP * f64::from(k)).collect();
        self.by_lead(&leads, &BEST_OF)
    }

    /// Whether a chart can show all scores that the series can have.
    pub fn scores_fit_a_chart(&self) -> bool {
        self.rule().target_in_units() <= MAX_CHART_SCORES
    }

    /// Refuses so many sweeps of this series if they would take too long.
    fn check_sweeps(&self, sweeps: usize) -> Result<(), InputError> {
        let work = self.work().saturating_mul(sweeps as u64);
        if work > MAX_WORK {
            let allowed = format!("<= {MAX_WORK}");
            return Err(InputError::new("points", work, BadValue::TooMuchWork, allowed));
        }
        Ok(())
    }

    /// The rule with the limit that it has under this model, whatever the model becomes.
    fn rule_with_limit(&self) -> Result<Rule, InputError> {
        self.rule().clone().with_limit(self.limit())
    }
}

impl Evaluation {
    /// What a chart of the rule shows; `None` if it has no such chart.
    pub fn chart_data(&self, chart: RuleChart) -> Result<Option<ChartData>, InputError> {
        let series = &self.series;
        Ok(match chart {
            RuleChart::Bias => series.bias_curve()?.map(ChartData::Bias),
            RuleChart::Games => Some(ChartData::Games),
            RuleChart::Scores if series.scores_fit_a_chart() => {
                Some(ChartData::Scores(series.score_chances()?))
            }
            RuleChart::Scores => None,
            RuleChart::Stronger => series.stronger_curve()?.map(ChartData::Stronger),
        })
    }
}

/// Every per cent from 50 to 95, further where the rate itself lies outside, and the rate.
fn rates_around(p: &Probability) -> Result<Vec<Probability>, InputError> {
    let x = p.to_f64();
    let (low, high) = (if x < 0.5 { 5 } else { 50 }, if x > 0.95 { 99 } else { 95 });
    let mut rates: BTreeSet<Probability> =
        (low..=high).map(|k| Probability::from_ratio(k, 100)).collect::<Result<_, _>>()?;
    rates.insert(p.clone());
    Ok(rates.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Turns, parse_rates};

    fn series(f: &str) -> Series {
        let model = Model::new("70%".parse().unwrap(), f.parse().unwrap()).unwrap();
        Series::new(model, Rule::new(1, 2, 3, Turns::Alternating).unwrap()).unwrap()
    }

    #[test]
    fn the_limit_is_held() {
        let series = series("10%");
        let curve = series.at_rates(&parse_rates("p", "50..95").unwrap()).unwrap().unwrap();
        assert_eq!(curve.len(), 46);
        assert_eq!(curve[20].figures, series.figures());
        assert!(curve.iter().all(|at| at.figures.games.len() == 7));
    }

    #[test]
    fn stronger_players() {
        // Worked out in tests/worked_figures.rs from the equation in series.md.
        let by_lead = series("10%").by_lead(&[0.0, 100.0], &[3, 7]).unwrap().unwrap();
        let close = |x: f64, y: f64| assert!((x - y).abs() < 5e-4, "{x} {y}");
        close(by_lead.rule[0], 0.5);
        close(by_lead.rule[1], 0.7325);
        close(by_lead.best_of[0].1[1], 0.7132);
        close(by_lead.best_of[1].1[1], 0.8011);
    }
}
