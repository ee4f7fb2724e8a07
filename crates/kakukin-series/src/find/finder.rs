//! The question an organiser asks, and the answer to it.

use super::{
    baseline::{self, Baseline, BaselineKind, BestOf, Ladder},
    belief::{Belief, Node},
    pareto::{self, Costs, Criterion},
    request::Request,
    search::{Findings, Found, Score, Search},
    skill::{LEADS, Skill, both_ways, pooled},
    spread::{self, Spread, coarse_nodes, coarse_worst},
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
    /// First estimates of [`Spread`], or the bias where p is known.
    expected: f64,
    worst: f64,
    /// The stronger player's share at the middle lead, where it is asked for.
    skill: f64,
}

/// A question made ready: how much work it will be is known.
#[derive(Debug, Clone)]
pub struct Finder {
    question: Question,
    search: Search,
    p: Probability,
    judges: Judges,
}

/// The models under which rules are judged: the point estimate, for a frontier the
/// stronger player's two, and from `from` on those at the nodes and those for the worst case.
#[derive(Debug, Clone)]
struct Judges {
    models: Vec<Model>,
    nodes: Vec<Node>,
    from: usize,
}

impl Judges {
    fn new(question: &Question, model: Model, p: &Probability) -> Result<Self, InputError> {
        let Question { belief, f, by, .. } = question;
        let mut models = vec![model];
        if *by == RankBy::Pareto {
            models.extend(both_ways(p, f, LEADS[1])?);
        }
        let (mut nodes, from) = (Vec::new(), models.len());
        if !belief.is_known() {
            nodes = coarse_nodes(belief);
            let ps: Vec<f64> =
                nodes.iter().map(|node| node.p).chain(coarse_worst(belief)).collect();
            models.extend(spread::models(&ps, f)?);
        }
        Ok(Self { models, nodes, from })
    }
}

