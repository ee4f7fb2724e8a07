//! With improvement and going back (type 2): the hands around the origin, swept turn by turn.
//! Ready hands may declare riichi with every discard; what that is worth is known beforehand.

use super::{
    outcomes::{Come, Count},
    parallel::{in_chunks, in_parallel},
    plain::place,
    policy::GOOD_SHAPE,
    ready::{Held, Judge, Place, Wait, figures},
    terms::{Aim, EQUAL_POINTS, Figures, READY, SCORE, ScoreQuestion, TENPAI},
};
use crate::{
    Reds, Tiles,
    graph::{Around, CHUNK, Found, Hands, Lists, Stopped, Watch, each},
    win::{EQUAL, Weights},
};
use rustc_hash::FxHashMap;
use std::{iter::repeat, sync::Arc};
use wide::f64x4;

/// The graph of all hands that may follow.
#[derive(Debug, Clone)]
pub(crate) struct Improve {
    hands: Hands,
    waiting: Arc<Found>,
    drawn: Arc<Found>,
    states: usize,
    lists: Arc<Lists>,
    ready: Arc<Vec<Ready>>,
    pub(crate) judge: Arc<Judge>,
    weights: Weights,
    aim: Aim,
}

/// What is known of a ready hand before the sweep.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ready {
    tiles: Tiles,
    reds: u32,
    pub(crate) waits: Vec<Wait>,
    /// Points of all winning copies in silence, and with the last tile.
    points: [f64; 2],
    /// Riichi by draws left.
    riichi: Vec<Held>,
}

/// What every waiting hand is worth at each number of draws left, and where riichi is declared.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub(crate) figures: Vec<Vec<f64x4>>,
    riichi: Vec<u128>,
}

impl Improve {
    /// Builds the graph around the question's hand.
    pub(crate) fn new(
        question: &ScoreQuestion,
        extra: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let asked = question.question();
        let situation = asked.situation();
        let hand = situation.hand();
        let (origin, limits) = (hand.concealed(), situation.limits());
        let mut judge = Judge::new(question, limits);
        // Ura indicators tell neighbouring honours apart.
        let labels = (judge.ura == 0).then(|| judge.scorer.honour_labels(origin, limits));
        let groups = hand.sets_needed();
        let mut hands = Hands::around_with(
            origin,
            limits,
            question.red_limits(),
            groups,
            asked.forms(),
            labels,
        );
        let start = hands.coloured(origin, hand.reds());
        judge.in_time(hands.view(start).distance);
        let around = Around::new(hands, start, hand.has_drawn(), extra, watch)?;
        let states = around.states();
        let Around { mut hands, waiting, drawn } = around;
        // Where some wins may be none, or may be refused, complete hands go on.
        let go_on = !hand.is_closed() || judge.refuses();
        let lists = Lists::new(&waiting, &drawn, go_on);
        let count = lists.waiting.iter().take_while(|node| node.distance <= 1).count();
        let mut ready: Vec<(Tiles, u32, Vec<(Place, u32)>)> = vec![Default::default(); count];
        for (node, &hand) in waiting.hands.iter().enumerate() {
            if waiting.distance[node] > 1 {
                continue;
            }
            let (first, useful) = (hands.first(hand), hands.view(hand).useful());
            let useful = hands.drawable(hand, useful);
            let mut waits = Vec::with_capacity(3);
            each([useful[0] & first[0], useful[1] & first[1]], |at, bit| {
                let (held, left) = hands.copies(hand, at, bit);
                let copies = u32::from(left * hands.alike(hand, at, bit, held));
                waits.push((place(at, bit), copies));
            });
            ready[lists.place[node] as usize] = (hands.bag(hand), hands.reds(hand).len(), waits);
        }
        let judged = |(tiles, reds, places): &(Tiles, u32, Vec<(Place, u32)>)| {
            let wait = |&(place, copies): &(Place, u32)| {
                judge.wait(*tiles, reds + u32::from(place.is_red()), place, copies)
            };
            let waits: Vec<Wait> = places.iter().map(wait).collect();
            let points = [0, usize::from(judge.haitei)].map(|luck| {
                waits.iter().map(|wait| f64::from(wait.silent[luck] * wait.copies)).sum::<f64>()
            });
            let mut riichi = Vec::new();
            if judge.can_riichi {
                riichi.resize(judge.draws() + 1, [0.0; 2]);
                judge.riichi(*tiles, &waits, &mut riichi);
            }
            Ready { tiles: *tiles, reds: *reds, waits, points, riichi }
        };
        let ready = in_parallel(&ready, |hand, ()| judged(hand));
        Ok(Self {
            hands,
            waiting: Arc::new(waiting.found),
            drawn: Arc::new(drawn.found),
            states,
            lists: Arc::new(lists),
            ready: Arc::new(ready),
            judge: Arc::new(judge),
            weights: Weights::new(asked),
            aim: question.terms().aim,
        })
    }

