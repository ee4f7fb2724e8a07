//! The developer's commands: `cargo xtask ci` runs every test and check.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a program that talks to a developer

mod article_tables;
mod ci;
mod counts;
mod examples;
mod finder;
mod fuzz;
mod house;
mod licences;
mod load;
mod logs;
mod mahjong;
mod published;
mod server;
mod set_up;
mod web;

use std::process::{Command, ExitCode};

const USAGE: &str = "cargo xtask <command>

  ci                      every test and check; what .ci/run calls
  set-up                  install what the tests need beside Rust (a browser, an office suite, a font)
  article-tables [--check] write docs/article-tables.md, or check that it is up to date
  licences                everything that is depended on has a licence and an origin that deny.toml allows
  house                   no crate depends on, or speaks of, what it must not know
  counts [--update]       instruction counts of the hottest calls; wants --release
  fuzz [TARGET [SECONDS]] libFuzzer on the targets of fuzz/, a minute each; wants a C++ compiler
  examples                run crates/*/examples and compare what they print with what they say
  web                     the web app in a browser, and its API with generated requests
  load [--soak SECONDS]   how much the server takes: rates, delays, overload, slow clients, memory
  finder                  compare the finder with a plain loop over all integer rules; wants --release
  published DIR           compare with the author's published CSV files in DIR
  mahjong DIR             compare with published mahjong figures in DIR; wants --release
  logs DIR                replay all game logs in DIR: every decision, every win counted again";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["ci"] => ci::run(),
        ["set-up"] => set_up::run(),
        ["article-tables"] => article_tables::write(),
        ["article-tables", "--check"] => article_tables::check(),
        ["web"] => web::run(),
        ["load"] => load::run(load::USUAL_SOAK),
        ["load", "--soak", seconds] => match seconds.parse() {
            Ok(seconds) => load::run(seconds),
            Err(_) => Err(format!("--soak {seconds}: not a number of seconds")),
        },
        ["licences"] => licences::check(),
        ["house"] => house::check(),
        ["fuzz"] => fuzz::run(None, 60),
        ["fuzz", target] => fuzz::run(Some(target), 60),
        ["fuzz", target, seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::run(Some(target), seconds),
            Err(_) => Err(format!("{seconds}: not a number of seconds")),
        },
        ["counts"] => counts::check(false),
        ["counts", "--update"] => counts::check(true),
        ["counted", name] => counts::run(name),
        ["examples"] => examples::check(),
        ["finder"] => finder::check(),
        ["published", directory] => published::compare(directory),
        ["mahjong", directory] => mahjong::compare(directory),
        ["logs", directory] => logs::check(directory),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs Cargo in the root.
fn cargo(arguments: &str, environment: &[(&str, &str)]) -> Result<(), String> {
    println!("cargo {arguments}");
    let status = Command::new(env!("CARGO"))
        .args(arguments.split(' '))
        .envs(environment.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|e| format!("cargo {arguments}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {arguments}: failed")) }
}

/// The root of the workspace.
fn root() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
