//! Everything that a page about one rule says: its figures, courses of play, well-known rules
//! for comparison, and how it does at other rates and with a stronger player.

use super::{Example, Examples};
use crate::{
    AtRate, BaselineKind, ByLead, Evaluation, EvaluationOptions, Figures, InputError, LEADS,
    Nearby, Player, Probability, Problem, Rational, ScoreChance, Series,
};
use serde::Serialize;

/// The most games of a rule: the page carries the probability of every number of games.
const MAX_RULE_GAMES: u32 = 100_000;
/// Fractions of longer series have more digits than anybody reads.
const EXACT_LIMIT: u32 = 40;
/// One sweep of the series may visit this many cells if it is to be swept for every point of
/// a curve.
const MAX_CURVE_WORK: u64 = 4_000_000;
/// Win rates beside the assumed one, in percentage points.
const BESIDE: [i32; 9] = [-10, -5, -3, -1, 0, 1, 3, 5, 10];
/// The largest best of n that a rule is compared with.
const MOST_BEST_OF: u32 = 99;

/// One rule, explained to those who play by it.
#[derive(Debug, Clone)]
pub struct RuleSheet {
    /// The figures of the rule, and the series that they are of.
    pub evaluation: Evaluation,
    /// Whether the players are equal, so that a bias is the rule's and nobody's merit.
    pub equal_players: bool,
    /// Courses of play.
    pub examples: Vec<Example>,
    /// One short course that shows how the rule works.
    pub telling: Option<Example>,
    /// The worst bias if p is only about what is assumed; `None` if the players are not equal.
    pub nearby: Option<Nearby>,
    /// Rules that everybody knows, under the same model, from short to long.
    pub compared: Vec<ComparedRule>,
    /// The same rule with two games more, where a series can end without a winner.
    pub longer: Option<ComparedRule>,
    /// The rule at win rates near the assumed one.
    pub rates: Vec<AtRate>,
    /// The stronger player's share at some leads.
    pub stronger: Option<ByLead>,
    /// What every score is worth; empty if there are too many.
    pub scores: Vec<ScoreChance>,
    /// The rule at many win rates, for a curve.
    pub bias_curve: Option<Vec<AtRate>>,
    /// The stronger player's share at many leads, for a curve.
    pub stronger_curve: Option<ByLead>,
    /// Bound on the rounding error of every probability outside of the evaluation.
    pub error_bound: f64,
    /// What the sheets of other rules have and this one has not.
    pub left_out: Vec<LeftOut>,
}

/// Another rule under the same model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ComparedDocument"))]
pub struct ComparedRule {
    /// Which one.
    pub kind: ComparedKind,
    /// The most games that it takes.
    pub limit: u32,
    /// A's share of the decided series; null if none can be decided.
    pub a_of_decided: Option<f64>,
    /// That less one half; null if no series can be decided.
    pub bias: Option<f64>,
    /// The probability that nobody wins.
    pub none: f64,
    /// Expected number of games.
    pub expected: f64,
}

/// The rules that a rule is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ComparedKind {
    /// One game.
    OneGame,
    /// Two games, each player first in one of them.
    OneEach,
    /// Whoever wins more of some games.
    BestOf,
    /// The rule itself with more games.
    Longer,
}

/// A part that the sheet of this rule lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LeftOutDocument"))]
pub struct LeftOut {
    /// The part; what is drawn from figures goes with them.
    pub part: SheetPart,
    /// Why it is left out.
    pub reason: SheetGap,
}

/// A part of a rule sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SheetPart {
    /// Courses of play, some or all.
    Examples,
    /// The rule with more games.
    Longer,
    /// The rule at other win rates.
    Rates,
    /// The stronger player.
    Stronger,
    /// What every score is worth.
    Scores,
    /// The chart of that.
    ScoreChart,
}

/// Why a part of a rule sheet is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SheetGap {
    /// It would take too long.
    Work,
    /// Nobody could read it.
    Length,
    /// Games given outright have no win rate.
    NoRate,
}

impl Series {
    /// Works out all that a page about the rule says. What would take too long for a large rule
    /// is left out.
    pub fn rule_sheet(&self) -> Result<RuleSheet, InputError> {
        self.rule_sheet_within(self.limit())
    }

