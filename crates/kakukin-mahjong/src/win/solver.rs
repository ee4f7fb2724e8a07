//! Answers questions about the chance to win, and keeps what they share.

use super::{
    answer::{Answer, Discard, Worth},
    improve::{Improve, Values},
    plain::Plain,
    policy::{Policy, Source},
    question::{EQUAL, Objective, Question},
};
use crate::{
    InputError, Reds, Tile,
    calls::add_calls_to_win,
    graph::{Hands, Stopped, Watch},
    solve::{Group, Kept, Memory, Report, Root, Solved, Swept, Task, answer_all, unwatched},
};
use std::{cmp::Ordering, ops::ControlFlow, sync::Arc};

/// Answers questions. What one question has met is kept for the next with the same
/// tiles left, such as all hands of the standard situation.
#[derive(Debug, Default)]
pub struct Solver {
    memory: Memory,
    solves: u64,
}

impl Solver {
    /// How many questions it has begun to solve.
    pub fn solves(&self) -> u64 {
        self.solves
    }

    /// The answer.
    pub fn answer(&mut self, question: &Question) -> Result<Answer, InputError> {
        unwatched(|report| self.answer_watched(question, report))
    }

    /// The answer; `report` hears how many states there are so far, several times a second,
    /// and may cancel the work.
    pub fn answer_watched(
        &mut self,
        question: &Question,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Answer, Stopped> {
        self.solve(question, None, report).map(|(answer, _)| answer)
    }

    /// The answers to many questions, in their order, worked out on all cores. Questions about
    /// hands with the same tiles left share what they meet.
    pub fn answer_all(questions: &[Question]) -> Vec<Result<Answer, Stopped>> {
        Self::answer_all_until(questions, &|| ControlFlow::Continue(()))
    }

    /// The same; `go_on` is called several times a second by every thread and may cancel the work.
    /// What was not finished then is [`Stopped::Cancelled`].
    pub fn answer_all_until(
        questions: &[Question],
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Vec<Result<Answer, Stopped>> {
        answer_all(questions, go_on, Self::answer_watched)
    }

    /// The answer, and the way of playing that it belongs to after a discard. Without
    /// one, after any discard that does not take the hand farther.
    pub fn policy(
        &mut self,
        question: &Question,
        after: Option<Tile>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Answer, Policy), Stopped> {
        let limits = question.situation().limits();
        let wanted = |root: &Root| match (root.thrown, after) {
            (Some((tile, _)), Some(after)) => tile == after,
            _ => true,
        };
        let keep = |group: &Group| {
            (after.is_some() || group.limits == limits) && group.roots.iter().any(wanted)
        };
        let (answer, kept) = self.solve(question, Some(&keep), report)?;
        let mut river = question.river();
        let (limits, source) = match kept {
            None => (limits, Source::Nothing),
            Some(Kept::Plain(group, plain)) => {
                river = group.river;
                (group.limits, Source::Plain(Box::new(plain)))
            }
            Some(Kept::Improve(_, graph, values)) => {
                (limits, Source::Improve(Box::new(graph), Arc::new(values)))
            }
        };
        if let Some(thrown) = after {
            river = river.iter().chain([thrown]).collect();
        }
        Ok((answer, Policy::new(question, limits, river, source)))
    }

    fn solve<'q>(
        &mut self,
        question: &'q Question,
        keep: Option<&dyn Fn(&Group) -> bool>,
        report: Report<'_>,
    ) -> Result<(Answer, Option<Kept<Chances<'q>>>), Stopped> {
        self.solves += 1;
        let (solved, kept) = self.memory.solve(&mut Chances(question), keep, report)?;
        let Solved { distance, states, worth } = solved;
        let mut answer = Answer { distance, states, waiting: None, discards: Vec::new() };
        for (root, distance, worth) in worth {
            match root.thrown {
                None => answer.waiting = Some(worth),
                Some((tile, _)) => answer.discards.push(Discard { tile, distance, worth }),
            }
        }
        best_first(&mut answer.discards, question.objective());
        Ok((answer, kept.into_iter().next()))
    }
}

/// The chances to win and to be ready.
struct Chances<'q>(&'q Question);

