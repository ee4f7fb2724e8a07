//! The finder against oracles that share no code with it: all integer rules
//! tried one by one, every sequence of results played out from the words of the rules.

use kakukin_core::BadValue;
mod common;

use common::{rate, ratio};
use kakukin_core::to_f64;
use kakukin_series::{
    Answer, Belief, BestGrid, Draws, Finder, Model, Player, Probability, Question, RankBy, Ranked,
    Rational, Request, Rule, Search, Series, Turns,
};
use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

/// Winner (0 nobody, 1 A, 2 B) and number of games of every sequence of results,
/// in one fixed order.
fn behaviour(rule: &Rule, limit: u32, can_draw: bool) -> Vec<(u8, u32)> {
    struct Walk<'a> {
        rule: &'a Rule,
        limit: u32,
        can_draw: bool,
        found: Vec<(u8, u32)>,
    }
    impl Walk<'_> {
        fn go(&mut self, score: [u32; 2], games: u32, decided: u32, by_result: Player) {
            let points = self.rule.points();
            let [a, b] = score;
            if a.max(b) >= points.target || games == self.limit {
                self.found.push((
                    if a > b {
                        1
                    } else if b > a {
                        2
                    } else {
                        0
                    },
                    games,
                ));
                return;
            }
            let index = if *self.rule.draws() == Draws::Keep { decided } else { games };
            let first = self.rule.turns().scheduled(index as usize).unwrap_or(by_result);
            let (x, y) = (first as usize, 1 - first as usize);
            let next = |winner: Player| match self.rule.turns() {
                Turns::LoserFirst => winner.other(),
                _ => winner,
            };
            let won = |side: usize, points: u32| {
                let mut score = score;
                score[side] += points;
                score
            };
            let mut events = vec![
                (won(x, points.first), true, next(first)),
                (won(y, points.second), true, next(first.other())),
            ];
            if self.can_draw {
                match *self.rule.draws() {
                    Draws::Pass | Draws::Keep => events.push((score, false, first)),
                    Draws::Points { first: d1, second: d2 } => {
                        let mut score = score;
                        score[x] += d1;
                        score[y] += d2;
                        events.push((score, false, first));
                    }
                    Draws::Second => events.push(events[1]),
                    Draws::Replay => {}
                    Draws::Swap => {
                        events.push((won(y, points.first), true, next(first.other())));
                        events.push((won(x, points.second), true, next(first)));
                    }
                }
            }
            for (score, is_decided, next) in events {
                self.go(score, games + 1, decided + u32::from(is_decided), next);
            }
        }
    }
    let mut walk = Walk { rule, limit, can_draw, found: Vec::new() };
    walk.go([0, 0], 0, 0, Player::A);
    walk.found
}

/// The smallest rule of every behaviour among all integer rules up to a target.
fn by_brute_force(request: &Request, f: &Rational, most: u32) -> BTreeSet<[u32; 4]> {
    let mut found = BTreeSet::new();
    let can_draw = !f.is_zero();
    for turns in &request.turns {
        for draws in &request.draws {
            let mut smallest: BTreeMap<Vec<(u8, u32)>, [u32; 4]> = BTreeMap::new();
            for target in 1..=most {
                for second in 1..=target {
                    for first in 1..=if request.larger_first { target } else { second } {
                        let points = [first, second, target].map(Rational::from);
                        let Ok(rule) = Rule::scaled(points, turns.clone(), draws.clone()) else {
                            continue;
                        };
                        let limits: Vec<u32> = match request.free_limit {
                            true => (1..=request.limit).collect(),
                            false => vec![rule.limit_at(f).unwrap()],
                        };
                        for limit in limits.into_iter().filter(|&limit| limit <= request.limit) {
                            let key = behaviour(&rule, limit, can_draw);
                            smallest.entry(key).or_insert([target, second, first, limit]);
                        }
                    }
                }
            }
            found.extend(smallest.into_values());
        }
    }
    found
}

fn by_finder(request: &Request, f: &str) -> (u64, BTreeSet<[u32; 4]>) {
    let search = Search::new(request, &rate(f)).unwrap();
    let model = Model::new(rate("70%"), rate(f)).unwrap();
    let findings = search.run(&[model], |_| Some(()), |_| ControlFlow::Continue(())).unwrap();
    assert!(findings.complete);
    let rules = findings.found.iter().map(|found| {
        let rule = search.rule(found).unwrap();
        let points = rule.points();
        let [target, second, first] =
            [points.target, points.second, points.first].map(|x| x / points.scale);
        [target, second, first, rule.limit_at(rate(f).exact()).unwrap()]
    });
    let set: BTreeSet<_> = rules.collect();
    (findings.behaviours, set)
}

