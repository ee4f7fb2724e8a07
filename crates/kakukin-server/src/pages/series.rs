//! Fair series: a short question, the answer to it, and below all that stands behind the answer.

use super::{explained, presets, term};
use kakukin_report::{Lang, translate};
use kakukin_series::{MAX_FIND_LIMIT, MAX_SHEET_GAMES, Practice};
use maud::{Markup, html};

/// The turn orders to choose from, and whether they are tried unless something else is said.
const TURNS: [(&str, bool); 7] = [
    ("alternating", true),
    ("fixed", false),
    ("abba", false),
    ("thue-morse", false),
    ("loser-first", false),
    ("winner-first", false),
    ("best", false),
];
/// The draw policies to choose from. Unless one is chosen, those are tried that are usual.
const DRAWS: [&str; 5] = ["swap", "replay", "pass", "keep", "second"];
/// Who wins when nobody has won at the limit.
const UNDECIDED: [&str; 5] = ["none", "lot", "second", "game", "armageddon"];
/// Conditions that rules must meet, with an example each.
const CONDITIONS: [(&str, &str); 6] = [
    ("min_games", "3"),
    ("max_games", "4.5"),
    ("at_least", "3"),
    ("max_points", "10"),
    ("max_bias", "3%"),
    ("max_none", "1%"),
];

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.series.{key}"));
    html! {
        h1 { (word("heading")) }
        p.lead { (word("lead")) }
        div.question.no-print {
            button #change type="button" aria-expanded="false" aria-controls="ask" {
                span #asked {} " " span.how { (translate(lang, "web.common.change")) }
            }
            form #ask.panel autocomplete="off" novalidate {
                (asked(&word, lang))
                details #more.more {
                    summary { (word("more")) }
                    (more(&word, lang))
                }
            }
        }
        div #refused role="alert" {}
        div #progress.progress hidden {
            progress #progress-bar aria-labelledby="progress-words" {}
            button #cancel.button type="button" { (translate(lang, "web.common.cancel")) }
            p #progress-words.note {}
        }
        p #nothing.notice hidden { (word("nothing")) }
        (rule(&word))
        (all_rules(&word, lang))
        (behind(&word, lang))
        (papers(&word, lang))
    }
}

/// What everybody is asked.
fn asked(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        div.asks {
            div.field {
                label for="game" { (word("game")) }
                select #game {
                    option value="" { (word("game_none")) }
                    @for game in Practice::ALL { (presets::of_game(game, lang)) }
                }
            }
            fieldset #by-rates {
                legend.sr-only { (word("rates")) }
                div.field {
                    label for="p" { (word("p")) }
                    div.about {
                        input #p name="p" type="text" value="70%" inputmode="text" aria-describedby="p-hint";
                        span aria-hidden="true" { "±" }
                        input #band name="band" type="text" inputmode="text" value="5%" aria-label=(word("band")) aria-describedby="p-hint";
                    }
                    input #p-range type="range" min="50" max="95" step="1" aria-label=(word("p_range"));
                }
                // Stands here in their place where a record does.
                div #recorded.field hidden {
                    span.label { (word("recorded")) }
                    p #recorded-games {}
                    p #recorded-rates.hint role="status" {}
                    button #record-clear.small type="button" { (word("record_clear")) }
                }
                div.field {
                    label for="f" { (word("f")) }
                    input #f name="f" type="text" value="10%" inputmode="text";
                    input #f-range type="range" min="0" max="70" step="1" aria-label=(word("f_range"));
                }
            }
            div.field {
                label for="limit" { (word("limit")) }
                input #limit name="limit" type="text" value="7" inputmode="numeric";
                input #limit-range type="range" min="1" max="20" step="1" aria-label=(word("limit_range"));
            }
        }
        p #p-hint.hint { (word("p_hint")) }
        p #source.hint {}
    }
}

