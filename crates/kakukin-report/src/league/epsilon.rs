//! Epsilon points.

use crate::{Lang, SchemaName, csv::csv_table, layout::columns};
use kakukin_core::{Fraction, to_f64};
use kakukin_league::{EpsilonPoints, Probability, Rational, Sides};
use serde::Serialize;

/// The points of every result.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EpsilonDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// First player's share of the decided games, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
    /// The points.
    #[serde(flatten)]
    pub points: EpsilonPoints<f64>,
    /// The points as exact fractions, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<EpsilonPoints<Fraction>>,
    #[serde(skip)]
    fractions: EpsilonPoints<Fraction>,
}

impl EpsilonDocument {
    /// The document of these points.
    pub fn new(
        p: &Probability,
        f: &Probability,
        points: &EpsilonPoints<Rational>,
        exact: bool,
    ) -> Self {
        let fractions = points.map(|exact| Fraction::from(exact));
        Self {
            schema: SchemaName::default(),
            p: p.exact().into(),
            f: f.exact().into(),
            points: points.map(to_f64),
            exact: exact.then(|| fractions.clone()),
            fractions,
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let header = ["column.result", "epsilon.first", "epsilon.second"];
        let mut header: Vec<String> = header.iter().map(|key| tr!(lang, *key)).collect();
        if self.exact.is_some() {
            header.push(tr!(lang, "epsilon.exact"));
        }
        let row = |key: &str, sides: &Sides<f64>, exact: &Sides<Fraction>| {
            let number = |x: f64| match format!("{x:+.6}") {
                zero if zero.ends_with("0.000000") => "0".to_string(),
                text => text.trim_end_matches('0').trim_end_matches('.').to_string(),
            };
            let mut row = vec![tr!(lang, key), number(sides.first), number(sides.second)];
            if self.exact.is_some() {
                row.push(format!("{} / {}", exact.first, exact.second));
            }
            row
        };
        let (points, exact) = (&self.points, &self.fractions);
        let rows = vec![
            row("epsilon.first_win", &points.first_win, &exact.first_win),
            row("epsilon.second_win", &points.second_win, &exact.second_win),
            row("epsilon.draw", &points.draw, &exact.draw),
        ];
        format!("{}\n{}\n", columns(header, rows, &[0]), tr!(lang, "epsilon.note"))
    }

    /// One CSV row for each result.
    pub fn csv(&self) -> String {
        let rows = [
            ("first_win", &self.points.first_win, &self.fractions.first_win),
            ("second_win", &self.points.second_win, &self.fractions.second_win),
            ("draw", &self.points.draw, &self.fractions.draw),
        ];
        let exact = self.exact.is_some();
        let columns: &[&str] = if exact { &["first_exact", "second_exact"] } else { &[] };
        csv_table!(rows, |(result, sides, fractions)| {
            result: result,
            first: sides.first,
            second: sides.second;
            columns => [&fractions.first, &fractions.second]
                .into_iter().filter(|_| exact).map(Fraction::to_string)
        })
    }
}
