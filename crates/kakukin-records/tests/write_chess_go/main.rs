//! Results written in PGN, SGF and TRF, after their standards and by no code of the library,
//! and read back: nothing is lost that the format can carry. And no text whatever is too much.

mod any;
mod noise;
mod pgn;
mod sgf;
mod trf;

use kakukin_records::{Collected, Reading, Record, Skip, Traces, read};

/// Reads a text under a name that does not tell its format.
fn read_back(text: &str) -> (Vec<Record>, Vec<Skip>) {
    let mut collected = Collected::default();
    read("file", text.as_bytes(), &Reading::default(), &mut collected).unwrap();
    // Traces of moves are looked at where they are compared.
    collected.games.iter_mut().for_each(|game| game.traces = Traces::default());
    (collected.games, collected.skipped)
}

/// The line on which something begins that is written next.
fn next_line(text: &str) -> u64 {
    1 + text.matches('\n').count() as u64
}
