//! The workbook: one file for a spreadsheet program in which organisers choose their
//! rates from lists and see the fairest rule.
//!
//! `document.rs` and `chosen.rs` are a book of rules as plain data, `book.rs` makes the file of
//! it; each sheet has a module.

mod book;
mod chosen;
mod curves;
mod data;
mod document;
mod lookup;
mod reading;
mod scores;
mod simulation;
mod tree;
mod viewer;

use crate::spreadsheet::{formula, style};

pub use chosen::{ChosenDocument, CourseDocument};
pub use document::{CurveDocument, FoundDocument, StartDocument, WorkbookCase, WorkbookDocument};
