//! The fit with distributed strengths on an archive like the largest ones: 135,000 players and
//! four million games, most players with a few games, most games among a few players, events
//! that bring people of one place and one strength together. In which time, in how much memory,
//! and whether the truth is found.
//!
//! `cargo test -p kakukin-records --release --test archive -- --ignored --nocapture`
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

use kakukin_core::Davidson;
use kakukin_records::{Confidence, FitOptions, GameResult, Known, Method, Players, fit};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{fs, time::Instant};

const P: f64 = 0.57;
const F: f64 = 0.35;
const SPREAD: f64 = 280.0;

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Players with the numbers of their places, their strengths and how many events they enter.
struct World {
    strengths: Vec<f64>,
    /// Players of each place, each as often as it is active.
    places: Vec<Vec<u32>>,
}

fn world(players: usize, rng: &mut Xoshiro256PlusPlus) -> World {
    let mut strengths = Vec::with_capacity(players);
    let mut places = vec![Vec::new(); (players / 1_500).max(1)];
    for player in 0..players {
        let normal: f64 = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        strengths.push(SPREAD * normal);
        // Heavy tails: Pareto with exponent 1.2. The strong play more.
        let eager = (rng.random::<f64>().powf(-1.0 / 1.2) * (0.4 * normal).exp()).min(150.0);
        let place = (rng.random::<f64>().powi(2) * places.len() as f64) as usize;
        let entries = eager.round().max(1.0) as usize;
        places[place].extend(std::iter::repeat_n(player as u32, entries));
    }
    World { strengths, places }
}

impl World {
    /// An event of nine rounds in one place, or one that is open to three.
    fn event(&self, players: &mut Players, rng: &mut Xoshiro256PlusPlus) -> usize {
        let game = Davidson::new(P, F).expect("rates");
        let mut field = Vec::new();
        let open = if rng.random_bool(0.2) { 3 } else { 1 };
        for _ in 0..open {
            let place = &self.places[rng.random_range(0..self.places.len())];
            for _ in 0..40 / open {
                field.push(place[rng.random_range(0..place.len())]);
            }
        }
        field.sort_unstable();
        field.dedup();
        let mut scores: Vec<(f64, u32)> = field.iter().map(|player| (0.0, *player)).collect();
        let mut games = 0;
        for _ in 0..9 {
            for entry in &mut scores {
                entry.0 += 1e-3 * rng.random::<f64>();
            }
            scores.sort_by(|a, b| b.0.total_cmp(&a.0));
            for pair in scores.chunks_exact_mut(2) {
                let [one, other] = pair else { continue };
                let (first, second) =
                    if rng.random_bool(0.5) { (one, other) } else { (other, one) };
                let lead = self.strengths[first.1 as usize] - self.strengths[second.1 as usize];
                let [win, draw, _] = game.game(lead);
                let dice = rng.random::<f64>();
                let result = if dice < win {
                    first.0 += 1.0;
                    GameResult::First
                } else if dice < win + draw {
                    first.0 += 0.5;
                    second.0 += 0.5;
                    GameResult::Draw
                } else {
                    second.0 += 1.0;
                    GameResult::Second
                };
                players.add(&first.1.to_string(), &second.1.to_string(), result);
                games += 1;
            }
        }
        games
    }
}

fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("").to_string()
}

#[test]
#[ignore = "takes a minute and a gigabyte; tells its figures"]
fn an_archive() {
    let (count, wanted) = (number("PLAYERS", 135_000), number("GAMES", 4_000_000));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let world = world(count, &mut rng);
    let mut players = Players::default();
    let mut games = 0;
    while games < wanted {
        games += world.event(&mut players, &mut rng);
    }
    println!("{games} games, {} players, {} pairs", players.names().len(), players.pairs().len());
    println!("survey: {}", most_memory());
    let confidence = Confidence::new(&"95%".parse().expect("a rate")).expect("a level");
    let (method, known) = (Method::Random, Known::default());
    let options = FitOptions { method, min_games: None, known, confidence };
    let start = Instant::now();
    let found = fit(&players, &options).expect("a fit");
    println!("{:.1} s, {}", start.elapsed().as_secs_f64(), most_memory());
    println!("p {:?} (true {P})\nf {:?} (true {F})", found.p, found.f);
    println!("spread {:?} (true {SPREAD}), settled {}", found.spread, found.settled);
    let own = |player: usize| {
        world.strengths[players.names()[player].parse::<usize>().expect("a number")]
    };
    let n = found.ratings.len() as f64;
    let mean = found.ratings.iter().map(|rating| own(rating.player)).sum::<f64>() / n;
    let held = found
        .ratings
        .iter()
        .filter(|r| (r.elo - own(r.player) + mean).abs() <= 1.96 * r.error)
        .count();
    println!("ratings that hold the truth: {:.1} %", 100.0 * held as f64 / n);
    assert!(found.settled);
    assert!((found.p.value - P).abs() < 0.005);
    assert!((held as f64 / n - 0.95).abs() < 0.02);
}
