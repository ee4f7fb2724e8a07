//! Live series. The state is in the request, as results or as a sealed record, and goes back in
//! the answer; nothing is kept.

use super::{
    job::{Context, Job, Size},
    series::drawn,
};
use kakukin_core::BadValue;
use kakukin_query::{InputError, LiveChange, LiveQuery, LiveStart, Stopped, Watch, read_record};
use kakukin_report::{Chart, LiveDocument, LiveRecord};

pub(super) fn of_results(query: LiveQuery, context: &Context) -> Result<Job, InputError> {
    let (now, lang) = ((context.now)(), context.lang);
    let answer = move |_: &dyn Watch| Ok(query.answer(now, lang)?);
    Ok(Job::document(context, Size::Long, answer, LiveDocument::text, LiveDocument::csv))
}

pub(super) fn chart(query: LiveQuery, context: &Context) -> Result<Job, InputError> {
    let (now, lang, format) = ((context.now)(), context.lang, context.format);
    Ok(Job::bytes(Size::Long, move |_| {
        let document = query.answer(now, lang)?;
        Ok(drawn(&Chart::of_live(&document, lang), format))
    }))
}

pub(super) fn of_record(change: LiveChange, context: &Context) -> Result<Job, InputError> {
    let changed = changed(change, context)?;
    let answer = move |_: &dyn Watch| Ok(LiveDocument::new(&changed()?));
    Ok(Job::document(context, Size::Long, answer, LiveDocument::text, LiveDocument::csv))
}

pub(super) fn new_record(start: LiveStart, context: &Context) -> Result<Job, InputError> {
    let (now, lang) = ((context.now)(), context.lang);
    Ok(Job::bytes(Size::Long, move |_| {
        let (record, _) = start.record(now, lang)?;
        Ok(record.text().into_bytes())
    }))
}

pub(super) fn change_record(change: LiveChange, context: &Context) -> Result<Job, InputError> {
    let changed = changed(change, context)?;
    Ok(Job::bytes(Size::Long, move |_| Ok(changed()?.text().into_bytes())))
}

/// The record that came with the request, changed.
fn changed(
    change: LiveChange,
    context: &Context,
) -> Result<impl FnOnce() -> Result<LiveRecord, Stopped> + Send + use<>, InputError> {
    let [upload] = context.uploads.as_slice() else {
        return Err(InputError::new("files", context.uploads.len(), BadValue::OutOfRange, "1"));
    };
    let (upload, now, lang) = (upload.clone(), (context.now)(), context.lang);
    Ok(move || {
        let mut record = read_record(&upload.name, &upload.bytes, lang)?;
        change.apply(&mut record, now)?;
        Ok(record)
    })
}
