//! From a request to a response: parameters, files, the work, and what is sent.

use super::{
    Endpoint,
    files::{Received, receive},
    job::{Context, Format, language},
};
use crate::{
    app::State,
    clients::Client,
    error::ApiError,
    limits::LARGE_ANSWER,
    query::{language_of, parameters},
    work::{Answer, CancelOnDrop, Job, JobError, Question, Size, Task, at_once},
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
use flate2::{Compression, write::GzEncoder};
use kakukin_core::checkpoint;
use kakukin_query::{InputError, Params};
use kakukin_report::{Lang, translate};
use serde_json::json;
use std::{
    convert::Infallible,
    io::Write,
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
    let lang = language_of(&request);
    let streamed = wants_events(request.headers());
    let query = request.uri().query().unwrap_or("");
    let (lang, format, params) = match split(endpoint, query, lang) {
        Ok(parts) => parts,
        Err(error) => return ApiError::input(&error, lang).into_response(),
    };
    if format == Format::Pdf && state.printer.is_none() {
        return ApiError::of(StatusCode::NOT_IMPLEMENTED, "no_printer", lang).into_response();
    }
    let client = Client::of(&request);
    let gzip = !streamed && accepts_gzip(request.headers());
    let (mut uploads, mut room) = (Vec::new(), None);
    if endpoint.takes_files() {
        let received = Arc::new(Received::new(state.room.share(client)));
        uploads = match receive(&state.limits, endpoint.parts, request, &received, lang).await {
            Ok(uploads) => uploads,
            Err(_) if received.full.load(Relaxed) => {
                state.metrics.shed.inc();
                return ApiError::job(&JobError::Full, lang).into_response();
            }
            Err(error) => return error.into_response(),
        };
        room = Some(received);
    }
    let printer = state.printer.clone();
    let context = Context { lang, format, uploads, gzip, now: state.now, printer };
    let question = Asked { endpoint, params, context, _room: room };
    let answer = match at_once(&question) {
        Ok(Err(size)) => {
            let work = LongAnswer { question: Arc::new(question), size, client };
            if streamed && format == Format::Json {
                return Sse::new(events(state, work, lang)).into_response();
            }
            work.run(&state, &Arc::default()).await
        }
        Ok(Ok(answer)) if streamed && format == Format::Json => {
            let event = answer_event(&answer);
            return Sse::new(tokio_stream::once(Ok::<_, Infallible>(event))).into_response();
        }
        Ok(Ok(answer)) => Ok(answer),
        Err(error) => Err(error),
    };
    match answer {
        Ok(answer) => response(endpoint.name, format, answer),
        Err(error) => ApiError::job(&error, lang).into_response(),
    }
}

/// A request that can be answered as often as it takes.
struct Asked {
    endpoint: &'static Endpoint,
    params: Params,
    context: Context,
    /// The room that its files take.
    _room: Option<Arc<Received>>,
}

impl Question for Asked {
    fn job(&self) -> Result<Job, InputError> {
        let job = (self.endpoint.ask)(self.params.clone(), &self.context)?;
        // However short it is to make: to print it is not.
        let size = if self.context.format == Format::Pdf { Size::Long } else { job.size };
        Ok(Job { size, ..job })
    }

    /// What is large is compressed where it is made, and not where clients are talked to; what is
    /// wanted as PDF is printed there.
    fn answer(&self, bytes: Vec<u8>, stop: &dyn Fn() -> bool) -> Result<Answer, JobError> {
        let Context { format, gzip, printer, .. } = &self.context;
        if let (Format::Pdf, Some(printer)) = (format, printer) {
            // What is printed is HTML of ours, so UTF-8.
            let printed = printer.print(&String::from_utf8_lossy(&bytes), stop);
            let bytes = printed.map_err(|error| {
                tracing::warn!(%error, "not printed");
                JobError::Unprinted
            })?;
            return Ok(Answer { bytes, gzip: false });
        }
        if !gzip || *format == Format::Xlsx || bytes.len() <= LARGE_ANSWER {
            return Ok(Answer { bytes, gzip: false });
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        for part in bytes.chunks(LARGE_ANSWER) {
            checkpoint();
            // Memory does not refuse to be written to.
            let _ = encoder.write_all(part);
        }
        Ok(match encoder.finish() {
            Ok(bytes) => Answer { bytes, gzip: true },
            Err(_) => Answer { bytes, gzip: false },
        })
    }
}

/// An answer that a worker has to give.
struct LongAnswer {
    question: Arc<dyn Question>,
    size: Size,
    client: Client,
}

impl LongAnswer {
    /// If this is dropped, the work is cancelled.
    async fn run(&self, state: &State, task: &Arc<Task>) -> Result<Answer, JobError> {
        let _guard = CancelOnDrop(Arc::clone(task));
        state.workers.run(&self.question, self.size, self.client, task).await
    }
}

/// Language, format, and the rest of the parameters.
fn split(
    endpoint: &Endpoint,
    query: &str,
    preferred: Lang,
) -> Result<(Lang, Format, Params), InputError> {
    let mut params = parameters(query)?;
    let lang = language(params.word("lang")?.as_deref(), preferred)?;
    // The words are those of the game that is named; a wrong name is refused by the query.
    let lang = lang.in_game(params.get("game").and_then(|name| name.parse().ok()));
    let format = Format::choose(params.word("format")?.as_deref(), endpoint.formats)?;
    Ok((lang, format, params))
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let gzip = |part: &str| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    };
    accepted.is_some_and(|list| list.split(',').any(gzip))
}

fn response(name: &str, format: Format, answer: Answer) -> Response {
    let mut response = Response::new(Body::from(answer.bytes));
    let headers = response.headers_mut();
    if answer.gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
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

fn answer_event(answer: &Answer) -> Event {
    // JSON is UTF-8.
    Event::default().event("answer").data(String::from_utf8_lossy(&answer.bytes))
}

/// Progress, and then the answer, as events. When nobody listens any more, the work is
/// cancelled.
fn events(
    state: Arc<State>,
    work: LongAnswer,
    lang: Lang,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(async move {
        let task = Arc::new(Task::default());
        let mut answer = std::pin::pin!(work.run(&state, &task));
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
            Ok(answer) => answer_event(&answer),
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
