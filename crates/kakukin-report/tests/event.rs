//! Pages and sheets of events: every name and figure against the document, in both languages;
//! names that want to be more than names.

mod html;

use html::{Piece, data, inside, read, tables, texts};
use kakukin_core::one_line;
use kakukin_league::{
    Bracket, EncounterKind, EncounterOdds, EncounterRule, Ending, Entrant, Event, EventOutcome,
    EventPlan, Format, Leads, SeededGame, Seeding, Stage, Stages, Timing, next_rounds,
};
use kakukin_report::{
    ChartAnswer, EventBracketDocument, EventPairDocument, EventStudyDocument, Lang,
    ScoreSheetDocument,
};
use kakukin_series::{Model, Pairing, Round, Rule, ScoreSheet, Series, Turns, Undecided};
use serde_json::Value;
use std::ops::ControlFlow;

const NAMES: [&str; 7] = [
    "佐藤 一郎",
    "<script>alert(1)</script>",
    "O'Hara & \"Ann\"",
    "x\u{202e}gpj\u{7}",
    "</text></svg>",
    "%{name}",
    "a name so long that it has to be cut where there is little room for it, and is told in full elsewhere",
];

fn players(count: usize) -> Vec<Entrant> {
    let name = |k: usize| NAMES.get(k).map_or_else(|| format!("player {k}"), |n| n.to_string());
    (0..count).map(|k| Entrant { name: name(k), elo: 1800.0 - 25.0 * k as f64 }).collect()
}

fn series(points: &str) -> Series {
    let rule: Rule = Rule::parse(points, Turns::Alternating, "swap".parse().unwrap()).unwrap();
    let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
    Series::new(model, rule).unwrap()
}

fn single() -> Series {
    let rule = Rule::new(1, 1, 1, Turns::Alternating).unwrap();
    let rule = rule.with_limit(1).unwrap().with_undecided(Undecided::Lot);
    Series::new(Model::new("1/2".parse().unwrap(), "0".parse().unwrap()).unwrap(), rule).unwrap()
}

fn study(stages: &str, count: usize, start: Option<u32>) -> EventStudyDocument {
    let players = players(count);
    let ratings: Vec<f64> = players.iter().map(|player| player.elo).collect();
    let leads = Leads::fixed(&ratings);
    let ending = |winner, games, probability| Ending { winner, games, probability };
    let endings = |win: f64| vec![ending(0, 1, win), ending(2, 1, 0.9 - win), ending(0, 3, 0.1)];
    let odds = leads.leads().iter().map(|lead| {
        EncounterOdds::new(&endings(0.6 + lead / 4000.0), &endings(0.4 + lead / 4000.0))
    });
    let rule = EncounterRule::new(odds.collect(), [[2, 0], [1, 1], [0, 2]]);
    let stages: Stages = stages.parse().unwrap();
    let plan = EventPlan {
        rules: vec![[0, 0]; stages.stages().len()],
        stages: stages.clone(),
        seeding: Seeding::Rating,
        holder: None,
        boards: 2,
    };
    let event = Event::new(ratings, plan, leads, vec![rule]).unwrap();
    let figures = event.figures(500, 1, true, |_| ControlFlow::Continue(())).unwrap().unwrap();
    let outcome = EventOutcome {
        players,
        rating_errors: None,
        rules: stages.stages().iter().map(|_| ["single".into(), "1/3/4".into()]).collect(),
        stages,
        seeding: Seeding::Rating,
        holder: event.holder(),
        p: "7/10".parse().unwrap(),
        f: "1/10".parse().unwrap(),
        timing: start.map(|_| Timing { minutes: 40.0, pause: 10.0 }),
        start,
        boards: Some(2),
        seed: 1,
        figures,
    };
    let rules: Vec<_> = (0..outcome.rules.len())
        .map(|_| [(EncounterKind::Single, single()), (EncounterKind::Series, series("1/3/4"))])
        .collect();
    EventStudyDocument::new(&outcome).for_page(Some("Open <1>"), Some("3 & 4 May"), &rules)
}

