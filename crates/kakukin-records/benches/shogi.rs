//! `cargo bench -p kakukin-records --bench shogi`: CSA, KIF and KI2 in bytes a second, on one core.

use divan::{Bencher, counter::BytesCount};
use kakukin_records::{Format, Record, Sink, Skip, Stop, scan};
use std::fmt::Write;

fn main() {
    divan::main();
}

/// Games of one file, each with 150 moves.
const GAMES: usize = 200;
const MOVES: usize = 150;

/// Counts, so that nothing is kept.
#[derive(Default)]
struct Count(usize);

impl Sink for Count {
    fn game(&mut self, _record: &Record) -> Result<(), Stop> {
        self.0 += 1;
        Ok(())
    }
    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        panic!("{skip:?}");
    }
}

fn measure(bencher: Bencher, format: Format, file: &str) {
    bencher.counter(BytesCount::of_str(file)).bench_local(|| {
        let mut count = Count::default();
        scan(format, file.as_bytes(), &mut count).unwrap();
        assert_eq!(count.0, GAMES);
    });
}

/// As floodgate writes it; engines may note what they think of each move.
fn csa(thoughts: bool) -> String {
    let mut file = String::new();
    for _ in 0..GAMES {
        file.push_str(
            "V2\nN+alpha_one\nN-Beta2\n'Max_Moves:320\n'Least_Time_Per_Move:0\n'Increment:10\n\
            $EVENT:wdoor+floodgate-300-10F+alpha_one+Beta2+20240327103000\n\
            $START_TIME:2024/03/27 10:30:01\n\
            P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n\
            P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n\
            P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
            P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n\
            P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n\
            'rating:alpha_one+0123456789abcdef:Beta2+fedcba9876543210\n\
            'black_rate:alpha_one+0123456789abcdef:3456.7\n\
            'white_rate:Beta2+fedcba9876543210:2987.0\n",
        );
        for number in 0..MOVES {
            let sign = if number % 2 == 0 { '+' } else { '-' };
            _ = writeln!(file, "{sign}7776FU\nT{}", number % 17);
            if thoughts {
                _ = writeln!(file, "'** {number} -8384FU +2726FU -8485FU +2625FU -4132KI");
            }
        }
        file.push_str("%TORYO\n'summary:toryo:alpha_one lose:Beta2 win\n");
        file.push_str("'$END_TIME:2024/03/27 10:41:12\n");
    }
    file
}

fn kif() -> String {
    let mut file = String::new();
    for _ in 0..GAMES {
        file.push_str(
            "# ----  棋譜ファイル  ----\n開始日時：2023/04/01 10:00:00\n棋戦：見本杯\n戦型：四間飛車\n\
            持ち時間：30分+30秒\n手合割：平手\n先手：表野ソラ\n後手：能見カナ\n\
            手数----指手---------消費時間--\n",
        );
        for number in 1..=MOVES {
            _ = writeln!(file, "{number:4} ７六歩(77)   ( 0:01/00:00:01)");
        }
        _ = writeln!(file, "{:4} 投了         ( 0:03/00:00:04)", MOVES + 1);
        _ = writeln!(file, "まで{MOVES}手で後手の勝ち\n");
    }
    file
}

fn ki2() -> String {
    let mut file = String::new();
    for _ in 0..GAMES {
        file.push_str("開始日時：2023/04/01\n棋戦：見本杯\n先手：表野ソラ\n後手：能見カナ\n\n");
        for _ in 0..MOVES / 6 {
            file.push_str("▲７六歩    △３四歩    ▲２六歩    △８四歩    ▲２五歩    △８五歩\n");
        }
        _ = writeln!(file, "まで{MOVES}手で後手の勝ち\n");
    }
    file
}

#[divan::bench(args = [false, true])]
fn csa_of_floodgate(bencher: Bencher, thoughts: bool) {
    measure(bencher, Format::Csa, &csa(thoughts));
}

#[divan::bench]
fn kif_moves(bencher: Bencher) {
    measure(bencher, Format::Kif, &kif());
}

#[divan::bench]
fn ki2_moves(bencher: Bencher) {
    measure(bencher, Format::Kif, &ki2());
}
