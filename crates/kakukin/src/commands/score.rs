//! `kakukin mahjong score`: what a hand can expect in points.

use super::{
    hands::{self, Lines},
    input, mahjong,
};
use crate::{
    InputError,
    args::ScoreArgs,
    failure::Failure,
    output::{Format, Output},
    threads,
};
use kakukin_core::BadValue;
use kakukin_query::{MahjongBounds, ScoreChartQuery};
use kakukin_report::{ByDiscard, Chart, ScoreDocument};

pub(super) fn run(mut args: ScoreArgs, output: &Output) -> Result<(), Failure> {
    input::table(&mut args.query.moves.others, output.lang)?;
    if let Some(file) = &args.many.hands {
        return many(&args, file, output);
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    mahjong::hand_not_depth(&mut args.query.hand, &mut args.query.play);
    let plot = mahjong::plot(&args.picture)?;
    let query = ScoreChartQuery { query: args.query, chart: args.picture.chart };
    let (job, figure) = query.job(&MahjongBounds::default())?;
    let pool = threads::pool(args.many.threads.as_deref())?;
    let result = output.watched(|progress| pool.install(|| job.run(progress)));
    let blame = mahjong::blame(&query.query.moves);
    let result = result.map_err(|stopped| stopped.map(blame))?;
    let document = ScoreDocument::new(&result);
    output.document(&document, |x, lang| x.text(lang, style), ScoreDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::score_over_turns(&document, figure, output.lang))?;
    }
    if result.is_finished() { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Many hands of a file.
fn many(args: &ScoreArgs, file: &str, output: &Output) -> Result<(), Failure> {
    if args.query.each_best && output.format == Format::Text {
        // A line has no room for it.
        let allowed = "--format csv, --format jsonl";
        return Err(InputError::new("each-best", "--hands", BadValue::Conflict, allowed).into());
    }
    let style = mahjong::style(args.tiles.as_deref())?;
    let lines = Lines { file, many: &args.many, style, output };
    hands::run(&args.query, &mahjong::picture(&args.picture), &lines, ScoreDocument::new)
}
