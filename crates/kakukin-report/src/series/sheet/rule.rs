//! The rule sheet as a document: every figure that its page prints.

use super::{ExampleDocument, VERSION, command::command, example::examples};
use crate::{Chart, EvalDocument, Lang, SchemaName};
use kakukin_core::Fraction;
use kakukin_series::{
    BaselineKind, EvaluationOptions, Figures, InputError, LEADS, Player, Probability, Problem,
    Rational, ScoreChance, Series,
};
use serde::Serialize;

/// The most games of a rule: the page carries the probability of every number of games.
pub(super) const MAX_RULE_GAMES: u32 = 100_000;
/// Fractions of longer series have more digits than anybody reads.
const EXACT_LIMIT: u32 = 40;
/// One sweep of the series may visit this many cells if it is to be swept for every point of
/// a curve.
const MAX_CURVE_WORK: u64 = 4_000_000;
/// Win rates beside the assumed one, in percentage points.
const BESIDE: [i32; 9] = [-10, -5, -3, -1, 0, 1, 3, 5, 10];
/// The largest best of n that a rule is compared with.
const MOST_BEST_OF: u32 = 99;

/// What the organiser adds to the rule.
#[derive(Debug, Clone, Default)]
pub struct RuleSheetOptions {
    /// The title of the page.
    pub title: Option<String>,
    /// The names of A and B.
    pub names: Option<[String; 2]>,
}

/// One rule, explained to those who play by it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleSheetDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The version of the program.
    pub version: &'static str,
    /// The language of the page, and of the words on its charts.
    pub lang: Lang,
    /// The title, if the organiser gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The names of A and B, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<[String; 2]>,
    /// The command that makes the page again.
    pub command: String,
    /// Whether the players are equal, so that a bias is the rule's and nobody's merit.
    pub equal_players: bool,
    /// The figures of the rule.
    pub evaluation: EvalDocument,
    /// Courses of play.
    pub examples: Vec<ExampleDocument>,
    /// Rules that everybody knows, under the same model.
    pub compared: Vec<ComparedDocument>,
    /// The same rule with two games more, where a series can end without a winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<ComparedDocument>,
    /// The rule at win rates near the assumed one.
    pub rates: Vec<RateDocument>,
    /// The stronger player's share; left out where it was not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stronger: Option<StrongerDocument>,
    /// What every score is worth; empty if there are too many.
    pub scores: Vec<ScoreDocument>,
    /// The charts of the page.
    pub charts: Vec<ChartDocument>,
    /// Bound on the rounding error of every probability outside of `evaluation`.
    pub error_bound: f64,
    /// What other rules have and this one has not.
    pub left_out: Vec<LeftOutDocument>,
}

/// A part of a rule sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SheetPart {
    /// Courses of play.
    Examples,
    /// A longer form of the rule.
    Longer,
    /// Other win rates.
    Rates,
    /// A stronger player.
    Stronger,
    /// What every score is worth.
    Scores,
    /// The chart of these.
    ScoreChart,
}

/// Why a part of a rule sheet is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SheetGap {
    /// It would take too long.
    Work,
    /// It would be too long.
    Length,
    /// The model has no win rate to vary.
    NoRate,
}

/// A part that the page of this rule lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutDocument {
    /// `examples` (some or all), `longer`, `rates`, `stronger`, `scores`, `score_chart`; what
    /// is drawn from figures goes with them.
    #[cfg_attr(feature = "schema", schemars(with = "SheetPart"))]
    pub part: &'static str,
    /// `work` (it would take too long), `length` (nobody could read it) or `no_rate` (games
    /// given outright have no win rate).
    #[cfg_attr(feature = "schema", schemars(with = "SheetGap"))]
    pub reason: &'static str,
}

/// What a chart of a rule sheet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChartAbout {
    /// The bias, by win rate.
    Bias,
    /// The number of games.
    Games,
    /// What every score is worth.
    Scores,
    /// A stronger player.
    Stronger,
}

