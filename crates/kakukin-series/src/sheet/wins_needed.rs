//! What a player still needs: which wins are enough for the points that are missing.

use crate::{Draws, Player, Rule};
use serde::Serialize;

/// The fewest missing points matter most; so many of them are listed.
const MOST_NEEDS: usize = 6;
/// More ways to the same points would not be read in the hall, unless they are any wins.
const MOST_WAYS: usize = 4;

/// A number of missing points, and the wins that are enough for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NeedDocument"))]
pub struct WinsNeeded {
    /// Points missing to the target.
    pub missing: u32,
    /// Each of these is enough, and nothing less on either side; shortest first.
    pub ways: Vec<Wins>,
}

/// So many wins on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WinsDocument"))]
pub struct Wins {
    /// Wins as first player.
    pub first: u32,
    /// Wins as second player.
    pub second: u32,
}

/// The needs of a player, smallest first, and whether there are larger ones. `order` is who is
/// first in each game up to the limit, where that is known before. Ways that it leaves no games
/// for are left out: with fixed turns nobody wins on both sides.
pub(super) fn wins_needed(rule: &Rule, order: &[Option<Player>]) -> (Vec<WinsNeeded>, bool) {
    let target = rule.points().target;
    let left = Player::BOTH.map(|player| games_left(rule, order, player));
    let needs = (1..=target).filter_map(|missing| {
        let left = left.each_ref().map(|left| left[(target - missing) as usize]);
        let ways = ways(rule, missing, &left);
        (!ways.is_empty()).then_some(WinsNeeded { missing, ways })
    });
    let mut needs = needs.peekable();
    let same = rule.points().first == rule.points().second;
    let readable = |need: &WinsNeeded| same || need.ways.len() <= MOST_WAYS;
    let mut listed = Vec::new();
    while listed.len() < MOST_NEEDS
        && let Some(need) = needs.next_if(readable)
    {
        listed.push(need);
    }
    (listed, needs.peek().is_some())
}

/// The smallest numbers of wins that give so many points, if one of the players has games left
/// for them.
fn ways(rule: &Rule, missing: u32, left: &[Option<Left>; 2]) -> Vec<Wins> {
    let points = rule.points();
    let most = left.iter().flatten().map(|left| left.second).max().unwrap_or(0);
    let mut ways: Vec<Wins> = Vec::new();
    let mut fewest = u32::MAX;
    for second in 0..=missing.div_ceil(points.second).min(most) {
        let rest = missing.saturating_sub(second.saturating_mul(points.second));
        let first = rest.div_ceil(points.first);
        // A win more as second player that saves none as first player is one too many.
        if first < fewest && left.iter().flatten().any(|left| left.allow(first, second)) {
            ways.push(Wins { first, second });
        }
        fewest = fewest.min(first);
    }
    ways.sort_by_key(|way| (way.first + way.second, way.second));
    ways
}

/// Games that a player still has; where the order is open, a game may be on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Left {
    first: u32,
    second: u32,
    all: u32,
}

impl Left {
    fn allow(self, first: u32, second: u32) -> bool {
        first <= self.first && second <= self.second && first + second <= self.all
    }
}

