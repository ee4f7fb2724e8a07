//! Every program of `crates/*/examples` prints what its opening comment says it prints.

use crate::{cargo, root, web};
use std::{fs, path::PathBuf, process::Command};

pub(crate) fn check() -> Result<(), String> {
    // After the tests this is done already.
    cargo("build --workspace --examples", &[])?;
    let examples = examples()?;
    if examples.is_empty() {
        return Err("no examples".into());
    }
    let built = web::built(false).with_file_name("examples");
    for source in &examples {
        let text = fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
        let program = built.join(source.file_stem().unwrap_or_default());
        let run = Command::new(&program).output();
        let run = run.map_err(|e| format!("{}: {e}", program.display()))?;
        let printed = String::from_utf8_lossy(&run.stdout);
        if !run.status.success() || printed != said(&text) {
            let errors = String::from_utf8_lossy(&run.stderr);
            return Err(format!(
                "{} prints something else than its comment says:\n{printed}{errors}",
                source.display()
            ));
        }
    }
    println!("{} examples print what they say", examples.len());
    Ok(())
}

fn examples() -> Result<Vec<PathBuf>, String> {
    let list = |folder: PathBuf| -> Result<Vec<PathBuf>, String> {
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
    };
    let mut all = Vec::new();
    for krate in list(root().join("crates"))? {
        let folder = krate.join("examples");
        if folder.is_dir() {
            all.extend(list(folder)?);
        }
    }
    all.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    all.sort();
    Ok(all)
}

/// What stands in the first block of text of a file's opening comment.
fn said(source: &str) -> String {
    let comment = source.lines().map_while(|line| line.strip_prefix("//!"));
    let block = comment.skip_while(|line| line.trim() != "```text").skip(1);
    let lines = block.take_while(|line| line.trim() != "```");
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}
