//! The test as it is used: stopped at its bounds, it errs no more often than it says.

use super::close;
use kakukin_core::score_of_elo;
use kakukin_records::{
    Contest, ContestPlan, ContestTally, Counted, Decision, EloModel, Frequencies, GameResult,
    PairEvidence, PairsBy, Player, Record, SprtPlan,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const MATCHES: u64 = 2_000;

struct Outcome {
    h1: u64,
    games: f64,
}

/// Plays matches until the test stops. Chances of the classes, the lowest first.
fn play(plan: SprtPlan, chances: &[f64], seed: u64) -> Outcome {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut outcome = Outcome { h1: 0, games: 0.0 };
    for _ in 0..MATCHES {
        let mut results = if chances.len() == 3 {
            Frequencies::games([0; 3])
        } else {
            Frequencies::pairs([0; 5])
        };
        loop {
            let mut dice: f64 = rng.random();
            let class = chances.iter().position(|chance| {
                dice -= chance;
                dice < 0.0
            });
            results.add(class.unwrap_or(0));
            match plan.decision(plan.llr(&results)) {
                Decision::Continue => {}
                decision => {
                    outcome.h1 += u64::from(decision == Decision::H1);
                    break;
                }
            }
        }
        outcome.games += (results.total() * results.games_each()) as f64 / MATCHES as f64;
    }
    outcome
}

/// Not more often than α, or β, by more than three standard errors.
fn assert_rare(count: u64, rate: f64) {
    let most = MATCHES as f64 * rate + 3.0 * (MATCHES as f64 * rate * (1.0 - rate)).sqrt();
    assert!((count as f64) < most, "{count} of {MATCHES}, {rate}");
    // A test that never errs would take too long.
    assert!(count as f64 > 0.3 * rate * MATCHES as f64, "{count} of {MATCHES}, {rate}");
}

#[test]
fn games_by_expected_score() {
    let plan =
        SprtPlan { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.1, elo_model: EloModel::Logistic };
    let chances = |elo: f64| {
        let (score, draws) = (score_of_elo(elo), 0.4);
        [1.0 - score - draws / 2.0, draws, score - draws / 2.0]
    };
    assert_rare(play(plan, &chances(0.0), 1).h1, 0.05);
    assert_rare(MATCHES - play(plan, &chances(50.0), 2).h1, 0.1);
}

#[test]
fn pairs_by_expected_score() {
    let plan =
        SprtPlan { elo0: -20.0, elo1: 20.0, alpha: 0.1, beta: 0.05, elo_model: EloModel::Logistic };
    let chances = |elo: f64| {
        // Some pairs of even results move up or down.
        let moved = 2.0 * (score_of_elo(elo) - 0.5);
        [0.05 - moved / 8.0, 0.2 - 0.75 * moved, 0.5, 0.2 + 0.75 * moved, 0.05 + moved / 8.0]
    };
    let mean = |c: [f64; 5]| c.iter().enumerate().map(|(i, p)| i as f64 / 4.0 * p).sum::<f64>();
    close(mean(chances(20.0)), score_of_elo(20.0), 1e-12);
    assert_rare(play(plan, &chances(-20.0), 3).h1, 0.1);
    assert_rare(MATCHES - play(plan, &chances(20.0), 4).h1, 0.05);
}

#[test]
fn pairs_by_deviations() {
    let plan = SprtPlan {
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
        elo_model: EloModel::Normalized,
    };
    // Towards wins until the distance is that of H1.
    let chances = |elo: f64| {
        let wanted = elo / (800.0 / std::f64::consts::LN_10) * 2f64.sqrt();
        let of = |tilt: f64| {
            let weights = [0.1f64, 0.2, 0.4, 0.2, 0.1];
            let weights: Vec<f64> = (0..5).map(|i| weights[i] * (tilt * i as f64).exp()).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|w| w / sum).collect::<Vec<f64>>()
        };
        let distance = |c: &[f64]| {
            let mean: f64 = c.iter().enumerate().map(|(i, p)| i as f64 / 4.0 * p).sum();
            let variance: f64 =
                c.iter().enumerate().map(|(i, p)| (i as f64 / 4.0 - mean).powi(2) * p).sum();
            (mean - 0.5) / variance.sqrt()
        };
        let (mut low, mut high) = (-3.0, 3.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if distance(&of(middle)) < wanted { low = middle } else { high = middle }
        }
        of(low)
    };
    assert_rare(play(plan, &chances(0.0), 5).h1, 0.05);
    assert_rare(MATCHES - play(plan, &chances(60.0), 6).h1, 0.05);
}

const A: &str = "new";
const B: &str = "old";

