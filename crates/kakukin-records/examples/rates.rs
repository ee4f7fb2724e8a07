//! How often the first player wins, from game records in a string. The format is found out; a
//! file, an archive or a stream of any length is read in the same way and in constant memory.
//!
//! ```text
//! Ann - Ben: As(First)
//! Ben - Ann: As(Draw)
//! Ann - Cem: As(Second)
//! first player: 1 of 2, between 0.09 and 0.91
//! draws: 1 of 3, between 0.06 and 0.79
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_records::{Collected, Confidence, Plan, Reading, Share, Survey, read};
use std::error::Error;

const GAMES: &str = r#"
[Event "Club"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Club"]
[White "Ben"]
[Black "Ann"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "Club"]
[White "Ann"]
[Black "Cem"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut found = Collected::default();
    read("club.pgn", GAMES.as_bytes(), &Reading::default(), &mut found)
        .map_err(|stop| format!("{stop:?}"))?;
    let mut survey = Survey::new(Plan::default());
    for game in &found.games {
        println!("{} - {}: {:?}", game.first.name, game.second.name, survey.add(game));
    }
    let confidence = Confidence::new(&"95%".parse()?)?;
    let first = Share::new(survey.all.first, survey.all.decided(), confidence);
    let draws = Share::new(survey.all.draws, survey.all.games(), confidence);
    for (name, share) in [("first player", first), ("draws", draws)] {
        let [low, high] = share.wilson;
        println!("{name}: {} of {}, between {low:.2} and {high:.2}", share.hits, share.of);
    }
    Ok(())
}
