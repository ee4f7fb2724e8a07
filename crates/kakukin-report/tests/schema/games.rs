//! Documents about records and leagues.

use crate::{
    check,
    described::Descriptions,
    series::{confidence, rule},
};
use kakukin_league::{
    DrawPoints, Entrant, EpsilonPoints, Figures, GameResult, Played, RankBy, RatesOrigin, Scale,
    Schedule, ScoredLeague, Scoring, StudyMethod, StudyOutcome, StudyRow, StudyRuns, TieBreak,
};
use kakukin_records::{
    Basis, By, Counted, Counting, Ending, Estimate, EstimateOptions, Format, Method, Plan,
    RatingUse, ReadSummary, Record, Side, Sink, Skip, Survey, Surveyor, Why,
};
use kakukin_report::{
    Chart, EpsilonDocument, EstimateDocument, Lang, RecordDocument, StandingsDocument,
    StudyDocument,
};
use kakukin_series::{Model, Series};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Games of four players, with everything that a record can tell.
pub(crate) fn games() -> Vec<Record> {
    let mut records = Vec::new();
    let mut dice = 1u64;
    for number in 0..400u64 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (first, second) = (number % 4, (number + 1 + (number / 4) % 3) % 4);
        let ending = match (dice >> 33) % 10 {
            0 => Ending::DRAW,
            1..6 => Ending::won(Side::First),
            _ => Ending::won(Side::Second),
        };
        let mut record = Record { ending, line: number + 1, ..Record::default() };
        record.first.name = format!("player {first}");
        record.second.name = format!("player {second}");
        record.event = format!("Cup {}", number % 3);
        record.opening = "B90".into();
        record.round = "2".into();
        record.date = kakukin_records::Date::new(2024 + (number % 2) as u16, 1, 1);
        record.first.rating = (number % 2 == 0).then_some(1500.0);
        record.second.rating = (number % 3 == 0).then_some(1600.5);
        records.push(record);
    }
    records
}

fn with_ending(ending: Ending) -> Record {
    Record { ending, ..Record::default() }
}

/// One game of each kind that counts apart.
fn apart() -> Vec<Record> {
    let mut odds = with_ending(Ending::DRAW);
    odds.handicap = true;
    let endings = [
        Ending::Foul(Side::First),
        Ending::Forfeit(Side::Second),
        Ending::Nobody,
        Ending::Interrupted,
        Ending::Adjourned,
        Ending::Unknown,
    ];
    endings.map(with_ending).into_iter().chain([odds]).collect()
}

fn survey(records: &[Record], plan: Plan, skips: &[Why]) -> (Survey, ReadSummary) {
    let mut each = |_: &str, _: &Record, _: Counted| ControlFlow::Continue(());
    let go_on = || ControlFlow::Continue(());
    let mut surveyor = Surveyor::new(Survey::new(plan), &mut each, &go_on);
    surveyor.open("games.x");
    surveyor.format(Format::Csa);
    for record in records {
        surveyor.game(record).unwrap();
    }
    for (line, why) in skips.iter().enumerate() {
        surveyor.skipped(Skip::new(line as u64, *why, "x")).unwrap();
    }
    let Surveyor { survey, read, .. } = surveyor;
    (survey, read)
}

const WHYS: [Why; 14] = [
    Why::NoResult,
    Why::UnknownResult,
    Why::Contradiction,
    Why::BadForm,
    Why::Bye,
    Why::Truncated,
    Why::BadHeader,
    Why::NotARecord,
    Why::Empty,
    Why::Unreadable,
    Why::Nested,
    Why::Overlapping,
    Why::Packed,
    Why::TooLarge,
];

