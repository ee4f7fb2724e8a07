//! The turn-clocked chain: the same states at every turn, weights that depend
//! on the turn, and choices that take no time.

use crate::Number;

/// A chain over turns `0..=turns`. At each turn every *chance* state moves to
/// states of the next turn with the weights of that turn. A *choice* state (a
/// hand with one tile too many) takes no time: whoever reaches it goes on, in
/// the same turn, to the option he prefers.
pub trait TurnChain<N> {
    /// How many states there are.
    fn states(&self) -> usize;

    /// How many turns are swept.
    fn turns(&self) -> usize;

    /// Calls `visit(to, weight)` for each move that leaves the chance state
    /// `from` at `turn`, to be in `to` at `turn + 1`. A state that keeps its
    /// place must say so with a move to itself.
    fn moves(&self, turn: usize, from: usize, visit: &mut impl FnMut(usize, &N));

    /// The options of a choice state, which must be chance states; empty for
    /// a chance state.
    fn options(&self, _state: usize) -> &[usize] {
        &[]
    }
}

/// The option chosen at every turn in every choice state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    states: usize,
    /// By turn and state; 32 bits, because a hand has a million states.
    chosen: Vec<u32>,
}

impl Policy {
    /// The state that choice state `state` goes on to at `turn`; a chance
    /// state stays itself.
    pub fn chosen(&self, turn: usize, state: usize) -> usize {
        self.chosen[turn * self.states + state] as usize
    }
}

/// Sweeps existence forward through a chain without choices and shows the
/// vector of every turn from 0 on. Returns the last one. States that `start` does
/// not reach to are empty.
pub fn forward<N: Number>(
    chain: &impl TurnChain<N>,
    start: Vec<N>,
    seen: impl FnMut(usize, &[N]),
) -> Vec<N> {
    sweep_forward(chain, start, |_, state| state, seen)
}

/// Sweeps existence forward under a policy left behind by [`backward_best`].
pub fn forward_under<N: Number>(
    chain: &impl TurnChain<N>,
    policy: &Policy,
    start: Vec<N>,
    seen: impl FnMut(usize, &[N]),
) -> Vec<N> {
    sweep_forward(chain, start, |turn, state| policy.chosen(turn, state), seen)
}

