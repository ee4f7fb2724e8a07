use super::*;
use crate::{Collected, Date, Format, Reading, read};
use proptest::prelude::*;

fn games(bytes: &[u8]) -> Collected {
    let mut found = Collected::default();
    read("results", bytes, &Reading::default(), &mut found).unwrap();
    found
}

fn short(record: &Record) -> (String, String, Ending) {
    (record.first.name.clone(), record.second.name.clone(), record.ending)
}

fn expected(first: &str, second: &str, ending: Ending) -> (String, String, Ending) {
    (first.into(), second.into(), ending)
}

#[test]
fn headers_in_both_languages_and_none() {
    let wanted = [
        expected("山田", "鈴木, 一", Ending::won(Side::First)),
        expected("佐藤", "山田", Ending::won(Side::Second)),
        expected("鈴木, 一", "佐藤", Ending::DRAW),
    ];
    let english = "山田,\"鈴木, 一\",1-0\r\n佐藤,山田,0-1\r\n\r\n\"鈴木, 一\",佐藤,1/2-1/2\r\n";
    let japanese =
        english.replace("1-0", "先手勝ち").replace("0-1", "●").replace("1/2-1/2", "千日手");
    for header in ["", "first,second,result\n", "Ｆｉｒｓｔ,Second,Result\r\n", "先手,後手,結果\n"]
    {
        for rows in [english, &japanese] {
            let text = format!("{header}{rows}");
            let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(&text);
            for bytes in [text.as_bytes(), &shift_jis] {
                let found = games(bytes);
                assert_eq!(found.games.iter().map(short).collect::<Vec<_>>(), wanted, "{text}");
                assert!(found.skipped.is_empty());
            }
        }
    }
    let marked = games(format!("\u{feff}first,second,result\n{english}").as_bytes()).games;
    assert_eq!(marked.iter().map(short).collect::<Vec<_>>(), wanted);
    let lines = games(format!("先手,後手,結果\n{japanese}").as_bytes()).games;
    assert_eq!(lines.iter().map(|game| game.line).collect::<Vec<_>>(), [2, 3, 5]);
}

#[test]
fn columns_in_any_order_and_more_of_them() {
    let text = "対局日\t大会\t後手\t先手\t勝者\t終局理由\t先手レート\t手合割\n\
                2024/03/27\t春季\t鈴木\t山田\t鈴木\t反則\t1850.5\t平手\n\
                2024/03/28\t春季\t鈴木\t山田\t\t\t\t香落ち\n\
                2024/03/28\t春季\t鈴木\t山田\t誰か\t\t\t\n";
    let found = games(text.as_bytes());
    let game = &found.games[0];
    assert_eq!(short(game), expected("山田", "鈴木", Ending::Foul(Side::Second)));
    assert_eq!((game.first.rating, game.second.rating), (Some(1850.5), None));
    assert_eq!(game.date, Date::new(2024, 3, 27));
    assert_eq!((game.event.as_str(), game.handicap, game.reason), ("春季", false, Reason::Foul));
    let whys: Vec<_> = found.skipped.iter().map(|skip| (skip.line, skip.why)).collect();
    assert_eq!(whys, [(3, Why::NoResult), (4, Why::UnknownResult)]);
    let colours = games(b"white;black;result\nAnn;Ben;0-1\n");
    assert_eq!(short(&colours.games[0]), expected("Ann", "Ben", Ending::won(Side::Second)));
    let both = games(b"first,second,result,winner\nAnn,Ben,1-0,Ben\n");
    assert_eq!(both.skipped[0].why, Why::Contradiction);
}

