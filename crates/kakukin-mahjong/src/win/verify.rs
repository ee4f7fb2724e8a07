//! The policy tested on games dealt from the real wall, without replacement.

use super::policy::Policy;
use crate::{
    Bag, InputError, Move, Situation, Tile, Tiles,
    dealt::{Game, Player, Shown, Start, Wall, deal},
    others::Coming,
};
use std::ops::{AddAssign, ControlFlow};

/// What was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Games dealt.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Of them, by a tile that another discarded.
    pub ron: u64,
    /// Games in which the hand was ready at some time.
    pub tenpai: u64,
}

impl AddAssign for Verified {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.ron += other.ron;
        self.tenpai += other.tenpai;
    }
}

impl Policy {
    /// Plays a hand of the situation that has discarded so many times to the end. The same seed
    /// gives the same counts at any number of threads. `report` hears how many games are done and
    /// may cancel the rest; the counts then cover what was done.
    pub fn verify(
        &self,
        situation: &Situation,
        waiting: Tiles,
        games: u64,
        seed: u64,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Verified, InputError> {
        situation.needs_known_melds("verify")?;
        let wall = situation.limits().less(situation.hand().concealed()).unwrap_or(Tiles::EMPTY);
        let wall: Vec<(Tile, bool)> = wall.iter().map(|tile| (tile, false)).collect();
        let waiting = Bag::plain(waiting);
        let start = Start {
            hand: waiting,
            riichi: false,
            river: self.river,
            draw_next: !situation.hand().has_drawn(),
            shapes: self.table.as_ref().map(|_| self.shapes.clone()),
        };
        let play = |player: &mut Self, wall: &mut Wall<'_>, sum: &mut Verified| {
            let game = Game::play(player, &start, wall);
            sum.games += 1;
            sum.wins += u64::from(game.won.is_some());
            sum.ron += u64::from(game.won.is_some_and(|won| won.ron));
            sum.tenpai += u64::from(game.ever_ready);
        };
        deal(self, &wall, games, seed, play, report)
    }
}

impl Player for Policy {
    fn draws(&self) -> usize {
        Self::draws(self)
    }

    fn distance(&mut self, hand: Tiles) -> Option<u32> {
        Some(Self::distance(self, hand))
    }

    fn play(&mut self, waiting: Bag, tile: Tile, _: bool, draws: usize) -> Move {
        if Self::distance(self, waiting.tiles().with(tile)) == 0 {
            return Move::Win;
        }
        Move::Throw { tile: self.discard(waiting.tiles(), tile, draws), red: false, riichi: false }
    }

    fn takes(&mut self, _: Bag, _: Tile, _: bool, _: Shown) -> bool {
        true
    }

    fn coming(&self, _: bool) -> Option<&Coming> {
        self.table.as_ref()
    }
}
