//! `kakukin match`: who is stronger, by how much, how surely, and whether to stop.

use super::read::{Records, refused};
use crate::{
    args::MatchArgs,
    failure::{Failure, say},
    output::{Format, Output},
};
use kakukin_query::MatchAnswer;
use kakukin_report::MatchDocument;

pub(crate) fn run(args: MatchArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let records = Records::new(&args.files, output.lang)?;
    let MatchAnswer { contest, counting, unwanted, read } =
        output.watched(|progress| job.run(&records, progress)).map_err(refused)?;
    let document = MatchDocument::new(&contest, counting, unwanted, &read);
    records.write_list(&document.read, output.lang)?;
    if output.format == Format::Csv {
        // A table has no place for it.
        document.alerts(output.lang).iter().for_each(|alert| say(alert));
    }
    output.document(&document, MatchDocument::text, MatchDocument::csv)?;
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}