    /// The hands of the graph, waiting and drawn.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// The waiting hands of the graph.
    pub(crate) fn waiting_hands(&self) -> usize {
        self.lists.waiting.len()
    }

    /// The place of a waiting hand in the sweep.
    pub(crate) fn place(&self, waiting: Tiles, reds: Reds) -> Option<usize> {
        let hand = self.hands.find(waiting, reds)?;
        self.waiting.get(hand).map(|number| self.lists.place[number as usize] as usize)
    }

    /// Whether a drawn hand is in the graph.
    pub(crate) fn has_drawn(&self, drawn: Tiles, reds: Reds) -> bool {
        self.hands.find(drawn, reds).is_some_and(|hand| self.drawn.get(hand).is_some())
    }

    /// What a ready hand waits for; nothing if it is not ready or not in the graph.
    pub(crate) fn waits(&self, waiting: Tiles, reds: Reds) -> &[Wait] {
        let place = self.place(waiting, reds);
        place.and_then(|place| self.ready.get(place)).map_or(&[], |ready| &ready.waits)
    }

    /// Whether riichi is declared with the discard that leaves a hand with these figures.
    pub(crate) fn declares(
        &self,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
        rows: &[Figures],
    ) -> bool {
        let place = self.place(waiting, reds);
        let ready = place.and_then(|place| self.ready.get(place));
        // Where riichi is better, the figures are its own.
        ready
            .and_then(|ready| ready.riichi.get(draws))
            .is_some_and(|row| row[0] == rows[draws][SCORE] && row[1] == rows[draws][READY])
    }

    /// What some waiting hands are worth by draws left (`None` for those that are not in the
    /// graph), and with `keep` what all of them are worth.
    pub(crate) fn sweep(
        &self,
        roots: &[(Tiles, Reds)],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<Option<Vec<Figures>>>, Option<Values>), Stopped> {
        let places: Vec<Option<usize>> =
            roots.iter().map(|&(tiles, reds)| self.place(tiles, reds)).collect();
        let mut rows: Vec<Option<Vec<Figures>>> =
            places.iter().map(|place| place.map(|_| Vec::new())).collect();
        let mut values = keep.then(Values::default);
        let (lists, judge) = (&self.lists, &self.judge);
        let mut nothing = [0.0; 4];
        nothing[SCORE] = judge.closing.not_ready;
        let mut waiting = vec![f64x4::from(nothing); lists.waiting.len()];
        let mut drawn = vec![f64x4::from(nothing); lists.drawn.len()];
        waiting[..self.ready.len()].fill(f64x4::from(figures(judge.end(false))));
        let mut riichi = vec![0u128; if keep { self.ready.len() } else { 0 }];
        let mut aims: Vec<f64> = Vec::new();
        let [aim, ..] = self.aim.order();
        for draws in 0..=judge.draws() {
            if draws > 0 {
                // Farther hands cannot even be ready with so few draws.
                let near = |distance: u8| usize::from(distance) <= draws;
                let drawn_near = lists.drawn.partition_point(|node| near(node.distance));
                aims.clear();
                aims.extend(waiting.iter().map(|figures| figures.as_array()[aim]));
                self.choose(&waiting, &aims, &mut drawn[..drawn_near]);
                let near = |distance: u8| usize::from(distance) <= draws + 1;
                let near = lists.waiting.partition_point(|node| near(node.distance));
                self.draw(draws, &drawn, &mut waiting[..near], &mut riichi);
            }
            for (place, rows) in places.iter().zip(&mut rows) {
                if let (Some(place), Some(rows)) = (place, rows) {
                    rows.push(waiting[*place].to_array());
                }
            }
            if let Some(values) = &mut values {
                values.figures.push(waiting.clone());
            }
            watch.beat(self.states)?;
        }
        if let Some(values) = &mut values {
            values.riichi = riichi;
        }
        Ok((rows, values))
    }

