//! A live series in words: text, CSV and JSON, and the sentences about records that are refused.

use kakukin_core::BadValue;
use kakukin_report::{Lang, LiveDocument, explain_fault, short_percent};
use kakukin_series::{
    InputError, LiveFault, LiveRecord, Model, Names, Note, Practice, ReportedResult, Rule, Series,
    Stamp, Turns,
};

fn example() -> LiveRecord {
    let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
    let series = Series::new(model, Rule::new(1, 2, 3, Turns::Alternating).unwrap()).unwrap();
    let at = |minute| Stamp::try_from(format!("2026-11-15T09:{minute:02}:00Z")).unwrap();
    let names = Names { a: Some("太郎".into()), b: None };
    let mut record = LiveRecord::new(&series, names, Some("決勝".into()), at(0)).unwrap();
    for (minute, word) in (1..).zip(["second", "undo", "先手", "draw", "b"]) {
        let note = Note { at: at(minute), by: Some("佐藤".into()), comment: None };
        match word {
            "undo" => record.undo(&note).unwrap(),
            word => record.add(&[word.parse::<ReportedResult>().unwrap()], &note).unwrap(),
        }
    }
    record
}

#[test]
fn each_fault_has_its_sentence() {
    let faults = [
        LiveFault::TooLarge,
        LiveFault::Empty,
        LiveFault::NotARecord { line: 1, column: 2 },
        LiveFault::Schema("kakukin/live/2".into()),
        LiveFault::Time,
        LiveFault::Header(InputError::new("p", "2", BadValue::OutOfRange, "0..1")),
        LiveFault::HeaderSeal,
        LiveFault::TooManyEntries,
        LiveFault::Number(3),
        LiveFault::Seal(3),
        LiveFault::Note(3),
        LiveFault::AfterTheEnd(3),
        LiveFault::NothingToUndo(3),
    ];
    for lang in Lang::ALL {
        let mut sentences: Vec<_> = faults.iter().map(|fault| explain_fault(fault, lang)).collect();
        for sentence in &sentences {
            assert!(!sentence.contains("live.fault") && !sentence.contains("%{"), "{sentence}");
        }
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), faults.len());
    }
}

#[test]
fn the_text_says_the_figures() {
    let document = LiveDocument::new(example().state());
    let [_, _, drawn] = &document.course.next[..] else { panic!() };
    for lang in Lang::ALL {
        let text = document.text(lang);
        for chances in [document.course.chances, document.course.at_start, drawn.chances] {
            for x in [chances.a, chances.b, chances.none] {
                assert!(text.contains(&short_percent(x)), "{x} {text}");
            }
        }
        assert!(text.contains("太郎") && text.contains("決勝") && text.contains("1 - 2"));
        let all = text
            + &document.audit_text(lang, ToString::to_string)
            + &document.confirmation(0, lang);
        assert!(!all.contains("live.") && !all.contains("%{"), "{all}");
    }
}

#[test]
fn csv_and_json_hold_the_games() {
    let document = LiveDocument::new(example().state());
    let csv = document.csv();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 1 + 1 + 3);
    assert!(rows[4].starts_with("5,3,true,a,second,b,1,2,"), "{}", rows[4]);
    assert_eq!(document.audit_csv().lines().count(), 1 + 5);
    let json = serde_json::to_value(&document).unwrap();
    assert_eq!(json["schema"], "kakukin/live-state/1");
    assert_eq!(json["history"][2]["chances"]["a"], document.course.chances.a);
    assert_eq!(json["next_first"], "b");
    assert_eq!(json["audit"][0]["undone_by"], 2);
}

/// A record keeps its game, and is read in its words.
#[test]
fn a_series_of_chess_speaks_of_white_and_black() {
    let record = example();
    let before = record.text();
    assert_eq!(record.of_game(Some(Practice::Chess)).text(), before, "results fix everything");
    let model = Model::new("58%".parse().unwrap(), "36%".parse().unwrap()).unwrap();
    let series = Series::new(model, Rule::new(2, 3, 4, Turns::Alternating).unwrap()).unwrap();
    let at = Stamp::try_from("2026-11-15T09:00:00Z".to_string()).unwrap();
    let record = LiveRecord::new(&series, Names::default(), None, at).unwrap();
    let record = record.of_game(Some(Practice::Chess));
    let again = LiveRecord::read(record.text().as_bytes()).unwrap();
    assert_eq!(again.game(), Some(Practice::Chess));
    let document = LiveDocument::new(again.state());
    assert!(document.text(Lang::EN).contains("A has White, B has Black"));
    assert!(document.text(Lang::JA).contains("白"));
    assert!(!document.text(Lang::JA).contains("先手"));
}
