//! A bracket: its document, text, CSV, and its page.

use super::{
    SeededPlayerDocument,
    words::{RuleInWords, format_words},
};
use crate::{
    Lang, SchemaName,
    csv::csv_table,
    lang::own_or_shared,
    layout::columns,
    page::{joined, page},
    sanitize,
};
use kakukin_core::one_line;
use kakukin_league::{
    Bracket, BracketEncounter, BracketPart, BracketSide, BracketSource, EncounterKind, Entrant,
    Stage,
};
use kakukin_series::Series;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A bracket with the results so far.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventBracketDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The title, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, if it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What is played, as it is typed.
    pub stages: String,
    /// Whether there is a game for third place.
    pub third_place: bool,
    /// The players by seed.
    pub players: Vec<SeededPlayerDocument>,
    /// The encounters in the order in which they can be played; byes are none.
    pub encounters: Vec<EncounterDocument>,
    /// The bracket.
    #[serde(skip)]
    pub(super) bracket: Bracket,
    #[serde(skip)]
    pub(super) stage: Stage,
    /// The rule of all encounters, and that of the final.
    #[serde(skip)]
    pub(super) in_full: Option<[RuleInWords; 2]>,
}

/// An encounter of a bracket.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BracketEncounter"))]
pub struct EncounterDocument {
    /// Its number, from 1.
    pub number: usize,
    /// Its part: `upper` (of those who have not lost, and all of a knockout), `lower`, `final` and
    /// `second_final` of a double elimination, `third_place`.
    pub part: &'static str,
    /// The round of this part, from 1.
    pub round: usize,
    /// The two.
    pub sides: [SideDocument; 2],
    /// Who is first in game 1; null where a lot will say so.
    pub first: Option<String>,
    /// Who has won; null as long as nobody has.
    pub winner: Option<String>,
}

/// A side of an encounter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BracketSide"))]
pub struct SideDocument {
    /// Where the player comes from: `seed`, `winner` or `loser`.
    pub from: &'static str,
    /// The number of the seed, or of the encounter.
    pub of: usize,
    /// The name of the player; null as long as it is not known.
    pub name: Option<String>,
    /// Points in the games of this encounter, 1, ½, 0 for each; null before the first.
    pub points: Option<f64>,
}

impl EventBracketDocument {
    /// The document of a bracket of players in the order of their seeds.
    pub fn new(players: &[Entrant], stage: Stage, bracket: &Bracket) -> Self {
        let points = |seed: usize| {
            let sides = bracket.encounters.iter().flat_map(|encounter| &encounter.sides);
            let own = sides.filter(|side| side.player == Some(seed));
            own.filter_map(|side| side.points).sum::<i64>() as f64 / 2.0
        };
        let seeded = players.iter().enumerate().map(|(seed, player)| SeededPlayerDocument {
            seed: seed + 1,
            name: player.name.clone(),
            elo: player.elo,
            points: points(seed),
        });
        let encounter = |(k, encounter): (usize, &BracketEncounter)| {
            let name =
                |side: usize| encounter.sides[side].player.map(|seed| players[seed].name.clone());
            let side = |side: &BracketSide| {
                let (from, of) = match side.from {
                    BracketSource::Seed(seed) => ("seed", seed),
                    BracketSource::Winner(number) => ("winner", number),
                    BracketSource::Loser(number) => ("loser", number),
                };
                SideDocument {
                    from,
                    of: of + 1,
                    name: side.player.map(|seed| players[seed].name.clone()),
                    points: side.points.map(|points| points as f64 / 2.0),
                }
            };
            EncounterDocument {
                number: k + 1,
                part: match encounter.part {
                    BracketPart::Upper => "upper",
                    BracketPart::Lower => "lower",
                    BracketPart::Final => "final",
                    BracketPart::SecondFinal => "second_final",
                    BracketPart::Third => "third_place",
                },
                round: encounter.round,
                sides: encounter.sides.each_ref().map(side),
                first: encounter.first.and_then(name),
                winner: encounter.winner.and_then(name),
            }
        };
        Self {
            schema: SchemaName::default(),
            title: None,
            date: None,
            stages: stage.format.to_string(),
            third_place: stage.third,
            players: seeded.collect(),
            encounters: bracket.encounters.iter().enumerate().map(encounter).collect(),
            bracket: bracket.clone(),
            stage,
            in_full: None,
        }
    }

    /// The same with what a sheet has besides: a title, a date, the rule of all encounters and
    /// that of the final.
    pub fn for_page(
        self,
        title: Option<&str>,
        date: Option<&str>,
        rules: Option<&[(EncounterKind, Series); 2]>,
    ) -> Self {
        Self {
            title: title.map(str::to_string),
            date: date.map(str::to_string),
            in_full: rules.map(|rules| rules.each_ref().map(RuleInWords::new)),
            ..self
        }
    }

    /// How many rounds the part of those who have not lost has.
    pub(super) fn upper_rounds(&self) -> usize {
        self.bracket.slots.ilog2() as usize
    }

    /// What a round is called.
    pub(super) fn round_words(&self, part: BracketPart, round: usize, lang: Lang) -> String {
        let knockout = !self.bracket.encounters.iter().any(|e| e.part == BracketPart::Final);
        match part {
            BracketPart::Upper if knockout => match self.upper_rounds() - round {
                0 => tr!(lang, "event.bracket.final"),
                1 => tr!(lang, "event.bracket.semifinal"),
                2 => tr!(lang, "event.bracket.quarterfinal"),
                _ => tr!(lang, "event.round", number = round),
            },
            BracketPart::Upper => tr!(lang, "event.bracket.upper", number = round),
            BracketPart::Lower => tr!(lang, "event.bracket.lower", number = round),
            BracketPart::Final => tr!(lang, "event.bracket.final"),
            BracketPart::SecondFinal => tr!(lang, "event.bracket.second_final"),
            BracketPart::Third => tr!(lang, "event.bracket.third"),
        }
    }

