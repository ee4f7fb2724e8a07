//! Tables of results: CSV as spreadsheets write it, with headings in either language.

mod separator;
mod words;

use crate::{
    Ending, GameResult, InputError, MAX_RATING, Player, Reason, Record, Side, Sink, Skip, Stop,
    Why, is_zip,
    read::Broken,
    text::{MAX_TEXT, Utf8, date, keep, number},
    traces::Trace,
    workbook::{is_workbook, sheet},
};
use kakukin_core::BadValue;
pub use separator::Separator;
use std::{
    cell::Cell,
    io::{self, Cursor, Read},
    rc::Rc,
};
use words::{
    COLOUR_KINDS, COLOUR_RESULTS, COLUMN_NAMES, Column, Dialect, Reader, adjudged, column,
    ending_name, is_black, reason,
};
pub use words::{COLOURS, FIRST, RecordResult, SECOND, heading, is_bye, reason_name};
use zip::ZipArchive;

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
/// What the columns of a table are called, where its headings shall not be guessed.
///
/// ```
/// # use kakukin_records::ColumnNames;
/// assert!(ColumnNames::parse(["first=Engine A", "second=Engine B", "result=Points"]).is_ok());
/// assert!(ColumnNames::parse(["frist=Engine A"]).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnNames(Vec<(Column, String)>);

impl ColumnNames {
    /// The names that texts like `first=white_username` give.
    pub fn parse<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Self, InputError> {
        let mut names = Self::default();
        for text in texts {
            let known = || {
                let known: Vec<&str> = COLUMN_NAMES.iter().map(|(name, _)| *name).collect();
                format!("{}=NAME", known.join("=NAME, "))
            };
            let refuse = |problem| InputError::new("columns", text, problem, known());
            let (what, name) = text.split_once('=').ok_or_else(|| refuse(BadValue::BadForm))?;
            let what = what.trim().to_lowercase().replace('-', "_");
            let column = COLUMN_NAMES.iter().find(|(name, _)| *name == what);
            let (_, column) = column.ok_or_else(|| refuse(BadValue::Unknown))?;
            let name = heading(name);
            if name.is_empty() {
                return Err(refuse(BadValue::BadForm));
            }
            if names.0.iter().any(|(given, said)| given == column || *said == name) {
                return Err(InputError::new("columns", text, BadValue::Twice, "1"));
            }
            names.0.push((*column, name));
        }
        Ok(names)
    }
}

/// The shortest identity of a game.
const MIN_ID: usize = 6;
/// The longest row.
const MAX_ROW: u64 = 1 << 20;
/// Above the headings there may be so many rows less one.
const MAX_TITLES: usize = 5;
/// What is looked at to find the separator and how the words of a column are meant: some hundreds
/// of games. A column that changes its ways later is not believed.
const HEAD: u64 = 1 << 16;

