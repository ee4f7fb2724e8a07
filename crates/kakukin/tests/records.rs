//! Records as people have them: folders, patterns, archives, pipes, broken files.

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
    process::{Command, Output, Stdio},
    thread,
};
use zip::{ZipWriter, write::SimpleFileOptions};

const TABLE: &str = "first,second,result\nAnn,Ben,1-0\nBen,Ann,1-0\nAnn,Cid,0-1\nCid,Ben,1/2-1/2\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kakukin"));
    command.args(arguments).args(["--lang", "en"]).current_dir(folder);
    command.stdin(Stdio::null()).output().expect("the program runs")
}

fn fed(arguments: &[&str], input: Vec<u8>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let feeding = thread::spawn(move || {
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("an end");
    feeding.join().expect("fed");
    output
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("compressed");
    encoder.finish().expect("compressed")
}

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a member");
        writer.write_all(bytes).expect("a member");
    }
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn a_folder_of_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("records/2024/deep")).expect("folders");
    let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode("先手,後手,結果\n表,ソ,先手勝ち\n");
    let zipped = archive(&[
        ("a/table.csv", TABLE.as_bytes()),
        ("b.csv.gz", &gzip(TABLE.as_bytes())),
        ("inner.zip", &archive(&[("x.csv", TABLE.as_bytes())])),
        ("a/", b""),
    ]);
    // Rows that compress badly, so that half of the file is more than its beginning.
    let mixed = |k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let long: String =
        (0..20_000).map(|k| format!("p{},q{},1-0\n", mixed(k), mixed(k + 7))).collect();
    let mut cut = gzip(format!("first,second,result\n{long}").as_bytes());
    cut.truncate(cut.len() / 2);
    let files: [(&str, &[u8]); 8] = [
        ("records/plain.csv", TABLE.as_bytes()),
        ("records/2024/old.csv", &shift_jis),
        ("records/2024/deep/noname", TABLE.as_bytes()),
        ("records/packed.csv.gz", &gzip(TABLE.as_bytes())),
        ("records/season.zip", &zipped),
        ("records/README.txt", b"nothing of interest"),
        ("records/empty.csa", b""),
        ("records/cut.csv.gz", &cut),
    ];
    for (name, bytes) in files {
        fs::write(at(name), bytes).expect("a file");
    }
    let found = json(&run(folder.path(), &["estimate", "records", "--format", "json"]));
    let list = found["read"]["skipped"]["list"].as_array().expect("a list");
    let left_out = |file: &str| {
        let why = list.iter().filter(|entry| entry["file"] == file).map(|entry| &entry["why"]);
        why.cloned().collect::<Vec<_>>()
    };
    assert_eq!(left_out("records/README.txt"), ["not_a_record"]);
    assert_eq!(left_out("records/empty.csa"), ["empty"]);
    assert_eq!(left_out("records/season.zip/inner.zip"), ["nested"]);
    // What was there of the file that breaks off is counted, and its end is told.
    assert_eq!(left_out("records/cut.csv.gz").last().expect("an end"), "truncated");
    let whole = run(
        folder.path(),
        &[
            "estimate",
            "records/plain.csv",
            "records/2024",
            "records/packed.csv.gz",
            "records/season.zip",
            "--format",
            "json",
        ],
    );
    let whole = json(&whole);
    // Five tables of four games, and one game in Shift-JIS.
    assert_eq!(whole["games"], serde_json::json!({"first": 11, "draws": 5, "second": 5}));
    assert_eq!(whole["read"]["games"], 21);
    assert_eq!(whole["read"]["formats"], serde_json::json!({"csv": 21}));
    let games = run(folder.path(), &["records", "records/2024/old.csv", "--format", "csv"]);
    assert!(String::from_utf8_lossy(&games.stdout).contains("表,ソ,1-0"));
}

#[test]
fn patterns_pipes_and_files_named_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.csv", "b.csv", "c.txt"] {
        fs::write(folder.path().join(name), TABLE).expect("a file");
    }
    let games = |arguments: &[&str]| {
        let arguments = [&["estimate"], arguments, &["--format", "json"]].concat();
        json(&run(folder.path(), &arguments))["read"]["games"].as_u64()
    };
    assert_eq!(games(&["*.csv"]), Some(8));
    assert_eq!(games(&["*.csv", "a.csv", "./b.csv", "."]), Some(12));
    for input in
        [TABLE.as_bytes().to_vec(), gzip(TABLE.as_bytes()), archive(&[("x.csv", TABLE.as_bytes())])]
    {
        let found = json(&fed(&["estimate", "-", "--format", "json"], input));
        assert_eq!(found["read"]["games"], 4);
        assert_eq!(found["read"]["skipped"]["total"], 0);
    }
}

