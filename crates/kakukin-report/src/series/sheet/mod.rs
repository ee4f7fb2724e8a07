//! The sheets of a series: its rule for everybody, and the score sheets of the arbiter.

mod answers;
mod command;
mod example;
mod needs;
mod round;
mod rule;
mod rule_html;
mod score_sheet;
mod score_sheet_html;

pub use example::{ExampleCriterion, ExampleDocument, ExampleGame};
pub use needs::{NeedDocument, WinsDocument};
pub use round::{MAX_PAIRS, Pairing, printable, read_round};
pub use rule::{
    BestOfDocument, ChartAbout, ChartDocument, ComparedDocument, ComparedKind, LeftOutDocument,
    RateDocument, RuleSheetDocument, RuleSheetOptions, ScoreDocument as ScoreChanceDocument,
    SheetGap, SheetPart, StrongerDocument,
};
pub use score_sheet::{MAX_SHEET_GAMES, MAX_SHEET_ROWS, ScoreSheetDocument, ScoreSheetOptions};

use crate::page::{MAX_WORDS, VERSION, joined, page, table};
