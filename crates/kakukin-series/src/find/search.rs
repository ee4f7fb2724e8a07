//! The search itself: every behaviour once, judged under all models.

use super::{
    baseline,
    candidate::Candidate,
    course::{Course, Rates},
    exact::Exact,
    lanes::{Chances, LANES, Lanes, Sums, Table},
    needs::Needs,
    orders::Order,
    pace::Pace,
    request::Request,
    space::{Space, Way},
    walk::GameChances,
};
use crate::{Draws, Figures, InputError, Model, Player, Probability, Rule, Series, Turns, lattice};
use kakukin_core::{BadValue, Canceller, Rational, checkpoint, to_f64};
use rustc_hash::FxHashSet;
use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

/// What a rule comes to under one model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// A wins.
    pub a: f64,
    /// Nobody wins.
    pub none: f64,
    /// Expected number of games played, those included that do not count.
    pub games: f64,
}

impl Score {
    /// The score of a series, from its figures.
    pub(crate) fn of(series: &Series, figures: &Figures<f64>) -> Self {
        Self {
            a: figures.outcome.a(),
            none: figures.outcome.none,
            games: series.expected_played(figures, to_f64),
        }
    }

    /// A's share of the decided series less one half; nothing decided counts
    /// as wholly unfair.
    pub fn bias(&self) -> f64 {
        let decided = 1.0 - self.none;
        if decided > 0.0 { self.a / decided - 0.5 } else { 0.5 }
    }
}

/// How many roundings a score can suffer, each of at most half an ulp of 1. With at most 60
/// games: a binomial probability has 3 for each game, a distribution function as many more
/// as it has terms, so a difference of two times a weight has at most 700; the frequencies of all
/// stages add up to at most 61 and have 240 each; and at most 961 stages of 31 terms are
/// added up. 61 (700 + 240) + 961 * 31 is less than half of this; the other half is for the
/// quotient. Walks and the general engine add positive terms only, with fewer roundings.
const ROUNDINGS: f64 = 200_000.0;

/// By how much the bias of a score may be wrong.
pub(crate) fn error(score: &Score) -> f64 {
    ROUNDINGS * (f64::EPSILON / 2.0) / (1.0 - score.none).max(f64::MIN_POSITIVE)
}

impl Score {
    /// Between these the exact distance of A's share from one half is.
    pub(crate) fn distance(&self) -> [f64; 2] {
        let (distance, error) = (self.bias().abs(), error(self));
        [distance - error, distance + error]
    }
}

/// A rule that was found, and what it was found to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<T> {
    pub(crate) space: usize,
    pub(crate) candidate: Candidate,
    pub(crate) order: Order,
    /// What was kept of its scores.
    pub kept: T,
}

impl<T> Found<T> {
    pub(crate) fn with<U>(&self, kept: U) -> Found<U> {
        Found { space: self.space, candidate: self.candidate, order: self.order, kept }
    }
}

/// What a search came to.
#[derive(Debug, Clone)]
pub struct Findings<T> {
    /// Rules that were tried.
    pub rules: u64,
    /// Behaviours that were told apart.
    pub behaviours: u64,
    /// Whether no rule that was asked for can behave differently from all that were
    /// judged.
    pub complete: bool,
    /// What was kept, short series first, then small numbers.
    pub found: Vec<Found<T>>,
}

/// The most cells that a search may visit, under all models: some minutes.
const MAX_WORK: u64 = 50_000_000_000;
/// Candidates that are dealt with between two looks at the clock.
const BATCH: usize = 512;

/// A search that is ready to run: its size is known.
#[derive(Debug, Clone)]
pub struct Search {
    request: Request,
    spaces: Vec<Space>,
    draw_rate: Probability,
}

impl Search {
    /// Lists all rules to be tried at this draw rate.
    pub fn new(request: &Request, draw_rate: &Probability) -> Result<Self, InputError> {
        request.check()?;
        let mut spaces: Vec<Space> = Vec::new();
        let orders = request.turns.iter().map(Some).chain(request.best_turns.then_some(None));
        let mut left = request.clone();
        for turns in orders {
            for draws in &request.draws {
                let space = Space::new(&left, turns, draws, draw_rate)?;
                left.most_rules = left.most_rules.saturating_sub(space.candidates.len());
                spaces.push(space);
            }
        }
        Ok(Self { request: request.clone(), spaces, draw_rate: draw_rate.clone() })
    }

