//! The sequential probability ratio test of two Elo differences: shall a match stop?
//!
//! The likelihood ratio is the generalised one: each hypothesis fixes the expected score (or the
//! score in standard deviations), and what it leaves open, such as the share of draws, is taken
//! as is most likely under it. With the error rates α and β the match stops below
//! ln(β/(1 - α)) or above ln((1 - β)/α) (Wald).

use super::{
    Frequencies,
    figures::{distance, distance_of_normalized},
};
use crate::InputError;
use kakukin_core::{BadValue, checkpoint, score_of_elo};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The most points of a course that are kept for a chart.
const MAX_COURSE_POINTS: usize = 500;

/// What Elo points of a hypothesis mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// The expected score.
    #[default]
    Logistic,
    /// The expected score above ½ in standard deviations of a game.
    Normalized,
}

impl FromStr for EloModel {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" => Ok(Self::Normalized),
            _ => {
                let allowed = "logistic, normalized";
                Err(InputError::new("elo-model", text, BadValue::Unknown, allowed))
            }
        }
    }
}

/// A test: the hypotheses and how often it may err.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtPlan {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The greater one of H1.
    pub elo1: f64,
    /// How often H1 may be accepted where H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted where H1 is true.
    pub beta: f64,
    /// What these Elo points mean.
    pub elo_model: EloModel,
}

/// What a test says now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More games are needed.
    Continue,
}

/// A test and what it says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SprtDocument"))]
pub struct Sprt {
    /// The test.
    pub plan: SprtPlan,
    /// Whether pairs of games were tested, or single games.
    pub by_pairs: bool,
    /// Games that the test is of.
    pub games: u64,
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// Where it stops: below the first H0 is accepted, above the second H1.
    pub bounds: [f64; 2],
    /// What it says after all games.
    pub decision: Decision,
    /// How many more games it takes; null where it is decided or cannot be told.
    pub expected: Option<ExpectedGames>,
    /// How it went, in the order of the records; null where there were too many results to keep.
    pub course: Option<SprtCourse>,
}

/// How many more games a test takes on average.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedGames {
    /// If H0 is true.
    pub if_h0: f64,
    /// If H1 is true.
    pub if_h1: f64,
    /// If the score stays what it is.
    pub as_now: f64,
}

/// The logarithm of the likelihood ratio game by game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtCourse {
    /// Where the test would have stopped; null if it never would.
    pub stopped: Option<Stopped>,
    /// Up to 500 points of it: games so far and the ratio, the last one included.
    pub points: Vec<CoursePoint>,
}

/// One point of a course.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoursePoint {
    /// Games so far.
    pub games: u64,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
}

/// Where a test would have stopped.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SprtStopped"))]
pub struct Stopped {
    /// After so many games.
    pub games: u64,
    /// What it would have said.
    pub decision: Decision,
    /// The logarithm of the likelihood ratio there.
    pub llr: f64,
}

impl SprtPlan {
    /// Where the test stops.
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = *self;
        [libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha)]
    }

    /// The logarithm of the likelihood ratio of H1 to H0.
    pub fn llr(&self, results: &Frequencies) -> f64 {
        let [below, above] = [self.elo0, self.elo1].map(|elo| match self.elo_model {
            EloModel::Logistic => results.deficit_of_mean(score_of_elo(elo)),
            EloModel::Normalized => {
                results.deficit_of_distance(distance_of_normalized(elo, results))
            }
        });
        below - above
    }

    /// What a likelihood ratio says.
    pub fn decision(&self, llr: f64) -> Decision {
        match self.bounds() {
            [low, _] if llr <= low => Decision::H0,
            [_, high] if llr >= high => Decision::H1,
            _ => Decision::Continue,
        }
    }

    /// How many more games it takes: the ratio as a Brownian motion between two bounds.
    fn expected(&self, results: &Frequencies, llr: f64) -> Option<ExpectedGames> {
        let total = results.total() as f64;
        // What separates the hypotheses, in deviations of one result.
        let apart = match self.elo_model {
            EloModel::Logistic => {
                let deviation = results.variance().sqrt();
                (score_of_elo(self.elo1) - score_of_elo(self.elo0)) / deviation
            }
            EloModel::Normalized => {
                distance(results)?;
                distance_of_normalized(self.elo1 - self.elo0, results)
            }
        };
        if !(apart > 0.0 && apart.is_finite()) {
            return None;
        }
        let spread = apart * apart;
        let games = |drift: f64| {
            let [low, high] = self.bounds();
            // Nothing is decided before the next result.
            let steps = steps_to_exit(drift, spread, [llr - low, high - llr]).max(1.0);
            results.games_each() as f64 * steps
        };
        Some(ExpectedGames {
            if_h0: games(-spread / 2.0),
            if_h1: games(spread / 2.0),
            as_now: games(llr / total),
        })
    }
}

