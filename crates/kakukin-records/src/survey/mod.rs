//! Many games surveyed in bounded memory: how often the first player won, in all and in
//! groups, and who beat whom.

use crate::InputError;
use kakukin_core::BadValue;
mod part;
mod players;
mod tally;

use crate::{Date, GameResult, MAX_RATING, Player, Record};
pub use part::{BadPart, GroupsPart, PlayersPart, SurveyPart};
pub use players::{MAX_NAMES, MAX_PAIRS, Pair, Players};
use serde::{Deserialize, Serialize, Serializer};
use std::{collections::BTreeMap, fmt, str::FromStr};
pub use tally::{Apart, ApartTally, Counting, Tally};

/// The most groups of one kind; what comes after them is counted together.
pub const MAX_GROUPS: usize = 10_000;

/// What games can be grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Tournament.
    Event,
    /// Year.
    Year,
    /// Mean rating of the two players.
    Rating,
    /// Opening, starting position or komi.
    Opening,
    /// File.
    File,
    /// Folder or archive.
    Folder,
}

impl By {
    /// Everything that games can be grouped by.
    pub const ALL: [Self; 6] =
        [Self::Event, Self::Year, Self::Rating, Self::Opening, Self::File, Self::Folder];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Year => "year",
            Self::Rating => "rating",
            Self::Opening => "opening",
            Self::File => "file",
            Self::Folder => "folder",
        }
    }
}

impl FromStr for By {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = Self::ALL.into_iter().find(|by| by.name() == text);
        known.ok_or_else(|| {
            InputError::new(
                "by",
                text,
                BadValue::Unknown,
                "event, year, rating, opening, file, folder",
            )
        })
    }
}

/// Which games are wanted. What a record does not say does not meet a condition.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Played on this day or later.
    pub since: Option<Date>,
    /// Played on this day or before.
    pub until: Option<Date>,
    /// Both players rated at least so.
    pub min_rating: Option<f64>,
    /// Both players rated at most so.
    pub max_rating: Option<f64>,
    /// The ratings of both players at most so far apart.
    pub max_difference: Option<f64>,
    /// The event contains this.
    pub event: Option<String>,
    /// One of the players is this one.
    pub player: Option<String>,
}

impl Filter {
    /// Whether a game is wanted.
    pub fn wants(&self, record: &Record) -> bool {
        let dated = |meets: &dyn Fn(Date) -> bool| record.date.is_some_and(meets);
        let rated = |meets: &dyn Fn(f64) -> bool| {
            [&record.first, &record.second].iter().all(|player| player.rating.is_some_and(meets))
        };
        self.since.is_none_or(|day| dated(&|date| date >= day))
            && self.until.is_none_or(|day| dated(&|date| date.latest() <= day.latest()))
            && self.min_rating.is_none_or(|least| rated(&|rating| rating >= least))
            && self.max_rating.is_none_or(|most| rated(&|rating| rating <= most))
            && self.max_difference.is_none_or(|most| {
                let lead = record.first.rating.zip(record.second.rating);
                lead.is_some_and(|(first, second)| (first - second).abs() <= most)
            })
            && self.event.as_ref().is_none_or(|event| record.event.contains(event.as_str()))
            && self
                .player
                .as_ref()
                .is_none_or(|name| record.first.name == *name || record.second.name == *name)
    }
}

/// What a survey shall find.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Which games are wanted.
    pub filter: Filter,
    /// Which of them count.
    pub counting: Counting,
    /// The groups.
    pub by: Vec<By>,
    /// The width of a band of ratings.
    pub band: u32,
    /// Whether to remember who beat whom.
    pub players: bool,
    /// Whether forfeits count, where they do, although nobody knows who would have been first.
    pub sideless: bool,
    /// Whether the same game counts as often as it comes.
    pub keep_duplicates: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            counting: Counting::default(),
            by: Vec::new(),
            band: 200,
            players: true,
            sideless: false,
            keep_duplicates: false,
        }
    }
}

/// How a game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// By its result.
    As(GameResult),
    /// Apart.
    Apart(Apart),
    /// It is not wanted.
    Unwanted,
}

