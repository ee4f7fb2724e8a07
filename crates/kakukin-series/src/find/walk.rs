//! Rules whose turns depend on results or whose draws swap sides: distinguished and
//! evaluated by walking through all counts of wins, because stages are not enough.
//!
//! A draw that keeps the order changes no count, so the walk is over decided games; how
//! often each number of them occurs is the course's business. Between unequal players, whose games
//! are drawn more often with the one or the other first, it depends on the sides as well, but not
//! on their order: see [`BySides`].

use super::{
    course::{Course, Drawn, Rates, Stage},
    lanes::Sums,
    needs::Needs,
};
use crate::{Player, Turns, state::Reachable};
use kakukin_core::Number;
use std::cmp::Ordering;

/// Wins of A as first and as second player, and of B.
type Counts = [u8; 4];

/// Where a walk stands: counts and who is first as one number, in their order. Walks spend most of
/// their time on sorting these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    fn new(counts: Counts, first: Player) -> Self {
        Self(u64::from(u32::from_be_bytes(counts)) << 1 | first.index() as u64)
    }

    fn counts(self) -> Counts {
        ((self.0 >> 1) as u32).to_be_bytes()
    }

    fn first(self) -> Player {
        Player::BOTH[(self.0 & 1) as usize]
    }
}

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
        let mut now: Vec<(Place, N)> = vec![(Place::new([0; 4], start), N::one())];
        let mut next = Vec::new();
        for decided in 0..=games {
            let scheduled = self.turns.scheduled(decided + 1);
            for (place, mass) in &now {
                let (counts, first) = (place.counts(), place.first());
                let mut reaching = 0;
                if decided < games {
                    let ways = self.ways(first).iter().zip(&chances[first.index()]);
                    for (k, (&way, chance)) in ways.enumerate() {
                        let after = after(counts, way);
                        let own = 2 * way.0.index();
                        if u32::from(after[own]) >= needs.as_first(after[own + 1].into()) {
                            reaching |= 1 << k;
                        } else {
                            let first = scheduled.unwrap_or_else(|| self.turns.after_win(way.0));
                            next.push((Place::new(after, first), N::product(chance, mass)));
                        }
                    }
                }
                visit(decided, counts, first, mass, reaching);
            }
            now.clear();
            next.sort_unstable_by_key(|(place, _)| *place);
            for (place, mass) in next.drain(..) {
                match now.last_mut() {
                    Some((last, sum)) if *last == place => sum.add(&mass),
                    _ => now.push((place, mass)),
                }
            }
        }
    }

    /// Sums up a rule. `stage` has the frequencies after so many decided games, with A and with B
    /// first, before a game in which a player is first; `frequency` makes an amount of one.
    pub(crate) fn sums<'s, N: Number, F: Number + 's>(
        &self,
        limit: u32,
        needs: &Needs,
        chances: &[GameChances<N>; 2],
        stage: impl Fn(usize, [usize; 2], Player) -> &'s Stage<F>,
        frequency: impl Fn(&F) -> N,
    ) -> Sums<N> {
        let mut sums = Sums::<N>::zero();
        self.go(limit as usize, needs, chances, |decided, counts, first, mass, reaching| {
            let stage = stage(decided, sides(counts), first);
            sums.games.add_product(&frequency(&stage.visits), mass);
            match lead(counts, needs) {
                Ordering::Greater => sums.a.add_product(&frequency(&stage.at_limit), mass),
                Ordering::Equal => sums.none.add_product(&frequency(&stage.at_limit), mass),
                Ordering::Less => {}
            }
            for (k, (winner, _)) in self.ways(first).iter().enumerate() {
                if reaching >> k & 1 == 1 && *winner == Player::A {
                    let won = N::product(&chances[first.index()][k], mass);
                    // A course does not know who is first here, only how often a game follows.
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

/// Decided games with A, and with B first.
fn sides([i, j, k, l]: Counts) -> [usize; 2] {
    [i + l, j + k].map(usize::from)
}

/// How often a series whose draws keep the order stands where, if games with A and with B first
/// are not drawn equally often. How long the decided games and the draws between them take does
/// not depend on the order of the sides.
#[derive(Debug, Clone)]
pub(crate) struct BySides<F> {
    side: usize,
    stages: Vec<[Stage<F>; 2]>,
}

impl<F: Number> BySides<F> {
    pub(crate) fn new(drawn: Drawn, rates: &[Rates<F>; 2], limit: u32) -> Self {
        let (games, side) = (limit as usize, limit as usize + 1);
        let rates = match drawn {
            Drawn::Never => &rates.each_ref().map(|rates| rates.never_drawn()),
            Drawn::Passes | Drawn::Stays => rates,
        };
        let mut stages = Vec::with_capacity(side * side);
        // By the number of games: how likely the last of them was the one that led here.
        let mut arrivals = vec![vec![F::zero(); games + 1]; side * side];
        arrivals[0][0] = F::one();
        for a in 0..side {
            for b in 0..side {
                let here = a * side + b;
                let both = Player::BOTH.map(|first| {
                    let rates = &rates[first.index()];
                    let mut stage = Stage::new([a as u32, b as u32]);
                    // Those that have come and whose draws have not ended.
                    let mut standing = F::zero();
                    // One way to a place is as good as the other.
                    let next = match first {
                        Player::A if b == 0 => (a + 1 < side).then_some(here + side),
                        Player::B => (b + 1 < side).then_some(here + 1),
                        Player::A => None,
                    };
                    for n in 0..=games {
                        standing = F::product(&standing, &rates.drawn);
                        standing.add(&arrivals[here][n]);
                        if n < games {
                            stage.visit(first, &standing, rates);
                            if let Some(next) = next {
                                arrivals[next][n + 1] = F::product(&standing, &rates.decided);
                            }
                        }
                    }
                    stage.at_limit = standing;
                    stage
                });
                stages.push(both);
            }
        }
        Self { side, stages }
    }

    pub(crate) fn stage(&self, [a, b]: [usize; 2], first: Player) -> &Stage<F> {
        &self.stages[a * self.side + b][first.index()]
    }
}

/// A's points against B's.
fn lead([i, j, k, l]: Counts, needs: &Needs) -> Ordering {
    needs.worth(i.into(), j.into()).cmp(&needs.worth(k.into(), l.into()))
}
