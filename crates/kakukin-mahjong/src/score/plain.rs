//! The shortest way only (type 1): every draw that is kept brings the hand nearer, no discard
//! takes it farther. As for the chance to win, each chance is then exact.
//!
//! The graph falls into [`Layers`] of equal distance. Red fives distinguish hands too (a
//! red five is discarded last: it never lowers a score). The figures come from one sweep from the
//! ready hands upwards, which also makes every choice; the exact score under that policy comes
//! from a second one, see `exact.rs`.

use super::{
    answer::Prospect,
    exact::Again,
    lanes::ReadyHand,
    ready::{Judge, figures},
    terms::{Aim, Figures, SCORE},
    wait::{PLACES, Place, Wait},
};
use crate::{
    Reds, Tile, TileSet, Tiles,
    graph::{
        Edge, Hand, Hands, Layer, Layers, Stopped, Target, View, Watch, Word, checkpoint_at, each,
        key,
    },
    map::Map,
    others::Furiten,
    runs::Runs,
    solve::Root,
};
use std::sync::Arc;
use wide::f64x4;

/// A useful draw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    pub(super) target: Target,
    pub(super) place: Place,
    pub(super) copies: u8,
}

/// A layer with its figures: the rows of the states, then those of the choices.
#[derive(Debug, Default)]
pub(super) struct Solved {
    waiting: Map,
    pub(super) edges: Runs<Draw>,
    pub(super) choices: Runs<Target>,
    /// The candidate of each choice at each number of draws left.
    picks: Vec<u8>,
    pub(super) states: usize,
    rows: Vec<f64x4>,
}

/// What ready hands wait for, and where they declare riichi.
#[derive(Debug, Default)]
pub(super) struct ReadyHands {
    /// The tiles, and how many of them are red fives.
    pub(super) tiles: Vec<(Tiles, u32)>,
    pub(super) waits: Runs<Wait>,
    /// The score in silence by draws left, one hand after the other.
    pub(super) silent: Vec<f64>,
    /// A bit for each number of draws left.
    pub(super) riichi: Vec<u128>,
    /// At a table: the waits by discards, whether none of them wins, and by draws left the chance to
    /// win by one, and what wins of others cost.
    pub(super) ron: Runs<Wait>,
    pub(super) furiten: Vec<bool>,
    pub(super) apart: Vec<[f64; 2]>,
}

/// Hands that can follow from some hands, with what they are worth.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub(crate) hands: Hands,
    pub(crate) judge: Arc<Judge>,
    aim: Aim,
    /// From distance 1 up.
    pub(super) layers: Vec<Arc<Solved>>,
    pub(super) ready: Arc<ReadyHands>,
    /// Whether the ura indicators are put aside one by one.
    pub(crate) exact: bool,
}

impl Edge for Draw {
    #[inline]
    fn new(target: Target, at: usize, bit: u32, copies: u8) -> Self {
        Self { target, place: place(at, bit), copies }
    }

    /// Every tile of a ready hand counts, for its points.
    #[inline]
    fn ready(_: &Hands, _: Hand, _: &View) -> Option<Target> {
        None
    }
}

/// The tile at a bit of a half.
pub(crate) fn place(at: usize, bit: u32) -> Place {
    let (suit, slot) = (2 * at + (bit / 32) as usize, (bit % 32) as usize / 3);
    let tile = |rank| Tile::of(suit, rank).expect("bits are tiles");
    if slot == 9 { Place::of(tile(4), true) } else { Place::of(tile(slot), false) }
}

/// The kinds of two sets of bits.
fn kinds(sets: [Word; 2]) -> TileSet {
    let mut tiles = Vec::new();
    each(sets, |at, bit| tiles.push(place(at, bit).tile()));
    tiles.into_iter().collect()
}

/// What a hand waits for, and how many of it can be drawn.
pub(super) type Waited = (TileSet, u32);

/// What a hand waits for.
pub(super) fn waited(hands: &mut Hands, hand: Hand) -> Waited {
    let useful = hands.view(hand).useful();
    (kinds(useful), hands.left(hand, hands.drawable(hand, useful)))
}

