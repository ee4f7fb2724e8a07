//! Chess: PGN. Tags and the result are read; moves, comments and variations are passed over.
//!
//! - White is first, also where a position says that Black is to move: the sides keep their
//!   names. PGN has no word for odds; a position with pieces missing is not seen as a handicap.
//! - The result is that of the `Result` tag, or of the marker after the moves where the tag is
//!   missing or `*`. `0-0` after moves is castling, and `+/-` a judgement of the position; alone,
//!   or as tags, they are forfeits.
//! - What `Termination` adds: an illegal move or a broken rule is a foul. An abandoned game, a
//!   lost connection, an emergency and the like leave a result as it was counted, win or draw,
//!   with its reason, if both sides have moved; if not, one side never began (what Lichess calls
//!   abandoned), and a win is a forfeit, a draw interrupted. An adjourned game with a result was
//!   ended later. chess.com's sentences (`A won by resignation`) are
//!   understood, whatever the players are called.
//! - A game without moves whose player is called `bye` is a bye.
//! - A game that breaks off in its moves still counts if its tag says the result.

mod score;

use crate::text::{date, keep, number};
use crate::traces::Trace;
use crate::{Date, Piece, Pieces, Record, Sink, Skip, Stop, Traces, Why};
use memchr::{memchr, memchr3, memrchr};
use score::{Score, end_of};
use std::io::Read;

/// Whether this is PGN: the first thing that is no comment is a tag.
pub(crate) fn looks_like(head: &str) -> bool {
    let mut lines = head.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(['%', ';']))
        .is_some_and(|line| is_tag(line.as_bytes()))
}

/// Reads games one by one.
pub(crate) fn scan(pieces: &mut Pieces<impl Read>, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut scanner = Scanner::default();
    while let Some(piece) = pieces.piece()? {
        scanner.piece(piece, sink)?;
    }
    scanner.close(true, sink)?;
    if !scanner.found {
        sink.skipped(Skip::file(Why::NotARecord, ""))?;
    }
    Ok(())
}

/// Where in a game the scanner is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Stage {
    #[default]
    Between,
    Tags,
    Moves,
}

#[derive(Debug, Default)]
struct Scanner {
    record: Record,
    stage: Stage,
    /// Whether there was any game.
    found: bool,
    /// Which of the tags that every game has were there, and whether an empty line followed.
    seen: u8,
    seen_before_gap: u8,
    gap: bool,
    tag: Option<Score>,
    /// A `Result` that is not known.
    odd: String,
    marker: Option<Score>,
    /// Whether anything but the marker was among the moves.
    moved: bool,
    /// How many moves there were, up to two: whether both sides have moved.
    plies: usize,
    /// The moves as they are written, and whether a line was cut among them.
    trace: Trace,
    cut: bool,
    /// The time of day.
    start: u64,
    in_comment: bool,
    /// Open variations.
    depth: u32,
    /// The rest of the line says nothing.
    ignored: bool,
    tail: Tail,
    termination: String,
    eco: String,
    opening: String,
    fen: String,
    set_up: bool,
    /// `Date`, `UTCDate`, `EventDate`.
    dates: [Option<Date>; 3],
    /// A value without its escapes.
    value: Vec<u8>,
}

/// The end of what came before, where a line is cut into pieces: a word may go on.
#[derive(Debug, Default)]
struct Tail {
    bytes: [u8; 2 * TAIL],
    length: usize,
}

/// Longer than any result.
const TAIL: usize = 16;

impl Tail {
    fn push(&mut self, segment: &[u8]) {
        let new = &segment[segment.len().saturating_sub(TAIL)..];
        let kept = self.length.min(TAIL);
        self.bytes.copy_within(self.length - kept..self.length, 0);
        self.bytes[kept..kept + new.len()].copy_from_slice(new);
        self.length = kept + new.len();
    }
}

const EVENT: u8 = 1;
const WHITE: u8 = 2;
const BLACK: u8 = 4;
const RESULT: u8 = 8;

impl Scanner {
    fn piece(&mut self, piece: Piece<'_>, sink: &mut dyn Sink) -> Result<(), Stop> {
        if piece.begins {
            self.ignored = false;
            self.tail.length = 0;
            let text = piece.bytes.trim_ascii_start();
            let Some(&first) = text.first() else {
                self.gap = true;
                return Ok(());
            };
            let gap = std::mem::take(&mut self.gap);
            if gap && self.stage == Stage::Tags {
                self.seen_before_gap |= self.seen;
            }
            match first {
                b'[' if is_tag(text) && (!self.in_comment || (gap && text.starts_with(ANEW))) => {
                    return self.tagged(text, piece, sink);
                }
                b'%' if !self.in_comment && text.len() == piece.bytes.len() => {
                    self.ignored = !piece.ends;
                    return Ok(());
                }
                b'1' if self.stage == Stage::Between && !self.in_comment && begins_moves(text) => {
                    self.open(piece.line);
                }
                _ => {}
            }
        } else if self.ignored {
            return Ok(());
        }
        match self.moves(piece.bytes, piece.ends, sink)? {
            Some(tag) => self.tagged(tag, piece, sink),
            None => Ok(()),
        }
    }

