//! What organisers really type: each is understood as something, or explained in one sentence in
//! either language; and everything that the program prints for a choice can be typed for it.

use kakukin_report::{Lang, try_translate};
use kakukin_series::{Draws, Rational, Turns, Undecided};
use std::process::{Command, Output};

fn kakukin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kakukin")).args(arguments).output().expect("the program runs")
}

/// The answer as data.
fn answer(arguments: &[&str]) -> String {
    let run = kakukin(&[arguments, &["--format", "json"]].concat());
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{arguments:?}: {said}");
    String::from_utf8(run.stdout).expect("UTF-8")
}

/// What follows `kakukin`, and the plain form that it is understood as.
const UNDERSTOOD: &[(&[&str], &[&str])] = &[
    // Rates.
    (&["eval", "7割", "1/2/3"], &["eval", "--p", "7/10", "--points", "1/2/3"]),
    (&["eval", "七割", "1/2/3"], &["eval", "--p", "7/10", "--points", "1/2/3"]),
    (&["eval", "６割５分", "1/2/3"], &["eval", "--p", "65%", "--points", "1/2/3"]),
    (&["eval", "六割五分", "1/2/3"], &["eval", "--p", "65%", "--points", "1/2/3"]),
    (&["eval", "0,7", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "70", "10", "1/2/3"], &["eval", "--p", "0.7", "--f", "0.1", "--points", "1/2/3"]),
    (&["eval", "1", "1/2/3"], &["eval", "--p", "100%", "--points", "1/2/3"]),
    (&["eval", "62.4", "1/2/3"], &["eval", "--p", "0.624", "--points", "1/2/3"]),
    (&["eval", "70 %", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "７０％", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "約70%", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "~70%", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "about 70 percent", "1/2/3"], &["eval", "--p", "0.7", "--points", "1/2/3"]),
    (&["eval", "十分の七", "1/2/3"], &["eval", "--p", "7/10", "--points", "1/2/3"]),
    // Intervals.
    (&["find", "66%-74%", "10%", "3"], &["find", "--p", "66%..74%", "--f", "0.1", "--limit", "3"]),
    (&["find", "66-74%", "10%", "3"], &["find", "--p", "66%..74%", "--f", "0.1", "--limit", "3"]),
    (&["find", "66～74％", "10%", "3"], &["find", "--p", "66%..74%", "--f", "0.1", "--limit", "3"]),
    (&["find", "66〜74%", "10%", "3"], &["find", "--p", "66%..74%", "--f", "0.1", "--limit", "3"]),
    (&["find", "66% to 74%", "0", "3"], &["find", "--p", "66%..74%", "--limit", "3"]),
    (&["find", "66–74 %", "0", "3"], &["find", "--p", "66%..74%", "--limit", "3"]),
    (&["find", "6～7割", "0", "3"], &["find", "--p", "60%..70%", "--limit", "3"]),
    (&["find", "70%±4%", "0", "3"], &["find", "--p", "66%..74%", "--limit", "3"]),
    // Bare words, whole numbers.
    (&["find", "70%", "10%", "7"], &["find", "--p", "70%", "--f", "10%", "--limit", "7"]),
    (&["find", "70%", "--band", "5"], &["find", "--p", "70%", "--band", "5%"]),
    (
        &["find", "70%", "0", "三", "--top", "１"],
        &["find", "--p", "70%", "--limit", "3", "--top", "1"],
    ),
    (&["eval", "1/2/3", "--p", "70%"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (
        &["eval", "7割", "1割", "--points", "1/2/3"],
        &["eval", "--p", "70%", "--f", "10%", "--points", "1/2/3"],
    ),
    // Points.
    (&["eval", "70%", "1,2,3"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "1-2-3"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "1:2:3"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "1 2 3"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "１／２／３"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "1、2、3"], &["eval", "--p", "70%", "--points", "1/2/3"]),
    (&["eval", "70%", "0,5/1/1,5"], &["eval", "--p", "70%", "--points", "0.5/1/1.5"]),
    // Words.
    (
        &["eval", "70%", "1/2/3", "--turns", "交互"],
        &["eval", "70%", "1/2/3", "--turns", "alternating"],
    ),
    (
        &["eval", "70%", "1/2/3", "--turns", "Alternate"],
        &["eval", "70%", "1/2/3", "--turns", "alternating"],
    ),
    (
        &["eval", "70%", "1/2/3", "--turns", "先後固定"],
        &["eval", "70%", "1/2/3", "--turns", "fixed"],
    ),
    (&["eval", "70%", "1/2/3", "--turns", "ABBA"], &["eval", "70%", "1/2/3", "--turns", "abba"]),
    (
        &["eval", "70%", "1/2/3", "--turns", "Thue-Morse"],
        &["eval", "70%", "1/2/3", "--turns", "thue-morse"],
    ),
    (
        &["eval", "70%", "1/2/3", "--turns", "負けた方が先"],
        &["eval", "70%", "1/2/3", "--turns", "loser-first"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--draws", "千日手"],
        &["eval", "70%", "10%", "1/2/3", "--draws", "swap"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--draws", "指し直し"],
        &["eval", "70%", "10%", "1/2/3", "--draws", "replay"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--draws", "引分けは無勝負"],
        &["eval", "70%", "10%", "1/2/3", "--draws", "replay"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--undecided", "抽選"],
        &["eval", "70%", "10%", "1/2/3", "--undecided", "lot"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--undecided", "後手"],
        &["eval", "70%", "10%", "1/2/3", "--undecided", "second"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--undecided", "一局"],
        &["eval", "70%", "10%", "1/2/3", "--undecided", "game"],
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--undecided", "アルマゲドン"],
        &["eval", "70%", "10%", "1/2/3", "--undecided", "armageddon"],
    ),
    (&["find", "--game", "将棋", "--limit", "3"], &["find", "--game", "shogi", "--limit", "3"]),
    (&["find", "--game", "チェス", "--limit", "3"], &["find", "--game", "chess", "--limit", "3"]),
    (&["find", "--game", "囲碁", "--limit", "3"], &["find", "--game", "go", "--limit", "3"]),
    (
        &[
            "find",
            "70%",
            "10%",
            "3",
            "--turns",
            "交互、固定",
            "--draws",
            "draws replayed, sides swapped",
        ],
        &["find", "70%", "10%", "3", "--turns", "alternating,fixed", "--draws", "swap"],
    ),
    // Numbers with commas, and lists.
    (&["eval", "70%", "1/2/3", "--elo", "1,500"], &["eval", "70%", "1/2/3", "--elo", "1500"]),
    (&["eval", "70%", "1/2/3", "--elo", "120,5"], &["eval", "70%", "1/2/3", "--elo", "120.5"]),
    (
        &["eval", "70%", "1/2/3", "--book", "90，95"],
        &["eval", "70%", "1/2/3", "--book", "0.9,0.95"],
    ),
    (
        &["table", "--p", "60-62", "--f", "0,10,20"],
        &["table", "--p", "60..62", "--f", "0%,10%,20%"],
    ),
];

#[test]
fn what_people_type_is_understood() {
    for (typed, meant) in UNDERSTOOD {
        assert_eq!(answer(typed), answer(meant), "{typed:?}");
    }
}

/// What follows `kakukin`, and the sentence for it in English and in Japanese.
const EXPLAINED: &[(&[&str], &str, &str)] = &[
    (
        &["eval", "1e-3", "1/2/3"],
        "error: --p 1e-3: powers of ten (1e-3) are not read; write the number out, or as a fraction (1/1000) (allowed: 0..1 (0.7, 70%, 7/10))",
        "エラー：--p 1e-3：指数表記（1e-3）は読めません。そのまま小数か分数（1/1000）で書いてください（使える値：0..1 (0.7, 70%, 7/10)）",
    ),
    (
        &["eval", "700", "1/2/3"],
        "error: --p 700: out of range (allowed: 0..1 (0.7, 70%, 7/10))",
        "エラー：--p 700：範囲の外です（使える値：0..1 (0.7, 70%, 7/10)）",
    ),
    (
        &["eval", "五分", "1/2/3"],
        "error: --p 五分: this is not a number (allowed: 0..1 (0.7, 70%, 7/10))",
        "エラー：--p 五分：数として読めません（使える値：0..1 (0.7, 70%, 7/10)）",
    ),
    (
        &["eval", "66%..74%", "1/2/3"],
        "error: --p 66%..74%: one number is needed here, not an interval (allowed: 0..1 (0.7, 70%, 7/10))",
        "エラー：--p 66%..74%：ここでは区間ではなく 1 つの数を書いてください（使える値：0..1 (0.7, 70%, 7/10)）",
    ),
    (
        &["eval", "70%", "1/2/3", "--book", "0,9"],
        "error: --book 0,9: commas separate the numbers of a list here, so this could be one number or two; write a decimal with a point (0.7), a list with signs (0%,7%) (allowed: 90%; 90%,95%; 0.9,0.95)",
        "エラー：--book 0,9：ここではコンマは数の区切りなので、1 つの数とも 2 つの数とも読めます。小数は 0.7 のように点で、並べるなら 0%,7% のように % を付けて書いてください（使える値：90%; 90%,95%; 0.9,0.95）",
    ),
    (
        &["table", "--p", "0,7"],
        "error: --p 0,7: commas separate the numbers of a list here, so this could be one number or two; write a decimal with a point (0.7), a list with signs (0%,7%) (allowed: 70%; 50%..99%; 50..99; 0..70:5; 0,10%,1/4 (<= 10000))",
        "エラー：--p 0,7：ここではコンマは数の区切りなので、1 つの数とも 2 つの数とも読めます。小数は 0.7 のように点で、並べるなら 0%,7% のように % を付けて書いてください（使える値：70%; 50%..99%; 50..99; 0..70:5; 0,10%,1/4 (<= 10000)）",
    ),
    (
        &["find", "70%", "--max-bias", "1"],
        "error: --max-bias 1: 1 alone is 100 %, which is surely not meant; for one per cent write 1% (allowed: 0..1 (0.01, 1%, 1/100))",
        "エラー：--max-bias 1：1 だけでは 100 %の意味になります。1 %なら 1% と書いてください（使える値：0..1 (0.01, 1%, 1/100)）",
    ),
    (
        &["find", "70%", "10%", "7", "--p", "60%"],
        "error: 70% stands for --p, which is given as well (60%); give it once",
        "エラー：70% は --p の略記ですが、--p も指定されています（60%）。どちらかだけにしてください",
    ),
    (
        &["eval", "70%", "10%", "1/2/3", "--points", "1/1/2"],
        "error: 1/2/3 stands for --points, which is given as well (1/1/2); give it once",
        "エラー：1/2/3 は --points の略記ですが、--points も指定されています（1/1/2）。どちらかだけにしてください",
    ),
    (
        &["eval", "70%", "1/2"],
        "error: --points 1/2: not of the expected form (write: FIRST/SECOND/TARGET (1/2/3), 0 < FIRST, SECOND <= TARGET <= 1000000)",
        "エラー：--points 1/2：書式が違います（書き方：先手勝ち点/後手勝ち点/目標点 (1/2/3), 0 < 先手勝ち点, 後手勝ち点 <= 目標点 <= 1000000）",
    ),
    (
        &["eval", "70%", "0,5,1,1,5"],
        "error: --points 0,5,1,1,5: not of the expected form (write: FIRST/SECOND/TARGET (1/2/3), 0 < FIRST, SECOND <= TARGET <= 1000000)",
        "エラー：--points 0,5,1,1,5：書式が違います（書き方：先手勝ち点/後手勝ち点/目標点 (1/2/3), 0 < 先手勝ち点, 後手勝ち点 <= 目標点 <= 1000000）",
    ),
    (
        &["find", "70%", "10%", "7,5"],
        "error: --limit 7,5: this is not a number (allowed: 1..60)",
        "エラー：--limit 7,5：数として読めません（使える値：1..60）",
    ),
    (
        &["eval", "70%", "1/2/3", "--turns", "じゃんけん"],
        "error: --turns じゃんけん: not a known value (allowed: fixed, alternating, abba, thue-morse, loser-first, winner-first, pattern=ABBA..)",
        "エラー：--turns じゃんけん：指定できない値です（使える値：fixed, alternating, abba, thue-morse, loser-first, winner-first, pattern=ABBA..）",
    ),
    (
        &["find", "--game", "麻雀"],
        "error: --game 麻雀: not a known value (allowed: shogi, computer-shogi, chess, go)",
        "エラー：--game 麻雀：指定できない値です（使える値：shogi, computer-shogi, chess, go）",
    ),
];

#[test]
fn what_is_not_understood_is_explained() {
    for (typed, english, japanese) in EXPLAINED {
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let run = kakukin(&[*typed, &["--lang", lang]].concat());
            let said = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{typed:?}");
            assert_eq!(said.trim_end(), *sentence, "{typed:?}");
        }
    }
}

/// A win as first player that earns more is remarked on, unless being first is a disadvantage.
#[test]
fn points_the_wrong_way_round_are_remarked_on() {
    let remarked = |p| answer(&["eval", p, "2/1/3"]).contains("first_win_earns_more");
    assert!(remarked("70%") && remarked("50%") && !remarked("49%"));
    assert!(!answer(&["eval", "70%", "1/2/3"]).contains("remarks"));
    for (lang, words) in [("en", "earns more than"), ("ja", "逆ではありませんか")] {
        let run = kakukin(&["eval", "70%", "2/1/3", "--lang", lang]);
        assert!(String::from_utf8_lossy(&run.stdout).contains(words), "{lang}");
    }
}

fn printed(key: &str, letters: &str) -> Vec<String> {
    let texts = Lang::ALL.map(|lang| try_translate(lang, key));
    texts.into_iter().flatten().map(|text| text.replace("%{letters}", letters)).collect()
}

/// The words for a choice, wherever they are printed.
fn each(code: &str, places: &[&str], letters: &str, check: impl Fn(&str)) {
    check(code);
    let mut count = 0;
    for place in places {
        let texts = printed(&format!("{place}{code}"), letters);
        count += texts.len();
        texts.iter().for_each(|text| check(text));
    }
    assert_eq!(count, Lang::ALL.len() * places.len(), "{code}");
}

#[test]
fn words_that_are_printed_are_read_back() {
    let places = ["turns.", "turns_short.", "web.common.turns_"];
    for code in ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first"] {
        each(code, &places, "", |text| {
            let read = text.parse::<Turns>().map(|turns| turns.to_string());
            assert_eq!(read.as_deref(), Ok(code), "{text}");
        });
    }
    for place in places {
        for text in printed(&format!("{place}pattern"), "AAB") {
            let read = text.parse::<Turns>().map(|turns| turns.to_string());
            assert_eq!(read.as_deref(), Ok("pattern=AAB"), "{text}");
        }
    }
    for code in ["pass", "keep", "replay", "swap", "second"] {
        each(code, &["draws_short.", "web.common.draws_"], "", |text| {
            let read = text.parse::<Draws<Rational>>().map(|draws| draws.to_string());
            assert_eq!(read.as_deref(), Ok(code), "{text}");
        });
    }
    for way in Undecided::ALL {
        each(way.code(), &["rule.undecided."], "", |text| {
            assert_eq!(text.parse::<Undecided>(), Ok(way), "{text}");
        });
    }
    // Orders are also looked for.
    for key in ["turns.best", "web.common.turns_best"] {
        for text in printed(key, "") {
            let mut request = kakukin_series::Request::within(3);
            kakukin_query::choose_turns(std::slice::from_ref(&text), &mut request).expect("best");
            assert!(request.best_turns && request.turns.is_empty(), "{text}");
        }
    }
}
