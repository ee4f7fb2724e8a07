//! The forward sweep: where the series is likely to stand after each game.

use crate::{
    Outcome,
    clinch::Clinch,
    lattice::{Lattice, Move},
};
use kakukin_core::{Number, checkpoint};

/// Where a sweep starts: a score in units, the games played, and the slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) games: usize,
    pub(crate) slot: usize,
}

impl Position {
    pub(crate) const START: Self = Self { a: 0, b: 0, games: 0, slot: 0 };
}

/// The most events of one game.
const MOST_MOVES: usize = 4;

/// Cells between two checkpoints: microseconds in `f64`, milliseconds where numbers are long.
const CELLS_BETWEEN: usize = 1 << 12;
/// Games between two checkpoints where the cells of a game take less than a microsecond.
const GAMES_BETWEEN: usize = 1 << 6;

/// A forward sweep in progress. All memory is taken when it starts.
///
/// A slot is one long array of rows (A's points) of columns (B's points). Each
/// row ends in as many empty columns as B can gain without reaching the target, so that
/// a gain of either player is the same shift everywhere, and a game is one
/// loop over the whole slot.
pub(crate) struct Forward<'l, N> {
    lattice: &'l Lattice<N>,
    clinch: Option<&'l Clinch>,
    pub(crate) games: usize,
    now: Vec<N>,
    next: Vec<N>,
    /// A row with its empty columns.
    stride: usize,
    /// Rows from here on are not occupied yet.
    rows: usize,
    largest_gain: usize,
    /// Whether a single game takes long: there are many cells, or long numbers in them.
    long: bool,
    /// The moves into the slot that is being filled; kept for its memory.
    into: Vec<(usize, &'l Move<N>)>,
}

impl<'l, N: Number> Forward<'l, N> {
    pub(crate) fn new(
        lattice: &'l Lattice<N>,
        clinch: Option<&'l Clinch>,
        start: Position,
    ) -> Self {
        let side = lattice.side;
        let (largest_gain, empty_columns) = lattice.largest_gains();
        let stride = side + empty_columns;
        let size = side * stride * lattice.slots_after(lattice.limit);
        let mut forward = Self {
            lattice,
            clinch,
            games: start.games,
            now: vec![N::zero(); size],
            next: vec![N::zero(); size],
            stride,
            rows: start.a + 1,
            largest_gain,
            long: size > CELLS_BETWEEN || std::mem::needs_drop::<N>(),
            into: Vec::with_capacity(2 * MOST_MOVES),
        };
        let cell = forward.row_start(start.slot, start.a) + start.b;
        forward.now[cell] = N::one();
        forward
    }

    fn checkpoint(&self) {
        if self.long {
            checkpoint();
        }
    }

    fn row_start(&self, slot: usize, a: usize) -> usize {
        (slot * self.lattice.side + a) * self.stride
    }

    /// The existence of one row of scores: A's points, and B's from 0 on.
    pub(crate) fn row(&self, slot: usize, a: usize) -> &[N] {
        &self.now[self.row_start(slot, a)..][..self.lattice.side]
    }

    /// All that is still in play in one slot.
    pub(crate) fn in_slot(&self, slot: usize) -> N {
        let mut sum = N::zero();
        (0..self.rows).for_each(|a| sum.add(&N::sum(self.row(slot, a))));
        sum
    }

    /// Plays one game and returns what it ended.
    pub(crate) fn step(&mut self) -> Outcome<N> {
        let mut exits = Outcome::zero();
        if self.games.is_multiple_of(GAMES_BETWEEN) {
            checkpoint();
        }
        for slot in 0..self.lattice.slots_after(self.games) {
            self.add_exits(slot, &mut exits);
        }
        self.advance();
        if self.games == self.lattice.limit {
            self.settle(&mut exits);
        } else if let Some(clinch) = self.clinch {
            self.take_clinched(clinch, &mut exits);
        }
        exits
    }

    /// What the next game takes out of play from one slot.
    fn add_exits(&self, slot: usize, exits: &mut Outcome<N>) {
        let side = self.lattice.side;
        for m in self.lattice.moves(self.games, slot) {
            self.checkpoint();
            // Rows from here on reach A's target, columns B's.
            let row = side.saturating_sub(m.a);
            let column = side.saturating_sub(m.b);
            let (mut to_a, mut to_b) = (N::zero(), N::zero());
            if m.b > 0 {
                for a in 0..row.min(self.rows) {
                    to_b.add(&N::sum(&self.row(slot, a)[column..]));
                }
            }
            for a in row..self.rows {
                let cells = self.row(slot, a);
                to_a.add(&N::sum(&cells[..column]));
                for (b, mass) in cells.iter().enumerate().skip(column) {
                    exits.both_reached_mut((a + m.a).cmp(&(b + m.b))).add_product(&m.weight, mass);
                }
            }
            exits.a_reached.add_product(&m.weight, &to_a);
            exits.b_reached.add_product(&m.weight, &to_b);
        }
    }

