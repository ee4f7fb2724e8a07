//! The question an organiser asks, and the answer to it.

use super::{
    baseline::{self, Baseline, BaselineKind, BestOf, Ladder},
    belief::{Belief, Node},
    pareto::{self, Costs, Criterion},
    request::Request,
    search::{Findings, Found, Score, Search},
    skill::{LEADS, Skill, both_ways, pooled},
    spread::{self, Curve, Spread, coarse_nodes, coarse_worst},
};
use crate::{Figures, InputError, Model, Probability, Rule, Series};
use kakukin_core::{BadValue, to_f64};
use serde::Serialize;
use std::{
    cmp::Ordering,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

/// What rules are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RankRulesBy"))]
#[serde(rename_all = "snake_case")]
pub enum RankBy {
    /// The bias; its mean where p is not known for certain.
    #[default]
    Bias,
    /// The worst bias that is possible where p is not known for certain.
    Worst,
    /// Nothing: all rules that no other rule beats in every respect.
    Pareto,
}

/// A question to the finder.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Which rules to look for.
    pub request: Request,
    /// What is known of the first player's win rate.
    pub belief: Belief,
    /// The draw rate.
    pub f: Probability,
    /// What they are ranked by.
    pub by: RankBy,
    /// How many rules the answer shall have.
    pub top: usize,
}

/// What it costs not to know p for certain.
#[derive(Debug, Clone, PartialEq)]
pub struct Uncertainty {
    /// The interval over which the worst case is taken.
    pub range: [f64; 2],
    /// The mean bias of the rule that expects least.
    pub expected: f64,
    /// The mean bias if p were told before the rule is chosen.
    pub if_known: f64,
    /// The rule that is best at the point estimate.
    pub point_choice: Rule,
    /// Its mean bias.
    pub of_point_choice: f64,
}

/// A rule with everything that is said of it.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The rule under the model of the point estimate.
    pub series: Series,
    /// Its figures.
    pub figures: Figures<f64>,
    /// Expected number of games played, those included that do not count.
    pub played: f64,
    /// Its bias where p is not known for certain.
    pub spread: Option<Spread>,
    /// How well it tells the stronger player.
    pub skill: Skill,
    /// The best of n of the same expected length.
    pub best_of: BestOf,
    /// The fewest criteria in which no other rule beats it, if that was asked for.
    pub reason: Option<Vec<Criterion>>,
}

/// What speaks for a rule that is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Merit {
    /// It is the fairest: the first in the ranking.
    Fairest,
    /// Of those that are fair enough it has the fewest expected games.
    Shortest,
    /// Of those that are fair enough it shows best who is stronger.
    Strongest,
}

/// A rule that an organiser might adopt, and why.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// All that speaks for it.
    pub merits: Vec<Merit>,
    /// The rule.
    pub ranked: Ranked,
}

/// The answer to a question.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// Rules that were to be tried; more than were if the search was cancelled.
    pub listed: u64,
    /// The model of the point estimate.
    pub model: Model,
    /// Rules that were tried.
    pub rules: u64,
    /// Behaviours that were told apart.
    pub behaviours: u64,
    /// Whether nothing that was asked for has been left out.
    pub complete: bool,
    /// Behaviours that meet all conditions, or, where all that no other beats were
    /// asked for, the number of these.
    pub matching: u64,
    /// The best of them, best first.
    pub ranked: Vec<Ranked>,
    /// Up to three of them to choose from, the fairest first; none where all that no other beats
    /// were asked for.
    pub proposals: Vec<Proposal>,
    /// The largest bias, by the measure of the ranking, of a rule that is fair enough.
    pub fair_enough: Option<f64>,
    /// The best rule of the turn orders that are tried for comparison only.
    pub alternative: Option<Ranked>,
    /// What it costs not to know p for certain.
    pub uncertainty: Option<Uncertainty>,
    /// Rules that everybody knows.
    pub baselines: Vec<Baseline>,
}

impl Answer {
    /// Whether the search came to its end.
    pub fn finished(&self) -> bool {
        self.rules == self.listed
    }
}

impl Uncertainty {
    /// How much better the rule could be if p were known.
    pub fn cost(&self) -> f64 {
        (self.expected - self.if_known).max(0.0)
    }
}

