//! Records counted in parts: the same to the last figure as all at once.

use kakukin_query::{EstimateQuery, InputError, Part, RecordsQuery, Unwatched, Uploads};
use kakukin_records::{Estimate, ReadSummary, SurveyPart};
use proptest::prelude::*;
use std::slice::from_ref;

type File = (String, String);

fn uploads(files: &[File]) -> Uploads<&[u8]> {
    let files = files.iter().map(|(name, text)| (name.clone(), text.as_bytes()));
    Uploads::new(files).unwrap()
}

fn query() -> EstimateQuery {
    let by = ["event", "year", "rating", "opening", "file", "folder"];
    EstimateQuery { by: by.map(String::from).to_vec(), ..EstimateQuery::default() }
}

fn at_once(files: &[File]) -> Result<(Estimate, ReadSummary), InputError> {
    query().job().unwrap().run(&uploads(files), &Unwatched)
}

fn surveyed(files: &[File]) -> SurveyPart {
    RecordsQuery::default().job().unwrap().survey(&uploads(files), &Unwatched).unwrap()
}

fn part(files: &[File]) -> Part {
    let json = serde_json::to_vec(&surveyed(files)).unwrap();
    Part::read("part.json", &json).unwrap()
}

/// A file of games between few players, with dates and rounds of its own.
fn file(number: usize) -> impl Strategy<Value = File> {
    let result = prop::sample::select(vec!["1-0", "1-0", "0-1", "1/2-1/2", "*", "+/-", "huh"]);
    let row = (0u8..6, 0u8..6, result, 1u8..28, 1u8..4, 1500u32..2500, 0u8..3);
    prop::collection::vec(row, 1..40).prop_map(move |rows| {
        let mut text =
            "first,second,result,date,round,event,first_rating,second_rating,opening\n".to_string();
        for (first, second, result, day, round, rating, opening) in rows {
            let year = 2020 + number;
            text += &format!(
                "p{first},p{second},{result},{year}-03-{day:02},{round},Cup {},{rating},2000,{}\n",
                round % 2,
                ["", "A00", "B12"][usize::from(opening)],
            );
        }
        (format!("folder{}/{number}.csv", number % 2), text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn parts_are_the_whole(
        files in (file(0), file(1), file(2), file(3), file(4)),
        cut in 1usize..5,
        other in 1usize..5,
    ) {
        let files = [files.0, files.1, files.2, files.3, files.4];
        let (cut, other) = (cut.min(other), cut.max(other));
        let job = query().job().unwrap();
        let whole = at_once(&files);
        let mut parts = vec![part(&files[..cut])];
        if other > cut {
            parts.push(part(&files[cut..other]));
        }
        // The rest is read beside them.
        let found = job.run_after(&parts, &uploads(&files[other..]), &Unwatched);
        match (whole, found) {
            (Ok((whole, all)), Ok((found, read))) => {
                prop_assert_eq!(format!("{whole:?}"), format!("{found:?}"));
                prop_assert_eq!(whole, found);
                prop_assert_eq!(all, read);
            }
            (Err(whole), Err(found)) => prop_assert_eq!(whole.problem, found.problem),
            (whole, found) => prop_assert!(false, "{:?} {:?}", whole.is_ok(), found.is_ok()),
        }
    }
}

const HEAD: &str = "first,second,result,date,round\n";

fn games(name: &str, rows: &str) -> File {
    (name.into(), format!("{HEAD}{rows}"))
}

#[test]
fn the_same_game_counts_once() {
    let game = "Ann,Ben,1-0,2024-03-27,3\n";
    let (one, two) = (games("a.csv", game), games("b.csv", &format!("{game}Ben,Ann,0-1,2024,1\n")));
    let (estimate, read) = at_once(&[one.clone(), two.clone()]).unwrap();
    assert_eq!((estimate.games.games(), read.omitted.total), (2, 1));
    let again = &read.omitted.list[0];
    let said = (again.file.as_str(), again.line, again.why.name(), again.detail.as_str());
    assert_eq!(said, ("b.csv", Some(2), "duplicate", "Ann - Ben, 2024-03-27"));
    // Nobody knows when these were played: two may play twice.
    let rows = "first,second,result\nAnn,Ben,1-0\nAnn,Ben,1-0\n";
    let plain = [("a.csv".to_string(), rows.to_string()), ("b.csv".to_string(), rows.to_string())];
    assert_eq!(at_once(&plain).unwrap().0.games.games(), 4);
    let mut keep = query();
    keep.records.keep_duplicates = true;
    let files = [one.clone(), two.clone()];
    let kept = keep.job().unwrap().run(&uploads(&files), &Unwatched).unwrap();
    assert_eq!((kept.0.games.games(), kept.1.omitted.total), (3, 0));
    // Beside a survey a file is compared with its games; surveys are counted, and that is said.
    let job = query().job().unwrap();
    let beside =
        job.run_after(&[part(from_ref(&one))], &uploads(from_ref(&two)), &Unwatched).unwrap();
    assert_eq!((beside.0.games.games(), beside.1.in_several_parts), (2, 0));
    let parts = [part(from_ref(&one)), part(&[two])];
    let none = [games("c.csv", "")];
    let both = job.run_after(&parts, &uploads(&none), &Unwatched).unwrap();
    assert_eq!((both.0.games.games(), both.1.in_several_parts), (3, 1));
}

/// 720 games of two engines on three openings of 240 different games, in one file.
#[test]
fn an_engine_match_that_repeats_itself() {
    let mut text = String::new();
    for game in 0..720 {
        let different = game % 240;
        let moves: Vec<String> = (1..40)
            .map(|n| format!("{n}. {{+0.{game} 1.2s}} N{}{} B{}7", (different + n) % 251, n % 8, n))
            .collect();
        let sides = if different % 2 == 0 { ["X", "Y"] } else { ["Y", "X"] };
        text += &format!(
            "[Date \"2024.03.{:02}\"]\n[Round \"{game}\"]\n[White \"{}\"]\n[Black \"{}\"]\n\
             [Result \"1-0\"]\n\n{} 1-0\n\n",
            1 + game / 300,
            sides[0],
            sides[1],
            moves.join(" "),
        );
    }
    let (estimate, read) = at_once(&[("match.pgn".into(), text)]).unwrap();
    assert_eq!((estimate.games.games(), read.games, read.omitted.total), (240, 720, 480));
}

#[test]
fn parts_are_not_believed() {
    let part = surveyed(&[games("a.csv", "Ann,Ben,1-0,2024-03-27,3\nBen,Ann,*,2024-03-28,1\n")]);
    let value = serde_json::to_value(&part).unwrap();
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = value.clone();
        change(&mut changed);
        let error = Part::read("x.json", changed.to_string().as_bytes()).unwrap_err();
        assert_eq!(error.field, "merge");
        error.value
    };
    assert!(Part::read("x.json", value.to_string().as_bytes()).is_ok());
    let cases: [(&str, serde_json::Value, &str); 13] = [
        ("/schema", "kakukin/survey/9".into(), "schema"),
        ("/games/first", u64::MAX.into(), "games"),
        ("/games/first", 2.into(), "groups.rows"),
        ("/games/first", "one".into(), "games"),
        ("/unwanted", (-1).into(), "unwanted"),
        ("/groups/0/by", "weather".into(), "groups"),
        ("/groups/0/unsaid/draws", 1.into(), "groups.rows"),
        ("/players/names/1", "Ann".into(), "players.names"),
        ("/players/names/1", "x".repeat(1000).into(), "players.names"),
        ("/players/pairs/0/1", 7.into(), "players.pairs"),
        ("/players/pairs/0/2", 9.into(), "players.pairs"),
        ("/read/skipped/total", 9.into(), "read.skipped"),
        ("/fingerprints", "123".into(), "fingerprints"),
    ];
    for (place, new, field) in cases {
        let value = refused(&|json| *json.pointer_mut(place).unwrap() = new.clone());
        assert_eq!(value, format!("x.json: {field}"), "{place}");
    }
    let missing = refused(&|json| drop(json.as_object_mut().unwrap().remove("read")));
    assert_eq!(missing, "x.json: read");
    let more = refused(&|json| drop(json.as_object_mut().unwrap().insert("more".into(), 1.into())));
    assert_eq!(more, "x.json: more");
    let error = Part::read("x.json", b"{\n\"schema\": ").unwrap_err();
    assert_eq!(error.value, "x.json: 2:10");
    // Counted under other conditions.
    let part = Part::read("x.json", value.to_string().as_bytes()).unwrap();
    let mut since = query();
    since.records.since = Some("2020".into());
    let mut forfeits = query();
    forfeits.records.count = vec!["forfeits".into()];
    let mut band = query();
    band.band = Some("100".into());
    for (query, field) in [(since, "filter"), (forfeits, "counting"), (band, "band")] {
        let none = [games("c.csv", "")];
        let run = query.job().unwrap().run_after(
            std::slice::from_ref(&part),
            &uploads(&none),
            &Unwatched,
        );
        assert_eq!(run.unwrap_err().value, format!("x.json: {field}"));
    }
}
