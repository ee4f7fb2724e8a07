//! Time of expected scores: one indicator, red fives, riichi or silence; every hand from nothing.
//! The hands are the random ones of `win.rs`. With improvement beside what the leading C++ server
//! for expected scores took for its narrower question about 3-shanten hands on such a machine:
//! 476 ms in the median, 1,890 ms at most.
//!
//! `cargo bench -p kakukin-mahjong --bench score` uses all cores;
//! `RAYON_NUM_THREADS=1` before it, one.

#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_mahjong::{
    Bag, Divisor, Hand, Method, Players, Question, ScoreQuestion, ScoreSolver, Situation, Terms,
};
use std::time::{Duration, Instant};

use Players::{Four, Three};

type Row = (&'static str, Players);

const THREE: &[Row] = &[
    ("33489m46p34679s66z", Four),
    ("5778m137p1135689s", Four),
    ("336m22368p247s577z", Four),
    ("469m1333p34788s46z", Four),
    ("357m123579p13s357z", Four),
    ("468m23555p66s3467z", Four),
    ("137m35678p2s13345z", Four),
    ("1m279p13344599s57z", Three),
    ("234578m1689p357s1z", Four),
    ("378m17789p1135s47z", Four),
    ("233788m466p2346s3z", Four),
    ("168m357p347778s17z", Four),
];
const FOUR: &[Row] = &[
    ("367m138p1679s2577z", Four),
    ("188m389p1169s1267z", Four),
    ("689m12459p457s127z", Four),
    ("5677m2469p589s467z", Four),
    ("17789p1269s23466z", Three),
    ("1m159p12788s12566z", Three),
];
const FIVE: &[Row] = &[
    ("35m1568p578s13467z", Four),
    ("479m589p47s224567z", Four),
    ("2237p14567s12347z", Three),
    ("9m347p23347s23456z", Three),
];

/// What they took, in milliseconds: median, longest.
const THEIRS: [f64; 2] = [476.0, 1890.0];

fn question((hand, players): Row, method: Method) -> ScoreQuestion {
    let hand: Hand = hand.parse().expect("a hand");
    let dora = Bag::parse("dora", "9p").expect("an indicator");
    let table = Situation::new(hand, players).and_then(|table| table.with_dora(dora));
    let question = Question::new(table.expect("a table")).expect("a question");
    let question = question.with_method(method).expect("a method");
    ScoreQuestion::new(question, Terms::default()).expect("a question about points")
}

/// The quickest of some runs, in milliseconds, and the states.
fn run(question: &ScoreQuestion) -> (f64, usize) {
    let begun = Instant::now();
    let (mut best, mut states, mut runs) = (f64::MAX, 0, 0);
    while runs < 3 || (begun.elapsed() < Duration::from_millis(100) && runs < 1000) {
        let start = Instant::now();
        states = ScoreSolver::default().answer(question).expect("an answer").states();
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        runs += 1;
    }
    (best, states)
}

fn report(name: &str, rows: &[Row], method: Method, beside: bool) {
    let mut times: Vec<(f64, usize)> =
        rows.iter().map(|&row| run(&question(row, method))).collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    print!(
        "{name}: {} hands, median {:.2} ms ({} states), longest {:.2} ms ({} states)",
        rows.len(),
        median.0,
        median.1,
        longest.0,
        longest.1
    );
    if beside {
        print!("; ratios {:.1} and {:.1}", THEIRS[0] / median.0, THEIRS[1] / longest.0);
    }
    println!();
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let improve = Method::Improve { extra: 1, divisor: Divisor::Split };
    report("3-shanten, type 1", THREE, Method::Plain, false);
    report("4-shanten, type 1", FOUR, Method::Plain, false);
    report("5-shanten, type 1", FIVE, Method::Plain, false);
    report("3-shanten, --improve 1", THREE, improve, true);
    report("4-shanten, --improve 1", &FOUR[..2], improve, false);
}