impl Plain {
    /// Follows the hands of `roots`, all of the same distance of 1 or more, to the end.
    /// `full` is the number of tiles of a hand that has discarded. With `keep` every hand on the
    /// way can be asked for afterwards.
    pub(crate) fn new(
        mut hands: Hands,
        full: u8,
        mut judge: Judge,
        aim: Aim,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Self, Vec<Prospect>), Stopped> {
        let roots: Vec<Hand> =
            roots.iter().map(|root| hands.coloured(root.tiles, root.reds)).collect();
        let waits: Vec<Waited> = roots.iter().map(|&root| waited(&mut hands, root)).collect();
        let Layers { mut layers, targets } = Layers::new(&mut hands, full, &roots, keep, watch)?;
        judge.in_time(layers.len() as u8);
        let n = judge.draws() + 1;
        let all = || layers.iter().map(|layer| (layer.len() + layer.choices.len()) * n);
        let largest = all().max().unwrap_or(0);
        // Of one layer there may be as many as the bound says, and two are held at once: two
        // gigabytes each at the most, which some hands of 6-shanten need. Of all layers together
        // three quarters of that can be kept for a policy.
        let bound = watch.most_kept();
        let most = if keep { bound / 4 * 3 } else { bound };
        if if keep { all().sum() } else { largest } > most {
            return Err(Watch::too_many_kept(watch.total(), most));
        }
        // Where the ura indicators are put aside one by one, every thread has two layers of its own.
        let exact = judge.ura == 1 && largest <= bound / 2;
        let bottom = layers.pop().map(|layer| ready_rows(&mut hands, &judge, aim, layer));
        let (ready, bottom) = bottom.unwrap_or_default();
        let mut plain = Self {
            hands,
            judge: Arc::new(judge),
            aim,
            layers: vec![Arc::new(bottom)],
            ready: Arc::new(ready),
            exact,
        };
        while let Some(layer) = layers.pop() {
            watch.beat(layer.len())?;
            let solved = plain.climb(layer);
            if !keep && let Some(below) = plain.layers.last_mut().and_then(Arc::get_mut) {
                below.rows = Vec::new();
            }
            plain.layers.push(Arc::new(solved));
        }
        let top = &plain.layers[plain.layers.len() - 1];
        let figures: Vec<Vec<Figures>> = targets
            .iter()
            .map(|&target| top.row(target, n).iter().map(|x| x.to_array()).collect())
            .collect();
        let again = if exact || plain.judge.table.is_some() {
            plain.exact(&targets, &waits, watch)?
        } else {
            vec![Again::default(); targets.len()]
        };
        let prospects = figures.into_iter().zip(again);
        let prospects = prospects.map(|(figures, again)| plain.prospect(figures, again)).collect();
        Ok((plain, prospects))
    }

    /// The figures of a hand from both sweeps.
    fn prospect(&self, mut figures: Vec<Figures>, again: Again) -> Prospect {
        let balanced = self.judge.balance && !self.exact;
        for (d, figures) in figures.iter_mut().enumerate() {
            if self.exact {
                figures[SCORE] = again.score[d];
            } else if balanced && let Some(cost) = again.cost.get(d) {
                // The first sweep has the balance in the place of the score.
                figures[SCORE] += cost;
            }
        }
        let prospect = Prospect::new(&figures);
        match self.judge.table {
            None => prospect,
            Some(_) => prospect.at_table(again.ron, &again.cost),
        }
    }

    /// The figures of a layer from those of the one below it.
    fn climb(&self, layer: Layer<Draw>) -> Solved {
        let n = self.judge.draws() + 1;
        let below = &self.layers[self.layers.len() - 1];
        let (states, choices) = (layer.len(), layer.choices.len());
        let mut solved = Solved {
            rows: Vec::with_capacity((states + choices) * n),
            picks: Vec::with_capacity(choices * n),
            states,
            waiting: layer.waiting,
            edges: layer.edges,
            choices: layer.choices,
        };
        let ends = self.judge.ends(|lost| {
            f64x4::from([if self.judge.balance { -lost } else { 0.0 }, 0.0, 0.0, 0.0])
        });
        let mut nothing = f64x4::from([self.judge.closing.not_ready, 0.0, 0.0, 0.0]);
        if let Some((stay, lost)) = ends.first() {
            nothing = nothing * *stay + *lost;
        }
        let mut edges: Vec<(f64x4, &[f64x4])> = Vec::with_capacity(PLACES);
        for (state, own) in solved.edges.iter().enumerate() {
            checkpoint_at(state);
            let useful = own.iter().map(|edge| f64::from(edge.copies)).sum::<f64>();
            edges.clear();
            edges.extend(
                own.iter()
                    .map(|edge| (f64x4::splat(f64::from(edge.copies)), below.row(edge.target, n))),
            );
            let weights = |d| f64x4::splat(self.judge.clock.weight_among(d, useful));
            let useful = f64x4::splat(useful);
            draw_by_draw(n, &edges, useful, weights, nothing, &ends, &mut solved.rows);
        }
        solved.choose(self.aim, n);
        solved
    }

