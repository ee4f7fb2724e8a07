//! What printed sheets say of a series: courses of play, and who is first.

use kakukin_series::{
    ExampleCriterion, GameResult, Model, Player, Round, Rule, ScoreSheet, Series,
};

fn rule(points: &str, turns: &str, draws: &str) -> Rule {
    Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap()
}

fn series(p: &str, f: &str, rule: Rule) -> Series {
    Series::new(Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap(), rule).unwrap()
}

/// The worked examples are courses that the rule really allows, replayed by hand.
#[test]
fn examples_are_played_by_the_rule() {
    let series = series("70%", "10%", rule("1/2/3", "alternating", "pass"));
    let examples = series.examples().unwrap();
    assert!(!examples.too_long);
    let criteria: Vec<_> = examples.courses.iter().map(|example| example.criterion).collect();
    assert_eq!(
        criteria,
        [
            ExampleCriterion::Likeliest,
            ExampleCriterion::OtherWinner,
            ExampleCriterion::OnPoints,
            ExampleCriterion::None
        ]
    );
    for example in &examples.courses {
        let (mut score, mut probability) = ([0, 0], 1.0);
        for (index, game) in example.games.iter().enumerate() {
            assert!(score.iter().all(|&points| points < 3));
            let first = if index % 2 == 0 { Player::A } else { Player::B };
            assert_eq!(game.first, first);
            match game.result {
                GameResult::First => {
                    score[first as usize] += 1;
                    probability *= 0.63;
                }
                GameResult::Second => {
                    score[first.other() as usize] += 2;
                    probability *= 0.27;
                }
                GameResult::Draw => probability *= 0.1,
            }
            assert_eq!([game.a, game.b], score);
        }
        let over = score.iter().any(|&points| points >= 3);
        assert!(over || example.games.len() == 6);
        let code = match (over, score[0].cmp(&score[1])) {
            (_, std::cmp::Ordering::Equal) => "none",
            (true, std::cmp::Ordering::Greater) => "a_reached",
            (true, std::cmp::Ordering::Less) => "b_reached",
            (false, std::cmp::Ordering::Greater) => "a_on_points",
            (false, std::cmp::Ordering::Less) => "b_on_points",
        };
        assert_eq!(example.result.code(), code);
        assert!((example.probability - probability).abs() < 1e-12);
    }
}

/// Who is first, as the sheet says it beforehand, where it can be known.
#[test]
fn sheets_say_who_is_first_where_it_is_known() {
    let first = |turns: &str, draws: &str| {
        let series = series("70%", "10%", rule("1/2/3", turns, draws).with_limit(5).unwrap());
        let sheet = ScoreSheet::new(&series, Round::default()).unwrap();
        let letter = |first: &Option<Player>| first.map_or("?".into(), |p| format!("{p:?}"));
        sheet.first.iter().map(letter).collect::<String>()
    };
    assert_eq!(first("alternating", "pass"), "ABABA");
    assert_eq!(first("abba", "points=0/0"), "ABBAA");
    assert_eq!(first("fixed", "keep"), "AAAAA");
    assert_eq!(first("pattern=B", "keep"), "BBBBB");
    assert_eq!(first("alternating", "keep"), "A????");
    assert_eq!(first("alternating", "replay"), "ABABA");
    assert_eq!(first("loser-first", "pass"), "A????");
    assert_eq!(first("alternating", "swap"), "?????");
}

#[test]
fn sheets_have_room_for_a_hundred_games() {
    let long =
        |limit| series("70%", "0", rule("1/1/1", "fixed", "pass").with_limit(limit).unwrap());
    assert_eq!(ScoreSheet::new(&long(100), Round::default()).unwrap().first.len(), 100);
    assert_eq!(ScoreSheet::new(&long(101), Round::default()).unwrap_err().field, "limit");
}
