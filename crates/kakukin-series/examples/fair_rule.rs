//! The fairest of all rules of at most nine games where the first player wins 70 % of the decided
//! games and one game in ten is drawn. The search is complete: no rule it covers is fairer.
//!
//! ```text
//! 390 rules, 82 behaviours
//! 2/7/8 fixed, at most 6 games: A 6575747/13227500
//! 1/2/2 fixed, at most 3 games: A 917/1850
//! 2/5/7 alternating, at most 8 games: A 3882630127247/7852552430560
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_series::{Belief, Finder, Question, RankBy, Request};
use std::{error::Error, ops::ControlFlow};

fn main() -> Result<(), Box<dyn Error>> {
    let question = Question {
        request: Request::within(9),
        belief: Belief::Known("70%".parse()?),
        f: "10%".parse()?,
        by: RankBy::Bias,
        top: 3,
    };
    // The closure is called while the search goes on, and may end it.
    let answer = Finder::new(question)?.answer(|_| ControlFlow::Continue(()))?;
    println!("{} rules, {} behaviours", answer.rules, answer.behaviours);
    for ranked in &answer.ranked {
        let (rule, points) = (ranked.series.rule(), ranked.series.rule().points());
        let decided = ranked.series.exact_figures()?.decided().ok_or("nothing is decided")?;
        println!("{points} {}, at most {} games: A {decided}", rule.turns(), ranked.series.limit());
    }
    Ok(())
}
