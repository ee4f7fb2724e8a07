//! The finder against a plain loop over all integer rules, on the author's whole
//! grid: 2 turn systems, f = 0..70 %, p = 50..95 %.

use kakukin_series::{BestGrid, Probability, Request, Turns};
use rayon::prelude::*;
use std::{collections::HashMap, ops::ControlFlow, time::Instant};

const LIMITS: [u32; 3] = [15, 20, 30];
/// The plain loop tries 1 <= first <= second <= target <= this.
const MOST: usize = 30;
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
        worse += found.iter().filter(|(case, bias)| **bias > plain[case] + TOLERANCE).count();
        let better = found.iter().filter(|(case, bias)| **bias < plain[case] - TOLERANCE).count();
        println!("  the finder is fairer in {better} cases, less fair in {worse}");
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

/// Alternating turns?, f and p in per cent.
type Case = (bool, u32, u32);

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

/// The least bias of all integer rules, game by game and score by score.
fn plain((alternating, f, p): Case, most_games: u32) -> f64 {
    let (f_rate, p_rate) = (f64::from(f) / 100.0, f64::from(p) / 100.0);
    let [win, loss] = [p_rate, 1.0 - p_rate].map(|x| (1.0 - f_rate) * x);
    let mut least = f64::INFINITY;
    for target in 1..=MOST {
        for second in 1..=target {
            for first in 1..=second {
                let (h, t) = (target.div_ceil(first) as u32, target.div_ceil(second) as u32);
                let without = if alternating { 2 * h - 1 } else { h + t - 1 };
                let limit = (100 * without).div_ceil(100 - f);
                if limit > most_games {
                    continue;
                }
                let mut now = [[0.0; MOST]; MOST];
                now[0][0] = 1.0;
                let (mut a_wins, mut b_wins) = (0.0, 0.0);
                for game in 0..limit {
                    let a_first = !alternating || game % 2 == 0;
                    let (gain_a, gain_b) = if a_first { (first, second) } else { (second, first) };
                    let (to_a, to_b) = if a_first { (win, loss) } else { (loss, win) };
                    let mut next = [[0.0; MOST]; MOST];
                    for a in 0..target {
                        for b in 0..target {
                            let mass = now[a][b];
                            if mass == 0.0 {
                                continue;
                            }
                            match a + gain_a >= target {
                                true => a_wins += mass * to_a,
                                false => next[a + gain_a][b] += mass * to_a,
                            }
                            match b + gain_b >= target {
                                true => b_wins += mass * to_b,
                                false => next[a][b + gain_b] += mass * to_b,
                            }
                            next[a][b] += mass * f_rate;
                        }
                    }
                    now = next;
                }
                for (a, row) in now.iter().enumerate() {
                    a_wins += row[..a].iter().sum::<f64>();
                    b_wins += row[a + 1..].iter().sum::<f64>();
                }
                if a_wins + b_wins > 0.0 {
                    least = least.min((a_wins / (a_wins + b_wins) - 0.5).abs());
                }
            }
        }
    }
    least
}
