//! The author's published figures, compact in `tests/truth/`, each file with its source and
//! licence. `cargo xtask published DIR` also compares the finder with them.

use kakukin_series::{Model, Rule, Series, Turns};

/// What the published figures, sums of floats, are good for.
const TOLERANCE: f64 = 1e-12;

/// Calls `check` with the series of each row and the columns that follow its rule.
fn rows(text: &str, count: usize, check: impl Fn(&Series, &[&str])) {
    let mut rows = 0;
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in lines {
        let columns: Vec<&str> = line.split(',').collect();
        let [turns, f, p, first, second, target, figures @ ..] = &columns[..] else {
            panic!("{line}")
        };
        let whole = |text: &str| text.parse::<u32>().expect("a whole number");
        let turns = turns.parse::<Turns>().expect("a turn order");
        let rule = Rule::new(whole(first), whole(second), whole(target), turns).expect("a rule");
        let model = Model::new(p.parse().expect("a rate"), f.parse().expect("a rate"));
        let series = Series::new(model.expect("a model"), rule).expect("a series");
        check(&series, figures);
        rows += 1;
    }
    assert_eq!(rows, count);
}

#[track_caller]
fn assert_near(series: &Series, ours: f64, published: &str) {
    let published: f64 = published.parse().expect("a number");
    assert!((ours - published).abs() < TOLERANCE, "{ours}, published {published}: {series:?}");
}

#[test]
fn the_fairest_rules_of_the_author() {
    rows(include_str!("truth/best.csv"), 1_380, |series, row| {
        let [shortest, limit, decided, none] = row else { panic!("{row:?}") };
        assert_eq!(
            [series.shortest(), series.limit()],
            [shortest, limit].map(|x| x.parse::<u32>().unwrap())
        );
        let figures = series.figures();
        assert_near(series, figures.decided().expect("some are decided"), decided);
        assert_near(series, figures.outcome.none, none);
    });
}

#[test]
fn better_rules_of_the_author() {
    rows(include_str!("truth/better.csv"), 1_376, |series, row| {
        let [a, b, none, a_decided, b_decided] = row else { panic!("{row:?}") };
        let figures = series.figures();
        let decided = figures.decided().expect("some are decided");
        assert_near(series, figures.outcome.a(), a);
        assert_near(series, figures.outcome.b(), b);
        assert_near(series, figures.outcome.none, none);
        assert_near(series, decided, a_decided);
        assert_near(series, 1.0 - decided, b_decided);
    });
}
