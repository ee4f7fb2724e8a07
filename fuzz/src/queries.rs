//! Every question, as text.

use kakukin_core::cancellable;
use kakukin_query::{
    AdviseQuery, ChainQuery, EpsilonQuery, EstimateQuery, EvalChartQuery, EvalQuery,
    EventBracketQuery, EventFindQuery, EventPairQuery, EventStudyQuery, Fields, FindQuery,
    HandQuery, InputError, LiveChange, LiveQuery, LiveStart, MahjongBounds, MatchQuery, Params,
    PointsQuery, Problem, RecordsQuery, RuleSheetQuery, RulesQuery, ScoreChartQuery, ScoreQuery,
    ScoreSheetQuery, ShantenQuery, SimulateQuery, StandingsQuery, Stopped, StudyQuery, TableQuery,
    TreeQuery, Unwatched, Uploads, WinChartQuery, WinQuery, WorkbookQuery,
};
use kakukin_series::{LiveRecord, Stamp};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// How long a job is followed.
const MOMENT: Duration = Duration::from_millis(2);

/// Checks the values as a query of this kind.
fn ask<Q: Fields>(
    params: Params,
    job: impl Fn(&Q) -> Result<(), InputError>,
) -> Result<(), InputError> {
    Q::read(params).and_then(|query| job(&query))
}

/// Does a job for a moment: it comes to its end, is refused, or can be cancelled.
fn run<T, E: Into<Stopped>>(work: impl FnOnce() -> Result<T, E>) -> Result<(), InputError> {
    let end = Instant::now() + MOMENT;
    match cancellable(move || Instant::now() > end, || work().map_err(Into::into)) {
        Ok(Err(Stopped::Refused(refused))) => Err(refused),
        Ok(Err(stopped)) => panic!("nobody watched, and it is {stopped:?}"),
        Ok(Ok(_)) | Err(_) => Ok(()),
    }
}

/// Whatever stands in its fields and in its file, a question becomes a job or is refused, and a job
/// can be done or cancelled. The first byte, modulo 32, chooses the question, from `a` in the order
/// below; each further line is a field: `name=value`. What comes after an empty line is the file
/// that the question is about, or the first of them.
pub fn queries_are_answered_or_refused(bytes: &[u8]) {
    if let Some(Err(refused)) = asked(bytes) {
        assert!(!refused.field.is_empty(), "{refused:?}");
    }
}

