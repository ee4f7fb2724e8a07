//! Where questions are answered: quick ones on the spot, short ones beside long ones, with a
//! bounded number of workers and of requests that wait for one, and a share for each client.
//!
//! How long an answer takes is measured and not only estimated: whatever takes longer than its
//! place allows is cancelled there and begins again at the next. All work can be cancelled, since
//! all of it passes checkpoints ([`kakukin_core::checkpoint`]).
//!
//! Each computation has threads of its own ([`Pool`]). In a pool that all share, the parts of a
//! short one would stand in line behind those of the long ones.

use crate::{
    clients::{Client, Taken},
    limits::{LATE_TIME, Limits, QUICK_TIME, SHORT_TIME, threads_of_one},
    metrics::Metrics,
};
use kakukin_core::cancellable;
use kakukin_query::{InputError, Stopped, Unwatched, Watch, WorkUnit};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::{
    collections::{HashMap, VecDeque},
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};
use tokio::{sync::oneshot, time::timeout};

/// What gives the bytes of an answer.
pub(crate) type Work = Box<dyn FnOnce(&dyn Watch) -> Result<Vec<u8>, Stopped> + Send>;

/// Where work begins, by its estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    /// On the spot: about as long as handing it over would take.
    Quick,
    /// Among short work.
    Short,
    /// Among long work.
    Long,
}

/// Work that was understood.
pub(crate) struct Job {
    pub(crate) size: Size,
    pub(crate) work: Work,
}

/// What can be asked again and again, since work that was cancelled begins anew.
pub(crate) trait Question: Send + Sync + 'static {
    /// Reads it, which takes microseconds.
    fn job(&self) -> Result<Job, InputError>;

    /// What is sent of the bytes that the job gives; `stop` says when nobody waits any more.
    fn answer(&self, bytes: Vec<u8>, _stop: &dyn Fn() -> bool) -> Result<Answer, JobError> {
        Ok(Answer { bytes, gzip: false })
    }
}

/// The body of an answer, compressed or not.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) gzip: bool,
}

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
    /// What prints did not give a PDF.
    Unprinted,
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

/// The answer on the spot, or where the work begins.
pub(crate) fn at_once(question: &dyn Question) -> Result<Result<Answer, Size>, JobError> {
    let deadline = Instant::now() + QUICK_TIME;
    let late = move || Instant::now() > deadline;
    let tried = cancellable(late, || {
        let job = question.job().map_err(JobError::Refused)?;
        match job.size {
            Size::Quick => Ok(Ok(question.answer((job.work)(&Unwatched)?, &late)?)),
            size => Ok(Err(size)),
        }
    });
    tried.unwrap_or(Ok(Err(Size::Short)))
}

/// The workers of a server.
#[derive(Debug)]
pub(crate) struct Workers {
    short: Arc<Lane>,
    long: Arc<Lane>,
    /// Whose short work was not short, and until when it begins among long work.
    late: Mutex<HashMap<Client, Instant>>,
    limits: Limits,
    metrics: Arc<Metrics>,
}

