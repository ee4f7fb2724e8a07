//! A hand in silence that wins by some tiles only, or at some times only: a tile that it lets pass
//! bars it from discards until its next draw (同巡フリテン).
//!
//! What is left of each class of tiles decides, so that it is followed count by count. A discard
//! that is not shown takes an unseen tile too, which nobody will ever see: by exchangeability that
//! changes nothing, and the number of tiles is known at any time.

use super::{Coming, Luckily};

/// Tiles that are taken at the same times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Class {
    pub(crate) copies: u32,
    /// A bit for each number of draws left: whether they win by that draw, and by the discards
    /// before it.
    pub(crate) draw: u128,
    pub(crate) shown: u128,
    /// Whether they win by the last discard of the round.
    pub(crate) last: bool,
}

/// The chances to win by a class: by draws and with the last tile, by discards and by the last.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Share {
    pub(crate) draw: [f64; 2],
    pub(crate) shown: [f64; 2],
}

/// What comes of such a hand, by the draws that are left when it becomes ready.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Passing {
    /// One for each class.
    pub(crate) shares: Vec<Vec<Share>>,
    /// What wins of others cost.
    pub(crate) cost: Vec<f64>,
    /// The chance that nobody wins.
    pub(crate) alive: Vec<f64>,
}

/// How likely so many of each class are left, and whether a tile was passed up since the last draw.
struct Left {
    chances: [Vec<f64>; 2],
}

impl Passing {
    /// `pool` tiles are unseen when no draw is left.
    pub(crate) fn new(classes: &[Class], pool: u32, coming: &Coming, luckily: Luckily) -> Self {
        let draws = coming.ends.len() - 1;
        let mut passing = Self::default();
        for ready in 0..=draws {
            let (shares, cost, alive) = from(classes, pool, ready, coming, luckily);
            passing.shares.push(shares);
            passing.cost.push(cost);
            passing.alive.push(alive);
        }
        passing
    }
}

