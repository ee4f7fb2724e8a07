//! CPU time of the win engine, one thread, everything from nothing (no table is
//! kept from one hand to the next), beside what the public C++ program took.
//!
//! `theirs` are milliseconds of CPU time that tomohxx/mahjong-win-prob took for the same hand
//! on such a machine, tables loaded before (main1: without improvement, main2: with).
//!
//! `cargo bench -p kakukin-mahjong --bench win`

#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_mahjong::{Divisor, Hand, Method, Players, Question, Situation, Solver};
use std::time::Instant;

/// Hand, players, theirs.
type Row = (&'static str, Players, f64);

use Players::{Four, Three};

const PLAIN: [(i32, &[Row]); 7] = [
    (0, &[("79m233789p123789s", Four, 0.0027), ("456789p34456689s", Three, 0.0020)]),
    (1, &[("699m2255p46s16677z", Four, 0.0172), ("999m3599p23459s22z", Three, 0.0121)]),
    (2, &[("4569m56p23666s367z", Four, 0.1112), ("111m338p233456s67z", Three, 0.3965)]),
    (
        3,
        &[
            ("33489m46p34679s66z", Four, 2.4135),
            ("5778m137p1135689s", Four, 1.1837),
            ("336m22368p247s577z", Four, 1.8404),
            ("469m1333p34788s46z", Four, 1.2121),
            ("357m123579p13s357z", Four, 0.9122),
            ("468m23555p66s3467z", Four, 1.1634),
            ("137m35678p2s13345z", Four, 0.6187),
            ("1m279p13344599s57z", Three, 2.9255),
            ("6m479p3347s224z", Four, 1.7277),
            ("137m3778p356s6z", Four, 1.9051),
            ("9m3p1457s46z", Four, 2.7811),
            ("6m16p178s47z", Four, 2.0637),
        ],
    ),
    (
        4,
        &[
            ("367m138p1679s2577z", Four, 11.4995),
            ("188m389p1169s1267z", Four, 19.5828),
            ("689m12459p457s127z", Four, 6.8311),
            ("5677m2469p589s467z", Four, 32.4674),
            ("17789p1269s23466z", Three, 47.1143),
            ("1m159p12788s12566z", Three, 19.7665),
        ],
    ),
    (
        5,
        &[
            ("35m1568p578s13467z", Four, 393.4598),
            ("479m589p47s224567z", Four, 840.0659),
            ("2237p14567s12347z", Three, 2310.6026),
            ("9m347p23347s23456z", Three, 1096.1538),
        ],
    ),
    (6, &[("158m35679p269s246z", Four, 37517.246), ("1347m1467p48s4567z", Four, 29483.6349)]),
];

/// Shanten, extra, hands.
const IMPROVE: [(i32, u8, &[Row]); 7] = [
    (
        1,
        2,
        &[
            ("699m2255p46s16677z", Four, 185.4695),
            ("25678m456p455567s", Four, 2249.5736),
            ("168p12345667889s", Three, 1091.6714),
        ],
    ),
    (1, 3, &[("699m2255p46s16677z", Four, 8931.0921), ("99m11229p224559s2z", Four, 9674.7709)]),
    (2, 2, &[("4569m56p23666s367z", Four, 3900.8196), ("35789m13p112378s7z", Four, 10757.8705)]),
    (
        3,
        0,
        &[
            ("33489m46p34679s66z", Four, 8.2565),
            ("5778m137p1135689s", Four, 3.4026),
            ("336m22368p247s577z", Four, 5.393),
        ],
    ),
    (
        3,
        1,
        &[
            ("33489m46p34679s66z", Four, 2498.7499),
            ("5778m137p1135689s", Four, 1784.4305),
            ("336m22368p247s577z", Four, 1599.8377),
            ("469m1333p34788s46z", Four, 1391.2707),
            ("357m123579p13s357z", Four, 1126.3951),
            ("468m23555p66s3467z", Four, 1099.3048),
            ("137m35678p2s13345z", Four, 767.8868),
            ("1m279p13344599s57z", Three, 1961.7956),
            ("6m479p3347s224z", Four, 1537.7537),
            ("137m3778p356s6z", Four, 2514.6),
            ("9m3p1457s46z", Four, 2158.0),
            ("6m16p178s47z", Four, 1686.5),
        ],
    ),
    (4, 1, &[("367m138p1679s2577z", Four, 20424.1579)]),
    // Too much for the public program.
    (3, 2, &[("33489m46p34679s66z", Four, f64::NAN), ("5778m137p1135689s", Four, f64::NAN)]),
];

fn question(hand: &str, players: Players, method: Method) -> Question {
    let hand: Hand = hand.parse().expect("a hand");
    let situation = Situation::new(hand, players).expect("a situation");
    Question::new(situation).and_then(|q| q.with_method(method)).expect("a question")
}

/// Milliseconds of the quickest of some runs, each from nothing, and the states.
fn quickest(question: &Question) -> (f64, usize) {
    let mut best = f64::INFINITY;
    let mut spent = 0.0;
    let mut states = 0;
    // Small ones wobble: for a tenth of a second at least.
    while spent < 100.0 {
        let begun = Instant::now();
        let answer = Solver::default().answer(question).expect("within the bound");
        let taken = 1000.0 * begun.elapsed().as_secs_f64();
        states = answer.states();
        best = best.min(taken);
        spent += taken;
    }
    (best, states)
}

fn row(name: &str, list: &[Row], method: Method) {
    let mut sums = [0.0; 2];
    let (mut most, mut states) = (0.0f64, 0);
    for &(hand, players, theirs) in list {
        let (ours, count) = quickest(&question(hand, players, method));
        sums[0] += theirs;
        sums[1] += ours;
        most = most.max(ours);
        states = states.max(count);
    }
    println!(
        "{name:<24} {:>3} hands  theirs {:>11.3} ms  ours {:>10.3} ms  ratio {:>6.1}  \
         longest {most:>9.3} ms  states <= {states}",
        list.len(),
        sums[0],
        sums[1],
        sums[0] / sums[1],
    );
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let short = std::env::args().any(|arg| arg == "--test");
    for (shanten, list) in PLAIN.iter().take(if short { 3 } else { 7 }) {
        row(&format!("plain, {shanten}-shanten"), list, Method::Plain);
    }
    for (shanten, extra, list) in IMPROVE.iter().take(if short { 0 } else { 7 }) {
        let method = Method::Improve { extra: *extra, divisor: Divisor::Wall };
        row(&format!("improve {extra}, {shanten}-shanten"), list, method);
    }
    if short {
        return;
    }
    batch();
}

/// Many hands: what sharing between hands and more cores bring.
fn batch() {
    let list: Vec<Question> = PLAIN[2..5]
        .iter()
        .flat_map(|(_, list)| list.iter())
        .filter(|(_, players, _)| *players == Four)
        .cycle()
        .take(2000)
        .map(|&(hand, players, _)| question(hand, players, Method::Plain))
        .collect();
    let timed = |work: &dyn Fn()| {
        let begun = Instant::now();
        work();
        list.len() as f64 / begun.elapsed().as_secs_f64()
    };
    let alone = timed(&|| {
        for question in &list {
            Solver::default().answer(question).expect("within the bound");
        }
    });
    let shared = timed(&|| {
        let mut solver = Solver::default();
        for question in &list {
            solver.answer(question).expect("within the bound");
        }
    });
    let cores = timed(&|| {
        let _ = Solver::answer_all(&list);
    });
    println!(
        "2000 hands of 2- to 4-shanten: each from nothing {alone:.0}/s, shared {shared:.0}/s, all cores {cores:.0}/s"
    );
}
