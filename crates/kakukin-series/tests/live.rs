//! The record of a live series: what it keeps, what it finds out, and the figures it shows.

use kakukin_core::BadValue;
use kakukin_series::{
    Action, Draws, Ending, Game, GameResult, Lead, LeadScale, LiveFault, LiveRecord, MAX_ENTRIES,
    MAX_RECORD_BYTES, Model, Names, Note, Player, Problem, ReportedResult, Rule, Series, Stamp,
    Turns, Undecided,
};
use sha2::{Digest, Sha256};

fn stamp(minute: u32) -> Stamp {
    Stamp::try_from(format!("2026-11-15T09:{minute:02}:00Z")).unwrap()
}

fn note(minute: u32) -> Note {
    Note { at: stamp(minute), by: Some("佐藤".into()), comment: None }
}

fn model() -> Model {
    Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap()
}

fn series(points: &str, turns: &str, draws: &str) -> Series {
    let rule = Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap();
    Series::new(model(), rule).unwrap()
}

fn fresh(series: &Series) -> LiveRecord {
    let names = Names { a: Some("太郎".into()), b: None };
    LiveRecord::new(series, names, Some("決勝".into()), stamp(0)).unwrap()
}

/// `first`, `draw`, `undo`, .. one a minute.
fn played(series: &Series, words: &str) -> LiveRecord {
    let mut record = fresh(series);
    for (minute, word) in (1..).zip(words.split_whitespace()) {
        match word {
            "undo" => record.undo(&note(minute)).unwrap(),
            word => record.add(&[word.parse::<ReportedResult>().unwrap()], &note(minute)).unwrap(),
        }
    }
    record
}

fn example() -> LiveRecord {
    played(&series("1/2/3", "alternating", "pass"), "second undo 先手 draw b")
}

/// A record that was sealed when a lead meant log-odds still means them; others say `lead`.
#[test]
fn a_lead_means_what_it_meant_when_it_was_sealed() {
    for (scale, name) in [(LeadScale::Elo, "\"lead\":"), (LeadScale::LogOdds, "\"elo\":")] {
        let lead = Lead { points: 50.0, scale };
        let model = Model::with_lead("0.7".parse().unwrap(), "0.1".parse().unwrap(), lead);
        let rule = Rule::new(1, 2, 3, Turns::Alternating).unwrap();
        let text = played(&Series::new(model.unwrap(), rule).unwrap(), "first").text();
        assert!(text.contains(name), "{text}");
        let again = LiveRecord::read(text.as_bytes()).unwrap();
        assert_eq!(again.series().model().lead(), Some(lead));
    }
}

#[test]
fn what_is_written_is_read_again() {
    let outright = {
        let game = |x: &str, y: &str, z: &str| {
            Game::new(x.parse().unwrap(), y.parse().unwrap(), z.parse().unwrap()).unwrap()
        };
        Model::outright(game("1/3", "1/3", "1/3"), game("0.5", "0.2", "0.3"))
    };
    let elo = Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), -123.5).unwrap();
    let log_odds = {
        let lead = Lead { points: 50.0, scale: LeadScale::LogOdds };
        Model::with_lead("0.7".parse().unwrap(), "0.1".parse().unwrap(), lead).unwrap()
    };
    let rule = |text: &str, draws: &str| {
        Rule::parse(text, Turns::LoserFirst, draws.parse::<Draws<_>>().unwrap()).unwrap()
    };
    for series in [
        Series::new(model(), rule("0.5/1/1.5", "points=0.25/0.4")).unwrap(),
        Series::new(outright, rule("1/2/3", "swap")).unwrap(),
        Series::new(elo, rule("1/2/3", "keep").with_limit(9).unwrap().with_clinch(true)).unwrap(),
        Series::new(log_odds, rule("1/2/3", "keep").with_limit(9).unwrap()).unwrap(),
    ] {
        let record = played(&series, "first draw");
        let again = LiveRecord::read(record.text().as_bytes()).unwrap();
        assert_eq!(again.text(), record.text());
        assert_eq!(again.series().exact_figures().unwrap(), series.exact_figures().unwrap());
        assert_eq!(again.series().limit(), series.limit());
        assert_eq!(again.series().rule().points(), series.rule().points());
    }
}

