//! Live series in words: the current state, and what is wrong with a record.

mod document;
mod fault;
mod recommended;
mod text;

pub use document::LiveDocument;
pub use fault::explain_fault;
pub use recommended::recommended_note;
pub use text::{Sides, short_percent};
