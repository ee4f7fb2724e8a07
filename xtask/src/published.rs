//! The author's published figures against the engine.
//!
//! The files are `theoretical_probability_best.csv` and
//! `victory_rate_summary.csv` of muzudho/sente-win-rate-70-percent-problem (MIT); they
//! are not part of this repository.

use kakukin_series::{BestGrid, Figures, Model, Probability, Request, Rule, Series, Turns};
use std::{collections::HashMap, ops::ControlFlow, path::Path};

const FILES: [&str; 2] = ["theoretical_probability_best.csv", "victory_rate_summary.csv"];
const TOLERANCE: f64 = 1e-12;

pub(crate) fn compare(directory: &str) -> Result<(), String> {
    let mut wrong = 0;
    for name in FILES {
        let path = Path::new(directory).join(name);
        let shown = path.display();
        let mut reader = csv::Reader::from_path(&path).map_err(|e| format!("{shown}: {e}"))?;
        let (mut rows, mut good, mut worst) = (0, 0, 0f64);
        let (mut fairer, mut less_fair) = (0, 0);
        for row in reader.deserialize::<HashMap<String, String>>() {
            let row = row.map_err(|e| format!("{shown}: {e}"))?;
            let series = series(&row)?;
            let error = difference(&row, &series)?;
            // The finder, within the limit of the published rule.
            let [own, best] = biases(&series)?;
            fairer += usize::from(best < own - TOLERANCE);
            less_fair += usize::from(best > own + TOLERANCE);
            worst = worst.max(error);
            rows += 1;
            good += usize::from(error < TOLERANCE);
        }
        println!("{name}: {good} of {rows} rows agree, largest difference {worst:.1e}");
        println!("  the finder is fairer in {fairer} rows, less fair in {less_fair}");
        wrong += rows - good + less_fair;
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} rows differ")) }
}

/// The rule of a row under its rates.
fn series(row: &HashMap<String, String>) -> Result<Series, String> {
    let needed = |name: &str| row.get(name).ok_or_else(|| format!("column {name} is missing"));
    let whole = |name: &str| -> Result<u32, String> {
        needed(name)?.parse().map_err(|e| format!("{name}: {e}"))
    };
    let rate = |name: &'static str| -> Result<Probability, String> {
        Probability::parse(name, needed(name)?).map_err(|e| e.to_string())
    };
    let turns =
        if needed("turn_system_name")? == "frozen" { Turns::Fixed } else { Turns::Alternating };
    let rule = Rule::new(whole("h_step")?, whole("t_step")?, whole("span")?, turns);
    let model = Model::new(rate("p")?, rate("failure_rate")?);
    rule.and_then(|rule| Series::new(model?, rule)).map_err(|e| e.to_string())
}

/// The bias of a rule, and of the fairest one of at most as many games.
fn biases(series: &Series) -> Result<[f64; 2], String> {
    let (p, f) = series.model().rates().ok_or("no rates")?;
    let turns = vec![series.rule().turns().clone()];
    let request = Request { turns, ..Request::within(series.limit()) };
    let grid = BestGrid::new(&request, vec![p.clone()], vec![f.clone()]);
    let best = grid.and_then(|grid| grid.run(|_| ControlFlow::Continue(())));
    let best = best.map_err(|e| e.to_string())?;
    let bias = |figures: Figures<f64>| figures.bias().unwrap_or(0.5).abs();
    let row = best.rows.into_iter().next().ok_or("no rule was found")?;
    Ok([bias(series.figures()), bias(row.figures)])
}

/// The largest difference between a row and the engine; infinite for a wrong limit.
fn difference(row: &HashMap<String, String>, series: &Series) -> Result<f64, String> {
    let field = |name: &str| row.get(name).map(String::as_str);
    let number = |name: &str| -> Result<f64, String> {
        let text = field(name).ok_or_else(|| format!("column {name} is missing"))?;
        text.parse().map_err(|e| format!("{name}: {e}"))
    };
    if let Some(limit) = field("upper_limit_coins")
        && limit != series.limit().to_string()
    {
        return Ok(f64::INFINITY);
    }
    let figures = series.figures();
    let decided = figures.decided().unwrap_or(f64::NAN);
    let mut worst = 0f64;
    let names = [
        ("expected_a_win_rate", decided),
        ("a_victory_rate_by_duet", decided),
        ("b_victory_rate_by_duet", 1.0 - decided),
        ("expected_no_win_match_rate", figures.outcome.none),
        ("no_victory_rate", figures.outcome.none),
        ("a_victory_rate_by_trio", figures.outcome.a()),
        ("b_victory_rate_by_trio", figures.outcome.b()),
    ];
    for (name, value) in names {
        if field(name).is_some() {
            worst = worst.max((number(name)? - value).abs());
        }
    }
    Ok(worst)
}
