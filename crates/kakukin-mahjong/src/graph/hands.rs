//! Hands as two halves, manzu with pinzu and souzu with honours. A half is met in many
//! hands; what its two suits miss together is worked out once.

use crate::{
    Form, Forms, Reds, Tile, TileSet, Tiles,
    distance::{
        IMPOSSIBLE, Id, MOST_PATTERNS, Missing, RED, SLOTS, Suit, Symmetry, Tally, WAIT,
        complement, join, least, mirrored, reaching, reddened, seven_pairs, shape, share,
        thirteen_orphans,
    },
    map::Map,
    tile::SUIT_KINDS,
};

/// Two suits in one word, the second from bit 32 on; three bits a kind.
pub(crate) type Word = u64;

/// The bit of each kind in a [`Word`] of sets.
pub(crate) const KINDS: Word = both(WAIT);
/// The same with the bit of the red five.
const PLACES: Word = KINDS | both(1 << (3 * RED));
/// The fives, and how far above them the red ones are.
const FIVES: Word = both(1 << 12);
const TO_RED: u32 = 3 * RED as u32 - 12;
const SECOND: u32 = 32;

const fn both(set: u32) -> Word {
    set as Word | ((set as Word) << SECOND)
}

/// A half's number.
pub(crate) type HalfId = u32;
/// The most halves that [`key`] can tell apart.
pub(crate) const MOST_KEYED: usize = 1 << 20;
/// More patterns and halves than one hand with all its neighbours can meet.
const MARGIN: usize = 2048;
/// A hand as its two halves.
pub(crate) type Hand = [HalfId; 2];

/// A number for each hand, see [`Hands::is_full`].
#[inline]
pub(crate) fn key(hand: Hand) -> u64 {
    (u64::from(hand[0]) << 20) | u64::from(hand[1])
}

/// What is known of a half.
#[derive(Debug, Clone)]
pub(crate) struct Half {
    ids: [Id; 2],
    pub(crate) held: Word,
    pub(crate) left: Word,
    pub(crate) tiles: u8,
    /// One kind of each that may change places.
    pub(crate) first: Word,
    /// Tiles that the origin lacks.
    over: u8,
    tally: Tally,
    missing: Missing,
    /// The sets of both suits at each entry, as far as they were asked for: a set is never
    /// empty where tiles are held or missing, so zero is unknown (or quickly found again).
    sets: [Word; 10],
    /// The halves with one tile more and one tile less, in the order of the suits as they are.
    more: [HalfId; 2 * SLOTS],
    less: [HalfId; 2 * SLOTS],
}

/// A neighbour that has not been asked for yet.
const UNKNOWN: HalfId = HalfId::MAX;

/// A hand seen from its nearest targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View {
    /// Tiles to exchange.
    pub(crate) distance: u8,
    /// The forms that are so near: 1 standard, 2 seven pairs, 4 thirteen orphans.
    pub(crate) forms: u8,
    /// Wait, discard and keep, or-ed over all nearest targets.
    sets: [Word; 2],
}

impl View {
    /// The draws that bring the hand nearer.
    #[inline]
    pub(crate) fn useful(&self) -> [Word; 2] {
        self.sets.map(|set| set & KINDS)
    }

    /// The discards that keep it as near.
    #[inline]
    pub(crate) fn unneeded(&self) -> [Word; 2] {
        self.sets.map(|set| (set >> 1) & KINDS)
    }

    /// The held kinds of which some nearest target has as many.
    #[inline]
    fn kept(&self) -> [Word; 2] {
        self.sets.map(|set| (set >> 2) & KINDS)
    }
}

/// Every suit and half met so far in hands of one situation.
#[derive(Debug, Clone)]
pub(crate) struct Hands {
    limits: Tiles,
    groups: u32,
    forms: Forms,
    origin: [Word; 2],
    suits: Vec<Suit>,
    suit_of: [usize; 4],
    /// Whether manzu and pinzu, pinzu and souzu, manzu and souzu may change places.
    alike: [bool; 3],
    found: [Map; 2],
    halves: [Vec<Half>; 2],
    /// Whether ready hands are told apart by the tiles they wait for.
    apart: bool,
}

