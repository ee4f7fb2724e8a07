//! Documents about hands.

use crate::{
    check,
    described::Descriptions,
    series::{confidence, go_on},
};
use kakukin_mahjong as mahjong;
use kakukin_mahjong::{
    Aim, Bag, CallQuestion, CallResult, Chain, ChainResult, Conduct, Divisor, FormChain, Games,
    Hand, HandResult, Keep, Luck, Method, Objective, Optimal, Origin, Others, Outlook, Players,
    Points, PointsLeftOut, PointsResult, Question, Riichi, Rules, ScoreFollowed, ScoreQuestion,
    ScoreResult, ScoreSolver, Seat, Situation, SolvedScore, Solver, Stakes, Terms, Tile, Win,
    WinFollowed, WinResult, Wind,
};
use kakukin_report::{
    AdviseDocument, CallDocument, ChainAnswer, ErrorDetail, FieldStyle, Lang, OneOfMany,
    PointsDocument, RefusedHandDocument, RulesDocument, ScoreDocument, ShantenDocument,
    WholeHandDocument, WinDocument,
};

fn situation(hand: &str) -> Situation {
    Situation::new(Hand::parse(hand, Vec::new()).unwrap(), Players::Four).unwrap()
}

/// Hands that have drawn and that have not, far from ready and won, with melds; and one that can
/// never be completed.
const HANDS: [&str; 6] = [
    "234578m1689p357s1z",
    "234578m1689p357s",
    "123m456p789s1122z",
    "123m456p789s11122z",
    "19m19p19s1234567z5m",
    "0567m3405p111s",
];

/// A single tile without a pair anywhere: of three kinds one tile is unseen, of the others none.
fn hopeless(concealed: &str) -> Situation {
    let melds = ["pon:111m", "pon:222m", "pon:333m", "pon:444m"].map(|x| x.parse().unwrap());
    let hand = Hand::parse(concealed, melds.to_vec()).unwrap();
    let four = |digits: &str| digits.chars().flat_map(|x| [x; 4]).collect::<String>();
    let suit = four("123456789");
    let seen = format!("1234{}m{suit}p{suit}s{}777666444555z", four("56789"), four("123"));
    let seen = Bag::parse("seen", &seen).unwrap();
    Situation::new(hand, Players::Four).unwrap().with_seen(seen).unwrap()
}

pub(crate) fn hands(all: &mut Descriptions) {
    for hand in HANDS {
        check(all, "ShantenDocument", &ShantenDocument::new(&Outlook::new(situation(hand))));
    }
    check(all, "ShantenDocument", &ShantenDocument::new(&Outlook::new(hopeless("57z"))));

    let near = "123m456p78s1122z99m";
    let improve = Method::Improve { extra: 1, divisor: Divisor::Wall };
    let from_now = |hand: &str| Question::from_now(situation(hand), 4).unwrap();
    let questions = [
        Question::new(situation("123m456p789s1122z")).unwrap(),
        Question::new(situation(near)).unwrap(),
        Question::from_now(hopeless("5z"), 1).unwrap(),
        Question::from_now(hopeless("57z"), 1).unwrap().with_all_discards(true),
        from_now(near),
        from_now(near).with_method(improve).unwrap().with_objective(Objective::Tenpai),
        from_now(near).with_all_discards(true),
        from_now("123m456p78s1122z9m"),
    ];
    for (line, question) in questions.iter().enumerate() {
        let answer = Solver::default().answer(question).unwrap();
        let mut result = WinResult::new(question.clone(), answer);
        let mut document = WinDocument::new(&result);
        check(all, "WinDocument", &document);
        document.line = Some(line + 1);
        check(all, "WinDocument", &document);
        if result.answer.distance().is_none() || question.is_standard() {
            continue;
        }
        result.optimal = Optimal::new(question, &mut go_on).ok();
        let solved = Solver::default().solve_once(question, None, Keep::Policy, &mut go_on);
        let mut solved = solved.unwrap();
        let discard = solved.best().unwrap();
        let steps = solved.explain(discard, 2).unwrap();
        let games = solved.check(discard, &dealt(300), go_on).unwrap();
        result.followed = Some(WinFollowed { discard, steps, check: games });
        check(all, "WinDocument", &WinDocument::new(&result));
        let whole = HandResult::Win(Box::new(result), PointsLeftOut::TooLarge);
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
    }
    let refused = Hand::parse("123m", Vec::new()).unwrap_err();
    let error = ErrorDetail::new(&refused, FieldStyle::LINES, Lang::EN);
    check(all, "RefusedHandDocument", &RefusedHandDocument::new(3, "123m", error.clone()));
    let no_field = ErrorDetail { field: None, value: None, allowed: None, ..error };
    check(all, "RefusedHandDocument", &RefusedHandDocument::new(3, "", no_field));
    let origin = Origin { name: Some("t.json".into()), rounds: Some(9), wall: Some(17) };
    let nameless = Origin { name: None, ..origin.clone() };
    let all_others = [
        Others::discarding(0.3).unwrap(),
        Others::alone().from(origin),
        Others::alone().from(nameless),
    ];
    for others in all_others {
        let dealt = Question::new(situation("123m456p789s1122z")).unwrap();
        for question in [dealt, from_now("123m456p789s1122z"), from_now(near)] {
            let question = question.with_others(others.clone()).unwrap();
            let answer = Solver::default().answer(&question).unwrap();
            let result = WinResult::new(question, answer);
            check(all, "WinDocument", &WinDocument::new(&result));
            let whole = HandResult::Win(Box::new(result), PointsLeftOut::TooLarge);
            check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
        }
    }
    let unknown = Question::from_now(situation("123m456p78s11z"), 2).unwrap();
    let answer = Solver::default().answer(&unknown).unwrap();
    let result = Box::new(WinResult::new(unknown, answer));
    let whole = HandResult::Win(result, PointsLeftOut::UnknownMelds);
    check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));

    for exact in [false, true] {
        let chain = Chain::new(vec![20, 8, 8], 123, 5).unwrap();
        let chances = chain.exact_probabilities();
        let result = ChainResult::Useful { chain, chances, exact };
        check(all, "ChainDocument", &ChainAnswer::new(&result));
    }
    for situation in [situation("1122m3344p556s67z"), hopeless("5z")] {
        let forms: mahjong::Forms = "seven-pairs,standard".parse().unwrap();
        let question = Question::from_now(situation, 1).unwrap().with_forms(forms).unwrap();
        let chain = FormChain::new(question, vec![(0.1, 0.01), (0.2, 0.02)]);
        check(all, "FormChainDocument", &ChainAnswer::new(&ChainResult::Form(Box::new(chain))));
    }
}

