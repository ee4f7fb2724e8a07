//! The web app and its HTTP API.
//!
//! An endpoint reads a query of `kakukin-query` from the address, and answers with the document
//! that the command line would print. One table (`api`) makes the router and the OpenAPI document.
//! The pages are an HTML frame and get everything they show from the same API.
//!
//! Nothing is written to disk here; what prints a PDF is brought along (`print.rs`). Everything
//! that can grow is bounded in `limits.rs`: bytes, time, work, connections, and waiting requests.

mod access;
mod api;
mod app;
mod assets;
mod clients;
mod connections;
mod error;
mod limits;
mod metrics;
mod observe;
mod pages;
mod print;
mod query;
mod work;

use kakukin_series::Stamp;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

pub use access::{Access, Host, Key, LEAST_KEY, MOST_KEY};
pub use limits::{Limits, MOST_WORKERS};
pub use print::Print;

/// How the server is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address of the machine to listen at.
    pub bind: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Who may ask.
    pub access: Access,
    /// What is allowed.
    pub limits: Limits,
    /// The clock that dates the entries of live series.
    pub now: fn() -> Stamp,
    /// What prints pages as PDF; without it they come as HTML only.
    pub print: Option<Print>,
}

/// Listens, says at which address, and serves until the process is asked to stop.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(config.limits.workers)
        // Those that compute; the queue of the workers lets no more begin.
        .max_blocking_threads(2 * config.limits.workers + 2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = connections::listen(SocketAddr::new(config.bind, config.port))?;
        let address = listener.local_addr()?;
        let state = Arc::new(app::State::new(config));
        let access = Arc::new(access::Guard::new(&config.access, address));
        let apps = [app::router(&state, &access), app::reserve(&state, &access)];
        let stop = connections::Stop::new()?;
        tracing::info!(%address, "listening");
        ready(address);
        connections::serve(listener, apps, &state, stop).await;
        Ok(())
    });
    // Work that does not look up any more is left behind.
    runtime.shutdown_background();
    served
}
