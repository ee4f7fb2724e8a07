//! What is counted, in the text format of Prometheus.

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};
use std::time::Duration;

/// The counters of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram>,
    /// Requests being answered.
    pub(crate) open: Gauge,
    /// Workers that compute.
    pub(crate) busy: Gauge,
    /// Requests turned away because too many waited.
    pub(crate) shed: Counter,
    /// Work that was not short, and began again among long work.
    pub(crate) moved: Counter,
    /// Questions about hands that were solved.
    pub(crate) solves: Counter,
    /// Bytes of files that are held.
    pub(crate) uploads: Gauge,
    /// Open connections.
    pub(crate) connections: Gauge,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("kakukin");
        let requests = Family::<Answered, Counter>::default();
        let seconds = Family::<Route, Histogram>::new_with_constructor(|| {
            // From a tenth of a millisecond to a minute and a half.
            Histogram::new(exponential_buckets(0.0001, 4.0, 11))
        });
        let [open, busy, uploads, connections] = [(); 4].map(|()| Gauge::default());
        let [shed, moved, solves] = [(); 3].map(|()| Counter::default());
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("request_seconds", "Time to answer by route", seconds.clone());
        registry.register("requests_open", "Requests being answered", open.clone());
        registry.register("workers_busy", "Workers that compute", busy.clone());
        registry.register("upload_bytes", "Bytes of files that are held", uploads.clone());
        registry.register("connections_open", "Open connections", connections.clone());
        registry.register("requests_shed", "Requests turned away", shed.clone());
        registry.register("work_moved", "Work that was not as short as it seemed", moved.clone());
        registry.register("hands_solved", "Questions about hands solved", solves.clone());
        Self { registry, requests, seconds, open, busy, uploads, shed, moved, solves, connections }
    }

    /// A request was answered. Only known routes come here, so that labels stay few.
    pub(crate) fn answered(&self, route: &str, status: u16, time: Duration) {
        let route = route.to_string();
        self.seconds.get_or_create(&Route { route: route.clone() }).observe(time.as_secs_f64());
        self.requests.get_or_create(&Answered { route, status }).inc();
    }

    /// All counters as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
