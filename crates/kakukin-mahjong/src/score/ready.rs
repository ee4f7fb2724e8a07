//! Ready hands: what each wait scores, and what riichi and silence are worth from when the hand
//! became ready.
//!
//! Both are decided at once, so that a ready hand is a leaf of the graph: one row of figures for
//! riichi, one for silence, by the draws left.

use super::terms::{Aim, Figures, READY, SCORE, ScoreQuestion, TENPAI, WIN};
use crate::{
    Flag, KINDS, Luck, Method, Reds, Tile, TileSet, Tiles,
    graph::Clock,
    points::{Readings, Scorer},
    win::Weights,
};
use std::collections::BTreeMap;
use wide::f64x4;

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
        Tile::new(index).expect("a place is a tile")
    }
}

/// Kinds in a complete hand, at most: seven pairs, or thirteen orphans.
const MOST_HITS: usize = 14;

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
    hits: [(Tile, u8); MOST_HITS],
    count: u8,
}

impl Wait {
    /// The same for another copy of the tile, red or not.
    pub(crate) fn coloured(&self, red: bool, copies: u32) -> Self {
        Self { place: Place::of(self.place.tile(), red), copies, ..self.clone() }
    }

    /// Points with riichi and so many han more.
    #[inline]
    fn with_riichi(&self, more: usize) -> f64 {
        f64::from(self.raised[more.min(MORE - 1)])
    }

    #[inline]
    fn hits(&self) -> &[(Tile, u8)] {
        &self.hits[..usize::from(self.count)]
    }

    /// The ura indicators that hit, with their han.
    pub(crate) fn han(&self) -> impl Iterator<Item = (Tile, u32)> {
        self.hits().iter().map(|&(tile, han)| (tile, u32::from(han)))
    }

    /// The ura indicators that hit.
    pub(crate) fn indicators(&self) -> impl Iterator<Item = Tile> {
        self.hits().iter().map(|hit| hit.0)
    }
}

/// Waits that are taken at the same draws.
struct Group {
    /// A bit for each number of draws left before the draw.
    taken: u128,
    copies: u32,
    /// Points on average, in silence and with the last tile.
    points: [f64; 2],
    waits: Vec<usize>,
}

/// What the end of a hand without a win is worth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Closing {
    pub(crate) ready: f64,
    pub(crate) not_ready: f64,
    /// The stick of a riichi that did not win.
    pub(crate) stick: f64,
}

/// What a ready hand is worth from some draw on: points, and the chance not to win.
pub(crate) type Held = [f64; 2];

/// As a row of figures.
pub(crate) fn figures([points, alive]: Held) -> Figures {
    let mut figures = [0.0; 4];
    figures[SCORE] = points;
    figures[WIN] = 1.0 - alive;
    figures[TENPAI] = 1.0;
    figures[READY] = alive;
    figures
}

/// What tells the worth of ready hands: the table, the clock, the tiles that are left.
#[derive(Debug, Clone)]
pub(crate) struct Judge {
    pub(crate) scorer: Scorer,
    pub(crate) clock: Clock,
    /// How draws are weighed with improvement.
    weights: Option<Weights>,
    /// Unseen tiles before the draw when so many draws are left.
    pub(crate) left: Vec<f64>,
    /// One by the tiles that are left after that draw.
    inverse: Vec<f64>,
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
    origin: [u8; KINDS],
    counts: [u8; KINDS],
    pub(crate) unseen: Tiles,
    pub(crate) unseen_reds: Reds,
    /// With so many draws left a riichi is double.
    pub(crate) first: Option<usize>,
}

