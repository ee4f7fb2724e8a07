//! The author's published figures against the engine.
//!
//! The files are `theoretical_probability_best.csv` and
//! `victory_rate_summary.csv` of muzudho/sente-win-rate-70-percent-problem (MIT); they
//! are not part of this repository.

use kakukin_series::{Model, Probability, Rule, Series, Turns};
use std::collections::HashMap;
use std::path::Path;

const FILES: [&str; 2] = ["theoretical_probability_best.csv", "victory_rate_summary.csv"];
const TOLERANCE: f64 = 1e-12;

pub(crate) fn compare(directory: &str) -> Result<(), String> {
    let mut wrong = 0;
    for name in FILES {
        let path = Path::new(directory).join(name);
        let shown = path.display();
        let mut reader = csv::Reader::from_path(&path).map_err(|e| format!("{shown}: {e}"))?;
        let (mut rows, mut good, mut worst) = (0, 0, 0f64);
        for row in reader.deserialize::<HashMap<String, String>>() {
            let row = row.map_err(|e| format!("{shown}: {e}"))?;
            let error = difference(&row)?;
            worst = worst.max(error);
            rows += 1;
            good += usize::from(error < TOLERANCE);
        }
        println!("{name}: {good} of {rows} rows agree, largest difference {worst:.1e}");
        wrong += rows - good;
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} rows differ")) }
}

/// The largest difference between a row and the engine; infinite for a wrong limit.
fn difference(row: &HashMap<String, String>) -> Result<f64, String> {
    let field = |name: &str| row.get(name).map(String::as_str);
    let needed = |name: &str| field(name).ok_or_else(|| format!("column {name} is missing"));
    let number = |name: &str| -> Result<f64, String> {
        needed(name)?.parse().map_err(|e| format!("{name}: {e}"))
    };
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
    let series = rule.and_then(|rule| Series::new(model?, rule)).map_err(|e| e.to_string())?;
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
