//! The rule of the smallest worst bias near each of many win rates, all found in one search. It is
//! the one that [`Finder`](super::Finder) ranks first where p is about that rate.

use super::{
    belief::Belief,
    finder::{SAME_WORST, rank_key},
    search::{Found, Score, Search},
    spread::Curve,
};
use crate::{InputError, Model, Probability, Rule};
use kakukin_core::Rational;
use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

/// Rules whose worst bias is at least this much more than the least that any must have are not
/// kept at first: only where the best turns out to be worse does the search begin again.
const SLACK: f64 = 0.01;

/// A rule that was found near a rate.
#[derive(Debug, Clone)]
pub(crate) struct NearBest {
    pub(crate) rule: Rule,
    /// Its worst bias there.
    pub(crate) worst: f64,
}

/// What is kept of a rule, near one rate.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// What its worst bias is at least; infinite if it does not meet the conditions.
    worst: f64,
    games: f64,
}

/// The rates at which all rules are judged: what the worst bias is at those of them that lie near
/// a rate, it is at least.
struct Nodes {
    models: Vec<Model>,
    /// For each rate, its own place and those of the rates near it.
    near: Vec<(usize, std::ops::RangeInclusive<usize>)>,
}

impl Nodes {
    /// Each rate and the ends of what is near it.
    fn new(beliefs: &[Belief], f: &Probability) -> Result<Self, InputError> {
        let clamp = |x: Rational| x.max(Rational::ZERO).min(Rational::ONE);
        let ends = |belief: &Belief| -> Result<[Rational; 3], InputError> {
            let p = belief.point()?.exact().clone();
            Ok(match belief {
                Belief::About { band, .. } => {
                    [clamp(&p - band.exact()), p.clone(), clamp(&p + band.exact())]
                }
                _ => [p.clone(), p.clone(), p],
            })
        };
        let places = beliefs.iter().map(ends).collect::<Result<Vec<_>, _>>()?;
        let mut ps: Vec<Rational> = places.iter().flatten().cloned().collect();
        ps.sort_unstable();
        ps.dedup();
        let place = |p: &Rational| ps.partition_point(|x| x < p);
        let near = places.iter().map(|[low, p, high]| (place(p), place(low)..=place(high)));
        let near = near.collect();
        let model = |p: &Rational| Model::new(Probability::new(p.clone())?, f.clone());
        Ok(Self { models: ps.iter().map(model).collect::<Result<_, _>>()?, near })
    }
}

impl Search {
    /// The rule of the smallest worst bias for each belief, and whether the search was complete.
    pub(crate) fn fairest_near(
        &self,
        beliefs: &[Belief],
        f: &Probability,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(Vec<Option<NearBest>>, bool), InputError> {
        let nodes = Nodes::new(beliefs, f)?;
        let mut most: Option<Vec<f64>> = None;
        loop {
            let least = Mutex::new(vec![f64::INFINITY; beliefs.len()]);
            let keep = |scores: &[Score]| {
                let kept: Vec<Kept> =
                    nodes.near.iter().map(|near| self.kept(scores, near)).collect();
                let mut least = least.lock().unwrap_or_else(PoisonError::into_inner);
                let mut is_near = false;
                for (k, (kept, least)) in kept.iter().zip(least.iter_mut()).enumerate() {
                    *least = least.min(kept.worst);
                    let most = most.as_ref().map_or(*least + SLACK, |most| most[k]);
                    is_near |= kept.worst.is_finite() && kept.worst <= most;
                }
                is_near.then_some(kept)
            };
            let findings = self.run(&nodes.models, keep, &mut progress)?;
            let least = least.into_inner().unwrap_or_else(PoisonError::into_inner);
            let best = (0..beliefs.len())
                .map(|k| self.nearest(&findings.found, k, &beliefs[k], f))
                .collect::<Result<Vec<_>, _>>()?;
            let bound = |best: &Option<NearBest>| best.as_ref().map_or(0.0, |best| best.worst);
            let bounds: Vec<f64> = best.iter().map(|best| bound(best) + SAME_WORST).collect();
            let all_kept = bounds.iter().zip(&least).all(|(bound, least)| *bound <= least + SLACK);
            if all_kept || most.is_some() || !findings.complete {
                return Ok((best, findings.complete));
            }
            most = Some(bounds);
        }
    }

    fn kept(
        &self,
        scores: &[Score],
        (own, near): &(usize, std::ops::RangeInclusive<usize>),
    ) -> Kept {
        let distances = scores[near.clone()].iter().map(|score| score.bias().abs());
        let worst = distances.fold(0.0, f64::max);
        let score = &scores[*own];
        let admitted = self.request().admits(score) && self.request().admits_bias(worst);
        Kept { worst: if admitted { worst } else { f64::INFINITY }, games: score.games }
    }

    /// The best of the rules for the k-th belief: they are looked at from the least that their
    /// worst bias can be, until all others are certain to be worse.
    fn nearest(
        &self,
        found: &[Found<Vec<Kept>>],
        k: usize,
        belief: &Belief,
        f: &Probability,
    ) -> Result<Option<NearBest>, InputError> {
        let at_least = |found: &&Found<Vec<Kept>>| found.kept[k].worst;
        let mut order: Vec<_> = found.iter().filter(|x| at_least(x).is_finite()).collect();
        order.sort_by(|x, y| at_least(x).total_cmp(&at_least(y)));
        let (mut least, mut looked_at) = (f64::INFINITY, Vec::new());
        for found in order {
            if at_least(&found) > least + SAME_WORST {
                break;
            }
            let judge = |models: &[Model]| self.scores(found, models);
            let curve = Curve::new(belief.range(), f, found.candidate.limit, judge)?;
            let worst = curve.worst(belief.range()).worst;
            if self.request().admits_bias(worst) {
                least = least.min(worst);
                looked_at.push((
                    rank_key(found, worst, found.kept[k].games, SAME_WORST),
                    found,
                    worst,
                ));
            }
        }
        let best = looked_at.into_iter().min_by(|x, y| x.0.cmp(&y.0));
        let near = |(_, found, worst)| Ok(NearBest { rule: self.rule(found)?, worst });
        best.map(near).transpose()
    }
}
