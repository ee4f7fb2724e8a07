//! What the pages about records have in common: where games come from, and which of them count.

use crate::limits::{UPLOAD_BYTES, UPLOADS};
use kakukin_records::Counting;
use kakukin_report::{Lang, translate};
use maud::{Markup, html};

/// Text to paste into, files to drop or choose.
pub(super) fn input(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.games.{key}"));
    html! {
        fieldset {
            legend { (word("legend")) }
            div.field {
                label for="results" { (word("paste")) }
                textarea #results data-field="files" rows="8" spellcheck="false" autocomplete="off"
                    aria-describedby="results-hint" placeholder=(word("placeholder")) {}
                p.hint #results-hint { (word("paste_hint")) }
                div.row {
                    button.small #example type="button" { (word("example")) }
                    button.small #clear type="button" { (word("clear")) }
                }
            }
            div.drop #drop data-most-files=(UPLOADS) data-most-bytes=(UPLOAD_BYTES) {
                p { (word("drop")) }
                div.row.middle {
                    label.button for="files" { (word("choose")) }
                    input.sr-only #files type="file" multiple;
                    label.button.quiet for="folder" { (word("folder")) }
                    input.sr-only #folder type="file" multiple webkitdirectory;
                }
            }
            p.hint { (word("formats")) }
            div #chosen aria-live="polite" {}
            p.hint { (word("stored_nowhere")) }
        }
    }
}

/// Which of the games count, if nothing else is said, and how files are read.
pub(super) fn filters(lang: Lang, usual: Counting) -> Markup {
    filters_with(lang, usual, true)
}

/// The same where the page itself asks for players.
pub(super) fn filters_without_player(lang: Lang, usual: Counting) -> Markup {
    filters_with(lang, usual, false)
}

fn filters_with(lang: Lang, usual: Counting, player: bool) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.games.{key}"));
    let text = |name: &str, example: &str| {
        html! {
            div.field {
                label for=(name) { (word(name)) }
                input id=(name) type="text" autocomplete="off" placeholder=(example);
            }
        }
    };
    let formats = ["csv", "csa", "kif", "pgn", "sgf", "trf"];
    html! {
        details.more #which {
            summary { (super::term(lang, "counting")) }
            fieldset {
                legend { (word("count")) " " span data-help="counting" {} }
                div.chips {
                    @for (kind, counts) in [
                        ("fouls", usual.fouls),
                        ("forfeits", usual.forfeits),
                        ("handicap", usual.handicap),
                    ] {
                        label {
                            input type="checkbox" name="count" value=(kind) checked[counts];
                            (word(kind))
                        }
                    }
                }
            }
            div.pair { (text("since", "2024-04-01")) (text("until", "2025-03")) }
            div.pair { (text("min_rating", "1500")) (text("max_rating", "2000")) }
            (text("max_difference", "100"))
            (text("event", ""))
            @if player { (text("player", "")) }
            div.chips {
                label {
                    input #keep_duplicates type="checkbox";
                    (word("keep_duplicates"))
                }
            }
            (text("columns", "first=Engine A,second=Engine B,result=Points"))
            div.pair {
                div.field {
                    label for="read" { (word("read")) }
                    select #read {
                        option value="" { (word("auto")) }
                        @for format in formats { option value=(format) { (format.to_uppercase()) } }
                    }
                }
                div.field {
                    label for="encoding" { (word("encoding")) }
                    select #encoding {
                        option value="" { (word("auto")) }
                        @for (value, name) in [
                            ("utf-8", "UTF-8"),
                            ("shift_jis", "Shift_JIS"),
                            ("euc-jp", "EUC-JP"),
                            ("gb18030", "GB 18030"),
                            ("windows-1252", "Windows-1252"),
                        ] { option value=(value) { (name) } }
                    }
                }
            }
        }
    }
}

/// A line that says what is asked, and opens the form where there is no room for it.
pub(super) fn asked(lang: Lang) -> Markup {
    html! {
        button #change.no-print type="button" aria-expanded="true" aria-controls="ask" hidden {
            span #asked {} " " span.how { (translate(lang, "web.common.change")) }
        }
    }
}

/// The way from the form to the answer, where there is no room for both.
pub(super) fn to_answer(lang: Lang) -> Markup {
    html! {
        button #to-answer.button.primary type="button" hidden {
            (translate(lang, "web.games.to_answer"))
        }
    }
}

/// Where progress and errors are shown, and what is said as long as nothing is asked.
pub(super) fn status(lang: Lang, nothing: &str) -> Markup {
    html! {
        div #progress.progress hidden {
            progress #bar aria-labelledby="progress-words" {}
            button.small #cancel type="button" { (translate(lang, "web.common.cancel")) }
            p.note #progress-words aria-live="polite" {}
        }
        div #refused role="alert" {}
        div #alerts role="alert" {}
        p.notice #nothing { (translate(lang, nothing)) }
    }
}
