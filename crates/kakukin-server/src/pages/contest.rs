//! The page of a match: records go in; who is stronger, how surely, and whether to stop comes out.

use super::games;
use kakukin_query::EstimateQuery;
use kakukin_report::{Lang, translate};
use maud::{Markup, html};

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.match.{key}"));
    html! {
        link rel="stylesheet" href="/assets/records.css";
        h1 { (word("title")) }
        p.lead { (word("lead")) }
        div.sides {
            (games::asked(lang))
            form.panel.no-print.open #ask autocomplete="off" {
                (games::input(lang))
                (players(lang))
                (test(lang))
                (groups(lang))
                (games::filters_without_player(lang, EstimateQuery::COUNTING))
                (games::to_answer(lang))
            }
            div #answer {
                (games::status(lang, "web.games.nothing"))
                div #verdict aria-live="polite" aria-busy="false" {}
                div #table {}
                div #duel {}
                div #test {}
                div #chart {}
                div #groups {}
                div #left-out {}
                div #downloads.no-print {}
            }
        }
    }
}

fn input(lang: Lang, id: &str, example: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (translate(lang, &format!("web.match.{id}"))) }
            input id=(id) type="text" autocomplete="off" placeholder=(example);
        }
    }
}

/// Whose match, and how its games belong together.
fn players(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.match.{key}"));
    html! {
        fieldset {
            legend { (word("players")) }
            div.pair {
                @for id in ["player", "against"] {
                    div.field {
                        label for=(id) { (word(id)) }
                        input id=(id) type="text" list="names" placeholder=(word("all"));
                    }
                }
            }
            datalist #names {}
            div.field {
                label for="pairs" { (word("pairing")) }
                select #pairs {
                    @for way in ["auto", "round", "opening", "consecutive", "none"] {
                        option value=(if way == "auto" { "" } else { way }) {
                            (word(&format!("pairs_{way}")))
                        }
                    }
                }
                p.hint { (word("pairs_hint")) }
            }
        }
    }
}

/// The two hypotheses and how often the test may err.
fn test(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.match.{key}"));
    html! {
        details.more #testing {
            summary { (word("testing")) }
            p.hint { (word("testing_hint")) }
            (input(lang, "sprt", "0, 5"))
            div.pair { (input(lang, "alpha", "5%")) (input(lang, "beta", "5%")) }
            div.pair {
                div.field {
                    label for="elo_model" { (word("elo_model")) }
                    select #elo_model {
                        option value="" { (word("logistic")) }
                        option value="normalized" { (word("normalized")) }
                    }
                }
                (input(lang, "confidence", "95%"))
            }
        }
    }
}

fn groups(lang: Lang) -> Markup {
    let kinds = |key: &str| translate(lang, &format!("web.rates.{key}"));
    html! {
        fieldset {
            legend { (kinds("by")) }
            div.chips {
                @for kind in ["event", "year", "opening"] {
                    label {
                        input type="checkbox" name="by" value=(kind);
                        (kinds(&format!("by_{kind}")))
                    }
                }
            }
        }
    }
}