/// What no page may contain; its pieces.
fn checked(page: &str) -> Vec<Piece> {
    let pieces = read(page);
    assert_eq!(page.matches("<script").count(), 1);
    for piece in &pieces {
        match piece {
            // The data of a page may have it, escaped as JSON has it.
            Piece::Text(text) if !text.starts_with('{') && !text.starts_with('[') => {
                assert!(!text.contains(['\u{202e}', '\u{7}']), "{text:?}");
                for word in text.split_whitespace() {
                    for key in ["event.", "rule.", "sheet.", "column.", "NaN", "inf"] {
                        assert!(!word.starts_with(key), "{text}");
                    }
                }
            }
            Piece::Open(_, attributes) => {
                for (key, value) in attributes {
                    assert!(!value.contains("NaN") && !key.starts_with("on"), "{key}={value}");
                }
            }
            _ => {}
        }
    }
    pieces
}

fn class(wanted: &'static str) -> impl Fn(&str, &[(String, String)]) -> bool {
    move |_, attributes| {
        let of = |(key, value): &(String, String)| {
            key == "class" && value.split(' ').any(|one| one == wanted)
        };
        attributes.iter().any(of)
    }
}

#[test]
fn a_study_says_what_its_document_says() {
    let cases = [
        ("knockout", 7, Some(570)),
        ("groups:2 > 2 > knockout", 7, Some(1380)),
        ("swiss:2", 5, None),
    ];
    for (stages, count, start) in cases {
        let document = study(stages, count, start);
        for lang in Lang::ALL {
            let pieces = checked(&document.html(lang));
            assert_eq!(texts(&pieces, |name, _| name == "h1"), ["Open <1>"]);
            assert_eq!(texts(&pieces, class("date")), ["3 & 4 May"]);
            let tables = tables(&pieces);
            // The players, the likeliest winner first.
            let mut order: Vec<_> = document.players.iter().collect();
            order.sort_by(|x, y| y.win.total_cmp(&x.win));
            assert_eq!(tables[0].len(), count);
            for (row, player) in tables[0].iter().zip(&order) {
                assert_eq!(row[0], one_line(&player.name));
                assert_eq!(row[1], player.elo.to_string());
                let win = format!("{:.2} %", 100.0 * player.win);
                assert!(row[2].starts_with(&win), "{row:?} {win}");
                assert_eq!(row[2].contains('±'), !document.exact);
                let top = player.places.iter().take(2).sum::<f64>();
                assert_eq!(row[3], format!("{:.2} %", 100.0 * top.min(1.0)));
                let end = &row[row.len() - 3..];
                assert_eq!(end[0], format!("{:.2}", player.expected_place));
                assert!(end[1].starts_with(&format!("{:.2} %", 100.0 * player.side_luck)));
                assert_eq!(end[2], format!("{:.1}", player.games.mean));
            }
            // The rounds.
            for (k, (row, games)) in tables[1].iter().zip(&document.rounds).enumerate() {
                assert_eq!(row[0], (k + 1).to_string());
                assert!(!row[1].is_empty());
                assert_eq!(row[2], format!("{:.1}", games.mean));
                assert_eq!(row[3], games.within_95.to_string());
            }
            let answers = texts(&pieces, class("answers")).join(" ");
            assert!(answers.contains(&one_line(&order[0].name)), "{answers}");
            assert!(answers.contains(&format!("{:.1} %", 100.0 * order[0].win)), "{answers}");
            assert!(answers.contains(&format!("{:.1} %", 100.0 * document.best_wins)));
            assert!(answers.contains(&document.games.within_95.to_string()));
            let data: Value = serde_json::from_str(&data(&pieces)).unwrap();
            assert_eq!(data["schema"], "kakukin/event-study/1");
            assert_eq!(data["title"], "Open <1>");
            let chart = ChartAnswer::from(&document.chart(lang));
            let named: Vec<String> = order.iter().map(|player| one_line(&player.name)).collect();
            assert_eq!(chart.rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(), named);
            roxmltree::Document::parse(&document.chart(lang).svg()).unwrap();
            // A curve has as many points as there are lengths; of few it would be made up.
            let mut lengths = document.hours_within.clone().unwrap_or_default();
            lengths.dedup();
            let course = document.course(lang);
            assert_eq!(course.is_some(), lengths.len() >= 6, "{stages}");
            if let Some(course) = course {
                roxmltree::Document::parse(&course.svg()).unwrap();
                let rows = ChartAnswer::from(&course).rows;
                assert_eq!(rows.len(), lengths.len());
                assert_eq!(rows.last().unwrap()[1], "99.0000 %");
            }
        }
    }
}

