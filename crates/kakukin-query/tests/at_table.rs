//! Hands at a table: what is asked of others, of the wall and of dangers, and what is refused.

use kakukin_core::BadValue;
use kakukin_mahjong::{Aim, PlayState, Players, SeenTurn, Table};
use kakukin_query::{
    AdviseQuery, Fields, InputError, MahjongBounds, Params, ScoreQuery, Unwatched, WinQuery,
};

const DRAWN: (&str, &str) = ("hand", "234678m3406788p5s");
const WAITING: (&str, &str) = ("hand", "123m456p789s1122z");

fn given(pairs: &[(&str, &str)]) -> Params {
    pairs.iter().copied().collect()
}

fn win(pairs: &[(&str, &str)]) -> Result<kakukin_mahjong::WinResult, InputError> {
    let job = WinQuery::read(given(pairs))?.job(&MahjongBounds::default())?;
    Ok(job.run(&Unwatched).unwrap())
}

fn advise(pairs: &[(&str, &str)]) -> Result<kakukin_mahjong::ScoreResult, InputError> {
    let job = AdviseQuery::read(given(pairs))?.job(&MahjongBounds::default())?;
    Ok(job.run(&Unwatched).unwrap())
}

fn refused<T: std::fmt::Debug>(result: Result<T, InputError>) -> (&'static str, String) {
    let error = result.unwrap_err();
    (error.field, error.value)
}

#[test]
fn the_wall_says_how_many_draws_there_are() {
    let draws = |hand: (&str, &str), wall: &str| {
        let question = win(&[hand, ("wall", wall)]).unwrap().question;
        (question.draws(), question.others().tail())
    };
    assert_eq!(draws(WAITING, "4"), (1, Some(3)));
    assert_eq!(draws(WAITING, "70"), (18, Some(1)));
    assert_eq!(draws(DRAWN, "4"), (1, Some(0)));
    assert_eq!(draws(DRAWN, "2"), (0, Some(2)));
}

#[test]
fn a_table_where_nothing_happens_changes_no_figure() {
    let plain = win(&[DRAWN]).unwrap();
    let same = win(&[DRAWN, ("discards", "0"), ("table", "alone")]).unwrap();
    assert_eq!(plain.answer, same.answer);
    assert!(same.question.others().is_told() && !plain.question.others().is_told());
    let plain = advise(&[DRAWN]).unwrap();
    let same = advise(&[DRAWN, ("discards", "0 %")]).unwrap();
    assert_eq!(plain.answer, same.answer);
    assert_eq!((plain.best_alone, same.best_alone), (None, None));
}

#[test]
fn what_others_discard_is_a_rate() {
    let worth = |rate: &str| {
        let result = win(&[WAITING, ("wall", "30"), ("discards", rate)]).unwrap();
        let worth = result.answer.waiting().unwrap().clone();
        (*worth.win().last().unwrap(), *worth.ron().last().unwrap())
    };
    assert_eq!(worth("30%"), worth("0.3"));
    assert!(worth("30%").0 < worth("1").0 && worth("0").1 == 0.0);
    // A wait among our own discards bars both.
    let barred = win(&[WAITING, ("wall", "30"), ("discards", "1"), ("river", "1z")]).unwrap();
    assert_eq!(*barred.answer.waiting().unwrap().ron().last().unwrap(), 0.0);
}

#[test]
fn dangers_are_taken_off_the_balance_of_their_discard_alone() {
    let asked = |more: &[(&str, &str)]| {
        let base = [DRAWN, ("wall", "40"), ("discards", "0.3"), ("objective", "balance")];
        advise(&[&base[..], more].concat()).unwrap()
    };
    let (plain, dangerous) = (asked(&[]), asked(&[("danger", "5s=8%,4p=1%")]));
    let dear = asked(&[("danger", "5s=8%"), ("danger", "4p=1%"), ("danger_cost", "8000")]);
    for own in plain.answer.discards() {
        let balance = |result: &kakukin_mahjong::ScoreResult| {
            let thrown = Some((own.tile(), own.is_red()));
            *result.answer.prospect_of(thrown).unwrap().balance().last().unwrap()
        };
        let rate = match &own.tile().to_string()[..] {
            "5s" => 0.08,
            "4p" => 0.01,
            _ => 0.0,
        };
        assert!((balance(&plain) - balance(&dangerous) - 5500.0 * rate).abs() < 1e-6);
        assert!((balance(&plain) - balance(&dear) - 8000.0 * rate).abs() < 1e-6);
    }
    // Dangers count unless somebody says otherwise.
    let alone = advise(&[DRAWN, ("danger", "5s=100%"), ("danger_cost", "100000")]).unwrap();
    assert_eq!(alone.question.terms().aim, Aim::Balance);
    let best = alone.answer.discards()[0].tile().to_string();
    assert_ne!(best, advise(&[DRAWN]).unwrap().answer.discards()[0].tile().to_string());
    let score = [DRAWN, ("danger", "5s=8%"), ("objective", "score")];
    assert_eq!(refused(advise(&score)).0, "danger");
}