impl Workers {
    pub(crate) fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        let lane = |size| Arc::new(Lane::new(size, limits));
        let (short, long) = (lane(Size::Short), lane(Size::Long));
        Self { short, long, late: Mutex::default(), limits, metrics }
    }

    /// Does the work when a worker is free, and does it again among long work if it is not short.
    pub(crate) async fn run(
        &self,
        question: &Arc<dyn Question>,
        size: Size,
        client: Client,
        task: &Arc<Task>,
    ) -> Result<Answer, JobError> {
        if size != Size::Long && !self.is_late(client) {
            match self.run_in(Size::Short, question, client, task).await {
                Err(JobError::Time) => {}
                done => return done,
            }
            self.metrics.moved.inc();
            self.be_late(client);
        }
        self.run_in(Size::Long, question, client, task).await
    }

    fn is_late(&self, client: Client) -> bool {
        self.late().get(&client).is_some_and(|until| Instant::now() < *until)
    }

    fn be_late(&self, client: Client) {
        let (now, mut late) = (Instant::now(), self.late());
        late.retain(|_, until| now < *until);
        late.insert(client, now + LATE_TIME);
    }

    fn late(&self) -> MutexGuard<'_, HashMap<Client, Instant>> {
        // Entries are changed as a whole or not at all.
        self.late.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run_in(
        &self,
        size: Size,
        question: &Arc<dyn Question>,
        client: Client,
        task: &Arc<Task>,
    ) -> Result<Answer, JobError> {
        let (lane, time) = match size {
            Size::Long => (&self.long, self.limits.time),
            _ => (&self.short, SHORT_TIME),
        };
        let place = match lane.enter(client) {
            Entered::At(place) => place,
            Entered::Waiting(turn) => match timeout(self.limits.waiting_time, turn).await {
                Ok(Ok(place)) => place,
                _ => return Err(self.shed()),
            },
            Entered::Full => return Err(self.shed()),
        };
        let time = time.min(self.limits.time);
        let (own, metrics, question) =
            (Arc::clone(task), Arc::clone(&self.metrics), Arc::clone(question));
        let work = move || {
            let _busy = Busy::new(&metrics);
            let (deadline, task) = (Instant::now() + time, Arc::clone(&own));
            let stop = move || task.cancelled.load(Relaxed) || Instant::now() > deadline;
            let watched = Watched { task: &own, metrics: &metrics, stop: &stop };
            let done = cancellable(stop.clone(), || {
                let job = question.job().map_err(JobError::Refused)?;
                question.answer((job.work)(&watched)?, &stop)
            });
            match done {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(JobError::Refused(error))) => Err(JobError::Refused(error)),
                _ if Instant::now() > deadline => Err(JobError::Time),
                Ok(Err(JobError::Unprinted)) if !stop() => Err(JobError::Unprinted),
                _ => Err(JobError::Cancelled),
            }
        };
        compute(place, work).await.unwrap_or(Err(JobError::Failed))
    }

    fn shed(&self) -> JobError {
        self.metrics.shed.inc();
        JobError::Full
    }
}

/// Workers for one kind of work. One of them is free for others, whatever a single client asks;
/// whoever has the fewest at work is next.
#[derive(Debug)]
struct Lane {
    size: Size,
    places: usize,
    /// The most places of one client.
    each: usize,
    waiting: usize,
    queue: Mutex<Queue>,
    /// Threads that have nothing to do, of as many computations as there were at a time.
    idle: Mutex<Vec<Pool>>,
}

/// The threads of one computation.
type Pool = Arc<ThreadPool>;

#[derive(Debug, Default)]
struct Queue {
    busy: Taken,
    waiting: VecDeque<(Client, oneshot::Sender<Place>)>,
}

enum Entered {
    At(Place),
    Waiting(oneshot::Receiver<Place>),
    Full,
}

