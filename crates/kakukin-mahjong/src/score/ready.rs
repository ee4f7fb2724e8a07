//! Ready hands: what each wait scores, and what riichi and silence are worth from when the hand
//! became ready.
//!
//! Both are decided at once, so that a ready hand is a leaf of the graph: one row of figures for
//! riichi, one for silence, by the draws left.

use super::terms::{Aim, Figures, READY, SCORE, ScoreQuestion, TENPAI, WIN};
use crate::{
    Flag, KINDS, Luck, Reds, Riichi, Tile, Tiles,
    graph::Clock,
    points::{Readings, Scorer},
};

/// Kinds and, after them, the red five of each suit.
pub(crate) const PLACES: usize = KINDS + 3;

/// The han that luck can add, and one more for none; beyond them nothing changes any more.
const MORE: usize = 14;

/// A kind of tile, or a red five.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u8);

impl Place {
    pub(crate) fn of(tile: Tile, red: bool) -> Self {
        Self((if red { KINDS + tile.suit() } else { tile.index() }) as u8)
    }

    /// The place with this number.
    pub(crate) fn new(index: usize) -> Option<Self> {
        (index < PLACES).then_some(Self(index as u8))
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn is_red(self) -> bool {
        self.index() >= KINDS
    }

    pub(crate) fn tile(self) -> Tile {
        let at = self.index();
        let index = if at < KINDS { at } else { 9 * (at - KINDS) + 4 };
        // A place is made from a tile alone.
        Tile::new(index).unwrap_or(Tile::of(3, 0).expect("east is a tile"))
    }
}

/// One tile that completes a ready hand.
#[derive(Debug, Clone)]
pub(crate) struct Wait {
    pub(crate) place: Place,
    /// Unseen copies.
    pub(crate) copies: u32,
    /// Points in silence, then with the last tile; 0 is no win.
    pub(crate) silent: [u32; 2],
    /// Points with riichi and so many han more, ura among them.
    raised: [u32; MORE],
    /// The ura indicators that hit, and how many han each brings.
    hits: Vec<(Tile, u8)>,
    pub(crate) readings: Readings,
}

impl Wait {
    /// Points with riichi and so many han more.
    #[inline]
    fn with_riichi(&self, more: usize) -> f64 {
        f64::from(self.raised[more.min(MORE - 1)])
    }

    /// The ura indicators that hit.
    pub(crate) fn indicators(&self) -> impl Iterator<Item = Tile> {
        self.hits.iter().map(|hit| hit.0)
    }

    /// What an ura indicator adds to riichi with so many han more.
    #[inline]
    fn added(&self, more: usize, indicator: Tile) -> f64 {
        let han = self.hits.iter().find(|(tile, _)| *tile == indicator).map_or(0, |hit| hit.1);
        self.with_riichi(more + usize::from(han)) - self.with_riichi(more)
    }
}

/// What the end of a hand without a win is worth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Closing {
    pub(crate) ready: f64,
    pub(crate) not_ready: f64,
    /// The stick of a riichi that did not win.
    pub(crate) stick: f64,
}

/// What tells the worth of ready hands: the table, the clock, the tiles that are left.
#[derive(Debug, Clone)]
pub(crate) struct Judge {
    pub(crate) scorer: Scorer,
    pub(crate) clock: Clock,
    /// Unseen tiles before the draw when so many draws are left.
    pub(crate) left: Vec<f64>,
    pub(crate) closing: Closing,
    /// Honba and sticks, paid with every win.
    extra: u32,
    pub(crate) can_riichi: bool,
    ippatsu: bool,
    pub(crate) haitei: bool,
    refuse: bool,
    /// How many ura indicators there are after riichi.
    pub(crate) ura: usize,
    /// The tiles of the origin, and those that were unseen then.
    origin: Tiles,
    pub(crate) unseen: Tiles,
    pub(crate) unseen_reds: Reds,
    /// With so many draws left a riichi is double.
    pub(crate) first: Option<usize>,
}

/// The figures of a ready hand, by the draws that are left when it becomes ready.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) silent: Vec<Figures>,
    pub(crate) riichi: Option<Vec<Figures>>,
}

