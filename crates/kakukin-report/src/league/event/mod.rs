//! What an event comes to: chances, side luck, games, hours.

mod document;
mod text;

pub use document::{
    EventErrorsDocument, EventPlayerDocument, EventRulesDocument, EventStudyDocument,
    SpreadDocument,
};
