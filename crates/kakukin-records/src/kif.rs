//! Shogi as people write it: KIF (a move on each line) and KI2 (moves in running text).
//!
//! 先手 and 下手 are first, also where odds are given and 上手 moves first.

use crate::shogi::{Meaning, Position, Statements};
use crate::text::{date, keep};
use crate::traces::Trace;
use crate::{Pieces, Record, Side, Sink, Skip, Stop, Traces, Why};
use std::io::Read;

mod words;

/// Whether this is how a file of KIF or KI2 begins: one line that can be nothing else, or two
/// of its header.
pub(crate) fn looks_like(head: &str) -> bool {
    let mut keys = 0;
    let lines = head.lines().map(|line| line.trim_start_matches(BLANK));
    for line in lines.filter(|line| !line.is_empty()).take(256) {
        let is_kif = match line.as_bytes()[0] {
            b'#' => {
                line.starts_with("#KIF")
                    || line.contains("棋譜ファイル")
                    || line.contains("Kifu for")
            }
            b'0'..=b'9' => {
                number_and_word(line.as_bytes()).is_some_and(|(_, word)| is_square(word))
            }
            _ => {
                line.starts_with("手数----")
                    || marker(line.as_bytes()).is_some() && is_square(&line.as_bytes()[3..])
            }
        };
        let key = key_and_value(line.as_bytes()).and_then(|(key, _)| std::str::from_utf8(key).ok());
        keys += u32::from(key.is_some_and(|key| KEYS.contains(&key.trim_matches(BLANK))));
        if is_kif || keys >= 2 {
            return true;
        }
    }
    false
}

/// What is passed over at the beginning of lines and around words.
const BLANK: [char; 3] = [' ', '\u{3000}', '\t'];

/// The keys with which the header of a game can begin.
const KEYS: [&str; 15] = [
    "開始日時",
    "対局日",
    "対局ID",
    "棋戦",
    "表題",
    "戦型",
    "手合割",
    "先手",
    "後手",
    "下手",
    "上手",
    "場所",
    "持ち時間",
    "後手の持駒",
    "上手の持駒",
];

/// The number and the word of a line of KIF: a move, or how the game ended.
fn number_and_word(line: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = if line.first()?.is_ascii_digit() {
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = line[..digits].iter().fold(0u64, |number, digit| {
            number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'))
        });
        (number, &line[digits..])
    } else {
        let (number, rest) = words::number(std::str::from_utf8(line).ok()?);
        (number?, rest.as_bytes())
    };
    let word = trim_blank(rest);
    (word.len() < rest.len() && !word.is_empty()).then_some((number, word))
}

/// Blanks at the beginning, wide ones too.
fn trim_blank(mut bytes: &[u8]) -> &[u8] {
    loop {
        bytes = match bytes {
            [b' ' | b'\t', rest @ ..] | [0xe3, 0x80, 0x80, rest @ ..] => rest,
            _ => return bytes,
        }
    }
}

/// Whether a move is written here: the file and the rank of its square, or the word for the
/// same square. (The line above a board has files alone.)
fn is_square(word: &[u8]) -> bool {
    match word {
        [b'1'..=b'9', rank @ ..] | [0xef, 0xbc, 0x91..=0x99, rank @ ..] => match rank {
            // 一 七 三, 五 二, 九, 四, 八 六, and wide digits.
            [0xe4, 0xb8, 0x80 | 0x83 | 0x89, ..]
            | [0xe4, 0xba, 0x8c | 0x94, ..]
            | [0xe4, 0xb9, 0x9d, ..]
            | [0xe5, 0x9b, 0x9b, ..]
            | [0xe5, 0x85, 0xab | 0xad, ..]
            | [0xef, 0xbc, 0x91..=0x99, ..] => true,
            _ => false,
        },
        _ => word.starts_with("同".as_bytes()),
    }
}

/// How many bytes a move is hashed as, in both notations about.
const PLY: u64 = 16;

/// The beginning of a move: square, piece, and the square it comes from as far as there is room.
fn move_of(word: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let length = word.len().min(12);
    bytes[..length].copy_from_slice(&word[..length]);
    u128::from_le_bytes(bytes)
}

