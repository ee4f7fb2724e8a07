//! What every answer has: its headers, methods, languages, formats, refusals.

mod client;

use client::{Answer, Server, serve};
use kakukin_server::Limits;
use std::{io::Read, sync::LazyLock};

static SERVER: LazyLock<Server> = LazyLock::new(|| serve(Limits::default()));

const EVAL: &str = "/api/v1/eval?p=70%25&f=10%25&points=1/2/3";

fn get(path: &str) -> Answer {
    SERVER.get(path)
}

fn with(path: &str, header: &str) -> Answer {
    SERVER.ask(&format!("GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n"))
}

/// Whether a report has any script but the block of its own figures, which is data.
fn runs_script(html: &str) -> bool {
    html.replacen(r#"<script type="application/json" id="kakukin-data">"#, "", 1)
        .contains("<script")
}

#[test]
fn security_headers_are_on_every_kind_of_answer() {
    let without_files = |header: &str| {
        let head = "POST /api/v1/live HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n";
        SERVER.ask(&format!("{head}{header}\r\n"))
    };
    let tag = get("/assets/style.css").header("etag").unwrap().to_string();
    let answers = [
        (200, get("/en/series")),
        (200, get("/assets/style.css")),
        (304, with("/assets/style.css", &format!("If-None-Match: {tag}"))),
        (200, get(EVAL)),
        (200, get(&format!("{EVAL}&format=csv"))),
        (200, get("/api/v1/chart/eval?p=70%25&f=10%25&points=1/2/3")),
        (200, get("/api/v1/report/rule?p=70%25&f=10%25&points=1/2/3")),
        (200, get("/api/openapi.json")),
        (200, get("/health")),
        (200, get("/metrics")),
        (200, with(EVAL, "Accept: text/event-stream")),
        (307, get("/")),
        (308, get("/favicon.ico")),
        (404, get("/nowhere")),
        (404, get("/assets/nothing.js")),
        (404, get("/api/v1/nothing")),
        (405, SERVER.post("/api/v1/eval", &[])),
        (422, get("/api/v1/eval?p=7")),
        (400, without_files("X-Kakukin: 1\r\n")),
        (403, without_files("")),
        (421, SERVER.ask("GET /en/series HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")),
    ];
    for (status, answer) in answers {
        assert_eq!(answer.status, status, "{answer:?}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("script-src 'unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name}: {answer:?}");
        }
        assert_eq!(answer.header("server"), None);
    }
}

#[test]
fn pages_run_no_script_but_our_files() {
    for page in ["series", "live", "event", "epsilon", "rates", "match", "mahjong", "api"] {
        for lang in ["en", "ja"] {
            let html = get(&format!("/{lang}/{page}")).text();
            for tag in html.split("<script").skip(1).map(|rest| rest.split('>').next().unwrap()) {
                let data = tag.contains("type=\"application/json\"");
                assert!(data || tag.contains("src=\"/assets/"), "{page}: <script{tag}>");
            }
            assert!(!html.contains(" style="), "{page}");
            assert!(!html.contains("<style"), "{page}");
            assert!(!html.contains(" onclick="), "{page}");
            assert!(html.contains(&format!("<html lang=\"{lang}\">")));
        }
    }
}

#[test]
fn what_users_send_is_not_in_the_pages_of_errors() {
    for path in ["/en/%3Cscript%3Ealert(1)%3C/script%3E", "/%3Cscript%3Ealert(1)%3C/script%3E"] {
        let answer = get(path);
        assert_eq!(answer.status, 404);
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(!answer.text().contains("alert"), "{}", answer.text());
    }
    let path = "/api/v1/report/rule?p=70%25&f=10%25&points=1/2/3&title=%3Cscript%3Ealert(1)%3C/script%3E\
                &a=%22%3E%3Cimg%20src=x%3E&b=B";
    let answer = get(path);
    assert_eq!(answer.status, 200);
    let html = answer.text();
    assert!(html.contains("&lt;script&gt;alert(1)"), "{html}");
    assert!(!runs_script(&html) && !html.contains("<img"), "{html}");
}

#[test]
fn refusals_are_json_wherever_text_could_be_taken_for_a_page() {
    let answer = get("/api/v1/eval?p=%3Cscript%3E&points=1/2/3&format=csv");
    assert_eq!(answer.status, 422);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.error()["value"], "<script>");
}

