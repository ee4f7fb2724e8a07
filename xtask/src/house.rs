//! Who may know whom: fails when a crate learns to know what it must not. Dependencies are those
//! of its manifest; words are looked for in its sources, comments aside.

use crate::root;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What a crate may depend on, and what its sources must not speak of.
struct House {
    name: &'static str,
    /// Every dependency, or only those of the workspace where `others` are free.
    may: &'static [&'static str],
    others: bool,
    never: &'static [&'static [&'static str]],
}

/// No files, no network, no terminal, no clock, nothing to wait for.
const IO: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "println!",
    "eprintln!",
    "print!",
    "Instant",
    "SystemTime",
    "async",
    "await",
];
/// No language, and no report that speaks one.
const LANGUAGE: &[&str] = &["Lang", "translate", "rust_i18n", "kakukin_report"];
/// Options as a library has them: only query may derive them.
const CLAP: &[&str] = &["clap"];
/// A name of the command line: it belongs to the edge.
const OPTIONS: &[&str] = &["--*"];

const CRATES: &[House] = &[
    House {
        name: "kakukin-core",
        may: &[
            "dashu-base",
            "dashu-int",
            "dashu-ratio",
            "libm",
            "schemars",
            "serde",
            "statrs",
            "thiserror",
            "unicode-normalization",
        ],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-series",
        may: &[
            "kakukin-core",
            "libm",
            "rand",
            "rand_xoshiro",
            "rayon",
            "rustc-hash",
            "schemars",
            "serde",
            "serde_json",
            "sha2",
        ],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-league",
        may: &[
            "integer-blossom",
            "kakukin-core",
            "libm",
            "rand",
            "rand_xoshiro",
            "rayon",
            "schemars",
            "serde",
        ],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-mahjong",
        may: &[
            "kakukin-core",
            "rand",
            "rand_xoshiro",
            "rayon",
            "rustc-hash",
            "schemars",
            "serde",
            "wide",
        ],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-records",
        may: &[
            "bzip2",
            "calamine",
            "csv",
            "encoding_rs",
            "flate2",
            "kakukin-core",
            "libm",
            "lzma-rust2",
            "memchr",
            "schemars",
            "serde",
            "zip",
            "zstd",
        ],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-logs",
        may: &["kakukin-mahjong", "memchr", "schemars", "serde", "serde_json"],
        others: false,
        never: &[IO, LANGUAGE, CLAP, OPTIONS],
    },
    House {
        name: "kakukin-query",
        may: &[
            "clap",
            "csv",
            "kakukin-core",
            "kakukin-league",
            "kakukin-logs",
            "kakukin-mahjong",
            "kakukin-records",
            "kakukin-series",
            "schemars",
            "serde",
            "serde_json",
        ],
        others: false,
        never: &[IO, LANGUAGE, OPTIONS],
    },
    House {
        name: "kakukin-report",
        may: &[
            "kakukin-core",
            "kakukin-league",
            "kakukin-logs",
            "kakukin-mahjong",
            "kakukin-records",
            "kakukin-series",
        ],
        others: true,
        never: &[IO, &["kakukin_query", "clap", "Solver", "ScoreSolver", "Finder"]],
    },
    House {
        name: "kakukin-server",
        may: &[
            "kakukin-core",
            "kakukin-league",
            "kakukin-logs",
            "kakukin-mahjong",
            "kakukin-query",
            "kakukin-records",
            "kakukin-report",
            "kakukin-series",
        ],
        others: true,
        never: &[&["std::fs", "clap"]],
    },
    House {
        name: "kakukin",
        may: &[
            "kakukin-core",
            "kakukin-league",
            "kakukin-logs",
            "kakukin-mahjong",
            "kakukin-query",
            "kakukin-records",
            "kakukin-report",
            "kakukin-series",
            "kakukin-server",
        ],
        others: true,
        never: &[&["axum", "hyper", "tokio"]],
    },
];

/// Nowhere: what was given up; articles of the author by number; files outside the package.
const NEVER: &[&str] = &["utoipa", "seed 00#", "Seed 00#", "../../*"];

pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    for house in CRATES {
        let folder = root().join("crates").join(house.name);
        let mut known = dependencies(&folder, house)?;
        let words = house.never.iter().copied().flatten().chain(NEVER);
        known.extend(speaks(&folder.join("src"), &words.copied().collect::<Vec<_>>())?);
        for (word, place) in &known {
            wrong.push(format!("{} knows {word}: {place}", house.name));
        }
    }
    let crates = list(&root().join("crates"))?.into_iter().filter(|path| path.is_dir());
    for folder in crates {
        let name = folder.file_name().unwrap_or_default();
        if !CRATES.iter().any(|house| name == house.name) {
            wrong.push(format!("{} is not in the list", folder.display()));
        }
        if !folder.join("README.md").is_file() {
            wrong.push(format!("{} has no README", folder.display()));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Dependencies that a crate must not have, those of its tests aside.
fn dependencies(folder: &Path, house: &House) -> Result<Vec<(String, String)>, String> {
    let manifest = folder.join("Cargo.toml");
    let text = read(&manifest)?;
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_string();
        } else if section == "dependencies"
            && let Some((name, _)) = line.split_once(['.', ' ', '='])
            && !name.is_empty()
            && !name.starts_with('#')
        {
            let free = house.others && !name.starts_with("kakukin");
            let given_up = NEVER.contains(&name);
            if given_up || !(free || house.may.contains(&name)) {
                found.push((name.to_string(), manifest.display().to_string()));
            }
        }
    }
    Ok(found)
}

/// Words that the sources under a folder speak, each with the first place.
fn speaks(folder: &Path, words: &[&str]) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    for path in list(folder)? {
        if path.is_dir() {
            found.extend(speaks(&path, words)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            for (number, line) in (1..).zip(read(&path)?.lines()) {
                for word in words {
                    // Articles by number are found in comments as well.
                    let whole = word.ends_with('#');
                    let code = if whole { line } else { without_comment(line) };
                    if says(code, word) {
                        found.push((word.to_string(), format!("{}:{number}", path.display())));
                    }
                }
            }
        }
    }
    let mut seen = Vec::new();
    found.retain(|(word, _)| {
        let new = !seen.contains(word);
        seen.push(word.clone());
        new
    });
    Ok(found)
}

fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "" } else { line }
}

/// Whether a line has a word by itself. One that ends in `*` goes on with a letter, one that ends
/// in `#` with a digit.
fn says(line: &str, word: &str) -> bool {
    let text = word.trim_end_matches(['*', '#']);
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(text).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + text.len()..].chars().next();
        let starts = !part(before) || !part(text.chars().next());
        starts
            && match word.chars().next_back() {
                Some('*') => after.is_some_and(char::is_alphabetic),
                Some('#') => after.is_some_and(|c| c.is_ascii_digit()),
                last => !part(after) || !part(last),
            }
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut all: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn words_stand_alone_or_go_on() {
        assert!(says("fn f(lang: Lang) {", "Lang") && !says("struct Language;", "Lang"));
        assert!(says("use std::fs::File;", "std::fs") && !says("std::fspath", "std::fs"));
        assert!(says("\"--draws keep\"", "--*") && !says("// ---- x", "--*"));
        assert!(says("println!(\"x\")", "println!") && !says("eprintln!(\"x\")", "println!"));
        assert!(says("of seed 002)", "seed 00#") && !says("seed 1", "seed 00#"));
        assert!(
            says("include_str!(\"../../x\")", "../../*") && !says("\"../README.md\"", "../../*")
        );
    }
}
