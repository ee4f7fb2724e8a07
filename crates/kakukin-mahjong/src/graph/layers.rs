//! The hands that can follow from some others by the shortest way only (type 1): only draws that
//! bring the hand nearer, only discards that keep it as near.
//!
//! They fall into layers of equal distance, from the roots down to the ready hands. Two things keep
//! them few, neither of which changes a value: tiles in no nearest target are all alike, so hands
//! are distinguished by the others alone; and hands that differ by a symmetry of what is left are
//! one, where the [`Hands`] know any.

use super::{
    hands::{Hand, Hands, MOST_KEYED, View, each, key},
    watch::{Stopped, Watch},
};
use crate::{
    map::{MOST_NUMBERS, Map},
    runs::Runs,
};

/// Where a hand of a layer leads: a state of that layer (even), a choice between several of
/// them (odd), or where [`Edge::ready`] says so a kind of ready hand.
pub(crate) type Target = u32;

/// Beyond so many hands in a layer, only the representatives are remembered.
const MOST_ALIASES: usize = 100_000;

/// A useful draw as a computation remembers it.
pub(crate) trait Edge {
    /// Of so many copies of the tile at `bit` of half `at`.
    fn new(target: Target, at: usize, bit: u32, copies: u8) -> Self;

    /// The target of a ready hand, if that is all that matters of it: the greater the better.
    fn ready(hands: &Hands, hand: Hand, view: &View) -> Option<Target>;
}

/// All hands of one distance.
#[derive(Debug)]
pub(crate) struct Layer<E> {
    states: Vec<Hand>,
    /// The useful draws of the states.
    pub(crate) edges: Runs<E>,
    /// The candidates of the choices, which are states of this layer.
    pub(crate) choices: Runs<Target>,
    /// The targets of hands that have discarded.
    pub(crate) waiting: Map,
    drawn: Map,
}

/// The layers of some roots.
#[derive(Debug)]
pub(crate) struct Layers<E> {
    /// From that of the roots down to that of the ready hands, which has no edges.
    pub(crate) layers: Vec<Layer<E>>,
    /// Where the roots lead in the first layer.
    pub(crate) targets: Vec<Target>,
}

impl<E: Edge> Layers<E> {
    /// Follows the roots, all of the same distance of 1 or more, down to the ready hands. `full`
    /// is the number of tiles of a hand that has discarded. Without `keep` only ready hands can be
    /// found again.
    pub(crate) fn new(
        hands: &mut Hands,
        full: u8,
        roots: &[Hand],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut layer = Layer::new(Map::default());
        let targets = roots.iter().map(|&root| layer.waiting(hands, root)).collect();
        let distance = roots.last().map_or(1, |&root| hands.view(root).distance);
        watch.add(layer.states.len());
        let mut layers = Vec::with_capacity(usize::from(distance));
        for _ in 1..distance {
            let below = layer.descend(hands, full, watch)?;
            if !keep {
                layer.waiting = Map::default();
            }
            layer.drawn = Map::default();
            layer.states = Vec::new();
            layers.push(layer);
            layer = below;
        }
        layers.push(layer);
        Ok(Self { layers, targets })
    }
}

impl<E: Edge> Layer<E> {
    fn new(drawn: Map) -> Self {
        Self {
            states: Vec::new(),
            edges: Runs::default(),
            choices: Runs::default(),
            waiting: Map::default(),
            drawn,
        }
    }

    /// The ready hands, in the lowest layer.
    pub(crate) fn ready_hands(&self) -> &[Hand] {
        &self.states
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.states.len().max(self.edges.len())
    }

