//! What every format is reduced to: who played whom, who was first, how it ended.

use kakukin_sweep::GameResult;
use serde::{Deserialize, Serialize};

/// The result of one game, as a record tells it. What the record does not say is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The player who was first: sente in shogi, White in chess, Black in Go.
    pub first: Player,
    /// The other one.
    pub second: Player,
    /// How the game ended.
    pub ending: Ending,
    /// Why it ended so.
    pub reason: Reason,
    /// Whether one side gave odds: pieces, stones. Such games say nothing about the first move.
    pub handicap: bool,
    /// When it was played.
    pub date: Option<Date>,
    /// Tournament or match.
    pub event: String,
    /// Round, as the record writes it.
    pub round: String,
    /// What the game started from: the name or code of its opening, its starting position, its komi.
    pub opening: String,
    /// The line at which the game begins, from 1.
    pub line: u64,
}

/// One side of a game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating at the time.
    pub rating: Option<f64>,
}

/// How a game ended. Only the first two are games that say something about the first move;
/// the others are counted apart, and never as draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Played to its end.
    Played(GameResult),
    /// One side broke a rule and lost by it (反則): this side won.
    Foul(Side),
    /// One side did not play (不戦): this side won.
    Forfeit(Side),
    /// Nobody won, and nobody drew: both lost, or both stayed away.
    Nobody,
    /// Broken off (中断).
    Interrupted,
    /// To be continued (封じ手, adjourned).
    Adjourned,
    /// Not over, or not said.
    #[default]
    Unknown,
}

/// One of the two sides of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who is first.
    First,
    /// Who is second.
    Second,
}

impl Side {
    /// The opponent's.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl From<Side> for GameResult {
    fn from(winner: Side) -> Self {
        match winner {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl Ending {
    /// This side won, over the board.
    pub fn won(side: Side) -> Self {
        Self::Played(side.into())
    }

    /// Drawn, over the board.
    pub const DRAW: Self = Self::Played(GameResult::Draw);
}

/// Why a game ended, as far as records tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Not said.
    #[default]
    Unsaid,
    /// Resignation (投了).
    Resignation,
    /// Checkmate, or no move left (詰み).
    Mate,
    /// Time (切れ負け).
    Time,
    /// The declaration of a won entering king (入玉勝ち).
    Declaration,
    /// Points on the board: Go.
    Count,
    /// The same position four times (千日手), threefold repetition.
    Repetition,
    /// Both kings have entered (持将棋).
    Impasse,
    /// The greatest number of moves.
    MaxMoves,
    /// Agreement, stalemate, bare kings: draws of chess.
    Agreement,
    /// An illegal move or another foul (反則).
    Foul,
    /// Not played (不戦).
    Forfeit,
    /// Broken off (中断), adjourned, a move taken back, an error of the server.
    BrokenOff,
}

/// A day, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day; month and day are 0 where they are not known. Nothing for days that do not exist.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = (1..=9999).contains(&year) && month <= 12 && day <= 31;
        (exists && (month > 0 || day == 0)).then_some(Self { year, month, day })
    }

    /// The first date in a text: `2024/03/27`, `2024.03.??`, `2024-03-27`, `2024年3月27日`,
    /// `20240327`, `2024`.
    pub fn find(text: &str) -> Option<Self> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let text = &text[start..];
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 8 {
            let number = |part: &str| part.parse().ok();
            let (year, month, day) =
                (number(&text[..4])?, number(&text[4..6])?, number(&text[6..8])?);
            return Self::new(year, month as u8, day as u8);
        }
        let mut parts = [0u16; 3];
        let mut rest = text;
        for (k, part) in parts.iter_mut().enumerate() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            match rest[..digits].parse() {
                Ok(number) if digits <= 4 => *part = number,
                _ if k == 0 => return None,
                _ => break,
            }
            rest = &rest[digits..];
            match rest.chars().next() {
                Some(c) if "/.-年月".contains(c) => rest = &rest[c.len_utf8()..],
                _ => break,
            }
        }
        let [year, month, day] = parts;
        let small = |x: u16| u8::try_from(x).unwrap_or(u8::MAX);
        // A month or day that cannot be is not known; the year still is.
        Self::new(year, small(month), small(day)).or_else(|| Self::new(year, 0, 0))
    }

    /// Whether this is a day of that month or year.
    pub(crate) fn is_part_of(self, whole: Self) -> bool {
        self.year == whole.year
            && (whole.month == 0 || self.month == whole.month)
            && (whole.day == 0 || self.day == whole.day)
    }

    /// What two dates have in common: `2024-03` of two days in March 2024.
    pub fn common(self, other: Self) -> Option<Self> {
        let month = if self.month == other.month { self.month } else { 0 };
        let day = if month > 0 && self.day == other.day { self.day } else { 0 };
        (self.year == other.year).then_some(Self { year: self.year, month, day })
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.year
    }
}

impl std::fmt::Display for Date {
    /// `2024-03-27`, `2024-03` or `2024`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

impl Record {
    /// Makes place for the next game, and keeps the room that its texts had.
    pub fn clear(&mut self) {
        for text in [
            &mut self.first.name,
            &mut self.second.name,
            &mut self.event,
            &mut self.round,
            &mut self.opening,
        ] {
            text.clear();
        }
        (self.first.rating, self.second.rating) = (None, None);
        (self.ending, self.reason) = (Ending::Unknown, Reason::Unsaid);
        (self.handicap, self.date, self.line) = (false, None, 0);
    }

    /// What is to be said of this game, after the names of its players.
    pub(crate) fn named(&self, detail: &str) -> String {
        let (first, second) = (&self.first.name, &self.second.name);
        match (first.is_empty() && second.is_empty(), detail) {
            (true, detail) => detail.to_string(),
            (false, "") => format!("{first} – {second}"),
            (false, detail) => format!("{first} – {second}: {detail}"),
        }
    }

    /// The player of a side.
    pub fn player(&mut self, side: Side) -> &mut Player {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_records_write_them() {
        let cases = [
            ("2024/03/27", "2024-03-27"),
            ("2024/03/27 10:00:00", "2024-03-27"),
            ("2024.03.??", "2024-03"),
            ("2024.??.??", "2024"),
            ("2024-03-27,28", "2024-03-27"),
            ("2024年3月27日", "2024-03-27"),
            ("20240327", "2024-03-27"),
            ("20240327100000", ""),
            ("1846", "1846"),
            ("2024.13.01", "2024"),
            ("????.??.??", ""),
            ("", ""),
            ("令和6年3月27日", "0006-03-27"),
        ];
        for (text, wanted) in cases {
            let found = Date::find(text).map(|date| date.to_string()).unwrap_or_default();
            assert_eq!(found, wanted, "{text}");
        }
    }
    #[test]
    fn dates_have_something_in_common() {
        let cases = [
            ("2024-03-27", "2024-03-27", "2024-03-27"),
            ("2024-03-27", "2024-03-28", "2024-03"),
            ("2024-03-27", "2024-04-27", "2024"),
            ("2024-03-27", "2024", "2024"),
            ("2024-03-27", "2025-03-27", ""),
        ];
        for (one, two, wanted) in cases {
            let (one, two) = (Date::find(one).unwrap(), Date::find(two).unwrap());
            let common = one.common(two).map(|date| date.to_string()).unwrap_or_default();
            assert_eq!(common, wanted, "{one} {two}");
        }
    }
}
