//! What records tell of the first move: p and f with their uncertainty, in groups, and with
//! strength taken out.

use crate::{
    Lang, ReadDocument, SchemaName,
    layout::{columns, csv, field, free_text},
};
use kakukin_core::Fraction;
use kakukin_records::{
    Adjusted, ApartTally, Basis, By, Counting, Estimate, FittedValue, GroupEstimate,
    GroupsEstimate, Key, NoFit, NotFitted, PlayerRating, ReadSummary, Recommended, Share, Tally,
};
use serde::Serialize;

/// How many groups and ratings a text shows of each kind.
const SHOWN: usize = 20;

/// An estimate that is worth fewer games tells hardly anything.
const FEW: u64 = 30;

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
    /// Games that were not wanted.
    pub unwanted: u64,
    /// Which games count although they were not simply played to their end.
    pub counting: Counting,
    /// The first player's share of the decided games.
    pub p: Share,
    /// The share of draws.
    pub f: Share,
    /// The same in groups.
    pub groups: Vec<GroupsDocument>,
    /// The same with strength taken out; left out if that was not wanted or cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<AdjustedDocument>,
    /// Why strength could not be taken out; only where that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_adjusted: Option<NoFit>,
    /// The rates that a rule should rest on; null if no game was decided.
    pub recommended: Option<RecommendedDocument>,
    /// What was read.
    pub read: ReadDocument,
}

/// The rates that a rule should rest on: what `find --from` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Recommended"))]
pub struct RecommendedDocument {
    /// Where they come from.
    pub basis: Basis,
    /// The first player's share of the decided games.
    pub p: Fraction,
    /// The share of draws.
    pub f: Fraction,
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
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Key,
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
    pub left_out: NotFitted,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Elo points above the mean, the strongest first.
    pub ratings: Vec<PlayerRating>,
}

impl EstimateDocument {
    /// The document of these rates, and of what was read for them.
    pub fn new(estimate: &Estimate, read: &ReadSummary) -> Self {
        let (adjusted, not_adjusted) = match &estimate.adjusted {
            Some(Ok(adjusted)) => (Some(AdjustedDocument::from(adjusted)), None),
            Some(Err(why)) => (None, Some(*why)),
            None => (None, None),
        };
        Self {
            schema: SchemaName::default(),
            confidence: estimate.confidence.level(),
            games: estimate.games,
            apart: estimate.apart,
            unwanted: estimate.unwanted,
            counting: estimate.counting,
            p: estimate.p,
            f: estimate.f,
            groups: estimate.groups.iter().map(GroupsDocument::from).collect(),
            recommended: estimate.recommended.as_ref().map(RecommendedDocument::from),
            adjusted,
            not_adjusted,
            read: ReadDocument::new(read),
        }
    }
}

impl From<&Recommended> for RecommendedDocument {
    fn from(rates: &Recommended) -> Self {
        let Recommended { basis, p, f, games } = rates;
        Self { basis: *basis, p: p.exact().into(), f: f.exact().into(), games: *games }
    }
}

impl RecommendedDocument {
    /// The rates, where they come from and what they are worth.
    pub fn text(&self, lang: Lang) -> String {
        let [p, f] = [&self.p, &self.f].map(|rate| percent(rate.to_f64()));
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
}

impl From<&GroupsEstimate> for GroupsDocument {
    fn from(groups: &GroupsEstimate) -> Self {
        let row = |group: &GroupEstimate| GroupDocument {
            name: group.key.clone(),
            games: group.games,
            p: group.p,
            f: group.f,
        };
        Self {
            by: groups.by,
            band: groups.band,
            rows: groups.rows.iter().map(row).collect(),
            unsaid: groups.unsaid,
            others: groups.others,
        }
    }
}

impl From<&Adjusted> for AdjustedDocument {
    fn from(adjusted: &Adjusted) -> Self {
        Self {
            p: adjusted.p,
            f: adjusted.f,
            first_move: adjusted.first_move,
            games: adjusted.games,
            min_games: adjusted.min_games,
            left_out: adjusted.not_fitted,
            log_likelihood: adjusted.log_likelihood,
            ratings: adjusted.ratings.clone(),
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
        let row = |key: &str, estimate: &FittedValue| {
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
        let NotFitted { few_games, apart, nameless_games, games_beyond } = adjusted.left_out;
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
        let row = |by: &str, name: &str, games: Tally, p: &Share, f: &Share| {
            let mut row = vec![by.to_string(), free_text(Some(&name.to_string()))];
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
        let mut rows = vec![row("all", "", self.games, &self.p, &self.f)];
        for groups in &self.groups {
            rows.extend(groups.rows.iter().map(|group| {
                row(groups.by.name(), &group.name.to_string(), group.games, &group.p, &group.f)
            }));
        }
        if let Some(adjusted) = &self.adjusted {
            let mut row = vec![String::new(); header.len()];
            row[0] = "adjusted".into();
            for (at, estimate) in [(5, Some(adjusted.p)), (12, adjusted.f)] {
                if let Some(FittedValue { value, interval: [low, high], .. }) = estimate {
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
        match (&group.name, self.band) {
            (Key::Number(low), Some(band)) => {
                format!("{low}..{}", low.saturating_add(i64::from(band) - 1))
            }
            (name, _) => crate::sanitize(&name.to_string()),
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
        let row = |rating: &PlayerRating| {
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
