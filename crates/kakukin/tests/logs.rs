//! Logs of mahjong games on the command line: every format, archives, addresses, pipes; tables in
//! parts; reviews; refusals.

use serde_json::Value;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn sample(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kakukin-logs/tests/logs");
    folder.join(name)
}

fn kakukin(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kakukin"));
    command.arg("mahjong").args(arguments).args(["--lang", "en"]).output().unwrap()
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", text(output).1);
    text(output).0.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_format_is_read_from_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("logs.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&zip).unwrap());
    writer.start_file("a.mjlog", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(&fs::read(sample("small.mjlog")).unwrap()).unwrap();
    writer.finish().unwrap();
    let gz = folder.path().join("no-ending");
    let file = fs::File::create(&gz).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    encoder.write_all(&fs::read(sample("small.json")).unwrap()).unwrap();
    encoder.finish().unwrap();
    let json = fs::read_to_string(sample("small.json")).unwrap();
    let address = format!("https://tenhou.net/6/#json={}", json.trim());
    let names = [
        sample("small.mjlog").display().to_string(),
        sample("small.mjai.jsonl").display().to_string(),
        zip.display().to_string(),
        gz.display().to_string(),
        address,
    ];
    for name in &names {
        let read = kakukin(&["log", name, "--format", "json"]);
        let document: Value = serde_json::from_str(&text(&read).0).unwrap();
        let rounds = document["rounds"].as_array().unwrap();
        assert_eq!(rounds.len(), 3, "{name}");
        let wins = rounds.iter().flat_map(|round| round["wins"].as_array().unwrap());
        let points: Vec<_> =
            wins.map(|win| (&win["counted"]["points"], &win["differences"])).collect();
        assert_eq!(format!("{points:?}"), "[(Number(12000), Array []), (Number(7800), Array [])]");
    }
    // Written as mjai and read from standard input it is the same.
    let mjai = kakukin(&["log", &names[0], "--format", "jsonl"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(["mahjong", "log", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&mjai.stdout).unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap()).0, text(&mjai).0);
    let (words, notes) = text(&kakukin(&["log", &names[0]]));
    assert!(words.contains("東 from Ann: 12000 points (6 han 70 fu, Riichi, Ippatsu"), "{words}");
    assert!(words.contains("aborted: nine terminals"), "{words}");
    assert!(notes.contains("Wins counted again: 2, all as the logs say."), "{notes}");
}

#[test]
fn tables_in_parts_are_the_table_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let log = sample("small.mjlog").display().to_string();
    let part = place("part.json");
    let done = kakukin(&["table", &log, "-o", &part]);
    assert!(done.status.success(), "{}", text(&done).1);
    let both = kakukin(&["table", &log, "--format", "json", "--merge", &part]);
    let both: Value = serde_json::from_str(&text(&both).0).unwrap();
    let part: Value = serde_json::from_str(&fs::read_to_string(&part).unwrap()).unwrap();
    assert_eq!((&part["schema"], &part["rounds"]), (&"kakukin/mahjong-table/1".into(), &3.into()));
    assert_eq!(both["rounds"], 6);
    let sum = |table: &Value| table["all"]["turns"][1]["rounds"].as_u64().unwrap();
    assert_eq!(sum(&both), 2 * sum(&part));
    // The winner of the first round was in riichi; who paid had made no call.
    assert_eq!(part["riichi"]["endings"]["ron"], 1);
    assert_eq!(part["neither"]["endings"]["dealt_in"], 1);
    // The dealer paid 12,000 in the first round and 2,700 in the last.
    assert_eq!(part["neither"]["turns"][1]["lost"], 12_000 + 2700);
    let bad = place("bad.json");
    fs::write(&bad, "{}").unwrap();
    let refused = kakukin(&["table", "--merge", &bad]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn every_decision_is_reviewed() {
    let log = sample("small.mjlog").display().to_string();
    let all = lines(&kakukin(&["review", &log, "--all-seats", "--format", "jsonl"]));
    assert_eq!(all.len(), 11);
    let first = &all[0];
    assert_eq!(
        (&first["round"], &first["seat"], &first["turn"]),
        (&0.into(), &0.into(), &1.into())
    );
    assert_eq!(first["hand"], "1236m4569p789s112z");
    assert_eq!(all[1]["melds"], serde_json::json!(["chi:406m"]));
    for line in &all {
        let options = line["options"].as_array().unwrap();
        assert_eq!(line["best"], options[0]["tile"], "{line}");
        let loss = line["loss"].as_f64().unwrap();
        // What takes the hand back is not among them.
        let own = options.iter().find(|option| option["tile"] == line["discard"]);
        if let Some(own) = own
            && line["riichi"] == own["riichi"]
        {
            let given_up = options[0]["score"].as_f64().unwrap() - own["score"].as_f64().unwrap();
            assert!((loss - given_up.max(0.0)).abs() < 1e-9, "{line}");
        }
    }
    // The last decision of the first round is under threat.
    assert_eq!((&all[4]["marked"], &all[3]["riichi"]), (&true.into(), &true.into()));
    let one = lines(&kakukin(&["review", &log, "--player", "1", "--format", "jsonl"]));
    assert!(one.len() < all.len() && one.iter().all(|line| line["name"] == "Ben"));
    let named = lines(&kakukin(&["review", &log, "--player", "Ben", "--format", "jsonl"]));
    assert_eq!(one, named);
    let (words, _) = text(&kakukin(&["review", &log, "--player", "Ben"]));
    assert!(words.contains("Ben: 3 decisions"), "{words}");
    let summary = lines(&kakukin(&["review", &log, "--summary", "--format", "jsonl"]));
    let names: Vec<_> = summary.iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Ben", "Cid", "東"]);
}

#[test]
fn what_is_no_log_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.txt");
    fs::write(&file, "no log").unwrap();
    let log = sample("small.mjlog").display().to_string();
    let x = file.display().to_string();
    for arguments in [
        &["log", &x][..],
        &["log"],
        &["review", &log, "--player", "Zed"],
        &["review", &log, "--player", "1", "--all-seats"],
        &["log", &log, "--rules", "none"],
        &["table", &log, "--players", "3"],
    ] {
        let refused = kakukin(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {}", text(&refused).1);
        assert_eq!(text(&refused).1.trim().lines().count(), 1, "{}", text(&refused).1);
    }
}