pub(crate) fn scores(all: &mut Descriptions) {
    let ask = |situation: Situation, terms: Terms, method: Option<Method>| {
        let draws = situation.unseen().min(3);
        let mut question = Question::from_now(situation, draws).unwrap();
        if let Some(method) = method {
            question = question.with_method(method).unwrap();
        }
        ScoreQuestion::new(question, terms).unwrap()
    };
    let dealer = Stakes::default().with_seat(Wind::East).with_honba(2).unwrap();
    let paid = Terms { others_ready: Some(1), ..Terms::default() };
    let improve = Method::Improve { extra: 1, divisor: Divisor::Split };
    let constant = Method::Improve { extra: 0, divisor: Divisor::Constant };
    let gone = Method::Improve { extra: 1, divisor: Divisor::Gone };
    let dora = |situation: Situation| situation.with_dora(Bag::parse("dora", "4p").unwrap());
    let near = || dora(situation("123m406p78s1122z99m")).unwrap();
    let standard = |hand, terms| ScoreQuestion::new(Question::new(situation(hand)).unwrap(), terms);
    let questions = [
        ask(near(), Terms::default(), None),
        ask(near(), Terms { aim: Aim::Win, ..paid }, Some(improve)),
        ask(near(), Terms { aim: Aim::Tenpai, riichi: false, ..Terms::default() }, Some(constant)),
        ask(situation("123m406p78s1122z9m"), Terms { stakes: dealer, ..Terms::default() }, None),
        ask(situation("123m456p789s11122z"), Terms { refuse: true, ..Terms::default() }, None),
        ask(situation("123m456p789s11122z"), Terms::default(), Some(gone)),
        ask(hopeless("5z"), Terms::default(), None),
        ask(hopeless("57z"), Terms::default(), None),
        ask(hopeless("57z"), Terms::default(), Some(improve)),
        standard("123m406p789s1122z", Terms::default()).unwrap(),
        standard("123m406p789s1122z", paid).unwrap(),
    ];
    for (line, question) in questions.iter().enumerate() {
        let mut solver = ScoreSolver::default();
        let mut solved = solver.solve_once(question, Keep::Policy, &mut go_on).unwrap();
        let mut result = solved.result();
        let mut document = ScoreDocument::new(&result);
        check(all, "ScoreDocument", &document);
        document.line = Some(line + 1);
        check(all, "ScoreDocument", &document);
        let answer = |aim| (aim, solver.answer(&question.clone().with_aim(aim)).unwrap());
        result.each_best = Aim::ALL.map(answer).to_vec();
        let discard = solved.best();
        if solved.knows(discard) {
            let outcomes = solved.outcomes(discard, &mut go_on).unwrap();
            let steps = solved.explain(discard, 2).unwrap();
            let steps = steps.filter(|_| !question.question().is_standard());
            for number in [5, 2000] {
                let games = solved.check(discard, &dealt(number), go_on).unwrap();
                result.followed = Some(ScoreFollowed {
                    discard,
                    outcomes: outcomes.clone(),
                    steps: steps.clone(),
                    check: games,
                });
                check(all, "ScoreDocument", &ScoreDocument::new(&result));
            }
        }
        check(all, "ScoreDocument", &ScoreDocument::new(&result));
        let drawn = question.question().situation().hand().has_drawn();
        result.advice = drawn.then(|| solved.advice(&mut go_on).unwrap().clone());
        let whole = HandResult::Score(Box::new(result));
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
        if drawn {
            let mut document = advised(solved);
            check(all, "AdviseDocument", &document);
            document.number(line + 1);
            check(all, "AdviseDocument", &document);
        }
    }
    at_a_table(all);
    // Reasons of all sorts: one tile to throw, silence, tiles that differ in what may come later.
    let silent = Terms { riichi: false, ..Terms::default() };
    let hands = [
        ("234578m1689p357s1z", Terms::default(), Method::Plain),
        ("119m1559p19s12345z", Terms::default(), Method::Plain),
        ("123m456p789s1122z9m", silent, Method::Plain),
        ("35m123456p3467s11z", Terms::default(), improve),
        ("35m123456p3467s11z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m9p123456p3467s1z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m99p234p3467s112z", Terms { aim: Aim::Win, ..silent }, improve),
        ("15m99p234p3467s112z", Terms { aim: Aim::Win, ..silent }, Method::Plain),
    ];
    // With one draw left a hand of three shanten is never ready.
    let far = ("234578m1689p357s1z", Terms::default(), Method::Plain);
    let hands = hands.map(|hand| (hand, 4)).into_iter().chain([(far, 1)]);
    for ((hand, terms, method), draws) in hands {
        let question = Question::from_now(situation(hand), draws).unwrap();
        let question = question.with_method(method).unwrap();
        let question = ScoreQuestion::new(question, terms).unwrap();
        let solved = ScoreSolver::default().solve_once(&question, Keep::Policy, &mut go_on);
        let mut solved = solved.unwrap();
        let advice = Some(solved.advice(&mut go_on).unwrap().clone());
        let result = ScoreResult { advice, ..solved.result() };
        check(all, "AdviseDocument", &AdviseDocument::new(&result));
        let whole = HandResult::Score(Box::new(result));
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
    }
}