impl Hands {
    /// No hand yet. `groups` are needed beside a pair; only `forms` count.
    pub(crate) fn new(limits: Tiles, groups: u32, forms: Forms, symmetric: bool) -> Self {
        Self::with_reds(limits, Reds::NONE, groups, forms, symmetric)
    }

    /// The same where so many red fives are told from the others.
    pub(crate) fn with_reds(
        limits: Tiles,
        reds: Reds,
        groups: u32,
        forms: Forms,
        symmetric: bool,
    ) -> Self {
        let mut suits: Vec<Suit> = Vec::new();
        let suit_of = std::array::from_fn(|s| {
            let (own, kinds) = (reddened(limits.suit(s), reds.of(s)), SUIT_KINDS[s]);
            suits.iter().position(|suit| suit.serves(own, kinds)).unwrap_or_else(|| {
                let label = |kind: usize| (own >> (3 * kind)) as u8 & 7;
                let symmetry = match kinds {
                    _ if !symmetric => Symmetry::None,
                    7 => Symmetry::Honours(std::array::from_fn(label)),
                    _ if mirrored(own) == own => Symmetry::Mirror,
                    _ => Symmetry::None,
                };
                suits.push(Suit::new(own, kinds, symmetry));
                suits.len() - 1
            })
        });
        Self {
            limits,
            groups,
            forms,
            origin: [0; 2],
            suits,
            suit_of,
            alike: [(0, 1), (1, 2), (0, 2)].map(|(a, b)| symmetric && suit_of[a] == suit_of[b]),
            found: Default::default(),
            halves: [Vec::with_capacity(256), Vec::with_capacity(256)],
            apart: false,
        }
    }

    /// No hand yet, but an origin: how many tiles of a hand it lacks is counted, and
    /// only honours that are alike in it may change places.
    /// Where our discards matter those among them are not like others.
    pub(crate) fn around(
        origin: Tiles,
        limits: Tiles,
        river: TileSet,
        groups: u32,
        forms: Forms,
    ) -> Self {
        let label = |kind: usize| {
            let at = |tiles: Tiles| (tiles.suit(3) >> (3 * kind)) as u8 & 7;
            let thrown = Tile::of(3, kind).is_some_and(|tile| river.has(tile));
            at(limits) | at(origin) << 3 | u8::from(thrown) << 6
        };
        let labels = std::array::from_fn(label);
        Self::around_with(origin, limits, groups, forms, Some(labels))
    }

    /// The same where honours may change places that have the same label.
    pub(crate) fn around_with(
        origin: Tiles,
        limits: Tiles,
        groups: u32,
        forms: Forms,
        labels: Option<[u8; 7]>,
    ) -> Self {
        let mut hands = Self::new(limits, groups, forms, false);
        hands.origin = std::array::from_fn(|at| {
            let [a, b] = [0, 1].map(|k| Word::from(origin.suit(2 * at + k)));
            a | (b << SECOND)
        });
        let symmetry = labels.map_or(Symmetry::None, Symmetry::Honours);
        hands.suits[hands.suit_of[3]] = Suit::new(limits.suit(3), SUIT_KINDS[3], symmetry);
        hands
    }

    /// The same tables for hands that need other groups or forms.
    pub(crate) fn aimed(mut self, groups: u32, forms: Forms) -> Self {
        (self.groups, self.forms) = (groups, forms);
        self
    }

    /// Whether ready hands are told apart by the tiles they wait for, not only by their number.
    pub(crate) fn tell_ready_apart(&mut self, apart: bool) {
        self.apart = apart;
    }

    /// Whether they are.
    #[inline]
    pub(crate) fn tells_ready_apart(&self) -> bool {
        self.apart
    }

