//! The server as a process: it says where it is, answers what is open when it is asked to stop,
//! and leaves in good order.
#![cfg(unix)]

mod server;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

/// The program that shall become a server, with nothing of the environment that it would heed.
fn serve(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kakukin"));
    command.args(["serve", "--port", "0"]).args(options).env_remove("KAKUKIN_KEY");
    command
}

fn start() -> (Child, String) {
    server::start(Stdio::piped())
}

fn signal(process: &Child, name: &str) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
}

#[test]
fn what_is_open_is_answered_before_it_leaves() {
    for name in ["-TERM", "-INT"] {
        let (mut process, host) = start();
        let mut stream = TcpStream::connect(&host).expect("a connection");
        let request = format!(
            "GET /api/v1/simulate?p=70%25&f=10%25&points=1/2/3&series=2000000 HTTP/1.1\r\n\
             Host: {host}\r\nAccept: text/event-stream\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("a status");
        assert!(line.starts_with("HTTP/1.1 200 "), "{line}");
        signal(&process, name);
        let mut rest = String::new();
        reader.read_to_string(&mut rest).expect("the rest");
        assert!(rest.contains("event: answer\ndata: {\"schema\":\"kakukin/simulate/"), "{rest}");
        let status = process.wait().expect("an end");
        assert_eq!(status.code(), Some(0), "{name}");
        assert!(TcpStream::connect(&host).is_err(), "nobody listens any more");
        let mut log = String::new();
        process.stderr.take().expect("a pipe").read_to_string(&mut log).expect("a log");
        assert!(log.contains("stopping"), "{log}");
        // The access log has the path, and no parameters: they may be names.
        assert!(log.contains("path=\"/api/v1/simulate\"") && !log.contains("1/2/3"), "{log}");
    }
}

#[test]
fn it_leaves_in_good_order_from_its_first_word_on() {
    for name in ["-TERM", "-INT"].repeat(10) {
        let (mut process, _) = start();
        signal(&process, name);
        assert_eq!(process.wait().expect("an end").code(), Some(0), "{name}");
    }
}

#[test]
fn a_port_that_is_taken_is_said() {
    let (mut process, host) = start();
    let port = host.rsplit(':').next().unwrap_or_default();
    let second = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(["serve", "--port", port, "--lang", "en"])
        .output()
        .expect("the program runs");
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr).to_string();
    assert!(said.contains(&host), "{said}");
    signal(&process, "-TERM");
    assert_eq!(process.wait().expect("an end").code(), Some(0));
}

/// What it says if it does not start.
fn refused(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&stderr).to_string();
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(stdout.is_empty());
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

#[test]
fn beyond_this_machine_it_must_be_said_who_may_ask() {
    for bind in ["0.0.0.0", "::", "192.0.2.1", "::ffff:0.0.0.0"] {
        let [english, japanese] =
            ["en", "ja"].map(|lang| refused(&mut serve(&["--bind", bind, "--lang", lang])));
        for said in [&english, &japanese] {
            assert!(said.contains(&format!("--bind {bind}")), "{said}");
            assert!(said.contains("--key") && said.contains("--host"), "{said}");
        }
        assert!(japanese.contains('鍵') && english.contains("say who may use it"));
    }
}

#[test]
fn keys_and_names_that_are_none_are_refused() {
    let short = "fifteen-letters";
    for command in [&mut serve(&["--key", short]), serve(&[]).env("KAKUKIN_KEY", short)] {
        let said = refused(command);
        assert!(said.contains("16..128") && !said.contains(short), "{said}");
    }
    assert!(refused(serve(&["--key"]).env("KAKUKIN_KEY", "")).contains("KAKUKIN_KEY"));
    assert!(refused(&mut serve(&["--key", "a key of the hall"])).contains("--key"));
    for name in ["", "http://example.org", "example.org/", "*.example.org", "a:b:c"] {
        assert!(refused(&mut serve(&["--host", name])).contains("--host"), "{name}");
    }
}

