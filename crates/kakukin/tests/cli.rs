//! The command line as a user sees it: the READMEs, and sessions in `cmd/`.
//!
//! `TRYCMD=overwrite cargo test -p kakukin --test cli` rewrites the expected output;
//! read the difference before committing it.

#[test]
fn sessions() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .env("KAKUKIN_NOW", "1763199000")
        .env("TZ", "JST-9")
        .case("../../README.md")
        .case("../../README.ja.md")
        .case("../../docs/commands.md")
        .case("../../docs/commands.ja.md")
        .case("tests/cmd/*.trycmd");
}

/// A reader who has seen enough, as `head` has, is no error, in any format.
#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    for format in ["text", "json", "csv"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kakukin"))
            .args(["tree", "--p", "60%", "--f", "10%", "--points", "1/2/5", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The tree is larger than any pipe, so the program must notice.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{format}: {said}");
    }
}

/// Many hands: one document a line, in order, with the figures that each hand has by itself.
#[test]
fn many_hands_are_as_each_one_alone() {
    use std::{
        io::Write,
        process::{Command, Stdio},
    };
    let run = |arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kakukin"))
            .args(["mahjong"])
            .args(arguments)
            .args(["--format", "jsonl", "--dora", "4z", "--draws-left", "5"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let hands = ["456678m23357p556s", "2345678m34567p2s", "34599m55666p777s3z"];
    let file = format!("# three hands\n{}\n\n{} # not drawn\n{}\n", hands[0], hands[1], hands[2]);
    for (command, more) in [("win", &[][..]), ("score", &["--each-best"]), ("score", &[])] {
        let lines = run(&[&[command, "--hands", "-"], more].concat(), &file);
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines.len(), hands.len());
        for ((line, hand), number) in lines.iter().zip(hands).zip([2, 4, 5]) {
            let alone = run(&[&[command, hand], more].concat(), "");
            // Alone a hand has no line, and the list of its wins.
            let many = line.replacen(&format!("\"line\":{number},"), "", 1);
            let end = alone.find(",\"outcomes\"").unwrap_or(alone.trim_end().len() - 1);
            assert_eq!(many, format!("{}}}", &alone[..end]), "{command} {hand}");
        }
    }
}