pub(crate) fn records(all: &mut Descriptions) {
    use kakukin_records::Reason;
    let everything: Vec<Record> = games().into_iter().chain(apart()).collect();
    let drawn = vec![with_ending(Ending::DRAW); 3];
    let mut drawn_by_name = games();
    for record in &mut drawn_by_name {
        record.ending = Ending::DRAW;
    }
    let mut first_wins = games();
    let mut without_draws = games();
    for (record, other) in first_wins.iter_mut().zip(&mut without_draws) {
        record.ending = Ending::won(Side::First);
        if other.ending == Ending::DRAW {
            other.ending = Ending::won(Side::First);
        }
    }
    // More players than can be fitted, with a game each.
    let strangers: Vec<Record> = (0..501)
        .map(|number| {
            let mut record = with_ending(Ending::won(Side::First));
            record.first.name = format!("first {number}");
            record.second.name = format!("second {number}");
            record
        })
        .collect();
    let mut rated = games();
    for record in &mut rated {
        (record.first.rating, record.second.rating) = (Some(1500.0), Some(1400.0));
    }
    let grouped = Plan { by: By::ALL.to_vec(), ..Plan::default() };
    let counting = Counting { fouls: true, forfeits: true, handicap: true };
    for (records, plan, adjust) in [
        (&everything, grouped.clone(), true),
        (&everything, Plan { counting, ..Plan::default() }, false),
        (&drawn, grouped, true),
        (&drawn_by_name, Plan::default(), true),
        (&first_wins, Plan::default(), true),
        (&without_draws, Plan::default(), true),
        (&apart(), Plan::default(), true),
        (&strangers, Plan::default(), true),
        (&rated, Plan::default(), true),
    ] {
        let ways =
            [(None, Method::Random), (Some(Basis::Raw), Method::Random), (None, Method::Fixed)];
        for (basis, method) in ways {
            let (survey, read) = survey(records, plan.clone(), &WHYS);
            let options = EstimateOptions {
                confidence: confidence(),
                method: adjust.then_some(method),
                ratings: RatingUse::Auto,
                anchors: Vec::new(),
                min_games: None,
                basis,
            };
            let estimate = Estimate::new(&survey, &options).unwrap();
            let document = EstimateDocument::new(&estimate, &read);
            check(all, "EstimateDocument", &document);
            check(all, "Chart", &Chart::rates(&document, Lang::EN));
        }
    }
    let (_, read) = survey(&everything, Plan::default(), &WHYS);
    let reasons = [
        Reason::Unsaid,
        Reason::Resignation,
        Reason::Mate,
        Reason::Time,
        Reason::Declaration,
        Reason::Count,
        Reason::Repetition,
        Reason::Impasse,
        Reason::MaxMoves,
        Reason::Agreement,
        Reason::Foul,
        Reason::Forfeit,
        Reason::BrokenOff,
    ];
    let told = reasons.map(|reason| Record { reason, ..Record::default() });
    let listed: Vec<Value> = everything
        .iter()
        .chain(&told)
        .map(|record| {
            let document = RecordDocument::new("games.x", record);
            check(all, "RecordDocument", &document);
            serde_json::to_value(&document).unwrap()
        })
        .collect();
    let streamed = json!({ "schema": "kakukin/records/1", "games": listed, "read": read });
    all.check("RecordsDocument", &streamed);
}

pub(crate) fn leagues(all: &mut Descriptions) {
    let [p, f] = ["70%", "10%"].map(|rate| rate.parse().unwrap());
    for exact in [false, true] {
        let points = EpsilonPoints::new(&p, &f, DrawPoints::Expectation, Scale::Ordinary).unwrap();
        check(all, "EpsilonDocument", &EpsilonDocument::new(&p, &f, &points, exact));
    }
    let mut tally = kakukin_league::Tally::new();
    for name in ["佐藤", "鈴木", "高橋", "田中", "absent"] {
        tally.player(name).unwrap();
    }
    for (k, [first, second]) in kakukin_league::round_robin(4).into_iter().enumerate() {
        let result = GameResult::ALL[k % 3];
        tally.add(Played { first, second, result }).unwrap();
    }
    for (rates, draws, rank_by, read) in [
        (RatesOrigin::Given, DrawPoints::Expectation, RankBy::Total, false),
        (RatesOrigin::Raw, DrawPoints::Zero, RankBy::Mean, true),
        (RatesOrigin::Adjusted, DrawPoints::Zero, RankBy::Total, true),
    ] {
        let scoring = Scoring {
            p: p.clone(),
            f: f.clone(),
            rates,
            draws,
            scale: Scale::Ordinary,
            rank_by,
            tie_breaks: TieBreak::ALL.to_vec(),
        };
        let league = ScoredLeague::new(tally.clone(), scoring).unwrap();
        let read = read.then(|| survey(&games(), Plan::default(), &WHYS).1);
        let title = read.as_ref().map(|_| "春");
        check(all, "StandingsDocument", &StandingsDocument::new(&league, title, read.as_ref()));
    }
    let entrant = |(k, elo): (usize, f64)| Entrant { name: format!("player {k}"), elo };
    let field: Vec<Entrant> =
        [1700.0, 1640.0, 1600.0, 1450.0].into_iter().enumerate().map(entrant).collect();
    for (schedule, draws, exact) in [
        (Schedule::Single, DrawPoints::Zero, true),
        (Schedule::Games(vec![[0, 1], [2, 3]]), DrawPoints::Expectation, true),
        (Schedule::Rounds(9), DrawPoints::Zero, false),
    ] {
        let methods =
            [StudyMethod::Epsilon, StudyMethod::Wins, StudyMethod::Series("1/2/3".into())];
        let figures = Figures { spearman: 0.8, kendall: 0.7, best: 0.6, rank_error: 0.4 };
        let row = |method| StudyRow {
            p: p.clone(),
            method,
            figures,
            errors: (!exact).then_some(figures),
            games: 6.0,
        };
        let outcome = StudyOutcome {
            field: field.clone(),
            schedule,
            log_odds: !exact,
            f: f.clone(),
            draws,
            simulated: (!exact).then_some(StudyRuns { runs: 200, seed: u64::MAX }),
            rows: methods.map(row).to_vec(),
        };
        let model = Model::new(p.clone(), f.clone()).unwrap();
        let series = Series::new(model, rule("1/2/3", "alternating", "pass")).unwrap();
        check(all, "StudyDocument", &StudyDocument::new(&outcome, [&series]));
    }
}
