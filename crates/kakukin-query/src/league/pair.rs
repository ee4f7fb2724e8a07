//! The next round of an event, from its players and the results so far.

use super::{
    event::{USUAL_SPREAD, check_stages, typical},
    field::read_players,
};
use crate::{InputError, Problem, fields::query};
use kakukin_core::{BadValue, as_seen};
use kakukin_league::{
    Entrant, EventRound, Format, MAX_EVENT_PLAYERS, SeededGame, Seeding, Stages, next_rounds,
};
use kakukin_records::{Collected, Ending, Reading, Record, Side, read};
use std::collections::BTreeMap;

query! {
    /// Which round is paired.
    pub struct EventPairQuery {
        /// The file of the players and their ratings.
        word entrants "PLAYERS",
        /// What is played: `league`, `swiss:N`, `knockout`.
        text stages "STAGES",
        /// The games played so far: a table or a tournament report.
        text results "FILE",
        /// Who is which seed.
        text seeding "rating|listed",
        /// So many players of a typical field.
        number field "N",
    }
}

/// A round that can be paired.
#[derive(Debug, Clone)]
pub struct EventPairJob {
    players: Vec<Entrant>,
    format: Format,
    games: Vec<SeededGame>,
}

/// What was paired.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedRounds {
    /// The players, by seed.
    pub players: Vec<Entrant>,
    /// What is played.
    pub format: Format,
    /// The games so far.
    pub games: Vec<SeededGame>,
    /// The rounds that can be played now.
    pub rounds: Vec<EventRound>,
}

impl EventPairQuery {
    /// Refuses what can be known to be wrong before files are read.
    pub fn check(&self) -> Result<(), InputError> {
        self.seeding()?;
        self.format().map(|_| ())
    }

    fn seeding(&self) -> Result<Seeding, InputError> {
        match self.seeding.as_deref().map_or(Ok(Seeding::Rating), str::parse)? {
            // Another lot with every round would be another tournament.
            Seeding::Lot => {
                Err(InputError::new("seeding", "lot", BadValue::Unknown, "rating, listed"))
            }
            seeding => Ok(seeding),
        }
    }

    /// Checks everything. `content` reads the file that a field names.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<EventPairJob, E> {
        let format = self.format()?;
        let seeding = self.seeding()?;
        let mut players = match (&self.entrants, &self.field) {
            (Some(file), None) => {
                read_players(&content("entrants", file)?, file, MAX_EVENT_PLAYERS)?
            }
            (None, Some(count)) => typical(count, USUAL_SPREAD)?,
            (Some(_), Some(count)) => {
                return Err(InputError::new("field", count, BadValue::Conflict, "PLAYERS").into());
            }
            (None, None) => {
                let allowed = "players.csv";
                return Err(InputError::new("entrants", "", BadValue::Missing, allowed).into());
            }
        };
        if seeding == Seeding::Rating {
            players.sort_by(|x, y| y.elo.total_cmp(&x.elo));
        }
        check_stages(&self.stages_of()?, players.len())?;
        let games = match &self.results {
            None => Vec::new(),
            Some(file) => results(&content("results", file)?, file, &players)?,
        };
        Ok(EventPairJob { players, format, games })
    }

    fn stages_of(&self) -> Result<Stages, InputError> {
        let Some(stages) = &self.stages else {
            let allowed = "`stages` league, league*2, swiss:N, knockout";
            return Err(InputError::new("stages", "", BadValue::Missing, allowed));
        };
        Ok(stages.parse()?)
    }

    fn format(&self) -> Result<Format, InputError> {
        let stages = self.stages_of()?;
        match stages.stages() {
            [stage] => Ok(stage.format),
            _ => {
                let allowed = "league, league*2, swiss:N, knockout";
                Err(InputError::new("stages", &stages, BadValue::OneNumber, allowed))
            }
        }
    }
}

/// The games of a table or a report between these players.
fn results(bytes: &[u8], file: &str, players: &[Entrant]) -> Result<Vec<SeededGame>, InputError> {
    let refuse = |value: &str, problem: Problem, allowed: &str| {
        InputError::new("results", value, problem, allowed)
    };
    let form = "CSV: first,second,result; TRF";
    let mut found = Collected::default();
    read(file, bytes, &Reading::default(), &mut found)
        .map_err(|_| refuse(file, BadValue::BadForm.into(), form))?;
    if found.games.is_empty() && !bytes.trim_ascii().is_empty() {
        let only_byes = found.skipped.iter().all(|skip| skip.why == kakukin_records::Why::Bye);
        if !only_byes {
            return Err(refuse(file, BadValue::BadForm.into(), form));
        }
    }
    let seeds: BTreeMap<String, usize> =
        players.iter().enumerate().map(|(k, player)| (as_seen(&player.name), k)).collect();
    let seed = |name: &str| {
        let known = seeds.get(&as_seen(name)).copied();
        known.ok_or_else(|| refuse(name, Problem::NotInDataSet, "PLAYERS"))
    };
    let mut games = Vec::new();
    for record in &found.games {
        let Some(points) = points(record) else { continue };
        let two = [seed(&record.first.name)?, seed(&record.second.name)?];
        if two[0] == two[1] {
            return Err(refuse(&record.first.name, Problem::SamePlayer, form));
        }
        games.push(SeededGame { players: two, points });
    }
    Ok(games)
}

/// Half points of both; nothing for a game that is not over.
fn points(record: &Record) -> Option<[i64; 2]> {
    use kakukin_records::GameResult;
    let won = |side| if side == Side::First { [2, 0] } else { [0, 2] };
    match record.ending {
        Ending::Played(GameResult::First) => Some([2, 0]),
        Ending::Played(GameResult::Draw) => Some([1, 1]),
        Ending::Played(GameResult::Second) => Some([0, 2]),
        Ending::Foul(side) | Ending::Forfeit(side) => Some(won(side)),
        Ending::Nobody => Some([0, 0]),
        Ending::Interrupted | Ending::Adjourned | Ending::Unknown => None,
    }
}

impl EventPairJob {
    /// Pairs.
    pub fn run(&self) -> Result<PairedRounds, InputError> {
        let Self { players, format, games } = self.clone();
        let rounds = next_rounds(format, players.len(), &games)?;
        Ok(PairedRounds { players, format, games, rounds })
    }
}
