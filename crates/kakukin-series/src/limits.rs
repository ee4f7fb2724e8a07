//! How short and how long a series can be, in exact arithmetic.

use crate::{Draws, InputError, MAX_LIMIT, Player, Problem, Rule, Turns, lattice};
use kakukin_core::{Rational, checkpoint};

/// ceil(limit / (1 - f)), the most games that are played when games are drawn.
pub(crate) fn with_draws(limit: u32, draw_rate: &Rational) -> Result<u32, InputError> {
    let exact = (Rational::from(limit) / (Rational::ONE - draw_rate)).ceil();
    match u32::try_from(&exact) {
        Ok(limit) if limit <= MAX_LIMIT => Ok(limit),
        _ => Err(too_long(exact)),
    }
}

fn too_long(limit: impl std::fmt::Display) -> InputError {
    InputError::new("limit", limit, Problem::LimitTooLarge, format!("1..{MAX_LIMIT}"))
}

/// The longest series without draws.
pub(crate) fn without_draws(rule: &Rule) -> Result<u32, InputError> {
    let points = rule.points();
    let h = points.target.div_ceil(points.first);
    let t = points.target.div_ceil(points.second);
    let limit = match rule.turns() {
        Turns::Fixed => h + t - 1,
        Turns::Alternating => 2 * h.max(t) - 1,
        Turns::LoserFirst | Turns::WinnerFirst => longest_by_result(rule),
        _ => longest_scheduled(rule),
    };
    if limit > MAX_LIMIT { Err(too_long(limit)) } else { Ok(limit) }
}

/// The fewest games in which the target can be reached.
pub(crate) fn shortest(rule: &Rule) -> Result<u32, InputError> {
    let by_result = matches!(rule.turns(), Turns::LoserFirst | Turns::WinnerFirst);
    match rule.draws() {
        // A draw may have swapped the sides of every game.
        Draws::Swap => {
            let points = rule.points();
            Ok(points.target.div_ceil(points.first.max(points.second)))
        }
        Draws::Points { .. } if by_result => shortest_with_drawn_points(rule),
        _ if by_result => Ok(shortest_by_result(rule)),
        // Nobody gets there sooner than by winning everything: a win is worth at
        // least as much as a draw, and the sides do not depend on results.
        _ => Ok(Player::BOTH.map(|player| alone(rule, player)).into_iter().min().unwrap_or(1)),
    }
}

/// In how many games one player alone reaches the target.
fn alone(rule: &Rule, player: Player) -> u32 {
    let points = rule.points();
    let (mut total, mut games) = (0, 0);
    while total < points.target {
        let is_first = rule.turns().scheduled(games as usize) == Some(player);
        total += if is_first { points.first } else { points.second };
        games += 1;
    }
    games
}

/// The longest series in which every game may be won on either side.
pub(crate) fn on_any_side(rule: &Rule) -> u32 {
    let points = rule.points();
    2 * points.target.div_ceil(points.first.min(points.second)) - 1
}

