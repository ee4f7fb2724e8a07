//! Paired rounds as a page to pin up: boards, sides, room for results; and score sheets for every
//! encounter.

use super::{EventPairDocument, RoundDocument, words::format_words};
use crate::{
    Lang, Paper, ScoreSheetDocument,
    lang::own_or_shared,
    page::{joined, page},
};
use kakukin_core::one_line;
use kakukin_league::Format;
use kakukin_series::ScoreSheet;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A table of everybody against everybody is for so many players.
const MOST_CROSSED: usize = 24;

impl EventPairDocument {
    /// The page.
    pub fn html(&self, lang: Lang) -> String {
        let title = self.title.clone().unwrap_or_else(|| tr!(lang, "event.page.pairings"));
        let class = if self.rounds.len() > 1 { "rounds several" } else { "rounds" };
        let body = html! {
            main {
                header {
                    h1 { (title) }
                    @if let Some(date) = &self.date { p class="date" { (date) } }
                    p class="lead" { (self.lead(lang)) }
                    @if let Some(rule) = &self.in_full { p class="rule" { (rule.sentences(lang)) } }
                }
                div class=(class) {
                    @for round in &self.rounds { (self.round_section(round, lang)) }
                }
                (self.crosstable(lang))
            }
        };
        page(&title, "event", lang, self, &body)
    }

    fn lead(&self, lang: Lang) -> String {
        let players = tr!(lang, "event.page.so_many_players", count = self.players.len());
        joined(
            &[
                players,
                tr!(lang, "event.page.played", format = format_words(self.format, false, lang)),
            ],
            lang,
        )
    }

    fn round_section(&self, round: &RoundDocument, lang: Lang) -> Markup {
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let points: BTreeMap<&str, f64> =
            self.players.iter().map(|player| (player.name.as_str(), player.points)).collect();
        let known = self.played > 0;
        let so_far = |name: &str| {
            let points = points.get(name).copied().unwrap_or(0.0);
            html! { @if known { " " span class="so-far" { "(" (points) ")" } } }
        };
        html! {
            section class="block" {
                h2 { (tr!(lang, "event.round", number = round.round)) }
                table {
                    thead {
                        tr {
                            th class="board" scope="col" { (word("board")) }
                            th class="words" scope="col" { (word("first_player")) }
                            th class="result" scope="col" { (word("result")) }
                            th class="words" scope="col" { (word("second_player")) }
                        }
                    }
                    tbody {
                        @for game in &round.games {
                            tr {
                                td class="board" { (game.board) }
                                td class="words" { bdi { (one_line(&game.first)) } (so_far(&game.first)) }
                                td class="result" { span class="line" {} " – " span class="line" {} }
                                td class="words" { bdi { (one_line(&game.second)) } (so_far(&game.second)) }
                            }
                        }
                    }
                }
                @if let Some(bye) = &round.bye {
                    p class="bye" { (self.bye_words(bye, lang)) }
                }
            }
        }
    }

    /// Who rests: in a league that is no win.
    fn bye_words(&self, name: &str, lang: Lang) -> String {
        let key = match self.format {
            Format::League { .. } => "event.rests",
            _ => "event.bye",
        };
        tr!(lang, key, name = one_line(name))
    }

    /// Everybody against everybody, to fill in.
    fn crosstable(&self, lang: Lang) -> Markup {
        let league = matches!(self.format, Format::League { .. });
        let shown = league && self.rounds.len() > 1 && self.players.len() <= MOST_CROSSED;
        html! {
            @if shown {
                section class="crossed block" {
                    h2 { (tr!(lang, "event.page.crosstable")) }
                    div class="wide" {
                        table {
                            thead {
                                tr {
                                    th class="figure" scope="col" { "#" }
                                    th class="words" scope="col" { (tr!(lang, "event.column.player")) }
                                    @for player in &self.players { th class="cell" scope="col" { (player.seed) } }
                                    th class="cell" scope="col" { (tr!(lang, "column.points")) }
                                    th class="cell" scope="col" { (tr!(lang, "event.column.rank")) }
                                }
                            }
                            tbody {
                                @for player in &self.players {
                                    tr {
                                        td class="figure" { (player.seed) }
                                        td class="words" { bdi { (one_line(&player.name)) } }
                                        @for other in &self.players {
                                            td class=(if other.seed == player.seed { "cell self" } else { "cell" }) {}
                                        }
                                        td class="cell" {}
                                        td class="cell" {}
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The score sheets of all encounters, from what they say round by round.
    pub fn sheets(&self, sheets: &[ScoreSheet], half_pages: bool) -> Vec<ScoreSheetDocument> {
        let paper = Paper { overview: true, half_pages };
        let of_round = |(sheet, round): (&ScoreSheet, &RoundDocument)| {
            ScoreSheetDocument::new(sheet, paper).of_round(round.round)
        };
        sheets.iter().zip(&self.rounds).map(of_round).collect()
    }
}
