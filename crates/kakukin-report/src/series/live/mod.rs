//! The live series: what it has come to and what is wrong with its record, in words.

mod document;
mod fault;
mod text;

pub use document::LiveDocument;
pub use fault::explain_fault;
pub use text::short_percent;