/// Compares the finder with brute force over all targets up to `most`.
fn compare(request: &Request, f: &str, most: u32) {
    let (count, found) = by_finder(request, f);
    let expected = by_brute_force(request, rate(f).exact(), most);
    assert_eq!(found, expected, "f = {f}: {request:?}");
    assert_eq!(count, expected.len() as u64, "f = {f}: {request:?}");
}

const ORDERS: [&str; 7] =
    ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first", "pattern=AAB"];

fn request(turns: &str, draws: &str, limit: u32) -> Request {
    Request {
        turns: vec![turns.parse().unwrap()],
        draws: vec![draws.parse().unwrap()],
        ..Request::within(limit)
    }
}

#[test]
fn as_many_behaviours_as_all_integer_rules_have() {
    for turns in ORDERS {
        for (f, draws) in [
            ("0", "pass"),
            ("1/10", "pass"),
            ("1/3", "pass"),
            ("1/10", "keep"),
            ("1/10", "replay"),
            ("1/10", "second"),
            ("1/10", "swap"),
        ] {
            for (free_limit, larger_first) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let limit = if free_limit { 4 } else { 5 };
                let request = request(turns, draws, limit);
                compare(&Request { free_limit, larger_first, ..request }, f, 16);
            }
        }
    }
}

#[test]
fn as_many_behaviours_in_longer_series() {
    compare(&request("alternating", "pass", 9), "0", 32);
    compare(&request("fixed", "pass", 9), "0", 24);
    compare(&request("alternating", "pass", 7), "1/10", 24);
    compare(&request("fixed", "pass", 6), "1/10", 18);
}