#[test]
fn a_timetable_is_told_alike_everywhere() {
    let document = study("knockout", 7, Some(23 * 60));
    let timetable = document.timetable.as_ref().unwrap();
    assert_eq!((timetable.start, timetable.rounds.len()), (1380, 3));
    assert_eq!(timetable.rounds[0].begins.within_95, 1380.0);
    // A round of three encounters on two boards takes two games one after the other at least.
    assert!(timetable.rounds[1].begins.within_50 >= 1380.0 + 100.0);
    for (one, next) in timetable.rounds.iter().zip(&timetable.rounds[1..]) {
        assert!(one.begins.within_50 < next.begins.within_50);
        assert!(next.begins.within_50 <= next.begins.within_95);
        assert_eq!(next.played, 1.0);
    }
    let hours = document.hours.unwrap();
    assert!((timetable.over.within_95 - 1380.0 - 60.0 * hours.within_95).abs() < 1e-9);
    let clock = |minutes: f64, lang: Lang| {
        let whole = minutes.round() as u64;
        let time = format!("{}:{:02}", whole / 60 % 24, whole % 60);
        match whole / 1440 {
            0 => time,
            _ => lang.pick(["% (next day)", "翌日 %"]).replace('%', &time),
        }
    };
    for lang in Lang::ALL {
        let pieces = checked(&document.html(lang));
        let rows = &tables(&pieces)[1];
        let text = document.text(lang);
        let of_rounds = timetable.rounds.iter().map(|round| round.begins);
        for (row, latest) in rows.iter().zip(of_rounds.chain([timetable.over])) {
            let wanted = [latest.within_50, latest.within_95].map(|at| clock(at, lang));
            assert_eq!(row[4..], wanted, "{row:?}");
            assert!(wanted.iter().all(|time| text.contains(time)), "{text}");
        }
        assert_eq!(rows.len(), 4);
        assert!(
            texts(&pieces, class("answers"))[0].contains(&clock(timetable.over.within_95, lang))
        );
    }
    let without = study("knockout", 7, None);
    assert!(without.timetable.is_none() && without.hours_within.is_none());
}

#[test]
fn rules_are_told_in_words() {
    let document = study("knockout", 7, Some(570));
    for (lang, words) in [
        (
            Lang::EN,
            ["One game decides; if it is drawn, lots decide.", "The first to reach 4 points"],
        ),
        (Lang::JA, ["1 局で決めます。", "先に 4 点に達した方"]),
    ] {
        let page = document.html(lang);
        for words in words {
            assert!(page.contains(words), "{words}");
        }
    }
}

fn paired(format: &str, count: usize, games: &[SeededGame]) -> EventPairDocument {
    let format: Format = format.parse().unwrap();
    let rounds = next_rounds(format, count, games, &[]).unwrap();
    EventPairDocument::new(&players(count), format, games, &rounds)
}

#[test]
fn pairings_are_those_of_the_document() {
    let played = [
        SeededGame { players: [0, 2], points: [1, 1] },
        SeededGame { players: [1, 3], points: [2, 0] },
    ];
    let rule = (EncounterKind::Series, series("1/3/4"));
    for (format, count, games) in
        [("league", 7, &[][..]), ("swiss:3", 5, &played[..]), ("knockout", 6, &[])]
    {
        let document =
            paired(format, count, games).for_page(Some("<b>Open</b>"), Some("May"), Some(&rule));
        for lang in Lang::ALL {
            let pieces = checked(&document.html(lang));
            assert_eq!(texts(&pieces, |name, _| name == "h1"), ["<b>Open</b>"]);
            let tables = tables(&pieces);
            // Of a league there is a table to fill in as well.
            let crossed = usize::from(format == "league");
            assert_eq!(tables.len(), document.rounds.len() + crossed);
            for (rows, round) in tables.iter().zip(&document.rounds) {
                assert_eq!(rows.len(), round.games.len());
                for (row, game) in rows.iter().zip(&round.games) {
                    assert_eq!(row[0], game.board.to_string());
                    assert!(row[1].starts_with(&one_line(&game.first)), "{row:?}");
                    assert!(row[3].starts_with(&one_line(&game.second)), "{row:?}");
                    let points = |name: &str| {
                        let found = document.players.iter().find(|player| player.name == name);
                        format!("({})", found.unwrap().points)
                    };
                    let known = !games.is_empty();
                    assert_eq!(row[1].ends_with(&points(&game.first)), known);
                    assert_eq!(row[3].ends_with(&points(&game.second)), known);
                }
            }
            let byes = texts(&pieces, class("bye"));
            let resting: Vec<&String> =
                document.rounds.iter().filter_map(|round| round.bye.as_ref()).collect();
            assert_eq!(byes.len(), resting.len());
            for (words, name) in byes.iter().zip(resting) {
                assert!(words.contains(&one_line(name)), "{words}");
            }
            let lead = texts(&pieces, class("rule")).concat();
            assert!(lead.contains(lang.pick(["reach 4 points", "4 点に達した"])), "{lead}");
        }
    }
}