    /// The kinds of two sets of bits.
    pub(crate) fn kinds_of(&self, sets: [Word; 2]) -> TileSet {
        let mut tiles = Vec::new();
        each(sets, |at, bit| {
            let (suit, rank) = (2 * at + (bit / SECOND) as usize, (bit % SECOND) as usize / 3);
            tiles.extend(Tile::of(suit, rank));
        });
        tiles.into_iter().collect()
    }

    /// How many kinds may change places with the one at `bit`, if so many copies are held.
    #[inline]
    pub(crate) fn alike(&self, hand: Hand, at: usize, bit: u32, copies: u32) -> u8 {
        if at == 0 || bit < SECOND {
            return 1;
        }
        let held = (self.part(hand, 1).held >> SECOND) as u32;
        self.suits[self.suit_of[3]].alike(held, (bit - SECOND) as usize / 3, copies)
    }

    /// How many tiles of the hand the origin lacks.
    #[inline]
    pub(crate) fn over(&self, hand: Hand) -> u8 {
        self.part(hand, 0).over + self.part(hand, 1).over
    }

    /// The hand of these tiles, or the one that stands for it.
    pub(crate) fn hand(&mut self, tiles: Tiles) -> Hand {
        let hand = self.coloured(tiles, Reds::NONE);
        self.representative(hand)
    }

    /// The hand of these tiles with their red fives.
    pub(crate) fn coloured(&mut self, tiles: Tiles, reds: Reds) -> Hand {
        let ids = std::array::from_fn(|s| {
            self.suits[self.suit_of[s]].id(reddened(tiles.suit(s), reds.of(s)))
        });
        self.of(ids)
    }

    /// The red fives of a hand.
    pub(crate) fn reds(&self, hand: Hand) -> Reds {
        let [a, b] = [0, 1].map(|at| self.part(hand, at).held);
        let reds = |word: Word| (word >> (3 * RED)) as u8 & 7;
        Reds::new([reds(a), reds(a >> SECOND), reds(b)]).unwrap_or_default()
    }

    /// Draws of these kinds that can come, the red fives apart.
    #[inline]
    pub(crate) fn drawable(&self, hand: Hand, kinds: [Word; 2]) -> [Word; 2] {
        std::array::from_fn(|at| {
            (kinds[at] | ((kinds[at] & FIVES) << TO_RED)) & places_of(self.part(hand, at).left)
        })
    }

    #[inline]
    fn of(&mut self, ids: [Id; 4]) -> Hand {
        let [m, p, s, z] = ids;
        [self.half(0, [m, p]), self.half(1, [s, z])]
    }

    /// The hand that stands for all that differ from it by a change of suits.
    pub(crate) fn representative(&mut self, hand: Hand) -> Hand {
        if self.alike == [false; 3] {
            return hand;
        }
        let [mut m, mut p, mut s, z] = self.ids(hand);
        let before = [m, p, s];
        let [mp, ps, ms] = self.alike;
        if mp && m > p {
            (m, p) = (p, m);
        }
        if ps && p > s {
            (p, s) = (s, p);
        }
        if ms && m > s {
            (m, s) = (s, m);
        }
        if mp && m > p {
            (m, p) = (p, m);
        }
        if [m, p, s] == before { hand } else { self.of([m, p, s, z]) }
    }

    #[inline]
    fn half(&mut self, at: usize, ids: [Id; 2]) -> HalfId {
        let key = half_key(ids);
        match self.found[at].get(key) {
            Some(half) => half,
            None => self.meet(at, ids, key),
        }
    }

    #[cold]
    fn meet(&mut self, at: usize, ids: [Id; 2], key: u64) -> HalfId {
        let [a, b] = [0, 1].map(|k| self.suits[self.suit_of[2 * at + k]].pattern(ids[k]));
        let word = |x: u32, y: u32| Word::from(x) | (Word::from(y) << SECOND);
        let held = word(a.held, b.held);
        let half = Half {
            ids,
            held,
            left: word(a.left, b.left),
            tiles: a.tiles + b.tiles,
            first: word(a.first, b.first),
            over: if self.origin == [0; 2] { 0 } else { over(held, self.origin[at]) },
            tally: a.tally + b.tally,
            missing: join(a.row.missing, b.row.missing),
            sets: [0; 10],
            more: [UNKNOWN; 2 * SLOTS],
            less: [UNKNOWN; 2 * SLOTS],
        };
        let id = self.halves[at].len() as HalfId;
        self.halves[at].push(half);
        self.found[at].insert(key, id);
        id
    }