/// A year is counted in parts, and the parts are put together.
#[test]
fn surveys_are_put_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let season = |name: &str, year: u32| {
        let rows = format!("Ann,Ben,1-0,{year}-03-01,1\nBen,Ann,0-1,{year}-03-02,2\n");
        let text = format!("first,second,result,date,round\n{rows}");
        let bytes = zstd::encode_all(text.as_bytes(), 1).expect("compressed");
        fs::write(folder.path().join(name), bytes).expect("a file");
    };
    season("a.csv.zst", 2023);
    season("b.csv.zst", 2024);
    season("copy.csv.zst", 2024);
    let done = run(folder.path(), &["records", "a.csv.zst", "--survey", "a.json"]);
    assert!(done.status.success() && done.stdout.is_empty());
    assert!(String::from_utf8_lossy(&done.stderr).contains("Survey of 2 games"), "{done:?}");
    let of = |arguments: &[&str]| {
        let arguments =
            [&["estimate", "--by", "year,file", "--format", "json"], arguments].concat();
        json(&run(folder.path(), &arguments))
    };
    let whole = of(&["a.csv.zst", "b.csv.zst"]);
    assert_eq!(whole["games"]["first"], 2);
    assert_eq!(of(&["b.csv.zst", "--merge", "a.json"]), whole);
    let done = run(folder.path(), &["records", "b.csv.zst", "--survey", "b.json"]);
    assert!(done.status.success());
    assert_eq!(of(&["--merge", "a.json", "b.json"]), whole);
    // What is found again is said at the top.
    let again = run(folder.path(), &["estimate", "."]);
    let said = String::from_utf8_lossy(&again.stdout);
    let top = said.lines().nth(2).expect("a line");
    assert!(top.starts_with("! Left out") && top.contains("the same game again 2"), "{said}");
    let kept = of(&["b.csv.zst", "copy.csv.zst", "--keep-duplicates"]);
    assert_eq!(kept["games"]["first"], 2);
    let twice = run(folder.path(), &["estimate", "--merge", "b.json", "b.json"]);
    let said = String::from_utf8_lossy(&twice.stdout);
    assert!(said.contains("count in each: 2"), "{said}");
}

/// What `records` writes can be read again, by `records` too.
#[test]
fn a_list_is_a_table_again() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), TABLE).expect("a file");
    let once = run(folder.path(), &["records", "a.csv", "--format", "csv"]).stdout;
    fs::write(folder.path().join("b.csv"), &once).expect("a file");
    let twice = run(folder.path(), &["records", "b.csv", "--format", "csv"]).stdout;
    assert_eq!(
        String::from_utf8_lossy(&twice).replace("b.csv", "a.csv"),
        String::from_utf8_lossy(&once)
    );
    let all = json(&run(folder.path(), &["records", "a.csv", "--format", "json"]));
    assert_eq!(all["games"].as_array().map(Vec::len), Some(4));
    assert_eq!(all["read"]["complete"], true);
}

#[test]
fn an_estimate_feeds_the_finder() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("games.csv"), TABLE.repeat(20)).expect("a file");
    for basis in ["raw", "adjusted"] {
        let written =
            run(folder.path(), &["estimate", "games.csv", "--basis", basis, "--format", "json"]);
        fs::write(at("estimate.json"), &written.stdout).expect("a file");
        let told = &json(&written)["recommended"];
        assert_eq!(told["basis"], basis);
        let found =
            json(&run(folder.path(), &["find", "--from", "estimate.json", "--format", "json"]));
        assert_eq!(found["model"]["p"], told["p"]);
        assert_eq!(found["model"]["f"], told["f"]);
        assert_eq!(found["belief"]["games"], told["games"]);
        if basis == "raw" {
            let by_hand =
                ["find", "--wins", "40", "--losses", "20", "--f", "1/4", "--format", "json"];
            let by_hand = json(&run(folder.path(), &by_hand));
            assert_eq!(found["rules"], by_hand["rules"]);
        }
    }
    // As counted: 40 wins, 20 losses, 20 draws.
    let raw = json(&run(folder.path(), &["estimate", "games.csv", "--no-fit", "--format", "json"]));
    let wanted = serde_json::json!({"basis": "raw", "p": "2/3", "f": "1/4", "games": 60});
    assert_eq!(raw["recommended"], wanted);
    assert!(raw.get("adjusted").is_none());
}

