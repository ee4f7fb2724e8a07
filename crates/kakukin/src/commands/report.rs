//! `kakukin report`: pages to hand out and print.

use super::input;
use crate::{
    args::{PlayersArgs, ReportArgs, ReportCommand, RuleSheetArgs, ScoreSheetArgs, SeriesArgs},
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    pdf,
};
use kakukin_report::{
    Lang, MAX_PAIRS, Pairing, RuleSheetDocument, RuleSheetOptions, ScoreSheetDocument,
    ScoreSheetOptions, printable, read_round, tamed, translate_with,
};
use kakukin_sweep::{InputError, Problem};
use serde::Serialize;
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// The most bytes of a file of pairings.
const MAX_BYTES: u64 = 1 << 20;

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
        let value = |error: InputError| match error.value.as_str() {
            "" => InputError { value: file.clone(), ..error },
            line => InputError { value: format!("{file}:{line}"), ..error },
        };
        return read_round(&input::file("round", file, MAX_BYTES, lang)?).map_err(value);
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

/// Where a page goes.
enum Target {
    /// Its document, to standard output.
    Document,
    /// To standard output.
    Stdout,
    Html(PathBuf),
    Pdf(PathBuf),
}

impl Target {
    fn new(file: Option<&str>, output: &Output) -> Result<Self, Failure> {
        let target = Self::named(file, output)?;
        // All that can be known is asked before the work.
        if let Self::Html(path) | Self::Pdf(path) = &target {
            check_place(path)?;
        }
        if let Self::Pdf(_) = target {
            pdf::browser().ok_or(Failure::NoBrowser)?;
        }
        Ok(target)
    }

    fn named(file: Option<&str>, output: &Output) -> Result<Self, InputError> {
        const ALLOWED: &str = "-o FILE.html, -o FILE.pdf, -o -";
        match (output.format, file) {
            (Format::Csv, _) => {
                let allowed = "text, json, jsonl";
                Err(InputError::new("format", "csv", Problem::UnsupportedFormat, allowed))
            }
            (Format::Json | Format::Jsonl, None | Some("-")) => Ok(Self::Document),
            (Format::Json | Format::Jsonl, Some(file)) => {
                Err(InputError::new("output", file, Problem::Conflict, "--format json | -o FILE"))
            }
            (Format::Text, None) => Err(InputError::new("output", "", Problem::Missing, ALLOWED)),
            (Format::Text, Some("-")) => Ok(Self::Stdout),
            (Format::Text, Some(file)) => {
                let path = PathBuf::from(file);
                let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
                match extension.to_str() {
                    Some("html" | "htm") => Ok(Self::Html(path)),
                    Some("pdf") => Ok(Self::Pdf(path)),
                    _ => Err(InputError::new("output", file, Problem::Unknown, ALLOWED)),
                }
            }
        }
    }

    fn write<D: Serialize>(
        &self,
        document: &D,
        html: impl Fn(&D, Lang) -> String,
        output: &Output,
    ) -> Result<(), Failure> {
        let nothing = |_: &D| String::new();
        match self {
            Self::Document => output.document(document, |_, _| String::new(), nothing),
            Self::Stdout => {
                output.stream(|out| out.write_all(html(document, output.lang).as_bytes()))
            }
            Self::Html(path) => {
                write_whole(path, html(document, output.lang).as_bytes())?;
                written(path, output.lang);
                Ok(())
            }
            Self::Pdf(path) => {
                write_whole(path, &pdf::print(&html(document, output.lang))?)?;
                written(path, output.lang);
                Ok(())
            }
        }
    }
}

fn written(path: &Path, lang: Lang) {
    let path = tamed(&path.to_string_lossy());
    say(&translate_with(lang, "run.written", &[("path", &path)]));
}
