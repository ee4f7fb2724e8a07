//! Threads, as many as the system lets us have.

use crate::failure::Failure;
use kakukin_query::whole;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// The most threads that can be asked for.
const MOST: u64 = 1024;

/// A workbook is put together by a thread for each of its sheets.
pub(crate) const FOR_A_WORKBOOK: usize = 8;

/// So many threads to compute with, or one for each core. Where none can be started, the one that
/// asks computes alone, unless more are asked for.
pub(crate) fn pool(text: Option<&str>) -> Result<ThreadPool, Failure> {
    let asked = text.map(|text| whole("threads", text, 1..=MOST)).transpose()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = asked.map_or(cores, |threads| threads as usize);
    let builder = ThreadPoolBuilder::new();
    let builder = match asked {
        _ if can_start(threads) => builder.num_threads(asked.map_or(0, |_| threads)),
        None | Some(1) => builder.num_threads(1).use_current_thread(),
        Some(_) => return Err(Failure::Threads(threads)),
    };
    builder.build().map_err(|_| Failure::Threads(threads))
}

/// Refuses what will start so many threads, where it would fail in the middle of its work.
pub(crate) fn check(threads: usize) -> Result<(), Failure> {
    if can_start(threads) { Ok(()) } else { Err(Failure::Threads(threads)) }
}

/// Whether so many threads can run at the same time: they are started, and end at once.
pub(crate) fn can_start(threads: usize) -> bool {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let wait = || drop(gate.lock().unwrap_or_else(PoisonError::into_inner));
        let all = (0..threads).all(|_| thread::Builder::new().spawn_scoped(scope, wait).is_ok());
        drop(closed);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_have_the_threads_that_were_asked_for() {
        assert_eq!(pool(Some("3")).unwrap().current_num_threads(), 3);
        assert!(pool(None).unwrap().current_num_threads() > 0);
        assert!(can_start(2));
        for text in ["0", "1025", "x"] {
            assert!(matches!(pool(Some(text)), Err(Failure::Input(_))), "{text}");
        }
    }
}
