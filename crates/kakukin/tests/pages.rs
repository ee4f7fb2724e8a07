//! The pages in a browser: printed on A4 through the command, and read as a browser reads them.
//! Needs Chromium and poppler (`cargo xtask set-up`).

#[path = "../../kakukin-report/tests/html/mod.rs"]
mod html;

use html::{Piece, read};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

fn kakukin(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kakukin"));
    command.current_dir(folder).args(arguments).env("LC_ALL", "C");
    command
}

fn done(mut command: Command) -> Output {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text_of(mut command: Command) -> String {
    String::from_utf8(done_with(&mut command)).expect("UTF-8")
}

fn done_with(command: &mut Command) -> Vec<u8> {
    let output = command.output().expect("the program runs (cargo xtask set-up)");
    assert!(output.status.success(), "{command:?}");
    output.stdout
}

/// The number of pages; each of them is A4.
fn pages(pdf: &Path) -> usize {
    let mut command = Command::new("pdfinfo");
    command.args(["-f", "1", "-l", "1000"]).arg(pdf);
    let info = text_of(command);
    let sizes: Vec<&str> = info.lines().filter(|line| line.contains(" size:")).collect();
    let sizes: Vec<&&str> = sizes.iter().filter(|line| line.starts_with("Page ")).collect();
    assert!(!sizes.is_empty() && sizes.iter().all(|line| line.contains("(A4)")), "{info}");
    sizes.len()
}

/// The words of a PDF in the order in which they were printed, cell by cell, without spaces:
/// Japanese lines are broken anywhere.
fn words(pdf: &Path) -> String {
    let mut command = Command::new("pdftotext");
    command.arg("-raw").arg(pdf).arg("-");
    without_spaces(&text_of(command))
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

const RULE: [&str; 8] = ["report", "rule", "--p", "70%", "--f", "10%", "--points", "1/2/3"];

/// All of a page is printed, and the same page is the same file.
#[test]
fn rule_sheets_are_printed_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for lang in ["en", "ja"] {
        for name in ["one.pdf", "two.pdf", "page.html"] {
            let more = ["--lang", lang, "--title", "Kakukin 大会 <1>", "-o", name];
            done(kakukin(folder.path(), &[&RULE[..], &more].concat()));
        }
        let [one, two, page] =
            ["one.pdf", "two.pdf", "page.html"].map(|name| folder.path().join(name));
        assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap(), "{lang}");
        assert!((4..=9).contains(&pages(&one)), "{} pages", pages(&one));
        let printed = words(&one);
        let pieces = read(&fs::read_to_string(page).unwrap());
        let wanted =
            |name: &str, _: &[(String, String)]| matches!(name, "h1" | "h2" | "h3" | "td" | "li");
        for text in in_print(&pieces, wanted) {
            let text = without_spaces(&text);
            assert!(printed.contains(&text), "{lang}: {text}");
        }
    }
}

/// The page for the wall fills one sheet, whatever is said on it; the annex begins on the next.
#[test]
fn the_wall_is_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (long, pdf) = ("非常に長い名前 ".repeat(14), folder.path().join("wall.pdf"));
    let rules: [&[&str]; 9] = [
        &["--p", "70%", "--f", "10%"],
        &["--p", "70%", "--f", "10%", "--points", "1/2/3", "--limit", "6"],
        &["--p", "62.5%", "--points", "1.5/2.25/6.75", "--f", "20%"],
        &["--p", "60%", "--f", "30%", "--points", "1/2/5", "--draws", "points=0.4/0.6"],
        &["--p", "54%", "--f", "60%", "--points", "1/1/4", "--undecided", "armageddon"],
        &["--p", "70%", "--points", "10/14/96", "--turns", "loser-first", "--limit", "40"],
        &["--p", "70%", "--points", "1/1/1", "--turns", "fixed"],
        &["--a-first", "60%,10%,30%", "--b-first", "50%,10%,40%", "--points", "1/2/3"],
        &["--p", "70%", "--elo", "100", "--points", "1/2/4", "--undecided", "game", "--clinch"],
    ];
    for (k, rule) in rules.iter().enumerate() {
        let lang = if k % 2 == 0 { "ja" } else { "en" };
        let usual = ["--title", "Autumn Open 秋季大会", "--date", "2026-11-23"];
        let named = ["--title", &long, "--date", &long, "--a", &long, "--b", "Ben"];
        for (words, lang) in [(&usual[..], "en"), (&usual[..], "ja"), (&named[..], lang)] {
            let more = ["--page", "wall", "--lang", lang, "-o", "wall.pdf"];
            done(kakukin(folder.path(), &[&["report", "rule"], *rule, words, &more].concat()));
            assert_eq!(pages(&pdf), 1, "{lang} {rule:?} {words:?}");
        }
    }
    let whole = ["--title", "Open", "--lang", "en", "-o", "wall.pdf"];
    done(kakukin(folder.path(), &[&RULE[..], &whole].concat()));
    let page = |number: &str| {
        let mut command = Command::new("pdftotext");
        command.args(["-raw", "-f", number, "-l", number]).arg(&pdf).arg("-");
        text_of(command)
    };
    assert!(page("1").contains("Why these points?") && !page("1").contains("Annex:"));
    // After the number of the page.
    let second = page("2");
    assert!(second.lines().take(2).any(|line| line.starts_with("Annex:")), "{second}");
}

/// The texts of a page outside of what is only for screens.
fn in_print(pieces: &[Piece], wanted: impl Fn(&str, &[(String, String)]) -> bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut hidden = 0;
    for piece in pieces {
        match piece {
            Piece::Open(name, _) if name == "details" => hidden += 1,
            Piece::Close(name) if name == "details" => hidden -= 1,
            _ if hidden == 0 => kept.push(piece.clone()),
            _ => {}
        }
    }
    html::texts(&kept, wanted)
}

