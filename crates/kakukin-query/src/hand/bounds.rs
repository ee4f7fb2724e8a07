//! Bounds on one question about a hand.

use kakukin_mahjong::{MAX_GAMES, MAX_KEPT, MAX_STATES, STATES};

/// The deepest explanation.
const MAX_DEPTH: u64 = 8;

/// How much work whoever answers is ready to do. A question beyond it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MahjongBounds {
    /// The states of a computation unless they are asked for.
    pub usual_states: u64,
    /// The most states that can be asked for.
    pub states: u64,
    /// The most figures of states that are held at a time: memory.
    pub kept: usize,
    /// The most games that are dealt.
    pub games: u64,
    /// The deepest explanation.
    pub depth: u64,
}

impl Default for MahjongBounds {
    /// As much as one machine can do for one user.
    fn default() -> Self {
        Self {
            usual_states: STATES as u64,
            states: MAX_STATES as u64,
            kept: MAX_KEPT,
            games: MAX_GAMES,
            depth: MAX_DEPTH,
        }
    }
}
