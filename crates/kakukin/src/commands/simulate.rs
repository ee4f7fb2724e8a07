//! `kakukin simulate`: a series played many times.

use crate::{args::SimulateArgs, failure::Failure, output::Output, threads};
use kakukin_report::SimulateDocument;

pub(crate) fn run(args: SimulateArgs, output: &Output) -> Result<(), Failure> {
    let pool = threads::pool(args.threads.as_deref())?;
    let output = &output.in_game(args.query.described.model.game()?);
    let job = args.query.job()?;
    let simulation = output.watched(|progress| pool.install(|| job.run(progress)))?;
    output.preset(job.preset.as_ref());
    let document = SimulateDocument::new(&simulation);
    output.document(&document, SimulateDocument::text, SimulateDocument::csv)?;
    if simulation.finished() { Ok(()) } else { Err(Failure::Interrupted) }
}
