//! With improvement and going back (type 2): the hands around the origin, swept turn by turn.
//! Ready hands may declare riichi with every discard; what that is worth is known beforehand.
//!
//! The graph is that of the shapes, as for the chance to win; each shape has a row of figures for
//! each way to colour its fives (see [`Colours`]).

use super::{
    answer::Prospect,
    colours::{Colours, Fives, MOST_ROWS},
    plain::place,
    ready::{Held, Judge, figures},
    rows::{Blocks, Links, five},
    shown::Stand,
    terms::{Aim, EQUAL_POINTS, Figures, READY, SCORE, ScoreQuestion, TENPAI, WIN},
    wait::{Place, Wait},
};
use crate::{
    Readings, Reds, Tiles,
    graph::{Around, CHUNK, Graph, Hands, Lists, Stopped, Waiting, Watch, each},
    parallel::in_parallel,
    solve::Root,
    win::{EQUAL, Weights, barred},
};
use std::{ops::Range, sync::Arc};
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
    distance: usize,
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
    points: Vec<[f64; 2]>,
    /// Riichi by draws left, row by row; none where it cannot be declared.
    riichi: Vec<Vec<Held>>,
    /// The waits of each row, where complete hands may go on.
    waits: Vec<Vec<Wait>>,
    /// At a table, row by row: the copies that win in silence by a discard with their points, then
    /// those that win by the last one.
    ron: Vec<[f64; 4]>,
    /// At a table, riichi by draws left, row by row.
    declared: Vec<Vec<Stand>>,
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

/// What the third and fourth columns of a sweep are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Columns {
    /// Ready at some time, and ready at the end.
    Usual,
    /// At a table: wins by discards, and what wins of others cost.
    Apart,
}

/// What one sweep is about.
#[derive(Clone, Copy)]
struct Sweep<'s> {
    columns: Columns,
    /// By draws left, what goes on if another may win, and what is lost if one does.
    ends: &'s [(f64x4, f64x4)],
}

/// What a root is worth by draws left, and whether it declares riichi with all draws to come.
struct Swept {
    figures: Vec<Figures>,
    riichi: bool,
}

/// The columns of [`Columns::Apart`].
const RON: usize = TENPAI;
const COST: usize = READY;

/// One draw of a waiting shape.
#[derive(Clone, Copy)]
struct Step<'d> {
    sweep: Sweep<'d>,
    shape: usize,
    draws: usize,
    /// Where its edges begin.
    at: usize,
    drawn: &'d [f64x4],
}

