//! Everything is bounded: places, time, bytes; and what is given up is cancelled.

mod client;

use client::{LONG, begin, serve};
use kakukin_server::Limits;
use std::time::{Duration, Instant};

const QUICK: &str = "/api/v1/eval?p=70%25&f=10%25&points=1/2/3";
/// Small work that needs a worker.
const WORK: &str = "/api/v1/find?p=70%25&f=10%25&limit=3";

fn small() -> Limits {
    Limits { workers: 1, waiting: 1, waiting_time: Duration::from_secs(30), ..Limits::default() }
}

#[test]
fn full_is_said_and_is_over_when_it_is_over() {
    let server = serve(small());
    let busy = begin(server, LONG);
    let mut waiting = server.connect();
    waiting.send(&format!("GET {WORK} HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.until("requests_open", 2); // that one, and the one that asks
    let turned_away = server.get(WORK);
    assert_eq!(turned_away.status, 503);
    assert_eq!(turned_away.header("retry-after"), Some("1"));
    assert_eq!(turned_away.error()["problem"], "full");
    assert_eq!(server.metric("requests_shed_total"), 1);
    // What needs no worker is answered.
    assert_eq!(server.get(QUICK).status, 200);
    assert_eq!(server.get("/health").status, 200);
    assert_eq!(server.get("/en/series").status, 200);
    drop(busy);
    assert_eq!(waiting.answer().status, 200);
    assert_eq!(server.get(WORK).status, 200);
    server.until("workers_busy", 0);
}

#[test]
fn who_waits_too_long_is_turned_away() {
    let server = serve(Limits { waiting_time: Duration::from_millis(50), ..small() });
    let _busy = begin(server, LONG);
    let answer = server.get(WORK);
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
}

#[test]
fn given_up_requests_free_their_worker() {
    let server = serve(small());
    // Events that nobody reads any more.
    drop(begin(server, LONG));
    server.until("workers_busy", 0);
    // An answer that nobody waits for.
    let mut connection = server.connect();
    connection.send(&format!("GET {LONG} HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.until("workers_busy", 1);
    drop(connection);
    server.until("workers_busy", 0);
    // One that was still waiting.
    let busy = begin(server, LONG);
    let mut waiting = server.connect();
    waiting.send(&format!("GET {LONG} HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.until("requests_open", 2);
    drop(waiting);
    server.until("requests_open", 1);
    drop(busy);
    server.until("workers_busy", 0);
    assert_eq!(server.get(WORK).status, 200);
}

#[test]
fn work_has_its_time() {
    let server = serve(Limits { time: Duration::from_millis(100), ..small() });
    let answer = server.get(LONG);
    assert_eq!((answer.status, answer.error()["problem"].as_str()), (422, Some("time")));
    server.until("workers_busy", 0);
}

#[test]
fn half_sent_requests_hold_no_worker_and_are_ended() {
    let limits = Limits { head_time: Duration::from_secs(2), ..small() };
    let server = serve(limits);
    let mut halves: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for (k, half) in halves.iter_mut().enumerate() {
        half.send(&format!("GET {WORK} HTTP/1.1\r\nHost: x\r\nX-{k}: "));
    }
    server.until("connections_open", 101);
    for _ in 0..5 {
        assert_eq!(server.get(WORK).status, 200);
    }
    for half in &mut halves {
        // Closed, whatever is said before.
        half.rest();
    }
    server.until("connections_open", 1);
}

#[test]
fn idle_connections_are_ended() {
    let server = serve(Limits { head_time: Duration::from_millis(200), ..small() });
    let mut connection = server.connect();
    connection.send(&format!("GET {QUICK} HTTP/1.1\r\nHost: x\r\n\r\n"));
    assert_eq!(connection.answer().status, 200);
    let start = Instant::now();
    assert!(connection.rest().is_empty());
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn slow_bodies_are_ended() {
    let server = serve(Limits { upload_time: Duration::from_millis(300), ..small() });
    let mut slow = server.connect();
    slow.send(
        "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\
         Content-Type: multipart/form-data; boundary=XX\r\n\r\n--XX\r\n",
    );
    assert_eq!(server.get(WORK).status, 200);
    let answer = slow.answer();
    assert_eq!((answer.status, answer.error()["problem"].as_str()), (408, Some("slow")));
}

#[test]
fn files_of_all_requests_have_their_room() {
    let server = serve(Limits { room_bytes: 10_000, ..small() });
    let begin = |bytes: usize| {
        let mut connection = server.connect();
        let content = "x".repeat(bytes);
        connection.send(&format!(
            "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\
             Content-Type: multipart/form-data; boundary=XX\r\n\r\n--XX\r\n\
             Content-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n{content}"
        ));
        connection
    };
    let file = "x".repeat(3_000);
    let ask = || server.post("/api/v1/estimate", &[("a.csv", &file)]);
    // Who sends little takes little room.
    let slow: Vec<_> = (0..12).map(|_| begin(0)).collect();
    server.until("requests_open", 13);
    assert_eq!(ask().status, 422);
    drop(slow);
    server.until("requests_open", 1);
    let large = begin(8_000);
    let start = Instant::now();
    let answer = loop {
        let answer = ask();
        if answer.status == 503 {
            break answer;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "there is room without end");
    };
    assert_eq!(
        (answer.header("retry-after"), &answer.error()["problem"]),
        (Some("1"), &"full".into())
    );
    // What was taken is given back.
    drop(large);
    server.until("requests_open", 1);
    assert_eq!(ask().status, 422);
}

#[test]
fn files_have_their_size() {
    let server = serve(Limits { upload_bytes: 10_000, ..small() });
    let large = "x".repeat(20_000);
    let answer = server.post("/api/v1/estimate", &[("a.csv", &large)]);
    assert_eq!((answer.status, answer.error()["problem"].as_str()), (413, Some("too_large")));
    // The same without saying how much will come.
    let mut connection = server.connect();
    connection.send(
        "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\
         Content-Type: multipart/form-data; boundary=XX\r\n\r\n",
    );
    let start = "--XX\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n";
    let body = format!("{start}{large}\r\n--XX--\r\n");
    connection.send(&format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()));
    assert_eq!(connection.answer().status, 413);
    let parts: Vec<(&str, &str)> = vec![("a", ""); 1001];
    let many = serve(small()).post("/api/v1/estimate", &parts);
    assert_eq!((many.status, many.error()["problem"].as_str()), (422, Some("too_many")));
}

#[test]
fn connections_are_counted() {
    let server = serve(Limits { connections: 2, ..small() });
    let mut one = server.connect();
    one.send(&format!("GET {QUICK} HTTP/1.1\r\nHost: x\r\n\r\n"));
    assert_eq!(one.answer().status, 200);
    let mut two = server.connect();
    two.send(&format!("GET {QUICK} HTTP/1.1\r\nHost: x\r\n\r\n"));
    assert_eq!(two.answer().status, 200);
    let mut three = server.connect();
    let (status, headers) = three.head();
    assert_eq!(status, 503);
    assert!(headers.contains(&("retry-after".into(), "1".into())), "{headers:?}");
    drop(one);
    // A place is free as soon as the server has seen that the first is gone.
    let start = Instant::now();
    loop {
        let mut next = server.connect();
        next.send(&format!("GET {QUICK} HTTP/1.1\r\nHost: x\r\n\r\n"));
        if next.head().0 == 200 {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
