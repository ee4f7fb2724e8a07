//! Small tables as spreadsheets write them: CSV in any usual encoding, or a workbook.

use crate::Problem;
use kakukin_core::{BadValue, one_line};
use kakukin_records::table::{self, Separator};
use std::io::Read;

/// One row that is not empty.
pub(crate) struct Row {
    /// The number of its line.
    pub(crate) line: usize,
    /// Its fields, each one line of visible characters.
    pub(crate) fields: Vec<String>,
}

impl Row {
    /// A value of this row as a refusal shows it: with the number of the line.
    pub(crate) fn named(&self, value: &str) -> String {
        format!("{}: {value}", self.line)
    }
}

/// The rows of a table, at most so many. Of a workbook, those of the first sheet whose first row
/// is `wanted`.
pub(crate) fn rows(
    bytes: &[u8],
    most: usize,
    wanted: impl Fn(&[String]) -> bool,
) -> Result<Vec<Row>, Problem> {
    let starts = |sheet: &str| {
        let first = cut(sheet, 1).ok().and_then(|rows| rows.into_iter().next());
        first.is_some_and(|row| wanted(&row.fields))
    };
    let text = table::text(bytes, &starts).map_err(|_| Problem::NotText)?;
    cut(&text, most)
}

fn cut(text: &str, most: usize) -> Result<Vec<Row>, Problem> {
    let separator = Separator::of(text);
    let mut narrow = String::new();
    let read = separator.narrowed(text.as_bytes()).read_to_string(&mut narrow);
    read.map_err(|_| Problem::NotText)?;
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.byte())
        .from_reader(narrow.as_bytes());
    let mut rows = Vec::new();
    let mut lines = Lines { text: &narrow, place: 0, line: 1 };
    for record in reader.records() {
        let record = record.map_err(|_| BadValue::BadForm)?;
        let fields: Vec<String> = record.iter().map(one_line).collect();
        if fields.iter().any(|field| !field.is_empty()) {
            let start = record.position().map_or(0, |place| place.byte() as usize);
            rows.push(Row { line: lines.at(start), fields });
        }
        if rows.len() == most {
            break;
        }
    }
    Ok(rows)
}

/// The lines of a text, counted once from its beginning to its end.
struct Lines<'t> {
    text: &'t str,
    /// How far they are counted, and the number of the line there.
    place: usize,
    line: usize,
}

impl Lines<'_> {
    /// The number of the line that a row is in, which starts behind the last one that was asked
    /// for: it may start with empty lines.
    fn at(&mut self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or("");
        let empty = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let passed = self.text.get(self.place..start + empty).unwrap_or("");
        self.line += passed.matches('\n').count();
        self.place += passed.len();
        self.line
    }
}

/// Whether a field is a bare number, such as that of a board.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let rows = rows(bytes, 10, |_| true).unwrap_or_default();
        rows.iter().map(|row| row.named(&row.fields.join("|"))).collect()
    }

    #[test]
    fn rows_know_their_lines() {
        let text = "\u{feff}佐藤;b\r\n\r\n;\r\nc;d\r\n";
        let wanted = ["1: 佐藤|b", "4: c|d"];
        for separator in [";", ",", "\t", "，", "、", "；"] {
            assert_eq!(lines(text.replace(';', separator).as_bytes()), wanted, "{separator}");
        }
        let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(text.trim_start_matches('\u{feff}'));
        assert_eq!(lines(&shift_jis), wanted);
        let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(lines(&utf_16), wanted);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], b"PK\x03\x04 no archive", b"\xff,\0"] {
            assert!(matches!(rows(bytes, 10, |_| true), Err(Problem::NotText)));
        }
    }
}
