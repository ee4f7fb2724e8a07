//! Computer shogi's own format, CSA 2.x and 3.0, with the comments of its servers.
//!
//! - `N+` is first, also where odds are given and `N-` moves first.
//! - `%ILLEGAL_MOVE` is a foul of the side to move, as the standard has it: the illegal move
//!   itself is not written. Where a program writes it all the same, the side to move is the
//!   other one, which the record alone does not tell. shogi-server writes neither: the move is
//!   in a comment (`'ILLEGAL_MOVE(..)`), and its summary names the loser. A summary decides.
//! - A summary tells the sides by their names: until 18 May 2008 shogi-server wrote whoever was to
//!   move first.

use crate::shogi::{Meaning, Position, Statements, Verdict};
use crate::text::keep;
use crate::traces::Trace;
use crate::{Date, Pieces, Reason, Record, Side, Sink, Skip, Stop, Traces, Why};
use std::io::Read;

/// What CSA 3.0 begins with, after the sign of a comment.
const ENCODING: &[u8] = b"CSA encoding=";

/// Whether this is how a file of CSA begins: its first line could be CSA, and one of its lines
/// could be nothing else.
pub(crate) fn looks_like(head: &str) -> bool {
    if head
        .trim_start()
        .as_bytes()
        .strip_prefix(b"'")
        .is_some_and(|head| head.starts_with(ENCODING))
    {
        return true;
    }
    let mut lines = head
        .lines()
        .map(|line| line.trim().as_bytes())
        .filter(|line| !line.is_empty() && !line.starts_with(b"'"));
    let Some(first) = lines.next() else { return false };
    let could_be = match first {
        [b'N', b'+' | b'-', ..] | [b'+' | b'-' | b'/'] => true,
        [b'$', info @ ..] => info.contains(&b':'),
        _ => false,
    };
    is_csa_alone(first) || could_be && lines.take(64).any(is_csa_alone)
}

/// Whether a line can be nothing but CSA: a version, a position, a move.
fn is_csa_alone(line: &[u8]) -> bool {
    match line {
        [b'V', b'1'..=b'9'] | [b'V', b'1'..=b'9', b'.', b'0'..=b'9'] => true,
        [b'P', b'I', gone @ ..] => gone.chunks(4).all(|piece| square_and_piece(piece).is_some()),
        [b'P', b'1'..=b'9', cells @ ..] => {
            !cells.is_empty() && cells_of(cells).all(|cell| cell != Cell::Strange)
        }
        [b'+' | b'-', places @ ..] => {
            let statement = places.split(|&byte| byte == b',').next().unwrap_or_default();
            statement.len() == 6
                && statement.iter().take(4).all(u8::is_ascii_digit)
                && piece_of(&statement[4..]).is_some()
        }
        _ => false,
    }
}

/// A piece by its name: its letter, and whether it is promoted.
fn piece_of(name: &[u8]) -> Option<(u8, bool)> {
    Some(match name {
        b"FU" => (b'P', false),
        b"KY" => (b'L', false),
        b"KE" => (b'N', false),
        b"GI" => (b'S', false),
        b"KI" => (b'G', false),
        b"KA" => (b'B', false),
        b"HI" => (b'R', false),
        b"OU" => (b'K', false),
        b"TO" => (b'P', true),
        b"NY" => (b'L', true),
        b"NK" => (b'N', true),
        b"NG" => (b'S', true),
        b"UM" => (b'B', true),
        b"RY" => (b'R', true),
        _ => return None,
    })
}

/// A square and the name of a piece, as in `82HI`; `00` is a hand.
fn square_and_piece(text: &[u8]) -> Option<([usize; 2], &[u8])> {
    match text {
        [file @ b'0'..=b'9', rank @ b'0'..=b'9', name @ ..] if name.len() == 2 => {
            Some(([file, rank].map(|digit| usize::from(digit - b'0')), name))
        }
        _ => None,
    }
}

#[derive(PartialEq)]
enum Cell {
    Empty,
    Piece(Side, u8, bool),
    Strange,
}

/// The squares of a rank. They should be three characters wide, but blanks get lost.
fn cells_of(rank: &[u8]) -> impl Iterator<Item = Cell> {
    rank.split(|&byte| byte == b' ').flat_map(|run| run.chunks(3)).map(|cell| match cell {
        b"*" => Cell::Empty,
        [sign @ (b'+' | b'-'), name @ ..] => match piece_of(name) {
            Some((kind, promoted)) => Cell::Piece(side_of(*sign), kind, promoted),
            None => Cell::Strange,
        },
        _ => Cell::Strange,
    })
}

fn side_of(sign: u8) -> Side {
    if sign == b'+' { Side::First } else { Side::Second }
}

