//! States in mid-series: which can occur, and who is first there.

use crate::{
    Draws, Ending, InputError, Player, Problem, Rule, Series,
    forward::{Forward, Position},
    lattice::Slots,
    unscaled,
};
use kakukin_core::{BadValue, Number, Rational};

/// A state in mid-series that can really occur. Made by [`Series::state`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State(pub(crate) Position);

impl State {
    /// How many games have been played.
    pub fn games(self) -> u32 {
        self.0.games as u32
    }
}

/// What a score does not tell about the turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The score and the number of games say it all, or only one thing is possible.
    Implied,
    /// This player is first in the next game.
    First(Player),
    /// This many of the games played were decided.
    Decided(u32),
}

impl Series {
    /// The state before the first game.
    pub fn start(&self) -> State {
        State(Position::START)
    }

    /// The points of A and of B in a state, on the scale of [`Rule::points`].
    pub fn score(&self, state: State) -> [u32; 2] {
        [state.0.a, state.0.b].map(|units| units as u32 * self.rule().unit())
    }

    /// The state with these points (on the scale of [`Rule::points`]) after this
    /// many games. Refused if the series cannot be there, or is over there.
    pub fn state(&self, a: u32, b: u32, games: u32, next: Next) -> Result<State, InputError> {
        let value = format!("{a}:{b}@{games}");
        let points = self.rule().points();
        let (target, shown) = (points.target, unscaled(points.target, points.scale));
        let allowed = format!("A:B@G, A < {shown}, B < {shown}, G < {}", self.limit());
        let refuse = |problem: Problem| Err(InputError::new("state", &value, problem, &allowed));
        if a >= target || b >= target || games >= self.limit() {
            return refuse(BadValue::OutOfRange.into());
        }
        if let Next::Decided(decided) = next {
            self.check_decided(a, b, games, decided)?;
        }
        let slots = Slots::of(self.rule(), self.limit() as usize);
        let reachable = self.reachable_slots(a, b, games);
        if reachable.is_empty() {
            return refuse(Problem::Unreachable);
        }
        let games = games as usize;
        let fitting = reachable.into_iter().filter(|&slot| match (next, &slots) {
            (Next::First(player), _) => slots.first(self.rule(), games, slot) == player,
            (Next::Decided(decided), Slots::Decided { period }) => {
                decided as usize % period == slot
            }
            _ => true,
        });
        match (&fitting.collect::<Vec<_>>()[..], next) {
            (&[slot], _) => {
                let [a, b] = [a, b].map(|points| (points / self.rule().unit()) as usize);
                Ok(State(Position { a, b, games, slot }))
            }
            ([], Next::First(player)) => {
                // After a draw the sides are swapped within a game; a state is between two.
                let problem = match self.rule().draws() {
                    Draws::Swap => BadValue::Conflict.into(),
                    _ => Problem::Unreachable,
                };
                let letter = |player: Player| format!("{player:?}").to_lowercase();
                let (given, allowed) = (letter(player), letter(player.other()));
                Err(InputError::new("next-first", given, problem, allowed))
            }
            ([], _) => refuse(Problem::Unreachable),
            _ => {
                let by_decided = matches!(slots, Slots::Decided { .. });
                let more = if by_decided { "`decided` N" } else { "`next-first` a|b" };
                Err(InputError::new("state", &value, Problem::AmbiguousState, more))
            }
        }
    }

    /// Who is first in the next game of a state.
    pub fn next_first(&self, state: State) -> Player {
        let slots = Slots::of(self.rule(), self.limit() as usize);
        slots.first(self.rule(), state.0.games, state.0.slot)
    }

    /// How the series ends at this position; `None` if it goes on.
    pub(crate) fn ending(&self, at: Position) -> Option<Ending> {
        let side = self.rule().target_in_units() as usize;
        let order = at.a.cmp(&at.b);
        match (at.a >= side, at.b >= side) {
            (true, true) => Some(Ending::both_reached(order)),
            (true, false) => Some(Ending::AReached),
            (false, true) => Some(Ending::BReached),
            _ if at.games == self.limit() as usize => Some(Ending::on_points(order)),
            _ => {
                let certain = self.clinch()?.winner(at.games, at.slot, at.a, at.b)?;
                Some(Ending::on_points(certain))
            }
        }
    }

    /// The slots in which the series can have this score, by the rule alone.
    fn reachable_slots(&self, a: u32, b: u32, games: u32) -> Vec<usize> {
        let unit = self.rule().unit();
        if !a.is_multiple_of(unit) || !b.is_multiple_of(unit) {
            return Vec::new();
        }
        let (a, b) = ((a / unit) as usize, (b / unit) as usize);
        let lattice = self.structure();
        let mut sweep = Forward::new(&lattice, self.clinch(), Position::START);
        for _ in 0..games {
            sweep.step();
        }
        let slots = 0..lattice.slots_after(games as usize);
        slots.filter(|&slot| sweep.row(slot, a)[b].0).collect()
    }

    /// Refuses a number of decided games that means nothing here, or from which
    /// the points cannot come.
    fn check_decided(&self, a: u32, b: u32, games: u32, decided: u32) -> Result<(), InputError> {
        let refuse = |problem: Problem, allowed: String| {
            Err(InputError::new("decided", decided, problem, allowed))
        };
        if *self.rule().draws() != Draws::Keep {
            return refuse(BadValue::Conflict.into(), "`draws` keep".into());
        }
        // The same rule without draws says what so many decided games can give.
        let points = self.rule().points();
        let points = [points.first, points.second, points.target].map(Rational::from);
        let without = Rule::scaled(points, self.rule().turns().clone(), Draws::Replay);
        let limited = without.and_then(|rule| rule.with_limit(self.limit()));
        let series = limited.and_then(|rule| Self::new(self.model().clone(), rule))?;
        if decided > games || series.reachable_slots(a, b, decided).is_empty() {
            return refuse(Problem::Unreachable, format!("0..{games} ({a}:{b}@{games})"));
        }
        Ok(())
    }
}

/// Whether a state can be reached: the sum is "or", the product "and".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reachable(pub(crate) bool);

impl Number for Reachable {
    fn zero() -> Self {
        Self(false)
    }
    fn one() -> Self {
        Self(true)
    }
    fn is_zero(&self) -> bool {
        !self.0
    }
    fn add(&mut self, other: &Self) {
        self.0 |= other.0;
    }
    fn add_product(&mut self, weight: &Self, value: &Self) {
        self.0 |= weight.0 && value.0;
    }
}