    /// The figures of a hand that has discarded, with so many draws left; `None` if it does
    /// not follow from the roots.
    pub(crate) fn figures(&mut self, waiting: Tiles, reds: Reds, draws: usize) -> Option<Figures> {
        let (at, state) = self.state(waiting, reds)?;
        let n = self.judge.draws() + 1;
        Some(self.layers[at].rows[state * n + draws].to_array())
    }

    /// The layer and the number of a hand that has discarded.
    pub(super) fn state(&mut self, waiting: Tiles, reds: Reds) -> Option<(usize, usize)> {
        let hand = self.hands.coloured(waiting, reds);
        let view = self.hands.view(hand);
        let at = usize::from(view.distance).checked_sub(1)?;
        let layer = self.layers.get(at)?;
        let live = if at == 0 { hand } else { self.hands.live(hand, &view) };
        Some((at, (layer.waiting.get(key(live))? >> 1) as usize))
    }

    /// What a ready hand waits for by draws and by discards, and whether none of the latter wins.
    pub(crate) fn ready_at_table(
        &mut self,
        waiting: Tiles,
        reds: Reds,
    ) -> Option<(&[Wait], &[Wait], bool)> {
        let (at, state) = self.state(waiting, reds)?;
        let ready = &self.ready;
        let own = || (ready.waits.get(state), ready.ron.get(state), ready.furiten[state]);
        (at == 0).then(own)
    }

    /// A ready hand at a table.
    pub(super) fn ready_hand(&self, hand: usize) -> ReadyHand<'_> {
        let (ready, n) = (&self.ready, self.judge.draws() + 1);
        ReadyHand {
            waits: ready.waits.get(hand),
            ron: ready.ron.get(hand),
            furiten: ready.furiten[hand],
            silent: &ready.silent[hand * n..][..n],
            apart: &ready.apart[hand * n..][..n],
            riichi: ready.riichi[hand],
        }
    }

    /// What a ready hand waits for, and where it declares riichi; `None` if it is not ready or
    /// does not follow from the roots.
    pub(crate) fn ready(&mut self, waiting: Tiles, reds: Reds) -> Option<(&[Wait], u128)> {
        let (at, state) = self.state(waiting, reds)?;
        (at == 0).then(|| (self.ready.waits.get(state), self.ready.riichi[state]))
    }
}

/// The rows of a hand from those of its useful draws, of which there are so many copies. `ends`: by
/// draws left, what goes on if another may win before the draw, and what is lost if one does.
#[inline]
pub(super) fn draw_by_draw(
    n: usize,
    edges: &[(f64x4, &[f64x4])],
    useful: f64x4,
    weights: impl Fn(usize) -> f64x4,
    nothing: f64x4,
    ends: &[(f64x4, f64x4)],
    rows: &mut Vec<f64x4>,
) {
    let mut value = nothing;
    rows.push(value);
    for d in 1..n {
        let mut odds = f64x4::ZERO;
        for (copies, row) in edges {
            odds += *copies * row[d - 1];
        }
        value += (odds - value * useful) * weights(d);
        if let Some((stay, lost)) = ends.get(d) {
            value = value * *stay + *lost;
        }
        rows.push(value);
    }
}

