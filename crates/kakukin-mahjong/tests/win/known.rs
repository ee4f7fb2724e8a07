//! Figures from elsewhere.

use crate::{
    CLOSE, answer, held, improving, left, question, seeing, situation,
    slow::{
        Counts,
        deal::{bag, wall},
        tile, without,
    },
    worths,
};
use kakukin_core::to_f64;
use kakukin_mahjong::{
    Chain, Divisor, Form, Forms, Hand, KINDS, Objective, Players, Question, Rational, Situation,
};

fn four_decimals(x: f64) -> String {
    format!("{x:.4}")
}

#[test]
fn published_figures() {
    let start = question(situation("234578m1689p357s1z"));
    let listed = |question: &Question| {
        let answer = answer(question);
        worths(&answer)
            .into_iter()
            .map(|(discard, worth)| {
                (tile(discard.unwrap()).to_string(), four_decimals(worth.win()[17]))
            })
            .collect::<Vec<_>>()
    };
    let expected = [
        ("2m", "0.1387"),
        ("5m", "0.1387"),
        ("8m", "0.0879"),
        ("1p", "0.1511"),
        ("6p", "0.1432"),
        ("9p", "0.1432"),
        ("3s", "0.1114"),
        ("7s", "0.1114"),
        ("1z", "0.1511"),
    ];
    assert_eq!(listed(&start), expected.map(|(tile, x)| (tile.to_string(), x.to_string())));
    let back = listed(&improving(start, 0, Divisor::Wall));
    assert!(back.contains(&("2m".to_string(), "0.1422".to_string())), "{back:?}");
    // The page has .4445 and .3716: .44444990 and .37154929, rounded twice.
    for (hand, tile, expected) in [
        ("456678m23357p556s", "6s", "0.4444"),
        ("33789m35689p2334s", "9p", "0.3715"),
        ("12455m34567p6777s", "1m", "0.5489"),
        ("2379m3456p123778s", "9m", "0.4572"),
    ] {
        let question = improving(question(situation(hand)), 1, Divisor::Split);
        let answer = answer(&question);
        let best = &answer.discards()[0];
        assert_eq!(best.tile().to_string(), tile);
        assert_eq!(four_decimals(best.worth().win()[17]), expected, "{hand}");
    }
}

#[test]
fn seven_pairs_are_a_chain() {
    let forms = Forms::NONE.with(Form::SevenPairs);
    for pairs in 0..=5 {
        // Kinds 0, 2, 4, ..: the first ones twice.
        let mut hand = [0; KINDS];
        (0..13 - pairs).for_each(|i| hand[2 * i] = 1 + u8::from(i < pairs));
        let hand = Hand::new(bag(&hand), Vec::new()).unwrap();
        let useful: Vec<u32> = (pairs..6).map(|k| 3 * (13 - 2 * k as u32)).collect();
        for draws in [1, 2, 5, 9, 17, 30] {
            let question = question(Situation::new(hand.clone(), Players::Four).unwrap());
            let question = left(question.with_forms(forms).unwrap(), draws);
            let chain = |useful: Vec<u32>| {
                let chain = Chain::new(useful, 123, draws as u32).unwrap();
                chain.probabilities()[draws - 1]
            };
            let won = [useful.clone(), vec![3]].concat();
            for objective in [Objective::Tenpai, Objective::Win] {
                let answer = answer(&question.clone().with_objective(objective));
                let worth = answer.waiting().unwrap();
                assert!((worth.tenpai()[draws] - chain(useful.clone())).abs() < CLOSE);
                assert!((worth.win()[draws] - chain(won.clone())).abs() < CLOSE);
                assert_eq!(worth.tenpai_in(Form::SevenPairs), worth.tenpai());
            }
        }
    }
}

