//! When a hand that waits wins: the chances of each draw and each discard to come.
//!
//! Let a hand become ready when U tiles are unseen, n of which it waits for. After m more of them
//! have come to light, whoever drew or showed them, it is still waiting with the chance
//! C(U - m, n) / C(U, n). How many discards show an unseen tile is binomial. All other chances are
//! differences of these.

use super::Coming;
use std::sync::OnceLock;

/// What a waiting hand wins by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// Draws and discards.
    Any,
    /// Draws alone: furiten.
    Draws,
    /// Draws, and the last discard of the round.
    DrawsAndLast,
}

/// What comes of a hand that waits for some tiles, by the draws that are left when it becomes ready.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chances {
    /// The chance to win by the draw that so many draws are left before, and by the discards
    /// between it and our own; row by row, see [`row`].
    pub(crate) draw: Vec<f64>,
    pub(crate) shown: Vec<f64>,
    /// The chance to win by the very last discard, which is part of the last `shown`.
    pub(crate) last: Vec<f64>,
    /// What wins of others cost.
    pub(crate) cost: Vec<f64>,
    /// The chance that nobody wins.
    pub(crate) alive: Vec<f64>,
    /// The chance to win at all, and by a discard.
    pub(crate) win: Vec<f64>,
    pub(crate) ron: Vec<f64>,
    /// The chances to win by draws, then by discards, with so many han of luck more: none, one
    /// (in the first go-around, or with the last tile), two.
    pub(crate) luck: Vec<[[f64; 3]; 2]>,
}

/// Where the figures of a hand begin that is ready with so many draws left.
#[inline]
pub(crate) const fn row(draws: usize) -> usize {
    draws * (draws + 1) / 2
}

/// What tells chances apart besides the number of tiles that are waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Luckily {
    /// Whether the first go-around brings one han (一発).
    pub(crate) ippatsu: bool,
    /// Whether the last draw is the last tile (海底).
    pub(crate) haitei: bool,
    /// Whether the go-around begins with discards; not if our draw is next.
    pub(crate) discards_next: bool,
}

impl Chances {
    /// For `waits` tiles among `pool + d` unseen ones, d the draws left.
    fn new(waits: u32, pool: u32, by: By, coming: &Coming, luckily: Luckily) -> Self {
        let draws = coming.ends.len() - 1;
        let shown = if by == By::Any { coming.shown } else { 0.0 };
        let unshown = Unshown::new(waits, pool, draws, shown, coming);
        let end = Unshown::new(waits, pool, 0, coming.shown, coming);
        let mut chances = Self::default();
        for ready in 0..=draws {
            let (mut on, mut cost, mut luck) = (1.0, 0.0, [[0.0; 3]; 2]);
            let (mut drawn, mut by_shown, mut last) =
                (vec![0.0; ready + 1], vec![0.0; ready + 1], 0.0);
            let mut discards = 0;
            let mut waiting = 1.0;
            for d in (0..=ready).rev() {
                let first = d == ready;
                let own =
                    if first && !luckily.discards_next && d > 0 { 0 } else { coming.discards(d) };
                let draws_made = ready - d;
                let after = unshown.chance(ready, draws_made, discards + own);
                by_shown[d] = on * (waiting - after);
                if d == 0 && own > 0 {
                    last = match by {
                        By::Any => {
                            on * (unshown.chance(ready, draws_made, discards + own - 1) - after)
                        }
                        By::Draws => 0.0,
                        // In the last go-around no wait may have been passed up before it.
                        By::DrawsAndLast => {
                            let fresh = |discards| end.chance(0, 0, discards);
                            on * after * (fresh(own - 1) - fresh(own))
                        }
                    };
                }
                let mut left = after;
                if by == By::DrawsAndLast && d == 0 {
                    by_shown[0] += last;
                    left = if on > 0.0 { after - last / on } else { 0.0 };
                }
                let more = usize::from(first && luckily.ippatsu);
                if d == 0 {
                    luck[1][more] += by_shown[0] - last;
                    luck[1][more + 1] += last;
                } else {
                    luck[1][more] += by_shown[d];
                }
                discards += own;
                // Where our draw is next no other can win before it.
                if !(first && !luckily.discards_next && d > 0) {
                    let (stay, lost) = coming.go_on(d);
                    cost += on * left * lost;
                    on *= stay;
                }
                waiting = left;
                if d > 0 {
                    let next = unshown.chance(ready, draws_made + 1, discards);
                    drawn[d] = on * (left - next);
                    luck[0][more + usize::from(d == 1 && luckily.haitei)] += drawn[d];
                    waiting = next;
                }
            }
            let sum = |list: &[f64]| list.iter().sum::<f64>();
            chances.alive.push(on * waiting);
            chances.ron.push(sum(&by_shown));
            chances.win.push(sum(&by_shown) + sum(&drawn));
            chances.draw.extend(drawn);
            chances.shown.extend(by_shown);
            chances.last.push(last);
            chances.cost.push(cost);
            chances.luck.push(luck);
        }
        chances
    }
}

