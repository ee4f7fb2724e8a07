//! What must hold between the figures of an answer, and between answers.

use crate::{
    CLOSE, TINY, Thrown, answer, figures,
    played::Seen,
    policy, prospects,
    questions::{Wish, deal, wide},
    slow::{deal::Dealer, less, table::coloured},
    standard, text,
};
use kakukin_mahjong::{
    Aim, Bag, Discard, Divisor, Hand, Keep, Method, Objective, Players, Question, Reason, Rules,
    ScoreAnswer, ScoreQuestion, ScoreSolver, Situation, Solver, Terms, Yaku,
};
use std::ops::ControlFlow;

pub(crate) fn ask(question: &ScoreQuestion, method: Method, terms: Terms) -> ScoreQuestion {
    let question = question.question().clone().with_method(method).unwrap();
    ScoreQuestion::new(question, terms).unwrap()
}

/// All that must hold of any answer.
fn sound(question: &ScoreQuestion, answer: &ScoreAnswer) {
    let text = text(question);
    let (draws, aim) = (question.question().draws(), question.terms().aim);
    let plain = question.question().method() == Method::Plain;
    let closed = question.question().situation().hand().is_closed();
    for (thrown, prospect) in prospects(answer) {
        let columns =
            [prospect.score(), prospect.win(), prospect.tenpai(), prospect.tenpai_at_end()];
        assert!(columns.iter().all(|column| column.len() == draws + 1), "{text}");
        for d in 0..=draws {
            let now @ [_, win, tenpai, ready] = figures(prospect, d);
            let about = || format!("{thrown:?} {d} {now:?} {text}");
            let chances = [win, tenpai, ready];
            assert!(chances.iter().all(|x| (-TINY..=1.0 + TINY).contains(x)), "{}", about());
            assert!(win + ready <= tenpai + TINY, "{}", about());
            // Without improvement a hand that was ready once stays so.
            assert!(!plain || win + ready > tenpai - TINY, "{}", about());
            let before = figures(prospect, d.saturating_sub(1));
            // An open hand may have to throw what only the last draw makes a win.
            assert!(aim != Aim::Win || !closed || win > before[1] - TINY, "{}", about());
            assert!(aim != Aim::Tenpai || tenpai > before[2] - TINY, "{}", about());
        }
        assert_eq!(prospect.win()[0], 0.0);
    }
    let order = match aim {
        Aim::Score | Aim::Balance => [0, 1, 2],
        Aim::Win => [1, 0, 2],
        Aim::Tenpai => [2, 0, 1],
    };
    for pair in answer.discards().windows(2) {
        let [a, b] = [0, 1].map(|k| figures(pair[k].prospect(), draws));
        for column in order {
            let equal = if column == 0 { 2e-7 } else { 2e-12 };
            if (a[column] - b[column]).abs() > equal {
                assert!(a[column] > b[column], "{a:?} {b:?} {text}");
                break;
            }
        }
    }
}

