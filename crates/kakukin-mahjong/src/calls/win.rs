//! The chance to complete a hand that may call. No yaku is needed, so that melds are not told apart
//! but by their tiles.

use super::{
    graph::{Context, Graph, Purpose},
    sweep::{COLUMNS, Figures, Row, Sweep},
    wall::Wall,
};
use crate::{
    Objective, Question, Reds, Worth,
    graph::{Hand, Stopped, Watch},
    others::{By, Chances, Coming, Furiten, Luckily, Pools, Standing},
    solve::Group,
    win::better,
};
use std::sync::Arc;

pub(super) const WIN: usize = 0;
const TENPAI: usize = 1;
const RON: usize = 2;
/// Ready first in the standard form; then in the others.
const FORMS: usize = 3;

/// The chances to win and to be ready.
#[derive(Debug, Clone)]
pub(super) struct Completing {
    objective: Objective,
    /// Before and after calls.
    coming: [Coming; 2],
    /// By calls, and by the discards that follow the last draw.
    pools: Arc<Vec<Vec<Pools>>>,
    /// By calls.
    furiten: Vec<Furiten>,
}

impl Completing {
    fn new(question: &Question, wall: &Wall, furiten: Furiten) -> Self {
        let before = Standing::in_silence(question.situation().hand());
        let coming = |called, tail| {
            let standing = if called { Standing::Open } else { before };
            wall.coming(question, standing, tail)
        };
        let luckily = Luckily { ippatsu: false, haitei: false, discards_next: true };
        let calls = question.situation().hand().sets_needed() as usize;
        let pools = (0..=calls).map(|calls| {
            let pool = |tail| {
                let pool = wall.pool(calls, tail) as u32;
                Pools::new(pool, coming(calls > 0, tail), luckily)
            };
            (0..wall.around).map(pool).collect()
        });
        Self {
            objective: question.objective(),
            coming: [false, true].map(|called| coming(called, wall.tail())),
            pools: Arc::new(pools.collect()),
            furiten: (0..=calls as u32).map(|calls| furiten.after(calls, question)).collect(),
        }
    }
}

impl Completing {
    /// The graph of a group, laid out for sweeps. With `keep` every hand can be found again.
    pub(super) fn sweep(
        question: &Question,
        group: &Group,
        distance: u32,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Sweep<Self>, Stopped> {
        let (situation, wall) = (question.situation(), Wall::new(question));
        let furiten = Furiten::new(group.river, group.limits, question);
        let plain = furiten.is_empty();
        let purpose = Purpose {
            players: situation.players(),
            limits: group.limits,
            reds: Reds::NONE,
            groups: situation.hand().sets_needed(),
            forms: question.forms(),
            // Whoever plays the hand looks for its own tiles.
            symmetric: plain && !keep,
            counted: plain,
            shapeless: true,
        };
        let graph = Graph::new(purpose, &group.roots, distance, keep, watch)?;
        Ok(Sweep::new(graph, wall, Self::new(question, &wall, furiten)))
    }
}

impl Figures for Completing {
    fn prefers(&self, a: &Row, b: &Row) -> bool {
        let value = |row: &Row| {
            let [aim, other] = self.objective.order(row[WIN], row[TENPAI]);
            [aim, other, row[FORMS]]
        };
        better(value(a), value(b))
    }

    fn ready(&mut self, context: &mut Context, hand: Hand, wall: &Wall, rows: &mut Vec<Row>) {
        let hands = &mut context.hands;
        let view = hands.view(hand);
        let waits = hands.left(hand, view.useful());
        let calls = context.calls.len();
        let furiten = &mut self.furiten[calls];
        let by = if furiten.is_empty() {
            By::Any
        } else {
            let kinds = context.hands.kinds_of(view.useful());
            furiten.within(context.limits);
            if furiten.bars(context.hands.bag(hand), kinds) { By::Draws } else { By::Any }
        };
        let pools: Vec<&Chances> =
            self.pools[calls].iter().map(|pools| pools.of(waits, by, 0)).collect();
        for row in 0..wall.rows(calls > 0) {
            let left = wall.of(calls > 0, row);
            let (chances, draws) = (pools[left % wall.around], left / wall.around);
            let mut row = [0.0; COLUMNS];
            (row[WIN], row[TENPAI], row[RON]) = (chances.win[draws], 1.0, chances.ron[draws]);
            for form in 0..3 {
                row[FORMS + form] = f64::from(view.forms >> form & 1);
            }
            rows.push(row);
        }
    }

    fn nothing(&self) -> Row {
        [0.0; COLUMNS]
    }

    fn lost(&self, _: f64) -> Row {
        [0.0; COLUMNS]
    }

    fn coming(&self, called: bool) -> &Coming {
        &self.coming[usize::from(called)]
    }
}

/// Adds what calling adds to the worth of the discards of a group.
pub(crate) fn add_calls(
    question: &Question,
    group: &Group,
    worths: &mut [Worth],
    watch: &mut Watch<'_>,
) -> Result<(), Stopped> {
    let Some(distance) = group.distance.filter(|&distance| distance > 1) else { return Ok(()) };
    let before = group.roots.iter().any(|root| root.thrown.is_none()).then(|| question.before());
    let mut sweep = Completing::sweep(question, group, distance, false, watch)?;
    let mut swept = |calling| sweep.roots(calling, before, false, watch);
    let (with, without) = (swept(true)?, swept(false)?);
    for (worth, (with, without)) in worths.iter_mut().zip(with.iter().zip(&without)) {
        let [a, b, c] = &mut worth.forms;
        let columns = [&mut worth.win, &mut worth.tenpai, &mut worth.ron, a, b, c];
        for (k, column) in columns.into_iter().enumerate() {
            for (figure, (with, without)) in column.iter_mut().zip(with.iter().zip(without)) {
                *figure += with[k] - without[k];
            }
        }
    }
    Ok(())
}
