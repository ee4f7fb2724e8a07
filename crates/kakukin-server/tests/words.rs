//! Every word that pages and scripts ask for is there, in both languages.

use kakukin_report::{Lang, translations, try_translate};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let wanted = files.filter(|path| path.extension().is_some_and(|is| is == ending));
    wanted.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// What stands between a start and the next of some ends.
fn between<'t>(text: &'t str, start: &'t str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    text.match_indices(start).filter_map(move |(at, _)| text[at + start.len()..].split(ends).next())
}

fn check(key: &str, path: &Path) {
    for lang in Lang::ALL {
        assert!(try_translate(lang, key).is_some(), "{key} of {} in {lang:?}", path.display());
    }
}

/// Some pages also speak with the words of the documents.
fn of_script(key: &str) -> String {
    let shared = [
        "column.",
        "compared.",
        "epsilon.",
        "estimate.",
        "event.",
        "live.",
        "match.",
        "model.",
        "player.",
        "points.",
        "records.",
        "standings.",
        "term.",
    ];
    let own = try_translate(Lang::EN, &format!("web.{key}")).is_some();
    if !own && shared.iter().any(|start| key.starts_with(start)) {
        key.to_string()
    } else {
        format!("web.{key}")
    }
}

fn check_help(name: &str, path: &Path) {
    check(&format!("term.{name}"), path);
    check(&format!("web.help.{name}"), path);
}

#[test]
fn scripts_have_their_words() {
    let mut count = 0;
    for (path, text) in files("assets", "js") {
        for start in ["word(\"", "known(\""] {
            for key in between(&text, start, &['"']) {
                check(&of_script(key), &path);
                count += 1;
            }
        }
        // A key whose end is told at run time: something must begin like it.
        for key in between(&text, "word(`", &['$', '`']) {
            for lang in Lang::ALL {
                let some = translations(lang, &format!("web.{key}"));
                let shared = translations(lang, key);
                assert!(
                    !some.is_empty() || !shared.is_empty(),
                    "{key} of {} in {lang:?}",
                    path.display()
                );
            }
        }
        // Comments show how it is called.
        let calls = text.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
        for line in calls.filter(|_| !path.ends_with("help.js")) {
            for start in [" help(\"", "explained(\""] {
                for name in between(line, start, &['"']) {
                    check_help(name, &path);
                }
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn pages_have_their_words() {
    for (path, text) in files("src/pages", "rs") {
        for key in between(&text, "translate(lang, \"", &['"']) {
            check(key, &path);
        }
        for start in ["data-help=\"", "explained(lang, \""] {
            for name in between(&text, start, &['"']) {
                check_help(name, &path);
            }
        }
        let page = path.file_stem().unwrap().to_str().unwrap();
        let section = match page {
            "mod" => "common",
            // A file of that name would be a word of the language.
            "contest" => "match",
            page => page,
        };
        for key in between(&text, "(word(\"", &['"']) {
            check(&format!("web.{section}.{key}"), &path);
        }
    }
}
