//! The workbook read back: every figure of every sheet against the library, evaluated anew.

use calamine::{Data, DataType, Range, Reader, Xlsx};
use kakukin_core::{BadValue, to_f64};
use kakukin_report::{Lang, WorkbookDocument, translate, translate_with};
use kakukin_series::{
    Draws, Ending, Model, Next, Player, Probability, Problem, Rational, Rule, RulebookPlan,
    RulebookRequest, Series, Turns, parse_rates,
};
use std::{io::Cursor, ops::ControlFlow};

type Book = Xlsx<Cursor<Vec<u8>>>;

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn series(p: &str, f: &str, points: [u32; 3], turns: Turns) -> Series {
    let [first, second, target] = points;
    let rule = Rule::new(first, second, target, turns).unwrap();
    Series::new(Model::new(p.parse().unwrap(), f.parse().unwrap()).unwrap(), rule).unwrap()
}

/// The author's example of 27 courses.
fn example() -> Series {
    series("60%", "10%", [1, 2, 2], Turns::Alternating)
}

/// Few cases, some of them without a rule.
fn small_request() -> RulebookRequest {
    RulebookRequest {
        ps: parse_rates("p", "50%,60%,70%,95%").unwrap(),
        fs: parse_rates("f", "0,10%,70%").unwrap(),
        limits: vec![7, 1, 3, 7],
        series: 300,
        seed: 5,
        chosen: example(),
    }
}

fn written(request: RulebookRequest) -> WorkbookDocument {
    let book = RulebookPlan::new(request).unwrap().run(go_on).unwrap().unwrap();
    WorkbookDocument::new(&book)
}

fn small() -> WorkbookDocument {
    written(small_request())
}

fn open(document: &WorkbookDocument, lang: Lang) -> Book {
    Xlsx::new(Cursor::new(document.xlsx(lang).unwrap())).unwrap()
}

fn sheet(book: &mut Book, key: &str, lang: Lang) -> Range<Data> {
    book.worksheet_range(&translate(lang, &format!("workbook.sheet.{key}"))).unwrap()
}

fn number(range: &Range<Data>, row: u32, column: u32) -> f64 {
    match range.get_value((row, column)) {
        Some(Data::Float(x)) => *x,
        Some(Data::Int(x)) => *x as f64,
        other => panic!("row {row}, column {column}: {other:?}"),
    }
}

fn whole(range: &Range<Data>, row: u32, column: u32) -> u32 {
    let x = number(range, row, column);
    assert_eq!(x, x.trunc(), "row {row}, column {column}");
    x as u32
}

fn text(range: &Range<Data>, row: u32, column: u32) -> String {
    match range.get_value((row, column)) {
        Some(Data::String(text)) => text.clone(),
        None | Some(Data::Empty) => String::new(),
        other => panic!("row {row}, column {column}: {other:?}"),
    }
}

/// A rate of a cell as the exact one that it stands for: the grids have whole per cents.
fn rate(range: &Range<Data>, row: u32, column: u32) -> Probability {
    let x = number(range, row, column);
    let rate = Probability::from_ratio((x * 100.0).round() as u64, 100).unwrap();
    assert_eq!(rate.to_f64(), x);
    rate
}

fn turns_of(words: &str, lang: Lang) -> Turns {
    let orders = [Turns::Fixed, Turns::Alternating];
    let named = |turns: &Turns| translate(lang, &format!("turns.{turns}")) == words;
    orders.into_iter().find(named).unwrap_or_else(|| panic!("{words}"))
}

/// The case of a row of the sheets with cases.
fn case_of(range: &Range<Data>, row: u32, lang: Lang) -> (u32, Turns, Probability, Probability) {
    let turns = turns_of(&text(range, row, 1), lang);
    (whole(range, row, 0), turns, rate(range, row, 2), rate(range, row, 3))
}

/// What a draw does, by the words of a cell.
fn draws_of(words: &str, lang: Lang) -> Draws<Rational> {
    let policies = [Draws::Swap, Draws::Replay, Draws::Pass];
    let named =
        |draws: &Draws<Rational>| translate(lang, &format!("workbook.draws.{draws}")) == words;
    policies.into_iter().find(named).unwrap_or_else(|| panic!("{words}"))
}