    /// A line from a tag on: tags and moves in turn.
    fn tagged(&mut self, text: &[u8], piece: Piece<'_>, sink: &mut dyn Sink) -> Result<(), Stop> {
        let mut tags = Some(text);
        while let Some(text) = tags {
            let rest = self.tags(text, piece.line, sink)?;
            if rest.first() == Some(&b'[') && !piece.ends {
                // A tag in a line so long that it is cut here.
                self.ignored = true;
                return sink.skipped(Skip::new(piece.line, Why::TooLarge, ""));
            }
            tags = match rest {
                [] | [b'[', ..] => None,
                moves => self.moves(moves, piece.ends, sink)?,
            };
        }
        Ok(())
    }

    fn open(&mut self, line: u64) {
        self.record.clear();
        for text in
            [&mut self.odd, &mut self.termination, &mut self.eco, &mut self.opening, &mut self.fen]
        {
            text.clear();
        }
        (self.seen, self.seen_before_gap, self.dates) = (0, 0, [None; 3]);
        (self.tag, self.marker, self.moved, self.set_up) = (None, None, false, true);
        (self.in_comment, self.depth, self.plies) = (false, 0, 0);
        (self.trace, self.cut, self.start) = (Trace::default(), false, 0);
        self.record.line = line;
        self.stage = Stage::Moves;
        self.found = true;
    }

