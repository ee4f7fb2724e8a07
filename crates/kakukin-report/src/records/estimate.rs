//! What records tell of the first move: p and f with their uncertainty, in groups, and with
//! strength taken out.

use crate::{
    Lang, SchemaName,
    csv::csv_table,
    lang::own_or_shared,
    layout::columns,
    records::games::{MARK, left_out_alert, read_text},
};
use kakukin_core::{Fraction, Probability};
use kakukin_records::{
    Adjusted, ApartTally, Basis, Counting, Estimate, FittedValue, GroupEstimate, GroupsEstimate,
    Key, Method, NoFit, NotFitted, PlayerRating, ReadSummary, Recommended, Share, Tally,
};
use serde::Serialize;

/// How many groups and ratings a text shows of each kind.
const SHOWN: usize = 20;

/// An estimate that is worth fewer games tells hardly anything.
pub const FEW_GAMES: u64 = 30;

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
    pub groups: Vec<GroupsEstimate>,
    /// The same with strength taken out; left out if that was not wanted or cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
    /// Why strength could not be taken out; only where that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_adjusted: Option<NoFit>,
    /// The rates that a rule should rest on; null if no game was decided.
    pub recommended: Option<RecommendedDocument>,
    /// What was read.
    pub read: ReadSummary,
}

/// The rates that a rule should rest on: what `find --from` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Recommended"))]
pub struct RecommendedDocument {
    /// Where they come from.
    pub basis: Basis,
    /// The first player's share of the decided games.
    pub p: Fraction,
    /// The ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_low: Option<Fraction>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_high: Option<Fraction>,
    /// The share of draws.
    pub f: Fraction,
    /// The ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f_low: Option<Fraction>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f_high: Option<Fraction>,
    /// What is known of p is worth a record of so many decided games between equals.
    pub games: u64,
}

impl EstimateDocument {
    /// The document of these rates, and of what was read for them.
    pub fn new(estimate: &Estimate, read: &ReadSummary) -> Self {
        let (adjusted, not_adjusted) = match &estimate.adjusted {
            Some(Ok(adjusted)) => (Some(adjusted.clone()), None),
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
            groups: estimate.groups.clone(),
            recommended: estimate.recommended.as_ref().map(RecommendedDocument::from),
            adjusted,
            not_adjusted,
            read: read.clone(),
        }
    }
}

impl From<&Recommended> for RecommendedDocument {
    fn from(rates: &Recommended) -> Self {
        let Recommended { basis, p, p_interval, f, f_interval, games } = rates;
        let end = |interval: &Option<[Probability; 2]>, k: usize| {
            interval.as_ref().map(|ends| ends[k].exact().into())
        };
        Self {
            basis: *basis,
            p: p.exact().into(),
            p_low: end(p_interval, 0),
            p_high: end(p_interval, 1),
            f: f.exact().into(),
            f_low: end(f_interval, 0),
            f_high: end(f_interval, 1),
            games: *games,
        }
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
        if self.games < FEW_GAMES {
            text += &tr!(lang, "estimate.worth.few");
        }
        text
    }
}

