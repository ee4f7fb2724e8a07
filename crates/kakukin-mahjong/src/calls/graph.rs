//! The hands that can follow from some others by useful draws and by calls that bring the hand
//! nearer, in layers of equal distance.
//!
//! As without calls, tiles in no nearest target are all alike. Melds that were made on the way tell
//! hands apart: each list of them is a context with tables of its own, as fewer tiles are left.

use super::melds::{Call, tiles_of, ways};
use crate::{
    Bag, Forms, Players, Reds, Tiles,
    graph::{Hand, Hands, MOST_KEYED, Stopped, View, Watch, Word, each, key},
    map::{MOST_NUMBERS, Map},
    runs::Runs,
    score::{Place, place},
    solve::Root,
};
use rustc_hash::FxHashMap;

/// Where a hand leads: a state of the layer (even), or a choice between several (odd).
pub(crate) type Target = u32;

/// No way to call.
pub(crate) const NONE: Target = Target::MAX;

/// Hands with the same melds.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    pub(crate) hands: Hands,
    /// The melds made on the way, in order.
    pub(crate) calls: Vec<Call>,
    /// The most copies of each kind that the concealed tiles could hold.
    pub(crate) limits: Tiles,
    /// Concealed tiles after a discard.
    full: u8,
    after: FxHashMap<Call, u32>,
}

/// A useful draw.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw {
    pub(crate) target: Target,
    pub(crate) copies: u8,
}

/// A tile that can be called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offer {
    /// Where it leads if anybody discards it.
    pub(crate) pon: Target,
    /// Where it leads if the player before us does.
    pub(crate) any: Target,
    pub(crate) copies: u8,
}

/// All hands of one distance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layer {
    /// The context of each state and its tiles without dead ones.
    pub(crate) states: Vec<(u32, Hand)>,
    pub(crate) draws: Runs<Draw>,
    pub(crate) offers: Runs<Offer>,
    /// The candidates of the choices, which are states of this layer.
    pub(crate) choices: Runs<Target>,
    known: FxHashMap<Vec<Target>, Target>,
    met: FxHashMap<u32, Met>,
    /// Ready hands of which only so much matters.
    ready: FxHashMap<(u8, u32), Target>,
}

/// The hands of one context that were met.
#[derive(Debug, Clone, Default)]
struct Met {
    waiting: Map,
    drawn: Map,
}

/// What the graph is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose {
    pub(crate) players: Players,
    pub(crate) limits: Tiles,
    /// The most red fives that the concealed tiles could hold, where they matter.
    pub(crate) reds: Reds,
    pub(crate) groups: u32,
    pub(crate) forms: Forms,
    /// Whether suits may change places.
    pub(crate) symmetric: bool,
    /// Whether only the number of waits matters of a ready hand.
    pub(crate) counted: bool,
    /// Whether the same tiles are the same melds.
    pub(crate) shapeless: bool,
}

/// The hands that follow from some roots.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    pub(crate) contexts: Vec<Context>,
    numbers: FxHashMap<(usize, Tiles, Vec<Call>), u32>,
    purpose: Purpose,
    /// From that of the roots down to that of the ready hands.
    pub(crate) layers: Vec<Layer>,
    /// Where the roots lead in the first layer.
    pub(crate) targets: Vec<Target>,
}

