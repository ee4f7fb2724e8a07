//! Standings in every format: each figure against the library, names that want to be more than
//! names, the workbook read back by another program's parser.

use calamine::{Data, DataType, Reader, Xlsx};
use kakukin_core::to_f64;
use kakukin_league::{
    Adjudged, DrawPoints, EpsilonPoints, GameResult, LeftOutOfLeague, Played, RankBy, RatesOrigin,
    Scale, ScoredLeague, Scoring, Standings, Tally, TieBreak,
};
use kakukin_records::{Apart, Omission, ReadSummary};
use kakukin_report::{Lang, StandingsDocument};
use std::io::Cursor;

const NAMES: [&str; 5] = [
    "佐藤 一",
    "=HYPERLINK(\"http://x\")",
    "<script>alert(1)</script>",
    "O'Hara, \"Ann\"",
    "@SUM(A1)",
];

fn tally(names: &[&str]) -> Tally {
    let mut tally = Tally::new();
    for name in names {
        tally.player(name).unwrap();
    }
    let count = names.len();
    for (k, [first, second]) in kakukin_league::round_robin(count).into_iter().enumerate() {
        let result = GameResult::ALL[(k * k + first) % 3];
        tally.add(Played { first, second, result }).unwrap();
    }
    // Two meet once more, so that sides and games are not even.
    tally.add(Played { first: 0, second: 1, result: GameResult::Draw }).unwrap();
    tally
}

fn scoring(draws: DrawPoints, rank_by: RankBy) -> Scoring {
    Scoring {
        p: "70%".parse().unwrap(),
        f: "10%".parse().unwrap(),
        rates: RatesOrigin::Given,
        draws,
        scale: Scale::Ordinary,
        rank_by,
        tie_breaks: TieBreak::ALL.to_vec(),
    }
}

fn league() -> ScoredLeague {
    let scoring = scoring(DrawPoints::Expectation, RankBy::Total);
    ScoredLeague::new(tally(&NAMES), scoring).unwrap()
}

fn document_of(tally: Tally, scoring: Scoring) -> StandingsDocument {
    StandingsDocument::new(&ScoredLeague::new(tally, scoring).unwrap(), None, None)
}

fn document() -> StandingsDocument {
    StandingsDocument::new(&league(), None, None)
}

#[test]
fn the_document_has_the_figures_of_the_library() {
    for (draws, rank_by) in
        [(DrawPoints::Expectation, RankBy::Total), (DrawPoints::Zero, RankBy::Mean)]
    {
        let (tally, scoring) = (tally(&NAMES), scoring(draws, rank_by));
        let points = EpsilonPoints::new(&scoring.p, &scoring.f, draws, scoring.scale).unwrap();
        let wanted = Standings::new(&tally, &points, rank_by, &scoring.tie_breaks);
        let document = document_of(tally, scoring);
        assert_eq!(document.sum.to_string(), "0");
        for (row, wanted) in document.players.iter().zip(&wanted.players) {
            assert_eq!((row.rank, &row.name), (wanted.epsilon.rank, &wanted.name));
            assert_eq!(row.points, to_f64(&wanted.epsilon.points));
            assert_eq!(row.exact.to_string(), wanted.epsilon.points.to_string());
            assert_eq!(row.traditional.points, to_f64(&wanted.traditional.points));
            assert_eq!(row.traditional.rank, wanted.traditional.rank);
            assert_eq!([row.first, row.second], wanted.sides);
        }
        // Every game is in the crosstable once.
        let cells = document.crosstable.iter().flatten().flatten();
        assert_eq!(cells.map(|record| record.games()).sum::<u64>(), document.games);
    }
}

#[test]
fn names_stay_names() {
    let document = document();
    for lang in Lang::ALL {
        let page = document.html(lang);
        assert!(!page.contains("<script>alert"));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(!page.contains("standings."), "a key without words");
        // But for the names of files that it proposes.
        let text = document.text(lang).replace("-o standings.", "-o ");
        assert!(!text.contains("standings.") && text.contains("佐藤 一"));
    }
    let mut reader = csv::Reader::from_reader(document.csv().as_bytes().to_vec().leak() as &[u8]);
    let names: Vec<String> =
        reader.records().map(|row| row.unwrap().get(1).unwrap().to_string()).collect();
    assert!(names.contains(&"'=HYPERLINK(\"http://x\")".to_string()), "{names:?}");
    assert!(names.contains(&"'@SUM(A1)".to_string()));
    assert_eq!(names.len(), NAMES.len());
}

#[test]
fn control_characters_in_names_do_nothing() {
    let tally = tally(&["a\u{1b}[31m", "b\nc", "d", "e"]);
    let document = document_of(tally, scoring(DrawPoints::Zero, RankBy::Total));
    let text = document.text(Lang::EN);
    assert!(!text.contains('\u{1b}') && text.contains("b c"));
}

