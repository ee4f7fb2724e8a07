//! Documents about series.

use crate::{check, described::Descriptions};
use kakukin_report::{
    Chart, ChartAnswer, EvalDocument, FindDocument, Lang, LiveDocument, Paper, Plot,
    PresetsDocument, RuleSheetDocument, RuleSheetOptions, RuleWords, ScoreSheetDocument,
    SimulateDocument, TableDocument, WorkbookDocument, write_tree_json,
};
use kakukin_series::{
    Belief, BestGrid, Choice, Confidence, EvaluationOptions, Finder, Game, Lead, LeadScale,
    LiveRecord, Model, Names, Next, Note, Pairing, PickTable, Practice, Probability,
    ReportedResult, Request, Round, Rule, RuleChart, RulebookPlan, RulebookRequest, ScoreSheet,
    Series, SheetPages, Simulation, Stamp, Table, parse_rates,
};
use std::ops::ControlFlow;

pub(crate) fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(crate) fn confidence() -> Confidence {
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

pub(crate) fn by_elo() -> Model {
    Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), -123.5).unwrap()
}

pub(crate) fn by_log_odds() -> Model {
    let lead = Lead { points: 50.0, scale: LeadScale::LogOdds };
    Model::with_lead("0.7".parse().unwrap(), "0.1".parse().unwrap(), lead).unwrap()
}

pub(crate) fn rule(points: &str, turns: &str, draws: &str) -> Rule {
    Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap()
}

pub(crate) fn series(model: Model, points: &str, turns: &str, draws: &str) -> Series {
    Series::new(model, rule(points, turns, draws)).unwrap()
}

fn limited(model: Model, rule: Rule, limit: u32) -> Series {
    Series::new(model, rule.with_limit(limit).unwrap().with_clinch(true)).unwrap()
}

/// A series that is often without a winner at its limit.
fn undecided(way: &str) -> Series {
    let rule = rule("1/1/2", "alternating", "pass").with_limit(2).unwrap();
    Series::new(model("0.7", "0.1"), rule.with_undecided(way.parse().unwrap())).unwrap()
}

/// Series of all sorts: equal players, unequal ones by Elo points and outright, every draw policy.
fn many_series() -> Vec<Series> {
    vec![
        series(model("0.7", "0.1"), "1/2/3", "alternating", "pass"),
        series(model("0.7", "0"), "1/2/3", "fixed", "pass"),
        series(by_elo(), "0.5/1/1.5", "loser-first", "points=0.25/0.4"),
        series(by_log_odds(), "1/2/3", "alternating", "pass"),
        series(outright(), "1/2/3", "pattern=ABB", "swap"),
        series(model("0.6", "0.2"), "1/1/2", "abba", "replay"),
        series(model("2/3", "0.3"), "1/2/4", "thue-morse", "keep"),
        limited(model("0.7", "0.1"), rule("1/1/2", "winner-first", "second"), 3),
        // Every game is won by whoever is first: one each, and nobody wins.
        limited(model("1", "0"), rule("1/1/2", "alternating", "pass"), 2),
        limited(model("0.7", "0.1"), rule("1/1/3", "alternating", "pass"), 3),
        // A win as first player earns more.
        series(model("0.7", "0.1"), "2/1/3", "alternating", "pass"),
        undecided("lot"),
        undecided("second"),
        undecided("game"),
        undecided("armageddon"),
        // More scores than a chart can show.
        series(model("0.7", "0"), "1/2/61", "fixed", "pass"),
    ]
}

/// What p may be, where there is a p.
fn about(series: &Series) -> Option<Belief> {
    let p = series.model().rates()?.0.clone();
    let belief = Belief::About { p, band: "5%".parse().unwrap() };
    series.check_spread(&belief).is_ok().then_some(belief)
}

