//! How much the server takes, over loopback: evaluations and searches a second, what happens when
//! there are more clients than places, clients that are slow or hostile, memory in the long run. The server
//! is a release build, on all cores, and shares them with the clients.

use crate::{server::Server, web};
use socket2::{Domain, Socket, Type};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// Seconds of the long run.
pub(crate) const USUAL_SOAK: u64 = 300;

/// What must be reached.
const EVALUATIONS: f64 = 5_000.0;
const SEARCHES: f64 = 200.0;
const P99: Duration = Duration::from_millis(50);
/// How much of the rate must be left beside slow clients.
const BESIDE_SLOW: f64 = 0.8;
/// And beside hostile ones, who have a right to their share of the processors.
const BESIDE_HOSTILE: f64 = 0.4;
/// How much memory may grow from the second part of the long run to the last.
const GROWTH: f64 = 1.1;

/// Before something is measured.
const WARM: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(8);
/// Clients that always have one request under way.
const FEW: usize = 4;
/// Far more than there are workers and places to wait for one.
const CROWD: usize = 400;
/// The name of the server.
const NAME: &str = "load.test";
const HALF_SENT: usize = 400;
/// Clients of each of some addresses who ask the dearest there is.
const HOSTILE: usize = 16;
const HOSTILE_ADDRESSES: u8 = 2;
/// Where honest clients, slow ones and hostile ones come from.
const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;
const SLOW: Ipv4Addr = Ipv4Addr::new(127, 0, 1, 1);
const SLOW_BODIES: usize = 4;

pub(crate) fn run(soak: u64) -> Result<(), String> {
    let program = web::build(true)?;
    let server = Server::start(&program, &["--host", NAME])?;
    let at = server.address;
    let mut table = Table::default();

    measure(at, FEW, WARM, evaluation);
    let evaluations = measure(at, FEW, MEASURED, evaluation);
    table.line("evaluations", &evaluations);
    table.must("5,000 evaluations a second", evaluations.rate() >= EVALUATIONS);
    table.must("p99 of evaluations under 50 ms", evaluations.quantile(0.99) < P99);
    table.must("every evaluation answered", evaluations.only(&[200]));

    measure(at, FEW, WARM, search);
    let searches = measure(at, FEW, MEASURED, search);
    table.line("searches at limit 15", &searches);
    table.must("200 searches a second", searches.rate() >= SEARCHES);
    table.must("p99 of searches under 50 ms", searches.quantile(0.99) < P99);
    table.must("every search answered", searches.only(&[200]));

    let crowd = measure(at, CROWD, MEASURED, search);
    table.line("400 clients at once", &crowd);
    table.must("overload sheds", crowd.statuses.contains_key(&503));
    table.must("overload still answers", crowd.statuses.get(&200) > Some(&0));
    table.must("overload gives 200 or 503 only", crowd.only(&[200, 503]));
    table.must("every 503 says when to come again", crowd.without_retry == 0);
    let recovered = measure(at, FEW, MEASURED, search);
    table.line("searches afterwards", &recovered);
    table.must("nothing is shed afterwards", recovered.only(&[200]));
    table.must("p99 afterwards under 50 ms", recovered.quantile(0.99) < P99);

    let before = [("evaluations", &evaluations), ("searches", &recovered)];
    for ((what, before), beside) in before.into_iter().zip(beside_slow(at)?) {
        table.line(&format!("{what} beside slow clients"), &beside);
        table.must(&format!("{what}: all answered beside slow clients"), beside.only(&[200]));
        let p99 = beside.quantile(0.99) < P99;
        table.must(&format!("{what}: p99 beside slow clients under 50 ms"), p99);
        let kept = beside.rate() / before.rate();
        table.must(&format!("{what}: four fifths of the rate"), kept >= BESIDE_SLOW);
    }

    for ((what, before), beside) in before.into_iter().zip(beside_hostile(at)) {
        table.line(&format!("{what} beside hostile clients"), &beside);
        table.must(&format!("{what}: all answered beside hostile clients"), beside.only(&[200]));
        let p99 = beside.quantile(0.99) < P99;
        table.must(&format!("{what}: p99 beside hostile clients under 50 ms"), p99);
        let kept = beside.rate() / before.rate();
        table.must(&format!("{what}: two fifths of the rate"), kept >= BESIDE_HOSTILE);
    }

    let (mixed, memory) = soaked(&server, soak);
    table.line("long run, everything and attacks", &mixed);
    table.must("long run answers or refuses", mixed.only(&[200, 422]));
    let [early, late] = [part(&memory, 1), part(&memory, 4)];
    println!(
        "memory: {:.1} MB in the second fifth of {soak} s, {:.1} MB in the last, {:.1} MB at most",
        megabytes(early),
        megabytes(late),
        megabytes(memory.iter().copied().max().unwrap_or(0))
    );
    table.must("memory is flat", early > 0 && late as f64 <= GROWTH * early as f64);
    table.end()
}

