//! A book of rules: the rule that is proposed for every case of a grid, how it does at other win
//! rates and in simulation, and one rule in full. Its size is checked before any work.

mod full;

use crate::{
    BestGrid, BestRows, Draws, InputError, Points, Probability, Row, Series, Tally, Turns,
    find::MAX_CASES,
};
use kakukin_core::BadValue;
use std::{collections::HashMap, ops::ControlFlow};

pub use full::{FullCourse, FullRule, MAX_COURSES, ScoreBlock, ScoreCell};

/// The most limits of one book.
pub const MAX_BOOK_LIMITS: usize = 12;
/// The most series that are played with dice in each case.
pub const MAX_BOOK_SERIES: u64 = 100_000;
/// The largest seed: all its digits fit into a cell of a spreadsheet.
pub const MAX_BOOK_SEED: u64 = 999_999_999_999;
/// The most games that may be played with dice, all cases together.
const MOST_GAMES: u64 = 20_000_000_000;
/// The most cases of one book: what a sheet and a reader can take.
const MOST_CASES: u64 = 40_000;

/// What a book shall hold.
#[derive(Debug, Clone)]
pub struct RulebookRequest {
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

/// A book that is known not to be too large.
#[derive(Debug)]
pub struct RulebookPlan {
    request: RulebookRequest,
    grids: Vec<(u32, BestGrid)>,
}

/// The rules proposed for a grid, how they do at other win rates, what dice say of them, and
/// one rule in full.
#[derive(Debug, Clone)]
pub struct Rulebook {
    /// What was asked for; limits rise.
    pub request: RulebookRequest,
    /// Turn systems of the grid.
    pub turns: Vec<Turns>,
    /// The case that is looked at first.
    pub start: BookStart,
    /// One entry for each case: by limit, turn system, draw rate and win rate.
    pub cases: Vec<BookCase>,
    /// Every rule that was found, at all win rates of the grid.
    pub curves: Vec<BookCurve>,
    /// Rules that were tried, over all searches.
    pub rules: u64,
    /// Whether no rule that was asked for can be fairer.
    pub complete: bool,
    /// The rule that is shown in full.
    pub chosen: FullRule,
}

/// The case that is looked at first.
#[derive(Debug, Clone, PartialEq)]
pub struct BookStart {
    /// Its first player's win rate.
    pub p: Probability,
    /// Its draw rate.
    pub f: Probability,
    /// Its turn system.
    pub turns: Turns,
    /// Its largest number of games.
    pub limit: u32,
}

/// One case of the grid.
#[derive(Debug, Clone)]
pub struct BookCase {
    /// The most games that a series may take.
    pub limit: u32,
    /// Turn system.
    pub turns: Turns,
    /// First player's win rate.
    pub p: Probability,
    /// Draw rate.
    pub f: Probability,
    /// The rule that is proposed; `None` if none meets the conditions.
    pub found: Option<BookRule>,
}

/// The rule that is proposed for a case.
#[derive(Debug, Clone)]
pub struct BookRule {
    /// The rule with its figures.
    pub row: Row,
    /// The number of its curve, from 1.
    pub curve: usize,
    /// The seed of its series.
    pub seed: u64,
    /// The series that were played.
    pub tally: Tally,
}

/// One rule at all win rates of the grid, its limit held.
#[derive(Debug, Clone, PartialEq)]
pub struct BookCurve {
    /// Turn system.
    pub turns: Turns,
    /// Draw rate.
    pub f: Probability,
    /// The points.
    pub points: Points,
    /// What a draw does.
    pub draws: Draws,
    /// The most games that are played.
    pub limit: u32,
    /// The bias at each win rate; `None` if no series can be decided.
    pub bias: Vec<Option<f64>>,
}

/// The turn systems of the grid, in its order.
const TURNS: [Turns; 2] = [Turns::Fixed, Turns::Alternating];

impl RulebookRequest {
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

impl RulebookPlan {
    /// Refuses what would take too much work or not fit into a sheet.
    pub fn new(mut request: RulebookRequest) -> Result<Self, InputError> {
        request.limits.sort_unstable();
        request.limits.dedup();
        let at_most = |field, value: u64, most: u64| {
            if value > most {
                let allowed = format!("<= {most}");
                return Err(InputError::new(field, value, BadValue::TooMuchWork, allowed));
            }
            Ok(())
        };
        for (field, rates) in [("p", &request.ps), ("f", &request.fs)] {
            if rates.is_empty() {
                let allowed = format!("RATE,.. (<= {MAX_CASES})");
                return Err(InputError::new(field, "", BadValue::Missing, allowed));
            }
        }
        if request.limits.is_empty() || request.limits.len() > MAX_BOOK_LIMITS {
            let list: Vec<String> = request.limits.iter().map(u32::to_string).collect();
            let allowed = format!("N,N,.. (<= {MAX_BOOK_LIMITS})");
            return Err(InputError::new("limit", list.join(","), BadValue::OutOfRange, allowed));
        }
        if request.series == 0 || request.series > MAX_BOOK_SERIES {
            let allowed = format!("1..{MAX_BOOK_SERIES}");
            return Err(InputError::new("series", request.series, BadValue::OutOfRange, allowed));
        }
        FullRule::check(&request.chosen)?;
        let grid = |&limit: &u32| {
            let grid = BestGrid::usual(limit, &TURNS, request.ps.clone(), request.fs.clone())?;
            Ok((limit, grid))
        };
        let grids = request.limits.iter().map(grid).collect::<Result<Vec<_>, InputError>>()?;
        at_most("limit", grids.iter().map(|(_, grid)| grid.cases()).sum(), MOST_CASES)?;
        let games = grids.iter().map(|(limit, grid)| u64::from(*limit) * grid.cases());
        at_most("series", games.sum::<u64>().saturating_mul(request.series), MOST_GAMES)?;
        Ok(Self { request, grids })
    }

