//! The page of epsilon points: games go in, standings beside the traditional ones come out.

use super::{explained, games, presets};
use kakukin_league::TieBreak;
use kakukin_query::StandingsQuery;
use kakukin_report::{Lang, MAX_CROSSTABLE, MOST_SINGLE, translate};
use maud::{Markup, html};

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.epsilon.{key}"));
    html! {
        link rel="stylesheet" href="/assets/records.css";
        h1 { (word("title")) }
        p.lead { (word("lead")) " " span data-help="epsilon" {} }
        div.sides {
            (games::asked(lang))
            form.panel.no-print.open #ask autocomplete="off" {
                (games::input(lang))
                (rates(lang))
                (scoring(lang))
                (games::filters(lang, StandingsQuery::COUNTING))
                (games::to_answer(lang))
            }
            div #answer {
                (games::status(lang, "web.games.nothing"))
                div #standings aria-live="polite" aria-busy="false" {}
                div #crosstable data-most=(MAX_CROSSTABLE) data-most-single=(MOST_SINGLE) {}
                div #points {}
                div #left-out {}
                div #downloads.no-print {}
            }
        }
    }
}

/// p and f: known, of a data set, or from these games.
fn rates(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.epsilon.{key}"));
    html! {
        fieldset #rates {
            legend { (word("rates")) }
            div.chips {
                @for way in ["given", "preset", "estimate"] {
                    label {
                        input type="radio" name="rates" value=(way) checked[way == "given"];
                        (word(&format!("rates_{way}")))
                    }
                }
            }
            p.hint #rates-hint {}
            div.field #preset-field hidden {
                label for="preset" { (word("preset")) }
                select #preset { (presets::options(lang)) }
                p.hint #preset-source {}
            }
            div.pair {
                div.field #p-field {
                    label for="p" { (translate(lang, "web.common.win_rate")) " " span data-help="p" {} }
                    input #p type="text" inputmode="decimal" value="70%";
                }
                div.field #f-field {
                    label for="f" { (explained(lang, "f")) }
                    input #f type="text" inputmode="decimal" placeholder="0%";
                }
            }
        }
    }
}

/// How games are scored and players ranked.
fn scoring(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.epsilon.{key}"));
    let choice = |id: &str, values: &[(&str, &str)], label: Markup| {
        html! {
            div.field {
                label for=(id) { (label) }
                select id=(id) {
                    @for (value, key) in values { option value=(value) { (word(key)) } }
                }
            }
        }
    };
    let names = |list: &[TieBreak]| list.iter().map(|own| own.code()).collect::<Vec<_>>().join(",");
    let draws = html! { (word("draws")) " " span data-help="draw_points" {} };
    html! {
        details.more #scoring {
            summary { (word("scoring")) }
            (choice("draws", &[("", "draws_expectation"), ("zero", "draws_zero")], draws))
            (choice("scale", &[("", "scale_1"), ("2", "scale_2")], explained(lang, "scale")))
            (choice("rank_by", &[("", "rank_total"), ("mean", "rank_mean")], explained(lang, "rank_by")))
            fieldset {
                legend { (word("tie_breaks")) " " span data-help="tie_breaks" {} }
                ol #tie-breaks.ordered
                    data-all=(names(&TieBreak::ALL)) data-usual=(names(&TieBreak::USUAL)) {}
                p.sr-only #moved aria-live="polite" {}
            }
            div.field {
                label for="title" { (word("page_title")) }
                input #title type="text" autocomplete="off";
            }
        }
    }
}
