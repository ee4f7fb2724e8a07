//! Rules whose draws give points, which adds numbers to those of the wins: distinguished
//! by walking through all counts of wins and draws.

use crate::{Draws, Event, Player, Rule, lattice::Slots};
use std::{cmp::Ordering, collections::BTreeSet};

/// Wins of A as first and second player, of B the same, and games drawn with A
/// and with B first.
type Counts = [u8; 6];

/// Writes down the result of every game after every course of events that can be told
/// apart by counts. Two rules with the same turn order, draw policy and limit behave alike
/// exactly if they are described alike.
pub(crate) fn describe(rule: &Rule, limit: u32, can_draw: bool, out: &mut Vec<u8>) {
    let slots = Slots::of(rule, limit as usize);
    let points = rule.points();
    let (d1, d2) = match *rule.draws() {
        Draws::Points { first, second } => (first, second),
        _ => (0, 0),
    };
    let worth = |[i, j, k, l, x, y]: Counts| {
        let sum = |parts: [(u8, u32); 4]| -> u32 {
            parts.iter().map(|&(count, points)| u32::from(count) * points).sum()
        };
        let a = sum([(i, points.first), (j, points.second), (x, d1), (y, d2)]);
        let b = sum([(k, points.first), (l, points.second), (y, d1), (x, d2)]);
        (a, b)
    };
    let steps = Player::BOTH.map(|first| rule.steps(first));
    let mut now = BTreeSet::from([([0; 6], 0)]);
    for games in 0..limit as usize {
        let mut next = BTreeSet::new();
        for (counts, slot) in now {
            let first = slots.first(rule, games, slot);
            let steps = steps[first.index()].iter();
            for step in steps.filter(|step| can_draw || step.winner.is_some()) {
                let mut counts = counts;
                counts[match (step.event, step.winner) {
                    (Event::FirstWins, Some(winner)) => 2 * winner.index(),
                    (_, Some(winner)) => 2 * winner.index() + 1,
                    (_, None) => 4 + first.index(),
                }] += 1;
                let (a, b) = worth(counts);
                let ends = a.max(b) >= points.target || games + 1 == limit as usize;
                out.push(match a.cmp(&b) {
                    _ if !ends => 0,
                    Ordering::Greater => 1,
                    Ordering::Less => 2,
                    Ordering::Equal => 3,
                });
                if !ends {
                    next.insert((counts, slots.next(rule, slot, step.winner)));
                }
            }
        }
        now = next;
    }
}
