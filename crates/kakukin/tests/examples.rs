//! Every example of the help runs, in both languages.

use std::process::Command;

/// The commands of the examples in a locale file. Those that use a shell, or the record of a
/// live series (tests/live.rs), or that serve until they are stopped, are left out.
fn examples(locale: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(format!(
        "{}/../kakukin-report/locales/{locale}.toml",
        env!("CARGO_MANIFEST_DIR")
    ))
    .expect("a locale file");
    let locale: toml::Table = text.parse().expect("TOML");
    let tables = ["example", "questions"].map(|name| locale["help"][name].as_table());
    let texts = tables.into_iter().flat_map(|table| table.expect("examples").values());
    let lines = texts.flat_map(|text| text.as_str().unwrap_or("").lines());
    lines
        .filter_map(|line| line.strip_prefix("  kakukin "))
        .filter(|line| !line.contains(['>', '|', '"']) && !line.contains(".txt"))
        .filter(|line| !line.starts_with("live ") && !line.starts_with("serve"))
        .map(|line| line.split_whitespace().map(str::to_string).collect())
        .collect()
}

#[test]
fn every_example_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pairings.csv"), "a,b\nAnn,Ben\n").expect("pairings");
    let players = "name,elo\nAnn,1700\nBen,1600\nCy,1500\nDee,1450\n";
    std::fs::write(folder.path().join("players.csv"), players).expect("players");
    let games = "first,second,result\nAnn,Ben,1-0\nBen,Cy,1/2-1/2\nCy,Ann,0-1\nBen,Ann,1-0\n";
    std::fs::write(folder.path().join("games.csv"), games).expect("games");
    std::fs::create_dir(folder.path().join("records")).expect("a folder");
    let dated = "date,first,second,result\n2024-03-27,Ann,Ben,1-0\n2024-03-28,Ben,Ann,1-0\n";
    std::fs::write(folder.path().join("records/games.csv"), dated).expect("games");
    let log = format!("{}/../kakukin-logs/tests/logs/small.mjlog", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(log, folder.path().join("game.mjlog")).expect("a log");
    for locale in ["en", "ja"] {
        let all = examples(locale);
        assert!(all.len() > 20, "{} examples", all.len());
        for arguments in all {
            let run = Command::new(env!("CARGO_BIN_EXE_kakukin"))
                .args(&arguments)
                .args(["--lang", locale])
                .current_dir(folder.path())
                .output()
                .expect("the program runs");
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "{arguments:?}: {said}");
        }
    }
}