#[test]
fn score_sheets_fill_their_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let pairings: String = (1..=5).map(|k| format!("先手{k},Second {k}\n")).collect();
    fs::write(folder.path().join("round.csv"), pairings).unwrap();
    let sheet = |more: &[&str]| {
        let pdf = folder.path().join("sheet.pdf");
        done(kakukin(
            folder.path(),
            &[&["report", "score-sheet", "-o", "sheet.pdf"], more].concat(),
        ));
        (pages(&pdf), words(&pdf))
    };
    for lang in ["en", "ja"] {
        let names = ["--a", "Ann", "--b", "Ben", "--lang", lang];
        // One series that fits a page, whatever is said on it.
        for rule in [
            &["--points", "1/2/3", "--limit", "6"][..],
            &["--points", "1/2/6", "--limit", "12", "--turns", "loser-first", "--draws", "keep"],
            &["--points", "2/5/20", "--limit", "10", "--draws", "swap"],
            &["--points", "1/1/4", "--limit", "7", "--draws", "points=0.4/0.6"],
        ] {
            let (count, words) = sheet(&[rule, &names].concat());
            assert_eq!(count, 1, "{lang} {rule:?}");
            assert!(words.contains("Ann") && words.contains("Ben"));
        }
        // A long one goes on, and its head is there again.
        let long = ["--points", "1/1/20", "--limit", "39"];
        let (count, words) = sheet(&[&long[..], &names].concat());
        let head = if lang == "ja" { "Ａさんの勝ち点" } else { "PointsA" };
        assert!(count >= 2 && words.matches(head).count() >= 2, "{lang}: {count}");
        // A round: one page for all, and the sheets.
        for (per_page, wanted) in [("1", 6), ("2", 4)] {
            for draws in ["pass", "swap", "keep"] {
                let round = ["--round", "round.csv", "--per-page", per_page, "--lang", lang];
                let rule = ["--points", "1/2/4", "--limit", "7", "--draws", draws];
                let (count, words) = sheet(&[&rule[..], &round].concat());
                assert_eq!(count, wanted, "{lang} {per_page} {draws}");
                for k in 1..=5 {
                    assert!(words.contains(&format!("先手{k}")), "{lang} {k}");
                }
            }
        }
    }
}

/// A browser understands the pages as they were meant: it has nothing to mend.
#[test]
fn a_browser_mends_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["--a", "<b>&amp;", "--b", "\"'>"];
    done(kakukin(
        folder.path(),
        &[&RULE[..], &names, &["-o", "rule.html", "--lang", "ja"]].concat(),
    ));
    let sheet = ["report", "score-sheet", "--points", "1/2/3", "--series", "3", "-o", "sheet.html"];
    done(kakukin(folder.path(), &sheet));
    let browser = std::env::var("KAKUKIN_CHROMIUM").unwrap_or_else(|_| "chromium".into());
    for name in ["rule.html", "sheet.html"] {
        let path = folder.path().join(name);
        let mut command = Command::new(&browser);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-sync", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg(&path);
        let seen = skeleton(&read(text_of(command).trim_end()));
        let meant = skeleton(&read(&fs::read_to_string(&path).unwrap()));
        assert_eq!(seen, meant, "{name}");
    }
}

/// Elements with their attributes, and their text without the space between them.
fn skeleton(pieces: &[Piece]) -> Vec<Piece> {
    let mut skeleton: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (piece, skeleton.last_mut()) {
            (Piece::Text(text), _) if text.trim().is_empty() => {}
            (Piece::Text(text), Some(Piece::Text(before))) => before.push_str(text.trim()),
            (Piece::Text(text), _) => skeleton.push(Piece::Text(text.trim().to_string())),
            _ => skeleton.push(piece.clone()),
        }
    }
    skeleton
}

/// Without a browser, or with one that fails, there is one sentence, no file and no process.
#[test]
fn no_browser_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("old.pdf"), "old").unwrap();
    let cases = [
        (("PATH", ""), "no Chromium"),
        (("KAKUKIN_CHROMIUM", "/bin/false"), "/bin/false made no PDF"),
        (("KAKUKIN_CHROMIUM", "/bin/true"), "/bin/true made no PDF"),
        (("KAKUKIN_CHROMIUM", "/nowhere/chromium"), "/nowhere/chromium made no PDF"),
    ];
    for ((variable, value), said) in cases {
        for file in ["old.pdf", "new.pdf"] {
            let mut command = kakukin(folder.path(), &[&RULE[..], &["-o", file]].concat());
            if variable == "PATH" {
                command.env_remove("KAKUKIN_CHROMIUM");
            }
            let output = command.env(variable, value).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{value}");
            assert!(error.contains(said) && error.contains(".html"), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
    assert_eq!(fs::read_to_string(folder.path().join("old.pdf")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Nothing of the browser is left: no process, no folder.
#[test]
fn nothing_is_left_behind() {
    let (folder, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut command = kakukin(folder.path(), &[&RULE[..], &["-o", "rule.pdf"]].concat());
    command.env("TMPDIR", own.path());
    done(command);
    assert_eq!(fs::read_dir(own.path()).unwrap().count(), 0);
    let place = own.path().to_string_lossy().into_owned();
    let left = || {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut lines =
            processes.map(|one| fs::read(one.path().join("cmdline")).unwrap_or_default());
        lines.any(|line| String::from_utf8_lossy(&line).contains(&place))
    };
    // What a browser has started needs a moment to end after it.
    let begun = Instant::now();
    while left() {
        assert!(begun.elapsed() < Duration::from_secs(10), "a process is left");
        thread::sleep(Duration::from_millis(20));
    }
}
