//! The page of events: who wins, which format to have, who meets whom next. What is asked in one of
//! these is hidden in the others (`data-in`).

use super::{explained, games, presets};
use crate::limits::TABLE_BYTES;
use kakukin_report::{Lang, translate};
use maud::{Markup, html};

/// What can be asked.
const MODES: [&str; 3] = ["study", "find", "pair"];
/// The formats to choose from, and whether their next round can be paired.
const FORMATS: [(&str, bool); 9] = [
    ("knockout", true),
    ("league", true),
    ("league*2", true),
    ("swiss", true),
    ("groups", false),
    ("double", false),
    ("ladder", false),
    ("challenge", false),
    ("typed", false),
];
/// The rules to choose from.
const RULES: [&str; 4] = ["single", "proposed", "epsilon", "typed"];
/// Who wins an undecided series where somebody must.
const UNDECIDED: [&str; 4] = ["lot", "second", "game", "armageddon"];

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.event.{key}"));
    html! {
        link rel="stylesheet" href="/assets/records.css";
        link rel="stylesheet" href="/assets/event.css";
        h1 { (word("title")) }
        p.lead { (word("lead")) }
        fieldset.no-print #modes {
            legend.sr-only { (word("modes")) }
            div.chips {
                @for mode in MODES {
                    label {
                        input type="radio" name="mode" value=(mode) checked[mode == MODES[0]];
                        (word(&format!("mode_{mode}")))
                    }
                }
            }
        }
        div.sides {
            (games::asked(lang))
            form.panel.no-print.open #ask autocomplete="off" novalidate {
                (players(&word))
                div #about {
                    (results(&word))
                    (format(&word))
                    (rule(&word, lang))
                    (rates(&word, lang))
                    (time(&word, lang))
                    (more(&word, lang))
                }
                (games::to_answer(lang))
            }
            div #answer {
                (games::status(lang, "web.event.nothing"))
                div #verdict aria-live="polite" aria-busy="false" {}
                div #main-answer {}
                div #chart {}
                div #details {}
                div #downloads.no-print {}
            }
        }
    }
}

/// A box for a table, and a place for its file.
fn table(word: &impl Fn(&str) -> String, name: &str, rows: u32) -> Markup {
    html! {
        div.field {
            label for=(name) { (word(name)) }
            textarea.table id=(name) rows=(rows) spellcheck="false" autocomplete="off"
                aria-describedby={ (name) "-hint" } placeholder=(word(&format!("{name}_placeholder"))) {}
            p.hint id={ (name) "-hint" } { (word(&format!("{name}_hint"))) }
            div.row {
                @if name == "players" {
                    button.small #example type="button" { (word("example")) }
                }
                label.button.quiet for={ (name) "-file" } { (word("choose")) }
                input.sr-only id={ (name) "-file" } type="file" data-most-bytes=(TABLE_BYTES)
                    aria-describedby={ (name) "-hint" };
            }
            div.chosen id={ (name) "-chosen" } aria-live="polite" {}
        }
    }
}

/// Who plays.
fn players(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        fieldset #who {
            legend { (word("who")) }
            div.chips data-in="study find" {
                @for who in ["own", "typical"] {
                    label {
                        input type="radio" name="who" value=(who) checked[who == "own"];
                        (word(&format!("who_{who}")))
                    }
                }
            }
            div #own { (table(word, "players", 8)) }
            div #typical hidden {
                div.pair {
                    (input(word, "field", "numeric", "16"))
                    (input(word, "spread", "numeric", "200"))
                }
                p.hint { (word("typical_hint")) }
            }
        }
    }
}

/// What has been played.
fn results(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        fieldset data-in="pair" { legend { (word("so_far")) } (table(word, "results", 5)) }
    }
}

fn input(word: &impl Fn(&str) -> String, id: &str, mode: &str, example: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (word(id)) }
            input id=(id) type="text" inputmode=(mode) placeholder=(example);
        }
    }
}

/// The same with something in it.
fn filled(word: &impl Fn(&str) -> String, id: &str, value: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (word(id)) }
            input id=(id) type="text" inputmode="decimal" value=(value);
        }
    }
}

