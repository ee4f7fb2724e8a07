//! `kakukin table`: rules over win rates and draw rates.

use crate::{args::TableArgs, failure::Failure, output::Output, plot::Plot, threads};
use kakukin_report::{Chart, TableDocument};

pub(crate) fn run(args: TableArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let job = args.query.job()?;
    let pool = threads::pool(None)?;
    let table = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = TableDocument::new(&table);
    let text = |document: &TableDocument, lang| match job.compare {
        true => document.comparison(lang),
        false => document.text(lang, job.form),
    };
    output.document(&document, text, TableDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::of_table(&document, output.lang))?;
    }
    if table.cancelled() { Err(Failure::Interrupted) } else { Ok(()) }
}
