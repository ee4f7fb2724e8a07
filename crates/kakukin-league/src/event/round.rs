//! The next round of an event that is being played: a whole table for a league, a round by the
//! results so far for a Swiss tournament or a knockout.

use super::{
    Format,
    play::{bracket, rounds_of},
    swiss::{SwissPlayer, pair_swiss},
};
use crate::{InputError, Problem, round_robin};
use kakukin_core::BadValue;

/// Half points of a win.
const WIN: i64 = 2;
/// A refusal names so many players at most.
const MOST_NAMED: usize = 8;

/// A game of the event, by the seeds of its players, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededGame {
    /// Who was first, and who second.
    pub players: [usize; 2],
    /// Half points of the two.
    pub points: [i64; 2],
}

/// A round without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededRest {
    /// Who rested, by seed from 0.
    pub player: usize,
    /// Half points for it.
    pub points: i64,
}

/// One round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRound {
    /// Its number, from 1.
    pub number: usize,
    /// Who meets whom, the first player first, by seed from 0.
    pub games: Vec<[usize; 2]>,
    /// Who rests.
    pub bye: Option<usize>,
}

/// The rounds that can be paired now: all of a league, the next of a Swiss tournament or of a
/// knockout. `games` are those played so far, in their order, `rests` the rounds without an
/// opponent as far as they are known: of an odd number of players one rests in every round, whether
/// that is said or not.
///
/// ```
/// use kakukin_league::{Format, next_rounds};
/// let rounds = next_rounds(Format::Knockout, 4, &[], &[])?;
/// assert_eq!(rounds[0].games, [[0, 3], [2, 1]]);
/// # Ok::<(), kakukin_league::InputError>(())
/// ```
pub fn next_rounds(
    format: Format,
    players: usize,
    games: &[SeededGame],
    rests: &[SeededRest],
) -> Result<Vec<EventRound>, InputError> {
    match format {
        Format::League { times } => Ok(league(players, times)),
        Format::Swiss { rounds } => Ok(vec![swiss(players, rounds, games, rests)?]),
        Format::Knockout => Ok(vec![knockout(players, games)?]),
        _ => {
            let allowed = "league, league*2, swiss:N, knockout";
            Err(InputError::new("stages", format, BadValue::Unknown, allowed))
        }
    }
}

fn league(players: usize, times: u32) -> Vec<EventRound> {
    let table = round_robin(players);
    let boards = (players / 2).max(1);
    let mut rounds = Vec::new();
    for cycle in 0..times {
        for (number, games) in table.chunks(boards).enumerate() {
            let turned = |&[x, y]: &[usize; 2]| if cycle % 2 == 1 { [y, x] } else { [x, y] };
            let games: Vec<[usize; 2]> = games.iter().map(turned).collect();
            let seated = |player: &usize| games.iter().flatten().any(|one| one == player);
            let bye = (0..players).find(|player| !seated(player));
            let number = cycle as usize * rounds_of(players) + number + 1;
            rounds.push(EventRound { number, games, bye });
        }
    }
    rounds
}

/// What a lot would decide, by the number of a game: who is first changes from one to the next.
pub(super) fn sides(number: usize, [x, y]: [usize; 2]) -> [usize; 2] {
    if number.is_multiple_of(2) { [x, y] } else { [y, x] }
}

fn swiss(
    players: usize,
    rounds: u32,
    games: &[SeededGame],
    rests: &[SeededRest],
) -> Result<EventRound, InputError> {
    let mut table = vec![SwissPlayer::default(); players];
    for SeededGame { players: [x, y], points } in games {
        table[*x].played(*y, true, points[0]);
        table[*y].played(*x, false, points[1]);
    }
    let mut seen: Vec<usize> = table.iter().map(|player| player.met.len()).collect();
    for SeededRest { player, points } in rests {
        seen[*player] += 1;
        table[*player].score += points;
        table[*player].had_bye |= *points == WIN;
    }
    let played = seen.iter().copied().max().unwrap_or(0);
    if played >= rounds as usize {
        let allowed = format!("<= {rounds}");
        return Err(InputError::new("results", played, Problem::AllRoundsPlayed, allowed));
    }
    // Of an odd number one has rested in every round, which counts as a win once. Whoever else has
    // no game is still playing: points for that would be a gift.
    let behind = || (0..players).filter(|&k| seen[k] < played);
    let missing: usize = behind().map(|k| played - seen[k]).sum();
    if missing > (players % 2 * played).saturating_sub(rests.len()) {
        let seeds: Vec<String> = behind().map(|k| (k + 1).to_string()).take(MOST_NAMED).collect();
        let seeds = seeds.join(", ");
        return Err(InputError::new("results", played, Problem::RoundNotOver, seeds));
    }
    for k in behind() {
        table[k].had_bye = true;
        table[k].score += WIN;
    }
    let paired = pair_swiss(&table);
    let games = paired.games.into_iter().enumerate().map(|(number, [x, y])| {
        match table[x].is_first_against(&table[y]) {
            Some(true) => [x, y],
            Some(false) => [y, x],
            None => sides(number, [x, y]),
        }
    });
    Ok(EventRound { number: played + 1, games: games.collect(), bye: paired.bye })
}