/// The games of one kind of group.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups {
    /// By name, or by the lower end of a band as a number.
    pub tallies: BTreeMap<Key, Tally>,
    /// Those that the record does not say it of.
    pub unsaid: Tally,
    /// Those that came after [`MAX_GROUPS`] groups.
    pub others: Tally,
}

/// What a group is called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A year, or the lower end of a band of ratings.
    Number(i64),
    /// A name.
    Name(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What was found in all games so far.
#[derive(Debug, Clone)]
pub struct Survey {
    plan: Plan,
    /// All games that count.
    pub all: Tally,
    /// Games counted apart.
    pub apart: ApartTally,
    /// Games that were not wanted.
    pub unwanted: u64,
    /// In the order of the plan.
    pub groups: Vec<(By, Groups)>,
    /// Who beat whom.
    pub players: Players,
    /// Half points without an opponent (byes), by player: they count in standings.
    pub byes: BTreeMap<String, u64>,
}

impl Survey {
    /// Nothing yet.
    pub fn new(plan: Plan) -> Self {
        let groups = plan.by.iter().map(|by| (*by, Groups::default())).collect();
        let (all, apart) = (Tally::default(), ApartTally::default());
        Self {
            plan,
            all,
            apart,
            unwanted: 0,
            groups,
            players: Players::default(),
            byes: BTreeMap::new(),
        }
    }

    /// What it shall find.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// So many half points for a round without an opponent.
    pub(crate) fn add_bye(&mut self, player: &str, half_points: u64) {
        if half_points == 0 || player.is_empty() {
            return;
        }
        if let Some(points) = self.byes.get_mut(player) {
            *points += half_points;
        } else if self.byes.len() < MAX_NAMES {
            self.byes.insert(player.to_string(), half_points);
        }
    }

    /// One game more. Says how it counts.
    pub fn add(&mut self, record: &Record) -> Counted {
        self.add_from("", record)
    }

    /// One game more, of this file. Says how it counts.
    pub fn add_from(&mut self, file: &str, record: &Record) -> Counted {
        if !self.plan.filter.wants(record) {
            self.unwanted += 1;
            return Counted::Unwanted;
        }
        let sides_count = self.plan.sideless || !record.is_sideless;
        let result = match self.plan.counting.result(record) {
            Ok(result) if sides_count => result,
            counted => {
                let apart = counted.err().unwrap_or(Apart::Forfeit);
                self.apart.add(apart);
                return Counted::Apart(apart);
            }
        };
        self.all.add(result);
        for (by, groups) in &mut self.groups {
            groups.add(by.key(file, record, self.plan.band), result);
        }
        if self.plan.players {
            self.players.add_game(&record.first, &record.second, result);
        }
        Counted::As(result)
    }
}

impl Groups {
    fn add(&mut self, key: Option<Key>, result: GameResult) {
        let full = self.tallies.len() >= MAX_GROUPS;
        let tally = match key {
            None => &mut self.unsaid,
            Some(key) if full => self.tallies.get_mut(&key).unwrap_or(&mut self.others),
            Some(key) => self.tallies.entry(key).or_default(),
        };
        tally.add(result);
    }
}

impl By {
    pub(crate) fn key(self, file: &str, record: &Record, band: u32) -> Option<Key> {
        let name = |text: &str| (!text.is_empty()).then(|| Key::Name(text.to_string()));
        match self {
            Self::Event => name(&record.event),
            Self::Opening => name(&record.opening),
            Self::File => name(file),
            // What is in no folder is where one is: `.`.
            Self::Folder if file.is_empty() => None,
            Self::Folder => {
                let is_separator = |c| c == '/' || c == std::path::MAIN_SEPARATOR;
                name(file.rsplit_once(is_separator).map_or(".", |(folder, _)| folder))
            }
            Self::Year => record.date.map(|date| Key::Number(i64::from(date.year()))),
            Self::Rating => {
                let rating = |player: &Player| player.rating.filter(|r| r.abs() <= MAX_RATING);
                let mean = (rating(&record.first)? + rating(&record.second)?) / 2.0;
                let band = f64::from(band.max(1));
                Some(Key::Number(((mean / band).floor() * band) as i64))
            }
        }
    }
}

#[cfg(test)]
mod tests;
