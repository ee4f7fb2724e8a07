//! Tables: one rule for each pair of rates, with its exact figures.

use crate::{
    Draws, Figures, InputError, MAX_TARGET, Model, Player, Probability, Rational, Rule, Series,
    picks::{Pick, PickTable, takahashi_at},
};
use kakukin_core::BadValue;

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
    /// The row for one pair of rates. `own` adjusts a rule (draw policy, limit)
    /// before it is evaluated.
    pub fn row<E: From<InputError>>(
        &self,
        p: &Probability,
        f: &Probability,
        own: impl Fn(Rule) -> Result<Rule, E>,
    ) -> Result<Row, E> {
        let (series, pick) = self.series(p, f, own)?;
        let figures = series.figures();
        Ok(Row { p: p.clone(), f: f.clone(), series, figures, pick })
    }

    /// The series of a row, not yet evaluated, and the author's pick behind it.
    pub fn series<E: From<InputError>>(
        &self,
        p: &Probability,
        f: &Probability,
        own: impl Fn(Rule) -> Result<Rule, E>,
    ) -> Result<(Series, Option<&'static Pick>), E> {
        let (rule, pick) = match self {
            Self::Rule(rule) => ((**rule).clone(), None),
            Self::Takahashi(table) => {
                let pick = takahashi_at(*table, p)?;
                let rule = Rule::new(pick.first, pick.second, pick.target, table.turns())?;
                (rule, Some(pick))
            }
        };
        Ok((Series::new(Model::new(p.clone(), f.clone())?, own(rule)?)?, pick))
    }
}

impl Rule {
    /// The rule with the target written as the least common multiple of the
    /// wins that A and B need (seed 002). With fixed turns those two numbers decide who
    /// reaches the target, so without draws and under the formula limit it is the
    /// same rule; series that are decided on points compare the new points.
    /// Refused for other turns, and for draws that give points or swap sides.
    pub fn lcm_form(&self) -> Result<Self, InputError> {
        let points = self.points();
        let refuse = |problem, allowed: &str| Err(InputError::new("form", "lcm", problem, allowed));
        if self.turns().period() != Some(1) || self.turns().scheduled(0) != Some(Player::A) {
            return refuse(BadValue::Conflict, "`turns` fixed");
        }
        if matches!(self.draws(), Draws::Points { .. } | Draws::Swap) {
            return refuse(BadValue::Conflict, "`draws` pass, keep, replay, second");
        }
        let h = points.target.div_ceil(points.first);
        let t = points.target.div_ceil(points.second);
        let target = u64::from(h / crate::rule::gcd(h, t)) * u64::from(t);
        if target > u64::from(MAX_TARGET) {
            return refuse(BadValue::OutOfRange, "TARGET <= 1000000");
        }
        let first = target / u64::from(h);
        let points = [first, target / u64::from(t), target].map(Rational::from);
        let draws = self.draws().clone().map(Rational::from);
        let rule = Self::scaled(points, self.turns().clone(), draws)?.with_clinch(self.clinch());
        match self.own_limit() {
            Some(limit) => rule.with_limit(limit),
            None => Ok(rule),
        }
    }
}
