//! `kakukin epsilon`: zero-sum points for leagues.

use super::{standings, study};
use crate::{
    args::{EpsilonArgs, EpsilonCommand},
    failure::Failure,
    output::Output,
};
use kakukin_query::{EpsilonQuery, Rates, Unwatched};
use kakukin_report::EpsilonDocument;

pub(crate) fn run(args: EpsilonArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        EpsilonCommand::Points(query) => points(&query, output),
        EpsilonCommand::Standings(args) => standings::run(&args, output),
        EpsilonCommand::Study(args) => study::run(&args, output),
    }
}

fn points(query: &EpsilonQuery, output: &Output) -> Result<(), Failure> {
    let job = query.job()?;
    let points = job.run(&Unwatched)?;
    let Rates { p, f, preset } = job.rates();
    output.preset(preset.as_ref());
    let document = EpsilonDocument::new(p, f, &points, job.exact);
    output.document(&document, EpsilonDocument::text, EpsilonDocument::csv)
}
