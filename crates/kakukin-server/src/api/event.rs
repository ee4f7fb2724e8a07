//! Whole events: who wins, which format, who meets whom next, sheets for it. The files of a request are told apart
//! by the names of their parts.

use super::{
    job::{Context, Format, Job, Size, Upload, json},
    series::drawn,
};
use crate::limits::{CELLS, ENCOUNTERS, ESTIMATE_BYTES, SHORT_ENCOUNTERS, TABLE_BYTES};
use kakukin_core::BadValue;
use kakukin_query::{
    EventBracketQuery, EventFindQuery, EventPairJob, EventPairQuery, EventPlayersFields,
    EventSeatsFields, EventStudyQuery, InputError, PairedRounds, Stopped, Watch,
};
use kakukin_report::{
    EventBracketDocument, EventFindDocument, EventPairDocument, EventStudyDocument,
    ScoreSheetDocument,
};

/// The parts of a study or a search: players as a table, or as an estimate has them.
pub(super) const PLAYERS: &[&str] = &["players", "from"];
/// The parts of a pairing.
pub(super) const PAIRED: &[&str] = &["players", "results"];
/// Fields that name a file: there are none on a server but those that come with a request.
pub(super) const FILES: &[&str] = &["entrants", "from", "results"];
/// The same, and those of a typical field, which no file describes.
pub(super) const TYPICAL: &[&str] = &["entrants", "from", "results", "field", "spread"];

pub(super) fn study(query: EventStudyQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.who.field.as_deref())?;
    studied(query, context)
}

pub(super) fn study_of_files(
    mut query: EventStudyQuery,
    context: &Context,
) -> Result<Job, InputError> {
    name_players(&mut query.who, context);
    studied(query, context)
}

fn studied(query: EventStudyQuery, context: &Context) -> Result<Job, InputError> {
    let (size, content) = (size_of(query.check()?), content(context));
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(size, move |watch| {
        let job = query.job(content)?.within(CELLS, ENCOUNTERS)?;
        let document = EventStudyDocument::new(&job.run(watch)?);
        let document = document.for_page(job.title(), job.date(), &job.rules()?);
        Ok(match format {
            Format::Html | Format::Pdf => document.html(lang).into_bytes(),
            Format::Text => document.text(lang).into_bytes(),
            Format::Csv => document.csv().into_bytes(),
            _ => json(&document),
        })
    }))
}

pub(super) fn find(query: EventFindQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.who.field.as_deref())?;
    let (size, answer) = found(query, context)?;
    Ok(written(context, size, answer))
}

pub(super) fn find_for_files(
    mut query: EventFindQuery,
    context: &Context,
) -> Result<Job, InputError> {
    name_players(&mut query.who, context);
    let (size, answer) = found(query, context)?;
    Ok(written(context, size, answer))
}

pub(super) fn find_chart(query: EventFindQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.who.field.as_deref())?;
    chart(query, context)
}

pub(super) fn find_chart_for_files(
    mut query: EventFindQuery,
    context: &Context,
) -> Result<Job, InputError> {
    name_players(&mut query.who, context);
    chart(query, context)
}

fn chart(query: EventFindQuery, context: &Context) -> Result<Job, InputError> {
    let (format, lang) = (context.format, context.lang);
    let (size, answer) = found(query, context)?;
    Ok(Job::bytes(size, move |watch| Ok(drawn(&answer(watch)?.chart(lang), format))))
}

/// What makes the document of a search.
type Search = Box<dyn FnOnce(&dyn Watch) -> Result<EventFindDocument, Stopped> + Send>;

fn found(query: EventFindQuery, context: &Context) -> Result<(Size, Search), InputError> {
    let (size, content) = (size_of(query.check()?), content(context));
    let answer = move |watch: &dyn Watch| {
        let job = query.job(content)?.within(CELLS, ENCOUNTERS)?;
        Ok(EventFindDocument::new(&job.run(watch)?))
    };
    Ok((size, Box::new(answer)))
}

fn written(context: &Context, size: Size, answer: Search) -> Job {
    Job::document(context, size, answer, EventFindDocument::text, EventFindDocument::csv)
}

pub(super) fn pair(query: EventPairQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.seats.field.as_deref())?;
    paired(query, context)
}

pub(super) fn pair_files(mut query: EventPairQuery, context: &Context) -> Result<Job, InputError> {
    name_seats(&mut query.seats, context);
    paired(query, context)
}

fn paired(query: EventPairQuery, context: &Context) -> Result<Job, InputError> {
    query.check()?;
    let (content, format, lang) = (content(context), context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |_| {
        let (_, _, document) = rounds(&query, content)?;
        Ok(match format {
            Format::Html | Format::Pdf => document.html(lang).into_bytes(),
            Format::Text => document.text(lang).into_bytes(),
            Format::Csv => document.csv().into_bytes(),
            Format::Trf => document.trf().into_bytes(),
            _ => json(&document),
        })
    }))
}

