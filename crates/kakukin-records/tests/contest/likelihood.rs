//! The likelihood under a constraint, against searches that know nothing of tilted shares.

use super::close;
use kakukin_records::{EloModel, Frequencies, SprtPlan};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LN_10: f64 = std::f64::consts::LN_10;

fn frequencies(counts: &[u64]) -> Frequencies {
    match *counts {
        [a, b, c] => Frequencies::games([a, b, c]),
        [a, b, c, d, e] => Frequencies::pairs([a, b, c, d, e]),
        _ => unreachable!(),
    }
}

fn log_likelihood(counts: &[u64], chances: &[f64]) -> f64 {
    let terms = counts.iter().zip(chances).filter(|(count, _)| **count > 0);
    terms.map(|(count, chance)| *count as f64 * chance.max(1e-300).ln()).sum()
}

fn greatest(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let shares: Vec<f64> = counts.iter().map(|count| *count as f64 / total as f64).collect();
    log_likelihood(counts, &shares)
}

fn moments(chances: &[f64]) -> (f64, f64) {
    let top = chances.len() as f64 - 1.0;
    let mean = chances.iter().enumerate().map(|(i, p)| i as f64 / top * p).sum::<f64>();
    let square = chances.iter().enumerate().map(|(i, p)| (i as f64 / top - mean).powi(2) * p).sum();
    (mean, square)
}

/// Golden section, for a function with one hill: the highest point that was seen.
fn climb(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    const G: f64 = 0.618_033_988_749_895;
    let mut best = f64::MIN;
    for _ in 0..120 {
        let (a, b) = (high - G * (high - low), low + G * (high - low));
        let (at_a, at_b) = (of(a), of(b));
        best = best.max(at_a).max(at_b);
        if at_a < at_b { low = a } else { high = b }
    }
    best
}

/// Up the hill along the directions in which neither the sum nor the mean changes: three classes
/// each, in turn.
fn greatest_with_mean(counts: &[u64], mean: f64) -> f64 {
    let top = counts.len() - 1;
    // The ends alone, mixed with everything, so that it begins inside.
    let even = 1.0 / counts.len() as f64;
    let mut chances = vec![0.0; counts.len()];
    let part = 0.2 * mean.min(1.0 - mean);
    chances.iter_mut().for_each(|chance| *chance = part * even);
    chances[top] += mean - part / 2.0;
    chances[0] += 1.0 - mean - part / 2.0;
    let mut best = log_likelihood(counts, &chances);
    for _ in 0..5_000 {
        let before = best;
        for i in 0..=top {
            for j in i + 1..=top {
                for k in j + 1..=top {
                    // Weights with which the sum and the mean stay.
                    let away =
                        [(i, (k - j) as f64), (j, (i as f64) - (k as f64)), (k, (j - i) as f64)];
                    let bound = |sign: f64| {
                        let ends = away.iter().filter(|(_, step)| sign * step < 0.0);
                        ends.map(|(class, step)| chances[*class] / step.abs())
                            .fold(f64::MAX, f64::min)
                    };
                    let at = |x: f64| {
                        let mut moved = chances.clone();
                        away.iter().for_each(|(class, step)| moved[*class] += x * step);
                        moved
                    };
                    let (low, high) = (-bound(-1.0), bound(1.0));
                    let (mut a, mut b) = (low, high);
                    for _ in 0..60 {
                        let (x, y) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
                        if log_likelihood(counts, &at(x)) < log_likelihood(counts, &at(y)) {
                            a = x
                        } else {
                            b = y
                        }
                    }
                    let moved: Vec<f64> = at((a + b) / 2.0).iter().map(|p| p.max(0.0)).collect();
                    let found = log_likelihood(counts, &moved);
                    if found > best {
                        (best, chances) = (found, moved);
                    }
                }
            }
        }
        if best - before < 1e-11 {
            break;
        }
    }
    best
}

fn some_counts(rng: &mut Xoshiro256PlusPlus, classes: usize, most: u64) -> Vec<u64> {
    // Empty classes are what goes wrong most easily.
    let mut counts: Vec<u64> = (0..classes)
        .map(|_| if rng.random_bool(0.3) { 0 } else { rng.random_range(0..=most) })
        .collect();
    if counts.iter().sum::<u64>() == 0 {
        counts[rng.random_range(0..classes)] = 1 + most;
    }
    counts
}