    /// Refuses a search that would take too long under so many models, done so many times.
    pub(crate) fn check(&self, models: usize, times: usize) -> Result<(), InputError> {
        let work = self.work(models).saturating_mul(times as u64);
        if work > MAX_WORK {
            let allowed = format!("<= {MAX_WORK}");
            return Err(InputError::new("limit", work, BadValue::TooMuchWork, allowed));
        }
        Ok(())
    }

    /// Which rules are looked for.
    pub(crate) fn request(&self) -> &Request {
        &self.request
    }

    /// How many rules are tried.
    pub fn rules(&self) -> u64 {
        self.spaces.iter().map(|space| space.candidates.len() as u64).sum()
    }

    /// How many cells are visited under so many models, about: once to tell the rules apart, and
    /// once for each vector of models.
    pub fn work(&self, models: usize) -> u64 {
        let works = self
            .spaces
            .iter()
            .flat_map(|space| space.candidates.iter().map(move |candidate| space.work(candidate)));
        let vectors = if models == 1 { 0 } else { models.div_ceil(LANES) as u64 };
        works.fold(0, u64::saturating_add).saturating_mul(1 + vectors)
    }

    /// The turn order of a rule that was found, unless that was to be found, too.
    pub(crate) fn turns<T>(&self, found: &Found<T>) -> Option<&Turns> {
        self.spaces[found.space].turns()
    }

    /// The rule that was found.
    pub fn rule<T>(&self, found: &Found<T>) -> Result<Rule, InputError> {
        self.spaces[found.space].rule(&found.candidate, found.order)
    }

    /// The scores of a rule that was found under other models of the same draw rate.
    pub(crate) fn scores<T>(
        &self,
        found: &Found<T>,
        models: &[Model],
    ) -> Result<Vec<Score>, InputError> {
        checkpoint();
        let space = &self.spaces[found.space];
        let mut scratch = Scratch::default();
        let judge = Judge::new(space, models, &self.draw_rate)?;
        judge.scores_of(&found.candidate, found.order, &mut scratch)?;
        Ok(scratch.scores)
    }

    /// What is told of each of some rules that were found, in their order, by its scores under
    /// other models; on all cores.
    pub(crate) fn judged<T: Sync, U: Send>(
        &self,
        found: &[Found<T>],
        models: &[Model],
        tell: impl Fn(&[Score]) -> U + Sync + Send,
    ) -> Result<Vec<U>, InputError> {
        let judges: Vec<Option<Judge<'_>>> = (self.spaces.iter().enumerate())
            .map(|(s, space)| {
                let wanted = found.iter().any(|found| found.space == s);
                wanted.then(|| Judge::new(space, models, &self.draw_rate)).transpose()
            })
            .collect::<Result<_, InputError>>()?;
        let told = each(0..found.len(), Scratch::default, |scratch, k| {
            let Found { space, candidate, order, .. } = &found[k];
            if let Some(judge) = &judges[*space] {
                judge.scores_of(candidate, *order, scratch)?;
            }
            Ok(tell(&scratch.scores))
        });
        told.into_iter().collect()
    }

