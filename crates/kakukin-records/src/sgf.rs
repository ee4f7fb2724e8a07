//! Go: SGF, from `FF[1]` to `FF[4]`. The first node of each game is read; the rest is passed over,
//! but for the colours of the first moves.
//!
//! - Black is first, as in the other games of SGF (Othello, Gomoku, shogi, ..) but chess (`GM[3]`).
//!   Komi and handicaps are those of Go.
//! - A handicap is `HA` of two or more, two or more black stones set up and no white ones, or
//!   two black moves at the beginning, which is how some servers write it. `HA[1]` is one where
//!   White has no komi but half a point (定先).
//! - Komi is the opening. Some servers write it in hundredths, and in stones where Chinese
//!   rules count stones: `KM[650]` is 6.5, `KM[375]` and `KM[3.75]` are 7.5 points.
//! - `Void` is "no result or suspended play": interrupted; what is meant cannot be told.
//!   `無勝負` ended with no winner. Both are counted apart.
//! - `BR` and `WR` are ranks (`9d`), not ratings, unless they are plain numbers.
//! - The name of a game (`GN`) is no event: each game has its own.
//! - A record that breaks off in its moves still counts if its first node says the result.

mod encoding;
mod names;
mod result;

use crate::text::{date, keep, number};
use crate::traces::Trace;
use crate::{Pieces, Record, Side, Sink, Skip, Stop, Traces, Why};
use encoding_rs::Encoding;
use memchr::{memchr, memchr2, memmem};
use std::io::Read;

/// Whether this is SGF: a tree, a node, a property.
pub(crate) fn looks_like(head: &str) -> bool {
    let tree = head.trim_start().strip_prefix('(').map(str::trim_start);
    let Some(node) = tree.and_then(|tree| tree.strip_prefix(';')) else { return false };
    let rest = node.trim_start().trim_start_matches(|c: char| c.is_ascii_alphabetic());
    rest.len() < node.trim_start().len() && rest.trim_start().starts_with('[')
}

/// The encoding of a file that is not UTF-8: what it says itself, or what fits best.
pub(crate) fn charset(head: &[u8]) -> &'static Encoding {
    named_charset(head).unwrap_or_else(|| encoding::guess(head))
}

/// The encoding that a record names (`CA[..]`).
fn named_charset(head: &[u8]) -> Option<&'static Encoding> {
    memmem::find_iter(head, b"CA[").find_map(|at| {
        let inside_word = at > 0 && head[at - 1].is_ascii_uppercase();
        let value = &head[at + 3..];
        let end = memchr(b']', value.get(..60).unwrap_or(value))?;
        (!inside_word).then(|| Encoding::for_label(&value[..end])).flatten()
    })
}

/// Reads games one by one.
pub(crate) fn scan(pieces: &mut Pieces<impl Read>, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut scanner = Scanner::default();
    while let Some(piece) = pieces.piece()? {
        scanner.line = piece.line;
        scanner.read(piece.bytes, sink)?;
        if piece.ends {
            scanner.read(b"\n", sink)?;
        }
    }
    scanner.end(sink)
}

/// Where in the text the scanner is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Place {
    /// Between games.
    #[default]
    Outside,
    /// After a bracket that may open a game.
    Opened,
    /// In a game, not in a value.
    Node,
    /// In a value, whether it is kept or not.
    Value,
    /// In a value, after a backslash.
    Escape,
}

#[derive(Debug, Default)]
struct Scanner {
    record: Record,
    place: Place,
    /// Whether there was any game.
    found: bool,
    line: u64,
    /// Open brackets.
    depth: u64,
    /// Nodes begun, up to two: the first one is of interest.
    nodes: u8,
    name: Name,
    value: Vec<u8>,
    kept: bool,
    /// The moves of the main line, and whether the value that is open is one of them.
    trace: Trace,
    plies: u32,
    main_line: bool,
    is_move: bool,
    info: Info,
}

/// What the first node says, apart from the record itself.
#[derive(Debug, Default)]
struct Info {
    /// As the node writes them: sentences can only be understood when the names are known.
    results: Vec<String>,
    komi: Option<f64>,
    /// Komi in hundredths, as one server always writes it.
    hundredths: bool,
    handicap: bool,
    /// `HA[1]`.
    one_stone: bool,
    black: u32,
    white: u32,
    /// The black moves so far; nothing once it is clear how the game begins.
    begun: Option<u8>,
    game: Game,
}

/// What is played.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Game {
    #[default]
    Go,
    Chess,
    Other,
}

/// The name of a property: its capital letters, for older versions wrote `PlayerBlack`.
#[derive(Debug, Default)]
struct Name {
    letters: [u8; 2],
    length: usize,
    /// A value has followed: the next letter begins another name.
    complete: bool,
}

impl Name {
    fn letter(&mut self, byte: u8) {
        if std::mem::take(&mut self.complete) {
            self.length = 0;
        }
        if byte.is_ascii_uppercase() {
            if let Some(place) = self.letters.get_mut(self.length) {
                *place = byte;
            }
            self.length = (self.length + 1).min(3);
        }
    }

