//! What holds for any hand that may call.

use crate::slow::deal::{Dealer, Wish};
use kakukin_mahjong::{
    Aim, Bag, Conduct, Hand, Others, Players, Question, ScoreQuestion, ScoreSolver, Situation,
    Solver, Terms,
};

fn table(dealer: &mut Dealer, distance: std::ops::RangeInclusive<u8>) -> Situation {
    dealer.deal(&Wish { groups: 1..=4, distance, unknown: false, seen: 12 })
}

fn shown(r: f64) -> Others {
    Others::discarding(r).unwrap()
}

/// Where nothing is shown there is nothing to call: to the last bit.
#[test]
fn without_discards_nothing_is_called() {
    let mut dealer = Dealer::new(41);
    for _ in 0..30 {
        let question = Question::from_now(table(&mut dealer, 2..=4), 8).unwrap();
        let calls = question.clone().with_calls(true).unwrap();
        let mut solver = Solver::default();
        assert_eq!(solver.answer(&question), solver.answer(&calls));
        // Another may win although no tile is shown.
        let conduct = Conduct { ends: vec![0.1], ..Conduct::default() };
        let others = Others::new([conduct.clone(), conduct.clone(), conduct]).unwrap();
        let [question, calls] =
            [question, calls].map(|own| own.with_others(others.clone()).unwrap());
        assert_eq!(solver.answer(&question), solver.answer(&calls));
        let [a, b] = [question, calls].map(|own| {
            let question = ScoreQuestion::new(own, Terms::default()).unwrap();
            ScoreSolver::default().answer(&question).unwrap()
        });
        assert_eq!(a, b);
    }
}

/// With calls no hand is worth less; with more discards shown, or more draws, neither.
#[test]
fn more_is_never_worth_less() {
    let mut dealer = Dealer::new(42);
    for _ in 0..30 {
        let table = table(&mut dealer, 2..=4);
        let ask = |r: f64, calls| {
            let question = Question::from_now(table.clone(), 10)
                .and_then(|own| own.with_others(shown(r)))
                .and_then(|own| own.with_calls(calls));
            question.ok().map(|question| (Solver::default().answer(&question).unwrap(), question))
        };
        let Some((without, question)) = ask(0.5, false) else { continue };
        let ((with, _), (more, _)) = (ask(0.5, true).unwrap(), ask(0.8, true).unwrap());
        for discard in with.discards() {
            let same = |own: &&kakukin_mahjong::Discard| own.tile() == discard.tile();
            let (plain, more) = (
                without.discards().iter().find(same).unwrap(),
                more.discards().iter().find(same).unwrap(),
            );
            for d in 0..=10 {
                let win = discard.worth().win()[d];
                assert!(win >= plain.worth().win()[d] - 1e-12, "{question:?} {d}");
                assert!(more.worth().win()[d] >= win - 1e-9, "{question:?} {d}");
                assert!(d == 0 || win >= discard.worth().win()[d - 1] - 1e-9, "{question:?} {d}");
                assert!(win <= 1.0 + 1e-12);
            }
        }
    }
}

/// The same for each aim of a score.
#[test]
fn scores_with_calls() {
    let mut dealer = Dealer::new(43);
    for round in 0..30 {
        let table = table(&mut dealer, 2..=3);
        let aim = [Aim::Score, Aim::Win, Aim::Tenpai, Aim::Balance][round % 4];
        let terms = Terms { aim, others_ready: (round % 3 == 0).then_some(1), ..Terms::default() };
        let conduct = Conduct { shown: 0.4, ends: vec![0.02, 0.1], costs: vec![1500.0] };
        let others = Others::new([conduct.clone(), conduct.clone(), conduct]).unwrap();
        let ask = |calls| {
            let question = Question::from_now(table.clone(), 9)
                .and_then(|own| own.with_others(others.clone()))
                .and_then(|own| own.with_calls(calls))
                .and_then(|own| ScoreQuestion::new(own, terms));
            question.ok().map(|own| ScoreSolver::default().answer(&own).unwrap())
        };
        let (Some(without), Some(with)) = (ask(false), ask(true)) else { continue };
        for discard in with.discards() {
            let plain = without
                .discards()
                .iter()
                .find(|own| (own.tile(), own.is_red()) == (discard.tile(), discard.is_red()))
                .unwrap();
            let (a, b) = (discard.prospect(), plain.prospect());
            for d in 0..=9 {
                let column = |own: &kakukin_mahjong::Prospect| match aim {
                    Aim::Score => own.score()[d],
                    Aim::Win => own.win()[d],
                    Aim::Tenpai => own.tenpai()[d],
                    Aim::Balance => own.balance()[d],
                };
                assert!(column(a) >= column(b) - 1e-6, "{aim:?} {} {d}", table.hand());
            }
        }
    }
}

/// A hand for which calling is everything: white dragons make its only yaku.
#[test]
fn a_yaku_that_must_be_called() {
    let hand: Hand = "13m55z99s4z chi:234p pon:888p".parse().unwrap();
    let table = Situation::new(hand, Players::Four)
        .and_then(|table| table.with_dora(Bag::parse("dora", "1s").unwrap()))
        .unwrap();
    let ask = |calls| {
        let question = Question::from_now(table.clone(), 10)
            .and_then(|own| own.with_others(shown(0.5)))
            .and_then(|own| own.with_calls(calls))
            .and_then(|own| ScoreQuestion::new(own, Terms::default()))
            .unwrap();
        ScoreSolver::default().answer(&question).unwrap()
    };
    let best = |calls: bool| ask(calls).waiting().unwrap().score()[10];
    assert!(best(true) > 1.4 * best(false), "{} {}", best(true), best(false));
}

/// Dealt games in which every tile that was shown has gone: the figures are a little too low.
#[test]
fn dealt_games_are_near() {
    for (hand, r) in [("123m456p55z99s13m67z", 0.5), ("234m13567p568s57z9m", 0.5)] {
        let table = Situation::new(hand.parse().unwrap(), Players::Four).unwrap();
        let question = Question::from_now(table, 10)
            .and_then(|own| own.with_others(shown(r)))
            .and_then(|own| own.with_calls(true))
            .unwrap();
        let answer = Solver::default().answer(&question).unwrap();
        let best = &answer.discards()[0];
        let mut report = |_| std::ops::ControlFlow::Continue(());
        let games = 40_000;
        let dealt = question.deal_with_calls(Some(best.tile()), games, 7, &mut report).unwrap();
        let apart = best.worth().win()[10] - dealt.wins as f64 / games as f64;
        assert!((-0.025..0.005).contains(&apart), "{hand} {apart}");
    }
}
