//! Three players, each pair twice with sides changed. Under epsilon points a win against the
//! advantage of the first move counts for more, so that players level on wins are told apart.
//!
//! ```text
//! 1 Ben: 7/10 epsilon points, 5/2 traditional
//! 2 Ann: 3/10 epsilon points, 5/2 traditional
//! 3 Cem: -1 epsilon points, 1 traditional
//! all together 0
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_league::{
    DrawPoints, EpsilonPoints, GameResult, Played, RankBy, Scale, Standings, Tally, TieBreak,
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    use GameResult::{Draw, First, Second};
    let games = [
        ("Ann", "Ben", First),
        ("Ben", "Ann", First),
        ("Ann", "Cem", First),
        ("Cem", "Ann", Draw),
        ("Ben", "Cem", Draw),
        ("Cem", "Ben", Second),
    ];
    let mut tally = Tally::new();
    for (first, second, result) in games {
        let (first, second) = (tally.player(first)?, tally.player(second)?);
        tally.add(Played { first, second, result })?;
    }
    let (p, f) = ("70%".parse()?, "10%".parse()?);
    let points = EpsilonPoints::new(&p, &f, DrawPoints::Zero, Scale::Article)?;
    let standings = Standings::new(&tally, &points, RankBy::Total, &TieBreak::USUAL);
    for player in &standings.players {
        let (epsilon, traditional) = (&player.epsilon, &player.traditional);
        println!(
            "{} {}: {} epsilon points, {} traditional",
            epsilon.rank, player.name, epsilon.points, traditional.points
        );
    }
    println!("all together {}", standings.sum);
    Ok(())
}
