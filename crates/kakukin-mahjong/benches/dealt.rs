//! How far the figures with improvement are from dealt games, convention by convention, on random
//! hands of 0- to 3-shanten; and how often dealt games show a discard to be better than the one
//! that is recommended.
//!
//! `cargo bench -p kakukin-mahjong --bench dealt -- HANDS IMPROVE GAMES DRAWS`

#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_mahjong::{
    Bag, Distances, Divisor, Draws, Hand, Method, Players, Question, Reds, ScoreQuestion,
    ScoreSolver, Situation, Solver, Terms, Tile, Tiles,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

/// A hand of 14 tiles at such a shanten.
fn random(random: &mut Xoshiro256PlusPlus, shanten: u32) -> Hand {
    loop {
        let mut wall: Vec<Tile> = Tiles::FULL.iter().collect();
        let draw = |_| wall.swap_remove(random.random_range(0..wall.len()));
        let tiles: Tiles = (0..14).map(draw).collect();
        let hand = Hand::new(Bag::new(tiles, Reds::NONE).expect("four of a kind"), Vec::new());
        let hand = hand.expect("14 tiles");
        let table = Situation::new(hand.clone(), Players::Four).expect("a hand alone");
        if Distances::of(&table).distance(tiles) == Some(shanten + 1) {
            return hand;
        }
    }
}

/// What is measured of one figure: the sums of relative differences, signed and not, and of the
/// relative standard errors.
#[derive(Default)]
struct Row {
    hands: usize,
    signed: f64,
    absolute: f64,
    error: f64,
    worse: usize,
    log: f64,
}

impl Row {
    /// The figure and the dealt mean with its error for the recommended discard, and the others
    /// dealt.
    fn add(&mut self, figure: f64, best: (f64, f64), others: &[(f64, f64)]) {
        self.hands += 1;
        self.log += figure.ln();
        self.signed += (figure - best.0) / best.0;
        self.absolute += ((figure - best.0) / best.0).abs();
        self.error += best.1 / best.0;
        let beats = |x: &(f64, f64)| x.0 - best.0 > 2.0 * x.1.hypot(best.1);
        self.worse += usize::from(others.iter().any(beats));
    }

    fn show(&self, name: &str) {
        let mean = |x: f64| 100.0 * x / self.hands.max(1) as f64;
        println!(
            "{name:<24}{:.5} {:>6} hands {:>+8.3} % {:>8.3} % (noise {:.3} %) {:>4} worse",
            self.log / self.hands.max(1) as f64,
            self.hands,
            mean(self.signed),
            mean(self.absolute),
            mean(self.error),
            self.worse
        );
    }
}

fn main() {
    let given = |k: usize, usual: u64| {
        std::env::args()
            .filter(|x| x != "--bench")
            .nth(k)
            .and_then(|x| x.parse().ok())
            .unwrap_or(usual)
    };
    let (hands, extra, games, draws) =
        (given(1, 8), given(2, 1) as u8, given(3, 4000), given(4, 17));
    let near = given(5, 0) as f64 / 1000.0;
    let mut source = Xoshiro256PlusPlus::seed_from_u64(20);
    let hands: Vec<Hand> = (0..hands).map(|k| random(&mut source, k as u32 % 4)).collect();
    let mut go_on = |_| ControlFlow::Continue(());
    for divisor in [Divisor::Split, Divisor::Seen] {
        let (mut wins, mut scores): ([Row; 5], [Row; 5]) = Default::default();
        let method = Method::Improve { extra, divisor };
        for (number, hand) in hands.iter().enumerate() {
            let asked = || -> Result<Question, kakukin_mahjong::InputError> {
                let table = Situation::new(hand.clone(), Players::Four)?;
                let table = table.with_dora(Bag::parse("dora", "4z")?)?;
                Question::new(table)?.with_draws(Draws::Left(draws as u32))?.with_method(method)
            };
            let Ok(asked) = asked() else { continue };
            if let Ok((answer, policy)) = Solver::default().policy(&asked, None, &mut go_on) {
                let last = |k: usize| answer.discards()[k].worth().win()[draws as usize];
                let close = (0..answer.discards().len())
                    .take(4)
                    .filter(|&k| last(k) >= last(0) * (1.0 - near));
                let dealt: Vec<(f64, f64)> = close
                    .map(|k| {
                        let rest = hand.concealed().without(answer.discards()[k].tile());
                        let seen =
                            policy.verify(asked.situation(), rest, games, number as u64, |_| {
                                ControlFlow::Continue(())
                            });
                        let p = seen.map_or(0.0, |seen| seen.wins as f64 / seen.games as f64);
                        (p, (p * (1.0 - p) / games as f64).sqrt())
                    })
                    .collect();
                let Some(&best) = dealt.first() else { continue };
                for row in [number % 4, 4] {
                    wins[row].add(last(0), best, &dealt[1..]);
                }
            }
            let Ok(points) = ScoreQuestion::new(asked, Terms::default()) else { continue };
            if let Ok((answer, Some(mut policy))) =
                ScoreSolver::default().policy(&points, None, &mut go_on)
            {
                let last = |k: usize| answer.discards()[k].prospect().score()[draws as usize];
                let close = (0..answer.discards().len())
                    .take(4)
                    .filter(|&k| last(k) >= last(0) * (1.0 - near));
                let dealt: Vec<(f64, f64)> = close
                    .filter_map(|k| {
                        let own = &answer.discards()[k];
                        policy.follow((own.tile(), own.is_red())).then_some(())?;
                        let seen = policy
                            .verify(games, number as u64, |_| ControlFlow::Continue(()))
                            .ok()?;
                        Some(policy.mean(&seen))
                    })
                    .collect();
                let Some(&best) = dealt.first() else { continue };
                for row in [number % 4, 4] {
                    scores[row].add(last(0), best, &dealt[1..]);
                }
            }
        }
        for (figure, rows) in [("win", wins), ("score", scores)] {
            for (row, at) in rows.iter().zip(["0", "1", "2", "3", "all"]) {
                row.show(&format!("{figure} {} {extra} {at}", divisor.name()));
            }
        }
    }
}
