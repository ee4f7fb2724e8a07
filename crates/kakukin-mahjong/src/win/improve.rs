//! With improvement and going back (type 2): the hands around the origin, swept turn by turn.

use super::{
    answer::Worth,
    question::{Divisor, EQUAL, Method, Objective, Question, Value},
};
use crate::{
    Tiles,
    graph::{Around, CHUNK, Clock, Drawn, Graph, Hands, Lists, Stopped, Waiting, Watch},
    others::{Coming, Furiten, Standing},
    parallel::in_chunks,
    solve::Root,
};
use std::sync::Arc;

/// The graph of all hands that may follow.
#[derive(Debug, Clone)]
pub(crate) struct Improve {
    pub(crate) graph: Graph,
    states: usize,
    /// The forms of all ready hands, where they all agree.
    forms: Option<u8>,
    /// Whether some are ready for thirteen orphans.
    orphans: bool,
    /// Where others show tiles, or may win.
    table: Option<Arc<Table>>,
}

/// What others do while the hand is played.
#[derive(Debug)]
struct Table {
    coming: Coming,
    /// Unseen tiles when no draw is left.
    pool: f64,
    /// Which ready hands cannot win by a discard, in the order of the sweep.
    furiten: Vec<bool>,
    /// The place of the hand whose own draw is next.
    draw_next: Option<usize>,
}

/// What every waiting hand is worth at each number of draws left, in the order of the
/// sweep.
pub(crate) type Values = Vec<Vec<Value>>;

impl Improve {
    /// Builds the graph around the question's hand.
    pub(crate) fn new(
        question: &Question,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut around = Self::around(question, extra, watch)?;
        let lists = Lists::new(&around.waiting, &around.drawn, false);
        let furiten = barred(question, &mut around, &lists);
        let waiting = &around.waiting;
        let ready = waiting.distance.iter().zip(&waiting.forms).filter(|(t, _)| **t <= 1);
        let mut masks = ready.map(|(_, &forms)| forms);
        let orphans = masks.clone().any(|mask| mask & 4 != 0);
        let first = masks.next().unwrap_or(1);
        Ok(Self {
            forms: masks.all(|mask| mask == first).then_some(first),
            states: around.states(),
            orphans,
            table: Table::new(question, furiten).map(Arc::new),
            graph: Graph::new(around, lists),
        }
        .beginning(question))
    }