/// The rounds that were asked for, and their document.
fn rounds(
    query: &EventPairQuery,
    content: impl Fn(&'static str, &str) -> Result<Vec<u8>, InputError>,
) -> Result<(EventPairJob, PairedRounds, EventPairDocument), InputError> {
    let job = query.job(content)?;
    let paired = job.run()?;
    let (players, games) = (&paired.players, &paired.games);
    let document = EventPairDocument::new(players, paired.format, games, &paired.rounds)
        .with_rests(&paired.rests);
    let rule = job.rule(&paired)?;
    let document = document.for_page(job.title(), job.date(), rule.as_ref());
    Ok((job, paired, document))
}

pub(super) fn sheets(query: EventPairQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.seats.field.as_deref())?;
    score_sheets(query, context)
}

pub(super) fn sheets_for_files(
    mut query: EventPairQuery,
    context: &Context,
) -> Result<Job, InputError> {
    name_seats(&mut query.seats, context);
    score_sheets(query, context)
}

/// A score sheet for every encounter of the rounds.
fn score_sheets(query: EventPairQuery, context: &Context) -> Result<Job, InputError> {
    query.check()?;
    let (content, lang) = (content(context), context.lang);
    Ok(Job::bytes(Size::Short, move |_| {
        let (job, paired, document) = rounds(&query, content)?;
        let sheets = document.sheets(&job.sheets(&paired)?, job.half_pages);
        Ok(ScoreSheetDocument::html_of_rounds(&sheets, lang).into_bytes())
    }))
}

pub(super) fn bracket(query: EventBracketQuery, context: &Context) -> Result<Job, InputError> {
    typical(query.seats.field.as_deref())?;
    drawn_bracket(query, context)
}

pub(super) fn bracket_of_files(
    mut query: EventBracketQuery,
    context: &Context,
) -> Result<Job, InputError> {
    name_seats(&mut query.seats, context);
    drawn_bracket(query, context)
}

fn drawn_bracket(query: EventBracketQuery, context: &Context) -> Result<Job, InputError> {
    query.check()?;
    let (content, format, lang) = (content(context), context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |_| {
        let job = query.job(content)?;
        let drawn = job.run()?;
        let document = EventBracketDocument::new(&drawn.players, drawn.stage, &drawn.bracket);
        let document = document.for_page(job.title(), job.date(), job.rules()?.as_ref());
        Ok(match format {
            Format::Svg => document.svg(lang).into_bytes(),
            Format::Html | Format::Pdf => document.html(lang).into_bytes(),
            Format::Text => document.text(lang).into_bytes(),
            Format::Csv => document.csv().into_bytes(),
            _ => json(&document),
        })
    }))
}

/// Without files there is a typical field.
fn typical(field: Option<&str>) -> Result<(), InputError> {
    field.map(|_| ()).ok_or_else(|| InputError::new("field", "", BadValue::Missing, "`field` 16"))
}

fn name_seats(seats: &mut EventSeatsFields, context: &Context) {
    seats.entrants = named(context, "players");
    seats.results = named(context, "results");
}

fn name_players(who: &mut EventPlayersFields, context: &Context) {
    who.entrants = named(context, "players");
    who.from = named(context, "from");
}

/// The name of the file of a part, if there is one.
fn named(context: &Context, part: &str) -> Option<String> {
    context.uploads.iter().find(|upload| upload.part == part).map(|upload| upload.name.clone())
}

/// What gives the content of the file that stands for a field.
fn content(
    context: &Context,
) -> impl Fn(&'static str, &str) -> Result<Vec<u8>, InputError> + Send + use<> {
    let uploads = context.uploads.clone();
    move |field, _| {
        let part = if field == "entrants" { "players" } else { field };
        let most = if field == "from" { ESTIMATE_BYTES } else { TABLE_BYTES };
        match uploads.iter().find(|upload| upload.part == part) {
            Some(Upload { bytes, .. }) if bytes.len() <= most => Ok(bytes.to_vec()),
            Some(Upload { bytes, .. }) => {
                let allowed = format!("<= {most}");
                Err(InputError::new(field, bytes.len(), BadValue::TooLong, allowed))
            }
            None => Err(InputError::new(field, "", BadValue::Missing, "FILE")),
        }
    }
}

/// Where the work begins: where it is not known yet how many players there are, it is measured.
fn size_of(encounters: Option<u64>) -> Size {
    match encounters {
        Some(encounters) if encounters > SHORT_ENCOUNTERS => Size::Long,
        _ => Size::Short,
    }
}
