//! A rule judged under several models at once: the hot loop of the finder.
//!
//! The models differ in how strong the players are, not in the draws, so they pass
//! through the same stages; each lane of a vector is one model.

use super::{
    course::{Course, Stage},
    needs::Needs,
};
use std::ops::Range;

/// How many models are judged together.
pub(crate) const LANES: usize = 8;

/// One number for each model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lanes<const W: usize>(pub(crate) [f64; W]);

impl<const W: usize> Lanes<W> {
    const ZERO: Self = Self([0.0; W]);

    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.each(other, |x, y| x + y)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.each(other, |x, y| x - y)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.each(other, |x, y| x * y)
    }
    #[inline(always)]
    fn scaled(self, factor: f64) -> Self {
        Self(self.0.map(|x| x * factor))
    }
}

/// A's chances in a decided game: as first, and as second player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Chances {
    pub(crate) as_first: f64,
    pub(crate) as_second: f64,
}

/// A's wins in up to `most` games of one kind: how likely each number is, and
/// how likely fewer.
#[derive(Debug, Clone)]
struct Wins<const W: usize> {
    stride: usize,
    exactly: Vec<Lanes<W>>,
    fewer: Vec<Lanes<W>>,
}

impl<const W: usize> Wins<W> {
    fn new(chance: Lanes<W>, most: u32) -> Self {
        let stride = most as usize + 2;
        let mut exactly = vec![Lanes::ZERO; stride * stride];
        let mut fewer = exactly.clone();
        let loss = Lanes([1.0; W]).minus(chance);
        exactly[0] = Lanes([1.0; W]);
        for m in 0..=most as usize {
            if m > 0 {
                for i in 0..=m {
                    let lost = exactly[(m - 1) * stride + i].times(loss);
                    let won = match i {
                        0 => Lanes::ZERO,
                        _ => exactly[(m - 1) * stride + i - 1].times(chance),
                    };
                    exactly[m * stride + i] = lost.plus(won);
                }
            }
            for i in 0..=m {
                let at = m * stride + i;
                fewer[at + 1] = fewer[at].plus(exactly[at]);
            }
        }
        Self { stride, exactly, fewer }
    }

    #[inline(always)]
    fn of(&self, games: u32) -> (&[Lanes<W>], &[Lanes<W>]) {
        let row = games as usize * self.stride..(games as usize + 1) * self.stride;
        (&self.exactly[row.clone()], &self.fewer[row])
    }
}

/// The models, made ready for as many games as a course has.
#[derive(Debug, Clone)]
pub(crate) struct Table<const W: usize> {
    as_first: Lanes<W>,
    as_second: Lanes<W>,
    wins_as_first: Wins<W>,
    wins_as_second: Wins<W>,
}

/// What a series comes to, for each model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sums<const W: usize> {
    /// A wins.
    pub(crate) a: Lanes<W>,
    /// Nobody wins.
    pub(crate) none: Lanes<W>,
    /// Expected number of games.
    pub(crate) games: Lanes<W>,
}

impl<const W: usize> Table<W> {
    pub(crate) fn new(chances: &[Chances; W], most: u32) -> Self {
        let as_first = Lanes(chances.map(|c| c.as_first));
        let as_second = Lanes(chances.map(|c| c.as_second));
        Self {
            as_first,
            as_second,
            wins_as_first: Wins::new(as_first, most),
            wins_as_second: Wins::new(as_second, most),
        }
    }

    /// Sums up a rule over all stages of a course.
    pub(crate) fn sums(&self, course: &Course, needs: &Needs) -> Sums<W> {
        let mut sums = Sums { a: Lanes::ZERO, none: Lanes::ZERO, games: Lanes::ZERO };
        for stage in &course.stages {
            self.add_stage(stage, needs, &mut sums);
        }
        sums
    }

    #[inline]
    fn add_stage(&self, stage: &Stage, needs: &Needs, sums: &mut Sums<W>) {
        let (exactly, fewer) = self.wins_as_first.of(stage.a_first);
        let (second_wins, _) = self.wins_as_second.of(stage.b_first);
        let between = |range: Range<u32>| {
            fewer[range.end as usize].minus(fewer[range.start as usize])
        };
        let ends_as_first = self.as_first.scaled(stage.a_games);
        let ends_as_second = self.as_second.scaled(stage.b_games);
        let judgement = needs.judge(stage.a_first, stage.b_first);
        let mut in_play = Lanes::<W>::ZERO;
        for j in needs.rows(stage.b_first) {
            let open = needs.open(stage.a_first, stage.b_first, j);
            if open.is_empty() {
                continue;
            }
            let weight = second_wins[j as usize];
            in_play = in_play.plus(weight.times(between(open.clone())));
            let mut won = Lanes::<W>::ZERO;
            // The next win as first player reaches the target.
            if stage.a_games > 0.0 && open.end == needs.as_first(j) {
                won = won.plus(ends_as_first.times(exactly[open.end as usize - 1]));
            }
            // The next win as second player does.
            let enough = needs.as_first(j + 1).max(open.start);
            if stage.b_games > 0.0 && enough < open.end {
                won = won.plus(ends_as_second.times(between(enough..open.end)));
            }
            if stage.at_limit > 0.0 {
                let leads = judgement.leads.saturating_sub(j).clamp(open.start, open.end);
                won = won.plus(between(leads..open.end).scaled(stage.at_limit));
                if judgement.can_tie && j < judgement.leads {
                    let tie = judgement.leads - 1 - j;
                    if open.contains(&tie) {
                        let tied = exactly[tie as usize].scaled(stage.at_limit);
                        sums.none = sums.none.plus(weight.times(tied));
                    }
                }
            }
            sums.a = sums.a.plus(weight.times(won));
        }
        sums.games = sums.games.plus(in_play.scaled(stage.visits));
    }
}
