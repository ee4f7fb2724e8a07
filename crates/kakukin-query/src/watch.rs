//! Who waits for an answer.

use std::ops::ControlFlow;

/// Is told how far long work has come, and says whether to go on.
pub trait Watch: Sync {
    /// Work of `total` pieces begins; `unit` is the key of their name.
    fn begin(&self, total: u64, unit: &'static str);

    /// The same where the pieces are bytes that are read; 0 if nobody knows how many there are.
    fn begin_bytes(&self, total: u64) {
        self.begin(total, "records.bytes");
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
    fn begin(&self, _: u64, _: &'static str) {}

    fn at(&self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