impl Judge {
    /// `limits` may be lower than the situation's if a tile has been thrown that is waited for.
    pub(crate) fn new(question: &ScoreQuestion, limits: Tiles) -> Self {
        let (asked, terms) = (question.question(), question.terms());
        let situation = asked.situation();
        let (hand, rules) = (situation.hand(), terms.stakes.rules());
        let draws = asked.draws();
        let clock = Clock::new(situation.unseen(), draws);
        let can_riichi = terms.riichi && hand.is_closed();
        let players = situation.players();
        let closing = terms.others_ready.map_or(Closing::default(), |others| {
            let (total, all) = (f64::from(rules.tenpai(players)), players.number());
            let ready = if others + 1 == all { 0.0 } else { total / f64::from(others + 1) };
            let not_ready = if others == 0 { 0.0 } else { -total / f64::from(all - others) };
            Closing { ready, not_ready, stick: 1000.0 }
        });
        let first = question.is_first_turn().then(|| {
            // As dealt, the first discard comes after the first draw.
            if hand.has_drawn() { draws } else { draws.wrapping_sub(1) }
        });
        Self {
            scorer: Scorer::new(situation, &terms.stakes),
            left: (0..=draws).map(|d| (situation.unseen() as usize + d - draws) as f64).collect(),
            clock,
            closing,
            extra: terms.stakes.extra(players),
            can_riichi,
            ippatsu: rules.has(Flag::Ippatsu),
            haitei: terms.haitei,
            refuse: terms.refuse && terms.aim == Aim::Score,
            ura: if can_riichi && rules.has(Flag::Ura) {
                situation.dora().len() as usize
            } else {
                0
            },
            origin: hand.concealed(),
            unseen: limits.less(hand.concealed()).unwrap_or(Tiles::EMPTY),
            unseen_reds: question.unseen_reds(),
            first,
        }
    }

    pub(crate) fn draws(&self) -> usize {
        self.clock.draws()
    }

    /// What a win brings that scores so much; without a yaku it is none.
    #[inline]
    pub(crate) fn paid(&self, points: u32) -> u32 {
        if points == 0 { 0 } else { points + self.extra }
    }

    /// The tile that completes the ready concealed tiles, with so many unseen copies; `reds` are
    /// red among all of them.
    pub(crate) fn wait(&self, ready: Tiles, reds: u32, place: Place, copies: u32) -> Wait {
        let won = ready.with(place.tile());
        let readings = self.scorer.readings(won, reds, place.tile(), true);
        let last = Luck { last_tile: true, ..Luck::default() };
        let silent = [Luck::default(), last].map(|luck| self.paid(readings.points(luck, 0)));
        let mut wait =
            Wait { place, copies, silent, raised: [0; MORE], hits: Vec::new(), readings };
        if self.can_riichi {
            let riichi = Luck { riichi: Riichi::Single, ..Luck::default() };
            let most = (4 + 4 * self.ura).min(MORE);
            for more in 0..most {
                wait.raised[more] = self.paid(wait.readings.points(riichi, more as u32));
            }
            let highest = wait.raised[most - 1];
            wait.raised[most..].fill(highest);
            if self.ura > 0 {
                for indicator in self.unseen.kinds() {
                    let han = self.scorer.ura_han(won, indicator);
                    if han > 0 {
                        wait.hits.push((indicator, han as u8));
                    }
                }
            }
        }
        wait
    }

    /// Unseen copies of a kind once these tiles are concealed: drawn tiles are not thrown.
    pub(crate) fn unseen_beside(&self, ready: Tiles, tile: Tile) -> f64 {
        let drawn = ready.count(tile).saturating_sub(self.origin.count(tile));
        f64::from(self.unseen.count(tile).saturating_sub(drawn))
    }

    /// Whether one more han comes with the last draw.
    fn last(&self, draws: usize) -> usize {
        usize::from(draws == 1 && self.haitei)
    }

    /// The worth of a ready hand with these waits.
    pub(crate) fn leaf(&self, ready: Tiles, waits: &[Wait]) -> Leaf {
        let silent = self.silence(waits);
        let riichi = self.can_riichi.then(|| self.declared(ready, waits));
        Leaf { silent, riichi }
    }

    /// Riichi by draws left, with the first turn's double one: score, and the chance not to win.
    /// None where it cannot be declared.
    pub(crate) fn riichi_rows(&self, ready: Tiles, waits: &[Wait]) -> Vec<[f64; 2]> {
        if !self.can_riichi {
            return Vec::new();
        }
        let rows = self.declared(ready, waits);
        rows.iter().map(|row| [row[SCORE], row[READY]]).collect()
    }

