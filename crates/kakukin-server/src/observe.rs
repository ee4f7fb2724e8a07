//! Every request is logged and counted once: what was asked, how it ended, how long it took.
//! Parameters are left out of the log, since they may be names of people.

use crate::{app::State, metrics::Metrics};
use axum::{
    extract::{MatchedPath, Request, State as Extract},
    middleware::Next,
    response::Response,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

pub(crate) async fn observe(
    Extract(state): Extract<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let path = request.uri().path().to_string();
    let open = Open::new(&state.metrics);
    let response = next.run(request).await;
    drop(open);
    let (status, time) = (response.status().as_u16(), start.elapsed());
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    state.metrics.answered(route, status, time);
    let ms = milliseconds(time);
    tracing::info!(target: "kakukin::access", %method, path, status, ms);
    response
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}

/// Counted also if the request is given up.
struct Open<'a>(&'a Metrics);

impl<'a> Open<'a> {
    fn new(metrics: &'a Metrics) -> Self {
        metrics.open.inc();
        Self(metrics)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.dec();
    }
}
