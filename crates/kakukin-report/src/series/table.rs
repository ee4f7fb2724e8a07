//! Tables of rules over win rates and draw rates, in the lines of the author's articles.

use crate::{
    Lang, RuleDocument, SchemaName,
    csv::csv_table,
    lang::own_or_shared,
    layout::{columns, percent, signed_points},
    series::words::{TurnsChoice, exact_percent},
};
use kakukin_core::Fraction;
use kakukin_series::{BestRows, Probability, Row, Table, TableForm, Turns};
use serde::Serialize;

/// A table of evaluated rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// One entry for each pair of rates.
    pub rows: Vec<TableRow>,
    /// How the rules were found, if they were searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<BestDocument>,
}

/// A table of the fairest rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestDocument {
    /// Rules that were tried.
    pub rules: u64,
    /// Whether no rule that was asked for can be fairer.
    pub complete: bool,
    /// Mean distance of A's share of the decided series from one half; null if no rule was found.
    pub mean_bias: Option<f64>,
    /// Share of the rows within 3 percentage points of even; null if no rule was found.
    pub within_3: Option<f64>,
    /// Share of the rows within 1 percentage point of even; null if no rule was found.
    pub within_1: Option<f64>,
    /// Cases for which no rule meets the conditions.
    pub without: Vec<CaseDocument>,
}

/// One case of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseDocument {
    /// Turn order.
    pub turns: TurnsChoice,
    /// First player's win rate, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
}

/// One rule under one pair of rates.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableRow {
    /// First player's win rate, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
    /// The rule.
    pub rule: RuleDocument,
    /// The probability that A wins.
    pub a: f64,
    /// The probability that B wins.
    pub b: f64,
    /// The probability that nobody wins.
    pub none: f64,
    /// A's share of the decided series; null if none can be decided.
    pub decided_a: Option<f64>,
    /// That less one half; null if no series can be decided.
    pub bias: Option<f64>,
    /// Expected number of games.
    pub expected_games: f64,
    /// What the author's table printed; only for the author's rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<Printed>,
}

/// What the author's table printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PrintedRow"))]
pub struct Printed {
    /// A's chance in per cent.
    pub percent: &'static str,
    /// Shortest series.
    pub shortest: u32,
    /// Longest series.
    pub limit: u32,
}

impl BestDocument {
    fn new(found: &BestRows) -> Self {
        let case = |(turns, p, f): &(Option<Turns>, Probability, Probability)| CaseDocument {
            turns: TurnsChoice(turns.clone()),
            p: p.exact().into(),
            f: f.exact().into(),
        };
        Self {
            rules: found.rules,
            complete: found.complete,
            mean_bias: found.mean_bias(),
            within_3: found.share_within(0.03),
            within_1: found.share_within(0.01),
            without: found.without.iter().map(case).collect(),
        }
    }
}

impl TableDocument {
    /// The document of a table.
    pub fn new(table: &Table) -> Self {
        let searched = match table {
            Table::Chosen { .. } => None,
            Table::Fairest(found) => Some(BestDocument::new(found)),
        };
        let rows = table.rows().iter().map(TableRow::new).collect();
        Self { schema: SchemaName::default(), rows, searched }
    }

    /// The rows as lines of the author's articles, with exact values where those had
    /// sampled ones; draws are mentioned where there are any.
    pub fn text(&self, lang: Lang, form: TableForm) -> String {
        let widths = Widths::of(&self.rows);
        let mut text = String::new();
        for row in &self.rows {
            text += row.line(lang, form, &widths).trim_end();
            text += "\n";
        }
        text += &format!("\n{}\n", tr!(lang, "table.legend"));
        if let Some(searched) = &self.searched {
            text += &format!("\n{}\n", self.summary(searched, lang));
        }
        text
    }

    /// How good the best rules are, and whether they are the best.
    fn summary(&self, searched: &BestDocument, lang: Lang) -> String {
        let mut lines = Vec::new();
        let percent = |x: f64| format!("{:.1}", 100.0 * x);
        if let (Some(mean), Some(three), Some(one)) =
            (searched.mean_bias, searched.within_3, searched.within_1)
        {
            let (mean, three, one) = (format!("{:.4}", 100.0 * mean), percent(three), percent(one));
            let count = self.rows.len();
            let key = "table.best.summary";
            lines.push(tr!(lang, key, count = count, mean = mean, three = three, one = one));
        }
        if !searched.without.is_empty() {
            lines.push(tr!(lang, "table.best.without", count = searched.without.len()));
        }
        let key = if searched.complete { "table.best.complete" } else { "table.best.incomplete" };
        lines.push(tr!(lang, key, rules = searched.rules));
        lines.join("\n")
    }

