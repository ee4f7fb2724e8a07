//! Series of games.

pub(crate) mod eval;
pub(crate) mod find;
pub(crate) mod live;
pub(crate) mod model;
pub(crate) mod recommended;
pub(crate) mod rule;
pub(crate) mod search;
pub(crate) mod sheet;
pub(crate) mod simulate;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod wanted;
pub(crate) mod workbook;
