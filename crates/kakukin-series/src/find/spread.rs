//! The bias of a rule where the first player's win rate is not known for certain.

use super::{
    baseline,
    belief::{Belief, Legendre, Node},
    request::MAX_FIND_LIMIT,
    search::{Score, error},
};
use crate::{InputError, Model, Probability, Series};
use kakukin_core::{BadValue, Rational};
use serde::Serialize;

/// The bias of a rule where p is not known for certain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SpreadDocument"))]
pub struct Spread {
    /// Mean distance of A's share of the decided series from one half.
    pub expected: f64,
    /// By how much the mean may be wrong.
    pub expected_error: f64,
    /// The largest distance.
    pub worst: f64,
    /// By how much it may be larger.
    pub worst_error: f64,
    /// The p at which it is found.
    pub worst_p: f64,
    /// The bias, + being better for A, at some values of p from one end of their range to the other.
    pub curve: Vec<BiasAt>,
}

/// The bias of a rule at one value of p.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BiasAt {
    /// The first player's share of the decided games.
    pub p: f64,
    /// A's share of the decided series less one half.
    pub bias: f64,
}

/// Panels of the support, and nodes in each, on which all rules are compared first.
const PANELS: usize = 6;
const COARSE: usize = 8;
/// Nodes in each panel for the rules that are shown, and for the check on them.
const FINE: [usize; 2] = [16, 12];

/// Parts of the range at whose ends the bias is told.
const CURVE: usize = 20;

/// Models with these win rates.
pub(crate) fn models(ps: &[f64], f: &Probability) -> Result<Vec<Model>, InputError> {
    let model = |&p: &f64| {
        let exact = Rational::try_from(p.clamp(0.0, 1.0));
        let exact = exact.map_err(|_| InputError::new("p", p, BadValue::NotANumber, "0..1"))?;
        Model::new(Probability::new(exact)?, f.clone())
    };
    ps.iter().map(model).collect()
}

fn even(low: f64, high: f64, parts: usize) -> Vec<f64> {
    let at = |k| low + (high - low) * k as f64 / parts as f64;
    (0..=parts).map(at).collect()
}

/// The nodes on which all rules are compared first; the weights add up to 1.
pub(crate) fn coarse_nodes(belief: &Belief) -> Vec<Node> {
    let [low, high] = belief.support();
    let mut nodes = belief.nodes(&even(low, high, PANELS), &Legendre::new(COARSE));
    let mass: f64 = nodes.iter().map(|node| node.weight).sum();
    nodes.iter_mut().for_each(|node| node.weight /= mass);
    nodes
}

/// The values of p at which the worst bias of all rules is compared first: what it is there, it is
/// at least.
pub(crate) fn coarse_worst(belief: &Belief) -> Vec<f64> {
    let [low, high] = belief.range();
    match belief {
        // The middle is the point estimate; all of them fit into one vector.
        Belief::About { .. } => {
            let quarter = (high - low) / 4.0;
            vec![low, low + quarter, high - quarter, high]
        }
        _ => even(low, high, 2 * COARSE),
    }
}

impl Spread {
    /// `judge` gives the scores of one rule of so many games under any models of the draw rate.
    pub(crate) fn new(
        belief: &Belief,
        f: &Probability,
        limit: u32,
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
    ) -> Result<Self, InputError> {
        let curve = Curve::new(belief.support(), f, limit, judge)?;
        let [low, high] = belief.support();
        // The distance has a kink where the bias is zero: panels end there.
        let mut splits = even(low, high, 4 * PANELS);
        for k in 0..splits.len() - 1 {
            let [at_low, at_high] = [curve.bias(splits[k]), curve.bias(splits[k + 1])];
            if at_low * at_high < 0.0 {
                splits.push(root([splits[k], splits[k + 1]], at_low, &curve));
            }
        }
        splits.sort_by(f64::total_cmp);
        let mean = |count: usize| {
            let nodes = belief.nodes(&splits, &Legendre::new(count));
            let mass: f64 = nodes.iter().map(|node| node.weight).sum();
            let sum: f64 = nodes.iter().map(|node| curve.bias(node.p).abs() * node.weight).sum();
            sum / mass
        };
        let [expected, check] = FINE.map(mean);
        let expected_error = (expected - check).abs() + curve.error;
        let Worst { worst, p: worst_p, error: worst_error } = curve.worst(belief.range());
        let [low, high] = belief.range();
        let points = even(low, high, CURVE).into_iter();
        let curve = points.map(|p| BiasAt { p, bias: curve.bias(p) }).collect();
        Ok(Self { expected, expected_error, worst, worst_error, worst_p, curve })
    }
}