/// What comes of a hand that is ready with so many draws left.
fn from(
    classes: &[Class],
    pool: u32,
    ready: usize,
    coming: &Coming,
    luckily: Luckily,
) -> (Vec<Share>, f64, f64) {
    let steps: Vec<usize> = classes
        .iter()
        .scan(1, |step, class| {
            let own = *step;
            *step *= class.copies as usize + 1;
            Some(own)
        })
        .collect();
    let size: usize = classes.iter().map(|class| class.copies as usize + 1).product();
    let count = |state: usize, at: usize| state / steps[at] % (classes[at].copies as usize + 1);
    let mut left = Left { chances: [vec![0.0; size], vec![0.0; size]] };
    left.chances[0][size - 1] = 1.0;
    let mut shares = vec![Share::default(); classes.len()];
    let mut cost = 0.0;
    let mut unseen = f64::from(pool) + ready as f64;
    for d in (0..=ready).rev() {
        // Where our draw is next nothing comes before it.
        let draw_next = d == ready && d > 0 && !luckily.discards_next;
        let discards = if draw_next { 0 } else { coming.discards(d) };
        for number in 0..discards {
            let is_last = d == 0 && number + 1 == discards;
            let mut next = [vec![0.0; size], vec![0.0; size]];
            for (passed, chances) in left.chances.iter().enumerate() {
                for (state, &chance) in chances.iter().enumerate().filter(|(_, x)| **x > 0.0) {
                    let mut stay = chance;
                    for (at, class) in classes.iter().enumerate() {
                        let hit = chance * count(state, at) as f64 / unseen;
                        stay -= hit;
                        let taken = if is_last { class.last } else { class.shown >> d & 1 == 1 };
                        let seen = hit * coming.shown;
                        if hit <= 0.0 {
                            continue;
                        }
                        // Nobody sees it.
                        next[passed][state - steps[at]] += hit - seen;
                        if taken && passed == 0 {
                            shares[at].shown[usize::from(is_last)] += seen;
                        } else {
                            next[1][state - steps[at]] += seen;
                        }
                    }
                    next[passed][state] += stay;
                }
            }
            left.chances = next;
            unseen -= 1.0;
        }
        let (stay, lost) = if draw_next { (1.0, 0.0) } else { coming.go_on(d) };
        let all: f64 = left.chances.iter().flatten().sum();
        cost += all * lost;
        // A draw ends what was passed up.
        let [free, barred] = left.chances;
        let merged: Vec<f64> = free.iter().zip(&barred).map(|(a, b)| (a + b) * stay).collect();
        if d == 0 {
            return (shares, cost, merged.iter().sum());
        }
        let mut next = vec![0.0; size];
        for (state, &chance) in merged.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            let mut rest = chance;
            for (at, class) in classes.iter().enumerate() {
                let hit = chance * count(state, at) as f64 / unseen;
                rest -= hit;
                if class.draw >> d & 1 == 1 {
                    shares[at].draw[usize::from(d == 1 && luckily.haitei)] += hit;
                } else if hit > 0.0 {
                    next[state - steps[at]] += hit;
                }
            }
            next[state] += rest;
        }
        unseen -= 1.0;
        left.chances = [next, vec![0.0; size]];
    }
    (shares, cost, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every course in which discards that nobody sees take nothing.
    fn by_courses(
        classes: &[Class],
        counts: &[u32],
        unseen: f64,
        (d, number, passed): (usize, usize, bool),
        coming: &Coming,
        chance: f64,
        won: &mut Vec<[f64; 2]>,
    ) -> f64 {
        if chance == 0.0 {
            return 0.0;
        }
        let all = coming.discards(d);
        let mut alive = 0.0;
        if number == all {
            let on = chance * (1.0 - coming.ends[d].0);
            if d == 0 {
                return on;
            }
            let mut rest = 1.0;
            for (at, class) in classes.iter().enumerate() {
                let hit = f64::from(counts[at]) / unseen;
                rest -= hit;
                if class.draw >> d & 1 == 1 {
                    won[at][0] += on * hit;
                } else if hit > 0.0 {
                    let mut fewer = counts.to_vec();
                    fewer[at] -= 1;
                    let then = (d - 1, 0, false);
                    alive += by_courses(classes, &fewer, unseen - 1.0, then, coming, on * hit, won);
                }
            }
            let then = (d - 1, 0, false);
            return alive + by_courses(classes, counts, unseen - 1.0, then, coming, on * rest, won);
        }
        let is_last = d == 0 && number + 1 == all;
        let mut rest = 1.0;
        for (at, class) in classes.iter().enumerate() {
            let hit = f64::from(counts[at]) / unseen;
            rest -= hit;
            if hit == 0.0 {
                continue;
            }
            let own = chance * coming.shown * hit;
            let taken = if is_last { class.last } else { class.shown >> d & 1 == 1 };
            if taken && !passed {
                won[at][1] += own;
            } else {
                let mut fewer = counts.to_vec();
                fewer[at] -= 1;
                let then = (d, number + 1, true);
                alive += by_courses(classes, &fewer, unseen - 1.0, then, coming, own, won);
            }
        }
        let then = (d, number + 1, passed);
        let shown = chance * coming.shown * rest;
        alive += by_courses(classes, counts, unseen - 1.0, then, coming, shown, won);
        let hidden = chance * (1.0 - coming.shown);
        alive + by_courses(classes, counts, unseen, then, coming, hidden, won)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn sums_are_those_of_all_courses(
            copies in prop::collection::vec((0..3u32, 0..4u128, 0..4u128, prop::bool::ANY), 1..3),
            draws in 0..2usize, tail in 0..=2usize, between in 2..=3usize,
            shown in prop::sample::select(vec![0.0, 0.3, 1.0]),
            end in 0.0..0.5f64,
        ) {
            let class = |(copies, draw, shown, last): &(u32, u128, u128, bool)| {
                Class { copies: *copies, draw: draw << 1, shown: *shown, last: *last }
            };
            let classes: Vec<Class> = copies.iter().map(class).collect();
            let counts: Vec<u32> = classes.iter().map(|class| class.copies).collect();
            let coming = Coming { shown, between, tail, ends: vec![(end, 100.0); draws + 1] };
            let pool = 14;
            let luckily = Luckily { ippatsu: false, haitei: false, discards_next: true };
            let passing = Passing::new(&classes, pool, &coming, luckily);
            for d in 0..=draws {
                let mut won = vec![[0.0; 2]; classes.len()];
                let unseen = f64::from(pool) + d as f64;
                let start = (d, 0, false);
                let alive = by_courses(&classes, &counts, unseen, start, &coming, 1.0, &mut won);
                prop_assert!((alive - passing.alive[d]).abs() < 1e-12);
                for (share, own) in passing.shares[d].iter().zip(&won) {
                    prop_assert!((share.draw.iter().sum::<f64>() - own[0]).abs() < 1e-12);
                    prop_assert!((share.shown.iter().sum::<f64>() - own[1]).abs() < 1e-12);
                }
            }
        }
    }
}
