//! One module for each command: from text to domain types, to a document.

mod advise;
mod call;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod epsilon;
pub(crate) mod estimate;
pub(crate) mod eval;
pub(crate) mod event;
pub(crate) mod find;
mod hands;
mod input;
pub(crate) mod live;
mod logs;
pub(crate) mod mahjong;
mod points;
pub(crate) mod presets;
mod read;
pub(crate) mod records;
pub(crate) mod report;
mod score;
pub(crate) mod serve;
pub(crate) mod simulate;
mod standings;
mod study;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod workbook;
