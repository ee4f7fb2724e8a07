//! The workbook in LibreOffice: values are chosen in the viewer's lists, and what it then
//! shows is compared with what the other commands say.

use kakukin_report::{Lang, RuleDocument, translate, translate_with};
use kakukin_series::{Model, Rule, Series};
use serde_json::{Value, json};
use std::{path::Path, process::Command};

/// What `kakukin` prints as JSON.
fn kakukin(arguments: &[&str]) -> Value {
    let run = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(arguments)
        .args(["--format", "json"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

const LIMITS: [u64; 3] = [3, 5, 8];
const SERIES: &str = "50";
const SEED: usize = 11;
const TURNS: [&str; 2] = ["fixed", "alternating"];

/// One case of the grid, in per cents.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Case {
    limit: u64,
    turns: &'static str,
    f: u64,
    p: u64,
}

impl Case {
    /// Cases all over the grid, in no order.
    fn some() -> Vec<Self> {
        let case = |n: usize| Self {
            limit: LIMITS[n % 3],
            turns: TURNS[n / 3 % 2],
            f: (n * 7 % 15 * 5) as u64,
            p: 50 + (n * 29 % 46) as u64,
        };
        let mut cases: Vec<Self> = (0..24).map(case).collect();
        cases.extend([
            Self { limit: 8, turns: "alternating", f: 10, p: 70 },
            Self { limit: 3, turns: "fixed", f: 70, p: 95 },
            Self { limit: 3, turns: "alternating", f: 70, p: 50 },
            Self { limit: 3, turns: "fixed", f: 0, p: 50 },
        ]);
        cases
    }

    fn question(&self, lang: Lang) -> Value {
        let turns = translate(lang, &format!("turns.{}", self.turns));
        json!({"p": self.p as f64 / 100.0, "f": self.f as f64 / 100.0, "turns": turns, "limit": self.limit})
    }

    /// Its place in the grid: by limit, turn system, draw rate and win rate.
    fn index(&self) -> usize {
        let limit = LIMITS.iter().position(|limit| *limit == self.limit).unwrap();
        let turns = TURNS.iter().position(|turns| *turns == self.turns).unwrap();
        ((limit * 2 + turns) * 15 + self.f as usize / 5) * 46 + self.p as usize - 50
    }
}

/// What `find` says of a case: the first of its rules, or what it tells of A always first.
fn proposed(case: &Case) -> Value {
    let (p, f, limit) = (format!("{}%", case.p), format!("{}%", case.f), case.limit.to_string());
    let answer = kakukin(&["find", "--p", &p, "--f", &f, "--limit", &limit, "--top", "1"]);
    match case.turns {
        "fixed" => answer["alternative"].clone(),
        _ => answer["rules"][0].clone(),
    }
}

fn close(shown: &Value, expected: f64) {
    let shown = shown.as_f64().unwrap_or_else(|| panic!("{shown} instead of {expected}"));
    assert!((shown - expected).abs() <= 1e-14 * expected.abs().max(0.01), "{shown} {expected}");
}

/// What LibreOffice shows to a script that asks these questions.
fn answers(script: &str, folder: &Path, workbook: &Path, questions: &[Value]) -> Vec<Value> {
    let asked = folder.join("questions.jsonl");
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    std::fs::write(&asked, lines).unwrap();
    let script = format!("{}/tests/libreoffice/{script}", env!("CARGO_MANIFEST_DIR"));
    let run = Command::new("/usr/bin/python3")
        .args(["-B", &script])
        .args([workbook, &folder.join("profile"), &asked])
        .output()
        .expect("python3 with uno: cargo xtask set-up installs it");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The viewer says that it has nothing to show, and shows nothing.
fn shows_nothing(answer: &Value, status: &str, lang: Lang) {
    assert_eq!(answer["status"], translate(lang, &format!("workbook.viewer.{status}")));
    for part in ["rule", "exact", "dice"] {
        // Nothing is simulated for the worst bias.
        let cells = answer[part].as_array().unwrap().iter().filter(|cell| !cell.is_null());
        assert!(cells.clone().count() >= 7 && cells.clone().all(|cell| cell == "–"), "{answer}");
    }
    assert!(answer["text"].as_array().unwrap().iter().all(|cell| cell == ""), "{answer}");
    // Off the chart.
    let curve = answer["curve"].as_array().unwrap();
    assert!(curve.iter().all(|bias| bias.as_f64().unwrap() > 1.0));
}

fn shows(answer: &Value, case: &Case, found: &Value, lang: Lang) {
    assert_eq!(answer["status"], translate(lang, "workbook.viewer.found"), "{case:?}");
    let rule = &found["rule"];
    let numbers = ["first", "second", "target", "shortest", "limit_without_draws", "limit"];
    for (index, name) in numbers.into_iter().enumerate() {
        close(&answer["rule"][index], rule[name].as_f64().unwrap());
    }
    let draws = rule["draws"].as_str().unwrap();
    assert_eq!(answer["rule"][6], translate(lang, &format!("workbook.draws.{draws}")));
    let points = ["first", "second", "target"].map(|name| rule[name].to_string()).join("/");
    let (p, f) = (format!("{}%", case.p), format!("{}%", case.f));
    let limit = rule["limit"].to_string();
    let described = [
        ["--f", &f],
        ["--points", &points],
        ["--turns", case.turns],
        ["--limit", &limit],
        ["--draws", draws],
    ]
    .concat();
    let of_p = [&["--p", &p], &described[..]].concat();

    let eval = kakukin(&[&["eval"], &of_p[..]].concat());
    let exact = [
        &eval["outcome"]["a"],
        &eval["outcome"]["b"],
        &eval["outcome"]["none"],
        &eval["decided"]["a"],
        &eval["decided"]["b"],
        &eval["bias"],
        &found["spread"]["worst"],
        &eval["games"]["expected"],
    ];
    for (index, figure) in exact.into_iter().enumerate() {
        match index {
            6 => {
                let shown = answer["exact"][index].as_f64().unwrap();
                assert!((shown - figure.as_f64().unwrap()).abs() < 1e-11, "{case:?}");
            }
            _ => close(&answer["exact"][index], figure.as_f64().unwrap()),
        }
    }

    let seed = (SEED + case.index()).to_string();
    let dice = ["simulate", "--series", SERIES, "--seed", &seed];
    let dice = kakukin(&[&dice, &of_p[..]].concat());
    let played = [&dice["outcome"]["a"], &dice["outcome"]["b"], &dice["outcome"]["none"]];
    for (index, observed) in played.into_iter().enumerate() {
        close(&answer["dice"][index], observed["rate"].as_f64().unwrap());
    }
    let decided = dice["decided"]["a"]["rate"].as_f64().unwrap();
    close(&answer["dice"][3], decided);
    close(&answer["dice"][4], 1.0 - decided);
    close(&answer["dice"][5], decided - 0.5);
    close(&answer["dice"][7], dice["games"]["mean"].as_f64().unwrap());
    let values = [("series", SERIES), ("seed", &seed)];
    assert_eq!(answer["note"], translate_with(lang, "workbook.viewer.dice_note", &values));

    let curve = kakukin(&[&["table", "--p", "50..95"], &described[..]].concat());
    let curve: Vec<f64> =
        curve["rows"].as_array().unwrap().iter().map(|row| row["bias"].as_f64().unwrap()).collect();
    assert_eq!(curve.len(), 46);
    for (index, bias) in curve.iter().enumerate() {
        close(&answer["curve"][index], *bias);
        close(&answer["drawn"][0][index], *bias);
    }
    close(&answer["drawn"][1][0], eval["bias"].as_f64().unwrap());

    let rule = Rule::parse(&points, case.turns.parse().unwrap(), draws.parse().unwrap()).unwrap();
    let model = Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap();
    let sentences = RuleDocument::new(&Series::new(model, rule).unwrap()).sentences(lang);
    let mut sentences: Vec<&str> = sentences.lines().collect();
    let lot = kakukin_report::translate(lang, "find.lot");
    sentences.push(&lot);
    // A rule that is always won has a sentence less.
    sentences.resize(6, "");
    assert_eq!(answer["text"], json!(sentences));
}

#[test]
fn the_viewer_answers_as_the_other_commands_do() {
    let cases = Case::some();
    for (lang, tag) in [(Lang::EN, "en"), (Lang::JA, "ja")] {
        let folder = tempfile::tempdir().unwrap();
        let workbook = folder.path().join("k.xlsx");
        let seed = SEED.to_string();
        let made = Command::new(env!("CARGO_BIN_EXE_kakukin"))
            .args(["workbook", "--limit", "3,5,8", "--series", SERIES, "--seed", &seed])
            .args(["--lang", tag, "-o"])
            .arg(&workbook)
            .status()
            .unwrap();
        assert!(made.success());
        let mut questions: Vec<Value> = cases.iter().map(|case| case.question(lang)).collect();
        let wrong =
            [("p", json!(0.705)), ("f", json!(0.71)), ("turns", json!("*")), ("limit", json!(4))];
        for (name, value) in wrong {
            let mut question = cases[0].question(lang);
            question[name] = value;
            questions.push(question);
        }
        questions.push(json!("sort"));
        questions.extend(cases.iter().take(4).map(|case| case.question(lang)));
        let answers = answers("viewer.py", folder.path(), &workbook, &questions);
        assert_eq!(answers.len(), 2 + questions.len());
        for answer in &answers {
            assert_eq!(answer["errors"], json!([]));
        }
        let check = |answer: &Value, case: &Case| shows(answer, case, &proposed(case), lang);
        let start = Case { limit: 8, turns: "alternating", f: 10, p: 70 };
        check(&answers[0], &start);
        check(&answers[1], &start);
        let (in_order, rest) = answers[2..].split_at(cases.len());
        in_order.iter().zip(&cases).for_each(|(answer, case)| check(answer, case));
        let (wrong, rest) = rest.split_at(4);
        wrong.iter().for_each(|answer| shows_nothing(answer, "not_listed", lang));
        // After sorting, the first answer is still to the last question before.
        shows_nothing(&rest[0], "not_listed", lang);
        rest[1..].iter().zip(&cases).for_each(|(answer, case)| check(answer, case));
    }
}

/// Other rates in the workbook of standings give what the command gives for them.
#[test]
fn standings_follow_their_rates() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/epsilon.in/games.csv");
    let rates = [("60%", "0", 0.6, 0.0), ("85%", "25%", 0.85, 0.25), ("1/2", "10%", 0.5, 0.1)];
    for draws in ["expectation", "zero"] {
        let folder = tempfile::tempdir().unwrap();
        let workbook = folder.path().join("standings.xlsx");
        let made = Command::new(env!("CARGO_BIN_EXE_kakukin"))
            .args(["epsilon", "standings", games, "--p", "70%", "--draws", draws, "-o"])
            .arg(&workbook)
            .status()
            .unwrap();
        assert!(made.success());
        let question =
            |(_, _, p, f): &(&str, &str, f64, f64)| json!({"p": p, "f": f, "players": 6});
        let questions: Vec<Value> = rates.iter().map(question).collect();
        let answers = answers("standings.py", folder.path(), &workbook, &questions);
        assert_eq!(answers.len(), rates.len());
        for (answer, (p, f, ..)) in answers.iter().zip(rates) {
            assert_eq!((&answer["errors"], &answer["sum"]), (&json!([]), &json!(0.0)));
            let asked = ["epsilon", "standings", games, "--p", p, "--f", f, "--draws", draws];
            // Without tie-breaks, as in the sheet.
            let wanted = kakukin(&[&asked[..], &["--tie-breaks", "none"]].concat());
            let players = wanted["players"].as_array().unwrap();
            let names = answer["names"].as_array().unwrap();
            for (name, row) in names.iter().zip(answer["rows"].as_array().unwrap()) {
                let player = players.iter().find(|player| player["name"] == *name).unwrap();
                let figures =
                    [&player["points"], &player["mean"], &player["traditional"]["points"]];
                for (shown, wanted) in row.as_array().unwrap().iter().zip(figures) {
                    let (shown, wanted) = (shown.as_f64().unwrap(), wanted.as_f64().unwrap());
                    assert!((shown - wanted).abs() < 1e-12, "{name} {shown} {wanted}");
                }
                assert_eq!(row[3].as_f64(), player["rank"].as_f64(), "{name}");
            }
        }
    }
}
