//! Without improvement (type 1): only draws that lower the distance, only discards
//! that do not raise it. The graph falls into layers of equal distance.

use super::patterns::{Ids, Patterns};
use crate::{
    Tiles,
    distance::{DISCARD, KEEP, WAIT, complement, join, least, reaching, seven_pairs, thirteen_orphans},
    tile::suit_len,
};
use rustc_hash::FxHashMap;
use std::hash::Hasher;

type Kinds = [u32; 4];

/// A hand analysed: the sets are laid out as the patterns are.
#[derive(Debug, Clone, Copy)]
struct View {
    distance: u8,
    forms: u8,
    wait: Kinds,
    discard: Kinds,
    keep: Kinds,
}

#[derive(Debug, Default)]
struct Layer {
    states: Vec<Ids>,
    edges_at: Vec<u32>,
    /// target << 3 | copies
    edges: Vec<u32>,
    choices_at: Vec<u32>,
    candidates: Vec<u32>,
    map: FxHashMap<u64, u32>,
}

#[derive(Debug)]
pub struct Plain {
    pub(crate) patterns: Patterns,
    limits: Tiles,
    groups: u32,
    full: u32,
    unseen: u32,
    draws: usize,
}

#[derive(Debug, Default)]
struct Classes {
    found: FxHashMap<u64, u32>,
    at: Vec<u32>,
    signatures: Vec<u32>,
    win: Vec<f64>,
    tenpai: Vec<f64>,
}

impl Classes {
    /// The class of a signature, and whether it is new.
    fn intern(&mut self, signature: &[u32]) -> (u32, bool) {
        let mut hasher = rustc_hash::FxHasher::default();
        for &word in signature {
            hasher.write_u32(word);
        }
        let mut hash = hasher.finish();
        loop {
            match self.found.get(&hash) {
                None => {
                    let class = self.at.len() as u32;
                    self.found.insert(hash, class);
                    self.at.push(self.signatures.len() as u32);
                    self.signatures.extend_from_slice(signature);
                    return (class, true);
                }
                Some(&class) => {
                    let from = self.at[class as usize] as usize;
                    let to = self.at.get(class as usize + 1).map_or(self.signatures.len(), |&x| x as usize);
                    if &self.signatures[from..to] == signature {
                        return (class, false);
                    }
                    hash = hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
                }
            }
        }
    }
}

fn key(ids: Ids) -> u64 {
    ids.iter().fold(0, |key, &id| key << 16 | u64::from(id))
}

impl Plain {
    pub fn new(limits: Tiles, groups: u32, unseen: u32, draws: usize) -> Self {
        Self { patterns: Patterns::new(limits, true), limits, groups, full: 3 * groups + 1, unseen, draws }
    }

    pub fn count(&self) -> usize { self.patterns.count() }
    fn view(&self, ids: Ids) -> View {
        let rows = [0, 1, 2, 3].map(|s| &self.patterns.entry(ids, s).row);
        let [m, p, s, z] = rows.map(|row| row.missing);
        let a = join(m, p);
        let b = join(s, z);
        let standard = least(a, complement(b, self.groups));
        let mut view = View { distance: standard, forms: 1, wait: [0; 4], discard: [0; 4], keep: [0; 4] };
        if self.groups == 4 {
            let tiles = self.patterns.tiles(ids);
            for (form, special) in [seven_pairs(tiles, self.limits), thirteen_orphans(tiles, self.limits)].into_iter().enumerate() {
                let Some(special) = special else { continue };
                if special.distance < view.distance {
                    view = View { distance: special.distance, forms: 2 << form, wait: special.wait, discard: special.discard, keep: special.keep };
                } else if special.distance == view.distance {
                    view.forms |= 2 << form;
                    for i in 0..4 { view.wait[i] |= special.wait[i]; view.discard[i] |= special.discard[i]; view.keep[i] |= special.keep[i]; }
                }
            }
        }
        if standard == view.distance {
            let rests = [join(p, b), join(m, b), join(a, z), join(a, s)];
            for i in 0..4 {
                let mut mask = reaching(rows[i].missing, complement(rests[i], self.groups), standard);
                let mut sets = 0;
                while mask != 0 { sets |= rows[i].sets[mask.trailing_zeros() as usize]; mask &= mask - 1; }
                view.wait[i] |= sets & WAIT;
                view.discard[i] |= (sets & DISCARD) >> 1;
                view.keep[i] |= (sets & KEEP) >> 2;
            }
        }
        view
    }

