//! Logs of mahjong games: rounds and wins, tables of rates, reviews.

pub(crate) mod list;
pub(crate) mod read;
pub(crate) mod review;
pub(crate) mod table;
