//! The likeliest course of a series among those that end in a given way.

use crate::{
    Branch, Ending, InputError, Player, Series, forward::Position, lattice::Slots, rule::Step,
};
use kakukin_core::{BadValue, checkpoint, to_f64};

/// The most states whose best continuation is kept.
const MAX_STATES: u64 = 8_000_000;

/// Courses as likely as this, relatively, count as equally likely: their probabilities
/// are the same factors multiplied in another order.
const ALIKE: f64 = 1e-9;

/// One course of a series from start to end.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The games, first to last, with who was first in each.
    pub games: Vec<(Player, Branch)>,
    /// How it ended.
    pub ending: Ending,
    /// How likely exactly this course is.
    pub probability: f64,
}

/// The events of a game, each with the logarithm of its probability.
type Steps = [Vec<(Step, f64)>; 2];

impl Series {
    /// The likeliest course whose ending, after so many games, is accepted; of equally
    /// likely ones the first in the order of the outcome tree. `None` if there is none.
    ///
    /// ```
    /// use kakukin_series::{Ending, Model, Rule, Series, Turns};
    /// let model = Model::new("70%".parse()?, "10%".parse()?)?;
    /// let series = Series::new(model, Rule::new(1, 2, 3, Turns::Alternating)?)?;
    /// let course = series.likeliest_course(|ending, _| ending == Ending::BReached)?;
    /// let faces: String =
    ///     course.unwrap().games.iter().map(|(_, branch)| branch.event.letter()).collect();
    /// assert_eq!(faces, "TH"); // B wins as second, then as first player.
    /// # Ok::<(), kakukin_series::InputError>(())
    /// ```
    pub fn likeliest_course(
        &self,
        accept: impl Fn(Ending, u32) -> bool,
    ) -> Result<Option<Course>, InputError> {
        if self.work() > MAX_STATES {
            let allowed = format!("<= {MAX_STATES}");
            return Err(InputError::new("limit", self.work(), BadValue::TooMuchWork, allowed));
        }
        let steps: Steps = Player::BOTH.map(|first| {
            let weights = self.step_weights(first).map(|weight| libm::log(to_f64(weight)));
            self.rule().steps(first).into_iter().zip(weights).collect()
        });
        let best = self.best_continuations(&steps, &accept);
        if best[0][0] == f64::NEG_INFINITY {
            return Ok(None);
        }
        let slots = Slots::of(self.rule(), self.limit() as usize);
        let (mut at, mut games, mut probability) = (Position::START, Vec::new(), 0.0);
        loop {
            let first = slots.first(self.rule(), at.games, at.slot);
            let wanted = best[at.games][self.cell(at)];
            let near_enough = |value: f64| value >= wanted - ALIKE;
            let chosen = steps[first.index()].iter().find(|&(step, weight)| {
                let next = self.after(&slots, at, step);
                near_enough(weight + self.worth(next, &best, &accept))
            });
            // The best value is that of one of the steps.
            let Some((step, weight)) = chosen else {
                return Ok(None);
            };
            let next = self.after(&slots, at, step);
            let [a, b] = [next.a, next.b].map(|units| units as u32 * self.rule().unit());
            games.push((first, Branch { event: step.event, winner: step.winner, a, b }));
            probability += weight;
            if let Some(ending) = self.ending(next) {
                return Ok(Some(Course { games, ending, probability: libm::exp(probability) }));
            }
            at = next;
        }
    }

    /// For every number of games played and every state then: the logarithm of the
    /// probability of its likeliest continuation that is accepted.
    fn best_continuations(
        &self,
        steps: &Steps,
        accept: &impl Fn(Ending, u32) -> bool,
    ) -> Vec<Vec<f64>> {
        let limit = self.limit() as usize;
        let slots = Slots::of(self.rule(), limit);
        let side = self.rule().target_in_units() as usize;
        let mut best: Vec<Vec<f64>> = vec![Vec::new(); limit];
        for games in (0..limit).rev() {
            let mut layer = Vec::with_capacity(slots.count(games) * side * side);
            for slot in 0..slots.count(games) {
                let first = slots.first(self.rule(), games, slot);
                for a in 0..side {
                    checkpoint();
                    layer.extend((0..side).map(|b| {
                        let at = Position { a, b, games, slot };
                        let values = steps[first.index()].iter().map(|(step, weight)| {
                            weight + self.worth(self.after(&slots, at, step), &best, accept)
                        });
                        values.fold(f64::NEG_INFINITY, f64::max)
                    }));
                }
            }
            best[games] = layer;
        }
        best
    }