/// Whatever letter of a record is changed: it is refused, or it means the same as before.
#[test]
fn no_letter_can_be_changed() {
    let record = example();
    let text = record.text();
    let (mut refused, mut same) = (0, 0);
    for at in 0..text.len() {
        for letter in [b'0', b'7', b'a', b'"', b' ', b'\n', b'}'] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == letter {
                continue;
            }
            bytes[at] = letter;
            match LiveRecord::read(&bytes) {
                Err(_) => refused += 1,
                Ok(read) => {
                    assert_eq!(read.text(), text, "{}", String::from_utf8_lossy(&bytes));
                    same += 1;
                }
            }
        }
    }
    // Spaces between the parts are free.
    assert!(refused > 30 * same, "{refused} {same}");
}

#[test]
fn no_entry_can_be_left_out_or_moved() {
    let text = example().text();
    let lines: Vec<&str> = text.lines().collect();
    let entries = 4..9;
    let read = |lines: &[&str]| {
        // The last entry has no comma.
        let text = lines.join("\n").replace("},\n  ]", "}\n  ]").replace("}\n    {", "},\n    {");
        LiveRecord::read(text.as_bytes())
    };
    assert!(read(&lines).is_ok());
    for k in entries.clone() {
        let mut without = lines.clone();
        without.remove(k);
        // Of the end being cut off only whoever has the last seal can tell.
        match read(&without) {
            Ok(record) => assert!(k == 8 && record.seal() != example().seal()),
            Err(fault) => assert_eq!(fault, LiveFault::Number(k as u32 - 3)),
        }
        let mut twice = lines.clone();
        twice.insert(k, lines[k]);
        assert_eq!(read(&twice).unwrap_err(), LiveFault::Number(k as u32 - 2));
        if k > 4 {
            let mut swapped = lines.clone();
            swapped.swap(k, k - 1);
            assert_eq!(read(&swapped).unwrap_err(), LiveFault::Number(k as u32 - 4));
        }
    }
    let other = series("1/2/3", "alternating", "pass");
    let other = LiveRecord::new(&other, Names::default(), None, stamp(0)).unwrap().text();
    let mut foreign = lines.clone();
    foreign[2] = other.lines().nth(2).unwrap();
    assert_eq!(read(&foreign).unwrap_err(), LiveFault::Seal(1));
}

/// The seals as the documentation describes them, taken from the lines of the file.
#[test]
fn seals_are_what_the_documentation_says() {
    let text = example().text();
    let mut previous = "kakukin/live/1".to_string();
    let mut sealed = 0;
    for line in text.lines() {
        let line = line.trim().trim_start_matches("\"series\": ").trim_end_matches(',');
        let Some((json, seal)) = line.split_once(",\"seal\":\"") else { continue };
        let seal = seal.trim_end_matches("\"}");
        let hash = Sha256::digest(format!("{previous}\n{json}}}"));
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, seal, "{line}");
        previous = seal.to_string();
        sealed += 1;
    }
    assert_eq!(sealed, 6);
    assert_eq!(previous, example().state().course.seal);
}

#[test]
fn each_fault_has_its_name() {
    let text = example().text();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        LiveRecord::read(text.replacen(from, to, 1).as_bytes()).unwrap_err()
    };
    let faults = [
        (LiveRecord::read(b" \n").unwrap_err(), LiveFault::Empty),
        (change("kakukin/live/1", "kakukin/live/2"), LiveFault::Schema("kakukin/live/2".into())),
        (
            LiveRecord::read(br#"{"schema": "x", "a": 1}"#).unwrap_err(),
            LiveFault::Schema("x".into()),
        ),
        (change("7/10", "8/10"), LiveFault::HeaderSeal),
        (change("太郎", "次郎"), LiveFault::HeaderSeal),
        (change("\"number\":3", "\"number\":7"), LiveFault::Number(3)),
        (change("\"draw\"", "\"first\""), LiveFault::Seal(4)),
        (change("佐藤", "鈴木"), LiveFault::Seal(1)),
        (change("\"undo\"", "\"draw\""), LiveFault::Seal(2)),
        (LiveRecord::read(&vec![b' '; MAX_RECORD_BYTES + 1]).unwrap_err(), LiveFault::TooLarge),
    ];
    for (found, wanted) in faults {
        assert_eq!(found, wanted);
    }
    assert!(matches!(change("{\n", "{{"), LiveFault::NotARecord { .. }));
    assert!(matches!(change("09:03:00Z", "9 o'clock"), LiveFault::NotARecord { .. }));
    // A field that no seal covers.
    let unknown = change("\"entries\"", "\"note\": 1, \"entries\"");
    assert!(matches!(unknown, LiveFault::NotARecord { .. }));
}

