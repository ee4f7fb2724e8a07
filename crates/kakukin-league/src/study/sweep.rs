//! The exact figures: a forward sweep over the scores of all players at once.
//!
//! A state is a vector of scores, packed into one number: each player has digits of his own,
//! wide enough for the most that he can get. What an encounter adds is then one number for
//! each of its endings, and a sorted list of states plus a number is sorted again. A step of
//! the sweep is a merge of such lists in which equal states come together.

use super::{
    Encounter, Study,
    figures::{Bench, Figures},
};
use kakukin_core::{Field, Number, checkpoint};

/// The most states of an exact study.
pub const MAX_STATES: usize = 2_000_000;
/// The most states that all steps together may make: some seconds.
const MAX_WORK: usize = 200_000_000;
/// States of a layer between two checkpoints.
const BETWEEN_CHECKPOINTS: usize = 256;

/// How scores are packed.
struct Packing {
    /// What each player has at least in the end.
    base: Vec<i64>,
    /// Everything that is added is a multiple of this.
    unit: u64,
    /// The place of each player's digits, and one more beyond the last.
    places: Vec<u128>,
}

impl Packing {
    /// `None` if the scores do not fit into one number.
    fn new<N>(players: usize, encounters: &[Encounter<N>]) -> Option<Self> {
        let (mut base, mut most) = (vec![0i64; players], vec![0u64; players]);
        let mut unit = 0u64;
        for encounter in encounters {
            for (k, &player) in encounter.players.iter().enumerate() {
                let least = least(encounter, k);
                base[player] += least;
                let above = encounter.chances.iter().map(|chance| chance.points[k].abs_diff(least));
                most[player] += above.clone().max().unwrap_or(0);
                unit = above.fold(unit, gcd);
            }
        }
        let unit = unit.max(1);
        let mut places = vec![1u128];
        for (player, most) in most.iter().enumerate() {
            places.push(places[player].checked_mul(u128::from(most / unit) + 1)?);
        }
        Some(Self { base, unit, places })
    }

    /// What an ending of an encounter adds to a state.
    fn step<N>(&self, encounter: &Encounter<N>, points: [i64; 2]) -> u128 {
        let digits = |k: usize| {
            let above = points[k].abs_diff(least(encounter, k)) / self.unit;
            u128::from(above) * self.places[encounter.players[k]]
        };
        digits(0) + digits(1)
    }

    fn unpack(&self, state: u128, scores: &mut Vec<i64>) {
        scores.clear();
        scores.extend(self.places.windows(2).zip(&self.base).map(|(place, base)| {
            let digits = state % place[1] / place[0];
            base + (digits as i64) * self.unit as i64
        }));
    }
}

/// What the k-th player of an encounter gets at least.
fn least<N>(encounter: &Encounter<N>, k: usize) -> i64 {
    encounter.chances.iter().map(|chance| chance.points[k]).min().unwrap_or(0)
}

fn gcd(x: u64, y: u64) -> u64 {
    if y == 0 { x } else { gcd(y, x % y) }
}

impl<N: Number> Study<N> {
    /// All final scores with their probabilities. `None` if there are too many, or if the
    /// pairings are drawn by lot.
    fn sweep(&self) -> Option<(Packing, Vec<(u128, N)>)> {
        if self.rounds.is_some() {
            return None;
        }
        let packing = Packing::new(self.yardstick.players(), &self.encounters)?;
        let mut states = vec![(0u128, N::one())];
        let mut work = 0;
        for encounter in &self.encounters {
            let steps: Vec<(u128, &N)> = encounter
                .chances
                .iter()
                .filter(|chance| !chance.probability.is_zero())
                .map(|chance| (packing.step(encounter, chance.points), &chance.probability))
                .collect();
            states = merged(&states, &steps)?;
            work += states.len();
            if work > MAX_WORK {
                return None;
            }
        }
        Some((packing, states))
    }
}

impl<N: Number> Study<N> {
    /// Visits all final scores with their probabilities; `false` if there are too many.
    pub(crate) fn each_outcome(&self, mut visit: impl FnMut(&[i64], &N)) -> bool {
        let Some((packing, states)) = self.sweep() else { return false };
        let mut scores = Vec::new();
        for (state, probability) in &states {
            checkpoint();
            packing.unpack(*state, &mut scores);
            visit(&scores, probability);
        }
        true
    }
}

impl<N: Field> Study<N> {
    /// The figures, exact but for the roots in the correlations. `None` if there are too many
    /// possible final scores, or if the pairings are drawn by lot.
    pub fn exact(&self, to_f64: impl Fn(&N) -> f64) -> Option<Figures<N>> {
        let (packing, states) = self.sweep()?;
        let (mut scores, mut bench) = (Vec::new(), Bench::default());
        let zero = N::zero();
        let mut sum = Figures { spearman: 0.0, kendall: 0.0, best: zero.clone(), rank_error: zero };
        for (state, probability) in &states {
            checkpoint();
            packing.unpack(*state, &mut scores);
            let here: Figures<N> =
                self.yardstick.judge(&scores, &mut bench).figures(&self.yardstick);
            let rounded = to_f64(probability);
            sum.spearman += rounded * here.spearman;
            sum.kendall += rounded * here.kendall;
            sum.best.add_product(probability, &here.best);
            sum.rank_error.add_product(probability, &here.rank_error);
        }
        Some(sum)
    }
}

/// Every state with every step, equal ones together. `None` if they are too many.
fn merged<N: Number>(states: &[(u128, N)], steps: &[(u128, &N)]) -> Option<Vec<(u128, N)>> {
    let mut next: Vec<(u128, N)> = Vec::with_capacity(states.len() * steps.len().min(2));
    let mut heads = vec![0usize; steps.len()];
    let at = |k: usize, head: usize| states.get(head).map(|(state, _)| state + steps[k].0);
    while let Some(least) = heads.iter().enumerate().filter_map(|(k, &head)| at(k, head)).min() {
        if next.len() == MAX_STATES {
            return None;
        }
        if next.len().is_multiple_of(BETWEEN_CHECKPOINTS) {
            checkpoint();
        }
        let mut mass = N::zero();
        for (k, head) in heads.iter_mut().enumerate() {
            if at(k, *head) == Some(least) {
                mass.add_product(steps[k].1, &states[*head].1);
                *head += 1;
            }
        }
        next.push((least, mass));
    }
    Some(next)
}
