//! What records tell of the first move: p and f with their uncertainty, in groups, and with
//! strength taken out.

use crate::{
    Document, Lang, ReadDocument, SchemaName,
    layout::{columns, csv, field, free_text},
};
use kakukin_core::{BadValue, Probability};
use kakukin_records::{
    ApartTally, By, Confidence, Counting, Fit, FittedValue as Estimate, Groups, InputError, Key,
    NoFit, Problem, Share, Survey, Tally, fit,
};
use kakukin_series::MAX_RECORD;
use serde::{Deserialize, Serialize};

/// How many groups and ratings a text shows of each kind.
const SHOWN: usize = 20;

/// An estimate that is worth fewer games tells hardly anything.
const FEW: u64 = 30;

/// How many games there must be for each player that is fitted.
const MIN_RATIO: u64 = 10;

/// What is asked beyond the survey.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// As counted.
    Raw,
    /// With strength taken out.
    Adjusted,
}

impl std::str::FromStr for Basis {
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
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The level of all intervals.
    pub confidence: f64,
    /// Games that count.
    pub games: Tally,
    /// Games counted apart, never as draws.
    pub apart: ApartTally,
    /// Games that were not asked for.
    pub unwanted: u64,
    /// Which games count although they were not simply played to their end.
    pub counting: Counting,
    /// The first player's share of the decided games.
    pub p: Share,
    /// The share of draws.
    pub f: Share,
    /// The same in groups.
    pub groups: Vec<GroupsDocument>,
    /// The same with strength taken out; left out if that was not asked for or cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<AdjustedDocument>,
    /// Why strength could not be taken out; only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_adjusted: Option<NoFit>,
    /// The rates that a rule should rest on; null if no game was decided.
    pub recommended: Option<Recommended>,
    /// What was read.
    pub read: ReadDocument,
}

/// The rates that a rule should rest on: what `find --from` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recommended {
    /// Where they come from.
    pub basis: Basis,
    /// The first player's share of the decided games.
    pub p: String,
    /// The share of draws.
    pub f: String,
    /// What is known of p is worth a record of so many decided games between equals.
    pub games: u64,
}

/// One kind of groups.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupsDocument {
    /// What they are.
    pub by: By,
    /// The width of a band; only for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<u32>,
    /// The groups: numbers in rising order, names by their games.
    pub rows: Vec<GroupDocument>,
    /// Games that the record does not say it of.
    pub unsaid: Tally,
    /// Games of groups beyond the limit.
    pub others: Tally,
}

/// One group.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupDocument {
    /// Its name; of a band, its lower end.
    pub name: String,
    /// Its games.
    pub games: Tally,
    /// The first player's share of the decided games.
    pub p: Share,
    /// The share of draws.
    pub f: Share,
}

/// With strength taken out.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdjustedDocument {
    /// The first player's share of the decided games between equal players.
    pub p: Estimate,
    /// The share of draws between equal players; null if no game was drawn.
    pub f: Option<Estimate>,
    /// What moving first is worth in Elo points.
    pub first_move: Estimate,
    /// Games that were used.
    pub games: u64,
    /// How many games a player had to have at least.
    pub min_games: u64,
    /// Who was left out.
    pub left_out: LeftOut,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Elo points above the mean, the strongest first.
    pub ratings: Vec<RatingDocument>,
}