/// The heading of a column.
fn column(key: &str, lang: Lang) -> String {
    own_or_shared(lang, ["estimate.column", "column"], key)
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
        let mut text = format!("{}\n", self.answer(lang));
        text.extend(self.alerts(lang).iter().map(|alert| format!("{MARK} {alert}\n")));
        text.push('\n');
        text += &self.rates(lang);
        for groups in &self.groups {
            text += &format!("\n{}", groups_text(groups, lang));
        }
        text += &format!("\n{}", self.adjusted_text(lang));
        if let Some(found) = &self.recommended {
            text += &format!("\n{}\n", found.text(lang));
        }
        text + &format!("\n{}", read_text(&self.read, lang))
    }

    /// What stands above everything else: what was left out.
    pub fn alerts(&self, lang: Lang) -> Vec<String> {
        let left_out = left_out_alert(Some(&self.read.omitted), &[], lang);
        let twice = (self.read.in_several_parts > 0)
            .then(|| tr!(lang, "records.in_several_parts", games = self.read.in_several_parts));
        left_out.into_iter().chain(twice).collect()
    }

    /// What p is, how sure, from how many games and adjusted for what, in one sentence; and what to
    /// do with it.
    fn answer(&self, lang: Lang) -> String {
        let Some(RecommendedDocument { basis, p, p_low, p_high, f, .. }) = &self.recommended else {
            return tr!(lang, "estimate.nothing");
        };
        let end = |end: &Option<Fraction>, limit: f64| end.as_ref().map_or(limit, Fraction::to_f64);
        let (low, high) = (end(p_low, 0.0), end(p_high, 1.0));
        // Decimals of a rate that is known to some ten points say nothing.
        let digits = usize::from(high - low < 0.1);
        let [p, low, high, f] =
            [p.to_f64(), low, high, f.to_f64()].map(|rate| format!("{:.digits$}", 100.0 * rate));
        let level = short(100.0 * self.confidence);
        let answer = match self.adjusted.as_ref().filter(|_| *basis == Basis::Adjusted) {
            Some(adjusted) => {
                let key = match adjusted.rating_slope {
                    Some(_) => "estimate.answer.rated",
                    None => "estimate.answer.adjusted",
                };
                let (games, players) = (adjusted.games, adjusted.ratings.len());
                tr!(
                    lang,
                    key,
                    p = p,
                    low = low,
                    high = high,
                    f = f,
                    level = level,
                    games = games,
                    players = players
                )
            }
            None => {
                let games = self.games.games();
                tr!(
                    lang,
                    "estimate.answer.raw",
                    p = p,
                    low = low,
                    high = high,
                    f = f,
                    level = level,
                    games = games
                )
            }
        };
        format!("{answer}\n{}", tr!(lang, "estimate.advice"))
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
        let mut header: Vec<String> = header.iter().map(|key| column(key, lang)).collect();
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
        let key = match adjusted.method {
            Method::Random => "estimate.adjusted",
            Method::Fixed => "estimate.adjusted_fixed",
        };
        let mut text = tr!(lang, key, games = adjusted.games, players = players) + "\n";
        let header = ["estimate", "error", "interval"];
        let mut header: Vec<String> = header.iter().map(|key| column(key, lang)).collect();
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
        let rated = adjusted.rating_slope.is_some();
        let spread = if rated { "estimate.spread_rated" } else { "estimate.spread" };
        let plain = |key: &str, found: &FittedValue, digits: usize| {
            let [low, high] = found.interval;
            vec![
                tr!(lang, key),
                format!("{:.digits$}", found.value),
                format!("{:.digits$}", found.error),
                format!("{low:.digits$}..{high:.digits$}"),
            ]
        };
        rows.extend(adjusted.spread.as_ref().map(|found| plain(spread, found, 0)));
        let slope = adjusted.rating_slope.as_ref();
        rows.extend(slope.map(|found| plain("estimate.rating_slope", found, 2)));
        text += &columns(header, rows, &[0]);
        if adjusted.approximate {
            text += &format!("{}\n", tr!(lang, "estimate.approximate"));
        }
        if !adjusted.settled {
            text += &format!("{}\n", tr!(lang, "estimate.unsettled"));
        }
        let NotFitted { few_games, apart, nameless_games, games_beyond } = adjusted.not_fitted;
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
        text + &format!("\n{}", ratings_text(adjusted, lang))
    }

    /// The players with their strengths: what a study of an event reads.
    pub fn players_csv(&self) -> String {
        let ratings = self.adjusted.iter().flat_map(|adjusted| &adjusted.ratings);
        csv_table!(ratings, |rating| {
            name: rating.name.clone(),
            elo: (10.0 * rating.elo).round() / 10.0,
            error: (10.0 * rating.error).round() / 10.0,
        })
    }

    /// One row for all games, for each group, and for the adjusted figures.
    pub fn csv(&self) -> String {
        let all = std::iter::once(("all", String::new(), self.games, &self.p, &self.f));
        let groups = self.groups.iter().flat_map(|groups| {
            let by = groups.by.name();
            groups.rows.iter().map(move |row| (by, row.key.to_string(), row.games, &row.p, &row.f))
        });
        let counted = all.chain(groups).map(|(by, name, games, p, f)| {
            let [p_rate, f_rate] = [p, f].map(|share| (share.rate, Some(share.wilson)));
            (by, name, Some(games), Some(p), p_rate, f_rate)
        });
        let fitted = |rate: FittedValue| (Some(rate.value), Some(rate.interval));
        let adjusted = self.adjusted.iter().map(|adjusted| {
            let [p, f] = [Some(adjusted.p), adjusted.f].map(|x| x.map_or((None, None), fitted));
            ("adjusted", String::new(), None, None, p, f)
        });
        let low = |interval: Option<[f64; 2]>| interval.map(|[low, _]| low);
        let high = |interval: Option<[f64; 2]>| interval.map(|[_, high]| high);
        let rows = counted.chain(adjusted);
        csv_table!(rows, |(by, name, games, share, (p, p_within), (f, f_within))| {
            by: by,
            name: name,
            first: games.map(|games| games.first),
            draws: games.map(|games| games.draws),
            second: games.map(|games| games.second),
            p: p,
            p_low: low(p_within),
            p_high: high(p_within),
            p_clopper_pearson_low: low(share.map(|share| share.clopper_pearson)),
            p_clopper_pearson_high: high(share.map(|share| share.clopper_pearson)),
            p_posterior_low: low(share.map(|share| share.posterior.interval)),
            p_posterior_high: high(share.map(|share| share.posterior.interval)),
            f: f,
            f_low: low(f_within),
            f_high: high(f_within),
        })
    }
}

