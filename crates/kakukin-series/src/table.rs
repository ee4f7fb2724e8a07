//! Tables: one rule for each pair of rates, with its exact figures.

use crate::{
    BestRows, Draws, Figures, InputError, MAX_TARGET, Model, Player, Probability, Rational, Rule,
    Series,
    picks::{Pick, PickTable, takahashi_at},
};
use kakukin_core::BadValue;
use std::{ops::ControlFlow, str::FromStr};

/// The most rows of one table.
const MAX_ROWS: usize = 100_000;
/// The most cells that all its sweeps may visit.
const MAX_WORK: u64 = 20_000_000_000;

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
    /// Its worst bias if p is only about that rate, where it was found by that.
    pub worst: Option<f64>,
    /// The author's pick that it comes from.
    pub pick: Option<&'static Pick>,
}

impl Row {
    /// What the author's table, which is without draws, printed for these rates.
    pub fn printed(&self) -> Option<&'static Pick> {
        self.pick.filter(|_| self.f.exact().is_zero())
    }
}

/// How the rows of a table are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableForm {
    /// As in the author's article "Kakukin system".
    #[default]
    Article,
    /// As in his article "Takahashi Satoshi system": rules over the least common multiple.
    Lcm,
}

impl FromStr for TableForm {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "article" => Ok(Self::Article),
            "lcm" => Ok(Self::Lcm),
            _ => Err(InputError::new("form", text, BadValue::Unknown, "article, lcm")),
        }
    }
}

/// What is laid down for all rules of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableTerms {
    /// What a draw does.
    pub draws: Draws<Rational>,
    /// The largest number of games, if it is not the formula's.
    pub limit: Option<u32>,
    /// Whether a series ends as soon as its winner is certain.
    pub clinch: bool,
    /// How rules are written.
    pub form: TableForm,
}

/// A table of rules that were chosen, known not to be too much work.
#[derive(Debug, Clone)]
pub struct TablePlan {
    choice: Choice,
    terms: TableTerms,
    ps: Vec<Probability>,
    fs: Vec<Probability>,
    work: u64,
}

/// A table of evaluated rules.
#[derive(Debug, Clone)]
pub enum Table {
    /// Rules that were chosen.
    Chosen {
        /// One row for each pair of rates.
        rows: Vec<Row>,
        /// Whether it was cancelled, so that rows are missing.
        cancelled: bool,
    },
    /// The fairest rules, which were searched for.
    Fairest(BestRows),
}

impl Table {
    /// One row for each pair of rates.
    pub fn rows(&self) -> &[Row] {
        match self {
            Self::Chosen { rows, .. } => rows,
            Self::Fairest(found) => &found.rows,
        }
    }

    /// Whether it was cancelled, so that rows are missing.
    pub fn cancelled(&self) -> bool {
        match self {
            Self::Chosen { cancelled, .. } => *cancelled,
            Self::Fairest(found) => found.cancelled,
        }
    }
}

impl TablePlan {
    /// Every pair of rates, with all rules checked. The terms hold for the author's picks; a rule
    /// that was chosen has its own but for the form.
    pub fn new(
        choice: Choice,
        terms: TableTerms,
        ps: Vec<Probability>,
        fs: Vec<Probability>,
    ) -> Result<Self, InputError> {
        let rows = ps.len().saturating_mul(fs.len());
        if rows > MAX_ROWS {
            let allowed = format!("<= {MAX_ROWS}");
            return Err(InputError::new("p", rows, BadValue::TooMuchWork, allowed));
        }
        let mut plan = Self { choice, terms, ps, fs, work: 0 };
        let mut work = 0u64;
        for (p, f) in plan.pairs() {
            let (series, _) = plan.choice.series(p, f, |rule| plan.on_terms(rule))?;
            work = work.saturating_add(series.work());
        }
        if work > MAX_WORK {
            let allowed = format!("<= {MAX_WORK}");
            return Err(InputError::new("points", work, BadValue::TooMuchWork, allowed));
        }
        plan.work = work;
        Ok(plan)
    }

    /// How many rows it has.
    pub fn rows(&self) -> u64 {
        self.ps.len() as u64 * self.fs.len() as u64
    }

    /// The cells that all sweeps visit.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Evaluates the rules. `progress` hears how many rows are done, and may cancel the rest.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Table, InputError> {
        let mut rows = Vec::new();
        for (p, f) in self.pairs() {
            rows.push(self.choice.row(p, f, |rule| self.on_terms(rule))?);
            if progress(rows.len() as u64).is_break() {
                let cancelled = (rows.len() as u64) < self.rows();
                return Ok(Table::Chosen { rows, cancelled });
            }
        }
        Ok(Table::Chosen { rows, cancelled: false })
    }

    fn pairs(&self) -> impl Iterator<Item = (&Probability, &Probability)> {
        self.fs.iter().flat_map(|f| self.ps.iter().map(move |p| (p, f)))
    }

    fn on_terms(&self, rule: Rule) -> Result<Rule, InputError> {
        let TableTerms { draws, limit, clinch, form } = &self.terms;
        let rule = match &self.choice {
            Choice::Takahashi(_) => {
                let points = rule.points();
                let points = [points.first, points.second, points.target].map(Rational::from);
                let rule = Rule::scaled(points, rule.turns().clone(), draws.clone())?;
                let rule = rule.with_clinch(*clinch);
                limit.map_or(Ok(rule.clone()), |limit| rule.with_limit(limit))?
            }
            Choice::Rule(_) => rule,
        };
        if *form == TableForm::Lcm { rule.lcm_form() } else { Ok(rule) }
    }
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
        Ok(Row { p: p.clone(), f: f.clone(), series, figures, worst: None, pick })
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
    /// wins that A and B need (article "Takahashi Satoshi system"). With fixed turns those two numbers decide who
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