/// For each score below the target, what is left when the player has it as early as can be;
/// none if he never has it.
fn games_left(rule: &Rule, order: &[Option<Player>], player: Player) -> Vec<Option<Left>> {
    let points = rule.points();
    let draws = match *rule.draws() {
        Draws::Points { first, second } => (first, second),
        _ => (0, 0),
    };
    let count = |games: &[Option<Player>]| {
        let not = |other: Player| games.iter().filter(|&&first| first != Some(other)).count();
        let (first, second) = (not(player.other()), not(player));
        Left { first: first as u32, second: second as u32, all: games.len() as u32 }
    };
    let mut left = vec![None; points.target as usize];
    left[0] = Some(count(order));
    for (game, &first) in order.iter().enumerate() {
        let after = count(&order[game + 1..]);
        let mut gains = Vec::new();
        if first != Some(player.other()) {
            gains.extend([points.first, draws.0]);
        }
        if first != Some(player) {
            gains.extend([points.second, draws.1]);
        }
        // Downwards, so that no score of this game is the start of another.
        for score in (0..left.len()).rev() {
            if left[score].is_none() {
                continue;
            }
            for &gain in gains.iter().filter(|&&gain| gain > 0) {
                if let Some(place @ None) = left.get_mut(score + gain as usize) {
                    *place = Some(after);
                }
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turns;
    use std::collections::BTreeSet;

    #[test]
    fn needs_of_the_usual_rule() {
        let (needs, more) =
            wins_needed(&Rule::new(1, 2, 3, Turns::Alternating).unwrap(), &[None; 9]);
        let wins = |first, second| Wins { first, second };
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
            let rule = Rule::new(first, second, target, Turns::Alternating).unwrap();
            let (needs, _) = wins_needed(&rule, &[None; 99]);
            for WinsNeeded { missing, ways } in needs {
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

    /// No way is left out of a row; what has too many to be read is not listed.
    #[test]
    fn all_ways_or_none() {
        let alternating = |game| Some(if game % 2 == 0 { Player::A } else { Player::B });
        let order: Vec<_> = (0..7).map(alternating).collect();
        let of = |first, second, target, order: &[Option<Player>]| {
            wins_needed(&Rule::new(first, second, target, Turns::Alternating).unwrap(), order)
        };
        // The best of seven: B wins as second player alone as well.
        let (needs, more) = of(1, 1, 4, &order);
        let four: Vec<_> = needs[3].ways.iter().map(|way| (way.first, way.second)).collect();
        assert_eq!((four, more), (vec![(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)], false));
        let (needs, more) = of(4, 5, 60, &[None; 99]);
        assert!(more && needs.iter().all(|need| need.ways.len() <= MOST_WAYS));
    }

    #[test]
    fn only_scores_that_can_occur() {
        // 0, 2, 3, 4, 5, 6 of 7: one point can not be had.
        let (needs, more) =
            wins_needed(&Rule::new(2, 3, 7, Turns::Alternating).unwrap(), &[None; 9]);
        assert!(!more);
        assert_eq!(needs.iter().map(|need| need.missing).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 7]);
    }

    /// With fixed turns one player wins as first player only, the other as second player only.
    #[test]
    fn only_ways_that_the_order_has_games_for() {
        let wins = |first, second| Wins { first, second };
        let list = |turns, order: &[Option<Player>]| -> Vec<_> {
            let (needs, _) = wins_needed(&Rule::new(1, 2, 3, turns).unwrap(), order);
            needs.into_iter().map(|need| (need.missing, need.ways)).collect()
        };
        let fixed = list(Turns::Fixed, &[Some(Player::A); 4]);
        let three = vec![wins(0, 2), wins(3, 0)];
        assert_eq!(fixed, [(1, vec![wins(1, 0), wins(0, 1)]), (2, vec![wins(2, 0)]), (3, three),]);
        // A moves first in games 1 and 3 only, B in 2 and 4.
        let (a, b) = (Some(Player::A), Some(Player::B));
        let alternating = list(Turns::Alternating, &[a, b, a, b]);
        assert_eq!(alternating[2], (3, vec![wins(1, 1), wins(0, 2)]));
    }

    /// Held against every course of four games.
    #[test]
    fn ways_are_those_that_some_course_has() {
        let rules =
            [((1, 2, 3), (0, 0)), ((2, 3, 7), (0, 0)), ((3, 1, 4), (0, 0)), ((2, 3, 5), (0, 1))];
        let sides = [Some(Player::A), Some(Player::B), None];
        for ((first, second, target), drawn) in rules {
            let draws = match drawn {
                (0, 0) => Draws::Pass,
                (first, second) => Draws::Points { first: first.into(), second: second.into() },
            };
            let points = format!("{first}/{second}/{target}");
            let rule = Rule::parse(&points, Turns::Alternating, draws).unwrap();
            for order in 0..3usize.pow(4) {
                let order: Vec<_> =
                    (0..4).map(|game| sides[order / 3usize.pow(game) % 3]).collect();
                let mut seen = BTreeSet::new();
                for player in Player::BOTH {
                    for course in 0..6usize.pow(4) {
                        seen.extend(seen_in(&rule, drawn, &order, player, course));
                    }
                }
                let points = |(firsts, seconds): (u32, u32)| first * firsts + second * seconds;
                let spare = |way: (u32, u32), missing| {
                    way.0 > 0 && points(way) - first >= missing
                        || way.1 > 0 && points(way) - second >= missing
                };
                let expected: BTreeSet<_> = seen
                    .into_iter()
                    .map(|(score, way)| (target - score, way))
                    .filter(|&(missing, way)| points(way) >= missing && !spare(way, missing))
                    .collect();
                let (needs, more) = wins_needed(&rule, &order);
                let listed = needs.iter().flat_map(|need| {
                    need.ways.iter().map(|way| (need.missing, (way.first, way.second)))
                });
                assert!(!more);
                assert_eq!(listed.collect::<BTreeSet<_>>(), expected, "{target} {order:?}");
            }
        }
    }

    /// The scores below the target of one course of games, each with the wins that follow it. A
    /// digit of `course` is the side of a game and how it ends for the player.
    fn seen_in(
        rule: &Rule,
        drawn: (u32, u32),
        order: &[Option<Player>],
        player: Player,
        course: usize,
    ) -> Vec<(u32, (u32, u32))> {
        let points = rule.points();
        let games: Vec<(bool, usize)> = (0..order.len() as u32)
            .map(|game| course / 6usize.pow(game) % 6)
            .map(|digit| (digit < 3, digit % 3))
            .collect();
        let fits = |(&first, &(side, _)): (&Option<Player>, &(bool, usize))| {
            first.is_none_or(|first| (first == player) == side)
        };
        if !order.iter().zip(&games).all(fits) {
            return Vec::new();
        }
        let gain = |&(side, end): &(bool, usize)| match (side, end) {
            (_, 0) => 0,
            (true, 1) => drawn.0,
            (false, 1) => drawn.1,
            (true, _) => points.first,
            (false, _) => points.second,
        };
        let wins = |games: &[(bool, usize)], side| {
            games.iter().filter(|&&game| game == (side, 2)).count() as u32
        };
        (0..=games.len())
            .map(|k| {
                let (before, after) = games.split_at(k);
                (before.iter().map(gain).sum(), (wins(after, true), wins(after, false)))
            })
            .filter(|&(score, _)| score < points.target)
            .collect()
    }
}