/// The chances to be ready for thirteen orphans and to complete it. What counts is which kinds are
/// missing and whether there is a pair.
fn orphans(
    live: &Counts,
    missing: &[usize],
    held: &[usize],
    pair: bool,
    unseen: u32,
    draws: u32,
) -> [Rational; 2] {
    let steps = missing.len() + usize::from(!pair);
    if steps == 0 {
        return [Rational::ONE, Rational::ONE];
    }
    if draws == 0 {
        return [if steps == 1 { Rational::ONE } else { Rational::ZERO }, Rational::ZERO];
    }
    let mut stay = Rational::ONE;
    let mut sum = [Rational::ZERO, Rational::ZERO];
    let mut add = |copies: u8, then: [Rational; 2]| {
        let weight = Rational::from(copies) / Rational::from(unseen);
        stay -= &weight;
        sum.iter_mut().zip(then).for_each(|(sum, x)| *sum += x * &weight);
    };
    for (at, &kind) in missing.iter().enumerate().filter(|(_, kind)| live[**kind] > 0) {
        let rest = [&missing[..at], &missing[at + 1..]].concat();
        let more = [held, &[kind]].concat();
        let after = without(*live, kind);
        add(live[kind], orphans(&after, &rest, &more, pair, unseen - 1, draws - 1));
    }
    if !pair {
        let copies = held.iter().map(|&kind| live[kind]).sum();
        add(copies, orphans(live, missing, held, true, unseen - 1, draws - 1));
    }
    let [ready, won] = orphans(live, missing, held, pair, unseen - 1, draws - 1);
    sum[0] += &stay * ready;
    sum[1] += stay * won;
    if steps == 1 {
        sum[0] = Rational::ONE;
    }
    sum
}

#[test]
fn thirteen_orphans_are_a_chain() {
    let forms = Forms::NONE.with(Form::ThirteenOrphans);
    for (hand, seen) in [
        ("19m19p19s12345z23m", ""),
        ("19m19p19s1234z234m", ""),
        ("19m19p19s11235z34p", ""),
        ("19m19p19s12345z23m", "667z1m99p111s1235z"),
        ("19m19p1s1123456z5p", "999m7z5p1z"),
        ("19m19p1s112345z55p", "9m77z5p1z99s"),
        ("19m19p19s1234567z", "199m1999p12223z"),
    ] {
        let question = question(seeing_some(hand, seen)).with_forms(forms).unwrap();
        let held = held(&question);
        let live = wall(question.situation());
        let own =
            |has: bool| move |&kind: &usize| tile(kind).is_orphan() && (held[kind] > 0) == has;
        let missing: Vec<usize> = (0..KINDS).filter(own(false)).collect();
        let have: Vec<usize> = (0..KINDS).filter(own(true)).collect();
        let pair = have.iter().any(|&kind| held[kind] > 1);
        let unseen = question.situation().unseen();
        for draws in 0..=6 {
            let [ready, won] = orphans(&live, &missing, &have, pair, unseen, draws as u32);
            let answer = answer(&left(question.clone(), draws));
            let worth = answer.waiting().unwrap();
            assert!((worth.tenpai()[draws] - to_f64(&ready)).abs() < CLOSE, "{hand} {seen}");
            assert!((worth.win()[draws] - to_f64(&won)).abs() < CLOSE, "{hand} {seen}");
        }
    }
}

fn seeing_some(hand: &str, seen: &str) -> Situation {
    if seen.is_empty() { situation(hand) } else { seeing(hand, seen) }
}

/// Thirteen orphans when one of them is gone.
pub(crate) fn out_of_reach(hand: &str) -> Question {
    let forms = Forms::NONE.with(Form::ThirteenOrphans);
    question(seeing(hand, "9999s")).with_forms(forms).unwrap()
}

#[test]
fn a_form_out_of_reach_is_worth_nothing() {
    for hand in ["123456789m11z23p", "19m19p1s1234567z3p", "19m19p1s1234567z35p"] {
        let question = out_of_reach(hand);
        let answer = answer(&question);
        assert_eq!((answer.distance(), answer.is_won()), (None, false));
        for worth in worths(&answer).into_values() {
            assert_eq!(worth.win(), vec![0.0; question.draws() + 1]);
            assert_eq!(worth.tenpai(), worth.win());
        }
    }
}
