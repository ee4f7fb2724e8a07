//! Many hands: what is asked of each of them, what that will cost, and the answers on all cores.

use super::{
    advise::AdviseQuery,
    bounds::MahjongBounds,
    lines::HandLine,
    play::PlayFields,
    score::{ScoreJob, ScoreQuery},
    win::{WinJob, WinQuery},
};
use crate::{
    Fields, InputError, Params, Stopped,
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Distances, Method, Problem, Question, ScoreResult, ScoreSolver, Solver, WinResult, answer_many,
};
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The states of a hand by its distance, as random hands have them, rather more than fewer: on
/// the shortest way, and with one extra move.
const PLAIN: [u64; 8] = [1, 20, 50, 200, 1_000, 30_000, 200_000, 2_000_000];
const IMPROVED: [u64; 6] = [5_000, 10_000, 20_000, 60_000, 500_000, 4_000_000];
/// How many times more the second and the third extra move bring.
const GROWTH: [u64; 4] = [1, 1, 25, 25 * 17];

/// The bytes that the hands of a batch may need at the same time, about; one that needs more is
/// alone. With many cores, so many for each.
const ROOM: u64 = 1 << 30;
const ROOM_OF_CORE: u64 = 1 << 28;

/// A hand whose tiles are in the way of little: three players have them, too.
const PROBE: &str = "1112345678999p1z";

/// A question that can be asked of many hands.
pub trait ManyHands: Fields + Sync {
    /// One that was checked.
    type Job: Send + Sync;
    /// What is found out.
    type Answer: Send;
    /// What answers one after the other.
    type Solver: Default;

    /// The fields that go with one hand only.
    fn alone() -> Vec<&'static str>;

    /// Checks everything.
    fn one_of_many(&self, bounds: &MahjongBounds) -> Result<Self::Job, InputError>;

    /// What is asked, apart from points.
    fn question_of(job: &Self::Job) -> &Question;

    /// The bytes of a state, about.
    fn state_bytes(question: &Question) -> u64;

    /// Works it out.
    fn answer(
        job: &Self::Job,
        solver: &mut Self::Solver,
        watch: &dyn Watch,
    ) -> Result<Self::Answer, Stopped>;
}

/// The names of the fields of a part.
fn names<F: Fields>() -> Vec<&'static str> {
    F::fields().iter().map(|field| field.name).collect()
}

/// The bytes of a state of a question about points.
fn with_points(question: &Question) -> u64 {
    match question.method() {
        Method::Plain => 128 * (question.draws() as u64 + 1),
        Method::Improve { .. } => 300,
    }
}

impl ManyHands for WinQuery {
    type Job = WinJob;
    type Answer = WinResult;
    type Solver = Solver;

    fn alone() -> Vec<&'static str> {
        [names::<PlayFields>(), vec!["optimal"]].concat()
    }

    fn one_of_many(&self, bounds: &MahjongBounds) -> Result<WinJob, InputError> {
        self.job(bounds)
    }

    fn question_of(job: &WinJob) -> &Question {
        job.question()
    }

    fn state_bytes(_: &Question) -> u64 {
        // There are fewer of them than for points.
        60
    }

    fn answer(job: &WinJob, solver: &mut Solver, watch: &dyn Watch) -> Result<WinResult, Stopped> {
        job.answer(solver, watch)
    }
}

impl ManyHands for ScoreQuery {
    type Job = ScoreJob;
    type Answer = ScoreResult;
    type Solver = ScoreSolver;

    fn alone() -> Vec<&'static str> {
        names::<PlayFields>()
    }

    fn one_of_many(&self, bounds: &MahjongBounds) -> Result<ScoreJob, InputError> {
        self.job(bounds).map(ScoreJob::figures_alone)
    }

    fn question_of(job: &ScoreJob) -> &Question {
        job.question().question()
    }

    fn state_bytes(question: &Question) -> u64 {
        with_points(question)
    }

    fn answer(
        job: &ScoreJob,
        solver: &mut ScoreSolver,
        watch: &dyn Watch,
    ) -> Result<ScoreResult, Stopped> {
        job.answer(solver, watch)
    }
}

impl ManyHands for AdviseQuery {
    type Job = ScoreJob;
    type Answer = ScoreResult;
    type Solver = ScoreSolver;

    fn alone() -> Vec<&'static str> {
        Vec::new()
    }

    fn one_of_many(&self, bounds: &MahjongBounds) -> Result<ScoreJob, InputError> {
        self.job(bounds)
    }

    fn question_of(job: &ScoreJob) -> &Question {
        job.question().question()
    }

    fn state_bytes(question: &Question) -> u64 {
        with_points(question)
    }

    fn answer(
        job: &ScoreJob,
        solver: &mut ScoreSolver,
        watch: &dyn Watch,
    ) -> Result<ScoreResult, Stopped> {
        job.answer(solver, watch)
    }
}

