//! Sample files of PGN, SGF and TRF with the traps that are known, and all that is in them.
//! Each file is read under its own name and under one that says nothing of its format.

use kakukin_records::{Collected, Player, Reading, Record, Skip, read};
use std::path::Path;

#[track_caller]
fn check(sample: &str, wanted: &[&str]) {
    assert_eq!(found(sample), wanted, "{sample}");
    assert_eq!(found_as(sample, "file"), wanted, "{sample} under another name");
}

/// Only its name tells the format of such a file.
#[track_caller]
fn check_named(sample: &str, wanted: &[&str]) {
    assert_eq!(found(sample), wanted, "{sample}");
    assert_eq!(found_as(sample, "file"), ["0: not_a_record ()"], "{sample}");
}

/// All games and then all skips of a sample file, read as it lies there.
fn found(sample: &str) -> Vec<String> {
    let name = Path::new(sample).file_name().unwrap().to_str().unwrap();
    found_as(sample, name)
}

/// The same under another name.
fn found_as(sample: &str, name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(sample);
    let bytes = std::fs::read(path).unwrap();
    let mut collected = Collected::default();
    read(name, &bytes[..], &Reading::default(), &mut collected).unwrap();
    let games = collected.games.iter().map(game);
    games.chain(collected.skipped.iter().map(skip)).collect()
}

/// `1: A 2105 – B ?: Played(First) Unsaid; 2024-03-27; event; round; opening`.
fn game(record: &Record) -> String {
    let side = |player: &Player| match player.rating {
        Some(rating) => format!("{} {rating}", player.name),
        None => format!("{} ?", player.name),
    };
    format!(
        "{}: {} – {}: {:?} {:?}{}; {}; {}; {}; {}",
        record.line,
        side(&record.first),
        side(&record.second),
        record.ending,
        record.reason,
        match (record.handicap, record.is_sideless) {
            (true, _) => " handicap",
            (false, true) => " sideless",
            (false, false) => "",
        },
        record.date.map(|date| date.to_string()).unwrap_or_default(),
        record.event,
        record.round,
        record.opening,
    )
}

/// `1: bye (A)`.
fn skip(skip: &Skip) -> String {
    format!("{}: {} ({})", skip.line, skip.why.name(), skip.detail)
}

#[test]
fn pgn_byes() {
    check(
        "pgn/byes.pgn",
        &[
            "22: Bye ? – D ?: Played(Second) Unsaid; ; Byes; ; ",
            "29: E ? – Bye, Stan ?: Played(Second) Unsaid; ; Byes; ; ",
            "1: bye (A)",
            "8: bye (B)",
            "15: bye (C)",
        ],
    );
}

#[test]
fn pgn_comments() {
    check(
        "pgn/comments.pgn",
        &[
            "1: A ? – B ?: Played(First) Unsaid; ; Comments; ; ",
            "17: C ? – D ?: Played(Second) Unsaid; ; A comment that never ends; ; ",
            "25: E ? – F ?: Played(Draw) Unsaid; ; A variation that never ends; ; ",
            "33: G ? – H ?: Played(First) Unsaid; ; A bracket too many; ; ",
        ],
    );
}

#[test]
fn pgn_cut_off_in_moves() {
    check(
        "pgn/cut-off-in-moves.pgn",
        &["1: A ? – B ?: Played(Second) Unsaid; ; Cut off, but its tag is there; ; "],
    );
}

#[test]
fn pgn_cut_off() {
    check(
        "pgn/cut-off.pgn",
        &["1: A ? – B ?: Played(First) Unsaid; ; Whole; ; ", "8: truncated (A – C)"],
    );
}

#[test]
fn pgn_export() {
    check(
        "pgn/export.pgn",
        &[
            "1: Akagi, Ren 2105 – Brandt, Ida 1988: Played(First) Unsaid; 2024-03-27; Club Championship; 1; C50 Italian Game",
            "17: Brandt, Ida ? – Akagi, Ren ?: Played(Draw) Unsaid; 2024-04; Club Championship; 2.1; D02",
            "31:  ? –  2000.5: Played(Second) Unsaid; 2023-12-01; ; ; ",
        ],
    );
}

