//! Results written as CSA, KIF and KI2, after the standards alone, and read back: nothing that
//! the format can carry is lost. And whatever stands in a file, it is answered.

use encoding_rs::SHIFT_JIS;
use kakukin_records::{
    Collected, Date, Ending, Format, MAX_LINE, MAX_TEXT, Player, Reading, Reason, Record, Side,
    Traces, read, scan,
};
use proptest::prelude::*;
use std::fmt::Write;

/// What is written, apart from the record itself.
#[derive(Debug, Clone)]
struct Style {
    /// The fewest moves.
    moves: usize,
    /// Choices between two ways to say the same.
    coins: [bool; 8],
}

type Written = (Record, Style);

/// Who is to move after so many moves, and one move more if it must be the other one.
fn moves_until(to_move: Option<Side>, start: Side, least: usize) -> usize {
    let after = |moves: usize| if moves.is_multiple_of(2) { start } else { start.other() };
    least + usize::from(to_move.is_some_and(|side| after(least) != side))
}

fn start(record: &Record) -> Side {
    if record.handicap { Side::Second } else { Side::First }
}

fn winner(record: &Record) -> Side {
    let sides = [Side::First, Side::Second];
    let won = |side: &Side| {
        [Ending::won(*side), Ending::Foul(*side), Ending::Forfeit(*side)].contains(&record.ending)
    };
    sides.into_iter().find(won).unwrap()
}

/// CSA: the moves are nonsense, but their signs alternate.
fn write_csa(games: &[Written]) -> (String, Vec<Record>) {
    let mut text = String::new();
    let mut wanted = Vec::new();
    for (index, (record, style)) in games.iter().enumerate() {
        let [version, separator, header, action, timed, one_line, fraction, told] = style.coins;
        if index > 0 && separator {
            text.push_str("/\n");
        }
        let line = 1 + text.lines().count() as u64;
        if index == 0 && version {
            text.push_str("'CSA encoding=UTF-8\nV3.0\n");
        } else if index == 0 || !separator {
            text.push_str("V2.2\n");
        }
        let (first, second) = (&record.first, &record.second);
        if header {
            text.push_str("'注釈: 日本語で\n");
        }
        _ = writeln!(text, "N+{}\nN-{}", first.name, second.name);
        _ = writeln!(text, "$EVENT:{}\n$OPENING:{}", record.event, record.opening);
        if let Some(date) = record.date {
            let date = date.to_string().replace('-', "/");
            _ = writeln!(text, "$START_TIME:{date} 10:00:00\n$END_TIME:2999/12/31 23:59:59");
        }
        let start = start(record);
        text.push_str(if record.handicap { "PI82HI22KA\n-\n" } else { "PI\n+\n" });
        if let (Some(a), Some(b)) = (first.rating, second.rating) {
            _ = writeln!(text, "'black_rate:someone+0123:{a}\n'white_rate:other+4567:{b}");
        }
        let loses = |side: Side| Some(side.other());
        let (word, to_move) = match (record.ending, record.reason) {
            (Ending::Foul(side), _) if action && side == Side::First => ("-ILLEGAL_ACTION", None),
            (Ending::Foul(_), _) if action => ("+ILLEGAL_ACTION", None),
            (Ending::Foul(side), _) => ("ILLEGAL_MOVE", loses(side)),
            (_, Reason::Resignation) => ("TORYO", loses(winner(record))),
            (_, Reason::Time) => ("TIME_UP", loses(winner(record))),
            (_, Reason::Mate) => ("TSUMI", loses(winner(record))),
            (_, Reason::Declaration) => ("KACHI", Some(winner(record))),
            (_, Reason::Repetition) => ("SENNICHITE", None),
            (_, Reason::Impasse) if action => ("HIKIWAKE", None),
            (_, Reason::Impasse) => ("JISHOGI", None),
            (_, Reason::MaxMoves) => ("MAX_MOVES", None),
            (_, Reason::BrokenOff) if action => ("MATTA", None),
            (_, Reason::BrokenOff) => ("CHUDAN", None),
            other => panic!("{other:?}"),
        };
        let mut side = start;
        for _ in 0..moves_until(to_move, start, style.moves) {
            let sign = if side == Side::First { '+' } else { '-' };
            let time = if fraction { "T12.345" } else { "T3" };
            _ = write!(text, "{sign}7776FU");
            if timed {
                _ = write!(text, "{}{time}", if one_line { ',' } else { '\n' });
            }
            text.push(if one_line { ',' } else { '\n' });
            side = side.other();
        }
        _ = writeln!(text, "%{word}");
        let summary = match record.ending {
            Ending::Played(kakukin_records::GameResult::Draw) => Some(("draw", "draw")),
            Ending::Interrupted => None,
            _ if winner(record) == Side::First => Some(("win", "lose")),
            _ => Some(("lose", "win")),
        };
        if let (Some((a, b)), true) = (summary, told) {
            let cause = match record.reason {
                Reason::Resignation => "toryo",
                Reason::Time => "time up",
                Reason::Foul => "illegal move",
                _ => "so it was",
            };
            _ = writeln!(text, "'summary:{cause}:{} {a}:{} {b}", first.name, second.name);
        }
        wanted.push(Record { line, ..record.clone() });
    }
    (text, wanted)
}