fn game(number: usize, points: u8) -> (Record, Counted) {
    let player = |name: &str| Player { name: name.into(), rating: None };
    let a_first = number.is_multiple_of(2);
    let (first, second) = if a_first { (A, B) } else { (B, A) };
    let record = Record {
        first: player(first),
        second: player(second),
        round: (number / 2 + 1).to_string(),
        ..Record::default()
    };
    let result = match (points, a_first) {
        (1, _) => GameResult::Draw,
        (2, true) | (0, false) => GameResult::First,
        _ => GameResult::Second,
    };
    (record, Counted::As(result))
}

fn contest(points: &[u8], pairs: PairsBy, sprt: SprtPlan) -> Contest {
    let plan = ContestPlan { pairs, course: true, ..ContestPlan::default() };
    let mut tally = ContestTally::new(plan);
    for (number, points) in points.iter().enumerate() {
        let (record, counted) = game(number, *points);
        tally.add("", &record, counted).unwrap();
    }
    Contest::new(&tally, super::confidence(), Some(sprt))
}

/// The course is the test of every beginning of the match, from either side.
#[test]
fn the_course_is_that_of_all_beginnings() {
    let plan =
        SprtPlan { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, elo_model: EloModel::Logistic };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let points: Vec<u8> = (0..400).map(|_| [0, 1, 1, 2, 2][rng.random_range(0..5usize)]).collect();
    for pairs in [PairsBy::None, PairsBy::Auto] {
        let by_pairs = pairs == PairsBy::Auto;
        let found = contest(&points, pairs, plan);
        let duel = &found.duels[0];
        assert_eq!((duel.player.as_str(), found.duels.len()), (A, 1));
        let sprt = duel.sprt.as_ref().unwrap();
        assert_eq!((sprt.by_pairs, sprt.games), (by_pairs, 400));
        let course = sprt.course.as_ref().unwrap();
        let mut stopped = None;
        for point in &course.points {
            let games = &points[..point.games as usize];
            let mut counts = [0; 5];
            for pair in games.chunks(if by_pairs { 2 } else { 1 }) {
                counts[usize::from(pair.iter().sum::<u8>())] += 1;
            }
            let results = match by_pairs {
                true => Frequencies::pairs(counts),
                false => Frequencies::games([counts[0], counts[1], counts[2]]),
            };
            close(point.llr, plan.llr(&results), 1e-12);
            if plan.decision(point.llr) != Decision::Continue && stopped.is_none() {
                stopped = Some(point.games);
            }
        }
        assert_eq!(course.points.len(), if by_pairs { 200 } else { 400 });
        assert_eq!(course.stopped.map(|stopped| stopped.games), stopped);
        assert!(stopped.is_some());
        assert_eq!(course.points.last().unwrap().llr, sprt.llr);
    }
}

/// How many games more: the mean of matches that were played on.
#[test]
fn games_to_be_expected() {
    let plan =
        SprtPlan { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, elo_model: EloModel::Logistic };
    // Two hundred games with the deviation of the truth below and a score near H1.
    let begun: Vec<u8> = [0, 2, 1, 2, 1, 0, 2, 1, 2, 0].repeat(20);
    let found = contest(&begun, PairsBy::None, plan);
    let sprt = found.duels[0].sprt.as_ref().unwrap();
    assert_eq!(sprt.decision, Decision::Continue);
    let expected = sprt.expected.unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut mean = |score: f64| {
        let draws = 0.3;
        let win = score - draws / 2.0;
        let mut sum = 0;
        for _ in 0..600 {
            let mut results = Frequencies::games([60, 60, 80]);
            loop {
                let dice: f64 = rng.random();
                results.add(if dice < win { 2 } else { usize::from(dice < win + draws) });
                sum += 1;
                if plan.decision(plan.llr(&results)) != Decision::Continue {
                    break;
                }
            }
        }
        f64::from(sum) / 600.0
    };
    for (elo, expected) in [(0.0, expected.if_h0), (20.0, expected.if_h1)] {
        let played = mean(score_of_elo(elo));
        assert!((played / expected - 1.0).abs() < 0.12, "{elo}: {played} {expected}");
    }
    let played = mean(0.55);
    assert!((played / expected.as_now - 1.0).abs() < 0.12, "{played} {}", expected.as_now);
}

#[test]
fn evidence_is_told() {
    let plan =
        SprtPlan { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, elo_model: EloModel::Logistic };
    let found = contest(&[2, 0, 1, 1, 2, 2, 0], PairsBy::Auto, plan);
    let pairs = found.duels[0].pairs.as_ref().unwrap();
    assert_eq!(pairs.evidence, PairEvidence::Round);
    assert_eq!((pairs.counts, pairs.single), ([0, 0, 2, 0, 1], 1));
}
