//! `kakukin mahjong points` and `rules`: what a win is worth, and by which rules.

use super::mahjong;
use crate::{args::PointsArgs, failure::Failure, output::Output};
use kakukin_query::{RulesQuery, Unwatched};
use kakukin_report::{PointsDocument, RulesDocument};

pub(super) fn run(args: &PointsArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    let document = PointsDocument::new(&args.query.job()?.run(&Unwatched)?);
    output.document(&document, |x, lang| x.text(lang, style), PointsDocument::csv)
}

/// The rule sets there are, or the one of that name.
pub(super) fn rules(query: &RulesQuery, output: &Output) -> Result<(), Failure> {
    let document = RulesDocument::new(&query.job()?.run(&Unwatched)?);
    output.document(&document, RulesDocument::text, RulesDocument::csv)
}
