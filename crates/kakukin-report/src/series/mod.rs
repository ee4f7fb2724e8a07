//! Series: documents of evaluation, search, tree, simulation and tables, sheets, workbook, live.

pub(crate) mod eval;
pub(crate) mod find;
pub(crate) mod live;
pub(crate) mod presets;
pub(crate) mod sheet;
pub(crate) mod simulate;
pub(crate) mod spread;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod words;
pub(crate) mod workbook;
