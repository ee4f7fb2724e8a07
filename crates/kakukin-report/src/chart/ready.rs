//! Ready-made charts, from series and documents.

use super::{Axis, Bars, Chart, Dots, Group, Heat, Line, Lines, Mark, Panel, Plot, Scale, Unit};
use crate::{
    EvalDocument, FindDocument, Lang, LiveDocument, ModelDocument, RuleDocument, TableDocument,
    TableRow,
    series::words::{Clauses, exact_percent, turns_words},
};
use kakukin_core::Fraction;
use kakukin_series::{
    AtRate, ByLead, Chances, ChartData, Draws, Evaluation, Player, ScoreChance, Series, Turns,
    unscaled,
};
use std::collections::{BTreeSet, HashSet};

/// Biases below this are the same on a chart of ratios.
const LEAST_BIAS: f64 = 1e-6;
/// Biases beyond this have the same colour.
const FULL_BIAS: f64 = 0.1;
/// The most bars: about one for each unit of the chart's width.
const MOST_BARS: usize = 600;
/// The longest series whose chart leaves room for all its games.
const LONG: f64 = 40.0;
/// The most characters of a name.
const NAME: usize = 24;
/// The most curves of one table.
const MOST_LINES: usize = 8;

impl Chart {
    /// A chart of one rule.
    pub fn of_rule(evaluation: &Evaluation, data: &ChartData, lang: Lang) -> Self {
        let series = &evaluation.series;
        match data {
            ChartData::Bias(curve) => Self::bias_against_p(series, curve, lang),
            ChartData::Games => Self::games(&EvalDocument::new(evaluation), lang),
            ChartData::Scores(scores) => Self::chance_by_score(series, scores, lang),
            ChartData::Stronger(by_lead) => Self::stronger(series, by_lead, lang),
        }
    }

    /// The bias of a rule against the first player's win rate, the limit held; the rate
    /// that the rule was made for is marked.
    pub fn bias_against_p(series: &Series, curve: &[AtRate], lang: Lang) -> Self {
        let points = curve.iter().map(|at| {
            let bias = at.figures.bias().unwrap_or(f64::NAN);
            [at.p.to_f64(), bias]
        });
        let axis = Axis::new(tr!(lang, "chart.p"), Unit::Percent);
        let plot = Lines {
            x: match (curve.first(), curve.last()) {
                (Some(first), Some(last)) => axis.between(first.p.to_f64(), last.p.to_f64()),
                _ => axis,
            },
            y: Axis::new(tr!(lang, "chart.bias"), Unit::Points),
            lines: vec![Line { name: tr!(lang, "chart.bias"), points: points.collect() }],
            marks: series
                .model()
                .rates()
                .map(|(p, _)| Mark {
                    at: p.to_f64(),
                    label: tr!(lang, "chart.p_mark", p = exact_percent(&p.exact().into())),
                })
                .into_iter()
                .collect(),
            band: None,
        };
        Self::of_series(series, "chart.bias_against_p", Plot::Lines(plot), lang)
    }

    /// How likely each number of games is, the expected number marked.
    pub fn games(document: &EvalDocument, lang: Lang) -> Self {
        let games = &document.games;
        // Nobody sees a bar that is a millionth as long as another; there may be a million.
        let most = games.distribution.iter().map(|entry| entry.probability).fold(0.0, f64::max);
        let seen = games.distribution.iter().filter(|entry| entry.probability > most * 1e-6);
        let bars = seen.take(MOST_BARS).map(|entry| (entry.games, entry.probability));
        let plot = Bars {
            x: Axis::new(tr!(lang, "chart.games"), Unit::Number),
            y: Axis::new(tr!(lang, "column.probability"), Unit::Percent),
            bars: bars.collect(),
            marks: vec![Mark {
                at: games.expected,
                label: tr!(lang, "chart.expected", games = format!("{:.2}", games.expected)),
            }],
        };
        Self {
            title: tr!(lang, "chart.games_title"),
            subtitle: subtitle(&document.rule, &document.model, lang),
            plot: Plot::Bars(plot),
        }
    }

