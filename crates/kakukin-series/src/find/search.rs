//! The search itself: every behaviour once, judged under all models.

use super::{
    candidate::Candidate,
    lanes::{Chances, LANES, Table},
    needs::Needs,
    request::Request,
    space::Space,
};
use crate::{Draws, Model, Player, Probability, Rule, Series};
use kakukin_sweep::{InputError, Problem, Rational, to_f64};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

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
    /// A's share of the decided series less one half; nothing decided counts
    /// as wholly unfair.
    pub fn bias(&self) -> f64 {
        let decided = 1.0 - self.none;
        if decided > 0.0 { self.a / decided - 0.5 } else { 0.5 }
    }
}

/// A rule that was found, and what it was found to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<T> {
    /// Which space, and which candidate of it.
    pub(crate) place: (usize, usize),
    /// What was kept of its scores.
    pub kept: T,
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

/// The most cells that a search may visit under one model.
const MAX_WORK: u64 = 1_000_000_000_000;
/// Candidates that are dealt with between two looks at the clock.
const BATCH: usize = 512;

/// A search that is ready to run: its size is known.
#[derive(Debug, Clone)]
pub struct Search {
    spaces: Vec<Space>,
    draw_rate: Probability,
}

impl Search {
    /// Lists all rules to be tried at this draw rate.
    pub fn new(request: &Request, draw_rate: &Probability) -> Result<Self, InputError> {
        request.check()?;
        let mut spaces = Vec::new();
        for turns in &request.turns {
            for draws in &request.draws {
                spaces.push(Space::new(request, turns, draws, draw_rate)?);
            }
        }
        let search = Self { spaces, draw_rate: draw_rate.clone() };
        let work = search.work();
        if work > MAX_WORK {
            let allowed = format!("<= {MAX_WORK}");
            return Err(InputError::new("limit", work, Problem::TooMuchWork, allowed));
        }
        Ok(search)
    }

    /// How many rules are tried.
    pub fn rules(&self) -> u64 {
        self.spaces.iter().map(|space| space.candidates.len() as u64).sum()
    }

    /// How many cells are visited under one model, about.
    pub fn work(&self) -> u64 {
        let works = self.spaces.iter().flat_map(|space| {
            space.candidates.iter().map(move |candidate| space.work(candidate))
        });
        works.fold(0, u64::saturating_add)
    }

    /// The rule that was found.
    pub fn rule<T>(&self, found: &Found<T>) -> Result<Rule, InputError> {
        let (space, candidate) = found.place;
        let space = &self.spaces[space];
        space.rule(&space.candidates[candidate])
    }

    /// Judges every behaviour once under these models, which all have the draw
    /// rate of the search. `keep` decides what is kept of a behaviour; `progress` hears how
    /// many rules have been tried, and may stop the search.
    pub fn run<T: Send>(
        &self,
        models: &[Model],
        keep: impl Fn(&[Score]) -> Option<T> + Sync,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Findings<T>, InputError> {
        let mut findings = Findings {
            rules: 0,
            behaviours: 0,
            complete: self.spaces.iter().all(|space| space.complete),
            found: Vec::new(),
        };
        'all: for (s, space) in self.spaces.iter().enumerate() {
            let judge = Judge::new(space, models, &self.draw_rate);
            // Series with different limits never behave alike.
            let mut seen = FxHashSet::default();
            let mut seen_limit = 0;
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
                    if limit != seen_limit {
                        seen.clear();
                        seen_limit = limit;
                    }
                    if seen.insert(description) {
                        new.push(index);
                    }
                }
                findings.behaviours += new.len() as u64;
                let kept = each(0..new.len(), Scratch::default, |scratch, k| {
                    judge.scores(&space.candidates[new[k]], scratch)?;
                    Ok(keep(&scratch.scores))
                });
                for (index, kept) in new.into_iter().zip(kept) {
                    if let Some(kept) = kept? {
                        findings.found.push(Found { place: (s, index), kept });
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

/// Calls a function for each index, on all cores where threads are at hand; the
/// results are in order. `state` is what one thread keeps between calls.
fn each<S, T: Send>(
    range: std::ops::Range<usize>,
    state: impl Fn() -> S + Sync + Send,
    call: impl Fn(&mut S, usize) -> T + Sync + Send,
) -> Vec<T> {
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
    /// A single model needs no lanes.
    single: Option<Table<1>>,
    lanes: Vec<Table<LANES>>,
    /// Games played for each that counts.
    played: f64,
}

impl<'a> Judge<'a> {
    fn new(space: &'a Space, models: &'a [Model], draw_rate: &Probability) -> Self {
        let chances: Vec<Chances> =
            models.iter().map(|model| chances(model, &space.draws)).collect();
        let most = space.most_games();
        let one = || Rational::ONE;
        let played = match space.draws {
            Draws::Replay | Draws::Swap => to_f64(&(one() / (one() - draw_rate.exact()))),
            _ => 1.0,
        };
        let (mut single, mut lanes) = (None, Vec::new());
        if let [one] = chances[..] {
            single = Some(Table::new(&[one], most));
        } else {
            for few in chances.chunks(LANES) {
                let full = std::array::from_fn(|k| few[k.min(few.len() - 1)]);
                lanes.push(Table::new(&full, most));
            }
        }
        Self { space, models, single, lanes, played }
    }

    fn scores(&self, candidate: &Candidate, scratch: &mut Scratch) -> Result<(), InputError> {
        let Scratch { needs, scores, .. } = scratch;
        scores.clear();
        match self.space.course(candidate) {
            Some(course) => {
                needs.set(candidate.first, candidate.second, candidate.target);
                if let Some(table) = &self.single {
                    let sums = table.sums(course, needs);
                    let (a, none, games) = (sums.a.0[0], sums.none.0[0], sums.games.0[0]);
                    scores.push(Score { a, none, games });
                }
                for (table, few) in self.lanes.iter().zip(self.models.chunks(LANES)) {
                    let sums = table.sums(course, needs);
                    scores.extend((0..few.len()).map(|k| Score {
                        a: sums.a.0[k],
                        none: sums.none.0[k],
                        games: sums.games.0[k],
                    }));
                }
            }
            None => {
                let rule = self.space.rule(candidate)?;
                for model in self.models {
                    let figures = Series::new(model.clone(), rule.clone())?.figures();
                    scores.push(Score {
                        a: figures.outcome.a(),
                        none: figures.outcome.none,
                        games: figures.expected_games(),
                    });
                }
            }
        }
        scores.iter_mut().for_each(|score| score.games *= self.played);
        Ok(())
    }
}

/// A's chances in a game that counts as decided.
fn chances(model: &Model, draws: &Draws<Rational>) -> Chances {
    let of = |first: Player| {
        let game = model.game(first);
        match draws {
            Draws::Second => game.first.clone(),
            _ => game.first_share(),
        }
    };
    Chances {
        as_first: to_f64(&of(Player::A)),
        as_second: to_f64(&(Rational::ONE - of(Player::B))),
    }
}