fn write_header(text: &mut String, record: &Record, style: &Style) {
    let colon = if style.coins[0] { '：' } else { ':' };
    if style.coins[1] {
        text.push_str("# ---- 棋譜ファイル ----\n");
    }
    if let Some(date) = record.date {
        let date = date.to_string().replace('-', "/");
        _ = writeln!(text, "開始日時{colon}{date} 10:00:00\n終了日時{colon}2999/12/31");
    }
    _ = writeln!(text, "棋戦{colon}{}\n戦型{colon}{}", record.event, record.opening);
    let odds = if record.handicap { "二枚落ち" } else { "平手　　" };
    let [a, b] = if record.handicap { ["下手", "上手"] } else { ["先手", "後手"] };
    if record.handicap || style.coins[2] {
        _ = writeln!(text, "手合割{colon}{odds}");
    }
    _ = writeln!(text, "{a}{colon}{}\n{b}{colon}{}", record.first.name, record.second.name);
}

/// How a side is called: 先手, 下手.
fn called(record: &Record, side: Side) -> &'static str {
    match (record.handicap, side) {
        (false, Side::First) => "先手",
        (false, Side::Second) => "後手",
        (true, Side::First) => "下手",
        (true, Side::Second) => "上手",
    }
}

/// What the last line of KIF and KI2 says after `まで..手で`.
fn told(record: &Record, style: &Style) -> String {
    let side = |side| called(record, side);
    match (record.ending, record.reason) {
        (Ending::Foul(winner), _) if style.coins[3] => format!("{}の反則勝ち", side(winner)),
        (Ending::Foul(winner), _) => format!("{}の反則負け", side(winner.other())),
        (Ending::Forfeit(winner), _) if style.coins[3] => format!("{}の不戦勝", side(winner)),
        (Ending::Forfeit(winner), _) => format!("{}の不戦敗", side(winner.other())),
        (_, Reason::Unsaid | Reason::Resignation) => format!("{}の勝ち", side(winner(record))),
        (_, Reason::Time) => format!("時間切れにより{}の勝ち", side(winner(record))),
        (_, Reason::Declaration) => format!("{}の入玉勝ち", side(winner(record))),
        (_, Reason::Mate) => "詰み".to_string(),
        (_, Reason::Repetition) => "千日手".to_string(),
        (_, Reason::Impasse) => "持将棋".to_string(),
        (_, Reason::MaxMoves) => "最大手数".to_string(),
        (Ending::Adjourned, _) => "封じ手".to_string(),
        (_, Reason::BrokenOff) => "中断".to_string(),
        other => panic!("{other:?}"),
    }
}