    /// A's chance by score, when the score comes up.
    pub fn chance_by_score(series: &Series, scores: &[ScoreChance], lang: Lang) -> Self {
        let scale = series.rule().points().scale;
        let points = |pick: fn(&ScoreChance) -> u32| -> Vec<u32> {
            scores.iter().map(pick).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let (rows, columns) = (points(|s| s.a_points), points(|s| s.b_points));
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for score in scores {
            let row = rows.binary_search(&score.a_points);
            let column = columns.binary_search(&score.b_points);
            if let (Ok(row), Ok(column)) = (row, column) {
                cells[row][column] = Some(score.chances()[0]);
            }
        }
        let named = |points: &[u32]| points.iter().map(|&x| unscaled(x, scale)).collect();
        let plot = Heat {
            x: tr!(lang, "chart.points_b"),
            y: tr!(lang, "chart.points_a"),
            value: Axis::new(tr!(lang, "chart.a_wins"), Unit::Percent).between(0.0, 1.0),
            middle: 0.5,
            ends: [tr!(lang, "chart.b_ahead"), tr!(lang, "chart.a_ahead")],
            panels: vec![Panel {
                name: String::new(),
                columns: named(&columns),
                rows: named(&rows),
                cells,
            }],
        };
        Self::of_series(series, "chart.by_score", Plot::Heat(plot), lang)
    }

    /// The stronger player's share against his lead, beside best of n games.
    pub fn stronger(series: &Series, by_lead: &ByLead, lang: Lang) -> Self {
        let line = |name: String, shares: &[f64]| Line {
            name,
            points: by_lead.leads.iter().zip(shares).map(|(&lead, &share)| [lead, share]).collect(),
        };
        let mut lines = vec![line(tr!(lang, "chart.this_rule"), &by_lead.rule)];
        lines.extend(by_lead.best_of.iter().map(|(n, shares)| {
            let name = match n {
                1 => tr!(lang, "find.baseline.one_game"),
                _ => tr!(lang, "find.baseline.best_of", n = n),
            };
            line(name, shares)
        }));
        let plot = Lines {
            x: Axis::new(tr!(lang, "chart.lead"), Unit::Number),
            y: Axis::new(tr!(lang, "chart.stronger_wins"), Unit::Percent),
            lines,
            marks: Vec::new(),
            band: None,
        };
        Self::of_series(series, "chart.stronger", Plot::Lines(plot), lang)
    }

    /// The rules that were found: bias against expected games, beside those that everybody
    /// knows.
    pub fn frontier(document: &FindDocument, lang: Lang) -> Self {
        let place = |found: &crate::series::find::FoundDocument| {
            let bias = found.bias.map_or(f64::NAN, f64::abs);
            [found.games.expected_played, bias]
        };
        // The turn order is told where there are several.
        let first = document.rules.first().map(|found| &found.rule.turns);
        let several = document.rules.iter().any(|found| Some(&found.rule.turns) != first);
        let found = document.rules.iter().map(|found| {
            let turns = found.rule.turns_in("turns_short", lang);
            let points = found.rule.points_as_written();
            (if several { format!("{points} {turns}") } else { points }, place(found))
        });
        let known = document.baselines.iter().map(|baseline| {
            (crate::series::find::baseline_name(baseline.name, lang), place(&baseline.found))
        });
        let known: Vec<_> = known.collect();
        let found: Vec<_> = found.collect();
        let all = found.iter().chain(&known).map(|(_, [_, bias])| *bias);
        let least = all.filter(|bias| *bias > 0.0).fold(1e-3, f64::min).max(LEAST_BIAS);
        let least = 10f64.powf(least.log10().floor());
        let exists = |(_, [_, bias]): &(String, [f64; 2])| bias.is_finite();
        let group = |key: &str, dots: Vec<_>| Group { name: tr!(lang, key), dots };
        let plot = Dots {
            x: Axis::new(tr!(lang, "chart.expected_games"), Unit::Number),
            y: Axis {
                scale: Scale::Ratios { least },
                ..Axis::new(tr!(lang, "chart.distance"), Unit::Percent)
            },
            groups: vec![
                group("chart.found", found.into_iter().filter(exists).collect()),
                group("chart.known", known.into_iter().filter(exists).collect()),
            ],
        };
        let rates = document.model.sentence(lang);
        Self {
            title: tr!(lang, "term.frontier"),
            subtitle: rates.lines().next().unwrap_or_default().to_string(),
            plot: Plot::Dots(plot),
        }
    }

    /// The chances of a live series, from the start to the last result.
    pub fn of_live(document: &LiveDocument, lang: Lang) -> Self {
        let chances = || {
            let results = document.course.history.iter().map(|game| game.chances);
            std::iter::once(document.course.at_start).chain(results)
        };
        let line = |name: String, chance: fn(Chances<f64>) -> f64| Line {
            name,
            points: (0u32..).zip(chances()).map(|(n, c)| [f64::from(n), chance(c)]).collect(),
        };
        let name = |player| shortened(&document.name(player, lang));
        let mut lines = vec![
            line(name(Player::A), |chances| chances.a),
            line(name(Player::B), |chances| chances.b),
        ];
        if chances().any(|chances| chances.none > 0.0) {
            lines.push(line(tr!(lang, "chart.nobody"), |chances| chances.none));
        }
        let played = document.course.history.len() as f64;
        let limit = Some(f64::from(document.course.games.limit)).filter(|limit| *limit <= LONG);
        // Ticks of fewer games would not be whole numbers.
        let end = played.max(limit.unwrap_or_default()).max(5.0);
        let plot = Lines {
            x: Axis::new(tr!(lang, "chart.results"), Unit::Number).between(0.0, end),
            y: Axis::new(tr!(lang, "chart.wins_series"), Unit::Percent).between(0.0, 1.0),
            lines,
            marks: Vec::new(),
            band: None,
        };
        Self {
            title: tr!(lang, "chart.live"),
            subtitle: subtitle(&document.rule, &document.model, lang),
            plot: Plot::Lines(plot),
        }
    }

    /// The biases of a table: a curve for each turn order and draw rate, or coloured cells
    /// where those would be too many.
    pub fn of_table(document: &TableDocument, lang: Lang) -> Self {
        let rows = &document.rows;
        let mut groups: Vec<(Option<&Turns>, &Fraction)> = Vec::new();
        for row in rows {
            let group = (order(row, document), &row.f);
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        let plot = if groups.len() <= MOST_LINES {
            Plot::Lines(curves_of(document, &groups, lang))
        } else {
            Plot::Heat(cells_of(document, lang))
        };
        Self { title: tr!(lang, "chart.table"), subtitle: tr!(lang, "chart.table_note"), plot }
    }

    fn of_series(series: &Series, title: &str, plot: Plot, lang: Lang) -> Self {
        let rule = RuleDocument::new(series);
        let model = ModelDocument::new(series.model());
        Self { title: tr!(lang, title), subtitle: subtitle(&rule, &model, lang), plot }
    }
}

/// The rule and the rates in one line; what is usual is not said.
fn subtitle(rule: &RuleDocument, model: &ModelDocument, lang: Lang) -> String {
    let mut text = tr!(
        lang,
        "chart.rule",
        points = rule.points_as_written(),
        turns = rule.turns_name(lang),
        limit = rule.limit
    );
    let Clauses { draws, ending, .. } = rule.clauses(lang);
    if rule.draws != Draws::Pass {
        text += &format!(" {draws}");
    }
    if let Some(ending) = ending.filter(|_| rule.clinch) {
        text += &format!(" {ending}");
    }
    format!("{text} {}", model.sentence(lang).replace('\n', " "))
}

/// A name that leaves room for others.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        None => name.to_string(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// The turn order of a row; orders that were searched for are all "the best".
fn order<'d>(row: &'d TableRow, document: &TableDocument) -> Option<&'d Turns> {
    let searched = document.searched.is_some() && matches!(row.rule.turns, Turns::Pattern(_));
    (!searched).then_some(&row.rule.turns)
}

