//! Mahjong: a hand's distance, chances, expected score, advice, charts; wins and rules.

use super::{
    job::{Context, Job, Size},
    series::drawn,
};
use crate::limits::{DEPTH, GAMES, KEPT, RECENT, STATES};
use kakukin_ask::{
    AdviseQuery, ChainQuery, MahjongBounds, PointsQuery, RulesQuery, ScoreAsked, ScoreChartQuery,
    ScoreQuery, ShantenQuery, Stopped, Watch, WinAsked, WinChartQuery, WinQuery, win_chart,
};
use kakukin_report::{
    AdviseDocument, ChainAnswer, Chart, PointsDocument, RulesDocument, ScoreDocument,
    ShantenDocument, TileStyle, WinDocument,
};
use kakukin_sweep::InputError;
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

const LETTERS: TileStyle = TileStyle::Letters;

/// What one request may ask for.
const BOUNDS: MahjongBounds =
    MahjongBounds { usual_states: STATES, states: STATES, kept: KEPT, games: GAMES, depth: DEPTH };

/// The last documents that were worked out. Whoever looks at a table wants its chart next, and
/// that takes the same work.
struct Recent<D>(Mutex<VecDeque<(String, D)>>);

impl<D: Clone> Recent<D> {
    const fn new() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }

    /// The document of a key, worked out unless it is here. Without a key it is not kept.
    fn or_else(
        &self,
        key: Option<String>,
        work: impl FnOnce() -> Result<D, Stopped>,
    ) -> Result<D, Stopped> {
        let Some(key) = key else { return work() };
        // A panic elsewhere leaves the list as it was.
        let list = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, document)) = list().iter().find(|(known, _)| *known == key) {
            return Ok(document.clone());
        }
        let document = work()?;
        let mut list = list();
        list.truncate(RECENT - 1);
        list.push_front((key, document.clone()));
        Ok(document)
    }
}

/// What is too large is said in words of the server: there is no option that allows more.
fn here(stopped: Stopped) -> Stopped {
    match stopped {
        Stopped::Refused(error) if error.field == "max-states" => {
            Stopped::Refused(error.in_field("max_states"))
        }
        other => other,
    }
}

static SCORES: Recent<ScoreDocument> = Recent::new();
static WINS: Recent<WinDocument> = Recent::new();

pub(super) fn shanten(query: ShantenQuery, context: &Context) -> Result<Job, InputError> {
    let document = query.answer()?;
    let text = |document: &ShantenDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Quick, |_| Ok(document), text, ShantenDocument::csv))
}

pub(super) fn win(query: WinQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.asked(&BOUNDS)?;
    let answer = move |watch: &dyn Watch| win_document(&query, &asked, watch);
    let text = |document: &WinDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Long, answer, text, WinDocument::csv))
}

pub(super) fn win_over_turns(query: WinChartQuery, context: &Context) -> Result<Job, InputError> {
    let (asked, figure) = query.asked(&BOUNDS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        let document = win_document(&query.query, &asked, watch)?;
        Ok(drawn(&win_chart(&document, figure, lang)?, format))
    }))
}

fn win_document(
    query: &WinQuery,
    asked: &WinAsked,
    watch: &dyn Watch,
) -> Result<WinDocument, Stopped> {
    // What is explained or dealt can be large, and has no chart.
    let small = query.play.explain.is_none() && query.play.verify.is_none() && !query.optimal;
    WINS.or_else(small.then(|| format!("{query:?}")), || {
        let document = asked.answer(watch).map_err(here)?;
        if document.finished() { Ok(document) } else { Err(Stopped::Broken) }
    })
}

pub(super) fn score(query: ScoreQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.asked(&BOUNDS)?;
    let answer = move |watch: &dyn Watch| score_document(&query, &asked, watch);
    let text = |document: &ScoreDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Long, answer, text, ScoreDocument::csv))
}

pub(super) fn score_over_turns(
    query: ScoreChartQuery,
    context: &Context,
) -> Result<Job, InputError> {
    let (asked, figure) = query.asked(&BOUNDS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        let document = score_document(&query.query, &asked, watch)?;
        Ok(drawn(&Chart::score_over_turns(&document, figure, lang), format))
    }))
}

fn score_document(
    query: &ScoreQuery,
    asked: &ScoreAsked,
    watch: &dyn Watch,
) -> Result<ScoreDocument, Stopped> {
    let small = query.play.explain.is_none() && query.play.verify.is_none();
    SCORES.or_else(small.then(|| format!("{query:?}")), || {
        let document = asked.answer(watch).map_err(here)?;
        if document.finished() { Ok(document) } else { Err(Stopped::Broken) }
    })
}

pub(super) fn advise(query: AdviseQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.asked(&BOUNDS)?;
    let answer = move |watch: &dyn Watch| asked.answer(watch).map_err(here);
    let text = |document: &AdviseDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Long, answer, text, AdviseDocument::csv))
}

pub(super) fn points(query: PointsQuery, context: &Context) -> Result<Job, InputError> {
    let document = query.answer()?;
    let text = |document: &PointsDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Quick, |_| Ok(document), text, PointsDocument::csv))
}

pub(super) fn rules(query: RulesQuery, context: &Context) -> Result<Job, InputError> {
    let document = query.answer()?;
    let (text, csv) = (RulesDocument::text, RulesDocument::csv);
    Ok(Job::document(context, Size::Quick, |_| Ok(document), text, csv))
}

pub(super) fn chain(query: ChainQuery, context: &Context) -> Result<Job, InputError> {
    let asked = query.asked()?.within(STATES)?;
    let answer = move |watch: &dyn Watch| asked.answer(watch).map_err(here);
    Ok(Job::document(context, Size::Long, answer, ChainAnswer::text, ChainAnswer::csv))
}
