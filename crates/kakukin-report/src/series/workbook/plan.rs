//! What a workbook is asked to hold, checked before any work, and computed.

use super::{
    chosen::Chosen,
    document::{CurveDocument, FoundDocument, StartDocument, WorkbookCase, WorkbookDocument},
};
use crate::SchemaName;
use crate::series::simulate::Breakdown;
use kakukin_core::{BadValue, Fraction};
use kakukin_series::{BestGrid, BestRows, InputError, Probability, Request, Row, Series, Turns};
use std::{collections::BTreeMap, ops::ControlFlow};

/// The most limits of one workbook.
pub const MAX_WORKBOOK_LIMITS: usize = 12;
/// The most series that are played with dice in each case.
pub const MAX_WORKBOOK_SERIES: u64 = 100_000;
/// The largest seed: all its digits fit into a cell.
pub const MAX_WORKBOOK_SEED: u64 = 999_999_999_999;
/// The most games that may be played with dice, all cases together.
const MOST_GAMES: u64 = 20_000_000_000;
/// The most cases of one workbook: what a sheet and a reader can take.
const MOST_CASES: u64 = 40_000;

/// What a workbook shall hold.
#[derive(Debug, Clone)]
pub struct WorkbookRequest {
    /// First player's win rates.
    pub ps: Vec<Probability>,
    /// Draw rates.
    pub fs: Vec<Probability>,
    /// Largest numbers of games.
    pub limits: Vec<u32>,
    /// Series played with dice in each case.
    pub series: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// The rule that is shown in full.
    pub chosen: Series,
}

/// A workbook that is known not to be too large.
#[derive(Debug)]
pub struct WorkbookPlan {
    request: WorkbookRequest,
    grids: Vec<(u32, BestGrid)>,
}

/// The turn systems of the grid, in its order.
const TURNS: [Turns; 2] = [Turns::Fixed, Turns::Alternating];

impl WorkbookRequest {
    /// The author's grid, 1,380 cases for each limit: p from 50 to 95 %, f from 0 to 70 % in
    /// steps of 5.
    pub fn of_the_author(
        limits: Vec<u32>,
        series: u64,
        seed: u64,
        chosen: Series,
    ) -> Result<Self, InputError> {
        let percent = |n: u64| Probability::from_ratio(n, 100);
        let ps = (50..=95).map(percent).collect::<Result<_, _>>()?;
        let fs = (0..=14).map(|n| percent(5 * n)).collect::<Result<_, _>>()?;
        Ok(Self { ps, fs, limits, series, seed, chosen })
    }
}

impl WorkbookPlan {
    /// Refuses what would take too much work or not fit into a sheet.
    pub fn new(mut request: WorkbookRequest) -> Result<Self, InputError> {
        request.limits.sort_unstable();
        request.limits.dedup();
        let at_most = |field, value: u64, most: u64| {
            if value > most {
                let allowed = format!("<= {most}");
                return Err(InputError::new(field, value, BadValue::TooMuchWork, allowed));
            }
            Ok(())
        };
        if request.limits.is_empty() || request.limits.len() > MAX_WORKBOOK_LIMITS {
            let list: Vec<String> = request.limits.iter().map(u32::to_string).collect();
            let allowed = format!("N,N,.. (<= {MAX_WORKBOOK_LIMITS})");
            return Err(InputError::new("limit", list.join(","), BadValue::OutOfRange, allowed));
        }
        if request.series == 0 || request.series > MAX_WORKBOOK_SERIES {
            let allowed = format!("1..{MAX_WORKBOOK_SERIES}");
            return Err(InputError::new("series", request.series, BadValue::OutOfRange, allowed));
        }
        Chosen::new(&request.chosen)?;
        let grid = |&limit: &u32| {
            let asked = Request { turns: TURNS.to_vec(), ..Request::within(limit) };
            Ok((limit, BestGrid::new(&asked, request.ps.clone(), request.fs.clone())?))
        };
        let grids = request.limits.iter().map(grid).collect::<Result<Vec<_>, InputError>>()?;
        at_most("limit", grids.iter().map(|(_, grid)| grid.cases()).sum(), MOST_CASES)?;
        let games = grids.iter().map(|(limit, grid)| u64::from(*limit) * grid.cases());
        at_most("series", games.sum::<u64>().saturating_mul(request.series), MOST_GAMES)?;
        Ok(Self { request, grids })
    }

    /// How many steps [`WorkbookPlan::run`] reports: each case is searched and played.
    pub fn steps(&self) -> u64 {
        2 * self.grids.iter().map(|(_, grid)| grid.cases()).sum::<u64>()
    }

