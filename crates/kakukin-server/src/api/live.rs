//! Live series. The state is in the request, as results or as a sealed record, and goes back in
//! the answer; nothing is kept.

use super::{
    job::{Context, Job, Size},
    series::drawn,
};
use kakukin_core::BadValue;
use kakukin_query::{InputError, LiveChange, LiveQuery, LiveStart, Problem, Stopped, Watch};
use kakukin_report::{Chart, LiveDocument, explain_fault};
use kakukin_series::LiveRecord;

pub(super) fn of_results(query: LiveQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job((context.now)())?;
    let size = Size::beside_cells(job.work())?;
    let answer = move |watch: &dyn Watch| Ok(LiveDocument::new(job.run(watch)?));
    Ok(Job::document(context, size, answer, LiveDocument::text, LiveDocument::csv))
}

pub(super) fn chart(query: LiveQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job((context.now)())?;
    let (lang, format) = (context.lang, context.format);
    let size = Size::beside_cells(job.work())?;
    Ok(Job::bytes(size, move |watch| {
        let document = LiveDocument::new(job.run(watch)?);
        Ok(drawn(&Chart::of_live(&document, lang), format))
    }))
}

pub(super) fn of_record(change: LiveChange, context: &Context) -> Result<Job, InputError> {
    let changed = changed(&change, context)?;
    let answer = move |_: &dyn Watch| Ok(LiveDocument::new(changed()?.state()));
    Ok(Job::document(context, Size::Short, answer, LiveDocument::text, LiveDocument::csv))
}

pub(super) fn new_record(start: LiveStart, context: &Context) -> Result<Job, InputError> {
    let job = start.job((context.now)())?;
    Ok(Job::bytes(Size::Short, move |watch| Ok(job.run(watch)?.record.text().into_bytes())))
}

pub(super) fn change_record(change: LiveChange, context: &Context) -> Result<Job, InputError> {
    let changed = changed(&change, context)?;
    Ok(Job::bytes(Size::Short, move |_| Ok(changed()?.text().into_bytes())))
}

/// The record that came with the request, changed.
fn changed(
    change: &LiveChange,
    context: &Context,
) -> Result<impl FnOnce() -> Result<LiveRecord, Stopped> + Send + use<>, InputError> {
    let [upload] = context.uploads.as_slice() else {
        return Err(InputError::new("files", context.uploads.len(), BadValue::OutOfRange, "1"));
    };
    let (job, upload, lang) = (change.job((context.now)()), upload.clone(), context.lang);
    Ok(move || {
        let mut record = LiveRecord::read(&upload.bytes).map_err(|fault| {
            let why = explain_fault(&fault, lang);
            InputError::new("file", &upload.name, Problem::BadRecord, why)
        })?;
        job.apply(&mut record)?;
        Ok(record)
    })
}
