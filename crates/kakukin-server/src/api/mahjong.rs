//! Mahjong: a hand's distance, chances, expected score, advice, charts; wins and rules.

use super::{
    job::{Context, Job, Size, json},
    series::drawn,
};
use crate::limits::{DEPTH, GAMES, KEPT, RECENT, RECENT_KEPT, STATES};
use kakukin_mahjong::{Method, Question, ScoreResult, WinResult};
use kakukin_query::{
    AdviseQuery, ChainQuery, HandQuery, InputError, MahjongBounds, PointsQuery, RulesQuery,
    ScoreChartQuery, ScoreJob, ScoreQuery, ShantenQuery, SolvedHand, Stopped, Watch, WinChartQuery,
    WinJob, WinQuery,
};
use kakukin_report::{
    AdviseDocument, ByDiscard, ChainAnswer, Chart, PointsDocument, RulesDocument, ScoreDocument,
    ShantenDocument, TileStyle, WholeHandDocument, WinDocument,
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

const LETTERS: TileStyle = TileStyle::Letters;

/// What one request may ask for.
pub(super) const BOUNDS: MahjongBounds =
    MahjongBounds { usual_states: STATES, states: STATES, kept: KEPT, games: GAMES, depth: DEPTH };

/// The hands that were solved last. Whoever looks at a hand wants its chart next, and then what
/// follows a discard: all of it is read off one solved question.
struct Recent(Mutex<VecDeque<SolvedHand>>);

static HANDS: Recent = Recent(Mutex::new(VecDeque::new()));

impl Recent {
    fn list(&self) -> MutexGuard<'_, VecDeque<SolvedHand>> {
        // A panic elsewhere leaves the list as it was.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the first that will do, so that others can read it meanwhile.
    fn find(&self, will_do: impl Fn(&SolvedHand) -> bool) -> Option<SolvedHand> {
        self.list().iter().find(|solved| will_do(solved)).cloned()
    }

    /// Keeps one, as the last: of those before it only so many, and of their ways of playing only
    /// so much.
    fn keep(&self, solved: SolvedHand) {
        let mut list = self.list();
        list.retain(|known| !known.is_same(&solved));
        list.truncate(RECENT - 1);
        list.push_front(solved);
        let mut room = RECENT_KEPT;
        for known in list.iter_mut() {
            match room.checked_sub(known.held()) {
                Some(left) => room = left,
                None => known.forget(),
            }
        }
    }
}

/// Where the work begins: with several moves to spare a hand is never short work.
fn size(question: &Question) -> Size {
    match question.method() {
        Method::Improve { extra, .. } if extra > 1 => Size::Long,
        _ => Size::Short,
    }
}

/// The answer to a question about points, which is solved unless it was lately.
fn score_result(job: &ScoreJob, watch: &dyn Watch) -> Result<ScoreResult, Stopped> {
    let will_do =
        |known: &SolvedHand| matches!(known, SolvedHand::Score(solved) if job.can_read(solved));
    let mut solved = match HANDS.find(will_do) {
        Some(SolvedHand::Score(solved)) => solved,
        _ => job.solve(watch)?,
    };
    let result = job.read(&mut solved, watch);
    HANDS.keep(SolvedHand::Score(solved));
    result.and_then(|own| if own.is_finished() { Ok(own) } else { Err(Stopped::Cancelled) })
}

/// The answer to a question about chances, which is solved unless it was lately.
fn win_result(job: &WinJob, watch: &dyn Watch) -> Result<WinResult, Stopped> {
    if job.wants_optimum() {
        let result = job.run(watch)?;
        return if result.is_finished() { Ok(result) } else { Err(Stopped::Cancelled) };
    }
    let will_do =
        |known: &SolvedHand| matches!(known, SolvedHand::Win(solved, _) if job.can_read(solved));
    let (mut solved, why) = match HANDS.find(will_do) {
        Some(SolvedHand::Win(solved, why)) => (solved, why),
        _ => (job.solve(watch)?, None),
    };
    let result = job.read(&mut solved, watch);
    HANDS.keep(SolvedHand::Win(solved, why));
    result.and_then(|own| if own.is_finished() { Ok(own) } else { Err(Stopped::Cancelled) })
}

/// Everything about a hand at once, read off one solved question.
pub(super) fn hand(query: HandQuery, _: &Context) -> Result<Job, InputError> {
    let job = query.job(&BOUNDS)?;
    Ok(Job::bytes(size(job.question()), move |watch| {
        let mut solved = match HANDS.find(|known| job.can_read(known)) {
            Some(solved) => solved,
            None => job.solve(watch)?,
        };
        let result = job.read(&mut solved, watch);
        HANDS.keep(solved);
        let result = result?;
        if !result.is_finished() {
            return Err(Stopped::Cancelled);
        }
        Ok(json(&WholeHandDocument::new(&result)))
    }))
}

pub(super) fn shanten(query: ShantenQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let answer = move |watch: &dyn Watch| Ok(ShantenDocument::new(&job.run(watch)?));
    let text = |document: &ShantenDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Quick, answer, text, ShantenDocument::csv))
}

