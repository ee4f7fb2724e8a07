//! Game logs in a folder: everything is read and replayed, every win counted again, and logs of
//! one game in several formats (files of the same name up to the first dot) must give the same
//! decisions. The logs are not part of this repository.

use kakukin_logs::{Decision, LogFormat, Replay, read_log, write_mjai};
use std::{
    collections::BTreeMap,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

#[derive(Default)]
struct Counts {
    files: usize,
    rounds: usize,
    unfinished: usize,
    decisions: usize,
    wins: usize,
    alike: usize,
    faults: usize,
}

pub(crate) fn check(directory: &str) -> Result<(), String> {
    let mut files = Vec::new();
    list(Path::new(directory), &mut files)?;
    files.sort();
    let mut all: BTreeMap<Option<LogFormat>, Counts> = BTreeMap::new();
    let mut games: BTreeMap<String, Vec<(PathBuf, Vec<Decision>)>> = BTreeMap::new();
    let mut wrong = 0;
    for path in files {
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut mjai = String::new();
        let mut decisions = Vec::new();
        let mut counts = Counts { files: 1, ..Counts::default() };
        let mut replay = Replay::default();
        let (format, fault) = read_log(&bytes, &mut |round| {
            let replayed = replay.round(&round);
            counts.rounds += 1;
            counts.unfinished += usize::from(!round.is_complete());
            for win in &replayed.wins {
                counts.wins += 1;
                counts.alike += usize::from(win.is_alike());
                if !win.is_alike() {
                    println!("{}: {win:?}", path.display());
                }
            }
            if let Some(fault) = &replayed.fault {
                println!("{}: {fault}", path.display());
                counts.faults += 1;
            }
            decisions.extend(replayed.decisions);
            write_mjai(&round, &mut mjai);
            ControlFlow::Continue(())
        });
        if let Some(fault) = fault {
            println!("{}: {fault}", path.display());
            counts.faults += 1;
        }
        counts.decisions = decisions.len();
        wrong += counts.wins - counts.alike + counts.faults;
        wrong += usize::from(again(&mjai) != decisions);
        if again(&mjai) != decisions {
            println!("{}: not the same as mjai", path.display());
        }
        let sum = all.entry(format).or_default();
        sum.files += counts.files;
        sum.rounds += counts.rounds;
        sum.unfinished += counts.unfinished;
        sum.decisions += counts.decisions;
        sum.wins += counts.wins;
        sum.alike += counts.alike;
        sum.faults += counts.faults;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let game = name.split('.').next().unwrap_or_default().to_string();
        games.entry(game).or_default().push((path, decisions));
    }
    for (format, counts) in &all {
        let name = format.map_or("unknown", LogFormat::name);
        let Counts { files, rounds, unfinished, decisions, wins, alike, faults } = counts;
        println!(
            "{name}: {files} files, {rounds} rounds ({unfinished} without an end), {decisions} decisions, \
             {alike} of {wins} wins alike, {faults} faults"
        );
    }
    let mut pairs = 0;
    for versions in games.values().filter(|versions| versions.len() > 1) {
        let (first, known) = &versions[0];
        for (path, decisions) in &versions[1..] {
            pairs += 1;
            if decisions != known {
                let at = decisions.iter().zip(known).position(|(a, b)| a != b);
                println!("{} and {} differ at {at:?}", first.display(), path.display());
                if let Some(at) = at {
                    println!("  {:?}\n  {:?}", known[at], decisions[at]);
                }
                wrong += 1;
            }
        }
    }
    println!("{pairs} pairs of the same game");
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} differences")) }
}

/// The decisions of a log that was written as mjai.
fn again(mjai: &str) -> Vec<Decision> {
    let mut replay = Replay::default();
    let mut decisions = Vec::new();
    let (_, _) = read_log(mjai.as_bytes(), &mut |round| {
        decisions.extend(replay.round(&round).decisions);
        ControlFlow::Continue(())
    });
    decisions
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() { list(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
