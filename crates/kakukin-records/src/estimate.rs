//! The rates that a survey tells: as counted, in groups, with strength taken out, and which of
//! them a rule should rest on.

use crate::{
    ApartTally, By, Counting, Fit, FittedValue, Groups, InputError, Key, NoFit, Problem, Share,
    Survey, Tally, fit,
};
use kakukin_core::{BadValue, Confidence, MAX_RECORD, Probability};
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, str::FromStr};

/// How many games there must be for each player that is fitted: with fewer the maximum is
/// biased, and strengths that are nearly guesses would be taken out.
const MIN_RATIO: u64 = 10;

/// What is wanted beyond the survey.
#[derive(Debug, Clone, Copy)]
pub struct EstimateOptions {
    /// How sure intervals shall be.
    pub confidence: Confidence,
    /// Whether to take strength out.
    pub adjust: bool,
    /// How many games a player must have for that; by itself as few as possible.
    pub min_games: Option<u64>,
    /// On which rates a rule shall rest; by itself the adjusted ones where they can be had.
    pub basis: Option<Basis>,
}

/// Where the rates for a rule come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// As counted.
    Raw,
    /// With strength taken out.
    Adjusted,
}

impl FromStr for Basis {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "raw" => Ok(Self::Raw),
            "adjusted" => Ok(Self::Adjusted),
            _ => Err(InputError::new("basis", text, BadValue::Unknown, "auto, raw, adjusted")),
        }
    }
}

/// Rates from records.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// How sure all intervals are.
    pub confidence: Confidence,
    /// Games that count.
    pub games: Tally,
    /// Games counted apart, never as draws.
    pub apart: ApartTally,
    /// Games that were not wanted.
    pub unwanted: u64,
    /// Which games count although they were not simply played to their end.
    pub counting: Counting,
    /// The first player's share of the decided games.
    pub p: Share,
    /// The share of draws.
    pub f: Share,
    /// The same in groups.
    pub groups: Vec<GroupsEstimate>,
    /// The same with strength taken out, or why that could not be done; nothing if it was not
    /// wanted.
    pub adjusted: Option<Result<Adjusted, NoFit>>,
    /// The rates that a rule should rest on; nothing if no game was decided.
    pub recommended: Option<Recommended>,
    /// Why those come from where they come from.
    pub reason: BasisReason,
}

/// One kind of groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GroupsDocument"))]
pub struct GroupsEstimate {
    /// What they are.
    pub by: By,
    /// The width of a band; only for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<u32>,
    /// The groups: numbers in rising order, names by their games.
    pub rows: Vec<GroupEstimate>,
    /// Games that the record does not say it of.
    pub unsaid: Tally,
    /// Games of groups beyond the limit.
    pub others: Tally,
}

/// One group.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GroupDocument"))]
pub struct GroupEstimate {
    /// Its name; of a band, its lower end.
    #[serde(rename = "name")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub key: Key,
    /// Its games.
    pub games: Tally,
    /// The first player's share of the decided games.
    pub p: Share,
    /// The share of draws.
    pub f: Share,
}

/// Rates with strength taken out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AdjustedDocument"))]
pub struct Adjusted {
    /// The first player's share of the decided games between equal players.
    pub p: FittedValue,
    /// The share of draws between equal players; null if no game was drawn.
    pub f: Option<FittedValue>,
    /// What moving first is worth in Elo points.
    pub first_move: FittedValue,
    /// Games that were used.
    pub games: u64,
    /// How many games a player had to have at least.
    pub min_games: u64,
    /// Who was left out.
    #[serde(rename = "left_out")]
    pub not_fitted: NotFitted,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Elo points above the mean, the strongest first.
    pub ratings: Vec<PlayerRating>,
}

/// Who was left out of the fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LeftOutOfFit"))]
pub struct NotFitted {
    /// Players of too few games.
    pub few_games: usize,
    /// Players who have won or lost all their games, or never met the others.
    pub apart: usize,
    /// Games of players without a name.
    pub nameless_games: u64,
    /// Games beyond the number of players and pairs that are remembered.
    pub games_beyond: u64,
}

/// A player's strength.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RatingDocument"))]
pub struct PlayerRating {
    /// The name.
    pub name: String,
    /// Elo points above the mean.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    /// Games that were used.
    pub games: u64,
}

/// The rates that a rule should rest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommended {
    /// Where they come from.
    pub basis: Basis,
    /// The first player's share of the decided games.
    pub p: Probability,
    /// The share of draws.
    pub f: Probability,
    /// What is known of p is worth a record of so many decided games between equals.
    pub games: u64,
}

/// Why rates come from where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BasisReason {
    /// They were wanted.
    Wanted,
    /// Strength could be taken out of most games, with enough of them for every player.
    WellFitted,
    /// Strength was not, or could not be, taken out.
    NotAdjusted,
    /// Most games are not in the adjusted rates.
    MostGamesLeftOut,
    /// The adjusted rates rest on few games for each player.
    FewGamesPerPlayer,
}

