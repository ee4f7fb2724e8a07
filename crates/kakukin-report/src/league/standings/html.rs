//! Standings as a page.

use crate::{
    Lang, StandingsDocument,
    lang::own_or_shared,
    league::standings::{counts, gain, heading, plain, signed},
    page::{page, table},
    series::words::exact_percent,
};
use kakukin_league::Sides;
use maud::{Markup, html};

/// A crosstable of more players is set smaller, and of still more across the paper.
const MANY: usize = 12;
const MOST: usize = 20;

impl StandingsDocument {
    /// The page.
    pub fn html(&self, lang: Lang) -> String {
        let title = self.title.clone().unwrap_or_else(|| tr!(lang, "standings.title"));
        let body = html! {
            main {
                header {
                    h1 { (title) }
                    p class="lead" {
                        (tr!(lang, "standings.page.lead", p = exact_percent(&self.p), f = exact_percent(&self.f)))
                    }
                }
                @for alert in self.alerts(lang) {
                    p class="alert" role="alert" { (alert) }
                }
                (self.tiles(lang))
                (self.standings_section(lang))
                (self.crosstable_section(lang))
                (self.points_section(lang))
                (self.tie_breaks_section(lang))
            }
        };
        page(&title, "standings", lang, self, &body)
    }

    fn tiles(&self, lang: Lang) -> Markup {
        let second = self.games - self.first_wins - self.drawn;
        let decided = (self.first_wins + second) as f64;
        let share = match self.first_wins + second {
            0 => "-".to_string(),
            _ => format!("{:.1} %", 100.0 * self.first_wins as f64 / decided),
        };
        let first_share = match self.adjudged.any() {
            true => "first_share_adjudged",
            false => "first_share",
        };
        let tiles = [
            (self.players.len().to_string(), "players"),
            (self.games.to_string(), "games"),
            (share, first_share),
            (self.sum.to_string(), "sum"),
        ];
        html! {
            dl class="tiles" {
                @for (value, key) in &tiles {
                    div { dt { (own_or_shared(lang, ["standings.page", "column"], key)) } dd { (value) } }
                }
            }
        }
    }

    fn standings_section(&self, lang: Lang) -> Markup {
        let column = |key: &str| heading(key, lang);
        let names = if self.ties { &self.tie_breaks[..] } else { &[] };
        html! {
            section {
                h2 { (tr!(lang, "standings.page.standings")) }
                div class="wide" {
                    table class="list" {
                        caption { (tr!(lang, format!("standings.ranked_{}", self.rank_by.code()))) }
                        thead {
                            tr {
                                th class="figure" scope="col" { (column("rank")) }
                                th class="words" scope="col" { (column("name")) }
                                th class="figure" scope="col" { (column("points")) }
                                @if self.by_mean() { th class="figure" scope="col" { (column("mean")) } }
                                th class="figure" scope="col" { (column("sides")) }
                                th class="figure" scope="col" { (column("as_first")) }
                                th class="figure" scope="col" { (column("as_second")) }
                                th class="figure" scope="col" { (column("traditional")) }
                                th class="figure" scope="col" { (column("traditional_rank")) }
                                th class="figure" scope="col" { (column("gain")) }
                                @for name in names {
                                    th class="figure" scope="col" { (tr!(lang, format!("standings.short.{name}"))) }
                                }
                            }
                        }
                        tbody {
                            @for player in &self.players {
                                tr {
                                    td class="figure" { (player.rank) }
                                    th class="words" scope="row" { bdi { (player.name) } }
                                    td class="figure main" { (signed(player.points)) }
                                    @if self.by_mean() {
                                        td class="figure main" { (player.mean.map_or("-".into(), signed)) }
                                    }
                                    td class="figure" { (player.first.games()) "/" (player.second.games()) }
                                    td class="figure" { (counts(&player.first)) }
                                    td class="figure" { (counts(&player.second)) }
                                    td class="figure" { (plain(player.traditional.points)) }
                                    td class="figure" { (player.traditional.rank) }
                                    td class="figure" { (gain(player.places_gained, lang)) }
                                    @if self.ties {
                                        @for value in &player.tie_breaks {
                                            td class="figure" { (value.map_or(String::new(), plain)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                @for remark in self.notes(lang).iter().chain(&self.adjudged_line(lang)) {
                    p class="note" { (remark) }
                }
            }
        }
    }

    fn crosstable_section(&self, lang: Lang) -> Markup {
        let class = match self.players.len() {
            count if count <= MANY => "crosstable block",
            count if count <= MOST => "crosstable many block",
            _ => "crosstable most",
        };
        html! {
            section class=(class) {
                h2 { (tr!(lang, "standings.crosstable")) }
                @if self.crosstable.is_empty() {
                    p { (tr!(lang, "standings.page.no_crosstable", most = super::MAX_CROSSTABLE)) }
                } @else {
                    p class="note" { (tr!(lang, "standings.crosstable_note")) }
                    div class="wide" {
                        table {
                            caption { (tr!(lang, "standings.page.crosstable")) }
                            thead {
                                tr {
                                    th class="figure" scope="col" { "#" }
                                    th class="words" scope="col" { (tr!(lang, "column.name")) }
                                    @for (number, player) in (1..).zip(&self.players) {
                                        th class="cell" scope="col" title=(player.name) { (number) }
                                    }
                                }
                            }
                            tbody {
                                @for (row, player) in self.players.iter().enumerate() {
                                    tr {
                                        td class="figure" { (row + 1) }
                                        th class="words" scope="row" { bdi { (player.name) } }
                                        @for column in 0..self.players.len() {
                                            td class=(if row == column { "cell self" } else { "cell" }) {
                                                @if row != column { (self.cell(row, column, lang)) }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What the points are, for those who play for them.
    fn points_section(&self, lang: Lang) -> Markup {
        let header = ["column.result", "epsilon.first", "epsilon.second"].map(|key| tr!(lang, key));
        let row = |key: &str, sides: &Sides<f64>| {
            vec![tr!(lang, key), signed(sides.first), signed(sides.second)]
        };
        let points = &self.points;
        let rows = [
            row("epsilon.first_win", &points.first_win),
            row("epsilon.second_win", &points.second_win),
            row("epsilon.draw", &points.draw),
        ];
        html! {
            section class="block" {
                h2 { (tr!(lang, "standings.page.points")) }
                p { (self.why(lang)) }
                p class="note" { (self.rates_sentence(lang)) }
                div class="wide" { (table(&header, &rows, 1)) }
                p { (tr!(lang, format!("standings.page.draws_{}", self.draws.code()))) }
                p { (tr!(lang, "standings.page.zero")) }
                p { (tr!(lang, "standings.page.when")) }
            }
        }
    }

    fn tie_breaks_section(&self, lang: Lang) -> Markup {
        html! {
            section class="block" {
                h2 { (tr!(lang, "standings.page.tie_breaks")) }
                @if self.tie_breaks.is_empty() {
                    p { (tr!(lang, "standings.no_tie_breaks")) }
                } @else {
                    ol class="articles" {
                        @for name in &self.tie_breaks {
                            li { (tr!(lang, format!("standings.tie_break.{name}"))) }
                        }
                    }
                    p class="note" { (tr!(lang, "standings.page.still_equal")) }
                }
            }
        }
    }
}