/// What is kept of each behaviour while searching.
#[derive(Debug, Clone)]
struct Kept {
    score: Score,
    /// A first estimate of the mean bias, or the bias where p is known.
    expected: f64,
    /// What the worst bias is at least.
    worst: f64,
}

/// Biases by the measure of the ranking, worked out for those that need it.
struct Measure<'f> {
    finder: &'f Finder,
    values: Vec<Option<f64>>,
}

impl<'f> Measure<'f> {
    fn new(finder: &'f Finder, count: usize) -> Self {
        Self { finder, values: vec![None; count] }
    }

    /// What the bias of the k-th rule is at least, or about where means are ranked.
    fn estimate(&self, found: &[Found<Kept>], k: usize) -> f64 {
        let kept = &found[k].kept;
        let by_worst = self.finder.question.by_worst();
        self.values[k].unwrap_or(if by_worst { kept.worst } else { kept.expected })
    }

    /// The bias of the k-th rule.
    fn value(&mut self, found: &[Found<Kept>], k: usize) -> Result<f64, InputError> {
        if let Some(value) = self.values[k] {
            return Ok(value);
        }
        let value = match &self.finder.question.belief {
            Belief::Known(_) => found[k].kept.expected,
            _ if self.finder.question.by_worst() => self.finder.worst(&found[k])?,
            _ => self.finder.spread(&found[k])?.expected,
        };
        self.values[k] = Some(value);
        Ok(value)
    }
}

/// A question made ready: how much work it will be is known.
#[derive(Debug, Clone)]
pub struct Finder {
    question: Question,
    search: Search,
    p: Probability,
    judges: Judges,
}

/// The models under which rules are judged: the point estimate, those at the nodes, and those for
/// the worst case.
#[derive(Debug, Clone)]
struct Judges {
    models: Vec<Model>,
    nodes: Vec<Node>,
    /// The stronger player's two, in a search of their own: their draws are rarer, and few rules
    /// have to be judged under them.
    unequal: [Model; 2],
}

impl Judges {
    fn new(question: &Question, model: Model, p: &Probability) -> Result<Self, InputError> {
        let Question { belief, f, by, .. } = question;
        let (mut models, mut nodes) = (vec![model], Vec::new());
        if !belief.is_known() {
            if !(matches!(belief, Belief::About { .. }) && *by != RankBy::Bias) {
                nodes = coarse_nodes(belief);
            }
            let ps: Vec<f64> =
                nodes.iter().map(|node| node.p).chain(coarse_worst(belief)).collect();
            models.extend(spread::models(&ps, f)?);
        }
        Ok(Self { models, nodes, unequal: both_ways(p, f, LEADS[1])? })
    }
}

/// Rules whose estimated mean is this much worse than the last that is shown are not looked at
/// again.
const MARGIN: f64 = 0.05;
/// A rule is fair enough that is at most this many times as unfair as the fairest, or as many
/// times fairer than a plain match, but not less fair than the fairest by more than this.
const TIMES: f64 = 2.0;
const LESS_FAIR: f64 = 0.05;
/// Means and worst biases that differ by less are the same.
const SAME_MEAN: f64 = 1e-11;
pub(crate) const SAME_WORST: f64 = 1e-9;
/// Nor are more rules beyond those shown than this.
const MOST_AGAIN: usize = 2000;

impl Question {
    /// Whether the worst bias is what counts.
    fn by_worst(&self) -> bool {
        let about = matches!(self.belief, Belief::About { .. });
        self.by == RankBy::Worst || about && self.by == RankBy::Pareto
    }
}

impl Finder {
    /// Checks the question and lists all rules to be tried.
    pub fn new(question: Question) -> Result<Self, InputError> {
        question.belief.check()?;
        let p = question.belief.point()?;
        let model = Model::new(p.clone(), question.f.clone())?;
        if question.by == RankBy::Worst && question.belief.is_known() {
            let allowed = "`p` LOW..HIGH, `wins` N `losses` N";
            return Err(InputError::new("by", "worst", BadValue::Conflict, allowed));
        }
        let one_order = !question.belief.is_known() || question.by == RankBy::Pareto;
        if question.request.best_turns && one_order {
            // For each choice of points only the order that is fairest at one p is looked for.
            let allowed = "`turns` best `p` RATE, `turns` fixed,alternating";
            return Err(InputError::new("turns", "best", BadValue::Conflict, allowed));
        }
        let judges = Judges::new(&question, model, &p)?;
        let search = Search::new(&question.request, &question.f)?;
        search.check(judges.models.len() + judges.unequal.len(), 1)?;
        Ok(Self { question, search, p, judges })
    }

