//! The commands that do one thing to a record and print what it has come to.

use super::file;
use crate::{
    args::{LiveAddArgs, LiveCommand, LiveNewArgs, NoteArgs},
    clock,
    failure::Failure,
    output::Output,
};
use kakukin_report::{LiveDocument, LiveRecord, Names, Note, Told};
use kakukin_sweep::{InputError, Problem};

pub(super) fn run(command: LiveCommand, path: &str, output: &Output) -> Result<(), Failure> {
    match command {
        LiveCommand::New(args) => new(*args, path, output),
        LiveCommand::Add(args) => add(args, path, output),
        LiveCommand::Undo(args) => {
            let note = note(args)?;
            change(path, output, |record| record.undo(&note))
        }
        LiveCommand::Show(_) => show(&file::read(path, output.lang)?, output),
        LiveCommand::Audit(_) => {
            let document = LiveDocument::new(&file::read(path, output.lang)?);
            output.document(&document, LiveDocument::audit_text, LiveDocument::audit_csv)
        }
    }
}

fn new(args: LiveNewArgs, path: &str, output: &Output) -> Result<(), Failure> {
    let (series, source) = args.described.series(output.lang)?;
    let players = Names { a: args.players.a, b: args.players.b };
    let record = LiveRecord::new(&series, players, args.title, clock::now()?)?;
    file::create(path, &record)?;
    output.note(source.as_deref());
    show(&record, output)
}

fn add(args: LiveAddArgs, path: &str, output: &Output) -> Result<(), Failure> {
    if args.result.is_empty() {
        return Err(InputError::new("result", "", Problem::Missing, Told::ALLOWED).into());
    }
    let told: Vec<Told> = args.result.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let note = note(args.note)?;
    change(path, output, |record| {
        record.add(&told, &note).map_err(|error| as_typed(error, &args.result))
    })
}

/// A refused result as it was typed, in whatever language.
fn as_typed(error: InputError, typed: &[String]) -> InputError {
    let means = |text: &&String| text.parse::<Told>().is_ok_and(|t| t.to_string() == error.value);
    match typed.iter().find(means) {
        Some(text) if error.field == "result" => InputError { value: text.clone(), ..error },
        _ => error,
    }
}

fn note(args: NoteArgs) -> Result<Note, InputError> {
    Ok(Note { at: clock::now()?, by: args.by, comment: args.comment })
}

/// Changes the record, and says so when it is safe.
fn change(
    path: &str,
    output: &Output,
    change: impl FnOnce(&mut LiveRecord) -> Result<(), InputError>,
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
pub(super) fn about(path: &str, error: InputError) -> InputError {
    if error.field == "file" { InputError { value: path.into(), ..error } } else { error }
}

fn show(record: &LiveRecord, output: &Output) -> Result<(), Failure> {
    output.document(&LiveDocument::new(record), LiveDocument::text, LiveDocument::csv)
}
