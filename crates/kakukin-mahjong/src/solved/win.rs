//! A solved question about the chance to win.

use super::{Check, Games, Keep, ObservedRate, grouped, near, now};
use crate::{
    Answer, Discard, EQUAL, InputError, Method, Objective, Optimal, Policy, Problem, Question,
    Solver, Step, Stopped, Tile, Tiles, Worth,
};
use std::ops::ControlFlow;

/// A solved question about the chance to win: the answer, and the way of playing that it belongs
/// to if it was kept.
#[derive(Debug, Clone)]
pub struct SolvedWin {
    question: Question,
    answer: Answer,
    policy: Option<Policy>,
    /// The discard for which the way of playing was kept.
    after: Option<Tile>,
}

impl Solver {
    /// Solves a question once for everything that is to be read off it: with the way of playing
    /// after a discard, or after any that does not take the hand farther. `report` as in
    /// [`Solver::answer_watched`].
    pub fn solve_once(
        &mut self,
        question: &Question,
        after: Option<Tile>,
        keep: Keep,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<SolvedWin, Stopped> {
        let question = question.clone();
        if keep != Keep::Answer {
            match self.policy(&question, after, report) {
                Ok((answer, policy)) => {
                    return Ok(SolvedWin { question, answer, policy: Some(policy), after });
                }
                Err(Stopped::Refused(error))
                    if keep == Keep::IfRoom && error.problem == Problem::TooManyKept => {}
                Err(stopped) => return Err(stopped),
            }
        }
        let answer = self.answer_watched(&question, report)?;
        Ok(SolvedWin { question, answer, policy: None, after: None })
    }
}

impl SolvedWin {
    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The chances of every discard.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Whether the way of playing after a discard is here too; without one, after any that does
    /// not take the hand farther.
    pub fn is_kept(&self, after: Option<Tile>) -> bool {
        // What takes the hand farther is followed by itself, the others together.
        let nearest = |own: &Discard| own.distance() == self.answer.distance();
        let together = |tile: Tile| {
            let known = self.answer.discards().iter().find(|own| own.tile() == tile);
            self.question.method() != Method::Plain || known.is_some_and(nearest)
        };
        let apart = |after: Option<Tile>| after.filter(|&tile| !together(tile));
        self.policy.is_some() && apart(self.after) == apart(after)
    }

    /// How many figures of the way of playing are held.
    pub fn held(&self) -> usize {
        let figures = self.answer.states().saturating_mul(self.question.draws() + 1);
        if self.policy.is_some() { figures } else { 0 }
    }

    /// Lets go of the way of playing.
    pub fn forget(&mut self) {
        self.policy = None;
    }

    /// The discard that is followed unless one is named: the best of the nearest ones. None if
    /// there is nothing to play; `Some(None)` if no tile was drawn.
    pub fn best(&self) -> Option<Option<Tile>> {
        self.answer.distance()?;
        if !self.question.situation().hand().has_drawn() {
            return Some(None);
        }
        // What takes the hand farther is followed only if it is named.
        let near = |own: &&Discard| {
            self.question.method() != Method::Plain || own.distance() == self.answer.distance()
        };
        self.answer.discards().iter().find(near).map(|discard| Some(discard.tile()))
    }

    /// The concealed tiles after a discard.
    fn waiting(&self, discard: Option<Tile>) -> Tiles {
        let tiles = self.question.situation().hand().concealed();
        discard.map_or(tiles, |tile| tiles.without(tile))
    }

    /// What to throw after a discard and each draw that changes the hand, to a depth of so many
    /// draws; `None` if the way of playing was not kept.
    pub fn explain(
        &mut self,
        discard: Option<Tile>,
        depth: usize,
    ) -> Result<Option<Vec<Step>>, InputError> {
        let waiting = self.waiting(discard);
        let limits = self.question.situation().limits();
        // What is thrown has been seen.
        let limits = discard.map_or(limits, |tile| limits.without(tile));
        let policy = self.policy.as_mut();
        policy.map(|policy| policy.explain(waiting, limits, depth)).transpose()
    }