    /// The model of the point estimate.
    fn model(&self) -> &Model {
        &self.judges.models[0]
    }

    /// How many rules are tried.
    pub fn rules(&self) -> u64 {
        self.search.rules()
    }

    /// Searches and ranks. `progress` hears how many rules have been tried, and may stop
    /// the search; then the answer is the best so far.
    pub fn answer(
        &self,
        progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Answer, InputError> {
        let Question { belief, f, by, request, .. } = &self.question;
        let known = belief.is_known();
        let about = matches!(belief, Belief::About { .. });
        let Judges { models, nodes, .. } = &self.judges;
        let worst_from = 1 + nodes.len();
        // The least bias at each node that any rule has.
        let least = Mutex::new(vec![f64::INFINITY; nodes.len()]);
        let keep = |scores: &[Score]| {
            let score = scores[0];
            let mut kept = Kept { score, expected: score.bias().abs(), worst: 0.0 };
            if !known {
                let distance = |score: &Score| score.bias().abs();
                let worst = scores[worst_from..].iter().map(distance);
                kept.worst = worst.fold(if about { kept.expected } else { 0.0 }, f64::max);
                let biases = || scores[1..worst_from].iter().map(distance);
                if !nodes.is_empty() {
                    kept.expected = biases().zip(nodes).map(|(x, node)| x * node.weight).sum();
                }
                let mut least = least.lock().unwrap_or_else(PoisonError::into_inner);
                least.iter_mut().zip(biases()).for_each(|(least, x)| *least = least.min(x));
            }
            let fair = !about || request.admits_bias(kept.worst);
            (fair && request.admits(&score)).then_some(kept)
        };
        let findings = self.search.run(models, keep, progress)?;
        let Findings { rules, behaviours, complete, found } = findings;
        let is_aside = |found: &Found<Kept>| {
            self.search.turns(found).is_some_and(|turns| request.aside.contains(turns))
        };
        let (aside, found): (Vec<_>, Vec<_>) = found.into_iter().partition(is_aside);
        let least = least.into_inner().unwrap_or_else(PoisonError::into_inner);
        let by_mean =
            |x: &&Found<Kept>, y: &&Found<Kept>| x.kept.expected.total_cmp(&y.kept.expected);
        let choices = (found.iter().min_by(|x, y| by_bias(x, y)), found.iter().min_by(by_mean));
        let uncertainty = match choices {
            (Some(at_point), Some(best)) if !nodes.is_empty() => Some(Uncertainty {
                range: belief.range(),
                expected: self.spread(best)?.expected,
                if_known: least.iter().zip(nodes).map(|(x, node)| x * node.weight).sum(),
                point_choice: self.search.rule(at_point)?,
                of_point_choice: self.spread(at_point)?.expected,
            }),
            _ => None,
        };
        let mut measure = Measure::new(self, found.len());
        let (chosen, reasons, matching) = match by {
            RankBy::Pareto => self.unbeaten(&found, &mut measure)?,
            _ if known => self.fairest(&found)?,
            RankBy::Worst => self.fairest_at_worst(&found, &mut measure, self.question.top)?,
            RankBy::Bias => self.fairest_over_all(&found, &mut measure)?,
        };
        let mut ladder = Ladder::new(&self.p, f);
        let mut describe = |found: &Found<Kept>| {
            let judge = |models: &[Model]| self.search.scores(found, models);
            self.ranked(self.search.rule(found)?, judge, &mut ladder)
        };
        let mut ranked = Vec::new();
        for (index, &k) in chosen.iter().enumerate() {
            let mut rule = describe(&found[k])?;
            rule.reason = reasons.get(index).cloned();
            ranked.push(rule);
        }
        let (mut proposals, mut fair_enough) = (Vec::new(), None);
        if *by != RankBy::Pareto
            && let Some(&best) = chosen.first()
        {
            let (proposed, most) = self.proposed(&found, &mut measure, best)?;
            fair_enough = Some(most);
            for (merits, k) in proposed {
                // Most of them are ranked, and described, already.
                let ranked = match chosen.iter().position(|&shown| shown == k) {
                    Some(place) => ranked[place].clone(),
                    None => describe(&found[k])?,
                };
                proposals.push(Proposal { merits, ranked });
            }
        }
        let best_aside = match by {
            RankBy::Pareto => None,
            _ if known => aside.iter().min_by(|x, y| by_bias(x, y)),
            RankBy::Bias => aside.iter().min_by(by_mean),
            RankBy::Worst => {
                let mut measure = Measure::new(self, aside.len());
                let best = self.fairest_at_worst(&aside, &mut measure, 1)?.0;
                best.first().map(|&k| &aside[k])
            }
        };
        let alternative = best_aside.map(&mut describe).transpose()?;
        let mut baselines = Vec::new();
        for kind in BaselineKind::ALL {
            let rule = kind.rule()?;
            let judge = |models: &[Model]| baseline::scores(&rule, models);
            baselines
                .push(Baseline { kind, ranked: self.ranked(rule.clone(), judge, &mut ladder)? });
        }
        let expected = |rule: &Ranked| rule.spread.as_ref().map(|spread| spread.expected);
        let least = ranked.iter().filter_map(expected).fold(f64::INFINITY, f64::min);
        let uncertainty =
            uncertainty.map(|costs| Uncertainty { expected: costs.expected.min(least), ..costs });
        Ok(Answer {
            question: self.question.clone(),
            listed: self.rules(),
            model: self.model().clone(),
            rules,
            behaviours,
            complete,
            matching,
            ranked,
            proposals,
            fair_enough,
            alternative,
            uncertainty,
            baselines,
        })
    }

    /// The rules of the smallest bias; near ties are settled exactly.
    fn fairest(&self, found: &[Found<Kept>]) -> Result<Chosen, InputError> {
        let matching = found.len() as u64;
        let distance = |k: usize| found[k].kept.score.distance();
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&x, &y| distance(x)[0].total_cmp(&distance(y)[0]));
        let mut from = 0;
        while from < order.len().min(self.question.top) {
            // All that may be nearer to an even chance than one before them.
            let (mut to, mut most) = (from + 1, distance(order[from])[1]);
            while to < order.len() && distance(order[to])[0] <= most {
                most = most.max(distance(order[to])[1]);
                to += 1;
            }
            let mut tied: Vec<Found<(usize, Score)>> =
                order[from..to].iter().map(|&k| found[k].with((k, found[k].kept.score))).collect();
            self.search.settle(&mut tied, self.model(), |(_, score)| *score)?;
            order[from..to].iter_mut().zip(tied).for_each(|(place, tied)| *place = tied.kept.0);
            from = to;
        }
        order.truncate(self.question.top);
        Ok((order, Vec::new(), matching))
    }

