//! The commands that do one thing to a record and print what it has come to.

use super::file;
use crate::{
    InputError,
    args::{LiveAddArgs, LiveCommand},
    clock,
    failure::Failure,
    output::Output,
};
use kakukin_core::BadValue;
use kakukin_query::{LiveStart, add_results};
use kakukin_report::{LiveDocument, LiveRecord, ReportedResult};

pub(super) fn run(command: LiveCommand, path: &str, output: &Output) -> Result<(), Failure> {
    match command {
        LiveCommand::New(start) => new(&start, path, output),
        LiveCommand::Add(args) => add(&args, path, output),
        LiveCommand::Undo(args) => {
            let note = args.note(clock::now()?);
            change(path, output, |record| Ok(record.undo(&note)?))
        }
        LiveCommand::Show(_) => show(&file::read(path, output.lang)?, output),
        LiveCommand::Audit(_) => {
            let document = LiveDocument::new(&file::read(path, output.lang)?);
            output.document(&document, LiveDocument::audit_text, LiveDocument::audit_csv)
        }
    }
}

fn new(start: &LiveStart, path: &str, output: &Output) -> Result<(), Failure> {
    let (record, note) = start.record(clock::now()?, output.lang)?;
    file::create(path, &record)?;
    output.note(note.as_deref());
    show(&record, output)
}

fn add(args: &LiveAddArgs, path: &str, output: &Output) -> Result<(), Failure> {
    if args.result.is_empty() {
        return Err(
            InputError::new("result", "", BadValue::Missing, ReportedResult::ALLOWED).into()
        );
    }
    let note = args.note.note(clock::now()?);
    change(path, output, |record| add_results(record, &args.result, &note))
}

/// Changes the record, and says so when it is safe.
fn change(
    path: &str,
    output: &Output,
    change: impl FnOnce(&mut LiveRecord) -> Result<(), kakukin_query::InputError>,
) -> Result<(), Failure> {
    let mut from = 0;
    let record = file::update(path, output.lang, |record| {
        from = record.entries().len() as u32 + 1;
        change(record).map_err(|error| about(path, error).into())
    })?;
    let document = LiveDocument::new(&record);
    let text = |document: &LiveDocument, lang| {
        document.confirmation(from, lang) + "\n" + &document.text(lang)
    };
    output.document(&document, text, LiveDocument::csv)
}

/// A record does not know the name of its file.
pub(super) fn about(path: &str, error: impl Into<InputError>) -> InputError {
    let error = error.into();
    if error.field == "file" { InputError { value: path.into(), ..error } } else { error }
}

fn show(record: &LiveRecord, output: &Output) -> Result<(), Failure> {
    output.document(&LiveDocument::new(record), LiveDocument::text, LiveDocument::csv)
}
