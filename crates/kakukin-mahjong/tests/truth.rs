//! Published figures, compact in `tests/truth/`, each file with its source and licence.
//! `cargo xtask mahjong DIR` reads the whole publications.

mod words;

use kakukin_mahjong::{
    Bag, Distances, Divisor, Form, Forms, Hand, Luck, Method, Players, Points, Question, Situation,
    Solver, Stakes, TURNS, Tile, Win, Wind,
};
use words::{told, won};

/// The lines of a file below its header.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// Every line holds, or the first ones that do not are shown.
#[track_caller]
fn all(text: &'static str, count: usize, mut differs: impl FnMut(&'static str) -> Option<String>) {
    let wrong: Vec<String> = lines(text)
        .filter_map(|line| differs(line).map(|ours| format!("{line}\n  is {ours}")))
        .take(10)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(lines(text).count(), count);
}

#[test]
fn shanten_of_ten_thousand_hands() {
    let mut distances = Distances::new(Players::Four.full_set(), 4, Forms::ALL);
    all(include_str!("truth/shanten.txt"), 10_000, |line| {
        let (hand, published) = line.split_once(' ')?;
        let ours = distances.distances(Bag::parse("hand", hand).expect("tiles").tiles());
        let ours = [Form::Standard, Form::ThirteenOrphans, Form::SevenPairs].map(|form| {
            ours[form as usize].map_or(String::new(), |distance| (distance as i32 - 1).to_string())
        });
        let ours = ours.join(",");
        (ours != published).then_some(ours)
    });
}

/// Yaku, han, fu, points, and what each seat receives.
#[test]
fn wins_and_payments() {
    all(include_str!("truth/wins.txt"), 2_388, |line| {
        let [hand, how, published, payments] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let ours = told(hand, how);
        let paid = seats(&won(hand, how).expect("a win"), how, payments);
        (ours != published || paid != payments).then(|| format!("{ours} {paid}"))
    });
}

/// What east, south, west and north receive. Who discarded the winning tile is read from the
/// published payments: nothing else says it.
fn seats(points: &Points, how: &str, published: &str) -> String {
    let word = |name: &str| how.split(' ').find_map(|word| word.strip_prefix(name));
    let seat = Wind::parse("seat", word("seat:").expect("a seat")).expect("a wind") as usize;
    let paid = points.payments();
    let discarder = published.split(' ').position(|share| share.starts_with('-'));
    let shares = (0..4).map(|other| {
        if other == seat {
            return i64::from(paid.total);
        }
        let role = if other == 0 { paid.dealer } else { paid.other };
        let discarded = paid.discarder.filter(|_| Some(other) == discarder);
        -i64::from(discarded.or(role).unwrap_or(0))
    });
    shares.map(|share| share.to_string()).collect::<Vec<_>>().join(" ")
}

fn by_the_rules_of_mahjong_soul(text: &'static str, count: usize) {
    all(text, count, |line| {
        let [hand, how, published] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        let points = won(hand, how).unwrap_or_else(|e| panic!("{hand} {how}: {e}"));
        let yaku: Vec<&str> = points.yaku().iter().map(|(yaku, _)| yaku.id()).collect();
        let han = points.han() + 13 * points.yakuman();
        let ours = format!("{}: {han}/{}", yaku.join(" "), points.fu());
        (ours != published).then_some(ours)
    });
}

#[test]
fn wins_of_four_players() {
    by_the_rules_of_mahjong_soul(include_str!("truth/wins_4p.txt"), 816);
}

#[test]
fn wins_of_three_players() {
    by_the_rules_of_mahjong_soul(include_str!("truth/wins_3p.txt"), 402);
}

/// Thirteen tiles are never a win; those that wait become one by some tile, the others by none.
#[test]
fn hands_that_are_no_wins() {
    all(include_str!("truth/no_wins.txt"), 200, |line| {
        let (tiles, published) = line.split_once(' ')?;
        let bag = Bag::parse("hand", tiles).expect("tiles");
        let points = |bag: Bag, tile| {
            let table = Situation::new(Hand::new(bag, vec![]).expect("a hand"), Players::Four);
            let win = Win { tile, tsumo: true, luck: Luck::default(), ura: Bag::EMPTY };
            Points::of(&table.expect("a table"), &Stakes::default(), &win)
        };
        let as_it_is = bag.iter().any(|(tile, _)| points(bag, tile).is_ok());
        // A drawn tile always gives a closed hand its yaku.
        let wins = |tile| bag.with(tile, false).is_some_and(|bag| points(bag, tile).is_ok());
        let ours = match (as_it_is, Tile::all().any(wins)) {
            (true, _) => "won",
            (false, true) => "ready",
            (false, false) => "not_ready",
        };
        (ours != published).then(|| ours.to_string())
    });
}

/// The largest graphs take minutes without a release build; `cargo xtask mahjong DIR` solves all 224.
const MOST_STATES: u64 = 100_000;

#[test]
fn chances_to_win_by_discard_and_turn() {
    let mut rows = lines(include_str!("truth/win.txt")).peekable();
    let (mut runs, mut solved, mut solver) = (0, 0, Solver::default());
    while let Some(row) = rows.next() {
        let [hand, players, extra, shanten, states] =
            row.split(' ').collect::<Vec<_>>().try_into().expect("five words");
        let discards: Vec<&str> =
            std::iter::from_fn(|| rows.next_if(|row| row.split(' ').count() > TURNS)).collect();
        runs += 1;
        if states.parse::<u64>().expect("a number") > MOST_STATES {
            continue;
        }
        solved += 1;
        let method = match extra {
            "-" => Method::Plain,
            extra => {
                Method::Improve { extra: extra.parse().expect("a number"), divisor: Divisor::Wall }
            }
        };
        let table =
            Situation::new(hand.parse().expect("a hand"), players.parse().expect("players"));
        let question = Question::new(table.expect("a table")).and_then(|q| q.with_method(method));
        let answer = solver.answer(&question.expect("a question")).expect("an answer");
        assert_eq!(answer.distance(), Some(shanten.parse::<u32>().expect("a number") + 1), "{row}");
        for discard in discards {
            let (tile, published) = discard.split_once(' ').expect("a tile and its chances");
            let ours = answer.discards().iter().find(|ours| ours.tile().to_string() == tile);
            let ours = ours.unwrap_or_else(|| panic!("{row}: no {tile}")).worth().win();
            for (turn, chance) in (1..).zip(published.split(' ')) {
                let chance = chance.parse::<f64>().expect("a number") * 1e-12;
                let ours = ours[TURNS - turn];
                assert!((ours - chance).abs() < 1e-12, "{row}: {tile} at turn {turn}: {ours}");
            }
        }
    }
    assert_eq!((runs, solved), (224, 193));
}
