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
    threads::check(limits.most_threads())?;
    let (access, made) = access(args, bind)?;
    // A wrong clock is found now and not in the middle of a series.
    clock::now()?;
    start_log()?;
    let link = Link::new(args, &access, made, !bind.to_canonical().is_loopback());
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
    /// `beyond`: whether other machines can ask.
    fn new(args: &ServeArgs, access: &Access, made: bool, beyond: bool) -> Self {
        let terminal = io::stdout().is_terminal();
        Self {
            with_key: made || terminal || args.qr,
            code: args.qr || terminal && (access.key.is_some() || beyond),
            terminal,
        }
    }
}

/// Where it is to be found, for people and for scripts; and who can use it.
fn tell(address: SocketAddr, access: &Access, link: &Link, output: &Output) {
    let lang = output.lang;
    let key = access.key.as_ref().filter(|_| link.with_key);
    let key = key.map(|key| format!("?key={}", key.reveal())).unwrap_or_default();
    let url = |ip| format!("http://{}/{key}", SocketAddr::new(ip, address.port()));
    let (ip, others) = reachable(address.ip(), &own_addresses());
    let text = translate_with(lang, "serve.ready", &[("url", &url(ip))]);
    // Nobody may be reading: the server serves all the same.
    let _ = writeln!(io::stdout(), "{text}");
    for other in others {
        let text = translate_with(lang, "serve.also", &[("url", &url(other))]);
        let _ = writeln!(io::stdout(), "{text}");
    }
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
        let code = QrCode::new(url(ip)).map(|code| drawn(&code, link.terminal)).unwrap_or_default();
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

/// The addresses of this machine in its networks, that of the network which leads out first.
fn own_addresses() -> Vec<IpAddr> {
    // Addresses that belong to nobody (RFC 5737, 3849). Nothing is sent: the system only looks up
    // which network it would take.
    let out = |from: IpAddr, to: &str| {
        let socket = UdpSocket::bind((from, 0)).ok()?;
        socket.connect(to).ok()?;
        socket.local_addr().ok().map(|own| own.ip())
    };
    let v4 = out(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let v6 = out(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9");
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let all = interfaces.iter().map(if_addrs::Interface::ip);
    let mut own: Vec<IpAddr> = Vec::new();
    for ip in v4.into_iter().chain(v6).chain(all) {
        if !own.contains(&ip) {
            own.push(ip);
        }
    }
    own
}

/// The address to open, and further ones that do as well: where the server listens at all
/// addresses, those of this machine which other machines can open.
fn reachable(ip: IpAddr, own: &[IpAddr]) -> (IpAddr, Vec<IpAddr>) {
    let opens = |own: &IpAddr| match own {
        // Link-local addresses need the name of an interface, which differs on every machine.
        IpAddr::V4(own) => !own.is_loopback() && !own.is_link_local() && !own.is_unspecified(),
        IpAddr::V6(own) => {
            ip.is_ipv6()
                && !own.is_loopback()
                && !own.is_unicast_link_local()
                && !own.is_unspecified()
        }
    };
    if !ip.to_canonical().is_unspecified() {
        return (ip, Vec::new());
    }
    // The addresses of before are shorter to type.
    let (v4, v6): (Vec<IpAddr>, Vec<IpAddr>) =
        own.iter().copied().filter(opens).partition(IpAddr::is_ipv4);
    let mut all = v4.into_iter().chain(v6);
    let loopback =
        if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    (all.next().unwrap_or(loopback), all.collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_others_can_open() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let own =
            ["127.0.0.1", "::1", "fe80::1", "2001:db8::7", "169.254.3.4", "10.0.0.7"].map(&ip);
        let told = |bind: &str, own: &[IpAddr]| {
            let (first, others) = reachable(ip(bind), own);
            [vec![first], others].concat().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told("0.0.0.0", &own), ["10.0.0.7"]);
        assert_eq!(told("::", &own), ["10.0.0.7", "2001:db8::7"]);
        assert_eq!(told("192.168.1.5", &own), ["192.168.1.5"]);
        assert_eq!(told("127.0.0.1", &own), ["127.0.0.1"]);
        // Without a network there is this machine.
        assert_eq!(told("0.0.0.0", &own[..2]), ["127.0.0.1"]);
        assert_eq!(told("::", &own[..3]), ["::1"]);
    }

    /// Whatever the networks here are, nobody is told to open an address that is none.
    #[test]
    fn no_address_is_that_of_all() {
        for bind in ["0.0.0.0", "::"] {
            let (first, others) = reachable(bind.parse().unwrap(), &own_addresses());
            assert!(!first.is_unspecified() && others.iter().all(|ip| !ip.is_unspecified()));
        }
    }
}