/// One chart of the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChartDocument {
    /// What it is about: `bias`, `games`, `scores` or `stronger`.
    #[cfg_attr(feature = "schema", schemars(with = "ChartAbout"))]
    pub about: &'static str,
    /// The chart itself.
    #[serde(flatten)]
    pub chart: Chart,
}

/// What a compared rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ComparedKind {
    /// A single game.
    OneGame,
    /// One game each.
    OneEach,
    /// The usual best of so many.
    BestOf,
    /// A longer form of the rule.
    Longer,
}

/// Another rule under the same model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedDocument {
    /// `one_game`, `one_each`, `best_of` or `longer`.
    #[cfg_attr(feature = "schema", schemars(with = "ComparedKind"))]
    pub kind: &'static str,
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

/// The rule at one win rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateDocument {
    /// The first player's share of the decided games.
    pub p: f64,
    /// A's share of the decided series; null if none can be decided.
    pub a_of_decided: Option<f64>,
    /// That less one half; null if no series can be decided.
    pub bias: Option<f64>,
    /// The probability that nobody wins.
    pub none: f64,
}

/// The stronger player's share of the decided series, whoever starts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrongerDocument {
    /// The Elo leads of the stronger player that are looked at.
    pub leads: Vec<f64>,
    /// The share under the rule, for each lead.
    pub rule: Vec<f64>,
    /// The same for best of n.
    pub best_of: Vec<BestOfDocument>,
}

/// The stronger player's share under best of n.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestOfDocument {
    /// The number of games.
    pub n: u32,
    /// The share for each lead.
    pub shares: Vec<f64>,
}

/// What one score is worth as soon as it comes up.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ScoreValue"))]
pub struct ScoreDocument {
    /// A's points.
    pub a_points: u32,
    /// B's points.
    pub b_points: u32,
    /// The probability that it ever comes up.
    pub reached: f64,
    /// A wins from there.
    pub a: f64,
    /// B wins from there.
    pub b: f64,
    /// Nobody wins from there.
    pub none: f64,
}

impl RuleSheetDocument {
    /// Works everything out. What would take too long for a large rule is left out.
    pub fn new(
        series: &Series,
        options: &RuleSheetOptions,
        lang: Lang,
    ) -> Result<Self, InputError> {
        if series.limit() > MAX_RULE_GAMES {
            let allowed = format!("1..{MAX_RULE_GAMES}");
            return Err(InputError::new("limit", series.limit(), Problem::RuleTooLong, allowed));
        }
        let small = series.work() <= MAX_CURVE_WORK;
        let exact = small && series.limit() <= EXACT_LIMIT;
        let evaluate =
            |exact| series.evaluate(&EvaluationOptions { exact, ..EvaluationOptions::default() });
        let evaluation = match evaluate(exact) {
            Err(_) if exact => evaluate(false)?,
            evaluation => evaluation?,
        };
        let evaluation = EvalDocument::new(&evaluation);
        let model = series.model();
        let mut left_out = Vec::new();
        let mut leave_out = |part, reason| left_out.push(LeftOutDocument { part, reason });
        let (examples, too_long) = examples(series).unwrap_or_else(|_| {
            leave_out("examples", "work");
            (Vec::new(), false)
        });
        if too_long {
            leave_out("examples", "length");
        }
        let undecided = evaluation.outcome.endings.none > 0.0;
        let longer = if small && undecided { longer(series) } else { None };
        if undecided && longer.is_none() {
            leave_out("longer", "work");
        }
        if model.rates().is_none() || !small {
            let reason = if small { "no_rate" } else { "work" };
            leave_out("rates", reason);
            leave_out("stronger", reason);
        }
        let chances = series.score_chances().unwrap_or_else(|_| {
            leave_out("scores", "work");
            Vec::new()
        });
        let drawable = !chances.is_empty() && series.scores_fit_a_chart();
        let score_chart = drawable.then(|| Chart::chance_by_score(series, &chances, lang));
        if !chances.is_empty() && score_chart.is_none() {
            leave_out("score_chart", "length");
        }
        Ok(Self {
            schema: SchemaName::default(),
            version: VERSION,
            lang,
            title: options.title.clone(),
            names: options.names.clone(),
            command: command(series, options, lang),
            equal_players: model.game(Player::A) == model.game(Player::B),
            examples,
            compared: compared(series)?,
            longer,
            rates: if small { rates(series)? } else { Vec::new() },
            stronger: if small { stronger(series)? } else { None },
            charts: charts(series, &evaluation, score_chart, small, lang)?,
            error_bound: error_bound(series, &chances),
            scores: chances.iter().map(ScoreDocument::new).collect(),
            left_out,
            evaluation,
        })
    }

