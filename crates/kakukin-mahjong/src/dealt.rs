//! Games dealt in chunks: the same seed gives the same games at any number of threads.

use crate::{InputError, parallel::in_parallel};
use kakukin_core::BadValue;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{ops::ControlFlow, sync::Mutex};

/// The most games of one test.
pub const MAX_GAMES: u64 = 1_000_000_000;
/// Games that share one random stream; part of what a seed means.
const CHUNK: u64 = 1 << 12;
/// Chunks between two reports of progress.
const BATCH: u64 = 16;

/// Refuses a number of games.
pub(crate) fn check(games: u64) -> Result<(), InputError> {
    if games == 0 || games > MAX_GAMES {
        let allowed = format!("1..{MAX_GAMES}");
        return Err(InputError::new("verify", games, BadValue::OutOfRange, allowed));
    }
    Ok(())
}

/// Lets copies of a player play so many games, each with what it has learnt, and adds up what
/// they saw. `play` is given how many games to play; `report` hears how many are done and may
/// break off.
pub(crate) fn deal<P: Clone + Send + Sync, S: Send>(
    player: &P,
    games: u64,
    seed: u64,
    play: impl Fn(&mut P, u64, Xoshiro256PlusPlus) -> S + Sync + Send,
    mut add: impl FnMut(S),
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) {
    let idle: Mutex<Vec<P>> = Mutex::new(Vec::new());
    let chunks = games.div_ceil(CHUNK);
    for from in (0..chunks).step_by(BATCH as usize) {
        let batch: Vec<u64> = (from..(from + BATCH).min(chunks)).collect();
        let parts = in_parallel(&batch, |&chunk, ()| {
            let known = idle.lock().map(|mut all| all.pop()).unwrap_or(None);
            let mut player = known.unwrap_or_else(|| player.clone());
            let stream = seed ^ chunk.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let random = Xoshiro256PlusPlus::seed_from_u64(stream);
            let part = play(&mut player, CHUNK.min(games - chunk * CHUNK), random);
            if let Ok(mut all) = idle.lock() {
                all.push(player);
            }
            part
        });
        parts.into_iter().for_each(&mut add);
        if report(games.min((from + BATCH) * CHUNK)).is_break() {
            break;
        }
    }
}
