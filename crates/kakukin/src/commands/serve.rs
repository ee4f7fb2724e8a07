//! `kakukin serve`: the web app and its HTTP API.

use super::input;
use crate::{
    InputError, Problem,
    args::ServeArgs,
    clock,
    failure::{Failure, say},
    output::{Format, Output},
};
use kakukin_core::BadValue;
use kakukin_report::{translate, translate_with};
use kakukin_server::{Config, Limits, MOST_WORKERS};
use std::{
    io::{self, IsTerminal, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr},
};
use tracing_subscriber::EnvFilter;

const USUAL_PORT: u64 = 7070;
/// What is logged: `warn`, `info`, `kakukin::access=off`, ..
const LOG_VARIABLE: &str = "KAKUKIN_LOG";

pub(crate) fn run(args: &ServeArgs, output: &Output) -> Result<(), Failure> {
    if output.format != Format::Text {
        return Err(InputError::new("format", "", Problem::UnsupportedFormat, "text").into());
    }
    let port = input::whole_or("port", args.port.as_deref(), USUAL_PORT, 0..=u64::from(u16::MAX))?;
    let bind = match &args.bind {
        None => IpAddr::V4(Ipv4Addr::LOCALHOST),
        Some(text) => text.parse().map_err(|_| {
            InputError::new("bind", text, BadValue::BadForm, "127.0.0.1, ::1, 0.0.0.0")
        })?,
    };
    let mut limits = Limits::default();
    if let Some(text) = &args.workers {
        let workers = input::whole("workers", text, 1..=MOST_WORKERS as u64)? as usize;
        limits = limits.with_workers(workers);
    }
    // A wrong clock is found now and not in the middle of a series.
    clock::now()?;
    start_log()?;
    let config = Config { bind, port: port as u16, limits, now: clock::now_or_start };
    kakukin_server::run(&config, |address| tell(address, output)).map_err(|error| {
        let address = SocketAddr::new(bind, port as u16).to_string();
        Failure::Listen(address, error)
    })
}

/// Where it is to be found, for people and for scripts.
fn tell(address: SocketAddr, output: &Output) {
    let lang = output.lang;
    let url = format!("http://{address}/");
    let text = translate_with(lang, "serve.ready", &[("url", &url)]);
    // Nobody may be reading: the server serves all the same.
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    if !address.ip().is_loopback() {
        say(&translate(lang, "serve.open"));
    }
}

fn start_log() -> Result<(), InputError> {
    let text = std::env::var(LOG_VARIABLE).unwrap_or_else(|_| "info".into());
    let filter = EnvFilter::try_new(&text).map_err(|_| {
        InputError::new(LOG_VARIABLE, &text, BadValue::BadForm, "off, warn, info, debug")
    })?;
    // If there is a log already, that one is used.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .try_init();
    Ok(())
}