    /// Nothing that is of interest has a longer name than two letters.
    fn get(&self) -> &[u8] {
        self.letters.get(..self.length).unwrap_or_default()
    }
}

/// The most bytes of a value that are looked at.
const MAX_VALUE: usize = 2000;
/// The most results of a game that are looked at.
const MAX_RESULTS: usize = 4;

impl Scanner {
    fn read(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), Stop> {
        let mut rest = bytes;
        while let Some(&byte) = rest.first() {
            let step = match self.place {
                Place::Outside => match memchr(b'(', rest) {
                    Some(at) => {
                        self.place = Place::Opened;
                        at + 1
                    }
                    None => rest.len(),
                },
                Place::Opened => {
                    match byte {
                        b';' => self.open(),
                        b'(' => {}
                        _ if byte.is_ascii_whitespace() => {}
                        _ => self.place = Place::Outside,
                    }
                    1
                }
                Place::Node => self.node(rest, sink)?,
                Place::Value => {
                    let stop = memchr2(b']', b'\\', rest);
                    let end = stop.unwrap_or(rest.len());
                    if self.kept {
                        self.push(&rest[..end]);
                    }
                    if self.is_move {
                        self.trace.bytes(&rest[..end]);
                    }
                    match stop {
                        Some(at) if rest[at] == b']' => self.end_of_value(),
                        Some(_) => self.place = Place::Escape,
                        None => {}
                    }
                    end + usize::from(stop.is_some())
                }
                Place::Escape => {
                    // An escaped line end is none.
                    if self.kept && byte != b'\n' {
                        self.push(&rest[..1]);
                    }
                    self.place = Place::Value;
                    1
                }
            };
            rest = &rest[step..];
        }
        Ok(())
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = MAX_VALUE.saturating_sub(self.value.len());
        self.value.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn open(&mut self) {
        self.record.clear();
        self.record.line = self.line;
        self.info = Info { begun: Some(0), ..Info::default() };
        self.name.length = 0;
        (self.trace, self.plies, self.main_line) = (Trace::default(), 0, true);
        (self.place, self.depth, self.nodes, self.found) = (Place::Node, 1, 1, true);
    }

    /// Names, nodes and brackets up to the next value; how far that is.
    fn node(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<usize, Stop> {
        let passing = self.nodes > 1 && self.info.begun.is_none();
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'[' => {
                    self.is_move = self.main_line && is_move(&bytes[..at]);
                    if self.is_move {
                        self.trace.bytes(&bytes[at - 1..=at]);
                        self.plies = self.plies.saturating_add(1);
                    }
                    self.kept = !passing && self.is_wanted();
                    self.value.clear();
                    self.place = Place::Value;
                    return Ok(at + 1);
                }
                b'(' => self.depth = self.depth.saturating_add(1),
                b')' => {
                    (self.info.begun, self.main_line) = (None, false);
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.close(sink)?;
                        return Ok(at + 1);
                    }
                }
                _ if passing => {}
                b';' => self.nodes = (self.nodes + 1).min(2),
                _ if byte.is_ascii_alphabetic() => self.name.letter(byte),
                _ => {}
            }
        }
        Ok(bytes.len())
    }

    /// Whether the value that begins is of interest.
    fn is_wanted(&self) -> bool {
        match self.name.get() {
            b"AB" | b"AW" | b"B" | b"W" => self.info.begun.is_some(),
            b"PB" | b"PW" | b"BR" | b"WR" | b"RE" | b"EV" | b"RO" | b"DT" | b"KM" | b"HA"
            | b"GM" | b"AP" => self.nodes == 1,
            _ => false,
        }
    }

    fn end_of_value(&mut self) {
        self.place = Place::Node;
        self.name.complete = true;
        if !std::mem::take(&mut self.kept) {
            return;
        }
        let (record, info, value) = (&mut self.record, &mut self.info, self.value.as_slice());
        let first_said = |field: &mut String| {
            if field.is_empty() {
                keep(field, value);
            }
        };
        match self.name.get() {
            b"PB" => first_said(&mut record.first.name),
            b"PW" => first_said(&mut record.second.name),
            b"BR" => record.first.rating = rating(value),
            b"WR" => record.second.rating = rating(value),
            b"EV" => first_said(&mut record.event),
            b"RO" => first_said(&mut record.round),
            b"DT" => record.date = record.date.or_else(|| date(value)),
            b"RE" => info.result(value),
            b"KM" => info.komi = info.komi.or_else(|| komi(value)),
            b"AP" => info.hundredths |= memmem::find(value, b"foxwq").is_some(),
            b"GM" => {
                info.game = match value.trim_ascii() {
                    b"1" | b"" => Game::Go,
                    b"3" => Game::Chess,
                    _ => Game::Other,
                };
            }
            b"HA" => {
                let stones = number(value).unwrap_or(0.0);
                info.handicap |= stones >= 2.0;
                info.one_stone |= stones == 1.0;
            }
            b"AB" => info.black = info.black.saturating_add(stones(value)),
            b"AW" => info.white = info.white.saturating_add(stones(value)),
            b"B" => info.moved(Side::First, value),
            b"W" => info.moved(Side::Second, value),
            _ => {}
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.place = Place::Outside;
        let moves = if self.plies > 0 { self.trace.finish() } else { 0 };
        self.record.traces = Traces { moves, plies: self.plies, ..Traces::default() };
        let (record, info) = (&mut self.record, &mut self.info);
        let said = match info.said([&record.first.name, &record.second.name]) {
            Ok(said) => said,
            Err((why, detail)) => {
                return sink.skipped(Skip::new(record.line, why, record.named(detail)));
            }
        };
        (record.ending, record.reason) = said.in_order(info.game == Game::Chess);
        if info.game == Game::Chess {
            std::mem::swap(&mut record.first, &mut record.second);
        }
        if info.game == Game::Go {
            let komi = info.komi.and_then(|komi| in_points(komi, info.hundredths));
            record.handicap = info.handicap
                || (info.one_stone && komi.is_none_or(|points| points <= 0.5))
                || (info.black >= 2 && info.white == 0);
            if let Some(points) = komi {
                record.opening.push_str(&format!("komi {points}"));
            }
        }
        sink.game(record)
    }

    fn end(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        let in_value = matches!(self.place, Place::Value | Place::Escape);
        if in_value || self.place == Place::Node {
            let in_first = self.nodes == 1 && in_value;
            if in_first || self.info.results.is_empty() {
                let names = self.record.named("");
                return sink.skipped(Skip::new(self.record.line, Why::Truncated, names));
            }
            return self.close(sink);
        }
        if !self.found {
            sink.skipped(Skip::file(Why::NotARecord, ""))?;
        }
        Ok(())
    }
}

