//! `kakukin estimate`: p and f from records.

use super::read::{Records, read_parts, refused};
use crate::{
    args::EstimateArgs,
    failure::{Failure, say},
    output::{Format, Output},
};
use kakukin_report::EstimateDocument;

pub(crate) fn run(args: EstimateArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let parts = read_parts(&args.merge, output.lang)?;
    let records = Records::after(&args.merge, &args.files, output.lang)?;
    let (estimate, read) =
        output.watched(|progress| job.run_after(&parts, &records, progress)).map_err(refused)?;
    let document = EstimateDocument::new(&estimate, &read);
    records.write_list(&document.read, output.lang)?;
    if output.format == Format::Csv {
        // A table has no place for it.
        document.alerts(output.lang).iter().for_each(|alert| say(alert));
    }
    output.document(&document, EstimateDocument::text, EstimateDocument::csv)?;
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}
