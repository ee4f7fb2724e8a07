//! Every document against its schema: real ones of every kind, in all their variants.

mod described;

use described::{Descriptions, referred};
use kakukin_league::{
    DrawPoints, Entrant, EpsilonPoints, Figures, GameResult, Played, RankBy, RatesOrigin, Scale,
    Schedule, ScoredLeague, Scoring, StudyMethod, StudyOutcome, StudyRow, StudyRuns, TieBreak,
};
use kakukin_mahjong as mahjong;
use kakukin_mahjong::{
    Aim, Bag, Chain, ChainResult, Divisor, FormChain, Games, Hand, HandResult, Keep, Luck, Method,
    Objective, Optimal, Outlook, Players, Points, PointsLeftOut, PointsResult, Question, Riichi,
    Rules, ScoreFollowed, ScoreQuestion, ScoreResult, ScoreSolver, Situation, SolvedScore, Solver,
    Stakes, Terms, Tile, Win, WinFollowed, WinResult, Wind,
};
use kakukin_records::{
    Basis, By, Counted, Counting, Ending, Estimate, EstimateOptions, Format, Plan, ReadSummary,
    Record, Side, Sink, Skip, Survey, Surveyor, Why,
};
use kakukin_report::{
    AdviseDocument, ChainAnswer, Chart, ChartAnswer, EpsilonDocument, EstimateDocument,
    EvalDocument, FindDocument, Lang, LiveDocument, Paper, Plot, PointsDocument, PresetsDocument,
    ReadDocument, RecordDocument, RuleSheetDocument, RuleSheetOptions, RuleWords, RulesDocument,
    ScoreDocument, ScoreSheetDocument, ShantenDocument, SimulateDocument, StandingsDocument,
    StudyDocument, TableDocument, WholeHandDocument, WinDocument, WorkbookDocument, schema,
    write_tree_json,
};
use kakukin_series::{
    Belief, BestGrid, Choice, Confidence, EvaluationOptions, Finder, Game, LiveRecord, Model,
    Names, Next, Note, Pairing, PickTable, Probability, ReportedResult, Request, Round, Rule,
    RuleChart, RulebookPlan, RulebookRequest, ScoreSheet, Series, Simulation, Stamp, Table,
    parse_rates,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// What is described but cannot be shown here, or only with hours of work.
const NEVER_SEEN: &[&str] = &[
    // A draw and a discard after which the hand can never be completed.
    "ScoreStepDocument.shanten null",
    "WayStep.shanten null",
    // A rule that everybody knows has all that a rule has that was found, but is not ranked.
    "BaselineDocument.reason",
    // Only rules that everybody knows may leave every series undecided.
    "FoundDocument.bias null",
    "FoundDocument.decided null",
];

fn components() -> Value {
    schema::components(schema::generator()).into()
}

#[test]
fn every_document_is_as_it_is_described() {
    let mut all = Descriptions::new(&components());
    series_documents(&mut all);
    finder_documents(&mut all);
    sheets(&mut all);
    live(&mut all);
    records(&mut all);
    leagues(&mut all);
    hands(&mut all);
    scores(&mut all);
    points(&mut all);
    let unseen = all.unseen();
    let unexpected: Vec<_> = unseen.iter().filter(|x| !NEVER_SEEN.contains(&x.as_str())).collect();
    assert!(unexpected.is_empty(), "described, but never seen: {unexpected:#?}");
    let seen: Vec<_> =
        NEVER_SEEN.iter().filter(|x| !unseen.iter().any(|known| known == *x)).collect();
    assert!(seen.is_empty(), "seen after all: {seen:#?}");
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn check(all: &mut Descriptions, component: &str, document: &impl Serialize) {
    all.check(component, &serde_json::to_value(document).unwrap());
}

fn confidence() -> Confidence {
    Confidence::new(&"95%".parse().unwrap()).unwrap()
}

fn model(p: &str, f: &str) -> Model {
    Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap()
}

fn outright() -> Model {
    let game = |x: &str, y: &str, z: &str| {
        Game::new(x.parse().unwrap(), y.parse().unwrap(), z.parse().unwrap()).unwrap()
    };
    Model::outright(game("1/3", "1/3", "1/3"), game("0.5", "0.2", "0.3"))
}

fn by_elo() -> Model {
    Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), -123.5).unwrap()
}

