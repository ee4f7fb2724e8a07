//! One answer for a hand: what is read off one solved question is what questions that are solved
//! by themselves would say.

use kakukin_core::Confidence;
use kakukin_mahjong::{
    Aim, Bag, Divisor, EQUAL, EQUAL_POINTS, Games, Hand, Keep, Method, Objective, Players, Problem,
    Question, ScoreQuestion, ScoreSolver, Situation, Solver, Stopped, Terms, Tile,
};
use std::ops::ControlFlow;

const IMPROVE: Method = Method::Improve { extra: 1, divisor: Divisor::Gone };

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn table(hand: &str) -> Situation {
    let hand: Hand = hand.parse().unwrap();
    let dora = Bag::parse("dora", "7s").unwrap();
    Situation::new(hand, Players::Four).unwrap().with_dora(dora).unwrap()
}

fn ask(hand: &str, draws: u32, method: Method, all: bool) -> Question {
    let question = Question::from_now(table(hand), draws).unwrap();
    question.with_method(method).unwrap().with_all_discards(all)
}

/// Hands that have drawn and that have not, near and far, complete ones, with red fives; with and
/// without moves to spare.
fn questions() -> Vec<ScoreQuestion> {
    let cases = [
        ("34567m2246p34088s", 12, Method::Plain, false),
        ("34567m2246p34088s", 7, IMPROVE, false),
        ("34567m2246p3408s", 9, Method::Plain, false),
        ("234m456799p22678s", 10, Method::Plain, true),
        // Complete: every discard takes it farther.
        ("223344067789p55s", 6, Method::Plain, false),
        ("223344067789p55s", 4, IMPROVE, false),
    ];
    let aims = Aim::ALL.into_iter().cycle();
    let cases = cases.into_iter().zip(aims);
    cases
        .map(|((hand, draws, method, all), aim)| {
            let terms = Terms { aim, ..Terms::default() };
            ScoreQuestion::new(ask(hand, draws, method, all), terms).unwrap()
        })
        .collect()
}

fn games() -> Games {
    let confidence = Confidence::new(&"95%".parse().unwrap()).unwrap();
    Games { number: 300, seed: 7, confidence }
}

#[test]
fn one_solve_says_what_many_say() {
    for question in questions() {
        let mut solver = ScoreSolver::default();
        let mut solved = solver.solve_once(&question, Keep::Policy, &mut go_on).unwrap();
        let answer = solved.answer().clone();
        assert_eq!(answer, ScoreSolver::default().answer(&question).unwrap());
        let drawn = question.question().situation().hand().has_drawn();
        let roots: Vec<Option<(Tile, bool)>> = if drawn {
            answer.discards().iter().map(|own| Some((own.tile(), own.is_red()))).collect()
        } else {
            vec![None]
        };
        assert_eq!(solved.best(), roots[0]);
        // In an order in which one could spoil another.
        let advice = drawn.then(|| solved.advice(&mut go_on).unwrap().clone());
        for &root in roots.iter().rev().chain(&roots) {
            let alone = ScoreSolver::default().policy(&question, root, &mut go_on).unwrap().1;
            let mut alone = alone.expect("a way of playing");
            let dealt = alone.verify(300, 7, go_on).unwrap();
            let steps = alone.explain(2).unwrap();
            let outcomes = alone.outcomes(&mut go_on).unwrap();
            assert!(solved.knows(root));
            assert_eq!(solved.explain(root, 2).unwrap(), Some(steps));
            assert_eq!(solved.outcomes(root, &mut go_on).unwrap(), Some(outcomes.clone()));
            let check = solved.check(root, &games(), go_on).unwrap().unwrap();
            assert_eq!((check.games, check.win.count), (300, dealt.wins));
            assert_eq!(check.tenpai.count, dealt.tenpai);
            let score = check.score.unwrap();
            assert_eq!((score.mean, score.error), alone.mean(&dealt));
            // The figures beside them are those of the answer, and the wins add up to them.
            let prospect = answer.prospect_of(root).unwrap();
            assert_eq!(check.win.figure, *prospect.win().last().unwrap());
            assert!((outcomes.win() - check.win.figure).abs() < 1e-9, "{root:?}");
        }
        if let Some(advice) = advice {
            assert_eq!(solved.advice(&mut go_on).unwrap(), &advice);
        }
        assert_eq!(solver.solves(), 1);
    }
}

#[test]
fn groups_hold_every_discard_once_and_only_equals() {
    let mut together = 0;
    for question in questions() {
        let answer = ScoreSolver::default().answer(&question).unwrap();
        let groups = answer.groups();
        let mut places: Vec<usize> = groups.concat();
        places.sort_unstable();
        assert_eq!(places, (0..answer.discards().len()).collect::<Vec<_>>());
        let far =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        for (k, group) in groups.iter().enumerate() {
            together += group.len() - 1;
            let first = answer.discards()[group[0]].prospect();
            for &other in group {
                let own = answer.discards()[other].prospect();
                assert!(far(first.score(), own.score()) < EQUAL_POINTS);
                assert!(far(first.win(), own.win()) < EQUAL);
                let aim = question.terms().aim;
                assert_eq!(answer.is_best(group[0], aim), answer.is_best(other, aim));
            }
            for later in &groups[k + 1..] {
                let (a, b) = (&answer.discards()[group[0]], &answer.discards()[later[0]]);
                let (x, y) = (a.prospect(), b.prospect());
                let apart = far(x.score(), y.score()) >= EQUAL_POINTS
                    || far(x.win(), y.win()) >= EQUAL
                    || far(x.tenpai(), y.tenpai()) >= EQUAL
                    || far(x.tenpai_at_end(), y.tenpai_at_end()) >= EQUAL
                    || a.distance() != b.distance()
                    || a.is_riichi() != b.is_riichi();
                assert!(apart, "{k}");
            }
        }
        let draws = question.question().draws();
        if !answer.discards().is_empty() {
            let best = answer.best_with(draws, question.terms().aim);
            let now: Vec<bool> =
                (0..best.len()).map(|k| answer.is_best(k, question.terms().aim)).collect();
            assert_eq!(best, now);
        }
    }
    assert!(together > 0);
}