pub(super) fn win(query: WinQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job(&BOUNDS)?;
    let size = size(job.question());
    let answer = move |watch: &dyn Watch| Ok(WinDocument::new(&win_result(&job, watch)?));
    let text = |document: &WinDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, size, answer, text, WinDocument::csv))
}

pub(super) fn win_over_turns(query: WinChartQuery, context: &Context) -> Result<Job, InputError> {
    let (job, chance) = query.job(&BOUNDS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(size(job.question()), move |watch| {
        let document = WinDocument::new(&win_result(&job, watch)?);
        Ok(drawn(&Chart::win_over_turns(&document, chance, lang), format))
    }))
}

pub(super) fn score(query: ScoreQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job(&BOUNDS)?;
    let size = size(job.question().question());
    let answer = move |watch: &dyn Watch| Ok(ScoreDocument::new(&score_result(&job, watch)?));
    let text = |document: &ScoreDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, size, answer, text, ScoreDocument::csv))
}

pub(super) fn score_over_turns(
    query: ScoreChartQuery,
    context: &Context,
) -> Result<Job, InputError> {
    let (job, figure) = query.job(&BOUNDS)?;
    let (format, lang) = (context.format, context.lang);
    Ok(Job::bytes(size(job.question().question()), move |watch| {
        let document = ScoreDocument::new(&score_result(&job, watch)?);
        Ok(drawn(&Chart::score_over_turns(&document, figure, lang), format))
    }))
}

pub(super) fn advise(query: AdviseQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job(&BOUNDS)?;
    let size = size(job.question().question());
    let answer = move |watch: &dyn Watch| Ok(AdviseDocument::new(&score_result(&job, watch)?));
    let text = |document: &AdviseDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, size, answer, text, AdviseDocument::csv))
}

pub(super) fn points(query: PointsQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let answer = move |watch: &dyn Watch| Ok(PointsDocument::new(&job.run(watch)?));
    let text = |document: &PointsDocument, lang| document.text(lang, LETTERS);
    Ok(Job::document(context, Size::Quick, answer, text, PointsDocument::csv))
}

pub(super) fn rules(query: RulesQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?;
    let answer = move |watch: &dyn Watch| Ok(RulesDocument::new(&job.run(watch)?));
    let (text, csv) = (RulesDocument::text, RulesDocument::csv);
    Ok(Job::document(context, Size::Quick, answer, text, csv))
}

