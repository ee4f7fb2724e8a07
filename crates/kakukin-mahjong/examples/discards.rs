//! What to throw: the chance to win and to be ready within 18 turns, for every discard that keeps
//! the hand on a shortest way to a win.
//!
//! ```text
//! 1p: win 0.1511, ready 0.6326
//! 1z: win 0.1511, ready 0.6326
//! 6p: win 0.1432, ready 0.6121
//! 9p: win 0.1432, ready 0.6121
//! 2m: win 0.1387, ready 0.6035
//! 5m: win 0.1387, ready 0.6035
//! 3s: win 0.1114, ready 0.5173
//! 7s: win 0.1114, ready 0.5173
//! 8m: win 0.0879, ready 0.4744
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_mahjong::{Hand, Players, Question, Situation, Solver, TURNS};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let hand: Hand = "234578m1689p357s1z".parse()?;
    let question = Question::new(Situation::new(hand, Players::Four)?)?;
    let answer = Solver::default().answer(&question)?;
    // Figures are by draws left: the last one is for all turns.
    for discard in answer.discards() {
        let (win, ready) = (discard.worth().win(), discard.worth().tenpai());
        println!("{}: win {:.4}, ready {:.4}", discard.tile(), win[TURNS - 1], ready[TURNS - 1]);
    }
    Ok(())
}
