//! `kakukin report`: pages to hand out and print.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    args::{PlayersArgs, ReportArgs, ReportCommand, RuleSheetArgs, ScoreSheetArgs, SeriesArgs},
    failure::{Failure, say},
    output::Output,
    target::Target,
};
use kakukin_report::{
    Lang, MAX_PAIRS, Pairing, RuleSheetDocument, RuleSheetOptions, ScoreSheetDocument,
    ScoreSheetOptions, printable, read_round, tamed, translate_with,
};
use kakukin_sweep::{InputError, Problem};

pub(crate) fn run(args: ReportArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        ReportCommand::Rule(args) => rule_sheet(&args, output),
        ReportCommand::ScoreSheet(args) => score_sheet(*args, output),
    }
}

fn rule_sheet(args: &RuleSheetArgs, output: &Output) -> Result<(), Failure> {
    let target = Target::new(args.output.as_deref(), output)?;
    let (series, source) = input::series(&args.described, output)?;
    let options = RuleSheetOptions {
        title: words("title", args.title.as_deref())?,
        names: both_names(&args.players)?,
    };
    let spinner = output.spinner_for(series.work().saturating_mul(8));
    let document = RuleSheetDocument::new(&series, &options, output.lang)?;
    spinner.finish_and_clear();
    source.say();
    target.write(&document, |document, _| document.html(), output)
}

fn score_sheet(mut args: ScoreSheetArgs, output: &Output) -> Result<(), Failure> {
    let target = Target::new(args.output.as_deref(), output)?;
    let per_page = input::whole_or("per-page", args.per_page.as_deref(), 1, 1..=2)?;
    let event = words("title", args.title.as_deref())?;
    let date = words("date", args.date.as_deref())?;
    let pairings = pairings(&args, output.lang)?;
    any_rate(&mut args.described);
    let (series, _) = input::series(&args.described, output)?;
    let options = ScoreSheetOptions {
        event,
        date,
        pairings,
        overview: args.round.is_some() || args.series.is_some(),
        half_pages: per_page == 2,
    };
    let document =
        ScoreSheetDocument::new(&series, &options).map_err(|error| match error.field {
            "series" if args.round.is_some() => error.in_field("round"),
            _ => error,
        })?;
    target.write(&document, ScoreSheetDocument::html, output)?;
    if let (Some(_), Some(first)) = (&args.round, options.pairings.first()) {
        // Columns may be mixed up: what was read is said.
        let Pairing { board, a, b } = first;
        let [board, a, b] = [board, a, b].map(|text| tamed(text));
        let count = options.pairings.len().to_string();
        let words = [("count", &*count), ("board", &*board), ("a", &*a), ("b", &*b)];
        say(&translate_with(output.lang, "run.round", &words));
    }
    Ok(())
}

/// A sheet to write on does not depend on the win rate.
fn any_rate(described: &mut SeriesArgs) {
    let model = &mut described.model;
    if model.preset.is_none() && model.a_first.is_none() && model.b_first.is_none() {
        model.p.get_or_insert_with(|| "1/2".into());
    }
}

/// The series that sheets are wanted for.
fn pairings(args: &ScoreSheetArgs, lang: Lang) -> Result<Vec<Pairing>, InputError> {
    let given = [
        ("round", &args.round),
        ("series", &args.series),
        ("a", &args.players.a),
        ("b", &args.players.b),
        ("board", &args.board),
    ];
    let many = args.round.is_some() || args.series.is_some();
    let mut given = given.iter().filter(|(_, value)| value.is_some());
    if let (true, Some(_), Some((field, Some(value)))) = (many, given.next(), given.next()) {
        let allowed = "--round FILE | --series N | --a NAME --b NAME --board TEXT";
        return Err(InputError::new(field, value, Problem::Conflict, allowed));
    }
    if let Some(file) = &args.round {
        let value = |error: InputError| input::in_file(error, file);
        return read_round(&input::file("round", file, MAX_TABLE_BYTES, lang)?).map_err(value);
    }
    if let Some(text) = &args.series {
        let count = input::whole("series", text, 1..=MAX_PAIRS as u64)?;
        let blank = |number: u64| Pairing { board: number.to_string(), ..Pairing::default() };
        return Ok((1..=count).map(blank).collect());
    }
    let [a, b] = names(&args.players)?.map(Option::unwrap_or_default);
    if !a.is_empty() && a == b {
        return Err(InputError::new("b", b, Problem::SamePlayer, "--a NAME --b NAME"));
    }
    let board = words("board", args.board.as_deref())?.unwrap_or_default();
    Ok(vec![Pairing { board, a, b }])
}

fn words(field: &'static str, text: Option<&str>) -> Result<Option<String>, InputError> {
    text.map(|text| printable(field, text)).transpose()
}

fn names(players: &PlayersArgs) -> Result<[Option<String>; 2], InputError> {
    Ok([words("a", players.a.as_deref())?, words("b", players.b.as_deref())?])
}

/// The names of both players or of none: a page that names only one would confuse.
fn both_names(players: &PlayersArgs) -> Result<Option<[String; 2]>, InputError> {
    match names(players)? {
        [Some(a), Some(b)] if a == b => {
            Err(InputError::new("b", b, Problem::SamePlayer, "--a NAME --b NAME"))
        }
        [Some(a), Some(b)] => Ok(Some([a, b])),
        [None, None] => Ok(None),
        [None, _] => Err(InputError::new("a", "", Problem::Missing, "--a NAME")),
        [_, None] => Err(InputError::new("b", "", Problem::Missing, "--b NAME")),
    }
}
