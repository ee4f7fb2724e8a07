//! Hands at a table through the command line.

use serde_json::Value;
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_kakukin");

fn kakukin(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(BINARY);
    command.args(["--lang", "en", "mahjong"]).args(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = kakukin(&[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// All of one suit but three tiles in a row.
const PINZU: &str = "111122223333444555666777788889999p";

/// One draw and three discards, and three go-arounds: 1 - C(U - m, n) / C(U, n).
#[test]
fn figures_that_can_be_reckoned_by_hand() {
    let manzu = "111222333444455556666777788889999m";
    let seen = format!("{manzu}{}", PINZU.replace("9999p", "9p"));
    let four = ["win", "123m456p789s1122z", "--wall", "4", "--discards", "1", "--seen", &seen];
    let document = json(&four);
    assert_eq!((&document["unseen"], &document["draws_left"]), (&60.into(), &1.into()));
    let now = |name: &str| document[name][0].as_f64().unwrap();
    assert!((now("win") - 0.246793).abs() < 5e-7, "{}", now("win"));
    assert!((now("win_tsumo") - 4.0 / 60.0).abs() < 1e-12);
    assert!((now("win_tsumo") + now("win_ron") - now("win")).abs() < 1e-12);
    assert_eq!(document["others"]["last_discards"], 3);

    let eight = ["win", "23m456p789s11555z", "--wall", "12", "--discards", "1", "--seen", PINZU];
    let document = json(&eight);
    assert_eq!((&document["unseen"], &document["draws_left"]), (&90.into(), &3.into()));
    assert!((document["win"][0].as_f64().unwrap() - 0.697520).abs() < 5e-7);
}

#[test]
fn documents_say_nothing_of_others_unless_they_are_asked_about() {
    for command in ["win", "score", "advise"] {
        let hand = "123m456p78s1122z99m";
        let plain = json(&[command, hand, "--draws-left", "4"]);
        assert!(plain.get("others").is_none(), "{command}");
        let told = json(&[command, hand, "--draws-left", "4", "--discards", "0"]);
        assert_eq!(told["others"]["table"], "alone");
        for (own, other) in
            plain["discards"].as_array().unwrap().iter().zip(told["discards"].as_array().unwrap())
        {
            assert!(own.get("win_ron").is_none() && own.get("balance").is_none());
            let mut other = other.clone();
            for name in ["win_tsumo", "win_ron"] {
                assert!(other.as_object_mut().unwrap().remove(name).is_some());
            }
            assert_eq!(*own, other, "{command}");
        }
        let csv = |more: &[&str]| {
            let all = [&[command, hand, "--draws-left", "4", "--format", "csv"], more].concat();
            String::from_utf8(kakukin(&all).stdout).unwrap().lines().next().unwrap().to_string()
        };
        assert!(!csv(&[]).contains("ron") && csv(&["--discards", "1"]).contains("win_ron"));
    }
}

#[test]
fn advice_says_whether_it_hangs_on_the_table() {
    let hand = ["advise", "234678m3406788p5s", "--dora", "4z", "--wall", "45"];
    let output = kakukin(&[&hand[..], &["--discards", "0.3"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The best discard does not hang on"), "{text}");
    assert!(text.contains("tsumo") && text.contains("ron") && text.contains("balance"), "{text}");
}

/// Each in one sentence, in both languages, and with the exit code of bad input.
#[test]
fn refusals_name_what_was_given() {
    let hand = "234678m3406788p5s";
    let cases: [&[&str]; 8] = [
        &["--discards", "1.5"],
        &["--wall", "40", "--draws-left", "9"],
        &["--wall", "99"],
        &["--river", "8888p"],
        &["--table", "nowhere"],
        &["--danger", "9m=3%"],
        &["--danger", "5s=130%"],
        &["--danger", "5s=3%", "--objective", "score"],
    ];
    for case in cases {
        for lang in ["en", "ja"] {
            let mut command = Command::new(BINARY);
            let output =
                command.args(["--lang", lang, "mahjong", "advise", hand]).args(case).output();
            let output = output.unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{case:?}: {said}");
            assert!(said.contains(case[0]), "{case:?}: {said}");
            assert!(said.trim().lines().count() <= 3, "{case:?}: {said}");
        }
    }
}
