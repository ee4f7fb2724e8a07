//! `kakukin serve`: the web app and its HTTP API.

use super::input;
use crate::{
    InputError, Problem,
    args::ServeArgs,
    clock,
    failure::{Failure, say},
    output::{Format, Output},
    pdf, threads,
};
use kakukin_core::BadValue;
use kakukin_report::{translate, translate_with};
use kakukin_server::{Access, Config, Host, Key, LEAST_KEY, Limits, MOST_KEY, MOST_WORKERS, Print};
use qrcode::{QrCode, render::unicode::Dense1x2};
use std::{
    env,
    io::{self, IsTerminal, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
};
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

const USUAL_PORT: u64 = 7070;
/// What is logged: `warn`, `info`, `kakukin::access=off`, ..
const LOG_VARIABLE: &str = "KAKUKIN_LOG";
/// The key, where it shall not stand in the list of processes.
const KEY_VARIABLE: &str = "KAKUKIN_KEY";

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
    // Each worker has a thread that talks and two that compute; some look after the rest.
    threads::check(3 * limits.workers + 8)?;
    let (access, made) = access(args, bind)?;
    // A wrong clock is found now and not in the middle of a series.
    clock::now()?;
    start_log()?;
    let link = Link::new(args, &access, made);
    let print = pdf::browser().map(|_| pdf::print_for_others as Print);
    let now = clock::now_or_start;
    let config = Config { bind, port: port as u16, access, limits, now, print };
    let served =
        kakukin_server::run(&config, |address| tell(address, &config.access, &link, output));
    pdf::tidy();
    served.map_err(|error| {
        let address = SocketAddr::new(bind, port as u16).to_string();
        Failure::Listen(address, error)
    })
}

/// Who may ask, and whether the key is new. Where others than this machine can ask, it must be
/// said who may.
fn access(args: &ServeArgs, bind: IpAddr) -> Result<(Access, bool), Failure> {
    let host = |text: &String| {
        let allowed = "example.org, example.org:8443, 192.0.2.1";
        Host::parse(text).ok_or_else(|| InputError::new("host", text, BadValue::BadForm, allowed))
    };
    let hosts = args.host.iter().map(host).collect::<Result<Vec<_>, _>>()?;
    let (key, made) = match (&args.key, env::var_os(KEY_VARIABLE)) {
        (Some(Some(text)), _) => (Some(chosen("key", Some(text))?), false),
        (_, Some(text)) => (Some(chosen(KEY_VARIABLE, text.to_str())?), false),
        (Some(None), None) => (Some(Key::random().map_err(Failure::Random)?), true),
        (None, None) => (None, false),
    };
    if !bind.to_canonical().is_loopback() && hosts.is_empty() && key.is_none() {
        let allowed = "`key`, `host` NAME";
        return Err(InputError::new("bind", bind, Problem::Unprotected, allowed).into());
    }
    Ok((Access { hosts, key }, made))
}

/// A key that was given; a wrong one is not repeated, since what is said may be kept.
fn chosen(field: &'static str, text: Option<&str>) -> Result<Key, InputError> {
    let allowed = format!("{LEAST_KEY}..{MOST_KEY}: A-Z a-z 0-9 - . _ ~");
    let refuse = || InputError::new(field, "", BadValue::BadForm, allowed);
    text.and_then(Key::parse).ok_or_else(refuse)
}

/// How the way in is shown.
struct Link {
    /// With the key: if nobody knows it yet, or somebody looks. Given to a service, it is known,
    /// and what is written goes to a log.
    with_key: bool,
    /// Also as a picture for phones.
    code: bool,
    /// In colours, so that the picture is dark on light in any terminal.
    terminal: bool,
}

impl Link {
    fn new(args: &ServeArgs, access: &Access, made: bool) -> Self {
        let terminal = io::stdout().is_terminal();
        Self {
            with_key: made || terminal || args.qr,
            code: args.qr || terminal && access.key.is_some(),
            terminal,
        }
    }
}

/// Where it is to be found, for people and for scripts; and who can use it.
fn tell(address: SocketAddr, access: &Access, link: &Link, output: &Output) {
    let lang = output.lang;
    let mut url = format!("http://{}/", SocketAddr::new(reachable(address.ip()), address.port()));
    if let Some(key) = access.key.as_ref().filter(|_| link.with_key) {
        url += &format!("?key={}", key.reveal());
    }
    let text = translate_with(lang, "serve.ready", &[("url", &url)]);
    // Nobody may be reading: the server serves all the same.
    let _ = writeln!(io::stdout(), "{text}");
    let local = address.ip().to_canonical().is_loopback();
    let who = match (local, access.key.is_some(), access.hosts.is_empty()) {
        (true, true, _) => "local_key",
        (true, false, true) => "local",
        (true, false, false) => "proxied",
        (false, true, _) => "key",
        (false, false, _) => "open",
    };
    say(&translate(lang, &format!("serve.{who}")));
    if link.code {
        // An address is never too long for a code.
        let code = QrCode::new(&url).map(|code| drawn(&code, link.terminal)).unwrap_or_default();
        let _ = write!(io::stdout(), "{code}");
    }
    let _ = io::stdout().flush();
}

/// A code in half blocks.
fn drawn(code: &QrCode, coloured: bool) -> String {
    let [on, off] = if coloured { ["\x1b[30;47m", "\x1b[0m"] } else { [""; 2] };
    let picture = code.render::<Dense1x2>().build();
    picture.lines().map(|line| format!("{on}{line}{off}\n")).collect()
}

/// An address that others can open: that of the network which leads out, where the server listens
/// at all of them.
fn reachable(ip: IpAddr) -> IpAddr {
    // Addresses that belong to nobody (RFC 5737, 3849). Nothing is sent: the system only looks up
    // which network it would take.
    let out = |from: IpAddr, to: &str| {
        let socket = UdpSocket::bind((from, 0))?;
        socket.connect(to)?;
        socket.local_addr().map(|own| own.ip())
    };
    let v4 = || out(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let v6 = || out(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9");
    match ip.to_canonical() {
        IpAddr::V4(ip) if ip.is_unspecified() => v4().unwrap_or(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            v4().or_else(|_| v6()).unwrap_or(Ipv6Addr::LOCALHOST.into())
        }
        _ => ip,
    }
}

fn start_log() -> Result<(), InputError> {
    let text = env::var(LOG_VARIABLE).unwrap_or_else(|_| "info".into());
    let filter: Targets = text.parse().map_err(|_| {
        InputError::new(LOG_VARIABLE, &text, BadValue::BadForm, "off, warn, info, debug")
    })?;
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // If there is a log already, that one is used.
    let _ = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
    Ok(())
}