/// `95`, `99.5`.
pub(crate) fn short(x: f64) -> String {
    let text = format!("{x:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// How people know a group: a band by both its ends.
pub(crate) fn group_name(groups: &GroupsEstimate, group: &GroupEstimate) -> String {
    match (&group.key, groups.band) {
        (Key::Number(low), Some(band)) => {
            format!("{low}..{}", low.saturating_add(i64::from(band) - 1))
        }
        (name, _) => crate::sanitize(&name.to_string()),
    }
}

fn groups_text(groups: &GroupsEstimate, lang: Lang) -> String {
    let title = tr!(lang, format!("estimate.by.{}", groups.by.name()));
    let header = ["games", "first", "draws", "second", "p", "interval", "f"];
    let mut header: Vec<String> = header.iter().map(|key| column(key, lang)).collect();
    header.insert(0, title);
    let row = |name: String, games: Tally, share: Option<(&Share, &Share)>| {
        let mut row = vec![name];
        row.extend([games.games(), games.first, games.draws, games.second].map(|n| n.to_string()));
        row.extend(match share {
            Some((p, f)) => [rate(p), between(p.wilson), rate(f)],
            None => ["", "", ""].map(String::from),
        });
        row
    };
    let named = groups.rows.iter().take(SHOWN);
    let mut rows: Vec<Vec<String>> = named
        .map(|group| row(group_name(groups, group), group.games, Some((&group.p, &group.f))))
        .collect();
    let mut rest = groups.others;
    for group in groups.rows.iter().skip(SHOWN) {
        rest.first += group.games.first;
        rest.draws += group.games.draws;
        rest.second += group.games.second;
    }
    for (key, games) in [("others", rest), ("unsaid", groups.unsaid)] {
        if games.games() > 0 {
            rows.push(row(tr!(lang, format!("estimate.{key}")), games, None));
        }
    }
    columns(header, rows, &[0])
}

fn ratings_text(adjusted: &Adjusted, lang: Lang) -> String {
    let header = ["player", "elo", "error", "games"];
    let header = header.iter().map(|key| column(key, lang));
    let row = |rating: &PlayerRating| {
        vec![
            crate::sanitize(&rating.name),
            crate::layout::whole_signed(rating.elo),
            format!("{:.0}", rating.error),
            rating.games.to_string(),
        ]
    };
    let rows = adjusted.ratings.iter().take(SHOWN).map(row).collect();
    let mut text = columns(header.collect(), rows, &[0]);
    let more = adjusted.ratings.len().saturating_sub(SHOWN);
    if more > 0 {
        text += &format!("{}\n", tr!(lang, "estimate.more_ratings", more = more));
    }
    text
}
