//! What an event comes to: chances, side luck, games, hours.

mod choice;
mod document;
mod pair;
mod text;

pub use choice::{EventCandidateDocument, EventFindDocument};
pub use document::{
    EventErrorsDocument, EventPlayerDocument, EventRulesDocument, EventStudyDocument,
    SpreadDocument,
};
pub use pair::{BoardDocument, EventPairDocument, RoundDocument, SeededPlayerDocument};
