//! Series: figures, the finder, trees, dice, charts, pages to hand out.

use super::job::{Context, Format, Job, Size, json};
use crate::limits::{LEAVES, PAIRS, RULES, SERIES, SHORT_SERIES, TABLE_BYTES, TREE_CELLS};
use kakukin_core::BadValue;
use kakukin_query::{
    EpsilonQuery, EvalChartQuery, EvalQuery, FindQuery, InputError, NoFields, RuleSheetQuery,
    ScoreSheetJob, ScoreSheetQuery, SeriesFields, SimulateQuery, Stopped, TreeQuery, Unwatched,
    Watch, WorkbookQuery,
};
use kakukin_report::{
    Chart, ChartAnswer, EpsilonDocument, EvalDocument, FindDocument, Paper, PresetsDocument,
    RuleDocument, RuleSheetDocument, RuleSheetOptions, RuleWords, ScoreSheetDocument,
    SimulateDocument, WorkbookDocument, write_tree_csv, write_tree_json, write_tree_text,
};

pub(super) fn eval(query: EvalQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let size = Size::of_cells(job.work())?;
    let answer = move |watch: &dyn Watch| Ok(EvalDocument::new(&job.run(watch)?));
    Ok(Job::document(context, size, answer, EvalDocument::text, EvalDocument::csv))
}

pub(super) fn find(query: FindQuery, context: &Context) -> Result<Job, InputError> {
    let answer = found(&query)?;
    Ok(Job::document(context, Size::Short, answer, FindDocument::text, FindDocument::csv))
}

pub(super) fn find_chart(query: FindQuery, context: &Context) -> Result<Job, InputError> {
    let (answer, format, lang) = (found(&query)?, context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        Ok(drawn(&Chart::frontier(&answer(watch)?, lang), format))
    }))
}

/// A search that comes to its end or gives nothing.
fn found(
    query: &FindQuery,
) -> Result<impl FnOnce(&dyn Watch) -> Result<FindDocument, Stopped> + Send + use<>, InputError> {
    let job = query.job(None)?.within(PAIRS, RULES)?;
    Ok(move |watch: &dyn Watch| {
        let answer = job.run(watch)?;
        if answer.finished() { Ok(FindDocument::new(&answer)) } else { Err(Stopped::Cancelled) }
    })
}

pub(super) fn eval_chart(query: EvalChartQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let size = Size::beside_cells(job.work())?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(size, move |watch| {
        let (evaluation, data) = job.run(watch)?;
        Ok(drawn(&Chart::of_rule(&evaluation, &data, lang).with_band(job.band), format))
    }))
}

/// A chart as a picture, or with its table.
pub(super) fn drawn(chart: &Chart, format: Format) -> Vec<u8> {
    match format {
        Format::Svg => chart.svg().into_bytes(),
        _ => json(&ChartAnswer::from(chart)),
    }
}

pub(super) fn tree(query: TreeQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?.within(LEAVES);
    // Leaves are counted in large numbers, all of them before the first is written.
    within("points", job.work(), TREE_CELLS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        let tree = job.run(watch)?;
        let mut bytes = Vec::new();
        let written = match format {
            Format::Text => write_tree_text(&tree, job.style, job.exact, lang, &mut bytes),
            Format::Csv => write_tree_csv(&tree, job.exact, &mut bytes),
            _ => write_tree_json(&tree, job.exact, &mut bytes),
        };
        // Memory does not refuse to be written to.
        written.map(|()| bytes).map_err(|_| Stopped::Cancelled)
    }))
}

pub(super) fn simulate(query: SimulateQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    if job.count > SERIES {
        let allowed = format!("1..{SERIES}");
        return Err(InputError::new("series", job.count, BadValue::OutOfRange, allowed));
    }
    let size = match Size::beside_cells(job.work())? {
        Size::Short if job.count > SHORT_SERIES => Size::Long,
        size => size,
    };
    let answer = move |watch: &dyn Watch| {
        let simulation = job.run(watch)?;
        match simulation.finished() {
            true => Ok(SimulateDocument::new(&simulation)),
            false => Err(Stopped::Cancelled),
        }
    };
    Ok(Job::document(context, size, answer, SimulateDocument::text, SimulateDocument::csv))
}

