//! Standings under epsilon points: `document.rs` is the plain data, `text.rs` its words for a
//! terminal, `html.rs` its page, `workbook.rs` its workbook.

mod document;
mod html;
mod text;
mod workbook;

pub use document::{
    CrosstableCell, MAX_CROSSTABLE, PlayerDocument, StandingsDocument, TraditionalDocument,
};
pub use text::MOST_SINGLE;
pub(crate) use text::{counts, gain, heading, plain, signed};
