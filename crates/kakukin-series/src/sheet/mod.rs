//! The contents of printed sheets: the rule explained to everybody, and the score sheets
//! of the arbiter.

mod examples;
mod pages;
mod round;
mod rule_sheet;
mod score_sheet;
mod wins_needed;

pub use examples::{Example, ExampleCriterion, ExampleGame, Examples};
pub use pages::SheetPages;
pub use round::{Pairing, Round};
pub use rule_sheet::{ComparedKind, ComparedRule, LeftOut, RuleSheet, SheetGap, SheetPart};
pub use score_sheet::{MAX_SHEET_GAMES, ScoreSheet};
pub use wins_needed::{Wins, WinsNeeded};
