//! Logs counted into a table of rates.

use super::read::{LogsJob, LogsQuery, LogsRead};
use crate::{InputError, Problem, Source, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_logs::count_round;
use kakukin_mahjong::{Players, Table};
use std::ops::ControlFlow;

/// The most bytes of the file of a table.
pub const MAX_TABLE: u64 = 8 << 20;
/// How to make such a file, as a refusal shows it.
const FORM: &str = "kakukin mahjong table LOGS `output` table.json";

query! {
    /// What is counted.
    pub struct PlayTableQuery {
        /// How logs are read.
        part logs LogsQuery,
        /// How many play: games of others are left out.
        number players "3|4",
    }
}

/// A table that can be counted.
#[derive(Debug, Clone)]
pub struct PlayTableJob {
    logs: LogsJob,
    players: Players,
}

/// A table that another run has written.
#[derive(Debug, Clone)]
pub struct PlayTablePart(Table);

impl PlayTablePart {
    /// Reads what a file of this name holds, and believes nothing of it.
    pub fn read(name: &str, json: &[u8]) -> Result<Self, InputError> {
        let table: Result<Table, _> = serde_json::from_slice(json);
        table.map(Self).map_err(|error| {
            let value = format!("{name}: {error}");
            InputError::new("merge", value, BadValue::BadForm, FORM)
        })
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.0
    }
}

impl PlayTableQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<PlayTableJob, InputError> {
        let players = self.players.as_deref().map_or(Ok(Players::Four), str::parse)?;
        Ok(PlayTableJob { logs: self.logs.job()?, players })
    }
}

impl PlayTableJob {
    /// Counts the logs of a source, if there is one, and adds what other runs have counted.
    pub fn run(
        &self,
        parts: &[PlayTablePart],
        source: Option<&dyn Source>,
        watch: &dyn Watch,
    ) -> Result<(Table, LogsRead), InputError> {
        let mut table = Table::new(self.players);
        let read = match source {
            None => LogsRead::default(),
            Some(source) => self.logs.rounds(source, watch, &mut |_, _, _, replay, round| {
                let fault = count_round(&mut table, replay, round).err();
                (fault, ControlFlow::Continue(()))
            })?,
        };
        for part in parts {
            table.merge(part.table())?;
        }
        if table.rounds() == 0 {
            let value = source.map_or_else(String::new, Source::named);
            return Err(InputError::new("files", value, Problem::NoRounds, FORM));
        }
        Ok((table, read))
    }
}
