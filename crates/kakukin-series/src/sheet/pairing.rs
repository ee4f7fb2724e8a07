//! Who meets whom in a round.

use serde::Serialize;

/// Two players and where they sit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// The board, table or number; may be empty.
    pub board: String,
    /// The player who is A; may be empty.
    pub a: String,
    /// The player who is B.
    pub b: String,
}
