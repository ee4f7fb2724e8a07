//! The policy tested on games dealt from the real wall, without replacement, including ura
//! indicators.

use super::policy::{Move, ScorePolicy};
use crate::{
    Bag, InputError, Riichi, Tile, Tiles,
    dealt::{Game, Player, Wall, deal},
};
use std::ops::{AddAssign, ControlFlow};

/// What was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScoreVerified {
    /// Games dealt.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games in which the hand was ready at some time.
    pub tenpai: u64,
    /// Games that ended ready without a win.
    pub tenpai_at_end: u64,
    /// Riichi that did not win.
    pub sticks_lost: u64,
    /// Points of all wins.
    pub points: u128,
    /// The sum of the squares of the points of each win.
    pub squares: u128,
}

impl AddAssign for ScoreVerified {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.tenpai += other.tenpai;
        self.tenpai_at_end += other.tenpai_at_end;
        self.sticks_lost += other.sticks_lost;
        self.points += other.points;
        self.squares += other.squares;
    }
}

impl ScorePolicy {
    /// The mean score of dealt games and its standard error, payments at the end included.
    pub fn mean(&self, dealt: &ScoreVerified) -> (f64, f64) {
        let games = dealt.games.max(1) as f64;
        let closing = self.judge.closing;
        // Ended ready with and without a stick lost, and not ready.
        let stick = dealt.sticks_lost as f64;
        let ready = dealt.tenpai_at_end as f64 - stick;
        let not_ready = games - dealt.wins as f64 - dealt.tenpai_at_end as f64;
        let ends = [
            (stick, closing.ready - closing.stick),
            (ready, closing.ready),
            (not_ready, closing.not_ready),
        ];
        let sum = dealt.points as f64 + ends.iter().map(|(n, x)| n * x).sum::<f64>();
        let squares = dealt.squares as f64 + ends.iter().map(|(n, x)| n * x * x).sum::<f64>();
        let mean = sum / games;
        let variance = (squares / games - mean * mean).max(0.0);
        (mean, (variance / games).sqrt())
    }

    /// Plays the hand to the end so many times. The same seed gives the same counts at
    /// any number of threads. `report` hears how many games are done and may cancel the rest;
    /// the counts then cover what was done.
    pub fn verify(
        &self,
        games: u64,
        seed: u64,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ScoreVerified, InputError> {
        let mut wall: Vec<(Tile, bool)> = Vec::new();
        let mut reds = self.judge.unseen_reds.counts();
        for tile in self.judge.unseen.iter() {
            let red = tile.is_five() && reds[tile.suit()] > 0;
            if red {
                reds[tile.suit()] -= 1;
            }
            wall.push((tile, red));
        }
        deal(self, &wall, games, seed, Self::game, report)
    }

    /// One game.
    fn game(&mut self, wall: &mut Wall<'_>, sum: &mut ScoreVerified) {
        let (waiting, riichi) = (self.waiting(), self.is_riichi());
        let game = Game::play(self, waiting, riichi, wall);
        sum.games += 1;
        sum.tenpai += u64::from(game.ever_ready);
        let Some((hand, tile, draws)) = game.won else {
            sum.tenpai_at_end += u64::from(game.ready);
            sum.sticks_lost += u64::from(game.declared.is_some());
            return;
        };
        let riichi = match game.declared {
            None => Riichi::None,
            Some(at) if self.is_double(at) => Riichi::Double,
            Some(_) => Riichi::Single,
        };
        let luck = self.luck(riichi, game.declared == Some(draws + 1), draws);
        let indicators = if riichi == Riichi::None { 0 } else { self.judge.ura };
        // With few tiles left there may be none for the last ura indicators.
        let shown = (0..indicators).filter_map(|_| wall.draw());
        let ura = shown.map(|(shown, _)| self.judge.scorer.ura_han(hand.tiles(), shown)).sum();
        let points = self.points(hand.tiles(), hand.reds().len(), tile, luck, ura);
        sum.wins += 1;
        sum.points += u128::from(points);
        sum.squares += u128::from(points) * u128::from(points);
    }
}

impl Player for ScorePolicy {
    fn draws(&self) -> usize {
        Self::draws(self)
    }

    fn distance(&mut self, hand: Tiles) -> Option<u32> {
        self.distances.distance(hand)
    }

    fn is_ready(&mut self, hand: Tiles) -> bool {
        self.distances.distance(hand) == Some(1) || self.in_form.distance(hand) == Some(1)
    }

    fn play(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize) -> Move {
        Self::play(self, waiting, tile, red, draws)
    }
}
