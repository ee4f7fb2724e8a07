//! With improvement and going back (type 2): the hands around the origin, swept turn by turn.
//! Ready hands may declare riichi with every discard; what that is worth is known beforehand.
//!
//! The graph is that of the shapes, as for the chance to win; each shape has a row of figures for
//! each way to colour its fives (see [`Colours`]).

use super::{
    answer::Prospect,
    colours::{Colours, Fives},
    plain::place,
    ready::{Held, Judge},
    rows::{Blocks, Links},
    shown::Stand,
    terms::{Aim, ScoreQuestion},
    wait::{Place, Wait},
};
use crate::{
    Bag, Readings, Reds, Tiles,
    graph::{Around, Graph, Hands, Lists, Stopped, Watch, each},
    parallel::in_parallel,
    win::{Weights, barred},
};
use std::sync::Arc;
use wide::f64x4;

/// The graph of all hands that may follow.
#[derive(Debug, Clone)]
pub(crate) struct Improve {
    pub(crate) graph: Graph,
    pub(super) colours: Arc<Colours>,
    pub(super) waiting: Arc<Blocks>,
    pub(super) drawn: Arc<Blocks>,
    pub(super) links: Arc<Links>,
    pub(super) ready: Arc<ReadyShapes>,
    pub(crate) judge: Arc<Judge>,
    pub(super) weights: Weights,
    pub(super) aim: Aim,
    /// The distance of the origin.
    pub(super) distance: usize,
    /// Whether complete hands may go on.
    pub(super) go_on: bool,
}

/// The tiles of a ready shape, and the kinds it waits for with all their unseen copies.
type ReadyShape = (Tiles, Vec<(Place, u32)>);

/// What is known of ready hands before the sweep.
#[derive(Debug, Default)]
pub(super) struct ReadyShapes {
    pub(super) shapes: Vec<ReadyShape>,
    /// For each row, points of all winning copies in silence, and with the last tile.
    pub(super) points: Vec<[f64; 2]>,
    /// Riichi by draws left, row by row; none where it cannot be declared.
    pub(super) riichi: Vec<Vec<Held>>,
    /// The waits of each row, where complete hands may go on.
    pub(super) waits: Vec<Vec<Wait>>,
    /// At a table, row by row: the copies that win in silence by a discard with their points, then
    /// those that win by the last one.
    pub(super) ron: Vec<[f64; 4]>,
    /// At a table, riichi by draws left, row by row.
    pub(super) declared: Vec<Vec<Stand>>,
    /// At a table, which shapes cannot win by a discard.
    pub(super) furiten: Vec<bool>,
}

/// What one shape's rows are worth.
#[derive(Default)]
struct Judged {
    points: Vec<[f64; 2]>,
    riichi: Vec<Vec<Held>>,
    waits: Vec<Vec<Wait>>,
    ron: Vec<[f64; 4]>,
    declared: Vec<Vec<Stand>>,
}

/// Winning copies and their points, then those with the last tile.
fn copies_and_points(waits: &[Wait]) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for wait in waits {
        for (k, &points) in wait.silent.iter().enumerate().filter(|(_, points)| **points > 0) {
            sums[2 * k] += f64::from(wait.copies);
            sums[2 * k + 1] += f64::from(wait.copies) * f64::from(points);
        }
    }
    sums
}

/// What every waiting hand is worth at each number of draws left, and where riichi is declared.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub(crate) figures: Vec<Vec<f64x4>>,
    pub(super) riichi: Vec<u128>,
}

/// What some roots are worth by draws left, and whether they declare riichi with all draws to
/// come; `None` for those that are not in the graph.
pub(crate) type Rows = Vec<Option<(Prospect, bool)>>;