impl Judge {
    pub(crate) fn new(question: &ScoreQuestion) -> Self {
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
        let left: Vec<f64> =
            (0..=draws).map(|d| (situation.unseen() as usize + d - draws) as f64).collect();
        let unseen = situation.limits().less(hand.concealed()).unwrap_or(Tiles::EMPTY);
        Self {
            scorer: Scorer::new(situation, &terms.stakes),
            inverse: left.iter().map(|&x| if x > 1.0 { 1.0 / (x - 1.0) } else { 0.0 }).collect(),
            left,
            weights: (asked.method() != Method::Plain).then(|| Weights::new(asked)),
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
            origin: hand.concealed().counts(),
            counts: unseen.counts(),
            unseen,
            unseen_reds: question.unseen_reds(),
            first,
        }
    }

    pub(crate) fn draws(&self) -> usize {
        self.clock.draws()
    }

    /// Forgets the first turn if a hand at this distance cannot be ready in it.
    pub(crate) fn in_time(&mut self, distance: u8) {
        let draws = self.draws();
        self.first = self
            .first
            .filter(|&first| first <= draws && usize::from(distance) <= 1 + draws - first);
    }

    /// Whether wins may be refused.
    pub(crate) fn refuses(&self) -> bool {
        self.refuse
    }

    /// What a win brings that scores so much; without a yaku it is none.
    #[inline]
    pub(crate) fn paid(&self, points: u32) -> u32 {
        if points == 0 { 0 } else { points + self.extra }
    }

    /// What is won when a tile completes these ready tiles; `reds` are red among all of them.
    pub(crate) fn readings(&self, ready: Tiles, reds: u32, place: Place) -> Readings {
        self.scorer.readings(ready.with(place.tile()), reds, place.tile(), true)
    }

    /// What the first draw of all brings to a hand that is ready as dealt.
    pub(crate) fn first_points(&self, ready: Tiles, reds: u32, place: Place) -> u32 {
        let last_tile = self.draws() == 1 && self.haitei;
        let luck = Luck { first_turn: true, last_tile, ..Luck::default() };
        let reds = reds + u32::from(place.is_red());
        self.paid(self.readings(ready, reds, place).points(luck, 0))
    }

    /// The tile that completes the ready concealed tiles, with so many unseen copies; `reds` are
    /// red among all of them.
    pub(crate) fn wait(&self, ready: Tiles, reds: u32, place: Place, copies: u32) -> Wait {
        let mut wait = Wait {
            place,
            copies,
            silent: [0; 2],
            raised: [0; MORE],
            hits: [(place.tile(), 0); MOST_HITS],
            count: 0,
        };
        self.price(&mut wait, &self.readings(ready, reds, place));
        if self.ura > 0 {
            let won = ready.with(place.tile());
            for indicator in self.unseen.kinds() {
                let han = self.scorer.ura_han(won, indicator);
                if han > 0 && usize::from(wait.count) < MOST_HITS {
                    wait.hits[usize::from(wait.count)] = (indicator, han as u8);
                    wait.count += 1;
                }
            }
        }
        wait
    }

    /// Works out the points of a wait.
    pub(crate) fn price(&self, wait: &mut Wait, readings: &Readings) {
        let last = Luck { last_tile: true, ..Luck::default() };
        wait.silent = [Luck::default(), last].map(|luck| self.paid(readings.points(luck, 0)));
        if self.can_riichi {
            let most = (4 + 4 * self.ura).min(MORE);
            for (more, raised) in wait.raised[..most].iter_mut().enumerate() {
                *raised = readings.with_han(1 + more as u32) + self.extra;
            }
            let highest = wait.raised[most - 1];
            wait.raised[most..].fill(highest);
        }
    }

    /// Unseen copies of a kind once these tiles are concealed: drawn tiles are not thrown.
    fn unseen_beside(&self, ready: Tiles, tile: Tile) -> f64 {
        let drawn = (ready.count(tile) as u8).saturating_sub(self.origin[tile.index()]);
        f64::from(self.counts[tile.index()].saturating_sub(drawn))
    }

    /// The same for all kinds together.
    fn all_unseen_beside(&self, ready: Tiles) -> f64 {
        let held = ready.counts();
        let unseen =
            |k: usize| self.counts[k].saturating_sub(held[k].saturating_sub(self.origin[k]));
        f64::from((0..KINDS).map(|k| u32::from(unseen(k))).sum::<u32>())
    }

