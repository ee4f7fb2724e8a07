//! How one game ended: the type that every part of kakukin shares.

use serde::{Deserialize, Serialize};

/// How one game that was really played ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The first player won (先手勝ち).
    First,
    /// The second player won (後手勝ち).
    Second,
    /// Nobody won (引分け).
    Draw,
}

impl GameResult {
    /// All results, in the order of the outcome tree.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Draw];
}