#[test]
fn methods() {
    let head = |path: &str| {
        let mut connection = SERVER.connect();
        connection.send(&format!("HEAD {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        let (status, headers) = connection.head();
        assert!(connection.rest().is_empty(), "HEAD has no body");
        (status, headers)
    };
    for path in ["/en/series", "/assets/style.css", EVAL, "/health"] {
        let (status, headers) = head(path);
        assert_eq!(status, 200, "{path}");
        let kind = |name: &str| headers.iter().find(|(own, _)| own == name).map(|(_, v)| v.clone());
        assert_eq!(kind("content-type").as_deref(), get(path).header("content-type"));
    }
    for (method, path, allowed) in [
        ("POST", "/api/v1/eval", "GET,HEAD"),
        ("DELETE", "/api/v1/eval", "GET,HEAD"),
        ("OPTIONS", "/api/v1/eval", "GET,HEAD"),
        ("PUT", "/api/v1/live", "GET,HEAD,POST"),
        ("GET", "/api/v1/estimate", "POST"),
        ("PATCH", "/en/series", "GET,HEAD"),
    ] {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
        let answer = SERVER.ask(&request);
        assert_eq!(answer.status, 405, "{method} {path}");
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
        assert_eq!(answer.error()["problem"], "method");
    }
}

#[test]
fn languages() {
    let message = |answer: &Answer| answer.error()["message"].as_str().unwrap().to_string();
    let japanese = |text: &str| text.chars().any(|c| ('ぁ'..='ん').contains(&c));
    assert!(japanese(&message(&get("/api/v1/eval?p=7&lang=ja"))));
    assert!(!japanese(&message(&get("/api/v1/eval?p=7&lang=en"))));
    assert!(japanese(&message(&with("/api/v1/eval?p=7", "Accept-Language: ja"))));
    assert!(!japanese(&message(&with("/api/v1/eval?p=7&lang=en", "Accept-Language: ja"))));
    let unknown = get("/api/v1/eval?lang=fr").error();
    assert_eq!((&unknown["field"], &unknown["value"]), (&"lang".into(), &"fr".into()));
    for (accept, to) in [("ja-JP,en;q=0.5", "/ja/"), ("de", "/en/")] {
        let answer = with("/", &format!("Accept-Language: {accept}"));
        assert_eq!((answer.status, answer.header("location")), (307, Some(to)));
    }
    assert!(japanese(&get(&format!("{EVAL}&format=text&lang=ja")).text()));
}

#[test]
fn parameters_are_refused_with_field_value_and_what_is_allowed() {
    let error = get("/api/v1/eval?p=70%25&points=1/2/3&wrong=1").error();
    assert_eq!((&error["field"], &error["value"]), (&"parameter".into(), &"wrong".into()));
    assert!(error["allowed"].as_str().unwrap().contains("points"));
    let error = get("/api/v1/eval?p=700&points=1/2/3").error();
    assert_eq!(error["field"], "p");
    assert!(error["message"].as_str().unwrap().contains("700"), "{error}");
    let error = get("/api/v1/eval?p=70%25&p=60%25&points=1/2/3").error();
    assert_eq!(error["field"], "p", "{error}");
    for name in ["lang", "format"] {
        let answer = get(&format!("{EVAL}&{name}="));
        assert_eq!((answer.status, answer.error()["field"].as_str()), (422, Some(name)));
    }
    assert_eq!(get("/api/openapi.json?lang=").status, 422);
    let error = get(&format!("{EVAL}&format=xlsx")).error();
    assert_eq!((&error["field"], &error["allowed"]), (&"format".into(), &"json, csv, text".into()));
    // Work is bounded, and the bound is told.
    let path = "/api/v1/simulate?p=70%25&points=1/2/3&series=5000001";
    let error = get(path).error();
    assert_eq!((&error["field"], &error["allowed"]), (&"series".into(), &"1..5000000".into()));
    let error = get("/api/v1/eval?p=70%25&points=1/2/500&limit=2000").error();
    assert_eq!((&error["problem"], &error["field"]), (&"too_much_work".into(), &"points".into()));
    assert!(error["allowed"].as_str().unwrap().starts_with("<= "), "{error}");
    let error = get(&format!("{EVAL}&{}", "a=1&".repeat(600))).error();
    assert_eq!((&error["field"], &error["problem"]), (&"query".into(), &"too_many".into()));
    let error = get(&format!("{EVAL}&a={}", "x".repeat(20_000))).error();
    assert_eq!((&error["field"], &error["problem"]), (&"query".into(), &"too_long".into()));
}

#[test]
fn a_head_without_end_is_refused() {
    let mut connection = SERVER.connect();
    let line = format!("GET /health HTTP/1.1\r\nX: {}\r\n", "x".repeat(8_000));
    connection.send(&line);
    // It is refused as soon as it is too long, which may be before all of it was sent.
    let more = format!("Y: {}\r\n", "y".repeat(8_000));
    (0..10).all(|_| connection.offer(&more));
    assert_eq!(connection.head().0, 431);
}

#[test]
fn answers_are_compressed_if_the_client_can_read_it() {
    let plain = get("/assets/style.css");
    assert_eq!(plain.header("content-encoding"), None);
    let packed = with("/assets/style.css", "Accept-Encoding: gzip");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.header("vary").unwrap().to_ascii_lowercase().contains("accept-encoding"));
    let mut read = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut read).unwrap();
    assert_eq!(read, plain.body);
}

