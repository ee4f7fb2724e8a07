//! One turn order with one draw policy: all rules within the bounds, each
//! behaviour once.

use super::{
    candidate::{Candidate, Reach, triples},
    course::{Course, Drawn, Rates, times_first},
    needs::Needs,
    numbers,
    orders::{self, Order, Orders},
    request::Request,
    walk::Walk,
};
use crate::{Draws, InputError, Probability, Rational, Rule, Turns, Undecided, lattice, limits};
use kakukin_core::{BadValue, checkpoint};

/// Rules between two checkpoints while they are listed.
const CANDIDATES_BETWEEN: usize = 64;

/// A turn order and a draw policy, with the rules to be tried.
#[derive(Debug, Clone)]
pub(crate) struct Space {
    pub(crate) draws: Draws<Rational>,
    pub(crate) undecided: Undecided,
    at_least: Option<u32>,
    pub(crate) draw_rate: Rational,
    pub(crate) way: Way,
    /// By limit, and from small numbers to large ones.
    pub(crate) candidates: Vec<Candidate>,
    /// How many there may be.
    most: usize,
    /// Whether every behaviour has its smallest rule among the candidates.
    pub(crate) complete: bool,
}

/// How rules are told apart and judged.
#[derive(Debug, Clone)]
pub(crate) enum Way {
    /// By stages: the course of every limit up to the largest.
    Stages(Turns, Vec<Course>),
    /// By walking through all counts of wins, with the course of every limit.
    Walk(Walk, Vec<Course>),
    /// By counts of wins and draws, and by the general engine.
    Numbers(Turns),
    /// By stages, with the best of all turn orders for each.
    Best(Orders),
}

/// The largest target of rules whose draws give points, unless one is asked for.
pub(crate) const USUAL_TARGET: u32 = 30;

/// The largest target of such rules that can be asked for.
const MAX_NUMBER: u32 = 100;

/// The most rules of one turn order and one draw policy that are tried.
const MAX_CANDIDATES: usize = 10_000_000;

/// The largest limit within which the best of all orders is looked for.
pub(crate) const MAX_BEST_LIMIT: u32 = 20;

/// The largest limit of rules whose turns depend on results.
pub(crate) const MAX_RESULT_LIMIT: u32 = 24;

/// Where turns depend on results a draw keeps the order; draws that swap sides do not
/// count.
fn walked(drawn: Option<Drawn>) -> Drawn {
    match drawn {
        None | Some(Drawn::Never) => Drawn::Never,
        Some(Drawn::Passes | Drawn::Stays) => Drawn::Stays,
    }
}

/// What a drawn game does to the turn, where it does nothing else.
fn drawn(draws: &Draws<Rational>, draw_rate: &Rational) -> Option<Drawn> {
    match draws {
        Draws::Points { .. } => None,
        _ if draw_rate.is_zero() => Some(Drawn::Never),
        Draws::Replay | Draws::Second => Some(Drawn::Never),
        Draws::Pass => Some(Drawn::Passes),
        Draws::Keep => Some(Drawn::Stays),
        Draws::Swap => None,
    }
}

impl Space {
    /// `turns` is `None` where the best order is to be found as well.
    pub(crate) fn new(
        request: &Request,
        turns: Option<&Turns>,
        draws: &Draws<Rational>,
        draw_rate: &Probability,
    ) -> Result<Self, InputError> {
        let drawn = drawn(draws, draw_rate.exact());
        let way = match (turns, drawn) {
            (None, Some(drawn @ (Drawn::Never | Drawn::Passes))) => {
                Way::Best(orders(request, drawn, draw_rate)?)
            }
            (None, _) => {
                let allowed = "pass, replay, second (`turns` best)";
                return Err(InputError::new(
                    "draws",
                    draws.as_written(),
                    BadValue::Conflict,
                    allowed,
                ));
            }
            (Some(turns), drawn) => {
                let rates = Rates::of_both(draws, [draw_rate.exact(); 2]);
                let courses = |drawn| {
                    let course = |limit| Course::new(turns, drawn, &rates, limit);
                    (0..=request.limit).map(course).collect()
                };
                let swaps = *draws == Draws::Swap && drawn.is_none();
                let by_result = turns.scheduled(0).is_none();
                match drawn {
                    Some(drawn) if !by_result => Way::Stages(turns.clone(), courses(drawn)),
                    None if !swaps => Way::Numbers(turns.clone()),
                    _ if by_result && request.limit > MAX_RESULT_LIMIT => {
                        let allowed = format!("1..{MAX_RESULT_LIMIT} (`turns` {turns})");
                        let (value, problem) = (request.limit, BadValue::OutOfRange);
                        return Err(InputError::new("limit", value, problem, allowed));
                    }
                    _ => {
                        let walk = Walk { turns: turns.clone(), swaps };
                        Way::Walk(walk, courses(walked(drawn)))
                    }
                }
            }
        };
        let mut space = Self {
            draws: draws.clone(),
            undecided: request.undecided,
            at_least: request.at_least,
            draw_rate: draw_rate.exact().clone(),
            way,
            candidates: Vec::new(),
            most: request.most_rules.min(MAX_CANDIDATES),
            complete: true,
        };
        // Draws that give points do so by numbers of their own: ratios no longer tell all,
        // so all integers up to some target are tried.
        if let Way::Numbers(_) = space.way {
            if request.max_points.is_some_and(|most| most > MAX_NUMBER) {
                let (most, problem) = (request.max_points.unwrap_or(0), BadValue::OutOfRange);
                let allowed = format!("1..{MAX_NUMBER} (`draws` {})", draws.as_written());
                return Err(InputError::new("max-points", most, problem, allowed));
            }
            space.complete = request.max_points.is_some();
            space.try_all(request)?;
        } else if request.free_limit {
            for limit in 1..=request.limit {
                let reach = Reach { sides: space.sides(limit), most_wins: None };
                space.try_triples(request, reach, Some(limit))?;
            }
        } else {
            let most_wins = Some(space.most_wins(request.limit));
            let reach = Reach { sides: space.sides(request.limit), most_wins };
            space.try_triples(request, reach, None)?;
        }
        space.candidates.sort_unstable_by_key(Candidate::size);
        space.candidates.dedup();
        Ok(space)
    }

