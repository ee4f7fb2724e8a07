//! Standings under epsilon points: `document.rs` is the plain data, `text.rs` its words for a
//! terminal; the page is in `page/`, the workbook in `workbook/`.

mod document;
mod text;

pub use document::{
    Adjudged, CrosstableCell, LeftOutOfLeague, MAX_CROSSTABLE, PlayerDocument, RatesFrom,
    StandingsDocument, StandingsOptions, TraditionalDocument,
};
pub(crate) use text::{counts, gain, plain, signed};