/// What does not fit is answered without the way of playing, unless that is what is wanted.
#[test]
fn without_room_there_is_the_answer_alone() {
    // Without riichi there are no ura indicators, whose exact sum takes room of its own.
    let terms = Terms { riichi: false, ..Terms::default() };
    let whole = ask("234578m1689p357s1z", 8, Method::Plain, false);
    let within =
        |kept: usize| ScoreQuestion::new(whole.clone().with_most_kept(kept), terms).unwrap();
    let mut solver = ScoreSolver::default();
    let mut fits =
        |kept: usize, keep: Keep| match solver.solve_once(&within(kept), keep, &mut go_on) {
            Ok(_) => true,
            Err(Stopped::Refused(error)) if error.problem == Problem::TooManyKept => false,
            Err(stopped) => panic!("{stopped}"),
        };
    let mut bounds = (0..60).map(|k| (1000.0 * 1.2_f64.powi(k)) as usize);
    let kept = bounds.find(|&kept| fits(kept, Keep::Answer)).unwrap();
    assert!(fits(kept, Keep::IfRoom) && !fits(kept, Keep::Policy));
    let question = within(kept);
    let mut solved = solver.solve_once(&question, Keep::IfRoom, &mut go_on).unwrap();
    assert!(!solved.is_kept() && solved.held() == 0);
    assert_eq!(solved.explain(solved.best(), 1).unwrap(), None);
    assert_eq!(solved.outcomes(solved.best(), &mut go_on).unwrap(), None);
    let mut roomy = solver.solve_once(&within(usize::MAX), Keep::IfRoom, &mut go_on).unwrap();
    assert!(roomy.is_kept() && roomy.held() > 0);
    assert_eq!(roomy.answer().discards(), solved.answer().discards());
    // What was read off it stays when the way of playing goes.
    let best = roomy.best();
    let outcomes = roomy.outcomes(best, &mut go_on).unwrap();
    let advice = roomy.advice(&mut go_on).unwrap().clone();
    roomy.forget();
    assert!(!roomy.is_kept() && roomy.explain(best, 1).unwrap().is_none());
    assert_eq!(roomy.outcomes(best, &mut go_on).unwrap(), outcomes);
    assert_eq!(roomy.advice(&mut go_on).unwrap(), &advice);
}

#[test]
fn chances_come_from_one_solve_too() {
    for (hand, method, all) in [
        ("34567m2246p34588s", Method::Plain, true),
        ("34567m2246p34588s", IMPROVE, false),
        ("34567m2246p3458s", Method::Plain, false),
    ] {
        for objective in [Objective::Win, Objective::Tenpai] {
            let question = ask(hand, 8, method, all).with_objective(objective);
            let mut solver = Solver::default();
            let mut solved = solver.solve_once(&question, None, Keep::Policy, &mut go_on).unwrap();
            let answer = solved.answer().clone();
            assert_eq!(answer, Solver::default().answer(&question).unwrap());
            let mut places: Vec<usize> = answer.groups().concat();
            places.sort_unstable();
            assert_eq!(places, (0..answer.discards().len()).collect::<Vec<_>>());
            let mut roots: Vec<Option<Tile>> =
                answer.discards().iter().map(|own| Some(own.tile())).collect();
            if roots.is_empty() {
                roots.push(None);
            }
            assert_eq!(solved.best(), Some(roots[0]));
            let mut kept = 0;
            for root in roots {
                if !solved.is_kept(root) {
                    assert_ne!(answer.discards()[0].distance(), None);
                    let far = answer.discards().iter().find(|own| Some(own.tile()) == root);
                    assert_ne!(far.unwrap().distance(), answer.distance());
                    continue;
                }
                kept += 1;
                let situation = question.situation();
                let tiles = situation.hand().concealed();
                let waiting = root.map_or(tiles, |tile| tiles.without(tile));
                let limits = situation.limits();
                let limits = root.map_or(limits, |tile| limits.without(tile));
                let mut alone = Solver::default().policy(&question, root, &mut go_on).unwrap().1;
                let steps = alone.explain(waiting, limits, 2).unwrap();
                assert_eq!(solved.explain(root, 2).unwrap(), Some(steps));
                let dealt = alone.verify(situation, waiting, 300, 7, go_on).unwrap();
                let check = solved.check(root, &games(), go_on).unwrap().unwrap();
                assert_eq!((check.win.count, check.tenpai.count), (dealt.wins, dealt.tenpai));
                assert!(check.score.is_none() && check.is_finished());
            }
            assert!(kept > 0);
            assert_eq!(solver.solves(), 1);
        }
    }
}
