//! Sample files of CSA, KIF and KI2: every record and every skip that they must give.

use kakukin_records::{
    Collected, ColumnNames, Date, Ending, Format, Player, Reading, Reason, Record, Side, Sink,
    Skip, Stop, Traces, Why, read,
};
use std::path::Path;

/// Keeps what it is given, the format of the file too.
#[derive(Default)]
struct Seen {
    format: Option<Format>,
    all: Collected,
}

impl Sink for Seen {
    fn format(&mut self, format: Format) {
        self.format = Some(format);
    }
    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.all.game(record)
    }
    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        self.all.skipped(skip)
    }
}

/// Reads a sample under its name, under a name that says nothing, and byte by byte.
fn check(sample: &str, games: &[Record], skipped: &[Skip]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(sample);
    let bytes = std::fs::read(path).unwrap();
    let format = if sample.starts_with("csa") { Format::Csa } else { Format::Kif };
    struct Slow<'b>(&'b [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let count = into.len().min(1);
            std::io::Read::read(&mut self.0, &mut into[..count])
        }
    }
    for (name, slow) in [(sample, false), ("record", false), ("x.pgn", true)] {
        let mut seen = Seen::default();
        let how = Reading::default();
        match slow {
            false => read(name, &bytes[..], &how, &mut seen).unwrap(),
            true => read(name, Slow(&bytes), &how, &mut seen).unwrap(),
        }
        assert_eq!(seen.format, Some(format), "{sample} as {name}");
        // Traces of moves are looked at where they are compared.
        seen.all.games.iter_mut().for_each(|game| game.traces = Traces::default());
        for (found, wanted) in seen.all.games.iter().zip(games) {
            assert_eq!(found, wanted, "{sample} as {name}");
        }
        assert_eq!(seen.all.games.len(), games.len(), "{sample} as {name}");
        assert_eq!(seen.all.skipped, skipped, "{sample} as {name}");
    }
}

fn game(line: u64, names: [&str; 2], ending: Ending, reason: Reason) -> Record {
    let [first, second] = names.map(|name| Player { name: name.to_string(), rating: None });
    Record { first, second, ending, reason, line, ..Record::default() }
}

fn on(year: u16, month: u8, day: u8) -> Option<Date> {
    Date::new(year, month, day)
}

const FIRST: Ending = Ending::Played(kakukin_records::GameResult::First);
const SECOND: Ending = Ending::Played(kakukin_records::GameResult::Second);

#[test]
fn csa_versions() {
    let v22 = Record {
        event: "第1回 見本杯".into(),
        opening: "YAGURA".into(),
        date: on(2024, 5, 3),
        ..game(1, ["白金号", "Blue Lance"], FIRST, Reason::Resignation)
    };
    check("csa/v22.csa", &[v22], &[]);
    let v30 = Record {
        event: "Sample Cup".into(),
        date: on(2025, 1, 11),
        ..game(1, ["Silver Gate", "銀の門"], Ending::DRAW, Reason::MaxMoves)
    };
    check("csa/v30.csa", &[v30], &[]);
    let shift_jis = Record {
        event: "十ソ表能杯".into(),
        date: on(2019, 12, 31),
        ..game(1, ["表示ソフト", "能力ﾃｽﾄ"], SECOND, Reason::Time)
    };
    check("csa/shift-jis.csa", &[shift_jis], &[]);
}

#[test]
fn csa_every_ending() {
    use Ending::{Foul, Interrupted};
    use Side::{First, Second};
    // After three moves: who is second is to move.
    let endings = [
        (FIRST, Reason::Resignation),
        (FIRST, Reason::Time),
        (FIRST, Reason::Mate),
        (Foul(First), Reason::Foul),
        (Foul(Second), Reason::Foul),
        (Foul(First), Reason::Foul),
        (SECOND, Reason::Declaration),
        (Ending::DRAW, Reason::Repetition),
        (Ending::DRAW, Reason::Impasse),
        (Ending::DRAW, Reason::Impasse),
        (Ending::DRAW, Reason::MaxMoves),
        (Interrupted, Reason::BrokenOff),
        (Interrupted, Reason::BrokenOff),
        (Interrupted, Reason::BrokenOff),
    ];
    let line = |k: u64| if k == 0 { 1 } else { 3 + 9 * k };
    let games: Vec<Record> = (0u8..)
        .zip(endings)
        .map(|(k, (ending, reason))| {
            let letter = char::from(b'A' + k);
            let [first, second] = [format!("{letter}1"), format!("{letter}2")];
            game(line(k.into()), [&first, &second], ending, reason)
        })
        .collect();
    let skipped = [
        Skip::new(line(14), Why::NoResult, "%FUZUMI"),
        Skip::new(line(15), Why::UnknownResult, "%NANTOKA"),
        Skip::new(line(16), Why::NoResult, ""),
        Skip::new(153, Why::NoResult, ""),
        Skip::new(156, Why::Truncated, ""),
    ];
    check("csa/endings.csa", &games, &skipped);
}