#[test]
fn refusals_change_nothing() {
    let series = series("1/2/3", "alternating", "pass");
    let mut record = played(&series, "second");
    let before = record.text();
    let reported = |words: &[&str]| -> Vec<ReportedResult> {
        words.iter().map(|w| w.parse().unwrap()).collect()
    };
    // All or nothing: the first two end the series.
    let error = record.add(&reported(&["draw", "second", "a", "draw"]), &note(2)).unwrap_err();
    assert_eq!((error.field, error.problem), ("result", Problem::SeriesOver));
    let long = Note { comment: Some("x".repeat(301)), ..note(2) };
    assert_eq!(record.add(&reported(&["draw"]), &long).unwrap_err().problem, BadValue::TooLong);
    let control = Note { comment: Some("\u{1b}[2J".into()), ..note(2) };
    assert_eq!(record.undo(&control).unwrap_err().problem, BadValue::BadForm);
    assert_eq!(record.text(), before);
    record.undo(&note(2)).unwrap();
    assert_eq!(record.undo(&note(3)).unwrap_err().problem, Problem::NothingToUndo);
    let error = "snake".parse::<ReportedResult>().unwrap_err();
    assert_eq!((error.field, error.problem), ("result", BadValue::Unknown.into()));
    let name = Names { a: Some("\n".into()), b: None };
    assert_eq!(LiveRecord::new(&series, name, None, stamp(0)).unwrap_err().field, "a");
    let names = |a: &str, b: &str| Names { a: Some(a.into()), b: Some(b.into()) };
    let unseen = LiveRecord::new(&series, names("\u{200b}\u{3164}", "Taro"), None, stamp(0));
    let unseen = unseen.unwrap_err();
    assert_eq!((unseen.field, unseen.problem), ("a", BadValue::BadForm.into()));
    for alike in ["Taro", "Ta\u{200b}ro", "Taro\u{fe0f}", "\u{2060}Taro", " Taro"] {
        let error = LiveRecord::new(&series, names("Taro", alike), None, stamp(0)).unwrap_err();
        assert_eq!((error.field, error.problem), ("b", Problem::SamePlayer), "{alike:?}");
    }
    let error = LiveRecord::new(&series, names("がく", "か\u{3099}く"), None, stamp(0));
    assert_eq!(error.unwrap_err().problem, Problem::SamePlayer);
    let huge = Rule::new(1, 2, 1000, Turns::Alternating).unwrap();
    let huge = Series::new(model(), huge).unwrap();
    let error = LiveRecord::new(&huge, Names::default(), None, stamp(0)).unwrap_err();
    assert_eq!(error.problem, BadValue::TooMuchWork);
}

#[test]
fn a_full_record_takes_no_more() {
    let series = series("1/2/3", "alternating", "replay");
    let mut record = fresh(&series);
    let draws = vec![ReportedResult::Side(GameResult::Draw); MAX_ENTRIES];
    record.add(&draws, &note(1)).unwrap();
    assert_eq!(record.add(&draws[..1], &note(2)).unwrap_err().problem, Problem::RecordFull);
    assert_eq!(record.undo(&note(2)).unwrap_err().problem, Problem::RecordFull);
    let again = LiveRecord::read(record.text().as_bytes()).unwrap();
    assert_eq!(again.entries().len(), MAX_ENTRIES);
}

