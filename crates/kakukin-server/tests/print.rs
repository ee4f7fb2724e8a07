//! Sheets as PDF: printed by what the server was given, or refused; pairings that come as a file.

mod client;

use client::{Server, serve, serve_printing};
use kakukin_server::Limits;
use std::{io, thread, time::Duration};

const SHEET: &str = "/api/v1/report/score-sheet?points=1/3/4&draws=swap&limit=7";

/// The page itself, as if it were a PDF.
fn copy(page: &str, _: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
    Ok(format!("%PDF-{page}").into())
}

fn break_down(_: &str, _: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Never done, but willing to give up.
fn hang(_: &str, stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
    while !stop() {
        thread::sleep(Duration::from_millis(5));
    }
    Err(io::ErrorKind::TimedOut.into())
}

fn problem(server: Server, status: u16) -> String {
    let answer = server.get(&format!("{SHEET}&format=pdf&lang=en"));
    assert_eq!(answer.status, status);
    answer.error()["problem"].as_str().unwrap().to_string()
}

#[test]
fn a_sheet_is_printed_as_the_page_that_it_is() {
    let server = serve_printing(Limits::default(), copy);
    for path in [SHEET, "/api/v1/report/rule?p=70%25&f=10%25&points=1/3/4"] {
        let pdf = server.get(&format!("{path}&format=pdf&lang=ja&title=%3Ci%20x%3E"));
        assert_eq!((pdf.status, pdf.header("content-type")), (200, Some("application/pdf")));
        let html = server.get(&format!("{path}&format=html&lang=ja&title=%3Ci%20x%3E")).text();
        assert_eq!(pdf.text(), format!("%PDF-{html}"));
        assert!(html.contains("&lt;i x&gt;") && !html.contains("<i x>"));
    }
    assert!(server.get("/en/series").text().contains("data-prints"));
}

#[test]
fn what_cannot_be_printed_is_said() {
    let none = serve(Limits::default());
    assert_eq!(problem(none, 501), "no_printer");
    assert!(!none.get("/en/series").text().contains("data-prints"));
    assert_eq!(problem(serve_printing(Limits::default(), break_down), 502), "unprinted");
    let short = Limits { time: Duration::from_millis(300), ..Limits::default() };
    assert_eq!(problem(serve_printing(short, hang), 422), "time");
}

#[test]
fn pairings_come_as_a_file() {
    let server = serve(Limits::default());
    let post = |path: &str, files: &[(&str, &str)]| server.post(path, files);
    let html = post(SHEET, &[("pairs.csv", "a,b,board\nAnn,Bob,7\n加藤,Dan,8\n")]);
    assert_eq!(html.status, 200);
    assert!(["Ann", "Bob", "加藤", "Dan"].iter().all(|name| html.text().contains(name)));
    let refused = |path: &str, files: &[(&str, &str)]| {
        let answer = post(path, files);
        assert_eq!(answer.status, 422);
        answer.error()["field"].as_str().unwrap().to_string()
    };
    assert_eq!(refused(SHEET, &[]), "files");
    assert_eq!(refused(SHEET, &[("x", "a,b"), ("y", "a,b")]), "files");
    assert_eq!(refused(SHEET, &[("x", "name,elo\n1,2\n")]), "round");
    assert_eq!(refused(SHEET, &[("x", &"a,b\n".repeat(300_000))]), "round");
    // Pairings have their own names.
    assert_eq!(refused(&format!("{SHEET}&a=Ann"), &[("x", "a,b\nAnn,Bob")]), "a");
}
