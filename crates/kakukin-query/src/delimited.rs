//! Small tables as spreadsheets write them: UTF-8, with commas, semicolons or tabs.

use crate::Problem;
use kakukin_core::{BadValue, one_line};
use kakukin_records::table::delimiter;

/// One row that is not empty.
pub(crate) struct Row {
    /// The number of its line.
    line: usize,
    /// Its fields, each one line of visible characters.
    pub(crate) fields: Vec<String>,
}

impl Row {
    /// A value of this row as a refusal shows it: with the number of the line.
    pub(crate) fn named(&self, value: &str) -> String {
        format!("{}: {value}", self.line)
    }
}

/// The rows of a table, at most so many.
pub(crate) fn rows(text: &[u8], most: usize) -> Result<Vec<Row>, Problem> {
    let text = std::str::from_utf8(text).map_err(|_| Problem::NotUtf8)?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| BadValue::BadForm)?;
        let fields: Vec<String> = record.iter().map(one_line).collect();
        if fields.iter().any(|field| !field.is_empty()) {
            let start = record.position().map_or(0, |place| place.byte() as usize);
            rows.push(Row { line: line_at(text, start), fields });
        }
        if rows.len() == most {
            break;
        }
    }
    Ok(rows)
}

/// The number of the line that a row is in: it may start with empty lines.
fn line_at(text: &str, start: usize) -> usize {
    let (before, rest) = text.split_at_checked(start).unwrap_or((text, ""));
    let empty = &rest[..rest.len() - rest.trim_start_matches(['\r', '\n']).len()];
    1 + before.matches('\n').count() + empty.matches('\n').count()
}

/// Whether a field is a bare number, such as that of a board.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_know_their_lines() {
        let rows = rows("\u{feff}a;b\r\n\r\n;\r\nc;d\r\n".as_bytes(), 10).unwrap_or_default();
        let lines: Vec<String> = rows.iter().map(|row| row.named(&row.fields.join("|"))).collect();
        assert_eq!(lines, ["1: a|b", "4: c|d"]);
        assert!(super::rows(&[0x8d, 0xb2], 10).is_err());
    }
}
