//! `kakukin event`: who wins a whole event, and how long it takes.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    args::{EventArgs, EventCommand, EventStudyArgs},
    failure::Failure,
    output::Output,
    threads,
};
use kakukin_query::MAX_ESTIMATE;
use kakukin_report::EventStudyDocument;

pub(crate) fn run(args: EventArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        EventCommand::Study(args) => study(&args, output),
    }
}

fn study(args: &EventStudyArgs, output: &Output) -> Result<(), Failure> {
    let pool = threads::pool(args.threads.as_deref())?;
    let job = args.query.job(|field, file| content(field, file, output))?;
    let outcome = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = EventStudyDocument::new(&outcome);
    output.document(&document, EventStudyDocument::text, EventStudyDocument::csv)
}

/// A file that a field names.
fn content(field: &'static str, file: &str, output: &Output) -> Result<Vec<u8>, Failure> {
    let most = if field == "from" { MAX_ESTIMATE } else { MAX_TABLE_BYTES };
    Ok(input::file(field, file, most, output.lang)?)
}
