//! The pages: a common shell, and what is between its header and footer. Words come from the
//! locale files, those that scripts need as JSON in the page.

mod api;
mod contest;
mod epsilon;
mod event;
mod games;
mod home;
mod live;
mod mahjong;
mod presets;
mod rates;
mod series;

use crate::{app::State, query::preferred};
use axum::{
    Router,
    extract::{Request, State as Extract},
    http::header,
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use kakukin_report::{Lang, translate, translations, try_translate};
use kakukin_series::Practice;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    future::{Ready, ready},
    sync::{Arc, LazyLock},
};

/// One page.
struct Page {
    /// Its place in the address, also the name of its words.
    name: &'static str,
    script: Option<&'static str>,
    main: fn(Lang) -> Markup,
}

/// Where one starts: the address of a language.
const HOME: Page = Page { name: "home", script: None, main: home::main };

/// In the order of the navigation.
const PAGES: &[Page] = &[
    Page { name: "series", script: Some("series.js"), main: series::main },
    Page { name: "live", script: Some("live.js"), main: live::main },
    Page { name: "event", script: Some("event.js"), main: event::main },
    Page { name: "epsilon", script: Some("epsilon.js"), main: epsilon::main },
    Page { name: "rates", script: Some("rates.js"), main: rates::main },
    Page { name: "match", script: Some("match.js"), main: contest::main },
    Page { name: "mahjong", script: Some("mahjong.js"), main: mahjong::main },
    Page { name: "api", script: Some("try.js"), main: api::main },
];

/// The address of every page in both languages.
pub(crate) fn routes(mut router: Router<Arc<State>>) -> Router<Arc<State>> {
    for lang in Lang::ALL {
        for page in PAGES {
            let path = format!("/{}/{}", lang.tag(), page.name);
            router = router.route(&path, get(sender(page, lang)));
        }
        router = router
            .route(&format!("/{}/", lang.tag()), get(sender(&HOME, lang)))
            .route(&format!("/{}", lang.tag()), get(move || async move { start(lang) }));
    }
    router.route("/", get(|request: Request| async move { start(preferred(request.headers())) }))
}

fn start(lang: Lang) -> Redirect {
    Redirect::temporary(&format!("/{}/", lang.tag()))
}

/// What answers with a page.
fn sender(
    page: &'static Page,
    lang: Lang,
) -> impl Fn(Extract<Arc<State>>) -> Ready<Response> + Clone + Send + 'static {
    move |Extract(state)| {
        let html = shell(Some(page), lang, state.printer.is_some(), (page.main)(lang));
        let head = [(header::CACHE_CONTROL, "no-cache")];
        ready((head, Html(html.into_string())).into_response())
    }
}

/// A page that there is not.
pub(crate) fn not_found(lang: Lang) -> Response {
    let main = html! {
        h1 { (translate(lang, "web.common.not_found")) }
        p { a href={ "/" (lang.tag()) "/" } { (translate(lang, "web.common.home")) } }
    };
    Html(shell(None, lang, false, main).into_string()).into_response()
}

/// Header, navigation, footer. Scripts are told whether pages can be had as PDF.
fn shell(page: Option<&Page>, lang: Lang, prints: bool, main: Markup) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.common.{key}"));
    let title_of = |page: &str| translate(lang, &format!("web.{page}.title"));
    // Where the title is too long for it.
    let short_title = |page: &str| {
        try_translate(lang, &format!("web.{page}.nav")).unwrap_or_else(|| title_of(page))
    };
    let other = lang.other();
    let name = page.map_or("", |page| page.name);
    let title = page.map_or_else(|| word("not_found"), |page| title_of(page.name));
    let at_home = page.is_none_or(|page| page.name == HOME.name);
    // Where there is no page, there is none in the other language.
    let twin = page.filter(|_| !at_home).map_or("", |page| page.name);
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
                script type="application/json" id="words-of-games" { (words_of_games(name, lang)) }
                script type="module" src="/assets/shell.js" {}
                @if let Some(script) = page.and_then(|page| page.script) {
                    script type="module" src={ "/assets/" (script) } {}
                }
            }
            body data-page=(name) data-prints[prints] {
                a.skip href="#main" { (word("skip")) }
                header.site {
                    @let here = (name == HOME.name).then_some("page");
                    a.brand href={ "/" (lang.tag()) "/" } aria-current=[here] { (word("product")) }
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

/// Pages about one game, which speak as its players do.
const SPOKEN: [&str; 2] = ["series", "live"];

/// Words that a page shares with the command line and with reports.
fn shared(name: &str) -> &'static [&'static str] {
    match name {
        "epsilon" => &["web.games.", "column.", "epsilon.", "records.", "standings."],
        "event" => &["web.games.", "column.", "draws_short.", "event."],
        "rates" => &["web.games.", "column.", "estimate.", "records."],
        "match" => &["web.games.", "web.rates.more", "column.", "estimate.", "match.", "records."],
        "live" => &["live.decider.", "live.ended.", "live.need.", "live.result.", "model."],
        "mahjong" => &["points.count", "points.limit.", "points.paid_"],
        "series" => &["compared.", "rule.undecided.", "draws_short."],
        _ => &[],
    }
}

/// What a term is called; a script makes it a button that explains it.
fn explained(lang: Lang, name: &str) -> Markup {
    html! { span data-term=(name) { (term(lang, name)) } }
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

/// The words that scripts need.
fn words(name: &str, lang: Lang) -> Markup {
    let texts = texts(name, lang).into_iter();
    json(&texts.map(|(key, text)| (short(&key), text)).collect::<BTreeMap<_, _>>())
}

/// Those of them that the players of a game say in another way, by game.
fn words_of_games(name: &'static str, lang: Lang) -> Markup {
    static WORDS: LazyLock<BTreeMap<(&str, &str), String>> = LazyLock::new(|| {
        let pages = SPOKEN.iter().flat_map(|&name| Lang::ALL.map(|lang| (name, lang)));
        pages.map(|(name, lang)| ((name, lang.tag()), json(&of_games(name, lang)).0)).collect()
    });
    let words = WORDS.get(&(name, lang.tag()));
    PreEscaped(words.map_or_else(|| "{}".to_string(), String::clone))
}

fn of_games(name: &str, lang: Lang) -> BTreeMap<&'static str, BTreeMap<String, String>> {
    let plain = texts(name, lang);
    let own = |game: Practice| {
        let said = plain
            .iter()
            .map(|(key, text)| (short(key), translate(lang.in_game(Some(game)), key), text));
        let others = said.filter(|(_, said, text)| said != *text);
        (game.code(), others.map(|(key, said, _)| (key, said)).collect::<BTreeMap<_, _>>())
    };
    Practice::ALL.map(own).into_iter().filter(|(_, texts)| !texts.is_empty()).collect()
}

/// Scripts write the keys of pages without their beginning.
fn short(key: &str) -> String {
    key.trim_start_matches("web.").to_string()
}

/// The texts of a page, by key.
fn texts(name: &str, lang: Lang) -> BTreeMap<String, String> {
    let own = ["common", "help", "refused", name].into_iter().filter(|section| !section.is_empty());
    let own = own.map(|section| format!("web.{section}."));
    let shared = ["player.", "term."].iter().chain(shared(name)).map(ToString::to_string);
    shared.chain(own).flat_map(|prefix| translations(lang, &prefix)).collect()
}

/// JSON that cannot end the element it stands in.
fn json(value: &impl Serialize) -> Markup {
    let json = serde_json::to_string(value).unwrap_or_default();
    PreEscaped(json.replace('<', "\\u003c"))
}
