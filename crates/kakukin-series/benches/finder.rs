//! `cargo bench -p kakukin-series --bench finder`: the figures of
//! docs/performance.md.
//!
//! The plain loop over all integer rules stands beside the finder, on the same cases, so
//! that a ratio of one run can be quoted instead of a time. Run it with one thread
//! (`RAYON_NUM_THREADS=1`) to compare CPU time.

mod plain;

use divan::{Bencher, black_box};
use kakukin_series::{
    Belief, BestGrid, Finder, Model, Probability, Question, RankBy, Request, Search, Turns,
};
use plain::plain;
use std::ops::ControlFlow;

fn main() {
    divan::main();
}

fn percent(x: u32) -> Probability {
    Probability::from_ratio(x.into(), 100).unwrap()
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

const LIMITS: [u32; 6] = [7, 15, 20, 30, 45, 60];

/// A whole answer: all rules of fixed and alternating turns at p = 70 %, f = 10 %, the best
/// ten with everything that is said of them.
#[divan::bench(args = LIMITS, sample_count = 5, sample_size = 1)]
fn one_case(bencher: Bencher, limit: u32) {
    bencher.bench_local(|| {
        let question = Question {
            request: Request::within(black_box(limit)),
            belief: Belief::Known(percent(70)),
            f: percent(10),
            by: RankBy::Bias,
            top: 10,
        };
        Finder::new(question).unwrap().answer(go_on).unwrap()
    });
}

fn search(bencher: Bencher, limit: u32, turns: Turns, f: u32) {
    bencher.bench_local(|| {
        let request = Request { turns: vec![turns.clone()], ..Request::within(black_box(limit)) };
        let search = Search::new(&request, &percent(f)).unwrap();
        let model = Model::new(percent(70), percent(f)).unwrap();
        search.run(&[model], |scores| Some(scores[0]), go_on).unwrap().behaviours
    });
}

/// The search alone.
#[divan::bench(args = LIMITS, sample_count = 5, sample_size = 1)]
fn fixed_without_draws(bencher: Bencher, limit: u32) {
    search(bencher, limit, Turns::Fixed, 0);
}

#[divan::bench(args = LIMITS, sample_count = 5, sample_size = 1)]
fn fixed_with_draws(bencher: Bencher, limit: u32) {
    search(bencher, limit, Turns::Fixed, 10);
}

#[divan::bench(args = LIMITS, sample_count = 5, sample_size = 1)]
fn alternating_without_draws(bencher: Bencher, limit: u32) {
    search(bencher, limit, Turns::Alternating, 0);
}

#[divan::bench(args = LIMITS, sample_count = 5, sample_size = 1)]
fn alternating_with_draws(bencher: Bencher, limit: u32) {
    search(bencher, limit, Turns::Alternating, 10);
}

/// The best turn order together with the points.
#[divan::bench(args = [6, 10, 15, 20], sample_count = 3, sample_size = 1)]
fn best_turns(bencher: Bencher, limit: u32) {
    bencher.bench_local(|| {
        let within = Request::within(black_box(limit));
        let request = Request { turns: vec![], best_turns: true, ..within };
        let search = Search::new(&request, &percent(10)).unwrap();
        let model = Model::new(percent(70), percent(10)).unwrap();
        search.run(&[model], |scores| Some(scores[0]), go_on).unwrap().behaviours
    });
}

/// The author's whole grid, 1,380 cases in both turn systems.
#[divan::bench(args = [15, 20, 30], sample_count = 3, sample_size = 1)]
fn whole_grid(bencher: Bencher, limit: u32) {
    bencher.bench_local(|| {
        let (ps, fs) = ((50..=95).map(percent), (0..=70).step_by(5).map(percent));
        let request = Request::within(black_box(limit));
        let grid = BestGrid::new(&request, ps.collect(), fs.collect()).unwrap();
        grid.run(go_on).unwrap().rows.len()
    });
}

/// The same grid by a plain loop over all rules first <= second <= target <= 30.
#[divan::bench(args = [30], sample_count = 1, sample_size = 1)]
fn whole_grid_by_integer_rules(bencher: Bencher, limit: u32) {
    bencher.bench_local(|| {
        let mut sum = 0.0;
        for alternating in [false, true] {
            for f in (0..=70).step_by(5) {
                for p in 50..=95 {
                    sum += plain((alternating, f, p), black_box(limit));
                }
            }
        }
        sum
    });
}
