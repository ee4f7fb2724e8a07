//! The rule that is recommended where p is known only about: against brute force over all integer
//! rules, judged by the general engine on a grid of rates.

mod common;

use common::rate;
use kakukin_series::{
    Answer, Belief, Draws, Finder, Merit, Model, Probability, Question, RankBy, Rational, Request,
    Rule, Series, Turns, Undecided,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

const LARGEST_TARGET: u32 = 30;

fn request(limit: u32, draws: &[&str]) -> Request {
    Request {
        turns: vec![Turns::Alternating],
        draws: draws.iter().map(|text| text.parse().unwrap()).collect(),
        max_none: Some(rate("1%")),
        ..Request::within(limit)
    }
}

fn about(p: &Probability, band: &Probability) -> Belief {
    Belief::About { p: p.clone(), band: band.clone() }
}

fn ask(request: Request, p: &Probability, band: &Probability, f: &Probability) -> Answer {
    let question =
        Question { request, belief: about(p, band), f: f.clone(), by: RankBy::Worst, top: 5 };
    Finder::new(question).unwrap().answer(|_| ControlFlow::Continue(())).unwrap()
}

fn bias(rule: &Rule, p: f64, f: &Probability) -> f64 {
    let p = Probability::new(Rational::try_from(p).unwrap()).unwrap();
    let series = Series::new(Model::new(p, f.clone()).unwrap(), rule.clone()).unwrap();
    series.figures().bias().map_or(0.5, f64::abs)
}

/// The worst bias on so many points of an interval.
fn worst(rule: &Rule, [low, high]: [f64; 2], f: &Probability, points: u32) -> f64 {
    let at = |k| low + (high - low) * f64::from(k) / f64::from(points - 1);
    (0..points).map(|k| bias(rule, at(k), f)).fold(0.0, f64::max)
}

/// All rules of the request with small integers that leave at most 1 % undecided.
fn all_rules(request: &Request, p: &Probability, f: &Probability) -> Vec<Rule> {
    let mut rules = Vec::new();
    for draws in &request.draws {
        for target in 1..=LARGEST_TARGET {
            for (first, second) in (1..=target).flat_map(|x| (x..=target).map(move |y| (x, y))) {
                let points = [first, second, target].map(Rational::from);
                let rule = Rule::scaled(points, request.turns[0].clone(), draws.clone()).unwrap();
                let rule = rule.with_undecided(request.undecided);
                if rule.limit_at(f.exact()).unwrap() > request.limit {
                    continue;
                }
                let model = Model::new(p.clone(), f.clone()).unwrap();
                let series = Series::new(model, rule.clone()).unwrap();
                if series.figures().outcome.none <= 0.01 {
                    rules.push(rule);
                }
            }
        }
    }
    rules
}

/// Nothing that brute force finds is fairer at its worst than what is recommended, and what is
/// recommended is as fair as it says.
fn holds(request: &Request, p: &Probability, band: &Probability, f: &Probability) {
    let range = about(p, band).range();
    let answer = ask(request.clone(), p, band, f);
    let rules = all_rules(request, p, f);
    assert_eq!(answer.ranked.is_empty(), rules.is_empty());
    let Some(best) = answer.ranked.first() else { return };
    let spread = best.spread.as_ref().unwrap();
    let own = worst(best.series.rule(), range, f, 401);
    assert!(own <= spread.worst + spread.worst_error + 1e-12, "{own} {spread:?}");
    assert!(bias(best.series.rule(), spread.worst_p, f) >= spread.worst - 1e-10);
    for rule in rules {
        // A few points are enough to dismiss nearly all of them.
        let rough = worst(&rule, range, f, 3);
        if rough < spread.worst - 1e-8 {
            let fine = worst(&rule, range, f, 401);
            assert!(fine >= spread.worst - 1e-8, "{rule:?} {fine} {spread:?}");
        }
    }
    let merits: Vec<Merit> =
        answer.proposals.iter().flat_map(|proposal| proposal.merits.clone()).collect();
    assert_eq!(merits.len(), 3);
    let fair_enough = answer.fair_enough.unwrap();
    for proposal in &answer.proposals {
        let ranked = &proposal.ranked;
        assert!(ranked.spread.as_ref().unwrap().worst <= fair_enough + 1e-9);
    }
    let with = |merit: Merit| {
        let found = answer.proposals.iter().find(|proposal| proposal.merits.contains(&merit));
        &found.unwrap().ranked
    };
    assert_eq!(with(Merit::Fairest).series.rule(), best.series.rule());
    for rule in &answer.ranked {
        if rule.spread.as_ref().unwrap().worst <= fair_enough {
            assert!(with(Merit::Shortest).played <= rule.played + 1e-8);
            let strongest = with(Merit::Strongest).skill.stronger[1];
            assert!(strongest >= rule.skill.stronger[1] - 1e-8);
        }
    }
}

#[test]
fn seventy_per_cent_and_ten() {
    let [p, band, f] = ["70%", "5%", "10%"].map(rate);
    for draws in [&["swap", "replay", "pass"][..], &["swap"]] {
        for limit in [7, 15] {
            holds(&request(limit, draws), &p, &band, &f);
        }
    }
    // The rule of the review: never more than 1.27 points from even between 65 % and 75 %.
    let answer = ask(request(7, &["swap", "replay", "pass"]), &p, &band, &f);
    let best = &answer.ranked[0];
    assert_eq!(best.series.rule().points().to_string(), "1/3/4");
    assert_eq!(*best.series.rule().draws(), Draws::Swap);
    assert!((best.spread.as_ref().unwrap().worst - 0.0127).abs() < 5e-5);
    assert_eq!(best.figures.outcome.none, 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_questions(
        p in 50u64..92, band in 1u64..9, f in 0u64..40, limit in 2u32..9,
        draws in prop::sample::subsequence(vec!["swap", "replay", "pass", "second"], 1..=2),
        undecided in prop::sample::select(&Undecided::ALL[..]),
    ) {
        let [p, band, f] = [p, band, f].map(|x| Probability::from_ratio(x, 100).unwrap());
        let mut request = request(limit, &draws);
        request.undecided = undecided;
        holds(&request, &p, &band, &f);
    }
}

/// Orders that are tried for comparison only are neither ranked nor proposed.
#[test]
fn an_order_aside_is_told_apart() {
    let [p, band, f] = ["70%", "5%", "10%"].map(rate);
    let mut request = request(7, &["swap", "replay", "pass"]);
    request.turns.push(Turns::Fixed);
    request.aside = vec![Turns::Fixed];
    let answer = ask(request, &p, &band, &f);
    let turns = |ranked: &kakukin_series::Ranked| ranked.series.rule().turns().clone();
    assert!(answer.ranked.iter().all(|ranked| turns(ranked) == Turns::Alternating));
    let aside = answer.alternative.unwrap();
    assert_eq!(turns(&aside), Turns::Fixed);
    assert!(aside.spread.unwrap().worst > answer.ranked[0].spread.as_ref().unwrap().worst);
}

/// Conditions on the length are kept.
#[test]
fn series_of_some_length() {
    let [p, band, f] = ["70%", "5%", "10%"].map(rate);
    let mut request = request(9, &["swap"]);
    request.at_least = Some(3);
    request.min_games = Some(Rational::from(5));
    let answer = ask(request, &p, &band, &f);
    assert!(!answer.ranked.is_empty());
    for rule in &answer.ranked {
        assert!(rule.series.shortest() >= 3 && rule.played >= 5.0 - 1e-9);
    }
}

/// The curve of any series goes through what the general engine gives at its points, and nothing
/// on a fine grid is worse than its worst.
#[test]
fn the_bias_of_one_series_over_p() {
    let [p, band, f] = ["70%", "5%", "10%"].map(rate);
    for text in ["1/2/3", "2/7/8", "1/3/4", "3/4/17"] {
        for turns in [Turns::Fixed, Turns::Alternating] {
            for way in Undecided::ALL {
                let rule = Rule::parse(text, turns.clone(), Draws::Pass).unwrap();
                let rule = rule.with_undecided(way);
                let model = Model::new(p.clone(), f.clone()).unwrap();
                let series = Series::new(model, rule.clone()).unwrap();
                let belief = about(&p, &band);
                let spread = series.spread(&belief).unwrap();
                for at in &spread.curve {
                    assert!((at.bias.abs() - bias(&rule, at.p, &f)).abs() < 1e-12, "{text} {at:?}");
                }
                let fine = worst(&rule, belief.range(), &f, 201);
                assert!(fine <= spread.worst + spread.worst_error + 1e-12, "{text} {fine}");
                assert!((bias(&rule, spread.worst_p, &f) - spread.worst).abs() < 1e-12);
            }
        }
    }
}
