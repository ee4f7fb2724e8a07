//! Estimates: what is printed is what was counted, in every format and both languages.

use kakukin_core::GameResult;
use kakukin_records::{
    By, Collected, Confidence, Counted, Ending, Estimate, EstimateOptions, Format, Method, Plan,
    RatingUse, Record, Side, Sink, Survey, Surveyor, scan,
};
use kakukin_report::{EstimateDocument, Lang};
use std::ops::ControlFlow;

fn options() -> EstimateOptions {
    let confidence = Confidence::new(&"95%".parse().unwrap()).unwrap();
    EstimateOptions {
        confidence,
        method: Some(Method::Random),
        ratings: RatingUse::Auto,
        anchors: Vec::new(),
        min_games: None,
        basis: None,
    }
}

/// Records of a league: strong players are first more often, and win more.
fn league() -> Vec<Record> {
    let mut records = Vec::new();
    let mut dice = 1u64;
    for number in 0..3000u64 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = |bits: u64| (dice >> 33) % bits;
        let (a, b) = (number % 6, (number / 6) % 5);
        let (a, b) = (a.min(b), a.max(b + u64::from(b >= a)));
        let (strong, weak) = (a.min(b), a.max(b));
        if strong == weak {
            continue;
        }
        let strong_first = random(4) > 0;
        let (first, second) = if strong_first { (strong, weak) } else { (weak, strong) };
        let chance = 50 + 10 * (weak - strong) + if strong_first { 10 } else { 0 };
        let ending = match random(113) {
            x if x >= 100 => Ending::DRAW,
            x if (x < chance.min(95)) == strong_first => Ending::won(Side::First),
            _ => Ending::won(Side::Second),
        };
        let mut record = Record { ending, line: number + 1, ..Record::default() };
        record.first.name = format!("<{first}>");
        record.second.name = format!("<{second}>");
        record.event = format!("=Cup {}", number % 30);
        record.date = kakukin_records::Date::new(2020 + (number % 3) as u16, 1, 1);
        record.first.rating = (number % 2 == 0).then_some(1500.0 + number as f64);
        record.second.rating = Some(1500.0);
        records.push(record);
    }
    let mut broken = records[0].clone();
    broken.ending = Ending::Interrupted;
    records.push(broken);
    records
}

fn document(records: &[Record], plan: Plan) -> EstimateDocument {
    let mut each = |_: &str, _: &Record, _: Counted| ControlFlow::Continue(());
    let go_on = || ControlFlow::Continue(());
    let mut surveyor = Surveyor::new(Survey::new(plan), &mut each, &go_on);
    surveyor.open("games.x");
    surveyor.format(Format::Csa);
    for record in records {
        surveyor.game(record).unwrap();
    }
    let Surveyor { survey, read, .. } = surveyor;
    EstimateDocument::new(&Estimate::new(&survey, &options()).unwrap(), &read)
}

fn count(records: &[Record], result: GameResult) -> u64 {
    records.iter().filter(|record| record.ending == Ending::Played(result)).count() as u64
}

#[test]
fn what_is_printed_is_what_was_counted() {
    let records = league();
    let found = document(&records, Plan { by: By::ALL.to_vec(), ..Plan::default() });
    let [first, second, draws] = GameResult::ALL.map(|result| count(&records, result));
    assert_eq!((found.games.first, found.games.draws, found.games.second), (first, draws, second));
    assert_eq!(found.p.rate, Some(first as f64 / (first + second) as f64));
    assert_eq!(found.f.rate, Some(draws as f64 / (first + second + draws) as f64));
    assert_eq!((found.apart.interrupted, found.read.omitted.total), (1, 1));
    for groups in &found.groups {
        let sum: u64 = groups.rows.iter().map(|row| row.games.games()).sum();
        assert_eq!(sum + groups.unsaid.games() + groups.others.games(), found.games.games());
    }
    let years: Vec<String> = found.groups[1].rows.iter().map(|row| row.key.to_string()).collect();
    assert_eq!(years, ["2020", "2021", "2022"]);
    let of_2021: Vec<Record> =
        records.iter().filter(|r| r.date.unwrap().year() == 2021).cloned().collect();
    assert_eq!(found.groups[1].rows[1].games.first, count(&of_2021, GameResult::First));
    for lang in Lang::ALL {
        let text = found.text(lang);
        let p = format!("{:.2}", 100.0 * found.p.rate.unwrap());
        for wanted in [p.as_str(), "games.x:1", "=Cup 0", "<0>", "1600..1799"] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        assert!(!text.contains("%{"), "{text}");
    }
    let csv = found.csv();
    assert!(csv.contains("event,'=Cup 7,"), "a spreadsheet would compute: {csv}");
    // The header, all games, every group, adjusted.
    let groups: Vec<usize> = found.groups.iter().map(|groups| groups.rows.len()).collect();
    assert_eq!(groups[..2], [30, 3]);
    assert_eq!(csv.lines().count(), 1 + 1 + groups.iter().sum::<usize>() + 1);
}

#[test]
fn nothing_decided_is_no_rate() {
    let drawn: Vec<Record> =
        league().into_iter().filter(|record| record.ending == Ending::DRAW).collect();
    let found = document(&drawn, Plan::default());
    assert!(found.recommended.is_none() && found.adjusted.is_none());
    assert_eq!(found.p.wilson, [0.0, 1.0]);
    for lang in Lang::ALL {
        assert!(!found.text(lang).contains("NaN"), "{}", found.text(lang));
    }
    let nothing = document(&[], Plan::default());
    assert!(!nothing.text(Lang::EN).contains("NaN"));
}

/// A list of games is a table that is read again.
#[test]
fn a_list_of_games_is_read_again() {
    let records = league();
    let rows: String =
        records.iter().map(|record| kakukin_report::games_csv_row("x", record)).collect();
    let table = format!("{}{rows}", kakukin_report::games_csv_header());
    let mut found = Collected::default();
    scan(Format::Csv, table.as_bytes(), &mut found).unwrap();
    for (read, written) in found.games.iter_mut().zip(&records) {
        read.line = written.line;
        read.reason = written.reason;
    }
    assert_eq!(found.games, records);
}
