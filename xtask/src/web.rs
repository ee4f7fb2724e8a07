//! The web app in a browser, and its API from its own description. Needs Chromium, Node and
//! Python (`cargo xtask set-up`); what these need beside goes to `tests/web/node_modules` and
//! `target/api-venv`.

use crate::{root, server::Server};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) fn run() -> Result<(), String> {
    of(&build(false)?)
}

/// The same with a program that is there.
pub(crate) fn of(program: &Path) -> Result<(), String> {
    browser(program)?;
    api(program)
}

/// The program, built; or the one that `KAKUKIN_BIN` names.
pub(crate) fn build(release: bool) -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("KAKUKIN_BIN") {
        return Ok(program.into());
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--package", "kakukin"]).current_dir(root());
    if release {
        cargo.arg("--release");
    }
    done(&mut cargo)?;
    Ok(built(release))
}

/// Where the program is once it is built, also by its tests.
pub(crate) fn built(release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    target.join(profile).join("kakukin")
}

/// Types of all scripts, and every page in Chromium.
fn browser(program: &Path) -> Result<(), String> {
    let folder = root().join("tests/web");
    let npm = |arguments: &[&str]| {
        let mut npm = Command::new("npm");
        npm.args(arguments).current_dir(&folder).env("KAKUKIN_BIN", program);
        done(&mut npm)
    };
    if !installed(&folder) {
        npm(&["ci", "--no-audit", "--no-fund"])?;
    }
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "test"])
}

/// Whether the packages of the lock file are there: npm keeps a copy of it beside them.
fn installed(folder: &Path) -> bool {
    let time = |path: &str| fs::metadata(folder.join(path)).and_then(|data| data.modified()).ok();
    match (time("package-lock.json"), time("node_modules/.package-lock.json")) {
        (Some(wanted), Some(there)) => there >= wanted,
        _ => false,
    }
}

/// Generated requests to every operation of the OpenAPI document.
fn api(program: &Path) -> Result<(), String> {
    let wanted = root().join("tests/api/requirements.txt");
    let folder = root().join("target/api-venv");
    let python = folder.join("bin/python");
    // What was asked for when the packages were installed.
    let (list, there) = (read(&wanted)?, folder.join("requirements.txt"));
    if fs::read_to_string(&there).ok().as_deref() != Some(&list) {
        done(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        done(Command::new(&python).args(install).arg(&wanted))?;
        fs::write(&there, &list).map_err(|e| format!("{}: {e}", there.display()))?;
    }
    // Two requests come at a time, some of them long: none of them has to wait until it is shed.
    let server = Server::start(program, &["--workers", "4"])?;
    let mut check = Command::new(&python);
    check.arg(root().join("tests/api/check.py")).arg(format!("http://{}", server.address));
    done(check.current_dir(root()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn done(command: &mut Command) -> Result<(), String> {
    let said = format!("{command:?}").replace('"', "");
    println!("{said}");
    let status = command.status().map_err(|e| format!("{said}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{said}: failed")) }
}