#[test]
fn the_workbook_read_back() {
    let document = document();
    for lang in Lang::ALL {
        let bytes = document.xlsx(lang).unwrap();
        assert_eq!(bytes, document.xlsx(lang).unwrap());
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let sheets = book.sheet_names().to_vec();
        assert_eq!(sheets.len(), 3);
        let range = book.worksheet_range(&sheets[0]).unwrap();
        let formulas = book.worksheet_formula(&sheets[0]).unwrap();
        for (row, player) in (3u32..).zip(&document.players) {
            let at = |column: u32| range.get_value((row, column)).unwrap();
            assert_eq!(at(1), &Data::String(player.name.clone()));
            assert!((at(2).as_f64().unwrap() - player.points).abs() < 1e-12);
            assert_eq!(at(12).as_f64().unwrap(), player.traditional.points);
            let formula =
                |column: u32| formulas.get_value((row, column)).map_or("", String::as_str);
            assert!(formula(2).contains('*') && formula(1).is_empty(), "{}", formula(2));
        }
        let crosstable = book.worksheet_range(&sheets[1]).unwrap();
        assert_eq!(crosstable.height(), 3 + document.players.len());
    }
}

#[test]
fn many_players_have_no_crosstable() {
    let names: Vec<String> = (0..41).map(|k| format!("player {k}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let document = document_of(tally(&names), scoring(DrawPoints::Zero, RankBy::Total));
    assert!(document.crosstable.is_empty());
    let bytes = document.xlsx(Lang::EN).unwrap();
    let book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    assert_eq!(book.sheet_names().len(), 2);
    assert!(document.html(Lang::JA).contains("40 人まで"));
}

#[test]
fn nobody_and_nothing_is_no_panic() {
    for names in [&[][..], &["alone"]] {
        let mut tally = Tally::new();
        for name in names {
            tally.player(name).unwrap();
        }
        for rank_by in [RankBy::Total, RankBy::Mean] {
            let document = document_of(tally.clone(), scoring(DrawPoints::Zero, rank_by));
            for lang in Lang::ALL {
                document.text(lang);
                document.html(lang);
                document.xlsx(lang).unwrap();
            }
            document.csv();
        }
    }
}

/// Page and workbook say what is in them and what is not.
#[test]
fn what_was_taken_and_left_out() {
    let mut read = ReadSummary { complete: true, games: 20, ..ReadSummary::default() };
    read.omitted.total = 1;
    read.omitted.reasons.insert(Omission::Apart(Apart::Interrupted), 1);
    let adjudged = Adjudged { fouls: 3, forfeits: 1 };
    let left_out = LeftOutOfLeague { nameless: 2, same_name: 0 };
    let plain = document();
    let league = ScoredLeague { adjudged, left_out, ..league() };
    let document = StandingsDocument::new(&league, None, Some(&read));
    let wanted = [
        (Lang::EN, ["illegal moves 3, forfeits 1", "interrupted 1, a name is missing 2"]),
        (Lang::JA, ["反則 3 局、不戦 1 局", "中断 1、名前なし 2"]),
    ];
    for (lang, lines) in wanted {
        let (page, bytes) = (document.html(lang), document.xlsx(lang).unwrap());
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let sheet = book.worksheet_range_at(0).unwrap().unwrap();
        let cells: Vec<String> = sheet.cells().map(|(_, _, cell)| cell.to_string()).collect();
        for line in lines {
            assert!(page.contains(line), "{line}");
            assert!(cells.iter().any(|cell| cell.contains(line)), "{line}");
            assert!(!plain.html(lang).contains(line));
        }
        assert!(document.text(lang).contains(lines[0]));
        assert!(
            page.contains("kakukin estimate") && !plain.html(lang).contains("kakukin estimate")
        );
    }
    assert!(document.complete());
    read.complete = false;
    assert!(!StandingsDocument::new(&league, None, Some(&read)).complete());
}

/// Columns of tie-breaks are there where somebody is tied, in every format alike.
#[test]
fn tie_breaks_without_ties_have_no_columns() {
    for (scores, ties) in [(vec![GameResult::First; 2], false), (vec![GameResult::Draw; 2], true)] {
        let mut tally = Tally::new();
        let (x, y) = (tally.player("x").unwrap(), tally.player("y").unwrap());
        tally.add(Played { first: x, second: y, result: scores[0] }).unwrap();
        if ties {
            tally.add(Played { first: y, second: x, result: scores[1] }).unwrap();
        }
        let document = document_of(tally, scoring(DrawPoints::Expectation, RankBy::Total));
        assert_eq!(document.ties, ties);
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(document.xlsx(Lang::EN).unwrap())).unwrap();
        let sheet = book.worksheet_range_at(0).unwrap().unwrap();
        let heads = sheet.rows().nth(2).unwrap();
        assert_eq!(heads.contains(&Data::String("direct".into())), ties);
        assert_eq!(document.html(Lang::EN).contains("Buchh."), ties);
    }
}

/// What can be done about a remark stands right after it.
#[test]
fn hints_follow_their_remarks() {
    let mut scoring = scoring(DrawPoints::Expectation, RankBy::Total);
    scoring.f = "0".parse().unwrap();
    let document = document_of(tally(&NAMES), scoring);
    let text = document.text(Lang::EN).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("a weak one loses more. --rank-by mean"), "{text}");
    assert!(text.contains("expectation is too high. Give --f"), "{text}");
    assert!(
        text.contains("-o standings.html") && !document.html(Lang::EN).contains("-o standings")
    );
}
