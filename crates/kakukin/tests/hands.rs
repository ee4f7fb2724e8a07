//! Many hands: in every form, with bad lines among them, as they come, and broken off.

use serde_json::Value;
use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Output, Stdio},
};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kakukin"));
    command.args(["mahjong"]).args(arguments).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments).spawn().unwrap();
    // Whoever is refused at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn documents(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Three hands, with what differs as options, and as the lines of a file.
const ALONE: [&[&str]; 3] = [
    &["456678m23357p556s", "--dora", "4z", "--draws-left", "4", "--seat", "E"],
    &["34599m5566p7s3z", "--meld", "pon:111z", "--draws-left", "5", "--no-riichi"],
    &["2345678m34567p28s", "--seen", "19m", "--seen", "1z", "--draws-left", "4"],
];
const OBJECTS: &str = r#"{"hand": "456678m23357p556s", "dora": "4z", "seat": "E"}
{"meld": ["pon:111z"], "hand": "34599m5566p7s3z", "draws_left": 5, "no_riichi": true}
{"hand": "2345678m34567p28s", "seen": ["19m", "1z"], "seat": null}
"#;
const TABLE: &str = "\u{feff}hand;meld;dora;seen;seat;draws_left;no_riichi\r\n\
    456678m23357p556s;;4z;;E;;\r\n34599m5566p7s3z;pon:111z;;;;5;true\r\n\r\n\
    2345678m34567p28s;;;19m 1z;;;false\r\n";

#[test]
fn each_hand_has_its_own_context() {
    let format = ["--format", "jsonl"];
    for name in ["score", "advise"] {
        for (text, numbers) in [(OBJECTS, [1, 2, 3]), (TABLE, [2, 3, 5])] {
            let usual = [name, "--hands", "-", "--draws-left", "4"];
            let many = run(&[&usual[..], &format].concat(), text);
            assert!(many.status.success(), "{}", said(&many));
            let many = documents(&many);
            assert_eq!(many.len(), 3);
            for ((mut own, alone), number) in many.into_iter().zip(ALONE).zip(numbers) {
                let alone = run(&[&[name][..], alone, &format].concat(), "");
                let mut alone = documents(&alone).remove(0);
                assert_eq!(own.as_object_mut().unwrap().remove("line"), Some(number.into()));
                // Not of many hands.
                alone.as_object_mut().unwrap().remove("outcomes");
                assert_eq!(own, alone);
            }
        }
    }
}

#[test]
fn a_bad_line_has_its_error_and_the_others_go_on() {
    let lines = concat!(
        "{\"hand\": \"456678m23357p556s\"}\n",
        "{\"hand\": \"456678m23357p556s\", \"dora\": \"11111m\"}\n",
        "{\"hand\": \"456678m23357p556s\", \"colour\": \"red\"}\n",
        "{\"hand\": \n",
        "{\"hand\": \"456678m23357p556s\", \"draws_left\": 99}\n",
        "{\"hand\": \"147m258p369s12345z\", \"max_states\": 10}\n",
        "{\"hand\": \"456678m23357p556s\", \"improve\": 1, \"max_states\": 10}\n",
        "{\"hand\": \"2345678m34567p28s\"}\n",
    );
    for name in ["win", "score", "advise"] {
        let usual = [name, "--hands", "-", "--draws-left", "2", "--format"];
        let many = run(&[&usual[..], &["jsonl"]].concat(), lines);
        assert_eq!(many.status.code(), Some(2), "{}", said(&many));
        let list = documents(&many);
        let field = |document: &Value| document["error"]["field"].as_str().map(String::from);
        let fields: Vec<_> = list.iter().map(field).collect();
        let wanted = ["dora", "parameter", "hands", "draws_left", "max_states", "improve"];
        assert_eq!(fields[1..7], wanted.map(|field| Some(field.to_string())), "{name}");
        assert!(fields[0].is_none() && fields[7].is_none());
        for (number, document) in list.iter().enumerate() {
            assert_eq!(document["line"], number + 1);
        }
        assert_eq!(list[1]["hand"], "456678m23357p556s");
        let text = said(&many);
        let last = text.lines().last().unwrap();
        assert!(last.contains("6 of 8") && last.contains("line 2: dora"), "{text}");
        // The same as one list, as a table and as text.
        let whole = run(&[&usual[..], &["json"]].concat(), lines);
        assert_eq!(serde_json::from_slice::<Vec<Value>>(&whole.stdout).unwrap(), list);
        let table = String::from_utf8(run(&[&usual[..], &["csv"]].concat(), lines).stdout).unwrap();
        let columns = |line: &str| line.split(',').count();
        let refused: Vec<&str> = table.lines().filter(|line| !line.ends_with(',')).collect();
        assert_eq!(refused.len(), 7, "the header and six lines: {table}");
        assert!(refused[0].starts_with("line,hand,") && refused[0].ends_with(",error"));
        let answered = table.lines().filter(|line| line.ends_with(','));
        for line in answered {
            assert_eq!(columns(line), columns(refused[0]), "{line}");
        }
        let text = String::from_utf8(run(&[&usual[..], &["text"]].concat(), lines).stdout).unwrap();
        assert_eq!(text.lines().count(), 8, "{text}");
    }
}

#[test]
fn what_is_wrong_for_all_is_refused_before_anything_is_written() {
    let refused = |arguments: &[&str], input: &str, wanted: &str| {
        let output = run(&[arguments, &["--hands", "-"]].concat(), input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && said(&output).contains(wanted), "{}", said(&output));
    };
    refused(&["score", "--improve", "9"], OBJECTS, "--improve 9");
    refused(&["advise", "--seat", "up"], OBJECTS, "--seat up");
    refused(&["win", "--meld", "pon:111z"], OBJECTS, "--hands FILE | --meld");
    refused(&["win", "--optimal"], OBJECTS, "--hands FILE | --optimal");
    refused(&["win", "--plot", "x.svg"], OBJECTS, "--hands FILE | --plot");
    refused(&["score", "--seed", "1"], OBJECTS, "--hands FILE | --seed");
    refused(&["score"], "hand,colour\n1m,red\n", "--hands -: colour");
    refused(&["score"], "dora,seat\n1m,E\n", "--hands -: dora,seat");
    refused(&["score"], "# nothing\n\n", "--hands -");
}

/// Answers come before the next hand is there, and Ctrl-C ends the wait for it.
#[cfg(unix)]
#[test]
fn hands_are_answered_as_they_come() {
    let arguments = ["win", "--hands", "-", "--draws-left", "2", "--format", "jsonl"];
    let mut child: Child = command(&arguments).spawn().unwrap();
    let mut hands = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for number in 1..4 {
        hands.write_all(b"456678m23357p556s\n").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["line"], number);
    }
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("3 hands in"), "{}", said(&output));
    drop(hands);
}

/// What a run holds does not grow with its lines.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_that_of_few_hands() {
    let line = "{\"hand\": \"123m456p789s1122z9m\", \"draws_left\": 1, \"seen\": \"1p\"}\n";
    let peak = |lines: usize| {
        let mut text = String::new();
        (0..lines).for_each(|_| text.write_str(line).unwrap());
        let mut child = command(&["win", "--hands", "-", "--threads", "2"]).spawn().unwrap();
        let mut hands = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            hands.write_all(text.as_bytes()).unwrap();
            hands
        });
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..lines {
            answers.next().unwrap().unwrap();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(writer.join().unwrap());
        assert!(child.wait().unwrap().success());
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let (few, many) = (peak(3_000), peak(30_000));
    assert!(many < few + 40_000, "{few} kB for 3,000 hands, {many} kB for ten times as many");
}
