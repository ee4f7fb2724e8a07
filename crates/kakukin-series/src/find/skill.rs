//! Does the better player still win?

use super::{baseline::scores, search::Score};
use crate::{InputError, MAX_ELO, Model, Probability, Rule};

/// The leads, in Elo points, for which the stronger player's chance is given.
pub const LEADS: [f64; 3] = [50.0, 100.0, 200.0];
/// The chance that the stronger player shall have.
pub const SURE: f64 = 0.75;

/// How well a rule tells the stronger player from the weaker one.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// The stronger player's share of the decided series at each of [`LEADS`], pooled
    /// over who starts.
    pub stronger: [f64; 3],
    /// The Elo lead with which that share is 75 %, to a hundredth; `None` if there is
    /// none up to 4000.
    pub elo_for_three_quarters: Option<f64>,
}

/// The models of two series: the stronger player starts, and the weaker one does.
pub(crate) fn both_ways(
    p: &Probability,
    f: &Probability,
    lead: f64,
) -> Result<[Model; 2], InputError> {
    let model = |elo| Model::with_elo(p.clone(), f.clone(), elo);
    Ok([model(lead)?, model(-lead)?])
}

/// The stronger player's share of all decided series of both models.
pub(crate) fn pooled(starts: &Score, waits: &Score) -> f64 {
    let decided = (1.0 - starts.none) + (1.0 - waits.none);
    let won = starts.a + (1.0 - waits.none - waits.a);
    if decided > 0.0 { won / decided } else { 0.5 }
}

impl Skill {
    /// `judge` gives the scores of one rule under any models of this draw rate.
    pub(crate) fn new(
        p: &Probability,
        f: &Probability,
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
    ) -> Result<Self, InputError> {
        let shares = |leads: [f64; 4]| Self::shares(p, f, leads, &judge);
        let [x, y, z, utmost] = shares([LEADS[0], LEADS[1], LEADS[2], MAX_ELO])?;
        let mut elo_for_three_quarters = None;
        if utmost >= SURE {
            let (mut low, mut high) = (0.0, MAX_ELO);
            // Four leads at once: each round leaves a fifth of the interval.
            while high - low > 0.005 {
                let step = (high - low) / 5.0;
                let leads = [1.0, 2.0, 3.0, 4.0].map(|k| low + step * k);
                let enough = shares(leads)?.iter().position(|&share| share >= SURE);
                let below = enough.unwrap_or(4) as f64;
                (low, high) = (low + step * below, low + step * (below + 1.0));
            }
            elo_for_three_quarters = Some((low + high) / 2.0);
        }
        Ok(Self { stronger: [x, y, z], elo_for_three_quarters })
    }

    /// The stronger player's share at each of some leads.
    pub(crate) fn shares<const K: usize>(
        p: &Probability,
        f: &Probability,
        leads: [f64; K],
        judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
    ) -> Result<[f64; K], InputError> {
        let shares = pooled_by_lead(p, f, &leads, judge)?;
        Ok(std::array::from_fn(|k| shares[k]))
    }
}

/// The stronger player's share under a rule at each of some leads, by the general engine.
pub(crate) fn stronger_by_lead(
    rule: &Rule,
    p: &Probability,
    f: &Probability,
    leads: &[f64],
) -> Result<Vec<f64>, InputError> {
    pooled_by_lead(p, f, leads, |models| scores(rule, models))
}

fn pooled_by_lead(
    p: &Probability,
    f: &Probability,
    leads: &[f64],
    judge: impl Fn(&[Model]) -> Result<Vec<Score>, InputError>,
) -> Result<Vec<f64>, InputError> {
    let mut models = Vec::with_capacity(2 * leads.len());
    for &lead in leads {
        models.extend(both_ways(p, f, lead)?);
    }
    let scores = judge(&models)?;
    Ok(scores.chunks(2).map(|pair| pooled(&pair[0], &pair[1])).collect())
}