pub(super) fn chain(query: ChainQuery, context: &Context) -> Result<Job, InputError> {
    let job = query.job()?.within(STATES)?;
    let answer = move |watch: &dyn Watch| Ok(ChainAnswer::new(&job.run(watch)?));
    Ok(Job::document(context, Size::Short, answer, ChainAnswer::text, ChainAnswer::csv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::job::Format;
    use kakukin_core::BadValue;
    use kakukin_query::Problem;
    use kakukin_query::{Fields, Unwatched};
    use kakukin_report::Lang;
    use kakukin_series::Stamp;
    use serde_json::Value;
    use std::{
        ops::ControlFlow,
        sync::atomic::{AtomicU64, Ordering},
    };

    fn context(format: Format) -> Context {
        let now = || Stamp::try_from("2026-01-01T00:00:00Z".to_string()).unwrap();
        Context { lang: Lang::EN, format, uploads: Vec::new(), gzip: false, now, printer: None }
    }

    fn read<Q: Fields>(pairs: &[(&str, &str)]) -> Q {
        Q::read(pairs.iter().copied().collect()).unwrap()
    }

    /// The answer to a query of pairs, in a format.
    fn said<Q: Fields>(
        ask: fn(Q, &Context) -> Result<Job, InputError>,
        pairs: &[(&str, &str)],
        format: Format,
    ) -> Result<String, Stopped> {
        let job = ask(read(pairs), &context(format))?;
        (job.work)(&Unwatched).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    fn value<Q: Fields>(
        ask: fn(Q, &Context) -> Result<Job, InputError>,
        pairs: &[(&str, &str)],
    ) -> Value {
        serde_json::from_str(&said(ask, pairs, Format::Json).unwrap()).unwrap()
    }

    fn refused<Q: Fields>(
        ask: fn(Q, &Context) -> Result<Job, InputError>,
        pairs: &[(&str, &str)],
    ) -> (&'static str, Problem, String) {
        match said(ask, pairs, Format::Json) {
            Err(Stopped::Refused(error)) => (error.field, error.problem, error.allowed),
            Err(Stopped::Cancelled) => panic!("cancelled"),
            Ok(_) => panic!("{:?} is answered", pairs),
        }
    }

    const HAND: (&str, &str) = ("hand", "234578m1689p357s1z");

    /// The published figures of the author's hand, and the very document of the command line.
    #[test]
    fn answers_are_the_documents_of_the_command_line() {
        let document = value(win, &[HAND]);
        let tiles = ["2m", "5m", "8m", "1p", "6p", "9p", "3s", "7s", "1z"];
        let figures = [0.1387, 0.1387, 0.0879, 0.1511, 0.1432, 0.1432, 0.1114, 0.1114, 0.1511];
        for (tile, figure) in tiles.iter().zip(figures) {
            let discards = document["discards"].as_array().unwrap();
            let discard = discards.iter().find(|discard| discard["tile"] == *tile).unwrap();
            let win = discard["win"][0].as_f64().unwrap();
            assert!((win - figure).abs() < 5e-5, "{tile} {win}");
        }
        let bounds = MahjongBounds::default();
        let pairs = [HAND, ("dora", "4z"), ("objective", "win"), ("seat", "E")];
        let query: ScoreQuery = read(&pairs);
        let own = ScoreDocument::new(&query.job(&bounds).unwrap().run(&Unwatched).unwrap());
        let json = serde_json::to_string(&own).unwrap();
        assert_eq!(said(score, &pairs, Format::Json).unwrap(), json);
        assert_eq!(said(score, &pairs, Format::Csv).unwrap(), own.csv());
        assert_eq!(said(score, &pairs, Format::Text).unwrap(), own.text(Lang::EN, LETTERS));
        let advice: AdviseQuery = read(&pairs);
        let own = AdviseDocument::new(&advice.job(&bounds).unwrap().run(&Unwatched).unwrap());
        assert_eq!(said(advise, &pairs, Format::Text).unwrap(), own.text(Lang::EN, LETTERS));
        assert_eq!(value(shanten, &[HAND])["shanten"], 3);
    }

    #[test]
    fn explanations_and_dealt_games_are_not_kept_but_answered() {
        let pairs = [HAND, ("explain", ""), ("verify", "500"), ("discard", "1p")];
        let document = value(score, &pairs);
        assert_eq!(document["verify"]["games"], 500);
        let steps = document["explain"]["steps"].as_array().unwrap();
        assert!(steps.len() > 5 && steps.iter().all(|step| step.get("next").is_none()));
        assert!(value(score, &[HAND]).get("explain").is_none());
    }

    #[test]
    fn what_is_too_much_is_refused_with_the_bound() {
        let with = |name, given| [HAND, (name, given)];
        let states = ("max-states", BadValue::OutOfRange.into(), "1..2000000".to_string());
        assert_eq!(refused(win, &with("max_states", "2000001")), states);
        assert_eq!(refused(advise, &with("max_states", "2000001")), states);
        let games = ("verify", BadValue::OutOfRange.into(), "1..100000".to_string());
        assert_eq!(refused(score, &with("verify", "100001")), games);
        let depth = ("explain", BadValue::OutOfRange.into(), "1..3".to_string());
        assert_eq!(refused(win, &with("explain", "4")), depth);
        // Few states can have many figures.
        let far = [("hand", "147m258p369s12345z")];
        let (field, problem, allowed) = refused(score, &far);
        assert_eq!((field, problem), ("max-states", kakukin_mahjong::Problem::TooManyKept.into()));
        assert_eq!(allowed, format!("<= {KEPT}"));
        assert_eq!(value(win, &far)["shanten"], 6);
        let (field, problem, _) = refused(win, &[HAND, ("improve", "3")]);
        assert_eq!(
            (field, problem),
            ("max-states", kakukin_mahjong::Problem::TooManyStates.into())
        );
    }

    #[test]
    fn bad_hands_are_refused_by_name() {
        let (field, problem, _) = refused(win, &[("hand", "123m")]);
        assert_eq!((field, problem), ("hand", kakukin_mahjong::Problem::WrongTileCount.into()));
        assert_eq!(refused(shanten, &[]).1, BadValue::Missing);
        assert_eq!(refused(advise, &[("hand", "234578m1689p357s")]).1, Problem::NotDrawn);
        let chart = ("chart", BadValue::Unknown.into(), "win, tenpai".to_string());
        assert_eq!(refused(win_over_turns, &[HAND, ("chart", "score")]), chart);
        let twice = [HAND, ("rules", "tenhou"), ("rules", "ema")];
        let error = ScoreQuery::read(twice.into_iter().collect()).unwrap_err();
        assert_eq!((error.field, error.problem), ("rules", BadValue::Twice.into()));
    }

    #[test]
    fn wins_rules_and_chains() {
        let pairs = [("hand", "223344067789p55s"), ("win", "0p"), ("tsumo", ""), ("riichi", "")];
        let document = value(points, &[&pairs[..], &[("dora", "4s")]].concat());
        assert_eq!((&document["han"], &document["points"]), (&7.into(), &12000.into()));
        assert_eq!(document["payments"]["dealer"], 6000);
        assert_eq!(refused(points, &pairs[..2]).1, BadValue::Missing);
        assert!(said(rules, &[("name", "ema")], Format::Text).unwrap().contains("kuitan"));
        let last = |document: &Value| document["probability"][16].as_f64().unwrap();
        let document = value(chain, &[("useful", "20,8,8")]);
        assert!((last(&document) - 0.198_537_092_734_629_33).abs() < 1e-15);
        let pairs = [("hand", "1122m3344p5678s1z"), ("form", "seven-pairs")];
        assert_eq!(value(chain, &pairs)["schema"], "kakukin/mahjong-form-chain/1");
    }

    #[test]
    fn charts_show_the_discards_of_the_document() {
        let document = value(score, &[HAND]);
        let chart = value(score_over_turns, &[HAND, ("chart", "win")]);
        let rows = chart["rows"].as_array().unwrap();
        assert_eq!(rows.len(), document["turns"].as_u64().unwrap() as usize);
        assert_eq!(chart["header"].as_array().unwrap().len(), 6);
        assert_eq!(chart["header"][1], document["discards"][0]["tile"]);
        let svg = said(win_over_turns, &[HAND], Format::Svg).unwrap();
        assert!(svg.starts_with("<svg"), "{svg}");
    }

    /// Whoever does not wait any more cancels the work.
    #[test]
    fn work_is_cancelled() {
        struct Gone;
        impl Watch for Gone {
            fn begin(&self, _: u64, _: kakukin_query::WorkUnit) {}

            fn at(&self, _: u64) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let pairs = [("hand", "158m35679p269s246z")];
        let job = win(read(&pairs), &context(Format::Json)).unwrap();
        assert_eq!((job.work)(&Gone), Err(Stopped::Cancelled));
        let pairs = [("hand", "234m456799p22678s"), ("verify", "50000")];
        let job = score(read(&pairs), &context(Format::Json)).unwrap();
        assert_eq!((job.work)(&Gone), Err(Stopped::Cancelled));
    }

    /// Counts what is solved.
    #[derive(Default)]
    struct Counting(AtomicU64);

    impl Watch for Counting {
        fn begin(&self, _: u64, _: kakukin_query::WorkUnit) {}

        fn solved(&self, solves: u64) {
            self.0.fetch_add(solves, Ordering::Relaxed);
        }

        fn at(&self, _: u64) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// Figures, advice, chart, files, what follows any discard, and dealt games: everything that
    /// the page asks about a hand is read off one solved question.
    #[test]
    fn one_question_of_the_page_is_solved_once() {
        for hand_text in ["34567m2246p30489s", "34567m2246p3048s"] {
            let watch = Counting::default();
            let own = [("hand", hand_text), ("dora", "7s"), ("seat", "W")];
            let run = |job: Job| -> Value {
                serde_json::from_slice(&(job.work)(&watch).unwrap()).unwrap()
            };
            let json = context(Format::Json);
            let first = run(hand(read(&own), &json).unwrap());
            assert_eq!(watch.0.load(Ordering::Relaxed), 1, "{hand_text}");
            let chart = [&own[..], &[("chart", "win")]].concat();
            let chart = run(score_over_turns(read(&chart), &json).unwrap());
            assert!(!chart["rows"].as_array().unwrap().is_empty());
            let scores = run(score(read(&own), &json).unwrap());
            assert_eq!(scores["states"], first["states"]);
            let groups = first["groups"].as_array().unwrap();
            let mut discards: Vec<&str> =
                groups.iter().map(|group| group["tiles"][0].as_str().unwrap()).collect();
            let drawn = discards.len() > 1;
            if !drawn {
                discards.push("");
            }
            for discard in discards {
                let ask = |more| [&own[..], &[("discard", discard), more]].concat();
                let followed = run(hand(read(&ask(("explain", "2"))), &json).unwrap());
                assert!(!followed["explain"]["steps"].as_array().unwrap().is_empty());
                let dealt = run(hand(read(&ask(("verify", "100"))), &json).unwrap());
                assert_eq!(dealt["verify"]["games"], 100);
            }
            if drawn {
                let advice = run(advise(read(&own), &json).unwrap());
                assert_eq!(advice["headline"], first["headline"]);
                // The same figures, in groups.
                for group in groups {
                    for tile in group["tiles"].as_array().unwrap() {
                        let all = scores["discards"].as_array().unwrap();
                        let single = all.iter().find(|own| own["tile"] == *tile).unwrap();
                        let near = |a: &Value, b: &Value| {
                            (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-6
                        };
                        assert!(near(&group["score"], &single["score"][0]));
                        assert!(near(&group["win"], &single["win"][0]));
                        assert_eq!(group["shanten"], single["shanten"]);
                    }
                }
            }
            assert_eq!(watch.0.load(Ordering::Relaxed), 1, "{hand_text}");
        }
    }

    /// Melds that nobody knows, and hands that are too large for points, have their chances.
    #[test]
    fn hands_without_points_have_chances() {
        let partial = value(hand, &[("hand", "34567m2246p3s")]);
        assert_eq!(partial["points_left_out"], "unknown_melds");
        assert!(partial["now"]["score"].is_null() && partial["now"]["win"].as_f64().is_some());
        let far = value(hand, &[("hand", "147m258p369s12345z")]);
        assert_eq!(far["points_left_out"], "too_large");
        assert!(far["groups"].as_array().unwrap().len() > 1);
        assert_eq!(value(hand, &[HAND])["points_left_out"], Value::Null);
    }

    fn solved(hand: &str) -> SolvedHand {
        let job = read::<ScoreQuery>(&[("hand", hand)]).job(&BOUNDS).unwrap();
        SolvedHand::Score(job.solve(&Unwatched).unwrap())
    }

    #[test]
    fn only_the_last_hands_are_kept() {
        let recent = Recent(Mutex::new(VecDeque::new()));
        let hands: Vec<String> = (1..=9)
            .flat_map(|n| [format!("123m456789p11{n}{n}s"), format!("123456m789p11{n}{n}s")])
            .collect();
        assert!(hands.len() > RECENT);
        for hand in &hands {
            recent.keep(solved(hand));
            recent.keep(solved(hand));
        }
        assert_eq!(recent.list().len(), RECENT);
        let known = |hand: &str| recent.find(|known| known.is_same(&solved(hand))).is_some();
        assert!(!known(&hands[0]) && known(&hands[hands.len() - 1]));
        // Few of them are large, and of those only the last keep their way of playing.
        let large = |held: usize| held > RECENT_KEPT / 4;
        assert!(!recent.list().iter().any(|known| large(known.held())));
    }
}