    fn declared(&self, ready: Tiles, waits: &[Wait]) -> Vec<Figures> {
        let odds = Odds::new(self, ready, waits);
        let mut rows = self.riichi(&odds, 0);
        if let Some(first) = self.first.filter(|&first| first <= self.draws()) {
            rows[first] = self.riichi(&odds, 1)[first];
        }
        rows
    }

    /// What a draw that completes the hand in silence is worth if it could also go on.
    pub(crate) fn taken(&self, wait: &Wait, last: bool, aim: Aim, on: &Figures) -> Figures {
        let points = wait.silent[usize::from(last && self.haitei)];
        let win = [f64::from(points), 1.0, 1.0, 0.0];
        if points == 0 || (self.refuse && aim.prefers(on, &win)) { *on } else { win }
    }

    /// No more draws.
    pub(crate) fn end(&self, riichi: bool) -> Figures {
        let mut end = [0.0; 4];
        end[SCORE] = self.closing.ready - if riichi { self.closing.stick } else { 0.0 };
        end[TENPAI] = 1.0;
        end[READY] = 1.0;
        end
    }

    /// Silence: every win is taken as it comes.
    fn silence(&self, waits: &[Wait]) -> Vec<Figures> {
        let last = usize::from(self.haitei);
        // What never wins is like any other tile; what wins at last only, or is refused at first,
        // is thrown before, so that there are fewer of it when it counts.
        let even = |wait: &Wait| (wait.silent[0] > 0) == (wait.silent[last] > 0);
        if !self.refuse && waits.iter().all(even) {
            let winning = waits.iter().filter(|wait| wait.silent[0] > 0);
            let copies = f64::from(winning.map(|wait| wait.copies).sum::<u32>());
            let points = [0, last].map(|luck| {
                f64::from(waits.iter().map(|wait| wait.silent[luck] * wait.copies).sum::<u32>())
            });
            let mut rows = vec![self.end(false)];
            for d in 1..=self.draws() {
                let gain = points[usize::from(d == 1)];
                let row = self.drawn(d, copies, gain, &rows[d - 1]);
                rows.push(row);
            }
            return rows;
        }
        let least = self.least_taken(waits);
        (0..=self.draws()).map(|draws| self.held(waits, draws, &least)).collect()
    }

    /// Before one more draw, of which so many copies win, together with so many points.
    #[inline]
    fn drawn(&self, draws: usize, copies: f64, points: f64, after: &Figures) -> Figures {
        let weight = self.clock.weight_among(draws, copies);
        let stay = 1.0 - copies * weight;
        let mut row = after.map(|figure| figure * stay);
        row[SCORE] += points * weight;
        row[WIN] += copies * weight;
        row[TENPAI] = 1.0;
        row
    }

    /// Whether wins may be refused.
    pub(crate) fn refuses(&self) -> bool {
        self.refuse
    }

    /// The least points that are not refused with so many draws left before the draw.
    pub(crate) fn least_taken(&self, waits: &[Wait]) -> Vec<f64> {
        let mut least = vec![0.0; self.draws() + 1];
        if !self.refuse {
            return least;
        }
        let mut go_on = self.closing.ready;
        for d in 1..=self.draws() {
            least[d] = go_on;
            let weight = self.clock.weight(d);
            go_on += waits
                .iter()
                .map(|wait| {
                    let points = f64::from(wait.silent[self.last(d)]);
                    f64::from(wait.copies) * weight * (points - go_on).max(0.0)
                })
                .sum::<f64>();
        }
        least
    }

    /// Silence from so many draws left on, where some tiles win later only. Until then they are
    /// thrown like all others that do not win, of which each is as likely to have gone.
    fn held(&self, waits: &[Wait], draws: usize, least: &[f64]) -> Figures {
        let mut figures = [0.0; 4];
        let (mut alive, mut kept) = (1.0, 1.0);
        let mut copies: Vec<Option<f64>> = vec![None; waits.len()];
        for d in (1..=draws).rev() {
            let (mut winning, mut points) = (0.0, 0.0);
            for (wait, copies) in waits.iter().zip(&mut copies) {
                let paid = f64::from(wait.silent[self.last(d)]);
                if paid > 0.0 && paid >= least[d] {
                    let copies = *copies.get_or_insert(kept * f64::from(wait.copies));
                    winning += copies;
                    points += copies * paid;
                }
            }
            let weight = self.clock.weight_among(d, winning);
            figures[SCORE] += alive * points * weight;
            figures[WIN] += alive * winning * weight;
            alive *= 1.0 - winning * weight;
            let others = self.left[d] - winning;
            kept *= if others > 1.0 { (others - 1.0) / others } else { 0.0 };
        }
        figures[SCORE] += alive * self.closing.ready;
        figures[TENPAI] = 1.0;
        figures[READY] = alive;
        figures
    }

