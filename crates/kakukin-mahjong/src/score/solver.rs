//! Answers questions about points, and keeps what they share.

use super::{
    answer::{Prospect, ScoreAnswer, ScoreDiscard, Ura},
    improve::{Improve, Values},
    plain::Plain,
    policy::{ScorePolicy, Source},
    ready::Judge,
    terms::{Aim, SCORE, ScoreQuestion, TENPAI, WIN},
    wait::Wait,
};
use crate::{
    InputError, Question, Reds, Tile,
    calls::add_calls_to_score,
    graph::{Hands, Stopped, Watch},
    solve::{
        Group, Kept, Memory, Report, Root, Solved, Swept, Task, answer_all, best_first, unwatched,
    },
};
use std::{ops::ControlFlow, sync::Arc};

/// Answers questions about points. What one question has met is kept for the next with the
/// same tiles left.
#[derive(Debug, Default)]
pub struct ScoreSolver {
    memory: Memory,
    solves: u64,
}

impl ScoreSolver {
    /// How many questions it has begun to solve.
    pub fn solves(&self) -> u64 {
        self.solves
    }

    /// The answer.
    pub fn answer(&mut self, question: &ScoreQuestion) -> Result<ScoreAnswer, InputError> {
        unwatched(|report| self.answer_watched(question, report))
    }

    /// The answer; `report` hears how many states there are so far, several times a second,
    /// and may cancel the work.
    pub fn answer_watched(
        &mut self,
        question: &ScoreQuestion,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ScoreAnswer, Stopped> {
        self.solve(question, None, report).map(|(answer, _)| answer)
    }

    /// The answers to many questions, in their order, worked out on all cores. `go_on` is called
    /// several times a second by every thread and may cancel the work; what was not finished then
    /// is [`Stopped::Cancelled`].
    pub fn answer_all_until(
        questions: &[ScoreQuestion],
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Vec<Result<ScoreAnswer, Stopped>> {
        answer_all(questions, go_on, Self::answer_watched)
    }

    /// The answer, and the way of playing that it belongs to after a discard: the named one,
    /// or the best.
    pub fn policy(
        &mut self,
        question: &ScoreQuestion,
        after: Option<(Tile, bool)>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(ScoreAnswer, Option<ScorePolicy>), Stopped> {
        // Which one is the best is known at the end.
        let keep = |group: &Group| after.is_none() || group.root(after).is_some();
        let (answer, policies) = self.policies(question, &keep, report)?;
        let thrown = after.or(answer.best());
        let policy = policies.into_iter().find_map(|mut own| own.begin(thrown).then_some(own));
        Ok((answer, policy))
    }

    /// The answer, and the way of playing that it belongs to: one policy for each group of
    /// discards that are followed together and are to be kept.
    pub(crate) fn policies(
        &mut self,
        question: &ScoreQuestion,
        keep: &dyn Fn(&Group) -> bool,
        report: Report<'_>,
    ) -> Result<(ScoreAnswer, Vec<ScorePolicy>), Stopped> {
        let (answer, kept) = self.solve(question, Some(keep), report)?;
        let policies = kept.into_iter().filter_map(|kept| {
            let (limits, roots, judge, source) = match kept {
                Kept::Plain(group, plain) => {
                    let judge = plain.judge.clone();
                    (group.limits, group.roots, judge, Source::Plain(Box::new(plain)))
                }
                Kept::Improve(mut roots, graph, values) => {
                    roots.retain(|root| graph.place(root.tiles, root.reds).is_some());
                    let (limits, judge) = (question.question().situation().limits(), &graph.judge);
                    let judge = judge.clone();
                    (limits, roots, judge, Source::Improve(Box::new(graph), Arc::new(values)))
                }
            };
            ScorePolicy::new(question, limits, roots, judge, source)
        });
        Ok((answer, policies.collect()))
    }

    fn solve<'q>(
        &mut self,
        question: &'q ScoreQuestion,
        keep: Option<&dyn Fn(&Group) -> bool>,
        report: Report<'_>,
    ) -> Result<(ScoreAnswer, Vec<Kept<Expected<'q>>>), Stopped> {
        self.solves += 1;
        let mut task = Expected { question, ura: Ura::None };
        let (solved, kept) = self.memory.solve(&mut task, keep, report)?;
        let Solved { distance, states, worth } = solved;
        let (waiting, discards) = (None, Vec::new());
        let mut answer = ScoreAnswer { distance, states, ura: task.ura, waiting, discards };
        for (root, distance, (prospect, riichi)) in worth {
            match root.thrown {
                None => answer.waiting = Some(prospect),
                Some((tile, red)) => {
                    let mut prospect = prospect;
                    prospect.endangered(question.danger(tile));
                    let discard = ScoreDiscard { tile, red, distance, riichi, prospect };
                    answer.discards.push(discard);
                }
            }
        }
        answer.sort(question.terms().aim);
        Ok((answer, kept))
    }
}

/// The expected score, with riichi if it is declared with all draws to come.
struct Expected<'q> {
    question: &'q ScoreQuestion,
    /// How the ura indicators were taken into account.
    ura: Ura,
}

impl Task for Expected<'_> {
    type Worth = (Prospect, bool);
    type Plain = Plain;
    type Improve = Improve;
    type Values = Values;

    fn is_symmetric(&self) -> bool {
        false
    }

    fn question(&self) -> &Question {
        self.question.question()
    }

