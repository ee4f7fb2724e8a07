//! Where the rates of the others come from: a table of real rounds, or what somebody assumes.

use super::{Conduct, MOST_TURNS, Others, Standing};
use crate::{InputError, PlayState, Table};

/// Where rates come from, for those who name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The name of the table; none if it has no name.
    pub name: Option<String>,
    /// The rounds that it rests on; none if it was not counted.
    pub rounds: Option<u64>,
    /// The tiles that are left in the wall, if that is known.
    pub wall: Option<u32>,
}

impl Origin {
    /// The name of the table in which nobody does anything.
    pub const ALONE: &'static str = "alone";

    /// Nobody does anything.
    pub fn alone() -> Self {
        Self { name: Some(Self::ALONE.into()), rounds: None, wall: None }
    }
}

/// The most that the chance of an end may be: a round that always ends has nothing to ask about.
const MOST_END: f64 = 0.9;

impl Others {
    /// As a table of real rounds tells: rates that were never seen are those of all hands together.
    pub fn of_table(table: &Table) -> Result<Self, InputError> {
        let conduct = Standing::ALL.map(|standing| {
            let state = match standing {
                Standing::Neither => PlayState::Neither,
                Standing::Open => PlayState::Open,
                Standing::Riichi => PlayState::Riichi,
            };
            let own = table.share(state);
            let shown = if own.count > 0 { own } else { table.share(None) };
            // By chance a share can come out above 1.
            let shown = shown.value.clamp(0.0, 1.0);
            // Before our first turn nobody has won.
            let by_turn = |first: f64, of: &dyn Fn(u32) -> f64| -> Vec<f64> {
                std::iter::once(first).chain((1..=MOST_TURNS as u32).map(of)).collect()
            };
            let ends = by_turn(0.0, &|turn| table.lambda(state, turn).value.min(MOST_END));
            let costs = by_turn(0.0, &|turn| table.cost(state, turn).value.clamp(-1e6, 1e6));
            Conduct { shown, ends, costs }
        });
        Self::new(conduct)
    }

    /// The same with another chance that a discard is any unseen tile, however the hand stands.
    pub fn with_shown(mut self, shown: f64) -> Result<Self, InputError> {
        for own in &mut self.conduct {
            own.shown = shown;
        }
        let Self { conduct, tail, origin } = self;
        Ok(Self { tail, origin, ..Self::new(conduct)? })
    }

    /// The same with a word about where it comes from.
    #[must_use]
    pub fn from(self, origin: Origin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// Where it comes from, if that was said.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Whether anything was said about the others, even that they do nothing.
    pub fn is_told(&self) -> bool {
        self.origin.is_some() || !self.is_alone()
    }

    /// Nobody, at the same wall.
    #[must_use]
    pub fn nobody(&self, usual_tail: u32) -> Self {
        Self::alone().with_tail(self.tail.unwrap_or(usual_tail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Players, SeenTurn};

    #[test]
    fn rates_are_those_of_the_table() {
        let mut table = Table::new(Players::Four);
        for turn in 1..=18 {
            for n in 0..10 * turn {
                let lost = (n < turn).then_some(100 * turn as i32);
                table.round_seen(&[SeenTurn { state: PlayState::Riichi, turn, lost }]);
            }
        }
        (0..100).for_each(|n| table.discarded(PlayState::Neither, 0.1, n % 20 == 0));
        let others = Others::of_table(&table).unwrap();
        let riichi = others.conduct(Standing::Riichi);
        assert_eq!((riichi.ends.len(), riichi.ends[0]), (19, 0.0));
        for turn in 1..=18 {
            assert_eq!(riichi.ends[turn], table.lambda(PlayState::Riichi, turn as u32).value);
            assert_eq!(riichi.costs[turn], table.cost(PlayState::Riichi, turn as u32).value);
        }
        // Nobody saw discards against a riichi: those against all hands stand for them.
        assert!((riichi.shown - 0.5).abs() < 1e-6, "{}", riichi.shown);
        assert!(others.may_win() && !others.is_alone() && others.is_told());
        let given = others.clone().with_shown(0.25).unwrap();
        assert_eq!(given.conduct(Standing::Open).shown, 0.25);
        assert_eq!(given.conduct(Standing::Open).ends, others.conduct(Standing::Open).ends);
        assert_eq!(others.with_shown(1.5).unwrap_err().field, "discards");
        // A table that has seen nothing does nothing.
        assert!(Others::of_table(&Table::new(Players::Three)).unwrap().is_alone());
    }
}
