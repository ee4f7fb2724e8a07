//! First to two wins, as a graph of scores. Swept forward it says how likely each score is, swept
//! backward what each score is worth to A; both give A's chance to win, as the same fraction.
//!
//! ```text
//! 0:0  reached 1       worth 98/125
//! 1:0  reached 7/10    worth 91/100
//! 0:1  reached 3/10    worth 49/100
//! 1:1  reached 21/50   worth 7/10
//! A's chance: forward 98/125, backward 98/125
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_core::{GraphBuilder, Probability, Rational, inner_product};
use std::error::Error;

const SCORES: [&str; 4] = ["0:0", "1:0", "0:1", "1:1"];
/// The states after the scores: A has won, B has won.
const A: usize = 4;
const B: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let p: Probability = "70%".parse()?;
    let (win, loss) = (p.exact().clone(), p.complement().exact().clone());
    let mut graph = GraphBuilder::new(6);
    for [after_win, after_loss] in [[1, 2], [A, 3], [3, B], [A, B]] {
        graph.state([(after_win, win.clone()), (after_loss, loss.clone())])?;
    }
    let graph = graph.build();

    let start = vec![Rational::ONE];
    let mut payoff = vec![Rational::ZERO; 6];
    payoff[A] = Rational::ONE;
    let existence = graph.forward(start.clone());
    let value = graph.backward(payoff.clone());
    for (state, score) in SCORES.iter().enumerate() {
        let [reached, worth] = [&existence, &value].map(|figures| figures[state].to_string());
        println!("{score}  reached {reached:<7} worth {worth}");
    }
    let forward = inner_product(&existence, &payoff);
    println!("A's chance: forward {forward}, backward {}", value[0]);
    Ok(())
}
