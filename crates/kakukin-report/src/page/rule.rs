//! The rule sheet as a document: every figure that its page prints.

use super::{ExampleDocument, VERSION, example::examples, quoted};
use crate::{Chart, EvalDocument, EvalOptions, Lang, layout::as_f64};
use kakukin_series::{
    BaselineKind, Figures, InputError, LEADS, Player, Probability, Rational, Series,
};
use serde::Serialize;

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
pub struct RuleSheetDocument {
    /// Name and version of this format.
    pub schema: &'static str,
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
    /// The command that computes this document again.
    pub command: String,
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
    /// The stronger player's share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stronger: Option<StrongerDocument>,
    /// What every score is worth; empty if there are too many.
    pub scores: Vec<ScoreDocument>,
    /// The charts.
    pub charts: Vec<ChartDocument>,
}

/// One chart of the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChartDocument {
    /// What it is about: `bias`, `games`, `scores` or `stronger`.
    pub about: &'static str,
    /// The chart itself.
    #[serde(flatten)]
    pub chart: Chart,
}

/// Another rule under the same model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedDocument {
    /// `one_game`, `one_each`, `best_of` or `longer`.
    pub kind: &'static str,
    /// Its limit.
    pub limit: u32,
    /// A's share of the decided series.
    pub a_of_decided: Option<f64>,
    /// That less one half.
    pub bias: Option<f64>,
    /// Nobody wins.
    pub none: f64,
    /// Expected number of games.
    pub expected: f64,
}

/// The rule at one win rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RateDocument {
    /// The first player's share of the decided games.
    pub p: f64,
    /// A's share of the decided series.
    pub a_of_decided: Option<f64>,
    /// That less one half.
    pub bias: Option<f64>,
    /// Nobody wins.
    pub none: f64,
}

/// The stronger player's share of the decided series, whoever starts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrongerDocument {
    /// Elo leads.
    pub leads: Vec<f64>,
    /// The share under the rule, for each lead.
    pub rule: Vec<f64>,
    /// The same for best of n.
    pub best_of: Vec<BestOfDocument>,
}

/// The stronger player's share under best of n.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BestOfDocument {
    /// The number of games.
    pub n: u32,
    /// The share for each lead.
    pub shares: Vec<f64>,
}

/// What one score is worth as soon as it comes up.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
        let small = series.work() <= MAX_CURVE_WORK;
        let exact = small && series.limit() <= EXACT_LIMIT;
        let evaluate =
            |exact| EvalDocument::new(series, &EvalOptions { exact, ..EvalOptions::default() });
        let evaluation = match evaluate(exact) {
            Err(_) if exact => evaluate(false)?,
            evaluation => evaluation?,
        };
        let beyond_doubt = evaluation.outcome.endings.none <= evaluation.error_bound;
        Ok(Self {
            schema: "kakukin/rule-sheet/1",
            version: VERSION,
            lang,
            title: options.title.clone(),
            names: options.names.clone(),
            command: command(series, options),
            examples: examples(series).unwrap_or_default(),
            compared: compared(series)?,
            longer: if small && !beyond_doubt { longer(series) } else { None },
            rates: if small { rates(series)? } else { Vec::new() },
            stronger: if small { stronger(series)? } else { None },
            scores: scores(series),
            charts: charts(series, &evaluation, small, lang)?,
            evaluation,
        })
    }

    /// The number of games of the best of n that the rule is compared with first.
    pub(super) fn best_of(&self) -> Option<&ComparedDocument> {
        self.compared.iter().rev().find(|compared| compared.kind == "best_of")
    }

    /// The row of a rate so many percentage points from the assumed one.
    pub(super) fn at(&self, beside: f64) -> Option<&RateDocument> {
        let p = as_f64(self.evaluation.model.p.as_deref()?) + beside / 100.0;
        self.rates.iter().find(|rate| (rate.p - p).abs() < 1e-9)
    }

    /// Whether games are played that do not count.
    pub(super) fn replays(&self) -> bool {
        let games = &self.evaluation.games;
        games.expected_played > games.expected * (1.0 + 1e-9)
    }

    /// Whether the players are equal, so that a bias is the rule's and nobody's merit.
    pub(super) fn equal_players(&self) -> bool {
        let model = &self.evaluation.model;
        model.p.is_some() && model.elo.is_none_or(|elo| elo == 0.0)
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
        Probability::parse("p", &rate.to_string()).ok()
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

fn scores(series: &Series) -> Vec<ScoreDocument> {
    let scores = series.score_chances().unwrap_or_default().into_iter();
    let document = |score: kakukin_series::ScoreChance| {
        let [a, b, none] = score.chances();
        let (a_points, b_points) = (score.a_points, score.b_points);
        ScoreDocument { a_points, b_points, reached: score.reached, a, b, none }
    };
    scores.map(document).collect()
}

/// The charts, as far as they are not too much work. The page has the rule and the rates
/// already, so that they need no subtitle.
fn charts(
    series: &Series,
    evaluation: &EvalDocument,
    small: bool,
    lang: Lang,
) -> Result<Vec<ChartDocument>, InputError> {
    let curve = |draw: fn(&Series, Lang) -> Result<Option<Chart>, InputError>| match small {
        true => draw(series, lang),
        false => Ok(None),
    };
    let charts = [
        ("bias", curve(Chart::bias_against_p)?),
        ("games", Some(Chart::games(evaluation, lang))),
        ("scores", Chart::chance_by_score(series, lang).unwrap_or_default()),
        ("stronger", curve(Chart::stronger)?),
    ];
    let bare = |chart| Chart { subtitle: String::new(), ..chart };
    Ok(charts
        .into_iter()
        .filter_map(|(about, chart)| Some(ChartDocument { about, chart: bare(chart?) }))
        .collect())
}

/// The command that makes the sheet again, with everything spelt out.
fn command(series: &Series, options: &RuleSheetOptions) -> String {
    let (model, rule) = (series.model(), series.rule());
    let mut words = ["kakukin", "report", "rule"].map(String::from).to_vec();
    let mut option = |name: &str, value: &str| words.extend([format!("--{name}"), quoted(value)]);
    match model.rates() {
        Some((p, f)) => {
            option("p", &p.to_string());
            option("f", &f.to_string());
            if let Some(elo) = model.elo() {
                option("elo", &elo.to_string());
            }
        }
        None => {
            for (name, first) in [("a-first", Player::A), ("b-first", Player::B)] {
                let game = model.game(first);
                option(name, &format!("{},{},{}", game.first, game.draw, game.second));
            }
        }
    }
    let document = crate::RuleDocument::new(series);
    option("points", &document.points_as_written());
    option("turns", &document.turns);
    option("draws", &document.draws_as_written());
    option("limit", &document.limit.to_string());
    if let Some(title) = &options.title {
        option("title", title);
    }
    if let Some([a, b]) = &options.names {
        option("a", a);
        option("b", b);
    }
    if rule.clinch() {
        words.push("--clinch".into());
    }
    words.join(" ")
}
