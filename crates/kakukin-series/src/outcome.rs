//! The ways a series can end.

use crate::Player;
use kakukin_core::Number;
use serde::Serialize;
use std::cmp::Ordering;

/// How a series ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A's points reached the target (達成).
    AReached,
    /// B's points reached the target.
    BReached,
    /// A had more points at the limit, or could no longer be caught (勝ち点差).
    AOnPoints,
    /// B had more points at the limit, or could no longer be caught.
    BOnPoints,
    /// Equal points at the limit, and A won what decides then (決定戦).
    AByDecider,
    /// Equal points at the limit, and B won what decides then.
    BByDecider,
    /// Equal points at the limit (勝者なし).
    None,
}

impl Ending {
    /// All endings, in the order in which they are reported.
    pub const ALL: [Self; 7] = [
        Self::AReached,
        Self::BReached,
        Self::AOnPoints,
        Self::BOnPoints,
        Self::AByDecider,
        Self::BByDecider,
        Self::None,
    ];

    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::AReached => "a_reached",
            Self::BReached => "b_reached",
            Self::AOnPoints => "a_on_points",
            Self::BOnPoints => "b_on_points",
            Self::AByDecider => "a_by_decider",
            Self::BByDecider => "b_by_decider",
            Self::None => "none",
        }
    }

    /// Who wins the series with it.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::AReached | Self::AOnPoints | Self::AByDecider => Some(Player::A),
            Self::BReached | Self::BOnPoints | Self::BByDecider => Some(Player::B),
            Self::None => None,
        }
    }

    /// The ending by what decides when points are equal at the limit.
    pub(crate) fn by_decider(winner: Player) -> Self {
        match winner {
            Player::A => Self::AByDecider,
            Player::B => Self::BByDecider,
        }
    }

    /// The ending by a certain lead: more points at the limit, or a clinch.
    pub(crate) fn on_points(order: Ordering) -> Self {
        match order {
            Ordering::Greater => Self::AOnPoints,
            Ordering::Less => Self::BOnPoints,
            Ordering::Equal => Self::None,
        }
    }

    /// The ending when both reach the target with one game (a draw that gives
    /// points): the larger score wins.
    pub(crate) fn both_reached(order: Ordering) -> Self {
        match order {
            Ordering::Greater => Self::AReached,
            Ordering::Less => Self::BReached,
            Ordering::Equal => Self::None,
        }
    }
}

/// One figure for each ending: probabilities, counts or payoffs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Endings_{N}"))]
pub struct Outcome<N> {
    /// A's points reached the target.
    pub a_reached: N,
    /// B's points reached the target.
    pub b_reached: N,
    /// A had more points at the limit, or could no longer be caught.
    pub a_on_points: N,
    /// B had more points at the limit, or could no longer be caught.
    pub b_on_points: N,
    /// Equal points at the limit, and A won what decides then.
    pub a_by_decider: N,
    /// Equal points at the limit, and B won what decides then.
    pub b_by_decider: N,
    /// Equal points at the limit: no winner.
    pub none: N,
}

impl<N> Outcome<N> {
    /// The figures in the order of [`Ending::ALL`].
    pub fn parts(&self) -> [&N; 7] {
        [
            &self.a_reached,
            &self.b_reached,
            &self.a_on_points,
            &self.b_on_points,
            &self.a_by_decider,
            &self.b_by_decider,
            &self.none,
        ]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut N; 7] {
        [
            &mut self.a_reached,
            &mut self.b_reached,
            &mut self.a_on_points,
            &mut self.b_on_points,
            &mut self.a_by_decider,
            &mut self.b_by_decider,
            &mut self.none,
        ]
    }

    /// The figure of every ending.
    pub fn from_fn(mut figure: impl FnMut(Ending) -> N) -> Self {
        Self {
            a_reached: figure(Ending::AReached),
            b_reached: figure(Ending::BReached),
            a_on_points: figure(Ending::AOnPoints),
            b_on_points: figure(Ending::BOnPoints),
            a_by_decider: figure(Ending::AByDecider),
            b_by_decider: figure(Ending::BByDecider),
            none: figure(Ending::None),
        }
    }

    /// The figure of one ending.
    pub fn of(&self, ending: Ending) -> &N {
        self.parts()[ending as usize]
    }

    pub(crate) fn of_mut(&mut self, ending: Ending) -> &mut N {
        match ending {
            Ending::AReached => &mut self.a_reached,
            Ending::BReached => &mut self.b_reached,
            Ending::AOnPoints => &mut self.a_on_points,
            Ending::BOnPoints => &mut self.b_on_points,
            Ending::AByDecider => &mut self.a_by_decider,
            Ending::BByDecider => &mut self.b_by_decider,
            Ending::None => &mut self.none,
        }
    }

    pub(crate) fn on_points(&self, order: Ordering) -> &N {
        self.of(Ending::on_points(order))
    }

    pub(crate) fn on_points_mut(&mut self, order: Ordering) -> &mut N {
        self.of_mut(Ending::on_points(order))
    }

    pub(crate) fn both_reached(&self, order: Ordering) -> &N {
        self.of(Ending::both_reached(order))
    }

    pub(crate) fn both_reached_mut(&mut self, order: Ordering) -> &mut N {
        self.of_mut(Ending::both_reached(order))
    }

    /// The same outcome over another type of number.
    pub fn map<M>(&self, mut convert: impl FnMut(&N) -> M) -> Outcome<M> {
        Outcome::from_fn(|ending| convert(self.of(ending)))
    }
}

impl Outcome<u64> {
    /// Series that A, and that B, has won, one way or the other.
    pub fn won(&self) -> [u64; 2] {
        [
            self.a_reached + self.a_on_points + self.a_by_decider,
            self.b_reached + self.b_on_points + self.b_by_decider,
        ]
    }
}

impl<N: Number> Outcome<N> {
    pub(crate) fn zero() -> Self {
        Self::from_fn(|_| N::zero())
    }

    /// Adds the figures of another outcome to these.
    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, part) in self.parts_mut().into_iter().zip(other.parts()) {
            sum.add(part);
        }
    }

    /// The sum over `exits` in which each is `denominator` times finer than the
    /// one before: all over the denominator of the last.
    pub(crate) fn sum_over_powers(exits: &[Self], denominator: &N) -> Self {
        exits.iter().fold(Self::zero(), |sum, part| {
            let mut sum = sum.map(|x| N::product(denominator, x));
            sum.add(part);
            sum
        })
    }

    /// A wins the series, one way or the other.
    pub fn a(&self) -> N {
        sum([&self.a_reached, &self.a_on_points, &self.a_by_decider])
    }

    /// B wins the series, one way or the other.
    pub fn b(&self) -> N {
        sum([&self.b_reached, &self.b_on_points, &self.b_by_decider])
    }

    /// What nobody has won goes to A and to B with these chances.
    pub(crate) fn decide(&mut self, [a, b]: &[N; 2]) {
        let none = std::mem::replace(&mut self.none, N::zero());
        self.a_by_decider.add_product(a, &none);
        self.b_by_decider.add_product(b, &none);
    }

    /// All together.
    pub fn total(&self) -> N {
        sum(self.parts())
    }
}

fn sum<'n, N: Number + 'n>(parts: impl IntoIterator<Item = &'n N>) -> N {
    let mut total = N::zero();
    parts.into_iter().for_each(|part| total.add(part));
    total
}