/// Who was left out of the fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LeftOutOfFit"))]
pub struct LeftOut {
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingDocument {
    /// The name.
    pub name: String,
    /// Elo points above the mean.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    /// Games that were used.
    pub games: u64,
}

impl EstimateDocument {
    /// The rates that a survey tells.
    pub fn new(
        survey: &Survey,
        read: ReadDocument,
        options: &EstimateOptions,
    ) -> Result<Self, InputError> {
        let confidence = options.confidence;
        let fitted = match options.adjust {
            true => Some(fit(&survey.players, options.min_games, confidence)),
            false => None,
        };
        let (adjusted, not_adjusted) = match fitted {
            // All games of those who can be compared were drawn, but not all games.
            Some(Err(NoFit::AllDrawn)) if survey.all.decided() > 0 => {
                (None, Some(NoFit::NotJoined))
            }
            Some(Ok(fit)) => (Some(AdjustedDocument::new(&fit, survey)), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        if options.basis == Some(Basis::Adjusted) && adjusted.is_none() {
            let allowed = "auto, raw";
            return Err(InputError::new("basis", "adjusted", Problem::NotAdjusted, allowed));
        }
        let groups = survey.groups.iter();
        let band = survey.plan().band;
        Ok(Self {
            schema: SchemaName::default(),
            confidence: confidence.level(),
            games: survey.all,
            apart: survey.apart,
            unwanted: survey.unwanted,
            counting: survey.plan().counting,
            p: p_of(survey.all, confidence),
            f: f_of(survey.all, confidence),
            groups: groups
                .map(|(by, groups)| GroupsDocument::new(*by, groups, band, confidence))
                .collect(),
            recommended: recommended(survey.all, adjusted.as_ref(), options.basis),
            adjusted,
            not_adjusted,
            read,
        })
    }
}

fn p_of(tally: Tally, confidence: Confidence) -> Share {
    Share::new(tally.first, tally.decided(), confidence)
}

fn f_of(tally: Tally, confidence: Confidence) -> Share {
    Share::new(tally.draws, tally.games(), confidence)
}

/// The adjusted rates, unless most games are not in them or they rest on few games a player:
/// then the maximum is biased, and strengths that are nearly guesses would be taken out.
fn recommended(
    all: Tally,
    adjusted: Option<&AdjustedDocument>,
    basis: Option<Basis>,
) -> Option<Recommended> {
    let fair = |adjusted: &&AdjustedDocument| {
        let enough = MIN_RATIO * adjusted.ratings.len() as u64;
        2 * adjusted.games >= all.games() && adjusted.games >= enough
    };
    let chosen = match basis {
        Some(Basis::Raw) => None,
        Some(Basis::Adjusted) => adjusted,
        None => adjusted.filter(fair),
    };
    match chosen {
        Some(adjusted) => {
            let (p, error) = (adjusted.p.value, adjusted.p.error);
            // A record between equal players that would tell p with the same error.
            let worth = (p * (1.0 - p) / (error * error)).clamp(1.0, 2.0 * MAX_RECORD as f64);
            Some(Recommended {
                basis: Basis::Adjusted,
                p: rounded(p)?,
                // No draw among the players who could be compared does not make it zero.
                f: adjusted
                    .f
                    .map_or_else(|| share(all.draws, all.games()), |f| rounded(f.value))?,
                games: worth.round() as u64,
            })
        }
        None if all.decided() == 0 => None,
        None => Some(Recommended {
            basis: Basis::Raw,
            p: share(all.first, all.decided())?,
            f: share(all.draws, all.games())?,
            games: all.decided().min(2 * MAX_RECORD),
        }),
    }
}

fn share(hits: u64, of: u64) -> Option<String> {
    Probability::from_ratio(hits, of).ok().map(|p| p.to_string())
}

/// To a millionth: no record tells more.
fn rounded(x: f64) -> Option<String> {
    const MILLION: u64 = 1_000_000;
    let millionths = (x * MILLION as f64).round() as u64;
    Probability::from_ratio(millionths, MILLION).ok().map(|p| p.to_string())
}

/// The value of a rate that is kept as text.
fn as_f64(rate: &str) -> f64 {
    rate.parse::<kakukin_core::Rational>().map_or(f64::NAN, |exact| kakukin_core::to_f64(&exact))
}

impl Recommended {
    /// The rates, where they come from and what they are worth.
    pub fn text(&self, lang: Lang) -> String {
        let [p, f] = [&self.p, &self.f].map(|rate| percent(as_f64(rate)));
        let key = match self.basis {
            Basis::Raw => "estimate.worth.raw",
            Basis::Adjusted => "estimate.worth.adjusted",
        };
        let mut text = tr!(lang, key, p = p, f = f, games = self.games);
        if self.games < FEW {
            text += &tr!(lang, "estimate.worth.few");
        }
        text
    }

    /// Reads it from an estimate that was written as JSON, and whether that was of all records.
    pub fn read(json: &[u8]) -> Result<(Self, bool), InputError> {
        #[derive(Deserialize)]
        struct Written {
            schema: String,
            recommended: Option<Recommended>,
            read: Reading,
        }
        #[derive(Deserialize)]
        struct Reading {
            complete: bool,
        }
        const FORM: &str = "kakukin estimate FILES --format json";
        let refuse = |problem: Problem| InputError::new("from", "", problem, FORM);
        let written: Written =
            serde_json::from_slice(json).map_err(|_| refuse(BadValue::BadForm.into()))?;
        if written.schema != EstimateDocument::SCHEMA {
            return Err(InputError::new("from", written.schema, BadValue::BadForm, FORM));
        }
        match written.recommended {
            Some(found) => Ok((found, written.read.complete)),
            None => Err(refuse(Problem::NoDecidedGames)),
        }
    }
}

impl GroupsDocument {
    fn new(by: By, groups: &Groups, band: u32, confidence: Confidence) -> Self {
        let row = |(key, tally): (&Key, &Tally)| GroupDocument {
            name: match key {
                Key::Number(number) => number.to_string(),
                Key::Name(name) => name.clone(),
            },
            games: *tally,
            p: p_of(*tally, confidence),
            f: f_of(*tally, confidence),
        };
        let mut rows: Vec<GroupDocument> = groups.tallies.iter().map(row).collect();
        if matches!(by, By::Event | By::Opening) {
            rows.sort_by_key(|row| std::cmp::Reverse(row.games.games()));
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

impl AdjustedDocument {
    fn new(fit: &Fit, survey: &Survey) -> Self {
        let names = survey.players.names();
        let ratings = fit.ratings.iter().map(|rating| RatingDocument {
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
            left_out: LeftOut {
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

/// `56.46`, in per cent.
fn percent(x: f64) -> String {
    format!("{:.2}", 100.0 * x)
}

fn between([low, high]: [f64; 2]) -> String {
    format!("{}..{}", percent(low), percent(high))
}

fn rate(share: &Share) -> String {
    share.rate.map_or("-".into(), percent)
}

impl EstimateDocument {
    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = self.read.text(lang);
        text.push('\n');
        text += &self.rates(lang);
        for groups in &self.groups {
            text += &format!("\n{}", groups.text(lang));
        }
        text += &format!("\n{}", self.adjusted_text(lang));
        text += &format!("\n{}\n", self.advice(lang));
        text
    }

    fn rates(&self, lang: Lang) -> String {
        let Tally { first, draws, second } = self.games;
        let games = self.games.games();
        let mut text = tr!(
            lang,
            "estimate.games",
            games = games,
            first = first,
            draws = draws,
            second = second
        );
        text.push('\n');
        if self.unwanted > 0 {
            text += &format!("{}\n", tr!(lang, "estimate.unwanted", games = self.unwanted));
        }
        text.push('\n');
        let level = tr!(lang, "estimate.level", level = short(100.0 * self.confidence));
        let header = ["rate", "wilson", "clopper_pearson", "posterior"];
        let mut header: Vec<String> =
            header.iter().map(|key| tr!(lang, format!("estimate.column.{key}"))).collect();
        header.insert(0, level);
        let row = |key: &str, share: &Share| {
            vec![
                tr!(lang, format!("estimate.{key}")),
                rate(share),
                between(share.wilson),
                between(share.clopper_pearson),
                between(share.posterior.interval),
            ]
        };
        text + &columns(header, vec![row("p", &self.p), row("f", &self.f)], &[0])
    }

    fn adjusted_text(&self, lang: Lang) -> String {
        let Some(adjusted) = &self.adjusted else {
            return match self.not_adjusted {
                None => String::new(),
                Some(why) => {
                    let key = match why {
                        NoFit::NotJoined => "not_joined",
                        NoFit::AllDrawn => "all_drawn",
                        NoFit::NoMaximum => "no_maximum",
                        NoFit::TooMany => "too_many",
                    };
                    format!("{}\n", tr!(lang, format!("estimate.no_fit.{key}")))
                }
            };
        };
        let players = adjusted.ratings.len();
        let mut text =
            tr!(lang, "estimate.adjusted", games = adjusted.games, players = players) + "\n";
        let header = ["estimate", "error", "interval"];
        let mut header: Vec<String> =
            header.iter().map(|key| tr!(lang, format!("estimate.column.{key}"))).collect();
        header.insert(0, String::new());
        let row = |key: &str, estimate: &Estimate| {
            let name = tr!(lang, format!("estimate.{key}"));
            vec![name, percent(estimate.value), percent(estimate.error), between(estimate.interval)]
        };
        let mut rows = vec![row("p", &adjusted.p)];
        rows.extend(adjusted.f.as_ref().map(|f| row("f", f)));
        let elo = &adjusted.first_move;
        rows.push(vec![
            tr!(lang, "estimate.first_move"),
            format!("{:+.1}", elo.value),
            format!("{:.1}", elo.error),
            format!("{:+.1}..{:+.1}", elo.interval[0], elo.interval[1]),
        ]);
        text += &columns(header, rows, &[0]);
        let LeftOut { few_games, apart, nameless_games, games_beyond } = adjusted.left_out;
        for (key, count) in [
            ("few_games", few_games as u64),
            ("apart", apart as u64),
            ("nameless", nameless_games),
            ("beyond", games_beyond),
        ] {
            if count > 0 {
                let key = format!("estimate.left_out.{key}");
                let least = adjusted.min_games;
                text += &format!("{}\n", tr!(lang, key, count = count, least = least));
            }
        }
        text + &format!("\n{}", adjusted.ratings_text(lang))
    }

    fn advice(&self, lang: Lang) -> String {
        match &self.recommended {
            None => tr!(lang, "estimate.nothing"),
            Some(found) => {
                format!("{}\n{}", found.text(lang), tr!(lang, "estimate.advice"))
            }
        }
    }

    /// One row for all games, for each group, and for the adjusted figures.
    pub fn csv(&self) -> String {
        let header = [
            "by",
            "name",
            "first",
            "draws",
            "second",
            "p",
            "p_low",
            "p_high",
            "p_clopper_pearson_low",
            "p_clopper_pearson_high",
            "p_posterior_low",
            "p_posterior_high",
            "f",
            "f_low",
            "f_high",
        ];
        let row = |by: &str, name: &String, games: Tally, p: &Share, f: &Share| {
            let mut row = vec![by.to_string(), free_text(Some(name))];
            row.extend([games.first, games.draws, games.second].map(|n| n.to_string()));
            row.push(field(p.rate));
            row.extend(
                [p.wilson, p.clopper_pearson, p.posterior.interval]
                    .concat()
                    .iter()
                    .map(f64::to_string),
            );
            row.push(field(f.rate));
            row.extend(f.wilson.map(|x| x.to_string()));
            row
        };
        let mut rows = vec![row("all", &String::new(), self.games, &self.p, &self.f)];
        for groups in &self.groups {
            rows.extend(
                groups.rows.iter().map(|group| {
                    row(groups.by.name(), &group.name, group.games, &group.p, &group.f)
                }),
            );
        }
        if let Some(adjusted) = &self.adjusted {
            let mut row = vec![String::new(); header.len()];
            row[0] = "adjusted".into();
            for (at, estimate) in [(5, Some(adjusted.p)), (12, adjusted.f)] {
                if let Some(Estimate { value, interval: [low, high], .. }) = estimate {
                    for (cell, value) in row[at..].iter_mut().zip([value, low, high]) {
                        *cell = value.to_string();
                    }
                }
            }
            rows.push(row);
        }
        csv(&header, rows)
    }
}

/// `95`, `99.5`.
fn short(x: f64) -> String {
    let text = format!("{x:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

impl GroupsDocument {
    /// How people know a group: a band by both its ends.
    pub(crate) fn called(&self, group: &GroupDocument) -> String {
        match self.band.zip(group.name.parse::<i64>().ok()) {
            Some((band, low)) => format!("{low}..{}", low.saturating_add(i64::from(band) - 1)),
            None => crate::sanitize(&group.name),
        }
    }

    fn text(&self, lang: Lang) -> String {
        let title = tr!(lang, format!("estimate.by.{}", self.by.name()));
        let header = ["games", "first", "draws", "second", "p", "interval", "f"];
        let mut header: Vec<String> =
            header.iter().map(|key| tr!(lang, format!("estimate.column.{key}"))).collect();
        header.insert(0, title);
        let row = |name: String, games: Tally, share: Option<(&Share, &Share)>| {
            let mut row = vec![name];
            row.extend(
                [games.games(), games.first, games.draws, games.second].map(|n| n.to_string()),
            );
            row.extend(match share {
                Some((p, f)) => [rate(p), between(p.wilson), rate(f)],
                None => ["", "", ""].map(String::from),
            });
            row
        };
        let named = self.rows.iter().take(SHOWN);
        let mut rows: Vec<Vec<String>> = named
            .map(|group| row(self.called(group), group.games, Some((&group.p, &group.f))))
            .collect();
        let mut rest = self.others;
        for group in self.rows.iter().skip(SHOWN) {
            rest.first += group.games.first;
            rest.draws += group.games.draws;
            rest.second += group.games.second;
        }
        for (key, games) in [("others", rest), ("unsaid", self.unsaid)] {
            if games.games() > 0 {
                rows.push(row(tr!(lang, format!("estimate.{key}")), games, None));
            }
        }
        columns(header, rows, &[0])
    }
}

impl AdjustedDocument {
    fn ratings_text(&self, lang: Lang) -> String {
        let header = ["player", "elo", "error", "games"];
        let header = header.iter().map(|key| tr!(lang, format!("estimate.column.{key}")));
        let row = |rating: &RatingDocument| {
            vec![
                crate::sanitize(&rating.name),
                crate::layout::whole_signed(rating.elo),
                format!("{:.0}", rating.error),
                rating.games.to_string(),
            ]
        };
        let rows = self.ratings.iter().take(SHOWN).map(row).collect();
        let mut text = columns(header.collect(), rows, &[0]);
        let more = self.ratings.len().saturating_sub(SHOWN);
        if more > 0 {
            text += &format!("{}\n", tr!(lang, "estimate.more_ratings", more = more));
        }
        text
    }
}