pub(crate) fn scan(pieces: &mut Pieces<impl Read>, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut game = Game::default();
    // The statement in which a long line was cut.
    let mut cut = Vec::new();
    // Whether the line is one statement: commas belong to names and texts.
    let mut is_whole = false;
    while let Some(piece) = pieces.piece()? {
        let (mut bytes, line) = (piece.bytes, piece.line);
        // Nearly all lines are a move or its time, and nothing else.
        if let (&[b'+' | b'-', b'0'..=b'9', _, _, _, _, b'A'..=b'Z'], true) =
            (bytes, game.moved.is_some() && piece.begins && piece.ends)
        {
            game.moves(bytes);
            continue;
        }
        if piece.begins {
            bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
            cut.clear();
            is_whole = false;
        } else if is_whole {
            continue;
        } else if !cut.is_empty() {
            let rest = memchr::memchr(b',', bytes).unwrap_or(bytes.len());
            cut.extend_from_slice(&bytes[..rest.min(MAX_STATEMENT)]);
            game.statement(&std::mem::take(&mut cut), line, sink)?;
            bytes = &bytes[rest..];
        }
        loop {
            if let [b'\'' | b'N' | b'$', ..] = bytes {
                is_whole = true;
                game.statement(bytes, line, sink)?;
                break;
            }
            let Some(comma) = bytes.iter().position(|&byte| byte == b',') else {
                if piece.ends {
                    game.statement(bytes, line, sink)?;
                } else {
                    cut.extend_from_slice(&bytes[..bytes.len().min(MAX_STATEMENT)]);
                }
                break;
            };
            game.statement(&bytes[..comma], line, sink)?;
            bytes = &bytes[comma + 1..];
        }
    }
    game.hand_on(true, sink)?;
    if game.found { Ok(()) } else { sink.skipped(Skip::file(Why::NotARecord, "")) }
}

/// No statement that counts is longer.
const MAX_STATEMENT: usize = 64;

#[derive(Default)]
struct Game {
    record: Record,
    /// Whether there was a game before.
    found: bool,
    has_header: bool,
    /// Who moves first, where it is said.
    start: Option<Side>,
    position: Option<Position>,
    /// Who moved last.
    moved: Option<Side>,
    trace: Trace,
    plies: u32,
    /// The time of day.
    begun_at: u64,
    /// Whether a move was illegal, and not said whose.
    has_illegal_move: bool,
    end: Statements,
}

impl Game {
    fn has_begun(&self) -> bool {
        self.has_header || self.has_body()
    }

    fn has_body(&self) -> bool {
        self.moved.is_some() || !self.end.is_empty()
    }

    fn statement(&mut self, text: &[u8], line: u64, sink: &mut dyn Sink) -> Result<(), Stop> {
        let text = text.trim_ascii();
        // Files may be put together without a separator.
        let starts_anew = match text {
            [b'V', b'0'..=b'9', ..] => self.has_begun(),
            [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..] => {
                self.has_body()
            }
            [b'$', info @ ..] => {
                let opens = [&b"EVENT:"[..], b"SITE:", b"START_TIME:"];
                opens.iter().any(|key| info.starts_with(key)) && self.has_body()
            }
            [b'\'', comment @ ..] => comment.starts_with(ENCODING) && self.has_begun(),
            b"/" => true,
            _ => false,
        };
        if starts_anew {
            self.hand_on(false, sink)?;
        }
        if text == b"/" || text.is_empty() {
            return Ok(());
        }
        if self.record.line == 0 {
            self.record.line = line;
        }
        match text {
            [b'+' | b'-', b'0'..=b'9', ..] => self.moves(text),
            [sign @ (b'+' | b'-')] => {
                self.start.get_or_insert(side_of(*sign));
                self.has_header = true;
            }
            [b'%', word @ ..] => self.end_word(word),
            [b'N', sign @ (b'+' | b'-'), name @ ..] => {
                keep(&mut self.record.player(side_of(*sign)).name, name);
                self.has_header = true;
            }
            [b'$', info @ ..] => self.info(info),
            [b'\'', comment @ ..] => self.comment(comment),
            [b'P', setup @ ..] => self.setup(setup),
            // Versions and times say nothing.
            _ => {}
        }
        Ok(())
    }

    /// `+7776FU`.
    fn moves(&mut self, text: &[u8]) {
        self.moved = text.first().map(|sign| side_of(*sign));
        let mut word = [0; 8];
        let length = text.len().min(7);
        word[..length].copy_from_slice(&text[..length]);
        self.trace.word(u64::from_le_bytes(word).into());
        self.plies = self.plies.saturating_add(1);
    }

