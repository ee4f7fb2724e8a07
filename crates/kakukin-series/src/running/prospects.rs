//! Who can still win a series in play, and what a player needs for it: by the rule alone,
//! whatever the probabilities are.

use super::{Chances, Position, Running, wanted};
use crate::{Player, Series, Undecided, lattice::Lattice};
use kakukin_core::GameResult;
use serde::Serialize;
use std::collections::HashMap;

/// What a player needs to win a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// The shortest true thing to say of it.
    pub kind: NeedKind,
    /// The fewest wins in a row from now on after which the series is won whatever follows: 0 if
    /// it is so already, `None` if winning every game does not make it so.
    pub wins: Option<u32>,
}

/// What can be said of a player's need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NeedKind {
    /// Nothing: the series is won whatever follows.
    Certain,
    /// The series can no longer be won.
    Impossible,
    /// A win or a draw in the next game wins the series.
    WinOrDraw,
    /// A win in the next game does.
    Win,
    /// A draw in the next game does.
    Draw,
    /// More than one win in a row does.
    Wins,
    /// Winning every game is not enough by itself.
    More,
}

impl NeedKind {
    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Impossible => "impossible",
            Self::WinOrDraw => "win_or_draw",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Wins => "wins",
            Self::More => "more",
        }
    }
}

impl Chances<bool> {
    fn only(self, player: Player) -> bool {
        self == Self { a: player == Player::A, b: player == Player::B, none: false }
    }

    fn allow(self, player: Player) -> bool {
        match player {
            Player::A => self.a,
            Player::B => self.b,
        }
    }

    fn or(self, other: Self) -> Self {
        Self { a: self.a || other.a, b: self.b || other.b, none: self.none || other.none }
    }
}

impl Running<'_> {
    /// What A, and B, needs to win the series; `None` when it is over.
    pub fn needs(self) -> Option<[Need; 2]> {
        self.first()?;
        // All moments that matter, for one sweep: now, after a draw, and after wins in a row.
        let mut moments = vec![self];
        moments.extend(self.after(GameResult::Draw));
        let drawn = moments.len();
        let rows = Player::BOTH.map(|player| {
            let from = moments.len();
            moments.extend(self.wins_in_a_row(player));
            from..moments.len()
        });
        let possible = self.series.possible(&moments);
        let now = possible[0];
        Some([(Player::A, &rows[0]), (Player::B, &rows[1])].map(|(player, row)| {
            let by_wins = possible[row.clone()].iter().position(|after| after.only(player));
            let wins = if now.only(player) { Some(0) } else { by_wins.map(|k| k as u32 + 1) };
            let draw = drawn == 2 && possible[1].only(player);
            let kind = match wins {
                Some(0) => NeedKind::Certain,
                _ if !now.allow(player) => NeedKind::Impossible,
                Some(1) if draw => NeedKind::WinOrDraw,
                Some(1) => NeedKind::Win,
                _ if draw => NeedKind::Draw,
                Some(_) => NeedKind::Wins,
                None => NeedKind::More,
            };
            Need { kind, wins }
        }))
    }

    /// The moments after one win of this player, after two, and so on to the end. Lots are not
    /// won by playing.
    fn wins_in_a_row(self, player: Player) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), move |moment| match moment.decider() {
            Some(Undecided::Lot) => None,
            _ => moment.after(player.win(moment.first()?)),
        })
        .skip(1)
    }

    fn allows(self, values: &HashMap<Position, Chances<bool>>) -> Chances<bool> {
        if let Some(ending) = self.ending() {
            let winner = ending.winner();
            let is = |player| winner == Some(player);
            return Chances { a: is(Player::A), b: is(Player::B), none: winner.is_none() };
        }
        if self.decider().is_some() {
            return Chances { a: true, b: true, none: false };
        }
        if let (false, Some(&possible)) = (self.swapped, values.get(&self.at)) {
            return possible;
        }
        // A game that is being played again may end with either side being either player.
        let nexts = self.decided().into_iter().flatten();
        let nothing = Chances { a: false, b: false, none: false };
        nexts.fold(nothing, |sum, (next, _)| sum.or(next.allows(values)))
    }
}

impl Series {
    /// Which ends are still possible at several moments of this series, all with one sweep.
    pub fn possible(&self, moments: &[Running<'_>]) -> Vec<Chances<bool>> {
        let wanted = wanted(moments);
        // With weights of 1 a sweep counts the ways to an end; however many there are, they are
        // more than none.
        let steps = Player::BOTH.map(|first| vec![1.0; self.rule().steps(first).len()]);
        let lattice = Lattice::new(self.rule(), self.limit(), steps, 1.0);
        let ways = self.values_at(&lattice, &wanted, |count: &f64, _| *count > 0.0);
        let undecided = self.rule().undecided();
        let settled = |at: Chances<bool>| match undecided {
            Undecided::None => at,
            Undecided::Second => Chances { a: at.a, b: at.b || at.none, none: false },
            Undecided::Lot | Undecided::Game | Undecided::Armageddon => {
                Chances { a: at.a || at.none, b: at.b || at.none, none: false }
            }
        };
        let values = ways.into_iter().map(|(at, possible)| (at, settled(possible))).collect();
        moments.iter().map(|moment| moment.allows(&values)).collect()
    }
}