    /// What a drawn game does to the turn, as courses know it.
    pub(crate) fn drawn(&self) -> Drawn {
        let drawn = drawn(&self.draws, &self.draw_rate);
        match self.way {
            Way::Walk(..) => walked(drawn),
            _ => drawn.unwrap_or(Drawn::Never),
        }
    }

    /// The most wins on each pair of sides within so many games.
    fn sides(&self, games: u32) -> [u32; 2] {
        match &self.way {
            Way::Stages(turns, _) => times_first(turns, games),
            Way::Walk(..) | Way::Numbers(_) | Way::Best(_) => [games; 2],
        }
    }

    /// The most wins on the side that earns less that a target can be worth if
    /// the series shall be decided within so many games: where every game is won on
    /// that side, one of the players has this many.
    fn most_wins(&self, games: u32) -> u32 {
        match self.draws {
            Draws::Swap if !self.draw_rate.is_zero() => games.div_ceil(2),
            _ => self.sides(games)[0].max(self.sides(games)[1]),
        }
    }

    fn try_triples(
        &mut self,
        request: &Request,
        reach: Reach,
        limit: Option<u32>,
    ) -> Result<(), InputError> {
        let most = request.max_points.unwrap_or(u32::MAX);
        let mut result = Ok(());
        triples(reach, request.larger_first, |first, second, target| {
            if target <= most && result.is_ok() {
                result = self.add([first, second, target], limit, request.limit);
            }
        });
        result
    }

