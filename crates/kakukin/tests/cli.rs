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