    /// Riichi, with so many han more from the beginning.
    fn riichi(&self, odds: &Odds, more: usize) -> Vec<Figures> {
        let ippatsu = usize::from(self.ippatsu);
        let (mut rows, mut later) = (vec![self.end(true)], self.end(true));
        for d in 1..=self.draws() {
            let last = more + self.last(d);
            rows.push(self.drawn(d, odds.copies, odds.points[last + ippatsu][d], &later));
            later = self.drawn(d, odds.copies, odds.points[last][d], &later);
        }
        rows
    }

    /// The points of a ready hand under a given choice of riichi or silence (a bit for each
    /// number of draws left), one column for each of four lanes.
    pub(crate) fn lanes(
        &self,
        waits: &[Wait],
        silent: &[Figures],
        riichi: u128,
        lanes: &[Lane; 4],
        rows: &mut [Figures],
    ) {
        let ippatsu = usize::from(self.ippatsu);
        for (column, lane) in lanes.iter().enumerate() {
            let (copies, points) = lane.totals(waits);
            let base = matches!(lane, Lane::Base);
            let end = if base { self.end(true)[SCORE] } else { 0.0 };
            // The draw itself, then what follows.
            let step = |d: usize, points: f64, after: f64| {
                let weight = self.lane_weight(d, copies, base);
                points * weight + after * (1.0 - copies * weight)
            };
            let from = |more: usize, rows: &mut [Figures], only: Option<usize>| {
                let mut later = end;
                for d in 0..=self.draws() {
                    let (mut now, last) = (later, more + self.last(d));
                    if d > 0 {
                        now = step(d, points[last + ippatsu], later);
                        later = step(d, points[last], later);
                    }
                    if only.is_none_or(|only| only == d) {
                        let silent = if base { silent[d][SCORE] } else { 0.0 };
                        rows[d][column] = if riichi >> d & 1 == 1 { now } else { silent };
                    }
                }
            };
            from(0, rows, None);
            if let Some(first) = self.first {
                from(1, rows, Some(first));
            }
        }
    }

    /// The chance of one tile to be the next draw; the ura tile of a lane cannot be drawn.
    pub(crate) fn lane_weight(&self, draws: usize, copies: f64, base: bool) -> f64 {
        if base {
            return self.clock.weight_among(draws, copies);
        }
        let left = self.left[draws] - 1.0;
        if left > copies {
            1.0 / left
        } else if copies > 0.0 {
            1.0 / copies
        } else {
            0.0
        }
    }
}

/// One of the sums that the score under the exact ura indicator falls into: what is won
/// without ura, and what each indicator adds if it is put aside before the first draw.
#[derive(Debug, Clone)]
pub(crate) enum Lane {
    /// Without ura.
    Base,
    /// All indicators that nobody waits for together, each with its unseen copies.
    Group(Vec<(Tile, f64)>),
    /// One that is waited for.
    One(Place),
    /// Nothing; fills the last batch.
    Empty,
}

impl Lane {
    /// Copies that win, and the points of all of them with riichi and 0..4 han more.
    fn totals(&self, waits: &[Wait]) -> (f64, [f64; 4]) {
        let mut copies = waits.iter().map(|wait| f64::from(wait.copies)).sum::<f64>();
        let mut points = [0.0; 4];
        for wait in waits {
            let own = f64::from(wait.copies);
            for (more, points) in points.iter_mut().enumerate() {
                *points += match self {
                    Self::Base => own * wait.with_riichi(more),
                    Self::Group(kinds) => {
                        let added =
                            kinds.iter().map(|(tile, unseen)| unseen * wait.added(more, *tile));
                        own * added.sum::<f64>()
                    }
                    Self::One(place) => {
                        let own = if *place == wait.place { own - 1.0 } else { own };
                        own * wait.added(more, place.tile())
                    }
                    Self::Empty => 0.0,
                };
            }
            if matches!(self, Self::One(place) if *place == wait.place) {
                copies -= 1.0;
            }
        }
        (copies, points)
    }

    /// How many copies of a tile can be drawn although the lane's indicator is put aside.
    #[inline]
    pub(crate) fn copies(&self, place: Place, copies: f64) -> f64 {
        if matches!(self, Self::One(own) if *own == place) { copies - 1.0 } else { copies }
    }
}