    /// The rules of the smallest mean bias over all that p may be.
    fn fairest_over_all(
        &self,
        found: &[Found<Kept>],
        measure: &mut Measure<'_>,
    ) -> Result<Chosen, InputError> {
        let top = self.question.top;
        let estimate = |k: usize| found[k].kept.expected;
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&x, &y| estimate(x).total_cmp(&estimate(y)));
        if let Some(&last) = order.get(top.saturating_sub(1)) {
            let most = estimate(last) * (1.0 + MARGIN) + 1e-4;
            let many = order.partition_point(|&k| estimate(k) <= most);
            order.truncate(many.min(top + MOST_AGAIN));
        }
        let chosen = in_order(found, order, measure, SAME_MEAN)?;
        Ok((chosen.into_iter().take(top).collect(), Vec::new(), found.len() as u64))
    }

    /// The rules of the smallest worst bias over all that p may be. What it is at some values of
    /// p it is at least, so rules are looked at in that order until all others are certain to be
    /// worse than those shown: none is left out.
    fn fairest_at_worst(
        &self,
        found: &[Found<Kept>],
        measure: &mut Measure<'_>,
        top: usize,
    ) -> Result<Chosen, InputError> {
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&x, &y| found[x].kept.worst.total_cmp(&found[y].kept.worst));
        let (mut looked_at, mut values) = (Vec::new(), Vec::new());
        for k in order {
            if looked_at.len() >= top && found[k].kept.worst > values[top - 1] + SAME_WORST {
                break;
            }
            let value = measure.value(found, k)?;
            if self.question.request.admits_bias(value) {
                looked_at.push(k);
                values.insert(values.partition_point(|x| *x <= value), value);
            }
        }
        let chosen = in_order(found, looked_at, measure, SAME_WORST)?;
        Ok((chosen.into_iter().take(top).collect(), Vec::new(), found.len() as u64))
    }

    /// The fairest rule, the shortest that is fair enough, and the one that shows best who is
    /// stronger; and what is fair enough. No rule beats one of them in every respect.
    fn proposed(
        &self,
        found: &[Found<Kept>],
        measure: &mut Measure<'_>,
        best: usize,
    ) -> Result<Proposed, InputError> {
        let least = measure.value(found, best)?;
        let most = (least * TIMES).max(self.plain_match()? / TIMES).min(least + LESS_FAIR);
        let mut proposed = vec![(vec![Merit::Fairest], best)];
        let maybe = (0..found.len()).filter(|&k| measure.estimate(found, k) <= most);
        let maybe: Vec<usize> = maybe.collect();
        let skills = self.skills(maybe.iter().map(|&k| &found[k]))?;
        let rounded = |x: f64| (x / SAME_WORST).round() as i64;
        let key = |merit: Merit, k: usize, skill: f64| {
            let games = found[k].kept.score.games;
            match merit {
                Merit::Strongest => (rounded(-skill), rounded(games)),
                _ => (rounded(games), rounded(-skill)),
            }
        };
        for merit in [Merit::Shortest, Merit::Strongest] {
            let mut order: Vec<(usize, f64)> =
                maybe.iter().copied().zip(skills.iter().copied()).collect();
            order.sort_by_key(|&(k, skill)| {
                (key(merit, k, skill), k != best, found[k].candidate.size())
            });
            for (k, _) in order {
                if measure.value(found, k)? > most {
                    continue;
                }
                match proposed.iter_mut().find(|(_, known)| *known == k) {
                    Some((merits, _)) => merits.push(merit),
                    None => proposed.push((vec![merit], k)),
                }
                break;
            }
        }
        Ok((proposed, most))
    }

    /// The bias, by the measure of the ranking, of whoever wins more of the games asked for.
    fn plain_match(&self) -> Result<f64, InputError> {
        let Question { belief, f, request, .. } = &self.question;
        let games = (request.limit - 1) / 2 * 2 + 1;
        let rule = BaselineKind::BestOf(games).rule()?;
        let judge = |models: &[Model]| baseline::scores(&rule, models);
        Ok(match belief {
            Belief::Known(_) => judge(&self.judges.models[..1])?[0].bias().abs(),
            _ if self.question.by_worst() => {
                Curve::new(belief.range(), f, games, judge)?.worst(belief.range()).worst
            }
            _ => Spread::new(belief, f, games, judge)?.expected,
        })
    }

    /// The rules that no other rule beats in every respect, those with the simplest
    /// reasons first.
    fn unbeaten(
        &self,
        found: &[Found<Kept>],
        measure: &mut Measure<'_>,
    ) -> Result<Chosen, InputError> {
        let skills = self.skills(found.iter())?;
        let cost = |bias: f64, k: usize| {
            let Found { kept, candidate, .. } = &found[k];
            let Score { games, none, .. } = kept.score;
            pareto::rounded([bias, f64::from(candidate.limit), games, -skills[k], none])
        };
        let estimates = (0..found.len()).map(|k| cost(measure.estimate(found, k), k));
        let mut costs: Vec<Costs> = estimates.collect();
        // What beats a rule whose worst bias is at least so much beats the rule. Once all that are
        // left have been worked out, they are the frontier.
        let frontier = loop {
            let frontier = pareto::frontier(&costs);
            let mut settled = true;
            if self.question.by_worst() {
                for &k in
                    frontier.iter().filter(|&&k| measure.values[k].is_none()).collect::<Vec<_>>()
                {
                    costs[k] = cost(measure.value(found, k)?, k);
                    settled = false;
                }
            }
            if settled {
                break frontier;
            }
        };
        let mut chosen: Vec<_> =
            pareto::reasons(&costs, &frontier).into_iter().zip(&frontier).collect();
        let place = |c: &Criterion| Criterion::ALL.iter().position(|x| x == c);
        chosen.sort_by(|(x, i), (y, j)| {
            let key =
                |reason: &[Criterion]| (reason.len(), reason.iter().map(place).collect::<Vec<_>>());
            key(x).cmp(&key(y)).then(costs[**i][0].total_cmp(&costs[**j][0]))
        });
        chosen.truncate(self.question.top);
        let matching = frontier.len() as u64;
        let (reasons, indices): (Vec<_>, Vec<_>) = chosen.into_iter().unzip();
        Ok((indices.into_iter().copied().collect(), reasons, matching))
    }

    /// The stronger player's share at the middle lead, under each of some rules.
    fn skills<'f>(
        &self,
        found: impl Iterator<Item = &'f Found<Kept>>,
    ) -> Result<Vec<f64>, InputError> {
        let found: Vec<_> = found.map(|found| found.with(())).collect();
        let skill = |scores: &[Score]| pooled(&scores[0], &scores[1]);
        self.search.judged(&found, &self.judges.unequal, skill)
    }

    fn worst(&self, found: &Found<Kept>) -> Result<f64, InputError> {
        let Question { belief, f, .. } = &self.question;
        let judge = |models: &[Model]| self.search.scores(found, models);
        let curve = Curve::new(belief.range(), f, found.candidate.limit, judge)?;
        Ok(curve.worst(belief.range()).worst)
    }

    fn spread(&self, found: &Found<Kept>) -> Result<Spread, InputError> {
        let judge = |models: &[Model]| self.search.scores(found, models);
        Spread::new(&self.question.belief, &self.question.f, found.candidate.limit, judge)
    }

    /// Everything that is said of a rule.
    fn ranked(
        &self,
        rule: Rule,
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
        ladder: &mut Ladder,
    ) -> Result<Ranked, InputError> {
        let Question { belief, f, .. } = &self.question;
        let series = Series::new(self.model().clone(), rule)?;
        let figures = series.figures();
        let played = series.expected_played(&figures, to_f64);
        let spread = match belief {
            Belief::Known(_) => None,
            _ => Some(Spread::new(belief, f, series.limit(), &judge)?),
        };
        Ok(Ranked {
            played,
            spread,
            skill: Skill::new(&self.p, f, &judge)?,
            best_of: ladder.of_length(played)?,
            reason: None,
            series,
            figures,
        })
    }
}

