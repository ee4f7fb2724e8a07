//! The finder against a plain loop over all integer rules, on the author's whole
//! grid: 2 turn systems, f = 0..70 %, p = 50..95 %.

#[path = "../../crates/kakukin-series/benches/plain/mod.rs"]
mod plain;

use kakukin_series::{BestGrid, Probability, Request, Turns};
use plain::{Case, plain};
use rayon::prelude::*;
use std::{collections::HashMap, ops::ControlFlow, time::Instant};

const LIMITS: [u32; 3] = [15, 20, 30];
const TOLERANCE: f64 = 1e-12;

pub(crate) fn check() -> Result<(), String> {
    let mut worse = 0;
    for limit in LIMITS {
        let start = Instant::now();
        let found = of_finder(limit)?;
        let found_in = start.elapsed();
        let start = Instant::now();
        let cases: Vec<Case> = found.keys().copied().collect();
        let plain: HashMap<Case, f64> =
            cases.into_par_iter().map(|case| (case, plain(case, limit))).collect();
        let plain_in = start.elapsed();
        println!("limit {limit}: {} cases", found.len());
        report("finder", found.values(), found_in);
        report("integer rules", plain.values(), plain_in);
        let less = found.iter().filter(|(case, bias)| **bias > plain[case] + TOLERANCE).count();
        let better = found.iter().filter(|(case, bias)| **bias < plain[case] - TOLERANCE).count();
        println!("  the finder is fairer in {better} cases, less fair in {less}");
        worse += less;
    }
    if worse == 0 {
        Ok(())
    } else {
        Err(format!("the finder missed fairer rules in {worse} cases"))
    }
}

fn report<'a>(
    name: &str,
    biases: impl Iterator<Item = &'a f64> + Clone,
    time: std::time::Duration,
) {
    let count = biases.clone().count() as f64;
    let mean = biases.clone().sum::<f64>() / count;
    let within = |most: f64| biases.clone().filter(|x| **x <= most).count() as f64 / count;
    println!(
        "  {name}: mean bias {mean:.4}, within 3 points {:.1} %, within 1 point {:.1} %, {:.2} s",
        100.0 * within(0.03),
        100.0 * within(0.01),
        time.as_secs_f64()
    );
}

fn of_finder(limit: u32) -> Result<HashMap<Case, f64>, String> {
    let percent = |x: u32| Probability::from_ratio(x.into(), 100).map_err(|e| e.to_string());
    let fs: Vec<u32> = (0..=70).step_by(5).collect();
    let ps: Vec<u32> = (50..=95).collect();
    let mut found = HashMap::new();
    for turns in [Turns::Fixed, Turns::Alternating] {
        let alternating = turns == Turns::Alternating;
        let request = Request { turns: vec![turns], ..Request::within(limit) };
        let rates = |of: &[u32]| of.iter().map(|&x| percent(x)).collect::<Result<Vec<_>, _>>();
        let grid = BestGrid::new(&request, rates(&ps)?, rates(&fs)?).map_err(|e| e.to_string())?;
        let best = grid.run(|_| ControlFlow::Continue(())).map_err(|e| e.to_string())?;
        let cases = fs.iter().flat_map(|&f| ps.iter().map(move |&p| (alternating, f, p)));
        for (case, row) in cases.zip(&best.rows) {
            found.insert(case, row.figures.bias().unwrap_or(0.5).abs());
        }
        if !best.complete || !best.without.is_empty() {
            return Err(format!("limit {limit}: the search was not complete"));
        }
    }
    Ok(found)
}
