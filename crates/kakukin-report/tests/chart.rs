//! Charts show the library's figures, inside their frame, in both languages; and they are
//! XML, whatever people call their rules.

use kakukin_core::to_f64;
use kakukin_records::{
    By, Confidence, Date, Ending, Estimate, EstimateOptions, Method, Plan, RatingUse, ReadSummary,
    Record, Side, Survey,
};
use kakukin_report::{
    Chart, ChartAnswer, EstimateDocument, EvalDocument, FindDocument, Lang, Plot, TableDocument,
};
use kakukin_series::{
    Belief, BestGrid, EvaluationOptions, Finder, Model, Question, RankBy, Request, Rule, Series,
    Table, parse_rates,
};
use std::ops::ControlFlow;

fn series(p: &str, f: &str, points: &str, turns: &str, draws: &str) -> Series {
    let model = Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap();
    let rule = Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap();
    Series::new(model, rule).unwrap()
}

/// Every number of the drawing is a number and lies on the page; words that start on it end
/// on it, as far as their widths can be told.
fn check(chart: &Chart) {
    let svg = chart.svg();
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let root = document.root_element();
    let side = |name: &str| root.attribute(name).unwrap().parse::<f64>().unwrap();
    let (width, height) = (side("width"), side("height"));
    for node in root.descendants().filter(|node| node.is_element()) {
        for attribute in node.attributes() {
            let most = match attribute.name() {
                "x" | "x1" | "x2" | "cx" | "width" => width,
                "y" | "y1" | "y2" | "cy" | "height" => height,
                "d" => {
                    let numbers = attribute.value().split(['M', 'L', 'h', ' ']);
                    for number in numbers.filter(|text| !text.is_empty()) {
                        let number: f64 = number.parse().expect("a coordinate");
                        assert!((0.0..=width.max(height)).contains(&number), "{svg}");
                    }
                    continue;
                }
                _ => continue,
            };
            let number: f64 = attribute.value().parse().expect("a coordinate");
            assert!((0.0..=most).contains(&number), "{attribute:?} of {node:?}");
        }
        if node.has_tag_name("text") {
            let text = node.text().unwrap_or("");
            let latin = text.chars().filter(char::is_ascii).count() as f64;
            let wide = text.chars().count() as f64 - latin;
            let size: f64 = node.attribute("font-size").unwrap().parse().unwrap();
            let long = size * (0.5 * latin + wide);
            let x: f64 = node.attribute("x").unwrap().parse().unwrap();
            let left = match node.attribute("text-anchor").unwrap() {
                "start" => x,
                "middle" => x - long / 2.0,
                _ => x - long,
            };
            assert!(left >= -1.0 && left + long <= width + 1.0, "{text} at {left}");
        }
    }
    let table = chart.table();
    assert!(!table.rows.is_empty());
    assert!(table.rows.iter().all(|row| row.len() == table.header.len()));
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn the_bias_curve_is_the_exact_one() {
    let series = series("70%", "10%", "1/2/3", "alternating", "pass");
    let chart = Chart::bias_against_p(&series, &series.bias_curve().unwrap().unwrap(), Lang::EN);
    let Plot::Lines(lines) = &chart.plot else { panic!("{chart:?}") };
    let rates = parse_rates("p", "50..95").unwrap();
    assert_eq!(lines.lines[0].points.len(), rates.len());
    for (point, p) in lines.lines[0].points.iter().zip(rates) {
        // The limit of 6 games is what the formula gives at a draw rate of 10 %.
        let model = Model::new(p.clone(), "10%".parse().unwrap()).unwrap();
        let anew = Series::new(model, series.rule().clone()).unwrap();
        let exact = to_f64(&anew.exact_figures().unwrap().bias().unwrap());
        assert_eq!(point[0], p.to_f64());
        assert!((point[1] - exact).abs() < 1e-14, "{p} {point:?} {exact}");
    }
    assert_eq!(lines.marks[0].at, 0.7);
}

#[test]
fn games_and_scores_are_the_librarys() {
    let series = series("70%", "10%", "1/2/3", "alternating", "pass");
    let document = EvalDocument::new(&series.evaluate(&EvaluationOptions::default()).unwrap());
    let Plot::Bars(bars) = Chart::games(&document, Lang::JA).plot else { panic!() };
    let figures = series.figures();
    assert!((bars.bars.iter().map(|bar| bar.1).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(bars.bars.iter().all(|&(games, share)| figures.games[games as usize] == share));
    let chart = Chart::chance_by_score(&series, &series.score_chances().unwrap(), Lang::JA);
    let Plot::Heat(heat) = &chart.plot else { panic!("{chart:?}") };
    let panel = &heat.panels[0];
    assert_eq!(
        (&panel.rows[..], &panel.columns[..]),
        (&["0", "1", "2"].map(String::from)[..], &["0", "1", "2"].map(String::from)[..])
    );
    for score in series.score_chances().unwrap() {
        let cell = panel.cells[score.a_points as usize][score.b_points as usize];
        assert_eq!(cell, Some(score.chances()[0]));
    }
    // At the start it is A's chance of all series.
    let start = panel.cells[0][0].unwrap();
    assert!((start - figures.outcome.a()).abs() < 1e-14);
}

#[test]
fn every_rule_has_charts_that_can_be_drawn() {
    let rules = [
        ("50%", "0", "1/1/1", "fixed", "pass"),
        ("3%", "50%", "1/2/3", "loser-first", "keep"),
        ("99%", "1%", "1/36/36", "alternating", "replay"),
        ("100%", "0", "1/2/3", "fixed", "pass"),
        ("60%", "30%", "1/3/7", "winner-first", "swap"),
        ("70%", "10%", "0.1/0.25/1.7", "thue-morse", "points=0.05/0.1"),
        ("70%", "10%", "1/2/100", "pattern=ABBAAB", "second"),
    ];
    for lang in Lang::ALL {
        for (p, f, points, turns, draws) in rules {
            let series = series(p, f, points, turns, draws);
            let document =
                EvalDocument::new(&series.evaluate(&EvaluationOptions::default()).unwrap());
            check(&Chart::bias_against_p(&series, &series.bias_curve().unwrap().unwrap(), lang));
            check(&Chart::games(&document, lang));
            check(&Chart::stronger(&series, &series.stronger_curve().unwrap().unwrap(), lang));
            if series.scores_fit_a_chart() {
                check(&Chart::chance_by_score(&series, &series.score_chances().unwrap(), lang));
            }
        }
    }
}

#[test]
fn rules_found_and_tables() {
    for lang in Lang::ALL {
        let question = Question {
            request: Request::within(9),
            belief: Belief::Known("70%".parse().unwrap()),
            f: "10%".parse().unwrap(),
            by: RankBy::Pareto,
            top: 20,
        };
        let finder = Finder::new(question.clone()).unwrap();
        let answer = finder.answer(|_| ControlFlow::Continue(())).unwrap();
        let document = FindDocument::new(&answer);
        let chart = Chart::frontier(&document, lang);
        check(&chart);
        let Plot::Dots(dots) = &chart.plot else { panic!() };
        assert_eq!(dots.groups[0].dots.len(), document.rules.len());
        for ((_, place), found) in dots.groups[0].dots.iter().zip(&document.rules) {
            assert_eq!(*place, [found.games.expected_played, found.bias.unwrap().abs()]);
        }
        // Few draw rates are curves, many are cells.
        for (fs, cells) in [("0,10%", false), ("0..70:5", true)] {
            let (ps, fs) = (parse_rates("p", "50..95:5").unwrap(), parse_rates("f", fs).unwrap());
            let grid = BestGrid::new(&Request::within(5), ps, fs).unwrap();
            let found = grid.run(|_| ControlFlow::Continue(())).unwrap();
            let rows = found.rows.len();
            let chart = Chart::of_table(&TableDocument::new(&Table::Fairest(found)), lang);
            check(&chart);
            let shown = match &chart.plot {
                Plot::Lines(lines) => {
                    let points = lines.lines.iter().flat_map(|line| &line.points);
                    points.filter(|point| point[1].is_finite()).count()
                }
                Plot::Heat(heat) => heat
                    .panels
                    .iter()
                    .flat_map(|panel| panel.cells.iter().flatten())
                    .flatten()
                    .count(),
                other => panic!("{other:?}"),
            };
            assert_eq!((shown, matches!(chart.plot, Plot::Heat(_))), (rows, cells));
        }
    }
}

#[test]
fn nothing_that_is_written_becomes_markup() {
    let series = series("70%", "10%", "1/2/3", "alternating", "pass");
    let mut chart = Chart::stronger(&series, &series.stronger_curve().unwrap().unwrap(), Lang::EN);
    chart.title = "</svg><script>&\"'\u{0}\u{8}".into();
    check(&chart);
    assert!(!chart.svg().contains("<script>"));
}

/// What can be pointed at lies where it is drawn and says what the table says in its row.
#[test]
fn spots_lie_on_what_they_speak_of() {
    let series = series("70%", "10%", "1/2/3", "alternating", "pass");
    let document = EvalDocument::new(&series.evaluate(&EvaluationOptions::default()).unwrap());
    let charts = [
        Chart::bias_against_p(&series, &series.bias_curve().unwrap().unwrap(), Lang::EN),
        Chart::games(&document, Lang::EN),
        Chart::chance_by_score(&series, &series.score_chances().unwrap(), Lang::EN),
        Chart::stronger(&series, &series.stronger_curve().unwrap().unwrap(), Lang::EN),
        Chart::frontier(&found(), Lang::EN),
    ];
    for chart in &charts {
        let picture = ChartAnswer::from(chart);
        assert_eq!((&picture.svg, &picture.rows), (&chart.svg(), &chart.table().rows));
        let figures = picture.rows.iter().flat_map(|row| &row[1..]);
        let figures = figures.filter(|cell| !cell.is_empty()).count();
        let each = if matches!(chart.plot, Plot::Dots(_)) { 2 } else { 1 };
        assert_eq!(picture.spots.len() * each, figures, "{}", chart.title);
        for spot in &picture.spots {
            let row = &picture.rows[spot.row];
            let last = spot.words.last().unwrap().rsplit(": ").next().unwrap();
            let brief = last.trim_end_matches(" %").parse::<f64>().unwrap();
            let told = row[1..].iter().filter_map(|cell| cell.trim_end_matches(" %").parse().ok());
            let near = |x: f64| (x - brief).abs() < 6e-5;
            assert!(told.into_iter().any(near), "{spot:?} {row:?}");
            let dot = format!(r#"cx="{}" cy="{}""#, spot.x, spot.y);
            if matches!(chart.plot, Plot::Dots(_)) && spot.words[0].contains('/') {
                assert!(picture.svg.contains(&dot), "{dot}");
            }
            if matches!(chart.plot, Plot::Lines(_)) {
                assert!(picture.svg.contains(&format!("{} {}", spot.x, spot.y)), "{spot:?}");
            }
        }
    }
}

fn found() -> FindDocument {
    let question = Question {
        request: Request::within(5),
        belief: Belief::Known("70%".parse().unwrap()),
        f: "10%".parse().unwrap(),
        by: RankBy::Bias,
        top: 5,
    };
    let finder = Finder::new(question.clone()).unwrap();
    let answer = finder.answer(|_| ControlFlow::Continue(())).unwrap();
    FindDocument::new(&answer)
}

/// A band is as wide as what is not known, and never wider than the chart.
#[test]
fn what_is_not_known_is_shaded() {
    let series = series("70%", "10%", "1/2/3", "alternating", "pass");
    let chart = Chart::bias_against_p(&series, &series.bias_curve().unwrap().unwrap(), Lang::EN);
    let band = |low, high| match chart.clone().with_band(Some([low, high])).plot {
        Plot::Lines(lines) => lines.band,
        _ => None,
    };
    assert_eq!(band(0.66, 0.74), Some([0.66, 0.74]));
    assert_eq!(band(0.3, 0.98), Some([0.5, 0.95]));
    assert_eq!(band(0.1, 0.2), None);
    check(&chart.clone().with_band(Some([0.66, 0.74])));
    assert!(chart.with_band(Some([0.66, 0.74])).svg().contains("fill-opacity"));
}

/// Rates of all games, with strength taken out, and of every group that has one, in their
/// places; names of any length leave room for the bars.
#[test]
fn rates_lie_within_their_bars() {
    let mut survey = Survey::new(Plan { by: By::ALL.to_vec(), ..Plan::default() });
    for number in 0..400u32 {
        let ending = match number % 7 {
            0 => Ending::DRAW,
            1..=4 => Ending::won(Side::First),
            _ => Ending::won(Side::Second),
        };
        let mut record = Record { ending, ..Record::default() };
        record.first.name = format!("P{}", number % 5);
        record.second.name = format!("P{}", (number + 1 + number % 3) % 5);
        record.event =
            ["春季", "<b>", &"長".repeat(150), &"i".repeat(190)][number as usize % 4].into();
        record.date = Date::new(1980 + (number % 45) as u16, 1, 1);
        survey.add(&record);
    }
    let confidence = Confidence::new(&"90%".parse().unwrap()).unwrap();
    let options = EstimateOptions {
        confidence,
        method: Some(Method::Random),
        ratings: RatingUse::Auto,
        anchors: Vec::new(),
        min_games: None,
        basis: None,
    };
    let estimate = Estimate::new(&survey, &options).unwrap();
    let document = EstimateDocument::new(&estimate, &ReadSummary::default());
    assert!(document.adjusted.is_some());
    for lang in Lang::ALL {
        let chart = Chart::rates(&document, lang);
        check(&chart);
        assert!(chart.subtitle.contains("90"));
        let Plot::Ranges(ranges) = &chart.plot else { panic!("bars") };
        // All, adjusted, four events, and of 45 years the latest 30.
        assert_eq!(ranges.rows.len(), 2 + 4 + 30);
        assert_eq!(ranges.rows.iter().filter(|row| !row.heading.is_empty()).count(), 2);
        assert_eq!(ranges.rows.last().unwrap().name, "2024");
        let picture = ChartAnswer::from(&chart);
        assert_eq!(picture.spots.len(), ranges.rows.len());
        for (row, spot) in ranges.rows.iter().zip(&picture.spots) {
            assert!(row.low <= row.value && row.value <= row.high, "{row:?}");
            assert!(spot.wide > 0.0 && picture.rows[spot.row][0].ends_with(&row.name));
        }
        let all = &ranges.rows[0];
        assert_eq!((Some(all.value), [all.low, all.high]), (document.p.rate, document.p.wilson));
    }
}

/// The curves of a hand are the lists of its documents, equal discards together.
#[test]
fn hands_over_their_turns() {
    use kakukin_mahjong::{
        Figure, Hand, Objective, Players, Question, ScoreQuestion, ScoreResult, ScoreSolver,
        Situation, Solver, Terms, WinResult,
    };
    use kakukin_report::{ScoreDocument, WinDocument};
    let hand = |text: &str| {
        let hand: Hand = text.parse().unwrap();
        Situation::new(hand, Players::Four).unwrap()
    };
    let question = Question::new(hand("234578m1689p357s1z")).unwrap();
    let answer = Solver::default().answer(&question).unwrap();
    let document = WinDocument::new(&WinResult::new(question, answer));
    let chart = Chart::win_over_turns(&document, Objective::Win, Lang::EN);
    let Plot::Lines(lines) = &chart.plot else { panic!("{chart:?}") };
    // 1p and 1z, the best, are equal at every turn; only five curves are told apart.
    assert_eq!((lines.lines[0].name.as_str(), lines.lines.len()), ("1p=1z", 5));
    let turns: Vec<f64> = (1..=18).map(f64::from).collect();
    let points = &lines.lines[0].points;
    assert_eq!(points.iter().map(|point| point[0]).collect::<Vec<_>>(), turns);
    assert!(points.iter().zip(&document.discards[0].worth.win).all(|(p, win)| p[1] == *win));
    for lang in Lang::ALL {
        check(&Chart::win_over_turns(&document, Objective::Tenpai, lang));
    }
    // A hand that waits, with few draws left, and one that cannot be completed any more.
    for (text, left) in [("234m45679p22678s", 7), ("1111222233334z", 3), ("234m45679p22678s", 0)] {
        let question = Question::from_now(hand(text), left).unwrap();
        let question = ScoreQuestion::new(question, Terms::default()).unwrap();
        let answer = ScoreSolver::default().answer(&question).unwrap();
        let document = ScoreDocument::new(&ScoreResult::new(question, answer));
        for figure in Figure::ALL {
            let chart = Chart::score_over_turns(&document, figure, Lang::JA);
            let Plot::Lines(lines) = &chart.plot else { panic!("{chart:?}") };
            assert_eq!(lines.lines.len(), 1);
            // The draws left count down.
            let first = lines.lines[0].points[0];
            assert_eq!(first[0], f64::from(left));
            check(&chart);
        }
    }
}