/// The rule of a row of the data sheet under its rates.
fn series_of(data: &Range<Data>, row: u32, lang: Lang) -> Series {
    let (_, turns, f, p) = case_of(data, row, lang);
    let points = [4, 5, 6].map(|column| whole(data, row, column).to_string()).join("/");
    let rule = Rule::parse(&points, turns, draws_of(&text(data, row, 10), lang)).unwrap();
    Series::new(Model::new(p, f).unwrap(), rule).unwrap()
}

/// The first row of cases on the sheets that have them, and that of the curves.
const TOP: u32 = 4;
const CURVES_TOP: u32 = 3;

/// Whether a row says that there is no rule; its other cells are then empty.
fn has_no_rule(range: &Range<Data>, row: u32, last: u32, lang: Lang) -> bool {
    if !matches!(range.get_value((row, 4)), Some(Data::String(words))
        if *words == translate(lang, "workbook.data.no_rule"))
    {
        return false;
    }
    for column in 5..=last {
        assert!(matches!(range.get_value((row, column)), None | Some(Data::Empty)));
    }
    true
}

fn check_data(range: &Range<Data>, rows: impl Iterator<Item = u32>, lang: Lang) -> usize {
    let mut without = 0;
    for row in rows {
        let (asked, ..) = case_of(range, row, lang);
        if has_no_rule(range, row, 19, lang) {
            without += 1;
            continue;
        }
        let series = series_of(range, row, lang);
        let limits = [series.shortest(), series.limit_without_draws(), series.limit()];
        assert_eq!([7, 8, 9].map(|column| whole(range, row, column)), limits);
        assert!(series.limit() <= asked);
        let figures = series.figures();
        let (outcome, decided) = (&figures.outcome, figures.decided().unwrap());
        let expected = [
            outcome.a(),
            outcome.b(),
            outcome.none,
            decided,
            1.0 - decided,
            figures.bias().unwrap(),
            number(range, row, 17),
            figures.expected_games(),
        ];
        let worst = series.worst_nearby().unwrap().unwrap().worst;
        assert!((number(range, row, 17) - worst).abs() < 1e-11, "row {row}");
        assert!(worst >= figures.bias().unwrap().abs() - 1e-12 && outcome.none <= 0.01);
        for (column, expected) in (11..).zip(expected) {
            assert_eq!(number(range, row, column), expected, "row {row}, column {column}");
        }
        let exact = series.exact_figures().unwrap();
        let exact = [exact.outcome.a(), exact.outcome.b(), exact.outcome.none.clone()];
        for (column, exact) in (11..).zip(&exact) {
            assert!((number(range, row, column) - to_f64(exact)).abs() < 1e-14);
        }
    }
    without
}

#[test]
fn data() {
    let document = small();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let range = sheet(&mut book, "data", lang);
        let cases = 3 * 2 * 3 * 4;
        assert_eq!(range.end().unwrap().0, TOP + cases - 1);
        // Draws can be played again, so that one game is always enough.
        assert_eq!(check_data(&range, TOP..TOP + cases, lang), 0);
        // Every case once, limits in order.
        let mut keys: Vec<u64> =
            (TOP..TOP + cases).map(|row| number(&range, row, 20) as u64).collect();
        let limits: Vec<u32> = (TOP..TOP + cases).map(|row| whole(&range, row, 0)).collect();
        assert!(limits.is_sorted());
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), cases as usize);
    }
}