/// The mean time until a Brownian motion with this drift and variance has gone so far down or up.
fn steps_to_exit(drift: f64, variance: f64, [down, up]: [f64; 2]) -> f64 {
    let slant = 2.0 * drift / variance;
    if (slant * (down + up)).abs() < 1e-6 {
        return down * up / variance;
    }
    // The chance to leave above, without an overflow in either direction.
    let above = match slant > 0.0 {
        true => libm::expm1(-slant * down) / libm::expm1(-slant * (down + up)),
        false => {
            libm::exp(slant * up) * libm::expm1(slant * down) / libm::expm1(slant * (down + up))
        }
    };
    ((down + up) * above - down) / drift
}

impl Sprt {
    /// The test of these results; `course` are their classes in order, where they were kept.
    pub fn new(plan: SprtPlan, results: &Frequencies, course: Option<&[u8]>) -> Self {
        let llr = plan.llr(results);
        let decision = plan.decision(llr);
        let open = decision == Decision::Continue && results.total() > 0;
        Self {
            plan,
            by_pairs: results.games_each() == 2,
            games: results.total() * results.games_each(),
            llr,
            bounds: plan.bounds(),
            decision,
            expected: if open { plan.expected(results, llr) } else { None },
            course: course.map(|course| SprtCourse::new(&plan, results, course)),
        }
    }
}

impl SprtCourse {
    fn new(plan: &SprtPlan, results: &Frequencies, course: &[u8]) -> Self {
        let mut so_far = results.emptied();
        let stride = course.len().div_ceil(MAX_COURSE_POINTS).max(1);
        let (mut stopped, mut points) = (None, Vec::new());
        for (index, class) in course.iter().enumerate() {
            checkpoint();
            so_far.add(usize::from(*class));
            let is_last = index + 1 == course.len();
            let is_shown = (index + 1) % stride == 0 || is_last;
            // Once it has stopped, only what is shown is of interest.
            if stopped.is_some() && !is_shown {
                continue;
            }
            let llr = plan.llr(&so_far);
            let games = (index as u64 + 1) * so_far.games_each();
            let decision = plan.decision(llr);
            if decision != Decision::Continue && stopped.is_none() {
                stopped = Some(Stopped { games, decision, llr });
            }
            if is_shown {
                points.push(CoursePoint { games, llr });
            }
        }
        Self { stopped, points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the two ends of Wald's formulas, and against no drift at all.
    #[test]
    fn time_to_leave() {
        let near = steps_to_exit(1e-9, 1.0, [2.0, 3.0]);
        assert!((near - 6.0).abs() < 1e-6);
        let [down, up] = [2.0_f64, 3.0];
        for drift in [0.2, 1.0, 40.0] {
            // Optional stopping: exp(-2 drift x) is a martingale.
            let above = (1.0 - (2.0 * drift * down).exp())
                / ((-2.0 * drift * up).exp() - (2.0 * drift * down).exp());
            let exact = (above * up - (1.0 - above) * down) / drift;
            assert!((steps_to_exit(drift, 1.0, [down, up]) - exact).abs() < 1e-9 * exact);
            let mirrored = steps_to_exit(-drift, 1.0, [up, down]);
            assert!((mirrored - exact).abs() < 1e-9 * exact, "{drift} {mirrored} {exact}");
        }
    }
}
