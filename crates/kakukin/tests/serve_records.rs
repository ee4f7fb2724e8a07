//! The server answers about records what the command line prints.

mod server;

use serde_json::Value;
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

const TABLE: &str = "first,second,result,date,event\n\
    Ann,Ben,1-0,2024-04-01,Spring\nBen,Ann,1-0,2024-04-01,Spring\nAnn,Cid,0-1,2025-04-01,Autumn\n\
    Cid,Ben,1/2-1/2,2025-04-02,Autumn\nBen,Cid,foul,2025-04-02,Autumn\nCid,Ann,later,2025-04-03,Autumn\n\
    Ann,Ben,+/-,2025-04-04,Autumn\n";

struct Server {
    process: Child,
    host: String,
}

impl Server {
    fn start() -> Self {
        let (process, host) = server::start(Stdio::null());
        Self { process, host }
    }

    /// The status and the body of what the server says to a file.
    fn post(&self, address: &str, name: &str, content: &[u8]) -> (u16, Vec<u8>) {
        let boundary = "kakukin-boundary";
        let mut body = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(content);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        let head = format!(
            "POST /api/v1/{address} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nx-kakukin: 1\r\n\
             content-type: multipart/form-data; boundary={boundary}\r\ncontent-length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(&body).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
        assert!(head.contains("content-length"), "{head}");
        (status, answer[end + 4..].to_vec())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(arguments)
        .args(["--lang", "en"])
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn documents_are_those_of_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.csv"), TABLE).expect("written");
    let server = Server::start();
    let cases: [(&str, &[&str]); 5] = [
        (
            "estimate?by=event,year&count=fouls&lang=en",
            &["estimate", "games.csv", "--by", "event,year", "--count", "fouls"],
        ),
        (
            "estimate?since=2025&basis=raw&lang=en",
            &["estimate", "games.csv", "--since", "2025", "--basis", "raw"],
        ),
        ("records?event=Spring&lang=en", &["records", "games.csv", "--event", "Spring"]),
        (
            "epsilon/standings?p=70%25&f=10%25&lang=en",
            &["epsilon", "standings", "games.csv", "--p", "70%", "--f", "10%"],
        ),
        (
            "epsilon/standings?p=estimate&rank_by=mean&tie_breaks=second-wins,wins&lang=en",
            &[
                "epsilon",
                "standings",
                "games.csv",
                "--p",
                "estimate",
                "--rank-by",
                "mean",
                "--tie-breaks",
                "second-wins,wins",
            ],
        ),
    ];
    for (address, arguments) in cases {
        let (status, body) = server.post(address, "games.csv", TABLE.as_bytes());
        assert_eq!(status, 200, "{address} {}", String::from_utf8_lossy(&body));
        let said: Value = serde_json::from_slice(&body).expect("JSON");
        let printed = run(folder.path(), &[arguments, &["--format", "json"]].concat());
        let printed: Value = serde_json::from_slice(&printed).expect("JSON");
        assert_eq!(said, printed, "{address}");
        // And as tables.
        let (status, table) =
            server.post(&format!("{address}&format=csv"), "games.csv", TABLE.as_bytes());
        assert_eq!(status, 200);
        assert_eq!(
            table,
            run(folder.path(), &[arguments, &["--format", "csv"]].concat()),
            "{address}"
        );
    }
    // What the browser saves is what `find --from` reads.
    let (_, estimate) = server.post("estimate", "games.csv", TABLE.as_bytes());
    fs::write(folder.path().join("estimate.json"), estimate).expect("written");
    run(folder.path(), &["find", "--from", "estimate.json", "--limit", "5"]);
    let (status, body) = server.post("epsilon/standings?lang=en", "games.csv", TABLE.as_bytes());
    let refused: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((status, &refused["error"]["field"]), (422, &Value::from("p")));
}
