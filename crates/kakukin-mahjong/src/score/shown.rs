//! Ready hands at a table where others discard and may win: what riichi and silence are worth from
//! when the hand became ready.

use super::{
    lanes::ReadyHand,
    ready::Judge,
    terms::{Figures, READY, SCORE, TENPAI, WIN},
    ura::Odds,
    wait::Wait,
};
use crate::{
    Aim, Method, ScoreQuestion, Tiles,
    others::{By, Chances, Class, Coming, Furiten, Luckily, Passing, Pools, Share, Standing, row},
};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};
use wide::f64x4;

/// What a stick in riichi costs unless the hand wins.
pub(super) const STICK: f64 = 1000.0;

/// What others do while a hand is played for points.
#[derive(Debug)]
pub(crate) struct AtTable {
    pub(crate) silent: Pools,
    pub(crate) riichi: Pools,
    pub(crate) furiten: Furiten,
    /// Unseen tiles when no draw is left.
    pool: u32,
    passing: Mutex<FxHashMap<Vec<Class>, Arc<Passing>>>,
}

/// What a ready hand can expect from when it became ready.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Stand {
    /// Points, and payments at the end if they count.
    pub(crate) score: f64,
    pub(crate) win: f64,
    /// Wins by discards, which are part of that.
    pub(crate) ron: f64,
    pub(crate) alive: f64,
    /// What wins of others cost, and the stick of a riichi that does not win.
    pub(crate) cost: f64,
}

impl Stand {
    /// As a row of figures, of which the first is what is wanted.
    pub(crate) fn figures(&self, balance: bool) -> Figures {
        let mut figures = [0.0; 4];
        figures[SCORE] = self.score - if balance { self.cost } else { 0.0 };
        figures[WIN] = self.win;
        figures[TENPAI] = 1.0;
        figures[READY] = self.alive;
        figures
    }
}

/// Waits that are taken at the same times.
struct Taken {
    class: Class,
    /// Points on average: by draws, with the last tile, by discards, by the last one.
    points: [f64; 4],
    waits: Vec<usize>,
}

/// What becomes of a silent hand.
enum Silent<'t> {
    /// All waits are taken alike.
    Alike(&'t Chances),
    Passing(Arc<Passing>),
}

impl Silent<'_> {
    /// The chances to win by a class from so many draws left on.
    fn share(&self, class: usize, draws: usize) -> Share {
        match self {
            Self::Passing(passing) => passing.shares[draws][class],
            Self::Alike(chances) => {
                let [[a, b, _], [c, d, _]] = chances.luck[draws];
                Share { draw: [a, b], shown: [c, d] }
            }
        }
    }

    /// The chance that nobody wins, and what wins of others cost.
    fn rest(&self, draws: usize) -> (f64, f64) {
        match self {
            Self::Passing(passing) => (passing.alive[draws], passing.cost[draws]),
            Self::Alike(chances) => (chances.alive[draws], chances.cost[draws]),
        }
    }
}

impl AtTable {
    /// `None` if the others do nothing and the balance, in which a stick can be lost to nobody,
    /// is not wanted.
    pub(crate) fn new(question: &ScoreQuestion, haitei: bool, ippatsu: bool) -> Option<Self> {
        let base = question.question();
        let situation = base.situation();
        if base.others().is_alone() && question.terms().aim != Aim::Balance {
            return None;
        }
        let (hand, draws) = (situation.hand(), base.draws());
        // With improvement other hands follow that have discarded.
        let draw_next = base.method() == Method::Plain && is_draw_next(question);
        let luckily = |ippatsu| Luckily { ippatsu, haitei, discards_next: !draw_next };
        let coming = |standing| Coming::new(base.others(), situation.players(), standing, draws);
        let standing = Standing::in_silence(hand);
        let pool = situation.unseen() - draws as u32;
        Some(Self {
            silent: Pools::new(pool, coming(standing), luckily(false)),
            riichi: Pools::new(pool, coming(Standing::Riichi), luckily(ippatsu)),
            furiten: Furiten::new(base.river(), situation.limits(), base),
            pool,
            passing: Mutex::default(),
        })
    }