#[test]
fn pgn_latin_1() {
    check(
        "pgn/latin-1.pgn",
        &["1: Núñez, José ? – Großmann, Jörg ?: Played(First) Unsaid; ; Café de la Régence; ; "],
    );
}

#[test]
fn pgn_no_tags() {
    check_named(
        "pgn/no-tags.pgn",
        &[
            "1:  ? –  ?: Played(First) Unsaid; ; ; ; ",
            "2:  ? –  ?: Played(Second) Unsaid; ; ; ; ",
            "7:  ? –  ?: Played(Draw) Unsaid; ; ; ; ",
        ],
    );
}

#[test]
fn pgn_old_mac() {
    check(
        "pgn/old-mac.pgn",
        &[
            "1: A ? – B ?: Played(First) Unsaid; ; Carriage returns alone; ; ",
            "9: B ? – A ?: Played(Second) Unsaid; ; Second; ; ",
        ],
    );
}

#[test]
fn pgn_one_line() {
    check(
        "pgn/one-line.pgn",
        &[
            "1: A ? – B ?: Played(First) Unsaid; ; One line; ; ",
            "1: B ? – A ?: Played(Second) Unsaid; ; One line; ; ",
            "1: C ? – A ?: Played(Draw) Unsaid; ; One line; ; ",
        ],
    );
}

#[test]
fn pgn_positions() {
    check(
        "pgn/positions.pgn",
        &[
            "1: A ? – B ?: Played(Second) Unsaid; ; Black moves first, White keeps its name; ; 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
            "11: A ? – B ?: Played(First) Unsaid; ; The usual position; ; Start",
            "21: A ? – B ?: Played(First) Unsaid; ; Knight odds are not recognised; ; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
            "29: A ? – B ?: Played(First) Unsaid; ; Not set up; ; E60",
        ],
    );
}

#[test]
fn pgn_results() {
    check(
        "pgn/results.pgn",
        &[
            "1: w1 ? – b1 ?: Played(First) Unsaid; ; Results; ; ",
            "7: w2 ? – b2 ?: Played(Second) Unsaid; ; Results; ; ",
            "14: w3 ? – b3 ?: Unknown Unsaid; ; Results; ; ",
            "21: w4 ? – b4 ?: Played(First) Unsaid; ; Results; ; ",
            "28: w5 ? – b5 ?: Played(First) Unsaid; ; Results; ; ",
            "42: w7 ? – b7 ?: Played(Draw) Unsaid; ; Results; ; ",
            "49: w8 ? – b8 ?: Played(Draw) Unsaid; ; Results; ; ",
            "56: w9 ? – b9 ?: Played(Draw) Unsaid; ; Results; ; ",
            "63: w10 ? – b10 ?: Played(First) Unsaid; ; Results; ; ",
            "70: w11 ? – b11 ?: Nobody Forfeit; ; Results; ; ",
            "77: w12 ? – b12 ?: Nobody Forfeit; ; Results; ; ",
            "90: w14 ? – b14 ?: Played(First) Unsaid; ; Results; ; ",
            "97: w15 ? – b15 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "104: w16 ? – b16 ?: Forfeit(Second) Forfeit; ; Results; ; ",
            "110: w17 ? – b17 ?: Forfeit(Second) Forfeit; ; Results; ; ",
            "138: w21 ? – b21 ?: Played(Second) Unsaid; ; Results; ; ",
            "152: w23 ? – b23 ?: Played(First) Unsaid; ; Results; ; ",
            "159: w24 ? – b24 ?: Unknown Unsaid; ; Results; ; ",
            "35: contradiction (w6 – b6: 1-0, 0-1)",
            "83: no_result (w13 – b13)",
            "117: contradiction (w18 – b18: +/-, 0-1)",
            "124: unknown_result (w19 – b19: 1-0 after appeal)",
            "131: no_result (w20 – b20)",
            "145: contradiction (w22 – b22: 0-0, 1-0)",
        ],
    );
}

