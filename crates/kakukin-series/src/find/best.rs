//! The fairest rule for every turn order and every pair of rates of a grid.

use super::{request::Request, search::Search};
use crate::{Model, Probability, Row, Series, Turns};
use kakukin_sweep::InputError;
use std::ops::ControlFlow;

/// A grid of cases, ready to be searched: how much there is to do is known.
#[derive(Debug)]
pub struct BestGrid {
    ps: Vec<Probability>,
    searches: Vec<(Case, Search)>,
}

/// What all cases of one search share.
#[derive(Debug, Clone)]
struct Case {
    turns: Option<Turns>,
    f: Probability,
}

/// What was found for a grid.
#[derive(Debug)]
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
}

impl BestGrid {
    /// Lists the rules of every turn order of the request at every draw rate.
    pub fn new(
        request: &Request,
        ps: Vec<Probability>,
        fs: Vec<Probability>,
    ) -> Result<Self, InputError> {
        request.check()?;
        let mut searches = Vec::new();
        let laid = request.turns.iter().cloned().map(Some);
        for turns in laid.chain(request.best_turns.then_some(None)) {
            let request = Request {
                turns: turns.iter().cloned().collect(),
                best_turns: turns.is_none(),
                ..request.clone()
            };
            for f in &fs {
                // A draw rate of 1 is refused before anything is listed for it.
                Model::new(f.clone(), f.clone())?;
                let search = Search::new(&request, f)?;
                searches.push((Case { turns: turns.clone(), f: f.clone() }, search));
            }
        }
        Ok(Self { ps, searches })
    }

    /// How many cases there are.
    pub fn cases(&self) -> usize {
        self.searches.len().saturating_mul(self.ps.len())
    }

    /// How many rules are tried.
    pub fn rules(&self) -> u64 {
        self.searches.iter().map(|(_, search)| search.rules()).sum()
    }

    /// Finds the fairest rule of every case. `progress` hears how many rules have been
    /// tried, and may stop the search after the cases that are done.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<BestRows, InputError> {
        let mut found =
            BestRows { rows: Vec::new(), without: Vec::new(), rules: 0, complete: true };
        for (case, search) in &self.searches {
            let model = |p: &Probability| Model::new(p.clone(), case.f.clone());
            let models = self.ps.iter().map(model).collect::<Result<Vec<_>, _>>()?;
            let before = found.rules;
            let mut stopped = false;
            let (rules, complete) = search.fairest(&models, |done| {
                let flow = progress(before + done);
                stopped |= flow.is_break();
                flow
            })?;
            found.complete &= complete;
            if stopped && !complete {
                // Half a search says nothing of its cases.
                break;
            }
            found.rules += search.rules();
            for ((p, model), rule) in self.ps.iter().zip(models).zip(rules) {
                match rule {
                    None => found.without.push((case.turns.clone(), p.clone(), case.f.clone())),
                    Some(rule) => {
                        let series = Series::new(model, rule)?;
                        let figures = series.figures();
                        let (p, f) = (p.clone(), case.f.clone());
                        found.rows.push(Row { p, f, series, figures, pick: None });
                    }
                }
            }
            if stopped {
                found.complete &= found.rules == self.rules();
                break;
            }
        }
        Ok(found)
    }
}