/// A small table as text in UTF-8: a file in any encoding that records are read in, or the first
/// sheet of a workbook that looks as wanted.
pub fn text(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Result<String, Skip> {
    if is_zip(bytes) {
        let archive = ZipArchive::new(Cursor::new(bytes)).ok().filter(is_workbook);
        let archive = archive.ok_or_else(|| Skip::file(Why::NotARecord, ""))?;
        return sheet(archive, None, wanted);
    }
    let mut decoded = Vec::new();
    let read = Utf8::new(bytes, encoding_rs::SHIFT_JIS, None).read_to_end(&mut decoded);
    let text = read.ok().and_then(|_| String::from_utf8(decoded).ok());
    let broken = |text: &String| text.contains(['\0', char::REPLACEMENT_CHARACTER]);
    let text = text.filter(|text| !broken(text));
    let text = text.ok_or_else(|| Skip::file(Why::NotARecord, ""))?;
    Ok(text.trim_start_matches('\u{feff}').to_string())
}

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

pub(crate) fn looks_like(head: &str, names: &ColumnNames) -> bool {
    let separator = Separator::of(head);
    let mut reader = rows(separator, head.as_bytes());
    let mut row = csv::ByteRecord::new();
    for _ in 0..MAX_TITLES {
        match reader.read_byte_record(&mut row) {
            Ok(true) if Columns::of(&headings(&row), names).is_some() => return true,
            Ok(true) => {}
            Ok(false) | Err(_) => break,
        }
    }
    false
}

pub(crate) fn scan(
    mut source: impl Read,
    names: &ColumnNames,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    let broken = source.by_ref().take(HEAD).read_to_end(&mut head).err();
    if let Some(rest) = head.strip_prefix("\u{feff}".as_bytes()) {
        head = rest.to_vec();
    }
    let separator = Separator::of(&String::from_utf8_lossy(&head));
    let dialect = dialect(separator, &head, names);
    let done = Rc::new(Cell::new(0));
    let source = Cursor::new(head).chain(Broken(broken)).chain(source);
    let mut reader = rows(separator, Rows { source, given: 0, done: done.clone() });
    let (mut row, mut game) = (csv::ByteRecord::new(), Record::default());
    let mut top = Top::default();
    let mut line = 1;
    while reader.read_byte_record(&mut row).map_err(as_io)? {
        done.set(reader.position().byte());
        // The reader counts empty lines before a row as part of it.
        let inside = row.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let after = reader.position().line();
        let start = line.max(after.saturating_sub(inside + 1));
        line = after;
        let columns = match top.take(&row, start, names) {
            Place::Above => continue,
            Place::Nowhere => break,
            Place::Game(columns) => columns,
        };
        game.clear();
        game.line = start;
        let read = columns.read(&row, dialect, &mut game);
        match (rest(&mut game, &read), read) {
            (Some(half_points), _) => sink.bye(&game, half_points)?,
            (None, Ok(())) => sink.game(&game)?,
            (None, Err((why, word))) => sink.skipped(Skip::new(start, why, word))?,
        }
    }
    match top.unread() {
        Some((line, text)) => sink.skipped(Skip::new(line, Why::BadHeader, text)),
        None => Ok(()),
    }
}

/// The half points of a player without an opponent, who then is first in the record; a win where
/// the row does not say.
fn rest(game: &mut Record, read: &Result<(), (Why, String)>) -> Option<u64> {
    let alone = match (is_bye(&game.first.name), is_bye(&game.second.name)) {
        (false, true) => Side::First,
        (true, false) => Side::Second,
        _ => return None,
    };
    let half_points = match (read, game.ending) {
        (Err((Why::NoResult, _)), _) => 2,
        (Err(_), _) => return None,
        (Ok(()), ending) if ending == Ending::won(alone) => 2,
        (Ok(()), Ending::Forfeit(side) | Ending::Foul(side)) if side == alone => 2,
        (Ok(()), Ending::Played(GameResult::Draw)) => 1,
        (Ok(()), Ending::Interrupted | Ending::Adjourned | Ending::Unknown) => 2,
        (Ok(()), _) => 0,
    };
    if alone == Side::Second {
        std::mem::swap(&mut game.first, &mut game.second);
    }
    (game.ending, game.reason) = (Ending::Unknown, Reason::Unsaid);
    game.is_sideless = true;
    Some(half_points)
}

/// What the beginning of a table tells of the words in its result column.
fn dialect(separator: Separator, head: &[u8], names: &ColumnNames) -> Dialect {
    let mut reader = rows(separator, head);
    let (mut row, mut top, mut dialect) =
        (csv::ByteRecord::new(), Top::default(), Dialect::default());
    while let Ok(true) = reader.read_byte_record(&mut row) {
        match top.take(&row, 0, names) {
            Place::Above => {}
            Place::Nowhere => break,
            Place::Game(columns) => {
                let results = row.iter().zip(&columns.places);
                let results = results.filter(|(_, column)| **column == Some(Column::Result));
                results
                    .for_each(|(field, _)| dialect.hear(&heading(&String::from_utf8_lossy(field))));
            }
        }
    }
    dialect
}

/// What stands above the games of a table: titles, then the headings of its columns.
#[derive(Default)]
struct Top {
    columns: Option<Columns>,
    titles: Vec<(u64, String)>,
    /// What should have been headings.
    unknown: Option<(u64, String)>,
}

/// Where a row of a table stands.
enum Place<'t> {
    /// Above the games, or it is empty.
    Above,
    /// It is a game.
    Game(&'t Columns),
    /// This is no table of games.
    Nowhere,
}

impl Top {
    fn take(&mut self, row: &csv::ByteRecord, line: u64, names: &ColumnNames) -> Place<'_> {
        if is_empty(row) {
            return Place::Above;
        }
        if self.columns.is_none() {
            match Columns::of(&headings(row), names) {
                Some(found) if found.headed => {
                    self.columns = Some(found);
                    return Place::Above;
                }
                // Columns named in words that nobody here knows are not first, second, result.
                Some(_) if self.unknown.is_some() => return Place::Nowhere,
                Some(found) => self.columns = Some(found),
                // A title may stand above the headings.
                None if self.titles.len() + 1 < MAX_TITLES => {
                    let named = row.iter().filter(|field| !field.trim_ascii().is_empty()).count();
                    if named >= 3 && self.unknown.is_none() {
                        self.unknown = Some((line, as_text(row)));
                    }
                    self.titles.push((line, as_text(row)));
                    return Place::Above;
                }
                None => return Place::Nowhere,
            }
        }
        self.columns.as_ref().map_or(Place::Nowhere, Place::Game)
    }

    /// The row that should have been headings, where none were found.
    fn unread(self) -> Option<(u64, String)> {
        match self.columns {
            Some(_) => None,
            None => self.unknown.or_else(|| self.titles.into_iter().next()),
        }
    }
}