#[test]
fn assets_are_sent_again_only_if_they_have_changed() {
    for encoding in ["identity", "gzip"] {
        let accept = format!("Accept-Encoding: {encoding}");
        let first = with("/assets/words.js", &accept);
        assert_eq!(first.header("content-type"), Some("text/javascript; charset=utf-8"));
        let tag = first.header("etag").unwrap();
        let again = with("/assets/words.js", &format!("{accept}\r\nIf-None-Match: {tag}"));
        assert_eq!((again.status, again.body.len()), (304, 0));
        let other = with("/assets/words.js", &format!("{accept}\r\nIf-None-Match: \"0\""));
        assert_eq!(other.status, 200);
    }
    for path in ["/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/assets/"] {
        assert_eq!(get(path).status, 404, "{path}");
    }
}

#[test]
fn one_connection_takes_many_requests() {
    let mut connection = SERVER.connect();
    for k in 0..50 {
        connection.send(&format!("GET {EVAL}&limit={} HTTP/1.1\r\nHost: x\r\n\r\n", 5 + k % 5));
        assert_eq!(connection.answer().status, 200);
    }
    // Other tests may ask the same server meanwhile.
    SERVER.until("workers_busy", 0);
}

#[test]
fn events_are_as_browsers_read_them() {
    let events = |path: &str| -> Vec<(String, serde_json::Value)> {
        let answer = with(path, "Accept: text/event-stream");
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        assert_eq!(answer.header("content-encoding"), None);
        let text = answer.text();
        assert!(text.ends_with("\n\n"), "{text}");
        let blocks = text.trim_end().split("\n\n").filter(|block| !block.starts_with(':'));
        blocks
            .map(|block| {
                let mut lines = block.lines();
                let event = lines.next().unwrap().strip_prefix("event: ").unwrap();
                let data = lines.map(|line| line.strip_prefix("data: ").unwrap());
                let data = data.collect::<Vec<_>>().join("\n");
                (event.to_string(), serde_json::from_str(&data).unwrap())
            })
            .collect()
    };
    let path = "/api/v1/simulate?p=70%25&f=10%25&points=1/2/3&series=3000000&lang=ja";
    let all = events(path);
    let (last, told) = all.split_last().unwrap();
    assert_eq!(last.0, "answer");
    assert_eq!(last.1["schema"].as_str().unwrap().split('/').nth(1), Some("simulate"));
    let mut before = 0;
    for (event, progress) in told {
        assert_eq!(event, "progress");
        let [done, total] = ["done", "total"].map(|key| progress[key].as_u64().unwrap());
        assert!(before <= done && done <= total, "{progress}");
        assert!(!progress["unit"].as_str().unwrap().is_empty());
        before = done;
    }
    // The same document as without events.
    let plain = get(EVAL).json();
    assert_eq!(events(EVAL), [("answer".to_string(), plain)]);
    // What is refused before the work is refused at once.
    let answer = with("/api/v1/eval?p=700&points=1/2/3", "Accept: text/event-stream");
    assert_eq!((answer.status, answer.error()["field"].as_str()), (422, Some("p")));
}

