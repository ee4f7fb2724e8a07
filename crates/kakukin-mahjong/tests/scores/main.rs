//! Expected scores against oracles that share no code with them: every tile that the wall can
//! give, points by the plain scorer, and dealt games.

mod dealt;
mod played;
mod questions;
mod relations;
mod table;

#[path = "../slow/mod.rs"]
mod slow;

use kakukin_mahjong::{
    Bag, Players, Prospect, ScoreAnswer, ScorePolicy, ScoreQuestion, ScoreSolver, Situation, Tile,
};
use slow::expect::Figures;
use std::ops::ControlFlow;

const CLOSE: f64 = 1e-9;
/// Different sums of the same chances.
const TINY: f64 = 1e-12;

/// Everything that a failed comparison should say.
fn text(question: &ScoreQuestion) -> String {
    let (asked, terms) = (question.question(), question.terms());
    let table = asked.situation();
    format!(
        "{} {:?} dora {} seen {} reds {:?} north {} draws {} of {} {terms:?}",
        table.hand(),
        table.players(),
        table.dora(),
        table.seen(),
        table.visible_reds(),
        table.north(),
        asked.draws(),
        table.unseen(),
    )
}

fn answer(question: &ScoreQuestion) -> ScoreAnswer {
    ScoreSolver::default().answer(question).unwrap()
}

/// A discard and whether it is red; none of a hand that has not drawn.
type Thrown = Option<(Tile, bool)>;

fn policy(question: &ScoreQuestion, thrown: Thrown) -> (ScoreAnswer, ScorePolicy) {
    let mut report = |_| ControlFlow::Continue(());
    let (answer, policy) = ScoreSolver::default().policy(question, thrown, &mut report).unwrap();
    (answer, policy.unwrap())
}

fn figures(prospect: &Prospect, draws: usize) -> Figures {
    [
        prospect.score()[draws],
        prospect.win()[draws],
        prospect.tenpai()[draws],
        prospect.tenpai_at_end()[draws],
    ]
}

/// Every discard that an answer lists, or the hand itself.
fn prospects(answer: &ScoreAnswer) -> Vec<(Thrown, &Prospect)> {
    let own = answer.waiting().map(|prospect| (None, prospect));
    own.into_iter()
        .chain(answer.discards().iter().map(|x| (Some((x.tile(), x.is_red())), x.prospect())))
        .collect()
}

fn standard(hand: &str) -> Situation {
    Situation::new(hand.parse().unwrap(), Players::Four)
        .and_then(|table| table.with_dora(Bag::parse("dora", "9p").unwrap()))
        .unwrap()
}