#[test]
fn every_encounter_of_a_round_has_its_sheet() {
    let document = paired("league", 5, &[]);
    let series = series("1/3/4");
    let sheet = |round: &kakukin_report::RoundDocument| {
        let seat = |game: &kakukin_report::BoardDocument| Pairing {
            board: game.board.to_string(),
            a: one_line(&game.first),
            b: one_line(&game.second),
        };
        let pairings = round.games.iter().map(seat).collect();
        let byes = round.bye.iter().map(|name| one_line(name)).collect();
        let event = Some("Open".to_string());
        ScoreSheet::new(&series, Round { event, date: None, pairings, byes }).unwrap()
    };
    let sheets: Vec<ScoreSheet> = document.rounds.iter().map(sheet).collect();
    let sheets = document.sheets(&sheets, true);
    assert_eq!(
        sheets.iter().map(|sheet| sheet.round).collect::<Vec<_>>(),
        (1..=5).map(Some).collect::<Vec<_>>()
    );
    for lang in Lang::ALL {
        let pieces = checked(&ScoreSheetDocument::html_of_rounds(&sheets, lang));
        let named = texts(&pieces, |name, _| name == "bdi");
        for round in &document.rounds {
            for game in &round.games {
                // On its sheet and in the overview.
                assert!(named.iter().filter(|name| **name == one_line(&game.first)).count() >= 2);
            }
        }
        assert_eq!(texts(&pieces, class("half")).len(), 10);
        assert_eq!(texts(&pieces, class("overview")).len(), 5);
        let data: Value = serde_json::from_str(&data(&pieces)).unwrap();
        assert_eq!(data[4]["round"], 5);
        let one = ScoreSheetDocument::html_of_rounds(&sheets[..1], lang);
        let data: Value = serde_json::from_str(&html::data(&checked(&one))).unwrap();
        assert_eq!((&data["schema"], &data["round"]), (&"kakukin/score-sheet/1".into(), &1.into()));
    }
}

fn bracket(format: &str, count: usize, third: bool, games: &[SeededGame]) -> EventBracketDocument {
    let stage = Stage { format: format.parse().unwrap(), passes: 0, third };
    let bracket = Bracket::new(stage.format, count, third, games).unwrap();
    let rules = [(EncounterKind::Single, single()), (EncounterKind::Series, series("2/3/7"))];
    EventBracketDocument::new(&players(count), stage, &bracket).for_page(
        Some("Open <1>"),
        Some("May"),
        Some(&rules),
    )
}

/// All words of a drawing.
fn words(svg: &str) -> Vec<String> {
    let drawing = roxmltree::Document::parse(svg).unwrap();
    let texts = drawing.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_string()).collect()
}

