//! `kakukin records`: the games of record files, one by one.

use super::read::Records;
use crate::{
    args::RecordsArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
};
use kakukin_query::RecordsJob;
use kakukin_report::{GameFormat, GameList, survey_json, survey_words};
use std::{
    io::{self, BufWriter},
    path::Path,
};

pub(crate) fn run(args: RecordsArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let records = Records::new(&args.files, output.lang)?;
    if let Some(file) = &args.survey {
        return survey(&job, &records, file, output);
    }
    let out = BufWriter::new(io::stdout().lock());
    let mut list = GameList::new(out, list_format(output), output.lang);
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

/// How a list is written piece by piece.
pub(super) fn list_format(output: &Output) -> GameFormat {
    match output.format {
        Format::Text => GameFormat::Text,
        Format::Csv => GameFormat::Csv,
        Format::Json => GameFormat::Json,
        Format::Jsonl => GameFormat::Jsonl,
    }
}

/// Writes what an estimate can be put together from; nothing if not all was read.
fn survey(job: &RecordsJob, records: &Records, file: &str, output: &Output) -> Result<(), Failure> {
    records.refuse_to_replace("survey", file)?;
    check_place(Path::new(file))?;
    let part = output.watched(|progress| job.survey(records, progress))?;
    if !part.read.complete {
        return Err(Failure::Interrupted);
    }
    write_whole(Path::new(file), survey_json(&part).as_bytes())?;
    records.write_list(&part.read, output.lang)?;
    say(survey_words(&part, file, output.lang).trim_end());
    Ok(())
}