    /// Computes everything. `progress` hears how many steps are done and may break off; then
    /// there is no document.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<WorkbookDocument>, InputError> {
        let request = &self.request;
        let mut cases = Cases { request, cases: Vec::new(), curves: Curves::default() };
        let (mut rules, mut complete) = (0, true);
        for (limit, grid) in &self.grids {
            let done = 2 * cases.cases.len() as u64;
            let found = grid.run(|searched| progress(done + searched))?;
            if found.stopped {
                return Ok(None);
            }
            rules += found.rules;
            complete &= found.complete;
            let done = done + grid.cases();
            if cases.add(*limit, found, |played| progress(done + played))?.is_break() {
                return Ok(None);
            }
        }
        let text = |rates: &[Probability]| rates.iter().map(|rate| rate.exact().into()).collect();
        Ok(Some(WorkbookDocument {
            schema: SchemaName::default(),
            ps: text(&request.ps),
            fs: text(&request.fs),
            turns: TURNS.iter().map(Turns::to_string).collect(),
            limits: request.limits.clone(),
            start: self.start(),
            cases: cases.cases,
            curves: cases.curves.all,
            series: request.series,
            seed: request.seed,
            rules,
            complete,
            chosen: Chosen::new(&request.chosen)?.document()?,
        }))
    }

    /// The case that the viewer shows first: that of the rule shown in full as far as the
    /// grid has it, else the author's example, 70 % and 10 % with alternating turns.
    fn start(&self) -> StartDocument {
        let request = &self.request;
        let rates = request.chosen.model().rates();
        let pick = |of_rule: Option<&Probability>, all: &[Probability], percent| {
            let usual = Probability::from_ratio(percent, 100).ok();
            let wishes = [of_rule.cloned(), usual, all.first().cloned()];
            let there = wishes.into_iter().flatten().find(|rate| all.contains(rate));
            there.map_or(kakukin_core::Rational::ZERO, |rate| rate.exact().clone()).into()
        };
        let turns = request.chosen.rule().turns();
        let limits = &request.limits;
        let enough = limits.iter().find(|limit| **limit >= request.chosen.limit());
        StartDocument {
            p: pick(rates.as_ref().map(|(p, _)| *p), &request.ps, 70),
            f: pick(rates.as_ref().map(|(_, f)| *f), &request.fs, 10),
            turns: if TURNS.contains(turns) { turns } else { &Turns::Alternating }.to_string(),
            limit: enough.or(limits.last()).copied().unwrap_or_default(),
        }
    }
}

/// The cases so far.
struct Cases<'r> {
    request: &'r WorkbookRequest,
    cases: Vec<WorkbookCase>,
    curves: Curves,
}

impl Cases<'_> {
    /// Adds the cases of one limit, each with its series played.
    fn add(
        &mut self,
        limit: u32,
        found: BestRows,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, InputError> {
        let mut rows = found.rows.into_iter().peekable();
        let request = self.request;
        let mut played = 0;
        for turns in TURNS {
            for f in &request.fs {
                for p in &request.ps {
                    // Rows come in the order of the grid; cases without a rule have none.
                    let here = |row: &Row| {
                        *row.series.rule().turns() == turns && row.f == *f && row.p == *p
                    };
                    let found = match rows.next_if(here) {
                        None => None,
                        Some(row) => Some(self.found(row)?),
                    };
                    let (turns, p, f) = (turns.to_string(), p.exact().into(), f.exact().into());
                    self.cases.push(WorkbookCase { limit, turns, p, f, found });
                    played += 1;
                    if progress(played).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn found(&mut self, row: Row) -> Result<FoundDocument, InputError> {
        let curve = self.curves.of(&row, &self.request.ps)?;
        // Each case has dice of its own, which `simulate --seed` throws again.
        let seed = self.request.seed + self.cases.len() as u64;
        let tally =
            row.series.simulate(self.request.series, seed, |_| ControlFlow::Continue(()))?;
        Ok(FoundDocument {
            row: row.into(),
            curve,
            seed,
            mean_games: tally.mean_games(),
            counts: Breakdown { without_draws: tally.without_draws, with_draws: tally.with_draws },
        })
    }
}

/// The rules found so far, each once.
#[derive(Default)]
struct Curves {
    numbers: BTreeMap<[String; 3], usize>,
    all: Vec<CurveDocument>,
}

impl Curves {
    /// The number of a row's curve, from 1.
    fn of(&mut self, row: &Row, ps: &[Probability]) -> Result<usize, InputError> {
        let rule = row.series.rule();
        let limit = row.series.limit();
        let (turns, f, points) =
            (rule.turns().to_string(), Fraction::from(row.f.exact()), rule.points().to_string());
        let key = [turns.clone(), f.to_string(), format!("{points} {limit}")];
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let at_rates = row.series.at_rates(ps)?.unwrap_or_default();
        let bias = at_rates.iter().map(|at| at.figures.bias()).collect();
        self.all.push(CurveDocument { turns, f, points, limit, bias });
        self.numbers.insert(key, self.all.len());
        Ok(self.all.len())
    }
}