/// Undo is a stack: what stands is what a list with pop holds.
#[test]
fn what_stands_after_undo() {
    let series = series("1/2/3", "alternating", "replay");
    for code in 0..3u32.pow(7) {
        let mut record = fresh(&series);
        let mut stack = Vec::new();
        for k in 0..7 {
            match code / 3u32.pow(k) % 3 {
                0 => {
                    if record.add(&[ReportedResult::Side(GameResult::Draw)], &note(1)).is_ok() {
                        stack.push(GameResult::Draw);
                    }
                }
                1 => {
                    if record.add(&[ReportedResult::Side(GameResult::First)], &note(1)).is_ok() {
                        stack.push(GameResult::First);
                    }
                }
                _ => assert_eq!(record.undo(&note(1)).is_ok(), stack.pop().is_some()),
            }
        }
        let state = record.state();
        let standing: Vec<GameResult> =
            state.course.history.iter().map(|game| game.result).collect();
        assert_eq!(standing, stack);
        assert_eq!(state.course.audit.len(), record.entries().len());
        // What is taken back points to what did it, and back.
        for line in &state.course.audit {
            let other = line.undoes.or(line.undone_by);
            let back = other.map(|k| &state.course.audit[k as usize - 1]);
            assert!(back.is_none_or(|b| b.undoes.or(b.undone_by) == Some(line.number)));
            assert_eq!(line.action == Action::Undo, line.undoes.is_some());
        }
    }
}

/// Every figure of the state is the library's, from states entered by hand.
#[test]
fn figures_are_the_librarys() {
    let series = series("1/2/3", "alternating", "pass");
    let state = example().state();
    let figures = |a, b, games| {
        let start = series.state(a, b, games, kakukin_series::Next::Implied).unwrap();
        let outcome = series.figures_from(start).outcome;
        [outcome.a(), outcome.b(), outcome.none]
    };
    let close = |c: kakukin_series::Chances<f64>, wanted: [f64; 3]| {
        for (x, y) in [c.a, c.b, c.none].into_iter().zip(wanted) {
            assert!((x - y).abs() < 1e-14, "{c:?} {wanted:?}");
        }
    };
    close(state.course.at_start, figures(0, 0, 0));
    let [first, draw, upset] = &state.course.history[..] else { panic!() };
    close(first.chances, figures(1, 0, 1));
    close(draw.chances, figures(1, 0, 2));
    close(upset.chances, figures(1, 2, 3));
    close(state.course.chances, figures(1, 2, 3));
    assert_eq!((first.first, draw.first, upset.first), (Player::A, Player::B, Player::A));
    assert_eq!((upset.result, upset.winner), (GameResult::Second, Some(Player::B)));
    // Game 4: B is first and needs one point, A two.
    assert_eq!(state.course.next_first, Some(Player::B));
    let [b, a, drawn] = &state.course.next[..] else { panic!() };
    assert_eq!(b.ending.unwrap().result, Ending::BReached);
    assert_eq!(a.ending.unwrap().result, Ending::AReached);
    close(b.chances, [0.0, 1.0, 0.0]);
    close(a.chances, [1.0, 0.0, 0.0]);
    close(drawn.chances, figures(1, 2, 4));
    assert_eq!([b, a, drawn].map(|next| next.probability), [0.63, 0.27, 0.1]);
    let needs = state.course.needs.unwrap();
    assert_eq!(needs.map(|need| (need.points, need.wins)), [(2, Some(1)), (1, Some(1))]);
}

#[test]
fn a_clock_that_was_set_back_is_noticed() {
    let series = series("1/2/3", "alternating", "pass");
    let mut record = fresh(&series);
    for minute in [5, 3, 4] {
        record.add(&[ReportedResult::Side(GameResult::Draw)], &note(minute)).unwrap();
    }
    let record = LiveRecord::read(record.text().as_bytes()).unwrap();
    let earlier: Vec<bool> = record.state().course.audit.iter().map(|line| line.earlier).collect();
    assert_eq!(earlier, [false, true, false]);
}

