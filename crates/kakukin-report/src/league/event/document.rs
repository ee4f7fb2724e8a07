//! The study of an event as plain data, and as CSV.

use super::words::RuleInWords;
use crate::{SchemaName, csv::csv_table};
use kakukin_core::Fraction;
use kakukin_league::{
    EncounterKind, EventOutcome, Histogram, OrderFigures, PlayerFigures, Stage, Timing,
};
use kakukin_series::Series;
use serde::Serialize;

/// Who wins an event, how much the lot of sides decides, how long it takes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventStudyDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The title of the page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, if it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The stages, as they are typed: `groups:4 > 2 > knockout`.
    pub stages: String,
    /// The rules of each stage, as they are typed.
    pub rules: Vec<EventRulesDocument>,
    /// Who is which seed: `rating`, `lot`, `listed`.
    pub seeding: String,
    /// Who defends a title; null where nobody does.
    pub holder: Option<String>,
    /// First player's share of the decided games between equals, an exact fraction.
    pub p: Fraction,
    /// Draw rate between equals, an exact fraction.
    pub f: Fraction,
    /// The players, as they were listed.
    pub players: Vec<EventPlayerDocument>,
    /// The chance that the strongest player wins.
    pub best_wins: f64,
    /// The expected true rank of the winner.
    pub winner_rank: f64,
    /// Spearman's rank correlation of the places with the true order.
    pub spearman: f64,
    /// Kendall's tau-b of the places with the true order.
    pub kendall: f64,
    /// The expected share of the three strongest among the first three (of up to three players:
    /// of the strongest one on the first place).
    pub kept: f64,
    /// Side luck, the mean over all players: how much likelier a player wins where every lot of
    /// sides falls on the better side than where it falls on the worse.
    pub side_luck: f64,
    /// The largest side luck of a player.
    pub worst_side_luck: f64,
    /// Standard errors of these figures; null if they are exact.
    pub standard_errors: Option<EventErrorsDocument>,
    /// Games of the whole event.
    pub games: SpreadDocument,
    /// Games played one after the other in each round.
    pub rounds: Vec<SpreadDocument>,
    /// Boards; null if there are always enough.
    pub boards: Option<usize>,
    /// Minutes of a game; null if time is not reckoned.
    pub minutes: Option<f64>,
    /// Minutes between a game and the next; null if time is not reckoned.
    #[serde(rename = "break")]
    pub pause: Option<f64>,
    /// The hours of the whole event; null if time is not reckoned.
    pub hours: Option<SpreadDocument>,
    /// The hours within which 1, 2, .., 99 % of all events are over; null if time is not reckoned.
    pub hours_within: Option<Vec<f64>>,
    /// When rounds begin; null if the beginning of the event is not given.
    pub timetable: Option<TimetableDocument>,
    /// Whether chances and side luck are exact. Games and hours are simulated in any case.
    pub exact: bool,
    /// Events simulated.
    pub runs: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The stages, for those who read them in words.
    #[serde(skip)]
    pub(super) formats: Vec<Stage>,
    /// The stage of each round.
    #[serde(skip)]
    pub(super) stage_of_round: Vec<Option<usize>>,
    /// The rules of each stage in full.
    #[serde(skip)]
    pub(super) in_full: Vec<[RuleInWords; 2]>,
}

/// When the rounds of an event begin, at the latest. Times are minutes after midnight of its first
/// day: 570 is 9:30, 1500 is 1:00 of the next day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventTimetable"))]
pub struct TimetableDocument {
    /// When the event begins.
    pub start: u32,
    /// The rounds.
    pub rounds: Vec<RoundStartDocument>,
    /// When the event is over.
    pub over: LatestDocument,
}

/// When a round begins, over the events in which it is played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventRoundStart"))]
pub struct RoundStartDocument {
    /// Its number, from 1.
    pub round: usize,
    /// How often it is played.
    pub played: f64,
    /// When it begins.
    pub begins: LatestDocument,
}

/// A time that differs from event to event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventLatest"))]
pub struct LatestDocument {
    /// Not later than this in 50 % of all events.
    pub within_50: f64,
    /// The same in 95 %.
    pub within_95: f64,
}

