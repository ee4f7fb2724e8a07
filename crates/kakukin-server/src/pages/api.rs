//! The page to try the API.

use kakukin_report::{Lang, translate};
use maud::{Markup, html};

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.api.{key}"));
    html! {
        h1 { (word("title")) }
        p.lead { (word("about")) }
        p { a href={ "/api/openapi.json?lang=" (lang.tag()) } { (word("openapi")) } }
        div #endpoints aria-busy="true" {}
    }
}
