//! Series: figures, the finder, trees, dice, charts, pages to hand out.

use super::job::{Context, Format, Job, Size, json};
use crate::limits::{LEAVES, PAIRS, RULES, SERIES, TREE_CELLS};
use kakukin_core::BadValue;
use kakukin_query::{
    EpsilonQuery, EvalChartQuery, EvalQuery, FindQuery, InputError, NoFields, RuleSheetQuery,
    ScoreSheetQuery, SeriesFields, SimulateQuery, Stopped, TreeQuery, Watch, WorkbookQuery,
};
use kakukin_report::{
    Chart, ChartAnswer, EpsilonDocument, EvalDocument, FindDocument, PresetsDocument, RuleWords,
    SimulateDocument,
};

pub(super) fn eval(query: EvalQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.job(context.lang)?;
    // Derivatives, values of states and exact fractions cost some sweeps more.
    let sweeps = if query.exact { 200 } else { 4 };
    let size = Size::of_cells(asked.series.work().saturating_mul(sweeps))?;
    let answer = move |_: &dyn Watch| Ok(asked.answer()?);
    Ok(Job::document(context, size, answer, EvalDocument::text, EvalDocument::csv))
}

pub(super) fn find(query: FindQuery, context: &Context) -> Result<Job, InputError> {
    let answer = found(&query, context)?;
    Ok(Job::document(context, Size::Long, answer, FindDocument::text, FindDocument::csv))
}

pub(super) fn find_chart(query: FindQuery, context: &Context) -> Result<Job, InputError> {
    let (answer, format, lang) = (found(&query, context)?, context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        Ok(drawn(&Chart::frontier(&answer(watch)?, lang), format))
    }))
}

/// Lists the rules and tries them: both are work.
fn found(
    query: &FindQuery,
    context: &Context,
) -> Result<impl FnOnce(&dyn Watch) -> Result<FindDocument, Stopped> + Send + use<>, InputError> {
    let question = query.question(None, context.lang)?.within(PAIRS, RULES)?;
    Ok(move |watch: &dyn Watch| {
        let document = question.job()?.answer(watch)?;
        if document.finished() { Ok(document) } else { Err(Stopped::Cancelled) }
    })
}

pub(super) fn eval_chart(query: EvalChartQuery, context: &Context) -> Result<Job, InputError> {
    let (chart, asked, band) = query.job(context.lang)?;
    // A curve has about a hundred points.
    Size::of_cells(asked.series.work().saturating_mul(100))?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |_| {
        let document = asked.answer()?;
        let chart = chart.chart(&asked.series, &document, lang)?;
        Ok(drawn(&chart.with_band(band), format))
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
    let asked = query.job(context.lang)?.within(LEAVES);
    // Leaves are counted in large numbers, all of them before the first is written.
    within("points", asked.work(), TREE_CELLS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |_| {
        let tree = asked.tree()?;
        let mut bytes = Vec::new();
        let written = match format {
            Format::Text => asked.text(&tree, lang, &mut bytes),
            Format::Csv => asked.csv(&tree, &mut bytes),
            _ => asked.json(&tree, &mut bytes),
        };
        // Memory does not refuse to be written to.
        written.map(|()| bytes).map_err(|_| Stopped::Cancelled)
    }))
}

pub(super) fn simulate(query: SimulateQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.job(context.lang)?;
    if asked.count > SERIES {
        let allowed = format!("1..{SERIES}");
        return Err(InputError::new("series", asked.count, BadValue::OutOfRange, allowed));
    }
    let answer = move |watch: &dyn Watch| {
        let document = asked.answer(watch)?;
        if document.finished() { Ok(document) } else { Err(Stopped::Cancelled) }
    };
    Ok(Job::document(context, Size::Long, answer, SimulateDocument::text, SimulateDocument::csv))
}

pub(super) fn presets(_: NoFields, context: &Context) -> Result<Job, InputError> {
    let answer = |_: &dyn Watch| Ok(PresetsDocument::new());
    Ok(Job::document(context, Size::Quick, answer, PresetsDocument::text, PresetsDocument::csv))
}

pub(super) fn rule(query: SeriesFields, context: &Context) -> Result<Job, InputError> {
    let words = query.words(context.lang)?;
    let text = |words: &RuleWords, _| words.text();
    Ok(Job::document(context, Size::Quick, |_| Ok(words), text, RuleWords::text))
}

pub(super) fn workbook(query: WorkbookQuery, context: &Context) -> Result<Job, InputError> {
    let lang = context.lang;
    Ok(Job::bytes(Size::Long, move |watch| {
        let (plan, _) = query.plan(lang)?;
        watch.begin(plan.steps(), "workbook.progress");
        let document = plan.run(|done| watch.at(done))?;
        let document = document.ok_or(Stopped::Cancelled)?;
        document.xlsx(lang).map_err(|_| Stopped::Cancelled)
    }))
}

pub(super) fn rule_sheet(query: RuleSheetQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.job(context.lang)?;
    Size::of_cells(asked.work().saturating_mul(20))?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |_| {
        let document = asked.answer(lang)?;
        Ok(match format {
            Format::Html => document.html().into_bytes(),
            _ => json(&document),
        })
    }))
}

pub(super) fn score_sheet(query: ScoreSheetQuery, context: &Context) -> Result<Job, InputError> {
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |_| {
        let document = query.answer(None, lang)?;
        Ok(match format {
            Format::Html => document.html(lang).into_bytes(),
            _ => json(&document),
        })
    }))
}

pub(super) fn epsilon(query: EpsilonQuery, context: &Context) -> Result<Job, InputError> {
    let (document, _) = query.answer(context.lang)?;
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
