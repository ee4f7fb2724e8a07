//! The standings of a league, from its records.

use crate::{
    InputError, Problem,
    fields::query,
    number::{confidence, parts, with_original_value},
    records::{
        RecordFields,
        source::{Source, no_games, survey},
    },
    series::model::{self, Rates},
    watch::Watch,
    words::printable_or_none,
};
use kakukin_core::BadValue;
use kakukin_league::{
    Adjudged, DrawPoints, GameResult, LeftOutOfLeague, Played, Probability, RankBy, RatesOrigin,
    Scale, ScoredLeague, Scoring, Tally, TieBreak,
};
use kakukin_records::{
    Basis, Counted, Counting, Ending, Estimate, EstimateOptions, Method, Plan, RatingUse,
    ReadSummary, Reading, Record, Share, Survey,
};
use kakukin_series::PresetRates;
use std::ops::ControlFlow;

/// What stands for p where it shall come from the games themselves.
const ESTIMATE: &str = "estimate";

query! {
    /// Which games make a league, and how they are scored.
    pub struct StandingsQuery {
        /// How records are read, and which of their games count.
        part records RecordFields,
        /// The first player's share of the decided games, or `estimate`.
        number p "RATE",
        /// The share of drawn games.
        number f "RATE",
        /// A data set that has both rates.
        text preset "NAME",
        /// What a draw is worth: `expectation` or `zero`.
        text draws "MODE",
        /// The largest sum of a win and a loss: 1 or 2.
        number scale "1|2",
        /// What decides between equals, in this order.
        texts tie_breaks "ORDER,..",
        /// What players are ranked by.
        text rank_by "total|mean",
        /// What stands above the page.
        text title "TEXT",
    }
}

/// Standings that can be made.
#[derive(Debug, Clone)]
pub struct StandingsJob {
    plan: Plan,
    how: Reading,
    /// The rates; nothing if they shall come from the games.
    given: Option<Rates>,
    /// The draw rate, where p shall come from the games.
    f: Option<Probability>,
    draws: DrawPoints,
    scale: Scale,
    rank_by: RankBy,
    tie_breaks: Vec<TieBreak>,
    title: Option<String>,
    typed: [Option<String>; 2],
}

impl StandingsQuery {
    /// Which games count if nothing else is said: in a league a foul and an absence lose; p is not
    /// the rate of games with odds.
    pub const COUNTING: Counting = Counting { fouls: true, forfeits: true, handicap: false };

    /// Checks everything.
    pub fn job(&self) -> Result<StandingsJob, InputError> {
        let (p, f, preset) = (self.p.as_deref(), self.f.as_deref(), self.preset.as_deref());
        let given = match (p, preset) {
            (Some(ESTIMATE), Some(preset)) => {
                let allowed = "`p` estimate | `preset` NAME";
                return Err(InputError::new("preset", preset, BadValue::Conflict, allowed));
            }
            (Some(ESTIMATE), None) => None,
            _ => Some(model::rates(p, f, preset).map_err(offer_estimate)?),
        };
        Ok(StandingsJob {
            given,
            f: f.map(|text| Probability::parse("f", text)).transpose()?,
            draws: self.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?,
            scale: self.scale.as_deref().map_or(Ok(Scale::Article), str::parse)?,
            rank_by: self.rank_by.as_deref().map_or(Ok(RankBy::Total), str::parse)?,
            tie_breaks: match self.tie_breaks.is_empty() {
                true => TieBreak::USUAL.to_vec(),
                false => TieBreak::parse_order(parts(&self.tie_breaks))?,
            },
            title: printable_or_none("title", self.title.as_deref())?,
            plan: Plan {
                filter: self.records.filter()?,
                counting: self.records.counting(Self::COUNTING)?,
                players: false,
                sideless: true,
                keep_duplicates: self.records.keep_duplicates,
                ..Plan::default()
            },
            how: self.records.reading()?,
            typed: [self.p.clone(), self.f.clone()],
        })
    }
}

/// A missing p can also be taken from the games.
fn offer_estimate(error: InputError) -> InputError {
    if error.field == "p" && error.problem == BadValue::Missing {
        InputError { allowed: "`p` 70%, `p` estimate, `preset` NAME".into(), ..error }
    } else {
        error
    }
}

impl StandingsJob {
    /// The preset that the rates come from.
    pub fn preset(&self) -> Option<&PresetRates> {
        self.given.as_ref()?.preset.as_ref()
    }