    /// How many steps [`RulebookPlan::run`] reports: each case is searched and played.
    pub fn steps(&self) -> u64 {
        2 * self.grids.iter().map(|(_, grid)| grid.cases()).sum::<u64>()
    }

    /// Computes everything. `progress` hears how many steps are done and may cancel the rest;
    /// then there is no book.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Rulebook>, InputError> {
        let request = &self.request;
        let mut cases = Cases { request, cases: Vec::new(), curves: Curves::default() };
        let (mut rules, mut complete) = (0, true);
        for (limit, grid) in &self.grids {
            let done = 2 * cases.cases.len() as u64;
            let found = grid.run(|searched| progress(done + searched))?;
            if found.cancelled {
                return Ok(None);
            }
            rules += found.rules;
            complete &= found.complete;
            let done = done + grid.cases();
            if cases.add(*limit, found, |played| progress(done + played))?.is_break() {
                return Ok(None);
            }
        }
        Ok(Some(Rulebook {
            request: request.clone(),
            turns: TURNS.to_vec(),
            start: self.start(),
            cases: cases.cases,
            curves: cases.curves.all,
            rules,
            complete,
            chosen: FullRule::new(&request.chosen)?,
        }))
    }

    /// The case that is looked at first: that of the rule shown in full as far as the
    /// grid has it, else the author's example, 70 % and 10 % with alternating turns.
    fn start(&self) -> BookStart {
        let request = &self.request;
        let rates = request.chosen.model().rates();
        let pick = |of_rule: Option<&Probability>, all: &[Probability], percent| {
            let usual = Probability::from_ratio(percent, 100).ok();
            let wishes = [of_rule.cloned(), usual].into_iter().flatten();
            let there = wishes.into_iter().find(|rate| all.contains(rate));
            there.unwrap_or_else(|| all[0].clone())
        };
        let turns = request.chosen.rule().turns();
        let limits = &request.limits;
        let enough = limits.iter().find(|limit| **limit >= request.chosen.limit());
        BookStart {
            p: pick(rates.as_ref().map(|(p, _)| *p), &request.ps, 70),
            f: pick(rates.as_ref().map(|(_, f)| *f), &request.fs, 10),
            turns: if TURNS.contains(turns) { turns.clone() } else { Turns::Alternating },
            limit: enough.or(limits.last()).copied().unwrap_or_default(),
        }
    }
}

/// The cases so far.
struct Cases<'r> {
    request: &'r RulebookRequest,
    cases: Vec<BookCase>,
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
                    let same = |row: &Row| {
                        *row.series.rule().turns() == turns && row.f == *f && row.p == *p
                    };
                    let found = match rows.next_if(same) {
                        None => None,
                        Some(row) => Some(self.found(row)?),
                    };
                    let (turns, p, f) = (turns.clone(), p.clone(), f.clone());
                    self.cases.push(BookCase { limit, turns, p, f, found });
                    played += 1;
                    if progress(played).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn found(&mut self, row: Row) -> Result<BookRule, InputError> {
        let curve = self.curves.of(&row, &self.request.ps)?;
        // Each case has dice of its own, which `Series::simulate` throws again.
        let seed = self.request.seed + self.cases.len() as u64;
        let tally =
            row.series.simulate(self.request.series, seed, |_| ControlFlow::Continue(()))?;
        Ok(BookRule { row, curve, seed, tally })
    }
}

/// The rules found so far, each once.
#[derive(Default)]
struct Curves {
    numbers: HashMap<(Turns, Probability, Points, Draws, u32), usize>,
    all: Vec<BookCurve>,
}

impl Curves {
    /// The number of a row's curve, from 1.
    fn of(&mut self, row: &Row, ps: &[Probability]) -> Result<usize, InputError> {
        let rule = row.series.rule();
        let (turns, f) = (rule.turns().clone(), row.f.clone());
        let (points, limit) = (rule.points(), row.series.limit());
        let draws = rule.draws().clone();
        let key = (turns.clone(), f.clone(), points, draws.clone(), limit);
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let at_rates = row.series.at_rates(ps)?.unwrap_or_default();
        let bias = at_rates.iter().map(|at| at.figures.bias()).collect();
        self.all.push(BookCurve { turns, f, points, draws, limit, bias });
        self.numbers.insert(key, self.all.len());
        Ok(self.all.len())
    }
}