/// The chance that none of the tiles waited for has come to light.
struct Unshown {
    waits: u32,
    pool: u32,
    shown: f64,
    /// By draws left and discards since: E[C(unseen - shown, waits)], against all of them.
    ways: Vec<f64>,
    columns: usize,
}

impl Unshown {
    fn new(waits: u32, pool: u32, draws: usize, shown: f64, coming: &Coming) -> Self {
        let most = coming.between * draws + coming.between.max(coming.tail);
        let columns = if shown > 0.0 { most + 1 } else { 1 };
        let highest = pool as usize + draws;
        let lowest = (pool as usize).saturating_sub(columns - 1);
        // C(N, waits) for all N that can be reached, the highest being 1.
        let mut ways: Vec<f64> = vec![0.0; highest - lowest + 1];
        let mut way = 1.0;
        for unseen in (lowest..=highest).rev() {
            ways[unseen - lowest] = way;
            way *= (unseen as f64 - f64::from(waits)).max(0.0) / (unseen as f64).max(1.0);
        }
        let mut table = vec![0.0; (draws + 1) * columns];
        for discards in 0..columns {
            if discards > 0 {
                for at in (0..ways.len()).rev() {
                    let fewer = if at > 0 { ways[at - 1] } else { 0.0 };
                    ways[at] = (1.0 - shown) * ways[at] + shown * fewer;
                }
            }
            for d in 0..=draws {
                table[d * columns + discards] = ways[pool as usize + d - lowest];
            }
        }
        Self { waits, pool, shown, ways: table, columns }
    }

    /// After so many draws and discards of a hand that became ready with `ready` draws left.
    fn chance(&self, ready: usize, draws: usize, discards: usize) -> f64 {
        if self.waits == 0 {
            return 1.0;
        }
        let discards = if self.columns > 1 { discards } else { 0 };
        let all = self.ways[ready * self.columns];
        if self.waits >= self.pool + ready as u32 || all == 0.0 {
            // Every tile is waited for.
            let none = (1.0 - self.shown).powi(discards as i32);
            return if draws == 0 { none } else { 0.0 };
        }
        self.ways[(ready - draws) * self.columns + discards] / all
    }
}

/// Chances as they are asked for: by the tiles waited for, what the hand wins by, and whether one
/// tile of the pool is put aside.
#[derive(Debug)]
pub(crate) struct Pools {
    coming: Coming,
    pool: u32,
    luckily: Luckily,
    known: Vec<OnceLock<Chances>>,
}

/// More tiles are never waited for.
const MOST: usize = 137;

impl Pools {
    /// `pool` tiles are unseen when no draw is left.
    pub(crate) fn new(pool: u32, coming: Coming, luckily: Luckily) -> Self {
        let known = (0..MOST * 6).map(|_| OnceLock::new()).collect();
        Self { coming, pool, luckily, known }
    }

    pub(crate) fn coming(&self) -> &Coming {
        &self.coming
    }

    pub(crate) fn luckily(&self) -> Luckily {
        self.luckily
    }

