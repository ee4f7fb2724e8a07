//! Ura indicators as far as the state of a hand tells: any of the tiles that can be unseen at the win.

use super::{
    ready::Judge,
    wait::{MORE, Wait},
};
use crate::{KINDS, Tile, TileSet, Tiles};

impl Judge {
    /// Unseen copies of a kind once these tiles are concealed: drawn tiles are not thrown.
    fn unseen_beside(&self, ready: Tiles, tile: Tile) -> f64 {
        let drawn = (ready.count(tile) as u8).saturating_sub(self.origin[tile.index()]);
        f64::from(self.counts[tile.index()].saturating_sub(drawn))
    }

    /// The same for all kinds together.
    fn all_unseen_beside(&self, ready: Tiles) -> f64 {
        let held = ready.counts();
        let unseen =
            |k: usize| self.counts[k].saturating_sub(held[k].saturating_sub(self.origin[k]));
        f64::from((0..KINDS).map(|k| u32::from(unseen(k))).sum::<u32>())
    }

    /// The chances of so many han by ura indicators that are taken from the tiles that can be
    /// unseen when a wait wins with so many draws left before it.
    pub(crate) fn ura_of(
        &self,
        ready: Tiles,
        waits: &[Wait],
    ) -> impl Fn(&Wait, usize) -> Vec<(u32, f64)> {
        let odds = Odds::new(self, ready, waits);
        move |wait, draws| {
            if self.ura == 0 {
                return vec![(0, 1.0)];
            }
            let chances = odds.chances(self, ready, waits, wait, draws);
            let some = chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
            some.map(|(han, chance)| (han as u32, chance)).collect()
        }
    }
}

/// The points of all winning tiles after riichi, with 0..4 han more. The ura indicators are taken
/// from the tiles that are unseen then: all that the hand waits for, and of the others as many as
/// there can be left, each as likely as another.
pub(super) struct Odds {
    pub(super) copies: f64,
    /// One by the other tiles that could be unseen.
    by_others: f64,
    plain: [f64; 4],
    /// What one indicator adds, times its copies: of tiles that are waited for, of others.
    near: [f64; 4],
    far: [f64; 4],
    /// With several indicators, all of it by draws left.
    several: Option<[Vec<f64>; 4]>,
}

impl Odds {
    pub(super) fn new(judge: &Judge, ready: Tiles, waits: &[Wait]) -> Self {
        let mut odds = Self {
            copies: 0.0,
            by_others: 0.0,
            plain: [0.0; 4],
            near: [0.0; 4],
            far: [0.0; 4],
            several: None,
        };
        let of_kind = |tile: Tile| {
            let same = waits.iter().filter(|wait| wait.place.tile() == tile);
            same.map(|wait| wait.copies).sum::<u32>()
        };
        for wait in waits {
            odds.copies += f64::from(wait.copies);
            for (more, plain) in odds.plain.iter_mut().enumerate() {
                *plain += f64::from(wait.copies) * wait.with_riichi(more);
            }
        }
        if judge.ura == 0 {
            return odds;
        }
        let waited: TileSet = waits.iter().map(|wait| wait.place.tile()).collect();
        let beside = waited.iter().map(|tile| judge.unseen_beside(ready, tile));
        let others = judge.all_unseen_beside(ready) - beside.sum::<f64>();
        odds.by_others = if others > 0.0 { 1.0 / others } else { 0.0 };
        if judge.ura > 1 {
            odds.several = Some(std::array::from_fn(|more| {
                let at = |d| odds.with_several(judge, ready, waits, more, d);
                (0..=judge.draws()).map(at).collect()
            }));
            return odds;
        }
        for wait in waits {
            for &(tile, han) in wait.hits() {
                let waited = of_kind(tile);
                let (sums, unseen) = if waited > 0 {
                    let drawn = u32::from(tile == wait.place.tile());
                    (&mut odds.near, f64::from(waited - drawn))
                } else {
                    (&mut odds.far, judge.unseen_beside(ready, tile))
                };
                let weight = unseen * f64::from(wait.copies);
                for (more, sum) in sums.iter_mut().enumerate() {
                    let raised = wait.with_riichi(more + usize::from(han));
                    *sum += weight * (raised - wait.with_riichi(more));
                }
            }
        }
        odds
    }

    /// Which part of the other tiles is still unseen.
    fn share(&self, judge: &Judge, draws: usize) -> f64 {
        ((judge.left[draws] - self.copies) * self.by_others).clamp(0.0, 1.0)
    }

    #[inline]
    pub(super) fn points(&self, judge: &Judge, more: usize, draws: usize) -> f64 {
        if let Some(several) = &self.several {
            return several[more][draws];
        }
        let share = self.share(judge, draws);
        self.plain[more] + (self.near[more] + self.far[more] * share) * judge.inverse[draws]
    }

    fn with_several(
        &self,
        judge: &Judge,
        ready: Tiles,
        waits: &[Wait],
        more: usize,
        draws: usize,
    ) -> f64 {
        let mean = |wait: &Wait| {
            let chances = self.chances(judge, ready, waits, wait, draws);
            let parts = chances.iter().enumerate();
            parts.map(|(han, chance)| chance * wait.with_riichi(more + han)).sum::<f64>()
        };
        waits.iter().map(|wait| f64::from(wait.copies) * mean(wait)).sum()
    }

    /// The chances of so many han when a wait wins.
    fn chances(
        &self,
        judge: &Judge,
        ready: Tiles,
        waits: &[Wait],
        wait: &Wait,
        draws: usize,
    ) -> [f64; MORE] {
        let share = self.share(judge, draws);
        let mut by_han = [0.0; 5];
        for &(tile, han) in wait.hits() {
            let same = waits.iter().filter(|other| other.place.tile() == tile);
            let waited = same.map(|other| other.copies).sum::<u32>();
            by_han[usize::from(han).min(4)] += if waited > 0 {
                f64::from(waited - u32::from(tile == wait.place.tile()))
            } else {
                judge.unseen_beside(ready, tile) * share
            };
        }
        by_han[0] = (judge.left[draws] - 1.0 - by_han.iter().sum::<f64>()).max(0.0);
        several(judge.ura, by_han)
    }
}

/// The chances of so many han from several indicators, of which so many tiles bring 0..4 han.
fn several(indicators: usize, by_han: [f64; 5]) -> [f64; MORE] {
    // Ways to take tiles from each number of han in turn: w(taken)(han).
    let mut ways = vec![[0.0; MORE]; indicators + 1];
    ways[0][0] = 1.0;
    for (han, &count) in by_han.iter().enumerate() {
        for taken in (0..indicators).rev() {
            for before in 0..MORE {
                let mut choose = ways[taken][before];
                for more in 1..=indicators - taken {
                    choose *= (count - (more - 1) as f64).max(0.0) / more as f64;
                    ways[taken + more][(before + han * more).min(MORE - 1)] += choose;
                }
            }
        }
    }
    let total: f64 = ways[indicators].iter().sum();
    if total > 0.0 {
        return ways[indicators].map(|way| way / total);
    }
    let mut none = [0.0; MORE];
    none[0] = 1.0;
    none
}
