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

    /// With what is said of the end, and whether both sides have moved; nothing if the two
    /// cannot both be.
    pub(super) fn ending(self, end: End, begun: bool) -> Option<(Ending, Reason)> {
        Some(match (self, end) {
            (Self::Won(side), End::Because(reason)) => (Ending::won(side), reason),
            (Self::Won(side), End::Foul) => (Ending::Foul(side), Reason::Foul),
            (Self::Won(side), End::BrokenOff) if begun => (Ending::won(side), Reason::BrokenOff),
            (Self::Won(side), End::BrokenOff | End::Unplayed) => {
                (Ending::Forfeit(side), Reason::Forfeit)
            }
            (Self::Won(side), End::Adjourned) => (Ending::won(side), Reason::Unsaid),
            (Self::Drawn, End::Because(reason)) => (Ending::DRAW, reason),
            (Self::Drawn, End::Adjourned) => (Ending::DRAW, Reason::Unsaid),
            (Self::Drawn, End::BrokenOff) if begun => (Ending::DRAW, Reason::BrokenOff),
            (Self::Drawn, End::BrokenOff) => (Ending::Interrupted, Reason::BrokenOff),
            (Self::Drawn, End::Foul | End::Unplayed) => return None,
            (Self::Walkover(side), _) => (Ending::Forfeit(side), Reason::Forfeit),
            (Self::Nobody, End::Foul) => (Ending::Nobody, Reason::Foul),
            (Self::Nobody, _) => (Ending::Nobody, Reason::Forfeit),
            (Self::Open, End::Adjourned) => (Ending::Adjourned, Reason::BrokenOff),
            (Self::Open, End::BrokenOff) => (Ending::Interrupted, Reason::BrokenOff),
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
    Unplayed,
    /// Abandoned, a connection lost, and the like.
    BrokenOff,
    Adjourned,
}

/// What a termination says of a game between these two: their names could be any words.
pub(super) fn end_of(termination: &str, names: [&str; 2]) -> End {
    // The two that most games have.
    match termination {
        "" | "Normal" | "normal" => return End::Because(Reason::Unsaid),
        "Time forfeit" | "time forfeit" => return End::Because(Reason::Time),
        _ => {}
    }
    let mut said = termination.to_lowercase();
    let mut names = names.map(str::to_lowercase);
    // One name may be a part of the other.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in names {
        let nameless = without(&said, &name);
        if !nameless.trim().is_empty() {
            said = nameless;
        }
    }
    // The name before the verb may be another one than the tag's.
    let said = said.split_once(" won ").map_or(said.as_str(), |(_, how)| how);
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let table: [(&[&str], End); 10] = [
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
        (
            &[
                "abandon",
                "aborted",
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

/// A text without a name, where it stands as a word of its own.
fn without(text: &str, name: &str) -> String {
    let mut rest = String::new();
    let mut from = 0;
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    for (at, _) in text.match_indices(name).filter(|_| !name.is_empty()) {
        let after = at + name.len();
        let whole = !text[..at].ends_with(joins) && !text[after..].starts_with(joins);
        if whole {
            rest.push_str(&text[from..at]);
            from = after;
        }
    }
    rest.push_str(&text[from..]);
    rest
}

const TIME: End = End::Because(Reason::Time);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_words_of_an_ending() {
        let because = End::Because;
        let cases = [
            ("cheatcode99 won by resignation", ["cheatcode99", "b"], Reason::Resignation),
            ("Resigned: CheatCode99", ["w", "cheatcode99"], Reason::Resignation),
            ("x won by resignation over default_user", ["x", "default_user"], Reason::Resignation),
            ("mate won a game won on time", ["mate won a game", "mate"], Reason::Time),
            ("illegal's time out", ["w", "Illegal"], Reason::Time),
            ("Game drawn by agreement: mate – checkmate", ["Mate", "Checkmate"], Reason::Agreement),
            ("checkmate", ["Check", "mate"], Reason::Mate),
        ];
        for (text, names, reason) in cases {
            assert_eq!(end_of(text, names), because(reason), "{text}");
        }
        assert_eq!(end_of("x won - fair play violation", ["x", "y"]), End::Foul);
        // Nothing would be left.
        assert_eq!(end_of("abandoned", ["Abandoned", "y"]), End::BrokenOff);
    }
}
