//! What a study of ways of scoring comes to.

use super::Figures;
use crate::{DrawPoints, Schedule};
use kakukin_core::Probability;
use serde::{Serialize, Serializer};
use std::fmt;

/// A player of known strength.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StudyPlayer"))]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// Elo points, or log-odds of decided games if the study is of such ratings.
    pub elo: f64,
}

/// A way of scoring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyMethod {
    /// Epsilon points.
    Epsilon,
    /// 1, 1/2, 0 for each game.
    Wins,
    /// 1, 1/2, 0 for each series by the rule of this name.
    Series(String),
}

/// The name in every machine-readable output: `epsilon`, `wins`, `series=1/2/3`.
impl fmt::Display for StudyMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epsilon => f.write_str("epsilon"),
            Self::Wins => f.write_str("wins"),
            Self::Series(name) => write!(f, "series={name}"),
        }
    }
}

impl Serialize for StudyMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How well ways of scoring find the true order of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyOutcome {
    /// The players, as they were listed.
    pub field: Vec<Entrant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Whether ratings are log-odds of decided games, not Elo points.
    pub log_odds: bool,
    /// Draw rate.
    pub f: Probability,
    /// What a draw is worth under epsilon points.
    pub draws: DrawPoints,
    /// How the figures that are not exact were simulated; nothing if all are exact.
    pub simulated: Option<StudyRuns>,
    /// One entry for each win rate and way of scoring.
    pub rows: Vec<StudyRow>,
}

/// How leagues are simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyRuns {
    /// Leagues for each figure.
    pub runs: u64,
    /// The seed of the dice.
    pub seed: u64,
}

/// The figures of one way of scoring at one win rate.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyRow {
    /// First player's win rate among equal players.
    pub p: Probability,
    /// The way of scoring.
    pub method: StudyMethod,
    /// How near the order comes to the true one.
    pub figures: Figures,
    /// Standard errors; nothing if all courses of the league were enumerated.
    pub errors: Option<Figures>,
    /// The expected number of games of a league.
    pub games: f64,
}

/// The mean over leagues that are equally likely.
#[derive(Debug, Clone, Default)]
pub struct MeanFigures {
    leagues: f64,
    sums: [f64; 5],
    /// Sums of squared standard errors, if dice were thrown.
    squares: Option<[f64; 4]>,
}

impl MeanFigures {
    /// One league more: its figures, their standard errors if they are simulated, its games.
    pub fn add(&mut self, figures: &Figures, errors: Option<&Figures>, games: f64) {
        self.leagues += 1.0;
        let added = listed(figures).into_iter().chain([games]);
        self.sums.iter_mut().zip(added).for_each(|(sum, x)| *sum += x);
        if let Some(errors) = errors {
            let squares = self.squares.get_or_insert_default();
            squares.iter_mut().zip(listed(errors)).for_each(|(sum, x)| *sum += x * x);
        }
    }

    /// The mean of those added so far.
    pub fn row(&self, p: &Probability, method: StudyMethod) -> StudyRow {
        let [spearman, kendall, best, rank_error, games] = self.sums.map(|sum| sum / self.leagues);
        let errors = self.squares.map(|squares| squares.map(|sum| sum.sqrt() / self.leagues));
        StudyRow {
            p: p.clone(),
            method,
            figures: Figures { spearman, kendall, best, rank_error },
            errors: errors.map(|[spearman, kendall, best, rank_error]| Figures {
                spearman,
                kendall,
                best,
                rank_error,
            }),
            games,
        }
    }
}

fn listed(figures: &Figures) -> [f64; 4] {
    [figures.spearman, figures.kendall, figures.best, figures.rank_error]
}
