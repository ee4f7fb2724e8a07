//! The same game again: what of a record is enough to know it by, and a bounded memory for that.
//!
//! Scanners pass over moves; on the way they hash them as they are written, blanks and line ends
//! aside, without understanding them. Who played, how it ended and when is compared as well:
//!
//! | moves | the same game if also the same are |
//! |---|---|
//! | 60 or more | players, result |
//! | 20 to 59 | players, result, date |
//! | 1 to 19 | players, result, date, round and time, one of which is said |
//! | none | players, result, event, date, round and time, with the time or both day and round said |
//! | an identity (of tables and tournament reports) | players, result, date |
//!
//! Without names, and in tables without dates, nothing is the same: two players may well play twice.

use crate::{Ending, GameResult, Record, Side};
use std::collections::HashSet;

/// So many moves of both sides are no coincidence on any day, and so many on one day.
const LONG: u32 = 60;
const SHORT: u32 = 20;

/// What a record leaves of its moves and of when it was played: hashes, 0 where it says nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traces {
    /// The moves.
    pub moves: u64,
    /// About how many there are, of both sides together.
    pub plies: u32,
    /// The time of day at which the game began.
    pub start: u64,
    /// What tells the game from all others.
    pub id: u64,
}

/// A hash of bytes that come in any pieces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trace {
    state: u64,
    /// Bytes that do not fill a block yet.
    held: u128,
    length: u64,
}

impl Default for Trace {
    fn default() -> Self {
        Self { state: SEED, held: 0, length: 0 }
    }
}

/// Digits of π: numbers without a pattern.
const SEED: u64 = 0x243f_6a88_85a3_08d3;
const KEY: u64 = 0x1319_8a2e_0370_7345;
const BLOCK: usize = 16;

/// Both halves of a product: every bit depends on every bit.
fn fold(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    product as u64 ^ (product >> 64) as u64
}

impl Trace {
    fn block(&mut self, block: u128) {
        self.state = fold(self.state ^ block as u64, KEY ^ (block >> 64) as u64);
    }

    /// A block of its own, of up to 16 bytes.
    pub(crate) fn word(&mut self, word: u128) {
        self.block(word);
        self.length += BLOCK as u64;
    }

    /// Bytes that follow those before.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let filled = (self.length % BLOCK as u64) as usize;
        let shift = 8 * filled as u32;
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            let block = u128::from_le_bytes(*block);
            self.block(self.held | block << shift);
            self.held = block.checked_shr(128 - shift).unwrap_or(0);
        }
        if !rest.is_empty() {
            let mut last = [0; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            let last = u128::from_le_bytes(last);
            self.held |= last << shift;
            if filled + rest.len() >= BLOCK {
                self.block(self.held);
                self.held = last.checked_shr(128 - shift).unwrap_or(0);
            }
        }
        self.length += bytes.len() as u64;
    }

    /// Bytes so far.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The hash, never 0.
    pub(crate) fn finish(mut self) -> u64 {
        self.block(self.held);
        fold(self.state ^ self.length, KEY).max(1)
    }

    /// The hash of a text.
    pub(crate) fn of(text: &[u8]) -> u64 {
        let mut trace = Self::default();
        trace.bytes(text);
        trace.finish()
    }
}

/// What two records have in common if they are of the same game; nothing where that cannot be told.
pub(crate) fn fingerprint(record: &Record) -> Option<u64> {
    let Traces { moves, plies, start, id } = record.traces;
    if record.first.name.is_empty() || record.second.name.is_empty() {
        return None;
    }
    let is_day = record.date.is_some_and(|date| date.day() > 0);
    let has_round = !record.round.is_empty();
    let mut trace = Trace::default();
    let mut text = |text: &str| {
        trace.bytes(text.as_bytes());
        trace.bytes(&[0]);
    };
    text(&record.first.name);
    text(&record.second.name);
    let date = record.date.map_or([0; 4], |date| {
        let [high, low] = date.year().to_be_bytes();
        [high, low, date.month(), date.day()]
    });
    let mut when = [0; 4];
    match (id, plies) {
        (1.., _) => when = date,
        (0, LONG..) => {}
        (0, SHORT..) => when = date,
        (0, 1..) if is_day || has_round || start > 0 => {
            when = date;
            text(&record.round);
        }
        (0, 0) if start > 0 || (is_day && has_round) => {
            when = date;
            text(&record.round);
            text(&record.event);
        }
        _ => return None,
    }
    let start = if id > 0 || plies >= SHORT { 0 } else { start };
    trace.bytes(&when);
    trace.bytes(&[code(record.ending)]);
    for number in [moves, id, start] {
        trace.bytes(&number.to_le_bytes());
    }
    Some(trace.finish())
}

