//! Ready hands: what each wait scores, and what riichi and staying silent (damaten) are worth from
//! when the hand became ready.
//!
//! Both are decided at once, so that a ready hand is a leaf of the graph: one row of figures for
//! riichi, one for damaten, by the draws left.

use super::{
    shown::AtTable,
    terms::{Aim, Figures, READY, SCORE, ScoreQuestion, TENPAI, WIN},
    ura::Odds,
    wait::{MORE, MOST_HITS, Place, Wait},
};
use crate::{
    Flag, KINDS, Luck, Method, Question, Reds, Tiles,
    graph::Clock,
    others::Furiten,
    points::{Readings, Scorer},
    solve,
    win::Weights,
};
use std::{collections::BTreeMap, sync::Arc};

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
    pub(super) inverse: Vec<f64>,
    pub(crate) closing: Closing,
    /// Honba and sticks, paid with every win.
    extra: u32,
    pub(crate) can_riichi: bool,
    pub(super) ippatsu: bool,
    pub(crate) haitei: bool,
    refuse: bool,
    /// How many ura indicators there are after riichi.
    pub(crate) ura: usize,
    /// The tiles of the origin, and those that were unseen then.
    pub(super) origin: [u8; KINDS],
    pub(super) counts: [u8; KINDS],
    pub(crate) unseen: Tiles,
    pub(crate) unseen_reds: Reds,
    /// With so many draws left a riichi is double.
    pub(crate) first: Option<usize>,
    /// Whether the balance of the round is wanted, not points alone.
    pub(crate) balance: bool,
    /// Where others show tiles, or may win.
    pub(crate) table: Option<Arc<AtTable>>,
}

impl Judge {
    pub(crate) fn new(question: &ScoreQuestion) -> Self {
        let (base, terms) = (question.question(), question.terms());
        let situation = base.situation();
        let (hand, rules) = (situation.hand(), terms.stakes.rules());
        let draws = base.draws();
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
        // The last draw is the last tile unless discards follow it.
        let tail = match (base.others().tail(), base.others().is_alone()) {
            (None, true) => 0,
            (tail, _) => tail.unwrap_or(players.usual_tail()),
        };
        let haitei = terms.haitei && tail == 0;
        let ippatsu = rules.has(Flag::Ippatsu);
        let left: Vec<f64> =
            (0..=draws).map(|d| (situation.unseen() as usize + d - draws) as f64).collect();
        let unseen = situation.limits().less(hand.concealed()).unwrap_or(Tiles::EMPTY);
        Self {
            scorer: Scorer::new(situation, &terms.stakes),
            inverse: left.iter().map(|&x| if x > 1.0 { 1.0 / (x - 1.0) } else { 0.0 }).collect(),
            left,
            weights: (base.method() != Method::Plain).then(|| Weights::new(base)),
            clock,
            closing,
            extra: terms.stakes.extra(players),
            can_riichi,
            ippatsu,
            haitei,
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
            balance: terms.aim == Aim::Balance,
            table: AtTable::new(question, haitei, ippatsu).map(Arc::new),
        }
    }

    /// The same after some discards.
    pub(crate) fn with_river(mut self, question: &Question, group: &solve::Group) -> Self {
        if let Some(table) = self.table.as_mut().and_then(Arc::get_mut) {
            table.furiten = Furiten::new(group.river, group.limits, question);
        }
        self
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
        self.wait_of(ready, place, copies, &self.readings(ready, reds, place))
    }

    /// The same where the readings are known.
    pub(crate) fn wait_of(
        &self,
        ready: Tiles,
        place: Place,
        copies: u32,
        readings: &Readings,
    ) -> Wait {
        let mut wait = Wait {
            place,
            copies,
            silent: [0; 2],
            raised: [0; MORE],
            hits: [(place.tile(), 0); MOST_HITS],
            count: 0,
        };
        self.price(&mut wait, readings);
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

    /// Whether one more han comes with the last draw.
    #[inline]
    pub(super) fn last(&self, draws: usize) -> usize {
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
}
