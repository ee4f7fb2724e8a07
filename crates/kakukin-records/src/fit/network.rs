//! Whose strengths can be compared: players joined by wins in both directions.

use crate::Pair;

/// Which players are left, and why the others are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    In,
    /// Has fewer games than are wanted.
    FewGames,
    /// Nothing relates the strength to that of the others in both directions: has won or lost
    /// all games against them, or has not met them.
    Apart,
}

/// Players of at least `least` games among themselves, then the largest set of them in which
/// everybody is joined to everybody by a chain of wins or draws, in both directions.
/// Outside of such a set a maximum of the likelihood does not exist.
pub(super) fn places(players: usize, pairs: &[Pair], least: u64) -> Vec<Place> {
    let mut places = vec![Place::In; players];
    let inside = |places: &[Place], pair: &&Pair| {
        places[pair.first] == Place::In && places[pair.second] == Place::In
    };
    let mut games = vec![0u64; players];
    let mut opponents = vec![Vec::new(); players];
    for pair in pairs {
        for (player, opponent) in [(pair.first, pair.second), (pair.second, pair.first)] {
            games[player] += pair.tally.games();
            opponents[player].push((opponent, pair.tally.games()));
        }
    }
    // Who leaves takes games away from others.
    let least = least.max(1);
    let mut leaving: Vec<usize> = (0..players).filter(|player| games[*player] < least).collect();
    while let Some(player) = leaving.pop() {
        places[player] = Place::FewGames;
        for &(opponent, lost) in &opponents[player] {
            let had_enough = games[opponent] >= least;
            games[opponent] -= lost;
            if had_enough && games[opponent] < least {
                leaving.push(opponent);
            }
        }
        opponents[player].clear();
    }
    let mut beats = vec![Vec::new(); players];
    let mut loses = vec![Vec::new(); players];
    for pair in pairs.iter().filter(|pair| inside(&places, pair)) {
        let (first, second, tally) = (pair.first, pair.second, pair.tally);
        if tally.first + tally.draws > 0 {
            beats[first].push(second);
            loses[second].push(first);
        }
        if tally.second + tally.draws > 0 {
            beats[second].push(first);
            loses[first].push(second);
        }
    }
    let sets = strong_sets(&beats, &loses);
    let mut games = vec![0u64; players];
    for pair in pairs.iter().filter(|pair| inside(&places, pair)) {
        if sets[pair.first] == sets[pair.second] {
            games[sets[pair.first]] += pair.tally.games();
        }
    }
    // The first of equals.
    let best = (0..players).rev().max_by_key(|&set| games[set]);
    for (player, place) in places.iter_mut().enumerate() {
        if *place == Place::In && (Some(sets[player]) != best || games[sets[player]] == 0) {
            *place = Place::Apart;
        }
    }
    places
}

/// Strongly connected components (Kosaraju), without recursion: each player's set, named by
/// one of its members.
fn strong_sets(forth: &[Vec<usize>], back: &[Vec<usize>]) -> Vec<usize> {
    let count = forth.len();
    let mut seen = vec![false; count];
    let mut finished = Vec::with_capacity(count);
    for start in 0..count {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut path = vec![(start, 0)];
        while let Some((player, next)) = path.last_mut() {
            match forth[*player].get(*next) {
                Some(&other) => {
                    *next += 1;
                    if !seen[other] {
                        seen[other] = true;
                        path.push((other, 0));
                    }
                }
                None => {
                    finished.push(*player);
                    path.pop();
                }
            }
        }
    }
    let mut sets = vec![usize::MAX; count];
    for &start in finished.iter().rev() {
        if sets[start] != usize::MAX {
            continue;
        }
        let mut reached = vec![start];
        sets[start] = start;
        while let Some(player) = reached.pop() {
            for &other in &back[player] {
                if sets[other] == usize::MAX {
                    sets[other] = start;
                    reached.push(other);
                }
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tally;
    use proptest::prelude::*;

    proptest! {
        /// Against reachability by repeated steps.
        #[test]
        fn sets_are_mutually_reachable(edges in prop::collection::vec((0usize..8, 0usize..8), 0..30)) {
            let (mut forth, mut back) = (vec![Vec::new(); 8], vec![Vec::new(); 8]);
            let mut reach = [[false; 8]; 8];
            for (k, row) in reach.iter_mut().enumerate() {
                row[k] = true;
            }
            for &(a, b) in &edges {
                forth[a].push(b);
                back[b].push(a);
                reach[a][b] = true;
            }
            for via in 0..8 {
                for a in 0..8 {
                    for b in 0..8 {
                        reach[a][b] |= reach[a][via] && reach[via][b];
                    }
                }
            }
            let sets = strong_sets(&forth, &back);
            for a in 0..8 {
                for b in 0..8 {
                    prop_assert_eq!(sets[a] == sets[b], reach[a][b] && reach[b][a]);
                }
            }
        }
    }

    #[test]
    fn who_has_won_all_is_apart() {
        let pair = |first, second, wins, draws, losses| Pair {
            first,
            second,
            tally: Tally { first: wins, draws, second: losses },
            lead: None,
        };
        let pairs =
            [pair(0, 1, 3, 0, 2), pair(1, 2, 1, 1, 0), pair(3, 0, 5, 0, 0), pair(4, 5, 1, 0, 1)];
        let wanted = [Place::In, Place::In, Place::In, Place::Apart, Place::Apart, Place::Apart];
        assert_eq!(places(6, &pairs, 0), wanted);
        assert_eq!(
            places(6, &pairs, 3)[2..],
            [Place::FewGames, Place::Apart, Place::FewGames, Place::FewGames]
        );
    }
}
