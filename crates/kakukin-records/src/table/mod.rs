//! Tables of results: CSV as spreadsheets write it, with headings in either language.

mod words;

use crate::{
    Date, Ending, Player, Reason, Record, Side, Sink, Skip, Stop, Why,
    text::{MAX_TEXT, keep},
};
use kakukin_sweep::GameResult;
use std::{
    cell::Cell,
    io::{self, Cursor, Read},
    rc::Rc,
};
pub use words::{COLOURS, FIRST, SECOND, ending_name, heading, reason_name};
use words::{Column, column, ending, reason};

/// The columns of a table as it is written here.
pub const COLUMNS: [&str; 11] = [
    "first",
    "second",
    "result",
    "reason",
    "date",
    "event",
    "round",
    "first_rating",
    "second_rating",
    "opening",
    "handicap",
];
/// The longest row.
const MAX_ROW: u64 = 1 << 20;
/// What is looked at to find the separator.
const HEAD: u64 = 1 << 12;

/// The row of a game, in the columns of [`COLUMNS`].
pub fn row(record: &Record) -> [String; COLUMNS.len()] {
    let rating = |player: &Player| player.rating.map(|r| r.to_string()).unwrap_or_default();
    [
        record.first.name.clone(),
        record.second.name.clone(),
        ending_name(record.ending).into(),
        reason_name(record.reason).into(),
        record.date.map(|date| date.to_string()).unwrap_or_default(),
        record.event.clone(),
        record.round.clone(),
        rating(&record.first),
        rating(&record.second),
        record.opening.clone(),
        if record.handicap { "yes".into() } else { String::new() },
    ]
}

/// What separates the columns: spreadsheets write commas, semicolons or tabs.
pub fn delimiter(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |c: &u8| line.bytes().filter(|byte| byte == c).count();
    // The last of equals is taken.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

pub(crate) fn looks_like(head: &str) -> bool {
    let mut reader = rows(delimiter(head), head.as_bytes());
    let mut row = csv::ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut row) {
            Ok(true) if is_empty(&row) => continue,
            Ok(true) => break,
            Ok(false) | Err(_) => return false,
        }
    }
    let fields = headings(&row);
    Columns::of_header(&fields).is_some() || Columns::of_row(&fields).is_some()
}

pub(crate) fn scan(mut source: impl Read, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    if let Some(rest) = head.strip_prefix("\u{feff}".as_bytes()) {
        head = rest.to_vec();
    }
    let separator = delimiter(&String::from_utf8_lossy(&head));
    let done = Rc::new(Cell::new(0));
    let source = Rows { source: Cursor::new(head).chain(source), given: 0, done: done.clone() };
    let mut reader = rows(separator, source);
    let (mut row, mut columns, mut game) = (csv::ByteRecord::new(), None, Record::default());
    let mut line = 1;
    while reader.read_byte_record(&mut row).map_err(io::Error::from)? {
        done.set(reader.position().byte());
        // The reader counts empty lines before a row as part of it.
        let inside = row.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let after = reader.position().line();
        let start = line.max(after.saturating_sub(inside + 1));
        line = after;
        if is_empty(&row) {
            continue;
        }
        let columns = match &columns {
            Some(columns) => columns,
            None => {
                let fields = headings(&row);
                if let Some(header) = Columns::of_header(&fields) {
                    columns = Some(header);
                    continue;
                }
                match Columns::of_row(&fields) {
                    Some(found) => &*columns.insert(found),
                    None => {
                        let text = String::from_utf8_lossy(row.as_slice()).into_owned();
                        let text = text.chars().take(MAX_TEXT).collect::<String>();
                        return sink.skipped(Skip::new(start, Why::BadHeader, text));
                    }
                }
            }
        };
        game.clear();
        game.line = start;
        match columns.read(&row, &mut game) {
            Ok(()) => sink.game(&game)?,
            Err((why, word)) => sink.skipped(Skip::new(start, why, word))?,
        }
    }
    Ok(())
}

fn rows<R: Read>(separator: u8, source: R) -> csv::Reader<R> {
    let mut reader = csv::ReaderBuilder::new();
    // A carriage return before it is a space at the end of the last field.
    let reader = reader.terminator(csv::Terminator::Any(b'\n'));
    reader.has_headers(false).flexible(true).delimiter(separator).from_reader(source)
}

fn is_empty(row: &csv::ByteRecord) -> bool {
    row.iter().all(|field| field.trim_ascii().is_empty())
}

fn headings(row: &csv::ByteRecord) -> Vec<String> {
    row.iter().map(|field| heading(&String::from_utf8_lossy(field))).collect()
}

