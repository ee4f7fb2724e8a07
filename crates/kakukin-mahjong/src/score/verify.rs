//! The policy tested on games dealt from the real wall, without replacement, including ura
//! indicators.

use super::{
    policy::{Move, ScorePolicy},
    shown::STICK,
};
use crate::{
    Bag, InputError, Luck, Riichi, Tile, Tiles,
    dealt::{Game, Player, Shown, Start, Wall, Won, deal},
    others::Coming,
};
use std::ops::{AddAssign, ControlFlow};

/// What was observed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ScoreVerified {
    /// Games dealt.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Of them, by a tile that another discarded.
    pub ron: u64,
    /// Games that another won.
    pub lost: u64,
    /// Riichi that did not win in such games.
    pub sticks_lost_early: u64,
    /// What wins of others and lost sticks cost.
    pub costs: f64,
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
        self.ron += other.ron;
        self.lost += other.lost;
        self.sticks_lost_early += other.sticks_lost_early;
        self.costs += other.costs;
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
        let early = dealt.sticks_lost_early as f64;
        let stick = dealt.sticks_lost as f64 - early;
        let ready = dealt.tenpai_at_end as f64 - stick;
        let over = dealt.wins as f64 + dealt.lost as f64;
        let not_ready = games - over - dealt.tenpai_at_end as f64;
        let ends = [
            (early, -closing.stick),
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
        let river = self.question_river.iter().chain(self.root.thrown.map(|(tile, _)| tile));
        let start = Start {
            hand: waiting,
            riichi,
            river: river.collect(),
            draw_next: self.root.thrown.is_none(),
            shapes: self.judge.table.as_ref().map(|_| self.shapes.clone()),
        };
        let game = Game::play(self, &start, wall);
        sum.games += 1;
        sum.tenpai += u64::from(game.ever_ready);
        let stick = if game.declared.is_some() && game.won.is_none() { STICK } else { 0.0 };
        let cost = game.lost.unwrap_or(0.0) + stick;
        let Some(Won { hand, tile, draws, ron, last }) = game.won else {
            sum.lost += u64::from(game.lost.is_some());
            sum.tenpai_at_end += u64::from(game.ready && game.lost.is_none());
            sum.sticks_lost += u64::from(game.declared.is_some());
            sum.sticks_lost_early += u64::from(game.declared.is_some() && game.lost.is_some());
            sum.costs += cost;
            return;
        };
        let riichi = match game.declared {
            None => Riichi::None,
            Some(at) if self.is_double(at) => Riichi::Double,
            Some(_) => Riichi::Single,
        };
        let ippatsu = game.declared == Some(if ron { draws } else { draws + 1 });
        let luck = if ron {
            Luck { riichi, ippatsu, last_tile: last, ..Luck::default() }
        } else {
            self.luck(riichi, ippatsu, draws)
        };
        let indicators = if riichi == Riichi::None { 0 } else { self.judge.ura };
        // With few tiles left there may be none for the last ura indicators.
        let shown = (0..indicators).filter_map(|_| wall.draw());
        let ura = shown.map(|(shown, _)| self.judge.scorer.ura_han(hand.tiles(), shown)).sum();
        let readings = self.judge.scorer.readings(hand.tiles(), hand.reds().len(), tile, !ron);
        let points = self.judge.paid(readings.points(luck, ura));
        sum.wins += 1;
        sum.ron += u64::from(ron);
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

    fn play(&mut self, waiting: Bag, tile: Tile, red: bool, draws: usize) -> Move {
        Self::play(self, waiting, tile, red, draws)
    }

    fn takes(&mut self, waiting: Bag, tile: Tile, red: bool, how: Shown) -> bool {
        self.takes_discard(waiting, tile, red, how)
    }

    fn coming(&self, riichi: bool) -> Option<&Coming> {
        let table = self.judge.table.as_ref()?;
        Some(if riichi { table.riichi.coming() } else { table.coming() })
    }
}