    fn advance(&mut self) {
        let (side, stride) = (self.lattice.side, self.stride);
        let rows = (self.rows + self.largest_gain).min(side);
        let shift = |m: &Move<N>| m.a * stride + m.b;
        for slot in 0..self.lattice.slots_after(self.games + 1) {
            self.lattice.moves_into(self.games, slot, &mut self.into);
            self.into.retain(|(_, m)| m.a < rows && m.b < side);
            self.into.sort_unstable_by_key(|(before, m)| (shift(m), *before));
            let slot_size = side * stride;
            let out = &mut self.next[slot * slot_size..][..rows * stride];
            // Between two shifts the same moves, a prefix of all, have an effect.
            let first = self.into.first().map_or(out.len(), |(_, m)| shift(m));
            out[..first].fill(N::zero());
            for reach in 1..=self.into.len() {
                let from = shift(self.into[reach - 1].1);
                let to = self.into.get(reach).map_or(rows * stride, |(_, m)| shift(m));
                let mut at = from;
                while at < to {
                    let end = if self.long { to.min(at + CELLS_BETWEEN) } else { to };
                    combine(&mut out[at..end], &self.into[..reach], |before, m| {
                        &self.now[before * slot_size + at - shift(m)..][..end - at]
                    });
                    if self.long {
                        checkpoint();
                    }
                    at = end;
                }
            }
            for row in out.chunks_exact_mut(stride) {
                row[side..].fill(N::zero());
            }
        }
        self.rows = rows;
        self.games += 1;
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// At the limit more points win.
    fn settle(&mut self, exits: &mut Outcome<N>) {
        for slot in 0..self.lattice.slots_after(self.games) {
            for a in 0..self.rows {
                let cells = self.row(slot, a);
                let (behind, rest) = cells.split_at(a);
                exits.a_on_points.add(&N::sum(behind));
                exits.none.add(&rest[0]);
                exits.b_on_points.add(&N::sum(&rest[1..]));
            }
        }
    }

    fn take_clinched(&mut self, clinch: &Clinch, exits: &mut Outcome<N>) {
        let side = self.lattice.side;
        for slot in 0..self.lattice.slots_after(self.games) {
            for a in 0..self.rows {
                self.checkpoint();
                let start = self.row_start(slot, a);
                let mut row = Outcome::<N>::zero();
                for (b, mass) in self.now[start..][..side].iter_mut().enumerate() {
                    if let Some(order) = clinch.winner(self.games, slot, a, b) {
                        let mass = std::mem::replace(mass, N::zero());
                        row.on_points_mut(order).add(&mass);
                    }
                }
                exits.add(&row);
            }
        }
    }
}

/// `out = sum of weight * source` over the moves, cell by cell. This is where
/// all time goes; one, two and three sources are one fused loop each.
fn combine<'r, N: Number + 'r>(
    out: &mut [N],
    moves: &[(usize, &Move<N>)],
    source: impl Fn(usize, &Move<N>) -> &'r [N],
) {
    let source = |(before, m): &(usize, &Move<N>)| source(*before, m);
    match moves {
        [x] => {
            for (cell, xv) in out.iter_mut().zip(source(x)) {
                *cell = N::product(&x.1.weight, xv);
            }
        }
        [x, y] => {
            for ((cell, xv), yv) in out.iter_mut().zip(source(x)).zip(source(y)) {
                let mut sum = N::product(&x.1.weight, xv);
                sum.add_product(&y.1.weight, yv);
                *cell = sum;
            }
        }
        [x, y, z] => {
            let cells = out.iter_mut().zip(source(x)).zip(source(y)).zip(source(z));
            for (((cell, xv), yv), zv) in cells {
                let mut sum = N::product(&x.1.weight, xv);
                sum.add_product(&y.1.weight, yv);
                sum.add_product(&z.1.weight, zv);
                *cell = sum;
            }
        }
        _ => {
            out.fill(N::zero());
            for m in moves {
                for (cell, value) in out.iter_mut().zip(source(m)) {
                    cell.add_product(&m.1.weight, value);
                }
            }
        }
    }
}