#[test]
fn brackets_have_everybody_and_everything() {
    let won = |first, second| SeededGame { players: [first, second], points: [2, 0] };
    let cases = [
        ("knockout", 2, false, vec![won(1, 0)]),
        ("knockout", 3, true, vec![]),
        ("knockout", 7, true, vec![won(4, 3), won(2, 5), won(6, 1)]),
        ("knockout", 13, false, vec![]),
        ("knockout", 32, true, vec![]),
        ("knockout", 33, true, vec![]),
        ("knockout", 64, false, vec![]),
        ("knockout", 256, true, vec![]),
        ("double", 3, false, vec![]),
        ("double", 8, false, vec![]),
        ("double:1", 13, false, vec![]),
        ("double", 32, false, vec![]),
    ];
    for (format, count, third, games) in cases {
        let document = bracket(format, count, third, &games);
        for lang in Lang::ALL {
            let page = document.html(lang);
            let pieces = checked(&page);
            let listed = texts(&pieces, |name, _| name == "bdi");
            let named: Vec<String> =
                document.players.iter().map(|player| one_line(&player.name)).collect();
            assert_eq!(listed, named, "{format} {count}");
            let drawn = texts(&pieces, |name, _| name == "text");
            let whole = words(&document.svg(lang));
            for (place, words) in [("sheets", &drawn), ("picture", &whole)] {
                let times = |wanted: &str| words.iter().filter(|word| *word == wanted).count();
                for encounter in &document.encounters {
                    assert!(times(&encounter.number.to_string()) >= 1, "{place} {encounter:?}");
                    for name in encounter.sides.iter().filter_map(|side| side.name.as_ref()) {
                        let name = one_line(name);
                        // Long names are cut; the list has them in full.
                        let cut: String = name.chars().take(3).collect();
                        assert!(words.iter().any(|word| word.starts_with(&cut)), "{place} {name}");
                    }
                    // A winner stands in the next box, too.
                    if let Some(winner) = &encounter.winner
                        && winner.chars().count() < 10
                    {
                        assert!(times(&one_line(winner)) >= 2, "{place} {winner}");
                    }
                }
            }
            let data: Value = serde_json::from_str(&data(&pieces)).unwrap();
            assert_eq!(data["schema"], "kakukin/event-bracket/1");
            let told = page.contains(lang.pick(["reach 7 points", "7 点に達した"]));
            assert!(told, "the rule of the final");
            let text = document.text(lang);
            assert!(!text.contains("event.") && !text.contains('\u{202e}'), "{text}");
            assert_eq!(document.csv().lines().count(), 1 + document.encounters.len());
        }
    }
}

/// Nothing of a drawing lies beyond its paper, and no box on another.
#[test]
fn boxes_keep_to_their_places() {
    for (format, counts) in
        [("knockout", &[2, 3, 4, 8, 13, 16, 32, 64, 200][..]), ("double", &[3, 8, 16, 32][..])]
    {
        for &count in counts {
            let document = bracket(format, count, format == "knockout", &[]);
            let page = document.html(Lang::JA);
            let pieces = checked(&page);
            let starts = pieces
                .iter()
                .enumerate()
                .filter(|(_, piece)| matches!(piece, Piece::Open(name, _) if name == "svg"));
            for (start, piece) in starts {
                let Piece::Open(_, attributes) = piece else { continue };
                let number = |attributes: &[(String, String)], wanted: &str| {
                    let found = attributes.iter().find(|(key, _)| key == wanted);
                    found.and_then(|(_, value)| value.parse::<f64>().ok()).unwrap()
                };
                let paper = ["width", "height"].map(|key| number(attributes, key));
                let mut boxes: Vec<[f64; 4]> = Vec::new();
                for piece in inside(&pieces[start..], |name, _| name == "svg") {
                    let Piece::Open(name, attributes) = piece else { continue };
                    let large = |of: &[(String, String)]| number(of, "width") > 10.0;
                    if name != "rect"
                        || attributes.iter().any(|(_, value)| value == "paper")
                        || !large(attributes)
                    {
                        continue;
                    }
                    let [x, y, wide, high] =
                        ["x", "y", "width", "height"].map(|key| number(attributes, key));
                    let area = [x, y, x + wide, y + high];
                    assert!(
                        x >= 0.0 && y >= 0.0 && area[2] <= paper[0] && area[3] <= paper[1],
                        "{count}: {area:?} {paper:?}"
                    );
                    // Room to write.
                    assert!(high >= 14.0 && wide >= 80.0, "{count}: {wide} {high}");
                    let meets = |other: &[f64; 4]| {
                        area[0] < other[2]
                            && other[0] < area[2]
                            && area[1] < other[3]
                            && other[1] < area[3]
                    };
                    assert!(!boxes.iter().any(meets), "{format} {count}: {area:?}");
                    boxes.push(area);
                }
                assert!(!boxes.is_empty());
            }
        }
    }
}
