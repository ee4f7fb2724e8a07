//! The hottest calls, each made ready first and then called.

use kakukin_mahjong::{
    Bag, Distances, Divisor, Forms, Hand, Luck, Method, Players, Points, Question, Riichi,
    ScoreQuestion, ScoreSolver, Situation, Solver, Stakes, Terms, Tile, Tiles, Win,
};
use kakukin_records::{Collected, Format, scan};
use kakukin_series::{
    Belief, Finder, Model, Question as FindQuestion, RankBy, Request, Rule, Series, Turns,
};
use std::{hint::black_box, ops::ControlFlow};

/// Does what is not counted, and gives what is.
type Prepare = fn() -> Box<dyn FnMut()>;

pub(super) const ALL: &[(&str, Prepare)] = &[
    ("figures_small", || figures([1, 2, 3, 6], 100)),
    ("figures_large", || figures([1, 2, 100, 400], 1)),
    ("exact_figures", exact_figures),
    ("finder_limit_9", finder),
    ("shanten", || {
        distances(|distances, hand| {
            black_box(distances.distances(hand));
        })
    }),
    ("shanten_useful", || {
        distances(|distances, hand| {
            black_box(distances.analyse(hand));
        })
    }),
    ("win_3_shanten", || win("33489m46p34679s66z", Method::Plain)),
    ("win_improved", || {
        win("4569m56p23666s367z", Method::Improve { extra: 1, divisor: Divisor::Wall })
    }),
    ("score_3_shanten", score),
    ("points", points),
    ("pgn_headers", pgn),
];

/// Points, target and limit at p = 70 %, f = 10 %, turns alternating.
fn series([first, second, target, limit]: [u32; 4]) -> Series {
    let [p, f] = ["70%", "10%"].map(|rate| rate.parse().expect("a rate"));
    let rule = Rule::new(first, second, target, Turns::Alternating);
    let rule = rule.and_then(|rule| rule.with_limit(limit)).expect("a rule");
    Series::new(Model::new(p, f).expect("a model"), rule).expect("a series")
}

fn figures(rule: [u32; 4], times: usize) -> Box<dyn FnMut()> {
    let series = series(rule);
    Box::new(move || {
        for _ in 0..times {
            black_box(black_box(&series).figures());
        }
    })
}

fn exact_figures() -> Box<dyn FnMut()> {
    let series = series([1, 2, 12, 23]);
    Box::new(move || {
        black_box(black_box(&series).exact_figures().expect("figures"));
    })
}

fn finder() -> Box<dyn FnMut()> {
    Box::new(|| {
        let question = FindQuestion {
            request: Request::within(black_box(9)),
            belief: Belief::Known("70%".parse().expect("a rate")),
            f: "10%".parse().expect("a rate"),
            by: RankBy::Bias,
            top: 10,
        };
        let finder = Finder::new(question).expect("a question");
        black_box(finder.answer(|_| ControlFlow::Continue(())).expect("an answer"));
    })
}

/// Random hands of 14 tiles, the same ones every time; all their suits have been met before.
fn distances(ask: fn(&mut Distances, Tiles)) -> Box<dyn FnMut()> {
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as usize) % n
    };
    let mut set: Vec<Tile> = Tiles::FULL.iter().collect();
    let hands: Vec<Tiles> = (0..1000)
        .map(|_| {
            for place in 0..14 {
                set.swap(place, place + below(136 - place));
            }
            set[..14].iter().copied().collect()
        })
        .collect();
    let mut distances = Distances::new(Tiles::FULL, 4, Forms::ALL);
    hands.iter().for_each(|&hand| ask(&mut distances, hand));
    Box::new(move || hands.iter().for_each(|&hand| ask(&mut distances, black_box(hand))))
}

fn question(hand: &str, method: Method) -> Question {
    let hand: Hand = hand.parse().expect("a hand");
    let dora = Bag::parse("dora", "9p").expect("an indicator");
    let table = Situation::new(hand, Players::Four).and_then(|table| table.with_dora(dora));
    let question = Question::new(table.expect("a table")).and_then(|q| q.with_method(method));
    question.expect("a question")
}

fn win(hand: &str, method: Method) -> Box<dyn FnMut()> {
    let question = question(hand, method);
    Box::new(move || {
        black_box(Solver::default().answer(black_box(&question)).expect("an answer"));
    })
}

fn score() -> Box<dyn FnMut()> {
    let question = question("33489m46p34679s66z", Method::Plain);
    let question = ScoreQuestion::new(question, Terms::default()).expect("a question");
    Box::new(move || {
        black_box(ScoreSolver::default().answer(black_box(&question)).expect("an answer"));
    })
}

fn points() -> Box<dyn FnMut()> {
    let tables: Vec<(Situation, Win)> = [
        ("123789m456p22678s", "8s"),
        ("22334455m667788p", "8p"),
        ("1199m2288p3377s44z", "4z"),
        ("11123345678999s", "3s"),
        ("234m11p555666s pon:777z", "5s"),
    ]
    .into_iter()
    .map(|(hand, tile)| {
        let hand: Hand = hand.parse().expect("a hand");
        let luck = match hand.is_closed() {
            true => Luck { riichi: Riichi::Single, ..Luck::default() },
            false => Luck::default(),
        };
        let tile = Bag::parse("win", tile).expect("a tile").tiles().kinds().next();
        let win = Win { tile: tile.expect("a tile"), tsumo: true, luck, ura: Bag::EMPTY };
        (Situation::new(hand, Players::Four).expect("a table"), win)
    })
    .collect();
    Box::new(move || {
        for _ in 0..100 {
            for (table, win) in &tables {
                black_box(Points::of(black_box(table), &Stakes::default(), win).expect("a win"));
            }
        }
    })
}

fn pgn() -> Box<dyn FnMut()> {
    let game = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2026.11.15\"]\n[Round \"1\"]\n\
        [White \"Ann\"]\n[Black \"Ben\"]\n[WhiteElo \"2100\"]\n[BlackElo \"2050\"]\n\
        [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n";
    let text = game.repeat(200);
    Box::new(move || {
        let mut found = Collected::default();
        scan(Format::Pgn, black_box(text.as_bytes()), &mut found).expect("games");
        assert_eq!(found.games.len(), 200);
    })
}