/// Places of rules with all that speaks for each, and the largest bias that is fair enough.
type Proposed = (Vec<(Vec<Merit>, usize)>, f64);

/// Places of rules, their reasons if they have any, and how many there were to choose from.
type Chosen = (Vec<usize>, Vec<Vec<Criterion>>, u64);

/// Small biases first; what is the same by expected games and size, and at last by what was asked
/// for first.
pub(crate) fn rank_key<T>(found: &Found<T>, bias: f64, games: f64, same: f64) -> impl Ord + use<T> {
    let rounded = |x: f64| (x / same).round() as i64;
    (rounded(bias), rounded(games), found.candidate.size(), found.space)
}

/// Rules in the order of their ranks.
fn in_order(
    found: &[Found<Kept>],
    places: Vec<usize>,
    measure: &mut Measure<'_>,
    same: f64,
) -> Result<Vec<usize>, InputError> {
    let mut keyed = Vec::with_capacity(places.len());
    for k in places {
        let value = measure.value(found, k)?;
        keyed.push((rank_key(&found[k], value, found[k].kept.score.games, same), k));
    }
    keyed.sort_by(|x, y| x.0.cmp(&y.0));
    Ok(keyed.into_iter().map(|(_, k)| k).collect())
}

/// Small biases first; those that are nearly tied by size.
fn by_bias(x: &Found<Kept>, y: &Found<Kept>) -> Ordering {
    let key = |found: &Found<Kept>| (found.kept.score.bias().abs() / SAME_MEAN).round() as i64;
    key(x).cmp(&key(y)).then(x.candidate.size().cmp(&y.candidate.size()))
}
