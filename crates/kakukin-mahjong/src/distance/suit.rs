//! The rows of one suit under one set of limits, computed when first met.

use super::row::{PREFIX_KINDS, Prefix, Row};
use rustc_hash::FxHashMap;

/// Rows of patterns met so far.
#[derive(Debug, Clone)]
pub(crate) struct SuitMemo {
    limits: u32,
    kinds: usize,
    ids: FxHashMap<u32, u32>,
    rows: Vec<Row>,
    prefixes: FxHashMap<u32, Prefix>,
}

impl SuitMemo {
    pub(crate) fn new(limits: u32, kinds: usize) -> Self {
        Self { limits, kinds, ids: FxHashMap::default(), rows: Vec::new(), prefixes: FxHashMap::default() }
    }

    pub(crate) fn len(&self) -> usize { self.rows.len() }
    /// The row of a pattern within the limits.
    #[inline]
    pub(crate) fn row(&mut self, pattern: u32) -> &Row {
        let Self { limits, kinds, ids, rows, prefixes } = self;
        let id = *ids.entry(pattern).or_insert_with(|| {
            let begin = pattern & ((1 << (3 * PREFIX_KINDS)) - 1);
            let prefix =
                prefixes.entry(begin).or_insert_with(|| Prefix::new(begin, *limits, *kinds));
            rows.push(prefix.row(pattern, *limits, *kinds));
            rows.len() as u32 - 1
        });
        &rows[id as usize]
    }
}
