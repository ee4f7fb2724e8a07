//! The pages: well-formed whatever the rule, examples, score sheets. Their figures are tested
//! in `page_figures.rs`, their answers in `page_words.rs`.

mod html;

use html::{Piece, data, read, texts};
use kakukin_report::{Lang, Paper, RuleSheetDocument, RuleSheetOptions, ScoreSheetDocument};
use kakukin_series::{Draws, Model, Pairing, Rational, Round, Rule, ScoreSheet, Series, Undecided};
use serde_json::Value;
use std::time::Instant;

const TURNS: [&str; 7] =
    ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first", "pattern=ABB"];
const DRAWS: [&str; 6] = ["pass", "keep", "replay", "swap", "points=0.5/1", "second"];

fn rule(points: &str, turns: &str, draws: &str) -> Rule {
    let draws: Draws<Rational> = draws.parse().unwrap();
    Rule::parse(points, turns.parse().unwrap(), draws).unwrap()
}

fn series(p: &str, f: &str, rule: Rule) -> Series {
    Series::new(Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap(), rule).unwrap()
}

fn rule_sheet(series: &Series, lang: Lang) -> String {
    let sheet = series.rule_sheet().unwrap();
    RuleSheetDocument::new(&sheet, &RuleSheetOptions::default(), lang).html()
}

fn score_sheets(series: &Series, pairings: Vec<Pairing>, lang: Lang) -> String {
    let sheet = ScoreSheet::new(series, Round { pairings, ..Round::default() }).unwrap();
    ScoreSheetDocument::new(&sheet, Paper { overview: true, half_pages: false }).html(lang)
}

fn pairing(a: &str, b: &str) -> Pairing {
    Pairing { board: "1".into(), a: a.into(), b: b.into() }
}

/// What no page may contain, whatever it is about.
fn check_words(page: &str) {
    let pieces = read(page);
    for piece in &pieces {
        match piece {
            Piece::Text(text) => {
                for never in ["NaN", "inf %", "%{"] {
                    assert!(!text.contains(never), "{text}");
                }
                // A missing sentence shows as its key.
                let words = text.split_whitespace();
                for key in ["en.page.", "ja.page.", "page.", "sheet.", "chart."] {
                    assert!(!words.clone().any(|word| word.starts_with(key)), "{text}");
                }
            }
            Piece::Open(name, attributes) => {
                assert!(!["link", "iframe", "img", "object"].contains(&name.as_str()), "{name}");
                for (key, value) in attributes {
                    assert!(!value.contains("NaN"), "{name} {key}={value}");
                    // Nothing is loaded from elsewhere, nothing is run.
                    assert!(!["src", "href"].contains(&key.as_str()), "{key}={value}");
                    assert!(!key.starts_with("on"), "{key}={value}");
                    assert!(key == "xmlns" || !value.contains("://"), "{key}={value}");
                }
            }
            Piece::Close(_) => {}
        }
    }
    assert_eq!(page.matches("<script").count(), 1);
    assert!(!page.contains("url(") && !page.contains("@import"));
}

#[test]
fn every_rule_has_its_pages() {
    for (turns, draws) in TURNS.iter().flat_map(|t| DRAWS.iter().map(move |d| (t, d))) {
        for (k, lang) in Lang::ALL.into_iter().enumerate() {
            let rule = rule("1/2/3", turns, draws).with_clinch(k == 1);
            let series = series("70%", if k == 0 { "10%" } else { "0" }, rule);
            check_words(&rule_sheet(&series, lang));
            check_words(&score_sheets(&series, vec![pairing("x", "y"); 3], lang));
        }
    }
}

#[test]
fn extreme_rules_have_their_pages() {
    let cases = [
        ("0", "0", "1/1/1"),
        ("1", "0", "1/2/3"),
        ("1/3", "1/7", "3/1/5"),
        ("50%", "90%", "1/1/1"),
        ("99.9%", "0", "0.5/1.25/2.5"),
    ];
    for (p, f, points) in cases {
        for lang in Lang::ALL {
            let series = series(p, f, rule(points, "alternating", "pass"));
            check_words(&rule_sheet(&series, lang));
        }
    }
    // Games given outright have no rate to change, and unequal players no fair share.
    let game = |x: &str, y: &str, z: &str| {
        kakukin_series::Game::new(x.parse().unwrap(), y.parse().unwrap(), z.parse().unwrap())
    };
    let games = [game("60%", "10%", "30%").unwrap(), game("1/3", "1/3", "1/3").unwrap()];
    let [a_first, b_first] = games;
    let rule = rule("1/2/3", "alternating", "pass");
    let outright = Series::new(Model::outright(a_first, b_first), rule.clone()).unwrap();
    let lead = Model::with_elo("70%".parse().unwrap(), "10%".parse().unwrap(), -50.0).unwrap();
    for series in [outright, Series::new(lead, rule).unwrap()] {
        for lang in Lang::ALL {
            check_words(&rule_sheet(&series, lang));
        }
    }
}

