//! `cargo bench -p kakukin-series`: the figures of docs/performance.md.
//!
//! The plain layered DP stands beside the engine so that a ratio of one run can
//! be quoted instead of a time.

use divan::{Bencher, black_box};
use kakukin_series::{Model, Rule, Series, Turns};

fn main() {
    divan::main();
}

/// first, second, target and limit, all at p = .7, f = .1 and alternating turns.
type Case = (u32, u32, u32, u32);

const CASES: [Case; 5] =
    [(1, 2, 3, 6), (1, 2, 12, 23), (1, 2, 100, 400), (1, 2, 200, 400), (1, 2, 100, 800)];

fn series((first, second, target, limit): Case) -> Series {
    let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
    let rule = Rule::new(first, second, target, Turns::Alternating).unwrap();
    Series::new(model, rule.with_limit(limit).unwrap()).unwrap()
}

#[divan::bench(args = CASES)]
fn figures(bencher: Bencher, case: Case) {
    let series = series(case);
    bencher.bench_local(|| black_box(&series).figures());
}

#[divan::bench(args = &CASES[..3])]
fn new_series(bencher: Bencher, case: Case) {
    bencher.bench_local(|| series(black_box(case)));
}

#[divan::bench(args = CASES)]
fn plain_layered_dp(bencher: Bencher, case: Case) {
    bencher.bench_local(|| plain(black_box(case)));
}

#[divan::bench(args = &CASES[..3])]
fn sensitivity(bencher: Bencher, case: Case) {
    let series = series(case);
    bencher.bench_local(|| black_box(&series).sensitivity());
}

#[divan::bench(args = &CASES[..2])]
fn exact_figures(bencher: Bencher, case: Case) {
    let series = series(case);
    bencher.bench_local(|| black_box(&series).exact_figures());
}

/// Scatters every state of a layer into the next one, layer by layer.
fn plain((first, second, target, limit): Case) -> [f64; 3] {
    let (first, second, side) = (first as usize, second as usize, target as usize);
    let (win, loss, draw) = (0.63, 0.27, 0.1);
    let mut now = vec![vec![0.0; side]; side];
    now[0][0] = 1.0;
    let mut result = [0.0; 3];
    for game in 0..limit {
        let mut next = vec![vec![0.0; side]; side];
        let (a_win, b_win, a_gain, b_gain) =
            if game % 2 == 0 { (win, loss, first, second) } else { (loss, win, second, first) };
        for a in 0..side {
            for b in 0..side {
                let mass = now[a][b];
                if mass == 0.0 {
                    continue;
                }
                next[a][b] += draw * mass;
                if a + a_gain >= side {
                    result[0] += a_win * mass;
                } else {
                    next[a + a_gain][b] += a_win * mass;
                }
                if b + b_gain >= side {
                    result[1] += b_win * mass;
                } else {
                    next[a][b + b_gain] += b_win * mass;
                }
            }
        }
        now = next;
    }
    for (a, row) in now.iter().enumerate() {
        for (b, mass) in row.iter().enumerate() {
            result[usize::from(a < b) + 2 * usize::from(a == b)] += mass;
        }
    }
    result
}