    /// Whether one more han comes with the last draw.
    #[inline]
    fn last(&self, draws: usize) -> usize {
        usize::from(draws == 1 && self.haitei)
    }

    /// What a draw that completes the hand in silence is worth if it could also go on.
    pub(crate) fn taken(&self, wait: &Wait, last: bool, aim: Aim, on: &Figures) -> Figures {
        let points = wait.silent[usize::from(last && self.haitei)];
        let win = [f64::from(points), 1.0, 1.0, 0.0];
        if points == 0 || (self.refuse && aim.prefers(on, &win)) { *on } else { win }
    }

    /// No more draws.
    pub(crate) fn end(&self, riichi: bool) -> Held {
        [self.closing.ready - if riichi { self.closing.stick } else { 0.0 }, 1.0]
    }

    /// Silence by draws left: every win is taken as it comes, unless it may be refused.
    pub(crate) fn silence(&self, waits: &[Wait], each: &mut dyn FnMut(Held)) {
        let last = usize::from(self.haitei);
        // What never wins is like any other tile; what wins at last only, or is refused at first,
        // is thrown before, so that there are fewer of it when it counts.
        let even = |wait: &Wait| (wait.silent[0] > 0) == (wait.silent[last] > 0);
        if self.refuse || !waits.iter().all(even) {
            self.held(waits).into_iter().for_each(each);
            return;
        }
        let winning = waits.iter().filter(|wait| wait.silent[0] > 0);
        let copies = f64::from(winning.map(|wait| wait.copies).sum::<u32>());
        let points = [0, last].map(|luck| {
            f64::from(waits.iter().map(|wait| wait.silent[luck] * wait.copies).sum::<u32>())
        });
        let mut held = self.end(false);
        each(held);
        for d in 1..=self.draws() {
            held = self.drawn(d, copies, points[usize::from(d == 1)], held);
            each(held);
        }
    }

    /// The chance of one of so many winning copies to be the next draw.
    #[inline]
    pub(crate) fn weight(&self, draws: usize, copies: f64) -> f64 {
        match &self.weights {
            None => self.clock.weight_among(draws, copies),
            Some(weights) => weights.of(draws, copies)[0],
        }
    }

    /// Before one more draw, of which so many copies win, together with so many points.
    #[inline]
    fn drawn(&self, draws: usize, copies: f64, points: f64, [after, alive]: Held) -> Held {
        let weight = self.weight(draws, copies);
        let stay = 1.0 - copies * weight;
        [points * weight + after * stay, alive * stay]
    }

    /// The least points that are not refused with so many draws left before the draw.
    pub(crate) fn least_taken(&self, waits: &[Wait]) -> Vec<f64> {
        let mut least = vec![0.0; self.draws() + 1];
        if !self.refuse {
            return least;
        }
        let mut go_on = self.closing.ready;
        for (d, least) in least.iter_mut().enumerate().skip(1) {
            *least = go_on;
            let weight = self.clock.weight(d);
            let more = waits.iter().map(|wait| {
                let points = f64::from(wait.silent[self.last(d)]);
                f64::from(wait.copies) * weight * (points - go_on).max(0.0)
            });
            go_on += more.sum::<f64>();
        }
        least
    }

