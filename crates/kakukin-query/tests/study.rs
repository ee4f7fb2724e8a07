//! The study against leagues played out here, game by game, by the formula of Elo ratings.

use kakukin_core::BadValue;
use kakukin_league::{Figures, Schedule, StudyMethod, StudyOutcome, StudyRow};
use kakukin_query::{InputError, Stopped, StudyJob, StudyQuery, Unwatched, Watch};
use kakukin_series::{Model, Rule, Series, Turns};
use std::ops::ControlFlow;

const ELO: [f64; 4] = [1700.0, 1640.0, 1600.0, 1450.0];

/// A field as a table.
fn field(elo: &[f64]) -> String {
    elo.iter().enumerate().map(|(k, elo)| format!("player {k},{elo}\n")).collect()
}

fn pairings(games: &[[usize; 2]]) -> String {
    games.iter().map(|[x, y]| format!("player {x},player {y}\n")).collect()
}

/// A study of the usual field at one rate; `schedule` is a word, or `pairings.csv`.
fn query(schedule: &str, p: &str, f: &str, draws: &str) -> StudyQuery {
    StudyQuery {
        field: Some("field.csv".into()),
        schedule: Some(schedule.into()),
        p: Some(p.into()),
        f: Some(f.into()),
        draws: Some(draws.into()),
        runs: Some("20000".into()),
        seed: Some("5".into()),
        ..StudyQuery::default()
    }
}

/// The job of a query with these files.
fn job_of(query: &StudyQuery, elo: &[f64], games: &[[usize; 2]]) -> Result<StudyJob, InputError> {
    query.job(|_, file| match file {
        "field.csv" => Ok(Some(field(elo).into_bytes())),
        "pairings.csv" => Ok(Some(pairings(games).into_bytes())),
        _ => Ok(None),
    })
}

fn run_with(query: &StudyQuery, elo: &[f64], games: &[[usize; 2]]) -> StudyOutcome {
    job_of(query, elo, games).unwrap().run(&Unwatched).unwrap()
}

fn run(query: &StudyQuery) -> StudyOutcome {
    run_with(query, &ELO, &[])
}

fn run_games(games: &[[usize; 2]], p: &str, f: &str, draws: &str) -> StudyOutcome {
    run_with(&query("pairings.csv", p, f, draws), &ELO, games)
}

fn near(row: &StudyRow, [best, rank_error]: [f64; 2]) -> bool {
    (row.figures.best - best).abs() < 1e-9 && (row.figures.rank_error - rank_error).abs() < 1e-9
}

/// What a lead of the first player means.
#[derive(Clone, Copy)]
enum Scale {
    /// An expected score on even sides: Davidson's model, as its equation stands in series.md.
    Elo,
    /// The odds of a decided game; as many are drawn as between equals.
    LogOdds,
}

impl Scale {
    /// The first player wins, nobody does, the second player wins.
    fn game(self, p: f64, f: f64, lead: f64) -> [f64; 3] {
        if let Self::LogOdds = self {
            let advantage = 400.0 * (p / (1.0 - p)).log10();
            let share = 1.0 / (1.0 + 10f64.powf(-(lead + advantage) / 400.0));
            return [(1.0 - f) * share, f, (1.0 - f) * (1.0 - share)];
        }
        let s = 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
        let theta = (p / (1.0 - p)).sqrt();
        let nu = f / (1.0 - f) * (theta + 1.0 / theta);
        let half = nu * (s - 0.5);
        let x = (half + (half * half + 4.0 * s * (1.0 - s)).sqrt()) / (2.0 * (1.0 - s));
        let weights = [theta * x, nu, 1.0 / (theta * x)];
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    }
}

