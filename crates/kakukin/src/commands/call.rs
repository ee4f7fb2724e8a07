//! `kakukin mahjong call`: whether to call an offered tile.

use super::{input, mahjong};
use crate::{args::CallArgs, failure::Failure, output::Output, threads};
use kakukin_query::MahjongBounds;
use kakukin_report::CallDocument;

pub(super) fn run(mut args: CallArgs, output: &Output) -> Result<(), Failure> {
    input::table(&mut args.query.moves.others, output.lang)?;
    let style = mahjong::style(args.tiles.as_deref())?;
    let job = args.query.job(&MahjongBounds::default())?;
    let pool = threads::pool(None)?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = CallDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), CallDocument::csv)
}