/// The ready hands of the lowest layer: their waits, and riichi or silence, whichever is better
/// with so many draws left.
fn ready_rows(
    hands: &mut Hands,
    judge: &Judge,
    aim: Aim,
    layer: Layer<Draw>,
) -> (ReadyHands, Solved) {
    let n = judge.draws() + 1;
    let mut ready = ReadyHands::default();
    let mut rows = Vec::with_capacity((layer.len() + layer.choices.len()) * n);
    let mut declared = vec![[0.0; 2]; n];
    let table = judge.table.clone();
    let mut furiten = table.as_ref().map_or_else(Furiten::none, |table| table.furiten.clone());
    for (state, &hand) in layer.ready_hands().iter().enumerate() {
        checkpoint_at(state);
        let (tiles, reds) = (hands.bag(hand), hands.reds(hand).len());
        let useful = hands.view(hand).useful();
        each(hands.drawable(hand, useful), |at, bit| {
            let (place, copies) = (place(at, bit), hands.copies(hand, at, bit).1);
            let reds = reds + u32::from(place.is_red());
            ready.waits.push(judge.wait(tiles, reds, place, copies.into()));
        });
        ready.tiles.push((tiles, reds));
        ready.waits.close();
        let waits = ready.waits.get(ready.waits.len() - 1);
        if let Some(table) = &table {
            let barred = furiten.bars(tiles, kinds(useful));
            for wait in waits {
                ready.ron.push(judge.by_discard(tiles, reds, wait));
            }
            ready.ron.close();
            ready.furiten.push(barred);
            let ron = ready.ron.get(ready.ron.len() - 1);
            let silent = judge.silence_at(table, waits, ron, barred);
            let declared = if judge.can_riichi {
                judge.riichi_at(table, tiles, waits, ron, barred)
            } else {
                Vec::new()
            };
            let mut riichi = 0;
            for (d, held) in silent.iter().enumerate() {
                ready.silent.push(held.score);
                let mut best = (held, held.figures(judge.balance));
                if let Some(other) = declared.get(d).filter(|_| d > 0) {
                    let figures = other.figures(judge.balance);
                    if aim.prefers(&figures, &best.1) {
                        best = (other, figures);
                        riichi |= 1 << d;
                    }
                }
                ready.apart.push([best.0.ron, best.0.cost]);
                rows.push(f64x4::from(best.1));
            }
            ready.riichi.push(riichi);
            continue;
        }
        if judge.can_riichi {
            judge.riichi(tiles, waits, &mut declared);
        }
        let (mut riichi, mut d) = (0, 0);
        judge.silence(waits, &mut |held| {
            ready.silent.push(held[0]);
            let mut best = figures(held);
            // With no draw left a riichi is of no use.
            if d > 0 && judge.can_riichi {
                let other = figures(declared[d]);
                if aim.prefers(&other, &best) {
                    best = other;
                    riichi |= 1 << d;
                }
            }
            rows.push(f64x4::from(best));
            d += 1;
        });
        ready.riichi.push(riichi);
    }
    let mut solved = Solved {
        states: layer.len(),
        waiting: layer.waiting,
        choices: layer.choices,
        rows,
        ..Solved::default()
    };
    solved.choose(aim, n);
    (ready, solved)
}

impl Solved {
    /// The place of a target's row.
    #[inline]
    pub(super) fn at(&self, target: Target) -> usize {
        (target >> 1) as usize + if target & 1 == 1 { self.states } else { 0 }
    }

    #[inline]
    fn row(&self, target: Target, n: usize) -> &[f64x4] {
        &self.rows[self.at(target) * n..][..n]
    }

    /// The state that a target leads to with so many draws left.
    pub(super) fn picked(&self, target: Target, draws: usize, n: usize) -> usize {
        let number = (target >> 1) as usize;
        if target & 1 == 0 {
            return number;
        }
        let pick = usize::from(self.picks[number * n + draws]);
        (self.choices.get(number)[pick] >> 1) as usize
    }

    /// Makes the choices.
    fn choose(&mut self, aim: Aim, n: usize) {
        for (choice, candidates) in self.choices.iter().enumerate() {
            checkpoint_at(choice);
            for d in 0..n {
                let figures = |target: Target| self.rows[(target >> 1) as usize * n + d];
                let (mut best, mut pick) = (figures(candidates[0]).to_array(), 0);
                for (k, &target) in candidates.iter().enumerate().skip(1) {
                    let other = figures(target).to_array();
                    if aim.prefers(&other, &best) {
                        (best, pick) = (other, k as u8);
                    }
                }
                self.picks.push(pick);
                self.rows.push(f64x4::from(best));
            }
        }
    }

    /// Adds the rows of the choices as they were made.
    pub(super) fn pick(&self, rows: &mut Vec<f64x4>, n: usize) {
        for (candidates, picks) in self.choices.iter().zip(self.picks.chunks_exact(n)) {
            for (d, &pick) in picks.iter().enumerate() {
                let target = candidates[usize::from(pick)];
                rows.push(rows[(target >> 1) as usize * n + d]);
            }
        }
    }
}
