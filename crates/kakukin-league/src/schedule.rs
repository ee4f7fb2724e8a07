//! Who meets whom, and who is first.

use serde::{Serialize, Serializer};
use std::fmt;

/// Who meets whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody meets everybody once, on sides as even as they can be. Who has a game more as
    /// first would decide much, so this is the mean of the schedule and of the one in which
    /// all sides are swapped.
    Single,
    /// Everybody meets everybody once on each side.
    Double,
    /// Everybody meets everybody once, and a lot decides who is first.
    Lots,
    /// So many rounds; lots decide who meets whom, and who is first.
    Rounds(u32),
    /// As listed, the first player first.
    Games(Vec<[usize; 2]>),
}

impl Schedule {
    /// The leagues that are equally likely to be played, each by its games; `None` where lots
    /// decide who is first in every game.
    pub fn leagues(&self, players: usize) -> Vec<Option<Vec<[usize; 2]>>> {
        let swapped = |games: &[[usize; 2]]| games.iter().map(|&[x, y]| [y, x]).collect();
        match self {
            Self::Single => {
                let games = round_robin(players);
                vec![Some(swapped(&games)), Some(games)]
            }
            Self::Double => vec![Some(double_round_robin(players))],
            Self::Games(games) => vec![Some(games.clone())],
            Self::Lots | Self::Rounds(_) => vec![None],
        }
    }

    /// How many encounters a league has.
    pub fn encounters(&self, players: usize) -> usize {
        match self {
            Self::Single | Self::Lots => players * players.saturating_sub(1) / 2,
            Self::Double => players * players.saturating_sub(1),
            Self::Rounds(rounds) => (players / 2).saturating_mul(*rounds as usize),
            Self::Games(games) => games.len(),
        }
    }

    /// Whether everybody is first as often as second, whatever happens.
    pub fn even_sides(&self, players: usize) -> bool {
        let even = |league: &Option<Vec<[usize; 2]>>| {
            league.as_ref().is_some_and(|games| even_sides(games, players))
        };
        self.leagues(players).iter().all(even)
    }
}

/// The name in every machine-readable output: `single`, `double`, `lots`, `rounds=N`, `file`.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single => f.write_str("single"),
            Self::Double => f.write_str("double"),
            Self::Lots => f.write_str("lots"),
            Self::Rounds(rounds) => write!(f, "rounds={rounds}"),
            Self::Games(_) => f.write_str("file"),
        }
    }
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether everybody is first as often as second.
fn even_sides(games: &[[usize; 2]], players: usize) -> bool {
    let mut difference = vec![0i64; players];
    for game in games {
        for (player, change) in game.iter().zip([1, -1]) {
            if let Some(difference) = difference.get_mut(*player) {
                *difference += change;
            }
        }
    }
    difference.iter().all(|difference| *difference == 0)
}

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