/// Refuses what is wrong in the question that all hands share, whatever the hands are: what
/// depends on a hand is refused with that hand.
pub fn check_usual<Q: ManyHands>(usual: &Q, bounds: &MahjongBounds) -> Result<(), InputError> {
    let mut given = Params::default();
    usual.give(&mut given);
    given.add_all("hand", [PROBE.to_string()]);
    let Err(error) = Q::read(given).and_then(|asked| asked.one_of_many(bounds)) else {
        return Ok(());
    };
    let of_the_hand = error.field == "hand"
        || error.problem == BadValue::Conflict
        || [Problem::TooManyCopies, Problem::WrongTileCount, Problem::NotWithThreePlayers]
            .iter()
            .any(|problem| error.problem == *problem);
    if of_the_hand { Ok(()) } else { Err(error) }
}

/// How many states a question has, about: known before it is worked out.
fn states_about(question: &Question) -> u64 {
    let (situation, forms) = (question.situation(), question.forms());
    let hand = situation.hand();
    let mut distances = Distances::new(situation.limits(), hand.sets_needed(), forms);
    let Some(distance) = distances.distance(hand.concealed()) else { return 1 };
    let at = |list: &[u64]| list[(distance as usize).min(list.len() - 1)];
    let states = match question.method() {
        Method::Plain => at(&PLAIN),
        Method::Improve { extra: 0, .. } => at(&PLAIN),
        Method::Improve { extra, .. } => {
            at(&IMPROVED).saturating_mul(GROWTH[usize::from(extra).min(GROWTH.len() - 1)])
        }
    };
    states.min(question.most_states() as u64)
}

/// A line that was checked, and what its hand will cost.
#[derive(Debug)]
pub struct CheckedHand<Q: ManyHands> {
    /// The number of the line.
    pub number: usize,
    /// The hand as it is written.
    pub hand: String,
    /// What there is to work out, or why it is refused.
    pub job: Result<Q::Job, InputError>,
}

impl<Q: ManyHands> HandLine<Q> {
    /// Checks everything.
    pub fn check(self, bounds: &MahjongBounds) -> CheckedHand<Q> {
        let Self { number, hand, asked } = self;
        CheckedHand { number, hand, job: asked.and_then(|asked| asked.one_of_many(bounds)) }
    }
}

impl<Q: ManyHands> CheckedHand<Q> {
    /// How many states it has, about.
    pub fn states_about(&self) -> u64 {
        self.job.as_ref().map_or(0, |job| states_about(Q::question_of(job)))
    }

    /// What is asked, apart from points, unless it is refused.
    pub fn question(&self) -> Option<&Question> {
        self.job.as_ref().ok().map(Q::question_of)
    }
}

/// The answers to some lines, in their order, on all cores: so many at a time as have room.
pub fn answer_lines<Q: ManyHands>(
    lines: &[CheckedHand<Q>],
    cores: usize,
    watch: &dyn Watch,
) -> Vec<Result<Q::Answer, Stopped>> {
    let room = ROOM.max(ROOM_OF_CORE.saturating_mul(cores as u64));
    let at_a_time = |job: &&Q::Job| {
        let question = Q::question_of(job);
        let bytes = states_about(question).saturating_mul(Q::state_bytes(question));
        (room / bytes.max(1)).clamp(1, cores.max(1) as u64) as usize
    };
    let one = OneOfMany { done: AtomicU64::new(0), watch };
    let jobs: Vec<&Q::Job> = lines.iter().filter_map(|line| line.job.as_ref().ok()).collect();
    let answers = answer_many(&jobs, at_a_time, |job, solver: &mut Q::Solver| {
        if one.at(0).is_break() {
            return Err(Stopped::Cancelled);
        }
        let answer = Q::answer(job, solver, &one);
        one.done.fetch_add(1, Relaxed);
        answer
    });
    let mut answers = answers.into_iter();
    let answer = |line: &CheckedHand<Q>| match &line.job {
        Ok(_) => answers.next().unwrap_or(Err(Stopped::Cancelled)),
        Err(error) => Err(error.clone().into()),
    };
    lines.iter().map(answer).collect()
}

/// Whoever watches many hands hears how many are done.
struct OneOfMany<'a> {
    done: AtomicU64,
    watch: &'a dyn Watch,
}

