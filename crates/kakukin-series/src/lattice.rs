//! A rule and a model compiled for sweeping: all scores below the target as a
//! dense square, one square for each *slot*, one layer for each game played.
//!
//! The slot is what the score and the number of games do not tell: how far the
//! turn order has come, or who is first. Most rules need a single one.

use crate::{
    Draws, InputError, Model, Player, Problem, Rule,
    model::{Slopes, complement, divide},
};
use kakukin_core::{BadValue, Dual, Integer, Natural, Number, Rational, lcm};

/// The most scores times slots that one layer may hold.
const MAX_CELLS: usize = 1 << 22;
/// The most cells that one sweep may visit, over all layers.
const MAX_WORK: u128 = 4_000_000_000;

/// How the turn order moves on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Slots {
    /// With each game played: one slot.
    Single,
    /// With each decided game; the order repeats after `period` of them.
    Decided { period: usize },
    /// With the winner: the slot is who is first.
    FirstPlayer,
}

/// One event of a game, ready for sweeping.
#[derive(Debug, Clone)]
pub(crate) struct Move<N> {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) winner: Option<Player>,
    pub(crate) weight: N,
}

#[derive(Debug, Clone)]
pub(crate) struct Lattice<N> {
    rule: Rule,
    slots: Slots,
    /// Scores run from 0 to `side - 1`.
    pub(crate) side: usize,
    pub(crate) limit: usize,
    /// By who is first. Moves of weight zero are left out.
    moves: [Vec<Move<N>>; 2],
    /// All weights are over this common denominator (1 where `N` has fractions):
    /// after n games a mass of `x` means `x / denominator^n`.
    pub(crate) denominator: N,
}

/// Refuses more scores than fit into memory, before anything is computed from
/// the points. `slots` is how often each score is held.
pub(crate) fn check_scores(rule: &Rule, slots: usize) -> Result<(), InputError> {
    let scores = u128::from(rule.target_in_units()).pow(2) * slots as u128;
    if scores > MAX_CELLS as u128 {
        let allowed = format!("<= {MAX_CELLS}");
        return Err(InputError::new("points", scores, Problem::TooLarge, allowed));
    }
    Ok(())
}

/// The most numbers that a forward sweep holds: two layers of padded rows.
pub(crate) fn memory(rule: &Rule, limit: u32) -> u128 {
    let slots = Slots::of(rule, limit as usize).count(limit as usize) as u128;
    4 * slots * u128::from(rule.target_in_units()).pow(2)
}

/// The work of one sweep, known before it starts.
pub(crate) fn work(rule: &Rule, limit: u32) -> Result<u128, InputError> {
    let slots = Slots::of(rule, limit as usize);
    check_scores(rule, slots.count(limit as usize))?;
    let layers = (limit as usize).checked_sub(1).map_or(0, |last| slots.sum_up_to(last));
    let work = u128::from(rule.target_in_units()).pow(2) * layers;
    if work > MAX_WORK {
        let allowed = format!("<= {MAX_WORK}");
        return Err(InputError::new("points", work, BadValue::TooMuchWork, allowed));
    }
    Ok(work)
}

impl Slots {
    pub(crate) fn of(rule: &Rule, limit: usize) -> Self {
        if rule.turns().scheduled(0).is_none() {
            Self::FirstPlayer
        } else if *rule.draws() == Draws::Keep {
            // An order that never repeats is followed to the limit.
            Self::Decided { period: rule.turns().period().unwrap_or(limit + 1).min(limit + 1) }
        } else {
            Self::Single
        }
    }

    /// How many slots can be occupied after this many games.
    pub(crate) fn count(&self, games: usize) -> usize {
        match self {
            Self::Single => 1,
            Self::Decided { period } => (games + 1).min(*period),
            Self::FirstPlayer => 2,
        }
    }

    /// The sum of [`Slots::count`] from no game to so many.
    pub(crate) fn sum_up_to(&self, games: usize) -> u128 {
        let layers = games as u128 + 1;
        match self {
            Self::Single => layers,
            Self::FirstPlayer => 2 * layers,
            Self::Decided { period } => {
                // 1 + 2 + .. up to the period, and the period from then on.
                let rising = layers.min(*period as u128);
                rising * (rising + 1) / 2 + (layers - rising) * *period as u128
            }
        }
    }

    /// The slots from which one game can lead to `slot`.
    fn before(&self, slot: usize) -> [Option<usize>; 2] {
        match self {
            Self::Single => [Some(0), None],
            Self::Decided { period: 1 } => [Some(0), None],
            Self::Decided { period } => [Some(slot), Some((slot + period - 1) % period)],
            Self::FirstPlayer => [Some(0), Some(1)],
        }
    }

    pub(crate) fn next(&self, rule: &Rule, slot: usize, winner: Option<Player>) -> usize {
        match (self, winner) {
            (Self::Single, _) => 0,
            (_, None) => slot,
            (Self::Decided { period }, Some(_)) => (slot + 1) % period,
            (Self::FirstPlayer, Some(winner)) => rule.turns().after_win(winner).index(),
        }
    }

