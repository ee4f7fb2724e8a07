//! What the shogi formats share: starting positions, and what several statements about one
//! ending say together.

use crate::{Ending, Reason, Record, Side, Sink, Skip, Stop, Why};
use std::fmt::Write;

/// How a game ended, as one place of a record tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) ending: Ending,
    pub(crate) reason: Reason,
}

impl Verdict {
    pub(crate) const BROKEN_OFF: Self =
        Self { ending: Ending::Interrupted, reason: Reason::BrokenOff };
    pub(crate) const ADJOURNED: Self =
        Self { ending: Ending::Adjourned, reason: Reason::BrokenOff };

    pub(crate) fn won(winner: Side, reason: Reason) -> Self {
        Self { ending: Ending::won(winner), reason }
    }

    pub(crate) fn foul(winner: Side) -> Self {
        Self { ending: Ending::Foul(winner), reason: Reason::Foul }
    }

    pub(crate) fn forfeit(winner: Side) -> Self {
        Self { ending: Ending::Forfeit(winner), reason: Reason::Forfeit }
    }

    pub(crate) fn drawn(reason: Reason) -> Self {
        Self { ending: Ending::DRAW, reason }
    }

    /// Whether the game was not played to its end.
    pub(crate) fn is_open(self) -> bool {
        matches!(self.ending, Ending::Interrupted | Ending::Adjourned)
    }

    fn winner(self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| {
            [Ending::won(side), Ending::Foul(side), Ending::Forfeit(side)].contains(&self.ending)
        })
    }

    /// What the word that ends the moves and a line that tells the result say together;
    /// nothing if they cannot both be true.
    pub(crate) fn with(self, told: Self) -> Option<Self> {
        use Reason::{Declaration, Impasse, MaxMoves, Repetition, Unsaid};
        // A broken-off game may have been decided; and a server that lost a player resigns for it.
        if self.is_open() || told.is_open() {
            return Some(told);
        }
        let reason = if self.reason == Unsaid { told.reason } else { self.reason };
        match (self.winner(), told.winner()) {
            (None, None) => Some(Self { reason, ..self }),
            (Some(a), Some(b)) if a == b => match (self.ending, told.ending) {
                (Ending::Played(_), Ending::Played(_)) => Some(Self { reason, ..self }),
                (Ending::Played(_), _) => Some(told),
                _ => Some(self),
            },
            // A wrong declaration loses.
            (Some(_), Some(_)) if self.reason == Declaration => {
                matches!(told.ending, Ending::Foul(_)).then_some(told)
            }
            // Perpetual check, and rules by which what is usually drawn is won.
            (None, Some(_)) if matches!(self.reason, Repetition | Impasse | MaxMoves) => Some(told),
            _ => None,
        }
    }
}

/// What a word about an ending means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Verdict(Verdict),
    /// The word is known and tells no result: a problem without mate.
    Silent,
    Unknown,
}

/// All that a record says of how its game ended.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    /// By words that stand where a move could.
    word: Option<Verdict>,
    /// By a line that tells the result.
    told: Option<Verdict>,
    has_contradiction: bool,
    is_silent: bool,
    unknown: String,
    said: String,
}

impl Statements {
    pub(crate) fn is_empty(&self) -> bool {
        self.said.is_empty() && self.unknown.is_empty()
    }

    /// Whether the game cannot go on: one that was interrupted can.
    pub(crate) fn is_over(&self) -> bool {
        self.is_told() || self.word.is_some_and(|word| !word.is_open())
    }

    pub(crate) fn is_told(&self) -> bool {
        self.told.is_some() || self.is_silent
    }

    /// A word that stands where a move could.
    pub(crate) fn word(&mut self, meaning: Meaning, text: &str) {
        if let Meaning::Verdict(verdict) = meaning {
            let both = self.word.map_or(Some(verdict), |before| before.with(verdict));
            self.has_contradiction |= both.is_none();
            self.word = both.or(self.word);
        }
        self.note(meaning, text);
    }

    /// A line that tells the result.
    pub(crate) fn told(&mut self, meaning: Meaning, text: &str) {
        if let Meaning::Verdict(verdict) = meaning {
            self.told = Some(verdict);
        }
        self.note(meaning, text);
    }

    /// A line that tells the result and knows better than the words so far.
    pub(crate) fn overruled(&mut self, verdict: Verdict, text: &str) {
        (self.word, self.has_contradiction) = (None, false);
        self.told(Meaning::Verdict(verdict), text);
    }