/// Who wants only to win, or to be ready, has the chances of one who asks for nothing else.
#[test]
fn chances_are_all_the_same() {
    let mut dealer = Dealer::new(13);
    let (mut compared, mut worst) = (0, 0.0f64);
    for round in 0..120 {
        let draws = if round % 2 == 0 { None } else { Some(1 + dealer.below(17)) };
        let extra = [None, Some(0), Some(1)][round % 3];
        let most = [3, 3, 2][round % 3];
        let question = deal(&mut dealer, &wide(round % 4 < 2, 1..=most, draws));
        let divisor = [Divisor::Split, Divisor::Constant, Divisor::Wall][round / 6 % 3];
        let method = extra.map_or(Method::Plain, |extra| Method::Improve { extra, divisor });
        // The wall's chances may not add up to one.
        let adds_up = extra.is_none() || divisor != Divisor::Wall;
        let sound = |question: &ScoreQuestion, answer: &ScoreAnswer| {
            if adds_up {
                sound(question, answer);
            }
        };
        // Open hands may lack a yaku.
        let closed = question.question().situation().hand().is_closed();
        for (aim, objective) in [(Aim::Win, Objective::Win), (Aim::Tenpai, Objective::Tenpai)] {
            if aim == Aim::Win && !closed {
                continue;
            }
            let question = ask(&question, method, Terms { aim, ..*question.terms() });
            let answer = answer(&question);
            sound(&question, &answer);
            let asked = question.question().clone().with_objective(objective);
            let plain = Solver::default().answer(&asked).unwrap();
            assert_eq!(answer.distance(), plain.distance());
            for (thrown, prospect) in prospects(&answer) {
                let discard = |x: &&Discard| thrown.is_some_and(|(tile, _)| x.tile() == tile);
                let worth = match thrown {
                    None => plain.waiting().unwrap(),
                    Some(_) => plain.discards().iter().find(discard).unwrap().worth(),
                };
                let [own, other] = match aim {
                    Aim::Win => [prospect.win(), worth.win()],
                    _ => [prospect.tenpai(), worth.tenpai()],
                };
                for (a, b) in own.iter().zip(other) {
                    worst = worst.max((a - b).abs());
                    let about = || format!("{thrown:?} {method:?} {}", text(&question));
                    assert!((a - b).abs() < TINY, "{a} {b} {}", about());
                }
                compared += 1;
            }
        }
        let question = ask(&question, method, Terms { aim: Aim::Score, ..*question.terms() });
        sound(&question, &answer(&question));
    }
    assert!(compared > 300, "{compared} {worst}");
}

/// The scores of all discards, each with every number of draws left.
fn scores(question: &ScoreQuestion) -> Vec<(Thrown, Vec<f64>)> {
    let answer = answer(question);
    sound(question, &answer);
    let mut all: Vec<(Thrown, Vec<f64>)> =
        prospects(&answer).iter().map(|(thrown, x)| (*thrown, x.score().to_vec())).collect();
    all.sort_by_key(|(thrown, _)| *thrown);
    all
}

/// Never less than the other by more than a part of it, and not more than so much above.
fn at_least(
    question: &ScoreQuestion,
    more: &[(Thrown, Vec<f64>)],
    less: &[(Thrown, Vec<f64>)],
    part: f64,
    most: f64,
) {
    assert_eq!(more.len(), less.len());
    for (more, less) in more.iter().zip(less) {
        assert_eq!(more.0, less.0);
        for (a, b) in more.1.iter().zip(&less.1) {
            let near = part * b.abs().max(1.0);
            let fits = *a > b - near && *a < b + most + near;
            assert!(fits, "{a} {b} {:?} {}", more.0, text(question));
        }
    }
}