impl TimetableDocument {
    fn new(outcome: &EventOutcome, timing: &Timing, start: u32) -> Self {
        let figures = &outcome.figures;
        let of = |counted: &Histogram, minutes: &dyn Fn(f64) -> f64| {
            let [half, nearly] = [50, 95].map(|percent| f64::from(counted.within(percent)));
            LatestDocument {
                within_50: f64::from(start) + minutes(half),
                within_95: f64::from(start) + minutes(nearly),
            }
        };
        let round = |(k, counted): (usize, &Histogram)| RoundStartDocument {
            round: k + 1,
            played: counted.total() as f64 / figures.runs.max(1) as f64,
            begins: of(counted, &|games| timing.next(games)),
        };
        Self {
            start,
            rounds: figures.starts.iter().enumerate().map(round).collect(),
            over: of(&figures.slots, &|games| 60.0 * timing.hours(games)),
        }
    }
}

/// The rules of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventRulesDocument {
    /// The stage.
    pub stage: String,
    /// How many go on to the next stage, of each group where there are groups; 0 in the last.
    pub passes: usize,
    /// The rule of its encounters.
    pub rule: String,
    /// The rule of its last encounter.
    #[serde(rename = "final")]
    pub last: String,
}

/// A player of an event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventPlayerDocument {
    /// The name.
    pub name: String,
    /// Elo points.
    pub elo: f64,
    /// The standard error of the rating; null where it is taken as known.
    pub elo_error: Option<f64>,
    /// The chance to win the event.
    pub win: f64,
    /// Its standard error; null if it is exact.
    pub win_error: Option<f64>,
    /// The chances of the places 1, 2, .. (at most 64); shared places are drawn by lot.
    pub places: Vec<f64>,
    /// The expected place.
    pub expected_place: f64,
    /// How much likelier the player wins with every lot on the better side than on the worse.
    pub side_luck: f64,
    /// Its standard error; null if it is exact.
    pub side_luck_error: Option<f64>,
    /// Games that the player plays.
    pub games: SpreadDocument,
}

/// A number that differs from event to event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventSpread"))]
pub struct SpreadDocument {
    /// The mean.
    pub mean: f64,
    /// No more than this in 50 % of all events.
    pub within_50: f64,
    /// The same in 80 %.
    pub within_80: f64,
    /// The same in 95 %.
    pub within_95: f64,
    /// The same in 99 %.
    pub within_99: f64,
}

/// Standard errors of figures that are simulated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventErrorsDocument {
    /// Of the chance that the strongest player wins.
    pub best_wins: f64,
    /// Of the expected true rank of the winner.
    pub winner_rank: f64,
    /// Of Spearman's rank correlation.
    pub spearman: f64,
    /// Of Kendall's tau-b.
    pub kendall: f64,
    /// Of the share of the strongest that is kept.
    pub kept: f64,
    /// Of the mean side luck.
    pub side_luck: f64,
}

impl SpreadDocument {
    fn of([mean, within_50, within_80, within_95, within_99]: [f64; 5]) -> Self {
        Self { mean, within_50, within_80, within_95, within_99 }
    }
}

impl From<&Histogram> for SpreadDocument {
    fn from(counted: &Histogram) -> Self {
        let [a, b, c, d] = [50, 80, 95, 99].map(|percent| f64::from(counted.within(percent)));
        Self::of([counted.mean(), a, b, c, d])
    }
}