    fn note(&mut self, meaning: Meaning, text: &str) {
        self.is_silent |= meaning == Meaning::Silent;
        if meaning == Meaning::Unknown {
            self.unknown = text.to_string();
        } else if self.said.len() < MAX_SAID {
            self.said.push_str(if self.said.is_empty() { "" } else { ", " });
            self.said.push_str(text);
        }
    }

    fn verdict(&self, is_cut: bool) -> Result<Verdict, Why> {
        match (self.word, self.told) {
            _ if self.has_contradiction => Err(Why::Contradiction),
            (Some(word), Some(told)) => word.with(told).ok_or(Why::Contradiction),
            (Some(only), None) | (None, Some(only)) => Ok(only),
            (None, None) if !self.unknown.is_empty() => Err(Why::UnknownResult),
            (None, None) if is_cut && !self.is_silent => Err(Why::Truncated),
            (None, None) => Err(Why::NoResult),
        }
    }

    /// Hands on the game, or why it says nothing.
    pub(crate) fn hand_on(
        &self,
        record: &mut Record,
        is_cut: bool,
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        match self.verdict(is_cut) {
            Ok(verdict) => {
                (record.ending, record.reason) = (verdict.ending, verdict.reason);
                sink.game(record)
            }
            Err(why) => {
                let unknown = why == Why::UnknownResult;
                let detail = if unknown { &self.unknown } else { &self.said };
                sink.skipped(Skip::new(record.line, why, detail.as_str()))
            }
        }
    }
}

/// What is noted of the words about one ending.
const MAX_SAID: usize = 256;

/// The kinds of pieces that can be in hand, in the order in which SFEN writes them.
const IN_HAND: [u8; 7] = *b"RBGSNLP";
/// How many of them there are.
const IN_ALL: [u8; 7] = [2, 2, 4, 4, 4, 4, 18];
/// Marks a promoted piece.
const PROMOTED: u8 = 0x80;
const EMPTY: u8 = b'.';

/// A starting position. A piece is its letter in SFEN: large for who is first, small for who
/// is second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    /// Ranks from the top, files from 9 to 1.
    board: [[u8; 9]; 9],
    hands: [[u8; 7]; 2],
}

impl Position {
    pub(crate) fn initial() -> Self {
        let board = [
            *b"lnsgkgsnl",
            *b".r.....b.",
            *b"ppppppppp",
            [EMPTY; 9],
            [EMPTY; 9],
            [EMPTY; 9],
            *b"PPPPPPPPP",
            *b".B.....R.",
            *b"LNSGKGSNL",
        ];
        Self { board, hands: [[0; 7]; 2] }
    }

    pub(crate) fn empty() -> Self {
        Self { board: [[EMPTY; 9]; 9], hands: [[0; 7]; 2] }
    }

    /// A piece on a square, counted from the top left; what is not on the board is passed over.
    pub(crate) fn put(&mut self, rank: usize, column: usize, side: Side, kind: u8, promoted: bool) {
        if let Some(square) = self.board.get_mut(rank).and_then(|rank| rank.get_mut(column)) {
            let letter = match side {
                Side::First => kind,
                Side::Second => kind.to_ascii_lowercase(),
            };
            *square = letter | if promoted { PROMOTED } else { 0 };
        }
    }

    pub(crate) fn remove(&mut self, rank: usize, column: usize) {
        if let Some(square) = self.board.get_mut(rank).and_then(|rank| rank.get_mut(column)) {
            *square = EMPTY;
        }
    }

    pub(crate) fn hold(&mut self, side: Side, kind: u8, count: u8) {
        if let Some(index) = IN_HAND.iter().position(|&known| known == kind) {
            let held = &mut self.hands[side as usize][index];
            *held = held.saturating_add(count);
        }
    }

    /// All that is not yet anywhere, kings apart.
    pub(crate) fn hold_the_rest(&mut self, side: Side) {
        for (index, kind) in IN_HAND.into_iter().enumerate() {
            let on_board =
                self.squares().filter(|&square| (square & !PROMOTED).eq_ignore_ascii_case(&kind));
            let placed = on_board.count() as u64 + self.held(index);
            let rest = u64::from(IN_ALL[index]).saturating_sub(placed);
            self.hold(side, kind, rest as u8);
        }
    }

