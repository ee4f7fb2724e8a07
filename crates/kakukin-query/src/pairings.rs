//! Who meets whom, from a table as spreadsheets write it: the pairings of a round.

use crate::{
    InputError, Problem,
    delimited::{is_number, rows},
    words::MAX_WORDS,
};
use kakukin_core::{BadValue, as_seen};
use kakukin_records::table::{COLOURS, FIRST, SECOND, heading, is_bye};
use kakukin_series::Pairing;
use std::collections::BTreeMap;

/// The most pairings of one round.
pub const MAX_PAIRS: usize = 500;

/// The form of a round, as a refusal shows it.
const FORM: &str = "CSV, xlsx: a,b[,board]";

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
    "name",
    "player",
    "名前",
    "氏名",
    "選手",
    "対局者",
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
    "opponent",
    "相手",
    "対戦相手",
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

/// Who meets whom, and who meets nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairingTable {
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Who has no opponent, and the table says so.
    pub byes: Vec<String>,
}

/// Reads `a,b[,board]`, with or without a header in either language, which may also put the
/// columns in another order. Boards that are not given are numbered. Nobody can play twice.
pub fn read_round(text: &[u8]) -> Result<PairingTable, InputError> {
    let (found, lines) = read_pairings("round", FORM, text, MAX_PAIRS)?;
    let met = found.pairings.iter().zip(lines).flat_map(|(pairing, line)| {
        [(&pairing.a, line), (&pairing.b, line)].map(|(name, line)| (name, line))
    });
    let mut seats = BTreeMap::new();
    for (name, line) in met {
        if let Some(before) = seats.insert(as_seen(name), line) {
            let value = format!("{line}: {name} ({before})");
            return Err(InputError::new("round", value, Problem::PlaysTwice, FORM));
        }
    }
    let twice = found.byes.iter().find(|name| seats.contains_key(&as_seen(name)));
    match twice {
        Some(name) => Err(InputError::new("round", name, Problem::PlaysTwice, FORM)),
        None => Ok(found),
    }
}

/// The same for pairings of another field, at most `most` of them, each with its line; a refusal
/// shows `form`.
pub(crate) fn read_pairings(
    field: &'static str,
    form: &'static str,
    text: &[u8],
    most: usize,
) -> Result<(PairingTable, Vec<usize>), InputError> {
    let refuse = |value: String, problem| InputError::new(field, value, problem, form);
    let too_long =
        |value: &str| InputError::new(field, value, BadValue::TooLong, format!("1..{most}"));
    let headed = |first: &[String]| Columns::of_header(first).is_some();
    let rows = rows(text, most + 2, headed).map_err(|problem| refuse(String::new(), problem))?;
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
    let (mut found, mut lines) = (PairingTable::default(), Vec::new());
    for (number, row) in (1..).zip(pairs) {
        // The message must name the line.
        let in_line = |problem| refuse(row.named(&row.fields.join(",")), problem);
        match columns.seat(&row.fields, number).map_err(in_line)? {
            Seat::Pairing(pairing) => {
                found.pairings.push(pairing);
                lines.push(row.line);
            }
            Seat::Bye(name) => found.byes.push(name),
            Seat::Free => {}
        }
    }
    if found.pairings.is_empty() {
        return Err(refuse(String::new(), BadValue::BadForm.into()));
    }
    Ok((found, lines))
}

/// What a row of pairings says.
enum Seat {
    Pairing(Pairing),
    /// This player has no opponent.
    Bye(String),
    /// Nobody plays here.
    Free,
}

/// Where a, b and the board are.
struct Columns {
    order: [usize; 3],
    /// How many fields a row can have.
    count: usize,
    /// Whether the columns have names.
    headed: bool,
}