#[test]
fn large_rules_are_done_in_time() {
    let large = [
        series("70%", "10%", rule("1/2/300", "alternating", "pass")),
        series("70%", "10%", rule("1/2/100", "thue-morse", "keep")),
        series("70%", "10%", rule("1/1/1", "fixed", "pass").with_limit(100_000).unwrap()),
        series("70%", "99.99%", rule("1/1/1", "fixed", "pass").with_limit(100_000).unwrap()),
    ];
    for series in large {
        let begun = Instant::now();
        let page = rule_sheet(&series, Lang::EN);
        check_words(&page);
        assert!(page.len() < 20_000_000, "{}", page.len());
        assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    }
}

#[test]
fn words_of_users_do_nothing() {
    let evil =
        ["</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "%{a} & 'b'"];
    let series = series("70%", "10%", rule("1/2/3", "loser-first", "pass"));
    for lang in Lang::ALL {
        for a in evil {
            let options = RuleSheetOptions {
                title: Some(a.into()),
                names: Some([a.into(), "</title></style>".into()]),
                ..RuleSheetOptions::default()
            };
            let page = RuleSheetDocument::new(&series.rule_sheet().unwrap(), &options, lang).html();
            let pieces = read(&page);
            assert_eq!(page.matches("<script").count(), 1);
            assert!(!page.contains("<img") && !page.contains("<script>"));
            assert_eq!(texts(&pieces, |name, _| name == "h1"), [a]);
            let data: Value = serde_json::from_str(&data(&pieces)).unwrap();
            assert_eq!((&data["title"], &data["names"][0]), (&a.into(), &a.into()));
            let sheet = score_sheets(&series, vec![pairing(a, "<b>")], lang);
            assert_eq!(sheet.matches("<script").count(), 1);
            let names = texts(&read(&sheet), |name, _| name == "bdi");
            assert!(names.iter().any(|name| name == a) && names.iter().any(|name| name == "<b>"));
        }
    }
}

#[test]
fn sheets_have_a_row_for_each_game_and_pairing() {
    let series = series("70%", "10%", rule("1/2/3", "alternating", "pass"));
    for lang in Lang::ALL {
        let page = score_sheets(&series, vec![pairing("Ann", "Ben"), pairing("Cid", "Dan")], lang);
        let rows = texts(&read(&page), |name, _| name == "tr");
        // Two heads and six games on each sheet, a head and three needs; the overview.
        assert_eq!(rows.len(), 2 * (2 + 6 + 1 + 3) + 1 + 2);
        let data: Value = serde_json::from_str(&data(&read(&page))).unwrap();
        assert_eq!(data["schema"], "kakukin/score-sheet/1");
        assert_eq!(data["pairings"][1]["b"], "Dan");
    }
}

/// A sheet has a place for what decides equal points, and nobody but A and B to win.
#[test]
fn sheets_have_a_place_for_the_decider() {
    for way in Undecided::ALL {
        let rule = rule("1/2/3", "alternating", "pass").with_undecided(way);
        let series = series("70%", "10%", rule);
        for lang in Lang::ALL {
            let page = score_sheets(&series, vec![pairing("Ann", "Ben")], lang);
            check_words(&page);
            check_words(&rule_sheet(&series, lang));
            let decider = texts(&read(&page), |_, attributes| {
                attributes.contains(&("class".into(), "decider".into()))
            });
            assert_eq!(decider.len(), usize::from(way != Undecided::None), "{way}");
            let ticks = texts(&read(&page), |_, attributes| {
                attributes.contains(&("class".into(), "ticks".into()))
            });
            // Who won, on the sheet and in the overview; who is first in a game that decides, and
            // who wins it.
            let more = match way {
                Undecided::None | Undecided::Second => 0,
                Undecided::Lot => 1,
                Undecided::Game | Undecided::Armageddon => 2,
            };
            assert_eq!(ticks.len(), 2 + more, "{way}");
        }
    }
}