impl Task for Chances<'_> {
    type Worth = Worth;
    type Plain = Plain;
    type Improve = Improve;
    type Values = Values;

    fn is_symmetric(&self) -> bool {
        self.is_shared()
    }

    fn question(&self) -> &Question {
        self.0
    }

    fn reds(&self) -> [Reds; 2] {
        [Reds::NONE; 2]
    }

    fn nothing(&self) -> Worth {
        Worth::none(self.0.draws())
    }

    fn breaks_up(&self) -> bool {
        false
    }

    fn follow(
        &mut self,
        hands: Hands,
        group: &Group,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Plain, Vec<Worth>), Stopped> {
        let (plain, mut worth) = Plain::new(hands, self.0, group, keep, watch)?;
        for (root, worth) in group.roots.iter().zip(&mut worth) {
            if root.thrown.is_none() && group.distance != Some(1) {
                plain.draw_next(worth);
            }
        }
        if self.0.calls() && self.0.others().shows() {
            add_calls_to_win(self.0, group, &mut worth, watch)?;
        }
        Ok((plain, worth))
    }

    fn met(plain: Plain) -> Hands {
        plain.into_hands()
    }

    fn size(&self, extra: u8, watch: &mut Watch<'_>) -> Result<usize, Stopped> {
        Ok(Improve::around(self.0, extra, watch)?.states())
    }

    fn graph(&mut self, extra: u8, watch: &mut Watch<'_>) -> Result<Improve, Stopped> {
        Improve::new(self.0, extra, watch)
    }

    fn sizes(graph: &Improve) -> [usize; 2] {
        [graph.states(), graph.waiting_hands()]
    }

    fn most_kept(room: usize) -> usize {
        room
    }

    fn sweep(
        &mut self,
        graph: &Improve,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Swept<Self>, Stopped> {
        graph.sweep(self.0, roots, keep, watch)
    }
}

/// Sorts discards by what is wanted most with all draws to come, then by the other figure;
/// equal ones keep the order of the tiles.
fn best_first(discards: &mut [Discard], objective: Objective) {
    let figures = |discard: &Discard| {
        let last = discard.worth.win.len() - 1;
        objective.order(discard.worth.win[last], discard.worth.tenpai[last])
    };
    discards.sort_by(|a, b| figures(b)[0].total_cmp(&figures(a)[0]));
    // Where the first figure is equal, by the other one and then by the tile.
    let apart = |a: &Discard, b: &Discard| figures(a)[0] - figures(b)[0] < EQUAL;
    for equal in discards.chunk_by_mut(apart) {
        equal.sort_by_key(|discard| discard.tile);
        equal.sort_by(|a, b| {
            let (x, y) = (figures(a)[1], figures(b)[1]);
            if (x - y).abs() < EQUAL { Ordering::Equal } else { y.total_cmp(&x) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hand, Players, Situation};

    /// To the last bit: what a solver did before changes nothing.
    #[test]
    fn answers_do_not_depend_on_history() {
        let hands = [
            "33489m46p34679s66z",
            "469m1333p34788s46z",
            "6m479p3347s224z",
            "1122m3344p5678s1z",
            "367m138p1679s2577z",
            "5778m137p1135689s",
            "9m3p1457s46z",
            "137m35678p2s13345z",
        ];
        let questions: Vec<Question> = hands
            .iter()
            .map(|hand| {
                let hand: Hand = hand.parse().expect("a hand");
                Question::new(Situation::new(hand, Players::Four).expect("a situation"))
                    .expect("a question")
            })
            .collect();
        let alone: Vec<Answer> = questions
            .iter()
            .map(|question| Solver::default().answer(question).expect("an answer"))
            .collect();
        let mut solver = Solver::default();
        for k in (0..hands.len()).rev().chain([3, 0, 5, 1]) {
            assert_eq!(solver.answer(&questions[k]).as_ref(), Ok(&alone[k]), "{}", hands[k]);
        }
    }
}
