//! Fair series: rates and conditions on one side, the best rules on the other, and a part for the
//! rule that is chosen.

use super::{explained, presets, term};
use kakukin_report::{Lang, translate};
use kakukin_series::MAX_FIND_LIMIT;
use kakukin_series::MAX_SHEET_GAMES;
use maud::{Markup, html};

/// The turn orders to choose from, and whether they are tried unless something else is said.
const TURNS: [(&str, bool); 7] = [
    ("fixed", true),
    ("alternating", true),
    ("abba", false),
    ("thue-morse", false),
    ("loser-first", false),
    ("winner-first", false),
    ("best", false),
];
/// The draw policies to choose from.
const DRAWS: [(&str, bool); 5] =
    [("pass", true), ("keep", false), ("replay", false), ("swap", false), ("second", false)];
/// Conditions that rules must meet, with an example each.
const CONDITIONS: [(&str, &str); 4] =
    [("max_none", "1%"), ("max_games", "4.5"), ("max_bias", "3%"), ("max_points", "10")];

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.series.{key}"));
    html! {
        h1 { (word("heading")) }
        p.lead { (word("lead")) }
        div.sides {
            form #ask.panel.no-print autocomplete="off" novalidate {
                h2 { (word("games")) }
                (rates(&word, lang))
                h2 { (word("wanted")) }
                (wanted(&word, lang))
            }
            div.answer {
                section aria-labelledby="best" {
                    h2 #best tabindex="-1" { (word("best")) }
                    div #refused role="alert" {}
                    div #progress.progress hidden {
                        progress #progress-bar aria-labelledby="progress-words" {}
                        button #cancel.button type="button" {
                            (translate(lang, "web.common.cancel"))
                        }
                        p #progress-words.note {}
                    }
                    p #proof aria-live="polite" {}
                    p #cost.note hidden {}
                    div #rules {}
                    p.note { (word("rules_note")) }
                    h3 { (explained(lang, "frontier")) }
                    div #frontier {}
                    ul #found-downloads.downloads.no-print aria-label=(word("found_downloads")) {}
                }
                section #rule aria-labelledby="rule-heading" hidden
                    data-most-workbook=(MAX_FIND_LIMIT) data-most-score-sheet=(MAX_SHEET_GAMES)
                {
                    h2 #rule-heading tabindex="-1" {}
                    div #rule-refused role="alert" {}
                    div #rule-body {}
                }
                details #own.more.no-print {
                    summary { (word("own")) }
                    (own(&word, lang))
                }
            }
        }
    }
}

/// What is known of the games.
fn rates(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        div.field {
            label for="preset" { (word("preset")) }
            select #preset {
                option value="" { (word("preset_none")) }
                (presets::options(lang))
            }
            p #preset-source.hint {}
        }
        fieldset #by-rates {
            legend.sr-only { (word("rates")) }
            div.field {
                label for="p" { (explained(lang, "p")) }
                div.slid {
                    input #p-range type="range" min="50" max="95" step="1" aria-label=(word("p_range"));
                    input #p name="p" type="text" value="70%" inputmode="text" aria-describedby="p-hint";
                }
                p #p-hint.hint { (word("p_hint")) }
            }
            div.field {
                label for="f" { (explained(lang, "f")) }
                div.slid {
                    input #f-range type="range" min="0" max="70" step="1" aria-label=(word("f_range"));
                    input #f name="f" type="text" value="10%" inputmode="text";
                }
            }
        }
        details #by-record {
            summary { (word("record")) }
            fieldset {
                legend.sr-only { (word("record")) }
                p.hint { (word("record_hint")) " " span data-help="record" {} }
                div.pair {
                    @for name in ["wins", "drawn", "losses"] {
                        div.field {
                            label for=(name) { (word(name)) }
                            input id=(name) name=(name) type="text" inputmode="numeric";
                        }
                    }
                }
                button #record-clear.small type="button" { (word("record_clear")) }
            }
        }
    }
}

/// Which rules are wanted.
fn wanted(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let (order, policy) =
        (|name: &str| super::turns(lang, name), |name: &str| super::draws(lang, name));
    html! {
        div.field {
            label for="limit" { (explained(lang, "limit")) }
            div.slid {
                input #limit-range type="range" min="1" max="20" step="1" aria-label=(word("limit_range"));
                input #limit name="limit" type="text" value="7" inputmode="numeric";
            }
        }
        fieldset #turns {
            legend { (word("turns")) " " span data-help="turns" {} }
            div.chips {
                @for (name, usual) in TURNS {
                    label { input type="checkbox" name="turns" value=(name) checked[usual]; (order(name)) }
                }
            }
        }
        details #more.more {
            summary { (word("more")) }
            fieldset #draws {
                legend { (explained(lang, "draws")) }
                @for (name, usual) in DRAWS {
                    label.check { input type="checkbox" name="draws" value=(name) checked[usual]; (policy(name)) }
                }
                label.check {
                    input #draws-points type="checkbox" name="draws" value="points";
                    (policy("points"))
                }
                input #draw-points type="text" value="0.5/0.5" aria-label=(word("draw_points")) disabled;
            }
            fieldset {
                legend { (word("conditions")) }
                div.pair {
                    @for (name, example) in CONDITIONS {
                        div.field {
                            label for=(name) { (explained(lang, name)) }
                            input id=(name) name=(name) type="text" placeholder=(example);
                        }
                    }
                }
                label.check { input #free_limit type="checkbox" name="free_limit"; (word("free_limit")) }
                label.check { input #any_points type="checkbox" name="any_points"; (word("any_points")) }
            }
            div.pair {
                div.field {
                    label for="by" { (word("by")) }
                    select #by name="by" {
                        @for name in ["bias", "worst", "pareto"] {
                            option value=(name) { (word(&format!("by_{name}"))) }
                        }
                    }
                }
                div.field {
                    label for="top" { (word("top")) }
                    input #top name="top" type="text" inputmode="numeric" value="10";
                }
            }
        }
        div.row {
            button #anew.small type="button" { (word("reset")) }
            button #copy.small type="button" data-copy { (word("copy")) }
            span #copied.note role="status" {}
        }
    }
}

/// A rule that the user knows already.
fn own(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let (order, policy) =
        (|name: &str| super::turns(lang, name), |name: &str| super::draws(lang, name));
    html! {
        form #own-form.panel autocomplete="off" novalidate {
            div.pair {
                div.field {
                    label for="own-points" { (translate(lang, "web.common.points")) " " span data-help="points" {} }
                    input #own-points type="text" placeholder="1/2/3";
                }
                div.field {
                    label for="own-turns" { (word("turns")) }
                    select #own-turns {
                        @for (name, _) in TURNS.iter().filter(|(name, _)| *name != "best") {
                            option value=(name) selected[*name == "alternating"] { (order(name)) }
                        }
                    }
                }
                div.field {
                    label for="own-draws" { (term(lang, "draws")) }
                    select #own-draws {
                        @for (name, _) in DRAWS { option value=(name) { (policy(name)) } }
                    }
                }
                div.field {
                    label for="own-limit" { (term(lang, "limit")) }
                    input #own-limit type="text" inputmode="numeric" placeholder=(translate(lang, "web.common.limit_usual"));
                }
            }
            label.check { input #own-clinch type="checkbox"; (translate(lang, "web.common.clinch")) }
            button.button type="submit" { (word("own_open")) }
        }
    }
}