/// The most games of a series whose bias is followed over p.
pub const MAX_CURVE_GAMES: u32 = 200;

impl Series {
    /// The bias of the series over what p may be; of equal players, whose games are given by
    /// rates.
    pub fn spread(&self, belief: &Belief) -> Result<Spread, InputError> {
        self.check_spread(belief)?;
        let f = self
            .model()
            .rates()
            .map_or_else(|| Probability::from_ratio(0, 1), |(_, f)| Ok(f.clone()))?;
        Spread::new(belief, &f, self.limit(), |models| baseline::scores(self.rule(), models))
    }

    /// Refuses to follow the bias over p where that makes no sense, before it is done.
    pub fn check_spread(&self, belief: &Belief) -> Result<(), InputError> {
        belief.check()?;
        let model = self.model();
        if model.rates().is_none() || model.lead().is_some() {
            return Err(InputError::new("band", "", BadValue::Conflict, "`p`, `preset`"));
        }
        if self.limit() > MAX_CURVE_GAMES {
            let allowed = format!("1..{MAX_CURVE_GAMES}");
            return Err(InputError::new("limit", self.limit(), BadValue::OutOfRange, allowed));
        }
        Ok(())
    }
}

impl Series {
    /// The worst bias of the rule if p is only about what is assumed, its limit held; `None` where
    /// there is no rate to be off, or so many games that it would take long.
    pub fn worst_nearby(&self) -> Result<Option<Nearby>, InputError> {
        let Some((p, f)) = self.model().rates().filter(|_| self.limit() <= MAX_FIND_LIMIT) else {
            return Ok(None);
        };
        let range = Belief::about(p.clone())?.range();
        let judge = |models: &[Model]| baseline::scores(self.rule(), models);
        let Worst { worst, .. } = Curve::new(range, f, self.limit(), judge)?.worst(range);
        Ok(Some(Nearby { range, worst }))
    }
}

/// What a rule comes to where p is only about what is assumed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Nearby {
    /// Between which rates p may lie.
    pub range: [f64; 2],
    /// The largest distance of A's share of the decided series from one half.
    pub worst: f64,
}

/// The largest distance from an even chance.
pub(crate) struct Worst {
    pub(crate) worst: f64,
    pub(crate) p: f64,
    pub(crate) error: f64,
}

/// What a rule comes to over an interval of p. With p the chances of one game are linear, so
/// those of a series are polynomials whose degree is its limit: as many values and one tell them
/// wholly. They are kept as sums of Chebyshev polynomials, which lose nothing by rounding.
pub(crate) struct Curve {
    interval: [f64; 2],
    /// A's chance less B's.
    lead: Vec<f64>,
    /// A's chance and B's together.
    decided: Vec<f64>,
    /// By how much a bias may be wrong.
    error: f64,
}

impl Curve {
    pub(crate) fn new(
        interval: [f64; 2],
        f: &Probability,
        limit: u32,
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
    ) -> Result<Self, InputError> {
        let [low, high] = interval;
        let count = limit as usize + 1;
        // cos(pi m / 2 count) for all m that occur, by the symmetry of the circle.
        let cosines: Vec<f64> = (0..4 * count)
            .map(|m| libm::cos(std::f64::consts::PI * m as f64 / (2 * count) as f64))
            .collect();
        let cosine = |m: usize| cosines[m % (4 * count)];
        let at = |k: usize| low + (high - low) * (1.0 + cosine(2 * k + 1)) / 2.0;
        let ps: Vec<f64> = (0..count).map(at).collect();
        let scores = judge(&models(&ps, f)?)?;
        let series = |value: &dyn Fn(&Score) -> f64| -> Vec<f64> {
            let coefficient = |degree: usize| {
                let terms = scores.iter().enumerate();
                let sum: f64 = terms.map(|(k, x)| value(x) * cosine(degree * (2 * k + 1))).sum();
                sum * if degree == 0 { 1.0 } else { 2.0 } / count as f64
            };
            (0..count).map(coefficient).collect()
        };
        // The error of a value at a node can grow by the Lebesgue constant.
        let growth = 1.0 + std::f64::consts::FRAC_2_PI * libm::log(count as f64);
        let of_values = scores.iter().map(error).fold(0.0, f64::max);
        Ok(Self {
            interval,
            lead: series(&|score| 2.0 * score.a + score.none - 1.0),
            decided: series(&|score| 1.0 - score.none),
            error: growth * of_values,
        })
    }

