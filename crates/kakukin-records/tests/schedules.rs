//! The fit with distributed strengths on tournaments whose truth is known: Swiss systems with a
//! few games for each player, in which the stronger of two moves first more often. Its 95 %
//! intervals hold the truth in about 95 % of them, and its mean is the truth.
//!
//! `cargo test -p kakukin-records --release --test schedules -- --ignored --nocapture` makes the
//! table in docs/records.md.
#![allow(clippy::print_stdout, reason = "its table is what it is for")]

use kakukin_core::Davidson;
use kakukin_records::{Confidence, Fit, FitOptions, GameResult, Known, Method, Players, fit};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A tournament: players, rounds, what is true.
#[derive(Clone, Copy)]
struct Event {
    players: usize,
    rounds: usize,
    p: f64,
    f: f64,
    /// The spread of strengths in Elo points.
    spread: f64,
    sides: Sides,
}

/// Who moves first.
#[derive(Clone, Copy)]
enum Sides {
    /// The stronger of two in this share of their games, however much stronger.
    Share(f64),
    /// With odds that grow with the lead: e to so much for each spread of strengths. That is the
    /// model of the fit.
    Growing(f64),
}

impl Sides {
    /// The chance that the stronger is first who leads by so many spreads.
    fn stronger_first(self, lead: f64) -> f64 {
        match self {
            Self::Share(share) => share,
            Self::Growing(by) => 1.0 / (1.0 + (-by * lead).exp()),
        }
    }
}

impl std::fmt::Display for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Share(share) => write!(f, "{share:.2}"),
            Self::Growing(_) => f.write_str("grows"),
        }
    }
}

fn confidence() -> Confidence {
    Confidence::new(&"95%".parse().expect("a rate")).expect("a level")
}