    /// The held kinds of which at least one copy is in no nearest target.
    fn dead(&self, ids: Ids, keep: &Kinds) -> Kinds {
        std::array::from_fn(|s| {
            let pattern = self.patterns.entry(ids, s).pattern;
            (pattern | (pattern >> 1) | (pattern >> 2)) & WAIT & !keep[s]
        })
    }

    fn waits(&self, ids: Ids, wait: &Kinds) -> u32 {
        (0..4).map(|s| suit_len(self.patterns.entry(ids, s).left & (wait[s] * 7))).sum()
    }

    /// Where a hand of the layer leads: a state (even) or a choice (odd).
    fn resolve(&mut self, ids: Ids, layer: &mut Layer) -> u32 {
        let key = key(ids);
        if let Some(&target) = layer.map.get(&key) {
            return target;
        }
        let view = self.view(ids);
        let dead = self.dead(ids, &view.keep);
        let target = if view.distance == 1 {
            // Ready: the number of waits is all that counts.
            let ready = |x: u32, forms: u8| (x << 3 | u32::from(forms)) << 1;
            if dead != [0; 4] || self.patterns.len(ids) <= self.full {
                ready(self.waits(ids, &view.wait), view.forms)
            } else {
                let mut best = 0;
                for suit in 0..4 {
                    let mut set = view.discard[suit];
                    while set != 0 {
                        let mut one = [0; 4];
                        one[suit] = set & set.wrapping_neg();
                        set &= set - 1;
                        let without = self.patterns.less(ids, &one);
                        best = best.max(self.resolve(without, layer));
                    }
                }
                best
            }
        } else if dead != [0; 4] {
            let live = self.patterns.less(ids, &dead);
            self.resolve(live, layer)
        } else if self.patterns.len(ids) <= self.full {
            layer.states.push(ids);
            (layer.states.len() as u32 - 1) << 1
        } else {
            let mut candidates = [0; 14];
            let mut n = 0;
            for suit in 0..4 {
                let mut set = view.discard[suit];
                while set != 0 {
                    let mut one = [0; 4];
                    one[suit] = set & set.wrapping_neg();
                    set &= set - 1;
                    let without = self.patterns.less(ids, &one);
                    let to = self.resolve(without, layer);
                    if !candidates[..n].contains(&to) {
                        candidates[n] = to;
                        n += 1;
                    }
                }
            }
            if n == 1 { candidates[0] } else {
                layer.candidates.extend_from_slice(&candidates[..n]);
                layer.choices_at.push(layer.candidates.len() as u32);
                (layer.choices_at.len() as u32 - 1) << 1 | 1
            }
        };
        layer.map.insert(key, target);
        target
    }

