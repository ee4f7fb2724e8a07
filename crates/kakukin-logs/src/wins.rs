//! Wins counted again from what happened, beside what the log says of them.

use crate::{Board, Face, LoggedWin, Said, SaidYaku, face::bag};
use kakukin_mahjong::{Bag, Hand, InputError, Luck, Points, Riichi, Situation, Stakes, Win, Yaku};
use serde::Serialize;

/// In what our count of a win differs from the log's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WinDifference"))]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// By our count it is no win.
    NoWin,
    /// The yaku, or their han.
    Yaku,
    /// All han.
    Han,
    /// Fu.
    Fu,
    /// The number of yakuman.
    Yakuman,
    /// The points of the hand.
    Points,
    /// Who receives or pays how much.
    Payments,
}

/// A win, counted again.
#[derive(Debug, Clone)]
pub struct CheckedWin {
    /// The round in the file, from 0.
    pub round: usize,
    /// The event in the round, from 0.
    pub event: usize,
    /// Who won.
    pub seat: usize,
    /// With whose tile; the winner's own for a self-draw.
    pub from: usize,
    /// The hand with the winning tile; nothing if not all of it is known.
    pub hand: Option<Hand>,
    /// The winning tile, if it is known.
    pub tile: Option<Face>,
    /// How it came about, by the events.
    pub luck: Luck,
    /// The indicators.
    pub dora: Vec<Face>,
    /// The ura indicators, where they count.
    pub ura: Vec<Face>,
    /// Our count; nothing if not all of the hand is known.
    pub points: Option<Result<Points, InputError>>,
    /// What each seat receives or pays by our count.
    pub deltas: Option<Vec<i32>>,
    /// What the log says.
    pub said: Said,
    /// In what the two differ.
    pub differences: Vec<Difference>,
}

impl CheckedWin {
    /// Counts a win on the table as it is before it.
    pub(crate) fn new(board: &Board<'_>, round: usize, event: usize, win: &LoggedWin) -> Self {
        let (seat, tsumo) = (win.seat, win.seat == win.from);
        let luck = board.luck(seat, tsumo);
        let tile = board.winning_tile(win);
        let counts = luck.riichi != Riichi::None;
        let mut checked = Self {
            round,
            event,
            seat,
            from: win.from,
            hand: None,
            tile,
            luck,
            dora: board.dora().to_vec(),
            ura: if counts { win.ura.clone() } else { Vec::new() },
            points: None,
            deltas: None,
            said: win.said.clone(),
            differences: Vec::new(),
        };
        if let Some((situation, stakes, win)) = checked.situation(board, tsumo) {
            checked.hand = Some(situation.hand().clone());
            let points = Points::of(&situation, &stakes, &win);
            if let Ok(points) = &points {
                checked.deltas = Some(checked.payments(board, points, &stakes));
            }
            checked.points = Some(points);
            checked.compare();
        }
        checked
    }

    /// Whether it was counted and is alike in everything that the log says.
    pub fn is_alike(&self) -> bool {
        self.points.is_some() && self.differences.is_empty()
    }

    fn situation(&self, board: &Board<'_>, tsumo: bool) -> Option<(Situation, Stakes, Win)> {
        let (player, tile, round) = (&board.seats()[self.seat], self.tile?, board.round());
        if player.unknown > 0 {
            return None;
        }
        let mut concealed = player.concealed;
        if !tsumo {
            concealed = concealed.with(tile.tile(), tile.is_red())?;
        }
        let melds = player.melds.iter().map(|called| called.meld).collect();
        let hand = Hand::new(concealed, melds).ok()?;
        let situation = Situation::new(hand, round.game.players)
            .and_then(|table| table.with_dora(bag(self.dora.iter().copied()).unwrap_or_default()))
            .and_then(|table| table.with_north(player.norths))
            .ok()?;
        let first = !board.is_over();
        let (honba, sticks) = if first { (round.honba, board.sticks()) } else { (0, 0) };
        let stakes = Stakes::default()
            .with_rules(round.game.rules)
            .with_seat(round.seat_wind(self.seat))
            .with_round(round.wind)
            .with_honba(honba)
            .and_then(|stakes| stakes.with_sticks(sticks))
            .ok()?;
        let ura = bag(self.ura.iter().copied()).unwrap_or(Bag::EMPTY);
        Some((situation, stakes, Win { tile: tile.tile(), tsumo, luck: self.luck, ura }))
    }

