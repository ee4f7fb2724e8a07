//! The backward sweep: what every state of a series is worth.

use crate::{clinch::Clinch, lattice::Lattice, outcome::Outcome};
use kakukin_core::{Number, checkpoint};

/// What is being valued: what each kind of end pays, and each game played.
#[derive(Debug, Clone)]
pub(crate) struct Payoff<N> {
    pub(crate) end: Outcome<N>,
    pub(crate) game: N,
}

/// Sweeps from the limit back to `games` and returns the value of every slot
/// and score there. Over a common denominator D the values are those times
/// D^(limit - games).
pub(crate) fn values<N: Number>(
    lattice: &Lattice<N>,
    clinch: Option<&Clinch>,
    payoff: &Payoff<N>,
    games: usize,
) -> Vec<N> {
    sweep(lattice, clinch, payoff, games, |_, _| {})
}

/// As [`values`], showing every layer on the way: the games played, and the values there.
pub(crate) fn sweep<N: Number>(
    lattice: &Lattice<N>,
    clinch: Option<&Clinch>,
    payoff: &Payoff<N>,
    games: usize,
    mut see: impl FnMut(usize, &[N]),
) -> Vec<N> {
    let (side, cells) = (lattice.side, lattice.cells());
    let mut payoff = payoff.clone();
    let mut later: Vec<N> = (0..lattice.slots_after(lattice.limit) * cells)
        .map(|cell| payoff.end.on_points((cell / side % side).cmp(&(cell % side))).clone())
        .collect();
    let mut now = later.clone();
    for games in (games..lattice.limit).rev() {
        // Moves lead to ends of the layer below; only then is the unit raised.
        for slot in 0..lattice.slots_after(games) {
            for a in 0..side {
                checkpoint();
                let out = &mut now[(slot * side + a) * side..][..side];
                value_row(lattice, &payoff.end, games, (slot, a), &later, out);
            }
        }
        raise(&mut payoff, &lattice.denominator);
        for slot in 0..lattice.slots_after(games) {
            checkpoint();
            for (score, value) in now[slot * cells..][..cells].iter_mut().enumerate() {
                let (a, b) = (score / side, score % side);
                match clinch.and_then(|c| c.winner(games, slot, a, b)) {
                    Some(order) => *value = payoff.end.on_points(order).clone(),
                    None => value.add(&payoff.game),
                }
            }
        }
        std::mem::swap(&mut now, &mut later);
        see(games, &later);
    }
    later.truncate(lattice.slots_after(games) * cells);
    later
}

fn value_row<N: Number>(
    lattice: &Lattice<N>,
    end: &Outcome<N>,
    games: usize,
    (slot, a): (usize, usize),
    later: &[N],
    out: &mut [N],
) {
    let side = lattice.side;
    out.fill(N::zero());
    for m in lattice.moves(games, slot) {
        let short = side.saturating_sub(m.b);
        let (below, reaching) = out.split_at_mut(short);
        let a = a + m.a;
        if a < side {
            let next = lattice.next_slot(slot, m.winner);
            let row = &later[(next * side + a) * side..][..side];
            for (cell, value) in below.iter_mut().zip(&row[side - short..]) {
                cell.add_product(&m.weight, value);
            }
            for cell in reaching {
                cell.add_product(&m.weight, &end.b_reached);
            }
        } else {
            for cell in below {
                cell.add_product(&m.weight, &end.a_reached);
            }
            for (k, cell) in reaching.iter_mut().enumerate() {
                cell.add_product(&m.weight, end.both_reached(a.cmp(&(short + k + m.b))));
            }
        }
    }
}

fn raise<N: Number>(payoff: &mut Payoff<N>, denominator: &N) {
    if *denominator == N::one() {
        return;
    }
    for x in payoff.end.parts_mut().into_iter().chain([&mut payoff.game]) {
        *x = N::product(denominator, x);
    }
}
