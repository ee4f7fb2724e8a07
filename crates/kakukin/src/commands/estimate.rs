//! `kakukin estimate`: p and f from records.

use super::{
    input,
    read::{Records, counting, filter, no_games},
};
use crate::{args::EstimateArgs, failure::Failure, output::Output};
use kakukin_records::{Counting, Plan};
use kakukin_report::{EstimateDocument, EstimateOptions};
use kakukin_sweep::{InputError, Problem};
use std::ops::ControlFlow;

/// The widest band of ratings.
const MAX_BAND: u64 = 10_000;

pub(crate) fn run(args: EstimateArgs, output: &Output) -> Result<(), Failure> {
    let plan = plan(&args)?;
    let options = options(&args)?;
    let records = Records::new(&args.records, output.lang)?;
    let (survey, read) = records.survey(plan, output, &mut |_, _, _| ControlFlow::Continue(()))?;
    if survey.all.games() == 0 {
        return Err(no_games(&args.records).into());
    }
    let complete = read.complete;
    let document = EstimateDocument::new(&survey, read, &options)?;
    records.write_list(&document.read, output.lang)?;
    output.document(&document, EstimateDocument::text, EstimateDocument::csv)?;
    if complete { Ok(()) } else { Err(Failure::Interrupted) }
}

fn plan(args: &EstimateArgs) -> Result<Plan, InputError> {
    let mut by = Vec::new();
    for word in input::parts(&args.by) {
        let group = word.parse()?;
        if !by.contains(&group) {
            by.push(group);
        }
    }
    Ok(Plan {
        filter: filter(&args.records)?,
        counting: counting(&args.records, Counting::default())?,
        by,
        band: input::whole_or("band", args.band.as_deref(), 200, 1..=MAX_BAND)? as u32,
        players: !args.no_fit,
    })
}

fn options(args: &EstimateArgs) -> Result<EstimateOptions, InputError> {
    let basis = args.basis.as_deref().filter(|word| *word != "auto").map(str::parse).transpose()?;
    if let (true, Some("adjusted")) = (args.no_fit, args.basis.as_deref()) {
        return Err(InputError::new("basis", "adjusted", Problem::Conflict, "--basis | --no-fit"));
    }
    let least = args.min_games.as_deref();
    Ok(EstimateOptions {
        confidence: input::confidence(&args.confidence)?,
        adjust: !args.no_fit,
        min_games: least.map(|text| input::whole("min-games", text, 1..=1_000_000)).transpose()?,
        basis,
    })
}
