//! The dearest question that every operation accepts, searched for by a generator over its
//! parameters: what it costs to read, how far apart its checkpoints are, and what the server does
//! when two hundred of them come at once.

use super::{
    ENDPOINTS, Endpoint,
    job::{Context, Upload},
};
use crate::{
    Access, Config, Limits,
    limits::{self, LEAVE_TIME},
};
use kakukin_core::{BadValue, cancellable};
use kakukin_query::{Field, InputError, Kind, Problem, Unwatched};
use kakukin_report::Lang;
use kakukin_series::Stamp;
use rustix::time::{ClockId, clock_gettime};
use std::{
    collections::HashMap,
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream},
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

/// How many questions each operation is asked; `KAKUKIN_DEAREST` asks more, or others.
const ROUNDS: usize = 40;
/// How long one of its questions is followed, and the checkpoints that make it a long one.
const FOLLOWED: Duration = Duration::from_millis(120);
const LONG: u32 = 64;
/// What is promised, and how many times slower than the program the tests may be.
const SLOWER: u32 = if cfg!(debug_assertions) { 4 } else { 1 };
const READING: Duration = Duration::from_millis(1);
const BETWEEN_CHECKPOINTS: Duration = Duration::from_millis(100);
const HEALTH: Duration = Duration::from_millis(50);

/// The processor time of this thread: others may be at work beside it.
fn spent() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A number of any size.
    fn number(&mut self, most: u64) -> u64 {
        let bits = 64 - most.max(1).leading_zeros();
        (self.next() >> (64 - 1 - self.below(bits as usize) as u32)).clamp(1, most.max(1))
    }

    fn one_of<'a>(&mut self, words: &'a [impl AsRef<str>]) -> &'a str {
        words[self.below(words.len())].as_ref()
    }
}

/// Makes values for fields by what they look like, and learns from refusals what is allowed.
struct Generator {
    dice: Dice,
    learned: HashMap<String, Vec<String>>,
}

impl Generator {
    fn value(&mut self, field: &Field) -> String {
        let learned = self.learned.get(field.name).cloned().unwrap_or_default();
        if !learned.is_empty() && self.dice.below(3) > 0 {
            let count = if field.value.contains(",..") { 1 + self.dice.below(4) } else { 1 };
            let words: Vec<&str> = (0..count).map(|_| self.dice.one_of(&learned)).collect();
            return words.join(",");
        }
        match field.value {
            "RATE" => self.rate(),
            "RATES" | "LOW..HIGH" => {
                format!("{}..{}", 50 + self.dice.below(20), 71 + self.dice.below(20))
            }
            "WIN,DRAW,LOSS" => {
                self.dice.one_of(&["0.6,0.1,0.3", "0.001,0.998,0.001", "1/3,1/3,1/3"]).into()
            }
            "FIRST/SECOND/TARGET" => {
                let target = self.dice.number(2_100);
                let (first, second) = (self.dice.number(target), self.dice.number(target));
                format!("{first}/{second}/{target}")
            }
            "A:B@G" => {
                let [a, b, games] = [(); 3].map(|()| self.dice.number(600) - 1);
                format!("{a}:{b}@{games}")
            }
            "ELO0,ELO1" => self.dice.one_of(&["0,5", "-3,1"]).into(),
            "NAME" => self.dice.one_of(&["P1", "P2", "x"]).into(),
            "HAND" => self.hand(),
            "TILES" | "TILE" => self.tile(),
            "MELD" => self.dice.one_of(&["123m", "555z", "1111p"]).into(),
            "STAGES" => self.stages(),
            "RULE" => {
                let count = self.dice.number(40);
                let rules = ["single", "epsilon", "single swap", "1/3/4 alternating swap"];
                match self.dice.below(3) {
                    0 => format!("1/1/{count} alternating limit={}", 2 * count),
                    _ => self.dice.one_of(&rules).into(),
                }
            }
            "ELO" => self.dice.number(1000).to_string(),
            "H:MM" => "9:30".into(),
            "H" | "M" => self.dice.number(200).to_string(),
            "RESULT" => self.dice.one_of(&["first", "second", "draw", "a", "b"]).into(),
            "N,.." | "N,N,.." => {
                let count = 1 + self.dice.below(8);
                let numbers: Vec<String> =
                    (0..count).map(|_| self.dice.number(130).to_string()).collect();
                numbers.join(",")
            }
            value if value.contains('|') => {
                let words: Vec<&str> = value.split('|').collect();
                self.dice.one_of(&words).into()
            }
            "N" | "G" | "X" | "R" | "LEAD" | "DEPTH" | "0..3" => {
                self.dice.number(20_000_000).to_string()
            }
            _ => self.dice.one_of(&["x", "all", "true", "best", "mean"]).into(),
        }
    }

