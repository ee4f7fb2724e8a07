//! The pairings of a round, from a table as spreadsheets write it.

use super::MAX_WORDS;
use kakukin_sweep::{InputError, Problem};
use serde::Serialize;

/// The most pairings of one round.
pub const MAX_PAIRS: usize = 500;

/// The form of a round, as a refusal shows it.
const FORM: &str = "CSV (UTF-8): a,b[,board]";

/// What the columns can be called.
const COLUMNS: [&[&str]; 3] = [
    &["a", "ａ", "aさん", "ａさん", "player a", "first", "先手", "対局者a", "対局者ａ"],
    &["b", "ｂ", "bさん", "ｂさん", "player b", "second", "後手", "対局者b", "対局者ｂ"],
    &["board", "table", "no", "no.", "盤", "盤番号", "卓", "台", "ボード", "番号"],
];

/// Two players and where they sit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// The board, table or number; may be empty.
    pub board: String,
    /// The player who is A; may be empty.
    pub a: String,
    /// The player who is B.
    pub b: String,
}

/// Reads `a,b[,board]`, with or without a header in either language, which may also put the
/// columns in another order. Boards that are not given are numbered.
pub fn read_round(text: &[u8]) -> Result<Vec<Pairing>, InputError> {
    let refuse = |value: String, problem| InputError::new("round", value, problem, FORM);
    let text = std::str::from_utf8(text).map_err(|_| refuse(String::new(), Problem::NotUtf8))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut columns: Option<Columns> = None;
    let mut pairings = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| refuse(String::new(), Problem::BadForm))?;
        let fields: Vec<String> = record.iter().map(plain).collect();
        if fields.iter().all(String::is_empty) {
            continue;
        }
        let Some(columns) = &columns else {
            // The first line that says anything is a header or not.
            let header = Columns::of_header(&fields);
            let headed = header.is_some();
            let columns = columns.insert(header.unwrap_or(Columns::USUAL));
            if !headed {
                pairings.push(columns.pairing(&fields, 1).map_err(|e| in_line(&record, e))?);
            }
            continue;
        };
        if pairings.len() == MAX_PAIRS {
            let allowed = format!("1..{MAX_PAIRS}");
            return Err(InputError::new("round", "", Problem::TooLong, allowed));
        }
        let number = pairings.len() + 1;
        pairings.push(columns.pairing(&fields, number).map_err(|e| in_line(&record, e))?);
    }
    if pairings.is_empty() {
        return Err(refuse(String::new(), Problem::BadForm));
    }
    Ok(pairings)
}

/// The message must name the line.
fn in_line(record: &csv::StringRecord, error: InputError) -> InputError {
    let line = record.position().map_or(1, csv::Position::line);
    InputError { value: format!("{line}: {}", error.value), ..error }
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

    fn of_header(fields: &[String]) -> Option<Self> {
        let names: Vec<String> = fields.iter().map(|field| field.to_lowercase()).collect();
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let [a, b, board] = COLUMNS.map(find);
        Some(Self { order: [a?, b?, board.unwrap_or(usize::MAX)], count: fields.len() })
    }

    /// The pairing of a row; a board that is not given gets this number.
    fn pairing(&self, fields: &[String], number: usize) -> Result<Pairing, InputError> {
        let refuse = |problem| Err(InputError::new("round", fields.join(","), problem, FORM));
        if fields.len() < 2 || fields.len() > self.count {
            return refuse(Problem::BadForm);
        }
        if fields.iter().any(|field| field.chars().count() > MAX_WORDS) {
            return refuse(Problem::TooLong);
        }
        let [a, b, board] =
            self.order.map(|column| fields.get(column).cloned().unwrap_or_default());
        Ok(Pairing { board: if board.is_empty() { number.to_string() } else { board }, a, b })
    }
}

/// What a user wants to have printed: one line, not too long.
pub fn printable(field: &'static str, text: &str) -> Result<String, InputError> {
    let line = plain(text);
    if line.is_empty() || line.chars().count() > MAX_WORDS {
        let problem = if line.is_empty() { Problem::BadForm } else { Problem::TooLong };
        return Err(InputError::new(field, text, problem, format!("1..{MAX_WORDS}")));
    }
    Ok(line)
}

/// One line without characters that do something.
fn plain(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
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
    fn refusals() {
        let problem = |text: &[u8]| read_round(text).unwrap_err().problem;
        assert_eq!(problem(b""), Problem::BadForm);
        assert_eq!(problem(b"a,b\n"), Problem::BadForm);
        assert_eq!(problem(b"alone\n"), Problem::BadForm);
        assert_eq!(problem(b"x,y,1,more\n"), Problem::BadForm);
        assert_eq!(problem(&[0x8d, 0xb2, b',', 0x93, 0xa1]), Problem::NotUtf8);
        assert_eq!(
            problem(format!("{},y", "x".repeat(MAX_WORDS + 1)).as_bytes()),
            Problem::TooLong
        );
        assert_eq!(problem("x,y\n".repeat(MAX_PAIRS + 1).as_bytes()), Problem::TooLong);
        assert_eq!(read_round("x,y\n".repeat(MAX_PAIRS).as_bytes()).unwrap().len(), MAX_PAIRS);
    }

    #[test]
    fn control_characters_do_nothing() {
        assert_eq!(plain(" a\u{1b}[31m\nb\t "), "a [31m b");
    }
}
