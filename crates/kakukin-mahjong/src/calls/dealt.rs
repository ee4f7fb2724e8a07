//! Hands that call in dealt games: the same rules without the convention. Every tile that is shown
//! has gone, and the player does not know it any better than the figures do.

use super::{
    melds::ways,
    sweep::{Figures, Row, Sweep},
    win::Completing,
};
use crate::{
    Bag, InputError, Question, Stopped, Tile, TileSet, Tiles, Verified,
    dealt::{Wall, deal},
    graph::Watch,
    solve::{Group, Root},
};
use kakukin_core::BadValue;
use std::ops::ControlFlow;

impl Question {
    /// Deals games of a hand with a discard that keeps it as near, and plays them as the chance to
    /// win with calls has it played. The same seed gives the same counts at any number of threads.
    /// `report` hears how many games are done and may cancel the rest.
    pub fn deal_with_calls(
        &self,
        after: Option<Tile>,
        games: u64,
        seed: u64,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Verified, Stopped> {
        let situation = self.situation();
        situation.needs_known_melds("verify")?;
        let refuse = |field: &'static str, value: String, allowed: &str| {
            Stopped::from(InputError::new(field, value, BadValue::Conflict, allowed))
        };
        let (hand, limits) = (situation.hand(), situation.limits());
        let (tiles, thrown) = match after {
            Some(tile) if hand.concealed().count(tile) > 0 => {
                (hand.concealed().without(tile), Some((tile, false)))
            }
            None if !hand.has_drawn() => (hand.concealed(), None),
            _ => {
                let tile = after.map_or(String::new(), |tile| tile.to_string());
                return Err(refuse("discard", tile, &hand.to_string()));
            }
        };
        let mut distances = self.distances(limits);
        let distance = distances.distance(tiles);
        if !self.river().is_empty() {
            return Err(refuse("river", String::new(), "-"));
        }
        let Some(distance) = distance.filter(|own| {
            (2..=14).contains(own) && distances.distance(hand.concealed()) == Some(*own)
        }) else {
            let tile = after.map_or(String::new(), |tile| tile.to_string());
            return Err(refuse("discard", tile, "distance 2.."));
        };
        let group = Group {
            limits,
            reds: Default::default(),
            roots: vec![Root { thrown, tiles, reds: Default::default() }],
            distance: Some(distance),
            river: TileSet::default(),
        };
        let mut watch = Watch::new(self.most_states(), self.most_kept(), report);
        let mut sweep = Completing::sweep(self, &group, distance, true, &mut watch)?;
        sweep.roots(true, None, true, &mut watch)?;
        let before = if thrown.is_none() { self.before() } else { sweep.wall.around - 1 };
        let wall = limits.less(hand.concealed()).unwrap_or(Tiles::EMPTY);
        let wall: Vec<(Tile, bool)> = wall.iter().map(|tile| (tile, false)).collect();
        let play = |sweep: &mut Sweep<Completing>, wall: &mut Wall<'_>, sum: &mut Verified| {
            let mut game = Game { sweep, context: 0, held: Bag::plain(tiles), ready: false };
            sum.games += 1;
            sum.wins += u64::from(game.play(before, wall));
            sum.tenpai += u64::from(game.ready);
        };
        Ok(deal(&sweep, &wall, games, seed, play, report)?)
    }
}

/// One game.
struct Game<'g> {
    sweep: &'g mut Sweep<Completing>,
    context: u32,
    held: Bag,
    /// Whether it was ready at some time.
    ready: bool,
}

impl Game<'_> {
    /// Whether the hand wins, before so many discards of the first go-around.
    fn play(&mut self, mut discards: usize, wall: &mut Wall<'_>) -> bool {
        let others = self.sweep.wall.around - 1;
        let mut left = self.sweep.wall.start;
        let mut now = self.distance();
        loop {
            self.ready |= now == 1;
            let coming = self.sweep.figures.coming(self.context > 0).clone();
            let mut called = false;
            for seat in (others + 1 - discards..=others).take_while(|&seat| seat <= left) {
                if !wall.chance(coming.shown) {
                    continue;
                }
                let Some((tile, _)) = wall.draw() else { return false };
                let own = self.sweep.graph.distance(self.context, self.held.plus(tile, false));
                if own == 0 {
                    return true;
                }
                if own < now && seat < left && self.call(tile, left, seat) {
                    (left, called) = (left - seat, true);
                    break;
                }
            }
            discards = others;
            if called {
                now -= 1;
                continue;
            }
            if wall.chance(1.0 - coming.go_on(left / (others + 1)).0) || left <= others {
                return false;
            }
            left -= others + 1;
            let Some((tile, _)) = wall.draw() else { return false };
            let drawn = self.held.plus(tile, false);
            let own = self.sweep.graph.distance(self.context, drawn);
            if own == 0 {
                return true;
            }
            if own < now {
                now = own;
                if let Some((held, _)) = self.best(self.context, drawn, left) {
                    self.held = held;
                }
            }
        }
    }

    fn distance(&mut self) -> u8 {
        self.sweep.graph.distance(self.context, self.held)
    }

    /// The best hand that some tiles can leave, and what it is worth.
    fn best(&mut self, context: u32, tiles: Bag, left: usize) -> Option<(Bag, Row)> {
        let now = self.sweep.graph.distance(context, tiles);
        let mut best: Option<(Bag, Row)> = None;
        for tile in tiles.tiles().kinds() {
            let held = tiles.minus(tile, false);
            if self.sweep.graph.distance(context, held) != now {
                continue;
            }
            let Some(found) = self.sweep.graph.find(context, held) else { continue };
            let row = self.sweep.after_discard(found, left);
            if best.as_ref().is_none_or(|(_, best)| self.sweep.figures.prefers(&row, best)) {
                best = Some((held, row));
            }
        }
        best
    }

    /// Calls a tile if that is better than to let it pass.
    fn call(&mut self, tile: Tile, left: usize, seat: usize) -> bool {
        let others = self.sweep.wall.around - 1;
        let Some(found) = self.sweep.graph.find(self.context, self.held) else { return false };
        let now = self.distance();
        let mut best = self.sweep.before_discards(found, left, others - seat);
        let mut call = None;
        for way in ways(self.held, tile, false) {
            if way.call.is_run() && (seat < others || others < 3) {
                continue;
            }
            let Some(after) = self.sweep.graph.known_after(self.context, way.call) else {
                continue;
            };
            if self.sweep.graph.distance(after, way.rest) + 1 != now {
                continue;
            }
            if let Some((held, row)) = self.best(after, way.rest, left - seat)
                && self.sweep.figures.prefers(&row, &best)
            {
                (best, call) = (row, Some((after, held)));
            }
        }
        let Some((context, held)) = call else { return false };
        (self.context, self.held) = (context, held);
        true
    }
}
