//! The study against leagues played out here, game by game, by the formula of Elo ratings.

use kakukin_core::BadValue;
use kakukin_league::DrawPoints;
use kakukin_report::{
    Chart, Entrant, Lang, Plot, Schedule, StudyChart, StudyDocument, StudyMethod, StudyPlan,
    StudyRequest, StudyRuns,
};
use kakukin_series::{Model, Rule, Series, Turns};
use std::ops::ControlFlow;

const ELO: [f64; 4] = [1700.0, 1640.0, 1600.0, 1450.0];

fn field(elo: &[f64]) -> Vec<Entrant> {
    let entrant = |(k, &elo): (usize, &f64)| Entrant { name: format!("player {k}"), elo };
    elo.iter().enumerate().map(entrant).collect()
}

fn request(schedule: Schedule, p: &str, f: &str, draws: DrawPoints) -> StudyRequest {
    StudyRequest {
        field: field(&ELO),
        schedule,
        ps: vec![p.parse().unwrap()],
        f: f.parse().unwrap(),
        draws,
        rules: Vec::new(),
        runs: StudyRuns { runs: 20_000, seed: 5, exact_only: false },
    }
}

fn run(request: StudyRequest) -> StudyDocument {
    StudyPlan::new(request).unwrap().run(|_| ControlFlow::Continue(())).unwrap().unwrap()
}

/// The chance of the first player in a decided game.
fn share(p: f64, lead: f64) -> f64 {
    let advantage = 400.0 * (p / (1.0 - p)).log10();
    1.0 / (1.0 + 10f64.powf(-(lead + advantage) / 400.0))
}

/// Best player's chance and mean rank error over all courses of these games, under points of
/// win, draw and loss of the first player.
fn played_out(
    games: &[[usize; 2]],
    p: f64,
    f: f64,
    first_points: [f64; 3],
    zero_sum: bool,
) -> [f64; 2] {
    let mut courses = vec![(1.0, [0.0f64; 4])];
    for &[x, y] in games {
        let s = share(p, ELO[x] - ELO[y]);
        let chances = [(1.0 - f) * s, f, (1.0 - f) * (1.0 - s)];
        let mut next = Vec::new();
        for (weight, scores) in &courses {
            for (chance, points) in chances.iter().zip(first_points) {
                let mut scores = *scores;
                scores[x] += points;
                scores[y] += if zero_sum { -points } else { 1.0 - points };
                next.push((weight * chance, scores));
            }
        }
        courses = next;
    }
    let mut figures = [0.0; 2];
    for (weight, scores) in &courses {
        // Sums in another order differ by rounding.
        let above = |a: f64, b: f64| a > b + 1e-9;
        let rank = |k: usize| {
            let better = scores.iter().filter(|&&s| above(s, scores[k])).count() as f64;
            let equal =
                scores.iter().filter(|&&s| !above(s, scores[k]) && !above(scores[k], s)).count();
            better + (equal as f64 + 1.0) / 2.0
        };
        let first: Vec<usize> =
            (0..4).filter(|&k| !scores.iter().any(|&s| above(s, scores[k]))).collect();
        if first.contains(&0) {
            figures[0] += weight / first.len() as f64;
        }
        let errors: f64 = (0..4).map(|k| (rank(k) - (k + 1) as f64).abs()).sum();
        figures[1] += weight * errors / 4.0;
    }
    figures
}

#[test]
fn games_played_out() {
    let games = vec![[0, 1], [2, 3], [2, 0], [3, 1], [0, 3], [1, 2], [0, 1]];
    let (p, f) = (0.7f64, 0.1f64);
    for draws in [DrawPoints::Zero, DrawPoints::Expectation] {
        let document = run(request(Schedule::Games(games.clone()), "0.7", "0.1", draws));
        let expected = (1.0 - f) * p + f / 2.0;
        let epsilon = match draws {
            DrawPoints::Zero => [1.0 - p, 0.0, -p],
            DrawPoints::Expectation => [1.0 - expected, 0.5 - expected, -expected],
        };
        let wanted = [
            played_out(&games, p, f, epsilon, true),
            played_out(&games, p, f, [1.0, 0.5, 0.0], false),
        ];
        for (row, wanted) in document.rows.iter().zip(wanted) {
            assert!(row.exact && row.games == 7.0);
            assert!((row.best - wanted[0]).abs() < 1e-9, "{row:?} {wanted:?}");
            assert!((row.rank_error - wanted[1]).abs() < 1e-9, "{row:?} {wanted:?}");
        }
    }
}

