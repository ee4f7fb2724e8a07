//! A server in this process, and a client that speaks HTTP by hand: what is half sent, slow or
//! wrong cannot be said with a library.
#![allow(dead_code)] // each file of tests uses a part

use kakukin_series::Stamp;
use kakukin_server::{Access, Config, Host, Limits, Print, run};
use socket2::{Domain, Socket, Type};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// A question that takes an optimised build seconds, tells its progress, and can be cancelled.
pub(crate) const LONG: &str = "/api/v1/mahjong/win?hand=456678m23357p556s&improve=3";

/// A server that runs until the tests are over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
}

/// Starts a server with these limits, which goes by the name `x`.
pub(crate) fn serve(limits: Limits) -> Server {
    serve_for(Access { hosts: vec![Host::parse("x").unwrap()], key: None }, limits)
}

/// Starts a server for those who have access.
pub(crate) fn serve_for(access: Access, limits: Limits) -> Server {
    start(access, limits, None)
}

/// Starts a server that goes by the name `x` and prints.
pub(crate) fn serve_printing(limits: Limits, print: Print) -> Server {
    start(Access { hosts: vec![Host::parse("x").unwrap()], key: None }, limits, Some(print))
}

fn start(access: Access, limits: Limits, print: Option<Print>) -> Server {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let config = Config { bind, port: 0, access, limits, now, print };
        run(&config, |address| tell.send(address).unwrap()).unwrap();
    });
    Server { address: told.recv().unwrap() }
}

fn now() -> Stamp {
    Stamp::try_from("2026-01-02T03:04:05Z".to_string()).unwrap()
}

/// What was answered.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The refusal that it is.
    pub(crate) fn error(&self) -> serde_json::Value {
        let mut json = self.json();
        assert_eq!(json.as_object().unwrap().len(), 1, "{json}");
        json["error"].take()
    }
}

impl Server {
    pub(crate) fn connect(self) -> Connection {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Connection(BufReader::new(stream))
    }

    /// A connection from another address of this machine: another client.
    pub(crate) fn connect_from(self, address: Ipv4Addr) -> Connection {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((address, 0)).into()).unwrap();
        socket.connect(&self.address.into()).unwrap();
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Connection(BufReader::new(stream))
    }

    /// Asks on a connection of its own.
    pub(crate) fn ask(self, request: &str) -> Answer {
        let mut connection = self.connect();
        connection.send(request);
        connection.answer()
    }

    pub(crate) fn get(self, path: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
    }

    /// Sends files.
    pub(crate) fn post(self, path: &str, files: &[(&str, &str)]) -> Answer {
        self.post_from(Ipv4Addr::LOCALHOST, path, files)
    }

    /// The same from another address of this machine.
    pub(crate) fn post_from(self, address: Ipv4Addr, path: &str, files: &[(&str, &str)]) -> Answer {
        let parts = files.iter().map(|&(name, text)| ("files", name, text));
        self.post_parts_from(address, path, &parts.collect::<Vec<_>>())
    }

    /// Sends files in parts: the name of each part, that of its file, what is in it.
    pub(crate) fn post_parts(self, path: &str, files: &[(&str, &str, &str)]) -> Answer {
        self.post_parts_from(Ipv4Addr::LOCALHOST, path, files)
    }

    fn post_parts_from(
        self,
        address: Ipv4Addr,
        path: &str,
        files: &[(&str, &str, &str)],
    ) -> Answer {
        let mut body = String::new();
        for (part, name, text) in files {
            body += &format!(
                "--XX\r\nContent-Disposition: form-data; name=\"{part}\"; filename=\"{name}\"\r\n\
                 \r\n{text}\r\n"
            );
        }
        body += "--XX--\r\n";
        let mut connection = self.connect_from(address);
        connection.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nX-Kakukin: 1\r\n\
             Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        connection.answer()
    }

    /// A figure of the metrics.
    pub(crate) fn metric(self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find(|line| line.starts_with(&format!("kakukin_{name} ")));
        line.unwrap_or_else(|| panic!("{name} in {text}"))
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    }

    /// Waits until a figure of the metrics has another value, or for a while.
    pub(crate) fn until_not(self, name: &str, value: u64) {
        let start = Instant::now();
        while self.metric(name) == value && start.elapsed() < Duration::from_millis(200) {
            thread::yield_now();
        }
    }

    /// Waits until a figure of the metrics has at least this value.
    pub(crate) fn until_at_least(self, name: &str, value: u64) {
        let start = Instant::now();
        while self.metric(name) < value {
            assert!(start.elapsed() < Duration::from_secs(60), "{name} stays below {value}");
            thread::yield_now();
        }
    }

    /// Waits until a figure of the metrics has this value.
    pub(crate) fn until(self, name: &str, value: u64) {
        let start = Instant::now();
        while self.metric(name) != value {
            assert!(start.elapsed() < Duration::from_secs(60), "{name} is not {value}");
            thread::yield_now();
        }
    }
}

/// A connection that is kept.
#[derive(Debug)]
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn send(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// The same as long as the other side listens; whether it does.
    pub(crate) fn offer(&mut self, text: &str) -> bool {
        self.0.get_mut().write_all(text.as_bytes()).is_ok()
    }

    /// The next line, without its end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line.trim_end_matches(['\r', '\n']).to_string()
    }

    /// Everything until the other side ends.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        // What is reset has ended, too.
        let _ = self.0.read_to_end(&mut rest);
        rest
    }

    /// The head of an answer.
    pub(crate) fn head(&mut self) -> (u16, Vec<(String, String)>) {
        let line = self.line();
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_string()));
        }
        (status, headers)
    }

    pub(crate) fn answer(&mut self) -> Answer {
        let (status, headers) = self.head();
        let mut answer = Answer { status, headers, body: Vec::new() };
        if let Some(length) = answer.header("content-length") {
            answer.body = vec![0; length.parse().unwrap()];
            self.0.read_exact(&mut answer.body).unwrap();
        } else if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(mut chunk) = self.chunk() {
                answer.body.append(&mut chunk);
            }
        }
        answer
    }

    /// A piece of an answer that comes in pieces.
    pub(crate) fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line(), 16).unwrap();
        let mut chunk = vec![0; length];
        self.0.read_exact(&mut chunk).unwrap();
        self.line();
        (length > 0).then_some(chunk)
    }
}

/// Asks for events and waits until there is progress.
pub(crate) fn begin(server: Server, path: &str) -> Connection {
    let mut connection = server.connect();
    connection
        .send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"));
    assert_eq!(connection.head().0, 200);
    let chunk = String::from_utf8(connection.chunk().unwrap()).unwrap();
    assert!(chunk.starts_with("event: progress\n"), "{chunk}");
    connection
}