impl Graph {
    /// Follows the roots, all of the same distance of 1 or more, down to the ready hands. With
    /// `keep` every hand can be found again.
    pub(crate) fn new(
        purpose: Purpose,
        roots: &[Root],
        distance: u32,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stopped> {
        let mut graph = Self {
            contexts: Vec::new(),
            numbers: FxHashMap::default(),
            purpose,
            layers: Vec::new(),
            targets: Vec::new(),
        };
        let start = graph.context(Vec::new());
        let mut layer = Layer::default();
        for root in roots {
            let hands = &mut graph.contexts[start as usize].hands;
            let hand = hands.coloured(root.tiles, root.reds);
            let target = layer.waiting(&mut graph, start, hand);
            graph.targets.push(target);
        }
        watch.add(layer.states.len());
        for _ in 1..distance {
            let below = graph.descend(&mut layer, watch)?;
            graph.layers.push(layer.built(keep));
            layer = below;
        }
        graph.layers.push(layer.built(keep));
        Ok(graph)
    }

    /// The number of the context with these melds, which are in order.
    fn context(&mut self, calls: Vec<Call>) -> u32 {
        let purpose = &self.purpose;
        let melded = tiles_of(&calls);
        let named = if purpose.shapeless { Vec::new() } else { calls.clone() };
        let number = self.contexts.len() as u32;
        *self.numbers.entry((calls.len(), melded, named)).or_insert_with(|| {
            let limits = purpose.limits.less(melded).unwrap_or(Tiles::EMPTY);
            let gone: [u32; 3] = std::array::from_fn(|suit| {
                calls.iter().map(|call| call.bag().reds().of(suit)).sum()
            });
            let left = |suit: usize| purpose.reds.of(suit).saturating_sub(gone[suit]) as u8;
            let reds = Reds::new(std::array::from_fn(left)).unwrap_or_default();
            let groups = purpose.groups - calls.len() as u32;
            let forms = if calls.is_empty() { purpose.forms } else { Forms::STANDARD };
            let hands = Hands::with_reds(limits, reds, groups, forms, purpose.symmetric);
            let full = (3 * groups + 1) as u8;
            self.contexts.push(Context { hands, calls, limits, full, after: FxHashMap::default() });
            number
        })
    }

    /// The context after one more meld.
    fn after(&mut self, context: u32, call: Call) -> u32 {
        if let Some(&known) = self.contexts[context as usize].after.get(&call) {
            return known;
        }
        let mut calls = self.contexts[context as usize].calls.clone();
        calls.push(call);
        calls.sort_unstable();
        let number = self.context(calls);
        self.contexts[context as usize].after.insert(call, number);
        number
    }

    /// The number of a layer and of the state in it that stands for a hand that has discarded, if
    /// it follows from the roots. Needs `keep`.
    pub(crate) fn find(&mut self, context: u32, held: Bag) -> Option<(usize, Target)> {
        let own = self.contexts.get_mut(context as usize)?;
        let hand = own.hands.coloured(held.tiles(), held.reds());
        let hand = own.hands.representative(hand);
        let view = own.hands.view(hand);
        let at = self.layers.len().checked_sub(usize::from(view.distance))?;
        let layer = self.layers.get(at)?;
        if view.distance == 1 && self.purpose.counted {
            let kind = (own.hands.left(hand, view.useful()) << 3) | u32::from(view.forms);
            let target = layer.ready.get(&(own.calls.len() as u8, kind))?;
            return Some((at, *target));
        }
        let live = if view.distance == 1 { hand } else { own.hands.live(hand, &view) };
        Some((at, layer.met.get(&context)?.waiting.get(key(live))?))
    }

    /// The distance of a hand.
    pub(crate) fn distance(&mut self, context: u32, held: Bag) -> u8 {
        let hands = self.hands(context);
        let hand = hands.coloured(held.tiles(), held.reds());
        hands.view(hand).distance
    }

    /// The context after one more meld, if it was met.
    pub(crate) fn known_after(&self, context: u32, call: Call) -> Option<u32> {
        self.contexts[context as usize].after.get(&call).copied()
    }

    fn hands(&mut self, context: u32) -> &mut Hands {
        &mut self.contexts[context as usize].hands
    }

    /// Follows every useful draw and every call into the layer below.
    fn descend(&mut self, layer: &mut Layer, watch: &mut Watch<'_>) -> Result<Layer, Stopped> {
        let mut below = Layer::default();
        let mut useful_places: Vec<(Place, usize, u32, u8)> = Vec::new();
        for &(context, hand) in &layer.states {
            let states = below.states.len().max(below.choices.len());
            watch.states(states)?;
            if states >= MOST_NUMBERS as usize / 2 {
                return Err(watch.too_many(&format!(">= {states}")));
            }
            watch.room(self.hands(context), MOST_KEYED, states)?;
            let hands = self.hands(context);
            let view = hands.view(hand);
            useful_places.clear();
            each(hands.drawable(hand, view.useful()), |at, bit| {
                useful_places.push((place(at, bit), at, bit, hands.copies(hand, at, bit).1));
            });
            for &(_, at, bit, copies) in &useful_places {
                let with = self.hands(context).with(hand, at, bit);
                let target = below.drawn(self, context, with);
                layer.draws.push(Draw { target, copies });
            }
            layer.draws.close();
            let hands = self.hands(context);
            let (tiles, reds) = (hands.bag(hand), hands.reds(hand));
            let held = Bag::new(tiles, reds).unwrap_or_default();
            for &(place, _, _, copies) in &useful_places {
                if let Some(offer) = self.offer(&mut below, context, held, place, view, copies) {
                    layer.offers.push(offer);
                }
            }
            layer.offers.close();
        }
        watch.add(below.states.len());
        Ok(below)
    }

    /// Where a call leads, if there is any that brings the hand nearer.
    fn offer(
        &mut self,
        below: &mut Layer,
        context: u32,
        held: Bag,
        place: Place,
        view: View,
        copies: u8,
    ) -> Option<Offer> {
        let (tile, chi) = (place.tile(), self.purpose.players == Players::Four);
        let mut offer = Offer { pon: NONE, any: NONE, copies };
        let mut all: Vec<Target> = Vec::new();
        for way in ways(held, tile, place.is_red()).filter(|way| chi || !way.call.is_run()) {
            let after = self.after(context, way.call);
            let hands = self.hands(after);
            let hand = hands.coloured(way.rest.tiles(), way.rest.reds());
            if hands.view(hand).distance + 1 != view.distance {
                continue;
            }
            let hand = hands.representative(hand);
            let target = below.drawn(self, after, hand);
            if !way.call.is_run() {
                offer.pon = target;
            }
            below.candidates(target, &mut all);
        }
        if all.is_empty() {
            return None;
        }
        offer.any = below.chosen(all);
        Some(offer)
    }
}

impl Layer {
    /// Without what is only needed until the layer below it is known.
    fn built(mut self, keep: bool) -> Self {
        self.known = FxHashMap::default();
        if !keep {
            (self.met, self.ready) = Default::default();
        }
        self.met.values_mut().for_each(|met| met.drawn = Map::default());
        self
    }

