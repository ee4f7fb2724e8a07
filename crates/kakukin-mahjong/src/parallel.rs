//! A function applied to every item of a list, on all cores if enabled. Results are in order, and
//! every item is a checkpoint, on whatever core.

use kakukin_core::{Canceller, checkpoint};
#[cfg(feature = "parallel")]
use std::cell::Cell;
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

#[cfg(feature = "parallel")]
thread_local! {
    /// What this thread does is shared with no other.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Does some work on this thread alone. A thread that waits for the parts of its work that others
/// do would begin something else meanwhile, and hold both.
#[cfg(feature = "parallel")]
fn alone<T>(work: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _before = Before(ALONE.replace(true));
    work()
}

#[cfg(not(feature = "parallel"))]
fn alone<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Answers to many questions, in their order, on all cores. `at_a_time` says how many questions
/// like one may be worked on at the same time: each of them on one core, and one for which there
/// is no other on all cores.
///
/// ```
/// let at_a_time = |&n: &u32| if n > 9 { 1 } else { 4 };
/// let squares = kakukin_mahjong::answer_many(&[3, 40, 5], at_a_time, |n, _: &mut ()| n * n);
/// assert_eq!(squares, [9, 1600, 25]);
/// ```
pub fn answer_many<T: Sync, U: Send, W: Default>(
    questions: &[T],
    at_a_time: impl Fn(&T) -> usize,
    answer: impl Fn(&T, &mut W) -> U + Sync + Send,
) -> Vec<U> {
    let mut alike: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, question) in questions.iter().enumerate() {
        alike.entry(at_a_time(question)).or_default().push(at);
    }
    let mut answers = Vec::with_capacity(questions.len());
    // Those that need little first: they are soon done.
    for (at_a_time, list) in alike.into_iter().rev() {
        let next = AtomicUsize::new(0);
        let turns: Vec<()> = vec![(); at_a_time.clamp(1, list.len())];
        let work = |work: &mut W| {
            let mut own = Vec::new();
            while let Some(&at) = list.get(next.fetch_add(1, Relaxed)) {
                checkpoint();
                own.push((at, answer(&questions[at], work)));
            }
            own
        };
        if let [()] = turns[..] {
            answers.extend(work(&mut W::default()));
        } else {
            let parts = in_parallel(&turns, |(), own: &mut W| alone(|| work(own)));
            answers.extend(parts.into_iter().flatten());
        }
    }
    answers.sort_unstable_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Each thread has a workspace of its own.
#[cfg(feature = "parallel")]
pub(crate) fn in_parallel<T: Sync, U: Send, W: Default>(
    list: &[T],
    f: impl Fn(&T, &mut W) -> U + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    if ALONE.get() {
        return one_by_one(list, f);
    }
    // A thread that has nothing else to do should get more than it costs to wake it.
    let least = (list.len() / (16 * rayon::current_num_threads())).clamp(1, 256);
    let canceller = Canceller::current();
    let f = |work: &mut W, item| {
        canceller.lend(|| {
            checkpoint();
            f(item, work)
        })
    };
    list.par_iter().with_min_len(least).map_init(W::default, f).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn in_parallel<T, U, W: Default>(list: &[T], f: impl Fn(&T, &mut W) -> U) -> Vec<U> {
    one_by_one(list, f)
}

/// The same on this thread.
fn one_by_one<T, U, W: Default>(list: &[T], f: impl Fn(&T, &mut W) -> U) -> Vec<U> {
    let mut work = W::default();
    let f = |item| {
        checkpoint();
        f(item, &mut work)
    };
    list.iter().map(f).collect()
}

/// Block by block, each of the length that is said, with its number.
pub(crate) fn in_blocks<T: Send, U: Send>(
    list: &mut [T],
    lengths: &[usize],
    f: impl Fn(usize, &mut [T]) -> U + Sync + Send,
) -> Vec<U> {
    let mut blocks = Vec::with_capacity(lengths.len());
    let mut rest = list;
    for &length in lengths {
        let (block, others) = rest.split_at_mut(length);
        blocks.push(block);
        rest = others;
    }
    let canceller = Canceller::current();
    let f = |(number, block): (usize, &mut [T])| {
        canceller.lend(|| {
            checkpoint();
            f(number, block)
        })
    };
    #[cfg(feature = "parallel")]
    if !ALONE.get() {
        use rayon::prelude::*;
        return blocks.into_par_iter().enumerate().map(f).collect();
    }
    blocks.into_iter().enumerate().map(f).collect()
}

/// Chunks of so many items, with their numbers.
pub(crate) fn in_chunks<T: Send, U: Send>(
    list: &mut [T],
    size: usize,
    f: impl Fn(usize, &mut [T]) -> U + Sync + Send,
) -> Vec<U> {
    let last = list.len() % size;
    let mut lengths = vec![size; list.len() / size];
    if last > 0 {
        lengths.push(last);
    }
    in_blocks(list, &lengths, f)
}
