//! A rule judged by stages: the hot loop of the finder.
//!
//! Several models are judged at once, each in one lane of a vector. Where none of them differs in
//! its draws, they share the frequencies of the stages; between unequal players, whose draws
//! differ, these have lanes, too. One model can be judged exactly, in integers.

use super::{
    course::{Course, Stage},
    needs::Needs,
};
use kakukin_core::{Integer, Number};
use std::ops::Range;

/// How many models are judged together.
pub(crate) const LANES: usize = 8;

/// What sums are made of: numbers with differences.
pub(crate) trait Amount: Number {
    fn minus(&self, other: &Self) -> Self;
}

/// Amounts that can be scaled with frequencies made of `F`.
pub(crate) trait Scale<F>: Amount {
    fn scaled(&self, frequency: &F) -> Self;
}

/// One number for each model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lanes<const W: usize>(pub(crate) [f64; W]);

impl<const W: usize> Lanes<W> {
    #[inline(always)]
    fn each(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }
}

impl<const W: usize> Number for Lanes<W> {
    #[inline(always)]
    fn zero() -> Self {
        Self([0.0; W])
    }
    #[inline(always)]
    fn one() -> Self {
        Self([1.0; W])
    }
    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.0.iter().all(|x| *x == 0.0)
    }
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        *self = self.each(other, |x, y| x + y);
    }
    #[inline(always)]
    fn add_product(&mut self, weight: &Self, value: &Self) {
        self.add(&Self::product(weight, value));
    }
    #[inline(always)]
    fn product(weight: &Self, value: &Self) -> Self {
        weight.each(value, |x, y| x * y)
    }
}

impl<const W: usize> Amount for Lanes<W> {
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self.each(other, |x, y| x - y)
    }
}

/// The same for all models.
impl<const W: usize> Scale<f64> for Lanes<W> {
    #[inline(always)]
    fn scaled(&self, frequency: &f64) -> Self {
        Self(self.0.map(|x| x * frequency))
    }
}

/// One for each model.
impl<const W: usize> Scale<Self> for Lanes<W> {
    #[inline(always)]
    fn scaled(&self, frequency: &Self) -> Self {
        Self::product(self, frequency)
    }
}

impl Amount for Integer {
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
}

impl Scale<Self> for Integer {
    fn scaled(&self, frequency: &Self) -> Self {
        self * frequency
    }
}

/// A's chances in a decided game: as first, and as second player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Chances<N> {
    pub(crate) as_first: N,
    pub(crate) as_second: N,
}

impl<N> Chances<N> {
    pub(crate) fn map<M>(self, convert: impl Fn(N) -> M) -> Chances<M> {
        Chances { as_first: convert(self.as_first), as_second: convert(self.as_second) }
    }
}

/// A's wins in up to `most` games of one kind: how likely each number is, and
/// how likely fewer.
#[derive(Debug, Clone)]
struct Wins<N> {
    stride: usize,
    exactly: Vec<N>,
    fewer: Vec<N>,
}

impl<N: Amount> Wins<N> {
    /// `sum` is what the chance and its opposite add up to.
    fn new(chance: &N, sum: &N, most: u32) -> Self {
        let stride = most as usize + 2;
        let mut exactly = vec![N::zero(); stride * stride];
        let mut fewer = exactly.clone();
        let loss = sum.minus(chance);
        exactly[0] = N::one();
        for m in 0..=most as usize {
            for i in 0..=m {
                let at = m * stride + i;
                if m > 0 {
                    let mut sum = N::product(&exactly[at - stride], &loss);
                    if i > 0 {
                        sum.add_product(&exactly[at - stride - 1], chance);
                    }
                    exactly[at] = sum;
                }
                let mut sum = fewer[at].clone();
                sum.add(&exactly[at]);
                fewer[at + 1] = sum;
            }
        }
        Self { stride, exactly, fewer }
    }

    #[inline(always)]
    fn of(&self, games: u32) -> (&[N], &[N]) {
        let row = games as usize * self.stride..(games as usize + 1) * self.stride;
        (&self.exactly[row.clone()], &self.fewer[row])
    }
}

/// Models, made ready for as many games as a course has.
#[derive(Debug, Clone)]
pub(crate) struct Table<N> {
    chances: Chances<N>,
    wins_as_first: Wins<N>,
    wins_as_second: Wins<N>,
}

/// What a series comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sums<N> {
    /// A wins.
    pub(crate) a: N,
    /// Nobody wins.
    pub(crate) none: N,
    /// Expected number of games.
    pub(crate) games: N,
}

impl<N: Number> Sums<N> {
    pub(crate) fn zero() -> Self {
        Self { a: N::zero(), none: N::zero(), games: N::zero() }
    }
}

impl<N: Amount> Table<N> {
    pub(crate) fn new(chances: Chances<N>, sum: &N, most: u32) -> Self {
        Self {
            wins_as_first: Wins::new(&chances.as_first, sum, most),
            wins_as_second: Wins::new(&chances.as_second, sum, most),
            chances,
        }
    }

    /// Sums up a rule over all stages of a course.
    pub(crate) fn sums<F: Number>(&self, course: &Course<F>, needs: &Needs) -> Sums<N>
    where
        N: Scale<F>,
    {
        let mut sums = Sums::zero();
        for stage in &course.stages {
            self.add_stage(stage, needs, &mut sums);
        }
        sums
    }

    /// Adds what one stage comes to.
    #[inline]
    pub(crate) fn add_stage<F: Number>(&self, stage: &Stage<F>, needs: &Needs, sums: &mut Sums<N>)
    where
        N: Scale<F>,
    {
        let (exactly, fewer) = self.wins_as_first.of(stage.a_first);
        let (second_wins, _) = self.wins_as_second.of(stage.b_first);
        let between =
            |range: Range<u32>| fewer[range.end as usize].minus(&fewer[range.start as usize]);
        let ends_as_first = self.chances.as_first.scaled(&stage.a_games);
        let ends_as_second = self.chances.as_second.scaled(&stage.b_games);
        let [a_plays, b_plays, stops] =
            [&stage.a_games, &stage.b_games, &stage.at_limit].map(|x| !x.is_zero());
        let judgement = needs.judge(stage.a_first, stage.b_first);
        let mut in_play = N::zero();
        for j in needs.rows(stage.b_first) {
            let open = needs.open(stage.a_first, stage.b_first, j);
            if open.is_empty() {
                continue;
            }
            let weight = &second_wins[j as usize];
            in_play.add_product(weight, &between(open.clone()));
            let mut won = N::zero();
            // The next win as first player reaches the target.
            if a_plays && open.end == needs.as_first(j) {
                won.add_product(&ends_as_first, &exactly[open.end as usize - 1]);
            }
            // The next win as second player does.
            let enough = needs.as_first(j + 1).max(open.start);
            if b_plays && enough < open.end {
                won.add_product(&ends_as_second, &between(enough..open.end));
            }
            if stops {
                let leads = judgement.leads.saturating_sub(j).clamp(open.start, open.end);
                won.add(&between(leads..open.end).scaled(&stage.at_limit));
                if judgement.can_tie && j < judgement.leads {
                    let tie = judgement.leads - 1 - j;
                    if open.contains(&tie) {
                        let tied = exactly[tie as usize].scaled(&stage.at_limit);
                        sums.none.add_product(weight, &tied);
                    }
                }
            }
            sums.a.add_product(weight, &won);
        }
        sums.games.add(&in_play.scaled(&stage.visits));
    }
}