    fn info(&mut self, info: &[u8]) {
        let Some(colon) = memchr::memchr(b':', info) else { return };
        let (key, value) = (&info[..colon], &info[colon + 1..]);
        match key {
            b"EVENT" => self.event(value),
            b"OPENING" => keep(&mut self.record.opening, value),
            _ => self.time(key, value),
        }
        self.has_header = true;
    }

    /// When a game began, or else ended.
    fn time(&mut self, key: &[u8], value: &[u8]) {
        let found = || Date::find(&String::from_utf8_lossy(value.get(..32).unwrap_or(value)));
        match key {
            b"START_TIME" => {
                self.record.date = found().or(self.record.date);
                if value.contains(&b':') {
                    self.begun_at = Trace::of(value.trim_ascii());
                }
            }
            b"END_TIME" if self.record.date.is_none() => self.record.date = found(),
            _ => {}
        }
    }

    /// Servers number their games: league, name of the game, both players, the second at which
    /// it began. The name of the game is what they have in common.
    fn event(&mut self, value: &[u8]) {
        let event = &mut self.record.event;
        keep(event, value);
        let Some((rest, stamp)) = event.rsplit_once('+') else { return };
        let mut parts = rest.split('+');
        let (league, game) = (parts.next(), parts.next());
        let is_stamp = stamp.len() == 14 && stamp.bytes().all(|byte| byte.is_ascii_digit());
        if let (Some(_), Some(game), true, true) = (league, game, is_stamp, parts.count() >= 2) {
            if self.record.date.is_none() {
                self.record.date = Date::find(&stamp[..8]);
            }
            *event = game.to_string();
        }
    }

