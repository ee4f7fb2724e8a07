//! Every test and check, in the order in which they fail fastest.

use crate::{article_tables, cargo, examples, house, licences, set_up, web};
use std::process::Command;

pub(crate) fn run() -> Result<(), String> {
    cargo("fmt --all --check", &[])?;
    println!("house");
    house::check()?;
    println!("licences");
    licences::check()?;
    println!("set-up");
    set_up::run()?;
    cargo("clippy --workspace --all-targets -- -D warnings", &[])?;
    // Nothing is built: only what goes into the packages is looked at.
    cargo(
        "package --workspace --exclude xtask --exclude kakukin-fuzz --no-verify --allow-dirty --offline --quiet",
        &[],
    )?;
    // The computing crates must also build without threads.
    for package in ["kakukin-series", "kakukin-league", "kakukin-mahjong"] {
        let without = format!("clippy --package {package} --no-default-features -- -D warnings");
        cargo(&without, &[])?;
    }
    if installed("nextest") {
        cargo("nextest run --workspace", &[])?;
    } else {
        cargo("test --workspace --all-targets", &[])?;
    }
    println!("examples");
    examples::check()?;
    // The server turns the schemas of the documents on; without it there are none.
    cargo("clippy --package kakukin-report -- -D warnings", &[])?;
    println!("web");
    // The tests have built the program; alone it would be built anew, with other features of what
    // it depends on.
    web::of(&web::built(false))?;
    cargo("test --workspace --doc", &[])?;
    cargo(
        "doc --workspace --no-deps --document-private-items",
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    println!("article-tables --check");
    article_tables::check()?;
    cargo("run --release --quiet --package xtask -- counts", &[])?;
    cargo("run --release --quiet --package xtask -- finder", &[])?;
    match advisories()? {
        None => println!("all checks passed"),
        Some(why) => println!(
            "all checks passed BUT ONE: known vulnerabilities of dependencies were NOT looked up ({why})"
        ),
    }
    Ok(())
}

/// What `cargo deny` says; or why known vulnerabilities cannot be looked up here.
fn advisories() -> Result<Option<&'static str>, String> {
    if !installed("deny") {
        return Ok(Some("cargo-deny is not installed: cargo install cargo-deny --locked"));
    }
    cargo("deny --offline check bans licenses sources", &[])?;
    if cargo("deny fetch db", &[]).is_err() {
        return Ok(Some("the advisory database cannot be fetched"));
    }
    cargo("deny --offline check advisories", &[])?;
    Ok(None)
}

fn installed(subcommand: &str) -> bool {
    let output = Command::new(env!("CARGO")).args([subcommand, "--version"]).output();
    output.is_ok_and(|output| output.status.success())
}
