//! The chance to win against oracles that share no code with it: graphs built hand by hand,
//! every order in which the wall can be drawn, dealt games, figures worked out elsewhere.

mod slow;

use kakukin_mahjong::{
    Answer, Divisor, Draws, Forms, Method, Objective, Question, Situation, Solver,
};
use slow::{
    Clock, Distance, Plain,
    deal::{Dealer, Wish},
    graph::Graph,
    tile, tiles, without,
};

const CLOSE: f64 = 1e-12;

/// Which of both figures is the chance to be ready, see [`slow::Figures`].
fn ready(question: &Question) -> usize {
    usize::from(question.objective() == Objective::Win)
}

fn clock(question: &Question) -> Clock {
    Clock::new(question.situation().unseen(), question.draws())
}

fn distance(question: &Question) -> Distance {
    Distance::with_forms(question.situation(), question.forms())
}

/// The same discards (or none) with the same figures at every number of draws left.
fn same(question: &Question, answer: &Answer, expected: &[(Option<usize>, Vec<[f64; 2]>)]) {
    let worths: Vec<_> = match answer.waiting() {
        Some(worth) => vec![(None, worth)],
        None => answer.discards().iter().map(|x| (Some(x.tile().index()), x.worth())).collect(),
    };
    let text = short(question);
    assert_eq!(worths.len(), expected.len(), "{text}");
    for (discard, worth) in worths {
        let (_, expected) = expected.iter().find(|(kind, _)| *kind == discard).expect(&text);
        assert_eq!(worth.win().len(), question.draws() + 1);
        assert_eq!(expected.len(), question.draws() + 1);
        for (d, [win, tenpai]) in expected.iter().enumerate() {
            let name = discard.map(|kind| tile(kind).to_string());
            let close = (worth.win()[d] - win).abs() < CLOSE;
            assert!(close, "{name:?} win {} {win} at {d}: {text}", worth.win()[d]);
            let close = (worth.tenpai()[d] - tenpai).abs() < CLOSE;
            assert!(close, "{name:?} tenpai {} {tenpai} at {d}: {text}", worth.tenpai()[d]);
        }
    }
}

fn short(question: &Question) -> String {
    let s = question.situation();
    format!(
        "{} {:?} dora {} seen {} draws {} {} {:?} all {}",
        s.hand(),
        s.players(),
        s.dora(),
        s.seen(),
        question.draws(),
        question.is_standard(),
        question.objective(),
        question.all_discards()
    )
}

/// Type 1 by the slow way.
fn slowly(question: &Question) -> (Vec<(Option<usize>, Vec<[f64; 2]>)>, usize, usize) {
    let hand = question.situation().hand();
    let held = hand.concealed().counts();
    let mut plain = Plain::new(distance(question), clock(question), ready(question));
    let mut expected = Vec::new();
    if !hand.has_drawn() {
        expected.push((None, plain.worth(&held)));
    } else {
        let discards = match question.all_discards() {
            true => slow::kinds(held).collect(),
            false => plain.distance.unneeded(&held),
        };
        for kind in discards {
            expected.push((Some(kind), plain.worth(&without(held, kind))));
        }
    }
    (expected, plain.ties, plain.states())
}

#[test]
fn experiment_plain() {
    let mut dealer = Dealer::new(1);
    let wish = Wish { groups: 0..=4, distance: 1..=4, unknown: true, seen: 30 };
    let mut solver = Solver::default();
    let (mut ties, mut states) = (0, 0);
    let start = std::time::Instant::now();
    let mut bad = 0;
    for round in 0..8000 {
        let situation = dealer.deal(&wish);
        let mut question = Question::new(situation.clone()).unwrap();
        if dealer.below(2) == 0 {
            question = question.with_draws(Draws::Left(dealer.below(7) as u32)).unwrap();
        }
        if dealer.below(4) == 0 {
            question = question.with_objective(Objective::Tenpai);
        }
        if dealer.below(3) == 0 {
            question = question.with_all_discards(true);
        }
        let (expected, t, s) = slowly(&question);
        ties += t;
        states += s;
        let answer = solver.answer(&question).unwrap();
        let r = std::panic::catch_unwind(|| same(&question, &answer, &expected));
        if r.is_err() {
            bad += 1;
            eprintln!("round {round} {} {}", situation.hand(), t);
        }
    }
    eprintln!("ties {ties} states {states} bad {bad} {:?}", start.elapsed());
}

fn improved(
    question: &Question,
    extra: u8,
    divisor: Divisor,
) -> (Vec<(Option<usize>, Vec<[f64; 2]>)>, usize, usize) {
    let hand = question.situation().hand();
    let held = hand.concealed().counts();
    let mut distance = distance(question);
    let graph = Graph::improve(&mut distance, &held, extra);
    let swept = graph.sweep(divisor, &clock(question), ready(question));
    let mut expected = Vec::new();
    if !hand.has_drawn() {
        expected.push((None, swept.worth(graph.place(&held).unwrap())));
    } else {
        for kind in slow::kinds(held) {
            if let Some(place) = graph.place(&without(held, kind)) {
                expected.push((Some(kind), swept.worth(place)));
            }
        }
    }
    (expected, swept.ties, graph.states())
}

