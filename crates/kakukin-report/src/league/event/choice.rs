//! Which format: candidates, three picks in words, what one more hour buys, a chart.

use crate::{
    Axis, Chart, Dots, Group, Lang, Plot, SchemaName, Unit,
    csv::csv_table,
    lang::own_or_shared,
    layout::{columns, wrap},
    series::words::exact_percent,
};
use kakukin_core::Fraction;
use kakukin_league::{EventCandidate, FoundEvents};
use serde::Serialize;

/// The columns of a sentence in a terminal.
const TEXT_COLUMNS: usize = 100;

/// Formats for an event within a budget.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventFindDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// Players.
    pub players: usize,
    /// The hours that there are.
    pub hours: f64,
    /// Boards; null if there are always enough.
    pub boards: Option<usize>,
    /// Minutes of a game.
    pub minutes: f64,
    /// Minutes between a game and the next.
    #[serde(rename = "break")]
    pub pause: f64,
    /// The largest mean side luck that is wanted, an exact fraction; null if any is.
    pub max_luck: Option<Fraction>,
    /// The formats that were looked at.
    pub stages: Vec<String>,
    /// The rules that were looked at.
    pub rules: Vec<String>,
    /// Formats times rules that were looked at.
    pub looked_at: usize,
    /// All that keep to the budget, the most reliable first.
    pub candidates: Vec<EventCandidateDocument>,
    /// Places in `candidates`, from 0, of those that no other beats.
    pub frontier: Vec<usize>,
    /// Place of the shortest.
    pub shortest: usize,
    /// Place of the one in which the best player wins most often.
    pub reliable: usize,
    /// Place of the one that gains most for its hours.
    pub balance: usize,
    /// The most reliable within one more hour, if it is another one; else null.
    pub next_hour: Option<EventCandidateDocument>,
    /// Events simulated for each candidate.
    pub runs: u64,
    /// The seed of the dice.
    pub seed: u64,
}

/// A format with a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventCandidateDocument {
    /// The stages, as they are typed.
    pub stages: String,
    /// The rule, as it is typed.
    pub rule: String,
    /// The chance that the strongest player wins.
    pub best_wins: f64,
    /// Its standard error; null if it is exact.
    pub best_error: Option<f64>,
    /// The mean side luck.
    pub side_luck: f64,
    /// Expected games of the event.
    pub games: f64,
    /// The hours within which 95 % of all events are over.
    pub hours: f64,
    /// Events simulated for it: more of those that no other beats.
    pub runs: u64,
}

impl From<&EventCandidate> for EventCandidateDocument {
    fn from(candidate: &EventCandidate) -> Self {
        let EventCandidate { stages, rule, best_wins, best_error, side_luck, games, hours, runs } =
            candidate;
        Self {
            stages: stages.to_string(),
            rule: rule.clone(),
            best_wins: *best_wins,
            best_error: *best_error,
            side_luck: *side_luck,
            games: *games,
            hours: *hours,
            runs: *runs,
        }
    }
}