/// The longest series of a turn order that is laid down beforehand: one game
/// more than the largest number after which both can still be short of the
/// target. Only how often each player was first matters, not when. What is decided
/// stays decided, so the number is found by halving.
fn longest_scheduled(rule: &Rule) -> u32 {
    let undecided_after = |games: u32| {
        let mut times_first = [0u64; 2];
        for game in 0..games as usize {
            if let Some(first) = rule.turns().scheduled(game) {
                times_first[first.index()] += 1;
            }
        }
        undecided(rule, times_first)
    };
    let (mut least, mut most) = (0, on_any_side(rule));
    while least + 1 < most {
        let middle = least + (most - least) / 2;
        if undecided_after(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    most
}

/// Whether, with A first in `a` and B first in `b` games, all decided, both
/// can be short of the target. With A winning i of the former and B winning j of the
/// latter that is first * i + second * (b - j) < target for A, and the like for B.
fn undecided(rule: &Rule, [a, b]: [u64; 2]) -> bool {
    let points = rule.points();
    let (first, second, short) =
        (u64::from(points.first), u64::from(points.second), u64::from(points.target) - 1);
    let least = a.saturating_sub(short / second);
    (least..=a.min(short / first)).any(|i| {
        let j_least = b.saturating_sub((short - first * i) / second);
        let j_most = (short - second * (a - i)) / first;
        j_least <= j_most.min(b)
    })
}

/// Where the turn depends on results, one kind of win keeps it and the other
/// passes it on: wins as first player keep it for `winner-first`, wins as second player for
/// `loser-first`. Wins that pass it on alternate between the players; one of them, the
/// *leader*, has the first of these, and before it he cannot keep the turn either. The
/// points of both kinds, those that keep the turn first.
fn kinds_of_wins(rule: &Rule) -> [u64; 2] {
    let [first, second] = [rule.points().first, rule.points().second].map(u64::from);
    if *rule.turns() == Turns::WinnerFirst { [first, second] } else { [second, first] }
}

/// The longest series without draws, where the turn depends on results.
fn longest_by_result(rule: &Rule) -> u32 {
    let [keeps, passes] = kinds_of_wins(rule);
    let short = u64::from(rule.points().target) - 1;
    let kept = |passed: u64| (short - passes * passed) / keeps;
    let mut longest = 0;
    for leader in 0..=short / passes {
        let of_leader = if leader == 0 { 0 } else { kept(leader) };
        for other in leader.saturating_sub(1)..=leader {
            longest = longest.max(leader + other + of_leader + kept(other));
        }
    }
    (longest + 1) as u32
}

/// The fewest games in which the target can be reached by wins, where the turn depends
/// on results. To pass the turn on again, a player needs the other to do so in between.
fn shortest_by_result(rule: &Rule) -> u32 {
    let [keeps, passes] = kinds_of_wins(rule);
    let target = u64::from(rule.points().target);
    let rest = |wins: u64| target.saturating_sub(passes * wins).div_ceil(keeps);
    let most = target.div_ceil(passes);
    let leader = (1..=most).map(|x| 2 * x - 1 + rest(x)).min();
    let other = (0..=most).map(|y| 2 * y + rest(y)).min();
    leader.into_iter().chain(other).min().unwrap_or(1) as u32
}

/// The fewest games in which the target can be reached where the turn depends on
/// results and draws give points, from the last scores backward.
fn shortest_with_drawn_points(rule: &Rule) -> Result<u32, InputError> {
    let side = rule.target_in_units() as usize;
    lattice::check_scores(rule, 2)?;
    // games[(a * side + b) * 2 + first]: still to be played from that score.
    let mut games = vec![0u32; side * side * 2];
    let steps = Player::BOTH.map(|first| rule.steps(first));
    for score in (0..side * side).rev() {
        let (a, b) = (score / side, score % side);
        if b == 0 {
            checkpoint();
        }
        for first in Player::BOTH {
            let lengths = steps[first.index()].iter().filter_map(|step| {
                if step.a == 0 && step.b == 0 {
                    return None;
                }
                let (a, b) = (a + step.a as usize, b + step.b as usize);
                if a >= side || b >= side {
                    return Some(1);
                }
                let next = step.winner.map_or(first, |winner| rule.turns().after_win(winner));
                Some(1 + games[(a * side + b) * 2 + next.index()])
            });
            games[score * 2 + first.index()] = lengths.min().unwrap_or(0);
        }
    }
    Ok(games[Player::A.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(first: u32, second: u32, target: u32, turns: Turns) -> Rule {
        Rule::new(first, second, target, turns).unwrap()
    }

    /// Shortest and longest by trying every sequence of decided games.
    fn by_enumeration(rule: &Rule) -> (u32, u32) {
        fn go(rule: &Rule, score: [u32; 2], games: u32, first: Player) -> (u32, u32) {
            let points = rule.points();
            let first = rule.turns().scheduled(games as usize).unwrap_or(first);
            let mut range = (u32::MAX, 0);
            for winner in Player::BOTH {
                let mut score = score;
                score[winner as usize] +=
                    if winner == first { points.first } else { points.second };
                let next = if *rule.turns() == Turns::LoserFirst { winner.other() } else { winner };
                let (low, high) = if score[winner as usize] >= points.target {
                    (games + 1, games + 1)
                } else {
                    go(rule, score, games + 1, next)
                };
                range = (range.0.min(low), range.1.max(high));
            }
            range
        }
        go(rule, [0, 0], 0, Player::A)
    }

    fn any_turns() -> impl Strategy<Value = Turns> {
        prop_oneof![
            Just(Turns::Fixed),
            Just(Turns::Alternating),
            Just(Turns::Abba),
            Just(Turns::ThueMorse),
            Just(Turns::LoserFirst),
            Just(Turns::WinnerFirst),
            "[AB]{1,5}".prop_map(|letters| Turns::Pattern(letters.parse().unwrap())),
        ]
    }

    proptest! {
        #[test]
        fn limits_are_those_of_all_sequences(
            target in 1u32..9, first in 1u32..9, second in 1u32..9, turns in any_turns(),
        ) {
            let rule = rule(first.min(target), second.min(target), target, turns);
            let found = (rule.shortest().unwrap(), rule.limit_without_draws().unwrap());
            prop_assert_eq!(found, by_enumeration(&rule));
        }

        #[test]
        fn closed_forms_equal_the_search(
            target in 1u32..400, first in 1u32..400, second in 1u32..400, fixed: bool,
        ) {
            let turns = if fixed { Turns::Fixed } else { Turns::Alternating };
            let rule = rule(first.min(target), second.min(target), target, turns);
            prop_assert_eq!(rule.limit_without_draws().unwrap(), longest_scheduled(&rule));
        }
    }

    #[test]
    fn draws_lengthen_exactly() {
        // In floats 7 / (1 - 0.30) is 10.000000000000002 and 9 / (1 - 0.55) is 20.000000000000004.
        let f = |n: u32| Rational::from(n) / Rational::from(100u32);
        assert_eq!(with_draws(7, &f(30)), Ok(10));
        assert_eq!(with_draws(9, &f(55)), Ok(20));
        assert_eq!(with_draws(5, &f(10)), Ok(6));
        assert_eq!(with_draws(5, &f(0)), Ok(5));
        let nearly = Rational::ONE - Rational::ONE / Rational::from(10_000_000u32);
        assert_eq!(with_draws(5, &nearly).unwrap_err().problem, Problem::LimitTooLarge);
    }
}
