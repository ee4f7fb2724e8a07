//! `kakukin report`: pages to hand out and print.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    args::{ReportArgs, ReportCommand, RuleSheetArgs, ScoreSheetArgs},
    failure::{Failure, say},
    output::Output,
    target::Target,
};
use kakukin_report::{Pairing, ScoreSheetDocument, sanitize, translate_with};

pub(crate) fn run(args: ReportArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        ReportCommand::Rule(args) => rule_sheet(&args, output),
        ReportCommand::ScoreSheet(args) => score_sheet(&args, output),
    }
}

fn rule_sheet(args: &RuleSheetArgs, output: &Output) -> Result<(), Failure> {
    let target = Target::new(args.output.as_deref(), output)?;
    let asked = args.query.job(output.lang)?;
    let spinner = output.spinner_for(asked.work());
    let document = asked.answer(output.lang)?;
    spinner.finish_and_clear();
    output.note(asked.note.as_deref());
    target.write(&document, |document, _| document.html(), output)
}

fn score_sheet(args: &ScoreSheetArgs, output: &Output) -> Result<(), Failure> {
    let target = Target::new(args.output.as_deref(), output)?;
    let lang = output.lang;
    args.query.alone(args.round.is_some())?;
    let round = args.round.as_deref().map(|file| input::file("round", file, MAX_TABLE_BYTES, lang));
    let round = round.transpose()?;
    let document = args.query.answer(round.as_deref()).map_err(|error| match &args.round {
        Some(file) if error.field == "round" => input::in_file(error, file),
        _ => error,
    })?;
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
