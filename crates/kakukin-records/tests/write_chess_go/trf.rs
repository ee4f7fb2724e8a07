//! TRF16 and TRF26.

use crate::{any, next_line, read_back};
use kakukin_records::{Date, Ending, GameResult, Player, Reason, Record, Side, Skip, Why};
use proptest::prelude::*;
use std::fmt::Write;

/// Every result of a game: what White's line and Black's line say.
const RESULTS: [(Ending, Reason, char, char); 11] = [
    (Ending::Played(GameResult::First), Reason::Unsaid, '1', '0'),
    (Ending::Played(GameResult::Second), Reason::Unsaid, '0', '1'),
    (Ending::DRAW, Reason::Unsaid, '=', '='),
    (Ending::Played(GameResult::First), Reason::Unsaid, 'W', 'L'),
    (Ending::Played(GameResult::Second), Reason::Unsaid, 'l', 'w'),
    (Ending::DRAW, Reason::Unsaid, 'D', 'D'),
    (Ending::Forfeit(Side::First), Reason::Forfeit, '+', '-'),
    (Ending::Forfeit(Side::Second), Reason::Forfeit, '-', '+'),
    (Ending::Nobody, Reason::Forfeit, '-', '-'),
    (Ending::Nobody, Reason::Unsaid, '0', '0'),
    (Ending::Unknown, Reason::Unsaid, ' ', ' '),
];

#[derive(Debug, Clone)]
struct Tournament {
    name: String,
    players: Vec<Player>,
    /// For each round its date, an order in which players are paired off, and what came of it.
    rounds: Vec<(Option<Date>, Vec<usize>, Vec<usize>)>,
    layout: u8,
}

fn tournament() -> impl Strategy<Value = Tournament> {
    let players = prop::collection::vec(any::player(33, 1), 2..12);
    (any::name(40), players, any::<u8>()).prop_flat_map(|(name, players, layout)| {
        let order = Just((0..players.len()).collect::<Vec<_>>()).prop_shuffle();
        let day = any::date(1970..2070)
            .prop_filter("whole days only", |date| date.to_string().len() == 10);
        let results = prop::collection::vec(0..RESULTS.len() + 3, players.len());
        let rounds = prop::collection::vec((prop::option::of(day), order, results), 0..6);
        rounds.prop_map(move |rounds| {
            let (name, players) = (name.clone(), players.clone());
            Tournament { name, players, rounds, layout }
        })
    })
}

/// Writes a tournament, and what must be found in it.
fn write(all: &[Tournament]) -> (String, Vec<Record>, Vec<Skip>) {
    let (mut text, mut games, mut byes) = (String::new(), Vec::new(), Vec::new());
    for tournament in all {
        let Tournament { name, players, rounds, layout } = tournament;
        let _ = writeln!(text, "012 {name}");
        if layout & 1 > 0 {
            text.push_str("### a comment\n142 9\n162  W 1.0     D 0.5\n192 FIDE_DUTCH_2026\n");
        }
        let mut line = "132".to_string() + &" ".repeat(88);
        for (date, ..) in rounds {
            let date = date.map(|date| date.to_string()[2..].replace('-', "/"));
            let _ = write!(line, "{:8}  ", date.unwrap_or_default());
        }
        let _ = writeln!(text, "{}", line.trim_end());
        let first_line = next_line(&text);
        // Players may stand in any order.
        let backwards = layout & 2 > 0;
        let line_of = |player: usize| {
            let place = if backwards { players.len() - 1 - player } else { player };
            first_line + place as u64
        };
        let mut lines: Vec<String> = players
            .iter()
            .enumerate()
            .map(|(at, Player { name, rating })| {
                let rating = rating.map_or(String::new(), |rating| rating.to_string());
                let pad = " ".repeat(33 - name.chars().count());
                format!(
                    "001 {:4} m GM {name}{pad} {rating:>4} JPN     1234567 1990/01/01  0.0 {:4}  ",
                    at + 1,
                    at + 1
                )
            })
            .collect();
        for (round, (date, order, results)) in rounds.iter().enumerate() {
            let mut entries = vec![String::new(); players.len()];
            let mut found: Vec<(usize, Result<Record, Skip>)> = Vec::new();
            let mut waiting = None;
            for (&player, &result) in order.iter().zip(results) {
                let played = RESULTS.get(result);
                match (waiting.take(), played) {
                    (None, Some(_)) => waiting = Some(player),
                    (Some(white), Some(&(ending, reason, of_white, of_black))) => {
                        let black = player;
                        entries[white] = format!("{:4} w {of_white}  ", black + 1);
                        entries[black] = format!("{:04} b {of_black}  ", white + 1);
                        let at = white.min(black);
                        let record = Record {
                            first: players[white].clone(),
                            second: players[black].clone(),
                            ending,
                            reason,
                            date: *date,
                            event: name.clone(),
                            round: (round + 1).to_string(),
                            line: line_of(at),
                            ..Record::default()
                        };
                        found.push((at, Ok(record)));
                    }
                    (still, None) => {
                        waiting = still;
                        let letter = ["U", "H", "z"][result - RESULTS.len()];
                        entries[player] = format!("0000 - {letter}  ");
                        let name = players[player].name.clone();
                        found.push((player, Err(Skip::new(line_of(player), Why::Bye, name))));
                    }
                }
            }
            found.sort_by_key(|(at, _)| *at);
            for (_, found) in found {
                match found {
                    Ok(game) => games.push(game),
                    Err(bye) => byes.push(bye),
                }
            }
            for (line, entry) in lines.iter_mut().zip(entries) {
                let _ = write!(line, "{entry:10}");
            }
        }
        if backwards {
            lines.reverse();
        }
        for line in lines {
            let _ = writeln!(text, "{}", line.trim_end_matches(' '));
        }
        text.push_str("013 Team                                1    2\nXXR 9\n");
    }
    (text, games, byes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost(all in prop::collection::vec(tournament(), 1..3), windows: bool) {
        let (mut text, games, byes) = write(&all);
        if windows {
            text = text.replace('\n', "\r\n");
        }
        let (found, skipped) = read_back(&text);
        prop_assert_eq!(skipped, byes);
        prop_assert_eq!(found, games);
    }
}
