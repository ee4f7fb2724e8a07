//! The live series: its record, what is wrong with one, what it comes to, and the words.

mod course;
mod document;
mod entry;
mod fault;
mod record;
mod text;

pub use document::{
    LiveAudit, LiveDocument, LiveEnd, LiveGame, LiveGames, LiveNeed, LiveNext, LiveScore,
};
pub use entry::{Action, Entry, Header, ModelText, Names, Note, ReportedResult, RuleText, Stamp};
pub use fault::LiveFault;
pub use record::{LiveRecord, MAX_ENTRIES, MAX_LIVE_WORK, MAX_RECORD_BYTES};
pub use text::short_percent;
