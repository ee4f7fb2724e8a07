//! Events from text to figures, against the formula of Elo ratings; rounds from results; and
//! every refusal.

use kakukin_query::{
    EventBracketQuery, EventFindQuery, EventPairQuery, EventPlayersFields, EventSeatsFields,
    EventSheetFields, EventStudyQuery, InputError, Unwatched,
};

const PLAYERS: &str = "name,elo\nAoki,2300\nBaba,2200\nChiba,2100\nDoi,2000\n";

fn text(text: &str) -> Option<String> {
    Some(text.to_string())
}

fn who(p: &str, f: &str) -> EventPlayersFields {
    EventPlayersFields {
        entrants: text("players.csv"),
        p: text(p),
        f: text(f),
        ..Default::default()
    }
}

fn study(stages: &str, p: &str, f: &str) -> EventStudyQuery {
    EventStudyQuery { who: who(p, f), stages: text(stages), ..Default::default() }
}

fn content(_: &'static str, file: &str) -> Result<Vec<u8>, InputError> {
    Ok(match file {
        "players.csv" => PLAYERS.into(),
        "seeded.csv" => {
            "name,elo,seed\nAoki,2300,4\nBaba,2200,1\nChiba,2100,2\nDoi,2000,3\n".into()
        }
        "bad-seeds.csv" => "name,elo,seed\nAoki,2300,1\nBaba,2200,1\n".into(),
        "double.csv" => "name,elo\nAoki,2300\nAoki,2200\n".into(),
        "one.csv" => "name,elo\nAoki,2300\n".into(),
        "many.csv" => (0..100_000).map(|k| format!("player {k},1500\n")).collect::<String>().into(),
        "estimate.json" => br#"{"adjusted":{"ratings":[{"name":"x","elo":50,"error":20},
            {"name":"y","elo":0,"error":0}]},"recommended":{"p":"7/10","f":"1/10"}}"#
            .to_vec(),
        "games.csv" => "first,second,result\nAoki,Doi,1-0\nChiba,Baba,0-1\n".into(),
        "blah.csv" => "first,second,result\nAoki,Doi,blah\nChiba,Baba,0-1\n".into(),
        "half.csv" => "first,second,result\nAoki,Chiba,1-0\n".into(),
        "bye.csv" => "round,first,second,result\n1,Aoki,bye,\n1,Baba,Chiba,1-0\n".into(),
        "three.csv" => "name,elo\nAoki,2300\nBaba,2200\nChiba,2100\n".into(),
        "strangers.csv" => "first,second,result\nAoki,Endo,1-0\n".into(),
        other => panic!("{other}"),
    })
}

fn wins(query: &EventStudyQuery) -> Vec<f64> {
    let outcome = query.job(content).unwrap().run(&Unwatched).unwrap();
    outcome.figures.players.iter().map(|player| player.win).collect()
}

/// The check figures of the specification of events.
#[test]
fn a_knockout_of_four() {
    let found = wins(&study("knockout", "50%", "0"));
    let wanted = [0.580_002_129_669, 0.269_018_313_120, 0.108_202_400_338, 0.042_777_156_873];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
}

/// With draws and sides: one encounter by hand, whatever decides an undecided one.
#[test]
fn two_players_meet() {
    let two = EventStudyQuery { stages: text("challenge"), ..study("challenge", "70%", "20%") };
    let content = |_: &'static str, _: &str| Ok::<_, InputError>(b"x,1600\ny,1500\n".to_vec());
    let game = kakukin_core::Davidson::new(0.7, 0.2).unwrap();
    let ([a, d, b], [c, e, _]) = (game.game(100.0), game.game(-100.0));
    let x_second = 1.0 - c - e;
    for (undecided, wanted) in [
        // Half of the draws, or all that x has as second player.
        ("lot", (a + d / 2.0 + x_second + e / 2.0) / 2.0),
        ("second", (a + x_second + e) / 2.0),
        ("game", (a + x_second) / (a + b + c + x_second)),
    ] {
        let query = EventStudyQuery { undecided: text(undecided), ..two.clone() };
        let outcome = query.job(content).unwrap().run(&Unwatched).unwrap();
        let found = outcome.figures.players[0].win;
        let wanted = match undecided {
            // The game decides, and then so does another one.
            "game" => (a + x_second) / 2.0 + (d + e) / 2.0 * wanted,
            _ => wanted,
        };
        assert!((found - wanted).abs() < 1e-9, "{undecided}: {found} {wanted}");
    }
}