    /// For so many waits; `aside` tiles of the pool cannot come.
    pub(crate) fn of(&self, waits: u32, by: By, aside: u32) -> &Chances {
        let waits = waits.min(MOST as u32 - 1);
        let at = (waits as usize * 3 + by as usize) * 2 + aside as usize;
        self.known[at].get_or_init(|| {
            let pool = self.pool.saturating_sub(aside);
            Chances::new(waits, pool, by, &self.coming, self.luckily)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PLAINLY: Luckily = Luckily { ippatsu: false, haitei: false, discards_next: true };

    fn coming(shown: f64, draws: usize, tail: usize) -> Coming {
        Coming { shown, between: 3, tail, ends: vec![(0.0, 0.0); draws + 1] }
    }

    /// The specification's figures: our draw is next, every discard shows a tile.
    #[test]
    fn figures_of_the_specification() {
        let next = Luckily { discards_next: false, ..PLAINLY };
        let four = Chances::new(4, 59, By::Any, &coming(1.0, 1, 3), next);
        assert!((four.win[1] - 0.246793).abs() < 5e-7, "{}", four.win[1]);
        let eight = Chances::new(8, 87, By::Any, &coming(1.0, 3, 3), next);
        assert!((eight.win[3] - 0.697520).abs() < 5e-7, "{}", eight.win[3]);
    }

    /// Every course of discards and draws, tile by tile.
    fn by_courses(
        waits: f64,
        pool: f64,
        d: usize,
        discards: usize,
        by: By,
        coming: &Coming,
        passed: bool,
    ) -> [f64; 4] {
        let nothing = [0.0; 4];
        let add = |sum: &mut [f64; 4], weight: f64, own: [f64; 4]| {
            sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += weight * own);
        };
        let mut sum = nothing;
        if discards > 0 {
            let hit = coming.shown * waits / pool;
            let miss = coming.shown - hit;
            let last = d == 0 && discards == 1;
            let rest =
                |waits, pool, passed| by_courses(waits, pool, d, discards - 1, by, coming, passed);
            if hit > 0.0 {
                let takes = !passed
                    && match by {
                        By::Any => true,
                        By::Draws => false,
                        By::DrawsAndLast => last,
                    };
                let own =
                    if takes { [0.0, 1.0, 0.0, 0.0] } else { rest(waits - 1.0, pool - 1.0, true) };
                add(&mut sum, hit, own);
            }
            if miss > 0.0 {
                add(&mut sum, miss, rest(waits, pool - 1.0, passed));
            }
            if coming.shown < 1.0 {
                add(&mut sum, 1.0 - coming.shown, rest(waits, pool, passed));
            }
            return sum;
        }
        let (end, cost) = coming.ends[d];
        sum[2] += end * cost;
        let on = 1.0 - end;
        if d == 0 {
            sum[3] += on;
            return sum;
        }
        let hit = waits / pool;
        sum[0] += on * hit;
        let next = coming.discards(d - 1);
        if hit < 1.0 {
            add(
                &mut sum,
                on * (1.0 - hit),
                by_courses(waits, pool - 1.0, d - 1, next, by, coming, false),
            );
        }
        sum
    }

    proptest! {
        #[test]
        fn sums_are_those_of_all_courses(
            waits in 0..6u32, more in 9..13u32, draws in 0..3usize, tail in 0..=3usize,
            shown in prop::sample::select(vec![0.0, 0.3, 1.0]),
            ends in prop::collection::vec((0.0..0.5f64, -2000.0..8000.0f64), 3),
            by in prop::sample::select(vec![By::Any, By::Draws, By::DrawsAndLast]),
        ) {
            let coming = Coming { shown, between: 3, tail, ends: ends[..=draws].to_vec() };
            let pool = waits + more;
            let chances = Chances::new(waits, pool, by, &coming, PLAINLY);
            for d in 0..=draws {
                let unseen = f64::from(pool) + d as f64;
                let first = coming.discards(d);
                let all = by_courses(waits.into(), unseen, d, first, by, &coming, false);
                let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * (1.0 + b.abs());
                prop_assert!(near(chances.win[d] - chances.ron[d], all[0]), "{} {:?}", d, all);
                prop_assert!(near(chances.ron[d], all[1]), "{} {} {:?}", d, chances.ron[d], all);
                prop_assert!(near(chances.cost[d], all[2]));
                prop_assert!(near(chances.alive[d], all[3]));
                let luck = chances.luck[d];
                prop_assert!(near(luck.iter().flatten().sum(), chances.win[d]));
            }
        }

        /// With nothing shown and nobody else the draws alone decide.
        #[test]
        fn alone_only_draws_win(waits in 0..20u32, pool in 30..120u32, draws in 1..19usize) {
            let chances = Chances::new(waits, pool, By::Any, &coming(0.0, draws, 1), PLAINLY);
            let mut win = 0.0;
            for d in 1..=draws {
                win += f64::from(waits) * (1.0 - win) / (f64::from(pool) + d as f64);
                prop_assert!((chances.win[d] - win).abs() < 1e-14);
                prop_assert!((chances.win[d] + chances.alive[d] - 1.0).abs() < 1e-14);
            }
        }
    }
}