#[test]
fn experiment_improve() {
    let mut dealer = Dealer::new(2);
    let mut solver = Solver::default();
    let (mut ties, mut states) = (0, 0);
    let start = std::time::Instant::now();
    let mut bad = 0;
    let mut above = 0;
    for round in 0..600 {
        let extra = dealer.below(3) as u8;
        let groups = match extra {
            0 => 0..=4,
            1 => 0..=3,
            _ => 0..=2,
        };
        let most = match extra {
            0 => 3,
            1 => 2,
            _ => 1,
        };
        let wish = Wish { groups, distance: 0..=most, unknown: true, seen: 30 };
        let situation = dealer.deal(&wish);
        let mut question = Question::new(situation.clone()).unwrap();
        if dealer.below(2) == 0 {
            question = question.with_draws(Draws::Left(dealer.below(7) as u32)).unwrap();
        }
        if dealer.below(4) == 0 {
            question = question.with_objective(Objective::Tenpai);
        }
        let divisor = [Divisor::Split, Divisor::Wall, Divisor::Constant][dealer.below(3)];
        question = question.with_method(Method::Improve { extra, divisor }).unwrap();
        let at = std::time::Instant::now();
        let (expected, t, s) = improved(&question, extra, divisor);
        if at.elapsed().as_millis() > 300 {
            eprintln!("slow {extra} {s} {:?}", at.elapsed());
        }
        ties += t;
        states += s;
        let answer = solver.answer(&question).unwrap();
        above += usize::from(expected.iter().any(|x| x.1.iter().any(|y| y[0] > 1.0)));
        let r = std::panic::catch_unwind(|| same(&question, &answer, &expected));
        if r.is_err() {
            bad += 1;
            eprintln!("round {round} {} {} extra {extra} {divisor:?}", situation.hand(), t);
        }
    }
    eprintln!("above {above} ties {ties} states {states} bad {bad} {:?}", start.elapsed());
}

#[test]
fn experiment_ties() {
    let mut dealer = Dealer::new(7);
    let mut solver = Solver::default();
    for (name, method, wish, n) in [
        (
            "plain",
            Method::Plain,
            Wish { groups: 1..=2, distance: 2..=4, unknown: true, seen: 0 },
            6000,
        ),
        (
            "plain14",
            Method::Plain,
            Wish { groups: 4..=4, distance: 2..=3, unknown: true, seen: 0 },
            1500,
        ),
        (
            "split0",
            Method::Improve { extra: 0, divisor: Divisor::Split },
            Wish { groups: 1..=2, distance: 1..=2, unknown: true, seen: 0 },
            3000,
        ),
        (
            "split1",
            Method::Improve { extra: 1, divisor: Divisor::Split },
            Wish { groups: 1..=2, distance: 1..=2, unknown: true, seen: 0 },
            1000,
        ),
        (
            "split1x14",
            Method::Improve { extra: 1, divisor: Divisor::Split },
            Wish { groups: 4..=4, distance: 1..=2, unknown: true, seen: 0 },
            30,
        ),
    ] {
        let (mut bad, mut worst, mut text, mut small) = (0, 0.0f64, String::new(), usize::MAX);
        let mut smalltext = String::new();
        for _ in 0..n {
            let situation = dealer.deal(&wish);
            if !situation.dora().is_empty() {
                continue;
            }
            let question = Question::new(situation.clone()).unwrap().with_method(method).unwrap();
            let expected = match method {
                Method::Plain => slowly(&question).0,
                Method::Improve { extra, divisor } => improved(&question, extra, divisor).0,
            };
            let answer = solver.answer(&question).unwrap();
            let mut wrong = false;
            for (kind, values) in expected {
                let worth = match kind {
                    None => answer.waiting().unwrap(),
                    Some(kind) => {
                        answer.discards().iter().find(|x| x.tile().index() == kind).unwrap().worth()
                    }
                };
                for d in 0..=question.draws() {
                    assert!((worth.win()[d] - values[d][0]).abs() < 1e-12);
                    let off = (worth.tenpai()[d] - values[d][1]).abs();
                    if off > 1e-12 {
                        wrong = true;
                        if d < small {
                            small = d;
                            smalltext = format!(
                                "{} {kind:?} at {d}: {} {}",
                                situation.hand(),
                                worth.tenpai()[d],
                                values[d][1]
                            );
                        }
                    }
                    if off > worst {
                        worst = off;
                        text = format!(
                            "{} {kind:?} at {d}: {} {}",
                            situation.hand(),
                            worth.tenpai()[d],
                            values[d][1]
                        );
                    }
                }
            }
            bad += usize::from(wrong);
        }
        eprintln!("TIE {name} bad {bad}/{n} worst {worst} {text}; small {smalltext}");
    }
}