#[test]
fn csa_several_games_without_separators() {
    let games = [
        game(1, ["East", "West"], FIRST, Reason::Resignation),
        game(9, ["West", "East"], SECOND, Reason::Resignation),
        game(25, ["South", "North"], SECOND, Reason::Resignation),
        Record {
            event: "次の大会".into(), ..game(32, ["Up", "Down"], FIRST, Reason::Resignation)
        },
    ];
    check("csa/put-together.csa", &games, &[Skip::new(17, Why::NoResult, "")]);
}

#[test]
fn csa_several_statements_on_one_line() {
    let games = [game(1, ["Doe, Jane", "Roe, R."], FIRST, Reason::Resignation)];
    check("csa/one-line.csa", &games, &[]);
}

#[test]
fn csa_blanks_and_empty_names() {
    let games = [game(3, ["", "後ろに空白"], SECOND, Reason::Resignation)];
    check("csa/blanks.csa", &games, &[]);
}

#[test]
fn csa_odds_and_positions() {
    let odds = |line, ending| Record {
        handicap: true,
        ..game(line, ["Lower", "Upper"], ending, Reason::Resignation)
    };
    check("csa/odds.csa", &[odds(1, FIRST), odds(13, SECOND)], &[]);
    let position = |line, ending, reason, opening: &str| Record {
        opening: opening.into(),
        ..game(line, ["Here", "There"], ending, reason)
    };
    let games = [
        position(1, SECOND, Reason::Resignation, "4k4/9/9/9/9/9/9/7+R1/4K4 w G2Pr2b3g4s4n4l16p"),
        position(
            13,
            Ending::Interrupted,
            Reason::BrokenOff,
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -",
        ),
    ];
    check("csa/position.csa", &games, &[]);
}

#[test]
fn csa_of_floodgate() {
    let mut record = Record {
        event: "floodgate-300-10F".into(),
        date: on(2024, 3, 27),
        ..game(1, ["alpha_one", "Beta2"], SECOND, Reason::Resignation)
    };
    (record.first.rating, record.second.rating) = (Some(3456.7), Some(2987.0));
    check("csa/floodgate.csa", &[record], &[]);

    use Ending::Foul;
    use Side::First;
    let endings = [
        (1, Ending::DRAW, Reason::MaxMoves),
        (10, Ending::DRAW, Reason::Repetition),
        (20, Foul(First), Reason::Foul),
        (29, Foul(First), Reason::Foul),
        (39, Foul(First), Reason::Foul),
        (48, SECOND, Reason::Declaration),
        (58, Foul(First), Reason::Foul),
        (68, FIRST, Reason::Time),
        (78, Ending::Interrupted, Reason::BrokenOff),
        (88, SECOND, Reason::Impasse),
        (98, FIRST, Reason::Impasse),
        (108, FIRST, Reason::Unsaid),
    ];
    let games = endings.map(|(line, ending, reason)| Record {
        event: "floodgate-600-10".into(),
        date: on(2024, 4, 1),
        ..game(line, ["a", "b"], ending, reason)
    });
    let skipped = [
        Skip::new(117, Why::Contradiction, "%TORYO, summary:toryo:a lose:b win"),
        Skip::new(127, Why::Truncated, ""),
    ];
    check("csa/floodgate-endings.csa", &games, &skipped);
}

/// After two moves, the second of which may have been the illegal one.
#[test]
fn csa_illegal_moves_are_those_of_who_loses() {
    use Ending::{Foul, Interrupted};
    let endings = [
        (1, Foul(Side::First), Reason::Foul),
        (11, Foul(Side::Second), Reason::Foul),
        (21, Foul(Side::First), Reason::Foul),
        (31, Interrupted, Reason::BrokenOff),
        (41, Foul(Side::Second), Reason::Foul),
    ];
    let games = endings.map(|(line, ending, reason)| Record {
        event: "floodgate-600-10".into(),
        date: on(2024, 4, 1),
        ..game(line, ["a", "b"], ending, reason)
    });
    check("csa/illegal-moves.csa", &games, &[]);
}

#[test]
fn kif_in_both_encodings() {
    let shift_jis = Record {
        event: "第3回表ソ能杯".into(),
        opening: "四間飛車".into(),
        date: on(2023, 4, 1),
        ..game(1, ["表野ソラ", "能見ｶﾅ"], SECOND, Reason::Resignation)
    };
    check("kif/resignation.kif", &[shift_jis], &[]);
    let utf8 =
        Record { date: on(2024, 6, 7), ..game(1, ["yama_1", "kawa(2)"], FIRST, Reason::Time) };
    check("kif/utf8.kif", &[utf8], &[]);
}

