//! The programs that the tests look at the product with: a browser, an office suite, a font,
//! a profiler, Node, Python.
//! Missing ones are installed where there is a package manager that can do it.

use std::process::{Command, Stdio};

/// A question to the machine that is answered with success, and the Debian package that
/// makes it so.
const NEEDED: [(&str, &str); 12] = [
    ("command -v chromium", "chromium"),
    ("command -v soffice", "libreoffice-calc"),
    ("/usr/bin/python3 -c 'import uno'", "python3-uno"),
    ("command -v pdftotext && command -v pdftoppm", "poppler-utils"),
    ("fc-list ':lang=ja' family | grep .", "fonts-noto-cjk"),
    ("command -v prlimit", "util-linux"),
    ("command -v strace", "strace"),
    ("command -v tmux", "tmux"),
    ("command -v valgrind", "valgrind"),
    ("node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'", "nodejs"),
    ("command -v npm", "npm"),
    ("python3 -c 'import venv, ensurepip'", "python3-venv"),
];

pub(crate) fn run() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {}", missing.join(" "));
    let root = if succeeds("test \"$(id -u)\" = 0") { "" } else { "sudo " };
    let install = format!(
        "{root}apt-get update -q && {root}env DEBIAN_FRONTEND=noninteractive \
         apt-get install -y -q --no-install-recommends fontconfig {}",
        missing.join(" ")
    );
    let status = Command::new("sh").args(["-c", &install]).status();
    if status.is_ok_and(|status| status.success()) && self::missing().is_empty() {
        return Ok(());
    }
    Err(format!("the tests need these programs (Debian's names): {}", missing.join(" ")))
}

fn missing() -> Vec<&'static str> {
    NEEDED.iter().filter(|(probe, _)| !succeeds(probe)).map(|(_, package)| *package).collect()
}

fn succeeds(command: &str) -> bool {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|status| status.success())
}
