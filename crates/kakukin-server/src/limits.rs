//! Everything that is bounded, in one place.

use std::time::Duration;

/// The most computing threads.
pub const MOST_WORKERS: usize = 1024;

/// The most threads of one computation: what more of them would bring, others need.
const MOST_THREADS: usize = 8;

/// The bytes of a request without files: its head is bounded by the connection.
pub(crate) const QUERY_BYTES: usize = 16 << 10;
/// Parameters of one request.
pub(crate) const PARAMETERS: usize = 500;
/// The bytes of one request with files that are not content of any.
pub(crate) const UPLOAD_BESIDE: usize = 1 << 20;
/// The files of one request.
pub(crate) const UPLOADS: usize = kakukin_query::MAX_UPLOADS;
/// The bytes of a table of pairings.
pub(crate) const TABLE_BYTES: usize = 1 << 20;
/// The bytes of all files of one request.
pub(crate) const UPLOAD_BYTES: usize = 64 << 20;
/// Without a byte of an answer being taken; then the connection is closed.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(30);
/// Connections that may come before the first of them is accepted. The system's usual 128 are less
/// than one attack: whoever comes then tries again after a second.
pub(crate) const BACKLOG: u32 = 4096;
/// Connections beyond the bound that are told whether the server is well, and nothing else.
pub(crate) const RESERVE: usize = 32;
/// Until the head of a request has come on one of these.
pub(crate) const RESERVE_TIME: Duration = Duration::from_secs(2);
/// For what is still being answered when the server is asked to stop.
pub(crate) const LEAVE_TIME: Duration = Duration::from_secs(10);
/// When to come again, in seconds.
pub(crate) const RETRY_AFTER: &str = "1";

/// How long the threads that talk to clients may compute for one request.
pub(crate) const QUICK_TIME: Duration = Duration::from_millis(1);
/// How long work may take among short work.
pub(crate) const SHORT_TIME: Duration = Duration::from_millis(250);
/// How long the short work of a client whose work was not short begins among long work.
pub(crate) const LATE_TIME: Duration = Duration::from_secs(10);
/// Cells of a sweep that take less time than handing them to a worker.
pub(crate) const QUICK_CELLS: u64 = 20_000;
/// Cells that are short work.
pub(crate) const SHORT_CELLS: u64 = 50_000_000;
/// Cells that all sweeps of one request may visit: some seconds.
pub(crate) const CELLS: u64 = 500_000_000;
/// Answers of more bytes are compressed where they are made.
pub(crate) const LARGE_ANSWER: usize = 16 << 10;
/// Series of one simulation.
pub(crate) const SERIES: u64 = 5_000_000;
/// Series of a simulation that is short work.
pub(crate) const SHORT_SERIES: u64 = 200_000;
/// Leaves of one tree.
pub(crate) const LEAVES: u64 = 20_000;
/// Cells in which the leaves of a tree are counted.
pub(crate) const TREE_CELLS: u64 = 1_000_000;
/// Rules of one search.
pub(crate) const RULES: usize = 4_000_000;
/// Turn orders times draw policies of one search.
pub(crate) const PAIRS: usize = 24;

/// Encounters thrown for one study of an event, or for one search for its format: some ten
/// seconds.
pub(crate) const ENCOUNTERS: u64 = 1_000_000_000;
/// Encounters that are short work.
pub(crate) const SHORT_ENCOUNTERS: u64 = 2_000_000;
/// The bytes of an estimate from records that a study of an event begins with.
pub(crate) const ESTIMATE_BYTES: usize = 4 << 20;
/// Games of one list.
pub(crate) const LISTED_GAMES: u64 = 50_000;
/// The bytes of one list.
pub(crate) const LISTED_BYTES: usize = 32 << 20;
/// States of one computation about a hand of mahjong.
pub(crate) const STATES: u64 = 2_000_000;
/// Figures of these states that are held at a time: some hundred megabytes.
pub(crate) const KEPT: usize = 8_000_000;
/// Hands of one request.
pub(crate) const HANDS: usize = 1_000;
/// States that all hands of one request have together, as estimated: about a minute on one core.
pub(crate) const HANDS_STATES: u64 = 20_000_000;
/// Games that are dealt to put a way of playing to the test.
pub(crate) const GAMES: u64 = 100_000;
/// Draws that an explanation looks ahead.
pub(crate) const DEPTH: u64 = 3;
/// Hands that were solved lately and are kept, of some ten kilobytes each without their ways of
/// playing.
pub(crate) const RECENT: usize = 16;
/// Figures of their ways of playing that are kept together: some hundred megabytes.
pub(crate) const RECENT_KEPT: usize = 4_000_000;

/// What can be set when the server is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Computations at the same time, and as many short ones beside them. One client gets one
    /// less, if there are more than one.
    pub workers: usize,
    /// Requests that may wait for one of them; more are turned away.
    pub waiting: usize,
    /// How long they may wait.
    pub waiting_time: Duration,
    /// How long one computation may take.
    pub time: Duration,
    /// Connections at the same time, half of them by one client at most.
    pub connections: usize,
    /// Until the head of a request has come; also how long an idle connection is kept.
    pub head_time: Duration,
    /// Until the files of a request have come.
    pub upload_time: Duration,
    /// The bytes of all files of one request.
    pub upload_bytes: usize,
    /// The bytes of all requests with files at the same time, until they are answered: files are
    /// kept in memory. One client gets half of it at most.
    pub room_bytes: usize,
}

impl Limits {
    /// The same for so many computations at a time.
    pub fn with_workers(self, workers: usize) -> Self {
        Self { workers, waiting: 32 * workers, ..self }
    }

    /// The threads that the server may have at the same time: those of short and of long
    /// computations, those that talk to clients, and some that look after the rest.
    pub fn most_threads(&self) -> usize {
        let computing = 2 * self.workers * threads_of_one();
        computing + std::thread::available_parallelism().map_or(1, usize::from) + 8
    }
}

/// The threads of one computation.
pub(crate) fn threads_of_one() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

impl Default for Limits {
    fn default() -> Self {
        // One more than there are processors, so that a single client can use them all.
        let workers = 1 + std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            workers,
            waiting: 32 * workers,
            waiting_time: Duration::from_secs(5),
            time: Duration::from_secs(60),
            connections: 1_000,
            head_time: Duration::from_secs(10),
            upload_time: Duration::from_secs(60),
            upload_bytes: UPLOAD_BYTES,
            room_bytes: 512 << 20,
        }
    }
}
