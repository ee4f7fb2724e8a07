//! Long work: a bounded number of workers, a bounded number of requests that wait for one, and
//! a way to cancel.

use crate::{limits::Limits, metrics::Metrics};
use kakukin_query::{InputError, Stopped, Watch, WorkUnit};
use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Instant,
};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

/// What gives the bytes of an answer.
pub(crate) type Work = Box<dyn FnOnce(&dyn Watch) -> Result<Vec<u8>, Stopped> + Send>;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum JobError {
    /// The input is refused.
    Refused(InputError),
    /// Too many are waiting already.
    Full,
    /// It took too long.
    Time,
    /// It was cancelled.
    Cancelled,
    /// Our fault.
    Failed,
}

impl From<Stopped> for JobError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Refused(error) => Self::Refused(error),
            Stopped::Cancelled => Self::Cancelled,
        }
    }
}

/// The workers of a server.
#[derive(Debug)]
pub(crate) struct Workers {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    limits: Limits,
    metrics: Arc<Metrics>,
}

impl Workers {
    pub(crate) fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        let free = Arc::new(Semaphore::new(limits.workers));
        Self { free, waiting: AtomicUsize::new(0), limits, metrics }
    }

    /// Does the work when a worker is free.
    pub(crate) async fn run(&self, work: Work, task: &Arc<Task>) -> Result<Vec<u8>, JobError> {
        let permit = {
            let _place = self.wait()?;
            let free = Arc::clone(&self.free).acquire_owned();
            match timeout(self.limits.waiting_time, free).await {
                Ok(Ok(permit)) => permit,
                _ => return Err(self.shed()),
            }
        };
        let (own, metrics) = (Arc::clone(task), Arc::clone(&self.metrics));
        let deadline = Instant::now() + self.limits.time;
        let done = spawn_blocking(move || {
            // The place is taken until the thread is free, also if nobody waits any more.
            let _permit = permit;
            let _busy = Busy::new(&metrics);
            work(&Watched { task: &own, deadline, metrics: &metrics })
        });
        match done.await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(Stopped::Cancelled)) if task.late.load(Relaxed) => Err(JobError::Time),
            Ok(Err(stopped)) => Err(stopped.into()),
            Err(_) => Err(JobError::Failed),
        }
    }

    fn wait(&self) -> Result<Place<'_>, JobError> {
        let place = Place(&self.waiting);
        if self.waiting.fetch_add(1, Relaxed) >= self.limits.waiting {
            return Err(self.shed());
        }
        Ok(place)
    }

    fn shed(&self) -> JobError {
        self.metrics.shed.inc();
        JobError::Full
    }
}

/// Counted also if the work panics.
struct Busy<'a>(&'a Metrics);

impl<'a> Busy<'a> {
    fn new(metrics: &'a Metrics) -> Self {
        metrics.busy.inc();
        Self(metrics)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.busy.dec();
    }
}

/// A place among those who wait.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// One piece of work as others see it: how far it has come, and whether it was cancelled.
#[derive(Debug, Default)]
pub(crate) struct Task {
    done: AtomicU64,
    total: AtomicU64,
    unit: Mutex<Option<WorkUnit>>,
    cancelled: AtomicBool,
    late: AtomicBool,
}

impl Task {
    /// What is done, how much there is to do, and what is counted.
    pub(crate) fn progress(&self) -> (u64, u64, Option<WorkUnit>) {
        let unit = self.unit.lock().map_or(None, |unit| *unit);
        (self.done.load(Relaxed), self.total.load(Relaxed), unit)
    }
}

/// Cancels the work when it is dropped: the request was given up.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(pub(crate) Arc<Task>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancelled.store(true, Relaxed);
    }
}

/// What a worker reports to, and hears from that it should stop.
struct Watched<'a> {
    task: &'a Task,
    deadline: Instant,
    metrics: &'a Metrics,
}

impl Watch for Watched<'_> {
    fn begin(&self, total: u64, unit: WorkUnit) {
        self.task.done.store(0, Relaxed);
        self.task.total.store(total, Relaxed);
        if let Ok(mut name) = self.task.unit.lock() {
            *name = Some(unit);
        }
    }

    fn solved(&self, solves: u64) {
        self.metrics.solves.inc_by(solves);
    }

    fn at(&self, done: u64) -> ControlFlow<()> {
        self.task.done.store(done, Relaxed);
        if self.task.cancelled.load(Relaxed) {
            return ControlFlow::Break(());
        }
        if Instant::now() > self.deadline {
            self.task.late.store(true, Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