/// KIF: a move on each line.
fn write_kif(games: &[Written]) -> (String, Vec<Record>) {
    let mut text = String::new();
    let mut wanted = Vec::new();
    for (record, style) in games {
        let line = 1 + text.lines().count() as u64;
        write_header(&mut text, record, style);
        let [.., timed, last, variation, blank] = style.coins;
        text.push_str("手数----指手---------消費時間--\n*注釈\n");
        let loses = |side: Side| Some(side.other());
        let (word, to_move) = match (record.ending, record.reason) {
            (Ending::Foul(side), _) if style.coins[3] => ("反則勝ち", Some(side)),
            (Ending::Foul(side), _) => ("反則負け", loses(side)),
            (Ending::Forfeit(side), _) if style.coins[3] => ("不戦勝", Some(side)),
            (Ending::Forfeit(side), _) => ("不戦敗", loses(side)),
            (Ending::Adjourned, _) => ("封じ手", None),
            (_, Reason::Resignation) => ("投了", loses(winner(record))),
            (_, Reason::Time) => ("切れ負け", loses(winner(record))),
            (_, Reason::Mate) => ("詰み", loses(winner(record))),
            (_, Reason::Declaration) => ("入玉勝ち", Some(winner(record))),
            (_, Reason::Repetition) => ("千日手", None),
            (_, Reason::Impasse) => ("持将棋", None),
            (_, Reason::BrokenOff) => ("中断", None),
            other => panic!("{other:?}"),
        };
        let time = if timed { "   ( 0:01/00:00:01)" } else { "" };
        let moves = moves_until(to_move, start(record), style.moves);
        for number in 1..=moves {
            let square = ["７六歩(77)", "同　銀成(31)", "５五角打"][number % 3];
            _ = writeln!(text, "{number:4} {square}{time}");
        }
        _ = writeln!(text, "{:4} {word}{time}", moves + 1);
        if last {
            _ = writeln!(text, "まで{moves}手で{}", told(record, style));
        }
        if variation {
            _ = writeln!(text, "\n変化：1手\n   1 ２六歩(27)\n   2 投了\nまで1手で先手の勝ち");
        }
        if blank {
            text.push('\n');
        }
        wanted.push(Record { line, ..record.clone() });
    }
    (text, wanted)
}

/// KI2: moves in running text; the last line says all.
fn write_ki2(games: &[Written]) -> (String, Vec<Record>) {
    let mut text = String::new();
    let mut wanted = Vec::new();
    for (record, style) in games {
        let line = 1 + text.lines().count() as u64;
        write_header(&mut text, record, style);
        // 詰み says nothing of who is mated.
        let is_mate = record.reason == Reason::Mate;
        let to_move = is_mate.then(|| winner(record).other());
        let moves = moves_until(to_move, start(record), style.moves);
        let mut side = start(record);
        for number in 1..=moves {
            let mark = match (side, style.coins[4]) {
                (Side::First, false) => '▲',
                (Side::First, true) => '☗',
                (Side::Second, false) => '△',
                (Side::Second, true) => '☖',
            };
            _ = write!(text, "{mark}７六歩    ");
            if number % 6 == 0 || number == moves {
                text.push('\n');
            }
            side = side.other();
        }
        _ = writeln!(text, "まで{moves}手で{}", told(record, style));
        if style.coins[5] {
            _ = writeln!(text, "\n変化：1手\n▲２六歩\nまで1手で先手の勝ち");
        }
        wanted.push(Record { line, ..record.clone() });
    }
    (text, wanted)
}

