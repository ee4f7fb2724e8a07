//! How fast tables of results are read, and how fast strengths are fitted.

use divan::{Bencher, counter::BytesCount};
use kakukin_records::{
    Confidence, FitOptions, Format, GameResult, Known, Method, Players, Record, Sink, Skip, Stop,
    fit, scan,
};

fn main() {
    divan::main();
}

/// Counts games, so that nothing is left out as unused.
#[derive(Default)]
struct Count(u64);

impl Sink for Count {
    fn game(&mut self, _: &Record) -> Result<(), Stop> {
        self.0 += 1;
        Ok(())
    }

    fn skipped(&mut self, _: Skip) -> Result<(), Stop> {
        Ok(())
    }
}

#[divan::bench]
fn csv(bencher: Bencher) {
    let mut text = String::from("date,event,first,second,result\n");
    for number in 0..40_000 {
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        text += &format!(
            "2024-03-{:02},Spring Cup,player {},player {},{result}\n",
            1 + number % 28,
            number % 71,
            number % 67
        );
    }
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let mut count = Count::default();
        let _ = scan(Format::Csv, text.as_bytes(), &mut count);
        count.0
    });
}

#[divan::bench(args = [10, 100, 1000])]
fn strengths(bencher: Bencher, players: usize) {
    let mut games = Players::default();
    let mut dice = 1u64;
    for _ in 0..100 * players {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (a, b) = ((dice >> 33) as usize % players, (dice >> 11) as usize % players);
        let result = GameResult::ALL[(dice >> 50) as usize % 3];
        games.add(&a.to_string(), &b.to_string(), result);
    }
    let level = "95%".parse().ok().and_then(|level| Confidence::new(&level).ok());
    let Some(confidence) = level else { return };
    let options = FitOptions {
        method: Method::Random,
        min_games: Some(1),
        known: Known::default(),
        confidence,
    };
    bencher.bench(|| fit(&games, &options));
}
