//! What a rule sheet says of unusual rules, by its words.

mod html;

use html::{data, read, texts};
use kakukin_report::{Lang, RuleSheetDocument, RuleSheetOptions};
use kakukin_series::{Game, Model, Rule, Series, Undecided};
use serde_json::Value;

fn rule(points: &str, turns: &str, draws: &str) -> Rule {
    Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap()
}

fn model(p: &str, f: &str) -> Model {
    Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap()
}

fn game(first: &str, draw: &str, second: &str) -> Game {
    let [first, draw, second] = [first, draw, second].map(|text| text.parse().unwrap());
    Game::new(first, draw, second).unwrap()
}

struct Page {
    html: String,
    data: Value,
}

fn page(model: Model, rule: Rule) -> Page {
    let series = Series::new(model, rule).unwrap();
    let options = RuleSheetOptions::default();
    let html = RuleSheetDocument::new(&series.rule_sheet().unwrap(), &options, Lang::EN).html();
    let data = serde_json::from_str(&data(&read(&html))).unwrap();
    Page { html, data }
}

impl Page {
    /// The answer to a question; `None` if it is not asked.
    fn answer(&self, question: &str) -> Option<String> {
        let pieces = read(&self.html);
        let class = ("class".to_string(), "answer".to_string());
        let answers =
            texts(&pieces, |name, attributes| name == "div" && attributes.contains(&class));
        answers.iter().find_map(|text| text.strip_prefix(question).map(str::to_string))
    }

    fn texts(&self, element: &str) -> Vec<String> {
        texts(&read(&self.html), |name, _| name == element)
    }

    fn left_out(&self) -> Vec<(&str, &str)> {
        let text = |value: &'_ Value| -> &'static str {
            let known = [
                "examples",
                "longer",
                "rates",
                "stronger",
                "scores",
                "score_chart",
                "work",
                "length",
                "no_rate",
            ];
            known.into_iter().find(|known| value == known).expect("a known word")
        };
        let list = self.data["left_out"].as_array().unwrap().iter();
        list.map(|left| (text(&left["part"]), text(&left["reason"]))).collect()
    }
}

const WIN: &str = "A win is a win. Should all wins not count the same?";
const SECOND: &str = "Why does a win as second player earn more?";
const FIRST: &str = "Why does a win as first player earn more?";
const LONG: &str = "Is that not too long?";
const NONE: &str = "What if nobody wins?";

#[test]
fn points_make_up_for_the_first_move_or_not() {
    let cases = [
        ("70%", "1/2/3", SECOND, "Because it is rarer", "being first more often"),
        ("40%", "1/2/3", SECOND, "Not because it is rarer", "does not make up"),
        ("50%", "1/2/3", SECOND, "Not because it is rarer", "does not make up"),
        ("40%", "2/1/3", FIRST, "Because it is rarer", "being second more often"),
        ("70%", "2/1/3", FIRST, "Not because it is rarer", "does not make up"),
        ("50%", "2/1/3", FIRST, "Not because it is rarer", "does not make up"),
    ];
    for (p, points, question, because, win) in cases {
        let page = page(model(p, "0"), rule(points, "alternating", "pass"));
        let answer = page.answer(question).unwrap();
        assert!(answer.starts_with(because), "{p} {points}: {answer}");
        let answer = page.answer(WIN).unwrap();
        assert!(answer.contains(win), "{p} {points}: {answer}");
        let other = if question == FIRST { SECOND } else { FIRST };
        assert_eq!(page.answer(other), None);
    }
    let equal = page(model("40%", "0"), rule("1/1/2", "alternating", "pass"));
    assert!(equal.answer(WIN).unwrap().starts_with("In this rule they do: every win earns 1."));
    assert_eq!((equal.answer(FIRST), equal.answer(SECOND)), (None, None));
}

