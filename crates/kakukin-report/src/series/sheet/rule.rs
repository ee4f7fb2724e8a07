//! The rule sheet as a document: every figure that its page prints.

use super::{VERSION, command::command};
use crate::{Chart, EvalDocument, Lang, SchemaName};
use kakukin_core::Fraction;
use kakukin_series::{
    AtRate, ByLead, ComparedKind, ComparedRule, Draws, Example, LeftOut, Nearby, RuleChart,
    RuleSheet, ScoreChance, SheetPages, Undecided,
};
use serde::Serialize;

/// What the organiser adds to the rule.
#[derive(Debug, Clone, Default)]
pub struct RuleSheetOptions {
    /// The title of the page.
    pub title: Option<String>,
    /// The date, as it shall be printed.
    pub date: Option<String>,
    /// The names of A and B.
    pub names: Option<[String; 2]>,
    /// Which pages are wanted.
    pub pages: SheetPages,
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
    /// The date, if the organiser gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Which pages are wanted.
    pub pages: SheetPages,
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
    pub examples: Vec<Example>,
    /// One short course that shows how the rule works; left out where all are long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub telling: Option<Example>,
    /// The worst bias if p is only about what is assumed; left out where that means nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearby: Option<Nearby>,
    /// Rules that everybody knows, under the same model.
    pub compared: Vec<ComparedRule>,
    /// The same rule with two games more, where a series can end without a winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<ComparedRule>,
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
    pub left_out: Vec<LeftOut>,
}

/// One chart of the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChartDocument {
    /// What it is about.
    pub about: RuleChart,
    /// The chart itself.
    #[serde(flatten)]
    pub chart: Chart,
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
    /// The document of what a sheet says.
    pub fn new(sheet: &RuleSheet, options: &RuleSheetOptions, lang: Lang) -> Self {
        let evaluation = EvalDocument::new(&sheet.evaluation);
        Self {
            schema: SchemaName::default(),
            version: VERSION,
            lang,
            title: options.title.clone(),
            date: options.date.clone(),
            pages: options.pages,
            names: options.names.clone(),
            command: command(&sheet.evaluation.series, options, lang),
            equal_players: sheet.equal_players,
            examples: sheet.examples.clone(),
            telling: sheet.telling.clone(),
            nearby: sheet.nearby,
            compared: sheet.compared.clone(),
            longer: sheet.longer.clone(),
            rates: sheet.rates.iter().map(RateDocument::new).collect(),
            stronger: sheet.stronger.as_ref().map(StrongerDocument::new),
            charts: charts(sheet, &evaluation, lang),
            error_bound: sheet.error_bound,
            scores: sheet.scores.iter().map(ScoreDocument::new).collect(),
            left_out: sheet.left_out.clone(),
            evaluation,
        }
    }

    /// The longest plain match that takes no more games than the rule.
    pub(super) fn best_of(&self) -> Option<&ComparedRule> {
        let matches = self.compared.iter().filter(|other| other.kind == ComparedKind::BestOf);
        matches.rev().find(|other| other.limit <= self.evaluation.rule.limit)
    }

    /// The row of a rate so many percentage points from the assumed one.
    pub(super) fn at(&self, beside: f64) -> Option<&RateDocument> {
        let p = self.evaluation.model.p.as_ref()?.to_f64() + beside / 100.0;
        self.rates.iter().find(|rate| (rate.p - p).abs() < 1e-9)
    }

    /// Whether draws are played that do not count.
    pub(super) fn replays(&self) -> bool {
        let games = &self.evaluation.games;
        self.evaluation.rule.replays() && games.expected_played > games.expected * (1.0 + 1e-9)
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
        let all_drawn = drawn && matches!(rule.draws, Draws::Pass | Draws::Keep);
        if rule.undecided != Undecided::None {
            return 0.0;
        }
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

impl RateDocument {
    fn new(at: &AtRate) -> Self {
        Self {
            p: at.p.to_f64(),
            a_of_decided: at.figures.decided(),
            bias: at.figures.bias(),
            none: at.figures.outcome.none,
        }
    }
}

impl StrongerDocument {
    fn new(by_lead: &ByLead) -> Self {
        let best_of = by_lead.best_of.iter();
        Self {
            leads: by_lead.leads.clone(),
            rule: by_lead.rule.clone(),
            best_of: best_of
                .map(|(n, shares)| BestOfDocument { n: *n, shares: shares.clone() })
                .collect(),
        }
    }
}

impl ScoreDocument {
    fn new(score: &ScoreChance) -> Self {
        let [a, b, none] = score.chances();
        let &ScoreChance { a_points, b_points, reached, .. } = score;
        Self { a_points, b_points, reached, a, b, none }
    }
}

/// The charts, as far as there are figures for them. The page has the rule and the rates
/// already, so that they need no subtitle.
fn charts(sheet: &RuleSheet, evaluation: &EvalDocument, lang: Lang) -> Vec<ChartDocument> {
    let series = &sheet.evaluation.series;
    let bias = sheet.bias_curve.as_ref().map(|curve| Chart::bias_against_p(series, curve, lang));
    let scores = (!sheet.scores.is_empty() && series.scores_fit_a_chart())
        .then(|| Chart::chance_by_score(series, &sheet.scores, lang));
    let stronger = sheet.stronger_curve.as_ref().map(|curve| Chart::stronger(series, curve, lang));
    let charts = [
        (RuleChart::Bias, bias),
        (RuleChart::Games, Some(Chart::games(evaluation, lang))),
        (RuleChart::Scores, scores),
        (RuleChart::Stronger, stronger),
    ];
    let bare = |chart| Chart { subtitle: String::new(), ..chart };
    charts
        .into_iter()
        .filter_map(|(about, chart)| Some(ChartDocument { about, chart: bare(chart?) }))
        .collect()
}
