//! Standings under epsilon points: `document.rs` is the plain data, `text.rs` its words for a
//! terminal, `html.rs` its page, `workbook.rs` its workbook.

mod document;
mod html;
mod text;
mod workbook;

pub use document::{
    Adjudged, CrosstableCell, LeftOutOfLeague, MAX_CROSSTABLE, PlayerDocument, RatesFrom,
    RatesOrigin, StandingsDocument, StandingsOptions, TraditionalDocument,
};
pub(crate) use text::{counts, gain, plain, signed};
