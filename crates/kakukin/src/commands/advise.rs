//! `kakukin mahjong advise`: what to throw, and why.

use super::mahjong;
use crate::{args::AdviseArgs, failure::Failure, output::Output};
use kakukin_query::MahjongBounds;
use kakukin_report::AdviseDocument;

pub(super) fn run(args: &AdviseArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    let asked = args.query.job(&MahjongBounds::default())?;
    let document = output.watched(|progress| asked.answer(progress))?;
    output.document(&document, |x, lang| x.text(lang, style), AdviseDocument::csv)
}
