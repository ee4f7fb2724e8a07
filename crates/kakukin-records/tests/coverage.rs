//! The strength-adjusted fit on leagues whose truth is known: its 95 % intervals hold the truth
//! in 95 % of them, although the stronger player is first more often, which misleads the raw
//! rate.

use kakukin_records::{Confidence, Fit, FitOptions, GameResult, Known, Method, Players, fit};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LEAGUES: u32 = 4_000;
const PLAYERS: usize = 12;
const GAMES: usize = 700;

struct Truth {
    p: f64,
    f: f64,
    strengths: Vec<f64>,
}

/// A league in which the stronger of two players is first in three games of four.
fn league(truth: &Truth, rng: &mut Xoshiro256PlusPlus) -> (Players, [u64; 2]) {
    let gamma = (truth.p / (1.0 - truth.p)).ln();
    let nu = truth.f / (1.0 - truth.f) * 2.0 * (gamma / 2.0).cosh();
    let (mut players, mut decided) = (Players::default(), [0, 0]);
    for _ in 0..GAMES {
        let (i, mut j) = (rng.random_range(0..PLAYERS), rng.random_range(0..PLAYERS - 1));
        if j >= i {
            j += 1;
        }
        let (strong, weak) = if truth.strengths[i] > truth.strengths[j] { (i, j) } else { (j, i) };
        let (first, second) = if rng.random_bool(0.75) { (strong, weak) } else { (weak, strong) };
        let delta = truth.strengths[first] - truth.strengths[second] + gamma;
        let (win, loss) = ((delta / 2.0).exp(), (-delta / 2.0).exp());
        let dice = rng.random::<f64>() * (win + loss + nu);
        let result = if dice < win {
            decided[0] += 1;
            GameResult::First
        } else if dice < win + loss {
            decided[1] += 1;
            GameResult::Second
        } else {
            GameResult::Draw
        };
        players.add(&format!("{first}"), &format!("{second}"), result);
    }
    (players, decided)
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let confidence = Confidence::new(&"95%".parse().expect("a rate")).expect("a level");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut p, mut f, mut raw) = (0, 0, 0);
    let mut ratings = Vec::new();
    let holds = |[low, high]: [f64; 2], truth: f64| u32::from(low <= truth && truth <= high);
    for number in 0..LEAGUES {
        let truth = Truth {
            p: 0.5 + 0.3 * f64::from(number % 7) / 6.0,
            f: [0.0, 0.05, 0.2, 0.5][number as usize % 4],
            strengths: (0..PLAYERS).map(|_| rng.random::<f64>() * 2.0).collect(),
        };
        let (players, decided) = league(&truth, &mut rng);
        let (method, known) = (Method::Fixed, Known::default());
        let options = FitOptions { method, min_games: None, known, confidence };
        let fit: Fit = fit(&players, &options).expect("a fit");
        p += holds(fit.p.interval, truth.p);
        match fit.f {
            Some(estimate) => f += holds(estimate.interval, truth.f),
            None => f += u32::from(truth.f == 0.0),
        }
        raw += holds(confidence.wilson(decided[0], decided[0] + decided[1]), truth.p);
        // Strengths count from their mean, over those who were fitted.
        let name = |player: usize| players.names()[player].parse::<usize>().expect("a number");
        let mean = fit.ratings.iter().map(|r| truth.strengths[name(r.player)]).sum::<f64>()
            / fit.ratings.len() as f64;
        // As scores against a player of mean strength on even sides, a draw counting half.
        let odds = (truth.p / (1.0 - truth.p)).sqrt();
        let nu = truth.f / (1.0 - truth.f) * (odds + 1.0 / odds);
        let held = fit.ratings.iter().map(|rating| {
            let x = ((truth.strengths[name(rating.player)] - mean) / 2.0).exp();
            let score = (x + nu / 2.0) / (x + 1.0 / x + nu);
            let truth = 400.0 * (score / (1.0 - score)).log10();
            holds(confidence.around(rating.elo, rating.error), truth)
        });
        ratings.push(f64::from(held.sum::<u32>()) / fit.ratings.len() as f64);
    }
    // Three standard deviations of the number of hits, for each of which 95 % is promised.
    let near = |hits: u32, of: u32| {
        let (expected, of) = (0.95 * f64::from(of), f64::from(of));
        (f64::from(hits) - expected).abs() <= 3.0 * (of * 0.95 * 0.05).sqrt()
    };
    assert!(near(p, LEAGUES), "p in {p} of {LEAGUES}");
    // A quarter of the leagues has no draws, and says so for certain.
    let drawn = LEAGUES / 4;
    assert!(near(f - drawn, LEAGUES - drawn), "f in {f} of {LEAGUES}");
    // The strengths of one league hang together; the leagues do not.
    let leagues = f64::from(LEAGUES);
    let share = ratings.iter().sum::<f64>() / leagues;
    let spread = ratings.iter().map(|x| (x - share) * (x - share)).sum::<f64>() / (leagues - 1.0);
    assert!((share - 0.95).abs() < 3.0 * (spread / leagues).sqrt(), "{share}");
    assert!(raw < LEAGUES / 2, "the raw rate is misled: {raw}");
}
