//! Every request is logged and counted once: the request, how it ended, how long it took.
//! Parameters are left out of the log, since they may be names of people.

use crate::app::State;
use axum::{
    extract::{MatchedPath, Request, State as Extract},
    http::Method,
    middleware::Next,
    response::Response,
};
use std::{sync::Arc, time::Instant};

pub(crate) async fn observe(
    Extract(state): Extract<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    let seen = Seen::new(state, &request);
    let response = next.run(request).await;
    seen.answered(response.status().as_u16());
    response
}

/// What is written for a request that was given up before it was answered.
const GIVEN_UP: u16 = 499;

/// A request; told when it is gone, also if it was given up.
struct Seen {
    state: Arc<State>,
    start: Instant,
    method: Method,
    path: String,
    route: Option<MatchedPath>,
    status: u16,
}

impl Seen {
    fn new(state: Arc<State>, request: &Request) -> Self {
        state.metrics.open.inc();
        Self {
            state,
            start: Instant::now(),
            method: request.method().clone(),
            path: request.uri().path().to_string(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            status: GIVEN_UP,
        }
    }

    fn answered(mut self, status: u16) {
        self.status = status;
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        let Self { method, path, status, .. } = self;
        let time = self.start.elapsed();
        let route = self.route.as_ref().map_or("other", MatchedPath::as_str);
        self.state.metrics.open.dec();
        self.state.metrics.answered(route, *status, time);
        let ms = (time.as_secs_f64() * 1e5).round() / 1e2;
        tracing::info!(target: "kakukin::access", %method, path, status, ms);
    }
}
