//! A list of games, written one by one as they are read.

use super::games::{RecordDocument, games_csv_header, games_csv_row, read_text};
use crate::{Document, Lang, schema::RecordsDocument};
use kakukin_records::{ReadSummary, Record};
use std::{
    io::{self, Write},
    ops::ControlFlow,
};

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
    /// Whether everything could be written so far.
    written: io::Result<()>,
}

impl<W: Write> GameList<W> {
    /// A list without games.
    pub fn new(mut out: W, format: GameFormat, lang: Lang) -> Self {
        let written = match format {
            GameFormat::Csv => out.write_all(games_csv_header().as_bytes()),
            GameFormat::Json => {
                write!(out, "{{\"schema\": \"{}\", \"games\": [", RecordsDocument::SCHEMA)
            }
            GameFormat::Text | GameFormat::Jsonl => Ok(()),
        };
        Self { out, format, lang, games: 0, written }
    }

    /// One game more. Says whether it could be written.
    pub fn add(&mut self, file: &str, record: &Record) -> ControlFlow<()> {
        if self.written.is_ok() {
            self.written = self.write(file, record);
        }
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn write(&mut self, file: &str, record: &Record) -> io::Result<()> {
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

    /// Why not everything could be written, once.
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))
    }

    /// What was read, in words for those who watch, where the list itself does not have it.
    pub fn words(&self, read: &ReadSummary) -> Option<String> {
        (self.format != GameFormat::Json).then(|| read_text(read, self.lang))
    }

    /// Ends the list.
    pub fn end(mut self, read: &ReadSummary) -> io::Result<W> {
        self.check()?;
        if self.format == GameFormat::Json {
            write!(self.out, "\n], \"read\": ")?;
            serde_json::to_writer(&mut self.out, read)?;
            writeln!(self.out, "}}")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}