impl Columns {
    /// Without a header.
    const USUAL: Self = Self { order: [0, 1, 2], count: 3, headed: false };
    /// Without a header, but with a number at the start of each row.
    const BOARD_FIRST: Self = Self { order: [1, 2, 0], count: 3, headed: false };

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
        let board = find(&[BOARD]).unwrap_or(usize::MAX);
        Some(Self { order: [a, b, board], count: fields.len(), headed: true })
    }

    /// What a row says; a board that is not given gets this number.
    fn seat(&self, fields: &[String], number: usize) -> Result<Seat, Problem> {
        if fields.len() > self.count || (fields.len() < 2 && !self.headed) {
            return Err(BadValue::BadForm.into());
        }
        if fields.iter().any(|field| field.chars().count() > MAX_WORDS) {
            return Err(BadValue::TooLong.into());
        }
        let [a, b, board] =
            self.order.map(|column| fields.get(column).cloned().unwrap_or_default());
        let is_rating = |text: &str| heading(text).parse::<f64>().is_ok();
        match (a.as_str(), b.as_str()) {
            ("", "") => Ok(Seat::Free),
            (_, "") | ("", _) => Err(Problem::NoOpponent),
            (a, b) if is_bye(a) && is_bye(b) => Ok(Seat::Free),
            (_, bye) if is_bye(bye) => Ok(Seat::Bye(a)),
            (bye, _) if is_bye(bye) => Ok(Seat::Bye(b)),
            // A list of players and their ratings; where all players are numbers, it is none.
            (name, rating) if is_rating(rating) && !is_rating(name) => Err(Problem::NotAPairing),
            (one, other) if as_seen(one) == as_seen(other) => Err(Problem::SamePlayer),
            _ => {
                let board = if board.is_empty() { number.to_string() } else { board };
                Ok(Seat::Pairing(Pairing { board, a, b }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(board: &str, a: &str, b: &str) -> Pairing {
        Pairing { board: board.into(), a: a.into(), b: b.into() }
    }

    fn read(text: &[u8]) -> Result<Vec<Pairing>, InputError> {
        read_round(text).map(|round| round.pairings)
    }

    #[test]
    fn headers_in_both_languages_and_none() {
        let wanted = [pairing("1", "佐藤", "鈴木"), pairing("2", "O'Hara, Ann", "<b>")];
        let rows = "佐藤,鈴木\r\n\r\n\"O'Hara, Ann\", <b> \r\n";
        for header in ["", "a,b\n", "A,B\n", "先手,後手\n", "\u{feff}Ａさん,Ｂさん\r\n"] {
            assert_eq!(read(format!("{header}{rows}").as_bytes()).unwrap(), wanted, "{header}");
        }
        let mixed = "盤,後手,先手\n7,鈴木,佐藤\n";
        assert_eq!(read(mixed.as_bytes()).unwrap(), [pairing("7", "佐藤", "鈴木")]);
        assert_eq!(read(b"x,y,12").unwrap(), [pairing("12", "x", "y")]);
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
                assert_eq!(read(table.as_bytes()).unwrap(), wanted, "{header} {separator}");
            }
        }
        let more = "Name 2,Rating,Name 1\nx,1500,y\n";
        assert_eq!(read(more.as_bytes()).unwrap(), [pairing("1", "y", "x")]);
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
        assert_eq!(problem(b"\x89PNG\r\n\x1a\n\0"), Problem::NotText);
        assert_eq!(
            problem(format!("{},y", "x".repeat(MAX_WORDS + 1)).as_bytes()),
            BadValue::TooLong
        );
        let pairs =
            |count: usize| -> String { (0..count).map(|k| format!("x{k},y{k}\n")).collect() };
        assert_eq!(problem(pairs(MAX_PAIRS + 1).as_bytes()), BadValue::TooLong);
        assert_eq!(read(pairs(MAX_PAIRS).as_bytes()).unwrap().len(), MAX_PAIRS);
    }

    #[test]
    fn nobody_plays_twice_or_nobody() {
        let refused = |text: &str| {
            let error = read_round(text.as_bytes()).unwrap_err();
            (error.problem, error.value)
        };
        let twice = (Problem::PlaysTwice, "4: 佐藤 (2)".to_string());
        assert_eq!(refused("a,b\n佐藤,鈴木\n\n高橋,佐藤\n"), twice);
        // The same to the eye.
        assert_eq!(refused("a,b\nAnn Lee,Ben\nCid,Ann  Lee\n").0, Problem::PlaysTwice);
        assert_eq!(refused("a,b\n佐藤,鈴木\n佐藤,不戦\n").0, Problem::PlaysTwice);
        for (text, value) in [
            ("a,b\n佐藤,鈴木\n高橋,\n", "3: 高橋,"),
            ("a,b,board\n,佐藤,1\n", "2: ,佐藤,1"),
            ("a,b\n佐藤\n", "2: 佐藤"),
        ] {
            assert_eq!(refused(text), (Problem::NoOpponent, value.to_string()));
        }
        for (text, value) in [
            ("name,elo\n佐藤,1850\n", "2: 佐藤,1850"),
            ("佐藤,1850.5\n鈴木,1700\n", "1: 佐藤,1850.5"),
            ("1,佐藤,１８５０\n2,鈴木,1700\n", "1: 1,佐藤,１８５０"),
        ] {
            assert_eq!(refused(text), (Problem::NotAPairing, value.to_string()));
        }
        // Players may be numbers, as long as they all are.
        assert_eq!(read(b"12,7\n3,4\n").unwrap().len(), 2);
    }

    #[test]
    fn who_has_no_opponent_is_said_to_have_none() {
        for bye in ["bye", "BYE", "不戦", "不戦勝", "抜け番"] {
            let text = format!("盤,先手,後手\n1,佐藤,鈴木\n2,高橋,{bye}\n3,,\n4,{bye},田中\n");
            let round = read_round(text.as_bytes()).unwrap();
            assert_eq!(round.pairings, [pairing("1", "佐藤", "鈴木")]);
            assert_eq!(round.byes, ["高橋", "田中"]);
        }
    }

    #[test]
    fn encodings_and_workbooks() {
        let wanted = [pairing("1", "佐藤", "鈴木"), pairing("2", "高橋", "田中")];
        let text = "先手,後手\n佐藤,鈴木\n高橋,田中\n";
        let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(text);
        let utf_16: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut book = rust_xlsxwriter::Workbook::new();
        book.add_worksheet().write(0, 0, "春季大会").unwrap();
        let sheet = book.add_worksheet();
        for (row, line) in (0..).zip(text.lines()) {
            for (column, field) in (0..).zip(line.split(',')) {
                sheet.write(row, column, field).unwrap();
            }
        }
        let book = book.save_to_buffer().unwrap();
        let wide = text.replace(',', "，");
        for bytes in [text.as_bytes(), &shift_jis, &utf_16, &book, wide.as_bytes()] {
            assert_eq!(read(bytes).unwrap(), wanted);
        }
    }
}
