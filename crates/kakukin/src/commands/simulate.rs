//! `kakukin simulate`: a series played many times.

use super::input;
use crate::{args::SimulateArgs, failure::Failure, output::Output};
use kakukin_report::SimulateDocument;

pub(crate) fn run(args: SimulateArgs, output: &Output) -> Result<(), Failure> {
    let pool = input::threads(args.threads.as_deref())?;
    let asked = args.query.job(output.lang)?;
    let document = output.watched(|progress| pool.install(|| asked.answer(progress)))?;
    output.note(asked.note.as_deref());
    output.document(&document, SimulateDocument::text, SimulateDocument::csv)?;
    if document.finished() { Ok(()) } else { Err(Failure::Interrupted) }
}