    pub(crate) fn first(&self, rule: &Rule, games: usize, slot: usize) -> Player {
        let index = if *self == Self::Single { games } else { slot };
        rule.turns().scheduled(index).unwrap_or(Player::BOTH[slot & 1])
    }
}

/// The probabilities of [`Rule::steps`], in the same order, with their slopes.
/// Draws that do not count are summed up: a game replayed until it is decided
/// is won with first / (1 - draw).
pub(crate) fn weights<T>(draws: &Draws<T>, model: &Model, first: Player) -> Vec<Slopes<Rational>> {
    let game = model.game_with_slopes(first);
    match draws {
        Draws::Replay => {
            let decided = complement(&game.draw);
            vec![divide(&game.first, &decided), divide(&game.second, &decided)]
        }
        Draws::Swap => {
            let swapped = model.game_with_slopes(first.other());
            let decided = complement(&Dual::product(&game.draw, &swapped.draw));
            let after_draw = |x| divide(&Dual::product(&game.draw, x), &decided);
            vec![
                divide(&game.first, &decided),
                divide(&game.second, &decided),
                after_draw(&swapped.first),
                after_draw(&swapped.second),
            ]
        }
        _ => vec![game.first, game.second, game.draw],
    }
}

/// The same without slopes.
pub(crate) fn values<T>(draws: &Draws<T>, model: &Model, first: Player) -> Vec<Rational> {
    if matches!(draws, Draws::Replay) {
        let won = model.share_of_decided(first);
        let lost = Rational::ONE - &won;
        return vec![won, lost];
    }
    let game = model.game(first);
    match draws {
        Draws::Swap => {
            let swapped = model.game(first.other());
            let decided = Rational::ONE - &game.draw * &swapped.draw;
            vec![
                game.first / &decided,
                game.second / &decided,
                &game.draw * swapped.first / &decided,
                game.draw * swapped.second / decided,
            ]
        }
        _ => vec![game.first, game.second, game.draw],
    }
}

/// The same weights over one common denominator, as integers.
pub(crate) fn over_common_denominator(
    weights: &[Vec<Slopes<Rational>>; 2],
) -> ([Vec<Slopes<Integer>>; 2], Natural) {
    let denominator = weights
        .iter()
        .flatten()
        .flat_map(|w| std::iter::once(&w.value).chain(&w.slope))
        .fold(Natural::ONE, |all, x| lcm(&all, x.denominator()));
    let scale = |x: &Rational| x.numerator() * Integer::from(&denominator / x.denominator());
    let scaled = [0, 1].map(|first| weights[first].iter().map(|w| w.map(scale)).collect());
    (scaled, denominator)
}

impl<N: Number> Lattice<N> {
    /// `weights` are those of [`Rule::steps`] by who is first. A caller has
    /// checked the [`work`].
    pub(crate) fn new(rule: &Rule, limit: u32, weights: [Vec<N>; 2], denominator: N) -> Self {
        let moves = Player::BOTH.map(|first| {
            let steps = rule.steps(first).into_iter();
            steps
                .zip(&weights[first.index()])
                .filter(|(_, weight)| !weight.is_zero())
                .map(|(step, weight)| Move {
                    a: step.a as usize,
                    b: step.b as usize,
                    winner: step.winner,
                    weight: weight.clone(),
                })
                .collect()
        });
        Self {
            rule: rule.clone(),
            slots: Slots::of(rule, limit as usize),
            side: rule.target_in_units() as usize,
            limit: limit as usize,
            moves,
            denominator,
        }
    }

    pub(crate) fn slots_after(&self, games: usize) -> usize {
        self.slots.count(games)
    }

    pub(crate) fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The moves out of `slot` after this many games.
    pub(crate) fn moves(&self, games: usize, slot: usize) -> &[Move<N>] {
        &self.moves[self.slots.first(&self.rule, games, slot).index()]
    }

    pub(crate) fn next_slot(&self, slot: usize, winner: Option<Player>) -> usize {
        self.slots.next(&self.rule, slot, winner)
    }

    /// Collects in `found` all `(slot, move)` that lead into `slot` with the
    /// next game.
    pub(crate) fn moves_into<'l>(
        &'l self,
        games: usize,
        slot: usize,
        found: &mut Vec<(usize, &'l Move<N>)>,
    ) {
        found.clear();
        let occupied = self.slots_after(games);
        for before in self.slots.before(slot).into_iter().flatten().filter(|&s| s < occupied) {
            let moves = self.moves(games, before).iter();
            found.extend(
                moves.filter(|m| self.next_slot(before, m.winner) == slot).map(|m| (before, m)),
            );
        }
    }

    /// The largest gains of A and of B with one game, those aside that always
    /// reach the target.
    pub(crate) fn largest_gains(&self) -> (usize, usize) {
        let largest = |gain: fn(&Move<N>) -> usize| {
            let gains = self.moves.iter().flatten().map(gain);
            gains.filter(|&gain| gain < self.side).max().unwrap_or(0)
        };
        (largest(|m| m.a), largest(|m| m.b))
    }
}
