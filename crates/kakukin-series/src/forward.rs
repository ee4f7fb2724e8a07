//! The forward sweep: where the series is likely to stand after each game.

use crate::{
    Outcome,
    clinch::Clinch,
    lattice::{Lattice, Move},
};
use kakukin_sweep::Number;

/// Where a sweep starts: a score in units, the games played, and the slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) games: usize,
    pub(crate) slot: usize,
}

impl Position {
    pub(crate) const START: Self = Self { a: 0, b: 0, games: 0, slot: 0 };
}

/// A forward sweep in progress. All memory is taken when it starts.
pub(crate) struct Forward<'l, N> {
    lattice: &'l Lattice<N>,
    clinch: Option<&'l Clinch>,
    pub(crate) games: usize,
    /// Existence of every score in every slot, the slots one after another.
    pub(crate) now: Vec<N>,
    next: Vec<N>,
    /// Scores from here on are not occupied yet.
    rows: usize,
    columns: usize,
    gains: (usize, usize),
    /// The moves into the slot that is being filled, with the slots they come
    /// from; kept to save its memory for the next game.
    into: Vec<(usize, &'l Move<N>)>,
}

impl<'l, N: Number> Forward<'l, N> {
    pub(crate) fn new(
        lattice: &'l Lattice<N>,
        clinch: Option<&'l Clinch>,
        start: Position,
    ) -> Self {
        let cells = lattice.cells();
        let size = cells * lattice.slots_after(lattice.limit);
        let mut now = vec![N::zero(); size];
        now[start.slot * cells + start.a * lattice.side + start.b] = N::one();
        Self {
            lattice,
            clinch,
            games: start.games,
            now,
            next: vec![N::zero(); size],
            rows: start.a + 1,
            columns: start.b + 1,
            gains: lattice.largest_gains(),
            into: Vec::with_capacity(16),
        }
    }

    /// Plays one game and returns what it ended.
    pub(crate) fn step(&mut self) -> Outcome<N> {
        let mut exits = self.exits();
        self.advance();
        if self.games == self.lattice.limit {
            self.settle(&mut exits);
        } else if let Some(clinch) = self.clinch {
            self.take_clinched(clinch, &mut exits);
        }
        exits
    }

    /// All that is still in play in one slot.
    pub(crate) fn in_slot(&self, slot: usize) -> N {
        let cells = self.lattice.cells();
        let mut sum = N::zero();
        self.now[slot * cells..][..cells].iter().for_each(|mass| sum.add(mass));
        sum
    }

    fn exits(&self) -> Outcome<N> {
        let side = self.lattice.side;
        let mut exits = Outcome::<N>::zero();
        for slot in 0..self.lattice.slots_after(self.games) {
            let plane = &self.now[slot * side * side..][..side * side];
            for m in self.lattice.moves(self.games, slot) {
                // Columns from here on reach B's target, rows likewise A's.
                let column = side.saturating_sub(m.b).min(self.columns);
                let row = side.saturating_sub(m.a);
                let rows = if m.b == 0 { row..self.rows } else { 0..self.rows };
                let (mut a_sum, mut b_sum) = (N::zero(), N::zero());
                for a in rows {
                    let cells = &plane[a * side..][..self.columns];
                    if a < row {
                        cells[column..].iter().for_each(|mass| b_sum.add(mass));
                        continue;
                    }
                    cells[..column].iter().for_each(|mass| a_sum.add(mass));
                    for (b, mass) in cells.iter().enumerate().skip(column) {
                        exits
                            .both_reached_mut((a + m.a).cmp(&(b + m.b)))
                            .add_product(&m.weight, mass);
                    }
                }
                exits.a_reached.add_product(&m.weight, &a_sum);
                exits.b_reached.add_product(&m.weight, &b_sum);
            }
        }
        exits
    }

    fn advance(&mut self) {
        let side = self.lattice.side;
        let rows = (self.rows + self.gains.0).min(side);
        let columns = (self.columns + self.gains.1).min(side);
        for slot in 0..self.lattice.slots_after(self.games + 1) {
            self.lattice.moves_into(self.games, slot, &mut self.into);
            self.into.retain(|(_, m)| m.b < columns);
            // So that the moves that can lead into a row are a prefix.
            self.into.sort_unstable_by_key(|(before, m)| (m.a, m.b, *before));
            let plane = &mut self.next[slot * side * side..][..side * side];
            for (a, out) in plane.chunks_exact_mut(side).take(rows).enumerate() {
                let reach = self.into.partition_point(|(_, m)| m.a <= a);
                gather(&mut out[..columns], &self.into[..reach], |before, m| {
                    &self.now[(before * side + a - m.a) * side..][..side]
                });
            }
        }
        (self.rows, self.columns) = (rows, columns);
        self.games += 1;
        std::mem::swap(&mut self.now, &mut self.next);
    }

    fn occupied(&self) -> impl Iterator<Item = usize> + use<N> {
        let (side, rows, columns) = (self.lattice.side, self.rows, self.columns);
        (0..self.lattice.slots_after(self.games)).flat_map(move |slot| {
            (0..rows).flat_map(move |a| (0..columns).map(move |b| (slot * side + a) * side + b))
        })
    }

    /// At the limit more points win.
    fn settle(&mut self, exits: &mut Outcome<N>) {
        let side = self.lattice.side;
        for cell in self.occupied() {
            let (a, b) = (cell / side % side, cell % side);
            exits.on_points_mut(a.cmp(&b)).add(&self.now[cell]);
        }
    }

    fn take_clinched(&mut self, clinch: &Clinch, exits: &mut Outcome<N>) {
        for cell in self.occupied() {
            if let Some(order) = clinch.winner(self.games, cell) {
                let mass = std::mem::replace(&mut self.now[cell], N::zero());
                exits.on_points_mut(order).add(&mass);
            }
        }
    }
}

/// `out[b] = sum of weight * row[b - shift]` over the sources, which are moves
/// with their gain for B as the shift. The body of two or three sources, which
/// is where all time goes, is one fused loop.
fn gather<'r, N: Number + 'r>(
    out: &mut [N],
    sources: &[(usize, &Move<N>)],
    row: impl Fn(usize, &Move<N>) -> &'r [N],
) {
    let widest = sources.iter().map(|(_, m)| m.b).max().unwrap_or(0);
    let (head, body) = out.split_at_mut(widest);
    for (b, cell) in head.iter_mut().enumerate() {
        *cell = N::zero();
        for (before, m) in sources.iter().filter(|(_, m)| m.b <= b) {
            cell.add_product(&m.weight, &row(*before, m)[b - m.b]);
        }
    }
    let length = body.len();
    let source = |(before, m): &(usize, &Move<N>)| &row(*before, m)[widest - m.b..][..length];
    match sources {
        [x, y] => {
            let cells = body.iter_mut().zip(source(x)).zip(source(y));
            for ((cell, xv), yv) in cells {
                let mut sum = N::product(&x.1.weight, xv);
                sum.add_product(&y.1.weight, yv);
                *cell = sum;
            }
        }
        [x, y, z] => {
            let cells = body.iter_mut().zip(source(x)).zip(source(y)).zip(source(z));
            for (((cell, xv), yv), zv) in cells {
                let mut sum = N::product(&x.1.weight, xv);
                sum.add_product(&y.1.weight, yv);
                sum.add_product(&z.1.weight, zv);
                *cell = sum;
            }
        }
        _ => {
            body.fill(N::zero());
            for s in sources {
                for (cell, value) in body.iter_mut().zip(source(s)) {
                    cell.add_product(&s.1.weight, value);
                }
            }
        }
    }
}