    /// Puts rules in the order of their exact biases; equals by their expected games,
    /// limits and numbers.
    pub(crate) fn settle<T: Clone>(
        &self,
        found: &mut [Found<T>],
        model: &Model,
        score: impl Fn(&T) -> Score,
    ) -> Result<(), InputError> {
        if found.len() < 2 {
            return Ok(());
        }
        let judges = || -> Vec<Exact<'_>> {
            self.spaces.iter().map(|space| Exact::new(space, model)).collect()
        };
        let places: Vec<_> = found.iter().map(|x| (x.space, x.candidate, x.order)).collect();
        let biases = each(0..places.len(), judges, |exact, k| {
            let (space, candidate, order) = &places[k];
            exact[*space].bias(candidate, *order)
        });
        let mut keyed = Vec::with_capacity(found.len());
        for (found, bias) in found.iter().zip(biases) {
            let bias = bias?;
            let bias = if bias < Rational::ZERO { -bias } else { bias };
            let games = (score(&found.kept).games * 1e9).round() as u64;
            // What is never decided comes last of all that are wholly unfair.
            let undecided = score(&found.kept).none >= 1.0;
            keyed.push(((bias, undecided, games, found.candidate.size()), found.clone()));
        }
        keyed.sort_by(|x, y| x.0.cmp(&y.0));
        found.iter_mut().zip(keyed).for_each(|(place, (_, found))| *place = found);
        Ok(())
    }

    /// The fairest rule under each of these models that meets the conditions, and whether
    /// the search was complete; near ties are settled exactly.
    pub fn fairest(
        &self,
        models: &[Model],
        progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Vec<Option<Rule>>, bool), InputError> {
        // What cannot be the fairest under any model any more is not kept.
        let least = Mutex::new(vec![f64::INFINITY; models.len()]);
        let keep = |scores: &[Score]| {
            let mut least = least.lock().unwrap_or_else(PoisonError::into_inner);
            let mut is_near = false;
            for (score, least) in scores.iter().zip(least.iter_mut()) {
                if self.request.admits(score) {
                    let [low, high] = score.distance();
                    is_near |= low <= *least;
                    *least = least.min(high);
                }
            }
            is_near.then(|| scores.to_vec())
        };
        let findings = self.run(models, keep, progress)?;
        let mut rules = Vec::with_capacity(models.len());
        for (k, model) in models.iter().enumerate() {
            let of_model = || findings.found.iter().map(|found| (found, found.kept[k]));
            let admitted = || of_model().filter(|(_, score)| self.request.admits(score));
            let least = admitted().map(|(_, score)| score.distance()[1]).fold(f64::MAX, f64::min);
            let mut nearest: Vec<Found<Score>> = admitted()
                .filter(|(_, score)| score.distance()[0] <= least)
                .map(|(found, score)| found.with(score))
                .collect();
            self.settle(&mut nearest, model, |score| *score)?;
            rules.push(nearest.first().map(|found| self.rule(found)).transpose()?);
        }
        Ok((rules, findings.complete))
    }

    /// Judges every behaviour once under these models; where turn orders are to be found, they are
    /// the best under the first, which must have the draw rate of the search. `keep` decides what is kept of a behaviour; `progress` hears how
    /// many rules have been tried, and may stop the search.
    pub fn run<T: Send>(
        &self,
        models: &[Model],
        keep: impl Fn(&[Score]) -> Option<T> + Sync,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Findings<T>, InputError> {
        if models.is_empty() {
            return Err(InputError::new("p", "", BadValue::Missing, "`p` 70%"));
        }
        let mut findings = Findings {
            rules: 0,
            behaviours: 0,
            complete: self.spaces.iter().all(|space| space.complete),
            found: Vec::new(),
        };
        'all: for (s, space) in self.spaces.iter().enumerate() {
            let judge = Judge::new(space, models, &self.draw_rate)?;
            // Series with different limits never behave alike, unless draws bring both to the target.
            let by_limit = !matches!(space.way, Way::Numbers(_));
            let mut seen = FxHashSet::default();
            let mut seen_limit = 0;
            let mut alike = FxHashSet::default();
            let mut start = 0;
            while start < space.candidates.len() {
                let batch = start..(start + BATCH).min(space.candidates.len());
                let described = each(batch.clone(), Scratch::default, |scratch, index| {
                    let Scratch { needs, description, .. } = scratch;
                    space.describe(&space.candidates[index], needs, description);
                    description.clone()
                });
                let mut new = Vec::new();
                for (index, description) in batch.clone().zip(described) {
                    let limit = space.candidates[index].limit;
                    if by_limit && limit != seen_limit {
                        seen.clear();
                        seen_limit = limit;
                    }
                    if seen.insert(description) {
                        new.push(index);
                    }
                }
                findings.behaviours += new.len() as u64;
                let kept = each(0..new.len(), Scratch::default, |scratch, k| {
                    let judged = judge.scores(&space.candidates[new[k]], scratch)?;
                    let found = judged.and_then(|(candidate, order)| {
                        let kept = keep(&scratch.scores)?;
                        Some(Found { space: s, candidate, order, kept })
                    });
                    let ordered = std::mem::take(&mut scratch.description);
                    Ok::<_, InputError>(found.map(|found| (found, ordered)))
                });
                for found in kept {
                    let Some((found, description)) = found? else { continue };
                    // Points that differ under some order may be alike under the best one.
                    let key = (found.candidate.limit, found.order, description);
                    if !matches!(space.way, Way::Best(_)) || alike.insert(key) {
                        findings.found.push(found);
                    }
                }
                findings.rules += batch.len() as u64;
                start = batch.end;
                if progress(findings.rules).is_break() {
                    findings.complete = findings.complete && findings.rules == self.rules();
                    break 'all;
                }
            }
        }
        Ok(findings)
    }
}

/// Rules between two checkpoints: some microseconds, and milliseconds where numbers are long.
const INDICES_BETWEEN: usize = 16;

