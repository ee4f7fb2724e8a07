//! The chance to win against oracles that share no code with it: graphs built hand by hand,
//! every order in which the wall can be drawn, dealt games, figures worked out elsewhere.

use kakukin_core::BadValue;
mod slow;

use kakukin_core::{backward_best, forward_under, inner_product, to_f64};
use kakukin_mahjong::{
    Answer, Bag, Chain, Discard, Divisor, Draws, Form, Forms, Hand, KINDS, MAX_OPTIMAL_DRAWS, Meld,
    Method, Objective, Optimal, Players, Policy, Problem, Question, Rational, Situation, Solver,
    Step, Stopped, Tile, Verified, Worth,
};
use proptest::prelude::*;
use slow::{
    Clock, Counts, Distance, Plain,
    deal::{Best, Dealer, Played, Wish, bag, wall},
    graph::{self, Graph},
    kinds, tile, tiles, with, without,
};
use std::{collections::BTreeMap, ops::ControlFlow};

const CLOSE: f64 = 1e-12;

fn situation(hand: &str) -> Situation {
    Situation::new(hand.parse().unwrap(), Players::Four).unwrap()
}

fn seeing(hand: &str, seen: &str) -> Situation {
    situation(hand).with_seen(Bag::parse("seen", seen).unwrap()).unwrap()
}

fn question(situation: Situation) -> Question {
    Question::new(situation).unwrap()
}

fn improving(question: Question, extra: u8, divisor: Divisor) -> Question {
    question.with_method(Method::Improve { extra, divisor }).unwrap()
}

fn left(question: Question, draws: usize) -> Question {
    question.with_draws(Draws::Left(draws as u32)).unwrap()
}

fn answer(question: &Question) -> Answer {
    Solver::default().answer(question).unwrap()
}