    /// The hands around the question's.
    pub(crate) fn around(
        question: &Question,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Around, Stopped> {
        let (situation, hand) = (question.situation(), question.situation().hand());
        let (origin, groups) = (hand.concealed(), hand.sets_needed());
        let (limits, river) = (situation.limits(), question.river());
        let mut hands = Hands::around(origin, limits, river, groups, question.forms());
        if question.thrown_are_gone() {
            hands = hands.without_thrown();
        }
        Around::new(hands, origin, hand.has_drawn(), extra, watch)
    }

    /// The waiting hands of the graph.
    pub(crate) fn waiting_hands(&self) -> usize {
        self.graph.lists.waiting.len()
    }

    /// The hands of the graph, waiting and drawn.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// What some waiting hands are worth (`None` for those that are not in the graph), and with
    /// `keep` what all of them are worth.
    pub(crate) fn sweep(
        &self,
        question: &Question,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<Option<Worth>>, Option<Values>), Stopped> {
        let roots: Vec<Option<usize>> =
            roots.iter().map(|root| self.graph.place(root.tiles)).collect();
        let weights = Weights::new(question);
        let objective = question.objective();
        let mut worth: Vec<Option<Worth>> = roots
            .iter()
            .map(|root| {
                root.map(|_| Worth {
                    win: vec![],
                    ron: vec![],
                    tenpai: vec![],
                    forms: Default::default(),
                })
            })
            .collect();
        let mut values = keep.then(Values::new);
        let forms = self.forms;
        let lists = &self.graph.lists;
        let states = self.states;
        let mut pulse = || watch.beat(states);
        let table = self.table.as_deref();
        let add = |row: &[f64], worth: &mut Worth| {
            let [win, tenpai] = objective.order(row[0], row[1]);
            worth.win.push(win);
            worth.ron.push(table.and(row.last().copied()).unwrap_or(0.0));
            worth.tenpai.push(tenpai);
            for form in 0..3 {
                worth.forms[form].push(match forms {
                    Some(mask) => tenpai * f64::from(mask >> form & 1),
                    None => row.get(2 + form).copied().unwrap_or(0.0),
                });
            }
        };
        macro_rules! sweep {
            ($columns:literal) => {
                lists.sweep::<$columns>(&weights, objective, table, |rows, next| {
                    for (place, worth) in roots.iter().zip(&mut worth) {
                        if let (Some(place), Some(worth)) = (place, worth) {
                            add(next.as_ref().unwrap_or(&rows[*place]), worth);
                        }
                    }
                    if let Some(values) = &mut values {
                        values.push(rows.iter().map(judged).collect());
                    }
                    pulse()
                })
            };
        }
        match (forms, self.orphans, table) {
            (Some(_), _, None) => sweep!(2)?,
            (None, false, None) => sweep!(4)?,
            (None, true, None) => sweep!(5)?,
            (Some(_), _, Some(_)) => sweep!(3)?,
            (None, _, Some(_)) => sweep!(6)?,
        }
        Ok((worth, values))
    }
}

/// What a row of the sweep is judged by. Forms do not decide here: a third comparison of
/// every discard at every turn costs a fifth of the sweep.
fn judged<const COLUMNS: usize>(row: &[f64; COLUMNS]) -> Value {
    [row[0], row[1], 0.0]
}

impl Improve {
    /// Takes note of the hand whose own draw is next.
    fn beginning(mut self, question: &Question) -> Self {
        let hand = question.situation().hand();
        let place = (!hand.has_drawn()).then(|| self.graph.place(hand.concealed())).flatten();
        if let Some(table) = self.table.as_mut().and_then(Arc::get_mut) {
            table.draw_next = place;
        }
        self
    }
}

impl Table {
    fn new(question: &Question, furiten: Vec<bool>) -> Option<Self> {
        let (situation, others) = (question.situation(), question.others());
        if others.is_alone() {
            return None;
        }
        let standing = Standing::in_silence(situation.hand());
        let draws = question.draws();
        let coming = Coming::new(others, situation.players(), standing, draws);
        let pool = f64::from(situation.unseen() - draws as u32);
        Some(Self { coming, pool, furiten, draw_next: None })
    }
}

/// Which ready hands cannot win by a discard, in the order of the sweep; none where the others do
/// nothing.
pub(crate) fn barred(question: &Question, around: &mut Around, lists: &Lists) -> Vec<bool> {
    if question.others().is_alone() {
        return Vec::new();
    }
    let (situation, origin) = (question.situation(), question.situation().hand().concealed());
    let mut furiten = Furiten::new(question.river(), situation.limits(), question);
    let Around { hands, waiting, .. } = around;
    let ready = lists.waiting.iter().take_while(|node| node.distance <= 1).count();
    let mut barred = vec![false; ready];
    for (node, &hand) in waiting.hands.iter().enumerate() {
        if waiting.distance[node] <= 1 {
            let waits = hands.view(hand).useful();
            let waits = hands.kinds_of(waits);
            barred[lists.place[node] as usize] =
                furiten.bars_around(hands.bag(hand), waits, origin);
        }
    }
    barred
}

/// What draws weigh.
#[derive(Debug, Clone)]
pub(crate) struct Weights {
    clock: Clock,
    divisor: Divisor,
    /// The unseen tiles of a waiting hand, thrown ones among them.
    whole: f64,
    /// The tiles that are unseen at the origin.
    unseen: f64,
}

/// Where the chance to draw a tile that was not useful at the origin lies: between its share if
/// all that was thrown is like it (0), and that of a tile of which nothing was (1). Such a tile
/// is wanted since the hand changed, half of the time on average, and some of them earlier.
const LATE: f64 = 0.75;

impl Weights {
    pub(crate) fn new(question: &Question) -> Self {
        let divisor = match question.method() {
            Method::Improve { divisor, .. } => divisor,
            Method::Plain => Divisor::default(),
        };
        let situation = question.situation();
        let clock = Clock::new(situation.unseen(), question.draws());
        // Tiles that a waiting hand does not hold and nobody else shows.
        let full = 3 * situation.hand().sets_needed() + 1;
        let [limits, held] = [situation.limits(), situation.hand().concealed()].map(Tiles::len);
        let [whole, unseen] = [limits - full, limits - held].map(f64::from);
        Self { clock, divisor, whole, unseen }
    }