/// Within three games, no rule of whole points up to 8 is fairer near its rate than those of the
/// sheet, whatever is done about draws.
#[test]
fn rules_are_the_fairest() {
    let lang = Lang::EN;
    let range = sheet(&mut open(&small(), lang), "data", lang);
    let rules = |turns: &Turns| {
        let mut rules = Vec::new();
        for target in 1..=8u32 {
            for (first, second) in (1..=target).flat_map(|y| (1..=y).map(move |x| (x, y))) {
                let points = format!("{first}/{second}/{target}");
                let rule = |draws| Rule::parse(&points, turns.clone(), draws).unwrap();
                rules.extend([Draws::Swap, Draws::Replay, Draws::Pass].map(rule));
            }
        }
        rules
    };
    for row in TOP..=range.end().unwrap().0 {
        let (asked, turns, f, p) = case_of(&range, row, lang);
        if asked != 3 {
            continue;
        }
        let mut fairest = f64::INFINITY;
        for rule in rules(&turns) {
            if rule.limit_at(f.exact()).unwrap() <= asked {
                let model = Model::new(p.clone(), f.clone()).unwrap();
                let series = Series::new(model, rule).unwrap();
                if series.figures().outcome.none <= 0.01 {
                    fairest = fairest.min(series.worst_nearby().unwrap().unwrap().worst);
                }
            }
        }
        assert!((number(&range, row, 17) - fairest).abs() < 1e-9, "row {row}");
    }
}

#[test]
fn simulation() {
    let document = small();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let range = sheet(&mut book, "simulation", lang);
        let data = sheet(&mut book, "data", lang);
        for row in TOP..=range.end().unwrap().0 {
            assert_eq!(number(&range, row, 23), number(&data, row, 20));
            if has_no_rule(&range, row, 22, lang) {
                continue;
            }
            let series = series_of(&data, row, lang);
            assert_eq!(text(&range, row, 4), series.rule().points().to_string());
            let played = whole(&range, row, 5);
            assert_eq!(played, 300);
            // The seeds count from the one given, whatever cases have no rule.
            let seed = u64::from(whole(&range, row, 6));
            assert_eq!(seed, 5 + u64::from(row - TOP));
            let tally = series.simulate(300, seed, go_on).unwrap();
            for (from, outcome) in [(13, &tally.without_draws), (18, &tally.with_draws)] {
                for (column, ending) in (from..).zip(ENDINGS) {
                    assert_eq!(u64::from(whole(&range, row, column)), *outcome.of(ending));
                }
            }
            let count = |columns: &[u32]| -> f64 {
                columns.iter().map(|column| number(&range, row, *column)).sum()
            };
            let (a, b) = (count(&[13, 15, 18, 20]), count(&[14, 16, 19, 21]));
            let none = count(&[17, 22]);
            let shares = [a / 300.0, b / 300.0, none / 300.0, a / (a + b), 1.0 - a / (a + b)];
            for (column, share) in (7..).zip(shares) {
                assert_eq!(number(&range, row, column), share, "row {row}, column {column}");
            }
            assert_eq!(number(&range, row, 12), tally.mean_games());
        }
    }
}

#[test]
fn curves() {
    let document = small();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let range = sheet(&mut book, "curves", lang);
        let data = sheet(&mut book, "data", lang);
        let last = range.end().unwrap().0;
        for row in CURVES_TOP..=last {
            assert_eq!(whole(&range, row, 0), row - CURVES_TOP + 1);
            let turns = turns_of(&text(&range, row, 1), lang);
            let f = rate(&range, row, 2);
            let draws = draws_of(&text(&range, row, 4), lang);
            let rule = Rule::parse(&text(&range, row, 3), turns, draws).unwrap();
            let rule = rule.with_limit(whole(&range, row, 5)).unwrap();
            for column in 6..10 {
                let p = rate(&range, CURVES_TOP - 1, column);
                let series = Series::new(Model::new(p, f.clone()).unwrap(), rule.clone()).unwrap();
                assert_eq!(number(&range, row, column), series.figures().bias().unwrap());
            }
        }
        // The curve of each case is that of its rule, and goes through its bias.
        for row in TOP..=data.end().unwrap().0 {
            if has_no_rule(&data, row, 19, lang) {
                continue;
            }
            let curve = CURVES_TOP - 1 + whole(&data, row, 19);
            assert!(curve <= last);
            let points = [4, 5, 6].map(|column| whole(&data, row, column).to_string()).join("/");
            assert_eq!(text(&range, curve, 3), points);
            assert_eq!(text(&range, curve, 1), text(&data, row, 1));
            assert_eq!(number(&range, curve, 2), number(&data, row, 2));
            let p = number(&data, row, 3);
            assert_eq!(text(&range, curve, 4), text(&data, row, 10));
            let at = (6..10).find(|column| number(&range, CURVES_TOP - 1, *column) == p).unwrap();
            assert_eq!(number(&range, curve, at), number(&data, row, 16));
        }
    }
}