/// What came of many requests.
#[derive(Debug, Default)]
struct Measured {
    times: Vec<Duration>,
    statuses: BTreeMap<u16, usize>,
    /// Requests turned away without a word about when to come again.
    without_retry: usize,
    time: Duration,
}

impl Measured {
    /// Answers with 200 a second.
    fn rate(&self) -> f64 {
        let answered = self.statuses.get(&200).copied().unwrap_or(0);
        answered as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn quantile(&self, share: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get((last as f64 * share).round() as usize).copied().unwrap_or(Duration::MAX)
    }

    fn only(&self, statuses: &[u16]) -> bool {
        !self.statuses.is_empty() && self.statuses.keys().all(|status| statuses.contains(status))
    }
}

/// So many clients ask one thing after the other for a while.
fn measure(
    at: SocketAddr,
    clients: usize,
    time: Duration,
    request: fn(&mut Dice) -> String,
) -> Measured {
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let all: Vec<Measured> = thread::scope(|scope| {
        let stop = &stop;
        let clients: Vec<_> = (0..clients)
            .map(|k| {
                let dice = Dice::new(k as u64);
                scope.spawn(move || client(at, HONEST, dice, stop, request))
            })
            .collect();
        thread::sleep(time);
        stop.store(true, Relaxed);
        clients.into_iter().map(|client| client.join().unwrap_or_default()).collect()
    });
    let mut sum = Measured { time: start.elapsed(), ..Measured::default() };
    for one in all {
        sum.times.extend(one.times);
        sum.without_retry += one.without_retry;
        for (status, n) in one.statuses {
            *sum.statuses.entry(status).or_default() += n;
        }
    }
    sum.times.sort_unstable();
    sum
}

/// One client; a connection that the server ended is opened again. 0 stands for no answer.
fn client(
    at: SocketAddr,
    from: Ipv4Addr,
    mut dice: Dice,
    stop: &AtomicBool,
    request: fn(&mut Dice) -> String,
) -> Measured {
    let mut measured = Measured::default();
    let mut connection = None;
    while !stop.load(Relaxed) {
        let text = request(&mut dice);
        let start = Instant::now();
        let answer = ask(at, from, &mut connection, &text);
        let (status, retry) = answer.unwrap_or_else(|| {
            connection = None;
            (0, false)
        });
        *measured.statuses.entry(status).or_default() += 1;
        if status == 200 {
            measured.times.push(start.elapsed());
        } else if status == 503 {
            measured.without_retry += usize::from(!retry);
            // Who is turned away comes again, but not at once.
            thread::sleep(Duration::from_millis(20));
        }
    }
    measured
}

/// A connection from an address of this machine: the server takes it for a client of its own.
fn connect(at: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect(&at.into())?;
    Ok(socket.into())
}

/// The status of an answer, and whether it says when to come again.
fn ask(
    at: SocketAddr,
    from: Ipv4Addr,
    connection: &mut Option<BufReader<TcpStream>>,
    request: &str,
) -> Option<(u16, bool)> {
    if connection.is_none() {
        let stream = connect(at, from).ok()?;
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        *connection = Some(BufReader::new(stream));
    }
    let reader = connection.as_mut()?;
    reader.get_mut().write_all(request.as_bytes()).ok()?;
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let (mut length, mut retry, mut close) = (0, false, false);
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "retry-after" => retry = true,
            "connection" => close = value == "close",
            _ => {}
        }
    }
    std::io::copy(&mut reader.take(length), &mut std::io::sink()).ok()?;
    if close {
        *connection = None;
    }
    Some((status, retry))
}

/// Numbers that look random and are the same every time (splitmix64).
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x5851_f42d_4c95_7f2d))
    }

    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % most
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    /// A rate in thousandths.
    fn rate(&mut self, from: u64, to: u64) -> String {
        format!("{}/1000", from + self.below(to - from))
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {NAME}\r\n\r\n")
}