    /// Tags one after the other; what follows them.
    fn tags<'b>(
        &mut self,
        text: &'b [u8],
        line: u64,
        sink: &mut dyn Sink,
    ) -> Result<&'b [u8], Stop> {
        let mut rest = text;
        while let Some((name, value, after)) = tag(rest) {
            let mark = match name {
                b"Event" => EVENT,
                b"White" => WHITE,
                b"Black" => BLACK,
                b"Result" => RESULT,
                _ => 0,
            };
            // Tags after moves are those of the next game; so are tags that were there before.
            let again = (self.seen & mark & EVENT) | (self.seen_before_gap & mark);
            if self.stage != Stage::Tags || again > 0 {
                self.close(false, sink)?;
                self.open(line);
                self.stage = Stage::Tags;
            }
            self.seen |= mark;
            self.keep_tag(name, value);
            rest = after.trim_ascii_start();
            if rest.first() != Some(&b'[') {
                break;
            }
        }
        Ok(rest)
    }

    fn keep_tag(&mut self, name: &[u8], value: &[u8]) {
        let value = match memchr(b'\\', value) {
            None => value,
            Some(_) => {
                self.value.clear();
                let mut escaped = false;
                for (at, &byte) in value.iter().enumerate() {
                    let escapes = byte == b'\\'
                        && !escaped
                        && matches!(value.get(at + 1), Some(b'"' | b'\\'));
                    if !escapes {
                        self.value.push(byte);
                    }
                    escaped = escapes;
                }
                &self.value
            }
        };
        let record = &mut self.record;
        match name {
            b"White" => keep_known(&mut record.first.name, value),
            b"Black" => keep_known(&mut record.second.name, value),
            b"WhiteElo" => record.first.rating = rating(value),
            b"BlackElo" => record.second.rating = rating(value),
            b"Event" => keep_known(&mut record.event, value),
            b"Round" => keep_known(&mut record.round, value),
            b"Result" => match Score::of_tag(value) {
                Some(score) => self.tag = Some(score),
                None if matches!(value.trim_ascii(), b"" | b"?" | b"-") => {}
                None => keep(&mut self.odd, value),
            },
            b"Date" => self.dates[0] = date(value),
            b"UTCDate" => self.dates[1] = date(value),
            b"EventDate" => self.dates[2] = date(value),
            b"UTCTime" | b"StartTime" | b"Time" | b"GameStartTime" if value.contains(&b':') => {
                self.start = Trace::of(value);
            }
            b"Termination" => keep(&mut self.termination, value),
            b"ECO" => keep_known(&mut self.eco, value),
            b"Opening" => keep_known(&mut self.opening, value),
            b"FEN" => keep_known(&mut self.fen, value),
            b"SetUp" => self.set_up = value.trim_ascii() != b"0",
            _ => {}
        }
    }

    /// Moves, comments, variations; what follows if there is a tag among them. This is where the
    /// time goes: most bytes are only looked at by the search for the end of a comment or line.
    fn moves<'b>(
        &mut self,
        bytes: &'b [u8],
        ends: bool,
        sink: &mut dyn Sink,
    ) -> Result<Option<&'b [u8]>, Stop> {
        let mut rest = bytes;
        loop {
            if self.in_comment {
                let Some(at) = memchr(b'}', rest) else { return Ok(None) };
                self.in_comment = false;
                rest = &rest[at + 1..];
            }
            let stop = match self.depth {
                0 => memchr3(b'{', b'(', b';', rest),
                _ => rest.iter().position(|byte| matches!(byte, b'{' | b'(' | b')' | b';')),
            };
            if self.depth == 0 {
                let segment = &rest[..stop.unwrap_or(rest.len())];
                let tag = memchr(b'[', segment).filter(|&at| is_tag(&rest[at..]));
                if self.stage != Stage::Between {
                    let segment = &segment[..tag.unwrap_or(segment.len())];
                    self.segment(segment, ends || stop.or(tag).is_some(), sink)?;
                }
                if let Some(at) = tag {
                    return Ok(Some(&rest[at..]));
                }
            }
            let Some(at) = stop else { return Ok(None) };
            match rest[at] {
                b'{' => self.in_comment = true,
                b'(' => self.depth = self.depth.saturating_add(1),
                b')' => self.depth -= 1,
                _ => {
                    self.ignored = !ends;
                    return Ok(None);
                }
            }
            rest = &rest[at + 1..];
        }
    }

    /// Moves without comments or variations: if a result is the last word, the game is over.
    fn segment(&mut self, segment: &[u8], whole: bool, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.trace(segment, whole);
        if self.plies < 2 {
            self.plies += plies_in(segment).take(2).count();
        }
        if !whole {
            self.moved |= segment.trim_ascii().len() > TAIL;
            self.stage = Stage::Moves;
            self.tail.push(segment);
            return Ok(());
        }
        let found = if self.tail.length > 0 && segment.len() <= TAIL {
            self.tail.push(segment);
            let joined = self.tail.bytes;
            self.marker_in(&joined[..self.tail.length])
        } else {
            self.marker_in(segment)
        };
        self.tail.length = 0;
        if let Some(score) = found {
            self.marker = Some(score);
            self.close(false, sink)?;
        }
        Ok(())
    }

    /// Moves are one word after the other, whatever stands between them.
    fn trace(&mut self, segment: &[u8], whole: bool) {
        let text = if whole { segment.trim_ascii_end() } else { segment };
        if std::mem::replace(&mut self.cut, !whole) {
            return self.trace.bytes(text);
        }
        let text = continued(text.trim_ascii_start());
        if !text.is_empty() {
            if self.trace.length() > 0 {
                self.trace.bytes(b" ");
            }
            self.trace.bytes(text);
        }
    }

    fn marker_in(&mut self, segment: &[u8]) -> Option<Score> {
        let text = segment.trim_ascii_end();
        let &last = text.last()?;
        // A comment alone may stand between tags.
        self.stage = Stage::Moves;
        // What a result can end with; the last one is the end of ½.
        if matches!(last, b'0' | b'1' | b'2' | b'*' | b'+' | b'-' | 0xbd) {
            let gap = text.iter().rposition(u8::is_ascii_whitespace);
            let word = &text[gap.map_or(0, |at| at + 1)..];
            if let Some(score) = Score::of_word(word)
                && (score.is_of_play() || (!self.moved && text.trim_ascii() == word))
            {
                return Some(score);
            }
        }
        self.moved = true;
        None
    }

    /// The game is over, or the next one has begun.
    fn close(&mut self, at_end: bool, sink: &mut dyn Sink) -> Result<(), Stop> {
        if self.stage == Stage::Between {
            return Ok(());
        }
        self.stage = Stage::Between;
        if self.plies == 0
            && let Some(player) = self.without_opponent()
        {
            return sink.skipped(Skip::new(self.record.line, Why::Bye, player));
        }
        let score = match (self.tag, self.marker) {
            _ if !self.odd.is_empty() && self.tag.is_none() => {
                return self.skip(Why::UnknownResult, &self.odd, sink);
            }
            (None, None) => {
                let why = if at_end { Why::Truncated } else { Why::NoResult };
                return self.skip(why, "", sink);
            }
            (None | Some(Score::Open), Some(score)) | (Some(score), None | Some(Score::Open)) => {
                score
            }
            (Some(tag), Some(marker)) => match tag.with(marker) {
                Some(score) => score,
                None => {
                    let both = format!("{}, {}", tag.word(), marker.word());
                    return self.skip(Why::Contradiction, &both, sink);
                }
            },
        };
        let names = [&self.record.first.name, &self.record.second.name];
        let end = end_of(&self.termination, names.map(String::as_str));
        let Some((ending, reason)) = score.ending(end, self.plies >= 2) else {
            let both = format!("{}, {}", score.word(), self.termination);
            return self.skip(Why::Contradiction, &both, sink);
        };
        (self.record.ending, self.record.reason) = (ending, reason);
        self.record.date = self.dates.into_iter().flatten().next();
        let plies = if self.plies == 0 { 0 } else { (self.trace.length() / PLY).max(1) };
        let moves = if plies == 0 { 0 } else { self.trace.finish() };
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        self.record.traces = Traces { moves, plies, start: self.start, id: 0 };
        self.set_opening();
        sink.game(&self.record)
    }

    /// Who is paired with nobody.
    fn without_opponent(&self) -> Option<&str> {
        let [white, black] = [&self.record.first.name, &self.record.second.name];
        let is_bye = |name: &str| {
            name.trim_matches(|c: char| c.is_ascii_punctuation()).eq_ignore_ascii_case("bye")
        };
        match (is_bye(white), is_bye(black)) {
            (true, false) => Some(black),
            (false, true) => Some(white),
            _ => None,
        }
    }

    fn set_opening(&mut self) {
        let opening = &mut self.record.opening;
        if self.set_up && !self.fen.is_empty() && !self.fen.starts_with(START) {
            opening.push_str(&self.fen);
            return;
        }
        opening.push_str(&self.eco);
        if !self.eco.is_empty() && !self.opening.is_empty() {
            opening.push(' ');
        }
        opening.push_str(&self.opening);
        if let Some((end, _)) = opening.char_indices().nth(crate::MAX_TEXT) {
            opening.truncate(end);
        }
    }

    fn skip(&self, why: Why, detail: &str, sink: &mut dyn Sink) -> Result<(), Stop> {
        sink.skipped(Skip::new(self.record.line, why, self.record.named(detail)))
    }
}

