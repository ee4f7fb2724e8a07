//! The command line as a user sees it: the READMEs, and sessions in `cmd/`.
//!
//! `TRYCMD=overwrite cargo test -p kakukin --test cli` rewrites the expected output;
//! read the difference before committing it.

#[test]
fn sessions() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .case("../../README.md")
        .case("../../README.ja.md")
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
