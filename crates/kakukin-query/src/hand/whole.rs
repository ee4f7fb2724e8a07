//! Everything about a hand at once, from one solved question: with points where there can be
//! points, else its chances.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    play::PlayFields,
    score::ScoreJob,
    stakes::StakesFields,
    terms::{self, TermsFields},
    win::WinJob,
};
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_mahjong::{
    Aim, HandResult, Keep, Objective, PointsLeftOut, Problem, Question, SolvedScore, SolvedWin,
};

query! {
    /// Everything that is asked of a hand.
    pub struct HandQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// What else is seen.
        part context ContextFields,
        /// For what is played.
        part stakes StakesFields,
        /// How it is played.
        part terms TermsFields,
        /// Draws and moves.
        part moves MovesFields,
        /// The way of playing.
        part play PlayFields,
    }
}

/// A hand about which everything can be told.
#[derive(Debug, Clone)]
pub struct HandJob {
    /// With points, unless melds are missing that nobody knows.
    score: Option<ScoreJob>,
    win: WinJob,
}

/// A hand that is solved.
#[allow(clippy::large_enum_variant, reason = "one at a time, and seldom moved")]
#[derive(Debug, Clone)]
pub enum SolvedHand {
    /// With points.
    Score(SolvedScore),
    /// Its chances alone, and why there are no points if they were wanted.
    Win(SolvedWin, Option<PointsLeftOut>),
}

impl HandQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<HandJob, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        let hand = context.hand(self.hand.as_deref())?;
        let play = self.play.play(bounds)?;
        if hand.unknown_melds() > 0 {
            let situation = context.situation(hand)?;
            stakes.stakes()?.check(situation.players())?;
            let aim = terms.objective.as_deref().map_or(Ok(Aim::Score), str::parse)?;
            let question = moves.question(situation, bounds)?.with_objective(chance(aim));
            let thrown = self.play.thrown(&question)?;
            return Ok(HandJob { score: None, win: WinJob::new(question, play, thrown)? });
        }
        let question = terms::question(hand, context, stakes, terms, moves, bounds)?;
        let thrown = self.play.thrown(question.question())?;
        let chances = question.question().clone().with_objective(chance(question.terms().aim));
        let win = WinJob::new(chances, play, thrown)?;
        Ok(HandJob { score: Some(ScoreJob::whole(question, play, thrown)?), win })
    }
}

/// What is wanted most where there are no points.
fn chance(aim: Aim) -> Objective {
    match aim {
        Aim::Score | Aim::Balance | Aim::Win => Objective::Win,
        Aim::Tenpai => Objective::Tenpai,
    }
}

impl SolvedHand {
    /// How many figures of the way of playing are held.
    pub fn held(&self) -> usize {
        match self {
            Self::Score(solved) => solved.held(),
            Self::Win(solved, _) => solved.held(),
        }
    }

    /// Lets go of the way of playing; what was read off it stays.
    pub fn forget(&mut self) {
        match self {
            Self::Score(solved) => solved.forget(),
            Self::Win(solved, _) => solved.forget(),
        }
    }

    /// Whether both answer the same question.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Score(a), Self::Score(b)) => a.question() == b.question(),
            (Self::Win(a, _), Self::Win(b, _)) => a.question() == b.question(),
            _ => false,
        }
    }
}

impl HandJob {
    /// What is asked, apart from points.
    pub fn question(&self) -> &Question {
        self.win.question()
    }

    /// Whether everything that is asked for can be read off a hand that is solved.
    pub fn can_read(&self, solved: &SolvedHand) -> bool {
        match (solved, &self.score) {
            (SolvedHand::Score(solved), Some(job)) => job.can_read(solved),
            (SolvedHand::Win(solved, Some(_)), _) | (SolvedHand::Win(solved, _), None) => {
                self.win.can_read(solved)
            }
            _ => false,
        }
    }

    /// Solves it: once, unless it turns out to be too large with points.
    pub fn solve(&self, watch: &dyn Watch) -> Result<SolvedHand, Stopped> {
        let chances = |why| {
            let solved = self.win.solve_keeping(Keep::IfRoom, watch)?;
            Ok(SolvedHand::Win(solved, Some(why)))
        };
        let Some(job) = &self.score else { return chances(PointsLeftOut::UnknownMelds) };
        match job.solve_keeping(Keep::IfRoom, watch) {
            Err(Stopped::Refused(error))
                if error.problem == Problem::TooManyKept
                    || error.problem == Problem::TooManyStates =>
            {
                chances(PointsLeftOut::TooLarge)
            }
            solved => solved.map(SolvedHand::Score),
        }
    }

    /// Reads what is asked for off the solved hand.
    pub fn read(&self, solved: &mut SolvedHand, watch: &dyn Watch) -> Result<HandResult, Stopped> {
        match (solved, &self.score) {
            (SolvedHand::Score(solved), Some(job)) => {
                job.read(solved, watch).map(|result| HandResult::Score(Box::new(result)))
            }
            (SolvedHand::Win(solved, why), _) => {
                let why = why.unwrap_or(PointsLeftOut::UnknownMelds);
                self.win.read(solved, watch).map(|result| HandResult::Win(Box::new(result), why))
            }
            // Never solved with points: without them it is.
            (SolvedHand::Score(_), None) => self.run(watch),
        }
    }

    /// Works it out.
    pub fn run(&self, watch: &dyn Watch) -> Result<HandResult, Stopped> {
        self.read(&mut self.solve(watch)?, watch)
    }
}
