//! Answers questions, one after the other or many at once, and keeps what they share.

use super::{
    answer::{Answer, Discard, Worth},
    improve::Improve,
    plain::Plain,
    policy::Policy,
    question::{EQUAL, Method, Objective, Question},
};
use crate::{
    Distances, Forms, InputError, Tile, Tiles,
    graph::{Clock, Hands, Stopped, Watch, unwatched},
    parallel::in_parallel,
};
use std::{cmp::Ordering, ops::ControlFlow};

/// Patterns after which a solver forgets what it has met; or ten times as many halves.
const FORGET: usize = 20_000;

/// Answers questions. What one question has met is kept for the next with the same
/// tiles left, such as all hands of the standard situation.
#[derive(Debug, Default)]
pub struct Solver {
    known: Option<(Tiles, Hands)>,
}

impl Solver {
    /// The answer.
    pub fn answer(&mut self, question: &Question) -> Result<Answer, InputError> {
        unwatched(|report| self.answer_watched(question, report))
    }

    /// The answer; `report` hears how many states there are so far, several times a second,
    /// and may break off.
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

    /// The same; `go_on` is asked several times a second by every thread and may break off. What
    /// was not finished then is [`Stopped::Cancelled`].
    pub fn answer_all_until(
        questions: &[Question],
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Vec<Result<Answer, Stopped>> {
        in_parallel(questions, |question, solver: &mut Self| {
            if go_on().is_break() {
                return Err(Stopped::Cancelled);
            }
            solver.answer_watched(question, &mut |_| go_on())
        })
    }

    /// The answer, and the way of playing that it belongs to after a discard. Without
    /// one, after any discard that does not take the hand farther.
    pub fn policy(
        &mut self,
        question: &Question,
        after: Option<Tile>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Answer, Policy), Stopped> {
        let (answer, policy) = self.solve(question, Some(after), report)?;
        Ok((answer, policy.unwrap_or_else(|| Policy::nothing(question))))
    }

    fn solve(
        &mut self,
        question: &Question,
        keep: Option<Option<Tile>>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Answer, Option<Policy>), Stopped> {
        let mut watch = Watch::new(question.most_states(), question.most_kept(), report);
        match question.method() {
            Method::Plain => self.plain(question, keep, &mut watch),
            Method::Improve { extra, .. } => improved(question, extra, keep.is_some(), &mut watch),
        }
    }

    fn hands(&mut self, limits: Tiles, groups: u32, forms: Forms) -> Hands {
        match self.known.take() {
            Some((known, hands)) if known == limits => hands.aimed(groups, forms),
            _ => Hands::new(limits, groups, forms, true),
        }
    }

    /// Follows some hands of the same distance to the end, within `limits`.
    fn follow(
        &mut self,
        question: &Question,
        limits: Tiles,
        roots: &[Tiles],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Option<Plain>, Vec<Worth>), Stopped> {
        let situation = question.situation();
        let groups = situation.hand().sets_needed();
        let hands = self.hands(limits, groups, question.forms());
        let clock = Clock::new(situation.unseen(), question.draws());
        let full = (3 * groups + 1) as u8;
        let (plain, worth) =
            Plain::new(hands, full, clock, question.objective(), roots, keep, watch)?;
        if keep {
            return Ok((Some(plain), worth));
        }
        let hands = plain.into_hands();
        if hands.patterns() < FORGET && hands.met() < 10 * FORGET {
            self.known = Some((limits, hands));
        }
        Ok((None, worth))
    }

    fn plain(
        &mut self,
        question: &Question,
        keep: Option<Option<Tile>>,
        watch: &mut Watch<'_>,
    ) -> Result<(Answer, Option<Policy>), Stopped> {
        let limits = question.situation().limits();
        let tiles = question.situation().hand().concealed();
        let mut distances = distances(question, limits);
        let analysis = distances.analyse(tiles);
        let Some(distance) = analysis.distance() else {
            return Ok((out_of_reach(question), None));
        };
        let mut answer =
            Answer { distance: Some(distance), states: 0, waiting: None, discards: Vec::new() };
        let mut policy = None;
        if !question.situation().hand().has_drawn() {
            let (plain, mut worth) =
                self.follow(question, limits, &[tiles], keep.is_some(), watch)?;
            answer.waiting = worth.pop();
            policy = plain.map(|plain| Policy::plain(question, distances, plain));
            answer.states = watch.total();
            return Ok((answer, policy));
        }
        let (near, far): (Vec<Tile>, Vec<Tile>) =
            tiles.kinds().partition(|&tile| analysis.unneeded().has(tile));
        if !near.is_empty() {
            let roots: Vec<Tiles> = near.iter().map(|&tile| tiles.without(tile)).collect();
            let keep = keep.is_some_and(|after| after.is_none_or(|tile| near.contains(&tile)));
            let (plain, worth) = self.follow(question, limits, &roots, keep, watch)?;
            policy = plain.map(|plain| Policy::plain(question, distances, plain));
            let discards = near.into_iter().zip(worth);
            let distance = Some(distance);
            answer.discards.extend(discards.map(|(tile, worth)| Discard { tile, distance, worth }));
        }
        for tile in far.into_iter().filter(|_| question.all_discards()) {
            // Unlike an unneeded tile this one is waited for again, and it has been seen.
            let (limits, rest) = (limits.without(tile), tiles.without(tile));
            let mut distances = self::distances(question, limits);
            let distance = distances.analyse(rest).distance();
            if distance.is_none() {
                let worth = Worth::none(question.draws());
                answer.discards.push(Discard { tile, distance, worth });
                continue;
            }
            let keep = keep == Some(Some(tile));
            let (plain, worth) = self.follow(question, limits, &[rest], keep, watch)?;
            policy = policy.or(plain.map(|plain| Policy::plain(question, distances, plain)));
            answer.discards.extend(worth.into_iter().map(|worth| Discard {
                tile,
                distance,
                worth,
            }));
        }
        best_first(&mut answer.discards, question.objective());
        answer.states = watch.total();
        Ok((answer, policy))
    }
}

/// What tells the distances of hands within `limits`.
fn distances(question: &Question, limits: Tiles) -> Distances {
    Distances::new(limits, question.situation().hand().sets_needed(), question.forms())
}

/// How many times more states one more extra move brings, as measured on random hands of
/// 0 to 4 shanten: for the second and the third.
pub(crate) const GROWTH: [usize; 2] = [25, 17];

fn improved(
    question: &Question,
    extra: u8,
    keep: bool,
    watch: &mut Watch<'_>,
) -> Result<(Answer, Option<Policy>), Stopped> {
    let tiles = question.situation().hand().concealed();
    let mut distances = distances(question, question.situation().limits());
    let Some(distance) = distances.analyse(tiles).distance() else {
        return Ok((out_of_reach(question), None));
    };
    if extra >= 2 {
        // Before it starts: how large would it be?
        let fewer = Improve::new(question, extra - 1, watch)?.states();
        watch.again();
        let about = fewer.saturating_mul(GROWTH[usize::from(extra) - 2]);
        if about > 2 * question.most_states() {
            return Err(watch.too_many(&format!("~{about}")));
        }
    }
    let mut graph = Improve::new(question, extra, watch)?;
    let most = watch.most_kept();
    if keep && graph.waiting_hands().saturating_mul(question.draws() + 1) > most {
        return Err(Watch::too_many_kept(graph.states(), most));
    }
    let drawn = question.situation().hand().has_drawn();
    let kinds: Vec<Option<Tile>> =
        if drawn { tiles.kinds().map(Some).collect() } else { vec![None] };
    let roots: Vec<(Option<Tile>, Tiles)> = kinds
        .into_iter()
        .map(|tile| (tile, tile.map_or(tiles, |tile| tiles.without(tile))))
        .collect();
    let hands: Vec<Tiles> = roots.iter().map(|&(_, hand)| hand).collect();
    let (worth, values) = graph.sweep(question, &hands, keep, watch)?;
    let mut answer = Answer {
        distance: Some(distance),
        states: graph.states(),
        waiting: None,
        discards: Vec::new(),
    };
    for ((tile, hand), worth) in roots.into_iter().zip(worth) {
        let Some(worth) = worth else { continue };
        match tile {
            None => answer.waiting = Some(worth),
            Some(tile) => {
                let distance = distances.analyse(hand).distance();
                answer.discards.push(Discard { tile, distance, worth });
            }
        }
    }
    best_first(&mut answer.discards, question.objective());
    Ok((answer, values.map(|values| Policy::improve(question, distances, graph, values))))
}

/// Every discard is worth nothing.
fn out_of_reach(question: &Question) -> Answer {
    let hand = question.situation().hand();
    let none = || Worth::none(question.draws());
    let discards = hand.concealed().kinds().filter(|_| hand.has_drawn());
    Answer {
        distance: None,
        states: 0,
        waiting: (!hand.has_drawn()).then(none),
        discards: discards.map(|tile| Discard { tile, distance: None, worth: none() }).collect(),
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