    fn reds(&self) -> [Reds; 2] {
        [self.question().situation().hand().reds(), self.question.red_limits()]
    }

    fn nothing(&self) -> (Prospect, bool) {
        let judge = Judge::new(self.question);
        let mut row = [0.0; 4];
        row[SCORE] = judge.closing.not_ready;
        let mut rows = vec![row; judge.draws() + 1];
        let Some(table) = &judge.table else { return (Prospect::new(&rows), false) };
        // The round may end before its time, and what that costs is lost all the same.
        let (mut costs, mut later) = (Vec::new(), (judge.closing.not_ready, 0.0));
        for (d, row) in rows.iter_mut().enumerate() {
            let (stay, lost) = table.coming().go_on(d);
            let (score, cost) = later;
            later = (stay * score, lost + stay * cost);
            row[SCORE] = later.0;
            costs.push(later.1);
        }
        (Prospect::new(&rows).at_table(vec![0.0; rows.len()], &costs), false)
    }

    /// A complete hand without a yaku has to throw something.
    fn breaks_up(&self) -> bool {
        true
    }

    fn follow(
        &mut self,
        hands: Hands,
        group: &Group,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Plain, Vec<Self::Worth>), Stopped> {
        let (question, aim) = (self.question, self.question.terms().aim);
        let judge = Judge::new(question);
        let (ura, draws) = (judge.ura, judge.draws());
        let full = (3 * self.question().situation().hand().sets_needed() + 1) as u8;
        let judge = judge.with_river(self.question(), group);
        let (mut plain, prospects) =
            Plain::new(hands, full, judge, aim, &group.roots, keep, watch)?;
        self.ura = match ura {
            0 => Ura::None,
            _ if plain.exact => Ura::Exact,
            _ => Ura::Split,
        };
        let judge = plain.judge.clone();
        let worth = group.roots.iter().zip(prospects).map(|(root, mut prospect)| {
            let (waits, riichi) = plain.ready(root.tiles, root.reds).unwrap_or((&[], 0));
            if root.thrown.is_none() && question.is_first_turn() {
                first_draw(&judge, root, waits, &mut prospect);
            }
            if root.thrown.is_none() && group.distance != Some(1) {
                draw_next(&judge, &mut prospect);
            }
            (prospect, riichi >> draws & 1 == 1)
        });
        let mut worth: Vec<Self::Worth> = worth.collect();
        if self.question().calls() && self.question().others().shows() {
            let prospects = worth.iter_mut().map(|own| &mut own.0);
            add_calls_to_score(question, group, prospects, watch)?;
        }
        Ok((plain, worth))
    }

    fn met(plain: Plain) -> Hands {
        plain.hands
    }

    fn size(&self, extra: u8, watch: &mut Watch<'_>) -> Result<usize, Stopped> {
        Improve::size(self.question, extra, watch)
    }

    fn graph(&mut self, extra: u8, watch: &mut Watch<'_>) -> Result<Improve, Stopped> {
        let graph = Improve::new(self.question, extra, watch)?;
        self.ura = if graph.judge.ura == 0 { Ura::None } else { Ura::Split };
        Ok(graph)
    }

    fn sizes(graph: &Improve) -> [usize; 2] {
        [graph.states(), graph.waiting_hands()]
    }

    /// Four figures of each, where the chance to win keeps three.
    fn most_kept(room: usize) -> usize {
        room / 4 * 3
    }

    fn sweep(
        &mut self,
        graph: &Improve,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Swept<Self>, Stopped> {
        graph.sweep(roots, keep, watch)
    }
}

/// As dealt and ready: the first draw may win at once, and only then can riichi be declared.
fn first_draw(judge: &Judge, root: &Root, waits: &[Wait], prospect: &mut Prospect) {
    let draws = judge.draws();
    if draws == 0 || waits.is_empty() {
        return;
    }
    let copies = f64::from(waits.iter().map(|wait| wait.copies).sum::<u32>());
    let weight = judge.clock.weight_among(draws, copies);
    let stay = 1.0 - copies * weight;
    let mut row = prospect.at(draws - 1).map(|figure| figure * stay);
    for wait in waits {
        let points = f64::from(judge.first_points(root.tiles, root.reds.len(), wait.place));
        row[SCORE] += f64::from(wait.copies) * weight * points;
        row[WIN] += f64::from(wait.copies) * weight;
    }
    row[TENPAI] = 1.0;
    prospect.replace(draws, row, stay);
}

/// Where our draw is next no other can win before it: what that changed is taken back.
fn draw_next(judge: &Judge, prospect: &mut Prospect) {
    if let Some(table) = &judge.table {
        prospect.rescale(|d| if d == 0 { (1.0, 0.0) } else { table.coming().go_on(d) });
    }
}

impl ScoreAnswer {
    /// The best discard.
    pub(crate) fn best(&self) -> Option<(Tile, bool)> {
        self.discards.first().map(|discard| (discard.tile, discard.red))
    }

    /// The best first with all draws to come; equal ones keep the order of the tiles.
    fn sort(&mut self, aim: Aim) {
        self.discards.sort_by_key(|x| (x.tile, !x.red));
        // Figures that differ by rounding only are equal, which no order of floats knows: the
        // best of what is left, one after the other.
        for at in 0..self.discards.len() {
            best_first(&mut self.discards[at..], |a, b| {
                aim.prefers(&a.judged(aim), &b.judged(aim))
            });
        }
    }
}
