//! From a request to a response: parameters, files, the work, and what is sent.

use super::{
    Endpoint,
    files::{Received, receive},
    job::{Context, Format, Job, Size, language},
};
use crate::{
    app::State,
    error::ApiError,
    query::{parameters, preferred},
    work::{CancelOnDrop, JobError, Task},
};
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use kakukin_query::{InputError, Params, Unwatched};
use kakukin_report::{Lang, translate};
use serde_json::json;
use std::{
    convert::Infallible,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};
use tokio::sync::mpsc;
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
    if from_another_site(request.headers()) {
        return ApiError::of(StatusCode::FORBIDDEN, "foreign", lang).into_response();
    }
    let streamed = wants_events(request.headers());
    let query = request.uri().query().unwrap_or("");
    let (lang, format, params) = match split(endpoint, query, lang) {
        Ok(parts) => parts,
        Err(error) => return ApiError::input(&error, lang).into_response(),
    };
    let (mut uploads, mut room) = (Vec::new(), None);
    if endpoint.files {
        let received = Arc::new(Received::new(Arc::clone(&state.room)));
        uploads = match receive(&state.limits, request, &received, lang).await {
            Ok(uploads) => uploads,
            Err(_) if received.full.load(Relaxed) => {
                state.metrics.shed.inc();
                return ApiError::job(&JobError::Full, lang).into_response();
            }
            Err(error) => return error.into_response(),
        };
        room = Some(received);
    }
    let context = Context { lang, format, uploads, now: state.now };
    let job = match (endpoint.ask)(params, &context) {
        Ok(job) => job.holding(room),
        Err(error) => return ApiError::input(&error, lang).into_response(),
    };
    // The job has what it needs of them.
    drop(context);
    if streamed && format == Format::Json {
        return Sse::new(events(state, job, lang)).into_response();
    }
    match run(&state, job, &Arc::default()).await {
        Ok(bytes) => response(endpoint.name, format, bytes),
        Err(error) => ApiError::job(&error, lang).into_response(),
    }
}

/// Language, format, and the rest of the parameters.
fn split(
    endpoint: &Endpoint,
    query: &str,
    preferred: Lang,
) -> Result<(Lang, Format, Params), InputError> {
    let mut params = parameters(query)?;
    let lang = language(params.text("lang")?.as_deref(), preferred)?;
    let format = Format::choose(params.text("format")?.as_deref(), endpoint.formats)?;
    Ok((lang, format, params))
}

/// Whether a page of somebody else asks, as browsers tell: it could make the server compute
/// without end. A link that somebody follows is none of that.
fn from_another_site(headers: &HeaderMap) -> bool {
    let says = |name, what| headers.get(name).is_some_and(|value| value == what);
    let site = "sec-fetch-site";
    let followed = says("sec-fetch-mode", "navigate") && says("sec-fetch-dest", "document");
    headers.contains_key(site) && !says(site, "same-origin") && !says(site, "none") && !followed
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// The bytes of the answer. If this is dropped, the work is cancelled.
async fn run(state: &State, job: Job, task: &Arc<Task>) -> Result<Vec<u8>, JobError> {
    let _guard = CancelOnDrop(Arc::clone(task));
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

/// Progress, and then the answer, as events. When nobody listens any more, the work is
/// cancelled.
fn events(
    state: Arc<State>,
    job: Job,
    lang: Lang,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(async move {
        let task = Arc::new(Task::default());
        let mut answer = std::pin::pin!(run(&state, job, &task));
        let last = loop {
            tokio::select! {
                () = send.closed() => return,
                answer = &mut answer => break answer,
                () = tokio::time::sleep(PROGRESS) => {
                    let (done, total, unit) = task.progress();
                    let Some(unit) = unit.filter(|_| total > 0) else {
                        continue;
                    };
                    let unit = translate(lang, &format!("unit.{}", unit.code()));
                    let data = json!({ "done": done.min(total), "total": total, "unit": unit });
                    let event = Event::default().event("progress").data(data.to_string());
                    if send.send(Ok(event)).await.is_err() {
                        return;
                    }
                }
            }
        };
        let event = match last {
            // JSON is UTF-8.
            Ok(bytes) => Event::default().event("answer").data(String::from_utf8_lossy(&bytes)),
            Err(error) => {
                // The head was sent before this was known.
                let error = ApiError::job(&error, lang);
                let data = json!({ "status": error.code(), "error": error.error });
                Event::default().event("refused").data(data.to_string())
            }
        };
        // If nobody listens, nobody is told.
        let _ = send.send(Ok(event)).await;
    });
    ReceiverStream::new(receive)
}
