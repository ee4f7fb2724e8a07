//! `kakukin records`: the games of record files, one by one.

use super::read::{Records, counting, filter};
use crate::{
    args::RecordsArgs,
    failure::{Failure, say},
    output::{Format, Output},
};
use kakukin_records::{Counting, Plan, Record};
use kakukin_report::{ReadDocument, RecordDocument, games_csv_header, games_csv_row};
use std::{
    io::{self, BufWriter, Write},
    ops::ControlFlow,
};

pub(crate) fn run(args: RecordsArgs, output: &Output) -> Result<(), Failure> {
    let filter = filter(&args.records)?;
    let counting =
        counting(&args.records, Counting { fouls: true, forfeits: true, handicap: true })?;
    let plan = Plan { filter, counting, players: false, ..Plan::default() };
    let records = Records::new(&args.records, output.lang)?;
    let mut list = List { out: BufWriter::new(io::stdout().lock()), output, games: 0 };
    list.begin()?;
    let mut written = Ok(());
    let (_, read) = records.survey(plan, output, &mut |file, record, _| {
        written = list.game(file, record);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    // Games that are counted apart elsewhere are in this list like all others.
    let read = read.without_apart();
    records.write_list(&read, output.lang)?;
    list.end(&read)?;
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

/// The games, written as they are read.
struct List<'o> {
    out: BufWriter<io::StdoutLock<'static>>,
    output: &'o Output,
    games: u64,
}

impl List<'_> {
    fn begin(&mut self) -> io::Result<()> {
        match self.output.format {
            Format::Csv => self.out.write_all(games_csv_header().as_bytes()),
            Format::Json => write!(self.out, "{{\"schema\": \"kakukin/records/1\", \"games\": ["),
            Format::Text | Format::Jsonl => Ok(()),
        }
    }

    fn game(&mut self, file: &str, record: &Record) -> io::Result<()> {
        let document = RecordDocument::new(file, record);
        let separator = if self.games == 0 { "\n" } else { ",\n" };
        self.games += 1;
        match self.output.format {
            Format::Csv => self.out.write_all(games_csv_row(file, record).as_bytes()),
            Format::Text => self.out.write_all(document.text(self.output.lang).as_bytes()),
            Format::Json => {
                self.out.write_all(separator.as_bytes())?;
                Ok(serde_json::to_writer(&mut self.out, &document)?)
            }
            Format::Jsonl => {
                serde_json::to_writer(&mut self.out, &document)?;
                writeln!(self.out)
            }
        }
    }

    /// What was left out goes to the document, or to those who watch.
    fn end(&mut self, read: &ReadDocument) -> io::Result<()> {
        match self.output.format {
            Format::Json => {
                write!(self.out, "\n], \"read\": ")?;
                serde_json::to_writer(&mut self.out, read)?;
                writeln!(self.out, "}}")?;
            }
            Format::Text | Format::Csv | Format::Jsonl => {
                say(read.text(self.output.lang).trim_end());
            }
        }
        self.out.flush()
    }
}
