//! Leagues: epsilon points, standings under them, the study of scorings.

pub(crate) mod epsilon;
pub(crate) mod event;
pub(crate) mod standings;
pub(crate) mod study;
