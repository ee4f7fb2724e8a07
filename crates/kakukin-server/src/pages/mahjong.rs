//! The page about a hand of mahjong: what it can expect, what to discard, what a win is worth.

use crate::limits::{DEPTH, GAMES};
use kakukin_mahjong::{MAX_DRAWS, MAX_EXTRA, Origin, Rules};
use kakukin_query::OthersFields;
use kakukin_report::{Lang, translate};
use maud::{Markup, html};

/// Hands that show something, as the fragment that opens them.
const EXAMPLES: [(&str, &str); 7] = [
    ("author", "hand=234578m1689p357s1z"),
    ("value", "hand=34567m2246p34088s&dora=7s"),
    ("improve", "hand=456678m23357p556s&improve=1"),
    ("wait", "hand=234m456799p22678s&dora=9p&draws_left=10"),
    ("open", "hand=3457m2367p&meld=pon:777z&meld=chi:456s&dora=6p&draws_left=12"),
    ("three", "hand=19m1117899p13399s&dora=3p&players=3"),
    ("won", "hand=223344067789p55s&dora=4s&win=0p&riichi=riichi"),
];
/// Shares of others' discards that are like any unseen tile.
const DISCARDS: [&str; 8] = ["0", "10%", "20%", "30%", "40%", "50%", "70%", "100%"];
const MELDS: [&str; 5] = ["chi", "pon", "kan", "ankan", "kakan"];
const WINDS: [&str; 4] = ["E", "S", "W", "N"];
const RIICHI: [&str; 3] = ["none", "riichi", "double_riichi"];
/// Games that the page lets be dealt to put a way of playing to the test: a second or so.
const DEALT: u64 = 20_000;
const _: () = assert!(DEALT <= GAMES);

/// Words of the page.
#[derive(Clone, Copy)]
struct Words(Lang);

impl Words {
    fn of(self, key: &str) -> String {
        translate(self.0, &format!("web.mahjong.{key}"))
    }

    /// A choice among values; what is usual need not be said.
    fn select(self, id: &str, values: &[&str], usual: &str, words: &str) -> Markup {
        self.select_as([id, id], values, usual, words)
    }

    /// The same where the place of the answer has the name already.
    fn select_as(self, [id, name]: [&str; 2], values: &[&str], usual: &str, words: &str) -> Markup {
        html! {
            div.field {
                label for=(id) { (self.of(id)) }
                select id=(id) name=(name) {
                    @for &value in values {
                        @let usual = value == usual;
                        option value=(if usual { "" } else { value }) selected[usual] {
                            (self.of(&format!("{words}_{}", value.trim_end_matches('%').to_lowercase())))
                        }
                    }
                }
            }
        }
    }

    /// A number that may be left out.
    fn number(self, id: &str, most: u32, usual: &str) -> Markup {
        html! {
            div.field {
                label for=(id) { (self.of(id)) }
                input id=(id) name=(id) type="number" inputmode="numeric" min="0" max=(most)
                    placeholder=(usual);
            }
        }
    }

    /// Tiles as text, with the drawn ones below.
    fn tiles(self, id: &str, hint: &str) -> Markup {
        html! {
            div.field {
                label for=(id) { (self.of(id)) }
                input id=(id) name=(id) type="text" autocomplete="off" autocapitalize="off"
                    spellcheck="false" aria-describedby={ (id) "-hint" };
                div.laid id={ (id) "-tiles" } {}
                p.hint id={ (id) "-hint" } { (self.of(hint)) }
            }
        }
    }

    fn check(self, id: &str) -> Markup {
        html! {
            label.check { input id=(id) name=(id) type="checkbox" value="true"; (self.of(id)) }
        }
    }

    /// Round buttons of which one is pressed; the first unless another is.
    fn chips(self, name: &str, values: &[&str]) -> Markup {
        html! {
            div.chips {
                @for (k, value) in values.iter().enumerate() {
                    label {
                        input type="radio" name=(name) value=(value) checked[k == 0];
                        (self.of(&format!("{name}_{value}")))
                    }
                }
            }
        }
    }
}

pub(super) fn main(lang: Lang) -> Markup {
    let words = Words(lang);
    let word = |key: &str| words.of(key);
    html! {
        link rel="stylesheet" href="/assets/mahjong.css";
        h1 { (word("title")) }
        p.lead { (word("lead")) }
        div.hand-sides {
            form #question.panel novalidate autocomplete="off" { (question(words)) }
            div #answer { (answer(words)) }
        }
    }
}