#[test]
fn rare_is_not_never() {
    let answer = |f: &str, limit: u32| {
        let rule = rule("1/1/1", "fixed", "pass").with_limit(limit).unwrap();
        page(model("70%", f), rule).answer(NONE).unwrap()
    };
    let never = "With these rates it does not happen.";
    assert!(answer("0", 1).starts_with(never));
    // 1e-20: less than any rounding error, and yet exact.
    assert!(answer("1%", 10).starts_with("That happens in less than 0.01 % of the series. "));
    // Too small for a double.
    assert!(answer("10%", 400).starts_with("That happens in less than 0.01 % of the series. "));
    let rare = "That happens in about one series in 1,000,000 (less than 0.01 %). ";
    assert!(answer("1%", 3).starts_with(rare));
    // And not that a higher limit would bring it to less than 0.01 %.
    assert!(!answer("1%", 3).contains("With a limit"));
    assert!(answer("30%", 1).starts_with("That happens in about one series in 3 (30.00 %). "));
    assert!(answer("30%", 1).contains("With a limit of 3 games it would be 2.70 %."));
    // "One in 1" would say that it always happens.
    assert!(answer("70%", 1).starts_with("That happens in 70.00 % of the series. "));
    let tile = page(model("70%", "1%"), rule("1/1/1", "fixed", "pass").with_limit(10).unwrap());
    assert_eq!(tile.texts("dd")[2], "<0.01 %");
}

#[test]
fn equal_games_given_outright_are_equal_players() {
    let usual = rule("1/2/3", "alternating", "pass").with_limit(6).unwrap();
    let equal = Model::outright(game("63%", "10%", "27%"), game("63%", "10%", "27%"));
    let outright = page(equal, usual.clone());
    let rates = page(model("70%", "10%"), usual.clone());
    assert_eq!(outright.data["equal_players"], true);
    for question in [WIN, SECOND, LONG, NONE, "Why not simply take turns?"] {
        assert_eq!(outright.answer(question).unwrap(), rates.answer(question).unwrap());
    }
    assert_eq!(outright.texts("dl"), rates.texts("dl"));
    assert_eq!(outright.left_out(), [("rates", "no_rate"), ("stronger", "no_rate")]);
    assert!(rates.left_out().is_empty());

    let stronger = Model::with_elo("70%".parse().unwrap(), "10%".parse().unwrap(), 100.0).unwrap();
    let nobodys = Model::with_elo("70%".parse().unwrap(), "10%".parse().unwrap(), 0.0).unwrap();
    assert_eq!(page(nobodys, usual.clone()).data["equal_players"], true);
    let unequal = page(stronger, usual);
    assert_eq!(unequal.data["equal_players"], false);
    assert!(unequal.texts("dt")[1].contains("the players are not equal"));
    assert!(unequal.texts("figcaption")[0].contains("The players are not equal"));
    assert!(!unequal.texts("main")[0].contains("0 is fair"));
    assert_eq!((unequal.answer(WIN), unequal.answer(SECOND)), (None, None));
}

#[test]
fn games_that_do_not_count() {
    let replay = page(model("70%", "10%"), rule("1/1/1", "fixed", "replay"));
    let answer = replay.answer(LONG).unwrap();
    let wanted = "In every series one game counts. With the draws that are played again, 1.11 games are played on average. One game is enough in 90 % of the series.";
    assert_eq!(answer, wanted);
    let swap =
        page(model("70%", "30%"), rule("1/1/2", "alternating", "swap").with_limit(2).unwrap());
    let answer = swap.answer(LONG).unwrap();
    assert!(answer.starts_with("In every series 2 games count. With the draws"), "{answer}");
    assert!(!answer.contains("neither more nor fewer"));
    // What is always won before the limit is decided by nothing else, whatever was agreed.
    let decided = rule("1/3/4", "alternating", "swap").with_undecided(Undecided::Armageddon);
    let answer = page(model("70%", "10%"), decided).answer(NONE).unwrap();
    assert_eq!(answer, "It does not happen under this rule: somebody always reaches the target.");
    let decided = rule("1/1/2", "alternating", "pass").with_limit(2).unwrap();
    let decided = page(model("70%", "30%"), decided.with_undecided(Undecided::Armageddon));
    assert!(decided.answer(LONG).unwrap().contains("With the deciding game, "));
    let counted = page(model("70%", "10%"), rule("1/2/3", "alternating", "replay"));
    assert!(counted.answer(LONG).unwrap().starts_with("In a series 2 to 5 games count, "));
    assert!(counted.texts("dt")[3].contains("games that count"));
}

