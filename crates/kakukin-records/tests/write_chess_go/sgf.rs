//! SGF.

use crate::{any, next_line, read_back};
use kakukin_records::{Ending, GameResult, Reason, Record, Side};
use proptest::prelude::*;
use std::fmt::Write;

/// Every ending and reason that a result can express.
fn endings() -> Vec<(Ending, Reason, &'static str)> {
    use Ending::{Adjourned, Forfeit, Foul, Interrupted, Nobody, Played, Unknown};
    let (black, white) = (Played(GameResult::First), Played(GameResult::Second));
    vec![
        (black, Reason::Count, "B+0.5"),
        (black, Reason::Count, "B+64"),
        (white, Reason::Count, "W+12.25"),
        (black, Reason::Resignation, "B+R"),
        (white, Reason::Resignation, "W+Resign"),
        (black, Reason::Time, "B+Time"),
        (white, Reason::Time, "W+T"),
        (black, Reason::Unsaid, "B+"),
        (white, Reason::Unsaid, "W+"),
        (black, Reason::Resignation, "黒中押し勝ち"),
        (white, Reason::Count, "白２目半勝ち"),
        (Ending::DRAW, Reason::Unsaid, "0"),
        (Ending::DRAW, Reason::Unsaid, "Draw"),
        (Ending::DRAW, Reason::Count, "ジゴ"),
        (Forfeit(Side::First), Reason::Forfeit, "B+F"),
        (Forfeit(Side::Second), Reason::Forfeit, "W+Forfeit"),
        (Foul(Side::First), Reason::Foul, "白反則負け"),
        (Foul(Side::Second), Reason::Foul, "黒反則負け"),
        (Nobody, Reason::Unsaid, "無勝負"),
        (Interrupted, Reason::BrokenOff, "Void"),
        (Adjourned, Reason::BrokenOff, "打ち掛け"),
        (Unknown, Reason::Unsaid, "?"),
    ]
}

const NODES: [&str; 6] = [
    ";B[pd];W[dp]",
    "C[a comment; with ( all [ that \\] could \\\\\nend it)]",
    "(;W[aa]PB[nobody]RE[W+R])(;W[bb](;B[cc]))",
    ";LB[dd:1][pp:\\]]TR[aa][bb]",
    "\n",
    ";B[]W[tt]",
];

#[derive(Debug, Clone)]
struct Written {
    record: Record,
    result: &'static str,
    nodes: Vec<&'static str>,
    stones: u8,
    layout: u8,
}

fn written() -> impl Strategy<Value = Written> {
    let opening = prop_oneof![
        Just(String::new()),
        (-40..=40i32).prop_map(|halves| format!("komi {}", f64::from(halves) / 2.0)),
    ];
    let fields = (
        any::player(30, 100),
        any::player(30, 100),
        prop::option::of(any::date(1000..9999)),
        any::name(40),
        any::name(10),
        opening,
    );
    let nodes = prop::collection::vec(prop::sample::select(NODES.to_vec()), 0..8);
    let stones = prop_oneof![Just(0), 2..=9u8];
    (fields, prop::sample::select(endings()), nodes, stones, any::<u8>()).prop_map(
        |((first, second, date, event, round, opening), ending, nodes, stones, layout)| {
            let (ending, reason, result) = ending;
            let handicap = stones > 0;
            let record = Record {
                first,
                second,
                ending,
                reason,
                handicap,
                date,
                event,
                round,
                opening,
                ..Record::default()
            };
            Written { record, result, nodes, stones, layout }
        },
    )
}

fn write(games: &mut [Written]) -> String {
    let mut text = String::new();
    for game in games {
        let record = &mut game.record;
        record.line = next_line(&text);
        // Before FF[4], lower-case letters could be part of a name.
        let old = game.layout & 1 > 0;
        let gap = ["", "\n", " "][usize::from(game.layout >> 1) % 3];
        text.push_str("(;");
        let mut property = |name: &str, value: &str| {
            let name: String = match old {
                true => name.to_string(),
                false => name.chars().filter(char::is_ascii_uppercase).collect(),
            };
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            let _ = write!(text, "{name}[{value}]{gap}");
        };
        property("GaMe", "1");
        property("FileFormat", if old { "3" } else { "4" });
        property("PlayerBlack", &record.first.name);
        property("PlayerWhite", &record.second.name);
        for (name, rating) in
            [("BlackRank", record.first.rating), ("WhiteRank", record.second.rating)]
        {
            property(name, &rating.map_or("3d".to_string(), |rating| rating.to_string()));
        }
        property("EVent", &record.event);
        property("ROund", &record.round);
        property("DaTe", &record.date.map(|date| date.to_string()).unwrap_or_default());
        property("KoMi", record.opening.trim_start_matches("komi "));
        property("REsult", game.result);
        match game.stones {
            0 => {}
            stones if game.layout & 16 > 0 => property("HAndicap", &stones.to_string()),
            stones => {
                text.push_str("AB");
                (0..stones).for_each(|at| {
                    let _ = write!(text, "[{}d]", char::from(b'a' + at));
                });
            }
        }
        text.extend(game.nodes.iter().copied());
        text.push_str(if game.layout & 32 > 0 { ")" } else { ")\n\n" });
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost(mut games in prop::collection::vec(written(), 1..6), windows: bool) {
        let mut text = write(&mut games);
        if windows {
            text = text.replace('\n', "\r\n");
        }
        let (found, skipped) = read_back(&text);
        prop_assert_eq!(skipped, []);
        let wanted: Vec<Record> = games.into_iter().map(|game| game.record).collect();
        prop_assert_eq!(found, wanted);
    }
}