/// A rule under some rates; hardly ever the same twice.
fn evaluation(dice: &mut Dice) -> String {
    let (p, f) = (dice.rate(500, 950), dice.rate(0, 500));
    let target = 3 + dice.below(8);
    let (first, second) = (1 + dice.below(2), 1 + dice.below(3));
    let turns = dice.of(&["fixed", "alternating", "abba"]);
    let limit = target + dice.below(6);
    get(&format!(
        "/api/v1/eval?p={p}&f={f}&points={first}/{second}/{target}&turns={turns}&limit={limit}"
    ))
}

/// The best rules under some rates.
fn search(dice: &mut Dice) -> String {
    let (p, f) = (dice.rate(500, 950), dice.rate(0, 500));
    get(&format!("/api/v1/find?p={p}&f={f}&limit=15"))
}

/// All that a visitor does.
fn anything(dice: &mut Dice) -> String {
    let (p, f) = (dice.rate(500, 950), dice.rate(0, 500));
    let rule = format!("p={p}&f={f}&points=1/2/{}", 3 + dice.below(5));
    let hand = dice.of(&["34567m2246p34088s", "234m456799p22678s", "234578m1689p357s1z"]);
    let (lang, page) = (dice.of(&["en", "ja"]), dice.of(&["series", "live", "mahjong", "rates"]));
    match dice.below(20) {
        0 => get(&format!("/{lang}/{page}")),
        1 => get("/assets/style.css"),
        2 => get(&format!("/api/v1/chart/eval?{rule}&lang={lang}")),
        3 => get(&format!("/api/v1/report/rule?{rule}&lang={lang}")),
        4 => get(&format!("/api/v1/tree?{rule}&limit=5")),
        5 => get(&format!("/api/v1/mahjong/score?hand={hand}&draws_left={}", 1 + dice.below(17))),
        6 => get(&format!("/api/v1/live?{rule}&result=first&result=second")),
        7 => get(&format!("/api/v1/simulate?{rule}&series=1000&seed={}", dice.below(1 << 40))),
        8 => get(&format!("/api/v1/eval?{rule}&wrong={}", dice.below(1 << 40))),
        9 => upload(dice),
        10 => search(dice),
        _ => evaluation(dice),
    }
}

/// Some games with new names.
fn upload(dice: &mut Dice) -> String {
    let mut games = String::from("first,second,result\n");
    for _ in 0..100 {
        let (a, b) = (dice.below(1 << 20), dice.below(1 << 20));
        games += &format!("P{a},P{b},{}\n", dice.of(&["1-0", "0-1", "1/2-1/2"]));
    }
    let body = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"files\"; filename=\"games.csv\"\r\n\r\n\
         {games}\r\n--XX--\r\n"
    );
    format!(
        "POST /api/v1/estimate?no_fit=true HTTP/1.1\r\nHost: {NAME}\r\nX-Kakukin: 1\r\n\
         Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Evaluations, while hundreds of others have sent half a head, and some send a byte of their
/// files now and then.
fn beside_slow(at: SocketAddr) -> Result<[Measured; 2], String> {
    let failed = |e: std::io::Error| format!("slow clients: {e}");
    let mut slow = Vec::new();
    for k in 0..HALF_SENT + SLOW_BODIES {
        let mut stream = connect(at, SLOW).map_err(failed)?;
        let head = if k < HALF_SENT {
            format!("GET /api/v1/find?p=70%25 HTTP/1.1\r\nHost: {NAME}\r\nX: ")
        } else {
            format!(
                "POST /api/v1/estimate HTTP/1.1\r\nHost: {NAME}\r\nX-Kakukin: 1\r\n\
                 Content-Length: 1000\r\nContent-Type: multipart/form-data; boundary=XX\r\n\r\n"
            )
        };
        stream.write_all(head.as_bytes()).map_err(failed)?;
        slow.push(stream);
    }
    let stop = AtomicBool::new(false);
    Ok(thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Relaxed) {
                for stream in &mut slow {
                    // Some have been ended by the server, as they should be.
                    let _ = stream.write_all(b"x");
                }
                thread::sleep(Duration::from_millis(500));
            }
        });
        // Evaluations need no worker, searches do.
        let measured = [evaluation as fn(&mut Dice) -> String, search]
            .map(|ask| measure(at, FEW, MEASURED, ask));
        stop.store(true, Relaxed);
        measured
    }))
}

