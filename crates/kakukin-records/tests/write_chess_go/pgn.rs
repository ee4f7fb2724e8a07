//! PGN.

use crate::{any, next_line, read_back};
use kakukin_records::{Ending, GameResult, Reason, Record, Side};
use proptest::prelude::*;
use std::fmt::Write;

/// Every ending and reason that PGN can express: result and termination.
fn endings() -> Vec<(Ending, Reason, &'static str, &'static str)> {
    use Ending::{Adjourned, Forfeit, Foul, Interrupted, Nobody, Played, Unknown};
    let mut all = vec![
        (Nobody, Reason::Forfeit, "0-0", ""),
        (Nobody, Reason::Foul, "0-0", "rules infraction"),
        (Interrupted, Reason::BrokenOff, "*", "unterminated"),
        (Interrupted, Reason::BrokenOff, "*", "abandoned"),
        (Adjourned, Reason::BrokenOff, "*", "adjourned"),
        (Unknown, Reason::Unsaid, "*", ""),
    ];
    for (side, result, walkover) in [(Side::First, "1-0", "+/-"), (Side::Second, "0-1", "-/+")] {
        let won = Played(GameResult::from(side));
        all.extend([
            (won, Reason::Unsaid, result, ""),
            (won, Reason::Unsaid, result, "normal"),
            (won, Reason::Time, result, "time forfeit"),
            (won, Reason::Resignation, result, "A won by resignation"),
            (won, Reason::Mate, result, "A won by checkmate"),
            (won, Reason::BrokenOff, result, "disconnection"),
            (Foul(side), Reason::Foul, result, "illegal move"),
            (Forfeit(side), Reason::Forfeit, result, "unplayed"),
            (Forfeit(side), Reason::Forfeit, walkover, ""),
        ]);
    }
    for (reason, termination) in [
        (Reason::Unsaid, ""),
        (Reason::Repetition, "Game drawn by repetition"),
        (Reason::Agreement, "Game drawn by agreement"),
        (Reason::MaxMoves, "maximum number of moves"),
        (Reason::Time, "time forfeit"),
    ] {
        all.push((Ending::DRAW, reason, "1/2-1/2", termination));
    }
    all
}

/// What moves may look like, with all that must not be taken for a result or a tag.
const MOVES: [&str; 16] = [
    "1. e4 e5 ",
    "2. Nf3 $1 Nc6 ",
    "0-0 0-0-0 ",
    "12... Rb1 13. Ra2 ",
    "{ 1-0 } ",
    "{ [%clk 0:01:00] 0-1 } ",
    "{ over\n[White \"nobody\"]\nlines } ",
    "{ ( } ",
    "( 4. b4 Bxb4 0-1 ) ",
    "( 4. b4 ( { ) } 4. c4 1/2-1/2 ) Bb6 ) ",
    "( 4. b4 ( 4. c4 ) Bb6 0-1 { so } ) ",
    "5. d4 +/- { White is better } d5 -/+\n",
    "; to the end { ( 1-0\n",
    "\n% escaped { ( 0-1\n",
    "\n",
    "Qxf7+\t",
];

/// Where the result stands.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    InBoth,
    InTag,
    AfterMoves,
    AfterMovesOnly,
}

#[derive(Debug, Clone)]
struct Written {
    record: Record,
    result: &'static str,
    termination: &'static str,
    said: Said,
    moves: Vec<&'static str>,
    layout: u8,
}

fn written() -> impl Strategy<Value = Written> {
    let opening = prop_oneof![
        Just(String::new()),
        Just("C50".to_string()),
        "[A-E][0-9]{2} [A-Z][a-z]{1,9}( [a-z]{1,9}){0,3}",
        "[A-Z][a-z]{1,9}( [a-z]{1,9}){0,3}",
        "[1-8pnk]{1,8}/8/8/8/8/8/[1-8PNK]{1,8} [wb] - - 0 1",
    ];
    let fields = (
        any::player(30, 1),
        any::player(30, 1),
        prop::option::of(any::date(1000..9999)),
        any::name(40),
        any::name(6),
        opening,
    );
    let said = prop::sample::select(vec![
        Said::InBoth,
        Said::InTag,
        Said::AfterMoves,
        Said::AfterMovesOnly,
    ]);
    let moves = prop::collection::vec(prop::sample::select(MOVES.to_vec()), 0..12);
    (fields, prop::sample::select(endings()), said, moves, any::<u8>()).prop_map(
        |((first, second, date, event, round, opening), ending, said, moves, layout)| {
            let (ending, reason, result, termination) = ending;
            let record = Record {
                first,
                second,
                ending,
                reason,
                date,
                event,
                round,
                opening,
                ..Record::default()
            };
            // After moves, two noughts are castling, and the others judge the position.
            let unplayed = matches!(result, "0-0" | "+/-" | "-/+");
            let mut moves = if unplayed && said != Said::InTag { Vec::new() } else { moves };
            // Before both have moved it would be a forfeit.
            if termination == "disconnection" {
                moves.insert(0, MOVES[0]);
            }
            Written { record, result, termination, said, moves, layout }
        },
    )
}

fn write(games: &mut [Written]) -> String {
    let mut text = String::new();
    for game in games {
        let record = &mut game.record;
        record.line = next_line(&text);
        let between = if game.layout & 1 == 0 { "\n" } else { " " };
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(text, "[{name} \"{value}\"]{between}");
        };
        let unknown = |value: &str| if value.is_empty() { "?".to_string() } else { value.into() };
        tag("Event", &unknown(&record.event));
        tag("Site", "?");
        let date = record.date.map(|date| date.to_string().replace('-', ".")).unwrap_or_default();
        tag("Date", &(date.clone() + &"????.??.??"[date.len()..]));
        tag("Round", &unknown(&record.round));
        tag("White", &record.first.name);
        tag("Black", &unknown(&record.second.name));
        match game.said {
            Said::InBoth | Said::InTag => tag("Result", game.result),
            Said::AfterMoves => tag("Result", "*"),
            Said::AfterMovesOnly => {}
        }
        if let Some(rating) = record.first.rating {
            tag("WhiteElo", &rating.to_string());
        }
        tag("BlackElo", &record.second.rating.map_or("-".to_string(), |r| r.to_string()));
        if !game.termination.is_empty() {
            tag("Termination", game.termination);
        }
        let opening = &record.opening;
        if opening.contains('/') {
            tag("SetUp", "1");
            tag("FEN", opening);
        } else {
            let coded = opening.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            let (code, name) = match opening.split_once(' ') {
                Some((code, name)) if coded => (code, name),
                _ if coded => (opening.as_str(), "?"),
                _ => ("?", opening.as_str()),
            };
            tag("ECO", code);
            tag("Opening", name);
        }
        text.push_str(if game.layout & 2 == 0 { "\n\n" } else { "\n" });
        text.extend(game.moves.iter().copied());
        let _ = match game.said {
            Said::InTag if game.layout & 4 == 0 => write!(text, "*"),
            // Without a marker, the next game's tags end the game.
            Said::InTag => write!(text, "\n\n"),
            _ => write!(text, "{}", game.result),
        };
        text.push_str(if game.layout & 8 == 0 { "\n\n" } else { " \n" });
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