/// Names and titles: every kind of character, and words that mean something elsewhere.
fn texts() -> impl Strategy<Value = String> {
    let words = "~表ソ能~ｶﾅ十~%TORYO~N+~/~'~先手~まで1手で先手の勝ち~投了~の~a:b：c~Doe, J.\
        ~a win:b lose~第1回杯~*~同~①㈱Ⅳ~#KIF";
    let words: Vec<&str> = words.split('~').collect();
    let text = "[a-zA-Z0-9 ,.:;%$'/()_*&|ぁ-ゖァ-ヺ一-龠ｦ-ﾟａ-ｚ０-９、。「」：　★～]{0,16}";
    prop_oneof![1 => prop::sample::select(words).prop_map(str::to_string), 3 => text].prop_map(
        |text| {
            // What old files can hold.
            let is_old = |c: &char| {
                let one = c.to_string();
                let (bytes, _, failed) = SHIFT_JIS.encode(&one);
                !failed && SHIFT_JIS.decode(&bytes).0 == one
            };
            let text: String = text.chars().filter(is_old).collect();
            // One space between words, as names are kept.
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        },
    )
}

fn records(results: Vec<(Ending, Reason)>) -> impl Strategy<Value = Vec<Written>> {
    let date = prop::option::of((1000u16..=9999, 1u8..=12, 1u8..=31))
        .prop_map(|date| date.and_then(|(year, month, day)| Date::new(year, month, day)));
    let record = (
        [texts(), texts(), texts(), texts()],
        date,
        prop::sample::select(results),
        any::<bool>(),
        prop::option::of([-9999i32..99999, -9999..99999]),
        (0usize..9, any::<[bool; 8]>()),
    );
    let written = record.prop_map(|(texts, date, result, handicap, ratings, style)| {
        let [first, second, event, opening] = texts;
        let rating = |side: usize| ratings.map(|ratings| f64::from(ratings[side]) / 10.);
        let (ending, reason) = result;
        let record = Record {
            first: Player { name: first, rating: rating(0) },
            second: Player { name: second, rating: rating(1) },
            ending,
            reason,
            handicap,
            date,
            event,
            opening,
            ..Record::default()
        };
        (record, Style { moves: style.0, coins: style.1 })
    });
    prop::collection::vec(written, 1..6)
}

/// Games with a winner on either side.
fn won_by(reasons: &[Reason]) -> Vec<(Ending, Reason)> {
    let sides = [Side::First, Side::Second];
    let won = |&reason: &Reason| {
        sides.map(|side| match reason {
            Reason::Foul => (Ending::Foul(side), reason),
            Reason::Forfeit => (Ending::Forfeit(side), reason),
            _ => (Ending::won(side), reason),
        })
    };
    reasons.iter().flat_map(won).collect()
}

fn drawn_by(reasons: &[Reason]) -> Vec<(Ending, Reason)> {
    reasons.iter().map(|&reason| (Ending::DRAW, reason)).collect()
}

fn results_of_csa() -> Vec<(Ending, Reason)> {
    use Reason::*;
    let mut all = won_by(&[Resignation, Time, Mate, Declaration, Foul]);
    all.extend(drawn_by(&[Repetition, Impasse, MaxMoves]));
    all.push((Ending::Interrupted, BrokenOff));
    all
}

fn results_of_kif() -> Vec<(Ending, Reason)> {
    use Reason::*;
    let mut all = won_by(&[Resignation, Time, Mate, Declaration, Foul, Forfeit]);
    all.extend(drawn_by(&[Repetition, Impasse]));
    all.extend([(Ending::Interrupted, BrokenOff), (Ending::Adjourned, BrokenOff)]);
    all
}

fn results_of_both() -> Vec<(Ending, Reason)> {
    let csa = results_of_csa();
    results_of_kif().into_iter().filter(|result| csa.contains(result)).collect()
}

fn results_of_ki2() -> Vec<(Ending, Reason)> {
    use Reason::*;
    let mut all = won_by(&[Unsaid, Time, Mate, Declaration, Foul, Forfeit]);
    all.extend(drawn_by(&[Repetition, Impasse, MaxMoves]));
    all.extend([(Ending::Interrupted, BrokenOff), (Ending::Adjourned, BrokenOff)]);
    all
}

