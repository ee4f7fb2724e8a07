//! The server as a process of its own, at any free port.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// Starts it; what it writes to standard error goes there. Gives the process, and where it is.
pub(crate) fn start(log: Stdio) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(["serve", "--port", "0", "--lang", "en"])
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    let out = process.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let rest = line.split("http://").nth(1).expect("an address");
    let host = rest.split('/').next().unwrap_or_default().to_string();
    assert!(host.starts_with("127.0.0.1:"), "only this machine unless it is said: {line}");
    (process, host)
}
