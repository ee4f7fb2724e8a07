//! The server as a process: it says where it is, answers what is open when it is asked to stop,
//! and leaves in good order.
#![cfg(unix)]

mod server;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

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
        let request = "GET /api/v1/simulate?p=70%25&f=10%25&points=1/2/3&series=2000000 \
                       HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n";
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
