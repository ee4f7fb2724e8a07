//! `kakukin epsilon study`: how well ways of scoring find the true order of a field.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{InputError, args::StudyArgs, failure::Failure, output::Output, plot::Plot, threads};
use kakukin_core::BadValue;
use kakukin_league::StudyFigure;
use kakukin_report::StudyDocument;
use std::path::Path;

pub(crate) fn run(args: &StudyArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let figure = args.chart.as_deref().map_or(Ok(StudyFigure::Spearman), str::parse)?;
    if let (Some(chart), None) = (&args.chart, &plot) {
        return Err(InputError::new("chart", chart, BadValue::Conflict, "--plot FILE").into());
    }
    let pool = threads::pool(args.threads.as_deref())?;
    let job = args.query.job(|field, file| match field {
        "schedule" if is_no_file(file) => Ok(None),
        _ => input::file(field, file, MAX_TABLE_BYTES, output.lang).map(Some),
    })?;
    let outcome = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = StudyDocument::new(&outcome, job.rules());
    output.document(&document, StudyDocument::text, StudyDocument::csv)?;
    plot.map_or(Ok(()), |plot| plot.write(&document.chart(figure, output.lang)))
}

/// Whether a text looks like a word, and there is no file of that name.
fn is_no_file(text: &str) -> bool {
    let is_path = text.contains(['.', '/', '\\']) || text == "-";
    !is_path && !Path::new(text).exists()
}