#[test]
fn with_a_mean_against_brute_force() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for round in 0..60 {
        let counts = some_counts(&mut rng, if round % 2 == 0 { 3 } else { 5 }, 30);
        let mean = rng.random_range(0.02..0.98);
        let slow = greatest(&counts) - greatest_with_mean(&counts, mean);
        let fast = frequencies(&counts).deficit_of_mean(mean);
        assert!((slow - fast).abs() < 1e-5 * (1.0 + fast), "{counts:?} {mean}: {slow} {fast}");
        // The search is never better.
        assert!(fast <= slow + 1e-9 * (1.0 + fast), "{counts:?} {mean}: {slow} {fast}");
    }
}

/// With three classes a mean and a variance leave one distribution: one search over the mean.
#[test]
fn in_deviations_of_games_against_brute_force() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..200 {
        let counts = some_counts(&mut rng, 3, 40);
        let distance: f64 = rng.random_range(-1.5..1.5);
        let of = |mean: f64| {
            let variance = ((mean - 0.5) / distance).powi(2);
            // E a = w + d/2, E a² = w + d/4.
            let square = variance + mean * mean;
            let draw = 4.0 * (mean - square);
            let win = mean - draw / 2.0;
            let chances = [1.0 - draw - win, draw, win];
            // The further outside, the worse.
            let outside: f64 = chances.iter().map(|p| p.min(0.0)).sum();
            if outside < 0.0 { -1e12 + 1e9 * outside } else { log_likelihood(&counts, &chances) }
        };
        let ends = if distance > 0.0 { (0.5, 1.0) } else { (0.0, 0.5) };
        // There may be more than one hill.
        let steps = 4_000;
        let at = |step: i32| ends.0 + (ends.1 - ends.0) * f64::from(step) / f64::from(steps);
        // Not ½ itself, where nothing varies and the distance has no meaning.
        let top = (1..steps).max_by(|a, b| of(at(*a)).total_cmp(&of(at(*b)))).unwrap();
        let best = climb(at(top - 1), at(top + 1), of).max(of(at(top)));
        let slow = greatest(&counts) - best;
        let fast = frequencies(&counts).deficit_of_distance(distance);
        assert!((slow - fast).abs() < 1e-6 * (1.0 + fast), "{counts:?} {distance}: {slow} {fast}");
        assert!(fast <= slow + 1e-6 * (1.0 + fast), "{counts:?} {distance}: {slow} {fast}");
    }
}

/// Five classes: steps in any direction, pulled back to the constraint by tilting towards wins.
#[test]
fn in_deviations_of_pairs_against_random_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..25 {
        let counts: Vec<u64> = (0..5).map(|_| rng.random_range(1..30)).collect();
        let distance: f64 = rng.random_range(-0.9..0.9);
        let pulled = |logs: &[f64]| {
            let of = |tilt: f64| {
                let weights: Vec<f64> =
                    logs.iter().enumerate().map(|(i, l)| (l + tilt * i as f64).exp()).collect();
                let sum: f64 = weights.iter().sum();
                weights.iter().map(|w| w / sum).collect::<Vec<f64>>()
            };
            let (mut low, mut high) = (-20.0, 20.0);
            for _ in 0..70 {
                let middle = (low + high) / 2.0;
                let (mean, variance) = moments(&of(middle));
                if (mean - 0.5) / variance.sqrt() < distance { low = middle } else { high = middle }
            }
            of((low + high) / 2.0)
        };
        let mut logs = vec![0.0; 5];
        let mut best = log_likelihood(&counts, &pulled(&logs));
        let mut step = 1.0;
        while step > 1e-5 {
            let mut better = false;
            for _ in 0..40 {
                let next: Vec<f64> =
                    logs.iter().map(|l| l + step * rng.random_range(-1.0..1.0)).collect();
                let found = log_likelihood(&counts, &pulled(&next));
                if found > best {
                    (best, logs, better) = (found, next, true);
                }
            }
            step *= if better { 1.0 } else { 0.6 };
        }
        let slow = greatest(&counts) - best;
        let fast = frequencies(&counts).deficit_of_distance(distance);
        assert!((slow - fast).abs() < 1e-4 * (1.0 + fast), "{counts:?} {distance}: {slow} {fast}");
    }
}

fn plan(elo0: f64, elo1: f64, elo_model: EloModel) -> SprtPlan {
    SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05, elo_model }
}

