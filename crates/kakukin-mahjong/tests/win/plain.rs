//! Without improvement.

use crate::{
    CLOSE, answer, any_question, check, clock, distance, held, improving, left, plainly, policy,
    question,
    slow::{
        deal::{Dealer, Played, Wish, wall},
        graph::{self, Graph},
        without,
    },
    text, worths,
};
use kakukin_core::{backward_best, forward_under, inner_product, to_f64};
use kakukin_mahjong::{
    Bag, Divisor, Form, Objective, Players, Question, Rational, Situation, Solver,
};

#[test]
fn without_improvement_the_figures_are_the_recurrences() {
    let mut dealer = Dealer::new(1);
    let mut solver = Solver::default();
    let wish = Wish { groups: 0..=4, distance: 0..=3, unknown: true, seen: 30 };
    let far = Wish { distance: 4..=4, ..wish.clone() };
    let mut beyond = 0;
    for round in 0..170 {
        let question = any_question(&mut dealer, if round < 150 { &wish } else { &far });
        let Some(expected) = plainly(&question) else {
            beyond += 1;
            continue;
        };
        check(&question, &solver.answer(&question).unwrap(), &expected);
    }
    assert!(beyond < 20, "{beyond}");
}

/// Seen so much that more tiles would help than there are (melds are unknown): they share
/// what is left. 82 tiles help, and of c copies c - 1 are left to win with; one of 66.
#[test]
fn more_useful_tiles_than_tiles() {
    let table = Situation::new("5p".parse().unwrap(), Players::Three).unwrap();
    let seen = Bag::parse("seen", "3444555679p4488s1444455557z").unwrap();
    let question = left(question(table.with_seen(seen).unwrap()), 6);
    let worth = answer(&question);
    let worth = worth.waiting().unwrap();
    assert!((worth.win()[2] - 220.0 / 82.0 / 66.0).abs() < CLOSE);
    assert_eq!(worth.tenpai()[1..], [1.0; 6]);
}

#[test]
fn the_generic_core() {
    let mut dealer = Dealer::new(3);
    for round in 0..24 {
        let extra = round % 3;
        let wish = Wish {
            groups: if extra == 0 { 0..=4 } else { 0..=1 },
            distance: 1..=if extra == 0 { 3 } else { 2 },
            unknown: true,
            seen: 20,
        };
        let draws = if extra == 0 && round < 12 { 18 } else { 3 + dealer.below(2) };
        let question = left(question(dealer.deal(&wish)), draws);
        let hand = held(&question);
        for divisor in [Divisor::Gone, Divisor::Wall, Divisor::Constant, Divisor::Split] {
            let mut slow = distance(&question);
            let (graph, question) = match extra {
                0 if divisor != Divisor::Wall => continue,
                0 => (Graph::plain(&mut slow, &hand), question.clone()),
                _ => {
                    let extra = extra as u8 - 1;
                    let question = improving(question.clone(), extra, divisor);
                    (Graph::improve(&mut slow, &hand, extra, divisor), question)
                }
            };
            let chain = graph::Chain::new(&graph, divisor, &clock(&question));
            let mut values = vec![Vec::new(); draws + 1];
            let (start, policy) =
                backward_best(&chain, chain.end(), |turn, layer| values[turn] = layer.to_vec());
            // Forward is backward, exactly.
            let mut existence = vec![Rational::ZERO; start.len()];
            existence[0] = Rational::ONE;
            forward_under(&chain, &policy, existence, |turn, existence| {
                assert_eq!(inner_product(existence, &values[turn]), start[0]);
            });
            let answer = answer(&question);
            let mut best = vec![0.0f64; draws + 1];
            for (discard, worth) in worths(&answer) {
                let rest = discard.map_or(hand, |kind| without(hand, kind));
                let place = graph.place(&rest).unwrap();
                for (d, best) in best.iter_mut().enumerate() {
                    let exact = to_f64(&values[draws - d][place]);
                    assert!((worth.win()[d] - exact).abs() < CLOSE, "{}", text(&question));
                    *best = best.max(exact);
                }
            }
            for (d, best) in best.iter().enumerate() {
                assert_eq!(*best, to_f64(&values[draws - d][0]), "{}", text(&question));
            }
        }
    }
}

/// The figures of type 1 against every order in which the wall can be drawn.
pub(crate) fn check_played(question: &Question) {
    let draws = question.draws();
    let (answer, mut policy) = policy(question);
    let mut slow = distance(question);
    let mut played = Played::new(&mut policy, &mut slow);
    for (discard, worth) in worths(&answer) {
        let hand = discard.map_or(held(question), |kind| without(held(question), kind));
        let chances = played.chances(&hand, &wall(question.situation()), draws);
        let [a, b, c] = Form::ALL.map(|form| worth.tenpai_in(form)[draws]);
        let figures = [worth.win()[draws], worth.tenpai()[draws], a, b, c];
        for (figure, chance) in figures.iter().zip(chances) {
            let close = (figure - chance).abs() < CLOSE;
            assert!(close, "{discard:?} {figures:?} {chances:?} {}", text(question));
        }
    }
}

#[test]
fn without_improvement_the_figures_are_what_really_happens() {
    let mut dealer = Dealer::new(4);
    let wish = Wish { groups: 0..=4, distance: 1..=3, unknown: false, seen: 30 };
    for round in 0..24 {
        let mut question = left(question(dealer.deal(&wish)), 2 + round % 3);
        if round % 5 == 4 {
            question = question.with_objective(Objective::Tenpai);
        }
        check_played(&question);
    }
}
