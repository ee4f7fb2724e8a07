//! What is wrong with a record, each fault as one sentence.

use crate::{FieldStyle, Lang, explain, sanitize};
use kakukin_series::{LiveFault, MAX_ENTRIES, MAX_RECORD_BYTES};

/// A fault of a record in words.
pub fn explain_fault(fault: &LiveFault, lang: Lang) -> String {
    let about = |key: &str, number: &u32| tr!(lang, key, number = number);
    match fault {
        LiveFault::TooLarge => tr!(lang, "live.fault.too_large", most = MAX_RECORD_BYTES >> 20),
        LiveFault::Empty => tr!(lang, "live.fault.empty"),
        LiveFault::NotARecord { line, column } => {
            tr!(lang, "live.fault.not_a_record", line = line, column = column)
        }
        LiveFault::Schema(found) => tr!(lang, "live.fault.schema", found = sanitize(found)),
        LiveFault::Time => tr!(lang, "live.fault.time"),
        LiveFault::Header(error) => {
            let why = explain(error, FieldStyle::PLAIN, lang);
            tr!(lang, "live.fault.header", why = why)
        }
        LiveFault::HeaderSeal => tr!(lang, "live.fault.header_seal"),
        LiveFault::TooManyEntries => tr!(lang, "live.fault.too_many", most = MAX_ENTRIES),
        LiveFault::Number(number) => about("live.fault.number", number),
        LiveFault::Seal(number) => about("live.fault.seal", number),
        LiveFault::Note(number) => about("live.fault.note", number),
        LiveFault::AfterTheEnd(number) => about("live.fault.after_the_end", number),
        LiveFault::NothingToUndo(number) => about("live.fault.nothing_to_undo", number),
    }
}
