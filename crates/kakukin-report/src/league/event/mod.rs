//! What an event comes to: chances, side luck, games, hours.

mod bracket;
mod bracket_svg;
mod choice;
mod document;
mod html;
mod pair;
mod pair_html;
mod text;
mod words;

pub use bracket::{EncounterDocument, EventBracketDocument, SideDocument};
pub use choice::{EventCandidateDocument, EventFindDocument};
pub use document::{
    EventErrorsDocument, EventPlayerDocument, EventRulesDocument, EventStudyDocument,
    LatestDocument, RoundStartDocument, SpreadDocument, TimetableDocument,
};
pub use pair::{BoardDocument, EventPairDocument, RoundDocument, SeededPlayerDocument};