impl EventStudyDocument {
    /// The document of what a study found.
    pub fn new(outcome: &EventOutcome) -> Self {
        let figures = &outcome.figures;
        let errors = figures.order_errors.map(|errors| {
            let OrderFigures { best_wins, winner_rank, spearman, kendall, kept } = errors;
            let side_luck = figures.side_luck_error.unwrap_or(0.0);
            EventErrorsDocument { best_wins, winner_rank, spearman, kendall, kept, side_luck }
        });
        let OrderFigures { best_wins, winner_rank, spearman, kendall, kept } = figures.order;
        let rules = outcome.stages.stages().iter().zip(&outcome.rules);
        Self {
            schema: SchemaName::default(),
            title: None,
            date: None,
            stages: outcome.stages.to_string(),
            rules: rules
                .map(|(stage, [rule, last])| EventRulesDocument {
                    stage: stage.format.to_string(),
                    passes: stage.passes,
                    rule: rule.clone(),
                    last: last.clone(),
                })
                .collect(),
            seeding: outcome.seeding.code().into(),
            holder: outcome.holder.map(|holder| outcome.players[holder].name.clone()),
            p: outcome.p.exact().into(),
            f: outcome.f.exact().into(),
            players: (0..outcome.players.len())
                .map(|k| EventPlayerDocument::new(outcome, k))
                .collect(),
            best_wins,
            winner_rank,
            spearman,
            kendall,
            kept,
            side_luck: figures.side_luck,
            worst_side_luck: figures.worst_side_luck(),
            standard_errors: errors,
            games: (&figures.games).into(),
            rounds: figures.rounds.iter().map(Into::into).collect(),
            boards: outcome.boards,
            minutes: outcome.timing.map(|timing| timing.minutes),
            pause: outcome.timing.map(|timing| timing.pause),
            hours: outcome.timing.map(|timing| SpreadDocument::of(timing.of(&figures.slots))),
            hours_within: outcome.timing.map(|timing| {
                let within = |percent| timing.hours(f64::from(figures.slots.within(percent)));
                (1..=99).map(within).collect()
            }),
            timetable: outcome
                .timing
                .zip(outcome.start)
                .map(|(timing, start)| TimetableDocument::new(outcome, &timing, start)),
            exact: figures.exact,
            runs: figures.runs,
            seed: outcome.seed,
            formats: outcome.stages.stages().to_vec(),
            stage_of_round: figures.stages.clone(),
            in_full: Vec::new(),
        }
    }

    /// The same with what a page has beside figures: a title, a date, and the rules of each stage,
    /// the last that of its last encounter.
    pub fn for_page(
        self,
        title: Option<&str>,
        date: Option<&str>,
        rules: &[[(EncounterKind, Series); 2]],
    ) -> Self {
        let in_words = |rule: &(EncounterKind, Series)| RuleInWords::new(rule);
        Self {
            title: title.map(str::to_string),
            date: date.map(str::to_string),
            in_full: rules.iter().map(|rules| rules.each_ref().map(in_words)).collect(),
            ..self
        }
    }

    /// One CSV row for each player.
    pub fn csv(&self) -> String {
        csv_table!(&self.players, |player| {
            name: player.name,
            elo: player.elo,
            elo_error: player.elo_error,
            win: player.win,
            win_error: player.win_error,
            expected_place: player.expected_place,
            top_2: player.top(2),
            top_4: player.top(4),
            top_8: player.top(8),
            side_luck: player.side_luck,
            side_luck_error: player.side_luck_error,
            games_mean: player.games.mean,
            games_within_95: player.games.within_95,
            exact: self.exact,
        })
    }
}

impl EventPlayerDocument {
    fn new(outcome: &EventOutcome, number: usize) -> Self {
        let PlayerFigures {
            win,
            win_error,
            places,
            expected_place,
            side_luck,
            side_luck_error,
            games,
        } = &outcome.figures.players[number];
        let player = &outcome.players[number];
        Self {
            name: player.name.clone(),
            elo: player.elo,
            elo_error: outcome.rating_errors.as_ref().map(|errors| errors[number]),
            win: *win,
            win_error: *win_error,
            places: places.clone(),
            expected_place: *expected_place,
            side_luck: *side_luck,
            side_luck_error: *side_luck_error,
            games: games.into(),
        }
    }

    /// The rating, with its error where it has one.
    pub(super) fn rating(&self) -> String {
        match self.elo_error {
            None => format!("{}", self.elo),
            Some(error) => format!("{:.0} ±{error:.0}", self.elo),
        }
    }

    /// The chance to be among the first so many.
    pub(super) fn top(&self, places: usize) -> f64 {
        self.places.iter().take(places).sum::<f64>().min(1.0)
    }
}
