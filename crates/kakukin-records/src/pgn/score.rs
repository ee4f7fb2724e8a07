//! Results as PGN writes them, and what `Termination` adds to them.

use crate::{Ending, Reason, Side};

/// A result as PGN writes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Score {
    Won(Side),
    Drawn,
    /// One side did not play.
    Walkover(Side),
    /// Neither played.
    Nobody,
    /// `*`.
    Open,
}

impl Score {
    /// As one word among moves.
    pub(super) fn of_word(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"1-0" => Self::Won(Side::First),
            b"0-1" => Self::Won(Side::Second),
            b"1/2-1/2" | b"1/2" => Self::Drawn,
            b"*" => Self::Open,
            b"0-0" => Self::Nobody,
            b"+/-" => Self::Walkover(Side::First),
            b"-/+" => Self::Walkover(Side::Second),
            b"-/-" => Self::Nobody,
            _ if word == "½-½".as_bytes() || word == "½".as_bytes() => Self::Drawn,
            _ => return None,
        })
    }

    /// As a tag, where writers are freer: other dashes, spaces, colons.
    pub(super) fn of_tag(value: &[u8]) -> Option<Self> {
        Self::of_word(value).or_else(|| {
            let text = String::from_utf8_lossy(value.get(..40).unwrap_or(value));
            let plain: String = text
                .chars()
                .filter(|c| !c.is_whitespace())
                .map(|c| if "–—−‐:".contains(c) { '-' } else { c })
                .collect();
            Some(match plain.as_str() {
                "0.5-0.5" | "1/2-½" | "½-1/2" | "=-=" => Self::Drawn,
                "+--" | "+-" | "1-0F" | "1-0FF" => Self::Walkover(Side::First),
                "--+" | "-+" | "0-1F" | "0-1FF" => Self::Walkover(Side::Second),
                "---" | "0-0F" | "0F-0F" => Self::Nobody,
                plain => return Self::of_word(plain.as_bytes()),
            })
        })
    }

    /// Whether moves can come before it. After moves, `0-0` is castling and `+/-` a judgement.
    pub(super) fn is_of_play(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn | Self::Open)
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Won(Side::First) => "1-0",
            Self::Won(Side::Second) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Walkover(Side::First) => "+/-",
            Self::Walkover(Side::Second) => "-/+",
            Self::Nobody => "0-0",
            Self::Open => "*",
        }
    }

    /// What two results say together, if they agree.
    pub(super) fn with(self, other: Self) -> Option<Self> {
        match (self, other) {
            (one, two) if one == two => Some(one),
            (Self::Won(one), Self::Walkover(two)) | (Self::Walkover(one), Self::Won(two))
                if one == two =>
            {
                Some(Self::Walkover(one))
            }
            _ => None,
        }
    }

    /// With what is said of the end; nothing if the two cannot both be.
    pub(super) fn ending(self, end: End) -> Option<(Ending, Reason)> {
        Some(match (self, end) {
            (Self::Won(side), End::Because(reason)) => (Ending::won(side), reason),
            (Self::Won(side), End::Foul) => (Ending::Foul(side), Reason::Foul),
            (Self::Won(side), End::NotBegun | End::Unplayed) => {
                (Ending::Forfeit(side), Reason::Forfeit)
            }
            (Self::Won(side), End::BrokenOff) => (Ending::won(side), Reason::BrokenOff),
            (Self::Won(side), End::Adjourned) => (Ending::won(side), Reason::Unsaid),
            (Self::Drawn, End::Because(reason)) => (Ending::DRAW, reason),
            (Self::Drawn, End::Adjourned) => (Ending::DRAW, Reason::Unsaid),
            (Self::Drawn, End::BrokenOff | End::NotBegun) => {
                (Ending::Interrupted, Reason::BrokenOff)
            }
            (Self::Drawn, End::Foul | End::Unplayed) => return None,
            (Self::Walkover(side), _) => (Ending::Forfeit(side), Reason::Forfeit),
            (Self::Nobody, End::Foul) => (Ending::Nobody, Reason::Foul),
            (Self::Nobody, _) => (Ending::Nobody, Reason::Forfeit),
            (Self::Open, End::Adjourned) => (Ending::Adjourned, Reason::BrokenOff),
            (Self::Open, End::BrokenOff | End::NotBegun) => {
                (Ending::Interrupted, Reason::BrokenOff)
            }
            (Self::Open, _) => (Ending::Unknown, Reason::Unsaid),
        })
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum End {
    /// Over the board, for this reason.
    Because(Reason),
    /// A rule was broken.
    Foul,
    /// Abandoned: by the side that lost, before it began, or by both.
    NotBegun,
    Unplayed,
    BrokenOff,
    Adjourned,
}

/// What a termination says.
pub(super) fn end_of(termination: &str) -> End {
    // The two that most games have.
    match termination {
        "" | "Normal" | "normal" => return End::Because(Reason::Unsaid),
        "Time forfeit" | "time forfeit" => return End::Because(Reason::Time),
        _ => {}
    }
    let said = termination.to_ascii_lowercase();
    // In a sentence about the winner, the name before the verb could be any word.
    let (sentence, said) = match said.split_once(" won ") {
        Some((_, how)) => (true, how),
        None => (false, said.as_str()),
    };
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    // chess.com says of a winner that the loser went away in mid-game.
    let abandoned = if sentence { End::Because(Reason::BrokenOff) } else { End::NotBegun };
    let table: [(&[&str], End); 11] = [
        (&["illegal", "infraction", "violation", "cheat", "fair play"], End::Foul),
        (&["repetition"], End::Because(Reason::Repetition)),
        (
            &["insufficient", "agreement", "stalemate", "50-move", "fifty", "50 move"],
            End::Because(Reason::Agreement),
        ),
        (&["adjourn"], End::Adjourned),
        (&["on time", "time forfeit", "timeout", "time out", "out of time"], TIME),
        (&["resign"], End::Because(Reason::Resignation)),
        (&["mate"], End::Because(Reason::Mate)),
        (&["maximum", "max moves", "move limit"], End::Because(Reason::MaxMoves)),
        (&["forfeit", "unplayed", "not played", "walkover", "default", "no show"], End::Unplayed),
        (&["abandon", "aborted"], abandoned),
        (
            &[
                "unterminated",
                "interrupt",
                "suspend",
                "stalled",
                "disconnect",
                "connection",
                "emergency",
                "death",
                "broken off",
            ],
            End::BrokenOff,
        ),
    ];
    let found = table.into_iter().find(|(words, _)| says(words));
    found.map_or(End::Because(Reason::Unsaid), |(_, end)| end)
}

const TIME: End = End::Because(Reason::Time);