    /// What each seat receives or pays.
    fn payments(&self, board: &Board<'_>, points: &Points, stakes: &Stakes) -> Vec<i32> {
        let round = board.round();
        let (paid, players) = (points.payments(), round.game.players);
        let mut deltas = vec![0; round.seats()];
        for (other, share) in deltas.iter_mut().enumerate().filter(|(k, _)| *k != self.seat) {
            let part = if self.from == self.seat {
                if other == round.dealer { paid.dealer.or(paid.other) } else { paid.other }
            } else {
                paid.discarder.filter(|_| other == self.from)
            };
            *share = -(part.unwrap_or(0) as i32);
        }
        deltas[self.seat] = paid.total as i32;
        let counters = (stakes.rules().honba(players) * stakes.honba()) as i32;
        self.share_liability(board, points, counters, &mut deltas);
        deltas
    }

    /// Whoever let the last set of a yakuman be called pays for it: all of a self-draw, half of
    /// a win on another's discard, and the counters.
    fn share_liability(
        &self,
        board: &Board<'_>,
        points: &Points,
        counters: i32,
        deltas: &mut [i32],
    ) {
        let all = points.yakuman() as i32;
        for (yaku, dragons) in [(Yaku::Daisangen, true), (Yaku::Daisuushii, false)] {
            let part = points.yaku().iter().find(|(own, _)| *own == yaku);
            let liable = board.liable(self.seat, dragons);
            let (Some(&(_, part)), Some(liable)) = (part, liable) else { continue };
            let tsumo = self.from == self.seat;
            let payers = deltas.len() as i32 - 1;
            for (seat, delta) in deltas.iter_mut().enumerate() {
                if seat == self.seat || seat == liable {
                    continue;
                }
                let honba = match tsumo {
                    true => counters / payers,
                    false if seat == self.from => counters,
                    false => 0,
                };
                let base = -*delta - honba;
                // Of other yakuman of the same hand each pays what they would.
                let shared = base * part as i32 / all.max(1);
                let kept = if tsumo { 0 } else { shared / 2 };
                *delta = -(base - shared + kept);
            }
            let others: i32 =
                deltas.iter().enumerate().filter(|(k, _)| *k != liable).map(|x| x.1).sum();
            let sticks = points.payments().sticks as i32;
            deltas[liable] = sticks - others;
            return;
        }
    }

    fn compare(&mut self) {
        let Some(points) = &self.points else { return };
        let Ok(points) = points else {
            self.differences.push(Difference::NoWin);
            return;
        };
        let said = &self.said;
        let limit = points.yakuman() > 0;
        let mut differs = |what: Difference, differs: bool| {
            if differs {
                self.differences.push(what);
            }
        };
        if let Some(theirs) = &said.yaku {
            let mut theirs = theirs.clone();
            let ours = points.yaku().iter();
            let mut ours: Vec<(SaidYaku, u32)> = ours
                .map(|&(yaku, han)| (SaidYaku::Known(yaku), if limit { 0 } else { han }))
                .collect();
            theirs.sort();
            ours.sort();
            differs(Difference::Yaku, ours != theirs);
        }
        let is_other = |theirs: Option<u32>, ours| theirs.is_some_and(|theirs| theirs != ours);
        differs(Difference::Han, !limit && is_other(said.han, points.han()));
        differs(Difference::Fu, !limit && is_other(said.fu, points.fu()));
        differs(Difference::Yakuman, is_other(said.yakuman, points.yakuman()));
        differs(Difference::Points, is_other(said.points, points.points()));
        let mut ours = self.deltas.clone().unwrap_or_default();
        if said.leaves_sticks_out() {
            ours[self.seat] -= points.payments().sticks as i32;
        }
        let paid = said.deltas.as_ref().is_some_and(|theirs| *theirs != ours);
        differs(Difference::Payments, paid);
    }
}