    /// The same for an organiser who has time for so many games, be the rule shorter: plain
    /// matches of that length are compared, too.
    pub fn rule_sheet_within(&self, games: u32) -> Result<RuleSheet, InputError> {
        if self.limit() > MAX_RULE_GAMES {
            let allowed = format!("1..{MAX_RULE_GAMES}");
            return Err(InputError::new("limit", self.limit(), Problem::RuleTooLong, allowed));
        }
        let small = self.work() <= MAX_CURVE_WORK;
        let exact = small && self.limit() <= EXACT_LIMIT;
        let evaluate =
            |exact| self.evaluate(&EvaluationOptions { exact, ..EvaluationOptions::default() });
        let evaluation = match evaluate(exact) {
            Err(_) if exact => evaluate(false)?,
            evaluation => evaluation?,
        };
        let mut left_out = Vec::new();
        let mut leave_out = |part, reason| left_out.push(LeftOut { part, reason });
        let Examples { courses: examples, too_long } = self.examples().unwrap_or_else(|_| {
            leave_out(SheetPart::Examples, SheetGap::Work);
            Examples::default()
        });
        if too_long {
            leave_out(SheetPart::Examples, SheetGap::Length);
        }
        let undecided = evaluation.figures.outcome.none > 0.0;
        let longer = if small && undecided { self.longer() } else { None };
        if undecided && longer.is_none() {
            leave_out(SheetPart::Longer, SheetGap::Work);
        }
        if self.model().rates().is_none() || !small {
            let reason = if small { SheetGap::NoRate } else { SheetGap::Work };
            leave_out(SheetPart::Rates, reason);
            leave_out(SheetPart::Stronger, reason);
        }
        let scores = self.score_chances().unwrap_or_else(|_| {
            leave_out(SheetPart::Scores, SheetGap::Work);
            Vec::new()
        });
        if !scores.is_empty() && !self.scores_fit_a_chart() {
            leave_out(SheetPart::ScoreChart, SheetGap::Length);
        }
        let model = self.model();
        let equal_players = model.game(Player::A) == model.game(Player::B);
        Ok(RuleSheet {
            evaluation,
            equal_players,
            examples,
            telling: self.telling_example().unwrap_or_default(),
            nearby: if small && equal_players { self.worst_nearby()? } else { None },
            compared: self.compared(games)?,
            longer,
            rates: if small { self.rates_beside()? } else { Vec::new() },
            stronger: if small { self.by_lead(&LEADS, &self.contests())? } else { None },
            bias_curve: if small { self.bias_curve()? } else { None },
            stronger_curve: if small { self.stronger_curve()? } else { None },
            error_bound: self.error_bound_of(&scores),
            scores,
            left_out,
        })
    }

    /// Rules that everybody knows, from short to long: up to the limit of the rule, and what the
    /// organiser has time for.
    fn compared(&self, games: u32) -> Result<Vec<ComparedRule>, InputError> {
        let most = best_of(self.limit());
        let shorter = [3, 5, 7].into_iter().filter(|&n| n < most);
        let mut matches: Vec<u32> = shorter.chain([most, best_of(games)]).collect();
        matches.retain(|&n| n > 1);
        matches.sort_unstable();
        matches.dedup();
        let mut kinds = vec![BaselineKind::OneGame, BaselineKind::OneEach];
        kinds.extend(matches.into_iter().map(BaselineKind::BestOf));
        let compare = |baseline: BaselineKind| {
            let (kind, limit) = match baseline {
                BaselineKind::OneGame => (ComparedKind::OneGame, 1),
                BaselineKind::OneEach => (ComparedKind::OneEach, 2),
                BaselineKind::BestOf(n) => (ComparedKind::BestOf, n),
            };
            let figures = Self::new(self.model().clone(), baseline.rule()?)?.figures();
            Ok(ComparedRule::new(kind, limit, &figures))
        };
        kinds.into_iter().map(compare).collect()
    }

    /// The same rule with two games more.
    fn longer(&self) -> Option<ComparedRule> {
        let limit = self.limit() + 2;
        let rule = self.rule().clone().with_limit(limit).ok()?;
        let longer = Self::new(self.model().clone(), rule).ok()?;
        Some(ComparedRule::new(ComparedKind::Longer, limit, &longer.figures()))
    }

    /// The rule at some rates beside the assumed one, as far as they are rates.
    fn rates_beside(&self) -> Result<Vec<AtRate>, InputError> {
        let Some((p, _)) = self.model().rates() else {
            return Ok(Vec::new());
        };
        let beside = |points: &i32| {
            Probability::new(p.exact() + Rational::from(*points) / Rational::from(100)).ok()
        };
        let ps: Vec<Probability> = BESIDE.iter().filter_map(beside).collect();
        Ok(self.at_rates(&ps)?.unwrap_or_default())
    }

    /// The numbers of games of the contests that show how a stronger player fares.
    fn contests(&self) -> Vec<u32> {
        let mut numbers = vec![1, 3, 5, 7, best_of(self.limit())];
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// A bound on the error of what is swept for a sheet, the longest rule that it compares
    /// included. What comes up at a score is a difference for each game, so that there the errors
    /// of all games add up; leads are rounded themselves, for each game once.
    fn error_bound_of(&self, scores: &[ScoreChance]) -> f64 {
        let games = f64::from(self.limit().max(7) + 2);
        let sweep = self.error_bound() * games / f64::from(self.limit());
        if scores.is_empty() { 10.0 * sweep } else { 10.0 * games * sweep }
    }
}

/// The largest odd number of games that so many allow.
fn best_of(games: u32) -> u32 {
    let games = games.clamp(1, MOST_BEST_OF);
    games - u32::from(games.is_multiple_of(2))
}

impl ComparedRule {
    fn new(kind: ComparedKind, limit: u32, figures: &Figures<f64>) -> Self {
        Self {
            kind,
            limit,
            a_of_decided: figures.decided(),
            bias: figures.bias(),
            none: figures.outcome.none,
            expected: figures.expected_games(),
        }
    }
}