    #[inline]
    pub(crate) fn part(&self, hand: Hand, at: usize) -> &Half {
        &self.halves[at][hand[at] as usize]
    }

    /// How many tiles it holds.
    #[inline]
    pub(crate) fn tiles(&self, hand: Hand) -> u8 {
        self.part(hand, 0).tiles + self.part(hand, 1).tiles
    }

    pub(crate) fn bag(&self, hand: Hand) -> Tiles {
        let [a, b] = [0, 1].map(|at| self.part(hand, at).held);
        let suit =
            |word: Word, second: bool| shape(if second { word >> SECOND } else { word } as u32);
        Tiles::from_suits([suit(a, false), suit(a, true), suit(b, false), suit(b, true)])
    }

    /// With one more tile of the kind at `bit` of half `at`.
    #[inline]
    pub(crate) fn with(&mut self, mut hand: Hand, at: usize, bit: u32) -> Hand {
        let (second, kind) = place(bit);
        let known = self.part(hand, at).more[SLOTS * second + kind];
        hand[at] = if known != UNKNOWN {
            known
        } else {
            let suit = &mut self.suits[self.suit_of[2 * at + second]];
            let Half { mut ids, .. } = self.halves[at][hand[at] as usize];
            ids[second] = suit.more(ids[second], kind);
            let to = self.half(at, ids);
            self.halves[at][hand[at] as usize].more[SLOTS * second + kind] = to;
            to
        };
        hand
    }

    /// With one tile less.
    #[inline]
    pub(crate) fn without(&mut self, mut hand: Hand, at: usize, bit: u32) -> Hand {
        let (second, kind) = place(bit);
        let known = self.part(hand, at).less[SLOTS * second + kind];
        hand[at] = if known != UNKNOWN {
            known
        } else {
            let suit = &mut self.suits[self.suit_of[2 * at + second]];
            let Half { mut ids, .. } = self.halves[at][hand[at] as usize];
            ids[second] = suit.less(ids[second], kind);
            let to = self.half(at, ids);
            self.halves[at][hand[at] as usize].less[SLOTS * second + kind] = to;
            to
        };
        hand
    }

    #[inline]
    fn ids(&self, hand: Hand) -> [Id; 4] {
        let ([m, p], [s, z]) = (self.part(hand, 0).ids, self.part(hand, 1).ids);
        [m, p, s, z]
    }

    /// Without one tile of each kind of the sets.
    pub(crate) fn less(&mut self, hand: Hand, sets: [Word; 2]) -> Hand {
        let mut ids = self.ids(hand);
        for s in 0..4 {
            let shift = SECOND * (s as u32 % 2);
            let gone = (sets[s / 2] >> shift) as u32;
            if gone == 0 {
                continue;
            }
            ids[s] = self.suits[self.suit_of[s]].less_all(ids[s], gone);
        }
        self.of(ids)
    }

    /// The sets of a half at one entry.
    #[inline]
    fn sets(&mut self, at: usize, half: HalfId, entry: u32) -> Word {
        let known = self.halves[at][half as usize].sets[packed(entry)];
        if known != 0 { known } else { self.work_out(at, half, entry) }
    }

    #[cold]
    fn work_out(&mut self, at: usize, half: HalfId, entry: u32) -> Word {
        let Half { ids, missing, .. } = self.halves[at][half as usize];
        let [a, b] = [0, 1].map(|k| &self.suits[self.suit_of[2 * at + k]].pattern(ids[k]).row);
        let least = (missing[entry as usize / 8] >> (8 * (entry % 8))) as u8;
        let first = a.sets_of(reaching(a.missing, share(b.missing, entry), least));
        let second = b.sets_of(reaching(b.missing, share(a.missing, entry), least));
        let sets = Word::from(first) | (Word::from(second) << SECOND);
        self.halves[at][half as usize].sets[packed(entry)] = sets;
        sets
    }

