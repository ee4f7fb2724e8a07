//! The policy: played and explained.

use crate::{
    CLOSE, clock, distance, held, improving, left, policy, question, ready, seeing, situation,
    slow::{
        Counts, Plain,
        deal::{Dealer, Wish},
        tile, tiles, with, without,
    },
    text, worths,
};
use kakukin_mahjong::{Divisor, Objective, Policy, Question, Step, Tile, Verified};
use std::ops::ControlFlow;

pub(crate) fn verify(
    policy: &Policy,
    question: &Question,
    hand: &Counts,
    games: u64,
    seed: u64,
) -> Verified {
    let go = |_| ControlFlow::Continue(());
    policy.verify(question.situation(), tiles(hand), games, seed, go).unwrap()
}

#[test]
fn dealt_games_come_out_as_the_figures_say() {
    let games = 50_000;
    for (number, text) in
        ["2366m345567p3457s", "3467m44p2246s chi:789p", "1199m2255s3369p46z", "19m19p19s12345z46p"]
            .into_iter()
            .enumerate()
    {
        let question = question(seeing(text, "3m9m8p3z"));
        let (answer, policy) = policy(&question);
        let best = worths(&answer).into_keys().next().unwrap();
        let hand = best.map_or(held(&question), |kind| without(held(&question), kind));
        let worth = worths(&answer)[&best];
        let found = verify(&policy, &question, &hand, games, number as u64);
        assert_eq!(found.games, games);
        assert!(found.wins <= found.tenpai && found.tenpai <= games);
        for (count, figures) in [(found.wins, worth.win()), (found.tenpai, worth.tenpai())] {
            let figure = figures[question.draws()];
            let sigma = (figure * (1.0 - figure) / games as f64).sqrt();
            let off = count as f64 / games as f64 - figure;
            assert!(off.abs() <= 4.5 * sigma, "{text} {figure} {off}");
        }
    }
}

#[cfg(feature = "parallel")]
#[test]
fn dealt_games_do_not_depend_on_threads() {
    let plain = question(situation("2366m345567p3457s"));
    for question in [plain.clone(), improving(left(plain, 5), 0, Divisor::Split)] {
        let (answer, policy) = policy(&question);
        let hand = without(held(&question), answer.discards()[0].tile().index());
        let counts = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| verify(&policy, &question, &hand, 9_000, 11))
        });
        assert_eq!(counts, [counts[0]; 3]);
        assert_eq!(counts[0].games, 9_000);
        // Another seed is another sample, and games that are cancelled are not counted.
        assert_ne!(verify(&policy, &question, &hand, 9_000, 12), counts[0]);
        let broken = policy
            .verify(question.situation(), tiles(&hand), 1_000_000, 11, |_| ControlFlow::Break(()));
        assert!((1..1_000_000).contains(&broken.unwrap().games));
    }
}

/// The steps after a hand with so many draws left against the recurrence.
pub(crate) fn check_steps(
    question: &Question,
    plain: &mut Plain,
    hand: &Counts,
    draws: usize,
    steps: &[Step],
) {
    let text = text(question);
    let aim = |plain: &mut Plain, hand: &Counts, draws: usize| {
        let [win, tenpai] = plain.worth(hand)[draws];
        if ready(question) == 1 { [win, tenpai] } else { [tenpai, win] }
    };
    let useful: Vec<Tile> = plain.distance.useful(hand).into_iter().map(tile).collect();
    assert!(steps.iter().map(|step| step.draw).eq(useful), "{text}");
    let unseen = f64::from(question.situation().unseen()) - (question.draws() - draws) as f64;
    let before = aim(plain, hand, draws - 1)[0];
    let mut value = before;
    for step in steps {
        assert!(step.useful);
        let kind = step.draw.index();
        assert_eq!(i128::from(step.left), plain.distance.left(hand, kind), "{text}");
        value += f64::from(step.left) / unseen * (step.value - before);
        let drawn = with(*hand, kind);
        if plain.distance.distance(&drawn) == 0 {
            assert_eq!((step.value, step.distance, step.discards.len()), (1.0, 0, 0));
            assert!(step.next.is_empty());
            continue;
        }
        let mut options = Vec::new();
        for kind in plain.distance.unneeded(&drawn) {
            options.push((tile(kind), aim(plain, &without(drawn, kind), draws - 1)));
        }
        let best = options.iter().map(|x| x.1).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        let is_best = |x: [f64; 2]| (0..2).all(|k| (x[k] - best[k]).abs() < CLOSE);
        let mut equal: Vec<Tile> = options.iter().filter(|x| is_best(x.1)).map(|x| x.0).collect();
        let first = step.discards[0];
        let mut listed = step.discards.clone();
        equal.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, equal, "{text} {} {}", tiles(hand), step.draw);
        for (_, value) in options.iter().filter(|x| listed.contains(&x.0)) {
            assert!((step.value - value[0]).abs() < CLOSE, "{text}");
        }
        let rest = without(drawn, first.index());
        assert_eq!(step.distance, u32::from(plain.distance.distance(&rest)));
        if !step.next.is_empty() {
            check_steps(question, plain, &rest, draws - 1, &step.next);
        }
    }
    let expected = aim(plain, hand, draws)[0];
    assert!((value - expected).abs() < CLOSE, "{value} {expected} {text}");
}

#[test]
fn explanations_add_up() {
    let mut dealer = Dealer::new(8);
    let wish = Wish { groups: 0..=4, distance: 1..=3, unknown: true, seen: 20 };
    for round in 0..20 {
        let mut question = question(dealer.deal(&wish));
        if round % 4 == 3 {
            question = question.with_objective(Objective::Tenpai);
        }
        let (answer, mut policy) = policy(&question);
        let mut plain = Plain::new(distance(&question), clock(&question), ready(&question));
        for discard in worths(&answer).into_keys() {
            let hand = discard.map_or(held(&question), |kind| without(held(&question), kind));
            let limits = question.situation().limits();
            let steps = policy.explain(tiles(&hand), limits, 2).unwrap();
            check_steps(&question, &mut plain, &hand, question.draws(), &steps);
        }
    }
}
