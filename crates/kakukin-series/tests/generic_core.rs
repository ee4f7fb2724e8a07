//! The dense sweep of the series against the generic core, on both clocks: the
//! turn-clocked chain over scores, and the self-clocked graph over (score, game).

mod common;

use common::rate;
use kakukin_core::{GraphBuilder, TurnChain, backward, forward, inner_product};
use kakukin_series::{Model, Player, Rational, Rule, Series, Turns};
use proptest::prelude::*;

/// A series whose turns follow the number of the game, as a chain: scores below
/// the target, and three ends (A reached, B reached, and nothing else).
#[derive(Debug)]
struct Scores {
    first: usize,
    second: usize,
    target: usize,
    limit: usize,
    turns: Turns,
    /// First wins, draw, second wins.
    weights: [Rational; 3],
}

impl Scores {
    fn cell(&self, a: usize, b: usize) -> usize {
        match (a >= self.target, b >= self.target) {
            (true, _) => self.target * self.target,
            (_, true) => self.target * self.target + 1,
            _ => a * self.target + b,
        }
    }

    /// The moves out of a score at a turn; ends stay where they are.
    fn out(&self, turn: usize, from: usize) -> Vec<(usize, Rational)> {
        if from >= self.target * self.target {
            return vec![(from, Rational::ONE)];
        }
        let (a, b) = (from / self.target, from % self.target);
        let [win, draw, loss] = self.weights.clone();
        let a_is_first = self.turns.scheduled(turn) == Some(Player::A);
        let (to_win, to_loss) = if a_is_first {
            (self.cell(a + self.first, b), self.cell(a, b + self.second))
        } else {
            (self.cell(a, b + self.first), self.cell(a + self.second, b))
        };
        vec![(to_win, win), (to_loss, loss), (from, draw)]
    }

    fn on_points(&self) -> impl Iterator<Item = std::cmp::Ordering> {
        let target = self.target;
        (0..target * target).map(move |cell| (cell / target).cmp(&(cell % target)))
    }
}

impl TurnChain<Rational> for Scores {
    fn states(&self) -> usize {
        self.target * self.target + 2
    }
    fn turns(&self) -> usize {
        self.limit
    }
    fn moves(&self, turn: usize, from: usize, visit: &mut impl FnMut(usize, &Rational)) {
        for (to, weight) in self.out(turn, from) {
            visit(to, &weight);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_core_gives_the_same_figures(
        target in 1usize..5, first in 1usize..5, second in 1usize..5, limit in 1usize..7,
        turns in prop_oneof![Just(Turns::Fixed), Just(Turns::Alternating), Just(Turns::ThueMorse)],
        p in 0u32..=10, f in 0u32..10,
    ) {
        let model = Model::new(rate(&format!("{p}/10")), rate(&format!("{f}/10"))).unwrap();
        let game = model.game(Player::A);
        let scores = Scores {
            first: first.min(target), second: second.min(target), target, limit,
            turns: turns.clone(), weights: [game.first, game.draw, game.second],
        };
        let rule = Rule::new(scores.first as u32, scores.second as u32, target as u32, turns).unwrap();
        let series = Series::new(model, rule.with_limit(limit as u32).unwrap()).unwrap();
        let exact = series.exact_figures().unwrap();

        // Turn by turn, forward.
        let states = scores.states();
        let mut start = vec![Rational::ZERO; states];
        start[0] = Rational::ONE;
        let mut existence = Vec::new();
        let last = forward(&scores, start.clone(), |_, layer| existence.push(layer.to_vec()));
        prop_assert_eq!(&last[states - 2], &exact.outcome.a_reached);
        prop_assert_eq!(&last[states - 1], &exact.outcome.b_reached);
        let mut none = Rational::ZERO;
        for (mass, order) in last.iter().zip(scores.on_points()) {
            if order.is_eq() { none += mass; }
        }
        prop_assert_eq!(&none, &exact.outcome.none);

        // Backward, and the same product at every cut.
        let mut end: Vec<Rational> = scores.on_points()
            .map(|order| if order.is_gt() { Rational::ONE } else { Rational::ZERO }).collect();
        end.extend([Rational::ONE, Rational::ZERO]);
        let mut cuts = Vec::new();
        let value = backward(&scores, end.clone(), |turn, layer| {
            cuts.push(inner_product(&existence[turn], layer));
        });
        prop_assert_eq!(&value[0], &exact.outcome.a());
        for cut in cuts {
            prop_assert_eq!(&cut, &exact.outcome.a());
        }

        // Self-clocked: the states are (turn, score).
        let mut builder = GraphBuilder::new(states * (limit + 1));
        for turn in 0..limit {
            for from in 0..states {
                let edges = scores.out(turn, from).into_iter();
                builder.state(edges.map(|(to, w)| ((turn + 1) * states + to, w))).unwrap();
            }
        }
        let graph = builder.build();
        let visits = graph.forward(start);
        let mut payoff = vec![Rational::ZERO; limit * states];
        payoff.extend(end);
        prop_assert_eq!(&graph.backward(payoff)[0], &exact.outcome.a());
        prop_assert_eq!(&visits[limit * states..], &last[..]);
    }
}
