//! `cargo bench -p kakukin-mahjong --bench distance`: distances of random hands.
//!
//! Each run is 10,000 hands, so 1 ms is 100 ns a hand.

use divan::{Bencher, black_box, counter::ItemsCount};
use kakukin_mahjong::{Distances, Forms, Tile, Tiles};

fn main() {
    divan::main();
}

const HANDS: usize = 10_000;

/// Random hands of 14 tiles, the same ones every time.
fn hands() -> Vec<Tiles> {
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as usize) % n
    };
    let mut set: Vec<Tile> = Tiles::FULL.iter().collect();
    let mut hand = || {
        for place in 0..14 {
            set.swap(place, place + below(136 - place));
        }
        set[..14].iter().copied().collect()
    };
    (0..HANDS).map(|_| hand()).collect()
}

fn fresh() -> Distances {
    Distances::new(Tiles::FULL, 4, Forms::ALL)
}

fn bench(bencher: Bencher, cold: bool, ask: impl Fn(&mut Distances, Tiles)) {
    let hands = hands();
    let all = |distances: &mut Distances| hands.iter().for_each(|&hand| ask(distances, hand));
    let mut warm = fresh();
    all(&mut warm);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        if cold {
            all(&mut fresh());
        } else {
            all(&mut warm);
        }
    });
}

/// All three forms; every suit has been met before.
#[divan::bench]
fn distances_warm(bencher: Bencher) {
    bench(bencher, false, |distances, hand| {
        black_box(distances.distances(black_box(hand)));
    });
}

/// With useful and unneeded tiles.
#[divan::bench]
fn analyse_warm(bencher: Bencher) {
    bench(bencher, false, |distances, hand| {
        black_box(distances.analyse(black_box(hand)));
    });
}

/// From an empty table to all 10,000 hands.
#[divan::bench]
fn distances_cold(bencher: Bencher) {
    bench(bencher, true, |distances, hand| {
        black_box(distances.distances(black_box(hand)));
    });
}

#[divan::bench]
fn analyse_cold(bencher: Bencher) {
    bench(bencher, true, |distances, hand| {
        black_box(distances.analyse(black_box(hand)));
    });
}

/// An empty table for every hand.
#[divan::bench]
fn analyse_each_alone(bencher: Bencher) {
    bench(bencher, false, |_, hand| {
        black_box(fresh().analyse(black_box(hand)));
    });
}
