//! `kakukin estimate`: p and f from records.

use super::read::Records;
use crate::{args::EstimateArgs, failure::Failure, output::Output};
use kakukin_report::EstimateDocument;

pub(crate) fn run(args: EstimateArgs, output: &Output) -> Result<(), Failure> {
    let asked = args.query.job()?;
    let records = Records::new(&args.files, output.lang)?;
    let document = output.watched(|progress| asked.answer(&records, progress))?;
    records.write_list(&document.read, output.lang)?;
    output.document(&document, EstimateDocument::text, EstimateDocument::csv)?;
    if document.read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}