/// What becomes of the question, if the bytes are one.
fn asked(bytes: &[u8]) -> Option<Result<(), InputError>> {
    let end = bytes.windows(2).position(|two| two == b"\n\n");
    let (text, file) = bytes.split_at(end.unwrap_or(bytes.len()));
    let file = file.get(2..);
    let mut lines = std::str::from_utf8(text).ok()?.lines();
    let kind = *lines.next()?.as_bytes().first()?;
    let params: Params = lines.map(|line| line.split_once('=').unwrap_or((line, ""))).collect();
    let (bounds, watch) = (MahjongBounds::default(), &Unwatched);
    let games = || Uploads::new([("file".to_string(), file.unwrap_or(GAMES.as_bytes()))]);
    // Of two files the players come first.
    let content = |field: &str, _: &str| {
        let results = field == "results";
        let usual = if results { GAMES } else { FIELD };
        Ok::<_, InputError>(file.filter(|_| !results).unwrap_or(usual.as_bytes()).to_vec())
    };
    let now = Stamp::try_from("2026-01-02T03:04:05Z".to_string()).ok()?;
    Some(match kind.wrapping_sub(b'a') % 32 {
        0 => ask(params, |query: &EvalQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        1 => {
            ask(params, |query: &EvalChartQuery| query.job().and_then(|job| run(|| job.run(watch))))
        }
        2 => {
            let estimate = file.map(|file| ("file", file));
            ask(params, |query: &FindQuery| {
                query.job(estimate).and_then(|job| run(|| job.run(watch)))
            })
        }
        3 => {
            ask(params, |query: &SimulateQuery| query.job().and_then(|job| run(|| job.run(watch))))
        }
        4 => ask(params, |query: &TreeQuery| {
            let job = query.job()?;
            run(|| job.run(watch))
        }),
        5 => ask(params, |query: &EpsilonQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        6 => ask(params, |query: &EstimateQuery| {
            query.job().and_then(|job| run(|| job.run(&games()?, watch)))
        }),
        7 => ask(params, |query: &RecordsQuery| {
            let go_on = |_: &str, _: &_| ControlFlow::Continue(());
            query.job().and_then(|job| run(|| job.run(&games()?, watch, 1_000, go_on)))
        }),
        8 => ask(params, |query: &ShantenQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        9 => ask(params, |query: &PointsQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        10 => ask(params, |query: &WinQuery| {
            query.job(&bounds).and_then(|job| run(|| job.run(watch)))
        }),
        11 => ask(params, |query: &ScoreQuery| {
            query.job(&bounds).and_then(|job| run(|| job.run(watch)))
        }),
        12 => ask(params, |query: &AdviseQuery| {
            query.job(&bounds).and_then(|job| run(|| job.run(watch)))
        }),
        13 => ask(params, |query: &ChainQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        14 => ask(params, |query: &RulesQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        15 => ask(params, |query: &HandQuery| {
            query.job(&bounds).and_then(|job| run(|| job.run(watch)))
        }),
        16 => ask(params, |query: &StandingsQuery| {
            query.job().and_then(|job| run(|| job.run(&games()?, watch)))
        }),
        17 => ask(params, |query: &TableQuery| query.job().and_then(|job| run(|| job.run(watch)))),
        18 => {
            ask(params, |query: &WorkbookQuery| query.job().and_then(|job| run(|| job.run(watch))))
        }
        19 => ask(params, |query: &LiveQuery| {
            query.job(now.clone()).and_then(|job| run(|| job.run(watch)))
        }),
        20 => ask(params, |query: &LiveStart| {
            query.job(now.clone()).and_then(|job| run(|| job.run(watch)))
        }),
        21 => {
            ask(params, |query: &RuleSheetQuery| query.job().and_then(|job| run(|| job.run(watch))))
        }
        22 => ask(params, |query: &ScoreSheetQuery| {
            query.job(file).and_then(|job| run(|| job.run(watch)))
        }),
        23 => ask(params, |query: &StudyQuery| {
            query
                .job(|field, name| content(field, name).map(Some))
                .and_then(|job| run(|| job.run(watch)))
        }),
        24 => ask(params, |query: &WinChartQuery| {
            query.job(&bounds).and_then(|(job, _)| run(|| job.run(watch)))
        }),
        25 => ask(params, |query: &ScoreChartQuery| {
            query.job(&bounds).and_then(|(job, _)| run(|| job.run(watch)))
        }),
        26 => ask(params, |query: &MatchQuery| {
            query.job().and_then(|job| run(|| job.run(&games()?, watch)))
        }),
        27 => ask(params, |query: &EventStudyQuery| {
            query.check()?;
            run(|| query.job(content)?.run(watch))
        }),
        28 => ask(params, |query: &EventFindQuery| {
            query.check()?;
            run(|| query.job(content)?.run(watch))
        }),
        29 => ask(params, |query: &EventPairQuery| {
            query.check()?;
            run(|| {
                let job = query.job(content)?;
                let paired = job.run()?;
                job.sheets(&paired)
            })
        }),
        30 => ask(params, |query: &EventBracketQuery| {
            query.check()?;
            run(|| query.job(content)?.run())
        }),
        _ => ask(params, |query: &LiveChange| {
            let mut record = LiveRecord::read(file.unwrap_or(b""))
                .map_err(|_| InputError::new("file", "", Problem::BadRecord, ""))?;
            query.job(now.clone()).apply(&mut record)
        }),
    })
}

/// Games, where no file says more.
const GAMES: &str = "round,first,second,result\n1,Ann,Ben,1-0\n1,Ben,Ann,1/2-1/2\n2,Ann,Ben,0-1\n\
    2,Ben,Ann,0-1\n3,Ann,Cleo,1-0\n";
/// Players.
const FIELD: &str = "name,elo\nAnn,100\nBen,50\nCleo,0\n";

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Mutations of what is refused anyway would find little.
    #[test]
    fn the_corpus_is_answered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/queries_are_answered_or_refused");
        for entry in fs::read_dir(folder).expect("a corpus") {
            let path = entry.expect("a file").path();
            let asked = asked(&fs::read(&path).expect("a file"));
            assert!(matches!(asked, Some(Ok(()))), "{}: {asked:?}", path.display());
        }
    }
}
