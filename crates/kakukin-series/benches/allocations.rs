//! `cargo bench -p kakukin-series --bench allocations`: how often an evaluation
//! asks for memory. The number must not depend on the limit.

use divan::{AllocProfiler, Bencher, black_box};
use kakukin_series::{Model, Rule, Series, Turns};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench(args = [100, 400, 1600], sample_count = 3, sample_size = 1)]
fn figures(bencher: Bencher, limit: u32) {
    let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
    let rule = Rule::new(1, 2, 100, Turns::Alternating).unwrap().with_limit(limit).unwrap();
    let series = Series::new(model, rule).unwrap();
    bencher.bench_local(|| black_box(&series).figures());
}