/// More on the table, more dora, or points as the aim: never less points.
#[test]
fn more_is_not_less() {
    let mut dealer = Dealer::new(14);
    for round in 0..60 {
        let draws = if round % 2 == 0 { None } else { Some(1 + dealer.below(17)) };
        let question = deal(&mut dealer, &wide(round % 4 < 2, 1..=3, draws));
        let terms = Terms { refuse: false, aim: Aim::Score, ..*question.terms() };
        let question = ask(&question, Method::Plain, terms);
        let seen = Seen::new(&question);
        // Where ura count, decisions are made with a good guess at them.
        let part = if seen.ura() > 0 { 1e-3 } else { CLOSE };
        let plain = scores(&question);
        let stakes = terms.stakes;
        let honba = Terms { stakes: stakes.with_honba(stakes.honba() + 1).unwrap(), ..terms };
        let sticks = Terms { stakes: stakes.with_sticks(stakes.sticks() + 2).unwrap(), ..terms };
        for terms in [honba, sticks] {
            let more = ask(&question, Method::Plain, terms);
            let added = Seen::new(&more).extra() - seen.extra();
            assert!(added > 0.0);
            at_least(&more, &scores(&more), &plain, part, added);
        }
        for aim in [Aim::Win, Aim::Tenpai] {
            let other = ask(&question, Method::Plain, Terms { aim, ..terms });
            at_least(&other, &plain, &scores(&other), part, f64::INFINITY);
        }
        let refusing = ask(&question, Method::Plain, Terms { refuse: true, ..terms });
        at_least(&refusing, &scores(&refusing), &plain, 1e-3, f64::INFINITY);
        let silent = ask(&question, Method::Plain, Terms { riichi: false, ..terms });
        at_least(&silent, &plain, &scores(&silent), part, f64::INFINITY);
        // The indicator as a tile like any other.
        let table = question.question().situation();
        let mut counts = table.seen().counts();
        table.dora().iter().for_each(|tile| counts[tile.index()] += 1);
        let own = table.hand().melds().iter().map(|meld| meld.bag().reds().counts());
        let mut reds = table.visible_reds().counts();
        for own in own.chain([table.hand().reds().counts()]) {
            (0..3).for_each(|suit| reds[suit] -= own[suit]);
        }
        let less = Situation::new(table.hand().clone(), table.players())
            .and_then(|less| less.with_north(table.north()))
            .and_then(|less| less.with_seen(coloured(&counts, reds)))
            .unwrap();
        let less = match draws {
            Some(draws) => Question::from_now(less, draws as u32),
            None => Question::new(less),
        };
        let less = less.unwrap().with_all_discards(question.question().all_discards());
        let less = ScoreQuestion::new(less, terms).unwrap();
        at_least(&less, &plain, &scores(&less), part, f64::INFINITY);
    }
}

/// Where the rules have no red fives there are none.
#[test]
fn red_fives_need_rules() {
    let table = |hand: &str| Situation::new(hand.parse().unwrap(), Players::Four).unwrap();
    let asked = |table| Question::new(table).unwrap();
    let rules = Rules::default().set("reds=0").unwrap();
    let terms = Terms { stakes: Terms::default().stakes.with_rules(rules), ..Terms::default() };
    for (hand, fits) in [
        ("234678m234567p5s1z", true),
        ("234678m234067p5s1z", false),
        ("1123m chi:340p pon:111z pon:222z", false),
    ] {
        let without = ScoreQuestion::new(asked(table(hand)), terms);
        assert_eq!(without.is_ok(), fits, "{hand}");
        assert!(ScoreQuestion::new(asked(table(hand)), Terms::default()).is_ok());
    }
    let seen = table("234678m234567p5s1z").with_seen(Bag::parse("seen", "0s").unwrap()).unwrap();
    assert!(ScoreQuestion::new(asked(seen), terms).is_err());
    // Two of them in one suit.
    let two = table("234678m234007p5s1z");
    assert!(ScoreQuestion::new(asked(two), Terms::default()).is_err());
}