/// A word up to the blank or the time that follows it. A side alone is half of one: 先手 反則負け.
fn text_of(word: &[u8]) -> String {
    let end =
        |word: &[u8]| word.iter().position(|byte| b" \t(".contains(byte)).unwrap_or(word.len());
    let mut text = String::new();
    let first = end(word);
    keep(&mut text, &word[..first]);
    if words::is_side(&text) {
        let rest = trim_blank(&word[first..]);
        keep(&mut text, &word[..word.len() - rest.len() + end(rest)]);
    }
    text
}

/// Who made the move that stands behind this sign.
fn marker(bytes: &[u8]) -> Option<Side> {
    match bytes {
        // ▲ ▼ ☗
        [0xe2, 0x96, 0xb2 | 0xbc, ..] | [0xe2, 0x98, 0x97, ..] => Some(Side::First),
        // △ ▽ ☖
        [0xe2, 0x96, 0xb3 | 0xbd, ..] | [0xe2, 0x98, 0x96, ..] => Some(Side::Second),
        _ => None,
    }
}

/// Who made the last move of a line of KI2, and the move.
fn last_move(line: &[u8]) -> Option<(Side, &[u8])> {
    memchr::memrchr_iter(0xe2, line)
        .find_map(|at| Some((marker(&line[at..])?, trim_blank(&line[at + 3..]))))
}

/// `key：value`, with a wide colon or a narrow one.
fn key_and_value(line: &[u8]) -> Option<(&[u8], &[u8])> {
    // Longer keys mean nothing here.
    let head = &line[..line.len().min(64)];
    let at = memchr::memchr2_iter(b':', 0xef, head)
        .find(|&at| head[at] == b':' || line[at..].starts_with("：".as_bytes()))?;
    let width = if line[at] == b':' { 1 } else { 3 };
    Some((&line[..at], &line[at + width..]))
}

pub(crate) fn scan(pieces: &mut Pieces<impl Read>, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut game = Game::default();
    let mut is_running = false;
    while let Some(piece) = pieces.piece()? {
        if piece.begins {
            let bytes = piece.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(piece.bytes);
            let bytes = trim_blank(bytes).trim_ascii_end();
            is_running = marker(bytes).is_some();
            game.line(bytes, piece.line, sink)?;
        } else if is_running {
            // Moves in running text may be all on one line.
            game.running(piece.bytes);
        }
    }
    game.hand_on(true, sink)?;
    if game.found { Ok(()) } else { sink.skipped(Skip::file(Why::NotARecord, "")) }
}

#[derive(Default)]
struct Game {
    record: Record,
    /// Whether there was a game before.
    found: bool,
    /// The names in short.
    short: [String; 2],
    has_header: bool,
    /// Whether the header says that pieces are missing.
    odds: Option<bool>,
    /// Whether it speaks of 上手 and 下手.
    has_odds_names: bool,
    /// Who moves first, where it is said.
    turn: Option<Side>,
    position: Option<Position>,
    rank: usize,
    /// The number of the first move, and the one after the last.
    numbers: Option<(u64, u64)>,
    /// Who made the last move of KI2.
    moved: Option<Side>,
    trace: Trace,
    /// The time of day.
    begun_at: u64,
    /// After the main line: nothing counts any more.
    in_variation: bool,
    end: Statements,
}

impl Game {
    fn has_begun(&self) -> bool {
        self.has_header || self.has_body()
    }

    fn has_moves(&self) -> bool {
        self.numbers.is_some() || self.moved.is_some()
    }

    fn has_body(&self) -> bool {
        self.has_moves() || self.in_variation || !self.end.is_empty()
    }

    /// Whether nothing that follows can belong to the main line.
    fn is_over(&self) -> bool {
        self.in_variation || self.end.is_over()
    }

    /// Moves of KI2; the last of them may be to resign.
    fn running(&mut self, moves: &[u8]) {
        let Some((side, word)) = last_move(moves).filter(|_| !self.is_over()) else { return };
        let meaning = || words::meaning(&text_of(word), Some(side));
        if is_square(word) || meaning() == Meaning::Unknown {
            self.moved = Some(side);
            self.trace.bytes(moves);
            self.trace.bytes(b" ");
        } else {
            self.end_word(word, side);
        }
    }