/// What is played.
fn format(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        fieldset data-in="study pair" {
            legend.sr-only { (word("format")) }
            div.field {
                label for="format" { (word("format")) }
                select #format {
                    @for (name, paired) in FORMATS {
                        option value=(name) data-paired[paired] {
                            (word(&format!("format_{}", name.replace("*2", "_twice"))))
                        }
                    }
                }
                p.hint #format-hint {}
            }
            div.pair #numbers {
                div data-of="swiss" { (input(word, "rounds", "numeric", "5")) }
                div data-of="groups" { (input(word, "groups", "numeric", "4")) }
                div data-of="groups" { (input(word, "passed", "numeric", "2")) }
            }
            div data-of="challenge typed" data-in="study" { (input(word, "holder", "text", "")) }
            div.field data-of="typed" {
                label for="stages" { (word("stages")) }
                input #stages type="text" spellcheck="false" placeholder="groups:4 > 2 > knockout"
                    aria-describedby="stages-hint";
                p.hint #stages-hint { (word("stages_hint")) }
            }
        }
    }
}

/// How an encounter is played.
fn rule(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        fieldset {
            legend.sr-only { (translate(lang, "term.the_rule")) }
            div.field data-in="study pair" {
                label for="rule" { (word("rule")) }
                select #rule {
                    @for name in RULES { option value=(name) { (word(&format!("rule_{name}"))) } }
                }
                p.hint #rule-said role="status" {}
            }
            div data-rule="proposed" data-in="study pair" { (input(word, "limit", "numeric", "5")) }
            div.field data-rule="typed" data-in="study pair" {
                label for="own_rule" { (word("own_rule")) }
                textarea #own_rule.table rows="2" spellcheck="false"
                    placeholder="1/3/4 alternating swap" aria-describedby="own_rule-hint" {}
                p.hint #own_rule-hint { (word("own_rule_hint")) }
            }
        }
    }
}

/// p and f.
fn rates(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        fieldset {
            legend.sr-only { (word("rates")) }
            div.field {
                label for="preset" { (word("rates")) }
                select #preset {
                    option value="" { (word("rates_own")) }
                    (presets::options(lang))
                }
                p.hint #preset-source {}
            }
            div.pair {
                div.field {
                    label for="p" { (translate(lang, "web.common.win_rate")) " " span data-help="p" {} }
                    input #p type="text" inputmode="decimal" value="70%";
                }
                div.field {
                    label for="f" { (explained(lang, "f")) }
                    input #f type="text" inputmode="decimal" value="10%";
                }
            }
        }
    }
}

/// Hours, boards, minutes.
fn time(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        fieldset data-in="study find" {
            legend { (word("time")) }
            div.pair {
                div data-in="find" { (filled(word, "hours", "8")) }
                (filled(word, "minutes", "40"))
                (input(word, "break", "decimal", "0"))
                (input(word, "boards", "numeric", &word("boards_all")))
                div data-in="study" { (input(word, "start", "text", "9:30")) }
            }
            div.field data-in="find" {
                label for="max_luck" { (word("max_luck")) " " span data-help="side_luck" {} }
                input #max_luck type="text" inputmode="decimal" placeholder=(translate(lang, "web.event.any"));
            }
        }
    }
}

/// What is rarely changed.
fn more(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        details.more #more {
            summary { (word("more")) }
            div.field data-in="study pair" {
                label for="seeding" { (word("seeding")) }
                select #seeding {
                    option value="" { (word("seeding_rating")) }
                    option value="listed" { (word("seeding_listed")) }
                    option #by-lot value="lot" { (word("seeding_lot")) }
                }
            }
            div data-in="study" {
                label.check data-of="knockout groups typed" {
                    input #third_place type="checkbox";
                    (word("third_place"))
                }
                div.field {
                    label for="undecided" { (word("undecided")) }
                    select #undecided {
                        @for way in UNDECIDED {
                            option value=(if way == "lot" { "" } else { way }) {
                                (translate(lang, &format!("rule.undecided.{way}")))
                            }
                        }
                    }
                }
            }
            div data-in="study pair" {
                (input(word, "final", "text", "1/1/2 alternating"))
                div.pair {
                    (input(word, "title_of", "text", ""))
                    (input(word, "date", "text", ""))
                }
            }
            div data-in="pair" {
                div data-of="league league*2" { (input(word, "round_of", "numeric", "1")) }
                label.check {
                    input #half type="checkbox";
                    (word("half_pages"))
                }
            }
            div.pair data-in="study find" {
                (input(word, "simulate", "numeric", &word("automatic")))
                (input(word, "seed", "numeric", "1"))
            }
            div.chips data-in="study" {
                label { input #exact type="checkbox"; (word("exact_only")) }
            }
        }
    }
}