/// Every word in use, by side, by player and by name, won and lost.
#[test]
fn results_are_understood_as_people_write_them() {
    let names = Names { a: Some("山田 勝".into()), b: Some("Ben".into()) };
    use GameResult::{Draw, First, Second};
    let side = ReportedResult::Side;
    let cases = [
        ("first", side(First)),
        (" First ", side(First)),
        ("ＦＩＲＳＴ", side(First)),
        ("先手", side(First)),
        ("先手勝ち", side(First)),
        ("先手の勝ち", side(First)),
        ("後手負け", side(First)),
        ("1-0", side(First)),
        ("１－０", side(First)),
        ("1–0", side(First)),
        ("second", side(Second)),
        ("後手勝", side(Second)),
        ("先手負", side(Second)),
        ("先手の負け", side(Second)),
        ("first loses", side(Second)),
        ("0-1", side(Second)),
        ("draw", side(Draw)),
        ("引き分け", side(Draw)),
        ("千日手", side(Draw)),
        ("持将棋", side(Draw)),
        ("½-½", side(Draw)),
        ("1/2-1/2", side(Draw)),
        ("a", ReportedResult::Winner(Player::A)),
        ("Ａの勝ち", ReportedResult::Winner(Player::A)),
        ("b wins", ReportedResult::Winner(Player::B)),
        ("B lost", ReportedResult::Winner(Player::A)),
        ("Ben", ReportedResult::Winner(Player::B)),
        ("Ben won", ReportedResult::Winner(Player::B)),
        ("Benの負け", ReportedResult::Winner(Player::A)),
        ("山田 勝", ReportedResult::Winner(Player::A)),
        ("山田　勝", ReportedResult::Winner(Player::A)),
        ("山田 勝の勝ち", ReportedResult::Winner(Player::A)),
    ];
    for (text, expected) in cases {
        assert_eq!(ReportedResult::read(text, &names), Ok(expected), "{text}");
    }
    for text in ["", "ben", "Be", "2-0", "win", "白", "white", "*", "undo", "勝ち"] {
        let error = ReportedResult::read(text, &names).unwrap_err();
        assert_eq!((error.field, error.problem), ("result", BadValue::Unknown.into()), "{text}");
    }
    let odd = Names { a: Some("b".into()), b: Some("山田".into()) };
    let error = ReportedResult::read("b", &odd).unwrap_err();
    assert_eq!(error.problem, Problem::AmbiguousResult);
    let twins = Names { a: Some("山田".into()), b: Some("山田勝".into()) };
    let error = ReportedResult::read("山田勝", &twins).unwrap_err();
    assert_eq!(error.problem, Problem::AmbiguousResult);
    assert_eq!(ReportedResult::read("山田", &twins), Ok(ReportedResult::Winner(Player::A)));
}

/// Equal points at the limit: what decides is entered by its winner, told as what it is, taken
/// back, kept and read again.
#[test]
fn a_series_is_decided_at_equal_points() {
    for way in Undecided::ALL {
        let rule = Rule::new(1, 1, 9, Turns::Alternating).unwrap();
        let rule = rule.with_limit(2).unwrap().with_undecided(way);
        let mut record = played(&Series::new(model(), rule).unwrap(), "first first");
        let now = record.state().course;
        let awaited = !matches!(way, Undecided::None | Undecided::Second);
        assert_eq!((now.decider.is_some(), now.ending.is_none()), (awaited, awaited), "{way}");
        if !awaited {
            let winner = now.ending.unwrap().winner;
            assert_eq!(winner, (way == Undecided::Second).then_some(Player::B));
            continue;
        }
        let results: Vec<GameResult> = now.next.iter().map(|next| next.result).collect();
        let drawn = way == Undecided::Game;
        assert_eq!(results.contains(&GameResult::Draw), drawn, "{way}");
        let read = |text: &str| ReportedResult::read(text, record.players()).unwrap();
        let [name, a, b] = [read("太郎"), read("a"), read("b")];
        for side in ["first", "先手負", "draw"].map(|text| text.parse::<ReportedResult>().unwrap())
        {
            let added = record.add(&[side], &note(3));
            if side == ReportedResult::Side(GameResult::Draw) && drawn {
                assert_eq!(added, Ok(()));
                record.undo(&note(3)).unwrap();
            } else {
                assert_eq!(added.unwrap_err().problem, Problem::WinnerWanted, "{way} {side}");
            }
        }
        record.add(&[b], &note(4)).unwrap();
        record.undo(&note(5)).unwrap();
        record.add(&[name], &note(6)).unwrap();
        let again = LiveRecord::read(record.text().as_bytes()).unwrap();
        let course = again.state().course;
        assert_eq!(course.ending.unwrap().result, Ending::AByDecider, "{way}");
        assert_eq!(course.history.last().unwrap().decider, Some(way));
        assert_eq!(course.audit.last().unwrap().decider, Some(way));
        assert!(course.history[..2].iter().all(|game| game.decider.is_none()));
        assert!(!course.played_again);
        assert_eq!(record.add(&[a], &note(7)).unwrap_err().problem, Problem::SeriesOver);
    }
}