    /// A line without blanks around it.
    fn line(&mut self, line: &[u8], number: u64, sink: &mut dyn Sink) -> Result<(), Stop> {
        let Some(&first) = line.first() else { return Ok(()) };
        if self.record.line == 0 {
            self.record.line = number;
        }
        match first {
            // Digits, narrow or wide.
            b'0'..=b'9' | 0xef => self.numbered(line),
            b'*' | b'&' | b'+' => {}
            b'#' => {
                let names_program = line.starts_with(b"#KIF") || line.starts_with(b"# --");
                if names_program && self.has_body() {
                    self.anew(number, sink)?;
                }
            }
            b'|' => {
                if self.has_body() {
                    return Ok(());
                }
                self.rank_of_board(line);
            }
            _ if line.starts_with("まで".as_bytes()) => self.result(line),
            _ if line.starts_with("変化".as_bytes()) => self.in_variation |= self.has_body(),
            _ if marker(line).is_some() => self.running(line),
            // The end of KI2, where it is not told in a sentence.
            _ if self.moved.is_some() && words::stand_alone(line) => {
                if !self.is_over() {
                    self.end_word(line, self.to_move(0));
                }
            }
            _ => self.header(line, number, sink)?,
        }
        Ok(())
    }

    fn anew(&mut self, number: u64, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.hand_on(false, sink)?;
        self.record.line = number;
        Ok(())
    }

    /// A move, or the word that ends the game in the place of one.
    fn numbered(&mut self, line: &[u8]) {
        let Some((number, word)) = number_and_word(line) else { return };
        if self.is_over() {
            return;
        }
        let word = if marker(word).is_some() { trim_blank(&word[3..]) } else { word };
        if is_square(word) {
            let first = self.numbers.map_or(number, |(first, _)| first);
            self.numbers = Some((first, number.saturating_add(1)));
            self.trace.word(move_of(word));
            return;
        }
        // The files above a board.
        if let [b'0'..=b'9', ..] | [0xef, 0xbc, 0x90..=0x99, ..] = word {
            return;
        }
        let first = self.numbers.map_or(1, |(first, _)| first);
        self.end_word(word, self.after(number.wrapping_sub(first)));
    }

    fn end_word(&mut self, word: &[u8], to_move: Side) {
        let text = text_of(word);
        self.end.word(words::meaning(&text, Some(to_move)), &text);
    }

    /// Who is to move after so many moves.
    fn after(&self, moves: u64) -> Side {
        let start = self.start();
        if moves.is_multiple_of(2) { start } else { start.other() }
    }

    /// Who is to move after the moves that were seen, or after so many if none were.
    fn to_move(&self, moves: u64) -> Side {
        match (self.moved, self.numbers) {
            (Some(side), _) => side.other(),
            (None, Some((first, next))) => self.after(next.wrapping_sub(first)),
            (None, None) => self.after(moves),
        }
    }

    fn gives_odds(&self) -> bool {
        self.odds.unwrap_or(self.has_odds_names)
    }

    fn start(&self) -> Side {
        let usual = if self.gives_odds() { Side::Second } else { Side::First };
        self.turn.unwrap_or(usual)
    }

    /// `まで97手で先手の勝ち`.
    fn result(&mut self, line: &[u8]) {
        if self.in_variation || self.end.is_told() {
            return;
        }
        let mut text = String::new();
        keep(&mut text, line);
        let (moves, result) = words::result_of(&text);
        if result.is_empty() {
            return;
        }
        let to_move = self.to_move(moves.unwrap_or(0));
        let names = [&self.record.first.name, &self.record.second.name];
        let shorts = self.short.each_ref();
        let meaning = words::meaning_with_names(result, to_move, names, shorts);
        self.end.told(meaning, &text);
    }

