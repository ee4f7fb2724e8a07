//! Tables that are described once, column by column, and written both as text and as CSV. A table
//! that is only CSV needs no more than `csv_table!`.

use crate::{
    Lang,
    csv::{Csv, Field},
    layout,
};

/// The columns of a table that has an `R` for each row.
pub struct Columns<'a, R> {
    columns: Vec<Column<'a, R>>,
    /// Whether the columns that follow are left out.
    skip: bool,
}

struct Column<'a, R> {
    /// Its name in CSV; none if it is only text.
    name: Option<&'static str>,
    /// The key of its heading in text; none if it is only CSV.
    heading: Option<String>,
    left: bool,
    optional: bool,
    cell: Cell<'a, R>,
}

/// What stands in a column of a row.
type Cell<'a, R> = Box<dyn Fn(&R, Medium) -> String + 'a>;

#[derive(Clone, Copy)]
enum Medium {
    Text,
    Csv,
}

impl<'a, R> Columns<'a, R> {
    pub(crate) fn new() -> Self {
        Self { columns: Vec::new(), skip: false }
    }

    /// Adds a column of both. CSV has the value as it is, text as it is written for people.
    pub(crate) fn both<V: Field>(
        self,
        name: &'static str,
        heading: impl Into<String>,
        value: impl Fn(&R) -> V + 'a,
        write: impl Fn(V) -> String + 'a,
    ) -> Self {
        self.with(Some(name), Some(heading.into()), move |row, medium| match medium {
            Medium::Text => write(value(row)),
            Medium::Csv => value(row).field(),
        })
    }

    /// Adds a column that only CSV has.
    pub(crate) fn csv<V: Field>(self, name: &'static str, value: impl Fn(&R) -> V + 'a) -> Self {
        self.with(Some(name), None, move |row, _| value(row).field())
    }

    /// Adds a column that only text has. A heading without a dot is no key: it stands as it is.
    pub(crate) fn text(self, heading: &str, write: impl Fn(&R) -> String + 'a) -> Self {
        self.with(None, Some(heading.into()), move |row, _| write(row))
    }

    /// Whether the columns that follow are wanted.
    pub(crate) fn only(mut self, wanted: bool) -> Self {
        self.skip = !wanted;
        self
    }

    fn with(
        mut self,
        name: Option<&'static str>,
        heading: Option<String>,
        cell: impl Fn(&R, Medium) -> String + 'a,
    ) -> Self {
        if self.skip {
            return self;
        }
        let cell = Box::new(cell);
        self.columns.push(Column { name, heading, left: false, optional: false, cell });
        self
    }

    /// Text has the last column aligned to the left.
    pub(crate) fn left(mut self) -> Self {
        if let Some(column) = self.columns.last_mut().filter(|_| !self.skip) {
            column.left = true;
        }
        self
    }

    /// Text has the last column only if there is something in it.
    pub(crate) fn optional(mut self) -> Self {
        if let Some(column) = self.columns.last_mut().filter(|_| !self.skip) {
            column.optional = true;
        }
        self
    }

    /// Leaves a column of CSV out of text.
    pub(crate) fn without_text(mut self, name: &str) -> Self {
        let named = self.columns.iter_mut().filter(|column| column.name == Some(name));
        named.for_each(|column| column.heading = None);
        self
    }

    /// The table for a terminal.
    pub(crate) fn to_text(&self, rows: &[R], lang: Lang) -> String {
        let mut headings = Vec::new();
        let mut left = Vec::new();
        let mut lines = vec![Vec::new(); rows.len()];
        for column in &self.columns {
            let Some(key) = &column.heading else { continue };
            let cells: Vec<String> =
                rows.iter().map(|row| (column.cell)(row, Medium::Text)).collect();
            if column.optional && cells.iter().all(String::is_empty) {
                continue;
            }
            if column.left {
                left.push(headings.len());
            }
            headings.push(if key.contains('.') { tr!(lang, key) } else { key.clone() });
            lines.iter_mut().zip(cells).for_each(|(line, cell)| line.push(cell));
        }
        layout::columns(headings, lines, &left)
    }

    /// The table as CSV.
    pub(crate) fn to_csv(&self, rows: &[R]) -> String {
        self.csv_header() + &self.csv_rows(rows)
    }

    /// The first line of the CSV.
    pub(crate) fn csv_header(&self) -> String {
        let mut csv = Csv::default();
        csv.fields(self.columns.iter().filter_map(|column| column.name));
        csv.end_row();
        csv.finish()
    }

    /// The lines after that.
    pub(crate) fn csv_rows(&self, rows: &[R]) -> String {
        let mut csv = Csv::default();
        for row in rows {
            let columns = self.columns.iter().filter(|column| column.name.is_some());
            csv.fields(columns.map(|column| (column.cell)(row, Medium::Csv)));
            csv.end_row();
        }
        csv.finish()
    }
}

/// A value that text has as CSV has it.
pub(crate) fn plain<V: Field>(value: V) -> String {
    value.field()
}

/// A value that may be missing, written if it is there.
pub(crate) fn if_known<V>(write: impl Fn(V) -> String) -> impl Fn(Option<V>) -> String {
    move |value: Option<V>| value.map(&write).unwrap_or_default()
}

/// A value that may be missing, with a dash in its place.
pub(crate) fn or_dash<V>(write: impl Fn(V) -> String) -> impl Fn(Option<V>) -> String {
    move |value: Option<V>| value.map_or("-".into(), &write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_csv_from_one_description() {
        let columns = || {
            Columns::new()
                .text("#", |row: &(f64, Option<u32>)| format!("{:.0}", row.0))
                .csv("exactly", |row| row.0)
                .both("known", "mahjong.left", |row| row.1, or_dash(plain))
                .left()
                .both("perhaps", "mahjong.win", |row| row.1, if_known(plain))
                .optional()
        };
        let rows = [(1.25, Some(3)), (10.5, None)];
        assert_eq!(columns().to_csv(&rows), "exactly,known,perhaps\n1.25,3,3\n10.5,,\n");
        assert_eq!(columns().to_csv(&[]), columns().csv_header());
        let words = |count: usize| {
            let text = columns().to_text(&rows[2 - count..], Lang::EN);
            text.split_whitespace().map(String::from).collect::<Vec<_>>()
        };
        let [left, win] = ["mahjong.left", "mahjong.win"].map(|key| tr!(Lang::EN, key));
        assert_eq!(words(2).join(" "), format!("# {left} {win} 1 3 3 10 -"));
        // What is in no row needs no column.
        assert_eq!(words(1).join(" "), format!("# {left} 10 -"));
    }
}
