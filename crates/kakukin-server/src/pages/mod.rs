//! The pages: a common shell, and what is between its header and footer. Words come from the
//! locale files, those that scripts need as JSON in the page.

mod api;
mod epsilon;
mod games;
mod live;
mod mahjong;
mod presets;
mod rates;
mod series;

use crate::{app::State, query::preferred};
use axum::{
    Router,
    extract::Request,
    http::header,
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use kakukin_report::{Lang, translate, translations, try_translate};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::{collections::BTreeMap, sync::Arc};

/// One page.
struct Page {
    /// Its place in the address, also the name of its words.
    name: &'static str,
    script: &'static str,
    main: fn(Lang) -> Markup,
}

/// In the order of the navigation; the first is where one starts.
const PAGES: &[Page] = &[
    Page { name: "series", script: "series.js", main: series::main },
    Page { name: "live", script: "live.js", main: live::main },
    Page { name: "epsilon", script: "epsilon.js", main: epsilon::main },
    Page { name: "rates", script: "rates.js", main: rates::main },
    Page { name: "mahjong", script: "mahjong.js", main: mahjong::main },
    Page { name: "api", script: "try.js", main: api::main },
];

/// The address of every page in both languages.
pub(crate) fn routes(mut router: Router<Arc<State>>) -> Router<Arc<State>> {
    for lang in Lang::ALL {
        for page in PAGES {
            let path = format!("/{}/{}", lang.tag(), page.name);
            router = router.route(&path, get(move || async move { send(page, lang) }));
        }
        for path in [format!("/{}", lang.tag()), format!("/{}/", lang.tag())] {
            router = router.route(&path, get(move || async move { home(lang) }));
        }
    }
    router.route("/", get(|request: Request| async move { home(preferred(request.headers())) }))
}

fn home(lang: Lang) -> Redirect {
    Redirect::temporary(&format!("/{}/{}", lang.tag(), PAGES[0].name))
}

fn send(page: &Page, lang: Lang) -> Response {
    let html = shell(Some(page), lang, (page.main)(lang)).into_string();
    ([(header::CACHE_CONTROL, "no-cache")], Html(html)).into_response()
}

/// A page that there is not.
pub(crate) fn not_found(lang: Lang) -> Response {
    let main = html! {
        h1 { (translate(lang, "web.common.not_found")) }
        p { a href={ "/" (lang.tag()) "/" } { (translate(lang, "web.common.home")) } }
    };
    Html(shell(None, lang, main).into_string()).into_response()
}

/// Header, navigation, footer.
fn shell(page: Option<&Page>, lang: Lang, main: Markup) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.common.{key}"));
    let title_of = |page: &str| translate(lang, &format!("web.{page}.title"));
    // Where the title is too long for it.
    let short_title = |page: &str| {
        try_translate(lang, &format!("web.{page}.nav")).unwrap_or_else(|| title_of(page))
    };
    let other = lang.other();
    let name = page.map_or("", |page| page.name);
    let title = page.map_or_else(|| word("not_found"), |page| title_of(page.name));
    // Where there is no page, there is none in the other language.
    let twin = page.map_or(PAGES[0].name, |page| page.name);
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · " (word("product")) }
                meta name="description" content=(word("description"));
                link rel="icon" href="/assets/favicon.svg" type="image/svg+xml";
                // Before anything is drawn, so that no page flashes in the wrong colours.
                script src="/assets/theme.js" {}
                link rel="stylesheet" href="/assets/style.css";
                script type="application/json" id="words" { (words(name, lang)) }
                script type="module" src="/assets/shell.js" {}
                @if let Some(page) = page {
                    script type="module" src={ "/assets/" (page.script) } {}
                }
            }
            body data-page=(name) {
                a.skip href="#main" { (word("skip")) }
                header.site {
                    a.brand href={ "/" (lang.tag()) "/" } { (word("product")) }
                    nav aria-label=(word("pages")) {
                        ul {
                            @for page in PAGES {
                                li {
                                    @let here = (page.name == name).then_some("page");
                                    a href={ "/" (lang.tag()) "/" (page.name) } aria-current=[here] {
                                        (short_title(page.name))
                                    }
                                }
                            }
                        }
                    }
                    div.switches {
                        a #language href={ "/" (other.tag()) "/" (twin) } hreflang=(other.tag())
                            lang=(other.tag())
                            { (translate(other, "web.common.this_language")) }
                        button #theme type="button" { (word("theme")) }
                    }
                }
                main #main tabindex="-1" { (main) }
                noscript { p.noscript { (word("needs_script")) } }
                footer.site {
                    p { (word("stored_nowhere")) }
                    p { (word("product")) " " (env!("CARGO_PKG_VERSION")) }
                }
            }
        }
    }
}

/// Words that a page shares with the command line and with reports.
fn shared(name: &str) -> &'static [&'static str] {
    match name {
        "epsilon" => &["web.games.", "column.", "epsilon.", "records.", "standings."],
        "rates" => &["web.games.", "column.", "estimate.", "records."],
        "live" => &["live.decider.", "live.ended.", "live.need.", "live.result.", "model."],
        "mahjong" => &["points.count", "points.limit.", "points.paid_"],
        "series" => &["compared."],
        _ => &[],
    }
}

/// What a term is called, with the `?` that explains it.
fn explained(lang: Lang, name: &str) -> Markup {
    html! { (term(lang, name)) " " span data-help=(name) {} }
}

/// What a term is called.
fn term(lang: Lang, name: &str) -> String {
    translate(lang, &format!("term.{name}"))
}

/// What a turn order is called where one is chosen.
fn turns(lang: Lang, name: &str) -> String {
    translate(lang, &format!("web.common.turns_{name}"))
}

/// What a draw policy is called where one is chosen.
fn draws(lang: Lang, name: &str) -> String {
    translate(lang, &format!("web.common.draws_{name}"))
}

/// The words that scripts need, as JSON that cannot end the element it stands in.
fn words(name: &str, lang: Lang) -> Markup {
    let own = ["common", "help", "refused", name].into_iter().filter(|section| !section.is_empty());
    let own = own.map(|section| format!("web.{section}."));
    let shared = ["player.", "term."].iter().chain(shared(name)).map(ToString::to_string);
    let mut words = BTreeMap::new();
    for prefix in shared.chain(own) {
        for (key, text) in translations(lang, &prefix) {
            words.insert(key.trim_start_matches("web.").to_string(), text);
        }
    }
    let json = serde_json::to_string(&words).unwrap_or_default();
    PreEscaped(json.replace('<', "\\u003c"))
}
