//! What a player still needs: which wins are enough for the points that are missing.

use kakukin_series::{Draws, Rule};
use serde::Serialize;

/// The fewest missing points matter most; so many of them are listed.
const MOST_NEEDS: usize = 6;
/// More ways to the same points would not be read in the hall.
const MOST_WAYS: usize = 4;

/// A number of missing points, and the wins that are enough for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NeedDocument {
    /// Points missing to the target.
    pub missing: u32,
    /// Each of these is enough, and nothing less on either side; shortest first.
    pub ways: Vec<WinsDocument>,
}

/// So many wins on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WinsDocument {
    /// Wins as first player.
    pub first: u32,
    /// Wins as second player.
    pub second: u32,
}

/// The needs of a player, smallest first, and whether there are larger ones.
pub(super) fn needs(rule: &Rule) -> (Vec<NeedDocument>, bool) {
    let points = rule.points();
    let mut gains = vec![points.first, points.second];
    if let Draws::Points { first, second } = *rule.draws() {
        gains.extend([first, second].into_iter().filter(|&gain| gain > 0));
    }
    // Which numbers of points a player can have.
    let mut scores = vec![false; points.target as usize];
    scores[0] = true;
    for score in 1..scores.len() {
        let from =
            |gain: &u32| score.checked_sub(*gain as usize).is_some_and(|before| scores[before]);
        scores[score] = gains.iter().any(from);
    }
    let mut missing =
        (1..=points.target).filter(|missing| scores[(points.target - missing) as usize]);
    let needs = missing
        .by_ref()
        .take(MOST_NEEDS)
        .map(|missing| NeedDocument { missing, ways: ways(missing, points.first, points.second) });
    let needs = needs.collect();
    (needs, missing.next().is_some())
}

/// The smallest numbers of wins that give so many points.
fn ways(missing: u32, first: u32, second: u32) -> Vec<WinsDocument> {
    let mut ways: Vec<WinsDocument> = Vec::new();
    for seconds in 0..=missing.div_ceil(second) {
        let rest = missing.saturating_sub(seconds.saturating_mul(second));
        let firsts = rest.div_ceil(first);
        if ways.last().is_none_or(|way| firsts < way.first) {
            ways.push(WinsDocument { first: firsts, second: seconds });
        }
    }
    ways.sort_by_key(|way| (way.first + way.second, way.second));
    ways.truncate(MOST_WAYS);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_series::Turns;

    #[test]
    fn needs_of_the_usual_rule() {
        let (needs, more) = needs(&Rule::new(1, 2, 3, Turns::Alternating).unwrap());
        let wins = |first, second| WinsDocument { first, second };
        assert!(!more);
        assert_eq!(needs.iter().map(|need| need.missing).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(needs[0].ways, [wins(1, 0), wins(0, 1)]);
        assert_eq!(needs[1].ways, [wins(0, 1), wins(2, 0)]);
        assert_eq!(needs[2].ways, [wins(1, 1), wins(0, 2), wins(3, 0)]);
    }

    /// Every way is enough, and no longer enough with a win less.
    #[test]
    fn ways_are_enough_and_no_more() {
        for (first, second, target) in [(1, 2, 6), (2, 3, 7), (5, 9, 40), (3, 1, 5), (4, 4, 12)] {
            let (needs, _) = needs(&Rule::new(first, second, target, Turns::Fixed).unwrap());
            for NeedDocument { missing, ways } in needs {
                assert!(!ways.is_empty());
                for way in ways {
                    let points = way.first * first + way.second * second;
                    assert!(points >= missing);
                    assert!(way.first == 0 || points - first < missing);
                    assert!(way.second == 0 || points - second < missing);
                }
            }
        }
    }

    #[test]
    fn only_scores_that_can_occur() {
        // 0, 2, 3, 4, 5, 6 of 7: one point can not be had.
        let (needs, more) = needs(&Rule::new(2, 3, 7, Turns::Fixed).unwrap());
        assert!(!more);
        assert_eq!(needs.iter().map(|need| need.missing).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 7]);
    }
}
