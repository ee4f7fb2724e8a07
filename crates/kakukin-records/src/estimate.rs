//! The rates that a survey tells: as counted, in groups, with strength taken out, and which of
//! them a rule should rest on.

use crate::{
    ApartTally, By, Counting, Fit, FitOptions, FittedValue, Groups, InputError, Key, Known, Method,
    NoFit, Problem, Share, Survey, Tally, fit,
};
use kakukin_core::{BadValue, Confidence, MAX_RECORD, Probability};
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, str::FromStr};

/// How many games there must be for each player whose strength is fitted by itself: with fewer
/// the maximum is biased, and strengths that are nearly guesses would be taken out.
const MIN_RATIO: u64 = 10;

/// What is wanted beyond the survey.
#[derive(Debug, Clone)]
pub struct EstimateOptions {
    /// How sure intervals shall be.
    pub confidence: Confidence,
    /// How strength is taken out; nothing if it is not.
    pub method: Option<Method>,
    /// Whether the ratings that records give tell strengths beforehand.
    pub ratings: RatingUse,
    /// Players whose ratings are certain.
    pub anchors: Vec<(String, f64)>,
    /// How many games a player must have for that; by itself as few as possible.
    pub min_games: Option<u64>,
    /// On which rates a rule shall rest; by itself the adjusted ones where they can be had.
    pub basis: Option<Basis>,
}

/// Whether ratings that records give tell strengths beforehand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum RatingUse {
    /// Where nine games in ten give ratings of both players.
    #[default]
    Auto,
    /// Yes.
    Given,
    /// No: strengths from results alone.
    Ignored,
}

impl FromStr for RatingUse {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "auto" => Ok(Self::Auto),
            "given" => Ok(Self::Given),
            "ignored" => Ok(Self::Ignored),
            _ => {
                let allowed = "auto, given, ignored";
                Err(InputError::new("ratings", text, BadValue::Unknown, allowed))
            }
        }
    }
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
    /// How strengths were taken.
    pub method: Method,
    /// The first player's share of the decided games between equal players.
    pub p: FittedValue,
    /// The share of draws between equal players; null if no game was drawn.
    pub f: Option<FittedValue>,
    /// What moving first is worth in Elo points: the first player's expected score between equals.
    pub first_move: FittedValue,
    /// How far the strengths of players spread: their standard deviation in Elo points; where
    /// given ratings are used, of what these do not tell. Null for fixed strengths.
    pub spread: Option<FittedValue>,
    /// How much of a lead by given ratings is real; null where they were not used.
    pub rating_slope: Option<FittedValue>,
    /// Games that were used.
    pub games: u64,
    /// How many games a player had to have at least.
    pub min_games: u64,
    /// Who was left out.
    #[serde(rename = "left_out")]
    pub not_fitted: NotFitted,
    /// The logarithm of the likelihood, strengths integrated out where they are distributed; null
    /// where that was not computed.
    pub log_likelihood: Option<f64>,
    /// Whether the iteration has come to rest.
    pub settled: bool,
    /// Whether covariances of strengths were sampled, because there are many players.
    pub approximate: bool,
    /// Strengths in Elo points, the strongest first. Their mean is 0, or that of the given ratings
    /// if these were used; anchors are where they were put.
    pub ratings: Vec<PlayerRating>,
}

/// Who was left out of the fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LeftOutOfFit"))]
pub struct NotFitted {
    /// Players of too few games.
    pub few_games: usize,
    /// Players who have won or lost all their games, or never met the others; only for fixed
    /// strengths.
    pub apart: usize,
    /// Games of players without a name; for fixed strengths also those of one against himself.
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
    /// Elo points.
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
    /// Its interval; nothing in an estimate of an earlier version.
    pub p_interval: Option<[Probability; 2]>,
    /// The share of draws.
    pub f: Probability,
    /// Its interval.
    pub f_interval: Option<[Probability; 2]>,
    /// What is known of p is worth a record of so many decided games between equals.
    pub games: u64,
}

/// Why rates come from where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BasisReason {
    /// They were wanted.
    Wanted,
    /// Strength could be taken out of most games; with fixed strengths there are enough of them
    /// for every player.
    WellFitted,
    /// Strength was not, or could not be, taken out.
    NotAdjusted,
    /// Most games are not in the adjusted rates.
    MostGamesLeftOut,
    /// The adjusted rates rest on few games for each player; only with fixed strengths.
    FewGamesPerPlayer,
}

