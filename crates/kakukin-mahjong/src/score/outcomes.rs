//! What the wins of a policy look like: how many points, and by which yaku. The graph is swept
//! forward from one hand, with all draws to come.

use super::{
    policy::{ScorePolicy, Source},
    ready::Judge,
    wait::Wait,
};
use crate::{
    Luck, Readings, Riichi, Stopped, Tiles, Yaku,
    others::{Chances, row},
};
use kakukin_core::checkpoint;
use std::{collections::BTreeMap, ops::ControlFlow};

/// The wins of a policy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcomes {
    points: BTreeMap<u32, f64>,
    /// The chance to win with each yaku, and its han times that.
    yaku: Vec<[f64; 2]>,
    riichi: f64,
}

impl Outcomes {
    /// The chance to win.
    pub fn win(&self) -> f64 {
        self.points.values().sum()
    }

    /// The chance to declare riichi.
    pub fn riichi(&self) -> f64 {
        self.riichi
    }

    /// What a win can bring, honba and sticks included, and the chance of each, fewest
    /// points first.
    pub fn points(&self) -> impl Iterator<Item = (u32, f64)> {
        self.points.iter().map(|(&points, &chance)| (points, chance))
    }

    /// What a win brings on average.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.points().map(|(points, chance)| f64::from(points) * chance).sum();
        let win = self.win();
        if win > 0.0 { sum / win } else { 0.0 }
    }

    /// The yaku of the wins: which part of them has it, and how many han it brings to these
    /// (or how many yakuman it is).
    pub fn yaku(&self) -> impl Iterator<Item = (Yaku, f64, f64)> {
        let win = self.win();
        let seen = move |chance: f64| win > 0.0 && chance > 1e-12 * win;
        let all = Yaku::ALL.iter().zip(&self.yaku);
        all.filter(move |(_, [chance, _])| seen(*chance))
            .map(move |(&yaku, [chance, han])| (yaku, chance / win, han / chance))
    }

    fn add(&mut self, judge: &Judge, readings: &Readings, luck: Luck, ura: u32, chance: f64) {
        let Some(scored) = readings.best(luck, ura).filter(|_| chance != 0.0) else { return };
        *self.points.entry(judge.paid(scored.points)).or_default() += chance;
        self.yaku.resize(Yaku::ALL.len(), [0.0; 2]);
        for (yaku, han) in readings.listed(&scored, ura) {
            let sums = &mut self.yaku[yaku as usize];
            sums[0] += chance;
            sums[1] += chance * f64::from(han);
        }
    }

    /// What is left of sums that should be nothing.
    fn without_rounding(mut self) -> Self {
        let least = 1e-13 * self.win();
        self.points.retain(|_, chance| *chance > least);
        self
    }
}

/// A ready hand that the forward sweep has come to.
pub(crate) struct Come<'r> {
    pub(crate) tiles: Tiles,
    pub(crate) reds: u32,
    pub(crate) waits: &'r [Wait],
}

/// The han of ura indicators and their chances, for a wait and the draws left before it wins.
type Ura<'u> = dyn Fn(&Wait, usize) -> Vec<(u32, f64)> + 'u;

