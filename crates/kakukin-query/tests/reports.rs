//! Tournament reports: traditional points are those of their points column.

use kakukin_query::{StandingsQuery, Unwatched, Uploads};
use std::{collections::BTreeMap, fs, path::Path};

/// Points by player as a report itself gives them: columns 81 to 84.
fn column(report: &str) -> BTreeMap<String, f64> {
    let players = report.lines().filter(|line| line.starts_with("001"));
    let points = players.map(|line| {
        let cut = |from: usize, count| line.chars().skip(from - 1).take(count).collect::<String>();
        (cut(15, 33).trim().to_string(), cut(81, 4).trim().parse().unwrap())
    });
    points.filter(|(name, _): &(String, _)| !name.is_empty()).collect()
}

fn standings(files: &[(&str, &str)]) -> BTreeMap<String, f64> {
    let files = files.iter().map(|(name, text)| (name.to_string(), text.as_bytes()));
    let query = StandingsQuery { p: Some("60%".into()), ..StandingsQuery::default() };
    let (league, _) = query.job().unwrap().run(&Uploads::new(files).unwrap(), &Unwatched).unwrap();
    assert!(league.standings.sum.is_zero());
    let points = league.standings.players.iter();
    points
        .map(|player| (player.name.clone(), kakukin_core::to_f64(&player.traditional.points)))
        .collect()
}

#[test]
fn byes_and_forfeits_without_colours_count() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kakukin-records/tests/samples/trf");
    let report = fs::read_to_string(folder.join("forfeits-without-colours.trf")).unwrap();
    let wanted = column(&report);
    assert_eq!(wanted.len(), 3);
    assert_eq!(standings(&[("a.trf", &report)]), wanted);
    // The same report again tells nothing new.
    assert_eq!(standings(&[("a.trf", &report), ("b.trf", &report)]), wanted);
}
