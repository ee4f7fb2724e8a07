//! From a request to a response: parameters, files, the work, and what is sent.

use super::{
    Endpoint,
    job::{Context, Format, Job, Size, Upload, language},
};
use crate::{
    app::State,
    error::ApiError,
    limits::{Limits, UPLOAD_BESIDE, UPLOADS},
    query::{parameters, preferred},
    work::{JobError, Task, Wanted},
};
use axum::{
    body::Body,
    extract::{FromRequest, Multipart, Request},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use futures_util::StreamExt;
use kakukin_core::BadValue;
use kakukin_query::{InputError, Params, Unwatched};
use kakukin_report::{Lang, translate};
use serde_json::json;
use std::{
    convert::Infallible,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    sync::{Semaphore, mpsc},
    time::timeout,
};
use tokio_stream::{Stream, wrappers::ReceiverStream};

/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(150);
/// Reports carry their own style; they run no script and fetch nothing.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

pub(super) async fn answer(
    endpoint: &'static Endpoint,
    state: Arc<State>,
    request: Request,
) -> Response {
    let lang = preferred(request.headers());
    if foreign(request.headers()) {
        return ApiError::of(StatusCode::FORBIDDEN, "foreign", lang).into_response();
    }
    let streamed = wants_events(request.headers());
    let (lang, format, given) = match said(endpoint, request.uri().query().unwrap_or(""), lang) {
        Ok(said) => said,
        Err(error) => return ApiError::input(&error, lang).into_response(),
    };
    let (mut uploads, mut room) = (Vec::new(), None);
    if endpoint.files {
        let received = Arc::new(Received::new(Arc::clone(&state.room)));
        uploads = match receive(&state.limits, request, &received, lang).await {
            Ok(uploads) => uploads,
            Err(_) if received.full.load(Relaxed) => {
                state.metrics.shed.inc();
                return ApiError::trouble(&JobError::Full, lang).into_response();
            }
            Err(refusal) => return refusal.into_response(),
        };
        room = Some(received);
    }
    let context = Context { lang, format, uploads, now: state.now };
    let job = match (endpoint.ask)(given, &context) {
        Ok(job) => job.holding(room),
        Err(error) => return ApiError::input(&error, lang).into_response(),
    };
    // The job has what it needs of them.
    drop(context);
    if streamed && format == Format::Json {
        return Sse::new(events(state, job, lang)).into_response();
    }
    match done(&state, job, &Arc::default()).await {
        Ok(bytes) => response(endpoint.name, format, bytes),
        Err(trouble) => ApiError::trouble(&trouble, lang).into_response(),
    }
}

/// Language, format, and the rest of the parameters.
fn said(
    endpoint: &Endpoint,
    query: &str,
    preferred: Lang,
) -> Result<(Lang, Format, Params), InputError> {
    let mut given = parameters(query)?;
    let lang = language(given.text("lang")?.as_deref(), preferred)?;
    let format = Format::choose(given.text("format")?.as_deref(), endpoint.formats)?;
    Ok((lang, format, given))
}

/// Whether a page of somebody else asks, as browsers tell: it could make the server compute
/// without end. A link that somebody follows is none of that.
fn foreign(headers: &HeaderMap) -> bool {
    let says = |name, what| headers.get(name).is_some_and(|value| value == what);
    let site = "sec-fetch-site";
    let followed = says("sec-fetch-mode", "navigate") && says("sec-fetch-dest", "document");
    headers.contains_key(site) && !says(site, "same-origin") && !says(site, "none") && !followed
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// The files of a request.
async fn receive(
    limits: &Limits,
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
            if part.name() != Some("files") {
                let name = part.name().unwrap_or_default();
                let error = InputError::new("parameter", name, BadValue::Unknown, "files");
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
            uploads.push(Upload { name, bytes: content.into() });
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
struct Received {
    room: Arc<Semaphore>,
    taken: AtomicUsize,
    /// What came without becoming the content of a file: heads of parts, and what should not be.
    beside: AtomicUsize,
    /// There was no room left.
    full: AtomicBool,
}

impl Received {
    fn new(room: Arc<Semaphore>) -> Self {
        Self { room, taken: 0.into(), beside: 0.into(), full: false.into() }
    }

    fn take(&self, bytes: usize) -> bool {
        let wanted = u32::try_from(bytes).unwrap_or(u32::MAX);
        match self.room.try_acquire_many(wanted) {
            Ok(room) => room.forget(),
            Err(_) => {
                self.full.store(true, Relaxed);
                return false;
            }
        }
        self.taken.fetch_add(bytes, Relaxed);
        self.beside.fetch_add(bytes, Relaxed) + bytes <= UPLOAD_BESIDE
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        self.room.add_permits(*self.taken.get_mut());
    }
}

/// The bytes of the answer. If this is dropped, the work is broken off.
async fn done(state: &State, job: Job, task: &Arc<Task>) -> Result<Vec<u8>, JobError> {
    let _wanted = Wanted(Arc::clone(task));
    match job.size {
        Size::Quick => Ok((job.work)(&Unwatched)?),
        Size::Long => state.workers.run(job.work, task).await,
    }
}

fn response(name: &str, format: Format, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    let ending = if format == Format::Text { "txt" } else { format.name() };
    let way = if format == Format::Xlsx { "attachment" } else { "inline" };
    let file = format!("{way}; filename=\"kakukin-{}.{ending}\"", name.replace('/', "-"));
    if let Ok(file) = HeaderValue::from_str(&file) {
        headers.insert(header::CONTENT_DISPOSITION, file);
    }
    if matches!(format, Format::Html | Format::Svg) {
        let policy = HeaderValue::from_static(REPORT_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Progress, and then the answer, as events. When nobody listens any more, the work is broken
/// off.
fn events(
    state: Arc<State>,
    job: Job,
    lang: Lang,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(async move {
        let task = Arc::new(Task::default());
        let mut answer = std::pin::pin!(done(&state, job, &task));
        let last = loop {
            tokio::select! {
                () = send.closed() => return,
                answer = &mut answer => break answer,
                () = tokio::time::sleep(PROGRESS) => {
                    let (done, total, unit) = task.progress();
                    if total == 0 {
                        continue;
                    }
                    let unit = translate(lang, unit);
                    let told = json!({ "done": done.min(total), "total": total, "unit": unit });
                    let event = Event::default().event("progress").data(told.to_string());
                    if send.send(Ok(event)).await.is_err() {
                        return;
                    }
                }
            }
        };
        let event = match last {
            // JSON is UTF-8.
            Ok(bytes) => Event::default().event("answer").data(String::from_utf8_lossy(&bytes)),
            Err(trouble) => {
                // The head was sent before this was known.
                let refusal = ApiError::trouble(&trouble, lang);
                let told = json!({ "status": refusal.code(), "error": refusal.error });
                Event::default().event("refused").data(told.to_string())
            }
        };
        // If nobody listens, nobody is told.
        let _ = send.send(Ok(event)).await;
    });
    ReceiverStream::new(receive)
}