#[test]
fn one_game_is_not_1_games() {
    for (f, draws) in [("0", "pass"), ("10%", "pass"), ("10%", "replay")] {
        let rule = rule("1/1/1", "fixed", draws).with_limit(1).unwrap();
        let page = page(model("70%", f), rule);
        for text in page.texts("main") {
            for never in [" 1 games", "1 to 1"] {
                assert!(!text.contains(never), "{text}");
            }
        }
    }
    let one = page(model("70%", "0"), rule("1/1/1", "fixed", "pass"));
    assert_eq!(one.answer(LONG).unwrap(), "Every series has one game.");
}

/// A page that lacks something says so, each part with its reason.
#[test]
fn what_is_left_out_is_said() {
    let large = page(model("70%", "10%"), rule("1/2/300", "alternating", "pass"));
    let wide = page(model("70%", "0"), rule("1/1/61", "alternating", "pass"));
    assert_eq!(wide.left_out(), [("examples", "length"), ("score_chart", "length")]);
    let parts = ["examples", "longer", "rates", "stronger", "scores"];
    assert_eq!(large.left_out(), parts.map(|part| (part, "work")));
    for page in [large, wide] {
        let class = ("class".to_string(), "note left-out".to_string());
        let note = texts(&read(&page.html), |_, attributes| attributes.contains(&class));
        assert!(note[0].starts_with("Left out of this page:"), "{note:?}");
        let present = |part: &str| match part {
            "examples" => page.data["examples"].as_array().unwrap().len() >= 3,
            "score_chart" => page.html.contains("comes up: A's points by row"),
            "scores" | "rates" => !page.data[part].as_array().unwrap().is_empty(),
            part => page.data.get(part).is_some(),
        };
        for part in ["examples", "score_chart", "scores", "rates", "stronger"] {
            let said = page
                .left_out()
                .iter()
                .any(|(left, _)| *left == part || (*left, part) == ("scores", "score_chart"));
            assert_eq!(present(part), !said, "{part}");
        }
    }
}

/// Where something decides, nobody is left to decide, and no course ends without a winner.
#[test]
fn a_decider_is_part_of_the_rule() {
    let rule = |way: Undecided| rule("1/2/3", "alternating", "pass").with_undecided(way);
    for way in Undecided::ALL {
        let page = page(model("70%", "10%"), rule(way));
        let open = way == Undecided::None;
        let articles = texts(&read(&page.html), |name, attributes| {
            name == "ol" && attributes.iter().any(|(_, class)| class == "articles")
        });
        assert_eq!(articles[0].contains("the organiser's decision"), open, "{way}");
        assert_eq!(page.html.contains("class=\"decision\""), open, "{way}");
        let answer = page.answer(NONE).unwrap();
        assert_eq!(answer.starts_with("Somebody always does."), !open, "{way}: {answer}");
        let titles = page.texts("h3");
        let equal = "The likeliest course that ends with equal points";
        assert_eq!(titles.iter().any(|title| title == equal), !open, "{way}");
        assert_eq!(page.texts("dd")[2] == "0.00 %", !open, "{way}");
    }
}

/// The plain match of the length that the organiser has time for is compared, too.
#[test]
fn the_length_asked_for_is_compared() {
    let series = Series::new(model("70%", "0"), rule("1/2/3", "alternating", "pass")).unwrap();
    let compared = |games: u32| -> Vec<u32> {
        series.rule_sheet_within(games).unwrap().compared.iter().map(|other| other.limit).collect()
    };
    assert_eq!(compared(5), [1, 2, 3, 5]);
    assert_eq!(compared(8), [1, 2, 3, 5, 7]);
    assert_eq!(compared(11), [1, 2, 3, 5, 11]);
}