    /// win[d] with d draws left
    pub fn solve(&mut self, roots: &[Tiles]) -> (Vec<Vec<f64>>, usize, Vec<String>) {
        let mut layer = Layer::default();
        let mut distance = 0;
        let targets: Vec<u32> = roots.iter().map(|&r| { let ids = self.patterns.hand(r); distance = self.view(ids).distance; self.resolve(ids, &mut layer) }).collect();
        let mut layers = Vec::new();
        let mut d = distance;
        while d >= 2 {
            let mut next = Layer::default();
            for i in 0..layer.states.len() {
                let ids = layer.states[i];
                let view = self.view(ids);
                for suit in 0..4 {
                    let left = self.patterns.entry(ids, suit).left;
                    let mut set = view.wait[suit];
                    while set != 0 {
                        let bit = set.trailing_zeros();
                        set &= set - 1;
                        let copies = (left >> bit) & 7;
                        let with = self.patterns.with(ids, suit, bit as usize / 3);
                        let to = self.resolve(with, &mut next);
                        layer.edges.push(to << 3 | copies);
                    }
                }
                layer.edges_at.push(layer.edges.len() as u32);
            }
            layer.map = FxHashMap::default();
            layers.push(layer);
            layer = next;
            d -= 1;
        }
        let states = layers.iter().map(|l| l.states.len()).sum();
        let mut info = vec![];
        // backward
        let n = self.draws + 1;
        let inverse: Vec<f64> = (0..n).map(|d| 1.0 / (self.unseen as f64 - self.draws as f64 + d as f64)).collect();
        // distance 1: by waits
        let mut win: Vec<f64> = vec![0.0; 137 * n];
        for waits in 0..137 { let v = &mut win[waits * n..(waits + 1) * n]; for d in 1..n { v[d] = v[d - 1] + waits as f64 * (1.0 - v[d - 1]) * inverse[d]; } }
        let mut class_of: Vec<u32> = vec![];
        let mut choices_of: Vec<u32> = vec![];
        let mut first = true;
        for (l, layer) in layers.iter().enumerate().rev() {
            let mut classes = Classes::default();
            let mut new_win: Vec<f64> = vec![];
            let mut class_here = Vec::with_capacity(layer.states.len());
            let mut acc = vec![0.0; n];
            let mut from = 0;
            let mut sig: Vec<u32> = vec![];
            for &to in &layer.edges_at {
                sig.clear();
                for &e in &layer.edges[from..to as usize] {
                    let t = e >> 3;
                    let c = if first { t >> 4 } else if t & 1 == 0 { class_of[(t >> 1) as usize] } else { choices_of[(t >> 1) as usize] };
                    sig.push(c << 8 | (e & 7));
                }
                from = to as usize;
                sig.sort_unstable();
                // merge equal classes
                let mut w = 0;
                for r in 0..sig.len() { if w > 0 && sig[w - 1] >> 8 == sig[r] >> 8 { sig[w - 1] += sig[r] & 255; } else { sig[w] = sig[r]; w += 1; } }
                sig.truncate(w);
                let (class, new) = classes.intern(&sig);
                if new {
                    acc.fill(0.0);
                    let mut total = 0.0;
                    for &s in &sig { let e = (s & 255) as f64; total += e; let v = &win[(s >> 8) as usize * n..][..n]; for d in 0..n { acc[d] += e * v[d]; } }
                    new_win.push(0.0);
                    let mut last = 0.0;
                    for d in 1..n { last += (acc[d - 1] - total * last) * inverse[d]; new_win.push(last); }
                }
                class_here.push(class);
            }
            // choices among this layer's states (made by the layer above)
            let mut n_states = classes.at.len();
            let states_classes = n_states;
            let mut choice_here = vec![];
            let mut cc = Classes::default();
            let mut from = 0;
            let _ = l;
            let choices: (&[u32], &[u32]) = (&layer.choices_at, &layer.candidates);
            for &to in choices.0 {
                sig.clear();
                for &t in &choices.1[from..to as usize] { sig.push(class_here[(t >> 1) as usize]); }
                from = to as usize;
                sig.sort_unstable(); sig.dedup();
                if sig.len() == 1 { choice_here.push(sig[0]); continue; }
                let (c, new) = cc.intern(&sig);
                if new { for d in 0..n { let best = sig.iter().map(|&s| new_win[s as usize * n + d]).fold(0.0, f64::max); new_win.push(best); } n_states += 1; }
                choice_here.push(c + states_classes as u32);
            }
            info.push(format!("{} states {} classes, {} choices {} classes", layer.states.len(), states_classes, choice_here.len(), n_states - states_classes));
            win = new_win; class_of = class_here; choices_of = choice_here; first = false;
        }
        let out = targets.iter().map(|&t| { let c = if first { t >> 4 } else { class_of[(t >> 1) as usize] }; win[c as usize * n..][..n].to_vec() }).collect();
        (out, states, info)
    }
}