    /// Silence by draws left, where some tiles win later only and are thrown until then.
    fn held(&self, waits: &[Wait]) -> Vec<Held> {
        let least = self.least_taken(waits);
        let groups = self.groups(waits, self.draws(), &least);
        // What is worth how much with so many left of each group, all of them last.
        let states: usize = groups.iter().map(|group| group.copies as usize + 1).product();
        let mut worth = vec![self.end(false); states];
        let mut rows = vec![worth[states - 1]];
        for d in 1..=self.draws() {
            let before = worth.clone();
            for (state, worth) in worth.iter_mut().enumerate() {
                let left = |step: usize, group: &Group| state / step % (group.copies as usize + 1);
                let mut step = 1;
                let all: usize = groups
                    .iter()
                    .map(|group| {
                        let own = left(step, group);
                        step *= group.copies as usize + 1;
                        own
                    })
                    .sum();
                let weight = self.clock.weight_among(d, all as f64);
                let mut stay = 1.0;
                let mut sum = [0.0; 2];
                let mut step = 1;
                for group in &groups {
                    let drawn = left(step, group) as f64 * weight;
                    stay -= drawn;
                    if drawn > 0.0 && group.taken >> d & 1 == 1 {
                        sum[0] += drawn * group.points[self.last(d)];
                    } else if drawn > 0.0 {
                        let [points, alive] = before[state - step];
                        sum = [sum[0] + drawn * points, sum[1] + drawn * alive];
                    }
                    step *= group.copies as usize + 1;
                }
                let [points, alive] = before[state];
                *worth = [sum[0] + stay * points, sum[1] + stay * alive];
            }
            rows.push(worth[states - 1]);
        }
        rows
    }

    /// The waits by the draws at which they are taken: how many of a group were thrown before is
    /// all that matters. Those that never win are like any other tile.
    fn groups(&self, waits: &[Wait], draws: usize, least: &[f64]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (number, wait) in waits.iter().enumerate() {
            let taken = (1..=draws).fold(0u128, |bits, d| {
                let paid = f64::from(wait.silent[self.last(d)]);
                bits | u128::from(paid > 0.0 && paid >= least[d]) << d
            });
            if taken == 0 {
                continue;
            }
            let at = groups.iter().position(|group| group.taken == taken).unwrap_or_else(|| {
                groups.push(Group { taken, copies: 0, points: [0.0; 2], waits: Vec::new() });
                groups.len() - 1
            });
            let (group, copies) = (&mut groups[at], f64::from(wait.copies));
            for (points, &own) in group.points.iter_mut().zip(&wait.silent) {
                *points += copies * f64::from(own);
            }
            group.copies += wait.copies;
            group.waits.push(number);
        }
        for group in &mut groups {
            group.points = group.points.map(|points| points / f64::from(group.copies));
        }
        groups
    }

    /// Every win in silence from so many draws left on: the draws left before it, the wait, and its
    /// chance.
    pub(crate) fn each_win(
        &self,
        waits: &[Wait],
        draws: usize,
        least: &[f64],
        visit: &mut dyn FnMut(usize, usize, f64),
    ) {
        let groups = self.groups(waits, draws, least);
        let start: Vec<u32> = groups.iter().map(|group| group.copies).collect();
        let mut states: BTreeMap<Vec<u32>, f64> = BTreeMap::from([(start, 1.0)]);
        for d in (1..=draws).rev() {
            let mut next: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
            let mut won = vec![0.0; groups.len()];
            for (left, chance) in states {
                let weight = self.clock.weight_among(d, f64::from(left.iter().sum::<u32>()));
                let mut stay = 1.0;
                for (number, group) in groups.iter().enumerate() {
                    let drawn = f64::from(left[number]) * weight;
                    stay -= drawn;
                    if drawn > 0.0 && group.taken >> d & 1 == 1 {
                        won[number] += chance * drawn;
                    } else if drawn > 0.0 {
                        let mut fewer = left.clone();
                        fewer[number] -= 1;
                        *next.entry(fewer).or_default() += chance * drawn;
                    }
                }
                *next.entry(left).or_default() += chance * stay;
            }
            states = next;
            for (group, won) in groups.iter().zip(won).filter(|(_, won)| *won > 0.0) {
                for &wait in &group.waits {
                    let part = f64::from(waits[wait].copies) / f64::from(group.copies);
                    visit(d, wait, won * part);
                }
            }
        }
    }

