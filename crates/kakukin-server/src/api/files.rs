//! Files that come with a request: bounded in number, size and time, and together with those of
//! all other requests.

use super::{FILES, job::Upload};
use crate::{
    clients::Share,
    error::ApiError,
    limits::{Limits, UPLOAD_BESIDE, UPLOADS},
};
use axum::{
    body::Body,
    extract::{FromRequest, Multipart, Request},
    http::{StatusCode, header},
};
use futures_util::StreamExt;
use kakukin_core::BadValue;
use kakukin_query::InputError;
use kakukin_report::Lang;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};
use tokio::time::timeout;

/// The files of a request, in parts of these names. In the part `files` there may be many, in any
/// other one.
pub(super) async fn receive(
    limits: &Limits,
    named: &'static [&'static str],
    request: Request,
    received: &Arc<Received>,
    lang: Lang,
) -> Result<Vec<Upload>, ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let most = limits.upload_bytes;
    let too_large = || ApiError::of(StatusCode::PAYLOAD_TOO_LARGE, "too_large", lang);
    if length.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    let bad_form = || ApiError::of(StatusCode::BAD_REQUEST, "multipart", lang);
    let request = request.map(|body| measured(body, Arc::clone(received)));
    let files = async {
        let mut parts = Multipart::from_request(request, &()).await.map_err(|_| bad_form())?;
        let (mut uploads, mut bytes) = (Vec::new(), 0);
        while let Some(mut part) = parts.next_field().await.map_err(|_| bad_form())? {
            let name = part.name().unwrap_or_default();
            let Some(own) = named.iter().copied().find(|own| *own == name) else {
                let error = InputError::new("parameter", name, BadValue::Unknown, named.join(", "));
                return Err(ApiError::input(&error, lang));
            };
            if own != FILES[0] && uploads.iter().any(|upload: &Upload| upload.part == own) {
                let name = part.file_name().unwrap_or_default();
                let error = InputError::new(own, name, BadValue::Twice, "1");
                return Err(ApiError::input(&error, lang));
            }
            if uploads.len() == UPLOADS {
                let allowed = format!("<= {UPLOADS}");
                let error = InputError::new("files", UPLOADS + 1, BadValue::TooMany, allowed);
                return Err(ApiError::input(&error, lang));
            }
            let name = part.file_name().unwrap_or("pasted").to_string();
            let mut content = Vec::new();
            while let Some(piece) = part.chunk().await.map_err(|_| bad_form())? {
                bytes += piece.len();
                received.beside.fetch_sub(piece.len(), Relaxed);
                if bytes > most {
                    return Err(too_large());
                }
                content.extend_from_slice(&piece);
            }
            uploads.push(Upload { part: own, name, bytes: content.into() });
        }
        Ok(uploads)
    };
    let late = || ApiError::of(StatusCode::REQUEST_TIMEOUT, "slow", lang);
    timeout(limits.upload_time, files).await.map_err(|_| late())?
}

/// A body whose bytes are counted as they come; it fails when there is no room for them.
fn measured(body: Body, received: Arc<Received>) -> Body {
    Body::from_stream(body.into_data_stream().map(move |piece| {
        let piece = piece?;
        if received.take(piece.len()) {
            Ok(piece)
        } else {
            Err(axum::Error::new(io::Error::from(io::ErrorKind::FileTooLarge)))
        }
    }))
}

/// What has come of the body of a request. Until this is dropped it has its share of the room
/// that all bodies have together: who sends slowly takes little of it.
pub(super) struct Received {
    room: Share,
    /// What came without becoming the content of a file: heads of parts, and what should not be.
    beside: AtomicUsize,
    /// There was no room left.
    pub(super) full: AtomicBool,
}

impl Received {
    pub(super) fn new(room: Share) -> Self {
        Self { room, beside: 0.into(), full: false.into() }
    }

    fn take(&self, bytes: usize) -> bool {
        if !self.room.take(bytes) {
            self.full.store(true, Relaxed);
            return false;
        }
        self.beside.fetch_add(bytes, Relaxed) + bytes <= UPLOAD_BESIDE
    }
}