    /// How near the hand is, and by which tiles.
    pub(crate) fn view(&mut self, hand: Hand) -> View {
        let [a, b] = [0, 1].map(|at| self.part(hand, at));
        let (row, rest) = (a.missing, complement(b.missing, self.groups));
        let standard = least(row, rest);
        let mut view = View { distance: standard, forms: 1, sets: [0; 2] };
        if self.forms != Forms::STANDARD {
            let (pairs, orphans) = (a.tally + b.tally).distances();
            let mut distances = [standard, pairs, orphans];
            for form in Form::ALL.into_iter().filter(|&form| !self.forms.has(form)) {
                distances[form as usize] = IMPOSSIBLE;
            }
            view.distance = distances.into_iter().fold(IMPOSSIBLE, u8::min);
            view.forms = (0..3).fold(0, |forms, form| {
                forms | (u8::from(distances[form] == view.distance) << form)
            });
        }
        if view.forms & 1 != 0 {
            let mut mask = reaching(row, rest, standard);
            while mask != 0 {
                let entry = mask.trailing_zeros();
                mask &= mask - 1;
                view.sets[0] |= self.sets(0, hand[0], entry);
                view.sets[1] |= self.sets(1, hand[1], self.groups + 8 - entry);
            }
        }
        if view.forms & 6 != 0 {
            self.add_special(hand, &mut view);
        }
        view
    }

    #[cold]
    fn add_special(&self, hand: Hand, view: &mut View) {
        let tiles = self.bag(hand);
        let near = [
            if view.forms & 2 != 0 { seven_pairs(tiles, self.limits) } else { None },
            if view.forms & 4 != 0 { thirteen_orphans(tiles, self.limits) } else { None },
        ];
        for special in near.into_iter().flatten() {
            for s in 0..4 {
                let sets = special.wait[s] | (special.discard[s] << 1) | (special.keep[s] << 2);
                view.sets[s / 2] |= Word::from(sets) << (SECOND * (s as u32 % 2));
            }
        }
    }

    /// The held kinds of which at least one copy is in no nearest target.
    #[inline]
    pub(crate) fn dead(&self, hand: Hand, view: &View) -> [Word; 2] {
        let kept = view.kept();
        std::array::from_fn(|at| {
            let held = self.part(hand, at).held;
            any_of(held) & !kept[at]
        })
    }

    /// The hand without its dead tiles: its nearest targets are the same.
    pub(crate) fn live(&mut self, hand: Hand, view: &View) -> Hand {
        let mut dead = self.dead(hand, view);
        let mut live = hand;
        while dead != [0; 2] {
            let again = self.has_pair_of(live, dead);
            live = self.less(live, dead);
            live = self.representative(live);
            if !again {
                break;
            }
            // Of a kind held twice or more, more than one copy may be dead.
            let view = self.view(live);
            dead = self.dead(live, &view);
        }
        live
    }

    /// Whether it holds two or more of one of these kinds.
    #[inline]
    fn has_pair_of(&self, hand: Hand, kinds: [Word; 2]) -> bool {
        (0..2).any(|at| {
            let held = self.part(hand, at).held;
            ((held >> 1) | (held >> 2)) & kinds[at] != 0
        })
    }

    /// How many copies of these kinds could still be drawn.
    #[inline]
    pub(crate) fn left(&self, hand: Hand, kinds: [Word; 2]) -> u32 {
        (0..2).map(|at| sum(self.part(hand, at).left & (kinds[at] * 7))).sum()
    }

    /// One kind of each that may change places.
    #[inline]
    pub(crate) fn first(&self, hand: Hand) -> [Word; 2] {
        [self.part(hand, 0).first, self.part(hand, 1).first]
    }

