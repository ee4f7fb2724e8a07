//! The parameters of a request.

use crate::limits::{PARAMETERS, QUERY_BYTES};
use axum::http::{HeaderMap, Request, header::ACCEPT_LANGUAGE};
use kakukin_core::BadValue;
use kakukin_query::{InputError, Params};
use kakukin_report::Lang;

/// The parameters of a query string.
pub(crate) fn parameters(query: &str) -> Result<Params, InputError> {
    if query.len() > QUERY_BYTES {
        let allowed = format!("<= {QUERY_BYTES}");
        return Err(InputError::new("query", query.len(), BadValue::TooLong, allowed));
    }
    let pairs = form_urlencoded::parse(query.as_bytes());
    if pairs.count() > PARAMETERS {
        let allowed = format!("<= {PARAMETERS}");
        return Err(InputError::new("query", pairs.count(), BadValue::TooMany, allowed));
    }
    Ok(pairs.collect())
}

/// The language that a request asks for, or that its browser prefers.
pub(crate) fn language_of<B>(request: &Request<B>) -> Lang {
    let query = request.uri().query().unwrap_or_default();
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang");
    let asked = asked.and_then(|(_, value)| value.parse().ok());
    asked.unwrap_or_else(|| preferred(request.headers()))
}

/// The language that a browser prefers; English unless it is Japanese.
pub(crate) fn preferred(headers: &HeaderMap) -> Lang {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let weight = |part: &str| {
        let weight = part.split_once(';').map(|(_, weight)| weight.trim().trim_start_matches("q="));
        weight.map_or(Ok(1.0), str::parse).unwrap_or(0.0f64)
    };
    let wanted = header.unwrap_or_default().split(',').map(str::trim);
    let known = wanted.filter(|part| part.starts_with("ja") || part.starts_with("en"));
    // The first of those with the largest weight.
    let best = known.reduce(|best, part| if weight(part) > weight(best) { part } else { best });
    best.map_or(Lang::EN, Lang::of_locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_language() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, text.parse().unwrap());
            preferred(&headers)
        };
        assert_eq!(of("ja,en-US;q=0.9,en;q=0.8"), Lang::JA);
        assert_eq!(of("en-GB,ja;q=0.5"), Lang::EN);
        assert_eq!(of("fr, ja; q=0.7, en;q=0.3"), Lang::JA);
        assert_eq!(of("fr"), Lang::EN);
        assert_eq!(preferred(&HeaderMap::new()), Lang::EN);
    }
}
