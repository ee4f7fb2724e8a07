//! Who meets whom, and who is first.

/// Everybody meets everybody once, round by round (the circle method). Sides are as even as
/// they can be: equal for an odd number of players, one apart for an even one.
///
/// ```
/// let games = kakukin_league::round_robin(4);
/// assert_eq!(games.len(), 6);
/// assert_eq!(games.iter().filter(|[first, _]| *first == 0).count(), 2);
/// ```
pub fn round_robin(players: usize) -> Vec<[usize; 2]> {
    // One player stays, the others go round; with an odd number somebody meets the empty
    // chair and rests.
    let seats = players + players % 2;
    let mut games = Vec::new();
    for round in 1..seats {
        let at = |seat: usize| match seat {
            0 => 0,
            _ => 1 + (seat - 1 + round - 1) % (seats - 1),
        };
        for board in 0..seats / 2 {
            let (x, y) = (at(board), at(seats - 1 - board));
            if x.max(y) < players {
                games.push(sides(x, y));
            }
        }
    }
    games
}

/// Everybody meets everybody twice, once on each side.
pub fn double_round_robin(players: usize) -> Vec<[usize; 2]> {
    let mut games = round_robin(players);
    let returned: Vec<_> = games.iter().map(|&[first, second]| [second, first]).collect();
    games.extend(returned);
    games
}

/// Of two players the one with the smaller number is first where their numbers are an odd
/// distance apart, the other one else: over all opponents that balances.
fn sides(x: usize, y: usize) -> [usize; 2] {
    let (low, high) = (x.min(y), x.max(y));
    if (high - low) % 2 == 1 { [low, high] } else { [high, low] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_on_even_sides_in_rounds() {
        for players in 0..=33usize {
            let games = round_robin(players);
            let pairs: BTreeSet<_> = games.iter().map(|&[x, y]| (x.min(y), x.max(y))).collect();
            assert_eq!(games.len(), players * players.saturating_sub(1) / 2);
            assert_eq!(pairs.len(), games.len());
            for player in 0..players {
                let firsts = games.iter().filter(|[first, _]| *first == player).count();
                let seconds = players - 1 - firsts;
                assert!(firsts.abs_diff(seconds) == (players + 1) % 2, "{players}: {player}");
            }
            for round in games.chunks((players / 2).max(1)) {
                let seated: BTreeSet<_> = round.iter().flatten().collect();
                assert_eq!(seated.len(), 2 * round.len());
            }
            let double: BTreeSet<_> = double_round_robin(players).into_iter().collect();
            assert_eq!(double.len(), 2 * games.len());
        }
    }
}