/// Others discard, and may win; a discard is dangerous.
fn at_a_table(all: &mut Descriptions) {
    let conduct = Conduct { shown: 0.4, ends: vec![0.05], costs: vec![1500.0] };
    let winning = Others::new([conduct.clone(), conduct.clone(), conduct]).unwrap();
    let cases = [
        ("123m456p789s1122z", Others::discarding(0.3).unwrap(), Aim::Score, 0.0),
        ("123m456p78s1122z99m", winning.clone(), Aim::Balance, 0.0),
        ("123m456p78s1122z99m", winning, Aim::Balance, 3000.0),
        ("123m456p78s1122z99m", Others::discarding(0.3).unwrap(), Aim::Win, 0.0),
        ("57z", Others::discarding(1.0).unwrap(), Aim::Score, 0.0),
    ];
    for (hand, others, aim, danger) in cases {
        let situation = if hand == "57z" { hopeless(hand) } else { situation(hand) };
        let draws = if hand == "57z" { 0 } else { 4 };
        let base = match hand {
            "123m456p789s1122z" => Question::new(situation),
            _ => Question::from_now(situation, draws),
        };
        let Ok(base) = base.unwrap().with_others(others) else { continue };
        let terms = Terms { aim, ..Terms::default() };
        let mut question = ScoreQuestion::new(base, terms).unwrap();
        let drawn = question.question().situation().hand().has_drawn();
        if danger > 0.0 {
            // The best discard, so that another one is better.
            let best = ScoreSolver::default().answer(&question).unwrap().discards()[0].tile();
            question = question.with_danger(best, danger).unwrap();
        }
        let solved = ScoreSolver::default().solve_once(&question, Keep::Policy, &mut go_on);
        let mut solved = solved.unwrap();
        check(all, "ScoreDocument", &ScoreDocument::new(&solved.result()));
        if !drawn {
            let whole = HandResult::Score(Box::new(solved.result()));
            check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
            continue;
        }
        let advice = Some(solved.advice(&mut go_on).unwrap().clone());
        solved.find_best_alone(&mut go_on).unwrap();
        let best_alone = solved.best_alone().map(<[_]>::to_vec);
        let result = ScoreResult { advice, best_alone, ..solved.result() };
        check(all, "AdviseDocument", &AdviseDocument::new(&result));
        let whole = HandResult::Score(Box::new(result));
        check(all, "WholeHandDocument", &WholeHandDocument::new(&whole));
    }
}

