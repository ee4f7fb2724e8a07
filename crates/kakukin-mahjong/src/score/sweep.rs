//! The graph of hands with improvement swept turn by turn: what each waiting hand is worth from what
//! the drawn ones are, and the best discard of each drawn one.

use super::{
    answer::Prospect,
    colours::{Colours, MOST_ROWS},
    improve::{Improve, Rows, Values},
    ready::figures,
    rows::five,
    shown::Stand,
    terms::{EQUAL_POINTS, Figures, READY, SCORE, TENPAI, WIN},
    wait::Place,
};
use crate::{
    graph::{CHUNK, Stopped, Waiting, Watch},
    solve::Root,
    win::EQUAL,
};
use std::ops::Range;
use wide::f64x4;

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
impl Improve {
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
        let [x, y] = self.weights.of(draws, &node);
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
        let [x, y] = self.weights.of(draws, &node);
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