    /// The number of games of the best of n that the rule is compared with first.
    pub(super) fn best_of(&self) -> Option<&ComparedDocument> {
        self.compared.iter().rev().find(|compared| compared.kind == "best_of")
    }

    /// The row of a rate so many percentage points from the assumed one.
    pub(super) fn at(&self, beside: f64) -> Option<&RateDocument> {
        let p = self.evaluation.model.p.as_ref()?.to_f64() + beside / 100.0;
        self.rates.iter().find(|rate| (rate.p - p).abs() < 1e-9)
    }

    /// Whether games are played that do not count.
    pub(super) fn replays(&self) -> bool {
        let games = &self.evaluation.games;
        games.expected_played > games.expected * (1.0 + 1e-9)
    }

    /// The first player's share of the decided games, where it is the same for both players.
    pub(super) fn first_share(&self) -> Option<f64> {
        let model = &self.evaluation.model;
        match (&model.p, &model.a_first) {
            _ if !self.equal_players => None,
            (Some(p), _) => Some(p.to_f64()),
            (None, game) => game.as_ref().map(|game| game.first / (game.first + game.second)),
        }
    }

    /// The probability that nobody wins. Where all games can be drawn it is never nothing,
    /// be it too small for a number.
    pub(super) fn none(&self) -> f64 {
        let Self { evaluation: EvalDocument { model, rule, outcome, .. }, .. } = self;
        let drawn = match (&model.f, &model.a_first, &model.b_first) {
            (_, Some(a), Some(b)) => a.draw > 0.0 && b.draw > 0.0,
            (f, ..) => f.as_ref().is_some_and(|f| !f.exact().is_zero()),
        };
        let all_drawn = drawn && matches!(rule.draws.as_str(), "pass" | "keep");
        outcome.endings.none.max(if all_drawn { f64::MIN_POSITIVE } else { 0.0 })
    }

    /// How the bias moves with p and with f: from the fractions, where they are known.
    pub(super) fn slopes(&self) -> Option<[f64; 2]> {
        let exact = self.evaluation.exact.as_ref().and_then(|exact| exact.sensitivity.as_ref());
        match exact {
            Some(exact) => Some([&exact.p, &exact.f].map(Fraction::to_f64)),
            None => self.evaluation.sensitivity.as_ref().map(|slopes| [slopes.p, slopes.f]),
        }
    }
}