    fn rate(&mut self) -> String {
        let rates =
            ["70%", "0.5", "0.001", "0.995", "99.99999%", "1/3", "123457/987653", "0.123456789"];
        self.dice.one_of(&rates).into()
    }

    /// One stage, or two.
    fn stages(&mut self) -> String {
        let number = self.dice.number(64);
        let first = match self.dice.below(6) {
            0 => format!("swiss:{number}"),
            1 => format!("groups:{}", number.max(2)),
            2 => format!("league*{}", 1 + number % 8),
            _ => self.dice.one_of(&["league", "double", "knockout", "ladder"]).into(),
        };
        match self.dice.below(3) {
            0 => format!("{first} > {} > knockout", 1 + self.dice.below(8)),
            _ => first,
        }
    }

    fn tile(&mut self) -> String {
        let suit = self.dice.below(4);
        let rank = 1 + self.dice.below(if suit == 3 { 7 } else { 9 });
        format!("{rank}{}", ["m", "p", "s", "z"][suit])
    }

    /// Thirteen or fourteen tiles, of a suit or two more often than of all.
    fn hand(&mut self) -> String {
        let count = [13, 14, 14, 4, 11][self.dice.below(5)];
        let mut wall: Vec<usize> = (0..136).collect();
        if self.dice.below(2) == 0 {
            let kept = self.dice.below(3) * 36;
            wall.retain(|tile| (kept..kept + 72).contains(tile));
        }
        let mut text = String::new();
        for _ in 0..count {
            let tile = wall.swap_remove(self.dice.below(wall.len())) / 4;
            text += &format!("{}{}", tile % 9 + 1, ["m", "p", "s", "z"][tile / 9]);
        }
        text
    }

    /// What a refusal tells about a field.
    fn learn(&mut self, error: &InputError) {
        let field = error.field.replace('-', "_");
        let allowed = error.allowed.replace("..=", "..");
        let mut words = Vec::new();
        for part in allowed.split([',', ' ', '(', ')', ';', '`']).filter(|part| !part.is_empty()) {
            match part.split_once("..") {
                Some((low, high)) if high.parse::<u64>().is_ok() => {
                    let high: u64 = high.parse().unwrap_or(1);
                    let low = low.parse::<u64>().unwrap_or(0);
                    assert!(low <= high, "{error:?}");
                    words.extend(
                        [low, high, high / 2, low + (high - low) / 10].map(|n| n.to_string()),
                    );
                    words.push(self.dice.number(high).to_string());
                }
                _ => words.push(part.to_string()),
            }
        }
        words.truncate(40);
        self.learned.insert(field, words);
    }
}

