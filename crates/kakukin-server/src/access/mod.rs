//! Who may ask. A request must name a host that this server goes by, or a page could reach it under
//! a name of its own (DNS rebinding); it must have the key, if there is one; and what computes is
//! not for pages of other sites.

mod host;
mod key;
mod page;
mod site;

use crate::{error::ApiError, query::language_of};
use axum::{
    extract::{Request, State as Extract},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode, Uri,
        header::{AUTHORIZATION, COOKIE, LOCATION, SET_COOKIE, WWW_AUTHENTICATE},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use form_urlencoded::{Serializer, parse};
use kakukin_report::{Lang, sanitize};
use std::{net::SocketAddr, sync::Arc};

pub(crate) use site::{MARK, own_site};
pub use {
    host::Host,
    key::{Key, LEAST_KEY, MOST_KEY},
};

/// The one address that anybody may ask under any name: balancers know a machine by its number.
/// It says that the server is alive, and nothing else.
pub(crate) const HEALTH: &str = "/health";
/// The parameter of the link that brings the key.
const PARAMETER: &str = "key";

/// Who may ask.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// Names that the server goes by, beside the address that it is bound to.
    pub hosts: Vec<Host>,
    /// What requests must have.
    pub key: Option<Key>,
}

/// What stands before all routes.
#[derive(Debug)]
pub(crate) struct Guard {
    access: Access,
    bound: SocketAddr,
    /// The name of the cookie. Browsers send cookies to every port of a host: two servers of one
    /// machine must not take each other's.
    cookie: String,
}

/// Why a request goes no further.
enum Stopped {
    /// It names no host, more than one, or one that cannot be read.
    NoHost,
    /// It names a host that this server does not go by.
    Host(Host),
    /// It has no key.
    NoKey,
    /// It has one that is not ours.
    WrongKey,
    /// It has brought the key; the browser keeps it as this cookie, and goes on without it.
    Opened { cookie: String },
}

/// The layer over all routes.
pub(crate) async fn guard(
    Extract(guard): Extract<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(stopped) => stopped.answer(request.uri(), language_of(&request)),
    }
}

impl Guard {
    pub(crate) fn new(access: &Access, bound: SocketAddr) -> Self {
        let cookie = format!("kakukin_{}", bound.port());
        Self { access: access.clone(), bound, cookie }
    }

    fn check(&self, request: &Request) -> Result<(), Stopped> {
        if request.uri().path() == HEALTH {
            return Ok(());
        }
        let host = host::of(request).ok_or(Stopped::NoHost)?;
        if !host.is_of(self.bound, &self.access.hosts) {
            return Err(Stopped::Host(host));
        }
        match &self.access.key {
            None => Ok(()),
            Some(key) => self.unlock(key, request),
        }
    }

    /// The key comes with the link, in a header, or as the cookie that the link has left.
    fn unlock(&self, key: &Key, request: &Request) -> Result<(), Stopped> {
        let headers = request.headers();
        if matches!(*request.method(), Method::GET | Method::HEAD)
            && let Some((_, given)) = pairs(request.uri()).find(|(name, _)| name == PARAMETER)
        {
            let right = key.is(given.as_bytes());
            return Err(if right { self.opened(key, headers) } else { Stopped::WrongKey });
        }
        // A browser may still hold an older cookie of the same name.
        let cookies = cookies(headers).filter(|(name, _)| *name == self.cookie);
        let given = headers.get(AUTHORIZATION).and_then(bearer).into_iter();
        let given = given.chain(cookies.map(|(_, value)| value.as_bytes()));
        match given.map(|given| key.is(given)).reduce(|one, other| one | other) {
            Some(true) => Ok(()),
            Some(false) => Err(Stopped::WrongKey),
            None => Err(Stopped::NoKey),
        }
    }

    fn opened(&self, key: &Key, headers: &HeaderMap) -> Stopped {
        // A proxy in front says so if the browser speaks TLS.
        let secure = headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
        let secure = if secure { "; Secure" } else { "" };
        let (name, key) = (&self.cookie, key.reveal());
        let cookie = format!("{name}={key}; Path=/; HttpOnly; SameSite=Strict{secure}");
        Stopped::Opened { cookie }
    }
}

impl Stopped {
    fn answer(self, uri: &Uri, lang: Lang) -> Response {
        let misdirected = StatusCode::MISDIRECTED_REQUEST;
        let error = match self {
            Self::NoHost => ApiError::of(misdirected, "no_host", lang),
            Self::Host(host) => {
                let host = sanitize(&host.to_string());
                ApiError::of(misdirected, "host", lang).about("Host", &host)
            }
            Self::NoKey => ApiError::of(StatusCode::UNAUTHORIZED, "no_key", lang),
            Self::WrongKey => ApiError::of(StatusCode::UNAUTHORIZED, "wrong_key", lang),
            Self::Opened { cookie } => {
                let head = [(LOCATION, without_key(uri)), (SET_COOKIE, cookie)];
                return (StatusCode::SEE_OTHER, head).into_response();
            }
        };
        let locked = error.status() == StatusCode::UNAUTHORIZED;
        let mut response = if uri.path().starts_with("/api/") {
            error.into_response()
        } else {
            page::refused(&error, &without_key(uri), lang)
        };
        if locked {
            let scheme = HeaderValue::from_static("Bearer realm=\"kakukin\"");
            response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

fn pairs(uri: &Uri) -> form_urlencoded::Parse<'_> {
    parse(uri.query().unwrap_or("").as_bytes())
}

/// The address of a request on this server, without the key.
fn without_key(uri: &Uri) -> String {
    // Two slashes at the start would lead to another server.
    let path = uri.path().trim_start_matches(['/', '\\']);
    let rest = pairs(uri).filter(|(name, _)| name != PARAMETER);
    let query = Serializer::new(String::new()).extend_pairs(rest).finish();
    if query.is_empty() { format!("/{path}") } else { format!("/{path}?{query}") }
}

/// The token of `Authorization: Bearer TOKEN`.
fn bearer(value: &HeaderValue) -> Option<&[u8]> {
    let (scheme, token) = value.as_bytes().split_at_checked("Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token.trim_ascii())
}

/// Names and values of all cookies.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}