#[test]
fn tree() {
    let document = small();
    let chosen = example();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let range = sheet(&mut book, "tree", lang);
        let intro: Vec<String> = (2..8).map(|row| text(&range, row, 0)).collect();
        assert_eq!(intro[..5].join("\n"), document.chosen.rule.sentences(lang));
        let (head, games) = (9, 4);
        assert_eq!(
            text(&range, head, games),
            translate_with(lang, "workbook.tree.game", &[("game", "4")])
        );
        let mut row = head + 1;
        let mut sum = Rational::ZERO;
        let tree = chosen.tree(100).unwrap();
        let mut open_boxes: Vec<String> = Vec::new();
        let _: ControlFlow<()> = tree.visit(|leaf| {
            assert_eq!(u64::from(whole(&range, row, 0)), leaf.number);
            let ending = translate(lang, &format!("ending.{}", leaf.ending.code()));
            assert_eq!(text(&range, row, games + 1), ending);
            let last = leaf.path.last().unwrap();
            let points = [games + 2, games + 3].map(|column| whole(&range, row, column));
            assert_eq!(points, [last.a, last.b]);
            assert_eq!(number(&range, row, games + 4), to_f64(leaf.probability));
            let exact: Rational = text(&range, row, games + 5).parse().unwrap();
            assert_eq!(exact, *leaf.probability);
            sum += exact;
            // A box holds until the next one of its column, or of a column before it.
            for column in 1..=games {
                let words = text(&range, row, column);
                if !words.is_empty() {
                    open_boxes.truncate(column as usize - 1);
                    open_boxes.push(words);
                }
            }
            assert_eq!(open_boxes.len(), leaf.path.len());
            for (words, branch) in open_boxes.iter().zip(leaf.path) {
                assert!(words.ends_with(&format!("{}–{}", branch.a, branch.b)), "{words}");
                let face = match branch.event.letter() {
                    'H' => "first",
                    'T' => "second",
                    _ => "draw",
                };
                assert!(words.contains(&translate(lang, &format!("face.{face}"))), "{words}");
                let winner = branch.winner.map(|winner| match winner {
                    Player::A => ['A', 'Ａ'],
                    Player::B => ['B', 'Ｂ'],
                });
                assert!(winner.is_none_or(|names| words.starts_with(names)), "{words}");
            }
            row += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(row, head + 1 + 27);
        assert_eq!(sum, Rational::ONE);
        assert!((number(&range, row, games + 4) - 1.0).abs() < 1e-15);
        let formulas = book.worksheet_formula(&translate(lang, "workbook.sheet.tree")).unwrap();
        assert!(formulas.get_value((row, games + 4)).unwrap().starts_with("SUM("));
    }
}

/// What the score sheet holds: games played, who is first next, points of A and of B, and
/// the chances of A and of B.
fn scores(range: &Range<Data>, lang: Lang) -> Vec<(u32, Player, [u32; 2], [f64; 2])> {
    let titles = |games: u32, first: Player| {
        let (games, key) = (
            games.to_string(),
            match games {
                0 => "before",
                1 => "after_one",
                _ => "after",
            },
        );
        let next = translate(lang, if first == Player::A { "player.a" } else { "player.b" });
        let values = [("games", games.as_str()), ("next", &next)];
        translate_with(lang, &format!("workbook.scores.{key}"), &values)
    };
    let points = |words: &str| -> Option<u32> {
        words.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
    };
    let mut found = Vec::new();
    let mut block = None;
    let (mut head, mut right) = (0, 0);
    for row in 9..=range.end().unwrap().0 {
        let words = text(range, row, 0);
        let title = (0..50).flat_map(|games| Player::BOTH.map(|first| (games, first)));
        if let Some(title) =
            title.into_iter().find(|(games, first)| titles(*games, *first) == words)
        {
            block = Some(title);
        } else if words == translate(lang, "eval.a_wins") {
            head = row;
            let b_wins = translate(lang, "eval.b_wins");
            right = (1..40).find(|column| text(range, row, *column) == b_wins).unwrap();
        } else if let (Some(a), Some((games, first))) = (points(&words), block) {
            for column in 1..right {
                let Some(b) = points(&text(range, head, column)) else { continue };
                if matches!(range.get_value((row, column)), Some(Data::Float(_) | Data::Int(_))) {
                    let chances = [column, right + column].map(|at| number(range, row, at));
                    found.push((games, first, [a, b], chances));
                }
            }
        }
    }
    found
}

#[test]
fn score_grid() {
    for turns in [Turns::Alternating, Turns::LoserFirst] {
        let chosen = series("60%", "10%", [1, 2, 3], turns);
        let request =
            RulebookRequest { limits: vec![1], chosen: chosen.clone(), ..small_request() };
        let document = written(request);
        for lang in Lang::ALL {
            let range = sheet(&mut open(&document, lang), "scores", lang);
            let scores = scores(&range, lang);
            let states = (0..chosen.limit()).flat_map(|games| chosen.values(games)).count();
            assert_eq!(scores.len(), states);
            assert!(states > 20);
            for (games, first, [a, b], chances) in scores {
                // From that state on, swept forward.
                let state = chosen.state(a, b, games, Next::First(first)).unwrap();
                let outcome = chosen.figures_from(state).outcome;
                assert!((chances[0] - outcome.a()).abs() < 1e-14, "{a}:{b}@{games}");
                assert!((chances[1] - outcome.b()).abs() < 1e-14, "{a}:{b}@{games}");
            }
        }
    }
}

/// What programs show that do not calculate: the viewer's start case, as the data has it.
#[test]
fn viewer_before_any_calculation() {
    let document = small();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let viewer = sheet(&mut book, "viewer", lang);
        let data = sheet(&mut book, "data", lang);
        let dice = sheet(&mut book, "simulation", lang);
        // The case of the chosen rule: 60 %, 10 %, alternating, as many games as it needs.
        assert_eq!([4, 5].map(|row| number(&viewer, row, 1)), [0.6, 0.1]);
        assert_eq!(turns_of(&text(&viewer, 6, 1), lang), Turns::Alternating);
        assert_eq!(whole(&viewer, 7, 1), 7);
        let here = |row: &u32| {
            case_of(&data, *row, lang)
                == (7, Turns::Alternating, "10%".parse().unwrap(), "60%".parse().unwrap())
        };
        let row = (TOP..=data.end().unwrap().0).find(here).unwrap();
        assert_eq!(text(&viewer, 8, 0), translate(lang, "workbook.viewer.found"));
        for (at, column) in (11..).zip(4..=9) {
            assert_eq!(number(&viewer, at, 1), number(&data, row, column));
        }
        assert_eq!(text(&viewer, 17, 1), text(&data, row, 10));
        for (at, column) in (20..).zip(11..=18) {
            assert_eq!(number(&viewer, at, 1), number(&data, row, column));
        }
        for (at, column) in [(20, 7), (21, 8), (22, 9), (23, 10), (24, 11), (27, 12)] {
            assert_eq!(number(&viewer, at, 2), number(&dice, row, column));
        }
        assert_eq!(number(&viewer, 25, 2), number(&dice, row, 10) - 0.5);
        let rule = &document.cases[(row - TOP) as usize].found.as_ref().unwrap().row.rule;
        let sentences: Vec<String> = (31..37).map(|row| text(&viewer, row, 0)).collect();
        let lot = translate(lang, "find.lot");
        assert_eq!(sentences.join("\n").trim_end(), format!("{}\n{lot}", rule.sentences(lang)));
    }
}