/// What else may be asked.
fn more(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let (order, policy) =
        (|name: &str| super::turns(lang, name), |name: &str| super::draws(lang, name));
    html! {
        div.mores {
            fieldset #turns {
                legend { (word("turns")) }
                @for (name, usual) in TURNS {
                    label.check { input type="checkbox" name="turns" value=(name) checked[usual]; (order(name)) }
                }
            }
            fieldset #draws {
                legend { (term(lang, "draws")) }
                @for name in DRAWS {
                    label.check { input type="checkbox" name="draws" value=(name); (policy(name)) }
                }
                label.check {
                    input #draws-points type="checkbox" name="draws" value="points";
                    (policy("points"))
                }
                input #draw-points type="text" value="0.5/0.5" aria-label=(word("draw_points")) disabled;
                p.hint { (word("draws_hint")) }
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
            fieldset {
                legend { (word("decide")) }
                div.field {
                    label for="undecided" { (word("undecided")) }
                    (undecided("undecided", Some("usual"), lang))
                }
                div.field {
                    label for="by" { (word("by")) }
                    select #by name="by" {
                        @for name in ["", "bias", "worst", "pareto"] {
                            @let key = if name.is_empty() { "usual" } else { name };
                            option value=(name) { (word(&format!("by_{key}"))) }
                        }
                    }
                }
                div.field {
                    label for="top" { (word("top")) }
                    input #top name="top" type="text" inputmode="numeric" value="10";
                }
            }
            fieldset {
                legend { (word("known")) }
                div.field {
                    label for="preset" { (word("preset")) }
                    select #preset {
                        option value="" { (word("preset_none")) }
                        (presets::options(lang))
                    }
                }
                details #by-record {
                    summary { (word("record")) }
                    p.hint { (word("record_hint")) }
                    div.pair {
                        @for name in ["wins", "drawn", "losses"] {
                            div.field {
                                label for=(name) { (word(name)) }
                                input id=(name) name=(name) type="text" inputmode="numeric";
                            }
                        }
                    }
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

/// Who wins when nobody has won at the limit, with what is meant by nothing being chosen.
fn undecided(id: &str, usual: Option<&str>, lang: Lang) -> Markup {
    html! {
        select id=(id) {
            @if let Some(usual) = usual {
                option value="" { (translate(lang, &format!("web.series.undecided_{usual}"))) }
            }
            @for name in UNDECIDED {
                option value=(name) { (translate(lang, &format!("rule.undecided.{name}"))) }
            }
        }
    }
}

/// The answer: one rule, how fair it is and how long it takes; then others to choose from.
fn rule(word: &impl Fn(&str) -> String) -> Markup {
    html! {
        section #rule.card aria-labelledby="rule-heading" hidden
            data-most-workbook=(MAX_FIND_LIMIT) data-most-score-sheet=(MAX_SHEET_GAMES)
        {
            div.announced {
                h2 #rule-heading tabindex="-1" {}
                dl #rule-points.points {}
                ul #sentences aria-label=(word("sentence")) {}
                div #remarks {}
                p #rule-refused role="alert" {}
            }
            div.judged {
                figure #fairness {}
                figure #length {}
            }
            div.actions.no-print {
                button #rule-sheet.button type="button" { (word("rule_sheet")) }
                button #score-sheet.button type="button" { (word("score_sheet")) }
                a #run.button.primary href="live" { (word("run")) }
                p #no-score-sheet.note hidden {}
            }
        }
        section #choices aria-labelledby="picks-heading" hidden {
            h2 #picks-heading { (word("picks")) }
            ul #picks {}
            p #aside.note {}
            p #cost.note hidden {}
        }
        section #pictures.columns hidden {
            div { h2 { (word("picture_bias")) } div #chart-bias {} }
            div { h2 { (word("picture_scores")) } div #chart-scores {} }
        }
    }
}

/// The long table, and why it can be believed.
fn all_rules(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    html! {
        section #table aria-labelledby="best" hidden {
            h2 #best { (word("best")) }
            p #proof.proof aria-live="polite" {}
            div #rules {}
            p.note { (word("rules_note")) }
            ul #found-downloads.downloads.no-print aria-label=(word("found_downloads")) {}
            details #lengths.more {
                summary { (term(lang, "frontier")) }
                p.note { (translate(lang, "web.help.frontier")) }
                div #frontier {}
            }
        }
    }
}