/// A source that ends in an error where a row gets too long: an open quotation mark makes
/// one row of all that follows.
struct Rows<R> {
    source: R,
    given: u64,
    done: Rc<Cell<u64>>,
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given.saturating_sub(self.done.get()) > MAX_ROW {
            let text = format!("a row of more than {} MB", MAX_ROW >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let count = self.source.read(into)?;
        self.given += count as u64;
        Ok(count)
    }
}

/// What the columns hold.
struct Columns(Vec<Option<Column>>);

impl Columns {
    fn of_header(fields: &[String]) -> Option<Self> {
        let mut columns: Vec<Option<Column>> = fields.iter().map(|name| column(name)).collect();
        let has = |columns: &[Option<Column>], wanted| columns.contains(&Some(wanted));
        if !has(&columns, Column::First) && !has(&columns, Column::Second) {
            let colours: Vec<usize> =
                (0..fields.len()).filter(|&k| COLOURS.contains(&fields[k].as_str())).collect();
            if let [first, second] = colours[..] {
                columns[first] = Some(Column::First);
                columns[second] = Some(Column::Second);
            }
        }
        let decides = has(&columns, Column::Result) || has(&columns, Column::Winner);
        let whole = has(&columns, Column::First) && has(&columns, Column::Second) && decides;
        whole.then_some(Self(columns))
    }

    /// Without a header: two names and a result.
    fn of_row(fields: &[String]) -> Option<Self> {
        let usual = [Column::First, Column::Second, Column::Result];
        let fits = fields.len() >= 3 && ending(&fields[2]).is_some();
        fits.then(|| Self(usual.map(Some).to_vec()))
    }

    fn read(&self, row: &csv::ByteRecord, game: &mut Record) -> Result<(), (Why, String)> {
        let (mut result, mut winner) = (String::new(), String::new());
        let mut said = None;
        for (field, column) in row.iter().zip(&self.0) {
            let Some(column) = column else { continue };
            let text = || String::from_utf8_lossy(field);
            match column {
                Column::First => keep(&mut game.first.name, field),
                Column::Second => keep(&mut game.second.name, field),
                Column::Event => keep(&mut game.event, field),
                Column::Round => keep(&mut game.round, field),
                Column::Opening => keep(&mut game.opening, field),
                Column::Result => keep(&mut result, field),
                Column::Winner => keep(&mut winner, field),
                Column::Reason => said = reason(&heading(&text())),
                Column::Date => game.date = Date::find(&text()),
                Column::FirstRating => game.first.rating = rating(&text()),
                Column::SecondRating => game.second.rating = rating(&text()),
                Column::Handicap => game.handicap = is_handicap(&heading(&text())),
            }
        }
        let (ended, why) = decide(&result, &winner, game)?;
        game.reason = said.unwrap_or(why);
        game.ending = match (ended, game.reason) {
            (Ending::Played(result), Reason::Foul) => won(result, Ending::Foul),
            (Ending::Played(result), Reason::Forfeit) => won(result, Ending::Forfeit),
            (ended, _) => ended,
        };
        Ok(())
    }
}

/// A win of another kind than over the board.
fn won(result: GameResult, kind: fn(Side) -> Ending) -> Ending {
    match result {
        GameResult::First => kind(Side::First),
        GameResult::Second => kind(Side::Second),
        GameResult::Draw => Ending::DRAW,
    }
}

/// The ending by the words of the result and the winner's columns.
fn decide(result: &str, winner: &str, game: &Record) -> Result<(Ending, Reason), (Why, String)> {
    let of_winner = match winner {
        "" => None,
        name if name == game.first.name => Some((Ending::won(Side::First), Reason::Unsaid)),
        name if name == game.second.name => Some((Ending::won(Side::Second), Reason::Unsaid)),
        word => Some(ending(&heading(word)).ok_or((Why::UnknownResult, word.to_string()))?),
    };
    let of_result = match result {
        "" => None,
        word => Some(ending(&heading(word)).ok_or((Why::UnknownResult, word.to_string()))?),
    };
    match (of_result, of_winner) {
        (Some(result), Some(winner)) if result.0 != winner.0 => {
            Err((Why::Contradiction, winner_and_result(&result, &winner)))
        }
        (Some(found), _) | (None, Some(found)) => Ok(found),
        (None, None) => Err((Why::NoResult, String::new())),
    }
}

fn winner_and_result(result: &(Ending, Reason), winner: &(Ending, Reason)) -> String {
    format!("{} / {}", ending_name(result.0), ending_name(winner.0))
}

fn rating(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|rating: &f64| rating.is_finite() && *rating > 0.0)
}

fn is_handicap(word: &str) -> bool {
    !matches!(word, "" | "0" | "no" | "none" | "false" | "平手" | "互先" | "なし" | "無" | "-")
}

#[cfg(test)]
mod tests;
