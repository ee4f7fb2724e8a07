//! The policy put to the test: games dealt from the real wall, without replacement.

use super::policy::Policy;
use crate::{Situation, Tile, Tiles};
use kakukin_sweep::{InputError, Problem};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    ops::{ControlFlow, Range},
    sync::Mutex,
};

/// The most games of one test.
pub const MAX_GAMES: u64 = 1_000_000_000;
/// Games that share one random stream; part of what a seed means.
const CHUNK: u64 = 1 << 12;
/// Chunks between two reports of progress.
const BATCH: u64 = 16;

/// What was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Games dealt.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games in which the hand was ready at some time.
    pub tenpai: u64,
}

impl Verified {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.tenpai += other.tenpai;
    }
}

impl Policy {
    /// Plays a hand of the situation that has discarded so many times to the end. The same seed gives the same counts at any number of threads. `report` hears how
    /// many games are done and may break off; the counts then cover what was done.
    pub fn verify(
        &self,
        situation: &Situation,
        waiting: Tiles,
        games: u64,
        seed: u64,
        mut report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Verified, InputError> {
        if games == 0 || games > MAX_GAMES {
            let allowed = format!("1..{MAX_GAMES}");
            return Err(InputError::new("verify", games, Problem::OutOfRange, allowed));
        }
        situation.needs_known_melds("verify")?;
        let wall = situation.limits().less(situation.hand().concealed()).unwrap_or(Tiles::EMPTY);
        let players = Mutex::new(Vec::new());
        let chunks = games.div_ceil(CHUNK);
        let mut sum = Verified::default();
        for from in (0..chunks).step_by(BATCH as usize) {
            let batch = from..(from + BATCH).min(chunks);
            let play = |chunk: u64| {
                // A player for each thread, with what it has learnt.
                let idle = players.lock().map(|mut all| all.pop()).unwrap_or(None);
                let mut player = idle.unwrap_or_else(|| self.clone());
                let count = CHUNK.min(games - chunk * CHUNK);
                let part = player.chunk(waiting, wall, count, seed, chunk);
                if let Ok(mut all) = players.lock() {
                    all.push(player);
                }
                part
            };
            sum.add(played(batch, play));
            if report(sum.games).is_break() {
                break;
            }
        }
        Ok(sum)
    }

    fn chunk(
        &mut self,
        waiting: Tiles,
        wall: Tiles,
        games: u64,
        seed: u64,
        chunk: u64,
    ) -> Verified {
        let stream = seed ^ chunk.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(stream);
        let mut wall: Vec<Tile> = wall.iter().collect();
        let mut sum = Verified { games, ..Verified::default() };
        for _ in 0..games {
            let mut hand = waiting;
            let mut ready = self.distance(hand) <= 1;
            let mut won = false;
            for drawn in 0..self.draws().min(wall.len()) {
                let at = random.random_range(drawn..wall.len());
                wall.swap(drawn, at);
                let tile = wall[drawn];
                if self.distance(hand.with(tile)) == 0 {
                    won = true;
                    break;
                }
                let discard = self.discard(hand, tile, self.draws() - drawn - 1);
                hand = hand.with(tile).without(discard);
                ready |= discard != tile && self.distance(hand) <= 1;
            }
            sum.wins += u64::from(won);
            sum.tenpai += u64::from(won || ready);
        }
        sum
    }
}

#[cfg(feature = "parallel")]
fn played(chunks: Range<u64>, play: impl Fn(u64) -> Verified + Sync + Send) -> Verified {
    use rayon::prelude::*;
    chunks.into_par_iter().map(play).reduce(Verified::default, |mut a, b| {
        a.add(b);
        a
    })
}

#[cfg(not(feature = "parallel"))]
fn played(chunks: Range<u64>, play: impl Fn(u64) -> Verified) -> Verified {
    let mut sum = Verified::default();
    chunks.for_each(|chunk| sum.add(play(chunk)));
    sum
}