fn sweep_forward<N: Number>(
    chain: &impl TurnChain<N>,
    mut now: Vec<N>,
    chosen: impl Fn(usize, usize) -> usize,
    mut seen: impl FnMut(usize, &[N]),
) -> Vec<N> {
    let states = chain.states();
    debug_assert!(now.len() <= states, "more masses than states");
    now.resize(states, N::zero());
    let mut next = vec![N::zero(); states];
    for turn in 0..=chain.turns() {
        for state in 0..states {
            let to = chosen(turn, state);
            if to != state {
                let mass = std::mem::replace(&mut now[state], N::zero());
                now[to].add(&mass);
            }
        }
        seen(turn, &now);
        if turn == chain.turns() {
            break;
        }
        next.fill(N::zero());
        for (from, mass) in now.iter().enumerate() {
            if !mass.is_zero() {
                chain.moves(turn, from, &mut |to, weight| next[to].add_product(weight, mass));
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    now
}

/// Sweeps value backward through a chain without choices, from what the states
/// are worth at the end, and shows the vector of every turn, the last one
/// first. Returns that of turn 0.
pub fn backward<N: Number>(
    chain: &impl TurnChain<N>,
    end: Vec<N>,
    seen: impl FnMut(usize, &[N]),
) -> Vec<N> {
    sweep_backward(chain, end, |_, _, _| {}, seen)
}

/// Sweeps value backward taking the best option in every choice state (the
/// first of equals), and leaves the policy behind. Choice states are worth
/// what their best option is; what `end` says of them is not read.
pub fn backward_best<N: Number + PartialOrd>(
    chain: &impl TurnChain<N>,
    end: Vec<N>,
    seen: impl FnMut(usize, &[N]),
) -> (Vec<N>, Policy) {
    let states = chain.states();
    let mut policy = Policy { states, chosen: vec![0; states * (chain.turns() + 1)] };
    let value = sweep_backward(
        chain,
        end,
        |turn, state, value| {
            let mut best = state;
            for &option in chain.options(state) {
                debug_assert!(chain.options(option).is_empty(), "{option} is not a chance state");
                if best == state || value[option] > value[best] {
                    best = option;
                }
            }
            policy.chosen[turn * states + state] = best as u32;
            if best != state {
                value[state] = value[best].clone();
            }
        },
        seen,
    );
    (value, policy)
}

fn sweep_backward<N: Number>(
    chain: &impl TurnChain<N>,
    mut later: Vec<N>,
    mut choose: impl FnMut(usize, usize, &mut [N]),
    mut seen: impl FnMut(usize, &[N]),
) -> Vec<N> {
    let states = chain.states();
    debug_assert!(later.len() <= states, "more values than states");
    later.resize(states, N::zero());
    let mut now = vec![N::zero(); states];
    for turn in (0..=chain.turns()).rev() {
        if turn < chain.turns() {
            for (from, value) in now.iter_mut().enumerate() {
                *value = N::zero();
                chain.moves(turn, from, &mut |to, weight| value.add_product(weight, &later[to]));
            }
            std::mem::swap(&mut now, &mut later);
        }
        for state in 0..states {
            choose(turn, state, &mut later);
        }
        seen(turn, &later);
    }
    later
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rational, inner_product};
    use proptest::prelude::*;

    /// States 0..chance are chance states, the rest choose among some of them;
    /// weights are arbitrary and depend on the turn.
    #[derive(Debug)]
    struct Arbitrary {
        chance: usize,
        options: Vec<Vec<usize>>,
        turns: usize,
        weights: Vec<Rational>,
    }

    impl TurnChain<Rational> for Arbitrary {
        fn states(&self) -> usize {
            self.chance + self.options.len()
        }
        fn turns(&self) -> usize {
            self.turns
        }
        fn moves(&self, turn: usize, from: usize, visit: &mut impl FnMut(usize, &Rational)) {
            if from < self.chance {
                for to in 0..self.states() {
                    visit(to, &self.weights[(turn * 31 + from * 7 + to) % self.weights.len()]);
                }
            }
        }
        fn options(&self, state: usize) -> &[usize] {
            if state < self.chance { &[] } else { &self.options[state - self.chance] }
        }
    }

    fn arbitrary() -> impl Strategy<Value = Arbitrary> {
        (1usize..5, 1usize..6).prop_flat_map(|(chance, turns)| {
            let options =
                proptest::collection::vec(proptest::collection::vec(0..chance, 1..4), 0..4);
            let weights = proptest::collection::vec(0i32..9, 40);
            (options, weights).prop_map(move |(options, weights)| Arbitrary {
                chance,
                options,
                turns,
                weights: weights.iter().map(|&w| Rational::from(w) / Rational::from(9)).collect(),
            })
        })
    }

    proptest! {
        /// The identity of the two sweeps, with choices: at every cut, existence
        /// under the policy times value is the value of the start.
        #[test]
        fn every_cut_gives_the_same_product(chain in arbitrary()) {
            let states = chain.states();
            let end: Vec<_> = (0..states).map(|i| chain.weights[i].clone()).collect();
            let mut values = vec![Vec::new(); chain.turns + 1];
            let (value, policy) = backward_best(&chain, end, |t, layer| values[t] = layer.to_vec());
            let mut start = vec![Rational::ZERO; states];
            start[states - 1] = Rational::ONE;
            let mut cuts = Vec::new();
            forward_under(&chain, &policy, start, |t, q| cuts.push(inner_product(q, &values[t])));
            for cut in cuts {
                prop_assert_eq!(&cut, &value[states - 1]);
            }
        }

        /// No constant policy does better than the one that is found.
        #[test]
        fn the_policy_is_best(chain in arbitrary()) {
            let states = chain.states();
            let end: Vec<_> = (0..states).map(|i| chain.weights[i].clone()).collect();
            let (value, policy) = backward_best(&chain, end.clone(), |_, _| {});
            for worse in 0..3 {
                let mut other = policy.clone();
                for turn in 0..=chain.turns {
                    for state in chain.chance..states {
                        let options = chain.options(state);
                        other.chosen[turn * states + state] = options[worse % options.len()] as u32;
                    }
                }
                let mut start = vec![Rational::ZERO; states];
                start[states - 1] = Rational::ONE;
                let last = forward_under(&chain, &other, start, |_, _| {});
                prop_assert!(inner_product(&last, &end) <= value[states - 1]);
            }
        }
    }
}