    fn header(&mut self, line: &[u8], number: u64, sink: &mut dyn Sink) -> Result<(), Stop> {
        let Some((key, value)) = key_and_value(line) else {
            if line.starts_with("手数----".as_bytes()) && self.has_body() {
                self.anew(number, sink)?;
            }
            if !self.has_body() {
                let turns = [
                    ("先手番", Side::First),
                    ("下手番", Side::First),
                    ("後手番", Side::Second),
                    ("上手番", Side::Second),
                ];
                let turn = turns.into_iter().find(|(words, _)| line.starts_with(words.as_bytes()));
                self.turn = turn.map(|(_, side)| side).or(self.turn);
                self.has_header |= turn.is_some() || line.starts_with("手数----".as_bytes());
            }
            return Ok(());
        };
        let Ok(key) = std::str::from_utf8(key) else { return Ok(()) };
        let key = key.trim_matches(BLANK);
        if self.has_body() {
            if !KEYS.contains(&key) {
                return Ok(());
            }
            self.anew(number, sink)?;
        }
        self.has_header |= KEYS.contains(&key);
        let record = &mut self.record;
        match key {
            "先手" | "下手" => keep(&mut record.first.name, value),
            "後手" | "上手" => keep(&mut record.second.name, value),
            "先手省略名" | "下手省略名" => keep(&mut self.short[0], value),
            "後手省略名" | "上手省略名" => keep(&mut self.short[1], value),
            "棋戦" => keep(&mut record.event, value),
            "表題" if record.event.is_empty() => keep(&mut record.event, value),
            "戦型" => keep(&mut record.opening, value),
            "開始日時" | "対局日" | "対局日時" => {
                record.date = date(value).or(record.date);
                if value.contains(&b':') {
                    self.begun_at = Trace::of(value.trim_ascii());
                }
            }
            "終了日時" if record.date.is_none() => record.date = date(value),
            "手合割" => {
                let mut name = String::new();
                keep(&mut name, value);
                self.odds = match name.as_str() {
                    "" | "その他" => None,
                    name => Some(!name.starts_with("平手")),
                };
            }
            "先手の持駒" | "下手の持駒" => self.hand(Side::First, value),
            "後手の持駒" | "上手の持駒" => self.hand(Side::Second, value),
            _ => {}
        }
        self.has_odds_names |= key.starts_with("下手") || key.starts_with("上手");
        Ok(())
    }

    /// `| ・v香 ・ 玉 ..|一`.
    fn rank_of_board(&mut self, line: &[u8]) {
        let position = self.position.get_or_insert_with(Position::empty);
        let mut column = 0;
        let mut side = Side::First;
        for c in String::from_utf8_lossy(&line[..line.len().min(128)]).chars().skip(1) {
            match (c, words::piece_of(c)) {
                ('v' | 'V', _) => side = Side::Second,
                ('|', _) => break,
                (_, Some((kind, promoted))) => {
                    position.put(self.rank, column, side, kind, promoted);
                    column += 1;
                    side = Side::First;
                }
                ('・' | '.' | '．' | '*' | '＊', _) => column += 1,
                _ => {}
            }
        }
        self.rank += 1;
        self.has_header = true;
    }

    /// `飛二 角 歩十八`.
    fn hand(&mut self, side: Side, value: &[u8]) {
        let mut pieces = String::new();
        keep(&mut pieces, value);
        let position = self.position.get_or_insert_with(Position::empty);
        let mut rest = pieces.as_str();
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if let Some((kind, _)) = words::piece_of(c) {
                let (count, after) = words::number(rest);
                position.hold(side, kind, count.map_or(1, |count| count.min(18) as u8));
                rest = after;
            }
        }
    }

    /// Hands on the game and makes place for the next one.
    fn hand_on(&mut self, at_the_end: bool, sink: &mut dyn Sink) -> Result<(), Stop> {
        let mut record = std::mem::take(&mut self.record);
        let begun = self.has_begun();
        if begun {
            record.handicap = self.gives_odds();
            // Hands without a board are no position.
            if let Some(position) = self.position.as_ref().filter(|_| self.rank > 0) {
                position.note(self.start(), &mut record);
            }
            let length = self.trace.length();
            let plies = u32::try_from(length / PLY).unwrap_or(u32::MAX);
            let moves = if length > 0 { self.trace.finish() } else { 0 };
            record.traces = Traces { moves, plies, start: self.begun_at, id: 0 };
            let is_cut = at_the_end && self.has_moves() && !self.in_variation;
            self.end.hand_on(&mut record, is_cut, sink)?;
        }
        record.clear();
        *self = Self { record, found: self.found || begun, ..Self::default() };
        Ok(())
    }
}