    /// The chances of so many han by ura indicators that are taken from the tiles that can be
    /// unseen when a wait wins with so many draws left before it.
    pub(crate) fn ura_of(
        &self,
        ready: Tiles,
        waits: &[Wait],
    ) -> impl Fn(&Wait, usize) -> Vec<(u32, f64)> {
        let odds = Odds::new(self, ready, waits);
        move |wait, draws| {
            if self.ura == 0 {
                return vec![(0, 1.0)];
            }
            let chances = odds.chances(self, ready, waits, wait, draws);
            let some = chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
            some.map(|(han, chance)| (han as u32, chance)).collect()
        }
    }

    /// Riichi by draws left, the first turn's double one among them.
    pub(crate) fn riichi(&self, ready: Tiles, waits: &[Wait], rows: &mut [Held]) {
        let odds = Odds::new(self, ready, waits);
        self.declared(&odds, 0, rows);
        if let Some(first) = self.first.filter(|&first| first < rows.len()) {
            let mut double = rows.to_vec();
            self.declared(&odds, 1, &mut double);
            rows[first] = double[first];
        }
    }

    /// Riichi with so many han more from the beginning.
    fn declared(&self, odds: &Odds, more: usize, rows: &mut [Held]) {
        let ippatsu = usize::from(self.ippatsu);
        let mut later = self.end(true);
        rows[0] = later;
        for (d, row) in rows.iter_mut().enumerate().skip(1) {
            let last = more + self.last(d);
            *row = self.drawn(d, odds.copies, odds.points(self, last + ippatsu, d), later);
            later = self.drawn(d, odds.copies, odds.points(self, last, d), later);
        }
    }

    /// The points of a ready hand under a given choice of riichi or silence (a bit for each
    /// number of draws left), one column for each of four lanes.
    pub(crate) fn lanes(
        &self,
        waits: &[Wait],
        silent: &[f64],
        riichi: u128,
        lanes: &Lanes,
        rows: &mut Vec<f64x4>,
    ) {
        let ippatsu = usize::from(self.ippatsu);
        let (copies, points) = lanes.totals(waits);
        let most = f64x4::ONE / copies;
        let step = |d: usize, points: f64x4, after: f64x4| {
            let weight = lanes.weights[d].fast_min(most);
            points * weight + after * (f64x4::ONE - copies * weight)
        };
        let end = f64x4::from(lanes.base_only(self.end(true)[0]));
        let from = rows.len();
        let mut later = end;
        for (d, &silent) in silent.iter().enumerate() {
            let last = self.last(d);
            let mut now = later;
            if d > 0 {
                now = step(d, points[last + ippatsu], later);
                later = step(d, points[last], later);
            }
            let declared = riichi >> d & 1 == 1;
            rows.push(if declared { now } else { f64x4::from(lanes.base_only(silent)) });
        }
        if let Some(first) = self.first.filter(|first| riichi >> first & 1 == 1) {
            later = end;
            for d in 1..=first {
                let last = 1 + self.last(d);
                if d == first {
                    rows[from + d] = step(d, points[last + ippatsu], later);
                }
                later = step(d, points[last], later);
            }
        }
    }
}

/// One of the sums that the score under the exact ura indicator falls into: what is won
/// without ura, and what each indicator adds if it is put aside before the first draw.
#[derive(Debug, Clone)]
pub(crate) enum Lane {
    /// Without ura.
    Base,
    /// All indicators that nobody waits for together, by their unseen copies.
    Group(Box<[f64; KINDS]>),
    /// One that is waited for.
    One(Place),
    /// Nothing; fills the last batch.
    Empty,
}

/// Four lanes that are swept together.
#[derive(Debug, Clone)]
pub(crate) struct Lanes {
    pub(crate) lanes: [Lane; 4],
    /// The chance of one tile to be the next draw, by draws left: the ura tile of a lane cannot
    /// be drawn.
    pub(crate) weights: Vec<f64x4>,
    /// For each place the copies that a lane takes away.
    gone: [f64x4; PLACES],
}