    fn held(&self, index: usize) -> u64 {
        self.hands.iter().map(|hand| u64::from(hand[index])).sum()
    }

    fn squares(&self) -> impl Iterator<Item = u8> {
        self.board.iter().flatten().copied().filter(|&square| square != EMPTY)
    }

    fn pieces(&self) -> u64 {
        self.squares().count() as u64 + (0..7).map(|index| self.held(index)).sum::<u64>()
    }

    /// What a record says of a game that began here: odds if pieces are missing, else the
    /// position as SFEN, unless it is the usual one.
    pub(crate) fn note(&self, to_move: Side, record: &mut Record) {
        if self.pieces() < 40 {
            record.handicap = true;
        } else if *self != Self::initial() || to_move == Side::Second {
            record.opening = self.sfen(to_move);
        }
    }

    fn sfen(&self, to_move: Side) -> String {
        let mut text = String::new();
        for (rank, squares) in self.board.iter().enumerate() {
            if rank > 0 {
                text.push('/');
            }
            for run in squares.chunk_by(|a, b| *a == EMPTY && *b == EMPTY) {
                match run {
                    [square] if *square != EMPTY => {
                        text.extend((square & PROMOTED != 0).then_some('+'));
                        text.push(char::from(square & !PROMOTED));
                    }
                    // Writing to a string cannot fail.
                    empty => _ = write!(text, "{}", empty.len()),
                }
            }
        }
        text.push_str(if to_move == Side::First { " b " } else { " w " });
        let before = text.len();
        for (hand, small) in self.hands.iter().zip([false, true]) {
            for (count, kind) in hand.iter().zip(IN_HAND).filter(|(count, _)| **count > 0) {
                if *count > 1 {
                    _ = write!(text, "{count}");
                }
                let letter = if small { kind.to_ascii_lowercase() } else { kind };
                text.push(char::from(letter));
            }
        }
        if text.len() == before {
            text.push('-');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_sfen() {
        let initial = Position::initial();
        assert_eq!(initial.pieces(), 40);
        let wanted = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        assert_eq!(initial.sfen(Side::First), wanted);
        let mut record = Record::default();
        initial.note(Side::First, &mut record);
        assert_eq!(record, Record::default());
        let mut kings = Position::empty();
        kings.put(0, 4, Side::Second, b'K', false);
        kings.put(8, 4, Side::First, b'K', false);
        kings.put(1, 0, Side::First, b'R', true);
        kings.put(9, 0, Side::First, b'R', true);
        kings.hold(Side::First, b'P', 2);
        kings.hold_the_rest(Side::Second);
        assert_eq!(kings.pieces(), 40);
        kings.note(Side::Second, &mut record);
        assert_eq!(record.opening, "4k4/+R8/9/9/9/9/9/9/4K4 w 2Pr2b4g4s4n4l16p");
        assert!(!record.handicap);
        kings.remove(1, 0);
        kings.note(Side::First, &mut record);
        assert!(record.handicap);
    }

    #[test]
    fn two_statements_about_one_ending() {
        use Side::{First, Second};
        let resigned = Verdict::won(First, Reason::Resignation);
        let unsaid = Verdict::won(First, Reason::Unsaid);
        let declared = Verdict::won(Second, Reason::Declaration);
        let repeated = Verdict::drawn(Reason::Repetition);
        let cases = [
            (resigned, unsaid, Some(resigned)),
            (unsaid, resigned, Some(resigned)),
            (resigned, Verdict::BROKEN_OFF, Some(Verdict::BROKEN_OFF)),
            (Verdict::BROKEN_OFF, resigned, Some(resigned)),
            (declared, Verdict::foul(First), Some(Verdict::foul(First))),
            (declared, unsaid, None),
            (repeated, Verdict::foul(Second), Some(Verdict::foul(Second))),
            (repeated, Verdict::drawn(Reason::Unsaid), Some(repeated)),
            (Verdict::drawn(Reason::Unsaid), resigned, None),
            (resigned, repeated, None),
            (resigned, Verdict::won(Second, Reason::Unsaid), None),
            (Verdict::foul(First), unsaid, Some(Verdict::foul(First))),
            (Verdict::forfeit(First), unsaid, Some(Verdict::forfeit(First))),
            (unsaid, Verdict::foul(First), Some(Verdict::foul(First))),
        ];
        for (word, told, wanted) in cases {
            assert_eq!(word.with(told), wanted, "{word:?} {told:?}");
        }
    }
}