    /// A hand that never declares riichi, with so many unseen tiles when no draw is left.
    pub(crate) fn in_silence(pool: u32, coming: Coming, haitei: bool, furiten: Furiten) -> Self {
        let luckily = Luckily { ippatsu: false, haitei, discards_next: true };
        let pools = || Pools::new(pool, coming.clone(), luckily);
        let (silent, riichi) = (pools(), pools());
        Self { silent, riichi, furiten, pool, passing: Mutex::default() }
    }

    /// The same for a hand whose own draw is next.
    pub(super) fn draw_next(&self) -> Self {
        let pools = |own: &Pools| {
            let luckily = Luckily { discards_next: false, ..own.luckily() };
            Pools::new(self.pool, own.coming().clone(), luckily)
        };
        Self {
            silent: pools(&self.silent),
            riichi: pools(&self.riichi),
            furiten: self.furiten.clone(),
            pool: self.pool,
            passing: Mutex::default(),
        }
    }

    /// What is to come for a hand that is not ready, or in silence.
    pub(crate) fn coming(&self) -> &Coming {
        self.silent.coming()
    }

    /// What becomes of a silent hand that takes some tiles at some times only.
    fn passing(&self, classes: &[Class]) -> Arc<Passing> {
        let known = self.passing.lock().ok().and_then(|known| known.get(classes).cloned());
        known.unwrap_or_else(|| {
            let new =
                Arc::new(Passing::new(classes, self.pool, self.coming(), self.silent.luckily()));
            if let Ok(mut known) = self.passing.lock() {
                known.insert(classes.to_vec(), new.clone());
            }
            new
        })
    }
}

/// Whether the question's hand waits for its own draw: no discard of the others comes before it.
fn is_draw_next(question: &ScoreQuestion) -> bool {
    let base = question.question();
    let hand = base.situation().hand();
    let ready = || base.distances(base.situation().limits()).distance(hand.concealed()) == Some(1);
    !hand.has_drawn() && !question.is_first_turn() && ready()
}

impl Judge {
    /// By draws left, how much goes on if another may win before the draw, and what `lost` makes of
    /// the cost; nothing where no other may win.
    pub(super) fn ends(&self, lost: impl Fn(f64) -> f64x4) -> Vec<(f64x4, f64x4)> {
        let coming = self.table.iter().map(|table| table.coming()).find(|coming| coming.may_end());
        coming.map_or(Vec::new(), |coming| {
            let end = |d| {
                let (stay, cost) = coming.go_on(d);
                (f64x4::splat(stay), lost(cost))
            };
            (0..=self.draws()).map(end).collect()
        })
    }

    /// The same wait by a discard.
    pub(crate) fn by_discard(&self, ready: Tiles, reds: u32, wait: &Wait) -> Wait {
        let reds = reds + u32::from(wait.place.is_red());
        let tile = wait.place.tile();
        let readings = self.scorer.readings(ready.with(tile), reds, tile, false);
        let mut own = wait.clone();
        self.price(&mut own, &readings);
        own
    }