/// A lot for every game is the mean over all ways to share out the sides.
#[test]
fn lots_are_the_mean_of_all_sides() {
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let (p, f) = (0.8f64, 0.0);
    let mut wanted = [[0.0; 2]; 2];
    for sides in 0..64u32 {
        let games: Vec<[usize; 2]> = pairs
            .iter()
            .enumerate()
            .map(|(k, &[x, y])| if sides >> k & 1 == 1 { [y, x] } else { [x, y] })
            .collect();
        let both = [
            played_out(&games, p, f, [1.0 - p, 0.0, -p], true),
            played_out(&games, p, f, [1.0, 0.5, 0.0], false),
        ];
        for (sums, figures) in wanted.iter_mut().zip(both) {
            sums.iter_mut().zip(figures).for_each(|(sum, x)| *sum += x / 64.0);
        }
    }
    let document = run(request(Schedule::Lots, "0.8", "0", DrawPoints::Expectation));
    for (row, wanted) in document.rows.iter().zip(wanted) {
        assert!(row.exact);
        assert!((row.best - wanted[0]).abs() < 1e-9 && (row.rank_error - wanted[1]).abs() < 1e-9);
    }
}

/// Single is the mean of both ways round, and on both sides epsilon points change nothing.
#[test]
fn round_robins() {
    let single = run(request(Schedule::Single, "0.7", "0.1", DrawPoints::Expectation));
    let games = kakukin_league::round_robin(4);
    let turned: Vec<[usize; 2]> = games.iter().map(|&[x, y]| [y, x]).collect();
    let row = |games: Vec<[usize; 2]>| {
        let schedule = Schedule::Games(games);
        run(request(schedule, "0.7", "0.1", DrawPoints::Expectation)).rows[0].clone()
    };
    let mean = (row(games).spearman + row(turned).spearman) / 2.0;
    assert!((single.rows[0].spearman - mean).abs() < 1e-12);
    assert!(!single.even_sides);
    let double = run(request(Schedule::Double, "0.7", "0.1", DrawPoints::Expectation));
    assert!(double.even_sides);
    let [epsilon, wins] = &double.rows[..] else { panic!("two ways of scoring") };
    assert!((epsilon.spearman - wins.spearman).abs() < 1e-12);
    assert!((epsilon.best - wins.best).abs() < 1e-12);
}

#[test]
fn series_are_those_of_eval() {
    let rule = Rule::new(1, 2, 3, Turns::Alternating).unwrap();
    let mut asked = request(Schedule::Games(vec![[0, 1]]), "0.7", "0.1", DrawPoints::Zero);
    asked.field = field(&[1600.0, 1500.0]);
    asked.rules = vec![("1/2/3".into(), rule.clone())];
    let document = run(asked);
    let row = &document.rows[2];
    assert_eq!(row.method, StudyMethod::Series("1/2/3".into()));
    let model = Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), 100.0).unwrap();
    let series = Series::new(model, rule).unwrap();
    let figures = series.figures();
    // No winner is an equal place.
    let wanted = figures.outcome.a() + figures.outcome.none / 2.0;
    assert!((row.best - wanted).abs() < 1e-12);
    assert!((row.games - figures.expected_games()).abs() < 1e-12);
    // The stronger player's share of the decided series is 0.709, the mean over both being A.
    let model = Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), -100.0).unwrap();
    let turned = Series::new(model, series.rule().clone()).unwrap().figures();
    let share = (figures.decided().unwrap() + 1.0 - turned.decided().unwrap()) / 2.0;
    assert!((share - 0.709).abs() < 5e-4, "{share}");
}