    /// Sweeps forward from a hand with so many draws left, and counts the wins. Returns the
    /// chance to declare riichi.
    pub(crate) fn forward(
        &self,
        values: &Values,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
        mass: f64,
        count: &mut Count<'_>,
    ) -> f64 {
        let Some(root) = self.place(waiting, reds) else { return 0.0 };
        let (lists, judge, n) = (&self.lists, &self.judge, self.judge.draws() + 1);
        let mut now = vec![0.0; lists.waiting.len()];
        let mut drawn = vec![0.0; lists.drawn.len()];
        let starts = self.option_starts();
        let mut declared: FxHashMap<usize, Vec<f64>> = FxHashMap::default();
        now[root] = mass;
        for d in (0..=draws).rev() {
            let mut next = vec![0.0; now.len()];
            let mut at = 0;
            for (number, (node, &mass)) in lists.waiting.iter().zip(&now).enumerate() {
                let edges = at..at + usize::from(node.near);
                let others = edges.end..edges.end + usize::from(node.far);
                at = others.end;
                if mass == 0.0 || d == 0 {
                    continue;
                }
                if values.declares(number, d) {
                    declared.entry(number).or_insert_with(|| vec![0.0; n])[d] += mass;
                    continue;
                }
                let [x, y] = self.weights.of(d, f64::from(node.useful));
                next[number] +=
                    mass * (1.0 - f64::from(node.useful) * x - f64::from(node.other) * y);
                for edge in others {
                    drawn[lists.edges[edge] as usize] += mass * y * f64::from(lists.copies[edge]);
                }
                if node.distance > 1 {
                    for edge in edges {
                        drawn[lists.edges[edge] as usize] +=
                            mass * x * f64::from(lists.copies[edge]);
                    }
                    continue;
                }
                let ready = &self.ready[number];
                let come = Come { tiles: ready.tiles, reds: ready.reds, waits: &ready.waits };
                for (wait, edge) in ready.waits.iter().zip(edges.map(Some).chain(repeat(None))) {
                    let chance = mass * x * f64::from(wait.copies);
                    let on = edge.map(|edge| lists.edges[edge] as usize);
                    let goes_on = on.filter(|&to| {
                        let on = self.best_of(&starts, to, &values.figures[d - 1]).1;
                        let taken = judge.taken(wait, d == 1, self.aim, &on);
                        taken == on
                    });
                    match goes_on {
                        Some(to) => drawn[to] += chance,
                        None => count.silent(&come, wait, d, chance),
                    }
                }
            }
            if d > 0 {
                for (number, mass) in drawn.iter_mut().enumerate().filter(|(_, mass)| **mass != 0.0)
                {
                    next[self.best_of(&starts, number, &values.figures[d - 1]).0] += *mass;
                    *mass = 0.0;
                }
            }
            now = next;
        }
        let mut all = 0.0;
        let mut hands: Vec<_> = declared.into_iter().collect();
        hands.sort_unstable_by_key(|hand| hand.0);
        for (number, declared) in hands {
            let ready = &self.ready[number];
            let come = Come { tiles: ready.tiles, reds: ready.reds, waits: &ready.waits };
            all += declared.iter().sum::<f64>();
            let copies = |wait: &Wait| f64::from(wait.copies);
            let total = ready.waits.iter().map(copies).sum::<f64>();
            let weight = |d: usize| judge.clock.weight_among(d, total);
            let ura = judge.ura_of(ready.tiles, &ready.waits);
            count.riichi(&come, &declared, &weight, &copies, &ura);
        }
        all
    }

