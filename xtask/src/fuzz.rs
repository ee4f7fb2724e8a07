//! libFuzzer on the targets of `fuzz/`: needs a C++ compiler, nothing else.

use crate::root;
use std::{fs, process::Command};

/// What cargo-fuzz tells the compiler: count edges, compare operands, check everything.
const FLAGS: &str = "--cfg fuzzing -Cdebug-assertions -Coverflow-checks -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Runs one target, or all of them, for so many seconds each.
pub(crate) fn run(only: Option<&str>, seconds: u32) -> Result<(), String> {
    let folder = root().join("fuzz");
    let targets = fs::read_dir(folder.join("targets")).map_err(|e| e.to_string())?;
    let mut targets: Vec<String> = targets
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_string()))
        .filter(|name| only.is_none_or(|only| only == name))
        .collect();
    targets.sort();
    if targets.is_empty() {
        return Err(format!("no such target: {}", only.unwrap_or_default()));
    }
    for target in targets {
        println!("{target}");
        // What is found new is kept out of the committed corpus.
        let found = root().join("target/fuzz").join(&target);
        fs::create_dir_all(&found).map_err(|e| format!("{}: {e}", found.display()))?;
        let status = Command::new("cargo")
            .args(["run", "--quiet", "--release", "--package", "kakukin-fuzz"])
            .args(["--features", "targets", "--target", PLATFORM, "--bin", &target, "--"])
            .args([found.as_path(), &folder.join("corpus").join(&target)])
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}/", found.display()))
            .env("RUSTFLAGS", FLAGS)
            // Nine programs of the same crates: each is linked in seconds, not minutes.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_TARGET_DIR", root().join("target/fuzz/build"))
            .current_dir(root())
            .status()
            .map_err(|e| format!("cargo: {e}"))?;
        if !status.success() {
            return Err(format!("{target} does not hold, or could not be built"));
        }
    }
    Ok(())
}
