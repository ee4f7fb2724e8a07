//! Pages as PDF. Whoever runs the server brings what prints, a browser mostly; it is given pages
//! of our own, one at a time.

use std::{
    io,
    sync::{Mutex, TryLockError},
    thread,
    time::Duration,
};

/// Prints a page, which loads nothing and has no script; gives up once `stop` says so.
pub type Print = fn(page: &str, stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>>;

/// How often it is looked whether the page before is done.
const TICK: Duration = Duration::from_millis(20);

/// What prints, and whose turn it is.
#[derive(Debug)]
pub(crate) struct Printer {
    print: Print,
    turn: Mutex<()>,
}

impl Printer {
    pub(crate) fn new(print: Print) -> Self {
        Self { print, turn: Mutex::default() }
    }

    /// Waits for its turn and prints.
    pub(crate) fn print(&self, page: &str, stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
        let _turn = loop {
            match self.turn.try_lock() {
                Ok(turn) => break turn,
                // Nothing is left behind by a page that was given up.
                Err(TryLockError::Poisoned(turn)) => break turn.into_inner(),
                Err(TryLockError::WouldBlock) if stop() => {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(TICK),
            }
        };
        (self.print)(page, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    static AT_WORK: AtomicUsize = AtomicUsize::new(0);

    fn slow(page: &str, stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
        assert_eq!(AT_WORK.fetch_add(1, SeqCst), 0, "two pages at once");
        thread::sleep(Duration::from_millis(30));
        AT_WORK.fetch_sub(1, SeqCst);
        if stop() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(page.into()) }
    }

    #[test]
    fn one_page_at_a_time_and_none_for_those_who_left() {
        let printer = Printer::new(slow);
        thread::scope(|scope| {
            let pages = ["a", "b", "c"].map(|page| scope.spawn(|| printer.print(page, &|| false)));
            let left = scope.spawn(|| printer.print("d", &|| true));
            for page in pages {
                assert_eq!(page.join().unwrap().unwrap().len(), 1);
            }
            assert_eq!(left.join().unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }
}