#[test]
fn kif_every_ending() {
    use Ending::{Adjourned, Forfeit, Foul, Interrupted};
    use Side::{First, Second};
    // After three moves: who is second is to move.
    let endings = [
        (FIRST, Reason::Resignation),
        (FIRST, Reason::Mate),
        (FIRST, Reason::Time),
        (Foul(Second), Reason::Foul),
        (Foul(First), Reason::Foul),
        (SECOND, Reason::Declaration),
        (Ending::DRAW, Reason::Repetition),
        (Ending::DRAW, Reason::Impasse),
        (Interrupted, Reason::BrokenOff),
        (Adjourned, Reason::BrokenOff),
        (Forfeit(First), Reason::Forfeit),
        (Forfeit(Second), Reason::Forfeit),
    ];
    let line = |k: u64| if k == 0 { 1 } else { 2 + 10 * k };
    let games: Vec<Record> = (0u8..)
        .zip(endings)
        .map(|(k, (ending, reason))| {
            let letter = char::from(b'A' + k);
            let [first, second] = [format!("{letter}1"), format!("{letter}2")];
            game(line(k.into()), [&first, &second], ending, reason)
        })
        .collect();
    let skipped = [
        Skip::new(line(12), Why::NoResult, "不詰"),
        Skip::new(line(13), Why::UnknownResult, "なんとか"),
    ];
    check("kif/endings.kif", &games, &skipped);
}

#[test]
fn ki2_lines_that_tell_the_result() {
    use Ending::{Adjourned, Forfeit, Foul, Interrupted};
    use Side::{First, Second};
    let endings = [
        (FIRST, Reason::Unsaid),
        (Foul(First), Reason::Foul),
        (Foul(First), Reason::Foul),
        (Ending::DRAW, Reason::Repetition),
        (Ending::DRAW, Reason::Impasse),
        (Interrupted, Reason::BrokenOff),
        (FIRST, Reason::Time),
        (SECOND, Reason::Unsaid),
        (SECOND, Reason::Declaration),
        (SECOND, Reason::Unsaid),
        (SECOND, Reason::Mate),
        (Foul(Second), Reason::Foul),
        (Foul(First), Reason::Foul),
        (Ending::DRAW, Reason::MaxMoves),
        (FIRST, Reason::Time),
        (Adjourned, Reason::BrokenOff),
        (Forfeit(First), Reason::Forfeit),
        (Ending::DRAW, Reason::Unsaid),
        (SECOND, Reason::Resignation),
        (SECOND, Reason::Unsaid),
        (FIRST, Reason::BrokenOff),
        (Interrupted, Reason::BrokenOff),
        (SECOND, Reason::Declaration),
    ];
    let games: Vec<Record> = (0u64..)
        .zip(endings)
        .map(|(k, (ending, reason))| {
            let [first, second] = [format!("先{k}"), format!("後{k}")];
            game(1 + 5 * k, [&first, &second], ending, reason)
        })
        .collect();
    check("kif/result-lines.ki2", &games, &[]);
}

/// Nothing is kept of what is said over and over.
#[test]
fn kif_the_same_said_very_often() {
    for line in ["まで3手で不詰", "まで3手でなんとか", "   2 なんとか", "   2 中断"]
    {
        let mut text = "先手：あ\n後手：い\n手合割：平手\n   1 ７六歩(77)\n".to_string();
        (0..200_000).for_each(|_| text.extend([line, "\n"]));
        let begun = std::time::Instant::now();
        let mut seen = Seen::default();
        read("x.kif", text.as_bytes(), &Reading::default(), &mut seen).unwrap();
        assert!(begun.elapsed().as_secs() < 5, "{line}");
        assert_eq!(seen.all.games.len() + seen.all.skipped.len(), 1, "{line}");
        assert!(seen.all.skipped.iter().all(|skip| skip.detail.len() < 1000), "{line}");
    }
}

#[test]
fn ki2_results_by_name() {
    let games = [
        Record {
            event: "名前で結果を書く".into(),
            ..game(1, ["山田太郎", "中断反則"], SECOND, Reason::Unsaid)
        },
        game(6, ["山田太郎", "川田次郎"], FIRST, Reason::Unsaid),
        game(10, ["一の瀬", "二の宮"], FIRST, Reason::Time),
        game(14, ["海野四段", "山野五段"], Ending::Foul(Side::First), Reason::Foul),
    ];
    let skipped = [Skip::new(20, Why::UnknownResult, "まで1手で田中の勝ち")];
    check("kif/names.ki2", &games, &skipped);
}

