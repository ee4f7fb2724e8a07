//! How far figures with improvement are from what their policy brings in dealt games. `HANDS=50
//! cargo test --release -p kakukin-mahjong --lib drift -- --ignored --nocapture` prints the table
//! of docs/mahjong.md.

use super::{Divisor, Draws, Method, Policy, Question, Solver};
use crate::{Bag, Distances, Forms, Hand, KINDS, Players, Situation, Tile, Tiles};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// What follows a waiting hand with so many draws left.
struct Next {
    value: f64,
    /// For each kind what it is worth once drawn, and what is left then; none if it wins.
    drawn: Vec<(f64, Option<Tiles>)>,
}

impl Next {
    fn new(policy: &mut Policy, wall: Tiles, hand: Tiles, draws: usize) -> Self {
        let figure = |policy: &mut Policy, hand, draws| {
            policy.value(hand, draws).map_or(0.0, |value| value[0])
        };
        let value = figure(policy, hand, draws);
        let mut after = |tile: Tile| {
            let drawn = hand.with(tile);
            if policy.distance(drawn) == 0 {
                return (1.0, None);
            }
            let rest = drawn.without(policy.discard(hand, tile, draws - 1));
            (figure(policy, rest, draws - 1), Some(rest))
        };
        let absent = |tile: &Tile| wall.count(*tile) == 0;
        let drawn = Tile::all().map(|tile| if absent(&tile) { (0.0, None) } else { after(tile) });
        Self { value, drawn: drawn.collect() }
    }
}

/// Figure less worth of the policy, with its standard error: over dealt games, what each step is
/// said to bring less what it brings on average from the wall as it really is. The luck of the
/// draws does not enter, so a thousand games tell as much as a million wins and losses.
fn drift(policy: &mut Policy, wall: Tiles, root: Tiles, games: u32, seed: u64) -> (f64, f64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut known: FxHashMap<(Tiles, usize), Next> = FxHashMap::default();
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..games {
        let mut left = wall.counts().map(u32::from);
        let (mut hand, mut own) = (root, 0.0);
        for draws in (1..=policy.draws()).rev() {
            if known.len() > 100_000 {
                known.clear();
            }
            let next =
                known.entry((hand, draws)).or_insert_with(|| Next::new(policy, wall, hand, draws));
            let all: u32 = left.iter().sum();
            let parts = left.iter().zip(&next.drawn).map(|(&n, (worth, _))| f64::from(n) * worth);
            own += next.value - parts.sum::<f64>() / f64::from(all);
            let mut at = random.random_range(0..all);
            let mut kind = 0;
            while kind + 1 < KINDS && at >= left[kind] {
                at -= left[kind];
                kind += 1;
            }
            left[kind] -= 1;
            match next.drawn[kind].1 {
                Some(rest) => hand = rest,
                None => break,
            }
        }
        sum += own;
        squares += own * own;
    }
    let (n, mean) = (f64::from(games), sum / f64::from(games));
    (mean, ((squares / n - mean * mean) / n).sqrt())
}

/// A random hand that has drawn, at this distance: dealt, and brought nearer draw by draw.
fn dealt(distance: u32, random: &mut Xoshiro256PlusPlus) -> Tiles {
    let full = Players::Four.full_set();
    let mut distances = Distances::new(full, 4, Forms::ALL);
    loop {
        let mut wall: Vec<Tile> = full.iter().collect();
        let mut take =
            |random: &mut Xoshiro256PlusPlus| wall.swap_remove(random.random_range(0..wall.len()));
        let mut hand: Tiles = (0..14).map(|_| take(random)).collect();
        for _ in 0..40 {
            let analysis = distances.analyse(hand);
            match analysis.distance() {
                Some(own) if own == distance => return hand,
                Some(own) if own > distance => (),
                _ => break,
            }
            let unneeded: Vec<Tile> = analysis.unneeded().iter().collect();
            let thrown = unneeded[random.random_range(0..unneeded.len())];
            hand = hand.without(thrown).with(take(random));
        }
    }
}

/// One hand's figure and drift after each of its best discards, as far as they are asked for.
fn measured(tiles: Tiles, method: Method, discards: usize, games: u32) -> Option<Vec<[f64; 3]>> {
    let hand = Hand::new(Bag::plain(tiles), vec![]).ok()?;
    let situation = Situation::new(hand, Players::Four).ok()?;
    let wall = situation.limits().less(tiles)?;
    let question = Question::new(situation)
        .and_then(|question| question.with_draws(Draws::Left(17)))
        .and_then(|question| question.with_method(method))
        .ok()?;
    let mut quiet = |_| ControlFlow::Continue(());
    let (answer, mut policy) = Solver::default().policy(&question, None, &mut quiet).ok()?;
    let each = answer.discards().iter().take(discards).map(|discard| {
        let (mean, error) = drift(&mut policy, wall, tiles.without(discard.tile()), games, 1);
        [discard.worth().win()[17], mean, error]
    });
    Some(each.collect())
}

