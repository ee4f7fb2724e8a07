//! A solved question about points.

use super::{Check, Games, Keep, ObservedMean, ObservedRate, grouped, near, now};
use crate::{
    Advice, Aim, Bag, EQUAL, EQUAL_POINTS, Flag, InputError, Luck, Outcomes, Points, Problem,
    Prospect, ScoreAnswer, ScoreDiscard, ScorePolicy, ScoreQuestion, ScoreSolver, ScoreStep,
    Stopped, Tile, Win,
};
use std::ops::ControlFlow;

/// A solved question about points: the answer, and the way of playing that it belongs to if it was
/// kept.
///
/// ```
/// use kakukin_mahjong::{
///     Hand, Keep, Players, Question, ScoreQuestion, ScoreSolver, Situation, Terms,
/// };
/// let hand: Hand = "34567m2246p34088s".parse()?;
/// let table = Situation::new(hand, Players::Four)?;
/// let question = ScoreQuestion::new(Question::new(table)?, Terms::default())?;
/// let mut report = |_| std::ops::ControlFlow::Continue(());
/// let mut solver = ScoreSolver::default();
/// let mut solved = solver.solve_once(&question, Keep::Policy, &mut report).unwrap();
/// let best = solved.best();
/// let advice = solved.advice(&mut report).unwrap().clone();
/// assert_eq!(best, Some((advice.discards[0].discard.tile(), false)));
/// let steps = solved.explain(best, 2)?.unwrap();
/// assert!(steps.iter().all(|step| step.score > 0.0));
/// assert_eq!(solver.solves(), 1);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolvedScore {
    question: ScoreQuestion,
    answer: ScoreAnswer,
    /// One for the discards that are followed together.
    policies: Vec<ScorePolicy>,
    kept: bool,
    /// Why it could not be kept.
    refused: Option<InputError>,
    /// Wins that were looked at, by the discard before them.
    outcomes: Vec<(Option<(Tile, bool)>, Outcomes)>,
    advice: Option<Advice>,
    /// The best discards of the same hand without others, once they are known.
    best_alone: Option<Vec<(Tile, bool)>>,
}

/// A hand is solved again without others only if it had no more states: a tenth of a second.
const ALSO_ALONE: usize = 200_000;

impl ScoreSolver {
    /// Solves a question once for everything that is to be read off it; `report` as in
    /// [`ScoreSolver::answer_watched`].
    pub fn solve_once(
        &mut self,
        question: &ScoreQuestion,
        keep: Keep,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<SolvedScore, Stopped> {
        let solved = |answer, policies: Option<_>, refused| SolvedScore {
            question: question.clone(),
            answer,
            kept: policies.is_some(),
            policies: policies.unwrap_or_default(),
            refused,
            outcomes: Vec::new(),
            advice: None,
            best_alone: None,
        };
        let mut refused = None;
        if keep != Keep::Answer {
            match self.policies(question, &|_| true, report) {
                Ok((answer, policies)) => return Ok(solved(answer, Some(policies), None)),
                Err(Stopped::Refused(error))
                    if keep == Keep::IfRoom && error.problem == Problem::TooManyKept =>
                {
                    refused = Some(error);
                }
                Err(stopped) => return Err(stopped),
            }
        }
        let answer = self.answer_watched(question, report)?;
        Ok(solved(answer, None, refused))
    }
}

impl SolvedScore {
    /// What was asked.
    pub fn question(&self) -> &ScoreQuestion {
        &self.question
    }

    /// The figures of every discard.
    pub fn answer(&self) -> &ScoreAnswer {
        &self.answer
    }

    /// The best discard; none if no tile was drawn.
    pub fn best(&self) -> Option<(Tile, bool)> {
        self.answer.best()
    }

    /// Whether the way of playing is here too.
    pub fn is_kept(&self) -> bool {
        self.kept
    }

    /// Why the way of playing could not be kept, if there was no room for it.
    pub fn refused(&self) -> Option<&InputError> {
        self.refused.as_ref()
    }

    /// Whether the wins after a discard have been looked at, and advice been given if it is wanted.
    pub fn has_read(&self, discard: Option<(Tile, bool)>, advice: bool) -> bool {
        let outcomes = self.outcomes.iter().any(|(own, _)| *own == discard);
        outcomes && (!advice || self.advice.is_some())
    }

    /// How many figures of the way of playing are held.
    pub fn held(&self) -> usize {
        let figures = self.answer.states().saturating_mul(self.question.question().draws() + 1);
        if self.policies.is_empty() { 0 } else { figures }
    }

    /// Lets go of the way of playing; what was read off it stays.
    pub fn forget(&mut self) {
        self.policies.clear();
        self.kept = false;
    }

    /// Whether it can be played after a discard, or, if no tile was drawn, at all.
    pub fn knows(&mut self, discard: Option<(Tile, bool)>) -> bool {
        self.after(discard).is_some()
    }

