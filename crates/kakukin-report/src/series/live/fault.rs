//! What can be wrong with a record, each as one sentence.

use super::{MAX_ENTRIES, MAX_RECORD_BYTES};
use crate::{Lang, explain, sanitize};
use kakukin_series::InputError;
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

impl LiveFault {
    /// The fault in words.
    pub fn sentence(&self, lang: Lang) -> String {
        let about = |key: &str, number: &u32| tr!(lang, key, number = number);
        match self {
            Self::TooLarge => tr!(lang, "live.fault.too_large", most = MAX_RECORD_BYTES >> 20),
            Self::Empty => tr!(lang, "live.fault.empty"),
            Self::NotARecord { line, column } => {
                tr!(lang, "live.fault.not_a_record", line = line, column = column)
            }
            Self::Schema(found) => tr!(lang, "live.fault.schema", found = sanitize(found)),
            Self::Time => tr!(lang, "live.fault.time"),
            Self::Header(error) => {
                let why = explain(error, crate::FieldStyle::PLAIN, lang);
                tr!(lang, "live.fault.header", why = why)
            }
            Self::HeaderSeal => tr!(lang, "live.fault.header_seal"),
            Self::TooManyEntries => tr!(lang, "live.fault.too_many", most = MAX_ENTRIES),
            Self::Number(number) => about("live.fault.number", number),
            Self::Seal(number) => about("live.fault.seal", number),
            Self::Note(number) => about("live.fault.note", number),
            Self::AfterTheEnd(number) => about("live.fault.after_the_end", number),
            Self::NothingToUndo(number) => about("live.fault.nothing_to_undo", number),
        }
    }
}

/// For programmers; people are told the sentence.
impl fmt::Display for LiveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for LiveFault {}
