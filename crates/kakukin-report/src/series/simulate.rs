//! A simulation beside the exact figures.

use crate::{
    Lang, ModelDocument, OutcomeDocument, RuleDocument, SchemaName, Shares, csv::csv_table,
    layout::columns, series::words::EndingLine,
};
use kakukin_series::{Observed, Outcome, Simulation, Tally};
use serde::Serialize;

/// What was observed, what is exact, and how far chance may take them apart.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimulateDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// How one game goes.
    pub model: ModelDocument,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// Series played.
    pub series: u64,
    /// Series asked for; more than were played if it was cancelled.
    pub requested: u64,
    /// The seed: the same one gives the same figures.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: f64,
    /// The author's breakdown: numbers of series.
    pub counts: Breakdown<u64>,
    /// The exact probabilities of the breakdown.
    pub exact_breakdown: Breakdown<f64>,
    /// All series by ending.
    pub outcome: OutcomeDocument<Observed>,
    /// Shares of the decided series; null if none was decided.
    pub decided: Option<Shares<Observed>>,
    /// The number of games.
    pub games: GamesObserved,
}

/// Series without and with drawn games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Breakdown_{N}"))]
pub struct Breakdown<N> {
    /// No game was drawn.
    pub without_draws: Outcome<N>,
    /// At least one game was drawn.
    pub with_draws: Outcome<N>,
}

/// The number of games as observed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesObserved {
    /// Mean of the series played.
    pub mean: f64,
    /// Exact expectation.
    pub expected: f64,
    /// Mean number of games really played.
    pub played_mean: f64,
    /// Exact expectation of it.
    pub played_expected: f64,
    /// Numbers of series by number of games.
    pub distribution: Vec<GamesCount>,
}

/// One number of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesCount {
    /// The number of games.
    pub games: u32,
    /// How many series took it.
    pub count: u64,
    /// The exact probability.
    pub exact: f64,
}

impl Breakdown<u64> {
    /// The series of a tally.
    pub(crate) fn new(tally: &Tally) -> Self {
        let Tally { without_draws, with_draws, .. } = tally.clone();
        Self { without_draws, with_draws }
    }
}

impl SimulateDocument {
    /// The document of a simulation.
    pub fn new(simulation: &Simulation) -> Self {
        let Simulation { series, tally, figures, .. } = simulation;
        let games = tally.games.iter().zip(&figures.games).enumerate();
        let [a, b] = simulation.won.clone();
        Self {
            schema: SchemaName::default(),
            model: ModelDocument::new(series.model()),
            rule: RuleDocument::new(series),
            series: tally.series,
            requested: simulation.requested,
            seed: simulation.seed,
            confidence: simulation.confidence.level(),
            counts: Breakdown::new(tally),
            exact_breakdown: Breakdown {
                without_draws: simulation.exact_without_draws.clone(),
                with_draws: simulation.exact_with_draws.clone(),
            },
            outcome: OutcomeDocument { endings: simulation.outcome.clone(), a, b },
            decided: simulation.decided.clone().map(|[a, b]| Shares { a, b }),
            games: GamesObserved {
                mean: tally.mean_games(),
                expected: figures.expected_games(),
                played_mean: tally.mean_played(),
                played_expected: simulation.expected_played,
                distribution: games
                    .filter(|(_, (count, exact))| **count > 0 || **exact > 0.0)
                    .map(|(games, (&count, &exact))| GamesCount {
                        games: games as u32,
                        count,
                        exact,
                    })
                    .collect(),
            },
        }
    }

    /// The rows of the table of endings, counts without and with draws, and the rate.
    fn rows(&self) -> Vec<(EndingLine, u64, u64, &Observed)> {
        let (x, y) = (&self.counts.without_draws, &self.counts.with_draws);
        let e = &self.outcome.endings;
        let rows = self.rule.endings().into_iter().map(|line| match line {
            EndingLine::By(ending) => (line, *x.of(ending), *y.of(ending), e.of(ending)),
            EndingLine::Won(player) => {
                let count = |of: &Outcome<u64>| of.won()[player as usize];
                let observed = [&self.outcome.a, &self.outcome.b][player as usize];
                (line, count(x), count(y), observed)
            }
        });
        rows.collect()
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}\n{}\n\n", self.rule.sentences(lang), self.model.sentence(lang));
        text += &tr!(lang, "simulate.head", series = self.series, seed = self.seed);
        if self.series < self.requested {
            text += &tr!(lang, "simulate.interrupted", requested = self.requested);
        }
        text += "\n\n";
        let number = |x: f64| format!("{:.4}", 100.0 * x);
        let interval =
            |o: &Observed| format!("{}-{}", number(o.interval[0]), number(o.interval[1]));
        let mark =
            |o: &Observed| tr!(lang, if o.inside { "simulate.inside" } else { "simulate.outside" });
        let header = ["without_draws", "with_draws", "rate", "interval", "exact", "agrees"];
        let mut titles = vec![String::new()];
        let level = format!("{}", (self.confidence * 1e6).round() / 1e4);
        titles.extend(header.iter().map(|key| tr!(lang, format!("simulate.{key}"), level = level)));
        let mut rows: Vec<Vec<String>> = self
            .rows()
            .into_iter()
            .map(|(line, without, with, o)| {
                vec![
                    tr!(lang, line.key()),
                    without.to_string(),
                    with.to_string(),
                    number(o.rate),
                    interval(o),
                    number(o.exact),
                    mark(o),
                ]
            })
            .collect();
        if let Some(decided) = &self.decided {
            let o = &decided.a;
            rows.push(vec![
                tr!(lang, "eval.a_of_decided"),
                String::new(),
                String::new(),
                number(o.rate),
                interval(o),
                number(o.exact),
                mark(o),
            ]);
        }
        text += &columns(titles, rows, &[0]);
        let miss = format!("{}", ((1.0 - self.confidence) * 1e6).round() / 1e4);
        text += &format!("{}\n", tr!(lang, "simulate.note", level = level, miss = miss));
        let games = &self.games;
        let (mean, expected) = (format!("{:.4}", games.mean), format!("{:.4}", games.expected));
        text += &format!("\n{}\n", tr!(lang, "simulate.games", mean = mean, expected = expected));
        if games.played_expected > games.expected * (1.0 + 1e-9) {
            let mean = format!("{:.4}", games.played_mean);
            let expected = format!("{:.4}", games.played_expected);
            text +=
                &format!("{}\n", tr!(lang, "simulate.played", mean = mean, expected = expected));
        }
        text
    }

    /// One CSV row for each ending.
    pub fn csv(&self) -> String {
        let rows = self.rows().into_iter().map(|(line, x, y, o)| {
            let name = match line {
                EndingLine::Won(player) => ["a", "b"][player as usize],
                EndingLine::By(ending) => ending.code(),
            };
            (name, Some(x), Some(y), o)
        });
        let decided = self.decided.iter().map(|shares| ("decided_a", None, None, &shares.a));
        csv_table!(rows.chain(decided), |(ending, without_draws, with_draws, observed)| {
            ending: ending,
            without_draws: without_draws,
            with_draws: with_draws,
            rate: observed.rate,
            low: observed.interval[0],
            high: observed.interval[1],
            exact: observed.exact,
            inside: observed.inside,
        })
    }
}
