//! Where one starts: what can be done here, each in a sentence as its users would say it.

use kakukin_report::{Lang, translate};
use maud::{Markup, html};

/// A page that is entered from here, and its picture.
struct Door {
    page: &'static str,
    picture: fn() -> Markup,
}

/// The first is what most come for.
const DOORS: [Door; 7] = [
    Door { page: "series", picture: balance },
    Door { page: "live", picture: scoreboard },
    Door { page: "event", picture: bracket },
    Door { page: "epsilon", picture: standings },
    Door { page: "rates", picture: rates },
    Door { page: "match", picture: course },
    Door { page: "mahjong", picture: tiles },
];

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.home.{key}"));
    html! {
        div.welcome {
            div {
                h1 { (word("heading")) }
                p.lead { (word("lead")) }
            }
            figure.before-after {
                (share("before", 70, &word))
                (share("after", 50, &word))
            }
        }
        ul.doors {
            @for (at, Door { page, picture }) in DOORS.iter().enumerate() {
                li.main[at == 0] {
                    a.door href={ "/" (lang.tag()) "/" (page) } {
                        span.picture aria-hidden="true" { (picture()) }
                        span.words {
                            strong { (word(page)) }
                            span { (word(&format!("{page}_how"))) }
                        }
                    }
                }
            }
        }
        p.note.developers { a href={ "/" (lang.tag()) "/api" } { (word("api")) } }
    }
}

/// How two equal players share the wins, A first.
fn share(name: &str, a: u32, word: &impl Fn(&str) -> String) -> Markup {
    html! {
        div class=(name) {
            p { (word(name)) }
            svg.share viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect.of-a width=(a) height="8" {}
                rect.of-b x=(a) width=(100 - a) height="8" {}
            }
            p.ends {
                span { (word(&format!("{name}_a"))) " " (a) "\u{a0}%" }
                span { (word(&format!("{name}_b"))) " " (100 - a) "\u{a0}%" }
            }
        }
    }
}

/// A beam in balance.
fn balance() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            path.line d="M32 14v36M20 54h24M13 18h38" {}
            path.thin d="M13 18L4 38M13 18l9 20M51 18l-9 20M51 18l9 20" {}
            path.of-a d="M2 38h22a11 9 0 0 1-22 0z" {}
            path.of-b d="M40 38h22a11 9 0 0 1-22 0z" {}
            circle.dot cx="32" cy="13" r="4" {}
        }
    }
}

/// Two sides and their points.
fn scoreboard() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            rect.of-a x="6" y="18" width="24" height="28" rx="4" {}
            rect.of-b x="34" y="18" width="24" height="28" rx="4" {}
            path.cut d="M15 26l4-2v16M41 27q5-5 8 0t-8 13h9" {}
        }
    }
}

/// A bracket, and who comes out of it.
fn bracket() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            path.line d="M8 10h16v14h-16M8 40h16v14h-16M24 17h14v30h-14M38 32h10" {}
            circle.of-a cx="54" cy="32" r="6" {}
        }
    }
}

/// A table that is led.
fn standings() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            rect.of-a x="8" y="12" width="46" height="8" rx="2" {}
            rect.of-b x="8" y="24" width="38" height="8" rx="2" {}
            rect.faint x="8" y="36" width="30" height="8" rx="2" {}
            rect.faint x="8" y="48" width="18" height="8" rx="2" {}
        }
    }
}

/// An estimate and how sure it is.
fn rates() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            path.line d="M8 54h48" {}
            path.of-a d="M8 52c14 0 16-38 24-38s10 38 24 38z" {}
            path.cut d="M32 16v36" {}
        }
    }
}

/// A course between two bounds.
fn course() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            path.line d="M8 14h48M8 54h48" {}
            path.thin d="M8 36l7 6 7-10 7 5 7-12 7 4 7-13" {}
            circle.of-a cx="52" cy="15" r="5" {}
        }
    }
}

/// Two tiles, one of them leaving.
fn tiles() -> Markup {
    html! {
        svg viewBox="0 0 64 64" {
            rect.faint x="8" y="20" width="20" height="32" rx="3" {}
            rect.of-b x="34" y="10" width="20" height="32" rx="3" {}
            circle.hole cx="44" cy="20" r="4" {}
            circle.hole cx="44" cy="32" r="4" {}
            circle.hole cx="18" cy="36" r="5" {}
        }
    }
}
