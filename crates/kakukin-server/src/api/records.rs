//! Records of games: rates, lists, standings, from files that come with the request.

use super::{
    job::{Context, Format, Job, Size, json},
    series::drawn,
};
use crate::limits::{LISTED_BYTES, LISTED_GAMES};
use bytes::Bytes;
use kakukin_core::BadValue;
use kakukin_query::{
    EstimateQuery, InputError, RecordsQuery, StandingsQuery, Stopped, Uploads, Watch,
};
use kakukin_report::{Chart, EstimateDocument, GameFormat, GameList, StandingsDocument};
use std::io::{self, ErrorKind, Write};

pub(super) fn estimate(query: EstimateQuery, context: &Context) -> Result<Job, InputError> {
    let answer = estimated(&query, context)?;
    let (text, csv) = (EstimateDocument::text, EstimateDocument::csv);
    Ok(Job::document(context, Size::Short, answer, text, csv))
}

pub(super) fn estimate_chart(query: EstimateQuery, context: &Context) -> Result<Job, InputError> {
    let answer = estimated(&query, context)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        Ok(drawn(&Chart::rates(&answer(watch)?, lang), format))
    }))
}

fn estimated(
    query: &EstimateQuery,
    context: &Context,
) -> Result<impl FnOnce(&dyn Watch) -> Result<EstimateDocument, Stopped> + Send + use<>, InputError>
{
    let (job, files) = (query.job()?, uploads(context));
    Ok(move |watch: &dyn Watch| {
        let (estimate, read) = job.run(&files()?, watch)?;
        let document = || EstimateDocument::new(&estimate, &read);
        read.complete.then(document).ok_or(Stopped::Cancelled)
    })
}

pub(super) fn records(query: RecordsQuery, context: &Context) -> Result<Job, InputError> {
    let (job, files) = (query.job()?, uploads(context));
    let format = match context.format {
        Format::Text => GameFormat::Text,
        Format::Csv => GameFormat::Csv,
        Format::Jsonl => GameFormat::Jsonl,
        _ => GameFormat::Json,
    };
    let mut list = GameList::new(Bounded(Vec::new()), format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        let too_large = |_| {
            let [value, allowed] =
                [">", "<="].map(|than| format!("{than} {} MB", LISTED_BYTES >> 20));
            InputError::new("games", value, BadValue::TooMany, allowed)
        };
        let read =
            job.run(&files()?, watch, LISTED_GAMES, |file, record| list.add(file, record))?;
        list.check().map_err(too_large)?;
        if !read.complete {
            return Err(Stopped::Cancelled);
        }
        Ok(list.end(&read).map_err(too_large)?.0)
    }))
}

pub(super) fn standings(query: StandingsQuery, context: &Context) -> Result<Job, InputError> {
    let (job, files) = (query.job()?, uploads(context));
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Short, move |watch| {
        let (league, read) = job.run(&files()?, watch)?;
        if !read.complete {
            return Err(Stopped::Cancelled);
        }
        let document = StandingsDocument::new(&league, job.title(), Some(&read));
        Ok(match format {
            Format::Html => document.html(lang).into_bytes(),
            Format::Xlsx => document.xlsx(lang).map_err(|_| Stopped::Cancelled)?,
            Format::Text => document.text(lang).into_bytes(),
            Format::Csv => StandingsDocument::csv(&document).into_bytes(),
            _ => json(&document),
        })
    }))
}

