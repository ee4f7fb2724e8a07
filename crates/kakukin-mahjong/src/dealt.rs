//! Games dealt from the real wall, without replacement, in chunks: the same seed gives the same
//! games at any number of threads.

use crate::{
    Bag, Distances, InputError, Move, Tile, TileSet, Tiles, others::Coming, parallel::in_parallel,
};
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
    /// Whether something happens that has this chance.
    pub(crate) fn chance(&mut self, chance: f64) -> bool {
        chance >= 1.0 || (chance > 0.0 && self.random.random::<f64>() < chance)
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

    /// Whether a tile is taken that another discards to a ready hand.
    fn takes(&mut self, waiting: Bag, tile: Tile, red: bool, how: Shown) -> bool;

    /// What the others do to a hand in riichi or not; `None` if nothing.
    fn coming(&self, riichi: bool) -> Option<&Coming>;
}

/// A tile that another discards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) riichi: bool,
    /// Draws left.
    pub(crate) draws: usize,
    /// Whether it is the last discard of the round.
    pub(crate) last: bool,
}

/// A hand that was won.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Won {
    /// The complete hand, and the tile that completed it.
    pub(crate) hand: Bag,
    pub(crate) tile: Tile,
    /// The draws left, after the one that won.
    pub(crate) draws: usize,
    /// Whether another discarded the tile, and whether nobody discarded one after it.
    pub(crate) ron: bool,
    pub(crate) last: bool,
}

/// Where a game begins.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    pub(crate) hand: Bag,
    /// Whether riichi was declared with the discard.
    pub(crate) riichi: bool,
    /// Our own discards.
    pub(crate) river: TileSet,
    /// Whether our own draw comes first.
    pub(crate) draw_next: bool,
    /// Tells which kinds a hand waits for.
    pub(crate) shapes: Option<Distances>,
}

/// One game.
#[derive(Debug, Default)]
pub(crate) struct Game {
    pub(crate) won: Option<Won>,
    /// What it cost that another won, if one did.
    pub(crate) lost: Option<f64>,
    /// Whether the hand was ready at some time, and at the end without a win.
    pub(crate) ever_ready: bool,
    pub(crate) ready: bool,
    /// The draws that were left when riichi was declared.
    pub(crate) declared: Option<usize>,
}

impl Game {
    /// Plays a waiting hand, which may have declared riichi, to the end.
    pub(crate) fn play(player: &mut impl Player, start: &Start, wall: &mut Wall<'_>) -> Self {
        let all = player.draws();
        let mut hand = start.hand;
        let ready = player.distance(hand.tiles()) == Some(1);
        let declared = start.riichi.then_some(all);
        let mut game = Self { ever_ready: ready, ready, declared, ..Self::default() };
        // It remembers what it has met of hands.
        let mut shapes = start.shapes.clone();
        let mut river = start.river;
        let mut barred = false;
        let draw_next = start.draw_next && all > 0;
        if !draw_next
            && game.go_around(player, shapes.as_mut(), hand, river, &mut barred, all, wall)
        {
            return game;
        }
        for draws in (0..all).rev() {
            let Some((tile, red)) = wall.draw() else { break };
            let drawn = hand.plus(tile, red);
            let won = if game.declared.is_some() {
                player.distance(drawn.tiles()) == Some(0)
            } else {
                // What was passed up bars only until the next draw.
                barred = false;
                match player.play(hand, tile, red, draws) {
                    Move::Win => true,
                    Move::Throw { tile: thrown, red: was_red, riichi } => {
                        if (thrown, was_red) != (tile, red) {
                            hand = drawn.minus(thrown, was_red);
                            game.ready = player.distance(hand.tiles()) == Some(1);
                            game.ever_ready |= game.ready;
                        }
                        river = river.iter().chain([thrown]).collect();
                        game.declared = riichi.then_some(draws);
                        false
                    }
                }
            };
            if won {
                let last = draws == 0;
                game.won = Some(Won { hand: drawn, tile, draws, ron: false, last });
                (game.ever_ready, game.ready) = (true, false);
                break;
            }
            if game.go_around(player, shapes.as_mut(), hand, river, &mut barred, draws, wall) {
                break;
            }
        }
        game
    }

    /// The others discard, and one of them may win: whether the game is over.
    #[expect(clippy::too_many_arguments, reason = "all that a go-around depends on")]
    fn go_around(
        &mut self,
        player: &mut impl Player,
        shapes: Option<&mut Distances>,
        hand: Bag,
        river: TileSet,
        barred: &mut bool,
        draws: usize,
        wall: &mut Wall<'_>,
    ) -> bool {
        let riichi = self.declared.is_some();
        let Some(coming) = player.coming(riichi) else { return false };
        let (shown, discards) = (coming.shown, coming.discards(draws));
        let (stay, lost) = coming.go_on(draws);
        let furiten = self.ready && is_furiten(hand.tiles(), river, shapes);
        for number in 0..discards {
            if !wall.chance(shown) {
                continue;
            }
            let Some((tile, red)) = wall.draw() else { break };
            if !self.ready || player.distance(hand.tiles().with(tile)) != Some(0) {
                continue;
            }
            let last = draws == 0 && number + 1 == discards;
            let how = Shown { riichi, draws, last };
            if furiten || *barred || !player.takes(hand, tile, red, how) {
                *barred = true;
                continue;
            }
            let hand = hand.plus(tile, red);
            self.won = Some(Won { hand, tile, draws, ron: true, last });
            (self.ever_ready, self.ready) = (true, false);
            return true;
        }
        if stay < 1.0 && !wall.chance(stay) {
            self.lost = Some(lost / (1.0 - stay));
            return true;
        }
        false
    }
}

/// Whether a ready hand waits for a kind that was discarded.
fn is_furiten(hand: Tiles, river: TileSet, shapes: Option<&mut Distances>) -> bool {
    let Some(shapes) = shapes else { return false };
    river.iter().any(|tile| hand.count(tile) < 4 && shapes.distance(hand.with(tile)) == Some(0))
}
