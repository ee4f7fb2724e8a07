//! Studies in words, tables and charts: what is said is what was found.

use kakukin_core::Probability;
use kakukin_league::{
    DrawPoints, Entrant, Figures, Schedule, StudyFigure, StudyMethod, StudyOutcome, StudyRow,
    StudyRuns,
};
use kakukin_report::{Chart, Lang, Plot, StudyDocument};

const ELO: [f64; 4] = [1700.0, 1640.0, 1600.0, 1450.0];

fn row(p: &str, method: StudyMethod, best: f64, error: Option<f64>) -> StudyRow {
    let figures = |best| Figures { spearman: 0.8, kendall: 0.7, best, rank_error: 0.4 };
    let p: Probability = p.parse().unwrap();
    StudyRow { p, method, figures: figures(best), errors: error.map(figures), games: 6.0 }
}

/// Epsilon points and wins at each of these rates.
fn outcome(elo: &[f64], rates: &[(&str, [f64; 2])], error: Option<f64>) -> StudyOutcome {
    let entrant = |(k, &elo): (usize, &f64)| Entrant { name: format!("player {k}"), elo };
    let both = |(p, [epsilon, wins]): &(&str, [f64; 2])| {
        [row(p, StudyMethod::Epsilon, *epsilon, error), row(p, StudyMethod::Wins, *wins, error)]
    };
    StudyOutcome {
        field: elo.iter().enumerate().map(entrant).collect(),
        schedule: Schedule::Single,
        log_odds: false,
        f: "0".parse().unwrap(),
        draws: DrawPoints::Expectation,
        simulated: error.map(|_| StudyRuns { runs: 100, seed: 7 }),
        rows: rates.iter().flat_map(both).collect(),
    }
}

fn text(outcome: &StudyOutcome) -> String {
    let document = StudyDocument::new(outcome, []);
    document.text(Lang::EN).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn words_and_charts() {
    let found = outcome(&ELO, &[("0.5", [0.6, 0.6]), ("0.7", [0.6, 0.5])], None);
    let document = StudyDocument::new(&found, []);
    assert_eq!((document.encounters, document.even_sides), (6, false));
    for lang in Lang::ALL {
        assert!(!document.text(lang).contains("study."));
        for name in ["spearman", "kendall", "best", "rank-error"] {
            let shown: StudyFigure = name.parse().unwrap();
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
fn equal_players_and_the_verdict() {
    let rates = [("0.5", [0.25, 0.25]), ("0.72", [0.61234, 0.5]), ("0.9", [0.6, 0.4])];
    let equal = text(&outcome(&[1500.0; 3], &rates, None));
    assert!(equal.contains("no true order to find") && !equal.contains("In this field"), "{equal}");
    let some = text(&outcome(&[1600.0, 1500.0, 1600.0], &rates, None));
    assert!(some.contains("Equal ratings: player 0 = player 2."), "{some}");
    let four = text(&outcome(&ELO, &rates, None));
    assert!(!four.contains("Equal ratings"));
    let wanted = "at p = 72 %, the best player wins 61.23 % of the leagues under epsilon points and \
        50.00 % by wins.";
    assert!(four.contains(wanted) && !four.contains("chance:"), "{four}");
    let few = text(&outcome(&ELO, &rates, Some(0.1)));
    assert!(few.contains("within two standard errors"), "{few}");
    let many = text(&outcome(&ELO, &rates, Some(0.001)));
    assert!(many.contains("more than chance: a difference of 11 to 12 in 100 leagues."), "{many}");
    let same = text(&outcome(&ELO, &[("0.7", [0.6, 0.6])], None));
    assert!(same.contains("There is no difference."), "{same}");
}
