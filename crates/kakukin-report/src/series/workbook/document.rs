//! What a workbook holds, as plain data.

use super::chosen::ChosenDocument;
use crate::{SchemaName, TableRow, series::simulate::Breakdown};
use kakukin_core::Fraction;
use kakukin_series::{BookCase, BookCurve, BookRule, Outcome, Probability, Rulebook, Turns};
use serde::Serialize;

/// The rules proposed for a grid, how they do at other win rates, what dice say of them, and
/// one rule in full.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkbookDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// First player's win rates of the grid, exact fractions.
    pub ps: Vec<Fraction>,
    /// Draw rates of the grid, exact fractions.
    pub fs: Vec<Fraction>,
    /// Turn systems of the grid.
    pub turns: Vec<Turns>,
    /// Largest numbers of games of the grid.
    pub limits: Vec<u32>,
    /// The case that the viewer shows first.
    pub start: StartDocument,
    /// One entry for each case: by limit, turn system, draw rate and win rate.
    pub cases: Vec<WorkbookCase>,
    /// Every rule that was found, at all win rates of the grid.
    pub curves: Vec<CurveDocument>,
    /// Series that were played with dice in each case.
    pub series: u64,
    /// The seed from which those of the cases are counted.
    pub seed: u64,
    /// Rules that were tried, over all searches.
    pub rules: u64,
    /// Whether no rule that was asked for can be fairer.
    pub complete: bool,
    /// The rule that is shown in full.
    pub chosen: ChosenDocument,
}

/// The case that the viewer shows first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartDocument {
    /// Its first player's win rate.
    pub p: Fraction,
    /// Its draw rate.
    pub f: Fraction,
    /// Its turn system.
    pub turns: Turns,
    /// Its largest number of games.
    pub limit: u32,
}

/// One case of the grid.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkbookCase {
    /// The most games that a series may take.
    pub limit: u32,
    /// Turn system.
    pub turns: Turns,
    /// First player's win rate, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
    /// The rule that is proposed; null if none meets the conditions.
    pub found: Option<FoundDocument>,
}

/// The rule that is proposed for a case.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WorkbookFound"))]
pub struct FoundDocument {
    /// The rule with its exact figures.
    pub row: TableRow,
    /// Its worst bias if p is only about what it is found for.
    pub worst: Option<f64>,
    /// The number of its curve, from 1.
    pub curve: usize,
    /// The seed of its series.
    pub seed: u64,
    /// Numbers of series played, by ending.
    pub counts: Breakdown<u64>,
    /// Their mean number of games.
    pub mean_games: f64,
}

/// One rule at all win rates of the grid, its limit held.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveDocument {
    /// Turn system.
    pub turns: Turns,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
    /// The points as the organiser writes them: `1/2/3`.
    pub points: String,
    /// What a draw does.
    pub draws: String,
    /// The most games that are played.
    pub limit: u32,
    /// The bias at each win rate; null if no series can be decided.
    pub bias: Vec<Option<f64>>,
}

impl WorkbookDocument {
    /// The document of a book of rules.
    pub fn new(book: &Rulebook) -> Self {
        let Rulebook { request, start, .. } = book;
        let exact = |rates: &[Probability]| rates.iter().map(|rate| rate.exact().into()).collect();
        let case = |case: &BookCase| WorkbookCase {
            limit: case.limit,
            turns: case.turns.clone(),
            p: case.p.exact().into(),
            f: case.f.exact().into(),
            found: case.found.as_ref().map(FoundDocument::new),
        };
        let curve = |curve: &BookCurve| CurveDocument {
            turns: curve.turns.clone(),
            f: curve.f.exact().into(),
            points: curve.points.to_string(),
            draws: curve.draws.to_string(),
            limit: curve.limit,
            bias: curve.bias.clone(),
        };
        Self {
            schema: SchemaName::default(),
            ps: exact(&request.ps),
            fs: exact(&request.fs),
            turns: book.turns.to_vec(),
            limits: request.limits.clone(),
            start: StartDocument {
                p: start.p.exact().into(),
                f: start.f.exact().into(),
                turns: start.turns.clone(),
                limit: start.limit,
            },
            cases: book.cases.iter().map(case).collect(),
            curves: book.curves.iter().map(curve).collect(),
            series: request.series,
            seed: request.seed,
            rules: book.rules,
            complete: book.complete,
            chosen: ChosenDocument::new(&book.chosen),
        }
    }

    /// The case that the viewer shows first.
    pub(super) fn start_case(&self) -> Option<&WorkbookCase> {
        let start = &self.start;
        self.cases.iter().find(|case| {
            case.limit == start.limit
                && case.turns == start.turns
                && case.p == start.p
                && case.f == start.f
        })
    }
}

impl FoundDocument {
    fn new(rule: &BookRule) -> Self {
        let BookRule { row, curve, seed, tally } = rule;
        Self {
            row: TableRow::new(row),
            worst: row.worst,
            curve: *curve,
            seed: *seed,
            counts: Breakdown::new(tally),
            mean_games: tally.mean_games(),
        }
    }

    /// All series by ending.
    pub(super) fn outcome(&self) -> Outcome<u64> {
        let (without, with) = (&self.counts.without_draws, &self.counts.with_draws);
        Outcome::from_fn(|ending| without.of(ending) + with.of(ending))
    }

    /// Shares of the series played: A, B, nobody.
    pub(super) fn shares(&self) -> [f64; 3] {
        let all = self.outcome();
        let series: u64 = all.parts().into_iter().sum();
        let [a, b] = all.won();
        [a, b, all.none].map(|count| count as f64 / series as f64)
    }

    /// A's share of the decided series; `None` if none was decided.
    pub(super) fn decided_a(&self) -> Option<f64> {
        let all = self.outcome();
        let [a, b] = all.won();
        (a + b > 0).then(|| a as f64 / (a + b) as f64)
    }
}
