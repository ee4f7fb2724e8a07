//! The fairest rule for every turn order and every pair of rates of a grid.

use super::{belief::Belief, request::Request, search::Search};
use crate::{InputError, Model, Probability, Row, Rule, Series, Turns};
use kakukin_core::BadValue;
use std::ops::ControlFlow;

/// The most cases of a grid.
pub(crate) const MAX_CASES: usize = 100_000;

/// A grid of cases, known not to be too large.
#[derive(Debug)]
pub struct BestGrid {
    ps: Vec<Probability>,
    searches: Vec<Case>,
    by: GridRank,
}

/// What the rules of a grid are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GridRank {
    /// The bias at the rates of the case.
    Bias,
    /// The worst bias if p is about that of the case.
    Worst,
}

/// What all cases of one search share.
#[derive(Debug, Clone)]
struct Case {
    request: Request,
    f: Probability,
}

impl Case {
    /// The turn order, unless it is to be found.
    fn turns(&self) -> Option<Turns> {
        self.request.turns.first().cloned()
    }
}

/// What was found for a grid.
#[derive(Debug, Clone)]
pub struct BestRows {
    /// One row for each case that has a rule: by turn order, draw rate and win rate.
    pub rows: Vec<Row>,
    /// Cases without any rule that meets the conditions: turn order (`None`: the best),
    /// p and f.
    pub without: Vec<(Option<Turns>, Probability, Probability)>,
    /// Rules that were tried, over all searches.
    pub rules: u64,
    /// Whether nothing that was asked for has been left out.
    pub complete: bool,
    /// Whether the search was cancelled.
    pub cancelled: bool,
}

impl BestRows {
    /// Distances of A's share of the decided series from one half, as far as any can be decided.
    fn distances(&self) -> Vec<f64> {
        self.rows.iter().filter_map(|row| row.figures.bias()).map(f64::abs).collect()
    }

    /// Their mean; `None` if there is none.
    pub fn mean_bias(&self) -> Option<f64> {
        let distances = self.distances();
        let count = distances.len() as f64;
        (count > 0.0).then(|| distances.iter().sum::<f64>() / count)
    }

    /// The share of them that are at most this; `None` if there is none.
    pub fn share_within(&self, most: f64) -> Option<f64> {
        let distances = self.distances();
        let count = distances.len() as f64;
        let within = distances.iter().filter(|distance| **distance <= most).count() as f64;
        (count > 0.0).then(|| within / count)
    }
}

/// The fairest rule of one case, if there is any, with its worst bias if that is what counts.
type Fairest = Option<(Rule, Option<f64>)>;

impl BestGrid {
    /// Every turn order of the request at every draw rate and win rate.
    pub fn new(
        request: &Request,
        ps: Vec<Probability>,
        fs: Vec<Probability>,
    ) -> Result<Self, InputError> {
        request.check()?;
        let laid = request.turns.iter().cloned().map(Some);
        let orders = laid.chain(request.best_turns.then_some(None)).collect();
        Self::of(orders, GridRank::Bias, |_| Ok(request.clone()), ps, fs)
    }

    /// What is proposed where nothing but rates and a number of games is given: each turn order at
    /// every draw rate and win rate, ranked by the worst bias if p is only about that rate.
    pub fn usual(
        limit: u32,
        turns: &[Turns],
        ps: Vec<Probability>,
        fs: Vec<Probability>,
    ) -> Result<Self, InputError> {
        let orders = turns.iter().cloned().map(Some).collect();
        Self::of(orders, GridRank::Worst, |f| Request::usual(limit, f, None), ps, fs)
    }