    fn after(&mut self, discard: Option<(Tile, bool)>) -> Option<&mut ScorePolicy> {
        self.policies.iter_mut().find_map(|policy| policy.begin(discard).then_some(policy))
    }

    /// The discards as players compare them, the best first. `report` is called now and then and
    /// may cancel.
    pub fn advice(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<&Advice, Stopped> {
        let advice = match self.advice.take() {
            Some(advice) => advice,
            None => {
                let best = self.answer.best();
                let policy =
                    self.policies.iter_mut().find_map(|own| own.begin(best).then_some(own));
                Advice::new(&self.question, &self.answer, policy, report)?
            }
        };
        Ok(self.advice.insert(advice))
    }

    /// The best discards if nobody else did anything, once that was found out.
    pub fn best_alone(&self) -> Option<&[(Tile, bool)]> {
        self.best_alone.as_deref()
    }

    /// Finds them out, unless the others do nothing or it would be much work; how many questions
    /// had to be solved for that.
    pub fn find_best_alone(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<u64, Stopped> {
        let mut solves = 0;
        let alone = self.question.question().others().is_alone();
        let few = self.answer.states() <= ALSO_ALONE && self.answer.discards().len() > 1;
        if self.best_alone.is_none() && !alone && few {
            let mut solver = ScoreSolver::default();
            let question = self.question.alone()?;
            let answer = solver.answer_watched(&question, report)?;
            let best = |k: &usize| answer.is_best(*k, question.terms().aim);
            let tiles = (0..answer.discards().len()).filter(best).map(|k| {
                let own = &answer.discards()[k];
                (own.tile(), own.is_red())
            });
            self.best_alone = Some(tiles.collect());
            solves = solver.solves();
        }
        Ok(solves)
    }

    /// What the wins after a discard look like; `None` if it cannot be played. `report` is called
    /// now and then and may cancel.
    pub fn outcomes(
        &mut self,
        discard: Option<(Tile, bool)>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Outcomes>, Stopped> {
        if let Some((_, known)) = self.outcomes.iter().find(|(own, _)| *own == discard) {
            return Ok(Some(known.clone()));
        }
        let Some(policy) = self.after(discard) else { return Ok(None) };
        let outcomes = policy.outcomes(report)?;
        self.outcomes.push((discard, outcomes.clone()));
        Ok(Some(outcomes))
    }

    /// What to do after a discard and each draw that changes the hand, to a depth of so many
    /// draws; `None` if it cannot be played.
    pub fn explain(
        &mut self,
        discard: Option<(Tile, bool)>,
        depth: usize,
    ) -> Result<Option<Vec<ScoreStep>>, InputError> {
        self.after(discard).map(|policy| policy.explain(depth)).transpose()
    }

    /// The same way of playing in dealt games; `None` if it cannot be played. `report` hears how
    /// many games are done and may cancel: the counts then cover what was done.
    pub fn check(
        &mut self,
        discard: Option<(Tile, bool)>,
        games: &Games,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<Check>, InputError> {
        let Some(policy) = self.after(discard) else { return Ok(None) };
        let dealt = policy.verify(games.number, games.seed, report)?;
        let mean = policy.mean(&dealt);
        let Some(prospect) = self.answer.prospect_of(discard) else { return Ok(None) };
        let confidence = games.confidence;
        let rate = |count, figures: &[f64]| {
            ObservedRate::new(count, dealt.games, now(figures), confidence)
        };
        Ok(Some(Check {
            discard,
            games: dealt.games,
            asked: *games,
            score: Some(ObservedMean::new(mean, dealt.wins, now(prospect.score()), confidence)),
            win: rate(dealt.wins, prospect.win()),
            tenpai: rate(dealt.tenpai, prospect.tenpai()),
            tenpai_at_end: Some(rate(dealt.tenpai_at_end, prospect.tenpai_at_end())),
        }))
    }

    /// The result without anything more.
    pub fn result(&self) -> ScoreResult {
        ScoreResult::new(self.question.clone(), self.answer.clone())
    }
}

/// What was found out about a hand that is played for points.
#[derive(Debug, Clone)]
pub struct ScoreResult {
    /// What was asked.
    pub question: ScoreQuestion,
    /// The figures of every discard.
    pub answer: ScoreAnswer,
    /// The answers for each aim, if the best of each figure was asked for.
    pub each_best: Vec<(Aim, ScoreAnswer)>,
    /// The discards as players compare them.
    pub advice: Option<Advice>,
    /// The best discards if nobody else did anything, where others do something and it was cheap
    /// to find out.
    pub best_alone: Option<Vec<(Tile, bool)>>,
    /// The way of playing after one discard, where it is known.
    pub followed: Option<ScoreFollowed>,
}

impl ScoreResult {
    /// The figures alone.
    pub fn new(question: ScoreQuestion, answer: ScoreAnswer) -> Self {
        Self {
            question,
            answer,
            each_best: Vec::new(),
            advice: None,
            best_alone: None,
            followed: None,
        }
    }

    /// Whether all games that were asked for were dealt.
    pub fn is_finished(&self) -> bool {
        let check = self.followed.as_ref().and_then(|followed| followed.check.as_ref());
        check.is_none_or(Check::is_finished)
    }

    /// What a complete hand brings by self-draw, by the tile that was drawn; nothing for any other
    /// hand.
    pub fn won(&self) -> Vec<Won> {
        if self.answer.is_won() { Won::all(&self.question) } else { Vec::new() }
    }
}

/// The way of playing after one discard.
#[derive(Debug, Clone)]
pub struct ScoreFollowed {
    /// The discard, and whether it is the red five; none if no tile was drawn.
    pub discard: Option<(Tile, bool)>,
    /// What its wins look like, if it was asked for.
    pub outcomes: Option<Outcomes>,
    /// What to throw after each draw, if it was asked for.
    pub steps: Option<Vec<ScoreStep>>,
    /// The same in dealt games, if they were asked for.
    pub check: Option<Check>,
}

/// A complete hand by the tile that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Won {
    /// The tile that was drawn.
    pub tile: Tile,
    /// What it brings, without riichi and other luck except that of the first turn; nothing
    /// without a yaku.
    pub points: Option<Points>,
}

impl Won {
    /// In the first turn such a win is heavenly.
    fn all(question: &ScoreQuestion) -> Vec<Self> {
        let situation = question.question().situation();
        let luck = Luck { first_turn: question.is_first_turn(), ..Luck::default() };
        let worth = |tile: Tile| {
            let win = Win { tile, tsumo: true, luck, ura: Bag::EMPTY };
            Self { tile, points: Points::of(situation, &question.terms().stakes, &win).ok() }
        };
        situation.hand().concealed().kinds().map(worth).collect()
    }
}

impl ScoreQuestion {
    /// Whether there could be ura dora by hand and rules.
    pub fn has_ura(&self) -> bool {
        let closed = self.question().situation().hand().is_closed();
        closed && self.terms().stakes.rules().has(Flag::Ura)
    }

    /// Whether riichi may be declared by hand and terms.
    pub fn may_declare(&self) -> bool {
        self.terms().riichi && self.question().situation().hand().is_closed()
    }
}

impl ScoreAnswer {
    /// What is left of a hand by a discard, or by itself if no tile was drawn.
    pub fn prospect_of(&self, discard: Option<(Tile, bool)>) -> Option<&Prospect> {
        match discard {
            None => self.waiting(),
            Some(own) => {
                let mut all = self.discards().iter();
                all.find(|x| (x.tile(), x.is_red()) == own).map(ScoreDiscard::prospect)
            }
        }
    }

    /// Discards whose figures are equal at every turn, together: places in
    /// [`ScoreAnswer::discards`], the best first.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        grouped(self.discards(), |a, b| {
            let (x, y) = (a.prospect(), b.prospect());
            a.distance() == b.distance()
                && a.is_riichi() == b.is_riichi()
                && near(x.score(), y.score(), EQUAL_POINTS)
                && near(x.win(), y.win(), EQUAL)
                && near(x.tenpai(), y.tenpai(), EQUAL)
                && near(x.tenpai_at_end(), y.tenpai_at_end(), EQUAL)
                && near(x.ron(), y.ron(), EQUAL)
                && near(x.balance(), y.balance(), EQUAL_POINTS)
        })
    }

    /// Which discards are the best with so many draws left: none is better, and what is wanted is
    /// more than nothing.
    pub fn best_with(&self, draws: usize, aim: Aim) -> Vec<bool> {
        let at = |discard: &ScoreDiscard| discard.prospect().judged(draws, aim);
        let better = |best, own| if aim.compare(own, best).is_gt() { own } else { best };
        let best = self.discards().iter().map(at).reduce(better).unwrap_or_default();
        let wanted = |own: [f64; 3]| own[aim.order()[0]];
        let is_best = |own: [f64; 3]| wanted(own) != 0.0 && aim.compare(own, best).is_eq();
        self.discards().iter().map(|discard| is_best(at(discard))).collect()
    }

    /// Whether no discard is better than the one at this place with all draws to come.
    pub fn is_best(&self, k: usize, aim: Aim) -> bool {
        let figures = |discard: &ScoreDiscard| {
            let prospect = discard.prospect();
            prospect.judged(prospect.score().len().saturating_sub(1), aim)
        };
        let all = self.discards();
        all.get(k).is_some_and(|own| aim.compare(figures(own), figures(&all[0])).is_eq())
    }
}