/// A comment without its end is over where a game plainly begins.
const ANEW: &[u8] = b"[Event \"";
/// The usual position, whatever its clocks.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Whether a text begins with `[Name "`.
fn is_tag(text: &[u8]) -> bool {
    let Some(text) = text.strip_prefix(b"[") else { return false };
    let text = text.trim_ascii_start();
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let rest = &text[name.count()..];
    rest.len() < text.len() && rest.trim_ascii_start().first() == Some(&b'"')
}

/// About how many bytes a move takes, with its number.
const PLY: u64 = 6;

/// What follows the number that is repeated after a comment: `12... Nf6`.
fn continued(text: &[u8]) -> &[u8] {
    if !text.first().is_some_and(u8::is_ascii_digit) {
        return text;
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text[digits..].strip_prefix(b"...").map_or(text, <[u8]>::trim_ascii_start)
}

/// Whether a text begins like the moves of a game without tags.
fn begins_moves(text: &[u8]) -> bool {
    let Some(text) = text.strip_prefix(b"1.") else { return false };
    text.trim_ascii_start().first().is_some_and(|first| b"abcdefghNBRQKO0".contains(first))
}

/// The words that are moves: numbers, results and marks have no letters.
fn plies_in(segment: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = segment.split(u8::is_ascii_whitespace);
    words.filter(|word| word.iter().any(u8::is_ascii_alphabetic))
}

/// The tag at the beginning of a text: its name, its value with escapes, what follows.
fn tag(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    if !is_tag(text) {
        return None;
    }
    let open = memchr(b'"', text)?;
    let name = text[1..open].trim_ascii();
    let inner = &text[open + 1..];
    // A quote that no bracket follows is part of the value: not all writers escape it.
    let mut from = 0;
    while let Some(at) = memchr(b'"', &inner[from..]) {
        let at = from + at;
        let slashes = inner[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let after = inner[at + 1..].trim_ascii_start();
        if slashes % 2 == 0 && after.first() == Some(&b']') {
            return Some((name, &inner[..at], &after[1..]));
        }
        from = at + 1;
    }
    // A value that ends in a backslash, or a tag without its bracket.
    let at = memrchr(b'"', inner)?;
    Some((name, &inner[..at], b""))
}

/// Keeps a field; `?` and `-` stand for nothing.
fn keep_known(field: &mut String, value: &[u8]) {
    match value.trim_ascii() {
        b"?" | b"-" => field.clear(),
        value => keep(field, value),
    }
}

fn rating(value: &[u8]) -> Option<f64> {
    number(value).filter(|&rating| rating > 0.0)
}