/// What is asked.
fn question(words: Words) -> Markup {
    let word = |key: &str| words.of(key);
    html! {
        nav #examples aria-label=(word("examples")) {
            span.label { (word("examples")) }
            ul.examples {
                @for (name, fragment) in EXAMPLES {
                    li { a href={ "#" (fragment) } { (word(&format!("example_{name}"))) } }
                }
            }
        }
        (words.tiles("hand", "hand_hint"))
        div.field.beside {
            label for="draws_left" { (word("draws_left")) }
            input #draws_left name="draws_left" type="number" inputmode="numeric" min="0"
                max=(MAX_DRAWS) placeholder=(word("draws_left_usual")) aria-describedby="draws_left-hint";
            p #draws_left-hint .hint { (word("draws_left_hint")) }
        }
        fieldset {
            legend { (word("target")) }
            (words.chips("target", &["hand", "meld", "dora", "seen", "river"]))
            div #meld-kinds hidden { (words.chips("kind", &MELDS)) }
            div #picker role="group" aria-label=(word("picker")) aria-describedby="picker-hint" {}
            p #picker-hint .hint { (word("picker_hint")) }
        }
        section #now aria-live="polite" aria-label=(word("now")) {}
        fieldset {
            legend { (word("objective")) " " span data-help="objective" {} }
            (words.chips("objective", &["score", "win", "tenpai", "balance"]))
        }
        div.field {
            div.label { label for="improve" { (super::term(words.0, "improve")) } " " span data-help="improve" {} }
            select #improve name="improve" aria-describedby="improve-cost" {
                option value="" { (word("improve_none")) }
                @for n in 0..=MAX_EXTRA {
                    option value=(n) { (word(&format!("improve_{n}"))) }
                }
            }
            p #improve-cost .hint {}
        }
        div.row {
            button #compute .button.primary type="submit" { (word("compute")) }
            button #clear .button.quiet type="button" { (word("clear")) }
        }
        details #table .more {
            summary { (word("table")) }
            div.pair {
                (words.select("seat", &WINDS, "S", "wind"))
                (words.select("round", &WINDS, "E", "wind"))
            }
            (words.tiles("meld", "meld_hint"))
            (words.tiles("dora", "dora_hint"))
            (words.tiles("seen", "seen_hint"))
            div.pair {
                (words.number("honba", 100, "0"))
                (words.number("sticks", 100, "0"))
            }
            div.pair {
                (words.select("players", &["4", "3"], "4", "players"))
                (words.number("north", 4, "0"))
                (words.select("rules", &Rules::PRESETS, Rules::PRESETS[0], "rules"))
            }
        }
        details #others .more {
            summary { (word("others")) }
            div.pair {
                (words.select_as(["others_discards", "discards"], &DISCARDS, DISCARDS[0], "discards"))
                (words.number("wall", 70, ""))
                @if OthersFields::TABLES.len() > 1 {
                    (words.select_as(["others_table", "table"], &OthersFields::TABLES, Origin::ALONE, "table"))
                }
            }
            p.hint { (word("others_hint")) }
            (words.tiles("river", "river_hint"))
        }
        details #more .more {
            summary { (word("more")) }
            (words.check("no_riichi"))
            (words.check("refuse"))
            (words.check("no_haitei"))
            div.pair {
                (words.number("others_tenpai", 3, ""))
                (words.select("divisor", &["gone", "split", "wall", "constant"], "gone", "divisor"))
            }
            p.hint { (word("others_tenpai_hint")) " " span data-help="divisor" {} }
        }
    }
}

/// Where the answer goes.
fn answer(words: Words) -> Markup {
    let word = |key: &str| words.of(key);
    html! {
        div #progress .progress hidden {
            p #progress-words role="status" {}
            button #cancel .button type="button" { (translate(words.0, "web.common.cancel")) }
            progress #progress-bar max="1" aria-labelledby="progress-words" {}
        }
        div #refused role="alert" {}
        div #notice aria-live="polite" {}
        section #points hidden {
            h2 { (word("points")) }
            form #win novalidate { (win(words)) }
            div #points-answer aria-live="polite" {}
        }
        section #result hidden {
            h2 #result-title tabindex="-1" { (word("result")) }
            div #advice aria-live="polite" {}
            div #figures {}
            div #discards {}
            div #premises {}
            section #over-turns {
                h3 { (word("over_turns")) }
                (words.chips("figure", &["score", "win", "tenpai"]))
                div #chart {}
            }
            section #outcomes {}
            section #explain data-most-depth=(DEPTH) data-games=(DEALT) {}
            section #downloads {}
        }
        p #empty .note { (word("empty")) }
    }
}

/// How a complete hand was won.
fn win(words: Words) -> Markup {
    let luck = ["ippatsu", "last_tile", "after_kan", "robbing_kan", "first_turn"];
    html! {
        div.pair {
            div.field {
                label for="winning" { (words.of("winning")) }
                select #winning name="win" {}
            }
            (words.select("won", &["tsumo", "ron"], "tsumo", "won"))
            (words.select("riichi", &RIICHI, "none", "riichi"))
        }
        div.luck {
            @for name in luck {
                (words.check(name))
            }
        }
        (words.tiles("ura", "dora_hint"))
    }
}
