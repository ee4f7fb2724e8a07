//! Who meets whom, from a table as spreadsheets write it: the pairings of a round.

use crate::{
    InputError, Problem,
    delimited::{Row, is_number, rows},
    words::MAX_WORDS,
};
use kakukin_core::{BadValue, as_seen};
use kakukin_records::table::{COLOURS, FIRST, SECOND, heading};
use kakukin_series::Pairing;

/// The most pairings of one round.
pub const MAX_PAIRS: usize = 500;

/// The form of a round, as a refusal shows it.
const FORM: &str = "CSV (UTF-8): a,b[,board]";

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

/// Reads `a,b[,board]`, with or without a header in either language, which may also put the
/// columns in another order. Boards that are not given are numbered.
pub fn read_round(text: &[u8]) -> Result<Vec<Pairing>, InputError> {
    read_pairings("round", FORM, text, MAX_PAIRS)
}

/// The same for pairings of another field, at most `most` of them; a refusal shows `form`.
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
        if !a.is_empty() && as_seen(&a) == as_seen(&b) {
            return Err(Problem::SamePlayer);
        }
        Ok(Pairing { board: if board.is_empty() { number.to_string() } else { board }, a, b })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(board: &str, a: &str, b: &str) -> Pairing {
        Pairing { board: board.into(), a: a.into(), b: b.into() }
    }

    #[test]
    fn headers_in_both_languages_and_none() {
        let wanted = [pairing("1", "佐藤", "鈴木"), pairing("2", "O'Hara, Ann", "<b>")];
        let rows = "佐藤,鈴木\r\n\r\n\"O'Hara, Ann\", <b> \r\n";
        for header in ["", "a,b\n", "A,B\n", "先手,後手\n", "\u{feff}Ａさん,Ｂさん\r\n"] {
            assert_eq!(
                read_round(format!("{header}{rows}").as_bytes()).unwrap(),
                wanted,
                "{header}"
            );
        }
        let mixed = "盤,後手,先手\n7,鈴木,佐藤\n";
        assert_eq!(read_round(mixed.as_bytes()).unwrap(), [pairing("7", "佐藤", "鈴木")]);
        assert_eq!(read_round(b"x,y,12").unwrap(), [pairing("12", "x", "y")]);
    }

    #[test]
    fn tables_as_people_have_them() {
        let wanted = [pairing("1", "山田", "鈴木"), pairing("2", "佐藤", "高橋")];
        let commas = "1,山田,鈴木\n2,佐藤,高橋\n";
        for header in [
            "",
            "Table,Player 1,Player 2\n",
            "卓番,先手番,後手番\n",
            "ボード,プレイヤー１,プレイヤー２\n",
            "Board No,White,Black\n",
        ] {
            for separator in [",", ";", "\t"] {
                let table = format!("{header}{commas}").replace(',', separator);
                assert_eq!(read_round(table.as_bytes()).unwrap(), wanted, "{header} {separator}");
            }
        }
        let more = "Name 2,Rating,Name 1\nx,1500,y\n";
        assert_eq!(read_round(more.as_bytes()).unwrap(), [pairing("1", "y", "x")]);
        // A header that is not known is not taken for a pairing.
        let unknown = read_round("机,あちら,こちら\n1,山田,鈴木\n".as_bytes()).unwrap_err();
        assert_eq!(
            (unknown.problem, unknown.value),
            (Problem::BadHeader, "1: 机,あちら,こちら".into())
        );
        let alone = read_round("a,b\n山田,鈴木\n\n佐藤,佐藤\n".as_bytes()).unwrap_err();
        assert_eq!((alone.problem, alone.value), (Problem::SamePlayer, "4: 佐藤,佐藤".into()));
    }

    #[test]
    fn refusals() {
        let problem = |text: &[u8]| read_round(text).unwrap_err().problem;
        assert_eq!(problem(b""), BadValue::BadForm);
        assert_eq!(problem(b"a,b\n"), BadValue::BadForm);
        assert_eq!(problem(b"alone\n"), BadValue::BadForm);
        assert_eq!(problem(b"x,y,1,more\n"), BadValue::BadForm);
        assert_eq!(problem(&[0x8d, 0xb2, b',', 0x93, 0xa1]), Problem::NotUtf8);
        assert_eq!(
            problem(format!("{},y", "x".repeat(MAX_WORDS + 1)).as_bytes()),
            BadValue::TooLong
        );
        assert_eq!(problem("x,y\n".repeat(MAX_PAIRS + 1).as_bytes()), BadValue::TooLong);
        assert_eq!(read_round("x,y\n".repeat(MAX_PAIRS).as_bytes()).unwrap().len(), MAX_PAIRS);
    }
}