/// A case may have no rule; then the viewer shows nothing.
#[test]
fn viewer_without_a_rule() {
    let mut document = written(RulebookRequest { limits: vec![1], ..small_request() });
    document.cases.iter_mut().for_each(|case| case.found = None);
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let viewer = sheet(&mut book, "viewer", lang);
        assert_eq!(text(&viewer, 8, 0), translate(lang, "workbook.viewer.no_rule"));
        for row in (11..18).chain(20..28) {
            assert_eq!(text(&viewer, row, 1), "–");
        }
        assert_eq!(text(&viewer, 31, 0), "");
        let data = sheet(&mut book, "data", lang);
        assert!((TOP..=data.end().unwrap().0).all(|row| has_no_rule(&data, row, 19, lang)));
    }
}

/// Functions that every spreadsheet program since 2010 has, no other files, no errors.
#[test]
fn formulas_are_plain() {
    const KNOWN: [&str; 12] = [
        "IF", "IFERROR", "INDEX", "ISNUMBER", "ISTEXT", "MATCH", "NA", "ROUND", "ROUNDUP", "SUM",
        "TEXT", "OR",
    ];
    let document = small();
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        let mut count = 0;
        for name in book.sheet_names() {
            let values = book.worksheet_range(&name).unwrap();
            let errors = values.used_cells().filter(|(_, _, cell)| cell.is_error()).count();
            assert_eq!(errors, 0, "{name}");
            for (_, _, cell) in values.used_cells() {
                let words = cell.as_string().unwrap_or_default();
                // No word is missing, and no place of one is left open.
                assert!(!words.contains("workbook.") && !words.contains("%{"), "{words}");
            }
            let formulas = book.worksheet_formula(&name).unwrap();
            for (_, _, formula) in formulas.used_cells().filter(|cell| !cell.2.is_empty()) {
                count += 1;
                let without_texts: String = formula.split('"').step_by(2).collect();
                assert!(!without_texts.contains(['[', '{', '#']), "{formula}");
                let mut parts = without_texts.split('(').collect::<Vec<_>>();
                parts.pop();
                for part in parts {
                    let name = part.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap();
                    assert!(name.is_empty() || KNOWN.contains(&name), "{name} in {formula}");
                }
            }
        }
        assert!(count > 30, "{count}");
        let bytes = document.xlsx(lang).unwrap();
        for part in ["externalLink", "vbaProject", "connections.xml"] {
            assert!(!bytes.windows(part.len()).any(|window| window == part.as_bytes()));
        }
    }
}