/// The files; to look into them is work.
pub(super) fn uploads(
    context: &Context,
) -> impl FnOnce() -> Result<Uploads<Bytes>, InputError> + Send + use<> {
    let files = context.uploads.clone();
    move || Uploads::new(files.into_iter().map(|file| (file.name, file.bytes)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::job::Upload;
    use flate2::{Compression, write::GzEncoder};
    use kakukin_core::BadValue;
    use kakukin_query::Problem;
    use kakukin_query::{Fields, Unwatched};
    use kakukin_report::Lang;
    use kakukin_series::Stamp;
    use serde_json::Value;
    use std::ops::ControlFlow;

    const TABLE: &str = "先手,後手,結果,大会\n佐藤,鈴木,先手勝ち,春\n鈴木,佐藤,先手勝ち,春\n\
        佐藤,高橋,後手勝ち,秋\n高橋,鈴木,引き分け,秋\n高橋,佐藤,千日手,秋\n鈴木,高橋,延期,秋\n";

    type Ask<Q> = fn(Q, &Context) -> Result<Job, InputError>;

    fn job<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        format: Format,
        files: &[(&str, &[u8])],
    ) -> Result<Job, InputError> {
        let upload = |(name, bytes): &(&str, &[u8])| Upload {
            part: "files",
            name: name.to_string(),
            bytes: Bytes::copy_from_slice(bytes),
        };
        let uploads = files.iter().map(upload).collect();
        let now = || Stamp::try_from("2026-01-01T00:00:00Z".to_string()).unwrap();
        let context = Context { lang: Lang::EN, format, uploads, gzip: false, now, printer: None };
        ask(Q::read(query.iter().copied().collect())?, &context)
    }

    fn answer<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        format: Format,
        files: &[(&str, &[u8])],
    ) -> Result<Vec<u8>, Stopped> {
        (job(ask, query, format, files)?.work)(&Unwatched)
    }

    fn document<Q: Fields>(ask: Ask<Q>, query: &[(&str, &str)]) -> Value {
        let files = [("pasted.csv", TABLE.as_bytes())];
        serde_json::from_slice(&answer(ask, query, Format::Json, &files).unwrap()).unwrap()
    }

    fn refused<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        files: &[(&str, &[u8])],
    ) -> (&'static str, Problem) {
        match answer(ask, query, Format::Json, files) {
            Err(Stopped::Refused(error)) => (error.field, error.problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn estimates() {
        let found = document(estimate, &[("by", "event"), ("no_fit", "")]);
        assert_eq!(found["schema"], "kakukin/estimate/2");
        assert_eq!(found["games"], serde_json::json!({"first": 2, "draws": 2, "second": 1}));
        assert_eq!(found["groups"][0]["rows"].as_array().unwrap().len(), 2);
        assert_eq!(found["read"]["skipped"]["list"][0]["file"], "pasted.csv");
        assert_eq!(found["recommended"]["p"], "2/3");
        // All games and two events; strength is taken out unless it is not wanted.
        let rows = |query: &[(&str, &str)]| {
            document(estimate_chart, query)["rows"].as_array().unwrap().len()
        };
        assert_eq!(rows(&[("by", "event"), ("no_fit", "")]), 3);
        assert_eq!(rows(&[("by", "event")]), 4);
    }

    #[test]
    fn lists_of_games() {
        let found = document(records, &[]);
        assert_eq!(found["schema"], "kakukin/records/1");
        assert_eq!(found["games"].as_array().unwrap().len(), 6);
        assert_eq!(found["games"][3]["result"], "1/2-1/2");
        assert_eq!(found["games"][5]["result"], "interrupted");
        let files = [("pasted.csv", TABLE.as_bytes())];
        let lines = answer(records, &[("event", "春")], Format::Jsonl, &files).unwrap();
        assert_eq!(String::from_utf8(lines).unwrap().lines().count(), 2);
        let table = answer(records, &[], Format::Csv, &files).unwrap();
        assert!(String::from_utf8(table).unwrap().starts_with("first,second,result,"));
    }

    #[test]
    fn a_list_is_bounded() {
        let row = "Ann,Ben,1-0\n";
        let games = |count: u64| format!("first,second,result\n{}", row.repeat(count as usize));
        let most = games(LISTED_GAMES);
        assert!(answer(records, &[], Format::Csv, &[("a.csv", most.as_bytes())]).is_ok());
        let more = games(LISTED_GAMES + 1);
        let files = [("a.csv", more.as_bytes())];
        assert_eq!(refused(records, &[], &files), ("games", BadValue::TooMany.into()));
        // Few games with long words are too much, too.
        let name = "長".repeat(200);
        let row = format!("{name}甲,{name}乙,1-0,{name},{name},{name}\n");
        let long = format!("first,second,result,event,round,opening\n{}", row.repeat(15_000));
        let files = [("a.csv", long.as_bytes())];
        assert_eq!(refused(records, &[], &files), ("games", BadValue::TooMany.into()));
    }

    #[test]
    fn standings_in_every_format() {
        let found = document(standings, &[("p", "70%"), ("f", "10%"), ("tie_breaks", "wins")]);
        assert_eq!((&found["sum"], &found["rates"]), (&"0".into(), &"given".into()));
        assert_eq!(found["players"].as_array().unwrap().len(), 3);
        assert_eq!(found["tie_breaks"], serde_json::json!(["wins"]));
        let files = [("pasted.csv", TABLE.as_bytes())];
        let written = |format| {
            let query = [("p", "estimate"), ("title", "<秋季>")];
            answer(standings, &query, format, &files).unwrap()
        };
        let page = String::from_utf8(written(Format::Html)).unwrap();
        assert!(page.contains("&lt;秋季&gt;") && !page.contains("<秋季>"));
        assert!(written(Format::Xlsx).starts_with(b"PK"));
        assert!(written(Format::Csv).starts_with(b"rank,name,"));
        assert!(String::from_utf8(written(Format::Text)).unwrap().contains("佐藤"));
    }

    #[test]
    fn refusals_name_their_field() {
        let files = [("pasted.csv", TABLE.as_bytes())];
        let of_estimate = |query: &[(&str, &str)]| refused(estimate, query, &files);
        let of_standings = |query: &[(&str, &str)]| refused(standings, query, &files);
        assert_eq!(of_estimate(&[("by", "moon")]), ("by", BadValue::Unknown.into()));
        assert_eq!(of_estimate(&[("skipped", "x.csv")]), ("parameter", BadValue::Unknown.into()));
        assert_eq!(of_estimate(&[("since", "soon")]), ("since", BadValue::BadForm.into()));
        assert_eq!(of_estimate(&[("event", "冬")]), ("files", Problem::NoGamesWanted));
        assert_eq!(of_standings(&[]), ("p", BadValue::Missing.into()));
        assert_eq!(of_standings(&[("p", "700")]), ("p", BadValue::OutOfRange.into()));
        assert_eq!(of_standings(&[("p", "1/2"), ("draws", "half")]).0, "draws");
        let one_sided = [("a.csv", &b"Ann,Ben,1-0\n"[..])];
        assert_eq!(refused(standings, &[("p", "estimate")], &one_sided), ("p", Problem::OneSided));
        assert_eq!(refused(records, &[], &[]), ("files", BadValue::Missing.into()));
        let empty = [("a.csv", &b""[..]), ("b.zip", &b"PK\x03\x04 no archive"[..])];
        assert_eq!(refused(estimate, &[], &empty), ("files", Problem::NoGames));
        assert_eq!(refused(estimate, &[], &empty[..1]), ("files", Problem::NoGamesEmpty));
    }

    /// Half a gigabyte in a few hundred kilobytes.
    #[test]
    fn a_bomb_is_refused() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(b"[White \"Ann\"]\n[Result \"1-0\"]\n\n{").unwrap();
        let block =
            b"and so on, and so on, and so on, and so on, and so on, and so on\n".repeat(1 << 14);
        for _ in 0..kakukin_query::MAX_UNPACKED as usize / block.len() + 1 {
            encoder.write_all(&block).unwrap();
        }
        let bomb = encoder.finish().unwrap();
        assert!(bomb.len() < 8 << 20);
        let files = [("games.pgn.gz", &bomb[..])];
        assert_eq!(refused(estimate, &[], &files), ("files", Problem::UnpacksTooLarge));
    }

    /// Work that nobody waits for any more gives no half answer.
    #[test]
    fn what_is_cancelled_is_no_answer() {
        struct Gone;
        impl Watch for Gone {
            fn begin(&self, _: u64, _: kakukin_query::WorkUnit) {}
            fn at(&self, _: u64) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let files = [("pasted.csv", TABLE.as_bytes())];
        let p = [("p", "70%")];
        for job in [
            job(estimate, &[], Format::Json, &files),
            job(records, &[], Format::Json, &files),
            job(standings, &p, Format::Json, &files),
        ] {
            assert!(matches!((job.unwrap().work)(&Gone), Err(Stopped::Cancelled)));
        }
    }
}