fn curves_of(
    document: &TableDocument,
    groups: &[(Option<&Turns>, &Fraction)],
    lang: Lang,
) -> Lines {
    let lines = groups.iter().map(|&(turns, f)| {
        let of_group =
            document.rows.iter().filter(|row| order(row, document) == turns && row.f == *f);
        let mut of_group: Vec<&TableRow> = of_group.collect();
        of_group.sort_by(|a, b| a.p.cmp(&b.p));
        let mut points: Vec<[f64; 2]> = Vec::with_capacity(of_group.len());
        let mut before: Option<&TableRow> = None;
        for row in of_group {
            // A curve is of one rule: where another takes over, it breaks.
            if before.is_some_and(|before| {
                before.rule.points_as_written() != row.rule.points_as_written()
            }) {
                points.push([row.p.to_f64(), f64::NAN]);
            }
            points.push([row.p.to_f64(), row.bias.unwrap_or(f64::NAN)]);
            before = Some(row);
        }
        let turns = turns_words("turns", turns, lang);
        Line { name: tr!(lang, "chart.turns_f", turns = turns, f = exact_percent(f)), points }
    });
    Lines {
        x: Axis::new(tr!(lang, "chart.p"), Unit::Percent),
        y: Axis::new(tr!(lang, "chart.bias"), Unit::Points),
        lines: lines.collect(),
        marks: Vec::new(),
        band: None,
    }
}

