//! The page of rates: records go in, p and f with their uncertainty come out.

use super::games;
use kakukin_query::EstimateQuery;
use kakukin_report::{FEW_GAMES, Lang, translate};
use kakukin_series::MAX_RECORD;
use maud::{Markup, html};

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.rates.{key}"));
    html! {
        link rel="stylesheet" href="/assets/records.css";
        h1 { (word("title")) }
        p.lead { (word("lead")) }
        div.sides {
            (games::asked(lang))
            form.panel.no-print.open #ask autocomplete="off" {
                (games::input(lang))
                (groups(lang))
                (figures(lang))
                (games::filters(lang, EstimateQuery::COUNTING))
                (games::to_answer(lang))
            }
            div #answer {
                (games::status(lang, "web.games.nothing"))
                div #advice aria-live="polite" aria-busy="false"
                    data-most-record=(MAX_RECORD) data-few-games=(FEW_GAMES) {}
                div #estimate {}
                div #groups {}
                div #chart {}
                div #adjusted {}
                div #left-out {}
                div #downloads.no-print {}
            }
        }
    }
}

fn groups(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.rates.{key}"));
    html! {
        fieldset {
            legend { (word("by")) }
            div.chips {
                @for kind in ["event", "year", "rating", "opening", "file", "folder"] {
                    label {
                        input type="checkbox" name="by" value=(kind);
                        (word(&format!("by_{kind}")))
                    }
                }
            }
            div.field #band-field hidden {
                label for="band" { (word("band")) }
                input #band type="text" inputmode="numeric" placeholder="200";
            }
        }
    }
}

fn figures(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.rates.{key}"));
    html! {
        details.more #figures {
            summary { (word("figures")) }
            div.pair {
                div.field {
                    label for="confidence" { (word("confidence")) " " span data-help="confidence" {} }
                    input #confidence type="text" inputmode="decimal" placeholder="95%";
                }
                div.field {
                    label for="min_games" { (word("min_games")) }
                    input #min_games type="text" inputmode="numeric" placeholder=(word("auto"));
                }
            }
            label.check {
                input #fit type="checkbox" checked;
                span { (word("fit")) " " span data-help="adjusted" {} }
            }
            div.field {
                label for="basis" { (word("basis")) }
                select #basis {
                    @for (value, key) in
                        [("", "basis_auto"), ("adjusted", "basis_adjusted"), ("raw", "basis_raw")]
                    { option value=(value) { (word(key)) } }
                }
            }
        }
    }
}
