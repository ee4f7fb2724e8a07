//! `kakukin epsilon study`: how well ways of scoring find the true order of a field.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{args::StudyArgs, failure::Failure, output::Output, plot::Plot};
use kakukin_core::{InputError, Problem};
use kakukin_report::{StudyChart, StudyDocument};

pub(crate) fn run(args: &StudyArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let chart = args.chart.as_deref().map_or(Ok(StudyChart::Spearman), str::parse)?;
    if let (Some(chart), None) = (&args.chart, &plot) {
        return Err(InputError::new("chart", chart, Problem::Conflict, "--plot FILE").into());
    }
    let pool = input::threads(args.threads.as_deref())?;
    let job =
        args.query.job(|field, file| input::file(field, file, MAX_TABLE_BYTES, output.lang))?;
    let outcome = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = StudyDocument::new(&outcome, job.rules());
    output.document(&document, StudyDocument::text, StudyDocument::csv)?;
    plot.map_or(Ok(()), |plot| plot.write(&document.chart(chart, output.lang)))
}
