//! A series in play: the score, who is first next, and A's chances after each game.
//!
//! ```text
//! 0:0, A is first: A 0.5080, B 0.4823
//! 1:0, B is first: A 0.6137, B 0.3755
//! 3:0, A is first: A 0.8570, B 0.1421
//! 3:0, B is first: A 0.8247, B 0.1698
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_series::{GameResult, Model, Rule, Running, Series, Turns};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // A win as first player earns 1 point, as second player 2; who has 5 points wins.
    let model = Model::new("70%".parse()?, "10%".parse()?)?;
    let series = Series::new(model, Rule::new(1, 2, 5, Turns::Alternating)?)?;
    let mut moments = vec![Running::new(&series)];
    for result in [GameResult::First, GameResult::Second, GameResult::Draw] {
        let next = moments[moments.len() - 1].after(result).ok_or("the series is over")?;
        moments.push(next);
    }
    for (moment, chances) in moments.iter().zip(series.chances(&moments)) {
        let [a, b] = moment.score();
        let first = moment.first().map_or("nobody".into(), |player| format!("{player:?}"));
        println!("{a}:{b}, {first} is first: A {:.4}, B {:.4}", chances.a, chances.b);
    }
    Ok(())
}