/// Where wins are counted.
pub(crate) struct Count<'j> {
    judge: &'j Judge,
    outcomes: Outcomes,
    /// Whether our own draw is the first that happens, at a table.
    pub(crate) draw_next: bool,
    report: &'j mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Count<'_> {
    /// A sign of life, by how many hands there are.
    pub(crate) fn beat(&mut self, hands: usize) -> Result<(), Stopped> {
        checkpoint();
        if (self.report)(hands as u64).is_break() { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    fn readings(&self, hand: &Come<'_>, wait: &Wait, drawn: bool) -> Readings {
        let reds = hand.reds + u32::from(wait.place.is_red());
        let tile = wait.place.tile();
        self.judge.scorer.readings(hand.tiles.with(tile), reds, tile, drawn)
    }

    /// Some wins in silence: drawn or by a discard, with the last tile or not.
    pub(crate) fn won(&mut self, hand: &Come<'_>, wait: &Wait, how: [bool; 2], chance: f64) {
        let [drawn, last_tile] = how;
        let luck = Luck { last_tile, ..Luck::default() };
        let readings = self.readings(hand, wait, drawn);
        self.outcomes.add(self.judge, &readings, luck, 0, chance);
    }

    fn is_last(&self, draws: usize) -> bool {
        draws == 1 && self.judge.haitei
    }

    /// Some wins in silence with so many draws left before the draw.
    pub(crate) fn silent(&mut self, hand: &Come<'_>, wait: &Wait, draws: usize, chance: f64) {
        self.won(hand, wait, [true, self.is_last(draws)], chance);
    }

    /// Some wins by the first draw of all.
    pub(crate) fn first_draw(&mut self, hand: &Come<'_>, wait: &Wait, draws: usize, chance: f64) {
        let luck = Luck { first_turn: true, last_tile: self.is_last(draws), ..Luck::default() };
        let readings = self.readings(hand, wait, true);
        self.outcomes.add(self.judge, &readings, luck, 0, chance);
    }

    /// The chances to declare riichi with so many draws left. `weight` is the chance of one tile,
    /// `copies` are those that win by each wait; `ura` tells for a wait and a number of draws left
    /// the han of the ura indicators and the chances of them.
    pub(crate) fn riichi(
        &mut self,
        hand: &Come<'_>,
        declared: &[f64],
        weight: &dyn Fn(usize) -> f64,
        copies: &dyn Fn(&Wait) -> f64,
        ura: &Ura<'_>,
    ) {
        let all: f64 = hand.waits.iter().map(copies).sum();
        let readings: Vec<Readings> =
            hand.waits.iter().map(|wait| self.readings(hand, wait, true)).collect();
        for double in [false, true] {
            let riichi = if double { Riichi::Double } else { Riichi::Single };
            let is_own = |d: usize| (self.judge.first == Some(d)) == double;
            let mut later = 0.0;
            for d in (1..declared.len()).rev() {
                let now = if is_own(d) { declared[d] } else { 0.0 };
                let weight = weight(d);
                for (ippatsu, chance) in [(true, now), (false, later)] {
                    if chance == 0.0 {
                        continue;
                    }
                    let last_tile = self.is_last(d);
                    let luck = Luck { riichi, ippatsu, last_tile, ..Luck::default() };
                    for (wait, readings) in hand.waits.iter().zip(&readings) {
                        let chance = chance * weight * copies(wait);
                        for (han, part) in ura(wait, d) {
                            let chance = chance * part;
                            self.outcomes.add(self.judge, readings, luck, han, chance);
                        }
                    }
                }
                later = (now + later) * (1.0 - all * weight);
            }
        }
    }
}

impl Count<'_> {
    /// The same at a table: `chances` of the hand when it became ready.
    pub(crate) fn riichi_at(
        &mut self,
        hand: &Come<'_>,
        declared: &[f64],
        chances: &Chances,
        copies: &dyn Fn(&Wait) -> f64,
        ura: &Ura<'_>,
    ) {
        let all: f64 = hand.waits.iter().map(copies).sum();
        let each = |drawn| -> Vec<Readings> {
            hand.waits.iter().map(|wait| self.readings(hand, wait, drawn)).collect()
        };
        let [by_discard, drawn] = [each(false), each(true)];
        for (d, &mass) in declared.iter().enumerate().filter(|(_, mass)| **mass != 0.0) {
            let is_double = self.judge.first == Some(d);
            let riichi = if is_double { Riichi::Double } else { Riichi::Single };
            for at in 0..=d {
                let (draw, shown) = (chances.draw[row(d) + at], chances.shown[row(d) + at]);
                let last = if at == 0 { chances.last[d] } else { 0.0 };
                let parts = [
                    (&drawn, draw, self.is_last(at)),
                    (&by_discard, shown - last, false),
                    (&by_discard, last, true),
                ];
                for (readings, chance, last_tile) in parts {
                    let ippatsu = at == d;
                    let luck = Luck { riichi, ippatsu, last_tile, ..Luck::default() };
                    for (wait, readings) in hand.waits.iter().zip(readings) {
                        let chance = mass * chance * copies(wait) / all.max(1.0);
                        for (han, part) in ura(wait, at) {
                            self.outcomes.add(self.judge, readings, luck, han, chance * part);
                        }
                    }
                }
            }
        }
    }
}

impl ScorePolicy {
    /// What its wins look like, with all draws to come; `report` is called now and then, and may
    /// cancel the work.
    pub fn outcomes(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Outcomes, Stopped> {
        let judge = self.judge.clone();
        let draw_next = judge.table.is_some() && self.root.thrown.is_none();
        let mut count = Count { judge: &judge, outcomes: Outcomes::default(), draw_next, report };
        let (tiles, reds) = (self.root.tiles, self.root.reds);
        let mut draws = judge.draws();
        let (mut mass, mut drawn) = (1.0, false);
        if let Source::Plain(plain) = &mut self.source
            && self.root.thrown.is_none()
            && judge.first.is_some()
            && draws > 0
        {
            // As dealt and ready: the first draw wins, or the hand goes on from there.
            let ready = plain.ready(tiles, reds);
            let waits = ready.map_or(Vec::new(), |(waits, _)| waits.to_vec());
            if !waits.is_empty() {
                let all: f64 = waits.iter().map(|wait| f64::from(wait.copies)).sum();
                let weight = judge.clock.weight_among(draws, all);
                let hand = Come { tiles, reds: reds.len(), waits: &waits };
                for wait in &waits {
                    count.first_draw(&hand, wait, draws, weight * f64::from(wait.copies));
                }
                mass = 1.0 - all * weight;
                draws -= 1;
                drawn = true;
            }
        }
        if let Some(table) = &judge.table
            && draw_next
            && matches!(self.source, Source::Plain(_))
            && self.distances.distance(tiles) != Some(1)
            && draws > 0
            && !drawn
        {
            // Our draw is next: no other can win before it.
            mass /= table.coming().go_on(draws).0;
        }
        count.outcomes.riichi = match &mut self.source {
            Source::Plain(plain) => plain.forward(tiles, reds, draws, mass, &mut count)?,
            Source::Improve(graph, values) => {
                graph.forward(values, tiles, reds, draws, mass, &mut count)?
            }
        };
        Ok(count.outcomes.without_rounding())
    }
}