/// Best player's chance and mean rank error over all courses of these games, under points of
/// win, draw and loss of the first player.
fn played_out(
    scale: Scale,
    games: &[[usize; 2]],
    p: f64,
    f: f64,
    first_points: [f64; 3],
    zero_sum: bool,
) -> [f64; 2] {
    let mut courses = vec![(1.0, [0.0f64; 4])];
    for &[x, y] in games {
        let chances = scale.game(p, f, ELO[x] - ELO[y]);
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
    for (p, f) in [(0.7f64, 0.1f64), (0.55, 0.6)] {
        for (scale, log_odds) in [(Scale::Elo, false), (Scale::LogOdds, true)] {
            for draws in ["zero", "expectation"] {
                let mut asked = query("pairings.csv", &p.to_string(), &f.to_string(), draws);
                asked.log_odds = log_odds;
                let outcome = run_with(&asked, &ELO, &games);
                assert_eq!(outcome.log_odds, log_odds);
                let expected = (1.0 - f) * p + f / 2.0;
                let epsilon = match draws {
                    "zero" => [1.0 - p, 0.0, -p],
                    _ => [1.0 - expected, 0.5 - expected, -expected],
                };
                let wanted = [
                    played_out(scale, &games, p, f, epsilon, true),
                    played_out(scale, &games, p, f, [1.0, 0.5, 0.0], false),
                ];
                for (row, wanted) in outcome.rows.iter().zip(wanted) {
                    assert!(row.errors.is_none() && row.games == 7.0);
                    assert!(near(row, wanted), "{row:?} {wanted:?}");
                }
            }
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
            played_out(Scale::Elo, &games, p, f, [1.0 - p, 0.0, -p], true),
            played_out(Scale::Elo, &games, p, f, [1.0, 0.5, 0.0], false),
        ];
        for (sums, figures) in wanted.iter_mut().zip(both) {
            sums.iter_mut().zip(figures).for_each(|(sum, x)| *sum += x / 64.0);
        }
    }
    let outcome = run(&query("lots", "0.8", "0", "expectation"));
    for (row, wanted) in outcome.rows.iter().zip(wanted) {
        assert!(row.errors.is_none() && near(row, wanted), "{row:?} {wanted:?}");
    }
}

/// Single is the mean of both ways round, and on both sides epsilon points change nothing.
#[test]
fn round_robins() {
    let single = run(&query("single", "0.7", "0.1", "expectation"));
    let games = kakukin_league::round_robin(4);
    let turned: Vec<[usize; 2]> = games.iter().map(|&[x, y]| [y, x]).collect();
    let figures =
        |games: &[[usize; 2]]| run_games(games, "0.7", "0.1", "expectation").rows[0].figures;
    let mean = (figures(&games).spearman + figures(&turned).spearman) / 2.0;
    assert!((single.rows[0].figures.spearman - mean).abs() < 1e-12);
    assert!(!single.schedule.even_sides(4));
    let double = run(&query("double", "0.7", "0.1", "expectation"));
    assert!(double.schedule.even_sides(4));
    let [epsilon, wins] = &double.rows[..] else { panic!("two ways of scoring") };
    assert!((epsilon.figures.spearman - wins.figures.spearman).abs() < 1e-12);
    assert!((epsilon.figures.best - wins.figures.best).abs() < 1e-12);
}

#[test]
fn series_are_those_of_eval() {
    let rule = Rule::new(1, 2, 3, Turns::Alternating).unwrap();
    let mut asked = query("pairings.csv", "0.7", "0.1", "zero");
    asked.series = vec!["1/2/3".into()];
    let job = job_of(&asked, &[1600.0, 1500.0], &[[0, 1]]).unwrap();
    assert_eq!(job.rules().map(Series::rule).collect::<Vec<_>>(), [&rule]);
    let outcome = job.run(&Unwatched).unwrap();
    let row = &outcome.rows[2];
    assert_eq!(row.method, StudyMethod::Series("1/2/3".into()));
    let model = Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), 100.0).unwrap();
    let series = Series::new(model, rule).unwrap();
    let figures = series.figures();
    // No winner is an equal place.
    let wanted = figures.outcome.a() + figures.outcome.none / 2.0;
    assert!((row.figures.best - wanted).abs() < 1e-12);
    assert!((row.games - figures.expected_games()).abs() < 1e-12);
    // The stronger player's share of the decided series, the mean over both being A: .7325 (worked
    // out by the equation in series.md; .709 is that of log-odds).
    let model = Model::with_elo("0.7".parse().unwrap(), "0.1".parse().unwrap(), -100.0).unwrap();
    let turned = Series::new(model, series.rule().clone()).unwrap().figures();
    let share = (figures.decided().unwrap() + 1.0 - turned.decided().unwrap()) / 2.0;
    assert!((share - 0.7325).abs() < 5e-5, "{share}");
}