/// Calls a function for each index, on all cores where threads are at hand; the
/// results are in order. `state` is what one thread keeps between calls.
fn each<S, T: Send>(
    range: std::ops::Range<usize>,
    state: impl Fn() -> S + Sync + Send,
    call: impl Fn(&mut S, usize) -> T + Sync + Send,
) -> Vec<T> {
    let canceller = Canceller::current();
    let call = |state: &mut S, index: usize| {
        if index.is_multiple_of(INDICES_BETWEEN) {
            canceller.checkpoint();
        }
        call(state, index)
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        range.into_par_iter().with_min_len(16).map_init(state, call).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut state = state();
        range.map(|index| call(&mut state, index)).collect()
    }
}

#[derive(Debug, Default)]
struct Scratch {
    needs: Needs,
    description: Vec<u8>,
    scores: Vec<Score>,
}

/// Models made ready for one space.
struct Judge<'a> {
    space: &'a Space,
    models: &'a [Model],
    tables: Tables,
    /// The chances of a game, where rules are walked through.
    walk_chances: Vec<[GameChances<Lanes<LANES>>; 2]>,
    /// How often games are drawn, for each vector of models.
    paces: Vec<Pace>,
    /// A's chance in what decides series without a winner, and the games played for it.
    deciders: Vec<Option<[f64; 2]>>,
}

/// The tables of all models.
struct Tables {
    /// The first model alone: a single one needs no lanes if its draws are those of the search.
    first: Table<Lanes<1>>,
    lanes: Vec<Table<Lanes<LANES>>>,
}

impl<'a> Judge<'a> {
    fn new(
        space: &'a Space,
        models: &'a [Model],
        draw_rate: &Probability,
    ) -> Result<Self, InputError> {
        let chances: Vec<Chances<f64>> =
            models.iter().map(|model| chances(model, &space.draws).map(|x| to_f64(&x))).collect();
        let most = match &space.way {
            Way::Stages(_, courses) => courses.iter().map(|c| c.most).max().unwrap_or(0),
            Way::Best(orders) => orders.most(),
            Way::Walk(..) | Way::Numbers(_) => 0,
        };
        let paces: Vec<Pace> =
            models.chunks(LANES).map(|few| Pace::new(space, few, draw_rate.exact())).collect();
        let alone = models.len() == 1 && matches!(paces[0], Pace::Common);
        let rest = if alone { &[] } else { &chances[..] };
        let lanes = rest.chunks(LANES).map(|few| {
            table(std::array::from_fn::<_, LANES, _>(|k| few[k.min(few.len() - 1)]), most)
        });
        let tables = Tables { first: table([chances[0]], most), lanes: lanes.collect() };
        let walk_chances = match space.way {
            Way::Walk(..) => models.chunks(LANES).map(|few| in_lanes(few, &space.draws)).collect(),
            _ => Vec::new(),
        };
        let deciders = models.iter().map(|model| {
            let decider = space.undecided.decider(model)?;
            Ok(decider.map(|decider| [to_f64(&decider.a), to_f64(&decider.games())]))
        });
        let deciders = deciders.collect::<Result<_, InputError>>()?;
        Ok(Self { space, models, tables, walk_chances, paces, deciders })
    }

    /// The scores under all models, of the best turn order if there is a choice;
    /// `None` if the candidate has no turn order within the limits.
    fn scores(
        &self,
        candidate: &Candidate,
        scratch: &mut Scratch,
    ) -> Result<Option<(Candidate, Order)>, InputError> {
        let mut judged = (*candidate, 0);
        if let Way::Best(orders) = &self.space.way {
            scratch.needs.set(candidate.first, candidate.second, candidate.target);
            let Some(best) = orders.best(&self.tables.first, &scratch.needs) else {
                return Ok(None);
            };
            judged = (Candidate { limit: best.limit, ..*candidate }, best.order);
            let formula =
                self.space.rule(&judged.0, best.order)?.limit_at(&self.space.draw_rate)?;
            judged.0.own_limit = formula != best.limit;
        }
        self.scores_of(&judged.0, judged.1, scratch)?;
        Ok(Some(judged))
    }

