//! Records of games: rates, lists, standings, from files that come with the request.

use super::{
    job::{Context, Format, Job, Size, json},
    series::drawn,
};
use crate::limits::{LISTED_BYTES, LISTED_GAMES};
use bytes::Bytes;
use kakukin_ask::{
    EstimateQuery, GameFormat, GameList, RecordsQuery, StandingsQuery, Stopped, Uploads, Watch,
};
use kakukin_report::{Chart, EstimateDocument, StandingsDocument};
use kakukin_sweep::{InputError, Problem};
use std::io::{self, ErrorKind, Write};

pub(super) fn estimate(query: EstimateQuery, context: &Context) -> Result<Job, InputError> {
    let answer = estimated(&query, context)?;
    let (text, csv) = (EstimateDocument::text, EstimateDocument::csv);
    Ok(Job::document(context, Size::Long, answer, text, csv))
}

pub(super) fn estimate_chart(query: EstimateQuery, context: &Context) -> Result<Job, InputError> {
    let answer = estimated(&query, context)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| Ok(drawn(&Chart::rates(&answer(watch)?, lang), format))))
}

fn estimated(
    query: &EstimateQuery,
    context: &Context,
) -> Result<impl FnOnce(&dyn Watch) -> Result<EstimateDocument, Stopped> + Send + use<>, InputError>
{
    let (asked, files) = (query.asked()?, uploads(context)?);
    Ok(move |watch: &dyn Watch| {
        let document = asked.answer(&files, watch)?;
        if document.read.complete { Ok(document) } else { Err(Stopped::Broken) }
    })
}

pub(super) fn records(query: RecordsQuery, context: &Context) -> Result<Job, InputError> {
    let (asked, files) = (query.asked()?, uploads(context)?);
    let format = match context.format {
        Format::Text => GameFormat::Text,
        Format::Csv => GameFormat::Csv,
        Format::Jsonl => GameFormat::Jsonl,
        _ => GameFormat::Json,
    };
    let mut list = GameList::new(Bounded(Vec::new()), format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        let too_large = |_| {
            let [value, allowed] =
                [">", "<="].map(|than| format!("{than} {} MB", LISTED_BYTES >> 20));
            InputError::new("games", value, Problem::TooMany, allowed)
        };
        let read = asked.answer(&files, watch, &mut list, LISTED_GAMES)?.map_err(too_large)?;
        if !read.complete {
            return Err(Stopped::Broken);
        }
        Ok(list.end(&read).map_err(too_large)?.0)
    }))
}

pub(super) fn standings(query: StandingsQuery, context: &Context) -> Result<Job, InputError> {
    let (asked, files) = (query.asked(context.lang)?, uploads(context)?);
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        let document = asked.answer(&files, watch)?;
        if !document.complete() {
            return Err(Stopped::Broken);
        }
        Ok(match format {
            Format::Html => document.html(lang).into_bytes(),
            Format::Xlsx => document.xlsx(lang).map_err(|_| Stopped::Broken)?,
            Format::Text => document.text(lang).into_bytes(),
            Format::Csv => StandingsDocument::csv(&document).into_bytes(),
            _ => json(&document),
        })
    }))
}

fn uploads(context: &Context) -> Result<Uploads<Bytes>, InputError> {
    Uploads::new(context.uploads.iter().map(|file| (file.name.clone(), file.bytes.clone())))
}

/// Memory that does not take more than an answer may have.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LISTED_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