/// Reads a text in both encodings, with both line ends, under a name that says nothing.
fn read_back(text: &str, wanted: &[Record]) -> Result<(), TestCaseError> {
    let windows = text.replace('\n', "\r\n");
    let marked = format!("\u{feff}{text}");
    let mut files = vec![text.as_bytes(), windows.as_bytes(), marked.as_bytes()];
    let (old, _, failed) = SHIFT_JIS.encode(&windows);
    // ☗ and ☖ are not in it.
    if !failed {
        files.push(&old);
    }
    prop_assert!(!failed || text.contains(['☗', '☖']));
    for bytes in files {
        let mut found = Collected::default();
        read("record", bytes, &Reading::default(), &mut found).unwrap();
        prop_assert_eq!(&found.skipped, &[]);
        // Traces of moves are looked at where they are compared.
        found.games.iter_mut().for_each(|game| game.traces = Traces::default());
        prop_assert_eq!(&found.games, wanted);
    }
    Ok(())
}

/// KIF has no ratings.
fn without_ratings(mut games: Vec<Written>) -> Vec<Written> {
    for (record, _) in &mut games {
        (record.first.rating, record.second.rating) = (None, None);
    }
    games
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn csa_loses_nothing(games in records(results_of_csa())) {
        let (mut text, wanted) = write_csa(&games);
        // Half-width kana alone could be taken for UTF-8.
        text.push_str("'以上\n");
        read_back(&text, &wanted)?;
    }

    #[test]
    fn kif_loses_nothing(games in records(results_of_kif())) {
        let (text, wanted) = write_kif(&without_ratings(games));
        read_back(&text, &wanted)?;
    }

    #[test]
    fn ki2_loses_nothing(games in records(results_of_ki2())) {
        let (text, wanted) = write_ki2(&without_ratings(games));
        read_back(&text, &wanted)?;
    }

    #[test]
    fn a_file_cut_off_keeps_what_is_before(
        games in records(results_of_both()),
        at in any::<prop::sample::Index>(),
    ) {
        let games = without_ratings(games);
        for (format, (text, wanted)) in
            [(Format::Csa, write_csa(&games)), (Format::Kif, write_kif(&games))]
        {
            let cut = at.index(text.len() + 1);
            let mut found = Collected::default();
            scan(format, &text.as_bytes()[..cut], &mut found).unwrap();
            found.games.iter_mut().for_each(|game| game.traces = Traces::default());
            // The last one may lack its end, and what was cut may be read otherwise.
            let whole = found.games.len().saturating_sub(1);
            prop_assert_eq!(&found.games[..whole], &wanted[..whole]);
            prop_assert!(found.games.len() + found.skipped.len() <= wanted.len().max(1));
        }
    }

    #[test]
    fn noise_is_answered(noise in lines()) {
        answered(noise.as_bytes());
        answered(noise.replace('\n', "\r\n").as_bytes());
        answered(&SHIFT_JIS.encode(&noise).0);
    }

    #[test]
    fn damaged_files_are_answered(
        games in records(results_of_both()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..12),
    ) {
        let games = without_ratings(games);
        for text in [write_csa(&games).0, write_kif(&games).0] {
            let mut bytes = text.into_bytes();
            for (at, byte, way) in &damage {
                let at = at.index(bytes.len() + 1);
                match way {
                    0 => bytes.truncate(at),
                    1 => bytes.insert(at, *byte),
                    2 if at < bytes.len() => _ = bytes.remove(at),
                    _ if at < bytes.len() => bytes[at] = *byte,
                    _ => {}
                }
            }
            answered(&bytes);
        }
    }
}