#[test]
fn refusals_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), TABLE).expect("a file");
    fs::write(folder.path().join("bad.json"), "{}").expect("a file");
    fs::write(folder.path().join("page.html"), "an older page").expect("a file");
    for (arguments, field) in [
        (&["estimate"][..], "FILES"),
        (&["estimate", "none.csv"], "none.csv"),
        (&["estimate", "none*.csv"], "none*.csv"),
        (&["estimate", "a.csv", "--read", "xyz"], "--read"),
        (&["estimate", "a.csv", "--encoding", "xyz"], "--encoding"),
        (&["estimate", "a.csv", "--count", "all"], "--count"),
        (&["estimate", "a.csv", "--by", "colour"], "--by"),
        (&["estimate", "a.csv", "--columns", "first"], "--columns"),
        (&["estimate", "a.csv", "--columns", "first=Engine A"], "a.csv:1: first, second, result"),
        (&["estimate", "--merge", "none.json"], "--merge"),
        (&["estimate", "a.csv", "--merge", "bad.json"], "bad.json: schema"),
        (&["records", "a.csv", "--survey", "a.csv"], "--survey"),
        (&["estimate", "bad.json"], "bad.json"),
        (&["estimate", "a.csv", "--player", "Zoe"], "a.csv"),
        (&["estimate", "a.csv", "--since", "spring"], "--since"),
        (&["estimate", "a.csv", "--since", "2024-02-30"], "--since"),
        (&["estimate", "a.csv", "--since", "2025", "--until", "2024"], "--until"),
        (&["estimate", "a.csv", "--min-rating", "2000", "--max-rating", "1000"], "--max-rating"),
        (&["estimate", "a.csv", "--skipped", "a.csv"], "--skipped"),
        (&["estimate", ".", "--skipped", "./bad.json"], "--skipped"),
        (
            &[
                "estimate",
                "a.csv",
                "--basis",
                "adjusted",
                "--min-games",
                "1000",
                "--skipped",
                "x.csv",
            ],
            "--basis",
        ),
        (&["estimate", "a.csv", "--min-rating", "x"], "--min-rating"),
        (&["estimate", "a.csv", "--confidence", "100%"], "--confidence"),
        (&["estimate", "a.csv", "--band", "0"], "--band"),
        (&["estimate", "a.csv", "--min-games", "0"], "--min-games"),
        (&["estimate", "a.csv", "--basis", "x"], "--basis"),
        (&["epsilon", "standings", "a.csv", "--p", "70%", "--skipped", "a.csv"], "--skipped"),
        (&["epsilon", "standings", ".", "--p", "70%", "-o", "page.html"], "--output"),
        (&["find", "--from", "none.json"], "--from"),
        (&["find", "--from", "bad.json"], "--from"),
        (&["find", "--from", "bad.json", "--p", "0.6"], "--p"),
    ] {
        let refused = run(folder.path(), arguments);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(field) && said.trim().lines().count() == 1, "{said}");
        assert!(refused.stdout.is_empty());
    }
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["a.csv", "bad.json", "page.html"]);
}

#[test]
fn what_was_left_out_is_listed_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad: String = (0..50).map(|k| format!("a,b,word{k}\n")).collect();
    fs::write(folder.path().join("a.csv"), format!("{TABLE}{bad}")).expect("a file");
    let done = run(folder.path(), &["estimate", "a.csv", "--skipped", "left-out.csv"]);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("and 40 more"), "{said}");
    let listed = fs::read_to_string(folder.path().join("left-out.csv")).expect("a list");
    assert_eq!(listed.lines().count(), 51);
    assert!(listed.ends_with("a.csv,55,unknown_result,word49\n"), "{listed}");
}

/// A hundred megabytes through a pipe, in forty megabytes of memory beyond what the program is.
#[cfg(target_os = "linux")]
#[test]
fn long_files_stream_in_constant_memory() {
    let tag = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n";
    let game =
        format!("{tag}{}1-0\n\n", "1. e4 {[%clk 0:03:00]} e5 2. Nf3 Nc6 3. Bb5 a6\n".repeat(20));
    let count = 100_000_000 / game.len();
    let program = env!("CARGO_BIN_EXE_kakukin");
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v 200000; exec {program} estimate - --keep-duplicates --format json"),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut pipe = child.stdin.take().expect("a pipe");
    let feeding = thread::spawn(move || {
        for _ in 0..count {
            pipe.write_all(game.as_bytes()).expect("it reads on");
        }
    });
    let output = child.wait_with_output().expect("an end");
    feeding.join().expect("fed");
    assert_eq!(json(&output)["games"]["first"], count);
}

/// What is not an ordinary file is not replaced by one.
#[cfg(target_os = "linux")]
#[test]
fn devices_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), TABLE).expect("a file");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    // A pipe in a folder is passed over, and said so.
    let found = json(&run(folder.path(), &["estimate", ".", "--format", "json"]));
    assert_eq!(found["read"]["skipped"]["reasons"]["unreadable"], 1);
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("what was written")
    });
    let done = run(folder.path(), &["estimate", "a.csv", "--skipped", "pipe"]);
    assert!(done.status.success());
    assert!(reader.join().expect("read").starts_with("file,line,why,detail"));
    assert!(fs::metadata(&pipe).expect("still there").file_type().is_fifo());
}