fn policy(question: &Question) -> (Answer, Policy) {
    Solver::default().policy(question, None, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn held(question: &Question) -> Counts {
    question.situation().hand().concealed().counts()
}

/// Which figure is the chance to be ready, see [`slow::Values`].
fn ready(question: &Question) -> usize {
    usize::from(question.objective() == Objective::Win)
}

fn clock(question: &Question) -> Clock {
    Clock::new(question.situation().unseen(), question.draws())
}

fn distance(question: &Question) -> Distance {
    Distance::with_forms(question.situation(), question.forms())
}

/// Everything that a failed comparison should say.
fn text(question: &Question) -> String {
    let situation = question.situation();
    format!(
        "{} {:?} dora {} seen {} {:?} {:?} draws {} of {}",
        situation.hand(),
        situation.players(),
        situation.dora(),
        situation.seen(),
        question.method(),
        question.objective(),
        question.draws(),
        situation.unseen(),
    )
}

/// What each discard is worth, or the hand itself under no name.
fn worths(answer: &Answer) -> BTreeMap<Option<usize>, &Worth> {
    let own = answer.waiting().map(|worth| (None, worth));
    own.into_iter()
        .chain(answer.discards().iter().map(|x| (Some(x.tile().index()), x.worth())))
        .collect()
}

/// What oracles say of each discard, or of the hand itself.
type Expected = BTreeMap<Option<usize>, slow::Worth>;

/// The same discards, the best first, and the same figures at every number of draws left.
fn check(question: &Question, answer: &Answer, expected: &Expected) {
    let text = text(question);
    let worths = worths(answer);
    assert!(worths.keys().eq(expected.keys()), "{:?} {text}", worths.keys());
    let draws = question.draws();
    for (discard, worth) in worths {
        assert_eq!([worth.win().len(), worth.tenpai().len()], [draws + 1; 2]);
        for (d, expected) in expected[&discard].iter().enumerate() {
            let figures = [worth.win()[d], worth.tenpai()[d]];
            let close = (0..2).all(|k| (figures[k] - expected[k]).abs() < CLOSE);
            assert!(close, "{discard:?} {figures:?} {expected:?} at {d}: {text}");
        }
        let forms = Form::ALL.map(|form| worth.tenpai_in(form)[draws]);
        assert!(forms.iter().all(|&x| x < worth.tenpai()[draws] + CLOSE));
        assert!(forms.iter().sum::<f64>() > worth.tenpai()[draws] - CLOSE);
    }
    let order = |x: &Discard| {
        let order = [x.worth().win()[draws], x.worth().tenpai()[draws]];
        if question.objective() == Objective::Win { order } else { [order[1], order[0]] }
    };
    for pair in answer.discards().windows(2) {
        let [a, b] = [order(&pair[0]), order(&pair[1])];
        let apart = if (a[0] - b[0]).abs() > CLOSE { a[0] - b[0] } else { a[1] - b[1] };
        assert!(apart > -2.0 * CLOSE, "{a:?} {b:?} {text}");
    }
    let mut slow = distance(question);
    let hand = held(question);
    assert_eq!(answer.distance(), Some(u32::from(slow.distance(&hand))), "{text}");
    assert_eq!(answer.is_won(), slow.distance(&hand) == 0);
    for discard in answer.discards() {
        let kind = discard.tile().index();
        let mut slow = after(question, kind);
        let distance = u32::from(slow.distance(&without(hand, kind)));
        assert_eq!(discard.distance(), Some(distance), "{text}");
    }
}

/// Distances after a discard. A tile that is waited for again has been seen; of one that is
/// not needed it does not matter.
fn after(question: &Question, kind: usize) -> Distance {
    let mut slow = distance(question);
    if question.method() == Method::Plain && !slow.unneeded(&held(question)).contains(&kind) {
        let limits = without(slow.limits, kind);
        slow = Distance::new(limits, slow.groups, slow.forms);
    }
    slow
}

/// Type 1 by the recurrence.
/// `None` where it claims more tiles than there are.
fn plainly(question: &Question) -> Option<Expected> {
    let mut plain = Plain::new(distance(question), clock(question), ready(question));
    let hand = held(question);
    if !question.situation().hand().has_drawn() {
        let worth = plain.worth(&hand);
        return (!plain.beyond).then(|| [(None, worth)].into());
    }
    let discards = match question.all_discards() {
        true => kinds(hand).collect(),
        false => plain.distance.unneeded(&hand),
    };
    let worth = |kind| {
        let mut plain = Plain::new(after(question, kind), clock(question), ready(question));
        let worth = plain.worth(&without(hand, kind));
        (!plain.beyond).then_some((Some(kind), worth))
    };
    discards.into_iter().map(worth).collect()
}

/// Type 2 by the graph.
fn widely(question: &Question) -> Expected {
    let Method::Improve { extra, divisor } = question.method() else { unreachable!() };
    let hand = held(question);
    let graph = Graph::improve(&mut distance(question), &hand, extra);
    let swept = graph.sweep(divisor, &clock(question), ready(question));
    if !question.situation().hand().has_drawn() {
        return [(None, swept.worth(graph.place(&hand).unwrap()))].into();
    }
    let places = kinds(hand).filter_map(|kind| Some((kind, graph.place(&without(hand, kind))?)));
    places.map(|(kind, place)| (Some(kind), swept.worth(place))).collect()
}

/// A question about a random hand: turns and draws, aims, forms, discards.
fn any_question(dealer: &mut Dealer, wish: &Wish) -> Question {
    let mut question = question(dealer.deal(wish));
    if dealer.below(2) == 0 {
        question = left(question, dealer.below(7));
    }
    if dealer.below(4) == 0 {
        question = question.with_objective(Objective::Tenpai);
    }
    question = question.with_all_discards(dealer.below(3) == 0);
    let forms = Form::ALL.into_iter().filter(|_| dealer.below(2) == 0);
    let forms = forms.fold(Forms::NONE, Forms::with);
    if let Ok(fewer) = question.clone().with_forms(forms)
        && wish.distance.contains(&distance(&fewer).distance(&held(&fewer)))
    {
        question = fewer;
    }
    question
}

// Without improvement.

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
        for divisor in [Divisor::Wall, Divisor::Constant, Divisor::Split] {
            let mut slow = distance(&question);
            let (graph, question) = match extra {
                0 if divisor != Divisor::Wall => continue,
                0 => (Graph::plain(&mut slow, &hand), question.clone()),
                _ => {
                    let extra = extra as u8 - 1;
                    let question = improving(question.clone(), extra, divisor);
                    (Graph::improve(&mut slow, &hand, extra), question)
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
fn check_played(question: &Question) {
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

// With improvement.

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
        let divisor = [Divisor::Split, Divisor::Wall, Divisor::Constant][round / 3 % 3];
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
        let question = improving(question, extra as u8, Divisor::Split);
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

// The best there is.

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
        for (extra, divisor) in [(0, Divisor::Split), (1, Divisor::Wall), (1, Divisor::Split)] {
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

// The policy.

fn verify(policy: &Policy, question: &Question, hand: &Counts, games: u64, seed: u64) -> Verified {
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
fn check_steps(
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

// What was not so once.

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
    let graph = Graph::improve(&mut distance(&question), &held(&question), 0);
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

// Symmetry.

/// Where each kind goes: suits and honours change places, suits are mirrored.
fn any_map() -> impl Strategy<Value = [usize; KINDS]> {
    let suits = Just(vec![0, 1, 2]).prop_shuffle();
    let honours = Just((27..34).collect::<Vec<usize>>()).prop_shuffle();
    (suits, any::<bool>(), honours).prop_map(|(suits, mirror, honours)| {
        std::array::from_fn(|kind| match kind {
            27.. => honours[kind - 27],
            _ if mirror => 9 * suits[kind / 9] + 8 - kind % 9,
            _ => 9 * suits[kind / 9] + kind % 9,
        })
    })
}

fn mapped(situation: &Situation, map: &[usize; KINDS]) -> Situation {
    let turn = |counts: Counts| {
        let mut turned = [0; KINDS];
        (0..KINDS).for_each(|kind| turned[map[kind]] = counts[kind]);
        bag(&turned)
    };
    let hand = situation.hand();
    let meld = |meld: &Meld| Meld::new(meld.kind(), turn(meld.tiles().counts())).unwrap();
    let hand = Hand::new(turn(hand.concealed().counts()), hand.melds().iter().map(meld).collect());
    Situation::new(hand.unwrap(), situation.players())
        .and_then(|table| table.with_dora(turn(situation.dora().counts())))
        .and_then(|table| table.with_seen(turn(situation.seen().counts())))
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn suits_and_honours_may_change_places(seed: u64, map in any_map(), kind in 0..5usize) {
        let mut dealer = Dealer::new(seed);
        let (method, groups, most) = match kind {
            0 => (Method::Improve { extra: 0, divisor: Divisor::Split }, 4, 3),
            1 => (Method::Improve { extra: 1, divisor: Divisor::Constant }, 2, 2),
            _ => (Method::Plain, 4, 4),
        };
        let wish = Wish { groups: 1..=groups, distance: 1..=most, unknown: true, seen: 20 };
        let here = dealer.deal(&wish);
        prop_assume!(here.players() == Players::Four);
        let there = mapped(&here, &map);
        let [here, there] = [here, there].map(|x| question(x).with_method(method).unwrap());
        let answers = [answer(&here), answer(&there)];
        let [a, b] = [worths(&answers[0]), worths(&answers[1])];
        prop_assert_eq!(a.len(), b.len());
        for (discard, worth) in a {
            let other = b[&discard.map(|kind| map[kind])];
            for (x, y) in worth.win().iter().zip(other.win()) {
                prop_assert!((x - y).abs() < CLOSE, "{} {}", text(&here), text(&there));
            }
        }
    }
}

// Figures from elsewhere.

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
fn out_of_reach(hand: &str) -> Question {
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

// Many at once, and none.

#[test]
fn many_questions_at_once() {
    let mut dealer = Dealer::new(9);
    let wish = Wish { groups: 0..=4, distance: 0..=3, unknown: true, seen: 8 };
    let mut questions = Vec::new();
    for round in 0..60 {
        let question = any_question(&mut dealer, &wish);
        questions.push(match round % 6 {
            4 => improving(question, 0, Divisor::Wall),
            5 => question.with_most_states(1).unwrap(),
            _ => question,
        });
    }
    let answers = Solver::answer_all(&questions);
    assert_eq!(answers.len(), questions.len());
    let mut refused = 0;
    for (question, found) in questions.iter().zip(answers) {
        assert_eq!(
            found,
            Solver::default().answer(question).map_err(Stopped::from),
            "{}",
            text(question)
        );
        refused += usize::from(found.is_err());
    }
    assert!((1..=10).contains(&refused));
    assert!(Solver::answer_all(&[]).is_empty());
}

#[test]
fn what_is_too_much_is_refused() {
    let start = question(situation("234578m1689p357s1z"));
    let small = start.clone().with_most_states(100).unwrap();
    let refused = Solver::default().answer(&small).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("max-states", Problem::TooManyStates));
    let wide = improving(start.clone(), 2, Divisor::Split).with_most_states(10_000).unwrap();
    let refused = Solver::default().answer(&wide).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("max-states", Problem::TooManyStates));
    for states in [0, 1 << 40] {
        let refused = start.clone().with_most_states(states).unwrap_err();
        assert_eq!((refused.field, refused.problem), ("max-states", BadValue::OutOfRange.into()));
    }
    assert!(start.clone().with_draws(Draws::Left(70)).is_ok());
    let refused = start.clone().with_draws(Draws::Left(71)).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("draws-left", BadValue::OutOfRange.into()));
    let method = Method::Improve { extra: 4, divisor: Divisor::Split };
    let refused = start.clone().with_method(method).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("improve", BadValue::OutOfRange.into()));
    let melded = question(situation("23478m56p"));
    let refused = melded.clone().with_forms(Forms::NONE.with(Form::SevenPairs)).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("form", BadValue::Conflict.into()));
    let (_, plan) = policy(&melded);
    let hand = melded.situation().hand().concealed();
    let go = |_| ControlFlow::Continue(());
    let refused = plan.verify(melded.situation(), hand, 100, 1, go).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("verify", Problem::UnknownMelds));
    let (_, plan) = policy(&start);
    let refused = plan.verify(start.situation(), hand, 0, 1, go).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("verify", BadValue::OutOfRange.into()));
    for (question, field, problem) in [
        (
            left(start.clone(), MAX_OPTIMAL_DRAWS + 1),
            "draws-left",
            Problem::from(BadValue::OutOfRange),
        ),
        (left(melded, 2), "optimal", Problem::UnknownMelds),
        (
            left(start.clone(), 4).with_most_states(10).unwrap(),
            "max-states",
            Problem::TooManyStates,
        ),
    ] {
        let Err(Stopped::Refused(refused)) =
            Optimal::new(&question, &mut |_| ControlFlow::Continue(()))
        else {
            panic!("not refused")
        };
        assert_eq!((refused.field, refused.problem), (field, problem));
    }
    // Whoever watches may break it off.
    let wide = improving(start, 1, Divisor::Split);
    let stopped = Solver::default().answer_watched(&wide, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(Stopped::Cancelled));
}
