//! Who may ask: by which name, from which page, with which key.

mod client;

use client::{Answer, Server, serve, serve_for};
use kakukin_server::{Access, Key, Limits};
use std::sync::LazyLock;

const KEY: &str = "a-key-of-the-hall-2026";
const RULE: &str = "/api/v1/rule?points=1/2/3";
const GAMES: &str = "first,second,result\nAnn,Ben,1-0\nBen,Ann,1-0\nBen,Ann,1/2-1/2\n";

static SERVER: LazyLock<Server> = LazyLock::new(|| serve(Limits::default()));
static LOCKED: LazyLock<Server> = LazyLock::new(|| {
    let access = Access { hosts: Vec::new(), key: Key::parse(KEY) };
    serve_for(access, Limits::default())
});

/// One address of every kind but `/health`.
const KINDS: [&str; 7] =
    ["/", "/en/series", "/assets/style.css", "/metrics", "/api/openapi.json", RULE, "/nowhere"];

/// Asks with these lines between the first and the last of the head.
fn ask(server: Server, first: &str, lines: &[&str]) -> Answer {
    let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    server.ask(&format!("{first} HTTP/1.1\r\n{lines}\r\n"))
}

fn host_is(host: &str) -> Answer {
    ask(*SERVER, &format!("GET {RULE}"), &[&format!("Host: {host}")])
}

fn has_japanese(text: &str) -> bool {
    text.chars().any(|c| ('ぁ'..='ん').contains(&c))
}

#[test]
fn a_server_answers_by_its_own_names_only() {
    let port = SERVER.address.port();
    for name in ["localhost", "LOCALHOST.", "127.0.0.1", "[::1]"] {
        assert_eq!(host_is(&format!("{name}:{port}")).status, 200, "{name}");
        assert_eq!(host_is(&format!("{name}:{}", port ^ 1)).status, 421, "{name}");
        assert_eq!(host_is(name).status, 421, "{name}");
    }
    // One that it was given, at any port.
    assert_eq!((host_is("x").status, host_is("X:8080").status), (200, 200));
    for path in KINDS {
        for method in ["GET", "POST", "OPTIONS"] {
            let rebound = format!("Host: rebound.example:{port}");
            let answer = ask(*SERVER, &format!("{method} {path}"), &[&rebound]);
            assert_eq!(answer.status, 421, "{method} {path}");
        }
    }
    for name in ["192.0.2.1", "0.0.0.0", "x.rebound.example", "rebound.example", "127.1"] {
        assert_eq!(host_is(&format!("{name}:{port}")).status, 421, "{name}");
    }
}

#[test]
fn it_is_said_which_name_and_how_it_can_be_allowed() {
    let [english, japanese] = ["en", "ja"].map(|lang| {
        let accept = format!("Accept-Language: {lang}");
        let lines = ["Host: Hall.Example:8080", &accept];
        let page = ask(*SERVER, "GET /en/series", &lines);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let error = ask(*SERVER, &format!("GET {RULE}"), &lines).error();
        assert_eq!((&error["field"], &error["problem"]), (&"Host".into(), &"host".into()));
        assert_eq!(error["value"], "hall.example:8080");
        let message = error["message"].as_str().unwrap().to_string();
        assert!(message.contains("--host hall.example:8080"), "{message}");
        assert!(page.text().contains(&message), "{}", page.text());
        message
    });
    assert!(has_japanese(&japanese) && !has_japanese(&english));
}

#[test]
fn a_request_names_one_host() {
    let first = format!("GET {RULE}");
    let own = format!("Host: {}", SERVER.address);
    let nothing: [&[&str]; 7] = [
        &[],
        &["Host:"],
        &[&own, &own],
        &[&own, "Host: x"],
        &["Host: x, x"],
        &["Host: user@x"],
        &["Host: x/"],
    ];
    for lines in nothing {
        let answer = ask(*SERVER, &first, lines);
        assert_eq!(answer.status, 421, "{lines:?}");
        assert_eq!(answer.error()["problem"], "no_host", "{lines:?}");
    }
    let old = SERVER.ask(&format!("GET {RULE} HTTP/1.0\r\n\r\n"));
    assert_eq!(old.status, 421);
    // An address with a host of its own must have the same.
    for (target, status) in [
        (format!("http://{}{RULE}", SERVER.address), 200),
        (format!("http://x{RULE}"), 421),
        (format!("http://rebound.example{RULE}"), 421),
        (format!("http://user@{}{RULE}", SERVER.address), 421),
    ] {
        assert_eq!(ask(*SERVER, &format!("GET {target}"), &[&own]).status, status, "{target}");
    }
    assert_eq!(ask(*SERVER, &format!("GET http://x:80{RULE}"), &["Host: x"]).status, 200);
}

