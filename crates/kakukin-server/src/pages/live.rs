//! A series in play: rule and names first, then results one by one.

use super::{explained, presets, term};
use kakukin_report::{Lang, translate};
use kakukin_series::Practice;
use maud::{Markup, html};

const TURNS: [&str; 6] =
    ["alternating", "fixed", "abba", "thue-morse", "loser-first", "winner-first"];
const DRAWS: [&str; 5] = ["pass", "keep", "replay", "swap", "second"];
const UNDECIDED: [&str; 5] = ["none", "lot", "second", "game", "armageddon"];

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.live.{key}"));
    html! {
        link rel="stylesheet" href="/assets/live.css";
        h1 #heading { (word("heading")) }
        p #lead.lead { (word("lead")) }
        div #refused role="alert" {}
        // Before the first series it stands here, later below the scoreboard.
        div #before {
            details #setup.more.no-print open {
                summary { (word("setup")) }
                (setup(&word, lang))
            }
        }
        div #series hidden {
            (board(&word))
            div #after {}
            section aria-labelledby="needs-heading" {
                h2 #needs-heading { (word("needs")) " " span data-help="needs" {} }
                ul #needs {}
            }
            section aria-labelledby="chances-heading" {
                h2 #chances-heading { (explained(lang, "chances")) }
                div #next {}
                div #chart {}
            }
            section aria-labelledby="history-heading" {
                h2 #history-heading { (word("history")) }
                div #history {}
                p #seal.note {}
            }
            section aria-labelledby="rule-heading" {
                h2 #rule-heading { (term(lang, "the_rule")) }
                p #sentences {}
                p #rates.note {}
            }
            section.no-print aria-labelledby="keep-heading" {
                h2 #keep-heading { (word("keep")) }
                p.note { (word("keep_note")) }
                div.row {
                    button #save.button type="button" { (word("save")) }
                    button #print.button type="button" { (translate(lang, "web.common.print")) }
                    button #copy.button type="button" data-copy { (translate(lang, "web.common.copy_link")) }
                    span #copied.note role="status" {}
                }
                p #too-long.note hidden { (word("too_long")) }
            }
        }
        section.no-print aria-labelledby="open-heading" {
            h2 #open-heading { (word("open")) }
            div #drop.drop {
                p.label { (word("open_label")) }
                div.row.middle {
                    label.button for="file" { (word("choose")) }
                    input.sr-only #file type="file" accept=".json,application/json"
                        aria-label=(word("open_label"));
                }
                p.hint { (word("open_note")) }
            }
        }
        p.note.no-print { (word("stored")) }
        (projector(&word))
    }
}

/// What an arbiter looks at and presses. The places of the buttons never change.
fn board(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        section #board aria-labelledby="now" {
            h2 #now.sr-only { (word("now")) }
            div #score.score {}
            div #bar.chance-bar {}
            p #ended.ending role="status" {}
            p #coming.sentence role="status" {}
            div #buttons.places.no-print {
                button #result-a.button.win-a type="button" {}
                button #result-draw.button type="button" {}
                button #result-b.button.win-b type="button" {}
            }
            div.row.no-print {
                button #undo.button type="button" { (word("undo")) }
                button #project.button type="button" { (word("project")) }
                span #said.note role="status" {}
            }
            details #remark.no-print {
                summary { (word("remark")) }
                div.pair {
                    div.field { label for="by" { (word("by")) } input #by type="text" maxlength="200"; }
                    div.field { label for="comment" { (word("comment")) } input #comment type="text" maxlength="200"; }
                }
            }
        }
    }
}

/// The scoreboard for the whole hall, over everything else.
fn projector(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        dialog #projector.projector aria-labelledby="projector-title" {
            div.head {
                h2 #projector-title {}
                div.tools {
                    button #window.button type="button" { (word("window")) }
                    button #leave.button type="button" { (word("leave")) }
                }
            }
            div #projector-score.score {}
            p #projector-coming.coming role="status" {}
            div #projector-bar.chance-bar {}
        }
    }
}

fn setup(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let (order, policy) =
        (|name: &str| super::turns(lang, name), |name: &str| super::draws(lang, name));
    html! {
        form #start.panel autocomplete="off" novalidate {
            div.pair.wide {
                div.field {
                    label for="title" { (term(lang, "event")) }
                    input #title type="text" maxlength="200";
                }
                div.field {
                    label for="a" { (word("a")) }
                    input #a type="text" maxlength="200";
                }
                div.field {
                    label for="b" { (word("b")) }
                    input #b type="text" maxlength="200";
                }
                div.field {
                    label for="game" { (word("game")) }
                    select #game {
                        option value="" { (word("game_none")) }
                        @for game in Practice::ALL { (presets::of_game(game, lang)) }
                    }
                }
            }
            div.pair.wide {
                div.field {
                    label for="points" { (word("points")) " " span data-help="points" {} }
                    input #points type="text" placeholder=(word("points_usual"));
                }
                div.field {
                    label for="p" { (translate(lang, "web.common.win_rate")) " " span data-help="p" {} }
                    input #p type="text" value="70%";
                }
                div.field {
                    label for="f" { (explained(lang, "f")) }
                    input #f type="text" value="10%";
                }
                div.field {
                    label for="limit" { (term(lang, "limit")) }
                    input #limit type="text" inputmode="numeric" placeholder=(translate(lang, "web.common.limit_usual"));
                }
                div.field {
                    label for="turns" { (explained(lang, "turns")) }
                    select #turns {
                        option value="" { (word("usual")) }
                        @for name in TURNS { option value=(name) { (order(name)) } }
                    }
                }
                div.field {
                    label for="draws" { (explained(lang, "draws")) }
                    select #draws {
                        option value="" { (word("usual")) }
                        @for name in DRAWS { option value=(name) { (policy(name)) } }
                    }
                }
                div.field {
                    label for="undecided" { (word("undecided")) }
                    select #undecided {
                        option value="" { (word("usual")) }
                        @for name in UNDECIDED {
                            option value=(name) { (word(&format!("undecided_{name}"))) }
                        }
                    }
                }
            }
            details #unequal {
                summary { (word("unequal")) }
                p.hint { (word("unequal_hint")) }
                div.pair {
                    @for (id, key, example) in [
                        ("elo", "elo", "100"),
                        ("log_odds", "log_odds", "100"),
                        ("a_first", "a_first", "60%,10%,30%"),
                        ("b_first", "b_first", "50%,10%,40%"),
                    ] {
                        div.field {
                            label for=(id) { (word(key)) }
                            input id=(id) type="text" placeholder=(example);
                        }
                    }
                }
            }
            label.check { input #clinch type="checkbox"; (translate(lang, "web.common.clinch")) }
            p #fixed.hint { (word("a_is_first")) }
            button #begin.button.primary type="submit" { (word("begin")) }
        }
    }
}