impl Info {
    fn result(&mut self, value: &[u8]) {
        let mut text = String::new();
        keep(&mut text, value);
        if !text.is_empty() && self.results.len() < MAX_RESULTS {
            self.results.push(text);
        }
    }

    /// What the results say of a game between these two, or why they say nothing, and which.
    fn said(&self, names: [&String; 2]) -> Result<result::Said, (Why, &str)> {
        let mut all: Option<result::Said> = None;
        for text in &self.results {
            let said = result::said(text, names.map(String::as_str));
            let said = said.ok_or((Why::UnknownResult, text.as_str()))?;
            if all.is_some_and(|before| before.ending != said.ending) {
                return Err((Why::Contradiction, text));
            }
            all = all.or(Some(said));
        }
        all.ok_or((Why::NoResult, ""))
    }

    /// A move: two black ones at the beginning are handicap stones. A pass is none.
    fn moved(&mut self, side: Side, value: &[u8]) {
        let Some(before) = self.begun else { return };
        let stone = !matches!(value.trim_ascii(), b"" | b"tt");
        self.begun = match side {
            Side::First if stone && before == 0 => Some(1),
            Side::First if stone => {
                self.handicap = true;
                None
            }
            _ => None,
        };
    }
}

/// Whether the value that follows is a move: the last letter is a colour, and it stands alone.
fn is_move(before: &[u8]) -> bool {
    match before {
        [.., before, b'B' | b'W'] => !before.is_ascii_alphabetic(),
        [b'B' | b'W'] => true,
        _ => false,
    }
}

/// How many stones a value sets up; a rectangle has two at least.
fn stones(value: &[u8]) -> u32 {
    match memchr(b':', value) {
        Some(_) => 2,
        None => u32::from(!value.trim_ascii().is_empty()),
    }
}

/// A rank that is a rating: three digits at least.
fn rating(value: &[u8]) -> Option<f64> {
    number(value).filter(|&rating| rating >= 100.0)
}

/// A number, perhaps with a unit: some write `6,5`, `6.5 points`, `６目半`, `3.75子`.
fn komi(value: &[u8]) -> Option<f64> {
    let text: String = std::str::from_utf8(value).ok()?.chars().map(result::narrow).collect();
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.,".contains(c));
    let (digits, unit) = text.split_at(end.unwrap_or(text.len()));
    let komi = number(digits.replace(',', ".").as_bytes())?;
    match unit.trim().to_ascii_lowercase().as_str() {
        "" | "目" | "point" | "points" | "moku" => Some(komi),
        "目半" => Some(komi + 0.5),
        "子" => Some(komi * 2.0),
        _ => None,
    }
}

/// Komi as points; nothing for what cannot be komi.
fn in_points(komi: f64, hundredths: bool) -> Option<f64> {
    let hundredths = komi.abs() >= 100.0 || (hundredths && komi.abs() >= 50.0);
    let komi = if hundredths { komi / 100.0 } else { komi };
    // Quarters are halves of half points: stones. Nor is a komi of 2.5 to 4 points in use
    // where hundredths are.
    let quarters = komi * 4.0;
    let in_stones = quarters.fract() == 0.0 && quarters % 2.0 != 0.0;
    let small = hundredths && (2.5..=4.0).contains(&komi.abs());
    let points = if in_stones || small { komi * 2.0 } else { komi };
    // No minus zero.
    (points.abs() <= 100.0).then_some(points + 0.0)
}