    /// Who a side is, or where it comes from.
    fn side_words(side: &SideDocument, lang: Lang) -> String {
        match &side.name {
            Some(name) => sanitize(name),
            None => tr!(lang, format!("event.bracket.{}_of", side.from), number = side.of),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let header = ["number", "round", "first_mark", "player", "points", "opponent", "winner"];
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let rows = self.encounters.iter().zip(&self.bracket.encounters).map(|(told, encounter)| {
            // Who is first stands first, as in pairings.
            let [one, other] = if encounter.first == Some(1) { [1, 0] } else { [0, 1] };
            let [one, other] = [&told.sides[one], &told.sides[other]];
            let points = match (one.points, other.points) {
                (Some(x), Some(y)) => format!("{x}-{y}"),
                _ => String::new(),
            };
            vec![
                told.number.to_string(),
                self.round_words(encounter.part, encounter.round, lang),
                if encounter.first.is_some() { "*".into() } else { String::new() },
                Self::side_words(one, lang),
                points,
                Self::side_words(other, lang),
                told.winner.as_deref().map_or_else(String::new, sanitize),
            ]
        });
        let mut text = columns(header.map(word).to_vec(), rows.collect(), &[1, 2, 3, 4, 5, 6]);
        let byes = self.byes();
        if !byes.is_empty() {
            let names: Vec<String> =
                byes.iter().map(|seed| sanitize(&self.players[*seed].name)).collect();
            let list = names.join(&tr!(lang, "list.comma"));
            text += &format!("\n{}\n", tr!(lang, "event.bracket.byes", names = list));
        }
        text + &format!("\n{}\n", tr!(lang, "event.bracket.first_is"))
    }

    /// The seeds without an opponent in the first round.
    pub(super) fn byes(&self) -> Vec<usize> {
        let later = self.bracket.encounters.iter().filter(|e| e.round > 1);
        let sides = later.flat_map(|encounter| &encounter.sides);
        let seeds = sides.filter_map(|side| match side.from {
            BracketSource::Seed(seed) => Some(seed),
            _ => None,
        });
        let mut seeds: Vec<usize> = seeds.collect();
        seeds.sort_unstable();
        seeds
    }

    /// One CSV row for each encounter.
    pub fn csv(&self) -> String {
        csv_table!(&self.encounters, |encounter| {
            number: encounter.number,
            part: encounter.part,
            round: encounter.round,
            a_from: encounter.sides[0].from,
            a_of: encounter.sides[0].of,
            a: encounter.sides[0].name,
            a_points: encounter.sides[0].points,
            b_from: encounter.sides[1].from,
            b_of: encounter.sides[1].of,
            b: encounter.sides[1].name,
            b_points: encounter.sides[1].points,
            first: encounter.first,
            winner: encounter.winner,
        })
    }

    /// The heading.
    pub(super) fn heading(&self, lang: Lang) -> String {
        self.title.clone().unwrap_or_else(|| tr!(lang, "event.bracket.title"))
    }

    /// How many play what, and the rule in words.
    pub(super) fn lead(&self, lang: Lang) -> String {
        let players = tr!(lang, "event.page.so_many_players", count = self.players.len());
        let format = format_words(self.stage.format, self.stage.third, lang);
        joined(&[players, tr!(lang, "event.page.played", format = format)], lang)
    }

    /// The rule, and that of the final where it is another one.
    pub(super) fn rules(&self, lang: Lang) -> Vec<String> {
        let Some([rule, last]) = &self.in_full else { return Vec::new() };
        let mut lines = vec![rule.sentences(lang)];
        if rule != last {
            let words = [tr!(lang, "event.page.last_rule"), last.sentences(lang)];
            lines.push(words.join(lang.pick([" ", ""])));
        }
        lines
    }

    /// The page: the bracket on as many sheets as it needs, and the players.
    pub fn html(&self, lang: Lang) -> String {
        let title = self.heading(lang);
        let sheets = self.sheets(lang);
        let body = html! {
            main {
                @for (k, (across, picture)) in sheets.iter().enumerate() {
                    section class=(if *across { "sheet across" } else { "sheet" }) {
                        header {
                            h1 {
                                (title)
                                @if let Some(date) = &self.date { " " span class="date" { (date) } }
                                @if sheets.len() > 1 { " " span class="date" { (k + 1) "/" (sheets.len()) } }
                            }
                            @if k == 0 {
                                p class="lead" { (self.lead(lang)) }
                                @for rule in self.rules(lang) { p class="rule" { (rule) } }
                            }
                        }
                        figure { div class="wide" { (PreEscaped(picture)) } }
                        p class="note" { (tr!(lang, "event.bracket.legend")) }
                        @if k + 1 == sheets.len() { (self.players_section(lang)) }
                    }
                }
            }
        };
        page(&title, "event bracket", lang, self, &body)
    }

    fn players_section(&self, lang: Lang) -> Markup {
        html! {
            div class="seeds" {
                h2 { (tr!(lang, "event.bracket.players")) }
                ol {
                    @for player in &self.players {
                        li { bdi { (one_line(&player.name)) } " " span class="typed" { (player.elo) } }
                    }
                }
            }
        }
    }
}
