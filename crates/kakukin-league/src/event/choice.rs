//! Which format: events that were looked at, those that no other beats, and three to pick.

use super::{Stages, Timing};
use kakukin_core::Probability;

/// A format with a rule, and what it comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct EventCandidate {
    /// The stages.
    pub stages: Stages,
    /// The rule of all its encounters.
    pub rule: String,
    /// The chance that the strongest player wins.
    pub best_wins: f64,
    /// Its standard error; nothing if it is exact.
    pub best_error: Option<f64>,
    /// The mean side luck: below 0 where the side that wins more games wins fewer events, as it can
    /// with epsilon points.
    pub side_luck: f64,
    /// Expected games of the event.
    pub games: f64,
    /// The hours within which 95 % of all events are over.
    pub hours: f64,
    /// How many events were simulated for it.
    pub runs: u64,
}

/// What was found within a budget.
#[derive(Debug, Clone, PartialEq)]
pub struct EventChoice {
    /// All that keep to the budget, the most reliable first.
    pub candidates: Vec<EventCandidate>,
    /// Those of them that no other beats in hours, in who wins and in side luck at once.
    pub frontier: Vec<usize>,
    /// The shortest.
    pub shortest: usize,
    /// The one in which the best player wins most often.
    pub reliable: usize,
    /// The one that gains most for its hours.
    pub balance: usize,
    /// The most reliable within one more hour, if it is another one.
    pub next_hour: Option<EventCandidate>,
}

/// What was found, and where it was looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundEvents {
    /// What was found.
    pub choice: EventChoice,
    /// The formats that were looked at.
    pub stages: Vec<Stages>,
    /// The rules that were looked at.
    pub rules: Vec<String>,
    /// Formats times rules that were looked at.
    pub looked_at: usize,
    /// How many players there are.
    pub players: usize,
    /// The hours that there are.
    pub hours: f64,
    /// Boards; nothing if there are always enough.
    pub boards: Option<usize>,
    /// How time is reckoned.
    pub timing: Timing,
    /// The largest mean side luck that is wanted.
    pub max_luck: Option<Probability>,
    /// Events thrown for each candidate.
    pub runs: u64,
    /// The seed of the dice.
    pub seed: u64,
}

impl EventChoice {
    /// Chooses among candidates; `None` if none keeps to the budget.
    pub fn new(found: Vec<EventCandidate>, hours: f64, side_luck: f64) -> Option<Self> {
        let lucky = |candidate: &EventCandidate| candidate.side_luck.abs() <= side_luck;
        let better = |x: &EventCandidate, y: &EventCandidate| {
            y.best_wins.total_cmp(&x.best_wins).then(x.hours.total_cmp(&y.hours))
        };
        let (mut candidates, more): (Vec<_>, Vec<_>) =
            found.into_iter().filter(lucky).partition(|candidate| candidate.hours <= hours);
        candidates.sort_by(better);
        let beats = |x: &EventCandidate, y: &EventCandidate| {
            let luck = [x, y].map(|one| one.side_luck.abs());
            let none_worse = x.hours <= y.hours && x.best_wins >= y.best_wins && luck[0] <= luck[1];
            let one_better = x.hours < y.hours || x.best_wins > y.best_wins || luck[0] < luck[1];
            none_worse && one_better
        };
        let unbeaten = |&k: &usize| !candidates.iter().any(|other| beats(other, &candidates[k]));
        let frontier: Vec<usize> = (0..candidates.len()).filter(unbeaten).collect();
        let by = |of: &dyn Fn(&EventCandidate) -> f64| {
            let compare =
                |x: &&usize, y: &&usize| of(&candidates[**x]).total_cmp(&of(&candidates[**y]));
            frontier.iter().min_by(compare).copied()
        };
        let shortest = by(&|candidate| candidate.hours)?;
        let reliable = by(&|candidate| -candidate.best_wins)?;
        let (low, high) = (&candidates[shortest], &candidates[reliable]);
        let share = |x: f64, from: f64, to: f64| {
            if (to - from).abs() < f64::EPSILON { 0.0 } else { (x - from) / (to - from) }
        };
        let balance = by(&|candidate| {
            share(candidate.hours, low.hours, high.hours)
                - share(candidate.best_wins, low.best_wins, high.best_wins)
        })?;
        let best = candidates[reliable].best_wins;
        let more = more.into_iter().filter(|one| one.hours <= hours + 1.0 && one.best_wins > best);
        let next_hour = more.min_by(better);
        Some(Self { candidates, frontier, shortest, reliable, balance, next_hour })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(hours: f64, best_wins: f64, side_luck: f64) -> EventCandidate {
        let stages = "knockout".parse().unwrap();
        let (rule, games) = ("single".into(), 1.0);
        EventCandidate {
            stages,
            rule,
            best_wins,
            best_error: None,
            side_luck,
            games,
            hours,
            runs: 1,
        }
    }

    #[test]
    fn what_is_beaten_is_not_picked() {
        let found = vec![
            // As lucky as if it were above 0.
            candidate(2.0, 0.3, -0.4),
            candidate(4.0, 0.45, 0.2),
            candidate(5.0, 0.44, 0.3),
            candidate(8.0, 0.5, 0.1),
            candidate(8.5, 0.55, 0.1),
            candidate(3.0, 0.9, 0.9),
        ];
        let choice = EventChoice::new(found.clone(), 8.0, 0.5).unwrap();
        let hours = |k: usize| choice.candidates[k].hours;
        assert_eq!(choice.frontier.iter().map(|k| hours(*k)).collect::<Vec<_>>(), [8.0, 4.0, 2.0]);
        assert_eq!([choice.shortest, choice.reliable, choice.balance].map(hours), [2.0, 8.0, 4.0]);
        assert_eq!(choice.next_hour.map(|one| one.hours), Some(8.5));
        assert_eq!(EventChoice::new(found, 1.0, 1.0), None);
    }
}