/// Ratios that fishtest and fastchess printed: the counts of pairs, the hypotheses, the ratio.
#[test]
fn published_ratios() {
    let [logistic, normalized] = [EloModel::Logistic, EloModel::Normalized];
    for (counts, elo0, elo1, model, llr) in [
        // official-stockfish/Stockfish, pull requests 5712, 4194, 3514: normalised.
        ([831, 31795, 68460, 32448, 834], 0.0, 2.0, normalized, 2.93),
        ([307, 54901, 140959, 56230, 281], 0.5, 2.5, normalized, 2.95),
        ([371, 10263, 24989, 10642, 379], 0.0, 2.0, normalized, 2.95),
        ([47, 8181, 25234, 8575, 47], 0.5, 2.5, normalized, 2.94),
        ([264, 5737, 31270, 5964, 269], -0.5, 2.5, normalized, 2.97),
        ([29, 2205, 35000, 2392, 34], 0.5, 3.5, normalized, 2.94),
        // 3209, 3331, 2971, 2493: logistic.
        ([253, 4282, 17604, 4431, 286], -0.25, 1.25, logistic, 2.94),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, logistic, 2.97),
        ([115, 2196, 11328, 2317, 136], -0.25, 1.25, logistic, 2.94),
        ([17, 253, 1042, 337, 39], -0.5, 1.5, logistic, 2.96),
        ([424, 2948, 5832, 3045, 460], -1.0, 3.0, logistic, 2.94),
        // brunocodutra/cinder 727, princesslana/princhess 343, lynx-chess/Lynx 1899: fastchess.
        ([50, 287, 610, 387, 73], 0.0, 5.0, normalized, 2.97),
        ([1, 22, 52, 21, 4], -5.0, 0.0, normalized, 0.15),
        ([235, 1384, 2521, 1341, 239], -5.0, 0.0, logistic, 1.69),
    ] {
        let found = plan(elo0, elo1, model).llr(&Frequencies::pairs(counts));
        close(found, llr, 0.0151);
    }
    // The program of fishtest, with its digits: montytest 69d3c8dc7c5b3724e29d2712.
    let results = Frequencies::pairs([13, 37, 50, 25, 3]);
    close(plan(0.0, 4.0, normalized).llr(&results), -0.54912, 0.00002);
    // Its logistic hypothesis has the deviation of these games: 4 normalised points are 2.716.
    close(plan(0.0, 2.716, logistic).llr(&results), -0.53772, 0.0002);
    let [low, high] = plan(0.0, 4.0, normalized).bounds();
    close(low, -2.9444, 0.00005);
    close(high, 2.9444, 0.00005);
}

/// Single games, logistic: the multiplier solves a quadratic equation.
#[test]
fn games_by_the_quadratic_formula() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..200 {
        let counts = [(); 3].map(|()| rng.random_range(1..500u64));
        let total = counts.iter().sum::<u64>() as f64;
        let [l, d, w] = counts.map(|count| count as f64 / total);
        let deficit = |elo: f64| {
            let s = 1.0 / (1.0 + (-elo * LN_10 / 400.0).exp());
            let (a, b, c) = (-s, 0.5 - s, 1.0 - s);
            // l a/(1+xa) + d b/(1+xb) + w c/(1+xc) = 0.
            let two = a * b * c;
            let one = l * a * (b + c) + d * b * (a + c) + w * c * (a + b);
            let zero = l * a + d * b + w * c;
            let inside = |x: f64| 1.0 + x * a > 0.0 && 1.0 + x * c > 0.0;
            let root = (one * one - 4.0 * two * zero).sqrt();
            let roots = match two.abs() < 1e-12 {
                true => [-zero / one; 2],
                false => [(-one + root) / (2.0 * two), (-one - root) / (2.0 * two)],
            };
            let x = roots.into_iter().find(|x| inside(*x)).unwrap();
            let terms = [(l, a), (d, b), (w, c)];
            total * terms.iter().map(|(share, f)| share * (x * f).ln_1p()).sum::<f64>()
        };
        let (elo0, elo1) = (-rng.random_range(0.5..30.0), rng.random_range(0.5..30.0));
        let found = plan(elo0, elo1, EloModel::Logistic).llr(&Frequencies::games(counts));
        let exact = deficit(elo0) - deficit(elo1);
        close(found, exact, 1e-7 * (1.0 + exact.abs()));
    }
}