impl Improve {
    /// Builds the graph around the question's hand.
    pub(crate) fn new(
        question: &ScoreQuestion,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let base = question.question();
        let situation = base.situation();
        let hand = situation.hand();
        let (origin, limits) = (hand.concealed(), situation.limits());
        let mut judge = Judge::new(question);
        // Ura indicators tell neighbouring honours apart.
        let labels =
            (judge.ura == 0).then(|| judge.scorer.honour_labels(origin, limits, base.river()));
        let (groups, forms) = (hand.sets_needed(), base.forms());
        let mut hands = Hands::around_with(origin, limits, groups, forms, labels);
        let gone = base.thrown_are_gone();
        if gone {
            hands = hands.without_thrown();
        }
        let mut around = Around::new(hands, origin, hand.has_drawn(), extra, watch)?;
        let distance = around.distance;
        judge.in_time(distance);
        // Where some wins may be none, or may be refused, complete hands go on.
        let go_on = !hand.is_closed() || judge.refuses();
        let lists = Lists::new(&around.waiting, &around.drawn, go_on);
        let furiten = barred(base, &mut around, &lists);
        let Around { hands, waiting, drawn, .. } = &mut around;
        let held = if gone { hand.bag() } else { Bag::EMPTY };
        let colours = Colours::new(limits, question.red_limits(), held);
        let code = |hand| Colours::code(hands.bag(hand));
        let mut codes = vec![0; waiting.hands.len()];
        for (&hand, &place) in waiting.hands.iter().zip(&lists.place) {
            codes[place as usize] = code(hand);
        }
        let waiting_blocks = Blocks::new(codes, &colours);
        let mut codes = vec![0; lists.drawn.len()];
        for (&hand, &place) in drawn.hands.iter().zip(&lists.drawn_place) {
            if let Some(own) = codes.get_mut(place as usize) {
                *own = code(hand);
            }
        }
        let drawn_blocks = Blocks::new(codes, &colours);
        // Rows are what takes room, and time.
        watch.again();
        watch.states(waiting_blocks.len() + drawn_blocks.len())?;
        let count = lists.waiting.iter().take_while(|node| node.distance <= 1).count();
        let ready = waiting_blocks.starts[count] as usize;
        let most = watch.most_kept();
        if ready.saturating_mul(judge.draws() + 1) > most {
            return Err(Watch::too_many_kept(waiting_blocks.len(), most));
        }
        let mut shapes: Vec<ReadyShape> = vec![Default::default(); count];
        for (node, &hand) in waiting.hands.iter().enumerate() {
            if waiting.distance[node] > 1 {
                continue;
            }
            let (first, useful) = (hands.first(hand), hands.view(hand).useful());
            let mut waits = Vec::with_capacity(3);
            each([useful[0] & first[0], useful[1] & first[1]], |at, bit| {
                let (held, left) = hands.drawn_from(hand, at, bit);
                let copies = u32::from(left * hands.alike(hand, at, bit, held));
                waits.push((place(at, bit), copies));
            });
            shapes[lists.place[node] as usize] = (hands.bag(hand), waits);
        }
        let mut graph = Self {
            links: Arc::new(Links::new(&lists, &waiting_blocks, &drawn_blocks)),
            graph: Graph::new(around, lists),
            colours: Arc::new(colours),
            waiting: Arc::new(waiting_blocks),
            drawn: Arc::new(drawn_blocks),
            ready: Arc::default(),
            judge: Arc::new(judge),
            weights: Weights::new(base),
            aim: question.terms().aim,
            distance: usize::from(distance),
            go_on,
        };
        graph.ready = Arc::new(graph.judged(shapes, furiten));
        Ok(graph)
    }