fn rule(points: &str, turns: &str, draws: &str) -> Rule {
    Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap()
}

fn series(model: Model, points: &str, turns: &str, draws: &str) -> Series {
    Series::new(model, rule(points, turns, draws)).unwrap()
}

fn limited(model: Model, rule: Rule, limit: u32) -> Series {
    Series::new(model, rule.with_limit(limit).unwrap().with_clinch(true)).unwrap()
}

/// Series of all sorts: equal players, unequal ones by Elo points and outright, every draw policy.
fn many_series() -> Vec<Series> {
    vec![
        series(model("0.7", "0.1"), "1/2/3", "alternating", "pass"),
        series(model("0.7", "0"), "1/2/3", "fixed", "pass"),
        series(by_elo(), "0.5/1/1.5", "loser-first", "points=0.25/0.4"),
        series(outright(), "1/2/3", "pattern=ABB", "swap"),
        series(model("0.6", "0.2"), "1/1/2", "abba", "replay"),
        series(model("2/3", "0.3"), "1/2/4", "thue-morse", "keep"),
        limited(model("0.7", "0.1"), rule("1/1/2", "winner-first", "second"), 3),
        // Every game is won by whoever is first: one each, and nobody wins.
        limited(model("1", "0"), rule("1/1/2", "alternating", "pass"), 2),
        limited(model("0.7", "0.1"), rule("1/1/3", "alternating", "pass"), 3),
        // More scores than a chart can show.
        series(model("0.7", "0"), "1/2/61", "fixed", "pass"),
    ]
}

fn series_documents(all: &mut Descriptions) {
    for series in many_series() {
        let book = ["0.5", "99%", "1"].map(|x| x.parse().unwrap()).to_vec();
        let state = series.state(0, 0, 0, Next::Implied).ok();
        let last = series.limit() - 1;
        for options in [
            EvaluationOptions::default(),
            EvaluationOptions { exact: true, book, ..EvaluationOptions::default() },
            EvaluationOptions {
                exact: true,
                state,
                after: Some(last.min(1)),
                ..EvaluationOptions::default()
            },
        ] {
            let document = EvalDocument::new(&series.evaluate(&options).unwrap());
            check(all, "EvalDocument", &document);
            let games = Chart::games(&document, Lang::Ja);
            check(all, "Chart", &games);
            check(all, "ChartAnswer", &ChartAnswer::from(&games));
            check(all, "RuleWords", &RuleWords::new(document.rule.clone(), Lang::Ja));
        }
        for lang in Lang::ALL {
            let evaluation = series.evaluate(&EvaluationOptions::default()).unwrap();
            for chart in RuleChart::ALL {
                let Some(data) = evaluation.chart_data(chart).unwrap() else { continue };
                check(all, "Chart", &Chart::of_rule(&evaluation, &data, lang));
            }
        }
        for count in [1, 500] {
            let tally = series.simulate(count, u64::MAX, go_on).unwrap();
            let simulation = Simulation::new(&series, tally, 500, u64::MAX, confidence());
            let document = SimulateDocument::new(&simulation);
            check(all, "SimulateDocument", &document);
        }
        let Ok(tree) = series.tree(2000) else { continue };
        for exact in [false, true] {
            let mut out = Vec::new();
            write_tree_json(&tree, exact, &mut out).unwrap();
            all.check("TreeDocument", &serde_json::from_slice(&out).unwrap());
        }
    }
    check(all, "PresetsDocument", &PresetsDocument::new());
}

