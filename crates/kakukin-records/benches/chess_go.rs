//! Throughput of the scanners of chess and Go on one core, in bytes of record per second.

use divan::{Bencher, counter::BytesCount};
use kakukin_records::{Format, Record, Sink, Skip, Stop, scan};
use std::fmt::Write;

fn main() {
    divan::main();
}

/// Counts, and keeps nothing.
#[derive(Default)]
struct Counted {
    games: u64,
    skipped: u64,
}

impl Sink for Counted {
    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.games += u64::from(divan::black_box(record).line > 0);
        Ok(())
    }

    fn skipped(&mut self, _: Skip) -> Result<(), Stop> {
        self.skipped += 1;
        Ok(())
    }
}

fn measure(bencher: Bencher<'_, '_>, format: Format, text: &str) {
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let mut counted = Counted::default();
        assert!(scan(format, text.as_bytes(), &mut counted).is_ok());
        assert_eq!(counted.skipped, 0);
        counted.games
    });
}

const MOVES: [&str; 8] = ["e4", "Nf3", "Bb5", "O-O", "Qxd7+", "Rfe1", "exd5", "Kh1"];
const GAMES: usize = 10_000;

/// As servers write it: many tags, moves on one line, a comment after every move.
fn server_pgn(comments: bool) -> String {
    let mut text = String::new();
    for game in 0..GAMES {
        let result = ["1-0", "0-1", "1/2-1/2"][game % 3];
        let _ = write!(
            text,
            "[Event \"Rated Blitz tournament https://example.org/tournament/ab{game}\"]\n\
             [Site \"https://example.org/x{game:07}\"]\n[Date \"2024.03.{:02}\"]\n[Round \"-\"]\n\
             [White \"player{}\"]\n[Black \"opponent{}\"]\n[Result \"{result}\"]\n\
             [UTCDate \"2024.03.27\"]\n[UTCTime \"23:00:00\"]\n[WhiteElo \"{}\"]\n\
             [BlackElo \"{}\"]\n[WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-5\"]\n\
             [ECO \"C50\"]\n[Opening \"Italian Game: Quiet Game\"]\n[TimeControl \"180+0\"]\n\
             [Termination \"Normal\"]\n\n",
            game % 28 + 1,
            game % 97,
            game % 89,
            1500 + game % 700,
            1500 + game % 600,
        );
        for ply in 0..70 {
            let (number, dots) = (ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
            let san = MOVES[(game + ply) % MOVES.len()];
            let _ = match comments {
                true => write!(
                    text,
                    "{number}{dots} {san} {{ [%eval 0.{}] [%clk 0:02:{:02}] }} ",
                    ply % 9,
                    ply % 60
                ),
                false if ply % 2 == 0 => write!(text, "{number}. {san} "),
                false => write!(text, "{san} "),
            };
        }
        let _ = write!(text, "{result}\n\n");
    }
    text
}

/// As the standard exports it: seven tags, lines of eighty columns.
fn export_pgn() -> String {
    let mut text = String::new();
    for game in 0..GAMES {
        let result = ["1-0", "0-1", "1/2-1/2"][game % 3];
        let _ = write!(
            text,
            "[Event \"Open {}\"]\n[Site \"Somewhere\"]\n[Date \"1998.03.{:02}\"]\n[Round \"{}\"]\n\
             [White \"Surname{}, First\"]\n[Black \"Other{}, Second\"]\n[Result \"{result}\"]\n\n",
            game % 50,
            game % 28 + 1,
            game % 9 + 1,
            game % 97,
            game % 89,
        );
        let mut column = 0;
        let mut word = |text: &mut String, word: &str| {
            if column + word.len() >= 80 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += word.len();
        };
        for ply in 0..80 {
            if ply % 2 == 0 {
                word(&mut text, &format!("{}.", ply / 2 + 1));
            }
            word(&mut text, MOVES[(game + ply) % MOVES.len()]);
        }
        word(&mut text, result);
        text.push_str("\n\n");
    }
    text
}

fn go_sgf() -> String {
    let mut text = String::new();
    for game in 0..GAMES {
        let _ = writeln!(
            text,
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[黒田 {}]PW[白井 {}]BR[3d]WR[4d]RE[B+{}.5]KM[6.5]\
             DT[2024-03-27]EV[Open {}]RO[{}]",
            game % 97,
            game % 89,
            game % 30,
            game % 50,
            game % 6 + 1,
        );
        for ply in 0..220 {
            let colour = ["B", "W"][ply % 2];
            let place = |n: usize| char::from(b'a' + (n % 19) as u8);
            let _ = write!(text, ";{colour}[{}{}]", place(game + ply), place(3 * ply));
            if ply % 20 == 19 {
                text.push_str("C[a comment \\] on this move]\n");
            }
        }
        text.push_str(")\n");
    }
    text
}

/// A round robin of 200 players, by Berger's tables.
fn report_trf() -> String {
    let (players, rounds) = (200, 199);
    let mut lines = vec![String::new(); players];
    for round in 0..rounds {
        for (player, line) in lines.iter_mut().enumerate() {
            let last = players - 1;
            // Who meets in a round has numbers with one sum; the last one meets who is left.
            let other = (2 * rounds + round - player % rounds) % rounds;
            let opponent = match player {
                _ if player == last => (0..last).find(|x| 2 * x % rounds == round).unwrap_or(0),
                _ if other == player => last,
                _ => other,
            };
            let (colour, result) = if player < opponent { ("w", "1") } else { ("b", "0") };
            let _ = write!(line, "{:4} {colour} {result}  ", opponent + 1);
        }
    }
    let mut text = "012 Round robin\n042 2024/03/01\n052 2024/09/30\n".to_string();
    for (player, line) in lines.iter().enumerate() {
        let name = format!("Surname{player}, First");
        let _ = writeln!(
            text,
            "001 {:4} m    {name:33} {:4} JPN {:11} 1990/01/01 {:4} {:4}  {line}",
            player + 1,
            2000 - player,
            player,
            "10.0",
            player + 1,
        );
    }
    text
}

#[divan::bench]
fn pgn_of_a_server_with_comments(bencher: Bencher<'_, '_>) {
    measure(bencher, Format::Pgn, &server_pgn(true));
}

#[divan::bench]
fn pgn_of_a_server(bencher: Bencher<'_, '_>) {
    measure(bencher, Format::Pgn, &server_pgn(false));
}

#[divan::bench]
fn pgn_as_exported(bencher: Bencher<'_, '_>) {
    measure(bencher, Format::Pgn, &export_pgn());
}

#[divan::bench]
fn sgf(bencher: Bencher<'_, '_>) {
    measure(bencher, Format::Sgf, &go_sgf());
}

#[divan::bench]
fn trf(bencher: Bencher<'_, '_>) {
    measure(bencher, Format::Trf, &report_trf());
}
