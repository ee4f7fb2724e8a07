//! How often the games of several models are drawn: what the course of their series depends on.
//!
//! Equally strong players pass through the stages of the search, whatever p is. Between unequal
//! players draws are rarer, and not as rare with the one as with the other first: such models have
//! courses of their own, in lanes.

use super::{
    course::{Course, Rates},
    lanes::{LANES, Lanes},
    space::{Space, Way},
    walk::BySides,
};
use crate::{Model, Player, Turns};
use kakukin_core::Rational;
use std::{borrow::Cow, sync::OnceLock};

/// The courses of a vector of models.
pub(crate) enum Pace {
    /// Those of the search.
    Common,
    /// Others.
    Own(Box<Own>),
}

/// Courses of models, each in its lane.
pub(crate) struct Own {
    rates: [Rates<Lanes<LANES>>; 2],
    /// By limit, each worked out when it is first needed.
    courses: Vec<OnceLock<Course<Lanes<LANES>>>>,
    by_sides: Vec<OnceLock<BySides<Lanes<LANES>>>>,
}

impl Pace {
    /// The pace of at most [`LANES`] models in a search at a draw rate.
    pub(crate) fn new(space: &Space, models: &[Model], draw_rate: &Rational) -> Self {
        let drawn: Vec<[Rational; 2]> =
            models.iter().map(|model| Player::BOTH.map(|first| model.game(first).draw)).collect();
        if drawn.iter().flatten().all(|draw| draw == draw_rate) {
            return Self::Common;
        }
        let each: Vec<[Rates<f64>; 2]> =
            drawn.iter().map(|[a, b]| Rates::of_both(&space.draws, [a, b])).collect();
        // Lanes to spare repeat the last model.
        let lane = |first: usize| {
            Rates::in_lanes(std::array::from_fn(|k| &each[k.min(each.len() - 1)][first]))
        };
        let (courses, by_sides) = match &space.way {
            Way::Stages(_, courses) => (courses.len(), 0),
            Way::Walk(_, courses) => (0, courses.len()),
            Way::Numbers(_) | Way::Best(_) => (0, 0),
        };
        Self::Own(Box::new(Own {
            rates: [lane(0), lane(1)],
            courses: vec![OnceLock::new(); courses],
            by_sides: vec![OnceLock::new(); by_sides],
        }))
    }
}

impl Own {
    /// The course of a turn order; kept where the search has only one.
    pub(crate) fn course(
        &self,
        space: &Space,
        turns: &Turns,
        limit: u32,
    ) -> Cow<'_, Course<Lanes<LANES>>> {
        let new = || Course::new(turns, space.drawn(), &self.rates, limit);
        match self.courses.get(limit as usize) {
            Some(course) => Cow::Borrowed(course.get_or_init(new)),
            None => Cow::Owned(new()),
        }
    }

    /// How often a series stands where, for rules that are walked through.
    pub(crate) fn by_sides(&self, space: &Space, limit: u32) -> Cow<'_, BySides<Lanes<LANES>>> {
        let new = || BySides::new(space.drawn(), &self.rates, limit);
        match self.by_sides.get(limit as usize) {
            Some(stages) => Cow::Borrowed(stages.get_or_init(new)),
            None => Cow::Owned(new()),
        }
    }
}
