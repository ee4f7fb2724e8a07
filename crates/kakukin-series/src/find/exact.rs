//! The exact bias of a candidate: decides near ties.

use super::{
    candidate::Candidate,
    course::{Course, Rates},
    lanes::Table,
    needs::Needs,
    orders::Order,
    search::{chances, game_chances},
    space::{Space, Way},
};
use crate::{InputError, Model, Series, Turns};
use kakukin_core::{Integer, Rational, lcm};
use rustc_hash::FxHashMap;

/// Exact biases under one model, of equal players. What candidates share is kept.
pub(crate) struct Exact<'a> {
    space: &'a Space,
    model: &'a Model,
    /// By limit and turn order.
    prepared: FxHashMap<(u32, Order), Prepared>,
}

/// Everything in integers over one common denominator.
struct Prepared {
    course: Course<Integer>,
    table: Table<Integer>,
    denominator: Integer,
}

impl<'a> Exact<'a> {
    pub(crate) fn new(space: &'a Space, model: &'a Model) -> Self {
        Self { space, model, prepared: FxHashMap::default() }
    }

    /// A's share of the decided series less one half; nothing decided counts as
    /// wholly unfair.
    pub(crate) fn bias(
        &mut self,
        candidate: &Candidate,
        order: Order,
    ) -> Result<Rational, InputError> {
        let half = Rational::ONE / Rational::from(2);
        let rule = self.space.rule(candidate, order)?;
        let mut needs = Needs::default();
        needs.set(candidate.first, candidate.second, candidate.target);
        let decider = self.space.undecided.decider(self.model)?;
        let decided = |a: Rational, none: Rational| match (&decider, Rational::ONE - &none) {
            (Some(decider), _) => a + none * &decider.a - &half,
            (None, zero) if zero.is_zero() => half.clone(),
            (None, decided) => a / decided - &half,
        };
        match &self.space.way {
            Way::Numbers(_) => {
                let series = Series::new(self.model.clone(), rule)?;
                return Ok(series.exact_figures()?.bias().unwrap_or(half));
            }
            Way::Walk(walk, _) => {
                let rates = Rates::of(self.space.draw_rate.clone());
                let (drawn, rates) = (self.space.drawn(), [rates.clone(), rates]);
                let course = Course::new(&walk.turns, drawn, &rates, candidate.limit);
                let chances = game_chances(self.model, &self.space.draws);
                let stage = |decided: usize, _, _| &course.stages[decided];
                let sums = walk.sums(candidate.limit, &needs, &chances, stage, Rational::clone);
                return Ok(decided(sums.a, sums.none));
            }
            Way::Stages(..) | Way::Best(_) => {}
        }
        let (space, model) = (self.space, self.model);
        let prepared = self
            .prepared
            .entry((candidate.limit, order))
            .or_insert_with(|| Prepared::new(space, model, rule.turns(), candidate.limit));
        let sums = prepared.table.sums(&prepared.course, &needs);
        let over = |x: Integer| Rational::from(x) / Rational::from(prepared.denominator.clone());
        Ok(decided(over(sums.a), over(sums.none)))
    }
}

impl Prepared {
    fn new(space: &Space, model: &Model, turns: &Turns, limit: u32) -> Self {
        let f = &space.draw_rate;
        let (drawn, sum) = (f.numerator().clone(), Integer::from(f.denominator().clone()));
        let rates = Rates { decided: &sum - &drawn, drawn, played: sum.clone(), sum };
        let rates = [rates.clone(), rates];
        let mut course = Course::new(turns, space.drawn(), &rates, limit);
        let exact = chances(model, &space.draws);
        let below = lcm(exact.as_first.denominator(), exact.as_second.denominator());
        let over = |x: Rational| x.numerator() * Integer::from(&below / x.denominator());
        let chances = exact.map(over);
        let below = Integer::from(below);
        // A stage's chances are over a power of its own; the frequencies make up for it.
        for stage in &mut course.stages {
            let left = (limit - stage.a_first - stage.b_first) as usize;
            let power = below.pow(left);
            stage.a_games *= &power;
            stage.b_games *= &power;
            let power = power * &below;
            stage.visits *= &power;
            stage.at_limit *= power;
        }
        let denominator = below.pow(limit as usize + 1) * rates[0].sum.pow(limit as usize);
        Self { table: Table::new(chances, &below, course.most), course, denominator }
    }
}