    /// Riichi by draws left; `ron` are the waits by discards.
    pub(crate) fn riichi_at(
        &self,
        table: &AtTable,
        ready: Tiles,
        waits: &[Wait],
        ron: &[Wait],
        furiten: bool,
    ) -> Vec<Stand> {
        let (odds, by_discard) = (Odds::new(self, ready, waits), Odds::new(self, ready, ron));
        let copies = waits.iter().map(|wait| wait.copies).sum::<u32>();
        let by = if furiten { By::Draws } else { By::Any };
        let chances = table.riichi.of(copies, by, 0);
        let each = if copies > 0 { 1.0 / f64::from(copies) } else { 0.0 };
        let ippatsu = usize::from(self.ippatsu);
        let stand = |d: usize| {
            let double = usize::from(self.first == Some(d));
            let mut points = 0.0;
            for at in 0..=d {
                let more = double + if at == d { ippatsu } else { 0 };
                let (draw, shown) = (chances.draw[row(d) + at], chances.shown[row(d) + at]);
                if draw > 0.0 {
                    points += draw * odds.points(self, more + self.last(at), at);
                }
                let last = if at == 0 { chances.last[d] } else { 0.0 };
                if shown > 0.0 {
                    points += (shown - last) * by_discard.points(self, more, at);
                    points += last * by_discard.points(self, more + 1, at);
                }
            }
            let (win, alive) = (chances.win[d], chances.alive[d]);
            let lost = 1.0 - win;
            let (stick, extra) =
                if self.closing.stick > 0.0 { (self.closing.stick, 0.0) } else { (0.0, STICK) };
            Stand {
                score: points * each + alive * self.closing.ready - lost * stick,
                win,
                ron: chances.ron[d],
                alive,
                cost: chances.cost[d] + lost * extra,
            }
        };
        (0..=self.draws()).map(stand).collect()
    }

    /// Riichi of a hand whose own draw is next; `None` for a hand alone.
    pub(crate) fn draw_next(
        &self,
        ready: Tiles,
        reds: u32,
        waits: &[Wait],
        furiten: bool,
    ) -> Option<Vec<Stand>> {
        let table = self.table.as_ref()?.draw_next();
        let ron: Vec<Wait> = waits.iter().map(|wait| self.by_discard(ready, reds, wait)).collect();
        Some(self.riichi_at(&table, ready, waits, &ron, furiten))
    }

    /// Silence by draws left; `ron` are the waits by discards.
    pub(crate) fn silence_at(
        &self,
        table: &AtTable,
        waits: &[Wait],
        ron: &[Wait],
        furiten: bool,
    ) -> Vec<Stand> {
        let classes = self.classes(table, waits, ron, furiten);
        let silent = self.silent(table, &classes);
        let stand = |d: usize| {
            let (alive, cost) = silent.rest(d);
            let score = alive * self.closing.ready;
            let mut stand = Stand { score, alive, cost, ..Stand::default() };
            for (at, Taken { points, .. }) in classes.iter().enumerate() {
                let share = silent.share(at, d);
                for k in 0..2 {
                    stand.score += share.draw[k] * points[k] + share.shown[k] * points[2 + k];
                    stand.win += share.draw[k] + share.shown[k];
                    stand.ron += share.shown[k];
                }
            }
            stand
        };
        (0..=self.draws()).map(stand).collect()
    }

    /// Every win in silence from so many draws left on: the wait, whether it is drawn, whether with
    /// the last tile, and its chance.
    pub(crate) fn each_win_at(
        &self,
        table: &AtTable,
        hand: &ReadyHand<'_>,
        draws: usize,
        visit: &mut dyn FnMut(usize, bool, bool, f64),
    ) {
        let classes = self.classes(table, hand.waits, hand.ron, hand.furiten);
        let silent = self.silent(table, &classes);
        for (at, Taken { class, waits, .. }) in classes.iter().enumerate() {
            let share = silent.share(at, draws);
            for &wait in waits {
                let part = f64::from(hand.waits[wait].copies) / f64::from(class.copies.max(1));
                for last in [false, true] {
                    for (drawn, chances) in [(true, share.draw), (false, share.shown)] {
                        let chance = part * chances[usize::from(last)];
                        if chance > 0.0 {
                            visit(wait, drawn, last, chance);
                        }
                    }
                }
            }
        }
    }

