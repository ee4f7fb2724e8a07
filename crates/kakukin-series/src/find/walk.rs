//! Rules whose turns depend on results or whose draws swap sides: distinguished and
//! evaluated by walking through all counts of wins, because stages are not enough.
//!
//! A draw that keeps the order changes no count, so the walk is over decided games; how
//! often each number of them occurs is the course's business.

use super::{
    course::{Course, Drawn},
    lanes::Sums,
    needs::Needs,
};
use crate::{Player, Turns, state::Reachable};
use kakukin_core::Number;
use std::cmp::Ordering;

/// Wins of A as first and as second player, and of B.
type Counts = [u8; 4];

/// A turn order, and whether a drawn game is played again with sides swapped.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    pub(crate) turns: Turns,
    pub(crate) swaps: bool,
}

/// The chances of one game: the first player wins, the second player wins; after a
/// swap the second player wins as first, the first player as second. The swapped ones are not
/// looked at where draws do not swap.
pub(crate) type GameChances<N> = [N; 4];

impl Walk {
    /// The ways in which a game can be decided: winner, and whether he wins as first.
    fn ways(&self, first: Player) -> &'static [(Player, bool)] {
        use Player::{A, B};
        let ways: &[(Player, bool); 4] = match first {
            A => &[(A, true), (B, false), (B, true), (A, false)],
            B => &[(B, true), (A, false), (A, true), (B, false)],
        };
        if self.swaps { ways } else { &ways[..2] }
    }

    /// Walks through all open counts, decided game by decided game and in a fixed order.
    /// `visit` hears the number of decided games, the counts, who is first, the mass, and
    /// as bits which of the [`Walk::ways`] to win reach the target.
    fn go<N: Number>(
        &self,
        games: usize,
        needs: &Needs,
        chances: &[GameChances<N>; 2],
        mut visit: impl FnMut(usize, Counts, Player, &N, u8),
    ) {
        let start = self.turns.scheduled(0).unwrap_or(Player::A);
        let mut now: Vec<((Counts, usize), N)> = vec![(([0; 4], start.index()), N::one())];
        let mut next = Vec::new();
        for decided in 0..=games {
            let scheduled = self.turns.scheduled(decided + 1);
            for ((counts, first), mass) in &now {
                let first = Player::BOTH[*first];
                let mut reaching = 0;
                if decided < games {
                    let ways = self.ways(first).iter().zip(&chances[first.index()]);
                    for (k, (&way, chance)) in ways.enumerate() {
                        let after = after(*counts, way);
                        let own = 2 * way.0.index();
                        if u32::from(after[own]) >= needs.as_first(after[own + 1].into()) {
                            reaching |= 1 << k;
                        } else {
                            let first = scheduled.unwrap_or_else(|| self.turns.after_win(way.0));
                            next.push(((after, first.index()), N::product(chance, mass)));
                        }
                    }
                }
                visit(decided, *counts, first, mass, reaching);
            }
            now.clear();
            next.sort_unstable_by_key(|(state, _)| *state);
            for (state, mass) in next.drain(..) {
                match now.last_mut() {
                    Some((last, sum)) if *last == state => sum.add(&mass),
                    _ => now.push((state, mass)),
                }
            }
        }
    }

    /// Sums up a rule. `frequency` makes an amount of a frequency of the course.
    pub(crate) fn sums<N: Number, F: Number>(
        &self,
        course: &Course<F>,
        needs: &Needs,
        chances: &[GameChances<N>; 2],
        frequency: impl Fn(&F) -> N,
    ) -> Sums<N> {
        let mut sums = Sums::<N>::zero();
        let games = course.stages.len() - 1;
        self.go(games, needs, chances, |decided, counts, first, mass, reaching| {
            let stage = &course.stages[decided];
            sums.games.add_product(&frequency(&stage.visits), mass);
            match lead(counts, needs) {
                Ordering::Greater => sums.a.add_product(&frequency(&stage.at_limit), mass),
                Ordering::Equal => sums.none.add_product(&frequency(&stage.at_limit), mass),
                Ordering::Less => {}
            }
            for (k, (winner, _)) in self.ways(first).iter().enumerate() {
                if reaching >> k & 1 == 1 && *winner == Player::A {
                    let won = N::product(&chances[first.index()][k], mass);
                    // The course does not know who is first here, only how often a game follows.
                    sums.a.add_product(&frequency(&stage.a_games), &won);
                    sums.a.add_product(&frequency(&stage.b_games), &won);
                }
            }
        });
        sums
    }

    /// Writes down what a rule does in every course of results: which wins reach the
    /// target, and who wins with the last game.
    pub(crate) fn describe<F>(&self, course: &Course<F>, needs: &Needs, out: &mut Vec<u8>) {
        let certain = [[Reachable(true); 4]; 2];
        let games = course.stages.len() - 1;
        self.go(games, needs, &certain, |decided, counts, first, _, reaching| {
            let stage = &course.stages[decided];
            // It does not matter how the last game is won.
            if decided + 1 < games {
                out.push(reaching);
            }
            if stage.last.is_some() {
                let ways = self.ways(first).iter();
                out.extend(ways.map(|&way| lead(after(counts, way), needs) as u8));
                if course.drawn != Drawn::Never {
                    out.push(lead(counts, needs) as u8);
                }
            }
        });
    }
}

/// The counts after a win.
fn after(mut counts: Counts, (winner, as_first): (Player, bool)) -> Counts {
    counts[2 * winner.index() + usize::from(!as_first)] += 1;
    counts
}

/// A's points against B's.
fn lead([i, j, k, l]: Counts, needs: &Needs) -> Ordering {
    needs.worth(i.into(), j.into()).cmp(&needs.worth(k.into(), l.into()))
}