/// Points and yaku of the wins add up to the figures, and every part is a part.
#[test]
fn outcomes_add_up() {
    let mut dealer = Dealer::new(21);
    let (mut compared, mut won) = (0, 0);
    for round in 0..90 {
        let extra = [None, Some(0), Some(1)][round % 3];
        let draws = [Some(2 + dealer.below(12)), None][round % 2];
        let wish = Wish { indicators: round % 4, ..wide(round % 5 > 0, 1..=2, draws) };
        let question = deal(&mut dealer, &wish);
        let divisor = Divisor::Split;
        let method = extra.map_or(Method::Plain, |extra| Method::Improve { extra, divisor });
        let terms = Terms { others_ready: None, ..*question.terms() };
        let question = ask(&question, method, terms);
        for (thrown, prospect) in prospects(&answer(&question)) {
            let mut policy = policy(&question, thrown).1;
            let outcomes = policy.outcomes(&mut |_| ControlFlow::Continue(())).unwrap();
            let [score, win, tenpai, _] = figures(prospect, policy.draws());
            let about = format!("{thrown:?} {method:?} {outcomes:?} {}", text(&question));
            assert!((outcomes.win() - win).abs() < CLOSE, "{win} {about}");
            let sum = outcomes.mean() * outcomes.win();
            assert!((sum - score).abs() < CLOSE * score.max(1.0), "{score} {sum} {about}");
            assert!(outcomes.riichi() <= tenpai + CLOSE, "{about}");
            for (yaku, share, han) in outcomes.yaku() {
                assert!(
                    share > 0.0 && share < 1.0 + CLOSE && han > 1.0 - CLOSE,
                    "{yaku:?} {about}"
                );
            }
            let share = |wanted| outcomes.yaku().find(|x| x.0 == wanted).map_or(0.0, |x| x.1);
            let riichi = share(Yaku::Riichi) + share(Yaku::DoubleRiichi);
            assert!(riichi * win <= outcomes.riichi() + CLOSE, "{about}");
            compared += 1;
            won += usize::from(win > 0.0);
        }
    }
    assert!(compared > 200 && won > 150, "{compared} {won}");
}