impl Estimate {
    /// The rates that a survey tells. Refused where the adjusted ones are wanted and cannot be
    /// had.
    pub fn new(survey: &Survey, options: &EstimateOptions) -> Result<Self, InputError> {
        let confidence = options.confidence;
        let adjusted = match options.method {
            Some(method) => Some(adjusted(survey, options, method)?),
            None => None,
        };
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
            Some(fitted) => Recommended::adjusted(survey.all, fitted, confidence),
            None => Recommended::raw(survey.all, confidence),
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

fn adjusted(
    survey: &Survey,
    options: &EstimateOptions,
    method: Method,
) -> Result<Result<Adjusted, NoFit>, InputError> {
    let players = &survey.players;
    let mut anchors: Vec<(usize, f64)> = Vec::new();
    for (name, elo) in &options.anchors {
        let player = players.find(name).ok_or_else(|| {
            InputError::new("anchor", name, Problem::UnknownPlayer, "NAME=ELO, `anchor` NAME=ELO")
        })?;
        if anchors.iter().any(|(known, _)| *known == player) {
            return Err(InputError::new("anchor", name, BadValue::Twice, "NAME=ELO"));
        }
        anchors.push((player, *elo));
    }
    let most = 10 * players.rated >= 9 * survey.all.games() && players.rated > 0;
    let used = match options.ratings {
        RatingUse::Given if players.rated == 0 => {
            let allowed = "auto, ignored";
            return Err(InputError::new("ratings", "given", Problem::NoRatings, allowed));
        }
        RatingUse::Given => true,
        RatingUse::Auto => most && method == Method::Random,
        RatingUse::Ignored => false,
    };
    let ratings = used.then(|| players.ratings());
    let fit_options = FitOptions {
        method,
        min_games: options.min_games,
        known: Known { ratings: ratings.as_deref(), anchors: &anchors },
        confidence: options.confidence,
    };
    Ok(match fit(players, &fit_options) {
        Ok(fit) => Ok(Adjusted::new(&fit, survey, method)),
        // All games of those who can be compared were drawn, but not all games.
        Err(NoFit::AllDrawn) if survey.all.decided() > 0 => Err(NoFit::NotJoined),
        Err(why) => Err(why),
    })
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
    fn new(fit: &Fit, survey: &Survey, method: Method) -> Self {
        let names = survey.players.names();
        let ratings = fit.ratings.iter().map(|rating| PlayerRating {
            name: names.get(rating.player).cloned().unwrap_or_default(),
            elo: rating.elo,
            error: rating.error,
            games: rating.games,
        });
        let alone = if method == Method::Fixed { survey.players.alone.games() } else { 0 };
        Self {
            method,
            p: fit.p,
            f: fit.f,
            first_move: fit.first_move,
            spread: fit.spread,
            rating_slope: fit.slope,
            games: fit.games,
            min_games: fit.min_games,
            not_fitted: NotFitted {
                few_games: fit.few_games,
                apart: fit.apart,
                nameless_games: survey.players.nameless + alone,
                games_beyond: survey.players.beyond,
            },
            log_likelihood: fit.log_likelihood,
            settled: fit.settled,
            approximate: fit.approximate,
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
            (None, Some(fit))
                if fit.method == Method::Fixed
                    && fit.games < MIN_RATIO * fit.ratings.len() as u64 =>
            {
                Self::FewGamesPerPlayer
            }
            (None, Some(_)) => Self::WellFitted,
        }
    }
}

impl Recommended {
    fn raw(all: Tally, confidence: Confidence) -> Option<Self> {
        if all.decided() == 0 {
            return None;
        }
        Some(Self {
            basis: Basis::Raw,
            p: Probability::from_ratio(all.first, all.decided()).ok()?,
            p_interval: both(p_of(all, confidence).wilson),
            f: Probability::from_ratio(all.draws, all.games()).ok()?,
            f_interval: both(f_of(all, confidence).wilson),
            games: all.decided().min(2 * MAX_RECORD),
        })
    }

    fn adjusted(all: Tally, adjusted: &Adjusted, confidence: Confidence) -> Option<Self> {
        let (p, error) = (adjusted.p.value, adjusted.p.error);
        // A record between equal players that would tell p with the same error.
        let worth = (p * (1.0 - p) / (error * error)).clamp(1.0, 2.0 * MAX_RECORD as f64);
        let (f, f_interval) = match adjusted.f {
            Some(f) => (rounded(f.value)?, f.interval),
            // No draw among the players who could be compared does not make it zero.
            None => (
                Probability::from_ratio(all.draws, all.games()).ok()?,
                f_of(all, confidence).wilson,
            ),
        };
        Some(Self {
            basis: Basis::Adjusted,
            p: rounded(p)?,
            p_interval: both(adjusted.p.interval),
            f,
            f_interval: both(f_interval),
            games: worth.round() as u64,
        })
    }
}

fn both([low, high]: [f64; 2]) -> Option<[Probability; 2]> {
    Some([rounded(low)?, rounded(high)?])
}

/// To a millionth: no record tells more.
fn rounded(x: f64) -> Option<Probability> {
    const MILLION: u64 = 1_000_000;
    Probability::from_ratio((x * MILLION as f64).round() as u64, MILLION).ok()
}