#[test]
fn seeds_and_ratings_from_files() {
    let mut query = study("knockout", "70%", "0");
    query.who.entrants = text("seeded.csv");
    query.seeding = text("listed");
    let outcome = query.job(content).unwrap().run(&Unwatched).unwrap();
    assert_eq!(outcome.players[0].name, "Baba");
    let mut query = study("challenge", "", "");
    query.who = EventPlayersFields { from: text("estimate.json"), ..Default::default() };
    let outcome = query.job(content).unwrap().run(&Unwatched).unwrap();
    assert_eq!((outcome.p.to_string(), outcome.figures.exact), ("7/10".into(), false));
    assert_eq!(outcome.rating_errors, Some(vec![20.0, 0.0]));
}

/// A rule is read as it is printed.
#[test]
fn rules_are_read_as_they_are_printed() {
    for rule in [
        "single undecided=lot",
        "single swap undecided=lot",
        "1/3/4 alternating swap undecided=game",
        "1/2/3 fixed points=0.5/0.5 undecided=armageddon limit=5 clinch",
        "1/2/3 abba undecided=second",
    ] {
        let query = EventStudyQuery { rule: vec![rule.into()], ..study("knockout", "70%", "10%") };
        let outcome = query.job(content).unwrap().run(&Unwatched).unwrap();
        assert_eq!(outcome.rules[0][0], rule);
    }
}

