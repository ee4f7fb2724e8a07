//! The policy put to the test: games dealt from the real wall, without replacement.

use super::policy::Policy;
use crate::{InputError, Situation, Tile, Tiles, dealt};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

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
    /// Plays a hand of the situation that has discarded so many times to the end. The same seed
    /// gives the same counts at any number of threads. `report` hears how many games are done and
    /// may break off; the counts then cover what was done.
    pub fn verify(
        &self,
        situation: &Situation,
        waiting: Tiles,
        games: u64,
        seed: u64,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Verified, InputError> {
        dealt::check(games)?;
        situation.needs_known_melds("verify")?;
        let wall = situation.limits().less(situation.hand().concealed()).unwrap_or(Tiles::EMPTY);
        let mut sum = Verified::default();
        let play = |player: &mut Self, games, random| player.chunk(waiting, wall, games, random);
        dealt::deal(self, games, seed, play, |part| sum.add(part), report);
        Ok(sum)
    }

    fn chunk(
        &mut self,
        waiting: Tiles,
        wall: Tiles,
        games: u64,
        mut random: Xoshiro256PlusPlus,
    ) -> Verified {
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
