//! The commands that do one thing to a record and print its new state.

use super::{file, holder::Holder};
use crate::{
    InputError,
    args::{LiveAddArgs, LiveCommand},
    clock,
    failure::{Failure, say},
    output::Output,
    threads,
};
use kakukin_core::BadValue;
use kakukin_query::{LiveChange, LiveStart, NoteFields};
use kakukin_report::{Lang, LiveDocument, recommended_note, sanitize, translate_with};
use kakukin_series::{LiveRecord, ReportedResult};

pub(super) fn run(command: LiveCommand, path: &str, output: &Output) -> Result<(), Failure> {
    match command {
        LiveCommand::New(start) => new(&start, path, output),
        LiveCommand::Add(args) => add(args, path, output),
        LiveCommand::Undo(note) => undo(note, path, output),
        LiveCommand::Show(_) => show(&file::read(path, output.lang)?, output),
        LiveCommand::Audit(_) => {
            let document = LiveDocument::new(file::read(path, output.lang)?.state());
            let text = |document: &LiveDocument, lang| document.audit_text(lang, clock::local);
            output.document(&document, text, LiveDocument::audit_csv)
        }
    }
}

fn new(start: &LiveStart, path: &str, output: &Output) -> Result<(), Failure> {
    let job = start.job(clock::now()?)?;
    let pool = threads::pool(None)?;
    let begun = output.watched(|progress| pool.install(|| job.run(progress)))?;
    file::create(path, &begun.record, &waiting(path, output.lang))?;
    output.preset(job.preset());
    let note = begun.proposed.as_ref().map(|rule| recommended_note(rule, output.lang));
    output.note(note.as_deref());
    show(&begun.record, output)
}

fn add(args: LiveAddArgs, path: &str, output: &Output) -> Result<(), Failure> {
    if args.result.is_empty() {
        return Err(
            InputError::new("result", "", BadValue::Missing, ReportedResult::ALLOWED).into()
        );
    }
    change(LiveChange { result: args.result, undo: false, note: args.note }, path, output)
}

fn undo(note: NoteFields, path: &str, output: &Output) -> Result<(), Failure> {
    change(LiveChange { result: Vec::new(), undo: true, note }, path, output)
}

/// Changes the record, and says so when it is safe.
fn change(change: LiveChange, path: &str, output: &Output) -> Result<(), Failure> {
    let (job, mut from) = (change.job(clock::now()?), 0);
    let record = file::update(path, output.lang, &waiting(path, output.lang), |record| {
        from = record.entries().len() as u32 + 1;
        job.apply(record).map_err(|error| about(path, error).into())
    })?;
    let document = LiveDocument::new(record.state());
    let text = |document: &LiveDocument, lang| {
        document.confirmation(from, lang) + "\n" + &document.text(lang)
    };
    output.document(&document, text, LiveDocument::csv)
}

/// Says for whom the command waits.
fn waiting(path: &str, lang: Lang) -> impl Fn(Option<&Holder>) {
    move |holder| {
        let (path, holder) = (sanitize(path), Holder::words(holder, lang));
        say(&translate_with(lang, "run.waiting", &[("path", &path), ("holder", &holder)]));
    }
}

/// A record does not know the name of its file.
pub(super) fn about(path: &str, error: impl Into<InputError>) -> InputError {
    let error = error.into();
    if error.field == "file" { InputError { value: path.into(), ..error } } else { error }
}

fn show(record: &LiveRecord, output: &Output) -> Result<(), Failure> {
    output.document(&LiveDocument::new(record.state()), LiveDocument::text, LiveDocument::csv)
}