impl EventFindDocument {
    /// The document of what was found.
    pub fn new(found: &FoundEvents) -> Self {
        let choice = &found.choice;
        Self {
            schema: SchemaName::default(),
            players: found.players,
            hours: found.hours,
            boards: found.boards,
            minutes: found.timing.minutes,
            pause: found.timing.pause,
            max_luck: found.max_luck.as_ref().map(|luck| luck.exact().into()),
            stages: found.stages.iter().map(ToString::to_string).collect(),
            rules: found.rules.clone(),
            looked_at: found.looked_at,
            candidates: choice.candidates.iter().map(Into::into).collect(),
            frontier: choice.frontier.clone(),
            shortest: choice.shortest,
            reliable: choice.reliable,
            balance: choice.balance,
            next_hour: choice.next_hour.as_ref().map(Into::into),
            runs: found.runs,
            seed: found.seed,
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let boards = self.boards.map_or_else(|| tr!(lang, "event.any_boards"), |n| n.to_string());
        let mut asked = tr!(
            lang,
            "event.found",
            players = self.players,
            hours = self.hours,
            boards = boards,
            minutes = self.minutes,
            pause = self.pause,
            looked = self.looked_at,
            kept = self.candidates.len()
        );
        if let Some(luck) = &self.max_luck {
            asked += &tr!(lang, "event.found_luck", luck = exact_percent(luck));
        }
        let picks = [
            ("event.pick_shortest", self.shortest),
            ("event.pick_reliable", self.reliable),
            ("event.pick_balance", self.balance),
        ];
        let mut lines = vec![asked];
        lines.extend(picks.map(|(key, at)| self.sentence(key, &self.candidates[at], lang)));
        lines.push(match &self.next_hour {
            Some(more) => self.sentence("event.next_hour", more, lang),
            None => tr!(lang, "event.no_next_hour"),
        });
        let mut text = format!("{}\n\n", wrap(&lines.join("\n"), TEXT_COLUMNS));
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let header = ["stages", "rule", "best", "side_luck", "number_of_games", "hours"];
        let rows = self.frontier.iter().map(|&at| {
            let one = &self.candidates[at];
            let error = one.best_error.map_or(String::new(), |e| format!(" ±{:.1}", 100.0 * e));
            vec![
                one.stages.clone(),
                one.rule.clone(),
                format!("{:.1}{error} %", 100.0 * one.best_wins),
                format!("{:.1} %", 100.0 * one.side_luck),
                format!("{:.1}", one.games),
                format!("{:.1}", one.hours),
            ]
        });
        text += &columns(header.map(word).to_vec(), rows.collect(), &[0, 1]);
        let finer = self.frontier.iter().map(|&at| self.candidates[at].runs).max();
        let finer = finer.unwrap_or(self.runs);
        let lists = [
            tr!(lang, "event.frontier_is", runs = self.runs, finer = finer, seed = self.seed),
            tr!(lang, "event.looked_at_stages", list = self.stages.join(" | ")),
            tr!(lang, "event.looked_at_rules", list = self.rules.join(" | ")),
        ];
        text + &format!("\n{}\n", wrap(&lists.join("\n"), TEXT_COLUMNS))
    }

    fn sentence(&self, key: &str, one: &EventCandidateDocument, lang: Lang) -> String {
        tr!(
            lang,
            key,
            stages = one.stages,
            rule = one.rule,
            best = format!("{:.1}", 100.0 * one.best_wins),
            luck = format!("{:.1}", 100.0 * one.side_luck),
            games = format!("{:.1}", one.games),
            hours = format!("{:.1}", one.hours)
        )
    }

    /// One CSV row for each candidate.
    pub fn csv(&self) -> String {
        let rows = self.candidates.iter().enumerate();
        csv_table!(rows, |(number, one)| {
            stages: one.stages,
            rule: one.rule,
            best_wins: one.best_wins,
            best_error: one.best_error,
            side_luck: one.side_luck,
            games: one.games,
            hours: one.hours,
            frontier: self.frontier.contains(&number),
            runs: one.runs,
        })
    }

    /// Who wins against the hours: those that no other beats, and all others.
    pub fn chart(&self, lang: Lang) -> Chart {
        let dots = |of: &dyn Fn(usize) -> bool| {
            let chosen = self.candidates.iter().enumerate().filter(|(at, _)| of(*at));
            let dot = |(_, one): (usize, &EventCandidateDocument)| {
                (format!("{} / {}", one.stages, one.rule), [one.hours, one.best_wins])
            };
            chosen.map(dot).collect::<Vec<_>>()
        };
        let group = |key: &str, dots| Group { name: tr!(lang, key), dots };
        let groups = vec![
            group("event.frontier", dots(&|at| self.frontier.contains(&at))),
            group("event.beaten", dots(&|at| !self.frontier.contains(&at))),
        ];
        Chart {
            title: tr!(lang, "event.chart"),
            subtitle: tr!(lang, "event.chart_players", players = self.players),
            plot: Plot::Dots(Dots {
                x: Axis::new(tr!(lang, "event.axis_hours"), Unit::Number),
                y: Axis::new(tr!(lang, "event.axis_best"), Unit::Percent),
                groups: groups.into_iter().filter(|group| !group.dots.is_empty()).collect(),
            }),
        }
    }
}