    /// How many copies of the kind at `bit` of half `at` are held, and how many are left.
    #[inline]
    pub(crate) fn copies(&self, hand: Hand, at: usize, bit: u32) -> (u32, u8) {
        let part = self.part(hand, at);
        ((part.held >> bit) as u32 & 7, (part.left >> bit) as u8 & 7)
    }

    /// How many patterns have been met.
    pub(crate) fn patterns(&self) -> usize {
        self.suits.iter().map(Suit::len).sum()
    }

    /// Whether a table may have no room for the neighbours of one more hand, if halves must
    /// be fewer than `most`.
    pub(crate) fn is_full(&self, most: usize) -> bool {
        self.suits.iter().any(|suit| suit.len() + MARGIN > MOST_PATTERNS)
            || self.halves.iter().any(|halves| halves.len() + MARGIN > most)
    }

    /// The halves met.
    pub(crate) fn met(&self) -> usize {
        self.halves.iter().map(Vec::len).sum()
    }

    /// The hand of these tiles, if it has been met. For hands without symmetry of suits.
    pub(crate) fn find(&self, tiles: Tiles) -> Option<Hand> {
        let mut ids = [0; 4];
        for (s, id) in ids.iter_mut().enumerate() {
            *id = self.suits[self.suit_of[s]].find(tiles.suit(s))?;
        }
        let half = |at: usize| self.found[at].get(half_key([ids[2 * at], ids[2 * at + 1]]));
        Some([half(0)?, half(1)?])
    }
}

/// A number for each half.
#[inline]
fn half_key(ids: [Id; 2]) -> u64 {
    (u64::from(ids[0]) << 16) | u64::from(ids[1])
}

/// The kinds of which a word has any copy.
#[inline]
pub(crate) fn any_of(word: Word) -> Word {
    (word | (word >> 1) | (word >> 2)) & KINDS
}

/// The kinds of which a word has any copy, red fives apart.
#[inline]
fn places_of(word: Word) -> Word {
    (word | (word >> 1) | (word >> 2)) & PLACES
}

/// How many tiles of `held` are not in `origin`.
fn over(held: Word, origin: Word) -> u8 {
    let kinds = (0..2).flat_map(|second| (0..9).map(move |kind| SECOND * second + 3 * kind));
    kinds.map(|bit| ((held >> bit) & 7).saturating_sub((origin >> bit) & 7) as u8).sum()
}

/// The entry's place among the ten that have a meaning.
#[inline]
fn packed(entry: u32) -> usize {
    (entry - 3 * (entry >> 3)) as usize
}

/// Whether `bit` is of the second suit, and its kind.
#[inline]
fn place(bit: u32) -> (usize, usize) {
    (usize::from(bit >= SECOND), (bit % SECOND) as usize / 3)
}

/// Calls `visit(half, bit)` for every kind of two sets.
#[inline]
pub(crate) fn each(mut sets: [u64; 2], mut visit: impl FnMut(usize, u32)) {
    for (at, set) in sets.iter_mut().enumerate() {
        while *set != 0 {
            visit(at, set.trailing_zeros());
            *set &= *set - 1;
        }
    }
}