fn finder_documents(all: &mut Descriptions) {
    use kakukin_series::{Question, RankBy};
    let half: kakukin_series::Probability = "1/2".parse().unwrap();
    let wide = Request {
        draws: vec!["pass".parse().unwrap(), "points=0.5/1".parse().unwrap()],
        free_limit: true,
        larger_first: true,
        max_points: Some(9),
        max_none: Some(half.clone()),
        max_games: Some(half.exact() * kakukin_series::Rational::from(9)),
        max_bias: Some(half),
        ..Request::within(4)
    };
    let beliefs = [
        Belief::Known("0.7".parse().unwrap()),
        Belief::Between("0.6".parse().unwrap(), "0.8".parse().unwrap()),
        Belief::Record { wins: 7, losses: 3 },
        Belief::Estimate { p: "0.7".parse().unwrap(), games: 20 },
    ];
    let best_turns = Request { best_turns: true, ..Request::within(4) };
    // Who is first always wins: after one game each nobody has won.
    let certain = Belief::Known("1".parse().unwrap());
    let mut asked = vec![
        (best_turns, beliefs[0].clone(), "0.1", RankBy::Bias),
        (Request::within(4), certain, "0", RankBy::Bias),
    ];
    for belief in beliefs {
        asked.push((Request::within(5), belief.clone(), "0.1", RankBy::Bias));
        if !matches!(belief, Belief::Known(_)) {
            asked.push((wide.clone(), belief.clone(), "0.1", RankBy::Worst));
        }
        asked.push((Request::within(9), belief, "0.1", RankBy::Pareto));
    }
    for (request, belief, f, by) in asked {
        let question = Question { request, belief, f: f.parse().unwrap(), by, top: 50 };
        let finder = Finder::new(question.clone()).unwrap();
        let answer = finder.answer(go_on).unwrap();
        let document = FindDocument::new(&answer);
        check(all, "FindDocument", &document);
        check(all, "Chart", &Chart::frontier(&document, Lang::En));
        check(all, "ChartAnswer", &ChartAnswer::from(&Chart::frontier(&document, Lang::En)));
    }
    let no_draws: Probability = "0".parse().unwrap();
    let chosen = |rows| TableDocument::new(&Table::Chosen { rows, cancelled: false });
    for (table, form) in [(PickTable::Alternating, false), (PickTable::Lcm, true)] {
        let choice = Choice::Takahashi(table);
        let rows = ["0.6", "0.7"].map(|p| {
            let own = |rule: Rule| if form { rule.lcm_form() } else { Ok(rule) };
            choice.row(&p.parse().unwrap(), &no_draws, own).unwrap()
        });
        let document = chosen(rows.to_vec());
        check(all, "TableDocument", &document);
        check(all, "Chart", &Chart::of_table(&document, Lang::En));
    }
    let one_each = rule("1/1/2", "alternating", "pass").with_limit(2).unwrap();
    let undecided = Choice::Rule(Box::new(one_each));
    let row = undecided
        .row(&"1".parse().unwrap(), &no_draws, Ok::<_, kakukin_series::InputError>)
        .unwrap();
    check(all, "TableDocument", &chosen(vec![row]));
    let rates = |text| parse_rates("p", text).unwrap();
    let nothing = Request { max_bias: Some("0".parse().unwrap()), ..Request::within(1) };
    for (request, ps) in [(Request::within(5), "60%,70%"), (nothing, "95%")] {
        let grid = BestGrid::new(&request, rates(ps), rates("0,10%")).unwrap();
        check(all, "TableDocument", &TableDocument::new(&Table::Fairest(grid.run(go_on).unwrap())));
    }
    for draws in ["swap", "pass"] {
        let request = RulebookRequest {
            ps: parse_rates("p", "60%,95%").unwrap(),
            fs: parse_rates("f", "0,10%").unwrap(),
            limits: vec![5, 1],
            series: 100,
            seed: 5,
            chosen: series(model("0.6", "0.1"), "1/2/2", "alternating", draws),
        };
        let book = RulebookPlan::new(request).unwrap().run(go_on).unwrap().unwrap();
        check(all, "WorkbookDocument", &WorkbookDocument::new(&book));
    }
    // No chart of the program has a band; those who draw their own may.
    let series = &many_series()[0];
    let mut chart = Chart::stronger(series, &series.stronger_curve().unwrap().unwrap(), Lang::En);
    if let Plot::Lines(lines) = &mut chart.plot {
        lines.band = Some([0.0, 1.0]);
    }
    check(all, "Chart", &chart);
}