/// A player without an opponent has played no game.
#[test]
fn byes_are_no_games() {
    #[derive(Default)]
    struct Byes(Collected, Vec<(String, u64)>);
    impl Sink for Byes {
        fn game(&mut self, record: &Record) -> Result<(), Stop> {
            self.0.game(record)
        }
        fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
            self.0.skipped(skip)
        }
        fn bye(&mut self, record: &Record, half_points: u64) -> Result<(), Stop> {
            self.1.push((record.first.name.clone(), half_points));
            Ok(())
        }
    }
    let text = "first,second,result\nAnn,Ben,1-0\nCid,bye,\nBYE,Dan,0-1\n不戦勝,Eva,1/2-1/2\n\
                Fay,抜け番,0-1\nGus,bye,*\nHal,bye,what\nByers,Ida,1-0\n";
    let mut found = Byes::default();
    scan(text.as_bytes(), &ColumnNames::default(), &mut found).unwrap();
    let byes: Vec<_> = found.1.iter().map(|(name, worth)| (name.as_str(), *worth)).collect();
    assert_eq!(byes, [("Cid", 2), ("Dan", 2), ("Eva", 1), ("Fay", 0), ("Gus", 2)]);
    let names: Vec<_> = found.0.games.iter().map(|game| game.first.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Byers"]);
    assert_eq!(found.0.skipped.iter().map(|skip| skip.line).collect::<Vec<_>>(), [8]);
}

#[test]
fn nothing_apart_becomes_a_draw() {
    for (word, wanted) in [
        ("中断", Ending::Interrupted),
        ("封じ手", Ending::Adjourned),
        ("*", Ending::Unknown),
        ("0-0", Ending::Nobody),
        ("+/-", Ending::Forfeit(Side::First)),
        ("後手反則負け", Ending::Foul(Side::First)),
        ("持将棋", Ending::DRAW),
        ("１－０", Ending::won(Side::First)),
    ] {
        let found = games(format!("first,second,result\na,b,{word}\n").as_bytes());
        assert_eq!(found.games.first().map(|game| game.ending), Some(wanted), "{word}");
    }
}

#[test]
fn what_is_no_table_of_results_is_refused() {
    for text in ["a,b\n1,2\n", "name,elo\nx,1500\n", "hello\n", "\n\n"] {
        let found = games(text.as_bytes());
        assert!(found.games.is_empty());
        assert_eq!(found.skipped[0].why, Why::NotARecord, "{text}");
    }
    let how = Reading { format: Some(Format::Csv), ..Reading::default() };
    let mut found = Collected::default();
    read("x", &b"name,elo\nx,1500\n"[..], &how, &mut found).unwrap();
    assert_eq!(found.skipped[0].why, Why::BadHeader);
}

/// Read by their places, the sides of these would be swapped, or winners all be first.
#[test]
fn columns_with_unknown_names_are_not_read_by_their_places() {
    for head in ["後手,先手,勝敗結果", "gote,sente,kekka", "勝者,敗者,結果", "Liga,,\nWin,Lose,Res"]
    {
        let found = games(format!("{head}\nA,B,1-0\nB,A,1-0\n").as_bytes());
        assert_eq!(found.games, [], "{head}");
        assert_eq!(found.skipped[0].why, Why::BadHeader, "{head}");
    }
    // A title is none.
    assert_eq!(games("Liga 2026,,\nA,B,1-0\nB,A,1-0\n".as_bytes()).games.len(), 2);
}

#[test]
fn an_open_quotation_mark_ends_in_an_error() {
    let mut text = b"first,second,result\na,b,1-0\n\"a,b,1-0\n".to_vec();
    text.resize(4 << 20, b'x');
    let found = games(&text);
    assert_eq!(found.games.len(), 1);
    assert_eq!(found.skipped[0].why, Why::Unreadable);
}

