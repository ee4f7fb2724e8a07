//! What a hand can expect in points.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    play::{Play, PlayFields},
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{
    InputError, Stopped,
    fields::query,
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Distances, Hand, Keep, Method, ScoreFollowed, ScoreQuestion, ScoreResult, ScoreSolver,
    SolvedScore, Tile, TileSet,
};

query! {
    /// What is asked of the expected score.
    pub struct ScoreQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// For what is played.
        part stakes StakesFields,
        /// How it is played.
        part terms TermsFields,
        /// Also the best of each figure, whatever the others are.
        flag each_best,
        /// Draws and moves.
        part moves MovesFields,
        /// The way of playing.
        part play PlayFields,
    }
}

/// A question about the expected score that can be answered.
#[derive(Debug, Clone)]
pub struct ScoreJob {
    question: ScoreQuestion,
    play: Play,
    thrown: Option<(Tile, bool)>,
    wanted: Wanted,
}

/// What is read off the solved question beside its figures.
#[derive(Debug, Clone, Copy, Default)]
struct Wanted {
    /// The best of each figure, which is two more questions.
    each_best: bool,
    /// What the wins look like, if there is room for the way of playing.
    outcomes: bool,
    /// The discards compared.
    advice: bool,
}

impl ScoreQuery {
    /// What is asked of some hand.
    pub fn question(
        &self,
        hand: Hand,
        bounds: &MahjongBounds,
    ) -> Result<ScoreQuestion, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        terms::question(hand, context, stakes, terms, moves, bounds)
    }

    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<ScoreJob, InputError> {
        let question = self.question(self.context.hand(self.hand.as_deref())?, bounds)?;
        let play = self.play.play(bounds)?;
        play.without_calls(question.question())?;
        let thrown = self.play.thrown(question.question())?;
        let base = question.question();
        if self.each_best && base.method() != Method::Plain && !base.others().is_alone() {
            let allowed = "`each-best` | `improve` N";
            return Err(InputError::new("improve", "", BadValue::Conflict, allowed));
        }
        let wanted =
            Wanted { each_best: self.each_best, outcomes: !self.moves.calls, advice: false };
        ScoreJob::new(question, play, thrown, wanted)
    }
}

impl ScoreJob {
    fn new(
        question: ScoreQuestion,
        play: Play,
        thrown: Option<(Tile, bool)>,
        wanted: Wanted,
    ) -> Result<Self, InputError> {
        if let Some((tile, _)) = thrown {
            check(tile, &question)?;
        }
        Ok(Self { question, play, thrown, wanted })
    }

    /// Everything about a hand.
    pub(super) fn whole(
        question: ScoreQuestion,
        play: Play,
        thrown: Option<(Tile, bool)>,
    ) -> Result<Self, InputError> {
        let outcomes = !question.question().calls();
        Self::new(question, play, thrown, Wanted { each_best: false, outcomes, advice: true })
    }

    /// Advice on a hand that has drawn.
    pub(super) fn advice(question: ScoreQuestion) -> Self {
        let wanted = Wanted { advice: true, ..Wanted::default() };
        Self { question, play: Play::default(), thrown: None, wanted }
    }

    /// The figures of a hand among many: what its wins look like is left out.
    pub(super) fn figures_alone(mut self) -> Self {
        self.wanted.outcomes = false;
        self
    }

    /// What is asked.
    pub fn question(&self) -> &ScoreQuestion {
        &self.question
    }

    /// Whether the way of playing is what is asked for: it is not worth a refusal otherwise.
    fn needs_policy(&self) -> bool {
        let advice_alone = self.wanted.advice && !self.wanted.outcomes;
        self.play.is_wanted() || self.thrown.is_some() || advice_alone
    }

    /// Whether everything that is asked for can be read off a question that is solved.
    pub fn can_read(&self, solved: &SolvedScore) -> bool {
        let discard = self.thrown.or(solved.best());
        let read = || solved.has_read(discard, self.wanted.advice) && !self.play.is_wanted();
        *solved.question() == self.question
            && (solved.is_kept() || solved.refused().is_some() || read())
    }

    /// Solves it.
    pub fn solve(&self, watch: &dyn Watch) -> Result<SolvedScore, Stopped> {
        self.solve_keeping(if self.needs_policy() { Keep::Policy } else { Keep::IfRoom }, watch)
    }