    /// How many hands the graph of a question has, without building all of it.
    pub(crate) fn size(
        question: &ScoreQuestion,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<usize, Stopped> {
        let base = question.question();
        let situation = base.situation();
        let hand = situation.hand();
        let (origin, limits) = (hand.concealed(), situation.limits());
        let hands = Hands::around(origin, limits, base.river(), hand.sets_needed(), base.forms());
        let around = Around::new(hands, origin, hand.has_drawn(), extra, watch)?;
        let colours = Colours::new(limits, question.red_limits(), Bag::EMPTY);
        let shapes = around.waiting.hands.iter().chain(&around.drawn.hands);
        let rows = |&shape| usize::from(colours.rows(Colours::code(around.hands.bag(shape))));
        Ok(shapes.map(rows).sum())
    }

    /// Scores every ready hand.
    fn judged(&self, shapes: Vec<ReadyShape>, furiten: Vec<bool>) -> ReadyShapes {
        let numbers: Vec<usize> = (0..shapes.len()).collect();
        let table = self.judge.table.as_deref();
        let judged = in_parallel(&numbers, |&shape, ()| {
            let ((tiles, places), node) = (&shapes[shape], &self.graph.lists.waiting[shape]);
            let code = Colours::code(*tiles);
            let rows = usize::from(self.colours.rows(code));
            let mut all = Judged::default();
            let priced = self.priced(*tiles, places);
            for row in 0..rows {
                let waits = self.waits_of(&priced, code, row);
                all.points.push([0, usize::from(self.judge.haitei)].map(|luck| {
                    waits.iter().map(|wait| f64::from(wait.silent[luck] * wait.copies)).sum()
                }));
                if let Some(table) = table {
                    // None are told apart where the others show nothing.
                    let barred = furiten.get(shape).copied().unwrap_or_default();
                    let ron = self.by_discards(*tiles, code, row, &waits);
                    all.ron.push(if barred { [0.0; 4] } else { copies_and_points(&ron) });
                    if self.judge.can_riichi {
                        all.declared
                            .push(self.judge.riichi_at(table, *tiles, &waits, &ron, barred));
                    }
                } else if self.judge.can_riichi {
                    let mut riichi = vec![[0.0; 2]; self.judge.draws() + 1];
                    self.judge.riichi(*tiles, &waits, Some(node), &mut riichi);
                    all.riichi.push(riichi);
                }
                if self.go_on {
                    all.waits.push(waits);
                }
            }
            all
        });
        let mut ready = ReadyShapes { shapes, ..ReadyShapes::default() };
        let n = if self.judge.can_riichi { self.judge.draws() + 1 } else { 0 };
        ready.riichi.resize(n, Vec::new());
        ready.declared.resize(n, Vec::new());
        for shape in judged {
            ready.points.extend(shape.points);
            ready.waits.extend(shape.waits);
            ready.ron.extend(shape.ron);
            for row in shape.declared {
                for (all, stand) in ready.declared.iter_mut().zip(row) {
                    all.push(stand);
                }
            }
            for row in shape.riichi {
                for (all, held) in ready.riichi.iter_mut().zip(row) {
                    all.push(held);
                }
            }
        }
        ready.furiten = furiten;
        ready
    }

    /// The waits of a row by discards.
    pub(super) fn by_discards(
        &self,
        tiles: Tiles,
        code: Fives,
        row: usize,
        waits: &[Wait],
    ) -> Vec<Wait> {
        let reds = self.colours.reds(code, row).iter().map(|&red| u32::from(red)).sum();
        waits.iter().map(|wait| self.judge.by_discard(tiles, reds, wait)).collect()
    }

    /// The waits of one row of a ready shape.
    fn waits_of(&self, priced: &[(Wait, Readings)], code: Fives, row: usize) -> Vec<Wait> {
        let reds: u32 = self.colours.reds(code, row).iter().map(|&red| u32::from(red)).sum();
        let mut waits = Vec::with_capacity(priced.len() + 1);
        for (plain, readings) in priced {
            let tile = plain.place.tile();
            let mut add = |red: bool, copies: u32| {
                if copies > 0 {
                    let mut wait = plain.coloured(red, copies);
                    let reds = reds + u32::from(red);
                    if reds > 0 {
                        self.judge.price(&mut wait, &readings.with_reds(reds));
                    }
                    waits.push(wait);
                }
            };
            if tile.is_five() {
                let five = self.colours.drawn(code, tile.suit())[row];
                add(false, five.plain.0.into());
                add(true, five.red.0.into());
            } else {
                add(false, plain.copies);
            }
        }
        waits
    }

    /// The waits of a ready shape as if no five were red.
    fn priced(&self, tiles: Tiles, places: &[(Place, u32)]) -> Vec<(Wait, Readings)> {
        let wait = |&(place, copies): &(Place, u32)| {
            let readings = self.judge.readings(tiles, 0, place);
            (self.judge.wait_of(tiles, place, copies, &readings), readings)
        };
        places.iter().map(wait).collect()
    }

    /// The hands of the graph, waiting and drawn.
    pub(crate) fn states(&self) -> usize {
        self.waiting.len() + self.drawn.len()
    }

    /// The waiting hands of the graph.
    pub(crate) fn waiting_hands(&self) -> usize {
        self.waiting.len()
    }

    fn row(&self, blocks: &Blocks, shape: usize, reds: Reds) -> Option<usize> {
        let code = usize::from(blocks.fives[shape]);
        let row = self.colours.row(code, reds.counts())?;
        Some(blocks.starts[shape] as usize + usize::from(row))
    }

    /// The row of a waiting hand.
    pub(crate) fn place(&self, waiting: Tiles, reds: Reds) -> Option<usize> {
        self.row(&self.waiting, self.graph.place(waiting)?, reds)
    }

    /// The rows of ready hands come first.
    pub(super) fn ready_rows(&self) -> usize {
        self.ready.points.len()
    }

    /// A ready hand at a row: its tiles, how many of them are red, and its waits.
    pub(super) fn ready_at(&self, row: usize) -> (Tiles, u32, Vec<Wait>) {
        let (shape, own) = self.waiting.shape(row);
        let (tiles, places) = &self.ready.shapes[shape];
        let code = self.waiting.fives[shape];
        let reds = self.colours.reds(code, own).iter().map(|&red| u32::from(red)).sum();
        (*tiles, reds, self.waits_of(&self.priced(*tiles, places), code, own))
    }
}

impl Values {
    /// Whether riichi is declared by the hand at a row with so many draws left.
    pub(crate) fn declares(&self, row: usize, draws: usize) -> bool {
        self.riichi.get(row).is_some_and(|riichi| riichi >> draws & 1 == 1)
    }
}
