//! `kakukin report`: pages to hand out and print.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    args::{ReportArgs, ReportCommand, RuleSheetArgs, ScoreSheetArgs},
    failure::{Failure, say},
    output::Output,
    target::Target,
    threads,
};
use kakukin_query::Unwatched;
use kakukin_report::{
    Paper, RuleSheetDocument, RuleSheetOptions, ScoreSheetDocument, sanitize, translate_with,
};
use kakukin_series::Pairing;

pub(crate) fn run(args: ReportArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        ReportCommand::Rule(args) => rule_sheet(&args, output),
        ReportCommand::ScoreSheet(args) => score_sheet(&args, output),
    }
}

fn rule_sheet(args: &RuleSheetArgs, output: &Output) -> Result<(), Failure> {
    let output = &output.in_game(args.query.described.model.game()?);
    let target = Target::new(args.output.as_deref(), output)?;
    let job = args.query.job()?;
    let spinner = output.spinner_for(job.work());
    let sheet = threads::pool(None)?.install(|| job.run(&Unwatched))?;
    spinner.finish_and_clear();
    output.preset(job.preset());
    let options =
        RuleSheetOptions { title: job.title, date: job.date, names: job.names, pages: job.pages };
    let document = RuleSheetDocument::new(&sheet, &options, output.lang);
    target.write(&document, |document, _| document.html(), output)
}

fn score_sheet(args: &ScoreSheetArgs, output: &Output) -> Result<(), Failure> {
    let output = &output.in_game(args.query.described.model.game()?);
    let target = Target::new(args.output.as_deref(), output)?;
    let lang = output.lang;
    args.query.alone(args.round.is_some())?;
    let round = args.round.as_deref().map(|file| input::file("round", file, MAX_TABLE_BYTES, lang));
    let round = round.transpose()?;
    let job = args.query.job(round.as_deref()).map_err(|error| match &args.round {
        Some(file) if error.field == "round" => input::in_file(error.into(), file),
        _ => error.into(),
    })?;
    let paper = Paper { overview: job.overview, half_pages: job.half_pages };
    let sheet = threads::pool(None)?.install(|| job.run(&Unwatched))?;
    let document = ScoreSheetDocument::new(&sheet, paper);
    target.write(&document, ScoreSheetDocument::html, output)?;
    if let (Some(_), Some(first)) = (&args.round, document.pairings.first()) {
        // Columns may be mixed up: what was read is said.
        let Pairing { board, a, b } = first;
        let [board, a, b] = [board, a, b].map(|text| sanitize(text));
        let count = document.pairings.len().to_string();
        let words = [("count", &*count), ("board", &*board), ("a", &*a), ("b", &*b)];
        say(&translate_with(lang, "run.round", &words));
    }
    Ok(())
}
