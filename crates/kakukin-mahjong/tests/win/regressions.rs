//! What was not so once.

use crate::{
    answer, check, clock, distance, held, improving,
    known::out_of_reach,
    left,
    plain::check_played,
    plainly,
    played::{check_steps, verify},
    policy, question, ready, seeing, situation,
    slow::{Plain, graph::Graph, tile, tiles, with, without},
    widely,
};
use kakukin_mahjong::{Bag, Divisor, Hand, Players, Situation, Solver};
use std::ops::ControlFlow;

/// A hand that is ready twice as often must be preferred where the chance to win is the
/// same, as of 2 draws for [8, 4] and [4, 8] useful tiles.
#[test]
fn ties_are_broken_by_the_other_figure() {
    let plain = question(situation("2666m779p23447s22z"));
    check(&plain, &answer(&plain), &plainly(&plain).unwrap());
    for hand in ["1233p355z", "123456p34566s45z"] {
        let question = improving(question(situation(hand)), 1, Divisor::Split);
        check(&question, &answer(&question), &widely(&question));
    }
}

/// Type 1 must take every useful draw, so it may pay to keep a useless tile and to
/// throw one that would make a bad draw useful.
#[test]
fn every_unneeded_discard_is_looked_at() {
    let bare = question(situation("66m15p8s127z chi:789p pon:777z"));
    let seen = "133479m134566p1334578889s1222445677z";
    for question in [bare, question(seeing("1m5s12z", seen))] {
        check(&question, &answer(&question), &plainly(&question).unwrap());
    }
}

#[test]
fn every_equal_discard_is_listed() {
    // After 2z it is all the same: 3p, 6p or 5z.
    let question = question(situation("67m3456p45s25z chi:234p"));
    let (_, mut policy) = policy(&question);
    let mut plain = Plain::new(distance(&question), clock(&question), ready(&question));
    let hand = held(&question);
    let steps = policy.explain(tiles(&hand), question.situation().limits(), 1).unwrap();
    check_steps(&question, &mut plain, &hand, question.draws(), &steps);
}

#[test]
fn forms_belong_to_the_policy() {
    let hand: Hand = "577788p1444s115z".parse().unwrap();
    let table = Situation::new(hand, Players::Three).unwrap();
    let table = table.with_dora(Bag::parse("dora", "3p8s").unwrap()).unwrap();
    check_played(&left(question(table), 3));
}

#[test]
fn discards_that_take_the_hand_farther_can_be_played() {
    let question = question(situation("2366m345567p3457s")).with_all_discards(true);
    let games = 20_000;
    let go_on = |_| ControlFlow::Continue(());
    for discard in answer(&question).discards() {
        let after = Some(discard.tile());
        let (_, policy) = Solver::default().policy(&question, after, &mut { go_on }).unwrap();
        let hand = without(held(&question), discard.tile().index());
        let found = verify(&policy, &question, &hand, games, 1).wins as f64 / games as f64;
        let figure = discard.worth().win()[17];
        let sigma = (figure * (1.0 - figure) / games as f64).sqrt();
        assert!((found - figure).abs() < 4.5 * sigma, "{} {found} {figure}", discard.tile());
    }
}

#[test]
fn the_policy_makes_no_moves_that_the_figures_lack() {
    let start = question(situation("46m2s66z chi:678p ankan:5555m ankan:3333p"));
    let question = improving(left(start, 4), 0, Divisor::Split);
    let hand = situation("66m66z chi:678p ankan:5555m ankan:3333p").hand().concealed();
    let seven = tile(6);
    let graph = Graph::improve(&mut distance(&question), &held(&question), 0, Divisor::Split);
    assert_eq!(graph.place(&with(hand.counts(), 6)), None);
    assert_eq!(policy(&question).1.discard(hand, seven, 1), seven);
}

#[test]
fn a_form_out_of_reach_is_never_won() {
    let question = out_of_reach("123456789m11z23p");
    let (_, policy) = policy(&question);
    let found = verify(&policy, &question, &held(&question), 1_000, 1);
    assert_eq!((found.wins, found.tenpai), (0, 0));
}
