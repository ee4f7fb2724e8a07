//! Matches of engines and players, from files that come with the request.

use super::{
    job::{Context, Job, Size},
    records::uploads,
    series::drawn,
};
use kakukin_core::BadValue;
use kakukin_query::{InputError, MatchAnswer, MatchQuery, Stopped, Watch};
use kakukin_records::MAX_COURSE;
use kakukin_report::{Chart, MatchDocument};

pub(super) fn contest(query: MatchQuery, context: &Context) -> Result<Job, InputError> {
    let answer = answered(&query, context)?;
    let (text, csv) = (MatchDocument::text, MatchDocument::csv);
    Ok(Job::document(context, Size::Short, answer, text, csv))
}

pub(super) fn course(query: MatchQuery, context: &Context) -> Result<Job, InputError> {
    if query.sprt.is_none() {
        return Err(InputError::new("sprt", "", BadValue::Missing, "0,5"));
    }
    let answer = answered(&query, context)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        let chart = Chart::course(&answer(watch)?, lang);
        let chart = chart.ok_or_else(|| {
            let [value, allowed] = [">", "<="].map(|than| format!("{than} {MAX_COURSE}"));
            InputError::new("games", value, BadValue::TooMany, allowed)
        })?;
        Ok(drawn(&chart, format))
    }))
}

fn answered(
    query: &MatchQuery,
    context: &Context,
) -> Result<impl FnOnce(&dyn Watch) -> Result<MatchDocument, Stopped> + Send + use<>, InputError> {
    let (job, files) = (query.job()?, uploads(context));
    Ok(move |watch: &dyn Watch| {
        let MatchAnswer { contest, counting, unwanted, read } = job.run(&files()?, watch)?;
        let document = || MatchDocument::new(&contest, counting, unwanted, &read);
        read.complete.then(document).ok_or(Stopped::Cancelled)
    })
}
