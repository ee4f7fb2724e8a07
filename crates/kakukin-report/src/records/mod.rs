//! Records of games: what was read, and the rates they tell.

pub(crate) mod contest;
pub(crate) mod estimate;
pub(crate) mod games;
pub(crate) mod list;
pub(crate) mod survey;
