//! `kakukin records`: the games of record files, one by one.

use super::read::Records;
use crate::{
    args::RecordsArgs,
    failure::{Failure, say},
    output::{Format, Output},
};
use kakukin_report::{GameFormat, GameList};
use std::io::{self, BufWriter};

pub(crate) fn run(args: RecordsArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let records = Records::new(&args.files, output.lang)?;
    let format = match output.format {
        Format::Text => GameFormat::Text,
        Format::Csv => GameFormat::Csv,
        Format::Json => GameFormat::Json,
        Format::Jsonl => GameFormat::Jsonl,
    };
    let mut list = GameList::new(BufWriter::new(io::stdout().lock()), format, output.lang);
    let read = output.watched(|progress| {
        job.run(&records, progress, u64::MAX, |file, record| list.add(file, record))
    })?;
    list.check()?;
    records.write_list(&read, output.lang)?;
    if let Some(words) = list.words(&read) {
        say(words.trim_end());
    }
    list.end(&read)?;
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}