impl Lanes {
    pub(crate) fn new(judge: &Judge, lanes: [Lane; 4]) -> Self {
        let weight = |d: usize| {
            lanes.each_ref().map(|lane| match lane {
                Lane::Base => judge.clock.weight(d),
                _ => judge.inverse[d],
            })
        };
        let gone = |at: usize| {
            lanes.each_ref().map(|lane| match lane {
                Lane::One(place) if place.index() == at => 1.0,
                _ => 0.0,
            })
        };
        Self {
            weights: (0..=judge.draws()).map(|d| f64x4::from(weight(d))).collect(),
            gone: std::array::from_fn(|at| f64x4::from(gone(at))),
            lanes,
        }
    }

    /// A number in the lane without ura, nothing in the others.
    pub(crate) fn base_only(&self, number: f64) -> [f64; 4] {
        self.lanes.each_ref().map(|lane| if matches!(lane, Lane::Base) { number } else { 0.0 })
    }

    /// How many copies of a tile can be drawn in each lane.
    #[inline]
    pub(crate) fn copies(&self, place: Place, copies: f64) -> f64x4 {
        f64x4::splat(copies) - self.gone[place.index()]
    }

    /// Copies that win, and the points of all of them with riichi and 0..4 han more.
    fn totals(&self, waits: &[Wait]) -> (f64x4, [f64x4; 4]) {
        let mut copies = f64x4::ZERO;
        let mut points = [[0.0; 4]; 4];
        for wait in waits {
            let own = self.copies(wait.place, f64::from(wait.copies));
            copies += own;
            let own = own.to_array();
            for (column, lane) in self.lanes.iter().enumerate() {
                let mut add = |weight: f64, han: u8| {
                    for (more, points) in points.iter_mut().enumerate() {
                        let raised = wait.with_riichi(more + usize::from(han));
                        points[column] += own[column] * weight * (raised - wait.with_riichi(more));
                    }
                };
                match lane {
                    Lane::Base => {
                        for (more, points) in points.iter_mut().enumerate() {
                            points[column] += own[column] * wait.with_riichi(more);
                        }
                    }
                    Lane::Group(unseen) => {
                        for &(tile, han) in wait.hits() {
                            add(unseen[tile.index()], han);
                        }
                    }
                    Lane::One(place) => {
                        for &(_, han) in wait.hits().iter().filter(|hit| hit.0 == place.tile()) {
                            add(1.0, han);
                        }
                    }
                    Lane::Empty => {}
                }
            }
        }
        (copies, points.map(f64x4::from))
    }
}

/// The points of all winning tiles after riichi, with 0..4 han more. The ura indicators are taken
/// from the tiles that are unseen then: all that the hand waits for, and of the others as many as
/// there can be left, each as likely as another.
struct Odds {
    copies: f64,
    /// One by the other tiles that could be unseen.
    by_others: f64,
    plain: [f64; 4],
    /// What one indicator adds, times its copies: of tiles that are waited for, of others.
    near: [f64; 4],
    far: [f64; 4],
    /// With several indicators, all of it by draws left.
    several: Option<[Vec<f64>; 4]>,
}

