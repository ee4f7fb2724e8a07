//! The games of records, one by one.

use super::{
    RecordFields,
    source::{Source, survey},
};
use crate::{InputError, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_records::{Counting, Plan, Reading, Record};
use kakukin_report::{
    Document, Lang, ReadDocument, RecordDocument, games_csv_header, games_csv_row,
    schema::RecordsDocument,
};
use std::{
    io::{self, Write},
    ops::ControlFlow,
};

query! {
    /// Which games are listed.
    pub struct RecordsQuery {
        /// How records are read, and which of their games count.
        part records RecordFields,
    }
}

/// A list that can be made.
#[derive(Debug, Clone)]
pub struct RecordsJob {
    plan: Plan,
    how: Reading,
}

impl RecordsQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<RecordsJob, InputError> {
        let all = Counting { fouls: true, forfeits: true, handicap: true };
        let filter = self.records.filter()?;
        let counting = self.records.counting(all)?;
        let plan = Plan { filter, counting, players: false, ..Plan::default() };
        Ok(RecordsJob { plan, how: self.records.reading()? })
    }
}

impl RecordsJob {
    /// Writes the games as they are read, at most so many, and says what was read. The list is
    /// not ended, so that something can be done before that.
    pub fn answer<W: Write>(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
        list: &mut GameList<W>,
        most: u64,
    ) -> Result<io::Result<ReadDocument>, InputError> {
        let mut written = list.begin();
        if let Err(error) = written {
            return Ok(Err(error));
        }
        let mut each = |file: &str, record: &Record, _| {
            if list.games < most {
                written = list.game(file, record);
            } else {
                list.games += 1;
            }
            let go_on = written.is_ok() && list.games <= most;
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (_, read) = survey(source, self.how, self.plan.clone(), watch, &mut each)?;
        if list.games > most {
            return Err(InputError::new("games", list.games, BadValue::TooMany, most));
        }
        // Games that are counted apart elsewhere are in this list like all others.
        Ok(written.map(|()| read.without_apart()))
    }
}

/// How a list of games is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameFormat {
    /// A line each.
    Text,
    /// A table.
    Csv,
    /// One document.
    Json,
    /// A document each.
    Jsonl,
}

/// Games written one by one.
#[derive(Debug)]
pub struct GameList<W> {
    out: W,
    format: GameFormat,
    lang: Lang,
    games: u64,
}

impl<W: Write> GameList<W> {
    /// Nothing yet.
    pub fn new(out: W, format: GameFormat, lang: Lang) -> Self {
        Self { out, format, lang, games: 0 }
    }

    fn begin(&mut self) -> io::Result<()> {
        match self.format {
            GameFormat::Csv => self.out.write_all(games_csv_header().as_bytes()),
            GameFormat::Json => {
                write!(self.out, "{{\"schema\": \"{}\", \"games\": [", RecordsDocument::SCHEMA)
            }
            GameFormat::Text | GameFormat::Jsonl => Ok(()),
        }
    }

    fn game(&mut self, file: &str, record: &Record) -> io::Result<()> {
        let document = RecordDocument::new(file, record);
        let separator = if self.games == 0 { "\n" } else { ",\n" };
        self.games += 1;
        match self.format {
            GameFormat::Csv => self.out.write_all(games_csv_row(file, record).as_bytes()),
            GameFormat::Text => self.out.write_all(document.text(self.lang).as_bytes()),
            GameFormat::Json => {
                self.out.write_all(separator.as_bytes())?;
                Ok(serde_json::to_writer(&mut self.out, &document)?)
            }
            GameFormat::Jsonl => {
                serde_json::to_writer(&mut self.out, &document)?;
                writeln!(self.out)
            }
        }
    }

    /// What was read, in words for those who watch, where the list itself does not have it.
    pub fn words(&self, read: &ReadDocument) -> Option<String> {
        (self.format != GameFormat::Json).then(|| read.text(self.lang))
    }

    /// Ends the list.
    pub fn end(mut self, read: &ReadDocument) -> io::Result<W> {
        if self.format == GameFormat::Json {
            write!(self.out, "\n], \"read\": ")?;
            serde_json::to_writer(&mut self.out, read)?;
            writeln!(self.out, "}}")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}