    /// What stands above the page.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Reads and ranks. If that was cancelled, the standings are those of what was read.
    pub fn run(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
    ) -> Result<(ScoredLeague, ReadSummary), InputError> {
        let mut league = League::default();
        // What p rests on is games that were played to their end, whatever else the league counts.
        let mut played = match self.given {
            Some(_) => None,
            None => Some(Survey::new(Plan { players: true, ..Plan::default() })),
        };
        let mut each = |_: &str, record: &Record, counted| {
            if let Some(played) = &mut played {
                played.add(record);
            }
            match counted {
                Counted::As(result) => league.add(record, result),
                Counted::Apart(_) | Counted::Unwanted => ControlFlow::Continue(()),
            }
        };
        let (survey, read) = survey(source, &self.how, self.plan.clone(), watch, &mut each)?;
        if let Some(full) = league.full {
            return Err(full.in_field("files"));
        }
        let League { mut tally, adjudged, left_out, .. } = league;
        for (player, half_points) in &survey.byes {
            let player =
                tally.player(player).map_err(|error| InputError::from(error).in_field("files"))?;
            tally.add_bye(player, *half_points)?;
        }
        if tally.games() == 0 {
            return Err(no_games(source, &read, survey.unwanted));
        }
        let (p, f, rates) = match (&self.given, played) {
            (Some(rates), _) => (rates.p.clone(), rates.f.clone(), RatesOrigin::Given),
            (None, played) => {
                let played = played.unwrap_or_else(|| Survey::new(Plan::default()));
                estimate(&played, self.f.clone())?
            }
        };
        let scoring = Scoring {
            p,
            f,
            rates,
            draws: self.draws,
            scale: self.scale,
            rank_by: self.rank_by,
            tie_breaks: self.tie_breaks.clone(),
        };
        let [p, f] = &self.typed;
        let league = ScoredLeague::new(tally, scoring)
            .map_err(|error| with_original_value(error, &[("p", p), ("f", f)]))?;
        Ok((ScoredLeague { adjudged, left_out, ..league }, read))
    }
}

/// p and f from the games themselves, f only if it is not given.
fn estimate(
    survey: &Survey,
    f: Option<Probability>,
) -> Result<(Probability, Probability, RatesOrigin), InputError> {
    let options = EstimateOptions {
        confidence: confidence(&None)?,
        method: Some(Method::default()),
        ratings: RatingUse::default(),
        anchors: Vec::new(),
        min_games: None,
        basis: None,
    };
    let estimate = Estimate::new(survey, &options)?;
    let Some(found) = estimate.recommended else {
        return Err(InputError::new("p", ESTIMATE, Problem::NoDecidedGames, "`p` 70%"));
    };
    // Whatever an adjustment makes of it: games that one side always wins tell no points.
    let Share { hits, of, .. } = estimate.p;
    let never = hits == 0;
    if never || hits == of {
        let percent = if never { "0%" } else { "100%" };
        let value = format!("{percent} ({hits}/{of})");
        return Err(InputError::new("p", value, Problem::OneSided, "`p` 70%"));
    }
    let origin = match found.basis {
        Basis::Raw => RatesOrigin::Raw,
        Basis::Adjusted => RatesOrigin::Adjusted,
    };
    Ok((found.p, f.unwrap_or(found.f), origin))
}

/// The games of a league as they are read.
#[derive(Default)]
struct League {
    tally: Tally,
    adjudged: Adjudged,
    left_out: LeftOutOfLeague,
    /// Why no more games are taken.
    full: Option<InputError>,
}

impl League {
    fn add(&mut self, record: &Record, result: GameResult) -> ControlFlow<()> {
        let (first, second) = (record.first.name.as_str(), record.second.name.as_str());
        if first.is_empty() || second.is_empty() {
            self.left_out.nameless += 1;
            return ControlFlow::Continue(());
        }
        if first == second {
            self.left_out.same_name += 1;
            return ControlFlow::Continue(());
        }
        let mut add = || {
            let (first, second) = (self.tally.player(first)?, self.tally.player(second)?);
            self.tally.add(Played { first, second, result })
        };
        match add() {
            Ok(()) => {
                match record.ending {
                    Ending::Foul(_) => self.adjudged.fouls += 1,
                    Ending::Forfeit(_) => self.adjudged.forfeits += 1,
                    _ => {}
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.full = Some(error.into());
                ControlFlow::Break(())
            }
        }
    }
}
