//! The chance to win by discard and turn.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    play::{Play, PlayFields},
    stakes::StakesFields,
};
use crate::{
    InputError, Stopped,
    fields::query,
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Hand, Keep, Objective, Optimal, Question, SolvedWin, Solver, Tile, Tiles, WinFollowed,
    WinResult,
};

query! {
    /// What is asked of the chance to win.
    pub struct WinQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// Draws and moves.
        part moves MovesFields,
        /// What is wanted most.
        text objective "AIM",
        /// The way of playing.
        part play PlayFields,
        /// Also the true optimum.
        flag optimal,
        /// For what is played; it does not change the chance.
        part stakes StakesFields,
    }
}

/// A question about the chance to win that can be answered.
#[derive(Debug, Clone)]
pub struct WinJob {
    question: Question,
    play: Play,
    thrown: Option<Tile>,
    optimal: bool,
}

impl WinQuery {
    /// What is asked of some hand.
    pub fn question(&self, hand: Hand, bounds: &MahjongBounds) -> Result<Question, InputError> {
        let situation = self.context.situation(hand)?;
        // Seat, rules and sticks do not change the chance to win, but must be right.
        self.stakes.stakes()?.check(situation.players())?;
        let objective = self.objective.as_deref().map_or(Ok(Objective::Win), str::parse)?;
        Ok(self.moves.question(situation, bounds)?.with_objective(objective))
    }

    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<WinJob, InputError> {
        let question = self.question(self.context.hand(self.hand.as_deref())?, bounds)?;
        let play = self.play.play(bounds)?;
        play.without_calls(&question)?;
        if self.play.discard.is_some() && !play.is_wanted() {
            return Err(InputError::new("discard", "", BadValue::Conflict, "`verify` N"));
        }
        let thrown = self.play.thrown(&question)?;
        if self.optimal && !question.others().is_alone() {
            let allowed = "`optimal` | `discards` RATE, `table` FILE";
            return Err(InputError::new("optimal", "", BadValue::Conflict, allowed));
        }
        Ok(WinJob { optimal: self.optimal, ..WinJob::new(question, play, thrown)? })
    }
}

impl WinJob {
    pub(super) fn new(
        question: Question,
        play: Play,
        thrown: Option<(Tile, bool)>,
    ) -> Result<Self, InputError> {
        if play.games.is_some() {
            // Before the work, not after it.
            question.situation().needs_known_melds("verify")?;
        }
        let thrown = thrown.map(|(tile, _)| tile);
        Ok(Self { question, play, thrown, optimal: false })
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Whether the true optimum is asked for too, which is no part of the solved question.
    pub fn wants_optimum(&self) -> bool {
        self.optimal
    }

    /// Whether everything that is asked for can be read off a question that is solved.
    pub fn can_read(&self, solved: &SolvedWin) -> bool {
        let kept = !self.play.is_wanted() || solved.is_kept(self.thrown);
        *solved.question() == self.question && kept && !self.optimal
    }

    /// Solves it.
    pub fn solve(&self, watch: &dyn Watch) -> Result<SolvedWin, Stopped> {
        self.solve_keeping(Keep::Answer, watch)
    }

    /// The same, which keeps the way of playing also where it is not asked for.
    pub(super) fn solve_keeping(
        &self,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<SolvedWin, Stopped> {
        self.solve_with(&mut Solver::default(), keep, watch)
    }

    fn solve_with(
        &self,
        solver: &mut Solver,
        keep: Keep,
        watch: &dyn Watch,
    ) -> Result<SolvedWin, Stopped> {
        let (question, thrown) = (&self.question, self.thrown);
        let keep = if self.play.is_wanted() { Keep::Policy } else { keep };
        watch.begin(question.most_states() as u64, WorkUnit::States);
        let before = solver.solves();
        let solved = solver.solve_once(question, thrown, keep, &mut |states| watch.at(states));
        watch.solved(solver.solves() - before);
        solved.map_err(Stopped::passing_on)
    }

    /// Works it out with a solver that may have met other hands.
    pub(super) fn answer(
        &self,
        solver: &mut Solver,
        watch: &dyn Watch,
    ) -> Result<WinResult, Stopped> {
        self.read(&mut self.solve_with(solver, Keep::Answer, watch)?, watch)
    }

    /// Reads what is asked for off the solved question. Dealt games that were cancelled say how
    /// many there were.
    pub fn read(&self, solved: &mut SolvedWin, watch: &dyn Watch) -> Result<WinResult, Stopped> {
        let play = &self.play;
        let mut result = solved.result();
        if !play.is_wanted() {
            return Ok(result);
        }
        let known: Vec<Tile> = result.answer.discards().iter().map(|own| own.tile()).collect();
        if let Some(tile) = self.thrown.filter(|tile| !known.contains(tile)) {
            let allowed: Tiles = known.into_iter().collect();
            return Err(InputError::new("discard", tile, BadValue::OutOfRange, allowed).into());
        }
        let Some(best) = solved.best() else { return Err(play.nothing().into()) };
        let discard = self.thrown.or(best);
        let mut followed = WinFollowed { discard, steps: None, check: None };
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
    pub fn run(&self, watch: &dyn Watch) -> Result<WinResult, Stopped> {
        // The optimum first: it is refused at once where it is too much.
        let mut optimal = None;
        if self.optimal {
            watch.begin(self.question.most_states() as u64, WorkUnit::States);
            let found = Optimal::new(&self.question, &mut |states| watch.at(states));
            optimal = Some(found.map_err(Stopped::passing_on)?);
        }
        let result = self.read(&mut self.solve(watch)?, watch)?;
        Ok(WinResult { optimal, ..result })
    }
}