    /// The same way of playing in dealt games; `None` if it was not kept. `report` hears how many
    /// games are done and may cancel: the counts then cover what was done.
    pub fn check(
        &self,
        discard: Option<Tile>,
        games: &Games,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Check>, InputError> {
        let Some(policy) = &self.policy else { return Ok(None) };
        let situation = self.question.situation();
        let waiting = self.waiting(discard);
        let dealt = policy.verify(situation, waiting, games.number, games.seed, report)?;
        let worth = self.answer.worth_of(discard);
        let rate = |count, figures: Option<&[f64]>| {
            let figure = figures.map_or(0.0, now);
            ObservedRate::new(count, dealt.games, figure, games.confidence)
        };
        Ok(Some(Check {
            discard: discard.map(|tile| (tile, false)),
            games: dealt.games,
            asked: *games,
            score: None,
            win: rate(dealt.wins, worth.map(Worth::win)),
            tenpai: rate(dealt.tenpai, worth.map(Worth::tenpai)),
            tenpai_at_end: None,
        }))
    }

    /// The result without anything more.
    pub fn result(&self) -> WinResult {
        WinResult::new(self.question.clone(), self.answer.clone())
    }
}

/// What was found out about the chances of a hand.
#[derive(Debug, Clone)]
pub struct WinResult {
    /// What was asked.
    pub question: Question,
    /// The chances of every discard.
    pub answer: Answer,
    /// The true optimum, if it was asked for.
    pub optimal: Option<Optimal>,
    /// The way of playing after one discard, if it was asked for.
    pub followed: Option<WinFollowed>,
}

impl WinResult {
    /// The chances alone.
    pub fn new(question: Question, answer: Answer) -> Self {
        Self { question, answer, optimal: None, followed: None }
    }

    /// Whether all games that were asked for were dealt.
    pub fn is_finished(&self) -> bool {
        let check = self.followed.as_ref().and_then(|followed| followed.check.as_ref());
        check.is_none_or(Check::is_finished)
    }
}

/// The way of playing after one discard.
#[derive(Debug, Clone)]
pub struct WinFollowed {
    /// The discard; none if no tile was drawn.
    pub discard: Option<Tile>,
    /// What to throw after each draw, if it was asked for.
    pub steps: Option<Vec<Step>>,
    /// The same in dealt games, if they were asked for.
    pub check: Option<Check>,
}

impl Answer {
    /// What is left of a hand by a discard, or by itself if no tile was drawn.
    pub fn worth_of(&self, discard: Option<Tile>) -> Option<&Worth> {
        match discard {
            None => self.waiting(),
            Some(tile) => self.discards().iter().find(|x| x.tile() == tile).map(Discard::worth),
        }
    }

    /// Discards whose chances are equal at every turn, together: places in
    /// [`Answer::discards`], the best first.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        grouped(self.discards(), |a, b| {
            let (x, y) = (a.worth(), b.worth());
            a.distance() == b.distance()
                && near(x.win(), y.win(), EQUAL)
                && near(x.tenpai(), y.tenpai(), EQUAL)
        })
    }

    /// Which discards are the best with so many draws left: by what is wanted, then by the other
    /// chance; and what is wanted is more than nothing.
    pub fn best_with(&self, draws: usize, objective: Objective) -> Vec<bool> {
        let at = |discard: &Discard| {
            let worth = discard.worth();
            objective.order(worth.win()[draws], worth.tenpai()[draws])
        };
        let all = || self.discards().iter().map(at);
        let most = all().map(|own| own[0]).fold(0.0, f64::max);
        let near = all().filter(|own| most - own[0] < EQUAL);
        let best = [most, near.map(|own| own[1]).fold(0.0, f64::max)];
        all().map(|own| own[0] > 0.0 && equal(own, best)).collect()
    }

    /// Whether no discard is better than the one at this place with all draws to come.
    pub fn is_best(&self, k: usize, objective: Objective) -> bool {
        let figures = |discard: &Discard| {
            let worth = discard.worth();
            objective.order(now(worth.win()), now(worth.tenpai()))
        };
        let all = self.discards();
        all.get(k).is_some_and(|own| equal(figures(own), figures(&all[0])))
    }
}

fn equal(a: [f64; 2], b: [f64; 2]) -> bool {
    near(&a, &b, EQUAL)
}
