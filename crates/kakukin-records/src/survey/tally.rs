//! Counts of games: those that say something about the first move, and the others.

use crate::{Ending, GameResult, Record};
use serde::{Deserialize, Serialize};

/// Games by their results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The first player won.
    pub first: u64,
    /// Drawn.
    pub draws: u64,
    /// The second player won.
    pub second: u64,
}

impl Tally {
    /// One game more.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::First => self.first += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Second => self.second += 1,
        }
    }

    /// All the games of another tally more.
    pub(crate) fn add_all(&mut self, other: Self) {
        self.first += other.first;
        self.draws += other.draws;
        self.second += other.second;
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.first + self.draws + self.second
    }

    /// The games that somebody won.
    pub fn decided(self) -> u64 {
        self.first + self.second
    }
}

/// Why a game is counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// Odds were given.
    Handicap,
    /// Won by a foul.
    Foul,
    /// Not played.
    Forfeit,
    /// Nobody won or drew.
    Nobody,
    /// Interrupted (中断).
    Interrupted,
    /// To be continued.
    Adjourned,
    /// Not over, or not said.
    Unknown,
}

impl Apart {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Handicap,
        Self::Foul,
        Self::Forfeit,
        Self::Nobody,
        Self::Interrupted,
        Self::Adjourned,
        Self::Unknown,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Handicap => "handicap",
            Self::Foul => "foul",
            Self::Forfeit => "forfeit",
            Self::Nobody => "nobody",
            Self::Interrupted => "interrupted",
            Self::Adjourned => "adjourned",
            Self::Unknown => "unknown",
        }
    }
}

/// Games counted apart, never as draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ApartTally {
    /// Odds were given.
    pub handicap: u64,
    /// Won by a foul of the opponent.
    pub fouls: u64,
    /// Not played.
    pub forfeits: u64,
    /// Nobody won or drew.
    pub nobody: u64,
    /// Interrupted (中断).
    pub interrupted: u64,
    /// To be continued.
    pub adjourned: u64,
    /// Not over, or not said.
    pub unknown: u64,
}

impl ApartTally {
    /// One game more.
    pub fn add(&mut self, apart: Apart) {
        *match apart {
            Apart::Handicap => &mut self.handicap,
            Apart::Foul => &mut self.fouls,
            Apart::Forfeit => &mut self.forfeits,
            Apart::Nobody => &mut self.nobody,
            Apart::Interrupted => &mut self.interrupted,
            Apart::Adjourned => &mut self.adjourned,
            Apart::Unknown => &mut self.unknown,
        } += 1;
    }

    /// All those of another one more.
    pub(crate) fn add_all(&mut self, other: Self) {
        self.handicap += other.handicap;
        self.fouls += other.fouls;
        self.forfeits += other.forfeits;
        self.nobody += other.nobody;
        self.interrupted += other.interrupted;
        self.adjourned += other.adjourned;
        self.unknown += other.unknown;
    }

    /// All of them.
    pub fn games(self) -> u64 {
        self.handicap
            + self.fouls
            + self.forfeits
            + self.nobody
            + self.interrupted
            + self.adjourned
            + self.unknown
    }
}

/// Which games count although they were not simply played to their end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counting {
    /// Wins by a foul.
    pub fouls: bool,
    /// Wins without play.
    pub forfeits: bool,
    /// Games with odds.
    pub handicap: bool,
}

impl Counting {
    /// The result of a game as it counts, or why it is counted apart.
    pub fn result(self, record: &Record) -> Result<GameResult, Apart> {
        if record.handicap && !self.handicap {
            return Err(Apart::Handicap);
        }
        match record.ending {
            Ending::Played(result) => Ok(result),
            Ending::Foul(winner) if self.fouls => Ok(winner.into()),
            Ending::Foul(_) => Err(Apart::Foul),
            Ending::Forfeit(winner) if self.forfeits => Ok(winner.into()),
            Ending::Forfeit(_) => Err(Apart::Forfeit),
            Ending::Nobody => Err(Apart::Nobody),
            Ending::Interrupted => Err(Apart::Interrupted),
            Ending::Adjourned => Err(Apart::Adjourned),
            Ending::Unknown => Err(Apart::Unknown),
        }
    }
}