impl Lane {
    fn new(size: Size, limits: Limits) -> Self {
        let each = limits.workers.saturating_sub(1).max(1);
        let (places, waiting) = (limits.workers, limits.waiting);
        Self { size, places, each, waiting, queue: Mutex::default(), idle: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Pool>> {
        // A pool is put there or taken, nothing else.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Threads for one computation.
    fn pool(&self) -> Result<Pool, ThreadPoolBuildError> {
        if let Some(pool) = self.idle().pop() {
            return Ok(pool);
        }
        let size = self.size;
        let threads = ThreadPoolBuilder::new().num_threads(threads_of_one());
        threads.start_handler(move |_| give_way(size)).build().map(Arc::new)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // The queue is changed as a whole or not at all.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(self: &Arc<Self>, client: Client) -> Entered {
        let mut queue = self.queue();
        if queue.busy.all < self.places && queue.busy.of(client) < self.each {
            queue.busy.add(client, 1);
            return Entered::At(Place { lane: Arc::clone(self), client });
        }
        // Those who have gone are no longer in the way.
        queue.waiting.retain(|(_, turn)| !turn.is_closed());
        let own = queue.waiting.iter().filter(|(other, _)| *other == client).count();
        if queue.waiting.len() >= self.waiting || own >= self.waiting.div_ceil(2) {
            return Entered::Full;
        }
        let (turn, wait) = oneshot::channel();
        queue.waiting.push_back((client, turn));
        Entered::Waiting(wait)
    }

    /// Who is next, and his turn.
    fn next(&self, queue: &mut Queue) -> Option<(Client, oneshot::Sender<Place>)> {
        if queue.busy.all >= self.places {
            return None;
        }
        let waiting = queue.waiting.iter().enumerate();
        let (at, _) = waiting
            .map(|(at, (client, _))| (at, queue.busy.of(*client)))
            .filter(|(_, own)| *own < self.each)
            .min_by_key(|(_, own)| *own)?;
        let next = queue.waiting.remove(at)?;
        queue.busy.add(next.0, 1);
        Some(next)
    }
}

/// A worker that is taken; the next one in the queue gets it when this is dropped.
#[derive(Debug)]
struct Place {
    lane: Arc<Lane>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = {
            let mut queue = self.lane.queue();
            queue.busy.give_back(self.client, 1);
            self.lane.next(&mut queue)
        };
        if let Some((client, turn)) = next {
            // If nobody waits for it any more, it comes back and goes to the one after.
            drop(turn.send(Self { lane: Arc::clone(&self.lane), client }));
        }
    }
}

/// Does the work with threads of its own, and has the place until they are free, also if nobody
/// waits any more. Nothing if there are no threads or it panics.
async fn compute<T: Send + 'static>(
    place: Place,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let pool = place.lane.pool().ok()?;
    let own = Arc::clone(&pool);
    let (tell, told) = oneshot::channel();
    own.spawn(move || {
        // What panicked is not looked at again.
        let done = catch_unwind(AssertUnwindSafe(work));
        place.lane.idle().push(pool);
        drop(place);
        if let Ok(done) = done {
            // Nobody waits any more, or the result is taken.
            let _ = tell.send(done);
        }
    });
    told.await.ok()
}

/// Threads that compute give way to those that talk to clients, and those with long work to those
/// with short work. The priority of a thread cannot be raised again.
fn give_way(size: Size) {
    #[cfg(target_os = "linux")]
    {
        // It is as well if the system does not let us.
        let nice = if size == Size::Long { 19 } else { 10 };
        let _ = rustix::process::setpriority_process(None, nice);
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

/// One piece of work as others see it: how far it has come, and whether it was cancelled.
#[derive(Debug, Default)]
pub(crate) struct Task {
    done: AtomicU64,
    total: AtomicU64,
    unit: Mutex<Option<WorkUnit>>,
    cancelled: AtomicBool,
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
    metrics: &'a Metrics,
    stop: &'a (dyn Fn() -> bool + Sync),
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
        if (self.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::IpAddr, time::Duration};

    fn lane(workers: usize, waiting: usize) -> Arc<Lane> {
        Arc::new(Lane::new(Size::Short, Limits { workers, waiting, ..Limits::default() }))
    }

    fn client(last: u8) -> Client {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn at(entered: Entered) -> Place {
        match entered {
            Entered::At(place) => place,
            _ => panic!("no place"),
        }
    }

    fn waiting(entered: Entered) -> oneshot::Receiver<Place> {
        match entered {
            Entered::Waiting(turn) => turn,
            _ => panic!("not waiting"),
        }
    }

    #[test]
    fn one_client_leaves_a_worker_to_others() {
        let lane = lane(3, 10);
        let _held = [at(lane.enter(client(1))), at(lane.enter(client(1)))];
        let _waits = waiting(lane.enter(client(1)));
        let _other = at(lane.enter(client(2)));
        // One worker is all there is for everybody.
        let single = super::tests::lane(1, 10);
        let _held = at(single.enter(client(1)));
        let _waits = waiting(single.enter(client(2)));
    }

    #[test]
    fn whoever_has_the_fewest_at_work_is_next() {
        let lane = lane(2, 10);
        let first = at(lane.enter(client(1)));
        let other = at(lane.enter(client(2)));
        let mut again = waiting(lane.enter(client(1)));
        let mut third = waiting(lane.enter(client(3)));
        drop(other);
        assert!(again.try_recv().is_err());
        let third = third.try_recv().unwrap();
        drop(first);
        drop((again.try_recv().unwrap(), third));
        let queue = lane.queue();
        assert!(queue.busy.is_nothing() && queue.waiting.is_empty());
    }

    #[test]
    fn whoever_has_gone_is_passed_over() {
        let lane = lane(1, 4);
        let held = at(lane.enter(client(1)));
        drop(waiting(lane.enter(client(2))));
        let mut stays = waiting(lane.enter(client(3)));
        drop(held);
        let place = stays.try_recv().unwrap();
        // A turn that came too late for the one who waited.
        let late = waiting(lane.enter(client(4)));
        let mut next = waiting(lane.enter(client(5)));
        drop(late);
        drop(place);
        assert!(next.try_recv().is_ok());
    }

    #[test]
    fn nobody_waits_in_all_places() {
        let lane = lane(1, 4);
        let _held = at(lane.enter(client(1)));
        let _waits = [waiting(lane.enter(client(1))), waiting(lane.enter(client(1)))];
        assert!(matches!(lane.enter(client(1)), Entered::Full));
        let others = [2, 3].map(|last| waiting(lane.enter(client(last))));
        assert!(matches!(lane.enter(client(4)), Entered::Full));
        drop(others);
        let _now = waiting(lane.enter(client(4)));
    }

    struct Sweep(Size, Duration);

    impl Question for Sweep {
        fn job(&self) -> Result<Job, InputError> {
            let end = Instant::now() + self.1;
            let work: Work = Box::new(move |_| {
                while Instant::now() < end {
                    kakukin_core::checkpoint();
                }
                Ok(b"done".to_vec())
            });
            Ok(Job { size: self.0, work })
        }
    }

    #[test]
    fn what_is_not_quick_is_not_done_on_the_spot() {
        let quick = at_once(&Sweep(Size::Quick, Duration::ZERO)).unwrap();
        assert_eq!(quick.unwrap().bytes, b"done");
        let start = Instant::now();
        let slow = at_once(&Sweep(Size::Quick, Duration::from_secs(60))).unwrap();
        assert_eq!(slow, Err(Size::Short));
        assert!(start.elapsed() < Duration::from_secs(1));
        assert_eq!(at_once(&Sweep(Size::Long, Duration::ZERO)).unwrap(), Err(Size::Long));
    }

    #[tokio::test]
    async fn what_is_not_short_is_done_among_long_work() {
        let metrics = Arc::new(Metrics::new());
        let time = SHORT_TIME * 4;
        let limits = Limits { workers: 1, time, ..Limits::default() };
        let workers = Workers::new(limits, Arc::clone(&metrics));
        let run = async |work: Duration, who: u8| {
            let question: Arc<dyn Question> = Arc::new(Sweep(Size::Short, work));
            workers.run(&question, Size::Short, client(who), &Arc::default()).await
        };
        assert_eq!(run(Duration::ZERO, 1).await.unwrap().bytes, b"done");
        assert_eq!(metrics.moved.get(), 0);
        assert_eq!(run(SHORT_TIME * 2, 1).await.unwrap().bytes, b"done");
        assert_eq!(metrics.moved.get(), 1);
        // From then on that client begins among long work, and others do not.
        assert!(workers.is_late(client(1)) && !workers.is_late(client(2)));
        assert!(matches!(run(time * 100, 1).await, Err(JobError::Time)));
        assert_eq!(metrics.moved.get(), 1);
        assert!(matches!(run(time * 100, 2).await, Err(JobError::Time)));
        assert_eq!(metrics.moved.get(), 2);
    }
}
