//! The expected score of a hand that may call.

use super::{
    graph::{Context, Graph, Purpose},
    melds::Call,
    sweep::{COLUMNS, Figures, Row, Sweep},
    wall::Wall,
};
use crate::{
    Prospect, ScoreQuestion,
    graph::{Clock, Hand, Stopped, Watch, each},
    others::{Coming, Furiten, Standing},
    points::Scorer,
    score::{Aim, AtTable, Judge, READY, SCORE, Stand, TENPAI, WIN, place},
    solve::Group,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Wins by discards, and what wins of others cost, beside the four figures.
const RON: usize = 4;
const COST: usize = 5;

/// Points, and the chances to win and to be ready.
struct Scoring {
    aim: Aim,
    /// Before calls; its scorer knows the melds of the beginning.
    judge: Arc<Judge>,
    /// Before and after calls.
    coming: [Coming; 2],
    /// By calls, and by the discards that follow the last draw.
    called: Vec<Vec<(Judge, AtTable)>>,
    furiten: Vec<Furiten>,
    /// Judges with the melds that were called.
    melded: FxHashMap<Vec<Call>, Arc<Judge>>,
}

impl Scoring {
    fn new(question: &ScoreQuestion, wall: &Wall, group: &Group) -> Self {
        let base = question.question();
        let mut judge = Judge::new(question).with_river(base, group);
        judge.in_time(group.distance.unwrap_or(0) as u8);
        let before = Standing::in_silence(base.situation().hand());
        let coming = |called, tail| {
            let standing = if called { Standing::Open } else { before };
            wall.coming(base, standing, tail)
        };
        let open = |calls: usize, tail: usize| {
            let (pool, draws) = (wall.pool(calls, tail), wall.start / wall.around);
            let mut own = judge.clone();
            own.clock = Clock::new((pool + draws) as u32, draws);
            own.left = (0..=draws).map(|d| (pool + d) as f64).collect();
            own.haitei = question.terms().haitei && tail == 0;
            (own.can_riichi, own.ura, own.first, own.table) = (false, 0, None, None);
            let (coming, none) = (coming(true, tail), Furiten::none());
            let table = AtTable::in_silence(pool as u32, coming, own.haitei, none);
            (own, table)
        };
        let most = base.situation().hand().sets_needed() as usize;
        let called = |calls| match calls {
            0 => Vec::new(),
            _ => (0..wall.around).map(|tail| open(calls, tail)).collect(),
        };
        let furiten = Furiten::new(group.river, group.limits, base);
        Self {
            aim: question.terms().aim,
            coming: [false, true].map(|called| coming(called, wall.tail())),
            called: (0..=most).map(called).collect(),
            furiten: (0..=most as u32).map(|calls| furiten.after(calls, base)).collect(),
            melded: FxHashMap::default(),
            judge: Arc::new(judge),
        }
    }

    /// The judge who knows the melds.
    fn judge(&mut self, calls: &[Call]) -> Arc<Judge> {
        if calls.is_empty() {
            return self.judge.clone();
        }
        if let Some(known) = self.melded.get(calls) {
            return known.clone();
        }
        let (template, _) = &self.called[calls.len()][0];
        let mut judge = template.clone();
        let melds = calls.iter().filter_map(|call| call.meld());
        let start: Scorer = self.judge.scorer.clone();
        judge.scorer = melds.fold(start, |scorer, meld| scorer.with_meld(&meld));
        let judge = Arc::new(judge);
        self.melded.insert(calls.to_vec(), judge.clone());
        judge
    }
}

/// As a row of figures.
fn row(stand: &Stand) -> Row {
    let mut row = [0.0; COLUMNS];
    (row[SCORE], row[WIN], row[TENPAI], row[READY]) = (stand.score, stand.win, 1.0, stand.alive);
    (row[RON], row[COST]) = (stand.ron, stand.cost);
    row
}

impl Figures for Scoring {
    fn prefers(&self, a: &Row, b: &Row) -> bool {
        let figures = |row: &Row| {
            let cost = if self.judge.balance { row[COST] } else { 0.0 };
            [row[SCORE] - cost, row[WIN], row[TENPAI], row[READY]]
        };
        self.aim.prefers(&figures(a), &figures(b))
    }

    fn ready(&mut self, context: &mut Context, hand: Hand, wall: &Wall, rows: &mut Vec<Row>) {
        let judge = self.judge(&context.calls);
        let hands = &mut context.hands;
        let (tiles, reds) = (hands.bag(hand), hands.reds(hand).len());
        let useful = hands.view(hand).useful();
        let mut waits = Vec::new();
        each(hands.drawable(hand, useful), |at, bit| {
            let (place, copies) = (place(at, bit), hands.copies(hand, at, bit).1);
            let reds = reds + u32::from(place.is_red());
            waits.push(judge.wait(tiles, reds, place, copies.into()));
        });
        let ron: Vec<_> = waits.iter().map(|wait| judge.by_discard(tiles, reds, wait)).collect();
        let (kinds, calls) = (hands.kinds_of(useful), context.calls.len());
        let furiten = &mut self.furiten[calls];
        furiten.within(context.limits);
        let barred = furiten.bars(tiles, kinds);
        if calls > 0 {
            let stands: Vec<Vec<Stand>> = self.called[calls]
                .iter()
                .map(|(judge, table)| judge.silence_at(table, &waits, &ron, barred))
                .collect();
            rows.extend(
                (0..wall.rows(true))
                    .map(|left| row(&stands[left % wall.around][left / wall.around])),
            );
            return;
        }
        let Some(table) = &judge.table else { return };
        let mut best: Vec<Row> =
            judge.silence_at(table, &waits, &ron, barred).iter().map(row).collect();
        if judge.can_riichi {
            let declared = judge.riichi_at(table, tiles, &waits, &ron, barred);
            for (best, declared) in best.iter_mut().zip(&declared).skip(1) {
                let declared = row(declared);
                if self.prefers(&declared, best) {
                    *best = declared;
                }
            }
        }
        rows.extend(best);
    }

    fn nothing(&self) -> Row {
        let mut row = [0.0; COLUMNS];
        row[SCORE] = self.judge.closing.not_ready;
        row
    }

    fn lost(&self, cost: f64) -> Row {
        let mut row = [0.0; COLUMNS];
        row[COST] = cost;
        row
    }

    fn coming(&self, called: bool) -> &Coming {
        &self.coming[usize::from(called)]
    }
}

/// Adds what calling adds to the prospects of the discards of a group.
pub(crate) fn add_calls<'p>(
    question: &ScoreQuestion,
    group: &Group,
    prospects: impl Iterator<Item = &'p mut Prospect>,
    watch: &mut Watch<'_>,
) -> Result<(), Stopped> {
    let Some(distance) = group.distance.filter(|&distance| distance > 1) else { return Ok(()) };
    let base = question.question();
    let (situation, wall) = (base.situation(), Wall::new(base));
    let purpose = Purpose {
        players: situation.players(),
        limits: group.limits,
        reds: group.reds,
        groups: situation.hand().sets_needed(),
        forms: base.forms(),
        symmetric: false,
        counted: false,
        shapeless: false,
    };
    let graph = Graph::new(purpose, &group.roots, distance, false, watch)?;
    let before = group.roots.iter().any(|root| root.thrown.is_none()).then(|| base.before());
    let mut sweep = Sweep::new(graph, wall, Scoring::new(question, &wall, group));
    let mut swept = |calling| sweep.roots(calling, before, false, watch);
    let (with, without) = (swept(true)?, swept(false)?);
    for (prospect, (with, without)) in prospects.zip(with.iter().zip(&without)) {
        prospect.add(with.iter().zip(without).map(|(with, without)| {
            let more: Row = std::array::from_fn(|k| with[k] - without[k]);
            ([more[SCORE], more[WIN], more[TENPAI], more[READY]], more[RON], more[COST])
        }));
    }
    Ok(())
}