/// An offered tile: to call, to pass, one that nobody can call, and one that completes the hand.
pub(crate) fn calls(all: &mut Descriptions) {
    let offers = [
        ("234m13567p56s557z", "5z", Seat::Across),
        ("234m13567p06s557z", "4s", Seat::Left),
        ("234m13567p56s557z", "9m", Seat::Right),
        ("123m456p789s1122z", "1z", Seat::Right),
        ("5z", "7z", Seat::Left),
    ];
    for (hand, tile, from) in offers {
        let table = if hand == "5z" { hopeless(hand) } else { situation(hand) };
        let draws = u32::from(hand != "5z") * 6;
        let question = Question::from_now(table, draws).unwrap();
        let shown = if hand == "5z" { 0.0 } else { 0.5 };
        let question = question.with_others(Others::discarding(shown).unwrap()).unwrap();
        let paid = (tile == "5z").then_some(1);
        let terms = Terms { others_ready: paid, ..Terms::default() };
        let question = ScoreQuestion::new(question, terms).unwrap();
        let offered = Bag::parse("offered", tile).unwrap();
        let question = CallQuestion::new(question, offered, from).unwrap();
        let answer = ScoreSolver::default().call(&question, &mut go_on).unwrap();
        check(all, "CallDocument", &CallDocument::new(&CallResult { question, answer }));
    }
}

fn advised(mut solved: SolvedScore) -> AdviseDocument {
    let advice = solved.advice(&mut go_on).unwrap().clone();
    AdviseDocument::new(&ScoreResult { advice: Some(advice), ..solved.result() })
}

fn dealt(number: u64) -> Games {
    Games { number, seed: u64::MAX, confidence: confidence() }
}

pub(crate) fn points(all: &mut Descriptions) {
    let plain = Luck {
        riichi: Riichi::None,
        ippatsu: false,
        last_tile: false,
        after_kan: false,
        robbing_kan: false,
        first_turn: false,
    };
    let riichi = Luck { riichi: Riichi::Single, ippatsu: true, ..plain };
    let wins = [
        ("123m456p789s11122z", "2z", true, plain, Wind::South),
        ("123m456p789s11122z", "2z", false, riichi, Wind::East),
        ("19m19p19s12345677z", "7z", true, plain, Wind::West),
        ("22334455667788p", "8p", false, riichi, Wind::North),
        ("223344m223344s55p", "5p", true, plain, Wind::West),
        ("22334455667799p", "9p", true, plain, Wind::North),
        ("123345789p11122z", "2z", true, riichi, Wind::South),
        ("11223344556677p", "7p", true, riichi, Wind::North),
    ];
    for (hand, tile, tsumo, luck, seat) in wins {
        let situation = situation(hand);
        let tile: Tile = Bag::parse("win", tile).unwrap().iter().next().unwrap().0;
        for (rules, dora) in
            [("tenhou", ""), ("soul", "1p"), ("mleague", "123p"), ("wrc", ""), ("ema", "")]
        {
            let mut situation = situation.clone();
            if !dora.is_empty() {
                situation = situation.with_dora(Bag::parse("dora", dora).unwrap()).unwrap();
            }
            let rules = Rules::preset(rules).unwrap().set("kuitan=no").unwrap();
            let stakes =
                Stakes::default().with_rules(rules).with_seat(seat).with_sticks(1).unwrap();
            let win = Win { tile, tsumo, luck, ura: Bag::EMPTY };
            let points = Points::of(&situation, &stakes, &win).unwrap();
            let result = PointsResult { situation, stakes, win, red: false, points };
            let document = PointsDocument::new(&result);
            check(all, "PointsDocument", &document);
        }
    }
    let rules = Rules::PRESETS.map(|name| Rules::preset(name).unwrap());
    check(all, "RulesDocument", &RulesDocument::new(&rules));
}
