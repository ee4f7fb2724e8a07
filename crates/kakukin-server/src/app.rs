//! All routes of the server, and the layers around every response.

use crate::{
    Config,
    access::{Guard, HEALTH, guard},
    api, assets,
    clients::Shares,
    error::ApiError,
    limits::Limits,
    metrics::Metrics,
    observe::observe,
    pages,
    print::Printer,
    query::language_of,
    work::{JobError, Workers},
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State as Extract},
    http::{HeaderName, HeaderValue, StatusCode, Uri, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::get,
};
use kakukin_series::Stamp;
use serde_json::json;
use std::sync::Arc;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, set_header::SetResponseHeaderLayer,
};

/// No script and no style but our own files, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// What all requests share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) workers: Workers,
    /// The bytes of files that may still come.
    pub(crate) room: Arc<Shares>,
    pub(crate) now: fn() -> Stamp,
    /// What prints, if anything does.
    pub(crate) printer: Option<Arc<Printer>>,
}

impl State {
    pub(crate) fn new(config: &Config) -> Self {
        let metrics = Arc::new(Metrics::new());
        Self {
            limits: config.limits,
            workers: Workers::new(config.limits, Arc::clone(&metrics)),
            metrics,
            room: Shares::halves(config.limits.room_bytes),
            now: config.now,
            printer: config.print.map(|print| Arc::new(Printer::new(print))),
        }
    }
}

/// The whole server.
pub(crate) fn router(state: &Arc<State>, access: &Arc<Guard>) -> Router {
    let routes = Router::new()
        .route(HEALTH, get(health))
        .route("/metrics", get(metrics))
        .route("/assets/{*name}", get(assets::asset))
        .route("/favicon.ico", get(favicon));
    let routes = pages::routes(api::routes(routes));
    let header = |name: HeaderName, value| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    routes
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::disable())
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::of(StatusCode::INTERNAL_SERVER_ERROR, "failed", kakukin_report::Lang::EN)
                .into_response()
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(access), guard))
        .layer(header(header::CACHE_CONTROL, "no-store"))
        // Words follow the browser where no language is asked for.
        .layer(SetResponseHeaderLayer::appending(
            header::VARY,
            HeaderValue::from_static("accept-language"),
        ))
        .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .layer(from_fn_with_state(Arc::clone(state), observe))
        .with_state(Arc::clone(state))
}

/// All that a connection beyond the bound is told: whether the server is well.
pub(crate) fn reserve(state: &Arc<State>, access: &Arc<Guard>) -> Router {
    let full = async |request: Request| {
        let refused = ApiError::job(&JobError::Full, language_of(&request));
        ([(header::CONNECTION, "close")], refused).into_response()
    };
    Router::new()
        .route(HEALTH, get(health))
        .route("/metrics", get(metrics))
        .fallback(full)
        .layer(from_fn_with_state(Arc::clone(access), guard))
        .with_state(Arc::clone(state))
}

/// Alive; a balancer that asks gets an answer even if all workers are busy. Anybody may ask, so
/// it says nothing else.
async fn health() -> Response {
    axum::Json(json!({ "status": "ok" })).into_response()
}

async fn metrics(Extract(state): Extract<Arc<State>>) -> Response {
    state.metrics.uploads.set(i64::try_from(state.room.held()).unwrap_or(i64::MAX));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], state.metrics.text()).into_response()
}

/// Old habits of browsers.
async fn favicon() -> Response {
    axum::response::Redirect::permanent("/assets/favicon.svg").into_response()
}

async fn not_found(uri: Uri, request: Request) -> Response {
    let lang = language_of(&request);
    if uri.path().starts_with("/api/") {
        return ApiError::of(StatusCode::NOT_FOUND, "not_found", lang).into_response();
    }
    (StatusCode::NOT_FOUND, pages::not_found(lang)).into_response()
}

async fn wrong_method(request: Request) -> Response {
    let lang = language_of(&request);
    ApiError::of(StatusCode::METHOD_NOT_ALLOWED, "method", lang).into_response()
}