impl Estimate {
    /// The rates that a survey tells. Refused where the adjusted ones are wanted and cannot be
    /// had.
    pub fn new(survey: &Survey, options: &EstimateOptions) -> Result<Self, InputError> {
        let confidence = options.confidence;
        let adjusted = options.adjust.then(|| adjusted(survey, options));
        let fitted = adjusted.as_ref().and_then(|fitted| fitted.as_ref().ok());
        if options.basis == Some(Basis::Adjusted) && fitted.is_none() {
            let allowed = "auto, raw";
            return Err(InputError::new("basis", "adjusted", Problem::NotAdjusted, allowed));
        }
        let reason = BasisReason::new(survey.all, fitted, options.basis);
        let basis = match (options.basis, reason) {
            (Some(basis), _) => basis,
            (None, BasisReason::WellFitted) => Basis::Adjusted,
            (None, _) => Basis::Raw,
        };
        let recommended = match fitted.filter(|_| basis == Basis::Adjusted) {
            Some(fitted) => Recommended::adjusted(survey.all, fitted),
            None => Recommended::raw(survey.all),
        };
        let band = survey.plan().band;
        let groups = survey.groups.iter();
        Ok(Self {
            confidence,
            games: survey.all,
            apart: survey.apart,
            unwanted: survey.unwanted,
            counting: survey.plan().counting,
            p: p_of(survey.all, confidence),
            f: f_of(survey.all, confidence),
            groups: groups
                .map(|(by, groups)| GroupsEstimate::new(*by, groups, band, confidence))
                .collect(),
            adjusted,
            recommended,
            reason,
        })
    }

    /// The rates with strength taken out, if there are any.
    pub fn fitted(&self) -> Option<&Adjusted> {
        self.adjusted.as_ref()?.as_ref().ok()
    }
}

fn p_of(tally: Tally, confidence: Confidence) -> Share {
    Share::new(tally.first, tally.decided(), confidence)
}

fn f_of(tally: Tally, confidence: Confidence) -> Share {
    Share::new(tally.draws, tally.games(), confidence)
}

fn adjusted(survey: &Survey, options: &EstimateOptions) -> Result<Adjusted, NoFit> {
    match fit(&survey.players, options.min_games, options.confidence) {
        Ok(fit) => Ok(Adjusted::new(&fit, survey)),
        // All games of those who can be compared were drawn, but not all games.
        Err(NoFit::AllDrawn) if survey.all.decided() > 0 => Err(NoFit::NotJoined),
        Err(why) => Err(why),
    }
}

impl GroupsEstimate {
    fn new(by: By, groups: &Groups, band: u32, confidence: Confidence) -> Self {
        let row = |(key, tally): (&Key, &Tally)| GroupEstimate {
            key: key.clone(),
            games: *tally,
            p: p_of(*tally, confidence),
            f: f_of(*tally, confidence),
        };
        let mut rows: Vec<GroupEstimate> = groups.tallies.iter().map(row).collect();
        if matches!(by, By::Event | By::Opening | By::File | By::Folder) {
            rows.sort_by_key(|row| Reverse(row.games.games()));
        }
        Self {
            by,
            band: (by == By::Rating).then_some(band),
            rows,
            unsaid: groups.unsaid,
            others: groups.others,
        }
    }
}

impl Adjusted {
    fn new(fit: &Fit, survey: &Survey) -> Self {
        let names = survey.players.names();
        let ratings = fit.ratings.iter().map(|rating| PlayerRating {
            name: names.get(rating.player).cloned().unwrap_or_default(),
            elo: rating.elo,
            error: rating.error,
            games: rating.games,
        });
        Self {
            p: fit.p,
            f: fit.f,
            first_move: fit.first_move,
            games: fit.games,
            min_games: fit.min_games,
            not_fitted: NotFitted {
                few_games: fit.few_games,
                apart: fit.apart,
                nameless_games: survey.players.nameless,
                games_beyond: survey.players.beyond,
            },
            log_likelihood: fit.log_likelihood,
            ratings: ratings.collect(),
        }
    }
}

impl BasisReason {
    /// The adjusted rates are chosen unless most games are not in them or they rest on few games
    /// a player.
    fn new(all: Tally, adjusted: Option<&Adjusted>, wanted: Option<Basis>) -> Self {
        match (wanted, adjusted) {
            (Some(_), _) => Self::Wanted,
            (None, None) => Self::NotAdjusted,
            (None, Some(fit)) if 2 * fit.games < all.games() => Self::MostGamesLeftOut,
            (None, Some(fit)) if fit.games < MIN_RATIO * fit.ratings.len() as u64 => {
                Self::FewGamesPerPlayer
            }
            (None, Some(_)) => Self::WellFitted,
        }
    }
}

impl Recommended {
    fn raw(all: Tally) -> Option<Self> {
        if all.decided() == 0 {
            return None;
        }
        Some(Self {
            basis: Basis::Raw,
            p: Probability::from_ratio(all.first, all.decided()).ok()?,
            f: Probability::from_ratio(all.draws, all.games()).ok()?,
            games: all.decided().min(2 * MAX_RECORD),
        })
    }

    fn adjusted(all: Tally, adjusted: &Adjusted) -> Option<Self> {
        let (p, error) = (adjusted.p.value, adjusted.p.error);
        // A record between equal players that would tell p with the same error.
        let worth = (p * (1.0 - p) / (error * error)).clamp(1.0, 2.0 * MAX_RECORD as f64);
        let f = match adjusted.f {
            Some(f) => rounded(f.value)?,
            // No draw among the players who could be compared does not make it zero.
            None => Probability::from_ratio(all.draws, all.games()).ok()?,
        };
        let games = worth.round() as u64;
        Some(Self { basis: Basis::Adjusted, p: rounded(p)?, f, games })
    }
}

/// To a millionth: no record tells more.
fn rounded(x: f64) -> Option<Probability> {
    const MILLION: u64 = 1_000_000;
    Probability::from_ratio((x * MILLION as f64).round() as u64, MILLION).ok()
}
