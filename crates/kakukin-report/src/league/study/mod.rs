//! How well epsilon points, win counts and series find the true order of a field.

mod document;

pub use document::{StudyDocument, StudyRowDocument};