/// Pieces of both formats in any order.
fn lines() -> impl Strategy<Value = String> {
    let parts = "V2.2~V3.0~N+~N-~$EVENT:~$START_TIME:2024/01/01~PI~PI82HI~P1~P2 * -HI~P+00AL~P-00FU\
        ~P+99~+~-~+7776FU~-3334FU~,~T1~%~%TORYO~%KACHI~%MATTA~'summary:~'summary:toryo:a win:b lose\
        ~'black_rate:a:~nan~/~'~\u{feff}~先手：~後手:~手合割：~平手~香落ち~開始日時：~令和元年\
        ~手数----指手~   1 ~２ ~７六歩(77)~同　銀~投了~反則勝ち~まで~まで97手で~先手の~勝ち~変化：2手~▲~△~☗\
        ~|~| ・v香~+---~#KIF~# ---~*~&~ ~　~\n~\n~\n~\n~\n~\n~後手の持駒：~飛二~歩十八~後手番\
        ~99999999999999999999999 ~封じ手~中断~の反則負け~により~（~不戦敗";
    let parts: Vec<&str> = parts.split('~').collect();
    prop::collection::vec(
        prop_oneof![8 => prop::sample::select(parts).prop_map(str::to_string), 1 => "\\PC{0,8}"],
        0..60,
    )
    .prop_map(|parts| parts.concat())
}

/// Whatever it is, it gives games or skips, in order, within the limits.
fn answered(bytes: &[u8]) {
    for format in [Format::Csa, Format::Kif] {
        let mut found = Collected::default();
        scan(format, bytes, &mut found).unwrap();
        assert!(found.games.len() + found.skipped.len() > 0);
        assert!(found.games.is_sorted_by_key(|game| game.line));
        assert!(found.skipped.is_sorted_by_key(|skip| skip.line));
        for game in &found.games {
            for text in [&game.first.name, &game.second.name, &game.event, &game.opening] {
                assert!(text.chars().count() <= MAX_TEXT);
            }
            assert_ne!(game.ending, Ending::Unknown);
            assert!(game.line > 0);
        }
        let how = Reading { format: Some(format), ..Reading::default() };
        read("noise", bytes, &how, &mut Collected::default()).unwrap();
    }
    read("noise", bytes, &Reading::default(), &mut Collected::default()).unwrap();
}

/// Lines longer than what is seen at once, cut wherever it may be.
#[test]
fn long_lines() {
    for beyond in 1..40 {
        let moves = "+7776FU,T1,-3334FU,T1,".repeat(MAX_LINE / 22 - 2);
        let ending = "T1,+2726FU,%TORYO";
        let blanks = " ".repeat(MAX_LINE + beyond - moves.len() - ending.len());
        let remark = format!("'{moves}{moves},%KACHI");
        let csa = format!("N+a\nN-b\nPI\n+\n{remark}\n{moves}{blanks}{ending}\n");
        let mut found = Collected::default();
        scan(Format::Csa, csa.as_bytes(), &mut found).unwrap();
        assert_eq!(found.games.len(), 1, "{beyond}: {:?}", found.skipped);
        assert_eq!(found.games[0].ending, Ending::won(Side::First), "{beyond}");
        assert_eq!(found.games[0].reason, Reason::Resignation);
    }
    for extra in 0..16 {
        let moves = "▲７六歩 △３四歩 ".repeat(MAX_LINE / 20);
        let remark = "*▲".repeat(MAX_LINE / 2);
        let padding = " ".repeat(extra);
        let ki2 = format!("先手：a\n後手：b\n▲２六歩{padding}{moves}\n{remark}\nまで9手で詰み\n");
        let mut found = Collected::default();
        scan(Format::Kif, ki2.as_bytes(), &mut found).unwrap();
        assert_eq!(found.games.len(), 1, "{:?}", found.skipped);
        assert_eq!(found.games[0].ending, Ending::won(Side::Second));
        assert_eq!(found.games[0].reason, Reason::Mate);
    }
}