/// What costs a server most of what it accepts, seconds each, and little to ask. Half of those who
/// ask leave at once.
fn attack(dice: &mut Dice) -> String {
    let limit = 500 + dice.below(40);
    let path = match dice.below(7) {
        0 => format!("rule?p=0.7&points=1/1/700&limit={limit}&clinch=true"),
        1 => format!("live?p=0.7&points=1/1/700&limit={limit}&clinch=true"),
        2 => "eval?p=0.7&points=1/1/2&f=0.995&draws=swap&book=99.99999%25".into(),
        3 => "simulate?p=0.7&f=0.001&points=1/1/20&limit=1000000&draws=swap&series=1".into(),
        4 => {
            format!("simulate?p=70%25&f=10%25&points=1/2/3&series={}", 4_999_000 + dice.below(999))
        }
        5 => "eval?p=0.7&points=3/7/60&limit=60&exact=true&f=0.123".into(),
        _ => "mahjong/win?hand=456678m23357p556s&improve=2".into(),
    };
    let close = if dice.below(2) == 0 { "Connection: close\r\n" } else { "" };
    format!("GET /api/v1/{path} HTTP/1.1\r\nHost: {NAME}\r\n{close}\r\n")
}

/// The same as beside slow clients, while others ask the dearest questions there are without end.
fn beside_hostile(at: SocketAddr) -> [Measured; 2] {
    attacked(at, || {
        [evaluation as fn(&mut Dice) -> String, search].map(|ask| measure(at, FEW, MEASURED, ask))
    })
}

/// Does something while hostile clients are at work.
fn attacked<T>(at: SocketAddr, work: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for k in 0..HOSTILE * usize::from(HOSTILE_ADDRESSES) {
            let from = Ipv4Addr::new(127, 0, 2, 1 + k as u8 % HOSTILE_ADDRESSES);
            let stop = &stop;
            scope.spawn(move || client(at, from, Dice::new(1_000 + k as u64), stop, attack));
        }
        // Until they are all at work.
        thread::sleep(WARM);
        let done = work();
        stop.store(true, Relaxed);
        done
    })
}

/// Everything mixed for a long time, attacks among it, with the memory of the server at every
/// second.
fn soaked(server: &Server, seconds: u64) -> (Measured, Vec<u64>) {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let sampler = scope.spawn(|| {
            let mut memory = Vec::new();
            while !stop.load(Relaxed) {
                memory.extend(server.memory());
                thread::sleep(Duration::from_secs(1));
            }
            memory
        });
        let mixed = attacked(server.address, || {
            measure(server.address, FEW, Duration::from_secs(seconds), anything)
        });
        stop.store(true, Relaxed);
        (mixed, sampler.join().unwrap_or_default())
    })
}

/// The median of one of five parts.
fn part(memory: &[u64], k: usize) -> u64 {
    let fifth = memory.len() / 5;
    let mut part = memory[k * fifth..(k + 1) * fifth].to_vec();
    part.sort_unstable();
    part.get(part.len() / 2).copied().unwrap_or(0)
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// What is printed, and what was missed.
#[derive(Debug, Default)]
struct Table {
    begun: bool,
    missed: Vec<String>,
}

impl Table {
    fn line(&mut self, name: &str, measured: &Measured) {
        if !self.begun {
            println!("{:34}{:>13}{:>12}{:>12}  statuses", "", "200 a second", "p50", "p99");
            self.begun = true;
        }
        let ms = |share| format!("{:.2} ms", measured.quantile(share).as_secs_f64() * 1e3);
        let statuses: Vec<String> =
            measured.statuses.iter().map(|(status, n)| format!("{status}: {n}")).collect();
        println!(
            "{name:34}{:>13.0}{:>12}{:>12}  {}",
            measured.rate(),
            ms(0.5),
            ms(0.99),
            statuses.join(", ")
        );
    }

    fn must(&mut self, what: &str, met: bool) {
        if !met {
            self.missed.push(what.to_string());
        }
    }

    fn end(self) -> Result<(), String> {
        if self.missed.is_empty() {
            println!("all targets met");
            return Ok(());
        }
        Err(format!("missed: {}", self.missed.join("; ")))
    }
}
