//! Everything is bounded: places, time, bytes; and what is given up is cancelled.

mod client;

use client::{LONG, begin, serve};
use kakukin_server::Limits;
use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

const QUICK: &str = "/api/v1/eval?p=70%25&f=10%25&points=1/2/3";
/// Small work that counts as long, and work that counts as short.
const WORK: &str = "/api/v1/simulate?p=70%25&f=10%25&points=1/2/3&series=200001";
const SHORT: &str = "/api/v1/find?p=70%25&f=10%25&limit=3";

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
    // What needs no worker, or one of the others, is answered.
    assert_eq!(server.get(SHORT).status, 200);
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
        "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nX-Kakukin: 1\r\nContent-Length: 1000\r\n\
         Content-Type: multipart/form-data; boundary=XX\r\n\r\n--XX\r\n",
    );
    assert_eq!(server.get(WORK).status, 200);
    let answer = slow.answer();
    assert_eq!((answer.status, answer.error()["problem"].as_str()), (408, Some("slow")));
}

#[test]
fn files_of_all_requests_have_their_room() {
    let server = serve(Limits { room_bytes: 20_000, ..small() });
    let [one, other, third] = [2, 3, 4].map(|last| Ipv4Addr::new(127, 0, 0, last));
    let begin = |from: Ipv4Addr, bytes: usize| {
        let mut connection = server.connect_from(from);
        let content = "x".repeat(bytes);
        connection.send(&format!(
            "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nX-Kakukin: 1\r\nContent-Length: 9500\r\n\
             Content-Type: multipart/form-data; boundary=XX\r\n\r\n--XX\r\n\
             Content-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n{content}"
        ));
        connection
    };
    let file = "x".repeat(3_000);
    let ask = |from: Ipv4Addr| server.post_from(from, "/api/v1/estimate", &[("a.csv", &file)]);
    // Who sends little takes little room.
    let slow: Vec<_> = (0..12).map(|_| begin(one, 0)).collect();
    server.until("requests_open", 13);
    assert_eq!(ask(one).status, 422);
    drop(slow);
    server.until("requests_open", 1);
    // One client gets half of it.
    let large = begin(one, 8_500);
    server.until_at_least("upload_bytes", 8_500);
    let answer = ask(one);
    assert_eq!(answer.status, 503);
    assert_eq!(
        (answer.header("retry-after"), &answer.error()["problem"]),
        (Some("1"), &"full".into())
    );
    assert_eq!(ask(other).status, 422);
    let more = begin(other, 8_500);
    server.until_at_least("upload_bytes", 17_000);
    assert_eq!(ask(third).status, 503);
    // What was taken is given back.
    drop((large, more));
    server.until("requests_open", 1);
    assert_eq!(ask(one).status, 422);
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
        "POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nX-Kakukin: 1\r\nTransfer-Encoding: chunked\r\n\
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

/// Many hands are long work, which ends when nobody waits for it any more.
#[test]
fn many_hands_wait_their_turn_and_can_be_given_up() {
    let server = serve(small());
    let path = "/api/v1/mahjong/score";
    let near = "{\"hand\": \"123m456p789s1122z9m\", \"draws_left\": 1}\n{\"hand\": \"1m\"}\n";
    let answer = server.post_parts(path, &[("hands", "a.jsonl", near)]);
    assert_eq!((answer.status, answer.text().lines().count()), (200, 2), "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(server.metric("work_moved_total"), 0, "it never was short work");
    let bare = server.ask(&format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"));
    assert_eq!(bare.status, 403, "without the header of those who may");
    let wrong = server.post_parts(path, &[("files", "a.jsonl", near)]);
    assert_eq!((wrong.status, &wrong.error()["field"]), (422, &"parameter".into()));
    let refused = server.post_parts(&format!("{path}?improve=7"), &[("hands", "a", near)]);
    assert_eq!((refused.status, &refused.error()["field"]), (422, &"improve".into()));
    // These take seconds; they are given up at once.
    let far = "{\"hand\": \"344567m15p3689s16z\", \"improve\": 1}\n".repeat(8);
    let body = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"hands\"; filename=\"a\"\r\n\r\n{far}\r\n--XX--\r\n"
    );
    let mut gone = server.connect();
    gone.send(&format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nX-Kakukin: 1\r\nContent-Length: {}\r\n\
         Content-Type: multipart/form-data; boundary=XX\r\n\r\n{body}",
        body.len()
    ));
    server.until("workers_busy", 1);
    drop(gone);
    server.until("workers_busy", 0);
}

#[test]
fn connections_are_counted() {
    let server = serve(Limits { connections: 4, ..small() });
    let ask = |from: Ipv4Addr, path: &str| {
        let mut connection = server.connect_from(from);
        connection.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
        (connection.answer(), connection)
    };
    let [one, other, third] = [2, 3, 4].map(|last| Ipv4Addr::new(127, 0, 0, last));
    let held: Vec<_> = (0..2).map(|_| ask(one, QUICK)).collect();
    assert!(held.iter().all(|(answer, _)| answer.status == 200));
    // One client gets half of them at most.
    let (full, _kept) = ask(one, QUICK);
    assert_eq!((full.status, full.header("retry-after")), (503, Some("1")));
    assert_eq!(
        (full.header("connection"), &full.error()["problem"]),
        (Some("close"), &"full".into())
    );
    let others: Vec<_> = (0..2).map(|_| ask(other, QUICK)).collect();
    assert!(others.iter().all(|(answer, _)| answer.status == 200));
    assert_eq!(ask(third, QUICK).0.status, 503);
    // Whether it is well can be asked all the same.
    assert_eq!(ask(third, "/health").0.status, 200);
    assert!(ask(third, "/metrics").0.text().contains("kakukin_connections_open"));
    drop(held);
    // A place is free as soon as the server has seen that they are gone.
    let start = Instant::now();
    while ask(third, QUICK).0.status != 200 {
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn whether_it_is_well_can_be_asked_beside_a_thousand_slow_connections() {
    let server = serve(Limits { connections: 60, head_time: Duration::from_secs(30), ..small() });
    let half = |from: u8| {
        let mut connection = server.connect_from(Ipv4Addr::new(127, 0, 1, from));
        connection.offer("GET /health HTTP/1.1\r\nHost: x\r\nX: ");
        connection
    };
    let _halves: Vec<_> = (0..1000).map(|k| half(2 + (k % 3) as u8)).collect();
    for _ in 0..20 {
        let mut connection = server.connect();
        connection.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assert_eq!(connection.head().0, 200);
    }
}

/// Two workers, all of them wanted by one client.
#[test]
fn one_client_leaves_a_worker_to_others() {
    let server = serve(Limits { workers: 2, waiting: 40, ..small() });
    let _held: Vec<_> = (0..3)
        .map(|_| {
            let mut connection = server.connect();
            connection.send(&format!("GET {LONG} HTTP/1.1\r\nHost: x\r\n\r\n"));
            connection
        })
        .collect();
    server.until("workers_busy", 1);
    server.until("requests_open", 4);
    let mut other = server.connect_from(Ipv4Addr::new(127, 0, 0, 2));
    other.send(&format!("GET {WORK} HTTP/1.1\r\nHost: x\r\n\r\n"));
    assert_eq!(other.answer().status, 200);
    assert_eq!(server.metric("workers_busy"), 1);
}

/// The clinch table of this rule takes seconds: it is neither made while the request is read nor
/// where clients are talked to.
const CLINCH: &str = "/api/v1/rule?p=0.7&points=1/1/700&limit=540&clinch=true";
/// Few cells, but a long way until so many series are over.
const BOOKED: &str = "/api/v1/eval?p=0.7&points=1/1/2&f=0.995&draws=swap&book=99.99999%25";
/// The exact part of a simulation of a single series.
const EXACT_PART: &str =
    "/api/v1/simulate?p=0.7&f=0.001&points=1/1/62&limit=1000000&draws=swap&series=1";

#[test]
fn what_seems_quick_freezes_nothing() {
    let server = serve(Limits { workers: 2, waiting_time: Duration::from_secs(2), ..small() });
    for path in [CLINCH, BOOKED, "/api/v1/live?p=0.7&points=1/1/700&limit=540&clinch=true"] {
        let asked: Vec<_> = (0..40)
            .map(|_| {
                let mut connection = server.connect();
                connection.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
                connection
            })
            .collect();
        for _ in 0..20 {
            let start = Instant::now();
            assert_eq!(server.get("/health").status, 200);
            // The old code took half a minute.
            assert!(start.elapsed() < Duration::from_secs(1), "{:?} {path}", start.elapsed());
        }
        drop(asked);
        server.until("workers_busy", 0);
    }
}

#[test]
fn all_work_is_cancelled_when_its_client_leaves() {
    let limits = Limits { workers: 2, ..small() };
    let server = serve(limits);
    let exact = "/api/v1/eval?p=0.7&points=3/7/60&limit=60&exact=true&f=0.123";
    for path in [CLINCH, BOOKED, EXACT_PART, exact, LONG] {
        for _ in 0..2 {
            let mut connection = server.connect();
            connection.send(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
            server.until_not("requests_open", 1);
            drop(connection);
            let start = Instant::now();
            server.until("workers_busy", 0);
            // Beside other tests; alone it takes less than a tenth of a second.
            assert!(start.elapsed() < Duration::from_secs(2), "{:?} {path}", start.elapsed());
        }
    }
}
