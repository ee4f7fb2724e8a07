//! `kakukin event`: who wins a whole event, and how long it takes.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    InputError,
    args::{
        EventArgs, EventBracketArgs, EventCommand, EventFindArgs, EventPairArgs, EventStudyArgs,
    },
    failure::Failure,
    files::{check_place, write_whole},
    output::{Format, Output},
    plot::Plot,
    target::{Target, written},
    threads,
};
use kakukin_core::BadValue;
use kakukin_query::MAX_ESTIMATE;
use kakukin_report::{
    EventBracketDocument, EventFindDocument, EventPairDocument, EventStudyDocument,
    ScoreSheetDocument,
};
use std::path::Path;

pub(crate) fn run(args: EventArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        EventCommand::Study(args) => study(&args, output),
        EventCommand::Find(args) => find(&args, output),
        EventCommand::Pair(args) => pair(&args, output),
        EventCommand::Bracket(args) => bracket(&args, output),
    }
}

fn study(args: &EventStudyArgs, output: &Output) -> Result<(), Failure> {
    let page = Target::instead(args.output.as_deref(), output)?;
    let pool = threads::pool(args.threads.as_deref())?;
    let job = args.query.job(|field, file| content(field, file, output))?;
    let outcome = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document =
        EventStudyDocument::new(&outcome).for_page(job.title(), job.date(), &job.rules()?);
    match page {
        Some(page) => page.write(&document, EventStudyDocument::html, output),
        None => output.document(&document, EventStudyDocument::text, EventStudyDocument::csv),
    }
}

fn find(args: &EventFindArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let pool = threads::pool(args.threads.as_deref())?;
    let job = args.query.job(|field, file| content(field, file, output))?;
    let found = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let document = EventFindDocument::new(&found);
    output.document(&document, EventFindDocument::text, EventFindDocument::csv)?;
    plot.map_or(Ok(()), |plot| plot.write(&document.chart(output.lang)))
}

fn pair(args: &EventPairArgs, output: &Output) -> Result<(), Failure> {
    let report = args.trf.as_deref().map(Path::new);
    report.map_or(Ok(()), check_place)?;
    let page = Target::instead(args.output.as_deref(), output)?;
    let papers = Target::beside("sheets", args.sheets.as_deref(), output)?;
    let job = args.query.job(|field, file| content(field, file, output))?;
    let paired = job.run()?;
    let sheets =
        papers.map(|papers| Ok::<_, Failure>((papers, job.sheets(&paired)?))).transpose()?;
    let (players, games) = (&paired.players, &paired.games);
    let document = EventPairDocument::new(players, paired.format, games, &paired.rounds)
        .with_rests(&paired.rests)
        .for_page(job.title(), job.date(), job.rule(&paired)?.as_ref());
    match page {
        Some(page) => page.write(&document, EventPairDocument::html, output)?,
        None => output.document(&document, EventPairDocument::text, EventPairDocument::csv)?,
    }
    if let Some((papers, sheets)) = sheets {
        let sheets = document.sheets(&sheets, job.half_pages);
        let html = |sheets: &Vec<_>, lang| ScoreSheetDocument::html_of_rounds(sheets, lang);
        papers.write(&sheets, html, output)?;
    }
    if let Some(path) = report {
        write_whole(path, document.trf().as_bytes())?;
        written(path, output.lang);
    }
    Ok(())
}

fn bracket(args: &EventBracketArgs, output: &Output) -> Result<(), Failure> {
    // A picture is no page, and needs no browser.
    let file = args.output.as_deref().map(Path::new);
    let picture = file
        .filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")));
    let page = match picture {
        Some(path) if output.format == Format::Text => {
            check_place(path)?;
            None
        }
        _ => Target::instead(args.output.as_deref(), output).map_err(|failure| match failure {
            Failure::Input(error) if error.problem == BadValue::Unknown => {
                let allowed = "-o FILE.svg, -o FILE.html, -o FILE.pdf, -o -";
                Failure::Input(InputError { allowed: allowed.into(), ..error })
            }
            other => other,
        })?,
    };
    let job = args.query.job(|field, file| content(field, file, output))?;
    let drawn = job.run()?;
    let document = EventBracketDocument::new(&drawn.players, drawn.stage, &drawn.bracket).for_page(
        job.title(),
        job.date(),
        job.rules()?.as_ref(),
    );
    match (picture, page) {
        (Some(path), _) => {
            write_whole(path, document.svg(output.lang).as_bytes())?;
            written(path, output.lang);
            Ok(())
        }
        (None, Some(page)) => page.write(&document, EventBracketDocument::html, output),
        (None, None) => {
            output.document(&document, EventBracketDocument::text, EventBracketDocument::csv)
        }
    }
}

/// A file that a field names.
fn content(field: &'static str, file: &str, output: &Output) -> Result<Vec<u8>, Failure> {
    let most = if field == "from" { MAX_ESTIMATE } else { MAX_TABLE_BYTES };
    Ok(input::file(field, file, most, output.lang)?)
}
