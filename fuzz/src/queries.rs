//! Every question, as text.

use kakukin_query::{
    AdviseQuery, ChainQuery, EpsilonQuery, EstimateQuery, EvalChartQuery, EvalQuery, Fields,
    FindQuery, InputError, MahjongBounds, Params, PointsQuery, RecordsQuery, RulesQuery,
    ScoreQuery, ShantenQuery, SimulateQuery, TreeQuery, Unwatched, WinQuery,
};

/// The largest evaluation that is done and not only checked.
const MOST_WORK: u64 = 10_000;

/// Checks the values as a query of this kind; what it says of the job does not matter here.
fn ask<Q: Fields>(params: Params, job: impl Fn(&Q) -> Result<(), InputError>) {
    let refused = match Q::read(params) {
        Ok(query) => job(&query).err(),
        Err(refused) => Some(refused),
    };
    if let Some(refused) = refused {
        assert!(!refused.field.is_empty(), "{refused:?}");
    }
}

/// Whatever stands in its fields, a question becomes a job or is refused, and a small job is done.
/// The first byte chooses the question, from 'a' on in the order below; each further line is a
/// field: `name=value`.
pub fn queries_are_answered_or_refused(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let Some(&kind) = lines.next().and_then(|line| line.as_bytes().first()) else { return };
    let params: Params = lines.map(|line| line.split_once('=').unwrap_or((line, ""))).collect();
    let bounds = MahjongBounds::default();
    match kind.wrapping_sub(b'a') % 14 {
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
        5 => ask(params, |_: &EpsilonQuery| Ok(())),
        6 => ask(params, |query: &EstimateQuery| query.job().map(drop)),
        7 => ask(params, |query: &RecordsQuery| query.job().map(drop)),
        8 => ask(params, |query: &ShantenQuery| query.answer().map(drop)),
        9 => ask(params, |query: &PointsQuery| query.answer().map(drop)),
        10 => ask(params, |query: &WinQuery| query.job(&bounds).map(drop)),
        11 => ask(params, |query: &ScoreQuery| query.job(&bounds).map(drop)),
        12 => ask(params, |query: &AdviseQuery| query.job(&bounds).map(drop)),
        _ => {
            ask(params.clone(), |query: &ChainQuery| query.job().map(drop));
            ask(params, |query: &RulesQuery| query.answer().map(drop));
        }
    }
}