pub(crate) fn series_documents(all: &mut Descriptions) {
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
            EvaluationOptions { belief: about(&series), ..EvaluationOptions::default() },
        ] {
            let document = EvalDocument::new(&series.evaluate(&options).unwrap());
            check(all, "EvalDocument", &document);
            let games = Chart::games(&document, Lang::JA);
            check(all, "Chart", &games);
            check(all, "ChartAnswer", &ChartAnswer::from(&games));
            check(all, "RuleWords", &RuleWords::new(document.rule.clone(), Lang::JA));
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

pub(crate) fn finder_documents(all: &mut Descriptions) {
    use kakukin_series::{Question, RankBy};
    let half: kakukin_series::Probability = "1/2".parse().unwrap();
    let wide = Request {
        draws: vec!["pass".parse().unwrap(), "points=0.5/1".parse().unwrap()],
        free_limit: true,
        larger_first: true,
        max_points: Some(9),
        max_none: Some(half.clone()),
        max_games: Some(half.exact() * kakukin_series::Rational::from(9)),
        min_games: Some(kakukin_series::Rational::ONE),
        at_least: Some(1),
        max_bias: Some(half),
        ..Request::within(4)
    };
    let aside = Request { aside: vec![kakukin_series::Turns::Fixed], ..Request::within(5) };
    let about = Belief::About { p: "0.7".parse().unwrap(), band: "0.05".parse().unwrap() };
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
        (aside, about, "0.1", RankBy::Worst),
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
        check(all, "Chart", &Chart::frontier(&document, Lang::EN));
        check(all, "ChartAnswer", &ChartAnswer::from(&Chart::frontier(&document, Lang::EN)));
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
        check(all, "Chart", &Chart::of_table(&document, Lang::EN));
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
    let mut chart = Chart::stronger(series, &series.stronger_curve().unwrap().unwrap(), Lang::EN);
    if let Plot::Lines(lines) = &mut chart.plot {
        lines.band = Some([0.0, 1.0]);
    }
    check(all, "Chart", &chart);
}

pub(crate) fn sheets(all: &mut Descriptions) {
    let large = Series::new(
        model("0.7", "0.1"),
        rule("1/2/200", "alternating", "pass").with_limit(400).unwrap(),
    )
    .unwrap();
    let named = RuleSheetOptions {
        title: Some("春".into()),
        date: Some("4 月 1 日".into()),
        names: Some(["太郎".into(), "花子".into()]),
        ..RuleSheetOptions::default()
    };
    for (k, series) in many_series().into_iter().chain([large]).enumerate() {
        let mut options = if k % 2 == 0 { named.clone() } else { RuleSheetOptions::default() };
        options.pages = SheetPages::ALL[k % 3];
        let lang = Lang::ALL[k % 2];
        let sheet = series.rule_sheet().unwrap();
        check(all, "RuleSheetDocument", &RuleSheetDocument::new(&sheet, &options, lang));
        let pairing = Pairing { board: "1".into(), a: "x".into(), b: "y".into() };
        let round = Round {
            event: (k == 0).then(|| "春".into()),
            date: (k == 0).then(|| "2026-11-15".into()),
            pairings: vec![pairing; k],
            byes: vec!["z".into(); k],
        };
        if let Ok(sheet) = ScoreSheet::new(&series, round) {
            let paper = Paper { overview: true, half_pages: k == 1 };
            let document = ScoreSheetDocument::new(&sheet, paper);
            check(all, "ScoreSheetDocument", &document);
            check(all, "ScoreSheetDocument", &document.of_round(2));
        }
    }
}

pub(crate) fn live(all: &mut Descriptions) {
    let stamp = |minute: u32| Stamp::try_from(format!("2026-11-15T09:{minute:02}:00Z")).unwrap();
    for (k, series) in many_series().into_iter().enumerate() {
        for (named, words) in [
            (false, ""),
            (true, "second undo first draw"),
            // Equal points at a limit of two games: one more game, and its result.
            (false, "first first a"),
            (false, "first second first second first second draw first second first"),
        ] {
            let names = match named {
                true => Names { a: Some("太郎".into()), b: Some("花子".into()) },
                false => Names::default(),
            };
            let title = named.then(|| "決勝".to_string());
            let game = named.then_some(Practice::ALL[k % Practice::ALL.len()]);
            let record = LiveRecord::new(&series, names, title, stamp(0)).unwrap();
            let mut record = record.of_game(game);
            for (minute, word) in (1..).zip(words.split_whitespace()) {
                let [by, comment] = ["佐藤", "長考"].map(|x| (minute == 1).then(|| x.to_string()));
                let note = Note { at: stamp(minute), by, comment };
                // After the end nothing is taken.
                let _ = match word {
                    "undo" => record.undo(&note),
                    word => record.add(&[word.parse::<ReportedResult>().unwrap()], &note),
                };
                check(all, "LiveDocument", &LiveDocument::new(record.state()));
            }
            check(all, "LiveDocument", &LiveDocument::new(record.state()));
            all.check("LiveRecord", &serde_json::from_str(&record.text()).unwrap());
        }
    }
}
