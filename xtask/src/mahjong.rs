//! Published mahjong figures against the engine.
//!
//! `DIR/winprob/runs.json`: win probabilities of a public program (tomohxx/mahjong-win-prob),
//! per discard and turn; `DIR/majiang-core/xiangting_{1..4}.json`: 40,000 hands with their
//! shanten, and `hule.json`: 10,000 wins with yaku, fu, han, points and payments
//! (kobalab/majiang-core, MIT); `DIR/riichienv/agari_{4p,3p}.json`, `hands_negative.json`: wins
//! with han, fu and yaku, and hands that are no wins (smly/RiichiEnv, Apache-2.0). They are not
//! part of this repository.

mod wins;

use kakukin_mahjong::{Divisor, Form, Hand, Method, Players, Question, Situation, Solver, TURNS};
use serde_json::Value;
use std::path::Path;

const TOLERANCE: f64 = 1e-12;

pub(crate) fn compare(directory: &str) -> Result<(), String> {
    let directory = Path::new(directory);
    let mut wrong = win(&read(&directory.join("winprob").join("runs.json"))?)?;
    for part in 1..=4 {
        let name = format!("xiangting_{part}.json");
        wrong += shanten(&name, &read(&directory.join("majiang-core").join(&name))?)?;
    }
    wrong += wins::hule(&read(&directory.join("majiang-core").join("hule.json"))?)?;
    let riichienv = |name: &str| read(&directory.join("riichienv").join(name));
    wrong += wins::agari("agari_4p.json", &riichienv("agari_4p.json")?)?;
    wrong += wins::agari("agari_3p.json", &riichienv("agari_3p.json")?)?;
    wrong += wins::negative("hands_negative.json", &riichienv("hands_negative.json")?)?;
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} rows differ")) }
}

fn read(path: &Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("not a list: {value}"))
}

fn situation(hand: &str, players: Players) -> Result<Situation, String> {
    let hand: Hand = hand.parse().map_err(|e| format!("{hand}: {e}"))?;
    Situation::new(hand, players).map_err(|e| e.to_string())
}

/// How many runs differ.
fn win(runs: &Value) -> Result<usize, String> {
    let (mut rows, mut good, mut worst) = (0, 0, 0f64);
    let mut solver = Solver::default();
    for run in list(&runs["runs"])? {
        let hand = run["hand"].as_str().ok_or("no hand")?;
        let players = if run["three_player"] == 1 { Players::Three } else { Players::Four };
        let method = match run["extra"].as_u64() {
            None => Method::Plain,
            Some(extra) => Method::Improve { extra: extra as u8, divisor: Divisor::Wall },
        };
        let question = Question::new(situation(hand, players)?).and_then(|q| q.with_method(method));
        let question = question.map_err(|e| e.to_string())?;
        let answer = solver.answer(&question).map_err(|e| e.to_string())?;
        let mut error = 0f64;
        for published in list(&run["stats"])? {
            let ours = answer.discards().iter().find(|x| published["tile"] == x.tile().to_string());
            for (turn, value) in (1..).zip(list(&published["prob"])?) {
                let ours = ours.map_or(f64::NAN, |x| x.worth().win()[TURNS - turn]);
                let difference = (ours - value.as_f64().unwrap_or(f64::NAN)).abs();
                // What cannot be compared differs.
                error = if difference.is_nan() { f64::INFINITY } else { error.max(difference) };
            }
        }
        let shanten = answer.distance().map(|distance| i64::from(distance) - 1);
        rows += 1;
        worst = worst.max(error);
        if error < TOLERANCE && shanten == run["shanten"].as_i64() {
            good += 1;
        } else {
            println!("  {hand} {} {}: {error:.1e}", run["algo"], run["extra"]);
        }
    }
    println!("runs.json: {good} of {rows} runs agree, largest difference {worst:.1e}");
    Ok(rows - good)
}

/// How many hands differ.
fn shanten(name: &str, hands: &Value) -> Result<usize, String> {
    let (mut rows, mut good) = (0, 0);
    let full = Players::Four.full_set();
    let mut distances = kakukin_mahjong::Distances::new(full, 4, kakukin_mahjong::Forms::ALL);
    for row in list(hands)? {
        let tiles: Vec<&str> = list(&row["q"])?.iter().filter_map(Value::as_str).collect();
        let text: String =
            tiles.iter().map(|tile| format!("{}{}", &tile[1..], &tile[..1])).collect();
        let hand = situation(&text, Players::Four)?.hand().concealed();
        let ours = distances.distances(hand);
        let order = [Form::Standard, Form::ThirteenOrphans, Form::SevenPairs];
        let agree = order.iter().zip(list(&row["x"])?).all(|(&form, published)| {
            ours[form as usize].map(|distance| i64::from(distance) - 1) == published.as_i64()
        });
        rows += 1;
        good += usize::from(agree);
    }
    println!("{name}: {good} of {rows} hands agree");
    Ok(rows - good)
}