fn sheets(all: &mut Descriptions) {
    let large = Series::new(
        model("0.7", "0.1"),
        rule("1/2/200", "alternating", "pass").with_limit(400).unwrap(),
    )
    .unwrap();
    let named = RuleSheetOptions {
        title: Some("春".into()),
        names: Some(["太郎".into(), "花子".into()]),
    };
    for (k, series) in many_series().into_iter().chain([large]).enumerate() {
        let options = if k % 2 == 0 { named.clone() } else { RuleSheetOptions::default() };
        let lang = Lang::ALL[k % 2];
        let sheet = series.rule_sheet().unwrap();
        check(all, "RuleSheetDocument", &RuleSheetDocument::new(&sheet, &options, lang));
        let pairing = Pairing { board: "1".into(), a: "x".into(), b: "y".into() };
        let round = Round {
            event: (k == 0).then(|| "春".into()),
            date: (k == 0).then(|| "2026-11-15".into()),
            pairings: vec![pairing; k],
        };
        if let Ok(sheet) = ScoreSheet::new(&series, round) {
            let paper = Paper { overview: true, half_pages: k == 1 };
            check(all, "ScoreSheetDocument", &ScoreSheetDocument::new(&sheet, paper));
        }
    }
}

fn live(all: &mut Descriptions) {
    let stamp = |minute: u32| Stamp::try_from(format!("2026-11-15T09:{minute:02}:00Z")).unwrap();
    for series in many_series() {
        for (named, words) in [
            (false, ""),
            (true, "second undo first draw"),
            (false, "first second first second first second draw first second first"),
        ] {
            let names = match named {
                true => Names { a: Some("太郎".into()), b: Some("花子".into()) },
                false => Names::default(),
            };
            let title = named.then(|| "決勝".to_string());
            let mut record = LiveRecord::new(&series, names, title, stamp(0)).unwrap();
            for (minute, word) in (1..).zip(words.split_whitespace()) {
                let [by, comment] = ["佐藤", "長考"].map(|x| (minute == 1).then(|| x.to_string()));
                let note = Note { at: stamp(minute), by, comment };
                // After the end nothing is taken.
                let _ = match word {
                    "undo" => record.undo(&note),
                    word => record.add(&[word.parse::<ReportedResult>().unwrap()], &note),
                };
                check(all, "LiveDocument", &LiveDocument::new(&record.state()));
            }
            check(all, "LiveDocument", &LiveDocument::new(&record.state()));
            all.check("LiveRecord", &serde_json::from_str(&record.text()).unwrap());
        }
    }
}