pub(super) fn presets(_: NoFields, context: &Context) -> Result<Job, InputError> {
    let answer = |_: &dyn Watch| Ok(PresetsDocument::new());
    Ok(Job::document(context, Size::Quick, answer, PresetsDocument::text, PresetsDocument::csv))
}

pub(super) fn rule(query: SeriesFields, context: &Context) -> Result<Job, InputError> {
    let ((series, _), lang) = (query.at_any_rate().series()?, context.lang);
    let answer = move |_: &dyn Watch| Ok(RuleWords::new(RuleDocument::new(&series), lang));
    let text = |words: &RuleWords, _| words.text();
    Ok(Job::document(context, Size::Quick, answer, text, RuleWords::text))
}

pub(super) fn workbook(query: WorkbookQuery, context: &Context) -> Result<Job, InputError> {
    let lang = context.lang;
    Ok(Job::bytes(Size::Long, move |watch| {
        let book = query.job()?.run(watch)?.ok_or(Stopped::Cancelled)?;
        let document = WorkbookDocument::new(&book);
        document.xlsx(lang).map_err(|_| Stopped::Cancelled)
    }))
}

pub(super) fn rule_sheet(query: RuleSheetQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let size = Size::beside_cells(job.work().saturating_mul(20))?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(size, move |watch| {
        let sheet = job.run(watch)?;
        let options = RuleSheetOptions {
            title: job.title,
            date: job.date,
            names: job.names,
            pages: job.pages,
        };
        let document = RuleSheetDocument::new(&sheet, &options, lang);
        Ok(match format {
            Format::Html | Format::Pdf => document.html().into_bytes(),
            _ => json(&document),
        })
    }))
}

pub(super) fn score_sheet(query: ScoreSheetQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job(None)?;
    Ok(score_sheets_of(context, move || Ok(job)))
}

/// The sheets of a round, whose pairings came with the request.
pub(super) fn score_sheets(query: ScoreSheetQuery, context: &Context) -> Result<Job, InputError> {
    let [upload] = context.uploads.as_slice() else {
        return Err(InputError::new("files", context.uploads.len(), BadValue::OutOfRange, "1"));
    };
    if upload.bytes.len() > TABLE_BYTES {
        let allowed = format!("<= {TABLE_BYTES}");
        return Err(InputError::new("round", upload.bytes.len(), BadValue::TooLong, allowed));
    }
    query.alone(true)?;
    let upload = upload.clone();
    Ok(score_sheets_of(context, move || query.job(Some(&upload.bytes))))
}

fn score_sheets_of(
    context: &Context,
    job: impl FnOnce() -> Result<ScoreSheetJob, InputError> + Send + 'static,
) -> Job {
    let (format, lang) = (context.format, context.lang);
    Job::bytes(Size::Short, move |watch| {
        let job = job()?;
        let paper = Paper { overview: job.overview, half_pages: job.half_pages };
        let document = ScoreSheetDocument::new(&job.run(watch)?, paper);
        Ok(match format {
            Format::Html | Format::Pdf => document.html(lang).into_bytes(),
            _ => json(&document),
        })
    })
}

pub(super) fn epsilon(query: EpsilonQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let (points, rates) = (job.run(&Unwatched)?, job.rates());
    let document = EpsilonDocument::new(&rates.p, &rates.f, &points, job.exact);
    let (text, csv) = (EpsilonDocument::text, EpsilonDocument::csv);
    Ok(Job::document(context, Size::Quick, |_| Ok(document), text, csv))
}

/// Refuses more work than one request may ask for.
fn within(field: &'static str, work: u64, most: u64) -> Result<(), InputError> {
    if work > most {
        let allowed = format!("<= {most}");
        return Err(InputError::new(field, work, BadValue::TooMuchWork, allowed));
    }
    Ok(())
}