fn text() -> impl Strategy<Value = String> {
    "[a-zあ-ん漢字表ソ \",;='+@＝＋－＠-]{0,12}".prop_map(|text| {
        // An apostrophe before what looks like a formula is not part of a name.
        let text = text.trim_start_matches(['\'', ' ']);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

pub(crate) fn any_record() -> impl Strategy<Value = Record> {
    let endings = prop::sample::select(vec![
        (Ending::won(Side::First), Reason::Resignation),
        (Ending::won(Side::Second), Reason::Mate),
        (Ending::won(Side::First), Reason::Time),
        (Ending::won(Side::Second), Reason::Unsaid),
        (Ending::DRAW, Reason::Repetition),
        (Ending::DRAW, Reason::MaxMoves),
        (Ending::DRAW, Reason::Unsaid),
        (Ending::Foul(Side::First), Reason::Foul),
        (Ending::Foul(Side::Second), Reason::Foul),
        (Ending::Forfeit(Side::First), Reason::Forfeit),
        (Ending::Forfeit(Side::Second), Reason::Forfeit),
        (Ending::Nobody, Reason::Unsaid),
        (Ending::Interrupted, Reason::BrokenOff),
        (Ending::Adjourned, Reason::BrokenOff),
        (Ending::Unknown, Reason::Unsaid),
    ]);
    let player = || (text(), prop::option::of(1u32..4000));
    let date = prop::option::of((1u16..3000, 0u8..13, 0u8..32));
    let rest = (text(), text(), text(), any::<bool>());
    (player(), player(), endings, date, rest).prop_map(|(first, second, ended, date, rest)| {
        let player =
            |(name, rating): (String, Option<u32>)| Player { name, rating: rating.map(f64::from) };
        Record {
            first: player(first),
            second: player(second),
            ending: ended.0,
            reason: ended.1,
            date: date.and_then(|(year, month, day)| Date::new(year, month, day)),
            event: rest.0,
            round: rest.1,
            opening: rest.2,
            handicap: rest.3,
            ..Record::default()
        }
    })
}

proptest! {
    /// Writing and reading back loses nothing.
    #[test]
    fn what_is_written_is_read_back(
        records in prop::collection::vec(any_record(), 1..20), shift_jis: bool, tabs: bool,
    ) {
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer.delimiter(if tabs { b'\t' } else { b',' }).from_writer(Vec::new());
        writer.write_record(COLUMNS).unwrap();
        for record in &records {
            writer.write_record(row(record)).unwrap();
        }
        let mut bytes = writer.into_inner().unwrap();
        if shift_jis {
            bytes = encoding_rs::SHIFT_JIS.encode(std::str::from_utf8(&bytes).unwrap()).0.to_vec();
        }
        let mut found = games(&bytes);
        found.games.iter_mut().for_each(|game| game.line = 0);
        prop_assert_eq!(found.games, records);
        prop_assert!(found.skipped.is_empty());
    }

    #[test]
    fn any_bytes_are_answered(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        games(&[b"first,second,result\n", &noise[..]].concat());
        games(&noise);
    }
}

#[test]
fn words_as_offices_write_them() {
    let first = Side::First;
    for (word, wanted) in [
        ("不戦勝", Ending::Forfeit(first)),
        ("○（不戦）", Ending::Forfeit(first)),
        ("■", Ending::Forfeit(Side::Second)),
        ("反則負け", Ending::Foul(Side::Second)),
        ("先手の反則負け", Ending::Foul(Side::Second)),
        ("1–0", Ending::won(first)),
        ("後手の勝ち", Ending::won(Side::Second)),
        ("無勝負", Ending::Nobody),
    ] {
        let found = games(format!("先手,後手,結果\na,b,{word}\n").as_bytes());
        assert_eq!(found.games.first().map(|game| game.ending), Some(wanted), "{word}");
    }
    let comma = games(b"first;second;result\na;b;0,5\na;b;1,0\n");
    assert_eq!(
        comma.games.iter().map(|game| game.ending).collect::<Vec<_>>(),
        [Ending::DRAW, Ending::won(first)]
    );
    for (reason, wanted) in [
        ("後手反則負け", Ending::Foul(first)),
        ("二歩", Ending::Foul(first)),
        ("棄権", Ending::Forfeit(first)),
        ("no show", Ending::Forfeit(first)),
        ("won on time forfeit", Ending::won(first)),
        ("好局", Ending::won(first)),
    ] {
        let text = format!("先手,後手,結果,終局理由,備考\na,b,1-0,{reason},午後\n");
        assert_eq!(games(text.as_bytes()).games[0].ending, wanted, "{reason}");
    }
}

#[test]
fn colours_say_who_won() {
    let ended = |header: &str, word: &str| {
        games(format!("{header},result\na,b,{word}\n").as_bytes())
            .games
            .first()
            .map(|game| game.ending)
    };
    for (word, black) in [
        ("B+R", true),
        ("W+2.5", false),
        ("黒中押し勝ち", true),
        ("白３目半勝ち", false),
        ("White wins", false),
        ("black", true),
    ] {
        let side = |first: bool| Some(Ending::won(if first { Side::First } else { Side::Second }));
        assert_eq!(ended("black,white", word), side(black), "{word}");
        assert_eq!(ended("白番,黒番", word), side(!black), "{word}");
        assert_eq!(ended("first,second", word), None, "{word}");
    }
}

/// The endings of a table with these words in its result column.
fn endings(header: &str, words: &[&str]) -> Vec<Option<Ending>> {
    let rows: String = words.iter().map(|word| format!("a,b,\"{word}\"\n")).collect();
    let found = games(format!("{header}\n{rows}").as_bytes());
    let at = |line: u64| found.games.iter().find(|game| game.line == line);
    assert_eq!(found.games.len() + found.skipped.len(), words.len(), "{words:?}");
    (2..).zip(words).map(|(line, _)| at(line).map(|game| game.ending)).collect()
}

/// All pairs of words in use, and what each is worth for the first player.
#[test]
fn every_pair_of_result_words_is_read() {
    let (first, second) = (Ending::won(Side::First), Ending::won(Side::Second));
    for (won, lost, drawn) in [
        ("勝", "敗", "分"),
        ("勝", "負", "引分"),
        ("勝ち", "負け", "引き分け"),
        ("勝利", "敗北", "引分け"),
        ("○", "●", "△"),
        ("〇", "×", "△"),
        ("◯", "✕", "持将棋"),
        ("▲", "△", "千日手"),
        ("☗", "☖", "千日手"),
        ("▲勝ち", "△勝ち", "千日手"),
        ("先手勝", "先手負", "千日手"),
        ("先手勝ち", "先手敗", "引分"),
        ("後手負", "後手勝", "千日手"),
        ("後手の負け", "後手の勝ち", "引分"),
        ("先", "後", "分"),
        ("先手", "後手", "引分"),
        ("先勝", "後勝", "引分"),
        ("先攻勝ち", "後攻勝ち", "引分"),
        ("W", "L", "D"),
        ("win", "loss", "draw"),
        ("Won", "Lost", "Drawn"),
        ("wins", "loses", "tie"),
        ("1-0", "0-1", "½-½"),
        ("1–0", "0–1", "1/2-1/2"),
        ("１－０", "０－１", "0.5-0.5"),
        ("1", "0", "0.5"),
        ("1.0", "0.0", "½"),
        ("1:0", "0:1", "1/2"),
        ("+", "-", "="),
        ("＋", "−", "＝"),
        ("first", "second", "draw"),
        ("First wins", "second player won", "draw"),
        ("first player wins", "first player loses", "draw"),
        ("sente", "gote", "jishogi"),
        // As spreadsheets keep 1-0 and 1/2.
        ("Jan-00", "0-1", "2-Jan"),
        ("2000-01-01", "0-1", "2026-01-02"),
    ] {
        let wanted = [first, second, Ending::DRAW, second, first].map(Some);
        let words = [won, lost, drawn, lost, won];
        for header in ["first,second,result", "先手,後手,結果", "White,Black,Result"] {
            assert_eq!(endings(header, &words), wanted, "{header} {words:?}");
        }
    }
}

#[test]
fn colours_are_those_of_the_headings() {
    let (first, second) = (Some(Ending::won(Side::First)), Some(Ending::won(Side::Second)));
    for (white, black) in [
        ("W", "B"),
        ("White", "Black"),
        ("白", "黒"),
        ("白勝", "黒勝"),
        ("黒負", "白負"),
        ("黒番敗", "白番敗"),
        ("White wins", "White loses"),
        ("black lost on time", "Black won"),
        ("W+R", "B+2.5"),
    ] {
        let words = [white, black, white, "D"];
        let (drawn, left_out) = (Some(Ending::DRAW), [None, None, None, Some(Ending::DRAW)]);
        assert_eq!(endings("White,Black,result", &words), [first, second, first, drawn]);
        assert_eq!(endings("黒,白,結果", &words), [second, first, second, drawn], "{words:?}");
        // Nobody can know who of them is White.
        assert_eq!(endings("first,second,result", &words), left_out, "{words:?}");
    }
    // A column with losses has wins, whoever is first.
    for header in ["black,white,result", "white,black,result", "first,second,result"] {
        assert_eq!(endings(header, &["W", "L", "W"]), [first, second, first], "{header}");
    }
    // White or a win: the same person only where White is first.
    assert_eq!(endings("white,black,result", &["W", "D"])[0], first);
    assert_eq!(endings("black,white,result", &["W", "D"])[0], None);
    assert_eq!(endings("first,second,result", &["W", "D"])[0], first);
}

#[test]
fn a_dash_is_a_loss_only_beside_a_plus() {
    assert_eq!(endings("a,b,c\nfirst,second,result", &[]), []);
    assert_eq!(endings("先手,後手,結果", &["1-0", "-"])[1], Some(Ending::Unknown));
    assert_eq!(endings("先手,後手,結果", &["-", "+"])[0], Some(Ending::won(Side::Second)));
}

#[test]
fn reasons_stand_in_results() {
    let (first, second) = (Side::First, Side::Second);
    for (word, wanted) in [
        ("後手時間切れ負け", Ending::won(first)),
        ("時間切れ負け", Ending::won(second)),
        ("入玉勝ち", Ending::won(first)),
        ("×（時間切れ）", Ending::won(second)),
        ("1-0 (time)", Ending::won(first)),
        ("先手反則負", Ending::Foul(second)),
        ("後手不戦敗", Ending::Forfeit(first)),
        ("不戦敗", Ending::Forfeit(second)),
        ("●（不戦）", Ending::Forfeit(second)),
        ("先手の反則勝ち", Ending::Foul(first)),
    ] {
        assert_eq!(endings("先手,後手,結果", &[word]), [Some(wanted)], "{word}");
    }
    for word in ["先手勝ち?", "先手優勢", "勝敗", "投了", "0.5 (time)", "先手勝後手負", "まだ"]
    {
        assert_eq!(endings("先手,後手,結果", &[word]), [None], "{word}");
    }
}

/// Ten players, everybody once against everybody, with 勝 and 敗: no game may be lost.
#[test]
fn a_league_of_45_games() {
    let mut table = String::from("先手,後手,結果\n");
    let mut won = 0;
    for (a, b) in (0..10).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let first = (a * 7 + b * 3) % 10 < 7;
        won += u64::from(first);
        table += &format!("選手{a},選手{b},{}\n", if first { "勝" } else { "敗" });
    }
    let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(&table);
    let wide = table.replace(',', "，");
    for bytes in [table.as_bytes(), &shift_jis, wide.as_bytes()] {
        let found = games(bytes);
        assert_eq!((found.games.len(), found.skipped.len()), (45, 0));
        let wins = found.games.iter().filter(|game| game.ending == Ending::won(Side::First));
        assert_eq!(wins.count() as u64, won);
    }
}

#[test]
fn wide_separators() {
    let wanted = [expected("山田, 太郎", "鈴木", Ending::won(Side::Second))];
    for separator in ["，", "；", "、", "\t", ";"] {
        let text = ["先手|後手|結果", "山田, 太郎|鈴木|敗", ""].join("\n").replace('|', separator);
        let found = games(text.as_bytes());
        assert_eq!(found.games.iter().map(short).collect::<Vec<_>>(), wanted, "{text}");
    }
    // Not used throughout, they are left out and not guessed at.
    let mixed = games("先手，後手，結果\na，b，敗\na,b,敗\n".as_bytes());
    assert_eq!((mixed.games.len(), mixed.skipped.len()), (1, 1));
}

#[test]
fn rows_that_do_not_fit_are_left_out() {
    let shifted = games(b"first,second,result\nA,B,0,5\nA,B,1-0,\n");
    assert_eq!((shifted.games.len(), shifted.skipped[0].why), (1, Why::BadForm));
    let open = games(b"first,second,result\nA,B,1-0\n\"C,D,1-0\nE,F,0-1\n");
    assert_eq!(open.games.len(), 1);
    let skip = &open.skipped[0];
    assert_eq!((skip.line, skip.why), (3, Why::BadForm));
    assert!(skip.detail.starts_with('"') && skip.detail.contains("E,F"), "{}", skip.detail);
}

#[test]
fn titles_above_the_headings() {
    let found = games("春季リーグ\n2024年\n\n先手,後手,結果\na,b,○\n".as_bytes());
    assert_eq!((found.games.len(), found.games[0].line), (1, 5));
    // Numbers are no players, and a number alone is no result without a heading.
    for text in ["1,Tokyo,1\n2,Osaka,0\n", "氏名,所属,1\n", "a,b,0\n", "x,y,-\n"] {
        assert_eq!(games(text.as_bytes()).games, [], "{text}");
    }
}

#[test]
fn headings_of_other_programs() {
    let first = [expected("Ann", "Ben", Ending::won(Side::First))];
    for text in [
        "white_username,black_username,result\nAnn,Ben,1-0\n",
        "id,white_id,white_username,black_id,black_username,winner\n7,x,Ann,y,Ben,white\n",
        "player1,player2,result\nAnn,Ben,1-0\n",
        "Player_1;Player_2;Score_1;Score_2\nAnn;Ben;1;0\n",
        "name1,name2,score\nAnn,Ben,1-0\n",
        "white_username,black_username,white_result,black_result\nAnn,Ben,win,checkmated\n",
    ] {
        let found = games(text.as_bytes());
        assert_eq!(found.games.iter().map(short).collect::<Vec<_>>(), first, "{text}");
    }
    let text = "black_username,white_username,white_result,black_result\n\
                Ann,Ben,win,resigned\nAnn,Ben,agreed,agreed\nAnn,Ben,win,win\nAnn,Ben,timeout,win\n";
    let found = games(text.as_bytes());
    let endings: Vec<_> = found.games.iter().map(|game| (game.ending, game.reason)).collect();
    let wanted = [
        (Ending::won(Side::Second), Reason::Resignation),
        (Ending::DRAW, Reason::Agreement),
        (Ending::won(Side::First), Reason::Time),
    ];
    assert_eq!(endings, wanted);
    assert_eq!(found.skipped, [Skip::new(4, Why::Contradiction, "win / win")]);
}

#[test]
fn columns_are_named_by_the_user() {
    let named = |text: &str, names: &[&str]| {
        let columns = ColumnNames::parse(names.iter().copied()).unwrap();
        let how = Reading { columns, ..Reading::default() };
        let mut found = Collected::default();
        read("results", text.as_bytes(), &how, &mut found).unwrap();
        let games: Vec<_> = found.games.iter().map(short).collect();
        (games, found.skipped)
    };
    let text = "Engine A,Engine B,Points,white,black\nAnn,Ben,1-0,Cid,Dan\n";
    let names = ["first=engine a", "second = Engine B", "result=POINTS"];
    let game = |first, second| vec![expected(first, second, Ending::won(Side::First))];
    assert_eq!(named(text, &names), (game("Ann", "Ben"), vec![]));
    // The other way round, and beside headings that are known anyway.
    let turned = ["first=Engine B", "second=Engine A", "result=Points"];
    assert_eq!(named(text, &turned).0, game("Ben", "Ann"));
    assert_eq!(named(text, &["result=Points"]).0, game("Cid", "Dan"));
    // What is not there is not guessed, and the names that are there are said.
    let (found, skipped) = named(text, &["first=Engine C", "second=Engine B", "result=Points"]);
    assert!(found.is_empty() && skipped.len() == 1, "{skipped:?}");
    let mut found = Collected::default();
    let columns = ColumnNames::parse(["first=Engine C"]).unwrap();
    let how = Reading { columns, ..Reading::default() };
    read("results.csv", text.as_bytes(), &how, &mut found).unwrap();
    let all = "Engine A, Engine B, Points, white, black";
    assert_eq!(found.skipped, [Skip::new(1, Why::BadHeader, all)]);
    for bad in ["first", "frist=x", "first=", "first=a,first=b"] {
        let error = ColumnNames::parse(bad.split(',')).unwrap_err();
        assert_eq!(error.field, "columns");
    }
}