/// Games of four players, with everything that a record can tell.
fn games() -> Vec<Record> {
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

const WHYS: [Why; 13] = [
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
    Why::Packed,
    Why::TooLarge,
];

fn records(all: &mut Descriptions) {
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
    ] {
        for basis in [None, Some(Basis::Raw)] {
            let (survey, read) = survey(records, plan.clone(), &WHYS);
            let options =
                EstimateOptions { confidence: confidence(), adjust, min_games: None, basis };
            let estimate = Estimate::new(&survey, &options).unwrap();
            let document = EstimateDocument::new(&estimate, &read);
            check(all, "EstimateDocument", &document);
            check(all, "Chart", &Chart::rates(&document, Lang::En));
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
    let streamed =
        json!({ "schema": "kakukin/records/1", "games": listed, "read": ReadDocument::new(&read) });
    all.check("RecordsDocument", &streamed);
}

fn leagues(all: &mut Descriptions) {
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

fn situation(hand: &str) -> Situation {
    Situation::new(Hand::parse(hand, Vec::new()).unwrap(), Players::Four).unwrap()
}

/// Hands that have drawn and that have not, far from ready and won, with melds; and one that can
/// never be completed.
const HANDS: [&str; 6] = [
    "234578m1689p357s1z",
    "234578m1689p357s",
    "123m456p789s1122z",
    "123m456p789s11122z",
    "19m19p19s1234567z5m",
    "0567m3405p111s",
];

/// A single tile without a pair anywhere: of three kinds one tile is unseen, of the others none.
fn hopeless(concealed: &str) -> Situation {
    let melds = ["pon:111m", "pon:222m", "pon:333m", "pon:444m"].map(|x| x.parse().unwrap());
    let hand = Hand::parse(concealed, melds.to_vec()).unwrap();
    let four = |digits: &str| digits.chars().flat_map(|x| [x; 4]).collect::<String>();
    let suit = four("123456789");
    let seen = format!("1234{}m{suit}p{suit}s{}777666444555z", four("56789"), four("123"));
    let seen = Bag::parse("seen", &seen).unwrap();
    Situation::new(hand, Players::Four).unwrap().with_seen(seen).unwrap()
}

fn hands(all: &mut Descriptions) {
    for hand in HANDS {
        check(all, "ShantenDocument", &ShantenDocument::new(&Outlook::new(situation(hand))));
    }
    check(all, "ShantenDocument", &ShantenDocument::new(&Outlook::new(hopeless("57z"))));

    let near = "123m456p78s1122z99m";
    let improve = Method::Improve { extra: 1, divisor: Divisor::Wall };
    let from_now = |hand: &str| Question::from_now(situation(hand), 4).unwrap();
    let questions = [
        Question::new(situation("123m456p789s1122z")).unwrap(),
        Question::new(situation(near)).unwrap(),
        Question::from_now(hopeless("5z"), 1).unwrap(),
        Question::from_now(hopeless("57z"), 1).unwrap().with_all_discards(true),
        from_now(near),
        from_now(near).with_method(improve).unwrap().with_objective(Objective::Tenpai),
        from_now(near).with_all_discards(true),
        from_now("123m456p78s1122z9m"),
    ];
    for (line, question) in questions.iter().enumerate() {
        let answer = Solver::default().answer(question).unwrap();
        let mut result = WinResult::new(question.clone(), answer);
        let mut document = WinDocument::new(&result);
        check(all, "WinDocument", &document);
        document.line = Some(line + 1);
        check(all, "WinDocument", &document);
        if result.answer.distance().is_none() || question.is_standard() {
            continue;
        }
        result.optimal = Optimal::new(question, &mut go_on).ok();
        let solved = Solver::default().solve_once(question, None, Keep::Policy, &mut go_on);
        let mut solved = solved.unwrap();
        let discard = solved.best().unwrap();
        let steps = solved.explain(discard, 2).unwrap();
        let games = solved.check(discard, &dealt(300), go_on).unwrap();
        result.followed = Some(WinFollowed { discard, steps, check: games });
        check(all, "WinDocument", &WinDocument::new(&result));
        let whole = HandResult::Win(Box::new(result), PointsLeftOut::TooLarge);
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
    }
    let unknown = Question::from_now(situation("123m456p78s11z"), 2).unwrap();
    let answer = Solver::default().answer(&unknown).unwrap();
    let result = Box::new(WinResult::new(unknown, answer));
    let whole = HandResult::Win(result, PointsLeftOut::UnknownMelds);
    check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));

    for exact in [false, true] {
        let chain = Chain::new(vec![20, 8, 8], 123, 5).unwrap();
        let chances = chain.exact_probabilities();
        let result = ChainResult::Useful { chain, chances, exact };
        check(all, "ChainDocument", &ChainAnswer::new(&result));
    }
    for situation in [situation("1122m3344p556s67z"), hopeless("5z")] {
        let forms: mahjong::Forms = "seven-pairs,standard".parse().unwrap();
        let question = Question::from_now(situation, 1).unwrap().with_forms(forms).unwrap();
        let chain = FormChain::new(question, vec![(0.1, 0.01), (0.2, 0.02)]);
        check(all, "FormChainDocument", &ChainAnswer::new(&ChainResult::Form(chain)));
    }
}

fn scores(all: &mut Descriptions) {
    let ask = |situation: Situation, terms: Terms, method: Option<Method>| {
        let draws = situation.unseen().min(3);
        let mut question = Question::from_now(situation, draws).unwrap();
        if let Some(method) = method {
            question = question.with_method(method).unwrap();
        }
        ScoreQuestion::new(question, terms).unwrap()
    };
    let dealer = Stakes::default().with_seat(Wind::East).with_honba(2).unwrap();
    let paid = Terms { others_ready: Some(1), ..Terms::default() };
    let improve = Method::Improve { extra: 1, divisor: Divisor::Split };
    let constant = Method::Improve { extra: 0, divisor: Divisor::Constant };
    let dora = |situation: Situation| situation.with_dora(Bag::parse("dora", "4p").unwrap());
    let near = || dora(situation("123m406p78s1122z99m")).unwrap();
    let standard = |hand, terms| ScoreQuestion::new(Question::new(situation(hand)).unwrap(), terms);
    let questions = [
        ask(near(), Terms::default(), None),
        ask(near(), Terms { aim: Aim::Win, ..paid }, Some(improve)),
        ask(near(), Terms { aim: Aim::Tenpai, riichi: false, ..Terms::default() }, Some(constant)),
        ask(situation("123m406p78s1122z9m"), Terms { stakes: dealer, ..Terms::default() }, None),
        ask(situation("123m456p789s11122z"), Terms { refuse: true, ..Terms::default() }, None),
        ask(situation("123m456p789s11122z"), Terms::default(), Some(improve)),
        ask(hopeless("5z"), Terms::default(), None),
        ask(hopeless("57z"), Terms::default(), None),
        ask(hopeless("57z"), Terms::default(), Some(improve)),
        standard("123m406p789s1122z", Terms::default()).unwrap(),
        standard("123m406p789s1122z", paid).unwrap(),
    ];
    for (line, question) in questions.iter().enumerate() {
        let mut solver = ScoreSolver::default();
        let mut solved = solver.solve_once(question, Keep::Policy, &mut go_on).unwrap();
        let mut result = solved.result();
        let mut document = ScoreDocument::new(&result);
        check(all, "ScoreDocument", &document);
        document.line = Some(line + 1);
        check(all, "ScoreDocument", &document);
        let answer = |aim| (aim, solver.answer(&question.clone().with_aim(aim)).unwrap());
        result.each_best = Aim::ALL.map(answer).to_vec();
        let discard = solved.best();
        if solved.knows(discard) {
            let outcomes = solved.outcomes(discard, &mut go_on).unwrap();
            let steps = solved.explain(discard, 2).unwrap();
            let steps = steps.filter(|_| !question.question().is_standard());
            for number in [5, 2000] {
                let games = solved.check(discard, &dealt(number), go_on).unwrap();
                result.followed = Some(ScoreFollowed {
                    discard,
                    outcomes: outcomes.clone(),
                    steps: steps.clone(),
                    check: games,
                });
                check(all, "ScoreDocument", &ScoreDocument::new(&result));
            }
        }
        check(all, "ScoreDocument", &ScoreDocument::new(&result));
        let drawn = question.question().situation().hand().has_drawn();
        result.advice = drawn.then(|| solved.advice(&mut go_on).unwrap().clone());
        let whole = HandResult::Score(Box::new(result));
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
        if drawn {
            check(all, "AdviseDocument", &advised(solved));
        }
    }
    // Reasons of all sorts: one tile to throw, silence, tiles that differ in what may come later.
    let silent = Terms { riichi: false, ..Terms::default() };
    let hands = [
        ("234578m1689p357s1z", Terms::default(), Method::Plain),
        ("119m1559p19s12345z", Terms::default(), Method::Plain),
        ("123m456p789s1122z9m", silent, Method::Plain),
        ("35m123456p3467s11z", Terms::default(), improve),
        ("35m123456p3467s11z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m9p123456p3467s1z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m99p234p3467s112z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m99p234p3467s112z", Terms { aim: Aim::Win, ..silent }, Method::Plain),
    ];
    for (hand, terms, method) in hands {
        let question = Question::from_now(situation(hand), 4).unwrap();
        let question = question.with_method(method).unwrap();
        let question = ScoreQuestion::new(question, terms).unwrap();
        let solved = ScoreSolver::default().solve_once(&question, Keep::Policy, &mut go_on);
        let mut solved = solved.unwrap();
        let advice = Some(solved.advice(&mut go_on).unwrap().clone());
        let result = ScoreResult { advice, ..solved.result() };
        check(all, "AdviseDocument", &AdviseDocument::new(&result));
        let whole = HandResult::Score(Box::new(result));
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
    }
}

fn advised(mut solved: SolvedScore) -> AdviseDocument {
    let advice = solved.advice(&mut go_on).unwrap().clone();
    AdviseDocument::new(&ScoreResult { advice: Some(advice), ..solved.result() })
}

fn dealt(number: u64) -> Games {
    Games { number, seed: u64::MAX, confidence: confidence() }
}

fn points(all: &mut Descriptions) {
    let plain = Luck {
        riichi: Riichi::None,
        ippatsu: false,
        last_tile: false,
        after_kan: false,
        robbing_kan: false,
        first_turn: false,
    };
    let riichi = Luck { riichi: Riichi::Single, ippatsu: true, ..plain };
    let wins = [
        ("123m456p789s11122z", "2z", true, plain, Wind::South),
        ("123m456p789s11122z", "2z", false, riichi, Wind::East),
        ("19m19p19s12345677z", "7z", true, plain, Wind::West),
        ("22334455667788p", "8p", false, riichi, Wind::North),
        ("223344m223344s55p", "5p", true, plain, Wind::West),
        ("22334455667799p", "9p", true, plain, Wind::North),
        ("123345789p11122z", "2z", true, riichi, Wind::South),
        ("11223344556677p", "7p", true, riichi, Wind::North),
    ];
    for (hand, tile, tsumo, luck, seat) in wins {
        let situation = situation(hand);
        let tile: Tile = Bag::parse("win", tile).unwrap().iter().next().unwrap().0;
        for (rules, dora) in
            [("tenhou", ""), ("soul", "1p"), ("mleague", "123p"), ("wrc", ""), ("ema", "")]
        {
            let mut situation = situation.clone();
            if !dora.is_empty() {
                situation = situation.with_dora(Bag::parse("dora", dora).unwrap()).unwrap();
            }
            let rules = Rules::preset(rules).unwrap().set("kuitan=no").unwrap();
            let stakes =
                Stakes::default().with_rules(rules).with_seat(seat).with_sticks(1).unwrap();
            let win = Win { tile, tsumo, luck, ura: Bag::EMPTY };
            let points = Points::of(&situation, &stakes, &win).unwrap();
            let result = PointsResult { situation, stakes, win, red: false, points };
            let document = PointsDocument::new(&result);
            check(all, "PointsDocument", &document);
        }
    }
    let rules = Rules::PRESETS.map(|name| Rules::preset(name).unwrap());
    check(all, "RulesDocument", &RulesDocument::new(&rules));
}

/// The check itself: whatever is put wrong in a document is found.
#[test]
fn what_is_not_described_is_refused() {
    let mut all = Descriptions::new(&components());
    let series = series(by_elo(), "1/2/3", "alternating", "pass");
    let options = EvaluationOptions { exact: true, ..EvaluationOptions::default() };
    let good =
        serde_json::to_value(EvalDocument::new(&series.evaluate(&options).unwrap())).unwrap();
    assert!(all.faults("EvalDocument", &good).is_empty());
    let mut refused = |pointer: &str, change: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        change(bad.pointer_mut(pointer).unwrap());
        assert!(!all.faults("EvalDocument", &bad).is_empty(), "{pointer}: {bad}");
    };
    let objects = [
        "",
        "/model",
        "/model/a_first",
        "/rule",
        "/outcome",
        "/decided",
        "/exact",
        "/exact/outcome",
        "/games",
        "/games/distribution/0",
    ];
    for pointer in objects {
        refused(pointer, &|object| object["more"] = json!(1));
    }
    for (pointer, member) in
        [("", "bias"), ("/outcome", "none"), ("/outcome", "a"), ("/rule", "turns")]
    {
        refused(pointer, &|object| {
            object.as_object_mut().unwrap().remove(member);
        });
    }
    for pointer in
        ["/model", "/model/p", "/exact", "/rule/limit", "/outcome/none", "/games/distribution"]
    {
        refused(pointer, &|value| *value = Value::Null);
    }
    for pointer in ["/schema", "/model/p", "/rule/limit", "/exact/outcome/a", "/games/distribution"]
    {
        refused(pointer, &|value| *value = json!(true));
    }
    refused("/schema", &|value| *value = json!("kakukin/find/1"));
    refused("/rule/limit", &|value| *value = json!(-1));
    refused("/rule/limit", &|value| *value = json!(1.5));
}