/// A server that has said where it is; how that was said, and all that it says after its end.
struct Running {
    process: Child,
    out: BufReader<std::process::ChildStdout>,
    ready: String,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        command.args(["--lang", "en"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program runs");
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut ready = String::new();
        out.read_line(&mut ready).expect("a line");
        Self { process, out, ready }
    }

    /// The address in what it said: the host, and what follows it.
    fn link(&self) -> (&str, &str) {
        let link = self.ready.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let (host, path) = link.and_then(|link| link.split_once('/')).expect("an address");
        (host, path)
    }

    /// The status of the answer to a request with one more line.
    fn status(&self, path: &str, line: &str) -> String {
        let host = format!("Host: {}", self.link().0);
        self.answered(path, &[&host, line])
    }

    fn answered(&self, path: &str, lines: &[&str]) -> String {
        let mut stream = TcpStream::connect(self.link().0).expect("a connection");
        let lines = lines.join("\r\n");
        let request = format!("GET /{path} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status).expect("a status");
        status.split(' ').nth(1).expect("a status").to_string()
    }

    /// Ends it; what it wrote to standard output after its first line, and to standard error.
    fn end(mut self) -> [String; 2] {
        signal(&self.process, "-TERM");
        let [mut out, mut log] = [String::new(), String::new()];
        self.out.read_to_string(&mut out).expect("text");
        let stderr = self.process.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut log).expect("text");
        assert_eq!(self.process.wait().expect("an end").code(), Some(0));
        [out, log]
    }
}

#[test]
fn a_key_is_made_and_shown_once() {
    let server = Running::start(&mut serve(&["--bind", "0.0.0.0", "--key", "--qr"]));
    let (_, path) = server.link();
    let key = path.strip_prefix("?key=").expect("a key").to_string();
    assert_eq!(key.len(), 24, "{key}");
    let bearer = format!("Authorization: Bearer {key}");
    let wrong = "Authorization: Bearer a-wrong-key-of-the-hall";
    assert_eq!(server.status("en/series", "X: 1"), "401");
    assert_eq!(server.status("en/series", wrong), "401");
    assert_eq!(server.status("en/series?key=a-wrong-key-of-the-hall", "X: 1"), "401");
    assert_eq!(server.status("en/series", &bearer), "200");
    assert_eq!(server.status(path, "X: 1"), "303");
    assert_eq!(server.status("health", "X: 1"), "200");
    let [code, log] = server.end();
    // Half blocks in a square: two rows are one line, and a code has an odd number of rows.
    let rows: Vec<&str> = code.lines().collect();
    let width = rows.first().map_or(0, |row| row.chars().count());
    assert!(width >= 29 && width % 4 == 1 && rows.len() == width.div_ceil(2), "{code}");
    assert!(code.chars().all(|c| " ▀▄█\n".contains(c)), "{code}");
    assert!(rows.iter().all(|row| row.starts_with("    ") && row.ends_with("    ")), "{code}");
    // What is not protected is said; no key is in the log, neither ours nor a wrong one.
    assert!(log.contains("plain HTTP"), "{log}");
    assert!(log.contains("path=\"/en/series\"") && log.contains("status=401"), "{log}");
    assert!(!log.contains(&key) && !log.contains("a-wrong-key"), "{log}");
    // The next one is another.
    let next = Running::start(&mut serve(&["--key"]));
    assert_ne!(next.link().1, format!("?key={key}"));
    let [code, log] = next.end();
    assert!(code.is_empty() && log.contains("need the key"), "{code}{log}");
}

#[test]
fn a_key_that_was_given_is_not_written_down() {
    let key = "the-key-of-a-service";
    for command in [serve(&[]).env("KAKUKIN_KEY", key), &mut serve(&["--key", key])] {
        let server = Running::start(command);
        assert_eq!(server.link().1, "");
        assert_eq!(server.status("en/series", "X: 1"), "401");
        assert_eq!(server.status("en/series", &format!("Authorization: Bearer {key}")), "200");
        let [out, log] = server.end();
        assert!(out.is_empty() && !log.contains(key), "{out}{log}");
    }
}

#[test]
fn a_server_goes_by_its_names() {
    let server =
        Running::start(&mut serve(&["--host", "hall.example", "--host", "b.example:8080"]));
    let status = |name: &str| server.answered("en/series", &[&format!("Host: {name}")]);
    for name in [server.link().0, "hall.example", "hall.example:1", "b.example:8080"] {
        assert_eq!(status(name), "200", "{name}");
    }
    for name in ["rebound.example", "b.example", "b.example:1"] {
        assert_eq!(status(name), "421", "{name}");
    }
    let [_, log] = server.end();
    assert!(log.contains("proxy"), "{log}");
}

/// What takes seconds each, more of it than there are workers: it is cancelled, not waited for.
#[test]
fn it_leaves_in_time_beside_the_dearest_questions() {
    let (mut process, host) = start();
    let paths = [
        "rule?p=0.7&points=1/1/700&limit=540&clinch=true",
        "simulate?p=0.7&f=0.001&points=1/1/20&limit=1000000&draws=swap&series=1",
        "mahjong/win?hand=456678m23357p556s&improve=3",
    ];
    let asked: Vec<TcpStream> = (0..60)
        .map(|k| {
            let mut stream = TcpStream::connect(&host).expect("a connection");
            let path = paths[k % paths.len()];
            let request = format!("GET /api/v1/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("sent");
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    signal(&process, "-TERM");
    assert_eq!(process.wait().expect("an end").code(), Some(0));
    // Ten seconds are documented.
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    drop(asked);
}
