//! The same for every item of a list, on all cores where there are some. Results are in order.

use crate::graph::CHUNK;

/// Each thread has a workspace of its own.
#[cfg(feature = "parallel")]
pub(super) fn in_parallel<T: Sync, U: Send, W: Default>(
    list: &[T],
    f: impl Fn(&T, &mut W) -> U + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    // A thread that has nothing else to do should get more than it costs to wake it.
    let least = (list.len() / (2 * rayon::current_num_threads())).clamp(1, 256);
    list.par_iter().with_min_len(least).map_init(W::default, |work, item| f(item, work)).collect()
}

#[cfg(not(feature = "parallel"))]
pub(super) fn in_parallel<T, U, W: Default>(list: &[T], f: impl Fn(&T, &mut W) -> U) -> Vec<U> {
    let mut work = W::default();
    list.iter().map(|item| f(item, &mut work)).collect()
}

/// Chunk by chunk, with its number.
#[cfg(feature = "parallel")]
pub(super) fn in_chunks<T: Send, U: Send>(
    list: &mut [T],
    f: impl Fn(usize, &mut [T]) -> U + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    list.par_chunks_mut(CHUNK).enumerate().map(|(number, chunk)| f(number, chunk)).collect()
}

#[cfg(not(feature = "parallel"))]
pub(super) fn in_chunks<T, U>(list: &mut [T], f: impl Fn(usize, &mut [T]) -> U) -> Vec<U> {
    list.chunks_mut(CHUNK).enumerate().map(|(number, chunk)| f(number, chunk)).collect()
}
