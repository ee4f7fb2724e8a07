//! The policy put to the test: games dealt from the real wall, without replacement, ura
//! indicators and all.

use super::policy::{Move, ScorePolicy, bag};
use crate::{Bag, InputError, Reds, Riichi, Tile, Tiles, dealt};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

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

impl ScoreVerified {
    fn add(&mut self, other: Self) {
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
    /// any number of threads. `report` hears how many games are done and may break off;
    /// the counts then cover what was done.
    pub fn verify(
        &self,
        games: u64,
        seed: u64,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ScoreVerified, InputError> {
        dealt::check(games)?;
        let mut wall: Vec<(Tile, bool)> = Vec::new();
        let mut reds = self.judge.unseen_reds.counts();
        for tile in self.judge.unseen.iter() {
            let red = tile.is_five() && reds[tile.suit()] > 0;
            if red {
                reds[tile.suit()] -= 1;
            }
            wall.push((tile, red));
        }
        let mut sum = ScoreVerified::default();
        let play = |player: &mut Self, games, random| player.chunk(wall.clone(), games, random);
        dealt::deal(self, games, seed, play, |part| sum.add(part), report);
        Ok(sum)
    }

    fn chunk(
        &mut self,
        mut wall: Vec<(Tile, bool)>,
        games: u64,
        mut random: Xoshiro256PlusPlus,
    ) -> ScoreVerified {
        let mut sum = ScoreVerified { games, ..ScoreVerified::default() };
        for _ in 0..games {
            self.game(&mut wall, &mut random, &mut sum);
        }
        sum
    }

    /// One game.
    fn game(
        &mut self,
        wall: &mut [(Tile, bool)],
        random: &mut Xoshiro256PlusPlus,
        sum: &mut ScoreVerified,
    ) {
        let mut next = {
            let mut taken = 0;
            move |wall: &mut [(Tile, bool)]| {
                // With few tiles left there may be none for the last ura indicators.
                if taken == wall.len() {
                    return None;
                }
                let at = random.random_range(taken..wall.len());
                wall.swap(taken, at);
                taken += 1;
                Some(wall[taken - 1])
            }
        };
        let all = self.draws();
        let mut hand = self.waiting();
        // The draws left when riichi was declared.
        let mut declared = self.is_riichi().then_some(all);
        let mut ready = self.distances.distance(hand.tiles()) == Some(1);
        let mut ever = ready;
        for draws in (0..all).rev() {
            let Some((tile, red)) = next(wall) else { break };
            let drawn = hand.tiles().with(tile);
            let reds = hand.reds().more(tile, red);
            let won = if declared.is_none() {
                match self.play(hand, tile, red, draws) {
                    Move::Win => true,
                    Move::Throw { tile: thrown, red: was_red, riichi } => {
                        if (thrown, was_red) != (tile, red) {
                            hand = without(drawn, reds, thrown, was_red);
                            ready = self.distances.distance(hand.tiles()) == Some(1);
                            ever |= ready;
                        }
                        declared = riichi.then_some(draws);
                        false
                    }
                }
            } else {
                self.distances.distance(drawn) == Some(0)
            };
            if won {
                let riichi = match declared {
                    None => Riichi::None,
                    Some(at) if self.is_double(at) => Riichi::Double,
                    Some(_) => Riichi::Single,
                };
                let luck = self.luck(riichi, declared == Some(draws + 1), draws);
                let readings = self.judge.scorer.readings(drawn, reds.len(), tile, true);
                let mut ura = 0;
                if riichi != Riichi::None {
                    for _ in 0..self.judge.ura {
                        let indicator = next(wall);
                        let han = |(tile, _)| self.judge.scorer.ura_han(drawn, tile);
                        ura += indicator.map_or(0, han);
                    }
                }
                let points = u128::from(self.judge.paid(readings.points(luck, ura)));
                sum.wins += 1;
                sum.tenpai += 1;
                sum.points += points;
                sum.squares += points * points;
                return;
            }
        }
        sum.tenpai += u64::from(ever);
        sum.tenpai_at_end += u64::from(ready);
        sum.sticks_lost += u64::from(declared.is_some());
    }
}

fn without(tiles: Tiles, reds: Reds, tile: Tile, red: bool) -> Bag {
    bag(tiles.without(tile), reds.fewer(tile, red))
}
