//! Matches: what is printed is what was found, in every format and both languages.

use kakukin_records::{
    Confidence, Contest, ContestPlan, ContestTally, Counted, Counting, EloModel, GameResult,
    Player, ReadSummary, Record, SprtPlan,
};
use kakukin_report::{Chart, Lang, MatchDocument, Plot};

const EVIL: &str = "=new\u{202e}<b>";

/// Games by their players, results as `1`, `=`, `0` from the first player's side, and rounds.
fn document(games: &[(&str, &str, char, usize)], sprt: Option<SprtPlan>) -> MatchDocument {
    let mut tally = ContestTally::new(ContestPlan { course: true, ..ContestPlan::default() });
    for (first, second, result, round) in games {
        let player = |name: &str| Player { name: name.into(), rating: None };
        let record = Record {
            first: player(first),
            second: player(second),
            round: round.to_string(),
            ..Record::default()
        };
        let result = match result {
            '1' => GameResult::First,
            '0' => GameResult::Second,
            _ => GameResult::Draw,
        };
        tally.add("", &record, Counted::As(result)).unwrap();
    }
    let confidence = Confidence::new(&"95%".parse().unwrap()).unwrap();
    let contest = Contest::new(&tally, confidence, sprt);
    let read = ReadSummary { complete: true, ..ReadSummary::default() };
    MatchDocument::new(&contest, Counting::default(), 0, &read)
}

/// Two hundred games in pairs; the one wins with first, draws with second.
fn pairs() -> Vec<(&'static str, &'static str, char, usize)> {
    (0..100).flat_map(|round| [(EVIL, "old", '1', round), ("old", EVIL, '=', round)]).collect()
}

fn plan(elo0: f64, elo1: f64) -> Option<SprtPlan> {
    Some(SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05, elo_model: EloModel::Logistic })
}

#[test]
fn two_players_in_words() {
    let document = document(&pairs(), plan(0.0, 50.0));
    let figures = &document.duels[0].pairs.as_ref().unwrap().figures;
    let elo = figures.elo.unwrap();
    for lang in Lang::ALL {
        let text = document.text(lang);
        assert!(text.contains(&format!("{elo:.0}")) && text.contains(&format!("{elo:+.1}")));
        assert!(text.contains("150") && text.contains("75.00") && text.contains("0-0-0-100-0"));
        assert!(text.contains("H1") && text.contains("LLR"), "{text}");
        assert!(!text.contains('\u{202e}') && !text.contains("match.") && !text.contains("%{"));
    }
    let unclear = self::document(&[("a", "b", '1', 1), ("b", "a", '1', 1)], plan(0.0, 50.0));
    assert!(unclear.text(Lang::EN).contains("not clear who is stronger"));
    assert!(unclear.text(Lang::EN).contains("play on"));
    let all = self::document(&[("a", "b", '0', 1), ("b", "a", '1', 1)], None);
    assert!(all.text(Lang::EN).starts_with("b won every point"), "{}", all.text(Lang::EN));
}

#[test]
fn tables_of_many() {
    let games = [("a", "b", '1', 1), ("b", "c", '=', 1), ("c", "a", '0', 1)];
    let document = document(&games, None);
    let text = document.text(Lang::EN);
    assert!(text.contains("of 3 players") && text.contains("0.5/1"), "{text}");
    let csv = document.csv();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[0].starts_with("player,opponent,by,name,games,wins,draws,losses,"));
    assert!(rows.iter().any(|row| row.starts_with("a,b,,,1,1,0,0,1,0,0,0,0,0,1,")), "{csv}");
    assert!(Chart::course(&document, Lang::EN).is_none());
}

#[test]
fn csv_is_guarded_and_has_the_pairs() {
    let document = document(&pairs(), plan(0.0, 50.0));
    let csv = document.csv();
    let row = csv.lines().nth(1).unwrap();
    assert!(row.starts_with("'=new"), "{row}");
    assert!(row.contains(",round,0,0,0,100,0,") && row.ends_with(",h1"), "{row}");
}

/// The line drawn is the course, between the two bounds, and stops where it is said to.
#[test]
fn the_course_is_drawn() {
    let document = document(&pairs(), plan(0.0, 50.0));
    let sprt = document.duels[0].sprt.as_ref().unwrap();
    let course = sprt.course.as_ref().unwrap();
    let Plot::Lines(lines) = Chart::course(&document, Lang::JA).unwrap().plot else { panic!() };
    let drawn = &lines.lines[0].points[1..];
    assert_eq!(drawn.len(), course.points.len());
    for (drawn, point) in drawn.iter().zip(&course.points) {
        assert_eq!(*drawn, [point.games as f64, point.llr]);
    }
    assert_eq!(lines.lines[1].points[0][1], sprt.bounds[1]);
    assert_eq!(lines.lines[2].points[0][1], sprt.bounds[0]);
    assert_eq!(lines.marks[0].at, course.stopped.unwrap().games as f64);
}