impl ComparedDocument {
    fn new(kind: &'static str, limit: u32, figures: &Figures<f64>) -> Self {
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

/// The largest odd number of games that the limit allows.
fn best_of(series: &Series) -> u32 {
    let limit = series.limit().min(MOST_BEST_OF);
    limit - u32::from(limit.is_multiple_of(2))
}

/// Rules that everybody knows, from short to long, up to the limit of the rule.
fn compared(series: &Series) -> Result<Vec<ComparedDocument>, InputError> {
    let mut kinds = vec![BaselineKind::OneGame, BaselineKind::OneEach];
    kinds.extend([3, 5, 7].into_iter().filter(|&n| n < best_of(series)).map(BaselineKind::BestOf));
    if best_of(series) > 1 {
        kinds.push(BaselineKind::BestOf(best_of(series)));
    }
    let compare = |kind: BaselineKind| {
        let (name, limit) = match kind {
            BaselineKind::OneGame => ("one_game", 1),
            BaselineKind::OneEach => ("one_each", 2),
            BaselineKind::BestOf(n) => ("best_of", n),
        };
        let figures = Series::new(series.model().clone(), kind.rule()?)?.figures();
        Ok(ComparedDocument::new(name, limit, &figures))
    };
    kinds.into_iter().map(compare).collect()
}

/// The same rule with two games more.
fn longer(series: &Series) -> Option<ComparedDocument> {
    let limit = series.limit() + 2;
    let rule = series.rule().clone().with_limit(limit).ok()?;
    let longer = Series::new(series.model().clone(), rule).ok()?;
    Some(ComparedDocument::new("longer", limit, &longer.figures()))
}

fn rates(series: &Series) -> Result<Vec<RateDocument>, InputError> {
    let Some((p, _)) = series.model().rates() else {
        return Ok(Vec::new());
    };
    let beside = |points: &i32| {
        let rate = p.exact() + Rational::from(*points) / Rational::from(100);
        Probability::new(rate).ok()
    };
    let ps: Vec<Probability> = BESIDE.iter().filter_map(beside).collect();
    let rows = series.at_rates(&ps)?.unwrap_or_default().into_iter();
    Ok(rows
        .map(|at| RateDocument {
            p: at.p.to_f64(),
            a_of_decided: at.figures.decided(),
            bias: at.figures.bias(),
            none: at.figures.outcome.none,
        })
        .collect())
}

fn stronger(series: &Series) -> Result<Option<StrongerDocument>, InputError> {
    let mut numbers: Vec<u32> = [1, 3, 5, 7, best_of(series)].to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let by_lead = series.by_lead(&LEADS, &numbers)?;
    Ok(by_lead.map(|by_lead| StrongerDocument {
        leads: LEADS.to_vec(),
        rule: by_lead.rule,
        best_of: by_lead
            .best_of
            .into_iter()
            .map(|(n, shares)| BestOfDocument { n, shares })
            .collect(),
    }))
}

impl ScoreDocument {
    fn new(score: &ScoreChance) -> Self {
        let [a, b, none] = score.chances();
        let &ScoreChance { a_points, b_points, reached, .. } = score;
        Self { a_points, b_points, reached, a, b, none }
    }
}

/// A bound on the error of what is swept for this page, the longest rule that it compares
/// included. What comes up at a score is a difference for each game, so that there the errors
/// of all games add up; leads are rounded themselves, for each game once.
fn error_bound(series: &Series, scores: &[ScoreChance]) -> f64 {
    let games = f64::from(series.limit().max(7) + 2);
    let sweep = series.error_bound() * games / f64::from(series.limit());
    if scores.is_empty() { 10.0 * sweep } else { 10.0 * games * sweep }
}

/// The charts, as far as they are not too much work. The page has the rule and the rates
/// already, so that they need no subtitle.
fn charts(
    series: &Series,
    evaluation: &EvalDocument,
    score_chart: Option<Chart>,
    small: bool,
    lang: Lang,
) -> Result<Vec<ChartDocument>, InputError> {
    let bias = if small { series.bias_curve()? } else { None };
    let stronger = if small { series.stronger_curve()? } else { None };
    let charts = [
        ("bias", bias.map(|curve| Chart::bias_against_p(series, &curve, lang))),
        ("games", Some(Chart::games(evaluation, lang))),
        ("scores", score_chart),
        ("stronger", stronger.map(|by_lead| Chart::stronger(series, &by_lead, lang))),
    ];
    let bare = |chart| Chart { subtitle: String::new(), ..chart };
    Ok(charts
        .into_iter()
        .filter_map(|(about, chart)| Some(ChartDocument { about, chart: bare(chart?) }))
        .collect())
}