    fn try_all(&mut self, request: &Request) -> Result<(), InputError> {
        for target in 1..=request.max_points.unwrap_or(USUAL_TARGET) {
            for second in 1..=target {
                let firsts = if request.larger_first { target } else { second };
                for first in 1..=firsts {
                    if request.free_limit {
                        for limit in 1..=request.limit {
                            self.add([first, second, target], Some(limit), request.limit)?;
                        }
                    } else {
                        self.add([first, second, target], None, request.limit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a rule with a limit of its own or the formula's, if that is at most
    /// `most`.
    fn add(&mut self, points: [u32; 3], own: Option<u32>, most: u32) -> Result<(), InputError> {
        if self.candidates.len().is_multiple_of(CANDIDATES_BETWEEN) {
            checkpoint();
        }
        let [first, second, target] = points;
        if let Draws::Points { first: d1, second: d2 } = &self.draws
            && (*d1 > Rational::from(first) || *d2 > Rational::from(second))
        {
            return Ok(());
        }
        let mut candidate = Candidate { first, second, target, limit: 0, own_limit: false };
        if let Some(turns) = self.turns() {
            let rule = self.rule_of(&candidate, turns.clone())?;
            let without_draws = rule.limit_without_draws()?;
            // No formula makes a series shorter than it can be without draws.
            if own.is_none() && without_draws > most {
                return Ok(());
            }
            // At draw rates near 1 the formula's limit may be too large for a number.
            let formula = rule.limit_from(without_draws, &self.draw_rate).unwrap_or(u32::MAX);
            candidate.limit = own.unwrap_or(formula);
            candidate.own_limit = candidate.limit != formula;
            // Without draws, a limit that is never reached is none.
            let never_drawn = self.draw_rate.is_zero() || !self.draws.use_up_games();
            if candidate.limit > most || never_drawn && formula < candidate.limit {
                return Ok(());
            }
            if let Some(least) = self.at_least
                && rule.shortest()?.min(candidate.limit) < least
            {
                return Ok(());
            }
            if let Way::Numbers(_) = self.way {
                // Points of a draw such as 0.001 make the engine's scores too many.
                lattice::work(&rule, candidate.limit)
                    .map_err(|e| InputError { field: "draws", ..e })?;
            }
        }
        if self.candidates.len() >= self.most {
            let most = self.most;
            let (tried, allowed) = (format!("> {most}"), format!("<= {most}"));
            return Err(InputError::new("limit", tried, BadValue::TooMuchWork, allowed));
        }
        self.candidates.push(candidate);
        Ok(())
    }

    /// The rule of a candidate with the formula's limit.
    fn rule_of(&self, candidate: &Candidate, turns: Turns) -> Result<Rule, InputError> {
        let points = [candidate.first, candidate.second, candidate.target];
        let rule = match &self.draws {
            Draws::Points { .. } => {
                Rule::scaled(points.map(Rational::from), turns, self.draws.clone())?
            }
            plain => Rule::whole(points, turns, plain.clone().map(|_| 0)),
        };
        Ok(rule.with_undecided(self.undecided))
    }

    /// The turn order, unless it is to be found.
    pub(crate) fn turns(&self) -> Option<&Turns> {
        match &self.way {
            Way::Best(_) => None,
            Way::Stages(turns, _) | Way::Numbers(turns) | Way::Walk(Walk { turns, .. }, _) => {
                Some(turns)
            }
        }
    }

    /// The rule of a candidate; `order` is the turn order that was found for it.
    pub(crate) fn rule(&self, candidate: &Candidate, order: Order) -> Result<Rule, InputError> {
        let turns = match self.turns() {
            Some(turns) => turns.clone(),
            None => orders::turns(order, candidate.limit)?,
        };
        let rule = self.rule_of(candidate, turns)?;
        if candidate.own_limit { rule.with_limit(candidate.limit) } else { Ok(rule) }
    }

    /// How much work one candidate is, about: cells that are visited.
    pub(crate) fn work(&self, candidate: &Candidate) -> u64 {
        let [first, second, target] =
            [candidate.first, candidate.second, candidate.target].map(u64::from);
        let rows = target.div_ceil(first.max(second));
        match &self.way {
            Way::Stages(_, courses) => {
                let course = &courses[candidate.limit as usize];
                course.stages.len() as u64 * rows.min(u64::from(course.most) + 1)
            }
            // A count that is looked up costs as much as many cells.
            Way::Walk(walk, _) => {
                let limit = u64::from(candidate.limit);
                let [i, j] = [first, second].map(|x| target.div_ceil(x).min(limit));
                20 * if walk.swaps { (i * j / 2).pow(2).min(limit.pow(4)) } else { i * j * limit }
            }
            Way::Numbers(turns) => {
                let limit = u64::from(candidate.limit);
                let counts = (1..=6).map(|k| limit + k).product::<u64>() / 720;
                let swept = self
                    .rule_of(candidate, turns.clone())
                    .and_then(|rule| lattice::work(&rule, candidate.limit));
                50 * counts + swept.map_or(u64::MAX / 2, |work| work as u64)
            }
            Way::Best(orders) => {
                // Second halves from each point of the middle, sorted.
                let halves = |&limit: &u32| u64::from(limit).pow(2) << (limit / 2);
                orders.limits.iter().map(halves).sum()
            }
        }
    }

    /// Writes down what the candidate does; two of this space with the same limit
    /// behave alike exactly if their descriptions are equal.
    pub(crate) fn describe(&self, candidate: &Candidate, needs: &mut Needs, out: &mut Vec<u8>) {
        out.clear();
        needs.set(candidate.first, candidate.second, candidate.target);
        match &self.way {
            Way::Stages(_, courses) => courses[candidate.limit as usize].describe(needs, out),
            Way::Walk(walk, courses) => {
                walk.describe(&courses[candidate.limit as usize], needs, out);
            }
            Way::Numbers(turns) => {
                if let Ok(rule) = self.rule_of(candidate, turns.clone()) {
                    let can_draw = !self.draw_rate.is_zero();
                    numbers::describe(&rule, candidate.limit, can_draw, out);
                }
            }
            Way::Best(orders) => orders.describe(needs, out),
        }
    }
}

/// The limits within which the best order is looked for.
fn orders(request: &Request, drawn: Drawn, draw_rate: &Probability) -> Result<Orders, InputError> {
    if request.limit > MAX_BEST_LIMIT {
        let allowed = format!("1..{MAX_BEST_LIMIT} (`turns` best)");
        return Err(InputError::new("limit", request.limit, BadValue::OutOfRange, allowed));
    }
    let mut limits: Vec<u32> = (0..=request.limit).collect();
    if drawn == Drawn::Passes && !request.free_limit {
        let with_draws = |&limit: &u32| limits::with_draws(limit, draw_rate.exact()).ok();
        limits = limits.iter().map_while(with_draws).take_while(|&l| l <= request.limit).collect();
    }
    let drawn = if drawn == Drawn::Passes { draw_rate.to_f64() } else { 0.0 };
    let most_none = request.max_none.as_ref().map_or(1.0, Probability::to_f64);
    Ok(Orders::new(limits, request.free_limit, drawn, most_none))
}
