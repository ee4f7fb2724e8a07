//! Every question, as text.

use kakukin_query::{
    AdviseQuery, ChainQuery, EpsilonQuery, EstimateQuery, EvalChartQuery, EvalQuery, Fields,
    FindQuery, HandQuery, InputError, MahjongBounds, Params, PointsQuery, RecordsQuery, RulesQuery,
    ScoreQuery, ShantenQuery, SimulateQuery, StandingsQuery, Stopped, TableQuery, TreeQuery,
    Unwatched, WinQuery, WorkbookQuery,
};

/// The largest evaluation that is done and not only checked.
const MOST_WORK: u64 = 10_000;

/// Checks the values as a query of this kind.
fn ask<Q: Fields>(
    params: Params,
    job: impl Fn(&Q) -> Result<(), InputError>,
) -> Result<(), InputError> {
    Q::read(params).and_then(|query| job(&query))
}

/// Whatever stands in its fields, a question becomes a job or is refused, and a small job is done.
/// The first byte chooses the question, from 'a' on in the order below; each further line is a
/// field: `name=value`.
pub fn queries_are_answered_or_refused(bytes: &[u8]) {
    if let Some(Err(refused)) = asked(bytes) {
        assert!(!refused.field.is_empty(), "{refused:?}");
    }
}

/// What becomes of the question, if the bytes are one.
fn asked(bytes: &[u8]) -> Option<Result<(), InputError>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut lines = text.lines();
    let kind = *lines.next()?.as_bytes().first()?;
    let params: Params = lines.map(|line| line.split_once('=').unwrap_or((line, ""))).collect();
    let bounds = MahjongBounds::default();
    Some(match kind.wrapping_sub(b'a') % 19 {
        0 => ask(params, |query: &EvalQuery| {
            let job = query.job()?;
            if job.work() < MOST_WORK {
                job.run(&Unwatched)?;
            }
            Ok(())
        }),
        1 => ask(params, |query: &EvalChartQuery| query.job().map(drop)),
        2 => ask(params, |query: &FindQuery| query.job(None).map(drop)),
        3 => ask(params, |query: &SimulateQuery| query.job().map(drop)),
        4 => ask(params, |query: &TreeQuery| query.job().map(drop)),
        5 => ask(params, |query: &EpsilonQuery| query.job()?.run(&Unwatched).map(drop)),
        6 => ask(params, |query: &EstimateQuery| query.job().map(drop)),
        7 => ask(params, |query: &RecordsQuery| query.job().map(drop)),
        8 => ask(params, |query: &ShantenQuery| done(query.job()?.run(&Unwatched))),
        9 => ask(params, |query: &PointsQuery| done(query.job()?.run(&Unwatched))),
        10 => ask(params, |query: &WinQuery| query.job(&bounds).map(drop)),
        11 => ask(params, |query: &ScoreQuery| query.job(&bounds).map(drop)),
        12 => ask(params, |query: &AdviseQuery| query.job(&bounds).map(drop)),
        13 => ask(params, |query: &ChainQuery| query.job().map(drop)),
        14 => ask(params, |query: &RulesQuery| done(query.job()?.run(&Unwatched))),
        15 => ask(params, |query: &HandQuery| query.job(&bounds).map(drop)),
        16 => ask(params, |query: &StandingsQuery| query.job().map(drop)),
        17 => ask(params, |query: &TableQuery| query.job().map(drop)),
        _ => ask(params, |query: &WorkbookQuery| query.job().map(drop)),
    })
}

/// A job that is done or refused; nobody was there to cancel it.
fn done<T>(result: Result<T, Stopped>) -> Result<(), InputError> {
    match result {
        Ok(_) => Ok(()),
        Err(Stopped::Refused(refused)) => Err(refused),
        Err(stopped) => panic!("{stopped:?}"),
    }
}

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