/// Rules that the first estimate ranks this much worse than the last that is shown
/// are not looked at again.
const MARGIN: f64 = 0.05;
/// Means that differ by less are the same.
const SAME_MEAN: f64 = 1e-11;
/// Nor are more rules beyond those shown than this.
const MOST_AGAIN: usize = 2000;

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
        search.check(judges.models.len(), 1)?;
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
        let (known, pareto) = (belief.is_known(), *by == RankBy::Pareto);
        let Judges { models, nodes, from } = &self.judges;
        let (from, worst_from) = (*from, from + nodes.len());
        // The least bias at each node that any rule has.
        let least = Mutex::new(vec![f64::INFINITY; nodes.len()]);
        let keep = |scores: &[Score]| {
            let score = scores[0];
            if !request.admits(&score) {
                return None;
            }
            let skill = if pareto { pooled(&scores[1], &scores[2]) } else { 0.0 };
            let mut kept = Kept { score, expected: score.bias().abs(), worst: 0.0, skill };
            if !known {
                let distance = |score: &Score| score.bias().abs();
                kept.worst = scores[worst_from..].iter().map(distance).fold(0.0, f64::max);
                let biases = || scores[from..worst_from].iter().map(distance);
                kept.expected = biases().zip(nodes).map(|(x, node)| x * node.weight).sum();
                let mut least = least.lock().unwrap_or_else(PoisonError::into_inner);
                least.iter_mut().zip(biases()).for_each(|(least, x)| *least = least.min(x));
            }
            Some(kept)
        };
        let findings = self.search.run(models, keep, progress)?;
        let Findings { rules, behaviours, complete, found } = findings;
        let least = least.into_inner().unwrap_or_else(PoisonError::into_inner);
        let by_mean =
            |x: &&Found<Kept>, y: &&Found<Kept>| x.kept.expected.total_cmp(&y.kept.expected);
        let choices = (found.iter().min_by(|x, y| by_bias(x, y)), found.iter().min_by(by_mean));
        let uncertainty = match choices {
            (Some(at_point), Some(best)) if !known => Some(Uncertainty {
                range: belief.range(),
                expected: self.spread(best)?.expected,
                if_known: least.iter().zip(nodes).map(|(x, node)| x * node.weight).sum(),
                point_choice: self.search.rule(at_point)?,
                of_point_choice: self.spread(at_point)?.expected,
            }),
            _ => None,
        };
        let (chosen, reasons, matching) = match by {
            RankBy::Pareto => self.unbeaten(found),
            _ if known => self.fairest(found)?,
            _ => self.fairest_over_all(found)?,
        };
        let mut ladder = Ladder::new(&self.p, f);
        let mut ranked = Vec::new();
        for (index, found) in chosen.iter().enumerate() {
            let judge = |models: &[Model]| self.search.scores(found, models);
            let mut rule = self.ranked(self.search.rule(found)?, judge, &mut ladder)?;
            rule.reason = reasons.get(index).cloned();
            ranked.push(rule);
        }
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
            uncertainty,
            baselines,
        })
    }

    /// The rules of the smallest bias; near ties are settled exactly.
    fn fairest(&self, mut found: Vec<Found<Kept>>) -> Result<Chosen, InputError> {
        let matching = found.len() as u64;
        let distance = |found: &Found<Kept>| found.kept.score.distance();
        found.sort_by(|x, y| distance(x)[0].total_cmp(&distance(y)[0]));
        let mut from = 0;
        while from < found.len().min(self.question.top) {
            // All that may be nearer to an even chance than one before them.
            let (mut to, mut most) = (from + 1, distance(&found[from])[1]);
            while to < found.len() && distance(&found[to])[0] <= most {
                most = most.max(distance(&found[to])[1]);
                to += 1;
            }
            self.search.settle(&mut found[from..to], self.model(), |kept| kept.score)?;
            from = to;
        }
        found.truncate(self.question.top);
        Ok((found, Vec::new(), matching))
    }

    /// The rules of the smallest mean or worst bias over all that p may be.
    fn fairest_over_all(&self, mut found: Vec<Found<Kept>>) -> Result<Chosen, InputError> {
        let matching = found.len() as u64;
        let top = self.question.top;
        let worst_first = self.question.by == RankBy::Worst;
        let estimate = |kept: &Kept| if worst_first { kept.worst } else { kept.expected };
        found.sort_by(|x, y| estimate(&x.kept).total_cmp(&estimate(&y.kept)));
        if let Some(last) = found.get(top.saturating_sub(1)) {
            let most = estimate(&last.kept) * (1.0 + MARGIN) + 1e-4;
            let many = found.partition_point(|x| estimate(&x.kept) <= most);
            found.truncate(many.min(top + MOST_AGAIN));
        }
        let mut again = Vec::new();
        for found in found {
            let spread = self.spread(&found)?;
            let value = if worst_first { spread.worst } else { spread.expected };
            // What the quadrature cannot tell apart is tied.
            let key = |x: f64| (x / SAME_MEAN).round() as i64;
            again.push(((key(value), key(found.kept.score.games), found.candidate.size()), found));
        }
        again.sort_by(|x, y| x.0.cmp(&y.0));
        let chosen = again.into_iter().map(|(_, found)| found).take(top).collect();
        Ok((chosen, Vec::new(), matching))
    }

    /// The rules that no other rule beats in every respect, those with the simplest
    /// reasons first.
    fn unbeaten(&self, found: Vec<Found<Kept>>) -> Chosen {
        let costs: Vec<Costs> = found
            .iter()
            .map(|Found { kept, candidate, .. }| {
                let limit = f64::from(candidate.limit);
                let Score { games, none, .. } = kept.score;
                pareto::rounded([kept.expected, limit, games, -kept.skill, none])
            })
            .collect();
        let frontier = pareto::frontier(&costs);
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
        (indices.into_iter().map(|&k| found[k].clone()).collect(), reasons, matching)
    }

    fn spread(&self, found: &Found<Kept>) -> Result<Spread, InputError> {
        let judge = |models: &[Model]| self.search.scores(found, models);
        Spread::new(&self.question.belief, &self.question.f, judge)
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
            _ => Some(Spread::new(belief, f, &judge)?),
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

/// Rules, their reasons if they have any, and how many there were to choose from.
type Chosen = (Vec<Found<Kept>>, Vec<Vec<Criterion>>, u64);

/// Small biases first; those that are nearly tied by size.
fn by_bias(x: &Found<Kept>, y: &Found<Kept>) -> Ordering {
    let key = |found: &Found<Kept>| (found.kept.score.bias().abs() / SAME_MEAN).round() as i64;
    key(x).cmp(&key(y)).then(x.candidate.size().cmp(&y.candidate.size()))
}