/// The half points of x and of y in all their games, and whether x was first in the first of
/// them; nothing if they have not met.
pub(super) fn points(games: &[SeededGame], x: usize, y: usize) -> Option<([i64; 2], bool)> {
    games.iter().fold(None, |sum: Option<([i64; 2], bool)>, game| {
        let [first, second] = game.points;
        let (here, x_first) = match game.players {
            [a, b] if [a, b] == [x, y] => ([first, second], true),
            [a, b] if [a, b] == [y, x] => ([second, first], false),
            _ => return sum,
        };
        let ([mine, theirs], x_first) = sum.unwrap_or(([0, 0], x_first));
        Some(([mine + here[0], theirs + here[1]], x_first))
    })
}

fn knockout(players: usize, games: &[SeededGame]) -> Result<EventRound, InputError> {
    let seeds: Vec<usize> = (0..players).collect();
    let mut slots = bracket(&seeds);
    let mut number = 1;
    let mut met = Vec::new();
    while slots.len() > 1 {
        let mut open = Vec::new();
        let mut next = Vec::new();
        let mut decided = 0;
        let mut losers = Vec::new();
        for two in slots.chunks_exact(2) {
            if let [Some(x), Some(y)] = *two {
                met.push([x, y]);
            }
            next.push(match *two {
                [Some(x), Some(y)] => match points(games, x, y) {
                    None => {
                        open.push([x, y]);
                        None
                    }
                    Some(([mine, theirs], _)) if mine == theirs => {
                        let value = format!("{} - {}", x + 1, y + 1);
                        let problem = Problem::NobodyWon;
                        return Err(InputError::new("results", value, problem, "1-0, 0-1"));
                    }
                    Some(([mine, theirs], _)) => {
                        decided += 1;
                        losers.push(if mine > theirs { y } else { x });
                        Some(if mine > theirs { x } else { y })
                    }
                },
                [x, y] => x.or(y),
                _ => None,
            });
        }
        // Those who lose a semifinal may meet for third place.
        if slots.len() == 4
            && let [x, y] = losers[..]
        {
            met.push([x, y]);
        }
        if !open.is_empty() {
            check_met(games, &met)?;
            if decided > 0 {
                let [x, y] = open[0];
                let value = format!("{} - {}", x + 1, y + 1);
                return Err(InputError::new("results", value, Problem::NotPlayedYet, "1-0, 0-1"));
            }
            let games = open.into_iter().enumerate().map(|(k, two)| sides(k, two)).collect();
            return Ok(EventRound { number, games, bye: None });
        }
        slots = next;
        number += 1;
    }
    check_met(games, &met)?;
    let allowed = format!("<= {}", number - 1);
    Err(InputError::new("results", number - 1, Problem::AllRoundsPlayed, allowed))
}