#[test]
fn draws_that_give_points_are_searched_up_to_a_target() {
    for (turns, draws) in [("alternating", "points=0.5/0.5"), ("loser-first", "points=1/2")] {
        let mut request = request(turns, draws, 5);
        let whole = Search::new(&request, &rate("1/10")).unwrap();
        let model = Model::new(rate("70%"), rate("1/10")).unwrap();
        let findings = whole.run(&[model], |_| Some(()), go_on).unwrap();
        assert!(!findings.complete);
        request.max_points = Some(8);
        compare(&request, "1/10", 8);
        compare(&request, "0", 8);
        compare(&Request { free_limit: true, limit: 4, max_points: Some(4), ..request }, "1/10", 4);
    }
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Every rule that is found has the scores of the general engine, and the exact
/// bias.
#[test]
fn scores_are_those_of_the_engine() {
    for turns in ORDERS {
        for (f, draws) in [
            ("0", "pass"),
            ("1/7", "pass"),
            ("2/5", "keep"),
            ("1/7", "replay"),
            ("1/7", "second"),
            ("1/7", "swap"),
        ] {
            for (free_limit, limit) in [(false, 9), (true, 5)] {
                let request =
                    Request { free_limit, larger_first: true, ..request(turns, draws, limit) };
                let search = Search::new(&request, &rate(f)).unwrap();
                // Unequal players, and one more model than a vector has lanes.
                let mut models = vec![Model::new(rate("7/10"), rate(f)).unwrap()];
                for elo in -4..=4 {
                    let elo = f64::from(elo) * 90.0;
                    models.push(Model::with_elo(rate("3/5"), rate(f), elo).unwrap());
                }
                let findings = search.run(&models, |x| Some(x.to_vec()), go_on).unwrap();
                for found in &findings.found {
                    let rule = search.rule(found).unwrap();
                    for (model, score) in models.iter().zip(&found.kept) {
                        let series = Series::new(model.clone(), rule.clone()).unwrap();
                        let figures = series.figures();
                        let played = series.expected_played(&figures, to_f64);
                        let what = format!("{turns} {draws} {f} {rule:?}");
                        assert!((score.a - figures.outcome.a()).abs() < 1e-14, "{what}");
                        assert!((score.none - figures.outcome.none).abs() < 1e-14, "{what}");
                        assert!((score.games - played).abs() < 1e-12, "{what}");
                    }
                }
            }
        }
    }
}

fn answer(request: Request, belief: Belief, f: &str, by: RankBy, top: usize) -> Answer {
    let question = Question { request, belief, f: rate(f), by, top };
    Finder::new(question).unwrap().answer(go_on).unwrap()
}

/// The exact bias of every rule, by the general engine, decides the ranking.
fn ranking_is_exact(request: &Request, p: &str, f: &str) {
    let known = Belief::Known(rate(p));
    let answer = answer(request.clone(), known, f, RankBy::Bias, usize::MAX);
    assert!(answer.complete);
    let exact: Vec<Rational> = answer
        .ranked
        .iter()
        .map(|ranked| {
            let bias = ranked.series.exact_figures().unwrap().bias().unwrap_or(ratio(1, 2));
            if bias < Rational::ZERO { -bias } else { bias }
        })
        .collect();
    assert_eq!(exact.len() as u64, answer.behaviours);
    assert!(exact.is_sorted(), "p = {p} f = {f}");
}

#[test]
fn near_ties_are_settled_exactly() {
    // At p = 1/2 many rules are exactly even; elsewhere many are nearly tied.
    for (p, f) in [("1/2", "0"), ("1/2", "1/10"), ("7/10", "0"), ("7/10", "1/3"), ("0", "0")] {
        for draws in ["pass", "keep", "second"] {
            let turns = vec![Turns::Fixed, Turns::Alternating, Turns::LoserFirst];
            let request = Request { turns, ..request("fixed", draws, 8) };
            ranking_is_exact(&request, p, f);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn ranking_is_exact_anywhere(p in 0u64..=40, f in 0u64..12, limit in 1u32..9, free: bool) {
        let free_limit = free && limit < 6;
        let request = Request { free_limit, ..Request::within(limit) };
        ranking_is_exact(&request, &format!("{p}/40"), &format!("{f}/16"));
    }

    /// More to choose from is never worse.
    #[test]
    fn wider_requests_find_fairer_rules(p in 1u64..40, f in 0u64..8, limit in 2u32..9) {
        let (p, f) = (format!("{p}/40"), format!("{f}/16"));
        let least = |request: Request| {
            let known = Belief::Known(rate(&p));
            let answer = answer(request, known, &f, RankBy::Bias, 1);
            let best = answer.ranked.first();
            best.map_or(1.0, |ranked| ranked.figures.bias().unwrap_or(0.5).abs()) + 1e-13
        };
        let plain = Request::within(limit);
        let base = least(plain.clone());
        for narrower in [
            Request { max_points: Some(5), ..plain.clone() },
            Request { max_none: Some(rate("1%")), ..plain.clone() },
        ] {
            prop_assert!(least(narrower) >= base - 1e-12);
        }
        for wider in [
            Request { limit: limit + 1, ..plain.clone() },
            Request { free_limit: true, ..plain.clone() },
            Request { larger_first: true, ..plain.clone() },
            Request { best_turns: true, ..plain },
        ] {
            prop_assert!(least(wider) <= base + 1e-12);
        }
    }
}

/// The least bias of all patterns as long as the limit, tried one by one.
fn least_of_all_orders(request: &Request, p: &str, f: &str) -> f64 {
    let limit = request.limit;
    let mut least = 1f64;
    for bits in 0u32..1 << limit {
        let letter = |n| if bits >> n & 1 == 1 { 'B' } else { 'A' };
        let letters: String = (0..limit).map(letter).collect();
        let turns = vec![format!("pattern={letters}").parse().unwrap()];
        let request = Request { turns, best_turns: false, ..request.clone() };
        let best = answer(request, Belief::Known(rate(p)), f, RankBy::Bias, 1);
        let best = best.ranked.first().map(|ranked| ranked.figures.bias().unwrap().abs());
        least = least.min(best.unwrap_or(1.0));
    }
    least
}

/// The best order is the best of all patterns, tried one by one.
#[test]
fn the_best_order_is_the_best_of_all() {
    for (p, f, draws) in [
        ("7/10", "0", "pass"),
        ("3/5", "1/8", "pass"),
        ("4/5", "1/4", "second"),
        ("2/3", "1/5", "replay"),
    ] {
        for (limit, free_limit) in [(6, false), (4, true)] {
            let request = Request {
                turns: vec![],
                best_turns: true,
                free_limit,
                ..request("fixed", draws, limit)
            };
            let known = || Belief::Known(rate(p));
            let found = answer(request.clone(), known(), f, RankBy::Bias, 1);
            let found = found.ranked[0].figures.bias().unwrap().abs();
            let least = least_of_all_orders(&request, p, f);
            assert!((found - least).abs() < 1e-13, "{p} {f} {draws} {limit}: {found} {least}");
        }
    }
}

/// A cap on series without a winner is part of the search for the best order.
#[test]
fn the_best_order_meets_the_conditions() {
    for (p, f, limit, free_limit, most) in [
        ("91/100", "0", 4, true, "1/10"),
        ("33/50", "33/50", 6, false, "1/10"),
        ("3/5", "1/5", 4, true, "1/20"),
    ] {
        let request = Request {
            turns: vec![],
            best_turns: true,
            free_limit,
            max_none: Some(rate(most)),
            ..Request::within(limit)
        };
        let known = || Belief::Known(rate(p));
        let found = answer(request.clone(), known(), f, RankBy::Bias, 1);
        let found = found.ranked.first().map_or(1.0, |r| r.figures.bias().unwrap().abs());
        let least = least_of_all_orders(&request, p, f);
        assert!((found - least).abs() < 1e-13, "{p} {f}: {found} {least}");
    }
    // What the search for one order per choice of points cannot answer is refused.
    let best = Request { best_turns: true, ..Request::within(5) };
    let games = Request { max_games: Some(Rational::from(3)), ..best.clone() };
    assert_eq!(games.check().unwrap_err().field, "max-games");
    for (belief, by) in [
        (Belief::Between(rate("66%"), rate("74%")), RankBy::Bias),
        (Belief::Known(rate("70%")), RankBy::Pareto),
    ] {
        let question = Question { request: best.clone(), belief, f: rate("0"), by, top: 1 };
        assert_eq!(Finder::new(question).unwrap_err().problem, BadValue::Conflict);
    }
}

/// Each case of a grid has the rule that a question for it alone has, the best turn
/// order included.
#[test]
fn a_grid_is_as_many_questions() {
    let turns = vec![Turns::Fixed, Turns::WinnerFirst];
    let request = Request { turns, best_turns: true, ..Request::within(6) };
    let ps: Vec<_> = ["1/2", "3/5", "7/10", "9/10"].map(rate).to_vec();
    let fs: Vec<_> = ["0", "1/10", "9/10"].map(rate).to_vec();
    let grid = BestGrid::new(&request, ps.clone(), fs.clone()).unwrap();
    let best = grid.run(go_on).unwrap();
    assert!(best.complete && !best.cancelled);
    assert_eq!((best.rows.len() + best.without.len()) as u64, grid.cases());
    let mut rows = best.rows.iter();
    for turns in [Some(Turns::Fixed), Some(Turns::WinnerFirst), None] {
        for f in &fs {
            for p in &ps {
                let alone = Request {
                    best_turns: turns.is_none(),
                    turns: turns.iter().cloned().collect(),
                    ..request.clone()
                };
                let known = Belief::Known(p.clone());
                let alone = answer(alone, known, &f.to_string(), RankBy::Bias, 1);
                let Some(alone) = alone.ranked.first() else {
                    assert!(best.without.contains(&(turns.clone(), p.clone(), f.clone())));
                    continue;
                };
                let row = rows.next().unwrap();
                assert_eq!((&row.p, &row.f), (p, f));
                assert_eq!(row.series.rule(), alone.series.rule());
            }
        }
    }
    let stopped = grid.run(|_| ControlFlow::Break(())).unwrap();
    assert!(stopped.cancelled && !stopped.complete && stopped.rows.is_empty());
    assert!(BestGrid::new(&request, vec![], fs).unwrap().run(go_on).unwrap().rows.is_empty());
}

/// The first few by the worst case are those of all rules.
#[test]
fn the_worst_case_decides_where_it_is_asked_to() {
    for (wins, losses) in [(14, 6), (7, 3), (70, 30)] {
        let belief = Belief::Record { wins, losses };
        let worst = |top| {
            let answer = answer(Request::within(9), belief.clone(), "0", RankBy::Worst, top);
            let worst = answer.ranked.iter().map(|ranked| ranked.spread.as_ref().unwrap().worst);
            worst.fold(f64::INFINITY, f64::min)
        };
        assert!((worst(1) - worst(usize::MAX)).abs() < 1e-9, "{wins} {losses}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let model = Model::new(rate("70%"), rate("0")).unwrap();
    let search = Search::new(&Request::within(3), &rate("0")).unwrap();
    assert!(search.run(&[], |_| Some(()), go_on).is_err());
    assert!(search.run(&[model], |_| Some(()), go_on).is_ok());
    for wrong in [
        Request { turns: vec![], ..Request::within(3) },
        Request { draws: vec![], ..Request::within(3) },
        Request::within(0),
        Request::within(61),
        Request { max_points: Some(0), ..Request::within(3) },
        request("loser-first", "pass", 25),
        Request { max_points: Some(101), ..request("fixed", "points=1/1", 3) },
        Request { best_turns: true, ..Request::within(21) },
        Request { best_turns: true, ..request("fixed", "keep", 5) },
    ] {
        assert!(Search::new(&wrong, &rate("1/10")).is_err(), "{wrong:?}");
    }
    // The formula's limits are too large for any number here, free ones are not.
    let nearly = "9999999/10000000";
    assert_eq!(Search::new(&Request::within(9), &rate(nearly)).unwrap().rules(), 0);
    let free = Request { free_limit: true, ..Request::within(5) };
    assert!(Search::new(&free, &rate(nearly)).unwrap().rules() > 0);
    // Too much work is refused before it starts.
    let question = Question {
        request: Request { free_limit: true, ..Request::within(60) },
        belief: Belief::Between(rate("60%"), rate("70%")),
        f: rate("1/10"),
        by: RankBy::Bias,
        top: 1,
    };
    assert_eq!(Finder::new(question).unwrap_err().problem, BadValue::TooMuchWork);
}

/// The issue's own figures: AABBBB with 1/3/4 is within .17 points of even, alternating
/// turns need 7 games for .87.
#[test]
fn free_orders_are_fairer() {
    let known = || Belief::Known(rate("70%"));
    let best = Request { turns: vec![], best_turns: true, ..Request::within(6) };
    let answer_best = answer(best, known(), "0", RankBy::Bias, 1);
    let rule = answer_best.ranked[0].series.rule();
    let points = rule.points();
    assert_eq!((points.first, points.second, points.target), (1, 3, 4));
    assert_eq!(rule.turns().to_string(), "pattern=AABBBB");
    assert!((answer_best.ranked[0].figures.bias().unwrap() + 0.001649).abs() < 1e-12);
    let alternating = Request { turns: vec![Turns::Alternating], ..Request::within(7) };
    let answer = answer(alternating, known(), "0", RankBy::Bias, 1);
    assert!((answer.ranked[0].figures.bias().unwrap() - 0.0087).abs() < 5e-5);
}

/// series.md: at p = .7, f = .1 with +100 Elo one game .619, best of 3 .689, best of 7 .771,
/// alternating 1/2/3 .709, 1/2/6 .784.
#[test]
fn the_stronger_player() {
    let answer = answer(
        request("alternating", "pass", 15),
        Belief::Known(rate("70%")),
        "10%",
        RankBy::Bias,
        usize::MAX,
    );
    // As in worked_figures.rs.
    let share = |ranked: &Ranked| (ranked.skill.stronger[1] * 10_000.0).round() as u32;
    let baselines: Vec<u32> = answer.baselines.iter().map(|b| share(&b.ranked)).collect();
    assert_eq!((baselines[0], baselines[2], baselines[4]), (6355, 7132, 8011));
    let of = |first, second, target| {
        let points = |r: &&Ranked| {
            let points = r.series.rule().points();
            (points.first, points.second, points.target) == (first, second, target)
        };
        answer.ranked.iter().find(points).unwrap()
    };
    assert_eq!((share(of(1, 2, 3)), share(of(1, 2, 6))), (7325, 8119));
    for ranked in answer.ranked.iter().chain(answer.baselines.iter().map(|b| &b.ranked)) {
        // With the lead given he wins 75 %, each way of starting played out.
        let lead = ranked.skill.elo_for_three_quarters.unwrap();
        let share = |lead: f64| {
            let figures = |elo: f64| {
                let model = Model::with_elo(rate("70%"), rate("10%"), elo).unwrap();
                Series::new(model, ranked.series.rule().clone()).unwrap().figures().outcome
            };
            let (starts, waits) = (figures(lead), figures(-lead));
            (starts.a() + waits.b()) / (starts.a() + starts.b() + waits.a() + waits.b())
        };
        assert!(share(lead - 0.01) < 0.75 && 0.75 < share(lead + 0.01), "{lead}");
        assert!((share(100.0) - ranked.skill.stronger[1]).abs() < 1e-12);
        // Longer than the next shorter best of n, not longer than the next longer one.
        let n = ranked.best_of.games;
        assert!((1.0..60.0).contains(&n));
    }
    // A best of n is compared with itself.
    for (baseline, n) in answer.baselines[2..].iter().zip([3.0, 5.0, 7.0]) {
        let best_of = &baseline.ranked.best_of;
        assert!((best_of.games - n).abs() < 1e-9);
        assert!((best_of.stronger[2] - baseline.ranked.skill.stronger[2]).abs() < 1e-9);
    }
}

/// Means and worst cases against sums over many values of p.
#[test]
fn uncertain_rates() {
    let beliefs = [
        Belief::Between(rate("66%"), rate("74%")),
        Belief::Record { wins: 129, losses: 101 },
        Belief::Record { wins: 2, losses: 0 },
    ];
    for belief in beliefs {
        let f = "20/250";
        let answer = answer(Request::within(7), belief.clone(), f, RankBy::Bias, 4);
        let [low, high] = belief.range();
        // 4000 values of equal width, weighted by the likelihood of the record.
        let ends = if let Belief::Record { .. } = belief { [0, 4000] } else { [2640, 2960] };
        let middles: Vec<(Rational, f64)> = (ends[0]..ends[1])
            .map(|k: u32| {
                let p = ratio(2 * k + 1, 8000);
                let x = to_f64(&p);
                let weight = match belief {
                    Belief::Record { wins, losses } => {
                        (x / 0.56).powi(wins as i32) * ((1.0 - x) / 0.44).powi(losses as i32)
                    }
                    _ => 1.0,
                };
                (p, weight)
            })
            .collect();
        let mass: f64 = middles.iter().map(|(_, weight)| weight).sum();
        let mut means = Vec::new();
        for ranked in answer.ranked.iter().chain(answer.baselines.iter().map(|b| &b.ranked)) {
            let (mut sum, mut worst) = (0.0, 0f64);
            for (p, weight) in &middles {
                let model = Model::new(Probability::new(p.clone()).unwrap(), rate(f)).unwrap();
                let series = Series::new(model, ranked.series.rule().clone()).unwrap();
                let bias = series.figures().bias().unwrap().abs();
                sum += bias * weight;
                if (low..=high).contains(&to_f64(p)) {
                    worst = worst.max(bias);
                }
            }
            let spread = ranked.spread.as_ref().unwrap();
            let error = (spread.expected - sum / mass).abs();
            assert!(error < 2e-6, "{belief:?} {error}");
            assert!(spread.expected_error < 1e-9);
            assert!(worst <= spread.worst + 1e-12 && spread.worst < worst + 1e-3);
            assert!((low..=high).contains(&spread.worst_p));
            means.push(spread.expected);
        }
        // Means that agree to 1e-11 are tied.
        assert!(means[..answer.ranked.len()].windows(2).all(|w| w[0] < w[1] + 2e-11));
        let costs = answer.uncertainty.unwrap();
        assert!(
            costs.if_known <= costs.expected && costs.expected <= costs.of_point_choice + 1e-12
        );
        assert!((costs.expected - means[0]).abs() < 2e-11);
    }
}

/// A search that is stopped says so and keeps what it has.
#[test]
fn interrupted_searches_are_incomplete() {
    let request = Request::within(20);
    let question = Question {
        request,
        belief: Belief::Known(rate("70%")),
        f: rate("10%"),
        by: RankBy::Bias,
        top: 5,
    };
    let finder = Finder::new(question).unwrap();
    let answer = finder.answer(|_| ControlFlow::Break(())).unwrap();
    assert!(!answer.complete && answer.rules < finder.rules());
    assert_eq!(answer.ranked.len(), 5);
}

#[test]
fn conditions_are_met() {
    let request = Request {
        max_none: Some(rate("1%")),
        max_games: Some(Rational::from(4)),
        max_points: Some(7),
        free_limit: true,
        ..Request::within(7)
    };
    let known = Belief::Known(rate("70%"));
    let answer = answer(request, known, "10%", RankBy::Bias, usize::MAX);
    assert!(!answer.ranked.is_empty() && answer.matching < answer.behaviours);
    for ranked in &answer.ranked {
        assert!(ranked.figures.outcome.none <= 0.01 + 1e-10 && ranked.played <= 4.0 + 1e-10);
        assert!(ranked.series.rule().points().target <= 7 && ranked.series.limit() <= 7);
    }
}
