//! What can be wrong with a record.

use crate::InputError;
use std::fmt;

/// Why a text is not a record that can be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiveFault {
    /// Larger than any record may be.
    TooLarge,
    /// Nothing is in it.
    Empty,
    /// Not the JSON of a record, from this place on.
    NotARecord {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// Of another format or version.
    Schema(String),
    /// A time is not of the form that is written.
    Time,
    /// The rule, the model or a name is refused.
    Header(InputError),
    /// Rule, players or title do not match their seal.
    HeaderSeal,
    /// More entries than a record may have.
    TooManyEntries,
    /// The entry of this place has another number.
    Number(u32),
    /// An entry does not match its seal.
    Seal(u32),
    /// A remark or a name of an entry is refused.
    Note(u32),
    /// A result after the end of the series.
    AfterTheEnd(u32),
    /// Nothing was there to take back.
    NothingToUndo(u32),
}

/// For programmers; people read a sentence of the report crate.
impl fmt::Display for LiveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for LiveFault {}