#[test]
fn anybody_may_ask_whether_it_is_alive_and_learns_nothing_else() {
    for server in [*SERVER, *LOCKED] {
        for lines in [&["Host: rebound.example"][..], &[]] {
            let answer = ask(server, "GET /health", lines);
            assert_eq!((answer.status, answer.text().as_str()), (200, r#"{"status":"ok"}"#));
        }
    }
}

#[test]
fn pages_of_other_sites_do_not_compute() {
    let status = |lines: &[&str]| {
        let lines = [&["Host: x"], lines].concat();
        ask(*SERVER, &format!("GET {RULE}"), &lines).status
    };
    assert_eq!(status(&[]), 200);
    for own in ["same-origin", "none"] {
        let site = format!("Sec-Fetch-Site: {own}");
        // A link that was followed has a page that it came from.
        assert_eq!(status(&[&site, "Referer: http://elsewhere.example/"]), 200);
    }
    for other in ["cross-site", "same-site", "something-new"] {
        let site = format!("Sec-Fetch-Site: {other}");
        let navigate = "Sec-Fetch-Mode: navigate";
        assert_eq!(status(&[&site]), 403);
        assert_eq!(status(&[&site, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"]), 403);
        assert_eq!(status(&[&site, navigate, "Sec-Fetch-Dest: iframe"]), 403);
        assert_eq!(status(&[&site, navigate, "Sec-Fetch-Dest: document"]), 200);
    }
    // Under a plain HTTP name browsers do not say all of this.
    for own in ["http://x", "https://x"] {
        assert_eq!(status(&[&format!("Origin: {own}")]), 200);
        assert_eq!(status(&[&format!("Referer: {own}/en/series")]), 200);
    }
    for other in ["http://elsewhere.example", "http://x:81", "http://x.elsewhere.example", "null"] {
        assert_eq!(status(&[&format!("Origin: {other}")]), 403, "{other}");
        assert_eq!(status(&["Sec-Fetch-Site: same-origin", &format!("Origin: {other}")]), 403);
        assert_eq!(status(&["Origin: http://x", &format!("Origin: {other}")]), 403);
        assert_eq!(status(&[&format!("Referer: {other}/x")]), 403, "{other}");
    }
    let line = "Sec-Fetch-Site: cross-site";
    let refused = ask(*SERVER, &format!("GET {RULE}"), &["Host: x", line]);
    assert_eq!(refused.error()["problem"], "foreign");
    // Scripts and pictures of other sites may not even be tried.
    let preflight = ["Host: x", "Origin: http://elsewhere.example"];
    for path in ["/api/v1/estimate", RULE] {
        let asked =
            ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: x-kakukin"];
        let answer = ask(*SERVER, &format!("OPTIONS {path}"), &[&preflight[..], &asked].concat());
        assert_eq!(answer.status, 405);
        let allows = |(name, _): &(String, String)| name.starts_with("access-control");
        assert!(!answer.headers.iter().any(allows), "{answer:?}");
    }
}

/// A form can be sent by a page of any site, with files of any content, without being asked.
#[test]
fn forms_of_other_sites_do_not_compute() {
    let body = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.csv\"\r\n\r\n\
         {GAMES}\r\n--XX--\r\n"
    );
    let form = |lines: &[&str]| {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        SERVER.ask(&format!(
            "POST /api/v1/estimate HTTP/1.1\r\nHost: {}\r\nContent-Type: multipart/form-data; \
             boundary=XX\r\nContent-Length: {}\r\n{lines}\r\n{body}",
            SERVER.address,
            body.len()
        ))
    };
    let problem = |lines: &[&str]| {
        let answer = form(lines);
        assert_eq!(answer.status, 403, "{lines:?}");
        answer.error()["problem"].as_str().unwrap().to_string()
    };
    let mark = "X-Kakukin: 1";
    let own = format!("Origin: http://{}", SERVER.address);
    assert_eq!(form(&[mark]).status, 200);
    assert_eq!(form(&[mark, &own, "Sec-Fetch-Site: same-origin"]).status, 200);
    assert_eq!(problem(&[]), "unmarked");
    assert_eq!(problem(&["X-Kakukin: 0"]), "unmarked");
    assert_eq!(problem(&[&own, "Sec-Fetch-Site: same-origin"]), "unmarked");
    let sent = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(problem(&[&["Sec-Fetch-Site: cross-site"], &sent[..]].concat()), "foreign");
    assert_eq!(problem(&[&["Sec-Fetch-Site: cross-site", mark], &sent[..]].concat()), "foreign");
    for other in ["http://elsewhere.example", "http://localhost:1", "null"] {
        assert_eq!(problem(&[mark, &format!("Origin: {other}")]), "foreign");
    }
    assert_eq!(problem(&[mark, "Referer: http://elsewhere.example/"]), "foreign");
    let message = form(&["Accept-Language: ja"]).error()["message"].as_str().unwrap().to_string();
    assert!(message.contains("X-Kakukin: 1") && has_japanese(&message), "{message}");
}

/// Asks the server that has a key.
fn unlock(first: &str, lines: &[&str]) -> Answer {
    let host = format!("Host: {}", LOCKED.address);
    ask(*LOCKED, first, &[&[host.as_str()], lines].concat())
}

#[test]
fn without_the_key_nothing_is_told() {
    let cookie = format!("kakukin_{}", LOCKED.address.port());
    let wrong = [
        "Authorization: Bearer another-key-of-the-hall",
        "Authorization: Bearer",
        "Authorization: Basic a-key-of-the-hall-2026",
        &format!("Cookie: {cookie}=another-key-of-the-hall"),
        &format!("Cookie: {cookie}={KEY}x"),
        &format!("Cookie: {cookie}={}", &KEY[1..]),
        &format!("Cookie: kakukin_1={KEY}"),
        "X-Nothing: 1",
    ];
    for path in KINDS {
        for line in wrong {
            for method in ["GET", "POST", "OPTIONS"] {
                let answer = unlock(&format!("{method} {path}"), &[line]);
                assert_eq!(answer.status, 401, "{method} {path} {line}");
                assert_eq!(answer.header("www-authenticate"), Some("Bearer realm=\"kakukin\""));
                assert!(!answer.text().contains(KEY) && answer.header("set-cookie").is_none());
            }
        }
        // The name comes first.
        let right = format!("Authorization: Bearer {KEY}");
        assert_eq!(ask(*LOCKED, &format!("GET {path}"), &["Host: x", &right]).status, 421);
    }
    let [no_key, wrong_key] =
        [wrong[7], wrong[0]].map(|line| unlock(&format!("GET {RULE}"), &[line]).error());
    assert_eq!(
        (&no_key["problem"], &wrong_key["problem"]),
        (&"no_key".into(), &"wrong_key".into())
    );
    assert!(wrong_key["message"].as_str().unwrap().contains("Authorization: Bearer"));
    for (lang, japanese) in [("ja", true), ("en", false)] {
        let line = format!("Accept-Language: {lang}");
        let page = unlock("GET /en/series?key=wrong-key-of-the-hall", &[&line]);
        assert_eq!(page.status, 401);
        assert_eq!(has_japanese(&page.text()), japanese);
        assert!(!page.text().contains("wrong-key-of-the-hall"), "{}", page.text());
        let error = unlock(&format!("GET {RULE}"), &[&line]).error();
        assert_eq!(has_japanese(error["message"].as_str().unwrap()), japanese);
    }
}

#[test]
fn programs_send_the_key_with_every_request() {
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let line = format!("Authorization: {scheme} {KEY}");
        assert_eq!(unlock(&format!("GET {RULE}"), &[&line]).status, 200);
        assert_eq!(unlock("GET /metrics", &[&line]).status, 200);
    }
}

#[test]
fn the_link_leaves_a_cookie_and_the_address_without_the_key() {
    let location = |path: &str, lines: &[&str]| {
        let answer = unlock(&format!("GET {path}"), lines);
        assert_eq!(answer.status, 303, "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        let cookie = answer.header("set-cookie").unwrap().to_string();
        (answer.header("location").unwrap().to_string(), cookie)
    };
    let (to, cookie) = location(&format!("/?key={KEY}"), &[]);
    assert_eq!(to, "/");
    let (pair, rest) = cookie.split_once("; ").unwrap();
    assert_eq!(rest, "Path=/; HttpOnly; SameSite=Strict");
    for path in ["/en/series", "/assets/api.js", RULE, "/metrics"] {
        let line = format!("Cookie: other=1; {pair}; more=2");
        assert_eq!(unlock(&format!("GET {path}"), &[&line]).status, 200);
    }
    // One that is older does not stand in the way.
    let both = format!("Cookie: {}=old-key-of-the-hall; {pair}", pair.split('=').next().unwrap());
    assert_eq!(unlock(&format!("GET {RULE}"), &[&both]).status, 200);
    // A link that opens another server is none.
    for (path, to) in [
        (format!("/en/series?key={KEY}"), "/en/series"),
        (format!("{RULE}&key={KEY}&lang=ja"), "/api/v1/rule?points=1%2F2%2F3&lang=ja"),
        (format!("//elsewhere.example/?key={KEY}"), "/elsewhere.example/"),
    ] {
        assert_eq!(location(&path, &[]).0, to);
    }
    // Where a proxy speaks TLS with the browser, the cookie is for TLS alone.
    let (_, cookie) = location(&format!("/?key={KEY}"), &["X-Forwarded-Proto: https"]);
    assert!(cookie.ends_with("; SameSite=Strict; Secure"), "{cookie}");
    // A page that is asked with a wrong key is refused, whatever the browser holds.
    let line = format!("Cookie: {pair}");
    assert_eq!(unlock("GET /?key=another-key-of-the-hall", &[&line]).status, 401);
}

/// The cookie comes with requests of pages on the same host, whatever port they are from.
#[test]
fn a_cookie_does_not_make_pages_of_others_ours() {
    let cookie = format!("Cookie: kakukin_{}={KEY}", LOCKED.address.port());
    for line in ["Sec-Fetch-Site: same-site", "Origin: http://127.0.0.1:1"] {
        assert_eq!(unlock(&format!("GET {RULE}"), &[&cookie, line]).status, 403);
    }
}