    /// What the author printed beside what is true, row by row.
    pub fn comparison(&self, lang: Lang) -> String {
        let header = ["p", "rule", "printed", "exact", "printed_games", "games", "differs"];
        let header = header.iter().map(|key| own_or_shared(lang, ["table", "column"], key));
        let rows = self.rows.iter().filter_map(|row| {
            let printed = row.printed.as_ref()?;
            let rule = &row.rule;
            Some(vec![
                format!("{} %", exact_percent(&row.p)),
                rule.points_as_written(),
                format!("{} %", printed.percent),
                row.decided_a.map(percent).unwrap_or_else(|| "-".into()),
                format!("{}-{}", printed.shortest, printed.limit),
                format!("{}-{}", rule.shortest, rule.limit),
                match (printed.shortest, printed.limit) == (rule.shortest, rule.limit) {
                    true => String::new(),
                    false => "x".to_string(),
                },
            ])
        });
        columns(header.collect(), rows.collect(), &[])
    }

    /// One CSV row for each rule.
    pub fn csv(&self) -> String {
        csv_table!(&self.rows, |row| {
            turns: row.rule.turns,
            draws: row.rule.draws,
            p: row.p,
            f: row.f,
            first: row.rule.first,
            second: row.rule.second,
            target: row.rule.target,
            scale: row.rule.scale,
            shortest: row.rule.shortest,
            limit_without_draws: row.rule.limit_without_draws,
            limit: row.rule.limit,
            a: row.a,
            b: row.b,
            none: row.none,
            decided_a: row.decided_a,
            bias: row.bias,
            expected_games: row.expected_games,
            printed_percent: row.printed.as_ref().map(|printed| printed.percent),
            printed_shortest: row.printed.as_ref().map(|printed| printed.shortest),
            printed_limit: row.printed.as_ref().map(|printed| printed.limit),
        })
    }
}

/// The columns that the numbers of a table need, at least those of the articles.
struct Widths {
    rate: usize,
    draw_rate: usize,
    points: usize,
    games: usize,
    after: usize,
}

impl Widths {
    fn of(rows: &[TableRow]) -> Self {
        let most = |least: usize, length: &dyn Fn(&TableRow) -> usize| {
            rows.iter().map(length).max().unwrap_or(0).max(least)
        };
        let draws = rows.iter().any(|row| !row.f.exact().is_zero());
        Self {
            rate: most(2, &|row| exact_percent(&row.p).len()),
            draw_rate: if draws { most(2, &|row| exact_percent(&row.f).len()) } else { 0 },
            points: most(2, &|row| row.rule.points(row.rule.target).len()),
            games: most(2, &|row| row.rule.limit.to_string().len()),
            after: most(7, &|row| row.decided_a.map_or(0, |a| format!("{:.4}", 100.0 * a).len())),
        }
    }
}

impl TableRow {
    /// The row of one rule.
    pub(crate) fn new(row: &Row) -> Self {
        let outcome = &row.figures.outcome;
        Self {
            p: row.p.exact().into(),
            f: row.f.exact().into(),
            a: outcome.a(),
            b: outcome.b(),
            none: outcome.none,
            decided_a: row.figures.decided(),
            bias: row.figures.bias(),
            expected_games: row.figures.expected_games(),
            printed: row.printed().map(|pick| Printed {
                percent: pick.printed_percent,
                shortest: pick.printed_shortest,
                limit: pick.printed_limit,
            }),
            rule: RuleDocument::new(&row.series),
        }
    }

    fn line(&self, lang: Lang, form: TableForm, widths: &Widths) -> String {
        let rule = &self.rule;
        let number = |x: u32| {
            let text = rule.points(x);
            format!("{text:>width$}", width = widths.points)
        };
        let games = |x: u32| format!("{x:>width$}", width = widths.games);
        let p = format!("{:>width$}", exact_percent(&self.p), width = widths.rate);
        let draws = if widths.draw_rate > 0 {
            let f = format!("{:>width$}", exact_percent(&self.f), width = widths.draw_rate);
            let none = format!("{:>8.4}", 100.0 * self.none);
            tr!(lang, "table.draws", f = f, none = none)
        } else {
            String::new()
        };
        let (after, bias) = match (self.decided_a, self.bias) {
            (Some(a), Some(bias)) => {
                (format!("{:>width$.4}", 100.0 * a, width = widths.after), bias)
            }
            _ => (format!("{:>width$}", "-", width = widths.after), 0.0),
        };
        let (key, bias) = match form {
            TableForm::Article => ("table.line", format!("{:>8}", signed_points(bias))),
            TableForm::Lcm => ("table.line_lcm", format!("{:>8.4}", 100.0 * bias.abs())),
        };
        tr!(
            lang,
            key,
            p = p,
            draws = draws,
            after = after,
            bias = bias,
            first = number(rule.first),
            second = number(rule.second),
            target = number(rule.target),
            shortest = games(rule.shortest),
            limit = games(rule.limit),
            turns = rule.turns_name(lang)
        )
    }
}