    /// The chances to be ready first with a good shape, and at all.
    pub(crate) fn first_ready(
        &self,
        values: &Values,
        waiting: Tiles,
        reds: Reds,
        draws: usize,
    ) -> [f64; 2] {
        let Some(root) = self.place(waiting, reds) else { return [0.0; 2] };
        let lists = &self.lists;
        let starts = self.option_starts();
        let mut sums = [0.0; 2];
        let mut come = |number: usize, mass: f64| {
            let copies = self.ready[number].waits.iter().map(|wait| wait.copies).sum::<u32>();
            sums[0] += if copies >= GOOD_SHAPE { mass } else { 0.0 };
            sums[1] += mass;
        };
        let mut now = vec![0.0; lists.waiting.len()];
        let mut drawn = vec![0.0; lists.drawn.len()];
        if root < self.ready.len() {
            come(root, 1.0);
        } else {
            now[root] = 1.0;
        }
        for d in (1..=draws).rev() {
            let mut at = 0;
            for (node, mass) in lists.waiting.iter().zip(&mut now) {
                let from = at;
                at += usize::from(node.near) + usize::from(node.far);
                if *mass == 0.0 {
                    continue;
                }
                let [x, y] = self.weights.of(d, f64::from(node.useful));
                for edge in from..at {
                    let weight = if edge < from + usize::from(node.near) { x } else { y };
                    drawn[lists.edges[edge] as usize] +=
                        *mass * weight * f64::from(lists.copies[edge]);
                }
                *mass *= 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
            }
            for (number, mass) in drawn.iter_mut().enumerate().filter(|(_, mass)| **mass != 0.0) {
                let to = self.best_of(&starts, number, &values.figures[d - 1]).0;
                if to < self.ready.len() {
                    come(to, *mass);
                } else {
                    now[to] += *mass;
                }
                *mass = 0.0;
            }
        }
        sums
    }

    /// Where the options of each drawn hand begin.
    fn option_starts(&self) -> Vec<usize> {
        let mut starts = vec![0];
        for node in &self.lists.drawn {
            starts.push(starts[starts.len() - 1] + usize::from(node.count));
        }
        starts
    }

    /// The discard of a drawn hand by what the waiting hands are worth, and its figures.
    fn best_of(&self, starts: &[usize], drawn: usize, waiting: &[f64x4]) -> (usize, Figures) {
        let options = &self.lists.options[starts[drawn]..starts[drawn + 1]];
        let aims = |to: u32| waiting[to as usize].as_array()[self.aim.order()[0]];
        let (pick, _) = self.pick(options, aims, waiting);
        (pick as usize, waiting[pick as usize].to_array())
    }

    /// One draw: what the waiting hands are worth from what the drawn ones are.
    fn draw(&self, draws: usize, drawn: &[f64x4], waiting: &mut [f64x4], riichi: &mut [u128]) {
        let declared = in_chunks(waiting, |chunk, waiting| {
            let mut at = self.lists.edges_at[chunk];
            let from = chunk * CHUNK;
            let mut declared = Vec::new();
            for (number, value) in (from..).zip(waiting) {
                let node = self.lists.waiting[number];
                let edges = at..at + usize::from(node.near);
                let others = edges.end..edges.end + usize::from(node.far);
                at = others.end;
                let [x, y] = self.weights.of(draws, f64::from(node.useful));
                let stay = 1.0 - f64::from(node.useful) * x - f64::from(node.other) * y;
                let far = gathered(&self.lists, others, drawn) * f64x4::splat(y)
                    + *value * f64x4::splat(stay);
                if node.distance > 1 {
                    *value = gathered(&self.lists, edges, drawn) * f64x4::splat(x) + far;
                    continue;
                }
                let won = self.won(number, draws, edges, drawn);
                let mut best = (won * f64x4::splat(x) + far).to_array();
                // Ready it is already.
                best[TENPAI] = 1.0;
                if let Some(&held) = self.ready[number].riichi.get(draws) {
                    let other = figures(held);
                    if self.aim.prefers(&other, &best) {
                        best = other;
                        if !riichi.is_empty() {
                            declared.push(number);
                        }
                    }
                }
                *value = f64x4::from(best);
            }
            declared
        });
        for number in declared.into_iter().flatten() {
            riichi[number] |= 1 << draws;
        }
    }

