//! How far a hand is from a win, which tiles bring it nearer, and which it can spare.
//!
//! For a target g and a hand h the distance is the sum of max(g - h, 0) over all kinds; T(h) is
//! the least over all complete hands within the limits, and shanten is T - 1. Each suit
//! contributes a small row (see `row`), worked out when its pattern is first met; rows are joined
//! by min-plus convolution (see `join`). There is nothing to load or to build beforehand.

#[cfg(test)]
mod census;
mod join;
mod row;
mod special;
mod suit;

pub(crate) use join::{Missing, complement, join, least, reaching, share};
use row::DISCARD;
pub(crate) use row::WAIT;
pub(crate) use special::{Tally, seven_pairs, thirteen_orphans};
pub(crate) use suit::{Id, MOST_PATTERNS, RED, SLOTS, Suit, Symmetry, mirrored, reddened, shape};

use crate::{
    Form, Forms, Situation, TileSet, Tiles,
    tile::{Kinds, SUIT_KINDS},
};

/// The distance of a form that cannot be completed.
pub(crate) const IMPOSSIBLE: u8 = 99;

/// How near a hand is to each form, and by which tiles to the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analysis {
    distances: [u8; 3],
    useful: Kinds,
    unneeded: Kinds,
}

impl Analysis {
    /// Tiles to be exchanged for the nearest win; `None` if there is none any more.
    pub fn distance(&self) -> Option<u32> {
        Form::ALL.into_iter().filter_map(|form| self.distance_of(form)).min()
    }

    /// Tiles to be exchanged for a form; `None` if it is out of reach.
    pub fn distance_of(&self, form: Form) -> Option<u32> {
        let distance = self.distances[form as usize];
        (distance < IMPOSSIBLE).then_some(u32::from(distance))
    }

    /// Distance - 1: 0 is ready (聴牌), -1 is a win.
    pub fn shanten(&self) -> Option<i32> {
        self.distance().map(|distance| distance as i32 - 1)
    }

    /// The forms that are nearest.
    pub fn forms(&self) -> Forms {
        let nearest = self.distance();
        Form::ALL.into_iter().fold(Forms::NONE, |forms, form| {
            let near = nearest.is_some() && self.distance_of(form) == nearest;
            if near { forms.with(form) } else { forms }
        })
    }

    /// The draws that lower the distance (有効牌).
    pub fn useful(&self) -> TileSet {
        TileSet::from_suits(self.useful)
    }

    /// The discards that do not raise it (不要牌).
    pub fn unneeded(&self) -> TileSet {
        TileSet::from_suits(self.unneeded)
    }
}

/// Analyses hands under the same limits; what it has met, it knows.
///
/// ```
/// use kakukin_mahjong::{Distances, Hand, Players, Situation};
/// let hand: Hand = "234578m1689p357s1z".parse()?;
/// let situation = Situation::new(hand, Players::Four)?;
/// let analysis = Distances::of(&situation).analyse(situation.hand().concealed());
/// assert_eq!(analysis.shanten(), Some(3));
/// assert_eq!(analysis.useful().to_string(), "25689m1679p3467s1z");
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Distances {
    limits: Tiles,
    groups: u32,
    forms: Forms,
    suits: [Suit; 4],
}

impl Distances {
    /// Hands that need `groups` groups (at most four) beside a pair, of which no kind has more
    /// copies than `limits`. Only `forms` count; the special ones are for
    /// hands without melds.
    pub fn new(limits: Tiles, groups: u32, forms: Forms) -> Self {
        let suits =
            std::array::from_fn(|s| Suit::new(limits.suit(s), SUIT_KINDS[s], Symmetry::None));
        Self { limits, groups: groups.min(4), forms, suits }
    }

    /// Hands in a situation, all forms that are open to it.
    pub fn of(situation: &Situation) -> Self {
        Self::new(situation.limits(), situation.hand().sets_needed(), situation.forms())
    }

    /// Tiles to be exchanged for each form; `None` where it is out of reach. The
    /// hand must be within the limits.
    #[inline]
    pub fn distances(&mut self, hand: Tiles) -> [Option<u32>; 3] {
        let [m, p, s, z] = self.missing(hand);
        let distances = self.all(hand, join(m, p), join(s, z));
        distances.map(|distance| (distance < IMPOSSIBLE).then_some(u32::from(distance)))
    }

    /// Tiles to be exchanged for the nearest form; `None` if all are out of reach.
    #[inline]
    pub fn distance(&mut self, hand: Tiles) -> Option<u32> {
        self.distances(hand).into_iter().flatten().min()
    }

    #[inline]
    fn missing(&mut self, hand: Tiles) -> [Missing; 4] {
        std::array::from_fn(|s| self.suits[s].row(hand.suit(s)).missing)
    }

    #[inline]
    fn all(&self, hand: Tiles, a: Missing, b: Missing) -> [u8; 3] {
        let mut distances = [IMPOSSIBLE; 3];
        if self.forms.has(Form::Standard) {
            let standard = least(a, complement(b, self.groups));
            // Four groups and a pair are never more than 14 tiles away.
            if standard <= 14 {
                distances[0] = standard;
            }
        }
        if self.forms.has(Form::SevenPairs)
            && let Some(special) = seven_pairs(hand, self.limits)
        {
            distances[1] = special.distance;
        }
        if self.forms.has(Form::ThirteenOrphans)
            && let Some(special) = thirteen_orphans(hand, self.limits)
        {
            distances[2] = special.distance;
        }
        distances
    }

    /// Distances, useful and unneeded tiles at once.
    #[inline]
    pub fn analyse(&mut self, hand: Tiles) -> Analysis {
        let missing = self.missing(hand);
        let [m, p, s, z] = missing;
        let (a, b) = (join(m, p), join(s, z));
        let distances = self.all(hand, a, b);
        let nearest = distances.into_iter().fold(IMPOSSIBLE, u8::min);
        let mut analysis = Analysis { distances, useful: [0; 4], unneeded: [0; 4] };
        if nearest == IMPOSSIBLE {
            return analysis;
        }
        if distances[0] == nearest {
            let rests = [join(p, b), join(m, b), join(a, z), join(a, s)];
            for suit in 0..4 {
                let rest = complement(rests[suit], self.groups);
                let entries = reaching(missing[suit], rest, nearest);
                let sets = self.suits[suit].row(hand.suit(suit)).sets_of(entries);
                analysis.useful[suit] = sets & WAIT;
                analysis.unneeded[suit] = (sets & DISCARD) >> 1;
            }
        }
        let special = [
            (distances[1] == nearest).then(|| seven_pairs(hand, self.limits)).flatten(),
            (distances[2] == nearest).then(|| thirteen_orphans(hand, self.limits)).flatten(),
        ];
        for special in special.into_iter().flatten() {
            for suit in 0..4 {
                analysis.useful[suit] |= special.wait[suit];
                analysis.unneeded[suit] |= special.discard[suit];
            }
        }
        analysis
    }
}