fn code(ending: Ending) -> u8 {
    match ending {
        Ending::Played(GameResult::First) => 0,
        Ending::Played(GameResult::Draw) => 1,
        Ending::Played(GameResult::Second) => 2,
        Ending::Foul(Side::First) => 3,
        Ending::Foul(Side::Second) => 4,
        Ending::Forfeit(Side::First) => 5,
        Ending::Forfeit(Side::Second) => 6,
        Ending::Nobody => 7,
        Ending::Interrupted => 8,
        Ending::Adjourned => 9,
        Ending::Unknown => 10,
    }
}

/// The most games that are remembered to be known again: some 150 MB.
pub const MAX_REMEMBERED: usize = 10_000_000;

/// The games so far, to know them again.
#[derive(Debug, Clone)]
pub struct Remembered {
    prints: HashSet<u64>,
    most: usize,
    /// Games that came when no more could be remembered: should they come again, they count again.
    pub beyond: u64,
}

impl Default for Remembered {
    fn default() -> Self {
        Self::new(MAX_REMEMBERED)
    }
}

impl Remembered {
    /// No games, and at most so many.
    pub fn new(most: usize) -> Self {
        Self { prints: HashSet::new(), most, beyond: 0 }
    }

    /// Whether this game was there before. It is from now on.
    pub(crate) fn knows(&mut self, record: &Record) -> bool {
        fingerprint(record).is_some_and(|print| !self.insert(print))
    }

    /// Whether that is new.
    pub(crate) fn insert(&mut self, print: u64) -> bool {
        if self.prints.len() < self.most {
            return self.prints.insert(print);
        }
        let known = self.prints.contains(&print);
        self.beyond += u64::from(!known);
        !known
    }

    /// The fingerprints, in order.
    pub(crate) fn prints(&self) -> Vec<u64> {
        let mut prints: Vec<u64> = self.prints.iter().copied().collect();
        prints.sort_unstable();
        prints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Collected, Date, Format, scan};
    use proptest::prelude::*;

    proptest! {
        /// However the bytes come, and nothing else has the same hash.
        #[test]
        fn hashes_are_of_the_bytes(
            bytes in prop::collection::vec(any::<u8>(), 0..100),
            cuts in prop::collection::vec(0usize..100, 0..6),
            at in any::<prop::sample::Index>(),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let mut trace = Trace::default();
            cuts.windows(2).for_each(|cut| trace.bytes(&bytes[cut[0]..cut[1]]));
            prop_assert_eq!(trace.finish(), Trace::of(&bytes));
            let mut longer = bytes.clone();
            longer.push(0);
            prop_assert_ne!(Trace::of(&longer), Trace::of(&bytes));
            if !bytes.is_empty() {
                let mut other = bytes.clone();
                other[at.index(bytes.len())] ^= 1;
                prop_assert_ne!(Trace::of(&other), Trace::of(&bytes));
            }
        }
    }

    fn print(format: Format, text: &str) -> Vec<Option<u64>> {
        let mut found = Collected::default();
        scan(format, text.as_bytes(), &mut found).unwrap();
        assert!(found.skipped.is_empty(), "{:?}", found.skipped);
        found.games.iter().map(fingerprint).collect()
    }

    fn same(format: Format, one: &str, two: &str) -> bool {
        let (one, two) = (print(format, one), print(format, two));
        assert!(one.iter().chain(&two).all(Option::is_some), "{one:?} {two:?}");
        one == two
    }

    const TAGS: &str = "[White \"A\"]\n[Black \"B\"]\n[Date \"2024.03.27\"]\n[Result \"1-0\"]\n\n";
    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
        8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 1-0\n\n";

    #[test]
    fn moves_are_the_same_however_they_are_laid_out() {
        let whole = format!("{TAGS}{MOVES}");
        let wrapped = format!("{TAGS}{}", MOVES.trim_end().replace(' ', "\r\n")) + "\n\n";
        let commented =
            format!("{TAGS}{}", MOVES.replace(" e5 ", " {a (note} 1... e5 {0.1/7 2s}\n"))
                .replace("b5 ", "b5 (6... O-O 7. c3) ");
        for other in [&wrapped, &commented] {
            assert!(same(Format::Pgn, &whole, other), "{other}");
        }
        let others =
            [("Nc6 1-0", "Nd7 1-0"), ("[White \"A\"]", "[White \"C\"]"), ("03.27", "03.28")];
        for (from, to) in others {
            assert!(!same(Format::Pgn, &whole, &whole.replace(from, to)), "{to}");
        }
        // Rounds and times do not make another game of so many moves.
        let tagged = format!("[Round \"7\"]\n[UTCTime \"10:00:00\"]\n{whole}");
        assert!(same(Format::Pgn, &whole, &tagged));
    }

