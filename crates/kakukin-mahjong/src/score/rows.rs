//! The rows of shapes, laid out for the sweep, and how they meet.

use super::colours::{Colours, Fives};
use crate::{
    graph::{CHUNK, Lists},
    parallel::in_blocks,
};
use std::ops::Range;
use wide::f64x4;

/// The rows of shapes, in the order of the sweep.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) fives: Vec<Fives>,
    /// Where the rows of each begin, and at last their number.
    pub(super) starts: Vec<u32>,
}

impl Blocks {
    pub(super) fn new(fives: Vec<Fives>, colours: &Colours) -> Self {
        let mut starts = Vec::with_capacity(fives.len() + 1);
        let mut rows = 0;
        for &code in &fives {
            starts.push(rows);
            rows += u32::from(colours.rows(code));
        }
        starts.push(rows);
        Self { fives, starts }
    }

    #[inline]
    pub(super) fn rows(&self, shape: usize) -> Range<usize> {
        self.starts[shape] as usize..self.starts[shape + 1] as usize
    }

    pub(super) fn len(&self) -> usize {
        self.starts.last().map_or(0, |&rows| rows as usize)
    }

    /// The shape of a row, and its place in the block.
    pub(super) fn shape(&self, row: usize) -> (usize, usize) {
        let shape = self.starts.partition_point(|&start| start as usize <= row) - 1;
        (shape, row - self.starts[shape] as usize)
    }

    /// Calls `f` with chunks of shapes that cover a range of them, and with their rows.
    pub(super) fn in_chunks<U: Send>(
        &self,
        rows: &mut [f64x4],
        range: Range<usize>,
        f: impl Fn(Range<usize>, &mut [f64x4]) -> U + Sync + Send,
    ) -> Vec<U> {
        let first = range.start / CHUNK;
        let chunk = |k: usize| k * CHUNK..((k + 1) * CHUNK).min(range.end);
        let start = |shape: usize| self.starts[shape] as usize;
        let lengths: Vec<usize> = (first..range.end.div_ceil(CHUNK))
            .map(|k| start(chunk(k).end) - start(chunk(k).start))
            .collect();
        in_blocks(&mut rows[start(first * CHUNK)..], &lengths, |number, rows| {
            f(chunk(first + number), rows)
        })
    }
}

/// The edges once more, for the sweep: where rows meet row by row comes first, then the draws
/// and discards of fives.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// For each draw the first row it leads to; of fives, the suit in the two highest bits.
    pub(super) draws: Vec<u32>,
    pub(super) copies: Vec<u8>,
    /// How many of a waiting shape's useful draws, and of its others, are not of fives.
    pub(super) same: Vec<[u8; 2]>,
    /// For each discard the first row it leaves, likewise.
    pub(super) options: Vec<u32>,
    pub(super) same_options: Vec<u8>,
}

/// Bits of a row in a link of a five.
const ROW_BITS: u32 = 30;

/// The suit and the first row of a link of a five.
#[inline]
pub(super) fn five(link: u32) -> (usize, usize) {
    ((link >> ROW_BITS) as usize, (link & ((1 << ROW_BITS) - 1)) as usize)
}

impl Links {
    pub(super) fn new(lists: &Lists, waiting: &Blocks, drawn: &Blocks) -> Self {
        let mut links = Self {
            draws: Vec::with_capacity(lists.edges.len()),
            copies: Vec::with_capacity(lists.edges.len()),
            options: Vec::with_capacity(lists.options.len()),
            ..Self::default()
        };
        let mut at = 0;
        for (node, &code) in lists.waiting.iter().zip(&waiting.fives) {
            links.same.push([node.near, node.far].map(|count| {
                let edges = at..at + usize::from(count);
                at = edges.end;
                let suit =
                    |edge: usize| Colours::suit(drawn.fives[lists.edges[edge] as usize], code);
                let row = |edge: usize| drawn.starts[lists.edges[edge] as usize];
                for edge in edges.clone().filter(|&edge| suit(edge).is_none()) {
                    links.draws.push(row(edge));
                    links.copies.push(lists.copies[edge]);
                }
                let mut same = count;
                for edge in edges {
                    if let Some(suit) = suit(edge) {
                        links.draws.push(((suit as u32) << ROW_BITS) | row(edge));
                        links.copies.push(lists.copies[edge]);
                        same -= 1;
                    }
                }
                same
            }));
        }
        let mut at = 0;
        for (node, &code) in lists.drawn.iter().zip(&drawn.fives) {
            let options = &lists.options[at..at + usize::from(node.count)];
            at += options.len();
            let suit = |to: u32| Colours::suit(code, waiting.fives[to as usize]);
            let same = options.iter().filter(|&&to| suit(to).is_none());
            let before = links.options.len();
            links.options.extend(same.map(|&to| waiting.starts[to as usize]));
            links.same_options.push((links.options.len() - before) as u8);
            for &to in options {
                if let Some(suit) = suit(to) {
                    let row = waiting.starts[to as usize];
                    links.options.push(((suit as u32) << ROW_BITS) | row);
                }
            }
        }
        links
    }
}
