//! Work that can be cancelled wherever it is.
//!
//! Whoever starts long work runs it under [`cancellable`]. Sweeps, products of long numbers and
//! searches pass a [`checkpoint`] every fraction of a millisecond; a cancelled one unwinds from
//! there, which releases all that it holds, and no function in between has to know. It is the way
//! of rust-analyzer's queries: no panic message, no result that could be taken for a whole one.

use std::{
    cell::RefCell,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

/// Says whether the work that this thread does shall go on.
type Asked = Arc<dyn Fn() -> bool + Send + Sync>;

thread_local! {
    static CURRENT: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

// Cancelled work unwinds; a program that aborts instead would end with it.
const _: () = assert!(cfg!(panic = "unwind"), "build with panic = \"unwind\"");

/// The work was cancelled; there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Does the work; `stop` is asked at every checkpoint and ends it there by saying yes. What was
/// cancelled leaves nothing behind but what it wrote to shared state.
///
/// ```
/// use kakukin_core::{Cancelled, cancellable, checkpoint};
/// let counted = cancellable(|| false, || (0..10).inspect(|_| checkpoint()).count());
/// assert_eq!(counted, Ok(10));
/// let endless = cancellable(|| true, || -> u32 { loop { checkpoint() } });
/// assert_eq!(endless, Err(Cancelled));
/// ```
pub fn cancellable<T>(
    stop: impl Fn() -> bool + Send + Sync + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, Cancelled> {
    Canceller(Some(Arc::new(stop))).catch(work)
}

/// Ends the work of this thread here if it was cancelled. Where nobody can cancel, this costs a
/// nanosecond.
pub fn checkpoint() {
    if CURRENT.with_borrow(is_cancelled) {
        resume_unwind(Box::new(Cancelled));
    }
}

fn is_cancelled(asked: &Option<Asked>) -> bool {
    asked.as_ref().is_some_and(|stop| stop())
}

/// Who can cancel the work of a thread, to be handed to other threads that share it.
#[derive(Clone)]
pub struct Canceller(Option<Asked>);

impl Canceller {
    /// Of the work that this thread does.
    pub fn current() -> Self {
        Self(CURRENT.with_borrow(Option::clone))
    }

    /// A checkpoint of that work, on whatever thread.
    pub fn checkpoint(&self) {
        if is_cancelled(&self.0) {
            resume_unwind(Box::new(Cancelled));
        }
    }

    /// Does a part of that work on this thread, with all its checkpoints. If it is cancelled, it unwinds further: the
    /// thread that waits for the parts passes that on.
    pub fn lend<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.clone().catch(work) {
            Ok(done) => done,
            Err(cancelled) => resume_unwind(Box::new(cancelled)),
        }
    }

    fn catch<T>(self, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
        let _before = Before(CURRENT.replace(self.0));
        // Nothing that the work owns is seen again after it has unwound.
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => Ok(done),
            Err(why) if why.is::<Cancelled>() => Err(Cancelled),
            Err(panic) => resume_unwind(panic),
        }
    }
}

impl fmt::Debug for Canceller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Canceller").field(&self.0.is_some()).finish()
    }
}

/// What could cancel the thread before; it can again when this is dropped.
struct Before(Option<Asked>);

impl Drop for Before {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Counts how many of it are alive.
    struct Held(Arc<AtomicUsize>);

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Relaxed);
        }
    }

    #[test]
    fn cancelled_work_releases_what_it_holds() {
        let (asked, alive) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(1)));
        let held = Held(Arc::clone(&alive));
        let third = move || asked.fetch_add(1, Relaxed) == 2;
        let passed = AtomicUsize::new(0);
        let ended = cancellable(third, || {
            let _held = held;
            loop {
                checkpoint();
                passed.fetch_add(1, Relaxed);
            }
        });
        assert_eq!(ended, Err::<(), _>(Cancelled));
        assert_eq!((passed.load(Relaxed), alive.load(Relaxed)), (2, 0));
        // Nobody can cancel this thread any more.
        checkpoint();
    }

    #[test]
    fn the_outer_work_goes_on_when_the_inner_is_cancelled() {
        let outer = cancellable(
            || false,
            || {
                assert_eq!(cancellable(|| true, checkpoint), Err(Cancelled));
                checkpoint();
                7
            },
        );
        assert_eq!(outer, Ok(7));
    }

    #[test]
    fn other_threads_share_the_work() {
        let ended = cancellable(
            || true,
            || {
                let canceller = Canceller::current();
                std::thread::scope(|scope| {
                    let part = scope.spawn(|| canceller.lend(checkpoint));
                    part.join().unwrap_or_else(|why| resume_unwind(why));
                });
            },
        );
        assert_eq!(ended, Err(Cancelled));
    }

    #[test]
    fn a_panic_is_no_cancellation() {
        let panicked = catch_unwind(|| cancellable(|| false, || resume_unwind(Box::new("why"))));
        assert_eq!(*panicked.unwrap_err().downcast::<&str>().unwrap(), "why");
    }
}
