//! The chance to win against oracles that share no code with it: graphs built hand by hand,
//! every order in which the wall can be drawn, dealt games, figures worked out elsewhere.

mod improve;
mod known;
mod many;
mod plain;
mod played;
mod regressions;
mod symmetry;

#[path = "../slow/mod.rs"]
mod slow;

use kakukin_mahjong::{
    Answer, Bag, Discard, Divisor, Draws, Form, Forms, Method, Objective, Players, Policy,
    Question, Situation, Solver, Worth,
};
use slow::{
    Clock, Counts, Distance, Plain,
    deal::{Dealer, Wish},
    graph::Graph,
    kinds, without,
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
    let graph = Graph::improve(&mut distance(question), &hand, extra, divisor);
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
