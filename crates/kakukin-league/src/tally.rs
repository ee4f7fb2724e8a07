//! The games of a league, counted: who met whom, on which side, with which results. The games
//! themselves are not kept, so that any number of them takes the room of their pairings.

use crate::{InputError, Problem};
use kakukin_core::{BadValue, GameResult};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The most players of one league.
pub const MAX_PLAYERS: usize = 10_000;
/// The most games of one league.
pub const MAX_GAMES: u64 = 1_000_000;

/// One game that was played, by the numbers of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Played {
    /// The first player.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// How it ended.
    pub result: GameResult,
}

/// Wins, draws and losses of one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WinsDrawsLosses"))]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Record {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games, seen by the opponent.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Players by number, in the order in which they came, and the results of every ordered pair.
///
/// ```
/// use kakukin_league::{GameResult, Played, Tally};
/// let mut tally = Tally::new();
/// let (first, second) = (tally.player("Ann")?, tally.player("Ben")?);
/// tally.add(Played { first, second, result: GameResult::First })?;
/// assert_eq!(tally.as_first(first, second).wins, 1);
/// # Ok::<(), kakukin_league::InputError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Tally {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    pairs: BTreeMap<(usize, usize), Record>,
    games: u64,
    /// Half points without an opponent.
    byes: BTreeMap<usize, u64>,
}

impl Tally {
    /// No players and no games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of the player of this name, who joins if he is new.
    pub fn player(&mut self, name: &str) -> Result<usize, InputError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len();
        if number == MAX_PLAYERS {
            let allowed = format!("<= {MAX_PLAYERS}");
            return Err(InputError::new("players", number + 1, Problem::TooManyPlayers, allowed));
        }
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        Ok(number)
    }

    /// Counts one game.
    pub fn add(&mut self, game: Played) -> Result<(), InputError> {
        let Played { first, second, result } = game;
        let known = format!("0..{}", self.names.len());
        for player in [first, second] {
            if player >= self.names.len() {
                return Err(InputError::new("player", player, BadValue::OutOfRange, known));
            }
        }
        if first == second {
            let name = &self.names[first];
            return Err(InputError::new("player", name, Problem::SamePlayer, "FIRST, SECOND"));
        }
        if self.games == MAX_GAMES {
            let allowed = format!("<= {MAX_GAMES}");
            return Err(InputError::new("games", self.games + 1, Problem::TooManyGames, allowed));
        }
        self.games += 1;
        let record = self.pairs.entry((first, second)).or_default();
        match result {
            GameResult::First => record.wins += 1,
            GameResult::Draw => record.draws += 1,
            GameResult::Second => record.losses += 1,
        }
        Ok(())
    }

    /// Half points for rounds without an opponent. They are no games: traditional points count
    /// them, and epsilon points are what could be expected of a game between equals, zero.
    pub fn add_bye(&mut self, player: usize, half_points: u64) -> Result<(), InputError> {
        if player >= self.names.len() {
            let known = format!("0..{}", self.names.len());
            return Err(InputError::new("player", player, BadValue::OutOfRange, known));
        }
        let sum = self.byes.entry(player).or_default();
        *sum = sum.saturating_add(half_points);
        Ok(())
    }

    /// A player's half points without an opponent.
    pub fn byes(&self, player: usize) -> u64 {
        self.byes.get(&player).copied().unwrap_or_default()
    }

    /// The names of the players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The results of one player as first against another.
    pub fn as_first(&self, first: usize, second: usize) -> Record {
        self.pairs.get(&(first, second)).copied().unwrap_or_default()
    }

    /// Every ordered pair that met, with the results of the first player.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], Record)> + '_ {
        self.pairs.iter().map(|(&(first, second), &record)| ([first, second], record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals() {
        let mut tally = Tally::new();
        let ann = tally.player("Ann").unwrap();
        let game = |first, second| Played { first, second, result: GameResult::Draw };
        assert_eq!(tally.add(game(ann, ann)).unwrap_err().problem, Problem::SamePlayer);
        assert_eq!(tally.add(game(ann, 1)).unwrap_err().problem, BadValue::OutOfRange);
        for number in 1..MAX_PLAYERS {
            tally.player(&number.to_string()).unwrap();
        }
        assert_eq!(tally.player("one more").unwrap_err().problem, Problem::TooManyPlayers);
        assert_eq!(tally.player("Ann").unwrap(), ann);
        for _ in 0..MAX_GAMES {
            tally.add(game(0, 1)).unwrap();
        }
        assert_eq!(tally.add(game(0, 1)).unwrap_err().problem, Problem::TooManyGames);
        assert_eq!((tally.games(), tally.as_first(0, 1).draws), (MAX_GAMES, MAX_GAMES));
    }
}
