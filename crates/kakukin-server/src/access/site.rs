//! Pages of other sites: they may link to what computes, but not ask it, or they could make the
//! server compute without end.
//!
//! Browsers tell where a request comes from in several ways, and each of them only sometimes:
//! `Sec-Fetch-Site` not under a plain HTTP name, `Origin` not with a picture, `Referer` not if the
//! page forbids it. Whatever is said must be right. What sends files also needs a header that a
//! form cannot have and that scripts of other origins may send only if the server allows it,
//! which it never does. A picture of another site that says nothing at all is computed like
//! any request; only a key keeps it out.

use super::host::{self, Host};
use crate::{error::ApiError, query::language_of};
use axum::{
    extract::Request,
    http::{
        HeaderMap, Method, StatusCode,
        header::{ORIGIN, REFERER},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

/// The header that requests with files must have, and its value.
pub(crate) const MARK: (&str, &str) = ("X-Kakukin", "1");

/// The layer around what computes.
pub(crate) async fn own_site(request: Request, next: Next) -> Response {
    let problem = match host::of(&request) {
        Some(host) => refused(request.method(), request.headers(), &host),
        // The guard of all routes lets no such request in.
        None => Some("foreign"),
    };
    let Some(problem) = problem else {
        return next.run(request).await;
    };
    let lang = language_of(&request);
    ApiError::of(StatusCode::FORBIDDEN, problem, lang).into_response()
}

fn refused(method: &Method, headers: &HeaderMap, host: &Host) -> Option<&'static str> {
    let all = |name, right: &dyn Fn(&str) -> bool| {
        headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(right))
    };
    let says = |name, what| headers.get(name).is_some_and(|value| value == what);
    let reads = matches!(*method, Method::GET | Method::HEAD);
    // A link that somebody follows.
    let followed =
        reads && says("sec-fetch-mode", "navigate") && says("sec-fetch-dest", "document");
    let site = "sec-fetch-site";
    let own = all(ORIGIN.as_str(), &|origin| host.has(origin))
        && (followed || all(site, &|site| matches!(site, "same-origin" | "none")))
        // Only where the browser does not say it better: a link has this as well.
        && (headers.contains_key(site) || all(REFERER.as_str(), &|page| host.has(page)));
    if !own {
        Some("foreign")
    } else if !reads && !says(MARK.0, MARK.1) {
        Some("unmarked")
    } else {
        None
    }
}