    fn setup(&mut self, setup: &[u8]) {
        self.has_header = true;
        match setup {
            [b'I', gone @ ..] => {
                let mut position = Position::initial();
                for ([file, rank], _) in gone.chunks(4).filter_map(square_and_piece) {
                    position.remove(rank.wrapping_sub(1), 9usize.wrapping_sub(file));
                }
                self.position = Some(position);
            }
            [rank @ b'1'..=b'9', cells @ ..] => {
                let position = self.position.get_or_insert_with(Position::empty);
                let rank = usize::from(rank - b'1');
                for (column, cell) in
                    cells_of(cells).filter(|cell| *cell != Cell::Strange).enumerate()
                {
                    if let Cell::Piece(side, kind, promoted) = cell {
                        position.put(rank, column, side, kind, promoted);
                    }
                }
            }
            [sign @ (b'+' | b'-'), pieces @ ..] => {
                let position = self.position.get_or_insert_with(Position::empty);
                let side = side_of(*sign);
                for ([file, rank], name) in pieces.chunks(4).filter_map(square_and_piece) {
                    match (name, piece_of(name)) {
                        (b"AL", _) => position.hold_the_rest(side),
                        (_, Some((kind, _))) if file == 0 => position.hold(side, kind, 1),
                        (_, Some((kind, promoted))) => {
                            let (rank, column) = (rank.wrapping_sub(1), 9usize.wrapping_sub(file));
                            position.put(rank, column, side, kind, promoted);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// What follows the sign of percent: a game is over, or not.
    fn end_word(&mut self, word: &[u8]) {
        let word = word.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let mut text = String::new();
        keep(&mut text, &[b"%", word].concat());
        let start = self.start.unwrap_or(Side::First);
        let to_move = self.moved.map_or(start, Side::other);
        let loses = |reason| Verdict::won(to_move.other(), reason);
        let verdict = match word {
            b"TORYO" => loses(Reason::Resignation),
            b"TIME_UP" => loses(Reason::Time),
            b"TSUMI" => loses(Reason::Mate),
            b"ILLEGAL_MOVE" => {
                self.has_illegal_move = true;
                Verdict::foul(to_move.other())
            }
            b"+ILLEGAL_ACTION" => Verdict::foul(Side::Second),
            b"-ILLEGAL_ACTION" => Verdict::foul(Side::First),
            b"KACHI" => Verdict::won(to_move, Reason::Declaration),
            b"SENNICHITE" => Verdict::drawn(Reason::Repetition),
            b"JISHOGI" | b"HIKIWAKE" => Verdict::drawn(Reason::Impasse),
            b"MAX_MOVES" => Verdict::drawn(Reason::MaxMoves),
            b"CHUDAN" | b"MATTA" | b"ERROR" => Verdict::BROKEN_OFF,
            b"FUZUMI" => return self.end.word(Meaning::Silent, &text),
            _ => return self.end.word(Meaning::Unknown, &text),
        };
        self.end.word(Meaning::Verdict(verdict), &text);
    }

    /// Comments of programs: the result and the ratings that servers note.
    fn comment(&mut self, comment: &[u8]) {
        let Some(colon) = comment
            .first()
            .filter(|&&byte| byte != b'*')
            .and_then(|_| memchr::memchr(b':', &comment[..comment.len().min(16)]))
        else {
            return;
        };
        let (key, value) = (&comment[..colon], &comment[colon + 1..]);
        match key {
            b"summary" => self.summary(value),
            b"black_rate" => self.record.first.rating = rating(value),
            b"white_rate" => self.record.second.rating = rating(value),
            [b'$', key @ ..] => self.time(key, value),
            _ => {}
        }
    }

    /// `toryo:NAME win:NAME lose`.
    fn summary(&mut self, value: &[u8]) {
        let mut text = String::new();
        keep(&mut text, value);
        let Some((cause, results)) = text.split_once(':') else { return };
        let left_won = results.contains(" win:") && results.ends_with(" lose");
        let right_won = results.contains(" lose:") && results.ends_with(" win");
        let drawn = results.contains(" draw:") && results.ends_with(" draw");
        let winner = match (left_won, right_won) {
            (true, false) => self.side_on_the_left(results).map(Some),
            (false, true) => self.side_on_the_left(results).map(|side| Some(side.other())),
            _ if drawn => Some(None),
            _ => return,
        };
        let said = format!("summary:{text}");
        if matches!(cause, "abnormal" | "chudan" | "error") {
            return self.end.told(Meaning::Verdict(Verdict::BROKEN_OFF), &said);
        }
        let Some(winner) = winner else { return self.end.told(Meaning::Unknown, &said) };
        let reason = match cause {
            "toryo" => Reason::Resignation,
            "time up" => Reason::Time,
            "tsumi" => Reason::Mate,
            "kachi" | "try" => Reason::Declaration,
            "sennichite" => Reason::Repetition,
            "jishogi" => Reason::Impasse,
            "max_moves" => Reason::MaxMoves,
            _ => Reason::Unsaid,
        };
        let verdict = match (cause, winner) {
            (
                "illegal move" | "illegal kachi" | "uchifuzume" | "oute_kaihimore" | "outori"
                | "oute_sennichite",
                Some(winner),
            ) => Verdict::foul(winner),
            (_, Some(winner)) => Verdict::won(winner, reason),
            (_, None) => Verdict::drawn(reason),
        };
        match winner {
            Some(winner) if self.has_illegal_move => {
                self.end.overruled(Verdict::foul(winner), &said);
            }
            _ => self.end.told(Meaning::Verdict(verdict), &said),
        }
    }

    /// Who stands on the left in `NAME win:NAME lose`: since 2008 who is first, before that whoever
    /// was to move, so names decide. Nothing where names do not tell and the record is that old.
    fn side_on_the_left(&self, results: &str) -> Option<Side> {
        let names = [&self.record.first.name, &self.record.second.name];
        let fits = |left: &str, right: &str| {
            let rest = results.strip_prefix(left).filter(|_| !left.is_empty());
            [(" win:", " lose"), (" lose:", " win")].iter().any(|(of_left, of_right)| {
                rest.and_then(|rest| rest.strip_prefix(of_left)?.strip_suffix(of_right))
                    == Some(right)
            })
        };
        match [fits(names[0], names[1]), fits(names[1], names[0])] {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            // Nobody's names, or one program against itself.
            _ => {
                let last = Date::new(2008, 5, 18);
                let is_old = self.record.date.zip(last).is_some_and(|(date, last)| date <= last);
                (!is_old).then_some(Side::First)
            }
        }
    }

    /// Hands on the game and makes place for the next one.
    fn hand_on(&mut self, at_the_end: bool, sink: &mut dyn Sink) -> Result<(), Stop> {
        let mut record = std::mem::take(&mut self.record);
        let begun = self.has_begun();
        if begun {
            if let Some(position) = &self.position {
                position.note(self.start.unwrap_or(Side::First), &mut record);
            }
            let moves = if self.plies > 0 { self.trace.finish() } else { 0 };
            record.traces = Traces { moves, plies: self.plies, start: self.begun_at, id: 0 };
            self.end.hand_on(&mut record, at_the_end && self.moved.is_some(), sink)?;
        }
        record.clear();
        *self = Self { record, found: self.found || begun, ..Self::default() };
        Ok(())
    }
}

fn rating(value: &[u8]) -> Option<f64> {
    let number = value.rsplit(|&byte| byte == b':').next()?;
    let rating: f64 = std::str::from_utf8(number).ok()?.trim().parse().ok()?;
    rating.is_finite().then_some(rating)
}
