//! Strength separated from the first move, in one of two ways: strengths that are normally
//! distributed over the players (`random`), for which any number of games is enough; or strengths
//! about which nothing is known beforehand (`fixed`), which needs many games of every player.

mod fixed;
mod matrix;
mod network;
mod random;

use crate::{InputError, Players};
use kakukin_core::{BadValue, Confidence};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

pub use fixed::MAX_FITTED;

/// How strengths are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FitMethod"))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Normally distributed over the players, with a spread that is estimated.
    #[default]
    Random,
    /// Each by itself, nothing known of it beforehand.
    Fixed,
}

impl FromStr for Method {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "random" => Ok(Self::Random),
            "fixed" => Ok(Self::Fixed),
            _ => Err(InputError::new("fit", text, BadValue::Unknown, "random, fixed, none")),
        }
    }
}

/// What is known of players beforehand; only strengths that are distributed can use it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// For each player a given rating; nothing if ratings shall not be used.
    pub ratings: Option<&'a [f64]>,
    /// Players whose ratings are certain: what all others are measured by.
    pub anchors: &'a [(usize, f64)],
}

impl Known<'_> {
    /// The mean of the given ratings.
    fn mean_rating(&self) -> f64 {
        self.ratings.map_or(0.0, |all| all.iter().sum::<f64>() / all.len().max(1) as f64)
    }

    /// The mean of the anchors' ratings: leads are counted from there, so that they are small.
    fn mean_anchor(&self) -> f64 {
        let sum: f64 = self.anchors.iter().map(|(_, elo)| elo).sum();
        sum / self.anchors.len().max(1) as f64
    }
}

/// How a fit is made.
#[derive(Debug, Clone, Copy)]
pub struct FitOptions<'a> {
    /// How strengths are taken.
    pub method: Method,
    /// How many games a player must have; by itself all players that can be fitted.
    pub min_games: Option<u64>,
    /// What is known beforehand.
    pub known: Known<'a>,
    /// How sure intervals shall be.
    pub confidence: Confidence,
}

/// What games tell once strength is taken out.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The first player's share of the decided games between equal players.
    pub p: FittedValue,
    /// The share of draws between equal players; nothing if no game was drawn.
    pub f: Option<FittedValue>,
    /// What moving first is worth in Elo points: the first player's expected score between equals.
    pub first_move: FittedValue,
    /// The standard deviation of strengths over the players; of what given ratings do not tell.
    /// Nothing for fixed strengths.
    pub spread: Option<FittedValue>,
    /// How much of a lead by given ratings is real; nothing where they are not used.
    pub slope: Option<FittedValue>,
    /// The strengths, the strongest first; their mean is zero, or that of the given ratings, or
    /// what the anchors make it.
    pub ratings: Vec<Rating>,
    /// Games that were used.
    pub games: u64,
    /// What a player had to have at least.
    pub min_games: u64,
    /// Players with fewer games than that.
    pub few_games: usize,
    /// Players who cannot be compared with the others: all won, all lost, never met.
    pub apart: usize,
    /// The logarithm of the likelihood, strengths integrated out if they are distributed; nothing
    /// where that was not computed.
    pub log_likelihood: Option<f64>,
    /// Whether the iteration has come to rest.
    pub settled: bool,
    /// Whether covariances of strengths were sampled, because there are so many.
    pub approximate: bool,
}

/// A figure with its standard error and interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Estimate"))]
pub struct FittedValue {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

/// The strength of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// Which player.
    pub player: usize,
    /// Elo points.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    /// Games that were used.
    pub games: u64,
}

/// Why there is no fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoFit {
    /// Fewer than two players are joined, for fixed strengths by wins in both directions.
    NotJoined,
    /// Every game was drawn.
    AllDrawn,
    /// The first player, or the second, wins whatever the strengths are; or who is first and who
    /// is strong cannot be told apart. Only for fixed strengths.
    NoMaximum,
    /// More players than can be fitted with fixed strengths; a greater least number of games
    /// would help.
    TooMany,
}

/// Fits the model to all players of at least so many games.
pub fn fit(players: &Players, options: &FitOptions<'_>) -> Result<Fit, NoFit> {
    let pairs = players.pairs();
    match options.method {
        Method::Random => random::fit(players, &pairs, options),
        Method::Fixed => fixed::fit(players, &pairs, options.min_games, options.confidence),
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