#[test]
fn pgn_server() {
    check(
        "pgn/server.pgn",
        &[
            "1: kakutori 1712 – slow_knight 1699: Played(First) Time; 2024-03-27; Rated Blitz game; ; B01 Scandinavian Defense: Mieses-Kotroc Variation",
            "21: slow_knight ? – kakutori ?: Forfeit(Second) Forfeit; 2024-03-27; Rated Bullet game; ; ",
            "33: kakutori ? – mover99 ?: Interrupted BrokenOff; 2024-03-27; Rated Bullet game; ; ",
            "43: kakutori ? – mover99 ?: Foul(First) Foul; 2024-03-27; Rated Bullet game; ; ",
            "53:  ? – kakutori ?: Played(Draw) Agreement; 2024-03-28; Casual Rapid game; ; ",
        ],
    );
}

#[test]
fn pgn_tags() {
    check(
        "pgn/tags.pgn",
        &[
            r#"3: O'Neil "The Rook" Jr. ? – Back\slash ?: Played(First) Unsaid; 2023-01-02; The "Golden" Pawn \ Cup; 3; "#,
            r#"12: Path C:\games ? – Ends in a slash \ ?: Played(Second) Unsaid; 2023-01-03; Quotes "without" escapes; 4; "#,
            "23: ][ ? – 山田 太郎 ♟ ?: Played(Draw) Unsaid; ; Brackets [in] names; ; ",
            "30: A ? – B ?: Played(Second) Unsaid; ; Comments between tags, a tab before the result; ; ",
        ],
    );
}

#[test]
fn pgn_terminations() {
    check(
        "pgn/terminations.pgn",
        &[
            "1: w1 ? – b1 ?: Played(First) Unsaid; ; Results; ; ",
            "9: w2 ? – b2 ?: Played(Second) Time; ; Results; ; ",
            "17: w3 ? – b3 ?: Played(Draw) Time; ; Results; ; ",
            "25: w4 ? – b4 ?: Played(First) Unsaid; ; Results; ; ",
            "33: w5 ? – b5 ?: Foul(First) Foul; ; Results; ; ",
            "41: w6 ? – b6 ?: Foul(Second) Foul; ; Results; ; ",
            "49: w7 ? – b7 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "57: w8 ? – b8 ?: Forfeit(Second) Forfeit; ; Results; ; ",
            "65: w9 ? – b9 ?: Interrupted BrokenOff; ; Results; ; ",
            "73: w10 ? – b10 ?: Adjourned BrokenOff; ; Results; ; ",
            "81: w11 ? – b11 ?: Interrupted BrokenOff; ; Results; ; ",
            "89: w12 ? – b12 ?: Interrupted BrokenOff; ; Results; ; ",
            "97: w13 ? – b13 ?: Unknown Unsaid; ; Results; ; ",
            "105: w14 ? – b14 ?: Unknown Unsaid; ; Results; ; ",
            "113: w15 ? – b15 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "121: w16 ? – b16 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "129: w17 ? – b17 ?: Forfeit(Second) Forfeit; ; Results; ; ",
            "145: w19 ? – b19 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "153: w20 ? – b20 ?: Played(First) Resignation; ; Results; ; ",
            "161: w21 ? – b21 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "169: w22 ? – b22 ?: Played(Second) Mate; ; Results; ; ",
            "177: w23 ? – b23 ?: Played(Second) Time; ; Results; ; ",
            "185: w24 ? – b24 ?: Played(Draw) Repetition; ; Results; ; ",
            "193: w25 ? – b25 ?: Played(Draw) Agreement; ; Results; ; ",
            "201: w26 ? – b26 ?: Played(Draw) Agreement; ; Results; ; ",
            "209: w27 ? – b27 ?: Played(Draw) Agreement; ; Results; ; ",
            "217: w28 ? – b28 ?: Played(Draw) MaxMoves; ; Results; ; ",
            "225: w29 ? – b29 ?: Nobody Foul; ; Results; ; ",
            "233: w30 ? – b30 ?: Nobody Forfeit; ; Results; ; ",
            "241: w31 ? – b31 ?: Interrupted BrokenOff; ; Results; ; ",
            "249: w32 ? – b32 ?: Interrupted BrokenOff; ; Results; ; ",
            "257: w33 ? – b33 ?: Played(Draw) Unsaid; ; Results; ; ",
            "265: w34 ? – b34 ?: Played(Second) Unsaid; ; Results; ; ",
            "273: w35 ? – b35 ?: Played(First) Time; ; Results; ; ",
            "281: w36 ? – b36 ?: Played(Second) Resignation; ; Results; ; ",
            "289: w37 ? – b37 ?: Played(First) BrokenOff; ; Results; ; ",
            "297: w38 ? – b38 ?: Played(Second) BrokenOff; ; Results; ; ",
            "305: w39 ? – b39 ?: Forfeit(First) Forfeit; ; Results; ; ",
            "313: w40 ? – b40 ?: Played(Second) BrokenOff; ; Results; ; ",
            "321: cheatcode99 ? – b41 ?: Played(Second) Resignation; ; Results; ; ",
            "137: contradiction (w18 – b18: 1/2-1/2, unplayed)",
        ],
    );
}