#[test]
fn tables_are_files_with_their_name() {
    let table = |players, turns| {
        let mut table = Table::new(players);
        (1..=turns).for_each(|turn| {
            (0..100).for_each(|n| {
                let lost = (n < 8).then_some(3000);
                let state = PlayState::Neither;
                table.round_seen(&[SeenTurn { state, turn, lost }]);
            });
        });
        serde_json::to_string(&table).unwrap()
    };
    let four = table(Players::Four, 18);
    let ask = |text: &str| advise(&[DRAWN, ("wall", "50"), ("table", text)]);
    let named = ask(&format!("club.json\n{four}")).unwrap();
    let origin = named.question.question().others().origin().unwrap().clone();
    assert_eq!((origin.name.as_deref(), origin.wall), (Some("club.json"), Some(50)));
    assert!(named.question.question().others().may_win() && named.best_alone.is_some());
    assert_eq!(ask(&four).unwrap().question.question().others().origin().unwrap().name, None);
    let (field, value) = refused(ask("club"));
    assert_eq!((field, &value[..]), ("table", "club"));
    assert!(refused(ask("club.json\n{}")).1.starts_with("club.json: "));
    assert_eq!(refused(ask(&table(Players::Three, 1))), ("table", "`players` 3".into()));
    // A file is read where there are files.
    let mut query: WinQuery = WinQuery::read(given(&[DRAWN, ("table", "a{b.json")])).unwrap();
    assert_eq!(query.moves.others.wanted_file(), None);
    query.moves.others.table = Some("club.json".into());
    assert_eq!(query.moves.others.wanted_file(), Some("club.json"));
    query.moves.others.put_file("club.json", &four);
    assert_eq!(query.moves.others.wanted_file(), None);
    assert!(query.job(&MahjongBounds::default()).is_ok());
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let value = |field: &'static str, value: &str| (field, value.to_string());
    let with = |pairs: &[(&str, &str)]| refused(advise(&[&[DRAWN], pairs].concat()));
    assert_eq!(with(&[("discards", "1.5")]), value("discards", "1.5"));
    assert_eq!(with(&[("discards", "-0.1")]), value("discards", "-0.1"));
    assert_eq!(with(&[("danger", "5s=3")]), value("danger", "5s=3"));
    assert_eq!(with(&[("wall", "71")]), value("wall", "71"));
    assert_eq!(with(&[("wall", "40"), ("draws_left", "9")]), value("draws-left", "9"));
    assert_eq!(with(&[("river", "8888p")]).0, "river");
    assert_eq!(with(&[("danger", "9m=3%")]), value("danger", "9m"));
    assert_eq!(with(&[("danger", "5s=130%")]), value("danger", "5s=130%"));
    assert_eq!(with(&[("danger", "5s")]), value("danger", "5s"));
    assert_eq!(with(&[("danger", "5s=1%,5s=2%")]), value("danger", "5s"));
    assert_eq!(with(&[("danger_cost", "100")]), value("danger-cost", "100"));
    assert_eq!(with(&[("danger", "5s=1%"), ("danger_cost", "-5")]), value("danger-cost", "-5"));
    let three = [("hand", "19m1117899p13399s"), ("players", "3"), ("wall", "56")];
    assert_eq!(refused(win(&three)), value("wall", "56"));
    let optimal = [("hand", "123m456p78s1122z9m"), ("discards", "1"), ("optimal", "")];
    assert_eq!(refused(win(&[&optimal[..], &[("draws_left", "2")]].concat())).0, "optimal");
    let waiting = ScoreQuery::read(given(&[WAITING, ("danger", "1m=3%")])).unwrap();
    assert_eq!(waiting.job(&MahjongBounds::default()).unwrap_err().field, "danger");
    let error = win(&[DRAWN, ("wall", "3"), ("draws_left", "3")]).unwrap_err();
    assert_eq!(error.problem, BadValue::Conflict);
}
