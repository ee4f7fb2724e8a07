//! Where scanners hand on what they find, game by game, so that nothing is kept.

use crate::{Format, Record};
use serde::{Deserialize, Serialize};
use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

/// Takes what is found in records.
pub trait Sink {
    /// A file, or a member of an archive, begins; what is found from here on is in it.
    fn open(&mut self, _name: &str) {}

    /// The format of the file is known: its games follow.
    fn format(&mut self, _format: Format) {}

    /// A game. It lives until the next one.
    fn game(&mut self, record: &Record) -> Result<(), Stop>;

    /// Something could not be read as a game or a file.
    fn skipped(&mut self, skip: Skip) -> Result<(), Stop>;

    /// A player without an opponent (bye), who is first in this record, and the half points that
    /// he gets for it.
    fn bye(&mut self, record: &Record, _half_points: u64) -> Result<(), Stop> {
        self.skipped(Skip::new(record.line, Why::Bye, record.first.name.as_str()))
    }

    /// Whether files are wanted as they are, unpacked, and not their games.
    fn wants_files(&self) -> bool {
        false
    }

    /// A whole file, unpacked, if files are wanted.
    fn file(&mut self, _name: &str, _source: &mut dyn Read) -> Result<(), Stop> {
        Ok(())
    }

    /// How much may be unpacked, where that has a bound.
    fn quota(&self) -> Option<Quota> {
        None
    }
}

/// How many bytes may still be unpacked, over all files: a small archive can hold any number of
/// them.
#[derive(Debug, Clone)]
pub struct Quota(Rc<Cell<Option<u64>>>);

impl Quota {
    /// So many bytes.
    pub fn new(bytes: u64) -> Self {
        Self(Rc::new(Cell::new(Some(bytes))))
    }

    /// Whether more was there than was allowed.
    pub fn exceeded(&self) -> bool {
        self.0.get().is_none()
    }

    /// Takes some; says whether they were left.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        self.0.set(self.0.get().and_then(|left| left.checked_sub(bytes)));
        !self.exceeded()
    }
}

/// Why scanning ended before its end.
#[derive(Debug)]
pub enum Stop {
    /// The source could not be read on.
    Io(io::Error),
    /// The sink has had enough.
    Enough,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// The line where it begins; 0 for a whole file.
    pub line: u64,
    /// Why.
    pub why: Why,
    /// The word or name at fault; may be empty.
    pub detail: String,
}

impl Skip {
    /// What begins at this line is left out.
    pub fn new(line: u64, why: Why, detail: impl Into<String>) -> Self {
        Self { line, why, detail: detail.into() }
    }

    /// The whole file is left out.
    pub fn file(why: Why, detail: impl Into<String>) -> Self {
        Self::new(0, why, detail)
    }
}

/// Why something was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The record says no result.
    NoResult,
    /// The result is a word that is not known.
    UnknownResult,
    /// The record says two results that cannot both be.
    Contradiction,
    /// A row or line does not have the form it must have.
    BadForm,
    /// A player has no opponent (bye).
    Bye,
    /// The same game was there before.
    Duplicate,
    /// A record that breaks off in the middle of a game.
    Truncated,
    /// The columns of a table are not known.
    BadHeader,
    /// A file that is no record of a known format.
    NotARecord,
    /// A file without content.
    Empty,
    /// A file that cannot be opened or read to its end.
    Unreadable,
    /// An archive in an archive.
    Nested,
    /// A member of an archive that needs a password or an unknown way to unpack it.
    Packed,
    /// An archive whose members share bytes.
    Overlapping,
    /// A file beyond a limit.
    TooLarge,
}

impl Why {
    /// Its name in documents and locale files.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoResult => "no_result",
            Self::UnknownResult => "unknown_result",
            Self::Contradiction => "contradiction",
            Self::BadForm => "bad_form",
            Self::Bye => "bye",
            Self::Duplicate => "duplicate",
            Self::Truncated => "truncated",
            Self::BadHeader => "bad_header",
            Self::NotARecord => "not_a_record",
            Self::Empty => "empty",
            Self::Unreadable => "unreadable",
            Self::Nested => "nested",
            Self::Packed => "packed",
            Self::Overlapping => "overlapping",
            Self::TooLarge => "too_large",
        }
    }
}

/// Keeps everything: for small inputs.
#[derive(Debug, Default)]
pub struct Collected {
    /// The games, in the order in which they were found.
    pub games: Vec<Record>,
    /// What was left out.
    pub skipped: Vec<Skip>,
}

impl Sink for Collected {
    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.games.push(record.clone());
        Ok(())
    }

    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        self.skipped.push(skip);
        Ok(())
    }
}