#[test]
fn same_question_same_bytes() {
    for lang in Lang::ALL {
        assert!(small().xlsx(lang).unwrap() == small().xlsx(lang).unwrap());
    }
}

/// Of the author's grid: its size, and some of its cells.
#[test]
fn the_authors_grid() {
    let lang = Lang::JA;
    let chosen = series("70%", "10%", [1, 2, 3], Turns::Alternating);
    let request = RulebookRequest::of_the_author(vec![7], 1, 1, chosen).unwrap();
    let document = written(request);
    assert_eq!(document.cases.len(), 1380);
    let range = sheet(&mut open(&document, lang), "data", lang);
    assert_eq!(range.end().unwrap().0, TOP + 1380 - 1);
    check_data(&range, (TOP..TOP + 1380).step_by(37), lang);
    // As `kakukin find --p 70% --f 10% --limit 7` says.
    let row = TOP + (15 + 2) * 46 + 20;
    assert_eq!([4, 5, 6, 9].map(|column| whole(&range, row, column)), [1, 3, 4, 7]);
    assert_eq!(draws_of(&text(&range, row, 10), lang), Draws::Swap);
    assert!((number(&range, row, 17) - 0.0127).abs() < 5e-5);
}

#[test]
fn a_tree_of_too_many_courses_is_not_drawn() {
    let chosen = series("70%", "10%", [1, 2, 6], Turns::Alternating);
    let request = RulebookRequest { limits: vec![3], chosen, ..small_request() };
    let document = written(request);
    assert!(document.chosen.courses.is_empty());
    for lang in Lang::ALL {
        let range = sheet(&mut open(&document, lang), "tree", lang);
        assert!(text(&range, 1, 0).contains(&document.chosen.leaves));
    }
    let leaves: u64 = document.chosen.leaves.parse().unwrap();
    assert!(leaves > 3000);
}

