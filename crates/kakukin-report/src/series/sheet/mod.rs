//! The sheets of a series: its rule for everybody, and the score sheets of the arbiter.

mod answers;
mod command;
mod rule;
mod rule_html;
mod score_sheet;
mod score_sheet_html;
mod wall;

pub use rule::{
    BestOfDocument, ChartDocument, RateDocument, RuleSheetDocument, RuleSheetOptions,
    ScoreDocument as ScoreChanceDocument, StrongerDocument,
};
pub use score_sheet::{Paper, ScoreSheetDocument};

use crate::page::{VERSION, joined, page, table};
