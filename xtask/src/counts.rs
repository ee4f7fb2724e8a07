//! Instruction counts of the hottest calls against a baseline.
//!
//! Times depend on who else uses the machine; counts do not. Callgrind runs this program once for
//! each call and counts what happens inside [`measured`]. One thread, no randomness.

mod calls;

use crate::root;
use std::{collections::BTreeMap, fs, path::PathBuf, process::Command};

/// How far a count may be from the baseline that the same compiler made.
const TOLERANCE: f64 = 0.02;
/// The same where the compiler is another one, which optimises differently.
const OTHER_COMPILER: f64 = 0.15;

const HEADER: &str = "\
# Instructions of the hottest calls, by callgrind on x86-64 in a release build.
# `cargo run --release -p xtask -- counts --update` writes this file; docs/performance.md says more.
";

/// Compares with the baseline, or writes it.
pub(crate) fn check(update: bool) -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || cfg!(debug_assertions) {
        return Err("counts are those of a release build on x86-64 Linux".into());
    }
    let counts = calls::ALL.iter().map(|&(name, _)| Ok((name, count(name)?)));
    let counts = counts.collect::<Result<Vec<(&str, u64)>, String>>()?;
    let compiler = compiler()?;
    if update {
        let lines = counts.iter().map(|(name, count)| format!("{name} {count}\n"));
        let text = format!("{HEADER}# {compiler}\n{}", lines.collect::<String>());
        return fs::write(path(), text).map_err(|e| format!("{}: {e}", path().display()));
    }
    let text = fs::read_to_string(path()).map_err(|e| format!("{}: {e}", path().display()))?;
    let same = text.lines().any(|line| line.strip_prefix("# ") == Some(compiler.as_str()));
    let tolerance = if same { TOLERANCE } else { OTHER_COMPILER };
    let baseline: BTreeMap<&str, u64> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, count)| Some((name, count.parse().ok()?)))
        .collect();
    println!(
        "{:<20}{:>14}{:>14}  change (at most {:.0} %)",
        "call",
        "baseline",
        "now",
        tolerance * 100.0
    );
    let mut wrong = Vec::new();
    for (name, now) in counts {
        let Some(&before) = baseline.get(name) else {
            wrong.push(format!("{name} has no baseline"));
            continue;
        };
        let change = now as f64 / before as f64 - 1.0;
        println!("{name:<20}{before:>14}{now:>14}  {:+.2} %", change * 100.0);
        if change.abs() > tolerance {
            wrong.push(format!("{name} {:+.1} %", change * 100.0));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "instruction counts changed: {}. If that is meant, and for the better, \
             `cargo run --release -p xtask -- counts --update` makes it the baseline.",
            wrong.join(", ")
        )),
    }
}

fn path() -> PathBuf {
    root().join("xtask/counts.txt")
}

fn compiler() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").current_dir(root()).output();
    let output = output.map_err(|e| format!("rustc: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The instructions of one call, counted in a process of its own.
fn count(name: &str) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counts*measured*")
        .arg(program)
        .args(["counted", name])
        .output()
        .map_err(|e| format!("valgrind: {e} (cargo xtask set-up installs it)"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok()).unwrap_or(0);
    if !output.status.success() || count == 0 {
        return Err(format!("callgrind counted nothing for {name}:\n{said}"));
    }
    Ok(count)
}

/// Makes one call, for whoever counts: `cargo xtask counted NAME`.
pub(crate) fn run(name: &str) -> Result<(), String> {
    let call = calls::ALL.iter().find(|(known, _)| *known == name);
    let (_, prepare) = call.ok_or_else(|| format!("no call {name}"))?;
    // This thread does all the work: others would not be counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().map_err(|e| e.to_string())?;
    let mut call = prepare();
    measured(&mut *call);
    Ok(())
}

/// What happens in it is counted.
#[inline(never)]
fn measured(call: &mut dyn FnMut()) {
    call();
}