/// Refuses results of players who do not meet; those who can still meet stand last.
pub(super) fn check_met(games: &[SeededGame], met: &[[usize; 2]]) -> Result<(), InputError> {
    let known = |two: [usize; 2]| met.contains(&two) || met.contains(&[two[1], two[0]]);
    let Some(game) = games.iter().find(|game| !known(game.players)) else { return Ok(()) };
    let pair = |[x, y]: [usize; 2]| format!("{} - {}", x + 1, y + 1);
    let last = &met[met.len().saturating_sub(MOST_NAMED)..];
    let allowed: Vec<String> = last.iter().map(|two| pair(*two)).collect();
    let allowed = allowed.join(", ");
    Err(InputError::new("results", pair(game.players), Problem::DoNotMeet, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(first: usize, second: usize) -> SeededGame {
        SeededGame { players: [first, second], points: [2, 0] }
    }

    #[test]
    fn a_knockout_goes_on_with_its_winners() {
        let semifinals = next_rounds(Format::Knockout, 4, &[], &[]).unwrap();
        assert_eq!(semifinals[0].games, [[0, 3], [2, 1]]);
        let played = [won(3, 0), won(2, 1)];
        let last = next_rounds(Format::Knockout, 4, &played, &[]).unwrap();
        assert_eq!((last[0].number, &last[0].games), (2, &vec![[3, 2]]));
        let refused = |games: &[SeededGame]| {
            next_rounds(Format::Knockout, 4, games, &[]).unwrap_err().problem
        };
        assert_eq!(refused(&played[..1]), Problem::NotPlayedYet);
        assert_eq!(refused(&[won(0, 3), won(3, 0)]), Problem::NobodyWon);
        let whole = [won(3, 0), won(2, 1), won(3, 2)];
        assert_eq!(refused(&whole), Problem::AllRoundsPlayed);
        // Whoever does not meet; those who lost a semifinal may.
        assert_eq!(refused(&[won(0, 1)]), Problem::DoNotMeet);
        assert_eq!(refused(&[&whole[..], &[won(3, 1)]].concat()), Problem::DoNotMeet);
        assert_eq!(refused(&[&whole[..], &[won(0, 1)]].concat()), Problem::AllRoundsPlayed);
    }

    #[test]
    fn a_swiss_round_follows_from_results() {
        let first = next_rounds(Format::Swiss { rounds: 2 }, 5, &[], &[]).unwrap();
        assert_eq!(first[0].bye, Some(4));
        let games: Vec<_> = first[0].games.iter().map(|&[x, y]| won(x, y)).collect();
        let second = &next_rounds(Format::Swiss { rounds: 2 }, 5, &games, &[]).unwrap()[0];
        assert_eq!(second.number, 2);
        assert!(second.bye.is_some_and(|rests| rests != 4));
        for [x, y] in &second.games {
            assert!(!games.iter().any(|game| game.players.contains(x) && game.players.contains(y)));
        }
        let more = [games, second.games.iter().map(|&[x, y]| won(x, y)).collect()].concat();
        let error = next_rounds(Format::Swiss { rounds: 2 }, 5, &more, &[]).unwrap_err();
        assert_eq!(error.problem, Problem::AllRoundsPlayed);
    }

    /// Who is still playing gets no points for it, and has not rested.
    #[test]
    fn a_swiss_round_that_is_not_over_is_not_paired() {
        let format = Format::Swiss { rounds: 4 };
        let paired = |players, games: &[SeededGame], rests: &[SeededRest]| {
            next_rounds(format, players, games, rests)
        };
        let first: Vec<_> = (0..4).map(|k| won(k, k + 4)).collect();
        assert_eq!(paired(8, &first, &[]).unwrap()[0].number, 2);
        let half = [&first[..], &[won(1, 0)]].concat();
        let error = paired(8, &half, &[]).unwrap_err();
        let told = (error.problem, error.value.as_str(), error.allowed.as_str());
        assert_eq!(told, (Problem::RoundNotOver, "2", "3, 4, 5, 6, 7, 8"));
        assert_eq!(paired(8, &first[..3], &[]).unwrap_err().problem, Problem::RoundNotOver);
        // Two who are known to have rested.
        let rest = |player, points| SeededRest { player, points };
        let rests = [rest(3, 1), rest(7, 2)];
        let round = &paired(8, &first[..3], &rests).unwrap()[0];
        assert_eq!((round.number, round.bye), (2, None));
        assert!(round.games.iter().any(|game| game.contains(&7) && !game.contains(&3)));
        // One of an odd number, whether it is said or not.
        let odd: Vec<_> = (0..3).map(|k| won(k, k + 3)).collect();
        let silent = paired(7, &odd, &[]).unwrap();
        assert_eq!(silent, paired(7, &odd, &[rest(6, 2)]).unwrap());
        assert_ne!(silent[0].bye, Some(6));
        assert_eq!(paired(7, &odd[..2], &[]).unwrap_err().problem, Problem::RoundNotOver);
    }

    #[test]
    fn a_league_has_all_its_rounds() {
        let rounds = next_rounds(Format::League { times: 2 }, 5, &[], &[]).unwrap();
        assert_eq!(rounds.len(), 10);
        let games: Vec<_> = rounds.iter().flat_map(|round| round.games.clone()).collect();
        for player in 0..5 {
            let firsts = games.iter().filter(|game| game[0] == player).count();
            assert_eq!((firsts, rounds.iter().filter(|r| r.bye == Some(player)).count()), (4, 2));
        }
    }
}
