//! Tables as CSV: each column is named where its value is.

use crate::visible;
use kakukin_core::Fraction;
use kakukin_league::{Schedule, StudyMethod};
use kakukin_records::table::FORMULA_STARTS;
use kakukin_series::{Draws, Player, Stamp, Turns, Undecided};
use std::borrow::Cow;

/// What a field of a table can hold.
pub(crate) trait Field {
    /// As it is written; nothing for what is missing.
    fn field(&self) -> String;
}

macro_rules! written_as_displayed {
    ($($kind:ty)*) => {
        $(impl Field for $kind {
            fn field(&self) -> String {
                self.to_string()
            }
        })*
    };
}

written_as_displayed! {
    f64 i32 i64 u32 u64 usize bool str String Turns Undecided Draws Stamp Schedule StudyMethod
}

impl<T: Field + ?Sized> Field for &T {
    fn field(&self) -> String {
        (**self).field()
    }
}

impl<T: Field> Field for Option<T> {
    fn field(&self) -> String {
        self.as_ref().map(Field::field).unwrap_or_default()
    }
}

/// As a decimal: a spreadsheet would read 7/10 as a date.
impl Field for Fraction {
    fn field(&self) -> String {
        self.to_f64().to_string()
    }
}

impl Field for Player {
    fn field(&self) -> String {
        if *self == Self::A { "a" } else { "b" }.into()
    }
}

/// A field as it is written, whoever wrote it: everything in it can be seen, and a spreadsheet does
/// not take it for a formula. A number, a fraction, or a sign alone is none.
fn cell(text: &str) -> Cow<'_, str> {
    let seen = visible(text);
    let number = || seen.split('/').all(|part| part.parse::<f64>().is_ok());
    let formula = seen.starts_with(FORMULA_STARTS) && seen.chars().nth(1).is_some() && !number();
    if formula { Cow::Owned(format!("'{seen}")) } else { seen }
}

/// A table in the making.
#[derive(Debug)]
pub(crate) struct Csv(csv::Writer<Vec<u8>>);

impl Default for Csv {
    fn default() -> Self {
        Self(csv::Writer::from_writer(Vec::new()))
    }
}

// Writing to memory cannot fail, and all rows are as long as the first, which names the columns.
impl Csv {
    /// Adds fields to the last row.
    pub(crate) fn fields<F: Field>(&mut self, fields: impl IntoIterator<Item = F>) {
        for field in fields {
            let _ = self.0.write_field(cell(&field.field()).as_ref());
        }
    }

    /// Ends the last row.
    pub(crate) fn end_row(&mut self) {
        let _ = self.0.write_record(None::<&[u8]>);
    }

    /// The whole table.
    pub(crate) fn finish(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// A table with a row for each of some items:
/// `csv_table!(&self.rows, |row| { p: row.p, bias: row.bias })`. Columns that are not known
/// beforehand come last, after a semicolon: `{ p: row.p; &self.names => &row.values }`.
macro_rules! csv_table {
    ($items:expr, |$item:pat_param| {
        $($column:ident: $value:expr),* $(,)? $(; $names:expr => $values:expr)?
    }) => {{
        let mut table = $crate::csv::Csv::default();
        table.fields([$(stringify!($column)),*]);
        $(table.fields($names);)?
        table.end_row();
        for $item in $items {
            table.fields([$(&$value as &dyn $crate::csv::Field),*]);
            $(table.fields($values);)?
            table.end_row();
        }
        table.finish()
    }};
}
pub(crate) use csv_table;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_there_without_rows_too() {
        let rows = |count: usize| {
            let items = [(1.0, "a,b", None), (0.000_000_1, "", Some(true))];
            csv_table!(&items[..count], |(x, text, flag)| { x: x, text: text, flag: flag })
        };
        assert_eq!(rows(0), "x,text,flag\n");
        assert_eq!(rows(2), "x,text,flag\n1,\"a,b\",\n0.0000001,,true\n");
    }

    #[test]
    fn further_columns_come_last() {
        let rows = |names: &[&str]| {
            let times = |n: u32| names.iter().map(move |name| name.len() as u32 * n);
            csv_table!(1..3_u32, |n| { n: n; names => times(n) })
        };
        assert_eq!(rows(&[]), "n\n1\n2\n");
        assert_eq!(rows(&["a", "bc"]), "n,a,bc\n1,1,2\n2,2,4\n");
    }

    #[test]
    fn no_field_is_a_formula_or_does_anything() {
        for text in ["=1+1", "+SUM(A1)", "-x", "@x", "＝1+1", "＋x", "－x", "＠x", "--", "=="] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in ["", "-", "-1.5", "+82", "-1e-7", "-76/169", "a=b", "１", "1-0", "長 太郎"]
        {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("\t=1+1"), "\\t=1+1");
        assert_eq!(cell("a\u{1b}[2J\u{202e}b\n"), "a\\u{1b}[2J\\u{202e}b\\n");
        // A sign alone in the eyes of a reader, and something else behind it.
        assert_eq!(cell("=\u{200b}"), "'=\\u{200b}");
    }
}