#[test]
fn too_much_is_refused() {
    let refused = |request: RulebookRequest| {
        let error = RulebookPlan::new(request).unwrap_err();
        (error.field, error.problem)
    };
    let limits = |limits: Vec<u32>| RulebookRequest { limits, ..small_request() };
    assert_eq!(refused(limits((1..=13).collect())), ("limit", BadValue::OutOfRange.into()));
    assert_eq!(refused(limits(vec![])), ("limit", BadValue::OutOfRange.into()));
    assert_eq!(refused(limits(vec![0])), ("limit", BadValue::OutOfRange.into()));
    assert_eq!(refused(limits(vec![61])), ("limit", BadValue::OutOfRange.into()));
    let series_each = |series| RulebookRequest { series, ..small_request() };
    assert_eq!(refused(series_each(0)), ("series", BadValue::OutOfRange.into()));
    assert_eq!(refused(series_each(100_001)), ("series", BadValue::OutOfRange.into()));
    let long = Rule::new(1, 1, 2, Turns::Fixed).unwrap().with_limit(101).unwrap();
    let long = Series::new(example().model().clone(), long).unwrap();
    let chosen = |chosen| RulebookRequest { chosen, ..small_request() };
    assert_eq!(refused(chosen(long)), ("rule-limit", Problem::RuleTooLong));
    let wide = series("50%", "0", [1, 1, 50], Turns::Fixed);
    assert_eq!(refused(chosen(wide)), ("points", BadValue::TooMuchWork.into()));
}

/// A plan cancelled at any step leaves no half a workbook.
#[test]
fn cancelled() {
    let plan = RulebookPlan::new(small_request()).unwrap();
    for stop in [0, 1, 30, plan.steps() - 1] {
        let mut last = 0;
        let document = plan.run(|done| {
            last = done;
            if done >= stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(document.unwrap().is_none(), "{stop}");
        assert!(last <= plan.steps());
    }
}

/// How series of the book's rules can end.
const ENDINGS: [Ending; 5] =
    [Ending::AReached, Ending::BReached, Ending::AOnPoints, Ending::BOnPoints, Ending::None];

/// All endings of the breakdown have a head.
#[test]
fn heads_of_the_breakdown() {
    for lang in Lang::ALL {
        let range = sheet(&mut open(&small(), lang), "simulation", lang);
        for (column, ending) in (13..).zip(ENDINGS.iter().chain(&ENDINGS)) {
            let section = if *ending == Ending::None { "term" } else { "workbook.column" };
            let head = translate(lang, &format!("{section}.{}", ending.code()));
            assert_eq!(text(&range, TOP - 1, column), head);
        }
    }
}

/// Unequal players take more lines to describe; nothing is written over them.
#[test]
fn unequal_players_are_described_in_full() {
    let rates = |text: &str| text.parse().unwrap();
    let model = Model::with_elo(rates("60%"), rates("10%"), 100.0).unwrap();
    let chosen = Series::new(model, example().rule().clone()).unwrap();
    let request = RulebookRequest { chosen, ..small_request() };
    let document = written(request);
    for lang in Lang::ALL {
        let mut book = open(&document, lang);
        for name in ["tree", "scores"] {
            let range = sheet(&mut book, name, lang);
            let lines: Vec<String> = (2..11).map(|row| text(&range, row, 0)).collect();
            assert_eq!(lines[..5].join("\n"), document.chosen.rule.sentences(lang));
            for (line, key) in lines[6..9].iter().zip(["elo_higher", "a_first", "b_first"]) {
                let words = translate(lang, &format!("model.{key}"));
                let start = words.split("%{").next().unwrap();
                assert!(line.starts_with(start), "{name}: {line}");
            }
        }
    }
}