impl Odds {
    fn new(judge: &Judge, ready: Tiles, waits: &[Wait]) -> Self {
        let mut odds = Self {
            copies: 0.0,
            by_others: 0.0,
            plain: [0.0; 4],
            near: [0.0; 4],
            far: [0.0; 4],
            several: None,
        };
        let of_kind = |tile: Tile| {
            let same = waits.iter().filter(|wait| wait.place.tile() == tile);
            same.map(|wait| wait.copies).sum::<u32>()
        };
        for wait in waits {
            odds.copies += f64::from(wait.copies);
            for (more, plain) in odds.plain.iter_mut().enumerate() {
                *plain += f64::from(wait.copies) * wait.with_riichi(more);
            }
        }
        if judge.ura == 0 {
            return odds;
        }
        let waited: TileSet = waits.iter().map(|wait| wait.place.tile()).collect();
        let beside = waited.iter().map(|tile| judge.unseen_beside(ready, tile));
        let others = judge.all_unseen_beside(ready) - beside.sum::<f64>();
        odds.by_others = if others > 0.0 { 1.0 / others } else { 0.0 };
        if judge.ura > 1 {
            odds.several = Some(std::array::from_fn(|more| {
                let at = |d| odds.with_several(judge, ready, waits, more, d);
                (0..=judge.draws()).map(at).collect()
            }));
            return odds;
        }
        for wait in waits {
            for &(tile, han) in wait.hits() {
                let waited = of_kind(tile);
                let (sums, unseen) = if waited > 0 {
                    let drawn = u32::from(tile == wait.place.tile());
                    (&mut odds.near, f64::from(waited - drawn))
                } else {
                    (&mut odds.far, judge.unseen_beside(ready, tile))
                };
                let weight = unseen * f64::from(wait.copies);
                for (more, sum) in sums.iter_mut().enumerate() {
                    let raised = wait.with_riichi(more + usize::from(han));
                    *sum += weight * (raised - wait.with_riichi(more));
                }
            }
        }
        odds
    }

    /// Which part of the other tiles is still unseen.
    fn share(&self, judge: &Judge, draws: usize) -> f64 {
        ((judge.left[draws] - self.copies) * self.by_others).clamp(0.0, 1.0)
    }

    #[inline]
    fn points(&self, judge: &Judge, more: usize, draws: usize) -> f64 {
        if let Some(several) = &self.several {
            return several[more][draws];
        }
        let share = self.share(judge, draws);
        self.plain[more] + (self.near[more] + self.far[more] * share) * judge.inverse[draws]
    }

    fn with_several(
        &self,
        judge: &Judge,
        ready: Tiles,
        waits: &[Wait],
        more: usize,
        draws: usize,
    ) -> f64 {
        let mean = |wait: &Wait| {
            let chances = self.chances(judge, ready, waits, wait, draws);
            let parts = chances.iter().enumerate();
            parts.map(|(han, chance)| chance * wait.with_riichi(more + han)).sum::<f64>()
        };
        waits.iter().map(|wait| f64::from(wait.copies) * mean(wait)).sum()
    }

    /// The chances of so many han when a wait wins.
    fn chances(
        &self,
        judge: &Judge,
        ready: Tiles,
        waits: &[Wait],
        wait: &Wait,
        draws: usize,
    ) -> [f64; MORE] {
        let share = self.share(judge, draws);
        let mut by_han = [0.0; 5];
        for &(tile, han) in wait.hits() {
            let same = waits.iter().filter(|other| other.place.tile() == tile);
            let waited = same.map(|other| other.copies).sum::<u32>();
            by_han[usize::from(han).min(4)] += if waited > 0 {
                f64::from(waited - u32::from(tile == wait.place.tile()))
            } else {
                judge.unseen_beside(ready, tile) * share
            };
        }
        by_han[0] = (judge.left[draws] - 1.0 - by_han.iter().sum::<f64>()).max(0.0);
        several(judge.ura, by_han)
    }
}

/// The chances of so many han from several indicators, of which so many tiles bring 0..4 han.
fn several(indicators: usize, by_han: [f64; 5]) -> [f64; MORE] {
    // Ways to take tiles from each number of han in turn: w(taken)(han).
    let mut ways = vec![[0.0; MORE]; indicators + 1];
    ways[0][0] = 1.0;
    for (han, &count) in by_han.iter().enumerate() {
        for taken in (0..indicators).rev() {
            for before in 0..MORE {
                let mut choose = ways[taken][before];
                for more in 1..=indicators - taken {
                    choose *= (count - (more - 1) as f64).max(0.0) / more as f64;
                    ways[taken + more][(before + han * more).min(MORE - 1)] += choose;
                }
            }
        }
    }
    let total: f64 = ways[indicators].iter().sum();
    if total > 0.0 {
        return ways[indicators].map(|way| way / total);
    }
    let mut none = [0.0; MORE];
    none[0] = 1.0;
    none
}
