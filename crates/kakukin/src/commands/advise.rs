//! `kakukin mahjong advise`: what to discard, and why.

use super::{
    hands::{self, Lines},
    input, mahjong,
};
use crate::{args::AdviseArgs, failure::Failure, output::Output, threads};
use kakukin_query::MahjongBounds;
use kakukin_report::AdviseDocument;

pub(super) fn run(mut args: AdviseArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    input::table(&mut args.query.moves.others, output.lang)?;
    if let Some(file) = &args.many.hands {
        let lines = Lines { file, many: &args.many, style, output };
        return hands::run(&args.query, &[], &lines, AdviseDocument::new);
    }
    let job = args.query.job(&MahjongBounds::default())?;
    let pool = threads::pool(args.many.threads.as_deref())?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)));
    let blame = mahjong::blame(&args.query.moves);
    let result = result.map_err(|stopped| stopped.map(blame))?;
    let document = AdviseDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), AdviseDocument::csv)
}