/// From the normal distribution, by the polar method.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    loop {
        let [x, y] = [0; 2].map(|_| 2.0 * rng.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

impl Event {
    /// Everybody meets somebody of about the same score in every round.
    fn play(&self, rng: &mut Xoshiro256PlusPlus) -> (Players, Vec<f64>) {
        let game = Davidson::new(self.p, self.f).expect("rates");
        let strengths: Vec<f64> = (0..self.players).map(|_| self.spread * normal(rng)).collect();
        let mut scores = vec![0.0; self.players];
        let mut players = Players::default();
        for _ in 0..self.rounds {
            // Equal scores in a new order every time.
            let keys: Vec<f64> =
                scores.iter().map(|score| score + 0.4 * rng.random::<f64>()).collect();
            let mut order: Vec<usize> = (0..self.players).collect();
            order.sort_by(|a, b| keys[*b].total_cmp(&keys[*a]));
            for pair in order.chunks_exact(2) {
                let (i, j) = (pair[0], pair[1]);
                let (strong, weak) = if strengths[i] > strengths[j] { (i, j) } else { (j, i) };
                let lead = (strengths[strong] - strengths[weak]) / self.spread;
                let first_is_strong = rng.random_bool(self.sides.stronger_first(lead));
                let (first, second) = if first_is_strong { (strong, weak) } else { (weak, strong) };
                let [win, draw, _] = game.game(strengths[first] - strengths[second]);
                let dice = rng.random::<f64>();
                let result = if dice < win {
                    scores[first] += 1.0;
                    GameResult::First
                } else if dice < win + draw {
                    scores[first] += 0.5;
                    scores[second] += 0.5;
                    GameResult::Draw
                } else {
                    scores[second] += 1.0;
                    GameResult::Second
                };
                players.add(&first.to_string(), &second.to_string(), result);
            }
        }
        (players, strengths)
    }
}

/// What many tournaments showed: means, and how often intervals held the truth.
#[derive(Debug, Default)]
struct Shown {
    runs: f64,
    p: f64,
    p_square: f64,
    raw: f64,
    holds_p: f64,
    f: f64,
    holds_f: f64,
    spread: f64,
    holds_spread: f64,
    holds_rating: f64,
    unsettled: f64,
}

fn holds([low, high]: [f64; 2], truth: f64) -> f64 {
    f64::from(u8::from(low <= truth && truth <= high))
}

fn run(event: Event, runs: u32, seed: u64) -> Shown {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut shown = Shown::default();
    for _ in 0..runs {
        let (players, strengths) = event.play(&mut rng);
        let options = FitOptions {
            method: Method::Random,
            min_games: None,
            known: Known::default(),
            confidence: confidence(),
        };
        let Ok(found) = fit(&players, &options) else { continue };
        shown.add(event, &players, &strengths, &found);
    }
    shown
}

impl Shown {
    fn add(&mut self, event: Event, players: &Players, strengths: &[f64], found: &Fit) {
        self.runs += 1.0;
        self.p += found.p.value;
        self.p_square += found.p.value * found.p.value;
        let (mut first, mut decided) = (0.0, 0.0);
        for pair in players.pairs() {
            first += pair.tally.first as f64;
            decided += pair.tally.decided() as f64;
        }
        self.raw += first / decided;
        self.holds_p += holds(found.p.interval, event.p);
        match found.f {
            Some(f) => {
                self.f += f.value;
                self.holds_f += holds(f.interval, event.f);
            }
            None => self.holds_f += 1.0,
        }
        let spread = found.spread.expect("a spread");
        self.spread += spread.value;
        self.holds_spread += holds(spread.interval, event.spread);
        let own = |player: usize| -> f64 {
            strengths[players.names()[player].parse::<usize>().expect("a number")]
        };
        let fitted = found.ratings.len() as f64;
        let mean = found.ratings.iter().map(|rating| own(rating.player)).sum::<f64>() / fitted;
        let held = found.ratings.iter().map(|rating| {
            holds(confidence().around(rating.elo, rating.error), own(rating.player) - mean)
        });
        self.holds_rating += held.sum::<f64>() / fitted;
        self.unsettled += f64::from(u8::from(!found.settled));
    }

    fn print(&self, event: Event) {
        let n = self.runs;
        let deviation = (self.p_square / n - (self.p / n).powi(2)).sqrt();
        println!(
            "| {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.2} ±{:.2} | {:.2} | {:.1} | {:.2} | {:.1} | {:.0} | {:.1} | {:.1} | {} |",
            event.players * event.rounds / 2,
            event.players,
            event.sides,
            100.0 * event.p,
            100.0 * event.f,
            event.spread,
            100.0 * self.p / n,
            100.0 * deviation / n.sqrt(),
            100.0 * self.raw / n,
            100.0 * self.holds_p / n,
            100.0 * self.f / n,
            100.0 * self.holds_f / n,
            self.spread / n,
            100.0 * self.holds_spread / n,
            100.0 * self.holds_rating / n,
            self.unsettled,
        );
    }
}

#[test]
#[ignore = "takes minutes; makes the table in docs/records.md"]
fn table() {
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(1000);
    let most = std::env::var("MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(5000);
    for (players, rounds) in [(12, 9), (20, 5), (56, 9), (112, 9), (200, 10), (200, 50)] {
        if players * rounds / 2 > most {
            continue;
        }
        for (p, f, spread) in [(0.7, 0.1, 250.0), (0.55, 0.4, 150.0), (0.6, 0.05, 400.0)] {
            for sides in [Sides::Share(0.5), Sides::Share(2.0 / 3.0), Sides::Growing(0.9)] {
                let event = Event { players, rounds, p, f, spread, sides };
                run(event, runs, 1).print(event);
            }
        }
    }
}

/// The same on a few tournaments: a mistake of a few points or intervals that are far too narrow
/// are found.
#[test]
fn a_few_tournaments() {
    // The schedule of a computer shogi championship.
    let sides = Sides::Share(2.0 / 3.0);
    let event = Event { players: 56, rounds: 9, p: 0.7, f: 0.1, spread: 250.0, sides };
    let shown = run(event, 60, 3);
    let n = shown.runs;
    assert_eq!((n, shown.unsettled), (60.0, 0.0));
    // Three standard deviations of the means; of the hits, at 93 %.
    assert!((shown.p / n - event.p).abs() < 0.025, "p {}", shown.p / n);
    assert!((shown.f / n - event.f).abs() < 0.02, "f {}", shown.f / n);
    assert!((shown.spread / n / event.spread - 1.0).abs() < 0.15, "spread {}", shown.spread / n);
    for (name, held) in [("p", shown.holds_p), ("f", shown.holds_f), ("spread", shown.holds_spread)]
    {
        assert!(held / n > 0.83, "{name} {held}");
    }
    assert!(shown.holds_rating / n > 0.88, "ratings {}", shown.holds_rating);
}
