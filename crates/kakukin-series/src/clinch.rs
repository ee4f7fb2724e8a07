//! Who can still win: the states in which the winner is already certain.

use crate::{
    InputError, Player, Rule,
    lattice::{Lattice, Slots},
};
use kakukin_core::{BadValue, checkpoint};
use std::cmp::Ordering;

/// The most bytes that the table may take.
const MAX_BYTES: u128 = 1 << 28;

const A: u8 = 1;
const B: u8 = 2;
const NOBODY: u8 = 4;

/// For every state, which results are still possible by the rule alone,
/// whatever the probabilities. One table for every number of games played.
#[derive(Debug, Clone)]
pub(crate) struct Clinch {
    side: usize,
    layers: Vec<Vec<u8>>,
}

impl Clinch {
    /// Refuses a table that would be too large, before it is made.
    pub(crate) fn check(rule: &Rule, limit: u32) -> Result<(), InputError> {
        let bytes = Slots::of(rule, limit as usize).sum_up_to(limit as usize)
            * u128::from(rule.target_in_units()).pow(2);
        if bytes > MAX_BYTES {
            let allowed = format!("<= {MAX_BYTES}");
            return Err(InputError::new("clinch", bytes, BadValue::TooMuchWork, allowed));
        }
        Ok(())
    }

    /// A caller has checked the size.
    pub(crate) fn new(rule: &Rule, limit: u32) -> Self {
        let steps = Player::BOTH.map(|first| vec![1.0; rule.steps(first).len()]);
        let lattice = Lattice::new(rule, limit, steps, 1.0);
        let (side, cells) = (lattice.side, lattice.cells());
        let slots = Slots::of(rule, lattice.limit);
        let result = |a: usize, b: usize| match a.cmp(&b) {
            Ordering::Greater => A,
            Ordering::Less => B,
            Ordering::Equal => NOBODY,
        };
        let mut layers: Vec<Vec<u8>> = vec![Vec::new(); lattice.limit + 1];
        layers[lattice.limit] = (0..slots.count(lattice.limit) * cells)
            .map(|cell| result(cell / side % side, cell % side))
            .collect();
        for games in (0..lattice.limit).rev() {
            let mut layer = vec![0; slots.count(games) * cells];
            for (cell, possible) in layer.iter_mut().enumerate() {
                let (slot, a, b) = (cell / cells, cell / side % side, cell % side);
                if b == 0 {
                    checkpoint();
                }
                for m in lattice.moves(games, slot) {
                    let (a, b) = (a + m.a, b + m.b);
                    *possible |= match (a >= side, b >= side) {
                        (true, false) => A,
                        (false, true) => B,
                        (true, true) => result(a, b),
                        (false, false) => {
                            let next = lattice.next_slot(slot, m.winner);
                            layers[games + 1][(next * side + a) * side + b]
                        }
                    };
                }
            }
            layers[games] = layer;
        }
        Self { side, layers }
    }

    /// `Greater` if A is certain to win, `Less` if B is.
    pub(crate) fn winner(&self, games: usize, slot: usize, a: usize, b: usize) -> Option<Ordering> {
        match self.layers[games][(slot * self.side + a) * self.side + b] {
            A => Some(Ordering::Greater),
            B => Some(Ordering::Less),
            _ => None,
        }
    }
}
