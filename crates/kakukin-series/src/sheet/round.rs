//! A round: who meets whom.

use serde::Serialize;

/// The pairings of a round, one series for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// The event.
    pub event: Option<String>,
    /// The date, as it shall be printed.
    pub date: Option<String>,
    /// Who meets whom; names that are not known are empty.
    pub pairings: Vec<Pairing>,
    /// Who meets nobody this time.
    pub byes: Vec<String>,
}

/// Two players and where they sit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// The board, table or number; may be empty.
    pub board: String,
    /// The player who is A; may be empty.
    pub a: String,
    /// The player who is B.
    pub b: String,
}