#[test]
fn rounds_by_lot_are_simulated_and_the_same_at_any_number_of_threads() {
    let mut asked = query("rounds=3", "0.7", "0.1", "expectation");
    let outcome = run(&asked);
    let simulated = outcome.simulated.unwrap();
    assert_eq!((simulated.runs, simulated.seed), (20_000, 5));
    assert_eq!(outcome.schedule, Schedule::Rounds(3));
    assert_eq!(outcome.schedule.encounters(4), 6);
    for row in &outcome.rows {
        let error = row.errors.unwrap();
        assert!(row.games == 6.0 && error.spearman > 0.0 && error.best < 0.01);
    }
    assert_eq!(run(&asked), outcome);
    struct Gone;
    impl Watch for Gone {
        fn begin(&self, _: u64, _: kakukin_query::WorkUnit) {}
        fn at(&self, _: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let job = job_of(&asked, &ELO, &[]).unwrap();
    assert_eq!(job.run(&Gone), Err(Stopped::Cancelled));
    asked.exact_only = true;
    let refused = job_of(&asked, &ELO, &[]).unwrap_err();
    assert_eq!((refused.field, refused.problem.code()), ("exact-only", BadValue::Conflict.code()));
    let mut large = query("double", "0.7", "0.1", "expectation");
    large.exact_only = true;
    match job_of(&large, &[1500.0; 16], &[]).unwrap().run(&Unwatched) {
        Err(Stopped::Refused(error)) => {
            assert_eq!(
                (error.field, error.problem.code()),
                ("exact-only", kakukin_query::Problem::TooManyFinalScores.code())
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn refusals() {
    let refused = |change: fn(&mut StudyQuery)| {
        let mut asked = query("single", "0.7", "0", "expectation");
        change(&mut asked);
        let error = job_of(&asked, &ELO, &[]).map(|_| ()).unwrap_err();
        (error.field, error.problem.code())
    };
    assert_eq!(refused(|q| q.field = None), ("field", BadValue::Missing.code()));
    assert_eq!(
        refused(|q| q.schedule = Some("none".into())),
        ("schedule", BadValue::Unknown.code())
    );
    assert_eq!(refused(|q| q.schedule = Some("pairings.csv".into())).0, "schedule");
    assert_eq!(
        refused(|q| q.schedule = Some("rounds=4000".into())),
        ("schedule", BadValue::OutOfRange.code())
    );
    assert_eq!(refused(|q| q.p = Some("1".into())), ("p", BadValue::OutOfRange.code()));
    assert_eq!(refused(|q| q.f = Some("1".into())).0, "f");
    assert_eq!(refused(|q| q.runs = Some("0".into())), ("runs", BadValue::OutOfRange.code()));
    assert_eq!(refused(|q| q.turns = Some("fixed".into())), ("turns", BadValue::Conflict.code()));
    assert_eq!(
        refused(|q| q.series = vec!["1/2/1000".into()]),
        ("series", BadValue::TooMuchWork.code())
    );
    assert_eq!(
        refused(|q| q.series = vec!["1/2/3".into(); 9]),
        ("series", BadValue::TooMany.code())
    );
    let alone = job_of(&query("single", "0.7", "0", "zero"), &[1500.0], &[]).unwrap_err();
    assert_eq!((alone.field, alone.problem.code()), ("field", BadValue::OutOfRange.code()));
}

/// The number of rates is told apart from a rate with many digits.
#[test]
fn too_many_rates() {
    let rates = vec!["0.6"; 101].join(",");
    let refused = job_of(&query("single", &rates, "0", "zero"), &ELO, &[]).unwrap_err();
    assert_eq!((refused.field, refused.problem.code()), ("p", BadValue::TooMany.code()));
    assert_eq!(refused.allowed, "<= 100");
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
            let mut asked = query("single", "0.9", "0.1", "expectation");
            (asked.runs, asked.seed) = (Some("20".into()), Some(seed.to_string()));
            run_with(&asked, &elo, &[]).rows
        })
        .collect();
    for method in 0..2 {
        let figures = |pick: fn(&Figures) -> f64| {
            let pair = |row: &StudyRow| (pick(&row.figures), pick(&row.errors.unwrap()));
            let values: Vec<(f64, f64)> = rows.iter().map(|rows| pair(&rows[method])).collect();
            let count = SEEDS as f64;
            let mean = values.iter().map(|(x, _)| x).sum::<f64>() / count;
            let spread =
                values.iter().map(|(x, _)| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
            let stated = values.iter().map(|(_, error)| error * error).sum::<f64>() / count;
            spread / stated
        };
        let ratios = [
            figures(|figures| figures.spearman),
            figures(|figures| figures.kendall),
            figures(|figures| figures.rank_error),
        ];
        // A variance from so many values has a relative error of √(2 / n): four of them.
        let room = 4.0 * (2.0 / SEEDS as f64).sqrt();
        for ratio in ratios {
            assert!((ratio - 1.0).abs() < room, "{method}: {ratios:?}");
        }
    }
}
