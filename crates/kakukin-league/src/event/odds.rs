//! How encounters go, by the rating lead of one player over the other: whoever knows games and
//! series fills the table, once for each lead that occurs.

use kakukin_core::checkpoint;
use std::collections::BTreeMap;

/// One way in which an encounter ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ending {
    /// 0: who is first in the first game wins; 1: nobody does; 2: the other one wins.
    pub winner: u8,
    /// Games that were played.
    pub games: u32,
    /// How likely that is.
    pub probability: f64,
}

/// An encounter of two, with the stronger one first in the first game, and second.
#[derive(Debug, Clone, PartialEq)]
pub struct EncounterOdds {
    sides: [Side; 2],
}

#[derive(Debug, Clone, PartialEq)]
struct Side {
    /// The stronger wins, nobody, the weaker.
    chances: [f64; 3],
    /// Endings on 63 random bits, the likeliest first: the first whose bound is above a throw.
    bounds: Vec<(u64, Thrown)>,
}

/// How a thrown encounter ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thrown {
    /// 0: the stronger won, 1: nobody, 2: the weaker.
    pub(super) winner: u8,
    pub(super) games: u32,
}

impl EncounterOdds {
    /// The endings with the stronger player first, and with the weaker one first.
    pub fn new(stronger_first: &[Ending], weaker_first: &[Ending]) -> Self {
        Self { sides: [Side::new(stronger_first, false), Side::new(weaker_first, true)] }
    }
}

impl Side {
    /// `turned`: the weaker is first.
    fn new(endings: &[Ending], turned: bool) -> Self {
        let total: f64 = endings.iter().map(|ending| ending.probability).sum();
        let mut sorted: Vec<(f64, Thrown)> = endings
            .iter()
            .filter(|ending| ending.probability > 0.0)
            .map(|ending| {
                let winner = if turned { 2 - ending.winner.min(2) } else { ending.winner.min(2) };
                (ending.probability / total, Thrown { winner, games: ending.games })
            })
            .collect();
        sorted.sort_by(|x, y| y.0.total_cmp(&x.0));
        let (mut chances, mut sum) = ([0.0; 3], 0.0);
        let mut bounds = Vec::with_capacity(sorted.len());
        for (probability, thrown) in &sorted {
            chances[usize::from(thrown.winner)] += probability;
            sum += probability;
            bounds.push(((sum * (1u64 << 63) as f64) as u64, *thrown));
        }
        // Whatever rounding has left belongs to the last.
        if let Some(last) = bounds.last_mut() {
            last.0 = u64::MAX;
        }
        Self { chances, bounds }
    }
}

/// A rule of encounters: how each lead goes, and what the endings are worth in a league.
#[derive(Debug, Clone, PartialEq)]
pub struct EncounterRule {
    odds: Vec<EncounterOdds>,
    worth: [[i64; 2]; 3],
}

impl EncounterRule {
    /// For each lead an encounter. `worth` is what the first player and the other one get where
    /// the first wins, nobody does, the other one wins.
    pub fn new(odds: Vec<EncounterOdds>, worth: [[i64; 2]; 3]) -> Self {
        Self { odds, worth }
    }

    pub(super) fn encounters(&self) -> usize {
        self.odds.len()
    }

    /// The stronger wins, nobody, the weaker.
    pub(super) fn chances(&self, lead: usize, stronger_first: bool) -> [f64; 3] {
        self.odds[lead].sides[usize::from(!stronger_first)].chances
    }

    /// An encounter by 63 random bits.
    pub(super) fn throw(&self, lead: usize, stronger_first: bool, throw: u64) -> Thrown {
        let side = &self.odds[lead].sides[usize::from(!stronger_first)];
        let ending = side.bounds.iter().find(|(bound, _)| throw < *bound);
        ending.map_or(Thrown { winner: 1, games: 0 }, |(_, thrown)| *thrown)
    }

    /// What the two get, seen from the player who is first.
    pub(super) fn worth(&self, ending_of_first: u8) -> [i64; 2] {
        self.worth[usize::from(ending_of_first)]
    }
}

/// Which leads occur between the players, and which of them lies between two.
#[derive(Debug, Clone)]
pub struct Leads {
    leads: Vec<f64>,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// The place of the lead of every pair, and whether the second is the stronger.
    Fixed { players: usize, at: Vec<u32>, ratings: Vec<f64> },
    /// Ratings are drawn anew for every event and rounded to whole points.
    Drawn { means: Vec<f64>, errors: Vec<f64> },
}

impl Leads {
    /// Of players whose ratings are known.
    pub fn fixed(ratings: &[f64]) -> Self {
        let players = ratings.len();
        let mut places: BTreeMap<u64, u32> = BTreeMap::new();
        let bits = |x: usize, y: usize| (ratings[x] - ratings[y]).abs().to_bits();
        for x in 0..players {
            checkpoint();
            for y in 0..x {
                places.entry(bits(x, y)).or_insert(0);
            }
        }
        places.entry(0).or_insert(0);
        // Non-negative numbers are in the order of their bits.
        for (place, (_, at)) in places.iter_mut().enumerate() {
            *at = place as u32;
        }
        let mut at = vec![0; players * players];
        for x in 0..players {
            checkpoint();
            for y in 0..players {
                at[x * players + y] = places[&bits(x, y)];
            }
        }
        let leads = places.keys().map(|bits| f64::from_bits(*bits)).collect();
        Self { leads, kind: Kind::Fixed { players, at, ratings: ratings.to_vec() } }
    }

    /// Of players whose ratings have standard errors: every event draws them, and a lead is a
    /// whole number of points, at most `most`.
    pub fn drawn(ratings: &[f64], errors: &[f64], most: u32) -> Self {
        let leads = (0..=most).map(f64::from).collect();
        Self { leads, kind: Kind::Drawn { means: ratings.to_vec(), errors: errors.to_vec() } }
    }

    /// The leads for which chances are wanted, from 0 on.
    pub fn leads(&self) -> &[f64] {
        &self.leads
    }

    /// How many leads there are.
    pub fn len(&self) -> usize {
        self.leads.len()
    }

    /// Never: nobody leads over an equal.
    pub fn is_empty(&self) -> bool {
        self.leads.is_empty()
    }

    /// Mean ratings and standard errors, where ratings are drawn.
    pub(super) fn errors(&self) -> Option<(&[f64], &[f64])> {
        match &self.kind {
            Kind::Fixed { .. } => None,
            Kind::Drawn { means, errors } => Some((means, errors)),
        }
    }

    /// The place of the lead between two, and whether y is the stronger.
    pub(super) fn of(&self, x: usize, y: usize) -> (usize, bool) {
        match &self.kind {
            Kind::Fixed { players, at, ratings } => {
                (at[x * players + y] as usize, ratings[x] < ratings[y])
            }
            Kind::Drawn { means, .. } => self.between(means[x], means[y]),
        }
    }

    /// The same of two ratings that were drawn.
    pub(super) fn between(&self, x: f64, y: f64) -> (usize, bool) {
        let lead = (x - y).abs().round() as usize;
        (lead.min(self.leads.len() - 1), x < y)
    }
}