/// Everything else about the rule of the answer, and a rule of one's own.
fn behind(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let part = |id: &str, title: &str, body: Markup| {
        html! { details.more id=(id) { summary { (title) } (body) } }
    };
    html! {
        section #behind aria-labelledby="behind-heading" hidden {
            h2 #behind-heading { (word("behind")) }
            (part("all-figures", &word("figures"), html! {
                dl #tiles.tiles {}
                div #endings {}
                div #exactly {}
                div #more-figures {}
                h3 { (word("compared")) }
                div #compared {}
            }))
            (part("all-charts", &term(lang, "charts"), html! {
                div.columns { div #chart-games {} div #chart-stronger {} }
            }))
            (part("all-courses", &word("tree"), html! {
                p.note { (translate(lang, "web.help.tree")) }
                div #tree {}
            }))
            (part("all-files", &word("take"), html! { ul #downloads.downloads {} }))
        }
        details #own.more.no-print {
            summary { (word("own")) }
            (own(word, lang))
        }
    }
}

/// A rule that the user knows already.
fn own(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let (order, policy) =
        (|name: &str| super::turns(lang, name), |name: &str| super::draws(lang, name));
    html! {
        form #own-form.panel autocomplete="off" novalidate {
            div.pair.wide {
                div.field {
                    label for="own-points" { (translate(lang, "web.common.points")) }
                    input #own-points type="text" placeholder="1/2/3" aria-describedby="own-hint";
                    p #own-hint.hint { (translate(lang, "web.help.points")) }
                }
                div.field {
                    label for="own-turns" { (term(lang, "turns")) }
                    select #own-turns {
                        @for (name, _) in TURNS.iter().filter(|(name, _)| *name != "best") {
                            option value=(name) { (order(name)) }
                        }
                    }
                }
                div.field {
                    label for="own-draws" { (term(lang, "draws")) }
                    select #own-draws {
                        @for name in DRAWS { option value=(name) selected[name == "pass"] { (policy(name)) } }
                    }
                }
                div.field {
                    label for="own-limit" { (term(lang, "limit")) }
                    input #own-limit type="text" inputmode="numeric" placeholder=(translate(lang, "web.common.limit_usual"));
                }
                div.field {
                    label for="own-undecided" { (word("undecided")) }
                    (undecided("own-undecided", None, lang))
                }
            }
            label.check { input #own-clinch type="checkbox"; (translate(lang, "web.common.clinch")) }
            button.button type="submit" { (word("own_open")) }
        }
    }
}

/// Sheets to print: what stands on them, and in which form they come.
fn papers(word: &impl Fn(&str) -> String, lang: Lang) -> Markup {
    let text = |id: &str| {
        html! {
            div.field {
                label for=(id) { (word(&format!("paper_{id}"))) }
                input id=(id) type="text" maxlength="200";
            }
        }
    };
    html! {
        dialog #papers aria-labelledby="papers-heading" {
            form #papers-form autocomplete="off" novalidate {
                h2 #papers-heading {}
                p.hint { (word("paper_hint")) }
                (text("title"))
                div.pair { (text("a")) (text("b")) }
                div #for-score-sheets {
                    div.pair { (text("date")) (text("board")) }
                    div.field {
                        span.label { (word("paper_round")) }
                        div.row {
                            label.button for="round" { (word("paper_choose")) }
                            input.sr-only #round type="file" accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain" aria-describedby="round-hint";
                            span #round-name role="status" {}
                            button #round-clear.small type="button" hidden { (word("paper_remove")) }
                        }
                        p #round-hint.hint { (word("paper_round_hint")) }
                    }
                }
                div #papers-refused role="alert" {}
                p #papers-said.note role="status" {}
                div.row {
                    button #as-pdf.button.primary type="button" { (word("as_pdf")) }
                    button #as-html.button type="button" { (word("as_html")) }
                    button #papers-close.button.quiet type="button" { (translate(lang, "web.common.close")) }
                }
                p #no-pdf.note hidden { (word("no_pdf")) }
            }
        }
    }
}
