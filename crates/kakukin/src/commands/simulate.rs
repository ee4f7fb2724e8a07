//! `kakukin simulate`: a series played many times.

use super::input;
use crate::{args::SimulateArgs, failure::Failure, output::Output, progress::Progress};
use kakukin_report::SimulateDocument;
use kakukin_series::MAX_SERIES;

/// As many as the author's tables were made with.
const USUAL_SERIES: u64 = 2_000_000;

pub(crate) fn run(args: SimulateArgs, output: &Output) -> Result<(), Failure> {
    let count = input::whole_or("series", args.series.as_deref(), USUAL_SERIES, 1..=MAX_SERIES)?;
    let seed = input::whole_or("seed", args.seed.as_deref(), 1, 0..=u64::MAX)?;
    let confidence = input::confidence(&args.confidence)?;
    let pool = input::threads(args.threads.as_deref())?;
    let (series, source) = input::series(&args.described, output)?;

    let progress = Progress::new(count, "simulate.progress", output.lang);
    let tally = pool.install(|| series.simulate(count, seed, |done| progress.at(done)))?;
    progress.finish();
    source.say();

    let document = SimulateDocument::new(&series, &tally, count, seed, confidence);
    output.document(&document, SimulateDocument::text, SimulateDocument::csv)?;
    if tally.series < count { Err(Failure::Interrupted) } else { Ok(()) }
}