#[test]
fn pgn_windows() {
    check(
        "pgn/windows.pgn",
        &[
            "1: 日本 ? – Ö ?: Played(First) Unsaid; ; With a mark and carriage returns; ; ",
            "11: Ö ? – 日本 ?: Played(Second) Unsaid; ; Second; ; ",
        ],
    );
}

#[test]
fn pgn_without_gaps() {
    check(
        "pgn/without-gaps.pgn",
        &[
            "1: A ? – B ?: Played(First) Unsaid; ; Without gaps; ; ",
            "6: B ? – A ?: Played(Second) Unsaid; ; Without gaps; ; ",
            "11: A ? – C ?: Played(Draw) Unsaid; ; Tags alone; ; ",
            "16: C ? – A ?: Played(First) Unsaid; ; Tags alone; ; ",
            "21: No event ? – C ?: Played(Second) Unsaid; ; ; ; ",
            "25: No event ? – D ?: Played(First) Unsaid; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_collection() {
    check(
        "sgf/collection.sgf",
        &[
            "1: 黒田 一 ? – White, Walter 2210: Played(First) Count; 1996-05-06; Honor Cup; 2 (final); komi 6.5",
            "6: B2 ? – W2 ?: Played(Second) Resignation; 1997; ; ; komi 0",
            "6: B3 ? – W3 ?: Played(Draw) Unsaid; ; ; ; ",
            "8: B4 ? – W4 ?: Played(Draw) Unsaid; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_cut_off_in_names() {
    check(
        "sgf/cut-off-in-names.sgf",
        &["1: A ? – B ?: Played(First) Resignation; ; ; ; ", "2: truncated (A – )"],
    );
}

#[test]
fn sgf_cut_off() {
    check(
        "sgf/cut-off.sgf",
        &[
            "1: A ? – B ?: Played(First) Resignation; ; ; ; ",
            "2: A ? – C ?: Played(Second) Resignation; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_escapes() {
    check(
        "sgf/escapes.sgf",
        &[
            r#"1: A ] bracket \ slash ? – two lines ?: Played(First) Resignation; ; a soft break; ::;(); "#,
            "4:  ? –  ?: Played(First) Resignation; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_gb18030() {
    check(
        "sgf/gb18030.sgf",
        &[
            "1: 黑龙 ? – 白云 ?: Played(First) Resignation; ; 第三届 名人赛; ; komi 7.5",
            "3: 白云 ? – 黑龙 ?: Played(Second) Count; ; ; ; komi 7.5",
            "4: 白云 ? – 黑龙 ?: Played(Draw) Count; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_handicaps() {
    check(
        "sgf/handicaps.sgf",
        &[
            "1: HA 4 ? – w ?: Played(Second) Count handicap; ; ; ; ",
            "2: stones only ? – w ?: Played(Second) Count handicap; ; ; ; ",
            "3: a rectangle ? – w ?: Played(Second) Count handicap; ; ; ; ",
            "4: in the second node ? – w ?: Played(Second) Count handicap; ; ; ; ",
            "5: as black moves ? – w ?: Played(First) Time handicap; ; ; ; ",
            "6: HA 1 ? – w ?: Forfeit(First) Forfeit handicap; ; ; ; ",
            "7: one stone, White next ? – w ?: Played(First) Count; ; ; ; ",
            "8: a position ? – w ?: Played(First) Resignation; ; ; ; ",
            "9: variations of move one ? – w ?: Played(First) Resignation; ; ; ; ",
            "10: a pass ? – w ?: Played(First) Resignation; ; ; ; ",
            "11: HA 1, half a point ? – w ?: Played(First) Resignation handicap; ; ; ; komi 0.5",
            "12: HA 1, no komi ? – w ?: Played(First) Resignation handicap; ; ; ; komi 0",
            "13: HA 1, komi ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "14: HA 0, no komi ? – w ?: Played(First) Resignation; ; ; ; komi 0",
        ],
    );
}

#[test]
fn sgf_komi() {
    check(
        "sgf/komi.sgf",
        &[
            "1: 6.5 ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "2: 6.50 ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "3: 0 ? – w ?: Played(First) Resignation; ; ; ; komi 0",
            "4: -5.5 ? – w ?: Played(First) Resignation; ; ; ; komi -5.5",
            "5: 7 ? – w ?: Played(First) Resignation; ; ; ; komi 7",
            "6: 650 ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "7: 750 ? – w ?: Played(First) Resignation; ; ; ; komi 7.5",
            "8: 375 ? – w ?: Played(First) Resignation; ; ; ; komi 7.5",
            "9: 325 ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "10: 275 ? – w ?: Played(First) Resignation; ; ; ; komi 5.5",
            "11: 3.75 ? – w ?: Played(First) Resignation; ; ; ; komi 7.5",
            "12: 350 ? – w ?: Played(First) Resignation; ; ; ; komi 7",
            "13: 5,5 ? – w ?: Played(First) Resignation; ; ; ; komi 5.5",
            "14: 6.5 points ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "15:  ? – w ?: Played(First) Resignation; ; ; ; ",
            "16: none ? – w ?: Played(First) Resignation; ; ; ; ",
            "17: ６目半 ? – w ?: Played(First) Resignation; ; ; ; komi 6.5",
            "18: 3.75子 ? – w ?: Played(First) Resignation; ; ; ; komi 7.5",
            "19: 3又3/4子 ? – w ?: Played(First) Resignation; ; ; ; ",
            "20: 6.5 apples ? – w ?: Played(First) Resignation; ; ; ; ",
            "21: 99999 ? – w ?: Played(First) Resignation; ; ; ; ",
            "22: 50 ? – w ?: Played(First) Resignation; ; ; ; komi 50",
            "23: 150 ? – w ?: Played(First) Resignation; ; ; ; komi 1.5",
            "24: 50 on a server of hundredths ? – w ?: Played(First) Resignation; ; ; ; komi 0.5",
        ],
    );
}

#[test]
fn sgf_names_in_results() {
    check(
        "sgf/names-in-results.sgf",
        &[
            "1: 白石勇 ? – 山田 ?: Played(First) Resignation; ; ; ; ",
            "2: Whitehead ? – Brown ?: Played(First) Unsaid; ; ; ; ",
            "3: 山田 ? – 黒木 ?: Played(Second) Count; ; ; ; ",
            "4: unknown_result (白石一 – 白石二: 白石の勝ち)",
        ],
    );
}

#[test]
fn sgf_not_said_to_be_chinese_or_korean() {
    check(
        "sgf/gb18030-unsaid.sgf",
        &["1: 王洁 ? – 党小飞 ?: Played(Second) Resignation; ; ; ; komi 7.5"],
    );
    check(
        "sgf/euc-kr-unsaid.sgf",
        &["1: 김하늘 ? – 박바다 ?: Played(First) Resignation; ; 가을 대회; ; komi 6.5"],
    );
}

#[test]
fn sgf_old() {
    check(
        "sgf/old.sgf",
        &[
            "1: Old Black ? – Old White ?: Played(Second) Count; 1987-06-30; Spring Meeting; 4; komi 5.5",
        ],
    );
}

#[test]
fn sgf_other_games() {
    check(
        "sgf/other-games.sgf",
        &[
            "1: othello black ? – othello white ?: Played(First) Count; ; ; ; ",
            "2: chess white 2000 – chess black 1900: Played(Second) Resignation; ; ; ; ",
            "3: chess white ? – chess black ?: Forfeit(First) Forfeit; ; ; ; ",
            "4: shogi sente ? – shogi gote ?: Played(Second) Resignation; ; ; ; ",
        ],
    );
}

#[test]
fn sgf_preamble() {
    check_named("sgf/preamble.sgf", &["4: A ? – B ?: Played(Second) Time; ; ; ; "]);
}

#[test]
fn sgf_results() {
    check(
        "sgf/results.sgf",
        &[
            "1: b1 ? – w1 ?: Played(First) Count; ; ; ; ",
            "2: b2 ? – w2 ?: Played(Second) Resignation; ; ; ; ",
            "3: b3 ? – w3 ?: Played(Second) Time; ; ; ; ",
            "4: b4 ? – w4 ?: Forfeit(First) Forfeit; ; ; ; ",
            "5: b5 ? – w5 ?: Interrupted BrokenOff; ; ; ; ",
            "6: b6 ? – w6 ?: Unknown Unsaid; ; ; ; ",
            "7: b7 ? – w7 ?: Played(Draw) Count; ; ; ; ",
            "8: b8 ? – w8 ?: Played(Second) Resignation; ; ; ; ",
            "9: b9 ? – w9 ?: Played(First) Count; ; ; ; ",
            "10: b10 ? – w10 ?: Played(Second) Count; ; ; ; ",
            "11: b11 ? – w11 ?: Played(Draw) Count; ; ; ; ",
            "12: b12 ? – w12 ?: Played(Draw) Count; ; ; ; ",
            "13: b13 ? – w13 ?: Nobody Unsaid; ; ; ; ",
            "14: b14 ? – w14 ?: Adjourned BrokenOff; ; ; ; ",
            "15: b15 ? – w15 ?: Played(Second) Time; ; ; ; ",
            "16: b16 ? – w16 ?: Foul(First) Foul; ; ; ; ",
            "17: b17 ? – w17 ?: Played(First) Resignation; ; ; ; ",
            "18: b18 ? – w18 ?: Played(Second) Unsaid; ; ; ; ",
            "19: b19 ? – w19 ?: Played(Draw) Count; ; ; ; ",
            "23: said ? – twice ?: Played(First) Resignation; ; ; ; ",
            "20: unknown_result (b20 – w20: somebody won)",
            "21: no_result (b21 – w21)",
            "22: unknown_result (b22 – w22: 時間切れ)",
            "24: contradiction (said – otherwise: W+R)",
            "25: no_result (not – said)",
            "26: no_result (in – a later node)",
        ],
    );
}

#[test]
fn sgf_shift_jis() {
    check(
        "sgf/shift-jis.sgf",
        &[
            "1: 表 予 ? – ソ十 能 ?: Played(First) Resignation; 2001-04-01; 第１期 表ソ能十戦; 決勝; komi 5.5",
            "6: 白ソ ? – 黒表 ?: Played(Second) Count; ; ; ; komi 6.5",
        ],
    );
}

#[test]
fn trf_byte_columns() {
    check(
        "trf/byte-columns.trf",
        &[
            "2: Müller, Jörg 1900 – 山田 太郎 2000: Played(Second) Unsaid; ; Columns counted in bytes; 1; ",
        ],
    );
}

#[test]
fn trf_deviations() {
    check(
        "trf/deviations.trf",
        &[
            "11: Both lost 1200 – Both won 1100: Nobody Unsaid; 2024-09-28; Deviations; 1; ",
            "9: Other opponent 1400 – No colour 1300: Forfeit(First) Forfeit sideless; 2024-09-28; Deviations; 2; ",
            "11: Both won 1100 – Both lost 1200: Nobody Unsaid; 2024-09-28; Deviations; 2; ",
            "10: No colour 1300 – Both lost 1200: Played(First) Unsaid; 2024-09-28; Deviations; 3; ",
            "11: Both lost 1200 – Both won 1100: Forfeit(First) Forfeit; 2024-09-28; Deviations; 4; ",
            "4: bad_form (2 m Shifted by one)",
            "5: bad_form (3 m Shifted rounds 1800)",
            "6: bad_form (4 m Tabs, Only 1700)",
            "15: bad_form (12 m Rating 9x JPN)",
            "16: bad_form (0 m No rank)",
            "13: contradiction (A rank that is taken)",
            "3: bad_form (Right – 2)",
            "7: bye (Contradicts)",
            "8: contradiction (Same colour – Other opponent)",
            "10: bye (No colour)",
            "14: contradiction (Unknown letter – Right)",
            "3: bad_form (Right – 3)",
            "7: bye (Contradicts)",
            "8: bye (Same colour)",
            "3: bad_form (Right – 4)",
            "7: contradiction (Contradicts – Same colour)",
            "9: contradiction (Other opponent – Both lost)",
            "12: bye (Both won)",
            "3: contradiction (Right – Contradicts)",
            "8: contradiction (Same colour – Other opponent)",
            "9: contradiction (Other opponent – No colour)",
            "10: contradiction (No colour – No colour)",
        ],
    );
}

#[test]
fn trf_forfeits_without_colours() {
    check(
        "trf/forfeits-without-colours.trf",
        &[
            "2: A 2000 – C 1800: Forfeit(First) Forfeit sideless; ; Forfeits; 1; ",
            "2: A 2000 – B 1900: Played(First) Unsaid; ; Forfeits; 2; ",
            "3: bye (B)",
            "4: bye (C)",
        ],
    );
}

#[test]
fn trf_latin_1_players_alone() {
    check(
        "trf/latin-1-players-alone.trf",
        &["2: Nuñez, José 2000 – Größe, Jörg 1900: Played(First) Unsaid; ; ; 1; "],
    );
}

#[test]
fn trf_old_mac() {
    check(
        "trf/old-mac.trf",
        &["2: A 2000 – B 1900: Played(First) Unsaid; ; Carriage returns alone; 1; "],
    );
}

#[test]
fn trf_trf16() {
    check(
        "trf/trf16.trf",
        &[
            "11: Akagi, Ren 2105 – Dunn, Zoë 1850: Played(First) Unsaid; 2024-09-28; Autumn Open ｵｰﾌﾟﾝ; 1; ",
            "12: 江戸 次郎 ? – Brandt, Ida 1988: Played(First) Unsaid; 2024-09-28; Autumn Open ｵｰﾌﾟﾝ; 1; ",
            "13:  1900 – Ferro, Ugo ?: Forfeit(First) Forfeit; 2024-09-28; Autumn Open ｵｰﾌﾟﾝ; 1; ",
            "11: Brandt, Ida 1988 – Akagi, Ren 2105: Played(Draw) Unsaid; 2024-09-29; Autumn Open ｵｰﾌﾟﾝ; 2; ",
            "14: Dunn, Zoë 1850 – 江戸 次郎 ?: Nobody Forfeit; 2024-09-29; Autumn Open ｵｰﾌﾟﾝ; 2; ",
            "11: Akagi, Ren 2105 –  1900: Played(First) Unsaid; 2024-09-30; Autumn Open ｵｰﾌﾟﾝ; 3; ",
            "14: Ferro, Ugo ? – Dunn, Zoë 1850: Played(Draw) Unsaid; 2024-09-30; Autumn Open ｵｰﾌﾟﾝ; 3; ",
            "13: bye ()",
            "16: bye (Ferro, Ugo)",
            "12: bye (Brandt, Ida)",
            "15: bye (江戸 次郎)",
        ],
    );
}

#[test]
fn trf_trf26() {
    check(
        "trf/trf26.trf",
        &[
            "15: Two 1700 – One 1800: Played(Second) Unsaid; 2026-01-10; Winter Swiss 2026; 1; ",
            "17: Three 1600 – Four 1500: Played(Draw) Unsaid; 2026-01-10; Winter Swiss 2026; 1; ",
            "15: One 1800 – Four 1500: Nobody Unsaid; 2026-01; Winter Swiss 2026; 2; ",
            "14: Three 1600 – Two 1700: Played(Second) Unsaid; 2026-01; Winter Swiss 2026; 2; ",
            "15: Three 1600 – One 1800: Played(Second) Unsaid; 2026-01; Winter Swiss 2026; 3; ",
            "14: Two 1700 – Four 1500: Unknown Unsaid; 2026-01; Winter Swiss 2026; 3; ",
        ],
    );
}

#[test]
fn trf_two_tournaments() {
    check(
        "trf/two-tournaments.trf",
        &[
            "4: A 2000 – B 1900: Played(First) Unsaid; 2024-01-05; First of two; 1; ",
            "9: C 2000 – D 1900: Played(Draw) Unsaid; ; Second of two; 1; ",
        ],
    );
}

#[test]
fn trf_wide_columns() {
    check(
        "trf/wide-columns.trf",
        &[
            "2: ｻﾄｳ 花 1900 – 山田 太郎 2000: Played(Second) Unsaid; ; Columns as wide as they are seen; 1; ",
        ],
    );
}

#[test]
fn trf_unknown_cells() {
    check(
        "trf/unknown-cells.trf",
        &[
            "2: A 2000 – B 1900: Played(First) Unsaid; ; Unknown cells; 1; ",
            "4: C 1800 – D 1700: Played(Second) Unsaid; ; Unknown cells; 1; ",
            "3: B 1900 – D 1700: Played(First) Unsaid; ; Unknown cells; 2; ",
            "3: B 1900 – C 1800: Played(Draw) Unsaid; ; Unknown cells; 3; ",
            "2: bad_form (A – C: *)",
            "2: bad_form (A – D: w/b ?)",
        ],
    );
}

#[test]
fn pgn_abandoned() {
    check(
        "pgn/abandoned.pgn",
        &[
            "1: A ? – B ?: Played(First) BrokenOff; ; Abandoned; ; ",
            "9: A ? – B ?: Played(Draw) BrokenOff; ; Abandoned; ; ",
            "17: A ? – B ?: Forfeit(First) Forfeit; ; Abandoned; ; ",
            "25: A ? – B ?: Interrupted BrokenOff; ; Abandoned; ; ",
        ],
    );
}

#[test]
fn sgf_short_results() {
    check(
        "sgf/short-results.sgf",
        &[
            "1: A ? – B ?: Played(First) Unsaid; ; ; ; ",
            "2: A ? – B ?: Played(Second) Unsaid; ; ; ; ",
            "3: A ? – B ?: Played(Draw) Count; ; ; ; ",
            "4: kuro ? – shiro ?: Adjourned BrokenOff; ; ; ; ",
        ],
    );
}
