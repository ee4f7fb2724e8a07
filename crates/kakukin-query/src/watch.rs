//! Whoever waits for an answer: progress and cancellation.

use std::ops::ControlFlow;

/// What the pieces of long work are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkUnit {
    /// Rules of series.
    Rules,
    /// Cases of a grid.
    Cases,
    /// Steps of different kinds.
    Steps,
    /// Series that are played.
    Series,
    /// Leagues that are played.
    Leagues,
    /// Events that are played.
    Events,
    /// States of a hand.
    States,
    /// Hands.
    Hands,
    /// Games that are dealt.
    Games,
    /// Draws of a tile.
    Draws,
    /// Bytes that are read.
    Bytes,
}

impl WorkUnit {
    /// Its stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Cases => "cases",
            Self::Steps => "steps",
            Self::Series => "series",
            Self::Leagues => "leagues",
            Self::Events => "events",
            Self::States => "states",
            Self::Hands => "hands",
            Self::Games => "games",
            Self::Draws => "draws",
            Self::Bytes => "bytes",
        }
    }
}

/// Is told how far long work has come, and says whether to go on.
pub trait Watch: Sync {
    /// Work of `total` pieces begins, all of one kind.
    fn begin(&self, total: u64, unit: WorkUnit);

    /// The same where the pieces are bytes that are read; 0 if nobody knows how many there are.
    fn begin_bytes(&self, total: u64) {
        self.begin(total, WorkUnit::Bytes);
    }

    /// So many questions about hands were solved. The solving itself is watched as above.
    fn solved(&self, _solves: u64) {}

    /// So many of them are done.
    fn at(&self, done: u64) -> ControlFlow<()>;
}

/// Nobody looks on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn begin(&self, _: u64, _: WorkUnit) {}

    fn at(&self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