#[test]
fn kif_odds_and_positions() {
    let odds = |line, names, ending, reason| Record {
        handicap: true,
        ..game(line, names, ending, reason)
    };
    let names = ["習う人", "教える人"];
    let games =
        [odds(1, names, SECOND, Reason::Resignation), odds(10, names, FIRST, Reason::Resignation)];
    check("kif/odds.kif", &games, &[]);
    check("kif/odds.ki2", &[odds(1, ["しも", "かみ"], SECOND, Reason::Time)], &[]);
    let games = [
        Record {
            opening: "4k4/7+R1/4+P4/9/9/9/9/6+b2/4K4 w rb4g4s4n4l17p".into(),
            ..game(1, ["ここ", "そこ"], SECOND, Reason::Resignation)
        },
        odds(23, ["駒が足りない", "角落ち"], SECOND, Reason::Resignation),
    ];
    check("kif/position.kif", &games, &[]);
}

#[test]
fn kif_traps() {
    let games = [game(7, ["う", "え"], Ending::Foul(Side::First), Reason::Foul)];
    let skipped = [Skip::new(1, Why::Contradiction, "投了, まで1手で後手の勝ち")];
    check("kif/contradiction.kif", &games, &skipped);
    let wide = Record {
        event: "半角のコロンと全角の数字".into(),
        date: on(2024, 3, 27),
        ..game(1, ["前に全角の空白", ""], SECOND, Reason::Resignation)
    };
    check("kif/wide-and-narrow.kif", &[wide], &[Skip::new(8, Why::Truncated, "")]);
    check("kif/cut-off.kif", &[], &[Skip::new(1, Why::Truncated, "")]);
}

#[test]
fn ki2_with_variations() {
    let record = Record {
        event: "見本リーグ".into(),
        opening: "相掛かり".into(),
        date: on(2022, 2, 22),
        ..game(1, ["いちか", "ふたば"], FIRST, Reason::Unsaid)
    };
    check("kif/resignation.ki2", &[record], &[]);
}

#[test]
fn ki2_without_a_sentence_at_the_end() {
    let games = [
        game(1, ["後手が", "投げる"], FIRST, Reason::Resignation),
        game(4, ["先手が", "詰む"], SECOND, Reason::Mate),
        game(8, ["線が", "切れる"], Ending::Interrupted, Reason::BrokenOff),
        game(12, ["時計が", "止まる"], SECOND, Reason::Time),
    ];
    check("kif/words-alone.ki2", &games, &[]);
}

#[test]
fn other_files_are_not_taken_for_shogi() {
    let others = [
        "[Event \"Sample\"]\n[White \"N+\"]\n\n1. e4 e5 1-0\n",
        "(;GM[1]PB[先手：]PW[後手：]RE[B+R])",
        "012 Sample\n001    1      Doe, Jane                   2000\n001   12      Roe, R.\n",
        "先手,後手,結果\n1 山田,川田,先手の勝ち\n",
        "first,second,result\n+,-,1\nN+,N-,0\n",
        "- a list\n- of things\n+ and signs\n",
        "+\n-\n/\n",
        "V2.2 is a version\n",
        "$HOME: a folder\nPIN 1234\n",
        "#!/bin/sh\n1 2 3\n",
        "先手：だけ\nでは足りない\n",
        "まで\n投了\n",
        "",
    ];
    for text in others {
        let guess = Format::guess("record", text.as_bytes(), &ColumnNames::default());
        assert!(!matches!(guess, Some(Format::Csa | Format::Kif)), "{text}: {guess:?}");
    }
}

#[test]
fn csa_summaries_tell_sides_by_names() {
    let dated = |line, names, ending, number: u8, date| Record {
        event: format!("summary-{number}"),
        date,
        ..game(line, names, ending, Reason::Resignation)
    };
    check(
        "csa/summary-names.csa",
        &[
            dated(1, ["alpha", "beta"], SECOND, 1, on(2008, 5, 17)),
            dated(12, ["alpha", "beta"], FIRST, 2, on(2008, 5, 17)),
            dated(24, ["alpha", "beta"], FIRST, 3, on(2008, 5, 19)),
            dated(36, ["a b", "a"], FIRST, 4, on(2007, 1, 1)),
            dated(48, ["self", "self"], FIRST, 5, on(2007, 1, 2)),
        ],
        &[],
    );
}

#[test]
fn csa_of_old_unix_machines() {
    let euc = Record {
        event: "第５回大会".into(),
        date: on(1998, 3, 1),
        ..game(1, ["山田太郎", "コンピュータ"], SECOND, Reason::Resignation)
    };
    check("csa/euc-jp.csa", &[euc], &[]);
}

#[test]
fn kif_words_with_blanks() {
    check(
        "kif/words-with-blanks.kif",
        &[
            game(1, ["甲", "乙"], FIRST, Reason::Time),
            game(9, ["甲", "乙"], Ending::Foul(Side::Second), Reason::Foul),
            game(16, ["甲", "乙"], Ending::Foul(Side::Second), Reason::Foul),
        ],
        &[],
    );
}