/// A panel for each turn order.
fn cells_of(document: &TableDocument, lang: Lang) -> Heat {
    let rows = &document.rows;
    // Exact fractions in the order of their values.
    let sorted = |mut values: Vec<Fraction>| {
        values.sort();
        values.dedup();
        values
    };
    let ps = sorted(rows.iter().map(|row| row.p.clone()).collect());
    let fs = sorted(rows.iter().map(|row| row.f.clone()).collect());
    let mut orders: Vec<Option<&Turns>> = rows.iter().map(|row| order(row, document)).collect();
    let mut seen = HashSet::new();
    orders.retain(|turns| seen.insert(*turns));
    let panels = orders.into_iter().map(|turns| {
        let mut cells = vec![vec![None; ps.len()]; fs.len()];
        for row in rows.iter().filter(|row| order(row, document) == turns) {
            let at = |values: &[Fraction], value: &Fraction| values.iter().position(|x| x == value);
            if let (Some(f), Some(p)) = (at(&fs, &row.f), at(&ps, &row.p)) {
                cells[f][p] = row.bias;
            }
        }
        Panel {
            name: turns_words("turns", turns, lang),
            columns: ps.iter().map(exact_percent).collect(),
            rows: fs.iter().map(exact_percent).collect(),
            cells,
        }
    });
    let largest = rows.iter().filter_map(|row| row.bias).map(f64::abs).fold(0.01, f64::max);
    let full = largest.min(FULL_BIAS);
    Heat {
        x: tr!(lang, "chart.p_percent"),
        y: tr!(lang, "chart.f_percent"),
        value: Axis::new(tr!(lang, "chart.bias"), Unit::Points).between(-full, full),
        middle: 0.0,
        ends: [("chart.b_favoured", -full), ("chart.a_favoured", full)]
            .map(|(key, end)| tr!(lang, key, bias = Unit::Points.brief(end))),
        panels: panels.collect(),
    }
}
