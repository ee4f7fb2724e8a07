//! Games dealt at random.

use crate::{
    TINY, answer, figures,
    played::{Tally, check},
    policy, prospects,
    questions::{deal, wide},
    relations::ask,
    slow::deal::Dealer,
    standard, text,
};
use kakukin_mahjong::{Aim, Divisor, Method, Question, Rules, ScoreQuestion, Solver, Terms};
use std::ops::ControlFlow;

/// Games of each hand.
const GAMES: u64 = 60_000;

/// Games dealt from the real wall.
#[test]
fn dealt_games_bring_the_score() {
    let mut dealer = Dealer::new(15);
    for round in 0..50 {
        let distance = 2 + (round % 3) as u8;
        let wish = wide(round % 4 > 0, distance..=distance, None);
        let (question, answer, policy) = loop {
            let question = deal(&mut dealer, &wish);
            let (answer, policy) = policy(&question, None);
            let (_, prospect) = prospects(&answer)[0];
            let wins = prospect.win()[question.question().draws()] > 0.01;
            if wins {
                break (question, answer, policy);
            }
        };
        let (thrown, prospect) = prospects(&answer)[0];
        let [score, win, tenpai, _] = figures(prospect, question.question().draws());
        let dealt = policy.verify(GAMES, round, |_| ControlFlow::Continue(())).unwrap();
        let (mean, error) = policy.mean(&dealt);
        let chance = |p: f64, times: u64| {
            let games = GAMES as f64;
            (times as f64 / games - p) / (p * (1.0 - p) / games).sqrt().max(1.0 / games)
        };
        let apart = [
            (mean - score) / error.max(1e-9),
            chance(win, dealt.wins),
            chance(tenpai, dealt.tenpai),
        ];
        assert!(
            apart.iter().all(|x| x.abs() < 4.5),
            "{thrown:?} {apart:?} {dealt:?} {}",
            text(&question)
        );
    }
}

/// Ippatsu and the last tile count after riichi though ura do not.
#[test]
fn luck_needs_no_ura() {
    let rules = Rules::default().set("ura=no").unwrap();
    let terms = Terms { stakes: Terms::default().stakes.with_rules(rules), ..Terms::default() };
    let question = Question::from_now(standard("123456m78999p23s5z"), 2).unwrap();
    let question = ScoreQuestion::new(question, terms).unwrap();
    check(&question, &mut Tally::default());
}

/// A tile that is thrown although it is needed has been seen once, not twice.
#[test]
fn thrown_tiles_are_seen_once() {
    let question = Question::from_now(standard("123456789m11p23s5z"), 2).unwrap();
    let question = ScoreQuestion::new(question.with_all_discards(true), Terms::default()).unwrap();
    check(&question, &mut Tally::default());
}

/// Ready as dealt: riichi with the first discard.
#[test]
fn riichi_of_hands_that_are_dealt_ready() {
    let question = Question::new(standard("123456789m11p23s")).unwrap();
    let question = ScoreQuestion::new(question, Terms::default()).unwrap();
    let (answer, policy) = policy(&question, None);
    let dealt = policy.verify(GAMES, 1, |_| ControlFlow::Continue(())).unwrap();
    let (mean, error) = policy.mean(&dealt);
    let score = answer.waiting().unwrap().score()[18];
    assert!(dealt.sticks_lost > 0 && (mean - score).abs() < 4.5 * error, "{mean} {error} {score}");
}

/// With improvement the figures are near what dealt games bring.
#[test]
fn dealt_games_with_improvement() {
    let mut dealer = Dealer::new(16);
    for round in 0..24 {
        let distance = 2 + (round % 2) as u8;
        let question = deal(&mut dealer, &wide(round % 4 > 1, distance..=distance, None));
        let method = Method::Improve { extra: (round % 3 % 2) as u8, divisor: Divisor::Gone };
        improved(&ask(&question, method, *question.terms()), round, &[0, 1]);
    }
}

/// Where nothing can be won any more, the hand that is ready is better than one that is not.
#[test]
fn ready_hands_come_first() {
    for aim in [Aim::Score, Aim::Win] {
        let method = Method::Improve { extra: 1, divisor: Divisor::Gone };
        let question = Question::from_now(standard("12m4578p3455s1122z"), 5).unwrap();
        let terms = Terms { aim, ..Terms::default() };
        let question = ScoreQuestion::new(question.with_method(method).unwrap(), terms).unwrap();
        improved(&question, 1, &[0, 1, 2, 3]);
    }
}

/// Some columns of the best discard against dealt games.
fn improved(question: &ScoreQuestion, seed: u64, columns: &[usize]) {
    let (answer, policy) = policy(question, None);
    let (thrown, prospect) = prospects(&answer)[0];
    let own = figures(prospect, question.question().draws());
    let dealt = policy.verify(GAMES / 4, seed, |_| ControlFlow::Continue(())).unwrap();
    let games = dealt.games as f64;
    let (mean, error) = policy.mean(&dealt);
    let parts = [dealt.wins, dealt.tenpai, dealt.tenpai_at_end].map(|n| n as f64 / games);
    let error_of = |p: f64| (p * (1.0 - p) / games).sqrt() + 1.0 / games;
    let played = [mean, parts[0], parts[1], parts[2]];
    let errors = [error, error_of(parts[0]), error_of(parts[1]), error_of(parts[2])];
    // The draws are weighed without regard to what was thrown, not least by open hands that win
    // with the last tile only.
    let closed = question.question().situation().hand().is_closed();
    let part = if closed { 0.05 } else { 0.25 };
    let fits = |&k: &usize| (own[k] - played[k]).abs() < 4.5 * errors[k] + part * played[k].abs();
    let about = || format!("{thrown:?} {own:?} {played:?} {errors:?} {}", text(question));
    assert!(columns.iter().all(fits), "{}", about());
}

/// The first draw may improve a hand that is dealt ready.
#[test]
fn first_draws_improve() {
    let question = Question::new(standard("123456789m123p1z")).unwrap();
    let method = Method::Improve { extra: 1, divisor: Divisor::Gone };
    let question = question.with_method(method).unwrap();
    let plain = Solver::default().answer(&question).unwrap();
    let terms = Terms { aim: Aim::Win, ..Terms::default() };
    let answer = answer(&ScoreQuestion::new(question, terms).unwrap());
    let [own, other] = [answer.waiting().unwrap().win(), plain.waiting().unwrap().win()];
    for (d, (a, b)) in own.iter().zip(other).enumerate() {
        assert!((a - b).abs() < TINY, "{d} {a} {b}");
    }
}