    /// The scores under all models.
    fn scores_of(
        &self,
        candidate: &Candidate,
        order: Order,
        scratch: &mut Scratch,
    ) -> Result<(), InputError> {
        let Scratch { needs, scores, description } = scratch;
        scores.clear();
        needs.set(candidate.first, candidate.second, candidate.target);
        match &self.space.way {
            Way::Stages(turns, courses) => {
                self.by_stages(&courses[candidate.limit as usize], turns, needs, scores);
            }
            Way::Best(_) => {
                let rule = self.space.rule(candidate, order)?;
                let rates = Rates::of_both(&self.space.draws, [&self.space.draw_rate; 2]);
                let course = Course::new(rule.turns(), self.space.drawn(), &rates, candidate.limit);
                description.clear();
                course.describe(needs, description);
                self.by_stages(&course, rule.turns(), needs, scores);
            }
            Way::Walk(walk, courses) => {
                let course = &courses[candidate.limit as usize];
                let limit = candidate.limit;
                for (chances, pace) in self.walk_chances.iter().zip(&self.paces) {
                    let sums = match pace {
                        Pace::Common => {
                            let stage = |decided: usize, _, _| &course.stages[decided];
                            walk.sums(limit, needs, chances, stage, |x: &f64| Lanes([*x; LANES]))
                        }
                        Pace::Own(own) => {
                            let by_sides = own.by_sides(self.space, limit);
                            let stage = |_, sides, first| by_sides.stage(sides, first);
                            walk.sums(limit, needs, chances, stage, Lanes::clone)
                        }
                    };
                    scores.extend(sums.scores());
                }
                self.trim(scores);
            }
            Way::Numbers(_) => {
                let rule = self.space.rule(candidate, order)?;
                scores.extend(baseline::scores(&rule, self.models)?);
            }
        }
        Ok(())
    }

    fn by_stages(&self, course: &Course, turns: &Turns, needs: &Needs, scores: &mut Vec<Score>) {
        if self.tables.lanes.is_empty() {
            scores.extend(self.tables.first.sums(course, needs).scores());
        }
        for (table, pace) in self.tables.lanes.iter().zip(&self.paces) {
            let sums = match pace {
                Pace::Common => table.sums(course, needs),
                Pace::Own(own) => {
                    table.sums(own.course(self.space, turns, course.limit).as_ref(), needs)
                }
            };
            scores.extend(sums.scores());
        }
        self.trim(scores);
    }

    /// Leaves out lanes to spare, and adds what decides series without a winner.
    fn trim(&self, scores: &mut Vec<Score>) {
        scores.truncate(self.models.len());
        for (score, decider) in scores.iter_mut().zip(&self.deciders) {
            if let Some([a, games]) = decider {
                score.a += score.none * a;
                score.games += score.none * games;
                score.none = 0.0;
            }
        }
    }
}

impl<const W: usize> Sums<Lanes<W>> {
    fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        let Self { a, none, games } = self;
        (0..W).map(|k| Score { a: a.0[k], none: none.0[k], games: games.0[k] })
    }
}

fn table<const W: usize>(chances: [Chances<f64>; W], most: u32) -> Table<Lanes<W>> {
    let lanes = Chances {
        as_first: Lanes(chances.map(|c| c.as_first)),
        as_second: Lanes(chances.map(|c| c.as_second)),
    };
    Table::new(lanes, &Lanes([1.0; W]), most)
}

/// The chances of a game that counts as decided, by who is first.
pub(crate) fn game_chances(model: &Model, draws: &Draws<Rational>) -> [GameChances<Rational>; 2] {
    Player::BOTH.map(|first| {
        let mut chances: GameChances<Rational> = Default::default();
        if *draws == Draws::Second {
            chances[0] = model.game(first).first;
            chances[1] = Rational::ONE - &chances[0];
            return chances;
        }
        // A draw that keeps the order leaves the same chances as one that is played again.
        let until_decided = if *draws == Draws::Swap { Draws::Swap } else { Draws::<u32>::Replay };
        let values = lattice::values(&until_decided, model, first);
        chances.iter_mut().zip(values).for_each(|(chance, value)| *chance = value);
        chances
    })
}

/// The chances of a game under several models at once.
fn in_lanes(models: &[Model], draws: &Draws<Rational>) -> [GameChances<Lanes<LANES>>; 2] {
    let each: Vec<_> = models.iter().map(|model| game_chances(model, draws)).collect();
    let lane = |first: usize, way: usize| {
        Lanes(std::array::from_fn(|k| to_f64(&each[k.min(each.len() - 1)][first][way])))
    };
    [0, 1].map(|first| [0, 1, 2, 3].map(|way| lane(first, way)))
}

/// A's chances in a game that counts as decided, as first and as second player.
pub(crate) fn chances(model: &Model, draws: &Draws<Rational>) -> Chances<Rational> {
    let [[as_first, ..], [_, as_second, ..]] = game_chances(model, draws);
    Chances { as_first, as_second }
}
