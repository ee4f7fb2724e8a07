//! Tables as CSV: each column is named where its value is.

use kakukin_core::Fraction;
use kakukin_series::{Draws, Player, Turns};

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

written_as_displayed! { f64 u32 u64 usize bool str String Turns Draws }

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

/// A table in the making.
#[derive(Debug)]
pub(crate) struct Csv(csv::Writer<Vec<u8>>);

impl Csv {
    /// A table with these columns, still without rows.
    pub(crate) fn new(columns: &[&str]) -> Self {
        let mut csv = Self(csv::Writer::from_writer(Vec::new()));
        csv.write(columns);
        csv
    }

    /// Adds a row, which has a field for each column.
    pub(crate) fn row(&mut self, fields: &[&dyn Field]) {
        let fields: Vec<String> = fields.iter().map(|field| field.field()).collect();
        self.write(&fields);
    }

    fn write<T: AsRef<[u8]>>(&mut self, record: &[T]) {
        // Writing to memory cannot fail, and all rows are as long as the header.
        let _ = self.0.write_record(record);
    }

    /// The whole table.
    pub(crate) fn finish(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// A table with a row for each of some items:
/// `csv_table!(&self.rows, |row| { p: row.p, bias: row.bias })`.
macro_rules! csv_table {
    ($items:expr, |$item:pat_param| { $($column:ident: $value:expr),* $(,)? }) => {{
        let mut table = $crate::csv::Csv::new(&[$(stringify!($column)),*]);
        for $item in $items {
            table.row(&[$(&$value as &dyn $crate::csv::Field),*]);
        }
        table.finish()
    }};
}
pub(crate) use csv_table;

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_there_without_rows_too() {
        let rows = |count: usize| {
            let items = [(1.0, "a,b", None), (0.000_000_1, "", Some(true))];
            csv_table!(&items[..count], |(x, text, flag)| { x: x, text: text, flag: flag })
        };
        assert_eq!(rows(0), "x,text,flag\n");
        assert_eq!(rows(2), "x,text,flag\n1,\"a,b\",\n0.0000001,,true\n");
    }
}
