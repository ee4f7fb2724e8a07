//! Counting the states of a computation: bounds, progress, and a way to cancel it.

use super::hands::Hands;
use crate::{InputError, Problem};
use kakukin_core::checkpoint;
use std::ops::ControlFlow;

/// Why there is no answer: the question is too large for its bounds, or was cancelled.
pub type Stopped = kakukin_core::Stopped<InputError>;

/// States between two reports to whoever watches: a fraction of a second.
const REPORT: usize = 1 << 15;
/// States between two checkpoints.
const CHECK: usize = 1 << 10;

/// A checkpoint now and then, in a loop that is at its so many-th state.
#[inline]
pub(crate) fn checkpoint_at(state: usize) {
    if state.is_multiple_of(CHECK) {
        checkpoint();
    }
}

/// Counts the states of a computation, and lets go of it if they are too many or
/// somebody says so.
pub(crate) struct Watch<'w> {
    most: usize,
    kept: usize,
    done: usize,
    /// When to look up, and when to report.
    next: usize,
    reported: usize,
    report: &'w mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl<'w> Watch<'w> {
    /// At most so many states, and so many figures of them at a time.
    pub(crate) fn new(
        most: usize,
        kept: usize,
        report: &'w mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Self {
        Self { most, kept, done: 0, next: CHECK, reported: REPORT, report }
    }

    /// The figures that may be held at a time.
    pub(crate) fn most_kept(&self) -> usize {
        self.kept
    }

    /// So many more states are finished.
    pub(crate) fn add(&mut self, states: usize) {
        self.done += states;
    }

    pub(crate) fn total(&self) -> usize {
        self.done
    }

    /// Beside the finished ones there are so many states.
    #[inline]
    pub(crate) fn states(&mut self, more: usize) -> Result<(), Stopped> {
        let states = self.done + more;
        if states < self.next.min(self.most + 1) { Ok(()) } else { self.look(states) }
    }

    #[cold]
    fn look(&mut self, states: usize) -> Result<(), Stopped> {
        if states > self.most {
            return Err(self.too_many(&format!("> {}", self.most)));
        }
        checkpoint();
        self.next = states + CHECK;
        if states < self.reported {
            return Ok(());
        }
        self.reported = states + REPORT;
        if (self.report)(states as u64).is_break() { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    /// A sign of life when no state is added.
    pub(crate) fn beat(&mut self, states: usize) -> Result<(), Stopped> {
        checkpoint();
        if states < REPORT {
            return Ok(());
        }
        self.reported = 0;
        self.look(states)
    }

    /// Refuses a number of states.
    pub(crate) fn too_many(&self, states: &str) -> Stopped {
        let allowed = format!("<= {}", self.most);
        InputError::new("max-states", states, Problem::TooManyStates, allowed).into()
    }

    /// Refuses to keep what so many states are worth, at most `most` figures.
    pub(crate) fn too_many_kept(states: usize, most: usize) -> Stopped {
        let allowed = format!("<= {most}");
        InputError::new("max-states", states, Problem::TooManyKept, allowed).into()
    }

    /// Whether the tables of the hands, of at most so many halves, have room for the next one
    /// beside `more` states.
    #[inline]
    pub(crate) fn room(&self, hands: &Hands, most: usize, more: usize) -> Result<(), Stopped> {
        if !hands.is_full(most) {
            return Ok(());
        }
        Err(self.too_many(&format!(">= {}", self.done + more)))
    }

    /// Everything begins anew.
    pub(crate) fn restart(&mut self) {
        self.done = 0;
        self.again();
    }

    /// Another graph begins.
    pub(crate) fn again(&mut self) {
        self.next = CHECK;
        self.reported = REPORT;
    }
}
