//! The page for those who are not let in. It stands alone: they get no other file either.

use crate::error::ApiError;
use axum::{
    http::{HeaderValue, StatusCode, header::CONTENT_SECURITY_POLICY},
    response::{Html, IntoResponse, Response},
};
use kakukin_report::{ErrorDetail, Lang, translate};
use maud::{DOCTYPE, PreEscaped, html};

/// Its own style and one form, nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; \
     base-uri 'none'; frame-ancestors 'none'";

const STYLE: &str = "
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  box-sizing: border-box; font: 1.0625rem/1.7 system-ui, sans-serif; }
main { max-width: 34rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 1.5rem 0; }
label { flex: 1 1 14rem; }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .45rem .6rem; }
button { font: inherit; padding: .45rem 1.2rem; }
";

/// The page; where a key is missing, one can be typed, and whoever has opened the link before can
/// go on: a browser keeps the cookie to itself when it comes from another site.
pub(super) fn refused(error: &ApiError, here: &str, lang: Lang) -> Response {
    let word = |key: &str| translate(lang, &format!("web.barred.{key}"));
    let locked = error.status() == StatusCode::UNAUTHORIZED;
    let title = word(if locked { "locked" } else { "misdirected" });
    // People have no headers to send.
    let ErrorDetail { problem, message, .. } = &error.error;
    let message = if locked { word(problem) } else { message.clone() };
    let page = html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · " (translate(lang, "web.common.product")) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    p { (message) }
                    @if locked {
                        form method="get" {
                            label {
                                (word("key"))
                                input name="key" required autocomplete="off" autocapitalize="off"
                                    spellcheck="false";
                            }
                            button { (word("open")) }
                        }
                        p { (word("before")) " " a href=(here) { (word("go_on")) } }
                    }
                }
            }
        }
    };
    let mut response = (error.status(), Html(page.into_string())).into_response();
    let policy = HeaderValue::from_static(POLICY);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}
