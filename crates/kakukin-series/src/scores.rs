//! What every score is worth to whoever sees it on the board, whenever it comes up.

use crate::{Draws, InputError, Player, Series};
use kakukin_core::{BadValue, Rational, to_f64};
use std::collections::BTreeMap;

/// The most cells that all sweeps behind a table of scores may visit.
const MAX_WORK: u64 = 500_000_000;

/// One score that a running series can have.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreChance {
    /// A's points, on the scale of the rule.
    pub a_points: u32,
    /// B's points.
    pub b_points: u32,
    /// The probability that the series ever has this score, still undecided.
    pub reached: f64,
    /// The probability that it has this score and A wins; over [`Self::reached`] it is A's
    /// chance as soon as the score comes up.
    pub a: f64,
    /// The same for B.
    pub b: f64,
    /// The same for no winner.
    pub none: f64,
}

impl ScoreChance {
    /// A's, B's and nobody's chance when this score comes up.
    pub fn chances(&self) -> [f64; 3] {
        [self.a, self.b, self.none].map(|x| x / self.reached)
    }
}

impl Series {
    /// Every score that can occur before the series is over, by A's points and then B's.
    ///
    /// A score may come up after different numbers of games, and stays through drawn games
    /// that give nothing. It counts when it comes up first.
    pub fn score_chances(&self) -> Result<Vec<ScoreChance>, InputError> {
        let work = self.work().saturating_mul(6 * u64::from(self.limit()));
        if work > MAX_WORK {
            let allowed = format!("<= {MAX_WORK}");
            return Err(InputError::new("points", work, BadValue::TooMuchWork, allowed));
        }
        let stays = Player::BOTH.map(|first| to_f64(&self.stays(first)));
        let mut scores = BTreeMap::new();
        // What stays at a score, by score and slot.
        let mut stayed = BTreeMap::new();
        for games in 0..self.limit() {
            let mut staying = BTreeMap::new();
            for state in self.values(games) {
                let (a_points, b_points) = (state.a_points, state.b_points);
                let at = (a_points, b_points, state.slot);
                let comes = (state.existence - stayed.get(&at).unwrap_or(&0.0)).max(0.0);
                staying.insert(at, state.existence * stays[state.next_first.index()]);
                let score = scores.entry((a_points, b_points)).or_insert(ScoreChance {
                    a_points,
                    b_points,
                    reached: 0.0,
                    a: 0.0,
                    b: 0.0,
                    none: 0.0,
                });
                score.reached += comes;
                score.a += comes * state.a;
                score.b += comes * state.b;
                score.none += comes * state.none;
            }
            stayed = staying;
        }
        Ok(scores.into_values().collect())
    }

    /// The probability that a game with this player first leaves the score as it is and
    /// counts.
    fn stays(&self, first: Player) -> Rational {
        let gives_nothing = match self.rule().draws() {
            Draws::Pass | Draws::Keep => true,
            Draws::Points { first, second } => *first == 0 && *second == 0,
            Draws::Replay | Draws::Swap | Draws::Second => false,
        };
        if gives_nothing { self.model().game(first).draw } else { Rational::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Player, Rule};
    use std::ops::ControlFlow;

    /// Every leaf of the tree, and the scores that it passes, each counted once.
    fn from_tree(series: &Series) -> BTreeMap<(u32, u32), [f64; 4]> {
        let mut scores: BTreeMap<(u32, u32), [f64; 4]> = BTreeMap::new();
        let flow: ControlFlow<()> = series.tree(1_000_000).unwrap().visit(|leaf| {
            let mut passed: Vec<_> = leaf.path[..leaf.path.len() - 1].to_vec();
            passed.dedup_by_key(|branch| (branch.a, branch.b));
            let mut passed: Vec<_> = passed.iter().map(|branch| (branch.a, branch.b)).collect();
            if passed.first() != Some(&(0, 0)) {
                passed.insert(0, (0, 0));
            }
            let won_by = match leaf.ending.winner() {
                Some(Player::A) => 1,
                Some(Player::B) => 2,
                None => 3,
            };
            for score in passed {
                let sums = scores.entry(score).or_default();
                sums[0] += to_f64(leaf.probability);
                sums[won_by] += to_f64(leaf.probability);
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        scores
    }

    #[test]
    fn scores_as_in_the_tree() {
        let model = Model::new("65%".parse().unwrap(), "20%".parse().unwrap()).unwrap();
        for turns in ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first"] {
            for draws in ["pass", "keep", "replay", "swap", "points=0/0", "points=0.5/1", "second"]
            {
                for clinch in [false, true] {
                    let (turns, draws) = (turns.parse().unwrap(), draws.parse().unwrap());
                    let rule = Rule::parse("1/2/3", turns, draws).unwrap().with_limit(7).unwrap();
                    let series = Series::new(model.clone(), rule.with_clinch(clinch)).unwrap();
                    let scores = series.score_chances().unwrap();
                    assert_eq!(series.longest(), series.tree(1_000_000).unwrap().deepest());
                    let wanted = from_tree(&series);
                    assert_eq!(scores.len(), wanted.len());
                    for score in scores {
                        let wanted = wanted[&(score.a_points, score.b_points)];
                        let found = [score.reached, score.a, score.b, score.none];
                        for (x, y) in found.into_iter().zip(wanted) {
                            assert!(
                                (x - y).abs() < 1e-13,
                                "{:?} {score:?} {wanted:?}",
                                series.rule()
                            );
                        }
                    }
                }
            }
        }
    }
}
