//! The self-clocked graph: states in topological order, swept in one pass.

use crate::Number;

/// A finite acyclic graph of states. Every edge goes from a state to one of a
/// higher number, so the numbering itself is the clock.
#[derive(Debug, Clone)]
pub struct Graph<N> {
    /// `edges[first[i]..first[i + 1]]` leave state `i`.
    first: Vec<usize>,
    edges: Vec<(usize, N)>,
}

/// An edge that does not go forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("edge from state {from} to {to} does not go forward within {states} states")]
pub struct GraphError {
    /// The state the edge leaves.
    pub from: usize,
    /// The state it would enter.
    pub to: usize,
    /// How many states there are.
    pub states: usize,
}

/// Collects the states of a [`Graph`], one after the other.
#[derive(Debug, Clone)]
pub struct GraphBuilder<N> {
    states: usize,
    first: Vec<usize>,
    edges: Vec<(usize, N)>,
}

impl<N: Number> GraphBuilder<N> {
    /// A graph that will have this many states.
    pub fn new(states: usize) -> Self {
        Self { states, first: vec![0], edges: Vec::new() }
    }

    /// The edges that leave the next state. A state without edges is an end.
    pub fn state(&mut self, edges: impl IntoIterator<Item = (usize, N)>) -> Result<(), GraphError> {
        let from = self.first.len() - 1;
        for (to, weight) in edges {
            if to <= from || to >= self.states {
                self.edges.truncate(self.first[from]);
                return Err(GraphError { from, to, states: self.states });
            }
            self.edges.push((to, weight));
        }
        self.first.push(self.edges.len());
        Ok(())
    }

    /// The finished graph; states that were not described are ends.
    pub fn build(mut self) -> Graph<N> {
        self.first.resize(self.states + 1, self.edges.len());
        Graph { first: self.first, edges: self.edges }
    }
}

impl<N: Number> Graph<N> {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.first.len() - 1
    }

    fn edges_of(&self, state: usize) -> &[(usize, N)] {
        &self.edges[self.first[state]..self.first[state + 1]]
    }

    /// Existence: the probability (or expected number) of visits to every
    /// state, given how likely each one is at the start.
    pub fn forward(&self, mut existence: Vec<N>) -> Vec<N> {
        existence.resize(self.states(), N::zero());
        for state in 0..self.states() {
            let (here, later) = existence.split_at_mut(state + 1);
            for (to, weight) in self.edges_of(state) {
                later[to - state - 1].add_product(weight, &here[state]);
            }
        }
        existence
    }

    /// Value: what every state is worth, given what a visit to each pays.
    pub fn backward(&self, mut payoff: Vec<N>) -> Vec<N> {
        payoff.resize(self.states(), N::zero());
        for state in (0..self.states()).rev() {
            let (here, later) = payoff.split_at_mut(state + 1);
            for (to, weight) in self.edges_of(state) {
                here[state].add_product(weight, &later[to - state - 1]);
            }
        }
        payoff
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rational, inner_product};
    use proptest::prelude::*;

    #[test]
    fn edges_must_go_forward() {
        let mut builder = GraphBuilder::<f64>::new(3);
        assert!(builder.state([(1, 1.0)]).is_ok());
        let error = GraphError { from: 1, to: 1, states: 3 };
        assert_eq!(builder.state([(1, 1.0)]).unwrap_err(), error);
        assert!(builder.state([(3, 1.0)]).is_err());
    }

    proptest! {
        /// Start and payoff may stand anywhere: existence times payoff is start times value.
        #[test]
        fn forward_equals_backward(
            states in 1usize..12,
            numbers in proptest::collection::vec(0i32..7, 200),
        ) {
            let number = |k: usize| Rational::from(numbers[k % numbers.len()]);
            let mut builder = GraphBuilder::new(states);
            for from in 0..states {
                let edges = (from + 1..states).map(|to| (to, number(from * 13 + to) / Rational::from(7)));
                builder.state(edges).unwrap();
            }
            let graph = builder.build();
            let start: Vec<_> = (0..states).map(|i| number(50 + i)).collect();
            let payoff: Vec<_> = (0..states).map(|i| number(90 + i)).collect();
            let existence = graph.forward(start.clone());
            let value = graph.backward(payoff.clone());
            prop_assert_eq!(inner_product(&existence, &payoff), inner_product(&start, &value));
        }
    }
}