    /// Where a hand leads that has discarded; a new state is added.
    fn waiting(&mut self, hands: &mut Hands, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.waiting.get(met) {
            return target;
        }
        let hand = hands.representative(hand);
        if key(hand) != met
            && let Some(target) = self.waiting.get(key(hand))
        {
            return self.alias(met, target);
        }
        let view = hands.view(hand);
        let target = if view.distance == 1 {
            match E::ready(hands, hand, &view) {
                Some(target) => target,
                None => return self.state(hand),
            }
        } else {
            let live = hands.live(hand, &view);
            if live == hand {
                return self.state(hand);
            }
            self.state(live)
        };
        self.waiting.insert(key(hand), target);
        if key(hand) == met { target } else { self.alias(met, target) }
    }

    /// Remembers where a hand leads that another one stands for.
    fn alias(&mut self, met: u64, target: Target) -> Target {
        if self.waiting.len() < MOST_ALIASES {
            self.waiting.insert(met, target);
        }
        target
    }

    /// Where a hand leads that has drawn.
    fn drawn(&mut self, hands: &mut Hands, full: u8, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.drawn.get(met) {
            return target;
        }
        let hand = hands.representative(hand);
        if key(hand) == met {
            return self.choice(hands, full, hand);
        }
        let target = match self.drawn.get(key(hand)) {
            Some(target) => target,
            None => self.choice(hands, full, hand),
        };
        if self.drawn.len() < MOST_ALIASES {
            self.drawn.insert(met, target);
        }
        target
    }

    /// The discards of a hand that has drawn, and stands for those like it.
    fn choice(&mut self, hands: &mut Hands, full: u8, hand: Hand) -> Target {
        let view = hands.view(hand);
        let live = hands.live(hand, &view);
        let spare = hands.tiles(live) <= full;
        let ready = if view.distance == 1 { E::ready(hands, hand, &view) } else { None };
        let target = if spare && let Some(target) = ready {
            target
        } else if live != hand
            && let Some(target) = self.drawn.get(key(live))
        {
            target
        } else {
            let mut candidates = [0; 15];
            let mut count = 0;
            if spare {
                candidates[0] = self.state(live);
                count = 1;
            }
            let unneeded = if live == hand { view } else { hands.view(live) }.unneeded();
            each(unneeded, |at, bit| {
                let without = hands.without(live, at, bit);
                let target = self.waiting(hands, without);
                if !candidates[..count].contains(&target) {
                    candidates[count] = target;
                    count += 1;
                }
            });
            let candidates = &candidates[..count];
            let target = if ready.is_some() {
                candidates.iter().copied().max().unwrap_or(0)
            } else if let [only] = *candidates {
                only
            } else {
                self.choices.add(candidates);
                ((self.choices.len() as u32 - 1) << 1) | 1
            };
            if live != hand {
                self.drawn.insert(key(live), target);
            }
            target
        };
        self.drawn.insert(key(hand), target);
        target
    }

    /// The state of a hand without dead tiles.
    fn state(&mut self, hand: Hand) -> Target {
        let key = key(hand);
        self.waiting.get(key).unwrap_or_else(|| {
            self.states.push(hand);
            let target = (self.states.len() as u32 - 1) << 1;
            self.waiting.insert(key, target);
            target
        })
    }

    /// Follows every useful draw into the layer below.
    fn descend(
        &mut self,
        hands: &mut Hands,
        full: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut below = Self::new(Map::with_capacity(3 * self.states.len()));
        for &hand in &self.states {
            let states = below.states.len().max(below.choices.len());
            watch.room(hands, MOST_KEYED, states)?;
            watch.states(states)?;
            if states >= MOST_NUMBERS as usize / 2 {
                // Targets have one bit less than numbers.
                return Err(watch.too_many(&format!(">= {states}")));
            }
            let useful = hands.view(hand).useful();
            each(hands.drawable(hand, useful), |at, bit| {
                let copies = hands.copies(hand, at, bit).1;
                let with = hands.with(hand, at, bit);
                self.edges.push(E::new(below.drawn(hands, full, with), at, bit, copies));
            });
            self.edges.close();
        }
        watch.add(below.states.len());
        Ok(below)
    }
}
