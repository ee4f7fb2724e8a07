//! One turn order with one draw policy: all rules that can be asked for, each
//! behaviour once.

use super::{
    candidate::{Candidate, Reach, triples},
    course::{Course, Drawn, times_first},
    needs::Needs,
    request::Request,
    walk,
};
use crate::{Draws, Probability, Rational, Rule, Turns};
use kakukin_sweep::{InputError, Problem};

/// A turn order and a draw policy, with the rules to be tried.
#[derive(Debug, Clone)]
pub(crate) struct Space {
    pub(crate) turns: Turns,
    pub(crate) draws: Draws<Rational>,
    draw_rate: Rational,
    /// The course of every limit up to the largest; `None` where stages do not tell
    /// the whole story and rules are walked through instead.
    courses: Option<Vec<Course>>,
    /// By limit, and from small numbers to large ones.
    pub(crate) candidates: Vec<Candidate>,
    /// Whether every behaviour has its smallest rule among the candidates.
    pub(crate) complete: bool,
}

/// The largest target of rules whose draws give points, unless one is asked for.
pub(crate) const USUAL_TARGET: u32 = 30;

/// The most rules of one turn order and one draw policy that are tried.
const MAX_CANDIDATES: usize = 10_000_000;

/// What a drawn game does to the turn, where it does nothing else.
fn drawn(draws: &Draws<Rational>, draw_rate: &Rational) -> Option<Drawn> {
    match draws {
        _ if draw_rate.is_zero() => Some(Drawn::Never),
        Draws::Replay | Draws::Second => Some(Drawn::Never),
        Draws::Pass => Some(Drawn::Passes),
        Draws::Keep => Some(Drawn::Stays),
        Draws::Swap | Draws::Points { .. } => None,
    }
}

impl Space {
    pub(crate) fn new(
        request: &Request,
        turns: &Turns,
        draws: &Draws<Rational>,
        draw_rate: &Probability,
    ) -> Result<Self, InputError> {
        let drawn = drawn(draws, draw_rate.exact()).filter(|_| turns.scheduled(0).is_some());
        let courses = drawn.map(|drawn| {
            let course = |limit| Course::new(turns, drawn, draw_rate.to_f64(), limit);
            (0..=request.limit).map(course).collect()
        });
        let mut space = Self {
            turns: turns.clone(),
            draws: draws.clone(),
            draw_rate: draw_rate.exact().clone(),
            courses,
            candidates: Vec::new(),
            complete: true,
        };
        // Draws that give points do so by numbers of their own: ratios no longer tell all,
        // so all integers up to some target are tried.
        let by_number = matches!(draws, Draws::Points { .. }) && !draw_rate.exact().is_zero();
        if by_number {
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
        Ok(space)
    }

    /// The most wins on each pair of sides within so many games.
    fn sides(&self, games: u32) -> [u32; 2] {
        if self.courses.is_some() { times_first(&self.turns, games) } else { [games; 2] }
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
        let [first, second, target] = points;
        if let Draws::Points { first: d1, second: d2 } = &self.draws
            && (*d1 > Rational::from(first) || *d2 > Rational::from(second))
        {
            return Ok(());
        }
        let rule = self.rule_of(points)?;
        let without_draws = rule.limit_without_draws()?;
        // No formula makes a series shorter than it can be without draws.
        let formula = match own {
            None if without_draws > most => return Ok(()),
            _ => rule.limit_from(without_draws, &self.draw_rate)?,
        };
        let limit = own.unwrap_or(formula);
        // Without draws, a limit that is never reached is none.
        let never_drawn = self.draw_rate.is_zero() || !self.draws.use_up_games();
        let idle = never_drawn && own.is_some() && formula < limit;
        if limit <= most && !idle {
            if self.candidates.len() == MAX_CANDIDATES {
                let allowed = format!("<= {MAX_CANDIDATES}");
                let tried = format!("> {MAX_CANDIDATES}");
                return Err(InputError::new("limit", tried, Problem::TooMuchWork, allowed));
            }
            let own_limit = limit != formula;
            self.candidates.push(Candidate { first, second, target, limit, own_limit });
        }
        Ok(())
    }

    fn rule_of(&self, points: [u32; 3]) -> Result<Rule, InputError> {
        match &self.draws {
            Draws::Points { .. } => {
                Rule::scaled(points.map(Rational::from), self.turns.clone(), self.draws.clone())
            }
            plain => Ok(Rule::whole(points, self.turns.clone(), plain.clone().map(|_| 0))),
        }
    }

    /// The rule of a candidate.
    pub(crate) fn rule(&self, candidate: &Candidate) -> Result<Rule, InputError> {
        let rule = self.rule_of([candidate.first, candidate.second, candidate.target])?;
        if candidate.own_limit { rule.with_limit(candidate.limit) } else { Ok(rule) }
    }

    /// The course of a candidate's limit, where stages tell the whole story.
    pub(crate) fn course(&self, candidate: &Candidate) -> Option<&Course> {
        self.courses.as_ref().map(|courses| &courses[candidate.limit as usize])
    }

    /// The most decided games with one player first.
    pub(crate) fn most_games(&self) -> u32 {
        let courses = self.courses.iter().flatten();
        courses.map(|course| course.most).max().unwrap_or(0)
    }

    /// How much work one candidate is, about: cells that are visited.
    pub(crate) fn work(&self, candidate: &Candidate) -> u64 {
        let (first, second) = (u64::from(candidate.first), u64::from(candidate.second));
        let target = u64::from(candidate.target);
        match self.course(candidate) {
            Some(course) => course.stages.len() as u64 * target.div_ceil(first.max(second)).min(u64::from(course.most) + 1),
            None => {
                let scores = target.div_ceil(first) * target.div_ceil(second);
                u64::from(candidate.limit) * scores * scores / 4
                    + u64::from(candidate.limit) * target * target / 8
            }
        }
    }

    /// Writes down what the candidate does; two of this space with the same limit
    /// behave alike exactly if their descriptions are equal.
    pub(crate) fn describe(&self, candidate: &Candidate, needs: &mut Needs, out: &mut Vec<u8>) {
        out.clear();
        match self.course(candidate) {
            Some(course) => {
                needs.set(candidate.first, candidate.second, candidate.target);
                course.describe(needs, out);
            }
            None => {
                if let Ok(rule) = self.rule(candidate) {
                    walk::describe(&rule, candidate.limit, !self.draw_rate.is_zero(), out);
                }
            }
        }
    }
}
