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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::job::{Format, Upload};
    use bytes::Bytes;
    use kakukin_query::{Fields, Unwatched};
    use kakukin_report::Lang;
    use kakukin_series::Stamp;
    use serde_json::Value;

    const GAMES: &str = "round,first,second,result\n1,new,old,1-0\n1,old,new,1/2-1/2\n\
        2,new,old,1/2-1/2\n2,old,new,0-1\n";

    type Ask = fn(MatchQuery, &Context) -> Result<Job, InputError>;

    fn answer(ask: Ask, query: &[(&str, &str)], format: Format) -> Result<Vec<u8>, Stopped> {
        let upload = Upload {
            part: "files",
            name: "a.csv".into(),
            bytes: Bytes::from_static(GAMES.as_bytes()),
        };
        let now = || Stamp::try_from("2026-01-01T00:00:00Z".to_string()).unwrap();
        let uploads = vec![upload];
        let context = Context { lang: Lang::EN, format, uploads, gzip: false, now, printer: None };
        let query = MatchQuery::read(query.iter().copied().collect())?;
        (ask(query, &context)?.work)(&Unwatched)
    }

    #[test]
    fn a_match_and_its_course() {
        let sprt = [("sprt", "0,5")];
        let found: Value =
            serde_json::from_slice(&answer(contest, &sprt, Format::Json).unwrap()).unwrap();
        assert_eq!(found["schema"], "kakukin/match/1");
        let duel = &found["duels"][0];
        assert_eq!(duel["pairs"]["counts"], serde_json::json!([0, 0, 0, 2, 0]));
        assert_eq!(duel["sprt"]["course"]["points"].as_array().unwrap().len(), 2);
        let chart: Value =
            serde_json::from_slice(&answer(course, &sprt, Format::Json).unwrap()).unwrap();
        assert_eq!(chart["schema"], "kakukin/chart/1");
        assert!(answer(course, &sprt, Format::Svg).unwrap().starts_with(b"<svg"));
        assert!(answer(contest, &sprt, Format::Csv).unwrap().starts_with(b"player,opponent,"));
        let refused = |query: &[(&str, &str)]| match answer(course, query, Format::Json) {
            Err(Stopped::Refused(error)) => error.field,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(&[]), "sprt");
        assert_eq!(refused(&[("sprt", "0,5"), ("player", "x")]), "player");
    }
}