    /// A's share of the decided series less one half; nothing decided counts as wholly unfair.
    fn bias(&self, p: f64) -> f64 {
        let [low, high] = self.interval;
        let x = if high > low { (2.0 * p - low - high) / (high - low) } else { 0.0 };
        let decided = chebyshev(&self.decided, x);
        let lead = chebyshev(&self.lead, x);
        if decided > 0.0 { (lead / decided / 2.0).clamp(-0.5, 0.5) } else { 0.5 }
    }

    /// The largest distance from an even chance between two values of p, by branch and bound:
    /// between two points a function leaves its chord by no more than an eighth of the squared
    /// distance times its largest second derivative.
    pub(crate) fn worst(&self, [low, high]: [f64; 2]) -> Worst {
        let [from, to] = self.interval;
        let scale = if to > from { 2.0 / (to - from) } else { 0.0 };
        let [lead_bend, decided_bend] =
            [&self.lead, &self.decided].map(|series| bend(series) * scale * scale);
        let point = |p: f64| {
            let x = (2.0 * p - from - to) * scale / 2.0;
            [p, chebyshev(&self.lead, x), chebyshev(&self.decided, x)]
        };
        let points: Vec<_> = even(low, high, PARTS).into_iter().map(point).collect();
        let mut best = Worst { worst: 0.0, p: low, error: self.error };
        let meet = |best: &mut Worst, [p, ..]: [f64; 3]| {
            let distance = self.bias(p).abs();
            if distance > best.worst {
                (best.worst, best.p) = (distance, p);
            }
        };
        points.iter().for_each(|point| meet(&mut best, *point));
        let mut open: Vec<[[f64; 3]; 2]> =
            points.windows(2).map(|ends| [ends[0], ends[1]]).collect();
        let mut left = 0.0;
        for _ in 0..MOST_ROUNDS {
            let bound = |[x, y]: &[[f64; 3]; 2]| {
                let square = (y[0] - x[0]) * (y[0] - x[0]) / 8.0;
                let lead = x[1].abs().max(y[1].abs()) + square * lead_bend;
                let decided = x[2].min(y[2]) - square * decided_bend;
                if decided > 0.0 { (lead / decided / 2.0).min(0.5) } else { 0.5 }
            };
            open.retain(|part| bound(part) > best.worst + CLOSE);
            left = open.iter().map(bound).fold(best.worst, f64::max) - best.worst;
            if open.is_empty() || open.len() > MOST_PARTS {
                break;
            }
            let mut parts = Vec::with_capacity(2 * open.len());
            for [x, y] in open {
                let middle = point((x[0] + y[0]) / 2.0);
                meet(&mut best, middle);
                parts.extend([[x, middle], [middle, y]]);
            }
            open = parts;
        }
        best.error += left;
        best
    }
}

/// Parts of the interval in which the worst case is looked for first.
const PARTS: usize = 64;
/// The worst case is found to within this.
const CLOSE: f64 = 1e-12;
const MOST_ROUNDS: usize = 60;
const MOST_PARTS: usize = 4096;

/// A sum of Chebyshev polynomials (Clenshaw).
fn chebyshev(coefficients: &[f64], x: f64) -> f64 {
    let (mut now, mut last) = (0.0, 0.0);
    for &c in coefficients[1..].iter().rev() {
        (now, last) = (c + 2.0 * x * now - last, now);
    }
    coefficients[0] + x * now - last
}

/// A bound on the second derivative of a sum of Chebyshev polynomials between -1 and 1: that of
/// T_k is largest at the ends.
fn bend(coefficients: &[f64]) -> f64 {
    let of_degree = |(k, c): (usize, &f64)| {
        let square = (k * k) as f64;
        c.abs() * square * (square - 1.0) / 3.0
    };
    coefficients.iter().enumerate().skip(2).map(of_degree).sum()
}

/// Where the bias is zero between two points at which its signs differ.
fn root([mut low, mut high]: [f64; 2], at_low: f64, curve: &Curve) -> f64 {
    for _ in 0..54 {
        let middle = (low + high) / 2.0;
        if curve.bias(middle) * at_low > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
