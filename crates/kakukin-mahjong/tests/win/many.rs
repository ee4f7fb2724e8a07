//! Many questions at once, and what is refused.

use crate::{
    any_question, improving, left, policy, question, situation,
    slow::deal::{Dealer, Wish},
    text,
};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Divisor, Draws, Form, Forms, MAX_OPTIMAL_DRAWS, Method, Optimal, Problem, Solver, Stopped,
};
use std::ops::ControlFlow;

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