    /// What the winning draws of a ready hand bring in silence, times their copies.
    #[inline]
    fn won(
        &self,
        number: usize,
        draws: usize,
        edges: std::ops::Range<usize>,
        drawn: &[f64x4],
    ) -> f64x4 {
        let ready = &self.ready[number];
        let last = draws == 1;
        if edges.is_empty() {
            let copies = f64::from(self.lists.waiting[number].wins);
            return f64x4::from([ready.points[usize::from(last)], copies, copies, 0.0]);
        }
        // Each draw wins or goes on.
        let mut sum = f64x4::ZERO;
        for (edge, wait) in edges.zip(&ready.waits) {
            let on = drawn[self.lists.edges[edge] as usize].to_array();
            let taken = self.judge.taken(wait, last, self.aim, &on);
            sum += f64x4::splat(f64::from(wait.copies)) * f64x4::from(taken);
        }
        sum
    }

    /// The best discard of every drawn hand: by the aim, among equals by the next figure.
    fn choose(&self, waiting: &[f64x4], aims: &[f64], drawn: &mut [f64x4]) {
        let [a, ..] = self.aim.order();
        in_chunks(drawn, |chunk, drawn| {
            let mut at = self.lists.options_at[chunk];
            for (number, value) in (chunk * CHUNK..).zip(drawn) {
                let options =
                    &self.lists.options[at..][..usize::from(self.lists.drawn[number].count)];
                at += options.len();
                if options.is_empty() {
                    continue;
                }
                let (pick, best) = self.pick(options, |to| aims[to as usize], waiting);
                // Of equals the best, so that differences do not add up.
                let mut figures = waiting[pick as usize].to_array();
                figures[a] = best;
                *value = f64x4::from(figures);
            }
        });
    }

    /// The best of some waiting hands, and the figure that is aimed at.
    #[inline]
    fn pick(&self, options: &[u32], aims: impl Fn(u32) -> f64, waiting: &[f64x4]) -> (u32, f64) {
        let [a, b, _] = self.aim.order();
        let equal = if a == SCORE { EQUAL_POINTS } else { EQUAL };
        let mut best = f64::NEG_INFINITY;
        for &to in options {
            let x = aims(to);
            best = if x > best { x } else { best };
        }
        let (mut other, mut pick) = (f64::NEG_INFINITY, options[0]);
        for &to in options {
            if aims(to) > best - equal {
                let y = waiting[to as usize].as_array()[b];
                if y > other {
                    (other, pick) = (y, to);
                }
            }
        }
        (pick, best)
    }
}

impl Values {
    /// Whether riichi is declared by the hand at a place with so many draws left.
    pub(crate) fn declares(&self, place: usize, draws: usize) -> bool {
        self.riichi.get(place).is_some_and(|riichi| riichi >> draws & 1 == 1)
    }
}

/// The sum over some draws.
#[inline]
fn gathered(lists: &Lists, edges: std::ops::Range<usize>, drawn: &[f64x4]) -> f64x4 {
    let mut sum = f64x4::ZERO;
    for (&to, &copies) in lists.edges[edges.clone()].iter().zip(&lists.copies[edges]) {
        sum += f64x4::splat(f64::from(copies)) * drawn[to as usize];
    }
    sum
}
