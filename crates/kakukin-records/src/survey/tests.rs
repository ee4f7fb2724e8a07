use super::*;
use crate::{Ending, Side};

fn game(first: &str, second: &str, ending: Ending) -> Record {
    let mut record = Record { ending, ..Record::default() };
    record.first.name = first.into();
    record.second.name = second.into();
    record
}

#[test]
fn what_is_apart_is_never_a_draw() {
    let endings = [
        Ending::won(Side::First),
        Ending::DRAW,
        Ending::Foul(Side::First),
        Ending::Forfeit(Side::Second),
        Ending::Nobody,
        Ending::Interrupted,
        Ending::Adjourned,
        Ending::Unknown,
    ];
    let survey = |counting| {
        let mut survey = Survey::new(Plan { counting, ..Plan::default() });
        for ending in endings {
            survey.add(&game("a", "b", ending));
            survey.add(&Record { handicap: true, ..game("a", "b", ending) });
        }
        survey
    };
    let plain = survey(Counting::default());
    assert_eq!(plain.all, Tally { first: 1, draws: 1, second: 0 });
    assert_eq!((plain.apart.games(), plain.apart.handicap), (14, 8));
    let all = survey(Counting { fouls: true, forfeits: true, handicap: true });
    assert_eq!(all.all, Tally { first: 4, draws: 2, second: 2 });
    assert_eq!(all.apart.games(), 8);
}

#[test]
fn filters_want_what_is_said() {
    let mut record = game("a", "b", Ending::DRAW);
    record.event = "Spring Cup".into();
    record.date = Date::new(2024, 3, 0);
    (record.first.rating, record.second.rating) = (Some(1800.0), Some(2000.0));
    let wants = |filter: Filter| filter.wants(&record);
    let day = |text: &str| Date::find(text);
    assert!(wants(Filter::default()));
    assert!(wants(Filter { since: day("2024"), until: day("2024"), ..Filter::default() }));
    assert!(!wants(Filter { since: day("2024-03-15"), ..Filter::default() }));
    assert!(wants(Filter { until: day("2024-03"), ..Filter::default() }));
    assert!(!wants(Filter { until: day("2023-12-31"), ..Filter::default() }));
    assert!(!wants(Filter { until: day("2024-03-15"), ..Filter::default() }));
    assert!(wants(Filter {
        min_rating: Some(1800.0),
        max_rating: Some(2000.0),
        ..Filter::default()
    }));
    assert!(!wants(Filter { min_rating: Some(1801.0), ..Filter::default() }));
    assert!(wants(Filter {
        event: Some("Cup".into()),
        player: Some("b".into()),
        ..Filter::default()
    }));
    assert!(!wants(Filter { player: Some("c".into()), ..Filter::default() }));
    record.date = None;
    assert!(!Filter { since: day("1900"), ..Filter::default() }.wants(&record));
}

#[test]
fn groups() {
    let mut survey = Survey::new(Plan { by: By::ALL.to_vec(), ..Plan::default() });
    let mut record = game("a", "b", Ending::DRAW);
    survey.add(&record);
    record.event = "Cup".into();
    record.date = Date::new(2024, 0, 0);
    (record.first.rating, record.second.rating) = (Some(1799.0), Some(2000.0));
    survey.add(&record);
    record.second.rating = Some(2201.0);
    survey.add(&record);
    let one = Tally { draws: 1, ..Tally::default() };
    let two = Tally { draws: 2, ..Tally::default() };
    let keys = |k: usize| survey.groups[k].1.tallies.clone().into_iter().collect::<Vec<_>>();
    assert_eq!(keys(0), [(Key::Name("Cup".into()), two)]);
    assert_eq!(keys(1), [(Key::Number(2024), two)]);
    assert_eq!(keys(2), [(Key::Number(1800), one), (Key::Number(2000), one)]);
    assert_eq!(keys(3), []);
    assert_eq!((survey.groups[0].1.unsaid, survey.groups[3].1.unsaid.games()), (one, 3));
}

#[test]
fn groups_by_file_and_folder() {
    let mut survey = Survey::new(Plan { by: vec![By::File, By::Folder], ..Plan::default() });
    let record = game("a", "b", Ending::DRAW);
    for file in ["cup.zip/final/1.pgn", "cup.zip/final/1.pgn", "cup.zip/2.pgn", "1.pgn", ""] {
        survey.add_from(file, &record);
    }
    let keys = |k: usize| {
        let tallies = survey.groups[k].1.tallies.iter();
        tallies.map(|(key, tally)| format!("{key} {}", tally.draws)).collect::<Vec<_>>()
    };
    assert_eq!(keys(0), ["1.pgn 1", "cup.zip/2.pgn 1", "cup.zip/final/1.pgn 2"]);
    assert_eq!(keys(1), [". 1", "cup.zip 1", "cup.zip/final 2"]);
    assert_eq!((survey.groups[0].1.unsaid.draws, survey.groups[1].1.unsaid.draws), (1, 1));
}

#[test]
fn groups_are_limited() {
    let mut groups = Groups::default();
    for number in 0..MAX_GROUPS as i64 + 5 {
        groups.add(Some(Key::Number(number)), GameResult::First);
        groups.add(Some(Key::Number(7)), GameResult::Draw);
    }
    assert_eq!((groups.tallies.len(), groups.others.games()), (MAX_GROUPS, 5));
}