/// The sum of all kinds of a word.
#[inline]
fn sum(word: Word) -> u32 {
    let ones = (word & PLACES).count_ones();
    let twos = (word & (PLACES << 1)).count_ones();
    let fours = (word & (PLACES << 2)).count_ones();
    ones + 2 * twos + 4 * fours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distances, Players, Tile};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// So many tiles of a bag, at random.
    fn dealt(bag: Tiles, tiles: usize, random: &mut Xoshiro256PlusPlus) -> Tiles {
        let mut wall: Vec<Tile> = bag.iter().collect();
        (0..tiles).map(|_| wall.swap_remove(random.random_range(0..wall.len()))).collect()
    }

    fn kinds(sets: [Word; 2]) -> Vec<Tile> {
        let mut list = Vec::new();
        each(sets, |at, bit| {
            let (second, kind) = place(bit);
            list.extend(Tile::of(2 * at + second, kind));
        });
        list
    }

    /// Halves see what suits see, also after moves along their links; dead tiles can go without
    /// changing the distance or the waits; those left cannot all go.
    #[test]
    fn views_of_halves() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        for case in 0..300 {
            let players = if case % 3 == 0 { Players::Three } else { Players::Four };
            let seen = dealt(players.full_set(), case % 40, &mut random);
            let limits = players.full_set().less(seen).unwrap_or(Tiles::EMPTY);
            let groups = 1 + case as u32 % 4;
            let forms = if groups == 4 { Forms::ALL } else { Forms::STANDARD };
            let mut distances = Distances::new(limits, groups, forms);
            let mut hands = Hands::new(limits, groups, forms, false);
            let mut tiles = dealt(limits, 3 * groups as usize + 1, &mut random);
            let mut hand = hands.hand(tiles);
            for _ in 0..20 {
                let left = limits.less(tiles).unwrap_or(Tiles::EMPTY);
                let draw = dealt(left, 1, &mut random).kinds().next().expect("a tile is left");
                let bit = (SECOND as usize * (draw.suit() % 2) + 3 * draw.rank()) as u32;
                hand = hands.with(hand, draw.suit() / 2, bit);
                tiles = tiles.with(draw);
                for _ in 0..2 {
                    let (view, analysis) = (hands.view(hand), distances.analyse(tiles));
                    assert_eq!(Some(u32::from(view.distance)), analysis.distance(), "{tiles}");
                    let useful: Vec<Tile> = analysis.useful().iter().collect();
                    assert_eq!(kinds(view.useful()), useful, "{tiles}");
                    let unneeded: Vec<Tile> = analysis.unneeded().iter().collect();
                    assert_eq!(kinds(view.unneeded()), unneeded, "{tiles}");
                    let dead = hands.dead(hand, &view);
                    let live = hands.less(hand, dead);
                    let rest = hands.view(live);
                    assert_eq!((rest.distance, rest.useful()), (view.distance, view.useful()));
                    let left = useful.iter().map(|&x| limits.count(x) - tiles.count(x));
                    assert_eq!(hands.left(hand, view.useful()), left.sum::<u32>());
                    let gone = dealt(tiles, 1, &mut random).kinds().next().expect("a tile is held");
                    if hands.tiles(hand) > 3 * groups as u8 + 1 {
                        let bit = (SECOND as usize * (gone.suit() % 2) + 3 * gone.rank()) as u32;
                        hand = hands.without(hand, gone.suit() / 2, bit);
                        tiles = tiles.without(gone);
                        assert_eq!(hands.bag(hand), tiles);
                    }
                }
            }
        }
    }

    /// What may change places has the same number.
    #[test]
    fn hands_that_are_alike() {
        let full = Players::Four.full_set();
        let mut hands = Hands::new(full, 4, Forms::ALL, true);
        let mut number = |text: &str| {
            let bag = crate::Bag::parse("hand", text).expect("tiles");
            hands.hand(bag.tiles())
        };
        let one = number("1123m4p5567s1223z");
        assert_eq!(one, number("4m1123p5567s1223z"));
        assert_eq!(one, number("9987m6p5567s1223z"));
        assert_eq!(one, number("3455s4m9987p5667z"));
        assert_ne!(one, number("1123m4p5567s1233z1m"));
        assert_ne!(one, number("1124m4p5567s1223z"));
        // Not where the limits differ.
        let seen = crate::Bag::parse("seen", "1m").expect("a tile").tiles();
        let mut hands = Hands::new(full.less(seen).expect("it is there"), 4, Forms::ALL, true);
        let mut number = |text: &str| {
            let bag = crate::Bag::parse("hand", text).expect("tiles");
            hands.hand(bag.tiles())
        };
        assert_ne!(number("123m"), number("789m"));
        assert_ne!(number("123m"), number("123p"));
        assert_eq!(number("123p"), number("789s"));
    }
}
