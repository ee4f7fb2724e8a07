//! What the printed sheets of a series say: courses of play, what a player still needs, who is
//! first in which game.

mod examples;
mod pairing;
mod score_sheet;
mod wins_needed;

pub use examples::{Example, ExampleGame, ExampleKind, Examples};
pub use pairing::Pairing;
pub use score_sheet::{MAX_SHEET_GAMES, ScoreSheet};
pub use wins_needed::{Wins, WinsNeeded};
