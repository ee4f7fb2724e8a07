//! Games dealt from the real wall, without replacement, in chunks: the same seed gives the same
//! games at any number of threads.

use crate::{Bag, InputError, Move, Tile, Tiles, parallel::in_parallel};
use kakukin_core::{BadValue, checkpoint};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    ops::{AddAssign, ControlFlow},
    sync::Mutex,
};

/// The most games of one test.
pub const MAX_GAMES: u64 = 1_000_000_000;
/// Games that share one random stream; part of what a seed means.
const CHUNK: u64 = 1 << 12;
/// Chunks between two reports of progress.
const BATCH: u64 = 16;

/// Lets copies of a player play so many games, each with what it has learnt, and adds up what
/// they saw. `play` plays one game; `report` hears how many are done and may cancel the rest.
pub(crate) fn deal<P: Clone + Send + Sync, S: Default + AddAssign + Send>(
    player: &P,
    wall: &[(Tile, bool)],
    games: u64,
    seed: u64,
    play: impl Fn(&mut P, &mut Wall<'_>, &mut S) + Sync + Send,
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<S, InputError> {
    if games == 0 || games > MAX_GAMES {
        let allowed = format!("1..{MAX_GAMES}");
        return Err(InputError::new("verify", games, BadValue::OutOfRange, allowed));
    }
    let mut all = S::default();
    let idle: Mutex<Vec<P>> = Mutex::new(Vec::new());
    let chunks = games.div_ceil(CHUNK);
    for from in (0..chunks).step_by(BATCH as usize) {
        let batch: Vec<u64> = (from..(from + BATCH).min(chunks)).collect();
        let parts = in_parallel(&batch, |&chunk, ()| {
            let known = idle.lock().map(|mut all| all.pop()).unwrap_or(None);
            let mut player = known.unwrap_or_else(|| player.clone());
            let stream = seed ^ chunk.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(stream);
            let mut wall = wall.to_vec();
            let mut sum = S::default();
            for _ in 0..CHUNK.min(games - chunk * CHUNK) {
                checkpoint();
                let mut wall = Wall { tiles: &mut wall, taken: 0, random: &mut random };
                play(&mut player, &mut wall, &mut sum);
            }
            if let Ok(mut all) = idle.lock() {
                all.push(player);
            }
            sum
        });
        parts.into_iter().for_each(|part| all += part);
        if report(games.min((from + BATCH) * CHUNK)).is_break() {
            break;
        }
    }
    Ok(all)
}

/// The wall of one game, shuffled as far as it is drawn.
pub(crate) struct Wall<'w> {
    /// Tiles, and whether they are red fives.
    tiles: &'w mut [(Tile, bool)],
    taken: usize,
    random: &'w mut Xoshiro256PlusPlus,
}

impl Wall<'_> {
    /// Whether something happens that has a chance.
    pub(crate) fn happens(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.random.random_range(0.0..1.0) < chance
    }

    /// The next tile, if one is left.
    pub(crate) fn draw(&mut self) -> Option<(Tile, bool)> {
        if self.taken == self.tiles.len() {
            return None;
        }
        let at = self.random.random_range(self.taken..self.tiles.len());
        self.tiles.swap(self.taken, at);
        self.taken += 1;
        Some(self.tiles[self.taken - 1])
    }
}

/// Somebody who plays a hand.
pub(crate) trait Player {
    /// The draws of a game.
    fn draws(&self) -> usize;

    /// The distance of a hand; `None` if it cannot be completed.
    fn distance(&mut self, hand: Tiles) -> Option<u32>;

    /// What to do with a tile that is drawn to a waiting hand in silence, when `draws` are left
    /// afterwards.
    fn play(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize) -> Move;
}

/// One game.
#[derive(Debug, Default)]
pub(crate) struct Game {
    /// The complete hand, the tile that completed it and the draws left, if it was won.
    pub(crate) won: Option<(Bag, Tile, usize)>,
    /// Whether the hand was ready at some time, and at the end without a win.
    pub(crate) ever_ready: bool,
    pub(crate) ready: bool,
    /// The draws that were left when riichi was declared.
    pub(crate) declared: Option<usize>,
}

impl Game {
    /// Plays a waiting hand, which may have declared riichi, to the end.
    pub(crate) fn play(
        player: &mut impl Player,
        mut hand: Bag,
        riichi: bool,
        wall: &mut Wall<'_>,
    ) -> Self {
        let all = player.draws();
        let ready = player.distance(hand.tiles()) == Some(1);
        let mut game =
            Self { won: None, ever_ready: ready, ready, declared: riichi.then_some(all) };
        for draws in (0..all).rev() {
            let Some((tile, red)) = wall.draw() else { break };
            let drawn = hand.plus(tile, red);
            let won = if game.declared.is_some() {
                player.distance(drawn.tiles()) == Some(0)
            } else {
                match player.play(hand, tile, red, draws) {
                    Move::Win => true,
                    Move::Throw { tile: thrown, red: was_red, riichi } => {
                        if (thrown, was_red) != (tile, red) {
                            hand = drawn.minus(thrown, was_red);
                            game.ready = player.distance(hand.tiles()) == Some(1);
                            game.ever_ready |= game.ready;
                        }
                        game.declared = riichi.then_some(draws);
                        false
                    }
                }
            };
            if won {
                game.won = Some((drawn, tile, draws));
                (game.ever_ready, game.ready) = (true, false);
                break;
            }
        }
        game
    }
}