    /// One useful tile of a hand, and one of the others, with `draws` left.
    #[inline]
    pub(crate) fn of(&self, draws: usize, node: &Waiting) -> [f64; 2] {
        let useful = f64::from(node.useful);
        let weight = self.clock.weight(draws);
        match self.divisor {
            Divisor::Wall => [weight; 2],
            Divisor::Constant => [1.0 / self.whole; 2],
            Divisor::Gone => {
                let near = self.clock.weight_among(draws, useful);
                let late = f64::from(node.late);
                let early = useful - late;
                let others = self.unseen - f64::from(node.over) - early;
                let shared = if others > 0.0 { (1.0 - early * near) / others } else { 0.0 };
                // Where most of the wall is drawn, many of the same tiles were thrown.
                let drawn_less = (2.0 / (weight * self.unseen)).min(1.0);
                let far = shared + LATE * drawn_less * drawn_less * (near - shared);
                let mixed = if late > 0.0 { (early * near + late * far) / useful } else { near };
                [mixed, far]
            }
            Divisor::Split => {
                let near = self.clock.weight_among(draws, useful);
                let others = self.whole - useful;
                [near, if others > 0.0 { (1.0 - useful * near) / others } else { 0.0 }]
            }
        }
    }
}

impl Lists {
    /// Sweeps from the last draw to the first, turn by turn, and shows what the waiting
    /// hands are worth with 0, 1, ... draws left: the aim, the other figure, and with more
    /// columns tenpai in the first forms.
    fn sweep<const COLUMNS: usize>(
        &self,
        weights: &Weights,
        objective: Objective,
        table: Option<&Table>,
        mut seen: impl FnMut(&[[f64; COLUMNS]], Option<[f64; COLUMNS]>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let win = usize::from(objective == Objective::Tenpai);
        let mut waiting = vec![[0.0; COLUMNS]; self.waiting.len()];
        let mut drawn = vec![[0.0; COLUMNS]; self.drawn.len()];
        for (node, value) in self.waiting.iter().zip(&mut waiting).filter(|(n, _)| n.distance <= 1)
        {
            value[1 - win] = 1.0;
            let forms = COLUMNS - usize::from(table.is_some());
            for (form, column) in value[2..forms].iter_mut().enumerate() {
                *column = f64::from(node.forms >> form & 1);
            }
        }
        if let Some(table) = table {
            self.end(0, table, win, &mut waiting);
        }
        seen(&waiting, None)?;
        for draws in 1..=weights.clock.draws() {
            // Farther hands cannot even be ready with so few draws.
            let near = self.drawn.partition_point(|node| usize::from(node.distance) <= draws);
            self.choose(&waiting, &mut drawn[..near]);
            let near = |node: &Waiting| usize::from(node.distance) <= draws + 1;
            let near = self.waiting.partition_point(near);
            self.draw(draws, weights, (win, table.is_some()), &drawn, &mut waiting[..near]);
            let next = table.and_then(|table| table.draw_next).map(|place| waiting[place]);
            if let Some(table) = table {
                self.end(draws, table, win, &mut waiting[..near]);
            }
            seen(&waiting, next)?;
        }
        Ok(())
    }

    /// What comes before a draw: the others discard, and one of them may win.
    fn end<const COLUMNS: usize>(
        &self,
        draws: usize,
        table: &Table,
        win: usize,
        waiting: &mut [[f64; COLUMNS]],
    ) {
        let (stay, _) = table.coming.go_on(draws);
        let unseen = table.pool + draws as f64;
        let ron = COLUMNS - 1;
        for (place, (node, value)) in self.waiting.iter().zip(waiting).enumerate() {
            if node.distance > 1 {
                value.iter_mut().for_each(|value| *value *= stay);
                continue;
            }
            let waits = if table.furiten[place] { 0.0 } else { f64::from(node.useful) };
            let hit = table.coming.hits(draws, [waits; 2], unseen).iter().sum::<f64>();
            for column in [win, ron] {
                value[column] = hit + (1.0 - hit) * stay * value[column];
            }
        }
    }

    /// One draw: what the waiting hands are worth from what the drawn ones are.
    #[inline]
    fn draw<const COLUMNS: usize>(
        &self,
        draws: usize,
        weights: &Weights,
        win: (usize, bool),
        drawn: &[[f64; COLUMNS]],
        waiting: &mut [[f64; COLUMNS]],
    ) {
        in_chunks(waiting, CHUNK, |chunk, waiting| {
            let at = self.edges_at[chunk];
            let nodes = &self.waiting[chunk * CHUNK..];
            self.draw_some(draws, weights, win, drawn, (nodes, waiting), at);
        });
    }

    /// The same for some of them, whose draws begin at one place.
    #[inline]
    fn draw_some<const COLUMNS: usize>(
        &self,
        draws: usize,
        weights: &Weights,
        (win, ron): (usize, bool),
        drawn: &[[f64; COLUMNS]],
        (nodes, waiting): (&[Waiting], &mut [[f64; COLUMNS]]),
        mut at: usize,
    ) {
        for (node, value) in nodes.iter().zip(waiting) {
            let mut sum = |edges: u8| {
                let edges = at..at + usize::from(edges);
                at = edges.end;
                let mut sum = [0.0; COLUMNS];
                for (&to, &copies) in self.edges[edges.clone()].iter().zip(&self.copies[edges]) {
                    let value = &drawn[to as usize];
                    for column in 0..COLUMNS {
                        sum[column] += f64::from(copies) * value[column];
                    }
                }
                sum
            };
            let (useful, others) = (sum(node.near), sum(node.far));
            let [x, y] = weights.of(draws, node);
            let stay = 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
            if node.distance > 1 {
                for column in 0..COLUMNS {
                    value[column] = useful[column] * x + others[column] * y + value[column] * stay;
                }
            } else {
                // Ready it is already.
                if ron {
                    let ron = COLUMNS - 1;
                    value[ron] = useful[ron] * x + others[ron] * y + value[ron] * stay;
                }
                let useful = useful[win] + f64::from(node.wins);
                value[win] = useful * x + others[win] * y + value[win] * stay;
            }
        }
    }

    /// The best discard of every drawn hand: by the aim, among equals by the other figure.
    #[inline]
    fn choose<const COLUMNS: usize>(
        &self,
        waiting: &[[f64; COLUMNS]],
        drawn: &mut [[f64; COLUMNS]],
    ) {
        in_chunks(drawn, CHUNK, |chunk, drawn| {
            self.choose_some(waiting, &self.drawn[chunk * CHUNK..], drawn, self.options_at[chunk]);
        });
    }

    /// The same for some of them, whose discards begin at one place.
    #[inline]
    fn choose_some<const COLUMNS: usize>(
        &self,
        waiting: &[[f64; COLUMNS]],
        nodes: &[Drawn],
        drawn: &mut [[f64; COLUMNS]],
        mut at: usize,
    ) {
        for (node, value) in nodes.iter().zip(drawn) {
            let options = &self.options[at..at + usize::from(node.count)];
            at += options.len();
            // Pass by pass, without a branch to guess wrong.
            let mut aim = f64::NEG_INFINITY;
            for &to in options {
                let x = waiting[to as usize][0];
                aim = if x > aim { x } else { aim };
            }
            let (mut other, mut best) = (f64::NEG_INFINITY, 0);
            for &to in options {
                let [x, y] = [waiting[to as usize][0], waiting[to as usize][1]];
                let y = if x > aim - EQUAL { y } else { f64::NEG_INFINITY };
                best = if y > other { to } else { best };
                other = if y > other { y } else { other };
            }
            if COLUMNS > 2 {
                *value = waiting[best as usize];
            }
            // Of equals the best, so that differences do not add up.
            (value[0], value[1]) = (aim, other);
        }
    }
}
