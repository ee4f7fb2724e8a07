//! `kakukin estimate`: p and f from records.

use super::read::{Records, read_parts, refused};
use crate::{
    InputError,
    args::EstimateArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
};
use kakukin_report::EstimateDocument;
use std::path::Path;

pub(crate) fn run(args: EstimateArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let parts = read_parts(&args.merge, output.lang)?;
    let records = Records::after(&args.merge, &args.files, output.lang)?;
    let players = args.players.as_deref();
    if let Some(file) = players {
        records.refuse_to_replace("players", file)?;
        check_place(Path::new(file))?;
    }
    let (estimate, read) =
        output.watched(|progress| job.run_after(&parts, &records, progress)).map_err(refused)?;
    let document = EstimateDocument::new(&estimate, &read);
    if let Some(file) = players {
        if document.adjusted.is_none() {
            let problem = kakukin_records::Problem::NotAdjusted;
            return Err(InputError::new("players", file, problem, "`fit` random").into());
        }
        write_whole(Path::new(file), document.players_csv().as_bytes())?;
    }
    records.write_list(&document.read, output.lang)?;
    if output.format == Format::Csv {
        // A table has no place for it.
        document.alerts(output.lang).iter().for_each(|alert| say(alert));
    }
    output.document(&document, EstimateDocument::text, EstimateDocument::csv)?;
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}
