//! The pairings of a round, from a table as spreadsheets write it.

use super::MAX_WORDS;
use crate::{
    InputError, Problem,
    delimited::{Row, is_number, rows},
};
use kakukin_core::BadValue;
use kakukin_records::table::{COLOURS, FIRST, SECOND, heading};
use kakukin_series::Pairing;

/// What the columns can be called, in small letters and without spaces, beside the names that
/// tables of games have for them.
const A: &[&str] = &[
    "a",
    "aさん",
    "playera",
    "player1",
    "name1",
    "対局者a",
    "対局者1",
    "プレイヤーa",
    "プレイヤー1",
    "選手a",
    "選手1",
    "氏名1",
];
const B: &[&str] = &[
    "b",
    "bさん",
    "playerb",
    "player2",
    "name2",
    "対局者b",
    "対局者2",
    "プレイヤーb",
    "プレイヤー2",
    "選手b",
    "選手2",
    "氏名2",
];
const BOARD: &[&str] = &[
    "board",
    "boardno",
    "boardno.",
    "table",
    "no",
    "no.",
    "#",
    "盤",
    "盤番号",
    "卓",
    "卓番",
    "卓番号",
    "台",
    "台番号",
    "ボード",
    "テーブル",
    "番号",
    "席",
];

/// Reads pairings, with or without a header in either language; a refusal shows the form.
pub(crate) fn read_pairings(
    field: &'static str,
    form: &'static str,
    text: &[u8],
    most: usize,
) -> Result<Vec<Pairing>, InputError> {
    let refuse = |value: String, problem| InputError::new(field, value, problem, form);
    let too_long =
        |value: &str| InputError::new(field, value, BadValue::TooLong, format!("1..{most}"));
    let rows = rows(text, most + 2).map_err(|problem| refuse(String::new(), problem))?;
    if rows.len() > most + 1 {
        return Err(too_long(""));
    }
    let Some(header) = rows.first() else {
        return Err(refuse(String::new(), BadValue::BadForm.into()));
    };
    let first = &header.fields;
    let (columns, pairs) = match Columns::of_header(first) {
        Some(columns) => (columns, &rows[1..]),
        // Numbers below a word: a header that is not known. To guess would mix up players.
        None if !is_number(&first[0]) && rows[1..].iter().any(|row| is_number(&row.fields[0])) => {
            return Err(refuse(header.named(&first.join(",")), Problem::BadHeader));
        }
        None => {
            let boards_first =
                rows.iter().all(|row| row.fields.len() == 3 && is_number(&row.fields[0]));
            (if boards_first { Columns::BOARD_FIRST } else { Columns::USUAL }, &rows[..])
        }
    };
    if pairs.is_empty() {
        return Err(refuse(String::new(), BadValue::BadForm.into()));
    }
    if pairs.len() > most {
        return Err(too_long(&pairs.len().to_string()));
    }
    let pairing = |(number, row): (usize, &Row)| {
        // The message must name the line.
        let in_line = |problem| refuse(row.named(&row.fields.join(",")), problem);
        columns.pairing(&row.fields, number).map_err(in_line)
    };
    (1..).zip(pairs).map(pairing).collect()
}

/// Where a, b and the board are.
struct Columns {
    order: [usize; 3],
    /// How many fields a row can have.
    count: usize,
}

impl Columns {
    /// Without a header.
    const USUAL: Self = Self { order: [0, 1, 2], count: 3 };
    /// Without a header, but with a number at the start of each row.
    const BOARD_FIRST: Self = Self { order: [1, 2, 0], count: 3 };

    fn of_header(fields: &[String]) -> Option<Self> {
        let names: Vec<String> = fields.iter().map(|field| heading(field)).collect();
        let find = |known: &[&[&str]]| {
            names.iter().position(|name| known.iter().any(|list| list.contains(&name.as_str())))
        };
        let mut colours = (0..names.len()).filter(|&k| COLOURS.contains(&names[k].as_str()));
        let (a, b) = match (find(&[A, FIRST]), find(&[B, SECOND])) {
            (Some(a), Some(b)) => (a, b),
            _ => (colours.next()?, colours.next()?),
        };
        Some(Self { order: [a, b, find(&[BOARD]).unwrap_or(usize::MAX)], count: fields.len() })
    }

    /// The pairing of a row; a board that is not given gets this number.
    fn pairing(&self, fields: &[String], number: usize) -> Result<Pairing, Problem> {
        if fields.len() < 2 || fields.len() > self.count {
            return Err(BadValue::BadForm.into());
        }
        if fields.iter().any(|field| field.chars().count() > MAX_WORDS) {
            return Err(BadValue::TooLong.into());
        }
        let [a, b, board] =
            self.order.map(|column| fields.get(column).cloned().unwrap_or_default());
        if !a.is_empty() && a == b {
            return Err(Problem::SamePlayer);
        }
        Ok(Pairing { board: if board.is_empty() { number.to_string() } else { board }, a, b })
    }
}