/// What an explanation says of each draw adds up to what the hand is worth before it.
#[test]
fn explanations_add_up() {
    let mut dealer = Dealer::new(34);
    let mut compared = 0;
    for _ in 0..60 {
        let draws = 2 + dealer.below(10);
        let wish = Wish { indicators: 0, ..wide(true, 2..=3, Some(draws)) };
        let question = deal(&mut dealer, &wish);
        let question = ask(&question, Method::Plain, Terms { refuse: false, ..*question.terms() });
        let answer = answer(&question);
        let unseen = f64::from(question.question().situation().unseen());
        for discard in answer.discards().iter().filter(|x| x.distance() == answer.distance()) {
            let thrown = Some((discard.tile(), discard.is_red()));
            let steps = policy(&question, thrown).1.explain(1).unwrap();
            let before = figures(discard.prospect(), draws - 1);
            let mut sum = [before[0], before[1]];
            for step in &steps {
                let chance = f64::from(step.left) / unseen;
                sum[0] += chance * (step.score - before[0]);
                sum[1] += chance * (step.win - before[1]);
            }
            let now = figures(discard.prospect(), draws);
            for k in 0..2 {
                let apart = (sum[k] - now[k]).abs() / now[k].abs().max(1.0);
                assert!(apart < CLOSE, "{thrown:?} {steps:?} {}", text(&question));
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The last tiles of all: fewer are left than indicators are turned up.
#[test]
fn few_tiles_are_left() {
    let mut left = Players::Four.full_set().counts();
    let hand: Hand = "123456789m11p23s5z".parse().unwrap();
    left = less(left, &hand.concealed().counts());
    let dora = Bag::parse("dora", "2z3z").unwrap();
    left = less(left, &dora.tiles().counts());
    for wanted in ["1s", "1z"] {
        let wanted = Bag::parse("seen", wanted).unwrap();
        left = less(left, &wanted.tiles().counts());
    }
    let table = Situation::new(hand, Players::Four)
        .and_then(|table| table.with_dora(dora))
        .and_then(|table| table.with_seen(coloured(&left, [0; 3])))
        .unwrap();
    for draws in 0..=2 {
        for method in [Method::Plain, Method::Improve { extra: 1, divisor: Divisor::Split }] {
            let question = Question::from_now(table.clone(), draws).unwrap();
            let question = question.with_method(method).unwrap();
            let question = ScoreQuestion::new(question, Terms::default()).unwrap();
            let (answer, policy) = policy(&question, None);
            let best = &answer.discards()[0];
            let dealt = policy.verify(1000, 1, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(dealt.games, 1000);
            if draws == 0 {
                assert!(!best.is_riichi(), "{method:?}");
            }
            if method == Method::Plain {
                assert_eq!(best.is_riichi(), draws > 0);
                let win = best.prospect().win()[draws as usize];
                assert!((win - f64::from(draws) / 2.0).abs() < TINY, "{win}");
                assert_eq!(dealt.wins == 1000, draws == 2);
            }
        }
    }
}

/// To the last bit: neither what a solver did before nor the threads change anything.
#[test]
fn answers_do_not_depend_on_history() {
    let mut dealer = Dealer::new(55);
    let questions: Vec<ScoreQuestion> = (0..24)
        .map(|round| {
            let question = deal(&mut dealer, &wide(true, 1..=3, None));
            let divisor = Divisor::Split;
            let method = Method::Improve { extra: (round % 2) as u8, divisor };
            let method = if round % 3 == 0 { method } else { Method::Plain };
            ask(&question, method, *question.terms())
        })
        .collect();
    let alone: Vec<ScoreAnswer> = questions.iter().map(answer).collect();
    let mut solver = ScoreSolver::default();
    for (question, alone) in questions.iter().zip(&alone).rev() {
        assert_eq!(solver.answer(question).as_ref(), Ok(alone), "{}", text(question));
    }
    let go_on = || ControlFlow::Continue(());
    let together = ScoreSolver::answer_all_until(&questions, &go_on);
    for (answer, alone) in together.iter().zip(&alone) {
        assert_eq!(answer.as_ref(), Ok(alone));
    }
}

/// Only the forms that count are played for.
#[test]
fn forms_are_kept_to() {
    let question = Question::new(standard("1122334455m688p9s")).unwrap();
    let pairs = question.clone().with_forms("seven-pairs".parse().unwrap()).unwrap();
    let share = |question: Question| {
        let question = ScoreQuestion::new(question, Terms::default()).unwrap();
        let mut policy = policy(&question, None).1;
        let outcomes = policy.outcomes(&mut |_| ControlFlow::Continue(())).unwrap();
        let yaku = outcomes.yaku().find(|x| x.0 == Yaku::SevenPairs);
        yaku.map_or(0.0, |x| x.1)
    };
    assert!(share(pairs) > 0.5);
    assert!(share(question) < 1.0);
}

/// What to throw agrees with the answer, and every discard has its reason.
#[test]
fn advice_is_the_answer() {
    let mut dealer = Dealer::new(89);
    for round in 0..40 {
        let question = deal(&mut dealer, &wide(true, 0..=3, None));
        let divisor = Divisor::Split;
        let method = Method::Improve { extra: 1, divisor };
        let near = answer(&question).distance().is_some_and(|distance| distance < 3);
        let method = if round % 2 == 0 && near { method } else { Method::Plain };
        let question = ask(&question, method, *question.terms());
        let mut report = |_| ControlFlow::Continue(());
        let mut solver = ScoreSolver::default();
        let mut solved = solver.solve_once(&question, Keep::Policy, &mut report).unwrap();
        let advice = solved.advice(&mut report).unwrap().clone();
        assert_eq!(solver.solves(), 1);
        let own = solved.answer();
        assert_eq!(*own, answer(&question));
        let mut rank = 1;
        for (k, advised) in advice.discards.iter().enumerate() {
            assert_eq!(&advised.discard, &own.discards()[k]);
            assert!(advised.rank == rank || advised.rank == k + 1, "{}", text(&question));
            rank = advised.rank;
            assert!(advised.good_shape.is_none_or(|x| (0.0..1.0 + TINY).contains(&x)));
            if question.terms().aim == Aim::Score {
                assert!(advised.difference < CLOSE * 1e5, "{}", text(&question));
            }
            let others = advice.discards.len() > 1;
            assert_eq!(advised.against.is_some(), others, "{}", text(&question));
            if k > 0 && advised.rank == 1 {
                assert_eq!(advised.reason, Reason::Equal);
            }
            let left = advised.useful.iter().map(|(_, left)| left).sum::<u32>();
            assert_eq!(left, advised.tiles());
        }
    }
}