    /// What becomes of a silent hand with these waits.
    fn silent<'t>(&self, table: &'t AtTable, classes: &[Taken]) -> Silent<'t> {
        let all = |bits: u128, from: usize| (from..=self.draws()).all(|d| bits >> d & 1 == 1);
        let alike = match classes {
            [] => Some((0, By::Draws)),
            [Taken { class, .. }] if all(class.draw, 1) => match (class.shown, class.last) {
                (0, false) => Some((class.copies, By::Draws)),
                (0, true) => Some((class.copies, By::DrawsAndLast)),
                (bits, true) if all(bits, 0) => Some((class.copies, By::Any)),
                _ => None,
            },
            _ => None,
        };
        match alike {
            Some((copies, by)) => Silent::Alike(table.silent.of(copies, by, 0)),
            None => {
                let classes: Vec<Class> = classes.iter().map(|own| own.class).collect();
                Silent::Passing(table.passing(&classes))
            }
        }
    }

    /// The waits in silence by when they are taken.
    fn classes(&self, table: &AtTable, waits: &[Wait], ron: &[Wait], furiten: bool) -> Vec<Taken> {
        let least = self.least_taken_at(table, waits, ron, furiten);
        let draws = self.draws();
        let mut classes: Vec<Taken> = Vec::new();
        for (number, (wait, ron)) in waits.iter().zip(ron).enumerate() {
            let (draw, shown) = (wait.silent.map(f64::from), ron.silent.map(f64::from));
            let takes = |points: f64, least: f64| points > 0.0 && points >= least;
            let bits = |from: usize, taken: &dyn Fn(usize) -> bool| {
                (from..=draws).filter(|&d| taken(d)).fold(0u128, |bits, d| bits | 1 << d)
            };
            let class = Class {
                copies: 0,
                draw: bits(1, &|d| takes(draw[self.last(d)], least[d][0])),
                shown: bits(0, &|d| !furiten && takes(shown[0], least[d][1])),
                last: !furiten && takes(shown[1], least[0][1]),
            };
            // What is never taken is like any other tile.
            if (class.draw, class.shown, class.last) == (0, 0, false) {
                continue;
            }
            let at = classes.iter().position(|own| Class { copies: 0, ..own.class } == class);
            let at = at.unwrap_or_else(|| {
                classes.push(Taken { class, points: [0.0; 4], waits: Vec::new() });
                classes.len() - 1
            });
            let own = &mut classes[at];
            own.class.copies += wait.copies;
            own.waits.push(number);
            let copies = f64::from(wait.copies);
            for (sum, points) in own.points.iter_mut().zip(draw.into_iter().chain(shown)) {
                *sum += copies * points;
            }
        }
        for own in &mut classes {
            own.points = own.points.map(|points| points / f64::from(own.class.copies.max(1)));
        }
        classes
    }

    /// The least points that are not refused, by draws left: of a draw, and of the discards before
    /// it. Tiles that were passed up are taken as still there.
    pub(super) fn least_taken_at(
        &self,
        table: &AtTable,
        waits: &[Wait],
        ron: &[Wait],
        furiten: bool,
    ) -> Vec<[f64; 2]> {
        let mut least = vec![[0.0; 2]; self.draws() + 1];
        if !self.refuses() {
            return least;
        }
        let coming = table.coming();
        let mut go_on = self.closing.ready;
        for (d, least) in least.iter_mut().enumerate() {
            let weight = if d > 0 { self.clock.weight(d) } else { 0.0 };
            if d > 0 {
                least[0] = go_on;
                let more = waits.iter().map(|wait| {
                    let points = f64::from(wait.silent[self.last(d)]);
                    f64::from(wait.copies) * weight * (points - go_on).max(0.0)
                });
                go_on += more.sum::<f64>();
            }
            let (stay, lost) = coming.go_on(d);
            go_on = go_on * stay - if self.balance { lost } else { 0.0 };
            least[1] = go_on;
            if furiten {
                continue;
            }
            let left = self.left[d].max(1.0);
            for _ in 0..coming.discards(d) {
                let more = ron.iter().map(|wait| {
                    let points = f64::from(wait.silent[0]);
                    coming.shown * f64::from(wait.copies) / left * (points - go_on).max(0.0)
                });
                go_on += more.sum::<f64>();
            }
        }
        least
    }
}
