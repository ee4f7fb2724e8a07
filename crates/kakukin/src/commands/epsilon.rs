//! `kakukin epsilon`: zero-sum points for leagues.

use super::{input, standings, study};
use crate::{
    args::{EpsilonArgs, EpsilonCommand, EpsilonPointsArgs},
    failure::Failure,
    output::Output,
};
use kakukin_league::{DrawPoints, EpsilonPoints, Scale};
use kakukin_report::EpsilonDocument;

pub(crate) fn run(args: EpsilonArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        EpsilonCommand::Points(args) => points(args, output),
        EpsilonCommand::Standings(args) => standings::run(&args, output),
        EpsilonCommand::Study(args) => study::run(&args, output),
    }
}

fn points(args: EpsilonPointsArgs, output: &Output) -> Result<(), Failure> {
    let draws = args.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?;
    let scale = args.scale.as_deref().map_or(Ok(Scale::Seed), str::parse)?;
    let rates = input::rates(args.p.as_deref(), args.f.as_deref(), args.preset.as_deref(), output)?;
    let points = EpsilonPoints::new(&rates.p, &rates.f, draws, scale)
        .map_err(|e| input::as_typed(e, &[("p", &args.p), ("f", &args.f)]))?;
    rates.source.say();
    let document = EpsilonDocument::new(&rates.p, &rates.f, &points, args.exact);
    output.document(&document, EpsilonDocument::text, EpsilonDocument::csv)
}
