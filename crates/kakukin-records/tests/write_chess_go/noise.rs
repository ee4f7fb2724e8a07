//! Noise, damaged files, and lines longer than what is seen at once.

use kakukin_records::{Collected, Ending, Format, MAX_LINE, MAX_TEXT, Reading, Record, read, scan};
use proptest::prelude::*;
use std::path::Path;

const FORMATS: [Format; 3] = [Format::Pgn, Format::Sgf, Format::Trf];

/// All sample files of a format.
fn samples(format: Format) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(format.name());
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn games(format: Format, bytes: &[u8]) -> Vec<Record> {
    let mut collected = Collected::default();
    scan(format, bytes, &mut collected).unwrap();
    collected.games
}

fn read_all_ways(bytes: &[u8]) {
    for format in FORMATS {
        for record in games(format, bytes) {
            for text in [&record.first.name, &record.second.name, &record.event, &record.opening] {
                assert!(text.chars().count() <= MAX_TEXT);
            }
        }
        let how = Reading { format: Some(format), ..Reading::default() };
        read("file", bytes, &how, &mut Collected::default()).unwrap();
    }
    read("file", bytes, &Reading::default(), &mut Collected::default()).unwrap();
}

/// One damage: bytes put in the place of others.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, Vec<u8>)> {
    let syntax = prop::sample::select(b"\"\\[](){};%*-+=/01 \n\r\t\x00\xe9\x83\x5c\xef".to_vec());
    (any::<prop::sample::Index>(), 0..12usize, prop::collection::vec(syntax, 0..6))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn noise_is_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read_all_ways(&bytes);
    }

    #[test]
    fn syntax_without_sense_is_answered(text in "([\\[\\](){};%\"\\\\ \n\rA-Ca01/*=+-]|001 |132|RE\\[|\\[Event \"){0,120}") {
        read_all_ways(text.as_bytes());
    }

    #[test]
    fn damaged_files_are_answered(
        format in prop::sample::select(FORMATS.to_vec()),
        which: prop::sample::Index,
        damages in prop::collection::vec(damage(), 1..6),
        end: prop::sample::Index,
    ) {
        let mut bytes = which.get(&samples(format)).clone();
        for (at, length, new) in damages {
            let at = at.index(bytes.len() + 1);
            let to = (at + length).min(bytes.len());
            bytes.splice(at..to, new);
        }
        read_all_ways(&bytes);
        bytes.truncate(end.index(bytes.len() + 1));
        read_all_ways(&bytes);
    }
}

#[test]
fn a_result_is_found_wherever_a_long_line_is_cut() {
    for (result, ending) in [
        ("1/2-1/2", Ending::DRAW),
        ("0-1", Ending::won(kakukin_records::Side::Second)),
        ("½-½", Ending::DRAW),
        ("{ 1-0 } 0-1 { 1-0 } ", Ending::won(kakukin_records::Side::Second)),
    ] {
        for shift in 0..40 {
            // The end of the first piece falls before, into or after the result.
            let moves = "Nf3 ".repeat(MAX_LINE / 4 - 8);
            let moves = format!("{}{}", &"x".repeat(shift), moves);
            let text = format!("[White \"A\"]\n\n{moves} {result}\n[White \"B\"]\n\n0-1\n");
            let found = games(Format::Pgn, text.as_bytes());
            let found: Vec<(&str, Ending)> =
                found.iter().map(|game| (game.first.name.as_str(), game.ending)).collect();
            let second = ("B", Ending::won(kakukin_records::Side::Second));
            assert_eq!(found, [("A", ending), second], "{shift} {result}");
        }
    }
}

#[test]
fn long_comments_and_values_are_passed_over() {
    let long = "[White \"x\"] 1-0 ( \\] RE[W+R\\] ; ".repeat(MAX_LINE / 8);
    let pgn = format!("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {{{long}}} 1-0\n");
    assert_eq!(games(Format::Pgn, pgn.as_bytes()).len(), 1);
    let long = "[White \"x\"\\] 1-0 ) \\] RE[W+R\\] ; ".repeat(MAX_LINE / 8);
    let sgf = format!("(;C[{long}]PB[A]RE[B+R];C[{long}])(;PB[B]RE[W+R])");
    let names: Vec<String> =
        games(Format::Sgf, sgf.as_bytes()).into_iter().map(|game| game.first.name).collect();
    assert_eq!(names, ["A", "B"]);
}

#[test]
fn deep_nesting_is_only_counted() {
    let deep = 1_000_000;
    let pgn = format!("[White \"A\"]\n\n1. e4 {}{} 1-0\n", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(games(Format::Pgn, pgn.as_bytes()).len(), 1);
    let sgf = format!("(;RE[B+R]{}{})(;RE[W+R])", "(;B[aa]".repeat(deep), ")".repeat(deep));
    assert_eq!(games(Format::Sgf, sgf.as_bytes()).len(), 2);
}

#[test]
fn reports_beyond_the_limits_are_left_out() {
    let line = |rank: usize, rounds: &str| format!("001 {rank:4}{:82} {rounds}\n", "");
    let many = format!("012 Many rounds\n{}", line(1, &"   2 w 1  ".repeat(501)));
    let mut collected = Collected::default();
    scan(Format::Trf, many.as_bytes(), &mut collected).unwrap();
    assert_eq!(collected.skipped.len(), 1);
    assert_eq!(collected.skipped[0].why.name(), "too_large");
    let crowd: String = (0..10_005).map(|rank| line(rank % 9999 + 1, "")).collect();
    let mut collected = Collected::default();
    scan(Format::Trf, crowd.as_bytes(), &mut collected).unwrap();
    let too_many = collected.skipped.iter().filter(|skip| skip.why.name() == "too_large");
    assert_eq!(too_many.count(), 6);
}
