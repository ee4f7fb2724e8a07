//! A hand without branching, and the way to one form alone.

use super::context::ContextFields;
use crate::{
    InputError, Stopped,
    fields::query,
    number::{whole, whole_or},
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Chain, ChainResult, Draws, FormChain, Forms, MAX_DRAWS, MAX_UNSEEN, Objective, Problem,
    Question, Solver,
};

/// As many draws as the author's tables have.
const USUAL_TURNS: u64 = 17;
const USUAL_UNSEEN: u64 = 123;

query! {
    /// Useful tiles draw by draw, or a hand and the form that it is to take.
    pub struct ChainQuery {
        /// The concealed tiles.
        word hand "HAND",
        /// The form.
        text form "SHAPE",
        /// What else is seen.
        part context ContextFields,
        /// Useful tiles at each stage.
        number useful "N,N,..",
        /// Unseen tiles at first.
        number unseen "N",
        /// Draws.
        number turns "N",
        /// Also as exact fractions.
        flag exact,
    }
}

/// A chain that can be followed.
#[derive(Debug, Clone)]
pub enum ChainJob {
    /// Useful tiles are known, and perhaps fractions wanted.
    Useful(Chain, bool),
    /// A hand and a form, with so many draws.
    Form(Box<Question>, u32),
}

impl ChainQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<ChainJob, InputError> {
        if self.hand.is_some() || self.form.is_some() { self.of_hand() } else { self.of_counts() }
    }

    fn of_counts(&self) -> Result<ChainJob, InputError> {
        let most = u64::from(MAX_UNSEEN);
        let context = &self.context;
        let given = [
            ("meld", !context.meld.is_empty()),
            ("dora", !context.dora.is_empty()),
            ("seen", !context.seen.is_empty()),
            ("players", context.players.is_some()),
            ("north", context.north.is_some()),
        ];
        if let Some((field, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(InputError::new(field, "", BadValue::Conflict, "HAND `form` SHAPE"));
        }
        let Some(useful) = &self.useful else {
            return Err(InputError::new("useful", "", BadValue::Missing, "N,N,.. (20,8,8)"));
        };
        let stages: Result<Vec<u32>, InputError> = useful
            .split([',', '、'])
            .map(|part| {
                let count = whole("useful", part, 0..=most);
                count.map(|n| n as u32).map_err(|e| InputError { value: useful.clone(), ..e })
            })
            .collect();
        let unseen = whole_or("unseen", self.unseen.as_deref(), USUAL_UNSEEN, 1..=most)?;
        let turns = whole_or("turns", self.turns.as_deref(), USUAL_TURNS, 1..=most)?;
        Ok(ChainJob::Useful(Chain::new(stages?, unseen as u32, turns as u32)?, self.exact))
    }

    /// The way to seven pairs or thirteen orphans from a hand.
    fn of_hand(&self) -> Result<ChainJob, InputError> {
        for (field, given) in [("useful", &self.useful), ("unseen", &self.unseen)] {
            if let Some(given) = given {
                let allowed = "HAND `form` seven-pairs";
                return Err(InputError::new(field, given, BadValue::Conflict, allowed));
            }
        }
        if self.exact {
            return Err(InputError::new("exact", "", BadValue::Conflict, "`useful` 20,8,8"));
        }
        let Some(text) = &self.form else {
            let allowed = "seven-pairs, thirteen-orphans, standard";
            return Err(InputError::new("form", "", BadValue::Missing, allowed));
        };
        let forms: Forms = text.parse()?;
        let situation = self.context.situation(self.context.hand(self.hand.as_deref())?)?;
        if situation.hand().has_drawn() {
            let (given, allowed) = (situation.hand().bag().len(), "1, 4, 7, 10, 13");
            return Err(InputError::new("hand", given, Problem::WrongTileCount, allowed));
        }
        let most = u64::from(MAX_DRAWS.min(situation.unseen())).max(1);
        let turns = whole_or("turns", self.turns.as_deref(), USUAL_TURNS.min(most), 1..=most)?;
        let question = Question::from_now(situation, 1)?
            .with_objective(Objective::Tenpai)
            .with_forms(forms)?;
        Ok(ChainJob::Form(Box::new(question), turns as u32))
    }
}

impl ChainJob {
    /// The same with at most so many states, where there is a graph.
    pub fn within(self, states: u64) -> Result<Self, InputError> {
        match self {
            Self::Form(question, turns) => {
                let most = states.min(question.most_states() as u64);
                Ok(Self::Form(Box::new(question.with_most_states(most)?), turns))
            }
            chain => Ok(chain),
        }
    }

    /// Follows it.
    pub fn run(&self, watch: &dyn Watch) -> Result<ChainResult, Stopped> {
        let (question, turns) = match self {
            Self::Useful(chain, exact) => {
                // Small enough to be exact always.
                let chances = chain.exact_probabilities();
                return Ok(ChainResult::Useful { chain: chain.clone(), chances, exact: *exact });
            }
            Self::Form(question, turns) => (question.as_ref(), *turns),
        };
        let mut solver = Solver::default();
        let mut chances = Vec::new();
        watch.begin(u64::from(turns), WorkUnit::Draws);
        for draws in 1..=turns {
            let question = question.clone().with_draws(Draws::Left(draws))?;
            let mut report = |_| watch.at(u64::from(draws) - 1);
            let answer = solver.answer_watched(&question, &mut report);
            let answer = answer.map_err(Stopped::passing_on)?;
            let worth = answer.waiting().map(|worth| (worth.tenpai(), worth.win()));
            let (tenpai, win) = worth.unwrap_or((&[], &[]));
            let last = |list: &[f64]| list.last().copied().unwrap_or(0.0);
            chances.push((last(tenpai), last(win)));
        }
        watch.solved(solver.solves());
        Ok(ChainResult::Form(Box::new(FormChain::new(question.clone(), chances))))
    }
}