type Query = Vec<(&'static str, String)>;

/// What a question that was accepted cost.
#[derive(Debug, Clone, Default)]
struct Cost {
    query: Query,
    read: Duration,
    /// Between two checkpoints.
    gap: Duration,
    run: Duration,
    /// Of these it passed, up to [`LONG`].
    checkpoints: u32,
}

/// What a question may be the dearest in.
const PARTS: [fn(&Cost) -> Duration; 3] = [|cost| cost.read, |cost| cost.gap, |cost| cost.run];

fn now() -> Stamp {
    Stamp::try_from("2026-01-02T03:04:05Z".to_string()).unwrap()
}

/// Games of a league, as a table.
fn games() -> Vec<Upload> {
    let mut text = String::from("first,second,result,event,date\n");
    for game in 0..3_000u32 {
        let (a, b) = (game % 61, (game / 61 + game + 1) % 61);
        if a != b {
            let result = ["1-0", "0-1", "1/2-1/2"][(game * 7 % 3) as usize];
            text += &format!("P{a},P{b},{result},E{},2026-01-{:02}\n", game % 9, 1 + game % 28);
        }
    }
    vec![Upload { part: "files", name: "games.csv".into(), bytes: text.into() }]
}

/// Players of an event, as many as there may be, and the results of a round.
fn field() -> Vec<Upload> {
    let mut text = String::from("name,elo\n");
    for player in 0..1024u32 {
        text += &format!("P{player},{}\n", 1200 + player * 7919 % 1009);
    }
    let players = Upload { part: "players", name: "players.csv".into(), bytes: text.into() };
    let mut text = String::from("first,second,result\n");
    for game in 0..128u32 {
        text += &format!("P{},P{},{}\n", 2 * game, 2 * game + 1, ["1-0", "0-1"][game as usize % 2]);
    }
    let results = Upload { part: "results", name: "games.csv".into(), bytes: text.into() };
    vec![players, results]
}

/// As many hands as one request may have, all of them different and some of them far.
fn many_hands() -> Vec<Upload> {
    let mut generator = Generator { dice: Dice(7), learned: HashMap::new() };
    let line = |_| format!("{{\"hand\": \"{}\"}}\n", generator.hand());
    let text: String = (0..limits::HANDS).map(line).collect();
    vec![Upload { part: "hands", name: "hands.jsonl".into(), bytes: text.into() }]
}

/// The first so many players of them.
fn first(count: usize, field: &[Upload]) -> Vec<Upload> {
    let mut field = field.to_vec();
    let text = String::from_utf8_lossy(&field[0].bytes).into_owned();
    let lines: Vec<&str> = text.lines().take(1 + count).collect();
    field[0].bytes = lines.join("\n").into();
    field
}

/// The record of a series in play.
fn record() -> Vec<Upload> {
    let endpoint = ENDPOINTS.iter().find(|e| e.name == "live/record" && !e.takes_files()).unwrap();
    let query =
        vec![("p", "70%".to_string()), ("points", "1/2/250".into()), ("clinch", "true".into())];
    let job = ask(endpoint, &query, &context(endpoint, Vec::new())).unwrap();
    let bytes = (job.work)(&Unwatched).unwrap();
    vec![Upload { part: "files", name: "live.json".into(), bytes: bytes.into() }]
}

fn context(endpoint: &Endpoint, uploads: Vec<Upload>) -> Context {
    Context { lang: Lang::EN, format: endpoint.formats[0], uploads, gzip: true, now, printer: None }
}

fn ask(endpoint: &Endpoint, query: &Query, context: &Context) -> Result<super::Job, InputError> {
    (endpoint.ask)(query.iter().cloned().collect(), context)
}

/// Reads a question and follows its answer for a while.
fn measure(endpoint: &Endpoint, query: &Query, context: &Context) -> Result<Cost, InputError> {
    let start = spent();
    let job = ask(endpoint, query, context);
    let read = spent() - start;
    let job = job?;
    let start = spent();
    let last = Arc::new(Mutex::new((start, Duration::ZERO, 0)));
    let seen = Arc::clone(&last);
    let (own, deadline) = (thread::current().id(), Instant::now() + FOLLOWED * 4);
    let stop = move || {
        if thread::current().id() != own {
            return Instant::now() > deadline;
        }
        let (at, mut seen) = (spent(), seen.lock().unwrap());
        *seen = (at, seen.1.max(at - seen.0), LONG.min(seen.2 + 1));
        at - start > FOLLOWED || Instant::now() > deadline
    };
    // A refusal at the end of the work is an answer, too.
    let _ = cancellable(stop, || (job.work)(&Unwatched));
    let (run, (at, gap, checkpoints)) = (spent() - start, *last.lock().unwrap());
    let gap = gap.max((start + run).saturating_sub(at));
    Ok(Cost { query: query.clone(), read, gap, run, checkpoints })
}

/// The dearest questions that a search has found: to read, between checkpoints, as a whole. Which
/// questions it asks is up to its dice and to checkpoints passed, hardly to the clock: a run that
/// fails is one that fails again.
fn search(endpoint: &Endpoint, context: &Context) -> [Cost; 3] {
    let asked = std::env::var("KAKUKIN_DEAREST").unwrap_or_default();
    let (rounds, seed) = asked.split_once(',').unwrap_or((&asked, "1"));
    let rounds = rounds.parse().unwrap_or(ROUNDS);
    let dice = Dice(seed.parse().unwrap());
    let mut generator = Generator { dice, learned: HashMap::new() };
    let mut best: [Cost; 3] = Default::default();
    let [mut last, mut longest] = <[Cost; 2]>::default();
    for round in 0..rounds {
        let mut query = [&last, &longest][round % 2].query.clone();
        for _ in 0..1 + generator.dice.below(3) {
            if endpoint.fields.is_empty() {
                break;
            }
            let field = &endpoint.fields[generator.dice.below(endpoint.fields.len())];
            set(&mut query, field, &mut generator);
        }
        // What is refused is mended where the refusal points.
        for _ in 0..12 {
            match measure(endpoint, &query, context) {
                Ok(cost) => {
                    for (best, part) in best.iter_mut().zip(PARTS) {
                        if part(&cost) > part(best) {
                            *best = cost.clone();
                        }
                    }
                    if cost.checkpoints >= longest.checkpoints {
                        longest = cost.clone();
                    }
                    last = cost;
                    break;
                }
                Err(error) => {
                    generator.learn(&error);
                    let name = error.field.replace('-', "_");
                    let field = endpoint.fields.iter().find(|field| field.name == name);
                    let Some(field) = field else { break };
                    if error.problem == Problem::from(BadValue::Conflict) {
                        query.retain(|(own, _)| *own != field.name);
                    } else {
                        set(&mut query, field, &mut generator);
                    }
                }
            }
        }
    }
    best
}

/// Gives a field a value, a new one, or none.
fn set(query: &mut Query, field: &Field, generator: &mut Generator) {
    let given = query.iter().any(|(name, _)| *name == field.name);
    query.retain(|(name, _)| *name != field.name);
    match field.kind {
        Kind::Flag if given => {}
        Kind::Flag => query.push((field.name, "true".into())),
        Kind::List => {
            for _ in 0..1 + generator.dice.below(3) {
                query.push((field.name, generator.value(field)));
            }
        }
        Kind::Text => query.push((field.name, generator.value(field))),
    }
}

#[test]
fn the_dearest_questions_are_read_at_once_and_can_be_cancelled() {
    let (games, record, field, hands) = (games(), record(), field(), many_hands());
    let (mut dearest, mut slow) = (Vec::new(), Vec::new());
    for endpoint in ENDPOINTS.iter() {
        let uploads = match endpoint.name {
            _ if !endpoint.takes_files() => Vec::new(),
            name if name.starts_with("live") => record.clone(),
            name if name.starts_with("mahjong") => hands.clone(),
            // As many as a Swiss tournament can have, as a search, as a knockout.
            "event/pair" | "event/sheets" | "event/bracket" => first(256, &field),
            name if name.ends_with("event/find") => first(128, &field),
            "event/study" => first(1024, &field),
            _ => games.clone(),
        };
        let context = context(endpoint, uploads);
        let found = search(endpoint, &context);
        let [read, gap, run] = &found;
        println!(
            "{:22} read {:?} {:?}\n{:22} gap {:?} {:?}\n{:22} run {:?} {:?}",
            endpoint.name, read.read, read.query, "", gap.gap, gap.query, "", run.run, run.query
        );
        // A question without any fields may be the dearest, but some question was accepted.
        assert!(run.run > Duration::ZERO, "{}: nothing was accepted", endpoint.name);
        // The worst of three: a thread may be interrupted.
        let again = |cost: &Cost, part: fn(&Cost) -> Duration| {
            let tries = (0..3).filter_map(|_| measure(endpoint, &cost.query, &context).ok());
            tries.map(|cost| part(&cost)).min().unwrap_or_default()
        };
        let (read_time, gap_time) = (again(read, |cost| cost.read), again(gap, |cost| cost.gap));
        if read_time > READING * SLOWER {
            slow.push(format!("{}: {read_time:?} to read {:?}", endpoint.name, read.query));
        }
        if gap_time > BETWEEN_CHECKPOINTS * SLOWER {
            let name = endpoint.name;
            slow.push(format!("{name}: {gap_time:?} without a checkpoint {:?}", gap.query));
        }
        if !endpoint.takes_files() {
            dearest.extend(found.map(|cost| address(endpoint, &cost.query)));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
    beside(&dearest);
}

fn address(endpoint: &Endpoint, query: &Query) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{}?{query}", endpoint.path())
}

/// Two hundred of them at once, and whether the server is well.
fn beside(addresses: &[String]) {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let limits = Limits {
            time: Duration::from_secs(5),
            waiting_time: Duration::from_secs(1),
            ..Limits::default()
        };
        let bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let config = Config { bind, port: 0, access: Access::default(), limits, now, print: None };
        crate::run(&config, |address| tell.send(address).unwrap()).unwrap();
    });
    let server = told.recv().unwrap();
    let bound = Duration::from_secs(5 + 1) + LEAVE_TIME;
    thread::scope(|scope| {
        let asked: Vec<_> = (0..200)
            .map(|k| {
                let address = &addresses[k % addresses.len()];
                scope.spawn(move || (address, get(server, address)))
            })
            .collect();
        let mut slowest = Duration::ZERO;
        while !asked.iter().all(|asked| asked.is_finished()) {
            let (status, time) = get(server, "/health");
            assert_eq!(status, 200);
            slowest = slowest.max(time);
            thread::sleep(Duration::from_millis(5));
        }
        println!("health within {slowest:?}");
        let mut counts = HashMap::new();
        for asked in asked {
            let (address, (status, time)) = asked.join().unwrap();
            assert!([200, 422, 503].contains(&status), "{status} {address}");
            assert!(time < bound, "{time:?} {address}");
            *counts.entry(status).or_insert(0) += 1;
        }
        println!("{counts:?}");
        assert!(slowest < HEALTH * SLOWER, "health took {slowest:?}");
    });
}

/// The status of an answer, and how long it took.
fn get(server: SocketAddr, path: &str) -> (u16, Duration) {
    let start = Instant::now();
    let mut stream = TcpStream::connect(server).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // What is reset has ended, too.
    let _ = stream.read_to_end(&mut answer);
    let status = answer.get(9..12).and_then(|code| std::str::from_utf8(code).ok()?.parse().ok());
    (status.unwrap_or(0), start.elapsed())
}
