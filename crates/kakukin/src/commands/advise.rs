//! `kakukin mahjong advise`: what to discard, and why.

use super::{input, mahjong};
use crate::{args::AdviseArgs, failure::Failure, output::Output, threads};
use kakukin_query::MahjongBounds;
use kakukin_report::AdviseDocument;

pub(super) fn run(mut args: AdviseArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    input::table(&mut args.query.moves.others, output.lang)?;
    let job = args.query.job(&MahjongBounds::default())?;
    let pool = threads::pool(None)?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)));
    let blame = mahjong::blame(&args.query.moves);
    let result = result.map_err(|stopped| stopped.map(blame))?;
    let document = AdviseDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), AdviseDocument::csv)
}