    pub(super) fn solve_keeping(
        &self,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<SolvedScore, Stopped> {
        self.solve_with(&mut ScoreSolver::default(), keep, watch)
    }

    fn solve_with(
        &self,
        solver: &mut ScoreSolver,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<SolvedScore, Stopped> {
        watch.begin(self.question.question().most_states() as u64, WorkUnit::States);
        let before = solver.solves();
        let solved = solver.solve_once(&self.question, keep, &mut |states| watch.at(states));
        watch.solved(solver.solves() - before);
        solved.map_err(Stopped::passing_on)
    }

    /// Works it out with a solver that may have met other hands, and keeps no more than needed.
    pub(super) fn answer(
        &self,
        solver: &mut ScoreSolver,
        watch: &dyn Watch,
    ) -> Result<ScoreResult, Stopped> {
        let keep = if self.needs_policy() { Keep::Policy } else { Keep::Answer };
        self.read(&mut self.solve_with(solver, keep, watch)?, watch)
    }

    /// Reads what is asked for off the solved question. Dealt games that were cancelled say how
    /// many there were.
    pub fn read(
        &self,
        solved: &mut SolvedScore,
        watch: &dyn Watch,
    ) -> Result<ScoreResult, Stopped> {
        let (question, play) = (&self.question, &self.play);
        let mut report = |states| watch.at(states);
        let discard = self.thrown.or(solved.best());
        let mut result = solved.result();
        if self.needs_policy() && !solved.knows(discard) && !solved.has_read(discard, false) {
            if let Some(error) = solved.refused() {
                return Err(error.clone().into());
            }
            if let Some((tile, _)) = self.thrown.filter(|_| result.answer.distance().is_some()) {
                let known = result.answer.discards().iter().map(|x| x.tile()).collect();
                return Err(unknown(tile, known).into());
            }
            if play.is_wanted() {
                return Err(play.nothing().into());
            }
        }
        if self.wanted.each_best {
            let mut solver = ScoreSolver::default();
            result.each_best.push((question.terms().aim, result.answer.clone()));
            for aim in question.terms().aim.beside() {
                let other = question.clone().with_aim(aim);
                let answer = solver.answer_watched(&other, &mut report);
                result.each_best.push((aim, answer.map_err(Stopped::passing_on)?));
            }
            watch.solved(solver.solves());
        }
        if self.wanted.advice && question.question().situation().hand().has_drawn() {
            let advice = solved.advice(&mut report).map_err(Stopped::passing_on)?;
            result.advice = Some(advice.clone());
            let solves = solved.find_best_alone(&mut report).map_err(Stopped::passing_on)?;
            if solves > 0 {
                watch.solved(solves);
            }
            result.best_alone = solved.best_alone().map(<[_]>::to_vec);
        }
        let mut followed = ScoreFollowed { discard, outcomes: None, steps: None, check: None };
        if self.wanted.outcomes {
            followed.outcomes =
                solved.outcomes(discard, &mut report).map_err(Stopped::passing_on)?;
        }
        if let Some(depth) = play.depth {
            followed.steps = solved.explain(discard, depth)?;
        }
        if let Some(games) = &play.games {
            watch.begin(games.number, WorkUnit::Games);
            followed.check = solved.check(discard, games, |done| watch.at(done))?;
        }
        result.followed = Some(followed);
        Ok(result)
    }

    /// Works it out.
    pub fn run(&self, watch: &dyn Watch) -> Result<ScoreResult, Stopped> {
        self.read(&mut self.solve(watch)?, watch)
    }
}

/// On the shortest way only unneeded tiles are looked at.
fn check(thrown: Tile, question: &ScoreQuestion) -> Result<(), InputError> {
    let asked = question.question();
    let (situation, hand) = (asked.situation(), asked.situation().hand());
    if asked.method() == Method::Plain && !asked.all_discards() {
        let mut distances = Distances::new(situation.limits(), hand.sets_needed(), asked.forms());
        let analysis = distances.analyse(hand.concealed());
        if analysis.distance().is_some_and(|d| d > 0) && !analysis.unneeded().has(thrown) {
            return Err(unknown(thrown, analysis.unneeded()));
        }
    }
    Ok(())
}

fn unknown(tile: Tile, known: TileSet) -> InputError {
    InputError::new("discard", tile, BadValue::OutOfRange, known)
}
