//! Whether to call a tile that another has just discarded.

use super::{
    bounds::MahjongBounds,
    context::ContextFields,
    moves::MovesFields,
    stakes::StakesFields,
    terms::{self, TermsFields},
};
use crate::{
    InputError, Stopped,
    fields::query,
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Bag, CallQuestion, CallResult, ScoreSolver, Seat};

query! {
    /// A hand to which a tile is offered.
    pub struct CallQuery {
        /// The concealed tiles, before a draw.
        word hand "HAND",
        /// The tile that was discarded.
        text offered "TILE",
        /// By whom.
        text from "SEAT",
        /// What else is seen.
        part context ContextFields,
        /// For what is played.
        part stakes StakesFields,
        /// How it is played.
        part terms TermsFields,
        /// Draws and moves.
        part moves MovesFields,
    }
}

/// A question about an offered tile that can be answered.
#[derive(Debug, Clone)]
pub struct CallJob {
    question: CallQuestion,
}

impl CallQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<CallJob, InputError> {
        let Self { context, stakes, terms, moves, .. } = self;
        let missing = |field, allowed: &str| InputError::new(field, "", BadValue::Missing, allowed);
        let hand = context.hand(self.hand.as_deref())?;
        let offered = self.offered.as_deref().ok_or_else(|| missing("offered", "5p"))?;
        let offered = Bag::parse("offered", offered)?;
        let seats = "left, across, right";
        let from: Seat = self.from.as_deref().ok_or_else(|| missing("from", seats))?.parse()?;
        let players = context.players()?;
        let moves = &moves.with_wall_before(from.others_between(players))?;
        let question = terms::question(hand, context, stakes, terms, moves, bounds)?;
        Ok(CallJob { question: CallQuestion::new(question, offered, from)? })
    }
}

impl CallJob {
    /// What is asked.
    pub fn question(&self) -> &CallQuestion {
        &self.question
    }

    /// Works it out.
    pub fn run(&self, watch: &dyn Watch) -> Result<CallResult, Stopped> {
        let most = self.question.pass().question().most_states();
        watch.begin(most as u64, WorkUnit::States);
        let mut solver = ScoreSolver::default();
        let answer = solver.call(&self.question, &mut |states| watch.at(states));
        watch.solved(solver.solves());
        let answer = answer.map_err(Stopped::passing_on)?;
        Ok(CallResult { question: self.question.clone(), answer })
    }
}