#[test]
fn files_are_read_with_their_names() {
    let games = "first,second,result\nAnn,\"<b>\",1-0\n\"<b>\",Ann,1/2-1/2\n";
    let answer = SERVER.post("/api/v1/epsilon/standings?p=70%25&f=10%25", &[("a.csv", games)]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["players"].as_array().unwrap().len(), 2);
    let page = SERVER.post(
        "/api/v1/epsilon/standings?p=70%25&f=10%25&format=html&title=%3Cscript%3E",
        &[("a.csv", games)],
    );
    assert_eq!(page.status, 200);
    assert!(page.text().contains("&lt;b&gt;") && !page.text().contains("<b>"));
    assert!(!runs_script(&page.text()));
    let nothing = SERVER.post("/api/v1/estimate", &[("<script>.csv", "nothing")]);
    assert_eq!(nothing.status, 422);
    assert_eq!(nothing.header("content-type"), Some("application/json"));
}

/// Players of an event.
const PLAYERS: &str = "name,elo\nAnn,1900\n<b>,1800\n佐藤,1700\nDan,1600\n";
/// What a study of an event takes of an estimate.
const ESTIMATE: &str = r#"{"adjusted": {"ratings": [
    {"name": "Ann", "elo": 50, "error": 30}, {"name": "Ben", "elo": 0, "error": 20},
    {"name": "Cid", "elo": -20, "error": 25}, {"name": "Dan", "elo": -30, "error": 25}
]}, "recommended": {"p": "7/10", "f": "1/10"}}"#;

