//! `kakukin find`: the best of all rules.

use super::input;
use crate::{args::FindArgs, failure::Failure, output::Output, plot::Plot};
use kakukin_query::MAX_ESTIMATE;
use kakukin_report::{Chart, FindDocument};

pub(crate) fn run(args: FindArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let estimate = args
        .from
        .as_deref()
        .map(|file| input::file("from", file, MAX_ESTIMATE, output.lang).map(|json| (file, json)));
    let estimate = estimate.transpose()?;
    let estimate = estimate.as_ref().map(|(file, json)| (*file, json.as_slice()));
    let asked = args.query.job(estimate, output.lang)?;
    output.note(asked.note.as_deref());

    let document = output.watched(|progress| asked.answer(progress))?;
    output.document(&document, FindDocument::text, FindDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::frontier(&document, output.lang))?;
    }
    if document.finished() { Ok(()) } else { Err(Failure::Interrupted) }
}
