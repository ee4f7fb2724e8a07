//! Live series in words: the current state, and what is wrong with a record.

mod document;
mod fault;
mod text;

pub use document::LiveDocument;
pub use fault::explain_fault;
pub use text::short_percent;