impl Watch for OneOfMany<'_> {
    fn begin(&self, _: u64, _: WorkUnit) {}

    fn solved(&self, solves: u64) {
        self.watch.solved(solves);
    }

    fn at(&self, _: u64) -> ControlFlow<()> {
        self.watch.at(self.done.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    const BOUNDS: fn() -> MahjongBounds = MahjongBounds::default;

    /// The hands, and between them a line that is refused.
    fn answers<Q: ManyHands>(cores: usize, watch: &dyn Watch) -> Vec<Result<Q::Answer, Stopped>> {
        let line = |pairs: &[(&str, &str)]| {
            let asked = Q::read(pairs.iter().copied().collect());
            HandLine { number: 1, hand: String::new(), asked }.check(&BOUNDS())
        };
        let mut lines: Vec<_> = HANDS.iter().map(|pairs| line(pairs)).collect();
        lines.insert(1, line(&[("hand", "55m"), ("dora", "0z")]));
        let mut answers = answer_lines(&lines, cores, watch);
        let refused = answers.remove(1);
        assert!(matches!(refused, Err(Stopped::Refused(error)) if error.field == "dora"));
        answers
    }

    const HANDS: [&[(&str, &str)]; 4] = [
        &[("hand", "234578m1689p357s1z"), ("draws_left", "6"), ("dora", "4z")],
        &[("hand", "35m123456p3467s11z"), ("improve", "1"), ("draws_left", "5")],
        &[("hand", "123m456p789s1122z9m"), ("seat", "E"), ("honba", "2")],
        &[("hand", "234m45p11z7z"), ("meld", "pon:555z"), ("meld", "chi:789s"), ("players", "4")],
    ];

    /// What is answered among others is what is answered alone, in whatever company.
    #[test]
    fn hands_are_answered_in_order_as_each_alone() {
        for cores in [1, 2, 5] {
            let all = answers::<WinQuery>(cores, &Unwatched);
            for (pairs, answer) in HANDS.iter().zip(all) {
                let query = WinQuery::read(pairs.iter().copied().collect()).unwrap();
                let alone = query.job(&BOUNDS()).unwrap().run(&Unwatched).unwrap();
                let answer = answer.unwrap();
                assert_eq!(answer.question, alone.question);
                assert_eq!(format!("{:?}", answer.answer), format!("{:?}", alone.answer));
            }
            let all = answers::<AdviseQuery>(cores, &Unwatched);
            for (pairs, answer) in HANDS.iter().zip(all) {
                let query = AdviseQuery::read(pairs.iter().copied().collect()).unwrap();
                let alone = query.job(&BOUNDS()).unwrap().run(&Unwatched).unwrap();
                assert_eq!(format!("{:?}", answer.unwrap()), format!("{alone:?}"));
            }
        }
    }

    /// The estimate is what the room and the bounds of a server rest on: it is not far below what
    /// a hand turns out to have.
    #[test]
    fn states_are_estimated_before_they_are_counted() {
        for (hand, improve) in [
            ("123m456p789s1122z9m", None),
            ("35m123456p3467s11z", None),
            ("234578m1689p357s1z", None),
            ("344567m15p3689s16z", None),
            ("457m78m134p35p26s1z5z", None),
            ("35m123456p3467s11z", Some("1")),
            ("344567m889m667p18s", Some("1")),
        ] {
            let mut given = vec![("hand", hand), ("dora", "1z")];
            given.extend(improve.map(|extra| ("improve", extra)));
            let query = ScoreQuery::read(given.into_iter().collect()).unwrap();
            let job = query.one_of_many(&BOUNDS()).unwrap();
            let about = states_about(ScoreQuery::question_of(&job));
            let answer = ScoreQuery::answer(&job, &mut ScoreSolver::default(), &Unwatched);
            let states = answer.unwrap().answer.states() as u64;
            assert!(states <= 2 * about, "{hand} {improve:?}: {states}, about {about}");
        }
    }

    #[test]
    fn what_all_hands_share_is_checked_before_them() {
        let checked = |pairs: &[(&str, &str)]| {
            let usual = ScoreQuery::read(pairs.iter().copied().collect()).unwrap();
            check_usual(&usual, &BOUNDS()).map_err(|error| error.field)
        };
        for (pairs, field) in [
            ([("improve", "9")], "improve"),
            ([("seat", "up")], "seat"),
            ([("dora", "xx")], "dora"),
            ([("rule", "kuitan")], "rule"),
            ([("max_states", "0")], "max-states"),
            ([("objective", "luck")], "objective"),
        ] {
            assert_eq!(checked(&pairs), Err(field));
        }
        // A line may still make sense of these.
        for pairs in [
            [("divisor", "wall")],
            [("north", "1")],
            [("dora", "111p")],
            [("players", "3")],
            [("draws_left", "3")],
        ] {
            assert_eq!(checked(&pairs), Ok(()), "{pairs:?}");
        }
    }

    #[test]
    fn whoever_watches_can_cancel() {
        struct Gone;
        impl Watch for Gone {
            fn begin(&self, _: u64, _: WorkUnit) {}
            fn at(&self, _: u64) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let answers = answers::<ScoreQuery>(2, &Gone);
        assert!(answers.iter().all(|answer| matches!(answer, Err(Stopped::Cancelled))));
    }
}