#[test]
fn files_of_an_event_are_told_apart_by_their_parts() {
    let study = "/api/v1/event/study?stages=knockout&p=70%25&f=10%25";
    let found = SERVER.post_parts(study, &[("players", "a.csv", PLAYERS)]);
    assert_eq!(found.status, 200, "{}", found.text());
    let found = found.json();
    assert_eq!(
        (&found["schema"], &found["exact"]),
        (&"kakukin/event-study/1".into(), &true.into())
    );
    assert_eq!(found["players"][1]["name"], "<b>");
    let wins: f64 =
        found["players"].as_array().unwrap().iter().map(|one| one["win"].as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
    // p and f are those of the estimate.
    let drawn = "/api/v1/event/study?stages=league&simulate=100";
    let drawn = SERVER.post_parts(drawn, &[("from", "a.json", ESTIMATE)]).json();
    assert_eq!((&drawn["p"], &drawn["f"]), (&"7/10".into(), &"1/10".into()));
    assert_eq!(drawn["players"][0]["elo_error"], 30.0);
    // A round follows from players and results.
    let pair = "/api/v1/event/pair?stages=knockout";
    let results = "first,second,result\nAnn,Dan,1-0\n佐藤,<b>,0-1\n";
    let both = [("players", "a.csv", PLAYERS), ("results", "b.csv", results)];
    let next = SERVER.post_parts(pair, &both).json();
    assert_eq!((&next["rounds"][0]["round"], &next["played"]), (&2.into(), &2.into()));
    assert_eq!(next["rounds"][0]["games"][0]["second"], "<b>");
    let report = SERVER.post_parts(&format!("{pair}&format=trf"), &both);
    assert_eq!(report.header("content-type"), Some("text/plain; charset=utf-8"));
    let place = report.header("content-disposition").unwrap();
    assert!(place.ends_with("\"kakukin-event-pair.trf\""), "{place}");
    assert!(report.text().starts_with("012 knockout\nXXR 2\n"), "{}", report.text());

    // Sheets of what is asked, with names as text.
    for path in [
        &format!("{study}&format=html&title=%3Cscript%3E"),
        &format!("{pair}&format=html&title=%3Cscript%3E"),
        "/api/v1/event/sheets?stages=knockout&rule=1/3/4+alternating+swap&title=%3Cscript%3E",
        "/api/v1/event/bracket?stages=knockout&format=html&title=%3Cscript%3E",
    ] {
        let page = SERVER.post_parts(path, &[("players", "a.csv", PLAYERS)]);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let html = page.text();
        assert!(html.contains("&lt;b&gt;") && html.contains("&lt;script&gt;"), "{path}");
        assert!(!html.contains("<b></") && !runs_script(&html), "{path}");
    }
    let drawn = SERVER.post_parts("/api/v1/event/bracket?stages=knockout&format=svg", &both);
    assert!(drawn.text().starts_with("<svg"), "{}", drawn.text());

    let refused = |path: &str, files: &[(&str, &str, &str)]| {
        let answer = SERVER.post_parts(path, files);
        assert_eq!(answer.status, 422, "{}", answer.text());
        let error = answer.error();
        (
            error["field"].as_str().unwrap().to_string(),
            error["problem"].as_str().unwrap().to_string(),
        )
    };
    let said = |field: &str, problem: &str| (field.to_string(), problem.to_string());
    let players = ("players", "a.csv", PLAYERS);
    assert_eq!(refused(study, &[("files", "a.csv", PLAYERS)]), said("parameter", "unknown"));
    assert_eq!(refused(study, &[("results", "a.csv", results)]), said("parameter", "unknown"));
    assert_eq!(refused(study, &[players, players]), said("players", "twice"));
    assert_eq!(refused(study, &[]), said("players", "missing"));
    assert_eq!(refused(study, &[players, ("from", "b", ESTIMATE)]), said("from", "conflict"));
    assert_eq!(refused(study, &[("players", "a", "Ann,1900\n")]), said("players", "out_of_range"));
    assert_eq!(refused(study, &[("from", "a", "{}")]), said("from", "bad_form"));
    assert_eq!(refused(pair, &[players, ("results", "b", "x")]), said("results", "bad_form"));
    // Nobody names a file of the server, nor a field beside one.
    for name in ["entrants", "from", "results"] {
        for path in [format!("{study}&field=8"), format!("{pair}&field=8")] {
            let error = get(&format!("{path}&{name}=/etc/passwd")).error();
            assert_eq!((&error["field"], &error["value"]), (&"parameter".into(), &name.into()));
        }
        assert_eq!(refused(&format!("{study}&{name}=x"), &[players]).0, "parameter");
    }
    assert_eq!(refused(&format!("{study}&field=8"), &[players]).0, "parameter");
}

/// What would take minutes is refused before it begins, with what would not.
#[test]
fn events_are_bounded() {
    let study = "/api/v1/event/study?p=70%25&stages=league";
    let error = get(&format!("{study}&field=64&simulate=10000000")).error();
    assert_eq!((&error["field"], &error["problem"]), (&"simulate".into(), &"too_much_work".into()));
    let allowed = error["allowed"].as_str().unwrap().trim_start_matches("<= ").to_string();
    let runs: u64 = allowed.parse().unwrap();
    assert!((10_000..1_000_000).contains(&runs), "{allowed}");
    let error = get("/api/v1/event/study?p=70%25&stages=swiss:128&field=256&simulate=1").error();
    assert_eq!((&error["field"], &error["problem"]), (&"stages".into(), &"too_much_work".into()));
    let rule = "/api/v1/event/study?p=70%25&stages=league&field=60&rule=1/2/900+limit=900";
    assert_eq!(get(rule).error()["field"], "rule");
    let find = "/api/v1/event/find?p=70%25&hours=900&minutes=1&field=128&stages=swiss:40";
    assert_eq!(get(&format!("{find}&rule=single&simulate=1000000")).error()["field"], "simulate");
}

/// What stands for a parameter of the examples, where something can.
const INSTEAD: [(&str, &str); 3] = [
    ("p", "preset=shogi"),
    ("tsumo", "ron=true"),
    ("useful", "hand=19m19p19s1234567z&form=thirteen-orphans"),
];

/// A parameter is required if no request is answered without it, and only then.
#[test]
fn required_parameters_are_those_that_must_be_given() {
    let document = get("/api/openapi.json").json();
    let record = get("/api/v1/live/record?p=70%25&f=10%25&points=1/2/3").text();
    let games = "first,second,result\nAnn,Ben,1-0\nBen,Ann,1-0\nBen,Ann,1/2-1/2\n";
    let encoded = |text: &str| text.replace('%', "%25").replace(' ', "+").replace('>', "%3E");
    let mut required = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let ask = |query: &[String]| {
                let address = format!("{path}?{}", query.join("&"));
                let file = match path.rsplit('/').next() {
                    _ if path.contains("/live") => ("files", "a.json", &*record),
                    _ if path.contains("/mahjong/") => ("hands", "a.txt", "234678m3406788p5s\n"),
                    Some("score-sheet") => ("files", "a.csv", "a,b\nAnn,Ben\n"),
                    Some("pair" | "sheets" | "bracket") => ("players", "a.csv", PLAYERS),
                    // It has p, too.
                    _ if path.contains("/event/") => ("from", "a.json", ESTIMATE),
                    _ => ("files", "a.csv", games),
                };
                if method == "post" { SERVER.post_parts(&address, &[file]) } else { get(&address) }
            };
            let parameters = operation["parameters"].as_array().unwrap();
            let query = parameters.iter().filter(|parameter| parameter["in"] == "query");
            let examples: Vec<(&str, String, bool)> = query
                .filter_map(|parameter| {
                    let name = parameter["name"].as_str().unwrap();
                    let needed = parameter["required"].as_bool().unwrap();
                    let value = match &parameter["example"] {
                        serde_json::Value::Null => return None,
                        serde_json::Value::Array(list) => list[0].as_str().unwrap().to_string(),
                        serde_json::Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    Some((name, format!("{name}={}", encoded(&value)), needed))
                })
                .collect();
            let all: Vec<String> = examples.iter().map(|(_, pair, _)| pair.clone()).collect();
            assert_eq!(ask(&all).status, 200, "{path} {all:?}");
            for (name, pair, needed) in &examples {
                // Without it a workbook has the grids of all usual limits: minutes of a debug build.
                if path.ends_with("/workbook") && *name == "limit" {
                    continue;
                }
                let mut rest = all.clone();
                rest.retain(|other| other != pair);
                let answer = ask(&rest);
                if *needed {
                    let error = answer.error();
                    let missing = (error["problem"].as_str(), error["field"].as_str());
                    assert_eq!(missing, (Some("missing"), Some(*name)), "{path}");
                    required += 1;
                } else if answer.status != 200 {
                    let instead = INSTEAD.iter().find(|(own, _)| own == name);
                    let (_, instead) = instead.unwrap_or_else(|| panic!("{path} needs {name}"));
                    rest.push(instead.to_string());
                    assert_eq!(ask(&rest).status, 200, "{path} {rest:?}");
                }
            }
            // What has no example is not marked, since all of this was answered without it.
            let marked = parameters.iter().filter(|one| one["required"] == true).count();
            let marks = usize::from(method == "post");
            assert_eq!(marked, marks + examples.iter().filter(|(_, _, needed)| *needed).count());
        }
    }
    assert!(required >= 14, "{required}");
}

/// Whatever is wrong is said in the language that was asked for.
#[test]
fn errors_are_in_the_language_asked_for() {
    for path in [
        "/api/v1/eval?lang=ja&format=xlsx&p=70%25&points=1/2/3",
        "/api/v1/eval?lang=ja&p=7",
        "/api/v1/nothing?lang=ja",
        "/api/v1/estimate?lang=ja",
    ] {
        let answer = get(path);
        assert!(answer.status >= 400, "{path}");
        let message = answer.error()["message"].to_string();
        assert!(
            message.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c)),
            "{path}: {message}"
        );
    }
}
