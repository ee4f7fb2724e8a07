//! What the entries of a record come to: which results stand, and the moments between them.

use super::{Action, Entry};
use crate::{Running, Series};

/// A record replayed, entry by entry.
pub(super) struct Replay<'s> {
    /// The moments of the series: before the first game, and after each result that stands.
    pub(super) moments: Vec<Running<'s>>,
    /// The entries (from 0) whose results stand.
    pub(super) standing: Vec<usize>,
    /// For each entry: the moment before it.
    pub(super) before: Vec<Running<'s>>,
    /// For each undo the entry that it takes back, and for that the undo.
    pub(super) partner: Vec<Option<usize>>,
    now: Running<'s>,
}

impl<'s> Replay<'s> {
    pub(super) fn new(series: &'s Series) -> Self {
        let now = Running::new(series);
        Self {
            moments: vec![now],
            standing: Vec::new(),
            before: Vec::new(),
            partner: Vec::new(),
            now,
        }
    }

    /// The replay of entries that are known to be possible.
    pub(super) fn of(series: &'s Series, entries: &[Entry]) -> Self {
        let mut replay = Self::new(series);
        for entry in entries {
            replay.enter(entry.action);
        }
        replay
    }

    /// The moment that the series has come to.
    pub(super) fn now(&self) -> Running<'s> {
        self.now
    }

    /// One more entry; `false`, and nothing is changed, if it is not possible.
    pub(super) fn enter(&mut self, action: Action) -> bool {
        let (entry, before) = (self.before.len(), self.now);
        let partner = match action.result() {
            Some(result) => {
                let Some(next) = self.now.after(result) else { return false };
                self.moments.push(next);
                self.standing.push(entry);
                self.now = next;
                None
            }
            None => {
                let Some(undone) = self.standing.pop() else { return false };
                self.moments.pop();
                self.now = self.before[undone];
                self.partner[undone] = Some(entry);
                Some(undone)
            }
        };
        self.before.push(before);
        self.partner.push(partner);
        true
    }
}