/// A row as a message shows it.
fn as_text(row: &csv::ByteRecord) -> String {
    let fields: Vec<_> =
        row.iter().map(|field| String::from_utf8_lossy(field.trim_ascii())).collect();
    fields.join(", ").chars().take(MAX_TEXT).collect()
}

/// The error of the source itself, where it is one.
fn as_io(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, format!("{other:?}")),
    }
}

fn rows<R: Read>(separator: Separator, source: R) -> csv::Reader<impl Read> {
    let mut reader = csv::ReaderBuilder::new();
    // A carriage return before it is a space at the end of the last field.
    let reader = reader.terminator(csv::Terminator::Any(b'\n'));
    let reader = reader.has_headers(false).flexible(true).delimiter(separator.byte());
    reader.from_reader(separator.narrowed(source))
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
struct Columns {
    places: Vec<Option<Column>>,
    /// Whether that is a row of headings.
    headed: bool,
    /// Where players have colours: whether Black is first.
    black_first: Option<bool>,
}

impl Columns {
    fn of(fields: &[String], names: &ColumnNames) -> Option<Self> {
        let headed = Self::of_headings(fields, names);
        headed.or_else(|| names.0.is_empty().then(|| Self::of_game(fields))?)
    }

    fn of_headings(fields: &[String], ColumnNames(names): &ColumnNames) -> Option<Self> {
        // What is named is where it is named, and nowhere else.
        if !names.iter().all(|(_, name)| fields.contains(name)) {
            return None;
        }
        let is_named = |column: &Column| names.iter().any(|(named, _)| named == column);
        let place = |field: &String| match names.iter().find(|(_, name)| name == field) {
            Some((named, _)) => Some(*named),
            None => column(field).filter(|column| !is_named(column)),
        };
        let mut places: Vec<Option<Column>> = fields.iter().map(place).collect();
        let at = |places: &[Option<Column>], wanted| places.iter().position(|p| *p == Some(wanted));
        if at(&places, Column::First).is_none() && at(&places, Column::Second).is_none() {
            let colours = COLOUR_KINDS.iter().find_map(|kind| {
                let of_kind = |k: &usize| kind.contains(&fields[*k].as_str());
                let found: Vec<usize> = (0..fields.len()).filter(of_kind).collect();
                <[usize; 2]>::try_from(found).ok()
            });
            if let Some([first, second]) = colours {
                places[first] = Some(Column::First);
                places[second] = Some(Column::Second);
            }
        }
        let first = at(&places, Column::First)?;
        at(&places, Column::Second)?;
        let black_first = is_black(&fields[first]);
        for (field, place) in fields.iter().zip(&mut places).filter(|(_, place)| place.is_none()) {
            let of_colour = COLOUR_RESULTS.iter().find(|(name, _)| name == field);
            *place = of_colour.zip(black_first).map(|((_, black), black_first)| {
                if *black == black_first { Column::FirstResult } else { Column::SecondResult }
            });
        }
        let deciding = [Column::Result, Column::Winner, Column::FirstResult, Column::SecondResult];
        let decided = deciding.into_iter().any(|column| at(&places, column).is_some());
        decided.then_some(Self { places, headed: true, black_first })
    }

    /// Without headings: two names and a result that cannot be anything else.
    fn of_game(fields: &[String]) -> Option<Self> {
        let [first, second, result] = fields else { return None };
        let is_name = |name: &String| !name.is_empty() && name.parse::<f64>().is_err();
        let clear = result.chars().count() > 1 && result.parse::<f64>().is_err();
        let fits = is_name(first)
            && is_name(second)
            && clear
            && Reader::default().ending(result).is_some();
        let usual = [Column::First, Column::Second, Column::Result];
        fits.then(|| Self { places: usual.map(Some).to_vec(), headed: false, black_first: None })
    }

    fn read(
        &self,
        row: &csv::ByteRecord,
        dialect: Dialect,
        game: &mut Record,
    ) -> Result<(), (Why, String)> {
        if row.iter().skip(self.places.len()).any(|field| !field.trim_ascii().is_empty()) {
            // A comma inside a field would shift all that follows.
            return Err((Why::BadForm, as_text(row)));
        }
        if row.len() < self.places.len() && row.as_slice().contains(&b'\n') {
            // A quotation mark that was never closed takes the next rows for its own.
            return Err((Why::BadForm, format!("\" .. {}", as_text(row).replace('\n', " / "))));
        }
        let [mut result, mut winner, mut id] = [const { String::new() }; 3];
        let mut own = [const { String::new() }; 2];
        let mut said = None;
        for (field, column) in row.iter().zip(&self.places) {
            let Some(column) = column else { continue };
            // The first of several columns of one kind that says something counts.
            match column {
                Column::First => name(&mut game.first.name, field),
                Column::Second => name(&mut game.second.name, field),
                Column::Event => name(&mut game.event, field),
                Column::Round => name(&mut game.round, field),
                Column::Opening => name(&mut game.opening, field),
                Column::Result => name(&mut result, field),
                Column::Winner => name(&mut winner, field),
                Column::Id => name(&mut id, field),
                Column::FirstResult => name(&mut own[0], field),
                Column::SecondResult => name(&mut own[1], field),
                Column::Reason => {
                    said = said.or_else(|| reason(&heading(&String::from_utf8_lossy(field))));
                }
                Column::Date => game.date = game.date.or_else(|| date(field)),
                Column::FirstRating => {
                    game.first.rating = game.first.rating.or_else(|| rating(field))
                }
                Column::SecondRating => {
                    game.second.rating = game.second.rating.or_else(|| rating(field));
                }
                Column::Handicap => {
                    game.handicap |= is_handicap(&heading(&String::from_utf8_lossy(field)));
                }
            }
        }
        // The number of a row tells nothing.
        if id.len() >= MIN_ID {
            game.traces.id = Trace::of(id.as_bytes());
        }
        let reader = Reader { dialect, black_first: self.black_first };
        let (ended, why) = match own.iter().all(String::is_empty) {
            true => decide(reader, &result, &winner, game)?,
            false if result.is_empty() && winner.is_empty() => decide_by_own(reader, &own)?,
            // Who has a column for the game needs none for its sides.
            false => decide(reader, &result, &winner, game)?,
        };
        game.reason = said.unwrap_or(why);
        game.ending = adjudged(ended, game.reason);
        Ok(())
    }
}

/// The ending by the words of the result and the winner's columns.
fn decide(
    reader: Reader,
    result: &str,
    winner: &str,
    game: &Record,
) -> Result<(Ending, Reason), (Why, String)> {
    let of_word = |text: &str| {
        let known = reader.ending(&heading(text));
        known.ok_or_else(|| (Why::UnknownResult, text.to_string()))
    };
    let of_winner = match winner {
        "" => None,
        name if name == game.first.name => Some((Ending::won(Side::First), Reason::Unsaid)),
        name if name == game.second.name => Some((Ending::won(Side::Second), Reason::Unsaid)),
        word => Some(of_word(word)?),
    };
    let of_result = match result {
        "" => None,
        word => Some(of_word(word)?),
    };
    match (of_result, of_winner) {
        (Some((result, _)), Some((winner, _))) if result != winner => {
            let both = format!("{} / {}", ending_name(result), ending_name(winner));
            Err((Why::Contradiction, both))
        }
        (Some(found), _) | (None, Some(found)) => Ok(found),
        (None, None) => Err((Why::NoResult, String::new())),
    }
}

/// The ending by what each of the players has for himself.
fn decide_by_own(reader: Reader, own: &[String; 2]) -> Result<(Ending, Reason), (Why, String)> {
    let of_side = |word: &String, side| match word.as_str() {
        "" => Ok(None),
        word => {
            let known = reader.own(&heading(word), side);
            known.map(Some).ok_or_else(|| (Why::UnknownResult, word.to_string()))
        }
    };
    match (of_side(&own[0], Side::First)?, of_side(&own[1], Side::Second)?) {
        // Nobody has anything: nobody won.
        (Some((Ending::Played(one), _)), Some((Ending::Played(two), _)))
            if one != two && own[0] == own[1] && own[0].trim() == "0" =>
        {
            Ok((Ending::Nobody, Reason::Unsaid))
        }
        (Some((one, _)), Some((two, _))) if one != two => {
            Err((Why::Contradiction, own.join(" / ")))
        }
        (Some((ended, why)), other) => {
            Ok((ended, if why == Reason::Unsaid { other.map_or(why, |(_, why)| why) } else { why }))
        }
        (None, Some(found)) => Ok(found),
        (None, None) => Err((Why::NoResult, String::new())),
    }
}

/// How a field begins that a spreadsheet would run as a formula, some also with wide signs. An
/// apostrophe in front of it says that it is none.
pub const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Keeps a field, unless one of its kind has said something already.
fn name(field: &mut String, bytes: &[u8]) {
    if field.is_empty() {
        keep(field, bytes.trim_ascii());
        let formula = field.strip_prefix('\'').is_some_and(|rest| rest.starts_with(FORMULA_STARTS));
        if formula {
            field.remove(0);
        }
    }
}

fn rating(field: &[u8]) -> Option<f64> {
    number(field).filter(|rating| (1.0..=MAX_RATING).contains(rating))
}

fn is_handicap(word: &str) -> bool {
    !matches!(word, "" | "0" | "no" | "none" | "false" | "平手" | "互先" | "なし" | "無" | "-")
}

#[cfg(test)]
mod tests;