/// Names of the registry of formats that are used, and none.
const FORMATS: [&str; 8] =
    ["", "double", "int32", "int64", "uint8", "uint32", "uint64", "date-time"];

/// A name stands for one schema only, every reference leads somewhere, and every property and
/// every component says in words what it is.
#[test]
fn names_are_unique_and_everything_is_explained() {
    let components = components();
    let components = components.as_object().unwrap();
    fn walk(place: &str, schema: &Value, components: &serde_json::Map<String, Value>) {
        match schema {
            Value::Object(members) => {
                if let Some(name) = members.get("$ref").and_then(referred) {
                    assert!(components.contains_key(name), "{place}: {name}");
                }
                // Unsigned numbers are called so: a seed does not fit into `int64`.
                let format = members.get("format").and_then(Value::as_str).unwrap_or("");
                assert!(FORMATS.contains(&format), "{place}: {format}");
                let unsigned = members.get("minimum") == Some(&json!(0));
                assert!(!unsigned || !format.starts_with("int"), "{place}: {format}");
                if let Some(properties) = members.get("properties").and_then(Value::as_object) {
                    for (name, property) in properties {
                        let said =
                            |x: &Value| x["description"].as_str().is_some_and(|x| !x.is_empty());
                        let branch =
                            property["oneOf"].as_array().is_some_and(|x| x.iter().any(said));
                        let tag = name == "kind" && property["const"].is_string();
                        // The content of a variant is explained where the variant is.
                        let variant = properties.len() == 1 && said(schema);
                        let explained = said(property) || branch || tag || variant;
                        assert!(explained, "{place}.{name}: {property}");
                    }
                }
                for (name, part) in members {
                    walk(&format!("{place}/{name}"), part, components);
                }
            }
            Value::Array(parts) => parts.iter().for_each(|part| walk(place, part, components)),
            _ => {}
        }
    }
    for (name, schema) in components {
        assert!(schema["description"].is_string(), "{name}: {schema}");
        // Of two types with one name the second would have a number.
        let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
        assert!(base == name || !components.contains_key(base), "two types are called {base}");
        walk(name, schema, components);
    }
}
