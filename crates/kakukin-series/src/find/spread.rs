//! The bias of a rule where the first player's win rate is not known for certain.

use super::{
    belief::{Belief, Legendre, Node},
    search::Score,
};
use crate::{InputError, Model, Probability};
use kakukin_core::{BadValue, Rational};

/// The bias of a rule where p is not known for certain.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// Mean distance of A's share of the decided series from one half.
    pub expected: f64,
    /// By how much the mean may be wrong.
    pub expected_error: f64,
    /// The largest distance.
    pub worst: f64,
    /// The p at which it is found.
    pub worst_p: f64,
}

/// Panels of the support, and nodes in each, on which all rules are compared first.
const PANELS: usize = 6;
const COARSE: usize = 8;
/// Nodes in each panel for the rules that are shown, and for the check on them.
const FINE: [usize; 2] = [16, 12];
/// Points at which the worst case is looked for first.
const WORST: usize = 33;

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

/// The values of p at which the worst bias of all rules is compared first.
pub(crate) fn coarse_worst(belief: &Belief) -> Vec<f64> {
    let [low, high] = belief.range();
    even(low, high, 2 * COARSE)
}

impl Spread {
    /// `judge` gives the scores of one rule under any models of the draw rate.
    pub(crate) fn new(
        belief: &Belief,
        f: &Probability,
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
    ) -> Result<Self, InputError> {
        let biases = |ps: &[f64]| -> Result<Vec<f64>, InputError> {
            Ok(judge(&models(ps, f)?)?.iter().map(Score::bias).collect())
        };
        let [low, high] = belief.support();
        // The distance has a kink where the bias is zero: panels end there.
        let mut splits = even(low, high, 4 * PANELS);
        let values = biases(&splits)?;
        for k in 0..splits.len() - 1 {
            if values[k] * values[k + 1] < 0.0 {
                let root = root([splits[k], splits[k + 1]], values[k], &biases)?;
                splits.push(root);
            }
        }
        splits.sort_by(f64::total_cmp);
        let mean = |count: usize| -> Result<f64, InputError> {
            let nodes = belief.nodes(&splits, &Legendre::new(count));
            let ps: Vec<f64> = nodes.iter().map(|node| node.p).collect();
            let mass: f64 = nodes.iter().map(|node| node.weight).sum();
            let sum: f64 =
                biases(&ps)?.iter().zip(&nodes).map(|(x, node)| x.abs() * node.weight).sum();
            Ok(sum / mass)
        };
        let [expected, check] = [mean(FINE[0])?, mean(FINE[1])?];
        let (worst, worst_p) = worst(belief.range(), &biases)?;
        let expected_error = (expected - check).abs() + 1e-12;
        Ok(Self { expected, expected_error, worst, worst_p })
    }
}

type Biases<'a> = dyn Fn(&[f64]) -> Result<Vec<f64>, InputError> + 'a;

/// Where the bias is zero between two points at which its signs differ.
fn root(
    [mut low, mut high]: [f64; 2],
    at_low: f64,
    biases: &Biases<'_>,
) -> Result<f64, InputError> {
    for _ in 0..18 {
        // Seven points at once: an eighth of the interval is left.
        let inner = &even(low, high, 8)[1..8];
        let values = biases(inner)?;
        let k = values.iter().position(|x| x * at_low <= 0.0).unwrap_or(7);
        let step = (high - low) / 8.0;
        (low, high) = (low + step * k as f64, low + step * (k + 1) as f64);
    }
    Ok((low + high) / 2.0)
}

/// The largest distance from an even chance: on a grid first, then closer and closer
/// around the largest value found.
fn worst([low, high]: [f64; 2], biases: &Biases<'_>) -> Result<(f64, f64), InputError> {
    let (mut from, mut to) = (low, high);
    let mut best = (0.0, low);
    for _ in 0..7 {
        let ps = even(from, to, WORST - 1);
        for (p, bias) in ps.iter().zip(biases(&ps)?) {
            if bias.abs() > best.0 {
                best = (bias.abs(), *p);
            }
        }
        let step = (to - from) / (WORST - 1) as f64;
        (from, to) = ((best.1 - step).max(low), (best.1 + step).min(high));
    }
    Ok(best)
}