    fn after(&self, slots: &Slots, at: Position, step: &Step) -> Position {
        Position {
            a: at.a + step.a as usize,
            b: at.b + step.b as usize,
            games: at.games + 1,
            slot: slots.next(self.rule(), at.slot, step.winner),
        }
    }

    fn worth(&self, at: Position, best: &[Vec<f64>], accept: &impl Fn(Ending, u32) -> bool) -> f64 {
        match self.ending(at) {
            Some(ending) if accept(ending, at.games as u32) => 0.0,
            Some(_) => f64::NEG_INFINITY,
            None => best[at.games][self.cell(at)],
        }
    }

    /// Where a state is kept in its layer.
    fn cell(&self, at: Position) -> usize {
        let side = self.rule().target_in_units() as usize;
        (at.slot * side + at.a) * side + at.b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draws, Model, Rational, Rule};
    use std::ops::ControlFlow;

    fn faces(path: &[Branch]) -> String {
        path.iter().map(|branch| branch.event.letter()).collect()
    }

    /// The first of the likeliest leaves, exactly, by enumeration.
    fn by_enumeration(
        series: &Series,
        accept: impl Fn(Ending, u32) -> bool,
    ) -> Option<(String, Rational)> {
        let mut best: Option<(String, Rational)> = None;
        let _ = series.tree(1_000_000).unwrap().visit(|leaf| {
            let more = best.as_ref().is_none_or(|(_, most)| leaf.probability > most);
            if accept(leaf.ending, leaf.path.len() as u32) && more {
                best = Some((faces(leaf.path), leaf.probability.clone()));
            }
            ControlFlow::<()>::Continue(())
        });
        best
    }

    #[test]
    fn it_is_the_likeliest_leaf_of_the_tree() {
        let turns = ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first"];
        let draws = ["pass", "keep", "replay", "swap", "points=0.5/1", "second"];
        for (turns, draws) in turns.iter().flat_map(|t| draws.iter().map(move |d| (t, d))) {
            for (f, clinch) in [("10%", false), ("0", false), ("30%", true)] {
                let policy: Draws<Rational> = draws.parse().unwrap();
                let rule = Rule::parse("1/2/3", turns.parse().unwrap(), policy).unwrap();
                let model = Model::new("70%".parse().unwrap(), f.parse().unwrap()).unwrap();
                let series = Series::new(model, rule.with_clinch(clinch)).unwrap();
                for wanted in Ending::ALL.map(Some).into_iter().chain([None]) {
                    let accept = |ending, games| match wanted {
                        Some(wanted) => ending == wanted,
                        None => games == series.limit(),
                    };
                    let found = series.likeliest_course(accept).unwrap();
                    let expected = by_enumeration(&series, accept);
                    assert_eq!(found.is_some(), expected.is_some(), "{turns} {draws} {wanted:?}");
                    let (Some(found), Some((path, probability))) = (found, expected) else {
                        continue;
                    };
                    let branches: Vec<_> = found.games.iter().map(|(_, b)| b.clone()).collect();
                    assert_eq!(faces(&branches), path, "{turns} {draws} {wanted:?}");
                    let exact = to_f64(&probability);
                    assert!((found.probability / exact - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn too_many_states_are_refused() {
        let model = Model::new("70%".parse().unwrap(), "0".parse().unwrap()).unwrap();
        let rule = Rule::new(1, 2, 500, crate::Turns::Alternating).unwrap();
        let refused = Series::new(model, rule).unwrap().likeliest_course(|_, _| true);
        assert_eq!(refused.unwrap_err().problem, BadValue::TooMuchWork);
    }
}