/// A figure less its drift is what wins and losses show, for a figure that is far off.
#[test]
fn drift_is_what_dealt_games_show() {
    let method = Method::Improve { extra: 1, divisor: Divisor::Split };
    let hand: Hand = "234567m34566p468s".parse().expect("a hand");
    let situation = Situation::new(hand.clone(), Players::Four).expect("it fits");
    let question = Question::new(situation.clone())
        .and_then(|question| question.with_draws(Draws::Left(17)))
        .and_then(|question| question.with_method(method))
        .expect("a question");
    let mut quiet = |_| ControlFlow::Continue(());
    let found = Solver::default().policy(&question, None, &mut quiet);
    let (answer, mut policy) = found.expect("an answer");
    let mut discards = answer.discards().iter();
    let two = discards.find(|discard| discard.tile().to_string() == "2m").expect("it is held");
    let root = hand.concealed().without(two.tile());
    let wall = situation.limits().less(hand.concealed()).expect("a wall");
    let (mean, error) = drift(&mut policy, wall, root, 2_000, 1);
    assert!(mean > 0.015 && error < 0.001, "{mean} {error}");
    let seen = policy.verify(&situation, root, 100_000, 1, |_| ControlFlow::Continue(()));
    let won = seen.expect("games").wins as f64 / 100_000.0;
    let luck = (won * (1.0 - won) / 100_000.0).sqrt();
    assert!((two.worth().win()[17] - mean - won).abs() < 4.0 * luck, "{won}");
}

/// Type 1 does not drift at all: its figures are exact.
#[test]
fn the_shortest_way_does_not_drift() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for round in 0..12 {
        let tiles = dealt(1 + round % 4, &mut random);
        let found = measured(tiles, Method::Plain, 1, 50).expect("an answer");
        // Step by step there may be luck in what was thrown, never on average.
        let [figure, drift, error] = found[0];
        assert!(drift.abs() < 1e-9 + 4.0 * error, "{tiles} {figure} {drift} {error}");
    }
}

/// The table of docs/mahjong.md: for each convention and distance how far the figures of the
/// recommended discards are from what they are worth. Lower `MOST` to read it.
#[test]
#[ignore = "measures, for minutes"]
fn drift_of_random_hands() {
    const MOST: f64 = 0.01;
    const HANDS: u32 = 10;
    const GAMES: u32 = 2000;
    let (mut table, mut largest) = (String::new(), 0.0);
    for extra in [1, 2] {
        for divisor in [Divisor::Split, Divisor::Gone] {
            for distance in 1..=5 - extra {
                let (line, size) = drift_at(distance, extra, divisor, HANDS, GAMES);
                table += &line;
                largest = f64::max(largest, size);
            }
        }
    }
    assert!(largest < MOST, "{table}");
}

/// One line of the table, and the mean size of the drift.
fn drift_at(distance: u32, extra: u32, divisor: Divisor, hands: u32, games: u32) -> (String, f64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(distance));
    let (mut mean, mut size, mut noise, mut count, mut worst) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut regrets = 0;
    for _ in 0..hands {
        let tiles = dealt(distance, &mut random);
        let method = Method::Improve { extra: extra as u8, divisor };
        let Some(found) = measured(tiles, method, 3, games) else { continue };
        let [figure, drift, error] = found[0];
        let part = drift / figure;
        (mean, size, noise) = (mean + part, size + part.abs(), noise + error / figure);
        worst = if part.abs() > f64::abs(worst) { part } else { worst };
        count += 1.0;
        // Is another discard worth more in fact, by as much as 200,000 games would show?
        let luck = (2.0 * figure * (1.0 - figure) / 200_000.0).sqrt();
        regrets += i32::from(found[1..].iter().any(|&[x, drift_x, error_x]| {
            let more = (x - drift_x) - (figure - drift);
            more > 2.0 * (luck * luck + error * error + error_x * error_x).sqrt()
        }));
    }
    let line = format!(
        "{} extra {extra} shanten {}: {count} hands, mean {:+.2} %, size {:.2} % \
         (standard error {:.2} %), worst {:+.1} %, regrets {regrets}\n",
        divisor.name(),
        distance - 1,
        100.0 * mean / count,
        100.0 * size / count,
        100.0 * noise / count,
        100.0 * worst,
    );
    (line, size / count)
}