    fn of(
        orders: Vec<Option<Turns>>,
        by: GridRank,
        request: impl Fn(&Probability) -> Result<Request, InputError>,
        ps: Vec<Probability>,
        fs: Vec<Probability>,
    ) -> Result<Self, InputError> {
        for f in &fs {
            // A draw rate of 1 is refused.
            Model::new(f.clone(), f.clone())?;
        }
        let cases = orders.len().saturating_mul(fs.len()).saturating_mul(ps.len());
        if cases > MAX_CASES {
            let allowed = format!("<= {MAX_CASES}");
            return Err(InputError::new("p", cases, BadValue::TooMuchWork, allowed));
        }
        let mut searches = Vec::new();
        for turns in orders {
            let case = |f: &Probability| -> Result<Case, InputError> {
                let request = Request {
                    best_turns: turns.is_none(),
                    turns: turns.iter().cloned().collect(),
                    aside: Vec::new(),
                    ..request(f)?
                };
                Ok(Case { request, f: f.clone() })
            };
            // There are fewer rules the more is drawn, but for no draws at all.
            let least = |all: &mut dyn Iterator<Item = &Probability>| all.min().cloned();
            let some = least(&mut fs.iter().filter(|f| !f.exact().is_zero()));
            for f in [least(&mut fs.iter()), some].into_iter().flatten() {
                let Case { request, f } = case(&f)?;
                let (models, times) =
                    if request.best_turns { (1, ps.len()) } else { (ps.len(), 1) };
                Search::new(&request, &f)?.check(models, times * fs.len())?;
            }
            for f in &fs {
                searches.push(case(f)?);
            }
        }
        Ok(Self { ps, searches, by })
    }

    /// How many cases there are.
    pub fn cases(&self) -> u64 {
        self.searches.len() as u64 * self.ps.len() as u64
    }

    /// Finds the fairest rule of every case. `progress` hears how many cases are done, and
    /// may stop the search after them.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<BestRows, InputError> {
        let (rows, without) = (Vec::new(), Vec::new());
        let mut found = BestRows { rows, without, rules: 0, complete: true, cancelled: false };
        let mut done = 0;
        for case in &self.searches {
            let search = Search::new(&case.request, &case.f)?;
            // The best turn order depends on p.
            let together = if case.request.best_turns { 1 } else { self.ps.len().max(1) };
            for ps in self.ps.chunks(together) {
                let (rules, complete) = self.fairest(case, &search, ps, |_| {
                    let flow = progress(done);
                    found.cancelled |= flow.is_break();
                    flow
                })?;
                found.complete &= complete;
                if found.cancelled {
                    // Half a search says nothing of its cases.
                    found.complete = false;
                    return Ok(found);
                }
                found.rules += search.rules();
                done += ps.len() as u64;
                for (p, rule) in ps.iter().zip(rules) {
                    let (p, f) = (p.clone(), case.f.clone());
                    match rule {
                        None => found.without.push((case.turns(), p, f)),
                        Some((rule, worst)) => {
                            let series = Series::new(Model::new(p.clone(), f.clone())?, rule)?;
                            let figures = series.figures();
                            found.rows.push(Row { p, f, series, figures, worst, pick: None });
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// The fairest rule at each of these rates, with its worst bias near that rate if that is what
    /// counts; and whether the search was complete.
    fn fairest(
        &self,
        case: &Case,
        search: &Search,
        ps: &[Probability],
        progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Vec<Fairest>, bool), InputError> {
        match self.by {
            GridRank::Bias => {
                let model = |p: &Probability| Model::new(p.clone(), case.f.clone());
                let models = ps.iter().map(model).collect::<Result<Vec<_>, _>>()?;
                let (rules, complete) = search.fairest(&models, progress)?;
                Ok((rules.into_iter().map(|rule| Some((rule?, None))).collect(), complete))
            }
            GridRank::Worst => {
                let beliefs = ps.iter().cloned().map(Belief::about);
                let beliefs = beliefs.collect::<Result<Vec<_>, _>>()?;
                let (best, complete) = search.fairest_near(&beliefs, &case.f, progress)?;
                let rule = |best: Option<super::near::NearBest>| {
                    best.map(|best| (best.rule, Some(best.worst)))
                };
                Ok((best.into_iter().map(rule).collect(), complete))
            }
        }
    }
}