/// What every waiting hand is worth at each number of draws left, and where riichi is declared.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub(crate) figures: Vec<Vec<f64x4>>,
    riichi: Vec<u128>,
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
        let hands = Hands::around_with(origin, limits, groups, forms, labels);
        let mut around = Around::new(hands, origin, hand.has_drawn(), extra, watch)?;
        let distance = around.distance;
        judge.in_time(distance);
        // Where some wins may be none, or may be refused, complete hands go on.
        let go_on = !hand.is_closed() || judge.refuses();
        let lists = Lists::new(&around.waiting, &around.drawn, go_on);
        let furiten = barred(base, &mut around, &lists);
        let Around { hands, waiting, drawn, .. } = &mut around;
        let colours = Colours::new(limits, question.red_limits());
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
                let (held, left) = hands.copies(hand, at, bit);
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
        let colours = Colours::new(limits, question.red_limits());
        let shapes = around.waiting.hands.iter().chain(&around.drawn.hands);
        let rows = |&shape| usize::from(colours.rows(Colours::code(around.hands.bag(shape))));
        Ok(shapes.map(rows).sum())
    }

    /// Scores every ready hand.
    fn judged(&self, shapes: Vec<ReadyShape>, furiten: Vec<bool>) -> ReadyShapes {
        let numbers: Vec<usize> = (0..shapes.len()).collect();
        let table = self.judge.table.as_deref();
        let judged = in_parallel(&numbers, |&shape, ()| {
            let (tiles, places) = &shapes[shape];
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
                    let barred = furiten[shape];
                    let ron = self.by_discards(*tiles, code, row, &waits);
                    all.ron.push(if barred { [0.0; 4] } else { copies_and_points(&ron) });
                    if self.judge.can_riichi {
                        all.declared
                            .push(self.judge.riichi_at(table, *tiles, &waits, &ron, barred));
                    }
                } else if self.judge.can_riichi {
                    let mut riichi = vec![[0.0; 2]; self.judge.draws() + 1];
                    self.judge.riichi(*tiles, &waits, &mut riichi);
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

    /// What some waiting hands are worth by draws left, and with `keep` what all of them are.
    pub(crate) fn sweep(
        &self,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Rows, Option<Values>), Stopped> {
        let (rows, values) = self.sweep_columns(Columns::Usual, roots, keep, watch)?;
        let riichi = |row: &Swept| (row.riichi, Prospect::new(&row.figures));
        if self.judge.table.is_none() {
            let rows = rows.iter().map(|row| row.as_ref().map(riichi).map(|(a, b)| (b, a)));
            return Ok((rows.collect(), values));
        }
        // The same policy once more: it is decided by figures that both sweeps have.
        let (apart, _) = self.sweep_columns(Columns::Apart, roots, false, watch)?;
        let rows = rows.into_iter().zip(apart).map(|(row, apart)| {
            let (mut row, apart) = (row?, apart?.figures);
            let column = |k: usize| apart.iter().map(|figures| figures[k]).collect::<Vec<f64>>();
            let (ron, costs) = (column(RON), column(COST));
            if self.judge.balance {
                // The sweeps have the balance in the place of the score.
                for (figures, cost) in row.figures.iter_mut().zip(&costs) {
                    figures[SCORE] += cost;
                }
            }
            Some((Prospect::new(&row.figures).at_table(ron, &costs), row.riichi))
        });
        Ok((rows.collect(), values))
    }

    /// One sweep.
    fn sweep_columns(
        &self,
        columns: Columns,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<Option<Swept>>, Option<Values>), Stopped> {
        let places: Vec<Option<usize>> =
            roots.iter().map(|root| self.place(root.tiles, root.reds)).collect();
        let mut rows: Vec<Option<Vec<Figures>>> =
            places.iter().map(|place| place.map(|_| Vec::new())).collect();
        let mut values = keep.then(Values::default);
        let (lists, judge) = (&self.graph.lists, &self.judge);
        let mut nothing = f64x4::from([judge.closing.not_ready, 0.0, 0.0, 0.0]);
        let ends = judge.ends(|lost| {
            let score = if judge.balance { -lost } else { 0.0 };
            f64x4::from([score, 0.0, 0.0, if columns == Columns::Apart { lost } else { 0.0 }])
        });
        if let Some((stay, lost)) = ends.first() {
            nothing = nothing * *stay + *lost;
        }
        // Blocks are read a few rows at a time, so there are some beyond the last.
        let mut waiting = vec![nothing; self.waiting.len() + MOST_ROWS];
        let mut drawn = vec![nothing; self.drawn.len() + MOST_ROWS];
        let mut held = figures(judge.end(false));
        if columns == Columns::Apart {
            (held[RON], held[COST]) = (0.0, 0.0);
        }
        waiting[..self.ready_rows()].fill(f64x4::from(held));
        let sweep = Sweep { columns, ends: &ends };
        if judge.table.is_some() {
            let shapes = 0..lists.waiting.partition_point(|x| x.distance <= 1);
            for shape in shapes {
                self.come_up(sweep, shape, 0, &mut waiting[self.waiting.rows(shape)]);
            }
        }
        let mut riichi = vec![0u128; self.ready_rows()];
        // Where our draw is next nothing comes before it.
        let root_next = roots
            .first()
            .filter(|root| root.thrown.is_none() && judge.table.is_some())
            .and(places.first().copied().flatten())
            .filter(|&root| judge.first.is_none() || root >= self.ready_rows());
        let own_riichi = root_next.map_or(Vec::new(), |root| self.own_riichi(root));
        for draws in 0..=judge.draws() {
            let mut next = None;
            if draws > 0 {
                // Farther hands cannot even be ready with so few draws, and nobody can be so near
                // after so few.
                let gone = judge.draws() - draws;
                let far = |distance: u8| usize::from(distance) + gone < self.distance;
                let near = |distance: u8| usize::from(distance) <= draws;
                let shapes = lists.drawn.partition_point(|x| far(x.distance + 1))
                    ..lists.drawn.partition_point(|x| near(x.distance));
                self.choose(&waiting, &self.aims(&waiting), &mut drawn, shapes);
                let shapes = lists.waiting.partition_point(|x| far(x.distance))
                    ..lists.waiting.partition_point(|x| near(x.distance - 1));
                let first = places.first().copied().flatten().filter(|_| self.is_dealt(draws));
                let first = first.map(|root| (root, self.first_draw(root, &drawn, &waiting)));
                next = root_next
                    .map(|root| self.own_draw(sweep, draws, root, &drawn, &waiting, &own_riichi));
                self.draw(sweep, draws, &drawn, &mut waiting, shapes, &mut riichi);
                if let Some((root, figures)) = first {
                    waiting[root] = figures;
                    riichi.get_mut(root).into_iter().for_each(|riichi| *riichi &= !(1 << draws));
                }
            }
            for (place, rows) in places.iter().zip(&mut rows) {
                if let (Some(place), Some(rows)) = (place, rows) {
                    rows.push(next.unwrap_or(waiting[*place]).to_array());
                }
            }
            if let Some(values) = &mut values {
                values.figures.push(waiting.clone());
            }
            watch.beat(self.states())?;
        }
        let last = judge.draws();
        let declares = |row: usize| riichi.get(row).is_some_and(|bits| bits >> last & 1 == 1);
        let rows = places.iter().zip(rows).map(|(place, rows)| {
            let row = (*place)?;
            Some(Swept { figures: rows?, riichi: declares(row) })
        });
        let rows = rows.collect();
        if let Some(values) = &mut values {
            values.riichi = riichi;
        }
        Ok((rows, values))
    }

    /// Whether the root is ready as dealt, and so many draws are left before its first one: riichi
    /// cannot be declared before it.
    pub(super) fn is_dealt(&self, draws: usize) -> bool {
        let first = self.judge.first == Some(draws.wrapping_sub(1));
        first && draws == self.judge.draws() && self.distance == 1
    }

    /// The first draw of a hand that is ready as dealt.
    fn first_draw(&self, root: usize, drawn: &[f64x4], waiting: &[f64x4]) -> f64x4 {
        let draws = self.judge.draws();
        let (shape, own) = self.waiting.shape(root);
        let node = self.graph.lists.waiting[shape];
        let edges = self.edges_of(shape);
        let others = edges.start + usize::from(node.near)..edges.end;
        let [x, y] = self.weights.of(draws, f64::from(node.useful));
        let stay = 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
        let far = self.gather::<MOST_ROWS>(shape, others, self.links.same[shape][1], drawn)[own];
        let (tiles, reds, waits) = self.ready_at(root);
        let won = waits.iter().fold(f64x4::ZERO, |sum, wait| {
            let points = self.judge.first_points(tiles, reds, wait.place);
            let copies = f64x4::splat(f64::from(wait.copies));
            sum + copies * f64x4::from([f64::from(points), 1.0, 1.0, 0.0])
        });
        let sum = won * f64x4::splat(x) + far * f64x4::splat(y);
        let mut figures = (sum + waiting[root] * f64x4::splat(stay)).to_array();
        figures[TENPAI] = 1.0;
        f64x4::from(figures)
    }

    /// The edges of a waiting shape.
    fn edges_of(&self, shape: usize) -> Range<usize> {
        let chunk = shape / CHUNK;
        let edges = |node: &Waiting| usize::from(node.near) + usize::from(node.far);
        let skipped: usize = self.graph.lists.waiting[chunk * CHUNK..shape].iter().map(edges).sum();
        let from = self.graph.lists.edges_at[chunk] + skipped;
        from..from + edges(&self.graph.lists.waiting[shape])
    }

    /// The figures that are aimed at.
    pub(super) fn aims(&self, waiting: &[f64x4]) -> Vec<f64> {
        let [aim, ..] = self.aim.order();
        waiting.iter().map(|figures| figures.as_array()[aim]).collect()
    }

    /// One draw: what some shapes of waiting hands are worth from what the drawn ones are.
    fn draw(
        &self,
        sweep: Sweep<'_>,
        draws: usize,
        drawn: &[f64x4],
        waiting: &mut [f64x4],
        shapes: Range<usize>,
        riichi: &mut [u128],
    ) {
        let blocks = &self.waiting;
        let declared = blocks.in_chunks(waiting, shapes, |shapes, rows| {
            let first = blocks.starts[shapes.start] as usize;
            let mut at = self.graph.lists.edges_at[shapes.start / CHUNK];
            let mut declared = Vec::new();
            for shape in shapes {
                let own = blocks.rows(shape);
                let values = &mut rows[own.start - first..own.end - first];
                let step = Step { sweep, shape, draws, at, drawn };
                at = match values.len() {
                    1 => self.draw_rows::<1>(step, values),
                    2 => self.draw_rows::<2>(step, values),
                    3 | 4 => self.draw_rows::<4>(step, values),
                    5..=8 => self.draw_rows::<8>(step, values),
                    _ => self.draw_rows::<MOST_ROWS>(step, values),
                };
                if self.judge.table.is_some() {
                    self.come_up(sweep, shape, draws, values);
                }
                if self.graph.lists.waiting[shape].distance <= 1 {
                    self.declare(sweep.columns, draws, own, values, &mut declared);
                }
            }
            declared
        });
        for row in declared.into_iter().flatten() {
            riichi[row] |= 1 << draws;
        }
    }

    /// Riichi of a ready hand whose own draw is next; nothing for any other.
    fn own_riichi(&self, root: usize) -> Vec<Stand> {
        let shape = self.waiting.shape(root).0;
        if root >= self.ready_rows() || !self.judge.can_riichi {
            return Vec::new();
        }
        let (tiles, reds, waits) = self.ready_at(root);
        let declared = self.judge.draw_next(tiles, reds, &waits, self.ready.furiten[shape]);
        declared.unwrap_or_default()
    }

    /// What a hand is worth whose own draw is next.
    fn own_draw(
        &self,
        sweep: Sweep<'_>,
        draws: usize,
        root: usize,
        drawn: &[f64x4],
        waiting: &[f64x4],
        declared: &[Stand],
    ) -> f64x4 {
        let (shape, own) = self.waiting.shape(root);
        let mut values = waiting[self.waiting.rows(shape)].to_vec();
        let at = self.edges_of(shape).start;
        self.draw_rows::<MOST_ROWS>(Step { sweep, shape, draws, at, drawn }, &mut values);
        let mut best = values[own].to_array();
        if self.graph.lists.waiting[shape].distance <= 1 {
            if sweep.columns == Columns::Usual {
                best[TENPAI] = 1.0;
            }
            if let Some(stand) = declared.get(draws) {
                let other = self.declared_figures(sweep.columns, stand);
                if self.aim.prefers(&other, &best) {
                    best = other;
                }
            }
        }
        f64x4::from(best)
    }

    /// What comes before a draw: the others discard, and one of them may win.
    fn come_up(&self, sweep: Sweep<'_>, shape: usize, draws: usize, values: &mut [f64x4]) {
        let Some(table) = &self.judge.table else { return };
        let Sweep { columns, ends } = sweep;
        if let Some((stay, lost)) = ends.get(draws) {
            values.iter_mut().for_each(|value| *value = *value * *stay + *lost);
        }
        if self.graph.lists.waiting[shape].distance > 1 {
            return;
        }
        let rows = self.waiting.rows(shape);
        let unseen = self.judge.left[draws];
        for (value, [copies, points, last, last_points]) in
            values.iter_mut().zip(&self.ready.ron[rows])
        {
            let [hit, at_last] = table.coming().hits(draws, [*copies, *last], unseen);
            let mean = |points: f64, copies: f64| if copies > 0.0 { points / copies } else { 0.0 };
            let score = hit * mean(*points, *copies) + at_last * mean(*last_points, *last);
            let won = hit + at_last;
            let third = if columns == Columns::Apart { won } else { 0.0 };
            let mut own = (*value * f64x4::splat(1.0 - won)).to_array();
            own[SCORE] += score;
            own[WIN] += won;
            own[RON] += third;
            if columns == Columns::Usual {
                own[TENPAI] = 1.0;
            }
            *value = f64x4::from(own);
        }
    }

    /// The chance that a ready row wins in silence by the discards before a draw, and by the last
    /// discard of the round.
    pub(super) fn hit(&self, row: usize, draws: usize) -> [f64; 2] {
        let [copies, _, last, _] = self.ready.ron[row];
        let table = self.judge.table.as_ref();
        let hits =
            table.map(|table| table.coming().hits(draws, [copies, last], self.judge.left[draws]));
        hits.unwrap_or_default()
    }

    /// Riichi as a row of the sweep.
    fn declared_figures(&self, columns: Columns, stand: &Stand) -> Figures {
        let mut figures = stand.figures(self.judge.balance);
        if columns == Columns::Apart {
            (figures[RON], figures[COST]) = (stand.ron, stand.cost);
        }
        figures
    }

    /// The same for the rows of one shape, of which there are at most N. Returns where the edges
    /// of the next shape begin.
    #[inline]
    fn draw_rows<const N: usize>(&self, step: Step<'_>, values: &mut [f64x4]) -> usize {
        let Step { sweep, shape, draws, at, drawn } = step;
        let node = self.graph.lists.waiting[shape];
        let edges = at..at + usize::from(node.near);
        let others = edges.end..edges.end + usize::from(node.far);
        let [x, y] = self.weights.of(draws, f64::from(node.useful));
        let stay = 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
        let [same, far_same] = self.links.same[shape];
        let far = self.gather::<N>(shape, others.clone(), far_same, drawn);
        let near = if node.distance > 1 {
            self.gather::<N>(shape, edges, same, drawn)
        } else {
            self.won::<N>(sweep.columns, shape, draws, edges, drawn)
        };
        let (x, y, stay) = (f64x4::splat(x), f64x4::splat(y), f64x4::splat(stay));
        for (value, (near, far)) in values.iter_mut().zip(near.iter().zip(&far)) {
            *value = *near * x + *far * y + *value * stay;
        }
        others.end
    }

    /// Riichi where it is better than silence.
    fn declare(
        &self,
        columns: Columns,
        draws: usize,
        rows: Range<usize>,
        values: &mut [f64x4],
        declared: &mut Vec<usize>,
    ) {
        for (row, value) in rows.zip(values) {
            let mut best = value.to_array();
            if columns == Columns::Usual {
                // Ready it is already.
                best[TENPAI] = 1.0;
            }
            let riichi = match &self.judge.table {
                None => self.ready.riichi.get(draws).map(|riichi| figures(riichi[row])),
                Some(_) => {
                    let stand = self.ready.declared.get(draws).map(|declared| &declared[row]);
                    stand.map(|stand| self.declared_figures(columns, stand))
                }
            };
            if let Some(other) = riichi
                && self.aim.prefers(&other, &best)
            {
                best = other;
                declared.push(row);
            }
            *value = f64x4::from(best);
        }
    }

    /// Adds up what some draws of a waiting shape lead to, times their copies, row by row. The
    /// first `same` of them are not of fives.
    #[inline]
    fn gather<const N: usize>(
        &self,
        shape: usize,
        edges: Range<usize>,
        same: u8,
        drawn: &[f64x4],
    ) -> [f64x4; N] {
        let mut sums = [f64x4::ZERO; N];
        let (draws, copies) = (&self.links.draws[edges.clone()], &self.links.copies[edges]);
        let (draws, fives) = draws.split_at(usize::from(same));
        for (&start, &copies) in draws.iter().zip(copies) {
            let copies = f64x4::splat(f64::from(copies));
            let block = &drawn[start as usize..start as usize + N];
            for k in 0..N {
                sums[k] += copies * block[k];
            }
        }
        for &link in fives {
            let (suit, start) = five(link);
            let fives = self.colours.drawn(self.waiting.fives[shape], suit);
            for (sum, five) in sums.iter_mut().zip(fives) {
                for (copies, row) in [five.plain, five.red] {
                    let value = drawn[start + usize::from(row)];
                    *sum += f64x4::splat(f64::from(copies)) * value;
                }
            }
        }
        sums
    }

    /// What the winning draws of a ready shape bring in silence, times their copies.
    #[inline]
    fn won<const N: usize>(
        &self,
        columns: Columns,
        shape: usize,
        draws: usize,
        edges: Range<usize>,
        drawn: &[f64x4],
    ) -> [f64x4; N] {
        let mut sums = [f64x4::ZERO; N];
        let (last, rows) = (draws == 1, self.waiting.rows(shape));
        if !self.go_on {
            let copies = f64::from(self.graph.lists.waiting[shape].wins);
            for (sum, points) in sums.iter_mut().zip(&self.ready.points[rows]) {
                let ready = if columns == Columns::Usual { copies } else { 0.0 };
                *sum = f64x4::from([points[usize::from(last)], copies, ready, 0.0]);
            }
            return sums;
        }
        // Each draw wins or goes on.
        for (row, sum) in rows.zip(&mut sums) {
            for wait in &self.ready.waits[row] {
                let to = self.won_row(shape, row, edges.clone(), wait.place);
                let on = to.map_or([0.0; 4], |to| drawn[to].to_array());
                let mut taken = self.judge.taken(wait, last, self.aim, &on);
                if columns == Columns::Apart && taken != on {
                    // Won by a draw, without a cost.
                    (taken[RON], taken[COST]) = (0.0, 0.0);
                }
                *sum += f64x4::splat(f64::from(wait.copies)) * f64x4::from(taken);
            }
        }
        sums
    }

    /// The row of the complete hand that a wait of a ready row leads to.
    pub(super) fn won_row(
        &self,
        shape: usize,
        row: usize,
        edges: Range<usize>,
        place: Place,
    ) -> Option<usize> {
        let places = self.ready.shapes[shape].1.iter().map(|(place, _)| place.tile());
        let edge = edges.zip(places).find(|(_, tile)| *tile == place.tile())?.0;
        let to = self.graph.lists.edges[edge] as usize;
        let own = row - self.waiting.starts[shape] as usize;
        let code = self.waiting.fives[shape];
        let row = match Colours::suit(self.drawn.fives[to], code) {
            None => own,
            Some(suit) => {
                let five = self.colours.drawn(code, suit)[own];
                usize::from(if place.is_red() { five.red.1 } else { five.plain.1 })
            }
        };
        Some(self.drawn.starts[to] as usize + row)
    }

    /// The best discard of every row of some shapes of drawn hands.
    fn choose(&self, waiting: &[f64x4], aims: &[f64], drawn: &mut [f64x4], shapes: Range<usize>) {
        let blocks = &self.drawn;
        blocks.in_chunks(drawn, shapes, |shapes, rows| {
            let first = blocks.starts[shapes.start] as usize;
            let mut at = self.graph.lists.options_at[shapes.start / CHUNK];
            for shape in shapes {
                let count = usize::from(self.graph.lists.drawn[shape].count);
                let options = &self.links.options[at..at + count];
                at += count;
                if options.is_empty() {
                    continue;
                }
                let own = blocks.rows(shape);
                let values = &mut rows[own.start - first..own.end - first];
                match values.len() {
                    1 => self.choose_rows::<1>(shape, options, aims, waiting, values),
                    2 => self.choose_rows::<2>(shape, options, aims, waiting, values),
                    3 | 4 => self.choose_rows::<4>(shape, options, aims, waiting, values),
                    5..=8 => self.choose_rows::<8>(shape, options, aims, waiting, values),
                    _ => self.choose_rows::<MOST_ROWS>(shape, options, aims, waiting, values),
                }
            }
        });
    }

    #[inline]
    fn choose_rows<const N: usize>(
        &self,
        shape: usize,
        options: &[u32],
        aims: &[f64],
        waiting: &[f64x4],
        values: &mut [f64x4],
    ) {
        let [a, ..] = self.aim.order();
        let (picks, best) = self.pick::<N>(shape, options, aims, waiting);
        for (value, (pick, best)) in values.iter_mut().zip(picks.into_iter().zip(best)) {
            // Of equals the best, so that differences do not add up.
            let mut figures = waiting[pick as usize].to_array();
            figures[a] = best;
            *value = f64x4::from(figures);
        }
    }

    /// The best discard of each row of a drawn shape, of which there are at most N: by the aim,
    /// among equals by the next figures. The rows that are left, and the figures aimed at.
    #[inline]
    pub(super) fn pick<const N: usize>(
        &self,
        shape: usize,
        options: &[u32],
        aims: &[f64],
        waiting: &[f64x4],
    ) -> ([u32; N], [f64; N]) {
        let [a, b, c] = self.aim.order();
        let [equal, equal_next] = [a, b].map(|k| if k == SCORE { EQUAL_POINTS } else { EQUAL });
        let (same, fives) = options.split_at(usize::from(self.links.same_options[shape]));
        let mut best = [f64::NEG_INFINITY; N];
        for &start in same {
            let block = &aims[start as usize..start as usize + N];
            for k in 0..N {
                best[k] = if block[k] > best[k] { block[k] } else { best[k] };
            }
        }
        let code = self.drawn.fives[shape];
        let thrown = |link: u32| {
            let (suit, start) = five(link);
            let fives = self.colours.thrown(code, suit)[..N].iter().enumerate();
            fives.flat_map(move |(k, five)| {
                let rows = [five.plain, five.red].into_iter().flatten();
                rows.map(move |row| (k, start + usize::from(row)))
            })
        };
        for &link in fives {
            thrown(link).for_each(|(k, row)| best[k] = best[k].max(aims[row]));
        }
        let mut picks = [0; N];
        let mut others = [[f64::NEG_INFINITY; 2]; N];
        let mut visit = |k: usize, row: usize| {
            if aims[row] > best[k] - equal {
                let figures = waiting[row].as_array();
                let [next, last] = [figures[b], figures[c]];
                let [known, known_last] = others[k];
                let near = next > known - equal_next && last > known_last + EQUAL;
                if next > known + equal_next || near {
                    others[k] = [next, last];
                    picks[k] = row as u32;
                }
            }
        };
        for &start in same {
            (0..N).for_each(|k| visit(k, start as usize + k));
        }
        for &link in fives {
            thrown(link).for_each(|(k, row)| visit(k, row));
        }
        (picks, best)
    }
}

impl Values {
    /// Whether riichi is declared by the hand at a row with so many draws left.
    pub(crate) fn declares(&self, row: usize, draws: usize) -> bool {
        self.riichi.get(row).is_some_and(|riichi| riichi >> draws & 1 == 1)
    }
}