    #[test]
    fn short_games_are_the_same_at_the_same_time_only() {
        let short = |more: &str| format!("{more}{TAGS}1. e4 e5 2. Qh5 1-0\n\n");
        assert!(same(Format::Pgn, &short(""), &short("")));
        assert!(same(
            Format::Pgn,
            &short("[UTCTime \"10:00:01\"]\n"),
            &short("[UTCTime \"10:00:01\"]\n")
        ));
        assert!(!same(
            Format::Pgn,
            &short("[UTCTime \"10:00:01\"]\n"),
            &short("[UTCTime \"10:05:01\"]\n")
        ));
        assert!(!same(Format::Pgn, &short("[Round \"1\"]\n"), &short("[Round \"2\"]\n")));
        // Nothing is known of when it was.
        let undated = short("").replace("[Date \"2024.03.27\"]\n", "");
        assert_eq!(print(Format::Pgn, &undated), [None]);
        // A long game is the same on any day.
        let long = format!(
            "{TAGS}{}",
            MOVES.replace(" 1-0\n\n", " ") + &MOVES.repeat(3).replace(" 1-0\n\n", " ") + "1-0\n\n"
        );
        assert!(same(Format::Pgn, &long, &long.replace("03.27", "03.28")));
    }

    #[test]
    fn shogi_and_go() {
        let csa =
            "N+A\nN-B\n$START_TIME:2024/03/27 10:00:00\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n%TORYO\n";
        assert!(same(Format::Csa, csa, &csa.replace("T2", "T30")));
        assert!(same(Format::Csa, csa, &csa.replace("FU\nT1", "FU,T9")));
        assert!(!same(Format::Csa, csa, &csa.replace("3334", "8384")));
        assert!(!same(Format::Csa, csa, &csa.replace("10:00", "11:00")));
        let kif = "開始日時：2024/03/27\n先手：A\n後手：B\n手数---\u{2d}指手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\n";
        assert!(same(Format::Kif, kif, &kif.replace("0:01", "0:59")));
        assert!(!same(Format::Kif, kif, &kif.replace("３四歩(33)", "８四歩(83)")));
        let ki2 = "開始日時：2024/03/27\n先手：A\n後手：B\n\n▲７六歩 △３四歩\n▲２六歩\nまで3手で先手の勝ち\n";
        assert!(same(Format::Kif, ki2, &ki2.replace("歩 △", "歩\n△")));
        assert!(!same(Format::Kif, ki2, &ki2.replace("２六", "６六")));
        let sgf = "(;PB[A]PW[B]DT[2024-03-27]RE[B+R];B[pd];W[dd]C[B is \\[well\\]];B[pp])";
        assert!(same(Format::Sgf, sgf, &sgf.replace("C[B is \\[well\\]]", "WL[30]")));
        assert!(same(Format::Sgf, sgf, &sgf.replace(";B[pp]", "(;B[pp])(;B[qq];W[aa])")));
        assert!(!same(Format::Sgf, sgf, &sgf.replace("[pp]", "[pq]")));
        assert!(!same(Format::Sgf, sgf, &sgf.replace(";B[pp]", "")));
    }

    #[test]
    fn tables_tell_when_they_say_when() {
        let print = |head: &str, row: &str| {
            print(Format::Csv, &format!("first,second,result,{head}\nA,B,1-0,{row}\n"))[0]
        };
        assert_eq!(print("opening", "x"), None);
        assert_eq!(print("date", "2024-03-27"), None);
        assert_eq!(print("date,round", "2024-03,3"), None);
        assert!(print("date,round", "2024-03-27,3").is_some());
        assert_ne!(print("date,round", "2024-03-27,3"), print("date,round", "2024-03-27,4"));
        // The number of a row is no identity.
        assert_eq!(print("id", "17"), None);
        assert!(print("id", "q7ZvsdUF").is_some());
        assert_ne!(print("id", "q7ZvsdUF"), print("id", "q7ZvsdUG"));
    }

    #[test]
    fn memory_is_bounded() {
        let mut remembered = Remembered::new(2);
        let mut record = Record { date: Date::new(2024, 3, 27), ..Record::default() };
        (record.first.name, record.second.name) = ("A".into(), "B".into());
        let mut knows = |round: &str| {
            record.round = round.into();
            remembered.knows(&record)
        };
        assert_eq!(
            ["1", "2", "1", "3", "3", "2"].map(&mut knows),
            [false, false, true, false, false, true]
        );
        assert_eq!((remembered.beyond, remembered.prints().len()), (2, 2));
    }
}