#[test]
fn rounds_by_lot_are_simulated_and_the_same_at_any_number_of_threads() {
    let asked = || request(Schedule::Rounds(3), "0.7", "0.1", DrawPoints::Expectation);
    let document = run(asked());
    assert_eq!((document.runs, document.seed, document.encounters), (Some(20_000), Some(5), 6));
    for row in &document.rows {
        assert!(!row.exact && row.games == 6.0);
        let error = row.standard_errors.as_ref().unwrap();
        assert!(error.spearman > 0.0 && error.best < 0.01);
    }
    assert_eq!(run(asked()).csv(), document.csv());
    let mut only = asked();
    only.runs.exact_only = true;
    let refused = StudyPlan::new(only).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("exact-only", BadValue::Conflict.into()));
    let mut large = request(Schedule::Double, "0.7", "0.1", DrawPoints::Expectation);
    large.field = field(&[1500.0; 16]);
    large.runs.exact_only = true;
    let refused = StudyPlan::new(large).unwrap().run(|_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(
        (refused.field, refused.problem),
        ("exact-only", kakukin_league::Problem::TooManyStates.into())
    );
    let broken = StudyPlan::new(asked()).unwrap().run(|_| ControlFlow::Break(())).unwrap();
    assert!(broken.is_none());
}

#[test]
fn words_and_charts() {
    let mut asked = request(Schedule::Single, "0.5", "0", DrawPoints::Expectation);
    asked.ps = vec!["0.5".parse().unwrap(), "0.7".parse().unwrap()];
    let document = run(asked);
    for lang in Lang::ALL {
        assert!(!document.text(lang).contains("study."));
        for name in ["spearman", "kendall", "best", "rank-error"] {
            let shown: StudyChart = name.parse().unwrap();
            let chart: Chart = document.chart(shown, lang);
            let Plot::Lines(lines) = &chart.plot else { panic!("a chart of lines") };
            assert_eq!(lines.lines.len(), 2);
            assert_eq!(lines.lines[0].points.len(), 2);
            assert!(!chart.svg().contains("study."));
        }
    }
    assert_eq!(document.csv().lines().count(), 5);
}

#[test]
fn refusals() {
    let problem = |change: fn(&mut StudyRequest)| {
        let mut asked = request(Schedule::Single, "0.7", "0", DrawPoints::Expectation);
        change(&mut asked);
        StudyPlan::new(asked).map(|_| ()).unwrap_err().field
    };
    assert_eq!(problem(|r| r.field.truncate(1)), "field");
    assert_eq!(problem(|r| r.schedule = Schedule::Rounds(u32::MAX)), "schedule");
    assert_eq!(problem(|r| r.schedule = Schedule::Games(Vec::new())), "schedule");
    assert_eq!(problem(|r| r.ps = vec!["1".parse().unwrap()]), "p");
    assert_eq!(problem(|r| r.f = "1".parse().unwrap()), "f");
    assert_eq!(problem(|r| r.runs.runs = 0), "runs");
    let long = |r: &mut StudyRequest| {
        let rule = Rule::new(1, 2, 1_000, Turns::Alternating).unwrap();
        r.rules = vec![("1/2/1000".into(), rule)];
    };
    assert_eq!(problem(long), "series");
    assert_eq!(problem(|r| r.ps = vec!["0.6".parse().unwrap(); 101]), "p");
    for text in ["rounds=", "rounds=0", "rounds=-1", "rounds=99999999999"] {
        assert!(Schedule::parse(text).is_err(), "{text}");
    }
    assert_eq!(Schedule::parse("games.csv").unwrap(), None);
}

