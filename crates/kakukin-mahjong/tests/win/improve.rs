//! With improvement, and the best there is.

use crate::{
    CLOSE, answer, any_question, check, distance, held, improving, left, policy, question, ready,
    seeing,
    slow::{
        deal::{Best, Dealer, Played, Wish, wall},
        kinds, tile, without,
    },
    text, widely, worths,
};
use kakukin_mahjong::{Divisor, Objective, Optimal, Solver, Tile};
use std::{collections::BTreeMap, ops::ControlFlow};

#[test]
fn with_improvement_the_figures_are_the_graphs() {
    let mut dealer = Dealer::new(2);
    let mut solver = Solver::default();
    for round in 0..120 {
        let extra = round % 3;
        let wish = Wish {
            groups: 0..=[4, 4, 2][extra],
            distance: 0..=[3, 2, 2][extra],
            unknown: true,
            seen: 30,
        };
        let all = [Divisor::Gone, Divisor::Split, Divisor::Wall, Divisor::Constant];
        let divisor = all[round / 3 % 4];
        let question = improving(any_question(&mut dealer, &wish), extra as u8, divisor);
        check(&question, &solver.answer(&question).unwrap(), &widely(&question));
    }
}

#[test]
fn with_improvement_figures_are_probabilities() {
    let mut dealer = Dealer::new(5);
    for round in 0..60 {
        let extra = round % 2;
        let wish = Wish {
            groups: 0..=[4, 3][extra],
            distance: 1..=[4, 3][extra],
            unknown: true,
            seen: 30,
        };
        let question = question(dealer.deal(&wish));
        let question =
            improving(question, extra as u8, [Divisor::Gone, Divisor::Split][round / 2 % 2]);
        let answer = answer(&question);
        for worth in worths(&answer).into_values() {
            for (win, tenpai) in worth.win().iter().zip(worth.tenpai()) {
                assert!(*win >= 0.0 && *win < tenpai + CLOSE && *tenpai < 1.0 + CLOSE);
            }
            let grows = |x: &[f64]| x.windows(2).all(|pair| pair[1] > pair[0] - CLOSE);
            assert!(grows(worth.win()), "{}", text(&question));
        }
    }
}

#[test]
fn the_optimum_is_found_by_trying_everything() {
    let mut dealer = Dealer::new(6);
    for round in 0..26 {
        let (groups, draws) = [(0..=1, 4), (1..=2, 3), (2..=4, 2), (0..=2, 2)][round % 4].clone();
        let wish = Wish { groups, distance: 1..=3, unknown: false, seen: 40 };
        let mut question = left(question(dealer.deal(&wish)), draws);
        if round % 3 == 2 {
            question = question.with_objective(Objective::Tenpai);
        }
        let hand = held(&question);
        let wall = wall(question.situation());
        let aim = |win: f64, tenpai: f64| [tenpai, win][ready(&question)];
        let found = Optimal::new(&question, &mut |_| ControlFlow::Continue(())).unwrap();
        let mut slow = distance(&question);
        let mut best = Best::new(&mut slow, ready(&question) == 0);
        let mut optimum = BTreeMap::new();
        let count = if question.situation().hand().has_drawn() { kinds(hand).count() } else { 1 };
        assert_eq!(found.values.len(), count);
        for (discard, value) in found.values {
            let discard = discard.map(Tile::index);
            let rest = discard.map_or(hand, |kind| without(hand, kind));
            let expected = best.chance(&rest, &wall, draws);
            assert!((value - expected).abs() < CLOSE, "{value} {expected} {}", text(&question));
            optimum.insert(discard, expected);
        }
        // Nobody does better: neither the figures of type 1, which are exact, ...
        for (discard, worth) in worths(&answer(&question)) {
            let figure = aim(worth.win()[draws], worth.tenpai()[draws]);
            assert!(figure < optimum[&discard] + CLOSE, "{}", text(&question));
        }
        // ... nor what type 2 says should be done.
        for (extra, divisor) in [(0, Divisor::Split), (1, Divisor::Wall), (1, Divisor::Gone)] {
            let question = improving(question.clone(), extra, divisor);
            let (answer, mut policy) = policy(&question);
            let mut played = Played::new(&mut policy, &mut slow);
            for discard in worths(&answer).into_keys() {
                let rest = discard.map_or(hand, |kind| without(hand, kind));
                let [win, tenpai, ..] = played.chances(&rest, &wall, draws);
                let better = aim(win, tenpai) - optimum[&discard];
                assert!(better < CLOSE, "{better} {}", text(&question));
            }
        }
    }
}

/// The last honour is not in the wall any more, although the hand may wait for it.
#[test]
fn the_optimum_of_a_hand_that_waits_for_nothing() {
    let question = left(question(seeing("123m456p789s11177z", "77z")), 1);
    let found = Optimal::new(&question, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(found.values.last(), Some(&(Some(tile(33)), 0.0)));
}