#[test]
fn refusals() {
    let refused = |change: &dyn Fn(&mut EventStudyQuery)| {
        let mut query = study("knockout", "70%", "10%");
        change(&mut query);
        let error = match query.job(content) {
            Err(error) => error,
            Ok(job) => match job.run(&Unwatched) {
                Err(kakukin_query::Stopped::Refused(error)) => error,
                other => panic!("{other:?}"),
            },
        };
        (error.field, error.problem.code())
    };
    type Change = fn(&mut EventStudyQuery);
    let cases: [(Change, (&str, &str)); 22] = [
        (|q| q.who.entrants = None, ("entrants", "missing")),
        (|q| q.who.entrants = text("one.csv"), ("entrants", "out_of_range")),
        (|q| q.who.entrants = text("many.csv"), ("entrants", "out_of_range")),
        (|q| q.who.entrants = text("double.csv"), ("entrants", "same_player")),
        (|q| q.who.entrants = text("bad-seeds.csv"), ("entrants", "bad_seeds")),
        (|q| q.who.from = text("estimate.json"), ("from", "conflict")),
        (|q| q.who.spread = text("100"), ("spread", "conflict")),
        (|q| q.who.p = None, ("p", "missing")),
        (|q| q.who.f = text("100%"), ("f", "out_of_range")),
        (|q| q.stages = None, ("stages", "missing")),
        (|q| q.stages = text("chess"), ("stages", "unknown")),
        (|q| q.stages = text("league > 9 > knockout"), ("stages", "passes_on_too_many")),
        (|q| q.rule = vec!["1/3/4 odd".into()], ("rule", "unknown")),
        (|q| q.rule = vec!["3/3/1".into()], ("rule", "target_below_win")),
        (|q| q.rule = vec!["epsilon".into()], ("rule", "conflict")),
        (|q| q.rule = vec!["single".into(); 2], ("rule", "too_many")),
        (|q| q.holder = text("Aoki"), ("holder", "conflict")),
        (|q| q.boards = text("0"), ("boards", "out_of_range")),
        (|q| q.r#break = text("5"), ("break", "conflict")),
        (|q| q.simulate = text("0"), ("simulate", "out_of_range")),
        (|q| q.simulate = text("10000000000"), ("simulate", "out_of_range")),
        (
            |q| {
                q.exact = true;
                q.seeding = text("lot");
            },
            ("exact", "not_exact"),
        ),
    ];
    for (number, (change, wanted)) in cases.into_iter().enumerate() {
        assert_eq!(refused(&change), wanted, "case {number}");
    }
}

#[test]
fn the_next_round() {
    let seats = EventSeatsFields {
        entrants: text("players.csv"),
        stages: text("knockout"),
        results: text("games.csv"),
        ..Default::default()
    };
    let query = EventPairQuery { seats: seats.clone(), ..Default::default() };
    let paired = query.job(content).unwrap().run().unwrap();
    assert_eq!((paired.rounds[0].number, &paired.rounds[0].games), (2, &vec![[0, 1]]));
    let seats = EventSeatsFields { results: text("strangers.csv"), ..seats };
    let strangers = EventPairQuery { seats, ..query };
    let error = strangers.job(content).unwrap_err();
    assert_eq!((error.field, error.problem.code()), ("results", "not_in_data_set"));
}

/// A round that lacks a result would be another one: whatever cannot be read is refused.
#[test]
fn results_are_whole() {
    let refused = |stages: &str, results: &str| {
        let (entrants, stages, results) = (text("players.csv"), text(stages), text(results));
        let seats = EventSeatsFields { entrants, stages, results, ..Default::default() };
        let query = EventPairQuery { seats, ..Default::default() };
        let error = query.job(content).and_then(|job| job.run()).unwrap_err();
        (error.field, error.problem.code(), error.value)
    };
    let owned = |value: &str| value.to_string();
    for stages in ["swiss:2", "knockout"] {
        let found = refused(stages, "blah.csv");
        assert_eq!(found, ("results", "bad_form", owned("blah.csv:2: blah")));
    }
    assert_eq!(refused("swiss:2", "half.csv"), ("results", "round_not_over", owned("1")));
    assert_eq!(refused("knockout", "half.csv"), ("results", "do_not_meet", owned("1 - 3")));
    let found = refused("groups:2 > 1 > knockout", "games.csv");
    assert_eq!(found, ("stages", "unknown", owned("groups:2 > 1 > knockout")));
    // The pairings that are written, with a result: who has no opponent rests.
    let seats = EventSeatsFields {
        entrants: text("three.csv"),
        stages: text("swiss:2"),
        results: text("bye.csv"),
        ..Default::default()
    };
    let query = EventPairQuery { seats, ..Default::default() };
    let paired = query.job(content).unwrap().run().unwrap();
    assert_eq!((paired.rounds[0].number, paired.rounds[0].bye), (2, Some(2)));
    assert_eq!(paired.rests.len(), 1);
}

#[test]
fn formats_within_hours() {
    let query = EventFindQuery {
        who: who("70%", "0"),
        hours: text("3"),
        minutes: text("40"),
        rule: vec!["single".into(), "1/2/3".into()],
        simulate: text("200"),
        ..Default::default()
    };
    let found = query.job(content).unwrap().run(&Unwatched).unwrap();
    assert!(found.looked_at > 10 && !found.choice.frontier.is_empty());
    assert!(found.choice.candidates.iter().all(|candidate| candidate.hours <= 3.0));
    let none = EventFindQuery { hours: text("0.5"), ..query };
    let error = match none.job(content).unwrap().run(&Unwatched) {
        Err(kakukin_query::Stopped::Refused(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!((error.field, error.problem.code()), ("hours", "nothing_fits"));
}

#[test]
fn a_time_of_day() {
    let study = |start: &str, minutes: Option<&str>| {
        let query = EventStudyQuery {
            who: who("70%", "0"),
            stages: text("knockout"),
            start: text(start),
            minutes: minutes.map(String::from),
            simulate: text("10"),
            ..Default::default()
        };
        let job = query.job(content).map_err(|error| (error.field, error.problem.code()))?;
        Ok(job.run(&Unwatched).unwrap().start)
    };
    for (start, wanted) in [("9:30", 570), ("0:00", 0), ("23:59", 1439), ("０９：０５", 545)] {
        assert_eq!(study(start, Some("40")), Ok(Some(wanted)), "{start}");
    }
    for start in ["24:00", "25:00", "9:60", "99:99"] {
        assert_eq!(study(start, Some("40")), Err(("start", "out_of_range")), "{start}");
    }
    for start in ["", "9", "9:5", "9:300", "123:00", "9.30", "-1:00", "+9:30", "9:3 0", "noon", ":"]
    {
        assert_eq!(study(start, Some("40")), Err(("start", "bad_form")), "{start}");
    }
    assert_eq!(study("9:30", None), Err(("minutes", "missing")));
}

#[test]
fn sheets_of_a_round() {
    let seats = EventSeatsFields {
        entrants: text("players.csv"),
        stages: text("league"),
        ..Default::default()
    };
    let sheet = EventSheetFields {
        rule: text("1/3/4 alternating swap"),
        title: text("Open"),
        ..Default::default()
    };
    let query = EventPairQuery { seats, sheet, ..Default::default() };
    let job = query.job(content).unwrap();
    let paired = job.run().unwrap();
    let sheets = job.sheets(&paired).unwrap();
    assert_eq!(sheets.len(), paired.rounds.len());
    for (sheet, round) in sheets.iter().zip(&paired.rounds) {
        assert_eq!(sheet.series.limit(), 7);
        assert_eq!(sheet.round.event.as_deref(), Some("Open"));
        for (pairing, [first, second]) in sheet.round.pairings.iter().zip(&round.games) {
            let name = |seed: usize| &paired.players[seed].name;
            assert_eq!([&pairing.a, &pairing.b], [name(*first), name(*second)]);
        }
    }
    let refused = |change: &dyn Fn(&mut EventPairQuery)| {
        let mut query = query.clone();
        change(&mut query);
        let found = query.job(content).and_then(|job| job.sheets(&job.run()?));
        let error = found.unwrap_err();
        (error.field, error.problem.code())
    };
    let rule = |rule: &'static str| move |q: &mut EventPairQuery| q.sheet.rule = text(rule);
    assert_eq!(refused(&rule("epsilon")), ("rule", "conflict"));
    assert_eq!(refused(&rule("1/3")), ("rule", "bad_form"));
    assert_eq!(refused(&|q| q.round = text("99")), ("round", "out_of_range"));
    assert_eq!(refused(&|q| q.per_page = text("3")), ("per-page", "out_of_range"));
    assert_eq!(refused(&|q| q.sheet.r#final = text("1/2/3")), ("final", "conflict"));
    let undecided = |q: &mut EventPairQuery| {
        q.sheet.rule = None;
        q.sheet.undecided = text("lot");
    };
    assert_eq!(refused(&undecided), ("undecided", "conflict"));
}

/// The last encounter of a knockout has the rule of the final, and the bracket shows the results.
#[test]
fn finals_have_their_rule() {
    let seats = EventSeatsFields {
        entrants: text("players.csv"),
        stages: text("knockout"),
        results: text("games.csv"),
        ..Default::default()
    };
    let sheet = EventSheetFields {
        rule: text("1/2/3"),
        r#final: text("1/3/4 alternating swap"),
        ..Default::default()
    };
    let pair = EventPairQuery { seats: seats.clone(), sheet: sheet.clone(), ..Default::default() };
    let job = pair.job(content).unwrap();
    let (_, series) = job.rule(&job.run().unwrap()).unwrap().unwrap();
    assert_eq!(series.rule().points().to_string(), "1/3/4");
    let bracket = EventBracketQuery { seats: seats.clone(), sheet, third_place: true };
    let drawn = bracket.job(content).unwrap().run().unwrap();
    let last = drawn.bracket.encounters.last().unwrap();
    assert_eq!(last.sides.map(|side| side.player), [Some(0), Some(1)]);
    let seats = EventSeatsFields { stages: text("double"), ..seats };
    let double = EventBracketQuery { seats, ..Default::default() };
    let error = double.job(content).unwrap_err();
    assert_eq!((error.field, error.problem.code()), ("results", "conflict"));
}
