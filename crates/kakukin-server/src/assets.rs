//! What pages are made of, inside the binary. Debug builds read the files anew each time.

use axum::{
    extract::Path,
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
    },
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;
use std::fmt::Write as _;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// `/assets/NAME`.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = Assets::get(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let hash = file.metadata.sha256_hash();
    // Compressed or not, it is the same file.
    let tag = hash[..8].iter().fold(String::from("\""), |mut tag, byte| {
        let _ = write!(tag, "{byte:02x}");
        tag
    }) + "\"";
    // Asked for again each time, sent again only if it has changed.
    let head = [(ETAG, format!("W/{tag}")), (CACHE_CONTROL, "no-cache".into())];
    if headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.to_str().is_ok_and(|x| x.contains(&tag)))
    {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, [(CONTENT_TYPE, content_type(&name))], file.data).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