    /// Where a hand leads that has discarded; a new state is added.
    fn waiting(&mut self, graph: &mut Graph, context: u32, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.met.entry(context).or_default().waiting.get(met) {
            return target;
        }
        let counted = graph.purpose.counted;
        let own = &mut graph.contexts[context as usize];
        let hand = own.hands.representative(hand);
        let view = own.hands.view(hand);
        let target = if view.distance == 1 && counted {
            // What it waits for, and in which forms.
            let kind = (own.hands.left(hand, view.useful()) << 3) | u32::from(view.forms);
            let calls = own.calls.len() as u8;
            match self.ready.get(&(calls, kind)) {
                Some(&target) => target,
                None => {
                    let target = self.state(context, hand);
                    self.ready.insert((calls, kind), target);
                    target
                }
            }
        } else if view.distance == 1 {
            self.state(context, hand)
        } else {
            let live = own.hands.live(hand, &view);
            self.state(context, live)
        };
        let waiting = &mut self.met.entry(context).or_default().waiting;
        if waiting.get(met).is_none() {
            waiting.insert(met, target);
        }
        target
    }

    /// The state of a hand without dead tiles.
    fn state(&mut self, context: u32, hand: Hand) -> Target {
        let waiting = &mut self.met.entry(context).or_default().waiting;
        waiting.get(key(hand)).unwrap_or_else(|| {
            self.states.push((context, hand));
            let target = (self.states.len() as u32 - 1) << 1;
            waiting.insert(key(hand), target);
            target
        })
    }

    /// Where a hand leads that has drawn, or called.
    fn drawn(&mut self, graph: &mut Graph, context: u32, hand: Hand) -> Target {
        let met = key(hand);
        if let Some(target) = self.met.entry(context).or_default().drawn.get(met) {
            return target;
        }
        let own = &mut graph.contexts[context as usize];
        let hand = own.hands.representative(hand);
        let view = own.hands.view(hand);
        let live = own.hands.live(hand, &view);
        let mut left: Vec<Hand> = Vec::with_capacity(15);
        if own.hands.tiles(live) <= own.full {
            left.push(live);
        }
        let unneeded: [Word; 2] = if live == hand { view } else { own.hands.view(live) }.unneeded();
        each(unneeded, |at, bit| left.push(own.hands.without(live, at, bit)));
        let candidates = left.into_iter().map(|left| self.waiting(graph, context, left)).collect();
        let target = self.chosen(candidates);
        let drawn = &mut self.met.entry(context).or_default().drawn;
        if drawn.get(met).is_none() {
            drawn.insert(met, target);
        }
        target
    }

    /// Adds the states that a target lets choose from.
    fn candidates(&self, target: Target, all: &mut Vec<Target>) {
        match target & 1 {
            0 => all.push(target),
            _ => all.extend_from_slice(self.choices.get((target >> 1) as usize)),
        }
    }

    /// A choice between some states.
    fn chosen(&mut self, mut candidates: Vec<Target>) -> Target {
        candidates.sort_unstable();
        candidates.dedup();
        if let [only] = candidates[..] {
            return only;
        }
        if let Some(&known) = self.known.get(&candidates) {
            return known;
        }
        self.choices.add(&candidates);
        let target = ((self.choices.len() as u32 - 1) << 1) | 1;
        self.known.insert(candidates, target);
        target
    }
}
