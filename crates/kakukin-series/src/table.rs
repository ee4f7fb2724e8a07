//! Tables: one rule for each pair of rates, with its exact figures.

use crate::{
    Figures, Model, Probability, Rational, Rule, Series,
    picks::{Pick, PickTable, takahashi_at},
};
use kakukin_sweep::{InputError, Problem};

/// Where the rules of a table come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// The author's pick for each win rate; turn order and points are his.
    Takahashi(PickTable),
    /// The same rule everywhere.
    Rule(Box<Rule>),
}

/// One row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The first player's win rate.
    pub p: Probability,
    /// The draw rate.
    pub f: Probability,
    /// The rule under these rates.
    pub series: Series,
    /// Its figures.
    pub figures: Figures<f64>,
    /// The author's pick that it comes from.
    pub pick: Option<&'static Pick>,
}

impl Choice {
    /// The row for one pair of rates. `own` adjusts a picked rule (draw policy,
    /// limit) before it is evaluated.
    pub fn row(
        &self,
        p: &Probability,
        f: &Probability,
        own: impl Fn(Rule) -> Result<Rule, InputError>,
    ) -> Result<Row, InputError> {
        let (rule, pick) = match self {
            Self::Rule(rule) => ((**rule).clone(), None),
            Self::Takahashi(table) => {
                let pick = takahashi_at(*table, p)?;
                let rule = Rule::new(pick.first, pick.second, pick.target, table.turns())?;
                (rule, Some(pick))
            }
        };
        let series = Series::new(Model::new(p.clone(), f.clone())?, own(rule)?)?;
        let figures = series.figures();
        Ok(Row { p: p.clone(), f: f.clone(), series, figures, pick })
    }
}

impl Rule {
    /// The same rule with the target written as the least common multiple of
    /// the wins that A and B need (seed 002). Only fixed turns without points
    /// for draws leave the behaviour to those two numbers.
    pub fn lcm_form(&self) -> Result<Self, InputError> {
        let points = self.points();
        let refuse = |problem, allowed: &str| {
            Err(InputError::new("form", format!("lcm ({})", self.turns()), problem, allowed))
        };
        if self.turns().period() != Some(1) || self.turns().scheduled(0) != Some(crate::Player::A) {
            return refuse(Problem::Conflict, "--turns fixed");
        }
        let h = points.target.div_ceil(points.first);
        let t = points.target.div_ceil(points.second);
        let target = h / crate::rule::gcd(h, t) * t;
        let points = [target / h, target / t, target].map(Rational::from);
        let rule =
            Self::scaled(points, self.turns().clone(), self.draws().clone().map(Rational::from))?;
        let rule = rule.with_clinch(self.clinch());
        match self.own_limit() {
            Some(limit) => rule.with_limit(limit),
            None => Ok(rule),
        }
    }
}
