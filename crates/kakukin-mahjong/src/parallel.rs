//! A function applied to every item of a list, on all cores if enabled. Results are in order, and
//! every item is a checkpoint, on whatever core.

use kakukin_core::{Canceller, checkpoint};

/// Each thread has a workspace of its own.
#[cfg(feature = "parallel")]
pub(crate) fn in_parallel<T: Sync, U: Send, W: Default>(
    list: &[T],
    f: impl Fn(&T, &mut W) -> U + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
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
    {
        use rayon::prelude::*;
        blocks.into_par_iter().enumerate().map(f).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        blocks.into_iter().enumerate().map(f).collect()
    }
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