/// The points of all winning tiles after riichi, with 0..4 han more, by the draws left.
struct Odds {
    copies: f64,
    points: [Vec<f64>; 4],
}

impl Odds {
    /// The ura indicators are taken from the tiles that are unseen then: all that wait for the
    /// hand, and of the others as many as there can be left, each as likely as another.
    fn new(judge: &Judge, ready: Tiles, waits: &[Wait]) -> Self {
        let copies = waits.iter().map(|wait| f64::from(wait.copies)).sum::<f64>();
        let of_kind = |tile: Tile| {
            waits
                .iter()
                .filter(move |wait| wait.place.tile() == tile)
                .map(|wait| f64::from(wait.copies))
        };
        let waited: Tiles = waits.iter().map(|wait| wait.place.tile()).collect();
        let others = judge
            .unseen
            .kinds()
            .filter(|&tile| waited.count(tile) == 0)
            .map(|tile| judge.unseen_beside(ready, tile))
            .sum::<f64>();
        let draws = judge.draws();
        let mut points: [Vec<f64>; 4] = std::array::from_fn(|_| vec![0.0; draws + 1]);
        for wait in waits {
            let own = f64::from(wait.copies);
            // Han, copies of those that are waited for and of the others.
            let hits: Vec<(usize, f64, f64)> = wait
                .hits
                .iter()
                .map(|&(tile, han)| {
                    let han = usize::from(han);
                    if waited.count(tile) > 0 {
                        let drawn = f64::from(u8::from(tile == wait.place.tile()));
                        (han, of_kind(tile).sum::<f64>() - drawn, 0.0)
                    } else {
                        (han, 0.0, judge.unseen_beside(ready, tile))
                    }
                })
                .collect();
            for (more, points) in points.iter_mut().enumerate() {
                let plain = wait.with_riichi(more);
                if judge.ura == 1 {
                    let added = |f: &dyn Fn(&(usize, f64, f64)) -> f64| {
                        hits.iter()
                            .map(|hit| f(hit) * (wait.with_riichi(more + hit.0) - plain))
                            .sum::<f64>()
                    };
                    let (near, far) = (added(&|hit| hit.1), added(&|hit| hit.2));
                    for d in 1..=draws {
                        let after = judge.left[d] - 1.0;
                        let share = share_of(judge.left[d] - copies, others);
                        let ura = if after > 0.0 { (near + far * share) / after } else { 0.0 };
                        points[d] += own * (plain + ura);
                    }
                    continue;
                }
                for d in 1..=draws {
                    let share = share_of(judge.left[d] - copies, others);
                    let mean = if judge.ura == 0 {
                        plain
                    } else {
                        let chances = several(judge.ura, judge.left[d] - 1.0, share, &hits);
                        let parts = chances.iter().enumerate();
                        parts.map(|(han, chance)| chance * wait.with_riichi(more + han)).sum()
                    };
                    points[d] += own * mean;
                }
            }
        }
        Self { copies, points }
    }
}

/// Which part of the other tiles is still unseen.
fn share_of(left: f64, others: f64) -> f64 {
    if others > 0.0 { (left / others).clamp(0.0, 1.0) } else { 0.0 }
}

/// The chances of so many han from several indicators, drawn one by one from `tiles`.
fn several(indicators: usize, tiles: f64, share: f64, hits: &[(usize, f64, f64)]) -> [f64; MORE] {
    let mut by_han = [0.0; 5];
    for &(han, near, far) in hits {
        by_han[han.min(4)] += near + far * share;
    }
    by_han[0] = (tiles - by_han.iter().sum::<f64>()).max(0.0);
    // Ways to take tiles from each number of han in turn: w(taken)(han).
    let mut ways = vec![[0.0; MORE]; indicators + 1];
    ways[0][0] = 1.0;
    for (han, &count) in by_han.iter().enumerate() {
        for taken in (0..indicators).rev() {
            for before in 0..MORE {
                let from = ways[taken][before];
                let mut choose = from;
                for more in 1..=indicators - taken {
                    choose *= (count - (more - 1) as f64).max(0.0) / more as f64;
                    ways[taken + more][(before + han * more).min(MORE - 1)] += choose;
                }
            }
        }
    }
    let total: f64 = ways[indicators].iter().sum();
    let mut chances = [0.0; MORE];
    chances[0] = 1.0;
    if total > 0.0 {
        chances = ways[indicators].map(|way| way / total);
    }
    chances
}