/// Over many seeds the figures of `single` spread as their standard errors say. The two ways
/// round must not see the same throws: a throw that helps a player as first helps his opponent
/// when the sides are swapped, and among nearly equal players the mean would spread far less
/// than it says.
#[test]
fn stated_errors_are_the_spread_over_seeds() {
    const SEEDS: u64 = 400;
    let elo: Vec<f64> = (0..24).map(|k| 1800.0 - 5.0 * f64::from(k)).collect();
    let rows: Vec<_> = (0..SEEDS)
        .map(|seed| {
            let mut asked = request(Schedule::Single, "0.9", "0.1", DrawPoints::Expectation);
            asked.field = field(&elo);
            asked.runs = StudyRuns { runs: 20, seed, exact_only: false };
            run(asked).rows
        })
        .collect();
    for method in 0..2 {
        let figures = |pick: fn(&kakukin_report::StudyRow) -> (f64, f64)| {
            let values: Vec<(f64, f64)> = rows.iter().map(|rows| pick(&rows[method])).collect();
            let count = SEEDS as f64;
            let mean = values.iter().map(|(x, _)| x).sum::<f64>() / count;
            let spread =
                values.iter().map(|(x, _)| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
            let stated = values.iter().map(|(_, error)| error * error).sum::<f64>() / count;
            spread / stated
        };
        let ratios = [
            figures(|row| (row.spearman, row.standard_errors.as_ref().unwrap().spearman)),
            figures(|row| (row.kendall, row.standard_errors.as_ref().unwrap().kendall)),
            figures(|row| (row.rank_error, row.standard_errors.as_ref().unwrap().rank_error)),
        ];
        // A variance from so many values has a relative error of √(2 / n): four of them.
        let room = 4.0 * (2.0 / SEEDS as f64).sqrt();
        for ratio in ratios {
            assert!((ratio - 1.0).abs() < room, "{method}: {ratios:?}");
        }
    }
}

#[test]
fn equal_players_and_the_verdict() {
    let text = |elo: &[f64], schedule: Schedule, runs: u64| {
        let mut asked = request(schedule, "0.5", "0", DrawPoints::Expectation);
        asked.ps = ["0.5", "0.72", "0.9"].map(|p| p.parse().unwrap()).to_vec();
        asked.field = field(elo);
        asked.runs.runs = runs;
        let document = run(asked);
        let text = document.text(Lang::En).split_whitespace().collect::<Vec<_>>().join(" ");
        (text, document)
    };
    let (equal, _) = text(&[1500.0; 3], Schedule::Single, 1);
    assert!(equal.contains("no true order to find") && !equal.contains("In this field"), "{equal}");
    let (some, _) = text(&[1600.0, 1500.0, 1600.0], Schedule::Single, 1);
    assert!(some.contains("Equal ratings: player 0 = player 2."), "{some}");
    let (four, document) = text(&ELO, Schedule::Single, 1);
    assert!(!four.contains("Equal ratings"));
    let row = |k: usize| 100.0 * document.rows[k].best;
    let wanted = format!(
        "at p = 72 %, the best player wins {:.2} % of the leagues under epsilon points and {:.2} % \
         by wins.",
        row(2),
        row(3)
    );
    assert!(four.contains(&wanted) && !four.contains("standard errors."), "{four}");
    let (few, _) = text(&ELO, Schedule::Rounds(3), 10);
    assert!(few.contains("within two standard errors"), "{few}");
    let (many, _) = text(&ELO, Schedule::Rounds(1), 20_000);
    assert!(many.contains("more than two standard errors"), "{many}");
    let (double, _) = text(&ELO, Schedule::Double, 1);
    assert!(double.contains("There is no difference."), "{double}");
}

/// The number of rates is told apart from a rate with many digits.
#[test]
fn too_many_rates() {
    let mut asked = request(Schedule::Single, "0.7", "0", DrawPoints::Expectation);
    asked.ps = vec!["0.6".parse().unwrap(); 101];
    let refused = StudyPlan::new(asked).unwrap_err();
    let found = (refused.problem, refused.value.as_str(), refused.allowed.as_str());
    assert_eq!(found, (BadValue::TooMany.into(), "101", "<= 100"));
}
